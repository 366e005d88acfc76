//! The moves of a game in PGN, with comments and variations.

use std::io::{self, Write};

use super::line_wrap::LineWrap;
use crate::app::games::CommandLineGame;

/// Writes moves. Black's have a number only where PGN wants one: at the beginning, and behind a comment and the bounds of
/// a variation.
pub struct Movetext<'a> {
    text: LineWrap<'a>,
    is_apart: bool,
}

impl<'a> Movetext<'a> {
    /// Begins at the start of a line.
    pub fn new(out: &'a mut dyn Write) -> Movetext<'a> {
        Movetext { text: LineWrap::new(out), is_apart: true }
    }

    /// A move in this position, as it is written.
    ///
    /// # Errors
    ///
    /// What cannot be written, here and below.
    pub fn mv<G: CommandLineGame>(&mut self, position: &G, mv: &str) -> io::Result<()> {
        // No line ends between the two.
        let number = position.move_number(self.is_apart).map(|number| format!("{number} "));
        self.is_apart = false;
        self.text.word(&format!("{}{mv}", number.unwrap_or_default()))
    }

    /// Marks of the move before: `$1 $14`.
    pub fn marks(&mut self, marks: &[u8]) -> io::Result<()> {
        marks.iter().try_for_each(|mark| self.text.word(&format!("${mark}")))
    }

    /// A command for programs, which no line end parts, and words; nothing if there is neither.
    pub fn comment(&mut self, command: Option<&str>, words: &str) -> io::Result<()> {
        // A brace would end the comment, and control characters would reach the terminal.
        let plain = |letter: char| match letter {
            '{' => '(',
            '}' => ')',
            letter if letter.is_control() => ' ',
            letter => letter,
        };
        let words: String = words.chars().map(plain).collect();
        if command.is_none() && words.trim().is_empty() {
            return Ok(());
        }
        self.is_apart = true;
        self.text.word("{")?;
        command.map_or(Ok(()), |command| self.text.word(command))?;
        self.text.text(&words)?;
        self.text.word("}")
    }

    /// Begins a variation.
    pub fn open(&mut self) -> io::Result<()> {
        self.is_apart = true;
        self.text.word("(")
    }

    /// Ends it.
    pub fn close(&mut self) -> io::Result<()> {
        self.is_apart = true;
        self.text.word(")")
    }

    /// The result, and the end of the game.
    pub fn end(mut self, result: &str) -> io::Result<()> {
        self.text.word(result)?;
        self.text.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::{Game as _, Notation as _};

    #[test]
    fn no_line_ends_between_a_number_and_its_move() -> io::Result<()> {
        let mut out = Vec::new();
        let mut text = Movetext::new(&mut out);
        let mut at = Position::default();
        for mv in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(200) {
            text.mv(&at, mv)?;
            at.play(at.read_move(mv).map_err(io::Error::other)?);
        }
        text.end("*")?;
        let text = String::from_utf8_lossy(&out);
        assert!(text.lines().count() > 10 && !text.contains(".\n"), "{text}");
        Ok(())
    }

    #[test]
    fn black_has_a_number_only_behind_what_interrupts() -> io::Result<()> {
        let mut out = Vec::new();
        let mut text = Movetext::new(&mut out);
        let mut at = Position::default();
        for mv in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
            text.mv(&at, mv)?;
            match mv {
                "e4" => text.marks(&[1, 14])?,
                "e5" => text.comment(None, " ")?,
                "Nf3" => text.comment(Some("[%eval 0.30]"), "so {far}\u{7}")?,
                _ => {}
            }
            at.play(at.read_move(mv).map_err(io::Error::other)?);
        }
        text.open()?;
        text.close()?;
        text.mv(&at, "a6")?;
        text.end("*")?;
        assert_eq!(
            String::from_utf8_lossy(&out),
            "1. e4 $1 $14 e5 2. Nf3 { [%eval 0.30] so (far) } 2... Nc6 3. Bb5 ( ) 3... a6 *\n"
        );
        Ok(())
    }
}
