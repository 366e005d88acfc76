//! A game with everything that people put into it: variations, marks, comments.

use std::rc::Rc;

use super::comments::{in_one_line, inside};
use super::move_tree::MOST_PLIES;
use super::scanner::{Part, Scanner};
use super::tags::decoded;
use crate::app::args::move_words::{bare_move, mark_in};
use crate::app::games::CommandLineGame;

/// No more moves of a game are taken, its variations counted.
const MOST_MOVES: usize = 5_000;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Noted<G: CommandLineGame> {
    /// The position before it and the move; none for the first one.
    pub from: Option<(usize, G::Move)>,
    /// How far it is from the first one.
    plies: usize,
    /// The position itself.
    pub position: Rc<G>,
    /// What is said about it, as it is written: commands of programs are part of it, and so is each mark of the
    /// move before it, as `[%nag 1]`.
    pub said: String,
}

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct NotedGame<G: CommandLineGame> {
    /// Its positions: those of the main line first, and of each variation behind the move that it replaces.
    pub positions: Vec<Noted<G>>,
    /// Why the rest of a variation is left out, of each where that is so. Of the main line others tell.
    pub left_out: Vec<String>,
}

/// The moves of the game that stands in this text, from its first position on. What cannot be played is left out, with the
/// rest of its line.
pub fn noted<G: CommandLineGame>(text: &[u8], start: &G) -> NotedGame<G> {
    let first =
        Noted { from: None, plies: 0, position: Rc::new(start.clone()), said: String::new() };
    let line = Line { here: 0, before: None, is_broken: false, waits: String::new() };
    let mut player = Player { noted: vec![first], left_out: Vec::new(), line, outer: Vec::new() };
    for found in Scanner::new(text) {
        let bytes = &text[found.bytes];
        match found.part {
            Part::Begin => player.begin(),
            Part::Close => player.close(),
            Part::Comment => player.say(&in_one_line(inside(&decoded(bytes)))),
            Part::Nag => player.say(&nag(&String::from_utf8_lossy(&bytes[1..]))),
            Part::Word(word) => player.word(&word),
            Part::Tag(..) | Part::UnquotedTag(..) | Part::Reserved => {}
        }
    }
    NotedGame { positions: player.noted, left_out: player.left_out }
}

/// A mark as a command among the words.
fn nag(number: &str) -> String {
    if number.is_empty() { String::new() } else { format!("[%nag {number}]") }
}

/// A line as far as it is played.
struct Line {
    here: usize,
    before: Option<usize>,
    is_broken: bool,
    /// What was said before the first move of a variation.
    waits: String,
}

struct Player<G: CommandLineGame> {
    noted: Vec<Noted<G>>,
    left_out: Vec<String>,
    line: Line,
    outer: Vec<Line>,
}

impl<G: CommandLineGame> Player<G> {
    fn begin(&mut self) {
        let is_broken = self.line.is_broken || self.line.before.is_none();
        let here = self.line.before.unwrap_or(self.line.here);
        let variation = Line { here, before: None, is_broken, waits: String::new() };
        self.outer.push(std::mem::replace(&mut self.line, variation));
    }

    fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.line = outer;
        }
    }

    fn word(&mut self, word: &str) {
        let Some(text) = bare_move(word) else { return self.marks(word) };
        if self.line.is_broken {
            return;
        }
        if let Err(reason) = self.play(text) {
            if !self.outer.is_empty() {
                self.left_out
                    .push(format!("in a variation {text:?} {reason}; the rest of it is left out"));
            }
            self.line.is_broken = true;
            return;
        }
        self.marks(word.rsplit(text).next().unwrap_or_default());
    }

    /// Plays a move; otherwise says why that cannot be.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let before = self.line.here;
        let Noted { position, plies, .. } = &self.noted[before];
        let mv = position.read_move(text).map_err(|error| error.to_string())?;
        if self.noted.len() > MOST_MOVES || *plies == MOST_PLIES {
            return Err("is one move too many".to_string());
        }
        let after = position.after(mv);
        let known = self.noted.iter().position(|known| known.from == Some((before, mv)));
        let here = known.unwrap_or(self.noted.len());
        if known.is_none() {
            let (position, plies) = (Rc::new(after), plies + 1);
            let from = Some((before, mv));
            self.noted.push(Noted { from, plies, position, said: String::new() });
        }
        (self.line.before, self.line.here) = (Some(before), here);
        let waits = std::mem::take(&mut self.line.waits);
        self.say(&waits);
        Ok(())
    }

    fn marks(&mut self, marks: &str) {
        if let Some(number) = mark_in(marks) {
            self.say(&nag(&number.to_string()));
        }
    }

    fn say(&mut self, text: &str) {
        if self.line.is_broken || text.is_empty() {
            return;
        }
        let is_before_variation = self.line.before.is_none() && !self.outer.is_empty();
        let said = match is_before_variation {
            true => &mut self.line.waits,
            false => &mut self.noted[self.line.here].said,
        };
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::Notation as _;

    fn told(text: &str) -> Vec<String> {
        let noted = noted(text.as_bytes(), &Position::default()).positions;
        let told = noted.iter().map(|one| {
            let mv = one.from.map_or(String::new(), |(before, mv)| {
                format!("{before} {}", noted[before].position.human_text(mv))
            });
            format!("{mv}: {}", one.said)
        });
        told.collect()
    }

    #[test]
    fn what_is_left_out_of_a_variation_is_told() {
        let text = b"1. e4 (1. d4 d5 2. Qd8 Nf6) (1. Nf3 d5) e5 2. Ke3 Nc6 *";
        let NotedGame { left_out, .. } = noted(text, &Position::default());
        let told = "in a variation \"Qd8\" is not legal; the rest of it is left out";
        assert_eq!(left_out, [told], "the main line is told elsewhere");
    }

    #[test]
    fn everything_that_is_said_stands_at_its_position() {
        let text = "[White \"a\"]\n\n{Begins} 1. e4!? {good [%cal Gd2d4]} (1. d4 $1 d5 ({or} 1... Nf6)) \
                    e5 ; known\n 2. Nf3?? $14 *";
        let expected = [
            ": Begins",
            "0 e4: [%nag 5] good [%cal Gd2d4]",
            "0 d4: [%nag 1]",
            "2 d5: ",
            "2 Nf6: or",
            "1 e5: known",
            "5 Nf3: [%nag 4] [%nag 14]",
        ];
        assert_eq!(told(text), expected);
    }

    #[test]
    fn what_cannot_be_played_costs_the_rest_of_its_line() {
        let expected = [": ", "0 e4: ", "0 d4: ", "1 e5: "];
        assert_eq!(
            told("1. e4 (1. d4 Ke7 {lost} 2. c4 (2. c3)) e5 ) 2. Ke3 (2. d4) Nf6"),
            expected
        );
        assert_eq!(told("(1. e4) 1. e4 (1. e4 e5)"), [": ", "0 e4: ", "1 e5: "]);
    }

    #[test]
    fn a_game_without_end_has_one() {
        let text = format!("1. e4{}", "(d4(c4".repeat(10_000));
        assert_eq!(told(&text).len(), 4, "the same moves are the same positions");
        let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(1_000);
        assert_eq!(told(&knights).len(), MOST_PLIES + 1);
    }
}
