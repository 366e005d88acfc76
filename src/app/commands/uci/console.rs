//! Where everything is written to, line by line, by either thread.

use std::fmt::Display;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use crate::app::printable::printable;

/// Standard output. Each line goes out at once. A line that cannot be written is lost: the program that
/// should read it has gone, and the end of the input will tell.
pub struct Console<'a>(Mutex<&'a mut (dyn Write + Send)>);

impl<'a> Console<'a> {
    /// All lines go to `out`.
    pub fn new(out: &'a mut (dyn Write + Send)) -> Console<'a> {
        Console(Mutex::new(out))
    }

    /// Writes one line, or several at once.
    pub fn say(&self, lines: &dyn Display) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{lines}").and_then(|()| out.flush());
    }

    /// Tells the user something that is not an answer of the protocol, in one line.
    pub fn tell(&self, what: &dyn Display) {
        self.say(&format_args!("info string {}", printable(&what.to_string())));
    }
}
