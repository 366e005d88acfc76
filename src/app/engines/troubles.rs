//! What goes wrong with engines while a search runs: reported on request, since workers do not
//! print.

use std::sync::{Arc, Mutex, PoisonError};

/// At most this many are kept until the request.
const MOST: usize = 20;

/// Sentences about engines, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Troubles(Arc<Mutex<Vec<String>>>);

impl Troubles {
    /// Notes a trouble, unless it is the same as the last one.
    pub fn note(&self, trouble: String) {
        let mut troubles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if troubles.len() < MOST && troubles.last() != Some(&trouble) {
            troubles.push(trouble);
        }
    }

    /// Those since this was asked last.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
