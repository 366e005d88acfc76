//! Standard output: all results go through it.

use std::io::{self, Stdout, Write};

/// Standard output with errors that name it. They keep their kind: a closed pipe can be told from
/// a full disk.
#[derive(Debug)]
pub struct Output(Stdout);

impl Output {
    /// The standard output of this program.
    pub fn standard() -> Output {
        Output(io::stdout())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}
