//! Mistakes of the user, which are told apart from failures of the program.

use std::error::Error;

/// Wrong usage or bad input: the program ends with exit code 2.
///
/// It has the message and the source of the error that it is made from.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct UsageError(Box<dyn Error + Send + Sync>);

impl UsageError {
    /// This error, or message, is the user's.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> UsageError {
        UsageError(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_that_of_the_error() {
        let error = std::io::Error::other("no such option");
        assert_eq!(UsageError::new(error).to_string(), "no such option");
    }
}
