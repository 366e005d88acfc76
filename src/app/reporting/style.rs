//! What a terminal can show beyond plain text: colours, bars, and how wide it is.

use std::env;
use std::io::IsTerminal;

use console::Term;

use crate::win_draw_loss::WinDrawLoss;

/// Characters of a bar.
const BAR: u16 = 24;
/// Win, draw and loss: the colours of the page of the explorer, as terminals have them; and what a bar is made
/// of if there are none.
const PARTS: [(Colour, char); 3] =
    [(Colour::Good, '█'), (Colour::Neither, '▒'), (Colour::Bad, '░')];

/// What a colour stands for: blue, grey and yellow in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// What is good.
    Good,
    /// Neither good nor bad.
    Neither,
    /// What is bad.
    Bad,
}

impl Colour {
    fn code(self) -> u8 {
        match self {
            Colour::Good => 34,
            Colour::Neither => 90,
            Colour::Bad => 33,
        }
    }
}

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    is_coloured: bool,
    /// Whether text goes to a terminal.
    is_terminal: bool,
    /// The width of the terminal; `None` if that is not known, and where text goes elsewhere.
    width: Option<usize>,
}

impl Style {
    /// Plain text of any width: what files and other programs get.
    pub const PLAIN: Style = Style { is_coloured: false, is_terminal: false, width: None };

    /// That of standard output: plain where it is not a terminal, and without colours where `NO_COLOR` is set or the
    /// terminal is dumb.
    pub fn of_stdout() -> Style {
        if !std::io::stdout().is_terminal() {
            return Style::PLAIN;
        }
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let width = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
        Style {
            is_coloured: !is_set("NO_COLOR") && !is_dumb,
            is_terminal: true,
            width: width.filter(|&width| width > 0),
        }
    }

    /// The most characters of a line; `None` if there is no bound.
    pub fn width(self) -> Option<usize> {
        self.width
    }

    /// A text in a colour, where there are colours.
    pub fn paint(self, colour: Colour, text: &str) -> String {
        match self.is_coloured {
            true => format!("\x1b[{}m{text}\x1b[0m", colour.code()),
            false => text.to_string(),
        }
    }

    /// The chances to win, draw and lose as a bar with a space behind it; nothing where text goes to no terminal.
    pub fn bar(self, chances: WinDrawLoss) -> String {
        if !self.is_terminal {
            return String::new();
        }
        let part = |(&(colour, letter), count): (&(Colour, char), u16)| {
            let letter = if self.is_coloured { '█' } else { letter };
            let text = letter.to_string().repeat(usize::from(count));
            if text.is_empty() { text } else { self.paint(colour, &text) }
        };
        let parts: String = PARTS.iter().zip(chances.in_parts_of(BAR)).map(part).collect();
        format!("{parts}  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_for_terminals_alone() {
        let chances = WinDrawLoss::new(0.5, 0.25);
        assert_eq!(Style::PLAIN.bar(chances), "");
        let plain = Style { is_coloured: false, is_terminal: true, width: None };
        assert_eq!(plain.bar(chances), "████████████▒▒▒▒▒▒░░░░░░  ");
        let coloured = Style { is_coloured: true, ..plain };
        let expected = "\x1b[34m████████████\x1b[0m\x1b[90m██████\x1b[0m\x1b[33m██████\x1b[0m  ";
        assert_eq!(coloured.bar(chances), expected);
        assert_eq!(coloured.bar(WinDrawLoss::new(1.0, 0.0)).matches('\x1b').count(), 2);
    }

    #[test]
    fn colours_are_left_out_where_nobody_sees_them() {
        assert_eq!(Style::PLAIN.paint(Colour::Good, "+0.31"), "+0.31");
    }
}
