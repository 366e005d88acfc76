//! Standard output, the one way for results.

use std::io::{self, Stdout, Write};

/// Standard output whose errors say what they are about. Their kind stays, so that a closed
/// pipe can be told from a full disk.
#[derive(Debug)]
pub struct Output(Stdout);

impl Output {
    /// The program's own.
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
