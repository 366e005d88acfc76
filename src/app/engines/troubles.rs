//! What goes wrong with engines while a search runs: reported on request, since workers do not
//! print.

use std::sync::{Arc, Mutex, PoisonError};

/// At most this many are kept until the request.
const MOST: usize = 20;

/// Sentences about engines, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Troubles(Arc<Mutex<Vec<String>>>);

impl Troubles {
    /// Notes a trouble, unless it is the same as the last one, which is always kept.
    pub fn note(&self, trouble: String) {
        let mut troubles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if troubles.last() != Some(&trouble) {
            troubles.truncate(MOST - 1);
            troubles.push(trouble);
        }
    }

    /// Those since this was asked last.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_ones_and_the_last_one_are_kept() {
        let troubles = Troubles::default();
        for number in 0..100 {
            troubles.note(number.to_string());
            troubles.note(number.to_string());
        }
        let told = troubles.take();
        assert_eq!((told.len(), told[1].as_str(), told[MOST - 1].as_str()), (MOST, "1", "99"));
        assert!(troubles.take().is_empty());
    }
}
