//! The game again, with annotations. All that it has stays as it is: text is put in, and nothing but
//! older `[%eval]` is taken out. What is put in once is not put in again.

use std::ops::Range;

use super::analysed::AnalysedGame;
use crate::app::args::Annotation;
use crate::app::files::game_file::WrittenMove;
use crate::app::games::CommandLineGame;
use crate::app::reporting::judge::Mark;
use crate::app::reporting::variation::numbered;
use crate::inspect::Score;
use crate::value::Player;

/// The longest line, as PGN wants it, as far as words that are put in are concerned.
const COLUMNS: usize = 79;
/// A blank at which no line ends.
const HARD_BLANK: char = '\u{1}';
/// The end of a line.
const LINE_END: char = '\u{2}';
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
    edits.sort_by_cached_key(|edit| edit.from);
    apply(&edits, file, game.game.written.bytes.clone())
}

/// The text with its edits, which come in its order.
fn apply(edits: &[Edit], file: &[u8], bytes: Range<usize>) -> Vec<u8> {
    let newline = newline_of(file);
    let (mut out, mut at) = (Vec::new(), bytes.start);
    for edit in edits {
        out.extend_from_slice(&file[at..edit.from]);
        put(&edit.text, newline, &mut out);
        at = edit.to;
    }
    out.extend_from_slice(&file[at..bytes.end]);
    out
}

/// How the first line of a file ends: all that is put in ends its lines so.
fn newline_of(file: &[u8]) -> &'static [u8] {
    let end = file.iter().position(|&byte| ends_line(byte));
    match end.map(|at| &file[at..]) {
        Some([b'\r', b'\n', ..]) => b"\r\n",
        Some([b'\r', ..]) => b"\r",
        _ => b"\n",
    }
}

fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Puts words in; blanks become line ends where the line would be too long.
fn put(text: &str, newline: &[u8], out: &mut Vec<u8>) {
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            let line = out.iter().rev().take_while(|&&byte| !ends_line(byte)).count();
            let is_full = line + 1 + word.len() > COLUMNS;
            out.extend_from_slice(if is_full { newline } else { b" " });
        }
        for letter in word.bytes() {
            match char::from(letter) {
                HARD_BLANK => out.push(b' '),
                LINE_END => out.extend_from_slice(newline),
                _ => out.push(letter),
            }
        }
    }
}

struct Annotator<'a, G: CommandLineGame> {
    game: &'a AnalysedGame<'a, G>,
    file: &'a [u8],
    ply: usize,
}

impl<G: CommandLineGame> Annotator<'_, G> {
    fn edit(&self, edits: &mut Vec<Edit>) {
        let written = self.written();
        let insert = |at: usize, text: String| Edit { from: at, to: at, text };
        if let Some(mark) =
            self.mark().filter(|_| written.mark.is_none() && self.has(Annotation::Marks))
        {
            edits.push(insert(written.mark_at, format!(" {}", mark.nag())));
        }
        let mut is_interrupted = self.edit_comments(edits);
        let variation = self.variation();
        is_interrupted |= variation.is_some();
        let number = self.number_of_next().filter(|_| is_interrupted);
        let text: String =
            variation.into_iter().chain(number).map(|text| format!(" {text}")).collect();
        if !text.is_empty() {
            edits.push(insert(written.end, self.behind_line(text)));
        }
    }

    /// Text behind all that belongs to the move. Behind a semicolon that is the end of its line.
    fn behind_line(&self, text: String) -> String {
        let written = self.written();
        let ends = self.file[..written.end].last().is_some_and(|&byte| ends_line(byte));
        let last = written.comments.last().filter(|last| last.end == written.end);
        match last {
            _ if ends => format!("{} ", text.trim_start()),
            Some(last) if self.file[last.start] == b';' => {
                format!("{LINE_END}{}", text.trim_start())
            }
            _ => text,
        }
    }

    /// Puts value, arrows and reasons into the comments on the move; whether it has a comment only thereby.
    fn edit_comments(&self, edits: &mut Vec<Edit>) -> bool {
        let written = self.written();
        let eval = self.eval().filter(|_| self.has(Annotation::Evals));
        let arrows = self.arrows().filter(|_| self.has(Annotation::Arrows));
        let mut old = self.commands_in_comments("eval").into_iter();
        let first = old.next().filter(|_| eval.is_some());
        let commands: Vec<String> = eval.into_iter().chain(arrows).collect();
        // No line begins with one of them: some readers would take it for a tag.
        let commands = commands.join(&HARD_BLANK.to_string());
        let reasons = self.reasons().filter(|_| self.has(Annotation::Reasons));
        let parts: Vec<String> =
            [commands].into_iter().filter(|text| !text.is_empty()).chain(reasons).collect();
        let text = parts.join(" ");
        match (first, &written.comment) {
            _ if text.is_empty() => false,
            (Some(first), _) => {
                edits.push(Edit { from: first.start, to: first.end, text });
                // Another one would contradict it.
                edits.extend(old.map(|old| self.without(old)));
                false
            }
            (None, Some(comment)) => {
                let at = comment.start + 1;
                let has_blank = self.file.get(at) == Some(&b' ');
                let blank = if has_blank { String::new() } else { HARD_BLANK.to_string() };
                edits.push(Edit { from: at, to: at, text: format!("{HARD_BLANK}{text}{blank}") });
                false
            }
            (None, None) => {
                let at = written.mark_at;
                let text = format!(" {{{HARD_BLANK}{text}{HARD_BLANK}}}");
                edits.push(Edit { from: at, to: at, text });
                true
            }
        }
    }

    /// Takes bytes out, and a blank before them.
    fn without(&self, bytes: Range<usize>) -> Edit {
        let has_blank = self.file[..bytes.start].last() == Some(&b' ');
        let from = bytes.start - usize::from(has_blank);
        Edit { from, to: bytes.end, text: String::new() }
    }

    fn written(&self) -> &WrittenMove {
        &self.game.game.written.moves[self.ply]
    }

    fn has(&self, annotation: Annotation) -> bool {
        !self.game.judging.without.contains(&annotation)
    }

    fn mark(&self) -> Option<Mark> {
        self.game.verdicts[self.ply].mark
    }

    /// What the position behind the move is worth: White's view. Nothing where that is not settled.
    fn eval(&self) -> Option<String> {
        let fact = Some(&self.game.facts[self.ply + 1]).filter(|fact| fact.is_settled())?;
        let is_over = fact.value.win().is_some_and(|(_, plies)| plies == 0);
        let worth = match Score::new(fact.value, Player::Max) {
            _ if is_over => return None,
            Score::Cp(cp) => format!("{:.2}", cp as f64 / 100.0),
            Score::Mate(moves) => format!("#{moves}"),
            Score::Seen { won: true, .. } | Score::Table { won: true, .. } => SEEN_WIN.to_string(),
            Score::Seen { won: false, .. } | Score::Table { won: false, .. } => {
                format!("-{SEEN_WIN}")
            }
        };
        Some(format!("[%eval{HARD_BLANK}{worth}]"))
    }

    /// The better move in green, the bad one's answer in red, and the square where the bad move went. Nothing is
    /// drawn where arrows or squares are drawn already.
    fn arrows(&self) -> Option<String> {
        self.mark()?;
        let is_drawn =
            ["csl", "cal"].iter().any(|name| !self.commands_in_comments(name).is_empty());
        if is_drawn {
            return None;
        }
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
            false => format!("{squares}{HARD_BLANK}[%cal{HARD_BLANK}{}]", arrows.join(",")),
        })
    }

    /// Why the move is bad, or the only good one. Nothing where somebody has said something of it.
    fn reasons(&self) -> Option<String> {
        /// As many sentences as one reads.
        const MOST: usize = 2;
        let told = self.game.reasons_of(self.ply);
        let is_said = !self.game.game.written.comments_at(self.ply + 1, self.file).is_empty();
        (!told.is_empty() && !is_said).then(|| told[..told.len().min(MOST)].join(" "))
    }

    /// The better line, where the move was bad, and no variation begins with its move.
    fn variation(&self) -> Option<String> {
        let position = &self.game.game.positions[self.ply];
        let line = self.game.best_line(self.ply);
        let first =
            line.first().filter(|_| self.mark().is_some() && self.has(Annotation::Lines))?;
        let is_it = |text: &String| position.read_move(text).is_ok_and(|mv| mv == *first);
        let is_there = self.written().variations.iter().any(is_it);
        // A number is parted from no move by a line end.
        let text = || numbered(position, line, line.len()).replace(". ", &format!(".{HARD_BLANK}"));
        (!is_there).then(|| format!("( {} )", text()))
    }

    /// The number that Black's next move needs where something stands before it.
    fn number_of_next(&self) -> Option<String> {
        let next = self.game.game.written.moves.get(self.ply + 1)?;
        let position = &self.game.game.positions[self.ply + 1];
        let is_in_line = position.move_number(false).is_none() && !next.has_number;
        position.move_number(true).filter(|_| is_in_line)
    }

    /// Where `[%name ...]` stands in the comments on the move.
    fn commands_in_comments(&self, name: &str) -> Vec<Range<usize>> {
        let comments = self.written().comments.iter();
        comments.flat_map(|comment| commands(self.file, comment.clone(), name)).collect()
    }
}

/// Where `[%name ...]` stands in a comment.
fn commands(file: &[u8], comment: Range<usize>, name: &str) -> Vec<Range<usize>> {
    let begin = format!("[%{name}");
    let (mut found, mut at) = (Vec::new(), comment.start);
    let is_begin = |window: &[u8]| window == begin.as_bytes();
    while let Some(place) = file[at..comment.end].windows(begin.len()).position(is_begin) {
        let from = at + place;
        at = from + begin.len();
        let rest = &file[at..comment.end];
        let is_whole = rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric());
        if let Some(length) = rest.iter().position(|&byte| byte == b']').filter(|_| is_whole) {
            at += length + 1;
            found.push(from..at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_what_is_put_in_end_between_words() {
        let mut out = b"1. e4".to_vec();
        let words = format!("{} [%eval{HARD_BLANK}0.31]", " four".repeat(14));
        put(&words, b"\r\n", &mut out);
        let text = String::from_utf8_lossy(&out);
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
        assert!(text.ends_with("\r\n[%eval 0.31]"), "{text}");
        assert_eq!(newline_of(b"a\r\nb\n"), b"\r\n");
        assert_eq!((newline_of(b"a\rb"), newline_of(b"a")), (&b"\r"[..], &b"\n"[..]));
        assert_eq!(text.split_whitespace().count(), 2 + 14 + 2);
    }

    #[test]
    fn edits_leave_the_rest_alone() {
        let edit = |from, to, text: &str| Edit { from, to, text: text.to_string() };
        let edits = [edit(3, 3, " x"), edit(4, 5, "y")];
        assert_eq!(apply(&edits, b"abcdefgh", 1..7), b"bc xdyfg");
        assert_eq!(apply(&[], b"abc", 0..3), b"abc");
    }

    #[test]
    fn commands_in_a_comment_are_found() {
        let file = b"{[%eval 0.1] x [%evals 1] [%eval 0.2,3][%eval}";
        let found = commands(file, 0..file.len(), "eval");
        let told: Vec<_> = found.into_iter().map(|bytes| &file[bytes]).collect();
        assert_eq!(told, [&b"[%eval 0.1]"[..], b"[%eval 0.2,3]"]);
    }
}
