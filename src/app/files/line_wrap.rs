//! Words in lines of bounded width.

use std::io::{self, Write};

/// The longest line, as PGN wants it.
const COLUMNS: usize = 79;

/// Writes words with blanks between them, and begins a new line where the next does not fit.
pub struct LineWrap<'a> {
    out: &'a mut dyn Write,
    column: usize,
}

impl<'a> LineWrap<'a> {
    /// Begins at the start of a line.
    pub fn new(out: &'a mut dyn Write) -> LineWrap<'a> {
        LineWrap { out, column: 0 }
    }

    /// Writes a word, whole, blanks in it included. None that begins with `%` begins a line: PGN has no text in such a line.
    pub fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        let is_full = self.column + 1 + length > COLUMNS;
        if self.column > 0 && is_full && !word.starts_with('%') {
            writeln!(self.out)?;
            self.column = 0;
        }
        if self.column > 0 {
            write!(self.out, " ")?;
            self.column += 1;
        }
        self.column += length;
        write!(self.out, "{word}")
    }

    /// Writes the words of a text. What may be the number of a move stays in the line of the word behind it.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let mut number = String::new();
        for word in text.split_whitespace() {
            if word.ends_with('.') && word.starts_with(|letter: char| letter.is_ascii_digit()) {
                number = format!("{number}{word} ");
            } else {
                self.word(&format!("{}{word}", std::mem::take(&mut number)))?;
            }
        }
        if number.is_empty() { Ok(()) } else { self.word(number.trim_end()) }
    }

    /// Ends the last line.
    pub fn end(self) -> io::Result<()> {
        writeln!(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_one_that_readers_skip() -> io::Result<()> {
        let mut out = Vec::new();
        let mut wrap = LineWrap::new(&mut out);
        wrap.text(&format!("{} %evil words", "x".repeat(COLUMNS)))?;
        wrap.end()?;
        let text = String::from_utf8_lossy(&out);
        assert!(text.contains("x %evil\nwords"), "{text}");
        Ok(())
    }

    #[test]
    fn numbers_stay_with_their_moves() -> io::Result<()> {
        let mut out = Vec::new();
        let mut wrap = LineWrap::new(&mut out);
        wrap.text(&"Then 12... Nf3 wins, not 13. Nf3, ".repeat(30))?;
        wrap.text("in 2019.")?;
        wrap.end()?;
        let text = String::from_utf8_lossy(&out);
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let [whole @ .., last] = &lines[..] else { panic!("no line") };
        assert!(whole.iter().all(|line| !line.ends_with('.')), "{text}");
        assert!(last.ends_with("in 2019."), "{text}");
        assert_eq!(text.split_whitespace().count(), 30 * 7 + 2);
        Ok(())
    }

    #[test]
    fn lines_are_full_and_not_too_long() -> io::Result<()> {
        let mut out = Vec::new();
        let mut wrap = LineWrap::new(&mut out);
        wrap.text(&"four ".repeat(40))?;
        wrap.word(&"x".repeat(100))?;
        wrap.end()?;
        let text = String::from_utf8_lossy(&out);
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        // 16 words of four letters and 15 blanks.
        assert_eq!(lengths, [79, 79, 39, 100]);
        assert!(text.ends_with("x\n"));
        Ok(())
    }
}
