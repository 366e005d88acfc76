//! How often moves were played in games: read from PGN of any length, in bounded memory.

use std::collections::HashMap;
use std::io::{self, Read};
use std::ops::ControlFlow;

use nohash_hasher::BuildNoHashHasher;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position as _};

use super::position::{code_of, key_of};

/// Bytes that the table takes for each place: 24 and a byte of the table's own, and as much for the table that
/// follows it when rare moves are forgotten, and one for the moves that wait.
const PLACE_BYTES: u64 = 51;
/// Plies of a game that are counted.
const MOST_PLIES: u16 = 60;

/// At most this many moves wait before they come into the table together, in the order of its places: one by one, each
/// is somewhere else in memory, which took four tenths of the time of reading. A million of them are 16 MB.
const MOST_WAITING: usize = 1 << 20;

/// With more games that are damaged, a file is none of games.
const MOST_DAMAGED: u64 = 10_000;

/// The games in which a move was played in a position, whatever moves led there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// All of them.
    pub games: u32,
    /// Those that White won.
    pub white_won: u32,
    /// Those that were drawn. A game without a result counts as lost by neither, and as drawn.
    pub drawn: u32,
}

impl Played {
    /// The points that a side made in these games on average, from 0 to 1: a draw is half a point.
    pub fn points(self, side: Color) -> f64 {
        let white = f64::from(self.white_won) + f64::from(self.drawn) / 2.0;
        let share = white / f64::from(self.games.max(1));
        side.fold_wb(share, 1.0 - share)
    }
}

/// Which games are counted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only those in which the player of this colour has these letters in the name, in upper or lower case.
    pub player: Option<(Color, String)>,
    /// Only those in which the player of this colour is rated at least so high.
    pub rating: Option<(Color, u32)>,
    /// Only those of this year or later.
    pub since: Option<u32>,
}

/// What was read of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadGames {
    /// All games.
    pub games: u64,
    /// Those that are counted.
    pub counted: u64,
    /// Those that are counted up to a move that cannot be played.
    pub cut: u64,
    /// Those that are damaged, and not counted: a tag or a comment without an end, a first position that is none.
    pub damaged: u64,
    /// Those of other rules than those of chess, Chess960 included, which are not counted.
    pub of_other_rules: u64,
}

/// How often each move was played in each position.
///
/// ```
/// use shakmaty::Chess;
/// use shans::chess::{MoveCounts, Wanted};
///
/// let games = "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 1/2-1/2\n";
/// let mut counts = MoveCounts::new(1 << 20);
/// let read = counts.read(games.as_bytes(), &Wanted::default())?;
/// assert_eq!((read.games, read.counted), (3, 3));
/// let moves = counts.of(&Chess::default());
/// let (mv, played) = moves[0];
/// assert_eq!((mv.to_string().as_str(), played.games, played.white_won), ("e2-e4", 2, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveCounts {
    /// What was played, by a number that is as good as any hash of it.
    moves: HashMap<u64, Played, BuildNoHashHasher<u64>>,
    /// How many moves may be remembered.
    most: usize,
    /// Moves that are not in the table yet, and who won their games.
    waiting: Vec<(u64, Option<Color>)>,
    /// How many games of a move may have been forgotten.
    forgotten: u32,
}

impl MoveCounts {
    /// Takes at most this many bytes.
    pub fn new(bytes: u64) -> MoveCounts {
        // Half of them have room for the moves that wait.
        let places = (bytes / PLACE_BYTES).max(8 * u64::from(MOST_PLIES));
        let places = 1_u64 << places.ilog2();
        let most = (places / 8 * 7) as usize;
        MoveCounts { moves: HashMap::default(), most, waiting: Vec::new(), forgotten: 0 }
    }

    /// Adds the games of a file that are wanted. Variations do not count.
    ///
    /// # Errors
    ///
    /// What cannot be read; the games before it are counted.
    pub fn read(&mut self, file: impl Read, wanted: &Wanted) -> io::Result<ReadGames> {
        let read = self.read_games(file, wanted);
        self.take_in();
        self.waiting = Vec::new();
        read
    }

    fn read_games(&mut self, file: impl Read, wanted: &Wanted) -> io::Result<ReadGames> {
        let mut reader = Reader::new(file);
        let mut read = ReadGames::default();
        let mut visitor = Games { counts: self, wanted, line: Vec::new(), has_begun: false };
        let mut damaged = 0;
        loop {
            let end = match reader.read_game(&mut visitor) {
                Ok(Some(end)) => end,
                Ok(None) => break,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    damaged += 1;
                    if damaged > MOST_DAMAGED {
                        return Err(error);
                    }
                    End::Damaged
                }
                Err(error) => return Err(error),
            };
            read.games += u64::from(end != End::NoGame);
            match end {
                End::Unwanted | End::NoGame => {}
                End::Damaged => read.damaged += 1,
                End::OtherRules => read.of_other_rules += 1,
                End::Counted => read.counted += 1,
                End::Cut => (read.counted, read.cut) = (read.counted + 1, read.cut + 1),
            }
        }
        Ok(read)
    }

    /// The moves that were played in a position, those of most games first.
    pub fn of(&self, chess: &Chess) -> Vec<(Move, Played)> {
        let key = key_of(chess);
        let played = |mv: Move| Some((mv, *self.moves.get(&of_move(key, mv))?));
        let mut moves: Vec<_> = chess.legal_moves().into_iter().filter_map(played).collect();
        moves.sort_by_key(|(_, played)| std::cmp::Reverse(played.games));
        moves
    }

    /// How many games of a move may be missing in what is told of it: more than none where there was too little memory.
    pub fn forgotten(&self) -> u32 {
        self.forgotten
    }

    fn add(&mut self, moves: &[u64], result: Option<Color>) {
        self.waiting.extend(moves.iter().map(|&mv| (mv, result)));
        if self.waiting.len() >= MOST_WAITING.min(self.most / 16) {
            self.take_in();
        }
    }

    /// Takes the moves that wait into the table.
    fn take_in(&mut self) {
        // Beforehand: with one place too few the table would double.
        if self.moves.len() + self.waiting.len() > self.most {
            self.forget();
        }
        // A table has a power of two of places, and the last bits of a key are its place.
        let bits = (self.moves.capacity() * 8 / 7).max(1).next_power_of_two().ilog2();
        self.waiting.sort_unstable_by_key(|(mv, _)| mv.rotate_right(bits));
        for (mv, result) in self.waiting.drain(..) {
            let played = self.moves.entry(mv).or_default();
            played.games += 1;
            match result {
                Some(Color::White) => played.white_won += 1,
                Some(Color::Black) => {}
                None => played.drawn += 1,
            }
        }
    }

    /// Forgets the moves of the fewest games, until there is room again for as many. Another table takes the rest: in
    /// one of which entries were removed, their places fill up, and it doubles.
    fn forget(&mut self) {
        let kept = |most: u32| self.moves.values().filter(move |played| played.games > most);
        let rare = (1..).find(|&most| kept(most).count() <= self.most / 2).unwrap_or(u32::MAX);
        let mut moves = HashMap::with_capacity_and_hasher(self.most, BuildNoHashHasher::default());
        moves.extend(self.moves.drain().filter(|(_, played)| played.games > rare));
        self.moves = moves;
        // A move may have been forgotten before.
        self.forgotten = self.forgotten.saturating_add(rare);
    }
}

/// A number for a move in a position of this key.
fn of_move(key: u64, mv: Move) -> u64 {
    // The multiplier of splitmix64.
    key ^ u64::from(code_of(mv).0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What became of a game.
#[derive(PartialEq, Eq)]
enum End {
    /// Some other text.
    NoGame,
    Unwanted,
    Damaged,
    OtherRules,
    Counted,
    Cut,
}

/// Reads games for [`MoveCounts`].
struct Games<'a> {
    counts: &'a mut MoveCounts,
    wanted: &'a Wanted,
    /// The moves of the game so far.
    line: Vec<u64>,
    /// A tag, a move or a result was read of it.
    has_begun: bool,
}

/// What the tags of a game say.
struct Tags {
    start: Option<Chess>,
    result: Option<Color>,
    has_player: bool,
    rating: Option<u32>,
    year: Option<u32>,
}

/// A game that is wanted, as far as it was read.
struct Line {
    chess: Chess,
    result: Option<Color>,
}

impl Games<'_> {
    fn is_wanted(&self, tags: &Tags) -> bool {
        let Wanted { player, rating, since } = self.wanted;
        (player.is_none() || tags.has_player)
            && rating.is_none_or(|(_, least)| tags.rating.is_some_and(|rating| rating >= least))
            && since.is_none_or(|first| tags.year.is_some_and(|year| year >= first))
    }

    fn end(&mut self, line: &Line, end: End) -> End {
        self.counts.add(&self.line, line.result);
        end
    }
}

impl Visitor for Games<'_> {
    type Tags = Tags;
    type Movetext = Line;
    type Output = End;

    fn begin_tags(&mut self) -> ControlFlow<End, Tags> {
        self.line.clear();
        self.has_begun = false;
        let tags = Tags { start: None, result: None, has_player: false, rating: None, year: None };
        ControlFlow::Continue(tags)
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<End> {
        self.has_begun = true;
        let of = |color: Color| color.fold_wb("White", "Black");
        let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse().ok();
        match name {
            b"FEN" => {
                let fen = Fen::from_ascii(value.as_bytes()).ok();
                match fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok()) {
                    Some(chess) => tags.start = Some(chess),
                    None => return ControlFlow::Break(End::Damaged),
                }
            }
            // Other rules than those of chess; Chess960 castles in another way.
            b"Variant" if !value.as_bytes().eq_ignore_ascii_case(b"standard") => {
                return ControlFlow::Break(End::OtherRules);
            }
            b"Result" => {
                tags.result = match value.as_bytes() {
                    b"1-0" => Some(Color::White),
                    b"0-1" => Some(Color::Black),
                    _ => None,
                }
            }
            b"Date" | b"UTCDate" => {
                let year = value.as_bytes().get(..4).and_then(number);
                tags.year = year.or(tags.year);
            }
            _ => {}
        }
        if let Some((color, letters)) = &self.wanted.player
            && name == of(*color).as_bytes()
        {
            let name = value.decode_utf8_lossy().to_lowercase();
            tags.has_player = name.contains(&letters.to_lowercase());
        }
        if let Some((color, _)) = self.wanted.rating
            && name.strip_suffix(b"Elo") == Some(of(color).as_bytes())
        {
            tags.rating = number(value.as_bytes());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<End, Line> {
        match self.is_wanted(&tags) {
            true => {
                let chess = tags.start.unwrap_or_default();
                ControlFlow::Continue(Line { chess, result: tags.result })
            }
            false => ControlFlow::Break(End::Unwanted),
        }
    }

    fn san(&mut self, line: &mut Line, san: SanPlus) -> ControlFlow<End> {
        self.has_begun = true;
        let Ok(mv) = san.san.to_move(&line.chess) else {
            return ControlFlow::Break(self.end(line, End::Cut));
        };
        self.line.push(of_move(key_of(&line.chess), mv));
        line.chess.play_unchecked(mv);
        match self.line.len() >= MOST_PLIES.into() {
            true => ControlFlow::Break(self.end(line, End::Counted)),
            false => ControlFlow::Continue(()),
        }
    }

    fn begin_variation(&mut self, _line: &mut Line) -> ControlFlow<End, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, line: &mut Line, outcome: pgn_reader::Outcome) -> ControlFlow<End> {
        self.has_begun = true;
        // The result behind the moves counts where no tag told one.
        let told = outcome.known().and_then(|outcome| outcome.winner());
        line.result = line.result.or(told);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, line: Line) -> End {
        self.end(&line, if self.has_begun { End::Counted } else { End::NoGame })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n[Date \"2013.11.09\"]\n\
        [BlackElo \"2870\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 d5 (1... Nf6) 2. g3 {first} 1/2-1/2\n\n\
        [White \"Carlsen, M\"]\n[Black \"Anand, V\"]\n[Date \"2014.11.08\"]\n[BlackElo \"2785\"]\n\n\
        1. g3 d5 2. Nf3 Ke6 1-0\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[FEN \"8/8 w\"]\n\n1. e4 *\n";

    fn read(wanted: &Wanted) -> (MoveCounts, ReadGames) {
        let mut counts = MoveCounts::new(1 << 16);
        let read = counts.read(GAMES.as_bytes(), wanted).expect("a text");
        (counts, read)
    }

    fn played(counts: &MoveCounts, moves: &str) -> Vec<String> {
        let mut chess = Chess::default();
        for san in moves.split_whitespace() {
            let san: pgn_reader::shakmaty::san::San = san.parse().expect("a move");
            let mv = san.to_move(&chess).expect("a legal move");
            chess.play_unchecked(mv);
        }
        let told = |(mv, Played { games, white_won, drawn }): &(Move, Played)| {
            format!("{mv} {games} {white_won} {drawn}")
        };
        counts.of(&chess).iter().map(told).collect()
    }

    #[test]
    fn moves_are_counted_where_they_were_played() {
        let (counts, read) = read(&Wanted::default());
        assert_eq!(read, ReadGames { games: 4, counted: 2, cut: 1, damaged: 1, of_other_rules: 1 });
        let mut first = played(&counts, "");
        first.sort();
        assert_eq!(first, ["Ng1-f3 1 0 1", "g2-g3 1 0 1"]);
        assert_eq!(played(&counts, "Nf3"), ["d7-d5 1 0 1"], "no variation");
        assert_eq!(played(&counts, "g3 d5"), ["Ng1-f3 1 0 1"]);
        assert_eq!(played(&counts, "g3 d5 Nf3"), [""; 0], "where it is over nothing was played");
    }

    #[test]
    fn the_result_behind_the_moves_counts_without_a_tag() -> io::Result<()> {
        let mut counts = MoveCounts::new(1 << 16);
        counts.read("1. e4 e5 1-0\n\n1. e4 0-1".as_bytes(), &Wanted::default())?;
        assert_eq!(played(&counts, ""), ["e2-e4 2 1 0"]);
        let all = Played { games: 4, white_won: 1, drawn: 1 };
        assert_eq!([Color::White, Color::Black].map(|side| all.points(side)), [0.375, 0.625]);
        Ok(())
    }

    #[test]
    fn a_damaged_game_is_left_out() -> io::Result<()> {
        for rest in ["1. d4 { cut", "[White \"cut"] {
            let text = format!("1. e4 e5 1-0\n\n{rest}");
            let mut counts = MoveCounts::new(1 << 16);
            let read = counts.read(text.as_bytes(), &Wanted::default())?;
            assert_eq!((read.games, read.damaged), (2, 1), "{text}");
            assert_eq!(played(&counts, ""), ["e2-e4 1 1 0"], "{text}");
        }
        Ok(())
    }

    #[test]
    fn some_other_text_is_no_game() -> io::Result<()> {
        for (text, games) in
            [("", 0), ("<p>Hello</p>\n\n{no}", 0), ("[Event \"?\"]", 1), ("1-0", 1)]
        {
            let mut counts = MoveCounts::new(1 << 16);
            let read = counts.read(text.as_bytes(), &Wanted::default())?;
            assert_eq!((read.games, read.counted), (games, games), "{text}");
        }
        Ok(())
    }

    #[test]
    fn only_games_that_are_wanted_count() {
        let counted = |wanted: Wanted| read(&wanted).1.counted;
        let player = |color, name: &str| Wanted {
            player: Some((color, name.to_string())),
            ..Wanted::default()
        };
        assert_eq!(counted(player(Color::Black, "carlsen")), 1);
        assert_eq!(counted(player(Color::Black, "Kasparov")), 0);
        assert_eq!(counted(Wanted { since: Some(2014), ..Wanted::default() }), 1);
        let rating = |least| Wanted { rating: Some((Color::Black, least)), ..Wanted::default() };
        assert_eq!([2_000, 2_800, 2_900].map(|least| counted(rating(least))), [2, 1, 0]);
    }

    #[test]
    fn rare_moves_are_forgotten_where_memory_is_short() -> io::Result<()> {
        let mut text = String::new();
        for first in ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4"] {
            for reply in ["a6", "b6", "c6", "d6", "e6", "f6"] {
                for third in ["Nf3", "Nc3", "Nh3"] {
                    text.push_str(&format!("1. {first} {reply} 2. {third} *\n\n1. e4 e5 *\n\n"));
                }
            }
        }
        let mut counts = MoveCounts::new(0);
        counts.read(text.as_bytes(), &Wanted::default())?;
        assert!(counts.forgotten() > 0 && counts.moves.len() <= counts.most);
        let moves = played(&counts, "");
        let games: u32 =
            moves[0].split(' ').nth(1).and_then(|games| games.parse().ok()).unwrap_or(0);
        assert!(moves[0].starts_with("e2-e4") && games <= 216 && games + counts.forgotten() >= 216);
        Ok(())
    }
}
