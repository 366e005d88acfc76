//! The game again, with annotations. All that it has stays as it is: text is put in, and nothing but
//! older `[%eval]` is taken out.

use super::analysed::AnalysedGame;
use super::judge::Mark;
use crate::app::args::Annotation;
use crate::app::games::CommandLineGame;
use crate::app::reporting::variation::numbered;
use crate::inspect::Score;
use crate::value::Player;

/// The longest line, as PGN wants it, as far as words that are put in are concerned.
const COLUMNS: usize = 79;
/// A blank at which no line ends.
const HARD_BLANK: char = '\u{1}';
/// In `[%eval]`, a win that is seen and not proven: pawns. A mate would say more than is known.
const SEEN_WIN: &str = "99.00";

/// Some bytes of the game that are replaced by text.
#[derive(Debug, PartialEq)]
struct Edit {
    from: usize,
    to: usize,
    /// Words, before each of which a line may end.
    text: String,
}

/// The bytes of a game of a file with all annotations.
pub fn annotated<G: CommandLineGame>(game: &AnalysedGame<'_, G>, file: &[u8]) -> Vec<u8> {
    let mut edits = Vec::new();
    for ply in 0..game.verdicts.len() {
        Annotator { game, file, ply }.edit(&mut edits);
    }
    apply(&edits, file, game.game.written.bytes.clone())
}

/// The text with its edits, which come in its order.
fn apply(edits: &[Edit], file: &[u8], bytes: std::ops::Range<usize>) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), bytes.start);
    for edit in edits {
        out.extend_from_slice(&file[at..edit.from]);
        put(&edit.text, &mut out);
        at = edit.to;
    }
    out.extend_from_slice(&file[at..bytes.end]);
    out
}

/// Puts words in; blanks become line ends where the line would be too long.
fn put(text: &str, out: &mut Vec<u8>) {
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            let line = out.iter().rev().take_while(|&&byte| byte != b'\n').count();
            let is_full = line + 1 + word.len() > COLUMNS;
            out.push(if is_full { b'\n' } else { b' ' });
        }
        out.extend(word.replace(HARD_BLANK, " ").bytes());
    }
}

struct Annotator<'a, G: CommandLineGame> {
    game: &'a AnalysedGame<'a, G>,
    file: &'a [u8],
    ply: usize,
}

impl<G: CommandLineGame> Annotator<'_, G> {
    fn edit(&self, edits: &mut Vec<Edit>) {
        let written = &self.game.game.written.moves[self.ply];
        let insert = |at: usize, text: String| Edit { from: at, to: at, text };
        let commands = self.commands();
        if let Some(mark) =
            self.mark().filter(|_| !written.is_marked && self.has(Annotation::Marks))
        {
            edits.push(insert(written.mark_at, format!(" {}", mark.nag())));
        }
        let mut is_interrupted = false;
        match &written.comment {
            Some(comment) if !commands.is_empty() => {
                if let Some((from, to)) = self.old_eval(comment.clone()) {
                    edits.push(Edit { from, to, text: commands });
                } else {
                    let blank =
                        if self.file.get(comment.start + 1) == Some(&b' ') { "" } else { " " };
                    edits.push(insert(comment.start + 1, format!(" {commands}{blank}")));
                }
            }
            None if !commands.is_empty() => {
                edits.push(insert(written.mark_at, format!(" {{ {commands} }}")));
                is_interrupted = true;
            }
            _ => {}
        }
        let variation = self.variation();
        is_interrupted |= !variation.is_empty();
        let number = self.number_of_next().filter(|_| is_interrupted);
        let text: String =
            variation.into_iter().chain(number).map(|text| format!(" {text}")).collect();
        if !text.is_empty() {
            // Behind a semicolon the end is that of its line.
            let follows_line = self.file.get(written.end.wrapping_sub(1)) == Some(&b'\n');
            let text = if follows_line { format!("{} ", text.trim_start()) } else { text };
            edits.push(insert(written.end, text));
        }
    }

    fn has(&self, annotation: Annotation) -> bool {
        !self.game.judging.without.contains(&annotation)
    }

    fn mark(&self) -> Option<Mark> {
        self.game.verdicts[self.ply].mark
    }

    /// `[%eval 0.31] [%cal Ge2e4]`; empty where there is nothing to be told.
    fn commands(&self) -> String {
        let eval = self.eval().filter(|_| self.has(Annotation::Evals));
        let arrows = self.arrows().filter(|_| self.has(Annotation::Arrows));
        let words: Vec<String> = eval.into_iter().chain(arrows).collect();
        words.join(" ")
    }

    /// What the position behind the move is worth: White's view.
    fn eval(&self) -> Option<String> {
        let fact = &self.game.facts[self.ply + 1];
        let is_over = fact.value.win().is_some_and(|(_, plies)| plies == 0);
        let worth = match Score::new(fact.value, Player::Max) {
            _ if is_over => return None,
            Score::Cp(cp) => format!("{:.2}", cp as f64 / 100.0),
            Score::Mate(moves) => format!("#{moves}"),
            Score::Seen { won: true } => SEEN_WIN.to_string(),
            Score::Seen { won: false } => format!("-{SEEN_WIN}"),
        };
        Some(format!("[%eval{HARD_BLANK}{worth}]"))
    }

    /// The better move in green, the bad one's answer in red, and the square where the bad move went.
    fn arrows(&self) -> Option<String> {
        self.mark()?;
        let positions = &self.game.game.positions;
        let arrow = |colour: char, place: usize| {
            let mv = *self.game.facts[place].best_line.first()?;
            let text = positions[place].machine_text(mv);
            Some(format!("{colour}{}", text.get(..4)?))
        };
        let best = arrow('G', self.ply).filter(|_| !self.game.facts[self.ply].best_line.is_empty());
        let arrows: Vec<String> = best.into_iter().chain(arrow('R', self.ply + 1)).collect();
        let played = positions[self.ply].machine_text(self.game.game.moves[self.ply]);
        let square = played.get(2..4)?;
        let squares = format!("[%csl{HARD_BLANK}R{square}]");
        Some(match arrows.is_empty() {
            true => squares,
            false => format!("{squares} [%cal{HARD_BLANK}{}]", arrows.join(",")),
        })
    }

    /// The better line, where the move was bad.
    fn variation(&self) -> Vec<String> {
        let line = self.game.best_line(self.ply);
        let is_wanted = self.mark().is_some() && self.has(Annotation::Lines) && !line.is_empty();
        match is_wanted {
            true => vec![format!(
                "( {} )",
                numbered(&self.game.game.positions[self.ply], line, line.len())
            )],
            false => Vec::new(),
        }
    }

    /// The number that Black's next move needs where something stands before it.
    fn number_of_next(&self) -> Option<String> {
        let next = self.game.game.written.moves.get(self.ply + 1)?;
        let position = &self.game.game.positions[self.ply + 1];
        let is_in_line = position.move_number(false).is_none() && !next.has_number;
        position.move_number(true).filter(|_| is_in_line)
    }

    /// An older `[%eval]` in a comment.
    fn old_eval(&self, comment: std::ops::Range<usize>) -> Option<(usize, usize)> {
        const BEGIN: &[u8] = b"[%eval";
        let bytes = &self.file[comment.clone()];
        let from = bytes.windows(BEGIN.len()).position(|window| window == BEGIN)?;
        let length = bytes[from..].iter().position(|&byte| byte == b']')? + 1;
        Some((comment.start + from, comment.start + from + length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_what_is_put_in_end_between_words() {
        let mut out = b"1. e4".to_vec();
        let words = format!("{} [%eval{HARD_BLANK}0.31]", " four".repeat(14));
        put(&words, &mut out);
        let text = String::from_utf8_lossy(&out);
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
        assert!(text.ends_with("\n[%eval 0.31]"), "{text}");
        assert_eq!(text.split_whitespace().count(), 2 + 14 + 2);
    }

    #[test]
    fn edits_leave_the_rest_alone() {
        let edit = |from, to, text: &str| Edit { from, to, text: text.to_string() };
        let edits = [edit(3, 3, " x"), edit(4, 5, "y")];
        assert_eq!(apply(&edits, b"abcdefgh", 1..7), b"bc xdyfg");
        assert_eq!(apply(&[], b"abc", 0..3), b"abc");
    }
}
