//! A toy game: finite random trees out of a seed.
//!
//! Every question about a position is answered by hashing it, so a tree of any shape is a few
//! numbers, nothing is stored, and the same rules always give the same tree. Values come from a
//! small range, so that ties are likely. Optionally turns do not alternate, outcomes are random,
//! games end early by wins, and different lines lead to the same position.

use std::ops::Range;

use proptest::prelude::*;
use shans::game::{
    Estimate, Evaluate, Game, Heuristics, MoveCode, MoveTextError, Notation, Order, Past, Turn,
};
use shans::search::{Leaf, Limits, Negamax, Report, Root, Searcher};
use shans::value::{Player, Value};

/// Who moves when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Max, Min, Max, Min ...
    Alternating,
    /// Each side has two seats, and they sit next to each other: Max, Max, Min, Min ...
    Partners,
    /// Max or Min by the hash of the position, as after moves that give another turn.
    Random,
    /// As [`Turns::Random`], and every third turn or so is chance's.
    WithChance,
}

impl Turns {
    /// Each of them.
    pub const ALL: [Turns; 4] =
        [Turns::Alternating, Turns::Partners, Turns::Random, Turns::WithChance];
}

/// The rules: everything that shapes a tree.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Trees of different seeds have nothing in common.
    pub seed: u64,
    /// Every game is over after that many plies.
    pub length: u8,
    /// A position has 1 to this many moves, drawn evenly; at most 250.
    pub width: u8,
    /// Who moves when.
    pub turns: Turns,
    /// Values are whole centipawns from `-spread` to `spread`.
    pub spread: u16,
    /// Of 256 positions, this many are the end of the game by a win. Some of these wins are
    /// adjudicated: they are given in 1 to 3 plies.
    pub wins: u8,
    /// Of 256 positions, this many are forced, as out of check in chess.
    pub forced: u8,
    /// Positions at each ply, if lines may meet again; a pure tree where `None`.
    pub merged: Option<u64>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            seed: 0,
            length: 6,
            width: 4,
            turns: Turns::Alternating,
            spread: 4,
            wins: 8,
            forced: 32,
            merged: None,
        }
    }
}

/// A position: how it was reached, hashed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toy {
    rules: Rules,
    ply: u8,
    state: u64,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.seed == other.seed
    }
}

/// The number of a move in its position, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToyMove(pub u8);

/// The questions that are answered by hashing, one salt each.
#[derive(Clone, Copy)]
enum Question {
    Child,
    Turn,
    Width,
    Ending,
    Winner,
    Distance,
    Value,
    Static,
    Forced,
    Gain,
    Tactical,
    Quiet,
    Odds,
}

impl Toy {
    /// The first position under these rules.
    pub fn new(rules: Rules) -> Toy {
        Toy { rules, ply: 0, state: mix(rules.seed) }
    }

    /// Plies played since the start.
    pub fn ply(&self) -> u8 {
        self.ply
    }

    /// The position after the moves with these numbers.
    pub fn after(&self, moves: &[u8]) -> Toy {
        let mut toy = *self;
        moves.iter().for_each(|&number| toy.play(ToyMove(number)));
        toy
    }

    fn hash(&self, question: Question) -> u64 {
        let place = self.state ^ (u64::from(self.ply) << 56);
        mix(mix(place) ^ mix(self.rules.seed ^ question as u64))
    }

    fn hash_of(&self, question: Question, mv: ToyMove) -> u64 {
        mix(self.hash(question) ^ (u64::from(mv.0) + 1))
    }

    /// Whether something holds that holds for `often` of 256 positions.
    fn holds(&self, question: Question, often: u8) -> bool {
        self.hash(question) % 256 < u64::from(often)
    }

    fn number(&self, question: Question) -> Value {
        let range = 2 * u64::from(self.rules.spread) + 1;
        let number = (self.hash(question) % range) as f32 - f32::from(self.rules.spread);
        Value::centipawns(number)
    }

    fn is_won(&self) -> bool {
        self.ply > 0 && self.holds(Question::Ending, self.rules.wins)
    }

    fn is_over(&self) -> bool {
        self.ply >= self.rules.length || self.is_won()
    }

    fn won(&self) -> Value {
        let winner =
            if self.hash(Question::Winner).is_multiple_of(2) { Player::Max } else { Player::Min };
        let distance = (self.hash(Question::Distance) % 6).saturating_sub(2) as u16;
        Value::win_in(winner, distance)
    }

    fn legal(&self) -> impl Iterator<Item = ToyMove> {
        let width = if self.is_over() { 0 } else { self.width() };
        (0..width).map(ToyMove)
    }

    fn width(&self) -> u8 {
        1 + (self.hash(Question::Width) % u64::from(self.rules.width)) as u8
    }

    fn estimate(&self, mv: ToyMove) -> Estimate<ToyMove> {
        let gain = (self.hash_of(Question::Gain, mv) % 8) as i32 - 4;
        Estimate { mv, gain }
    }
}

impl Game for Toy {
    type Move = ToyMove;

    fn turn(&self) -> Turn {
        let by_hash = self.hash(Question::Turn);
        let max_moves = match self.rules.turns {
            Turns::Alternating => self.ply.is_multiple_of(2),
            Turns::Partners => self.ply % 4 < 2,
            Turns::WithChance if by_hash % 64 < 20 => return Turn::Random,
            Turns::Random | Turns::WithChance => by_hash.is_multiple_of(2),
        };
        if max_moves { Turn::Max } else { Turn::Min }
    }

    fn moves(&self, out: &mut Vec<ToyMove>) {
        out.extend(self.legal());
    }

    fn play(&mut self, mv: ToyMove) {
        let child = self.hash_of(Question::Child, mv);
        self.state = self.rules.merged.map_or(child, |positions| child % positions.max(1));
        self.ply = self.ply.saturating_add(1);
    }

    fn outcome(&self, _past: &Past<'_>) -> Option<Value> {
        if self.is_won() {
            return Some(self.won());
        }
        self.is_over().then(|| self.number(Question::Value))
    }

    fn odds(&self, outcome: ToyMove) -> f32 {
        1.0 + (self.hash_of(Question::Odds, outcome) % 4) as f32
    }

    fn key(&self) -> u64 {
        self.hash(Question::Child)
    }

    fn encode(&self, mv: ToyMove) -> MoveCode {
        MoveCode(u16::from(mv.0))
    }

    fn decode(&self, code: MoveCode) -> Option<ToyMove> {
        let mv = ToyMove(u8::try_from(code.0).ok()?);
        self.legal().any(|legal| legal == mv).then_some(mv)
    }
}

impl Evaluate for Toy {
    type Evaluator = ();

    fn evaluator(&self) -> &() {
        &()
    }

    fn evaluate(&self) -> Value {
        self.number(Question::Static)
    }

    fn fingerprint((): &()) -> u64 {
        1
    }
}

impl Order for Toy {
    fn estimates(&self, out: &mut Vec<Estimate<ToyMove>>) {
        out.extend(self.legal().map(|mv| self.estimate(mv)));
    }

    /// Finished positions count as forced: nobody may stay in them at a static value.
    fn forced(&self) -> bool {
        self.is_over() || self.holds(Question::Forced, self.rules.forced)
    }

    fn tactical(&self, out: &mut Vec<Estimate<ToyMove>>) {
        let tactical = |&mv: &ToyMove| self.hash_of(Question::Tactical, mv).is_multiple_of(4);
        out.extend(self.legal().filter(tactical).map(|mv| self.estimate(mv)));
    }

    fn evasions(&self, out: &mut Vec<Estimate<ToyMove>>) {
        self.estimates(out);
    }
}

impl Heuristics for Toy {
    const SLOTS: usize = 256;

    fn is_quiet(&self, mv: ToyMove) -> bool {
        !self.hash_of(Question::Quiet, mv).is_multiple_of(3)
    }

    fn mvv_lva(&self, mv: ToyMove) -> i32 {
        self.estimate(mv).gain
    }

    fn see(&self, mv: ToyMove) -> i32 {
        (self.hash_of(Question::Gain, mv) % 8) as i32 * 50 - 200
    }

    fn forces(&self, mv: ToyMove) -> bool {
        self.after(&[mv.0]).forced()
    }

    fn slot(&self, mv: ToyMove) -> usize {
        usize::from(mv.0)
    }

    fn pass(&self) -> Option<Toy> {
        None
    }
}

/// Everything as numbers.
impl Notation for Toy {
    const NAME: &'static str = "toy";

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::Max => "Max",
            Player::Min => "Min",
        }
    }

    fn machine_text(&self, mv: ToyMove) -> String {
        mv.0.to_string()
    }

    fn human_text(&self, mv: ToyMove) -> String {
        self.machine_text(mv)
    }

    fn move_number(&self, _starts_line: bool) -> Option<String> {
        None
    }

    fn ending(&self, _past: &Past<'_>) -> String {
        format!("{:?}", self.outcome(&Past::default()))
    }

    fn read_move(&self, text: &str) -> Result<ToyMove, MoveTextError> {
        let number: u8 = text.parse().map_err(|_| MoveTextError::Unreadable)?;
        self.legal().find(|mv| mv.0 == number).ok_or(MoveTextError::Illegal)
    }

    fn describe(&self) -> String {
        let Rules { seed, length, width, turns, spread, wins, forced, merged } = self.rules;
        let merged = merged.map_or(-1, |positions| positions as i64);
        let turns = turns as u8;
        format!(
            "{seed} {length} {width} {turns} {spread} {wins} {forced} {merged} {} {}",
            self.ply, self.state
        )
    }

    fn read(text: &str, (): ()) -> Option<Toy> {
        fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
            word?.parse().ok()
        }
        let words = &mut text.split(' ');
        let rules = Rules {
            seed: number(words.next())?,
            length: number(words.next())?,
            width: number(words.next())?,
            turns: match number(words.next())? {
                0 => Turns::Alternating,
                1 => Turns::Partners,
                2 => Turns::Random,
                3 => Turns::WithChance,
                _ => return None,
            },
            spread: number(words.next())?,
            wins: number(words.next())?,
            forced: number(words.next())?,
            merged: u64::try_from(number::<i64>(words.next())?).ok(),
        };
        let toy = Toy { rules, ply: number(words.next())?, state: number(words.next())? };
        (rules.width > 0 && words.next().is_none()).then_some(toy)
    }
}

/// Rules of any turns, whose trees are as long and wide and full of wins.
pub fn rules(length: Range<u8>, width: Range<u8>, wins: Range<u8>) -> impl Strategy<Value = Rules> {
    let turns = prop::sample::select(Turns::ALL.to_vec());
    (any::<u64>(), length, width, turns, 0..20_u16, wins).prop_map(
        |(seed, length, width, turns, spread, wins)| Rules {
            seed,
            length,
            width,
            turns,
            spread,
            wins,
            ..Rules::default()
        },
    )
}

/// Rules in which everything varies, with these turns: also forced moves, and lines that meet again.
pub fn varied_rules(
    turns: impl Strategy<Value = Turns>,
    length: Range<u8>,
    width: Range<u8>,
    spread: Range<u16>,
) -> impl Strategy<Value = Rules> {
    let merged = prop_oneof![Just(None), (1..12_u64).prop_map(Some)];
    let shape = (any::<u64>(), length, width, turns);
    (shape, spread, 0..60_u8, 0..90_u8, merged).prop_map(
        |((seed, length, width, turns), spread, wins, forced, merged)| Rules {
            seed,
            length,
            width,
            turns,
            spread,
            wins,
            forced,
            merged,
        },
    )
}

/// The exact value of a finite game, by the plainest means.
pub fn minimax(toy: &Toy) -> Value {
    let depth = Limits { depth: Some(40), ..Limits::default() };
    Negamax::new(Root::new(*toy), Leaf::Static).search(&depth, &mut |_| {}).value
}

/// A good 64-bit mixer: the finaliser of splitmix64.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Whether a proven value is the true one. The proven win of a tree is not always the fastest: behind a
/// faster one its winner may have no chance left, though his opponent has moves to try
/// (`docs/algorithm.md`, Proofs).
pub fn is_solved(proven: Value, truth: Value) -> bool {
    match (proven.win(), truth.win()) {
        (Some((winner, plies)), Some((true_winner, fastest))) => {
            winner == true_winner && plies >= fastest
        }
        _ => proven == truth,
    }
}

/// What is proven is true.
pub fn agrees(report: &Report<ToyMove>, toy: &Toy) {
    let truth = minimax(toy);
    let winner = |value: Value| value.win().map(|(winner, _)| winner);
    if report.proven {
        assert_eq!(winner(report.value), winner(truth));
        if winner(truth).is_none() {
            assert_eq!(report.value, truth);
        }
    }
}
