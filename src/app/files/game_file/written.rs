//! Games as they are written, byte by byte: where each move stands, and where something can be written behind
//! it. So a game gets annotations, and all else of it stays as it is.

use std::ops::Range;

use super::scanner::{Found, Part, Scanner, TextPlace};
use crate::app::args::move_words::{bare_move, is_result};

/// A game as it is written. Places are those of bytes in its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenGame {
    /// All of it, up to the next game: the games of a file are the file.
    pub bytes: Range<usize>,
    /// Where it begins.
    pub place: TextPlace,
    /// Its tags: name and value.
    pub tags: Vec<(String, String)>,
    /// The moves of its main line.
    pub moves: Vec<WrittenMove>,
    /// A comment or variation without an end, and where that begins.
    pub open: Option<(&'static str, TextPlace)>,
}

/// A move of the main line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenMove {
    /// Where it stands.
    pub place: TextPlace,
    /// The move alone.
    pub text: String,
    /// Whether a move number stands before it.
    pub has_number: bool,
    /// Whether it has a mark that judges it, like `!?` or `$2`.
    pub is_marked: bool,
    /// Where a mark can be put: behind the move and its marks.
    pub mark_at: usize,
    /// The comment in braces that follows at once.
    pub comment: Option<Range<usize>>,
    /// Where a variation can be put: behind all that belongs to the move.
    pub end: usize,
}

impl WrittenGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// All games of a file.
pub fn written_games(text: &[u8]) -> Vec<WrittenGame> {
    let mut reader = Reader::default();
    let mut scanner = Scanner::new(text);
    for found in scanner.by_ref() {
        reader.take(text, found);
    }
    let open_comment = scanner.open_comment().map(|place| ("comment", place));
    reader.end(text.len(), open_comment)
}

/// Puts the parts of a file together.
#[derive(Default)]
struct Reader {
    done: Vec<WrittenGame>,
    game: WrittenGame,
    has_begun: bool,
    is_over: bool,
    /// Where the open variations began.
    variations: Vec<TextPlace>,
    /// Whether a move number came since the last move.
    has_number: bool,
    /// Whether nothing but marks came since the last move.
    only_marks: bool,
}

impl Reader {
    fn take(&mut self, text: &[u8], found: Found<'_>) {
        let Found { part, bytes, place } = found;
        match part {
            Part::Tag(name, value) => self.tag(name, value, bytes.start, place),
            Part::Begin => self.variations.push(place),
            Part::Close => {
                let was_open = self.variations.pop().is_some();
                self.extend_to(bytes.end, was_open);
            }
            _ if !self.variations.is_empty() => {}
            Part::Comment => self.comment(text, bytes),
            Part::Nag => self.nag(&text[bytes.clone()], bytes.end),
            Part::Word(word) if is_result(&word) => {
                self.is_over |= self.has_begun;
                self.only_marks = false;
            }
            Part::Word(word) => match bare_move(&word) {
                Some(mv) => self.mv(&word, mv.to_string(), bytes, place),
                None if word.starts_with(|first: char| first.is_ascii_digit()) => {
                    self.has_number = true
                }
                None if word.starts_with(['!', '?']) => self.nag(b"$1", bytes.end),
                None => {}
            },
        }
    }

    /// The game so far is over, and another one begins.
    fn begin_another(&mut self, at: usize) {
        let open = self.variations.first().map(|&place| ("variation", place));
        self.game.open = open;
        self.game.bytes.end = at;
        let mut done = std::mem::take(&mut self.done);
        done.push(std::mem::take(self).game);
        self.done = done;
        self.game.bytes.start = at;
    }

    fn begin(&mut self, place: TextPlace) {
        if !self.has_begun {
            self.has_begun = true;
            self.game.place = place;
        }
    }

    fn tag(&mut self, name: String, value: String, at: usize, place: TextPlace) {
        // In a variation that was not closed it begins another game, too.
        if !self.variations.is_empty() && place.column > 1 {
            return;
        }
        if self.is_over || !self.game.moves.is_empty() {
            self.begin_another(at);
        }
        self.begin(place);
        self.game.tags.push((name, value));
    }

    fn mv(&mut self, word: &str, text: String, bytes: Range<usize>, place: TextPlace) {
        if self.is_over {
            self.begin_another(bytes.start);
        }
        self.begin(place);
        let before = word.find(&text).unwrap_or_default();
        let is_marked = word[before + text.len()..].contains(['!', '?']);
        self.game.moves.push(WrittenMove {
            place: TextPlace { column: place.column + before as u64, ..place },
            text,
            has_number: self.has_number || before > 0,
            is_marked,
            mark_at: bytes.end,
            comment: None,
            end: bytes.end,
        });
        (self.has_number, self.only_marks) = (false, true);
    }

    fn nag(&mut self, nag: &[u8], end: usize) {
        let judges = matches!(nag, b"$1" | b"$2" | b"$3" | b"$4" | b"$5" | b"$6");
        let (only_marks, is_over) = (self.only_marks, self.is_over);
        if let Some(mv) = self.game.moves.last_mut().filter(|_| !is_over) {
            mv.is_marked |= judges;
            mv.end = end;
            if only_marks {
                mv.mark_at = end;
            }
        }
    }

    fn comment(&mut self, text: &[u8], bytes: Range<usize>) {
        let is_braced = text[bytes.start] == b'{';
        // Nothing may stand behind a semicolon: it would be part of the comment.
        let line_end = usize::from(!is_braced && bytes.end < text.len());
        let follows_at_once = is_braced && self.only_marks;
        if let Some(mv) = self.game.moves.last_mut().filter(|_| follows_at_once) {
            mv.comment = Some(bytes.clone());
        }
        self.extend_to(bytes.end + line_end, true);
    }

    /// What was read belongs to the last move.
    fn extend_to(&mut self, end: usize, belongs: bool) {
        self.only_marks = false;
        // Behind the result nothing can be put in.
        let is_over = self.is_over;
        if let Some(mv) = self.game.moves.last_mut().filter(|_| belongs && !is_over) {
            mv.end = end;
        }
    }

    fn end(mut self, length: usize, open: Option<(&'static str, TextPlace)>) -> Vec<WrittenGame> {
        if self.has_begun {
            self.begin_another(length);
        } else if let Some(last) = self.done.last_mut() {
            last.bytes.end = length;
        }
        if let Some(last) = self.done.last_mut() {
            last.open = open.or(last.open);
        }
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "{before} [White \"A\"]\n[Black \"B\"]\n\n{first} 1. e4! {[%clk 0:01] good} (1. d4 {no} d5) 1... \
                       e5 $2 $13\n2.Nf3 ; why\nNc6 1-0 {end}\n\n[White \"C\"]\n\n1. c4 *\n";

    #[test]
    fn the_games_of_a_file_are_the_file() {
        let games = written_games(TWO.as_bytes());
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].bytes.start, games[1].bytes.end), (0, TWO.len()));
        assert_eq!(games[0].bytes.end, games[1].bytes.start);
        assert_eq!((games[0].tag("Black"), games[1].tag("White")), (Some("B"), Some("C")));
        assert_eq!(games[1].place, TextPlace { line: 8, column: 1 });
        assert_eq!(written_games(b""), []);
        assert_eq!(written_games(b"1. e4 e5 * 1. d4 *").len(), 2);
        assert_eq!(written_games(b"[A \"b\"]\n*\n[A \"c\"]\n*\n").len(), 2);
    }

    #[test]
    fn every_move_says_what_stands_behind_it() {
        let games = written_games(TWO.as_bytes());
        let told = |mv: &WrittenMove| {
            let WrittenMove { text, has_number, is_marked, mark_at, comment, end, .. } = mv;
            let comment = comment.clone().map_or("", |bytes| &TWO[bytes]);
            let rest = &TWO[*mark_at..*end];
            format!("{text} {has_number} {is_marked} {comment}|{rest}")
        };
        let expected = [
            "e4 true true {[%clk 0:01] good}| {[%clk 0:01] good} (1. d4 {no} d5)",
            "e5 true true |",
            "Nf3 true false | ; why\n",
            "Nc6 false false |",
        ];
        assert_eq!(games[0].moves.iter().map(told).collect::<Vec<_>>(), expected);
        assert_eq!(games[0].moves[1].place, TextPlace { line: 4, column: 56 });
        assert_eq!(games[0].moves[2].place, TextPlace { line: 5, column: 3 });
    }

    #[test]
    fn what_has_no_end_is_named() {
        let open = |text: &str| {
            let games = written_games(text.as_bytes());
            games.first().and_then(|game| game.open).map(|(what, place)| (what, place.line))
        };
        assert_eq!(open("1. e4 {x\ne5"), Some(("comment", 1)));
        assert_eq!(open("1. e4\n(1. d4 d5"), Some(("variation", 2)));
        assert_eq!(open("1. e4 (1. d4 d5 *\n[White \"x\"]\n1. e4 *"), Some(("variation", 1)));
        assert_eq!(open("1. e4 (1. d4) e5 *"), None);
    }
}
