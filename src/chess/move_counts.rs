//! How often moves were played in games, in bounded memory.

use std::collections::HashMap;

use nohash_hasher::BuildNoHashHasher;
use shakmaty::{Chess, Color, Move, Position as _};

use super::position::{code_of, key_of, play_with_key};

/// Bytes that the table takes for each place: 24 and a byte of the table's own, and as much for the table that
/// follows it when rare moves are forgotten, and one for the moves that wait.
const PLACE_BYTES: u64 = 51;

/// At most this many moves wait before they come into the table together, in the order of its places: one by one, each
/// is somewhere else in memory, which took four tenths of the time of reading. A million of them are 16 MB.
const MOST_WAITING: usize = 1 << 20;

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

/// A game that is played, and its first plies as they are counted.
#[derive(Clone, Debug)]
pub struct CountedLine {
    chess: Chess,
    key: u64,
    moves: Vec<u64>,
    plies: usize,
}

impl CountedLine {
    /// Plies of a game that are counted.
    pub const MOST_PLIES: usize = 60;

    /// A game that begins with this position.
    pub fn new(first: Chess) -> CountedLine {
        let (key, moves) = (key_of(&first), Vec::with_capacity(CountedLine::MOST_PLIES));
        CountedLine { chess: first, key, moves, plies: 0 }
    }

    /// The position that it has come to.
    pub fn position(&self) -> &Chess {
        &self.chess
    }

    /// Plays a legal move. It counts once in its position, however often that comes back.
    pub fn play(&mut self, mv: Move) {
        let played = of_move(self.key, mv);
        // Before the last move that cannot be taken back there was no such position.
        let since = self.moves.len().saturating_sub(self.chess.halfmoves() as usize);
        if self.plies < CountedLine::MOST_PLIES && !self.moves[since..].contains(&played) {
            self.moves.push(played);
        }
        self.plies += 1;
        play_with_key(&mut self.chess, &mut self.key, mv);
    }

    /// What tells the moves that count from those of other games.
    pub fn moves(&self) -> &[u64] {
        &self.moves
    }
}

/// How often each move was played in each position.
///
/// ```
/// use shakmaty::Chess;
/// use shans::chess::{CountedLine, MoveCounts, Position};
/// use shans::game::{Game, Notation};
///
/// let mut counts = MoveCounts::new(1 << 20);
/// let start = <Position>::default();
/// for text in ["e4", "e4", "d4"] {
///     let mut line = CountedLine::new(start.chess().clone());
///     line.play(start.read_move(text)?);
///     counts.add(&line, None);
/// }
/// counts.take_in();
/// let (mv, played) = counts.of(&Chess::default())[0];
/// assert_eq!((mv.to_string().as_str(), played.games, played.drawn), ("e2-e4", 2, 2));
/// # Ok::<(), shans::game::MoveTextError>(())
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
        let places = (bytes / PLACE_BYTES).max(8 * CountedLine::MOST_PLIES as u64);
        let places = 1_u64 << places.ilog2();
        let most = (places / 8 * 7) as usize;
        MoveCounts { moves: HashMap::default(), most, waiting: Vec::new(), forgotten: 0 }
    }

    /// Adds the first plies of a game. [`MoveCounts::of`] knows them after [`MoveCounts::take_in`].
    pub fn add(&mut self, line: &CountedLine, winner: Option<Color>) {
        self.waiting.extend(line.moves.iter().map(|&mv| (mv, winner)));
        if self.waiting.len() >= MOST_WAITING.min(self.most / 16) {
            self.take_in();
        }
    }

    /// The moves that were played in a position, those of most games first.
    pub fn of(&self, chess: &Chess) -> Vec<(Move, Played)> {
        let key = key_of(chess);
        let played = |mv: Move| Some((mv, *self.moves.get(&of_move(key, mv))?));
        let mut moves: Vec<_> = chess.legal_moves().into_iter().filter_map(played).collect();
        moves.sort_by_key(|(_, played)| std::cmp::Reverse(played.games));
        moves
    }

    /// How many moves are known in all positions.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// How many games of a move may be missing in what is told of it: more than none where there was too little memory.
    pub fn forgotten(&self) -> u32 {
        self.forgotten
    }

    /// Takes the moves that wait into the table.
    pub fn take_in(&mut self) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::{Game as _, Notation as _};

    /// The position behind these moves, and they.
    fn line(text: &str) -> (Chess, Vec<Move>) {
        let mut position = <Position>::default();
        let moves = text.split_whitespace().map(|word| {
            let mv = position.read_move(word).expect(word);
            position.play(mv);
            mv
        });
        let moves = moves.collect();
        (position.chess().clone(), moves)
    }

    fn counts(bytes: u64, games: &[(&str, Option<Color>)]) -> MoveCounts {
        let mut counts = MoveCounts::new(bytes);
        for (text, won) in games {
            let mut counted = CountedLine::new(Chess::default());
            line(text).1.into_iter().for_each(|mv| counted.play(mv));
            counts.add(&counted, *won);
        }
        counts.take_in();
        counts
    }

    fn played(counts: &MoveCounts, moves: &str) -> Vec<String> {
        let told = |(mv, Played { games, white_won, drawn }): &(Move, Played)| {
            format!("{mv} {games} {white_won} {drawn}")
        };
        counts.of(&line(moves).0).iter().map(told).collect()
    }

    #[test]
    fn moves_are_counted_where_they_were_played() {
        let games = [("Nf3 d5 g3", None), ("g3 d5 Nf3 Nf6", Some(Color::White))];
        let counts = counts(1 << 16, &games);
        let mut first = played(&counts, "");
        first.sort();
        assert_eq!(first, ["Ng1-f3 1 0 1", "g2-g3 1 1 0"]);
        assert_eq!(played(&counts, "g3 d5"), ["Ng1-f3 1 1 0"]);
        assert_eq!(played(&counts, "Nf3 d5 g3"), ["Ng8-f6 1 1 0"], "by another order");
        assert_eq!(
            played(&counts, "g3 d5 Nf3 Nf6"),
            [""; 0],
            "where it is over nothing was played"
        );
        let all = Played { games: 4, white_won: 1, drawn: 1 };
        assert_eq!([Color::White, Color::Black].map(|side| all.points(side)), [0.375, 0.625]);
    }

    #[test]
    fn a_game_counts_once_for_a_move_in_a_position() {
        let counts = counts(1 << 16, &[("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4", None)]);
        let mut first = played(&counts, "");
        first.sort();
        assert_eq!(first, ["Ng1-f3 1 0 1", "e2-e4 1 0 1"]);
    }

    /// Keys are carried along from move to move: castling, en passant and promotions change more than two squares.
    #[test]
    fn keys_are_those_of_the_positions() {
        let lines = [
            "e4 d5 e5 f5 exf6 Nxf6 Nf3 e5 Be2 Be7 O-O O-O d4 exd4 c4 dxc3 Qa4 cxb2 Nc3 bxa1=Q Bd2 Qxf1",
            "a4 h5 a5 b5 axb6 h4 g4 hxg3 b7 gxh2 bxa8=N hxg1=Q Rxg1 Rh1 Rxh1",
        ];
        for text in lines {
            let counts = counts(1 << 16, &[(text, None)]);
            let words: Vec<&str> = text.split(' ').collect();
            for ply in 0..words.len() {
                assert_eq!(played(&counts, &words[..ply].join(" ")).len(), 1, "{text} {ply}");
            }
        }
    }

    #[test]
    fn rare_moves_are_forgotten_where_memory_is_short() {
        let mut games = Vec::new();
        for first in ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4"] {
            for reply in ["a6", "b6", "c6", "d6", "e6", "f6"] {
                for third in ["f4", "g4", "h4"] {
                    games.extend([format!("{first} {reply} {third}"), "e4 e5".to_string()]);
                }
            }
        }
        let games: Vec<_> = games.iter().map(|text| (text.as_str(), None)).collect();
        let counts = counts(0, &games);
        assert!(counts.forgotten() > 0 && counts.moves.len() <= counts.most);
        let moves = played(&counts, "");
        let games: u32 =
            moves[0].split(' ').nth(1).and_then(|games| games.parse().ok()).unwrap_or(0);
        assert!(moves[0].starts_with("e2-e4") && games <= 216 && games + counts.forgotten() >= 216);
    }
}
