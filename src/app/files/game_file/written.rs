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
    /// All moves and the bounds of variations, with their places.
    pub steps: Vec<(TextPlace, Step)>,
    /// A comment or variation without an end, and where that begins.
    pub open: Option<(&'static str, TextPlace)>,
}

/// What a game with its variations consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A move alone.
    Move(String),
    /// A variation begins: it replaces the move before it.
    Begin,
    /// It ends.
    Close,
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

/// The games of a text, one after another. Each is read when it is asked for.
pub fn written_games(text: &[u8]) -> WrittenGames<'_> {
    WrittenGames { text, scanner: Scanner::new(text), reader: Reader::default() }
}

/// The games of a text.
pub struct WrittenGames<'t> {
    text: &'t [u8],
    scanner: Scanner<'t>,
    reader: Reader,
}

impl Iterator for WrittenGames<'_> {
    type Item = WrittenGame;

    fn next(&mut self) -> Option<WrittenGame> {
        while let Some(found) = self.scanner.next() {
            let done = self.reader.is_followed_by(&found).then(|| self.end_before(&found));
            self.reader.take(self.text, found);
            if done.is_some() {
                return done;
            }
        }
        let game = self.reader.has_begun.then(|| self.end(self.text.len()))?;
        let open_comment = self.scanner.open_comment().map(|place| ("comment", place));
        Some(WrittenGame { open: open_comment.or(game.open), ..game })
    }
}

impl WrittenGames<'_> {
    /// The game so far is over, and another one begins: with the number of its first move, if there is one.
    fn end_before(&mut self, found: &Found<'_>) -> WrittenGame {
        let at = found.bytes.start;
        let is_move = matches!(found.part, Part::Word(_));
        let number_at = self.reader.number_behind.filter(|_| is_move);
        let game = self.end(number_at.unwrap_or(at));
        self.reader.has_number = number_at.is_some();
        game
    }

    /// The game so far is over.
    fn end(&mut self, at: usize) -> WrittenGame {
        let Reader { mut game, variations, .. } = std::mem::take(&mut self.reader);
        game.open = variations.first().map(|&place| ("variation", place)).or(game.open);
        game.bytes.end = at;
        self.reader.game.bytes.start = at;
        game
    }
}

/// Puts the parts of a game together.
#[derive(Default)]
struct Reader {
    game: WrittenGame,
    has_begun: bool,
    is_over: bool,
    /// Where the open variations began.
    variations: Vec<TextPlace>,
    /// Whether a move number came since the last move.
    has_number: bool,
    /// Where a move number stands behind the result: it is of the next game.
    number_behind: Option<usize>,
    /// Whether nothing but marks came since the last move.
    only_marks: bool,
}

impl Reader {
    /// Whether this part is of another game.
    fn is_followed_by(&self, found: &Found<'_>) -> bool {
        match &found.part {
            Part::Tag(..) if self.is_in_variation(found.place) => false,
            Part::Tag(..) => self.is_over || !self.game.moves.is_empty(),
            Part::Word(word) => {
                self.is_over && self.variations.is_empty() && bare_move(word).is_some()
            }
            _ => false,
        }
    }

    /// Whether a tag at this place is none. One that begins a line is, also where a variation was not closed.
    fn is_in_variation(&self, place: TextPlace) -> bool {
        !self.variations.is_empty() && place.column > 1
    }

    fn take(&mut self, text: &[u8], found: Found<'_>) {
        let Found { part, bytes, place } = found;
        match part {
            Part::Tag(name, value) => self.tag(name, value, place),
            Part::Begin => {
                self.variations.push(place);
                self.game.steps.push((place, Step::Begin));
            }
            Part::Close => {
                let was_open = self.variations.pop().is_some();
                self.game.steps.extend(was_open.then_some((place, Step::Close)));
                self.extend_to(bytes.end, was_open);
            }
            Part::Word(word) => match bare_move(&word) {
                Some(mv) => self.mv(&word, mv, bytes, place),
                None if !self.variations.is_empty() => {}
                None if is_result(&word) => self.is_over |= self.has_begun,
                None if word.starts_with(|first: char| first.is_ascii_digit()) => {
                    self.has_number = true;
                    let at = self.is_over.then_some(bytes.start);
                    self.number_behind = self.number_behind.or(at);
                }
                None if word.starts_with(['!', '?']) => self.nag(b"$1", bytes.end),
                None => {}
            },
            _ if !self.variations.is_empty() => {}
            Part::Comment => self.comment(text, bytes),
            Part::Nag => self.nag(&text[bytes.clone()], bytes.end),
        }
    }

    fn begin(&mut self, place: TextPlace) {
        if !self.has_begun {
            self.has_begun = true;
            self.game.place = place;
        }
    }

    fn tag(&mut self, name: String, value: String, place: TextPlace) {
        if self.is_in_variation(place) {
            return;
        }
        self.begin(place);
        let open = self.variations.drain(..).next();
        self.game.open = open.map(|place| ("variation", place)).or(self.game.open);
        self.game.tags.push((name, value));
    }

    fn mv(&mut self, word: &str, mv: &str, bytes: Range<usize>, place: TextPlace) {
        let before = word.find(mv).unwrap_or_default();
        let text = mv.to_string();
        let of_move = TextPlace { column: place.column + before as u64, ..place };
        self.game.steps.push((of_move, Step::Move(text.clone())));
        if !self.variations.is_empty() {
            return;
        }
        self.begin(place);
        let is_marked = word[before + text.len()..].contains(['!', '?']);
        self.game.moves.push(WrittenMove {
            place: of_move,
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
        let follows_at_once = is_braced && self.only_marks && !self.is_over;
        if let Some(mv) = self.game.moves.last_mut().filter(|_| follows_at_once) {
            mv.comment = Some(bytes.clone());
        }
        self.extend_to(bytes.end + line_end, true);
    }

    /// What was read belongs to the last move.
    fn extend_to(&mut self, end: usize, belongs: bool) {
        self.only_marks = false;
        // What stands behind the result belongs to the game, and to none of its moves.
        let belongs = belongs && !self.is_over;
        if let Some(mv) = self.game.moves.last_mut().filter(|_| belongs) {
            mv.end = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "{before} [White \"A\"]\n[Black \"B\"]\n\n{first} 1. e4! {[%clk 0:01] good} (1. d4 {no} d5) 1... \
                       e5 $2 $13\n2.Nf3 ; why\nNc6 1-0 {end}\n\n[White \"C\"]\n\n1. c4 *\n";

    #[test]
    fn the_games_of_a_file_are_the_file() {
        let games: Vec<_> = written_games(TWO.as_bytes()).collect();
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].bytes.start, games[1].bytes.end), (0, TWO.len()));
        assert_eq!(games[0].bytes.end, games[1].bytes.start);
        assert_eq!((games[0].tag("Black"), games[1].tag("White")), (Some("B"), Some("C")));
        assert_eq!(games[1].place, TextPlace { line: 8, column: 1 });
        let text = "1. e4 1-0\n\n1. d4 {x} 1/2\nc4 * 7 [A \"b\"]\n";
        let told = |game: WrittenGame| {
            let has_number = game.moves.first().is_some_and(|mv| mv.has_number);
            format!("{has_number} {}", &text[game.bytes])
        };
        let expected =
            ["true 1. e4 1-0\n\n", "true 1. d4 {x} 1/2\n", "false c4 * 7 ", "false [A \"b\"]\n"];
        assert_eq!(written_games(text.as_bytes()).map(told).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_move_says_what_stands_behind_it() {
        let games: Vec<_> = written_games(TWO.as_bytes()).collect();
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
            let first = written_games(text.as_bytes()).next();
            first.and_then(|game| game.open).map(|(what, place)| (what, place.line))
        };
        assert_eq!(open("1. e4 {x\ne5"), Some(("comment", 1)));
        assert_eq!(open("1. e4\n(1. d4 d5"), Some(("variation", 2)));
        assert_eq!(open("1. e4 (1. d4 d5 *\n[White \"x\"]\n1. e4 *"), Some(("variation", 1)));
        assert_eq!(open("[White \"x\"] (1. d4 d5\n[Black \"y\"]\n1. e4 *"), Some(("variation", 1)));
        assert_eq!(open("1. e4 (1. d4) e5 *"), None);
    }

    #[test]
    fn a_game_ends_with_its_result_or_where_tags_begin() {
        let told = |text: &str| {
            let line = |game: WrittenGame| {
                let moves: Vec<_> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
                format!("{} {} {}", game.place.line, game.tags.len(), moves.join(" "))
            };
            written_games(text.as_bytes()).map(line).collect::<Vec<_>>()
        };
        let text = "\u{feff}[White \"a\"]\r\n[Black \"b\"]\r\n\r\n1. e4 e5\r\n\r\n2. Nf3 1-0 {end}\r\n\
                    1. d4 *\n[White \"c\"]\n\n1. c4\n\n[White \"d\"]\n*\n[White \"e\"]";
        assert_eq!(told(text), ["1 2 e4 e5 Nf3", "7 0 d4", "8 1 c4", "12 1 ", "14 1 "]);
        assert_eq!(told("1. e4 e5 * 1. d4 *"), ["1 0 e4 e5", "1 0 d4"]);
        assert_eq!(told("[A \"b\"]\r\r1. e4 e5\r2. Nf3 *\r"), ["1 1 e4 e5 Nf3"]);
        for nothing in ["", "\n \n{only a comment}\n", "%1. e4\n", "*\n"] {
            assert_eq!(told(nothing), Vec::<String>::new(), "{nothing}");
        }
    }

    #[test]
    fn moves_are_read_whatever_stands_around_them() {
        for (text, main, all) in [
            (
                "1. e4 {a (b\nc} e5 (1... c5 {)} (1... d5)) 2.Nf3!? $1 1-0",
                "e4 e5 Nf3",
                "e4 e5 < c5 < d5 > > Nf3",
            ),
            ("1.e4{x}e5(1...c5)2.Nf3; Nc6\nNc6 *", "e4 e5 Nf3 Nc6", "e4 e5 < c5 > Nf3 Nc6"),
            ("%hidden e4\ne4", "e4", "e4"),
            ("e4 ) e5 } ] Nf3", "e4 e5 Nf3", "e4 e5 Nf3"),
            ("e4 ( 1-0 * ) e5", "e4 e5", "e4 < > e5"),
            ("e4 hello -- Z0", "e4 hello -- Z0", "e4 hello -- Z0"),
            ("[Event x] e4 (d4 [x] d5)", "e4", "e4 < d4 d5 >"),
            ("(e5\n[White \"a\"]\ne4", "e4", "< e5 e4"),
        ] {
            let game = written_games(text.as_bytes()).next().unwrap_or_default();
            let moves: Vec<_> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
            let step = |(_, step): &(TextPlace, Step)| match step {
                Step::Move(text) => text.clone(),
                Step::Begin => "<".to_string(),
                Step::Close => ">".to_string(),
            };
            assert_eq!(moves.join(" "), main, "{text}");
            assert_eq!(game.steps.iter().map(step).collect::<Vec<_>>().join(" "), all, "{text}");
        }
    }
}
