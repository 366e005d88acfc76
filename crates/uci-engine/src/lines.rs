//! Lines of a stream that may be endless, binary, or both.

use std::io::{self, BufRead};

/// Lines of a stream. One that is longer than the limit is skipped, and never in memory.
pub(crate) struct Lines<R> {
    stream: R,
    limit: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(stream: R, limit: usize) -> Lines<R> {
        Lines { stream, limit, line: Vec::new() }
    }

    /// The next line without its end; what is not UTF-8 is replaced. `None` at the end of the
    /// stream, and if it can no longer be read.
    pub(crate) fn next(&mut self) -> Option<String> {
        loop {
            let is_whole = self.fill().ok()?;
            if is_whole {
                let text = String::from_utf8_lossy(&self.line);
                return Some(text.trim_end_matches('\r').to_string());
            }
        }
    }

    /// Reads to the end of the line; whether all of it is there.
    fn fill(&mut self) -> io::Result<bool> {
        self.line.clear();
        let mut fits = true;
        loop {
            let bytes = match self.stream.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() && self.line.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            fits = fits && self.line.len() + part.len() <= self.limit;
            if fits {
                self.line.extend_from_slice(part);
            }
            let is_last = end.is_some() || bytes.is_empty();
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.stream.consume(used);
            if is_last {
                return Ok(fits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    fn lines(bytes: &[u8]) -> Vec<String> {
        // Few bytes at a time, so that lines lie across several pieces.
        let mut lines = Lines::new(BufReader::with_capacity(3, bytes), 8);
        std::iter::from_fn(|| lines.next()).collect()
    }

    #[test]
    fn lines_are_separated() {
        assert_eq!(lines(b"uciok\r\n\nreadyok\nlast"), ["uciok", "", "readyok", "last"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn long_lines_are_passed_over() {
        assert_eq!(lines(b"12345678\n123456789\nabc\n"), ["12345678", "abc"]);
        assert_eq!(lines(b"abc\n123456789123456789"), ["abc"]);
        let mut endless = Lines::new(BufReader::new(std::io::repeat(b'x').take(1 << 22)), 100);
        assert_eq!(endless.next(), None);
        assert!(endless.line.capacity() <= 128);
    }

    #[test]
    fn what_is_no_text_is_replaced() {
        assert_eq!(lines(b"\xff\xfea\n"), ["\u{fffd}\u{fffd}a"]);
        assert_eq!(lines(b"\0\n"), ["\0"]);
    }
}
