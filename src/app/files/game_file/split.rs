//! A text as the games that are written in it.

use super::reader::Reader;
use super::scanner::{Found, Part, Scanner};
#[cfg(doc)]
use super::tags::LOOKS_AHEAD;
use super::written::WrittenGame;

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
        while let Some(mut found) = self.scanner.next() {
            self.reader.settle(&mut found);
            let done = self.reader.is_followed_by(&found).then(|| self.end_before(&found));
            self.reader.take(self.text, found);
            if done.is_some() {
                return done;
            }
        }
        let is_game = self.reader.has_begun;
        is_game.then(|| self.end(self.text.len()))
    }
}

impl WrittenGames<'_> {
    /// How many bytes were read. What stands more than [`LOOKS_AHEAD`] behind them has decided nothing.
    pub(super) fn read_so_far(&self) -> usize {
        self.scanner.at
    }

    /// The game so far is over, and another one begins: with the number of its first move, if there is one.
    fn end_before(&mut self, found: &Found<'_>) -> WrittenGame {
        let is_move = matches!(found.part, Part::Word(_));
        let number = self.reader.number_behind.filter(|_| is_move);
        let game = self.end(number.unwrap_or(found.bytes.start));
        self.reader.begin_behind(game.bytes.end, number.is_some());
        game
    }

    /// The game so far is over.
    fn end(&mut self, at: usize) -> WrittenGame {
        let open_comment = self.scanner.open_comment.take().map(|place| ("comment", place));
        let game = std::mem::take(&mut self.reader).finish(at);
        WrittenGame { open: open_comment.or(game.open), ..game }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scanner::TextPlace;
    use super::super::written::{Step, WrittenMove};
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
            let WrittenMove { text, has_number, mark, mark_at, comment, end, .. } = mv;
            let comment = comment.clone().map_or("", |bytes| &TWO[bytes]);
            let rest = &TWO[*mark_at..*end];
            format!("{text} {has_number} {} {comment}|{rest}", mark.unwrap_or_default())
        };
        let expected = [
            "e4 true 1 {[%clk 0:01] good}| {[%clk 0:01] good} (1. d4 {no} d5)",
            "e5 true 2 |",
            "Nf3 true 0 | ; why\n",
            "Nc6 false 0 |",
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
