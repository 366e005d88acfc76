//! A game for unit tests: a duel of two pieces on a ring of 22 places.
//!
//! A move puts the mover's piece on any other place, the other piece's only if that is within
//! reach: at most two places away. Anyone who takes the other piece wins, so that going next to it
//! loses at once. Each pair of places is worth something, and a position that comes back is a draw
//! by the third time. At the beginning there are 20 moves.

/// The game of the examples, which is won and lost by force.
#[allow(dead_code)]
pub mod nim {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs"));
}

use crate::game::{
    Estimate, Evaluate, Game, Heuristics, MoveCode, MoveTextError, Notation, Order, Past, Turn,
};
use crate::standing::Standing;
use crate::value::{Player, Value};
use crate::win_draw_loss::WinDrawLoss;

const PLACES: u8 = 22;
const REACH: u8 = 2;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Where Max's piece stands, and Min's.
    places: [u8; 2],
    mover: Player,
}

/// A move: from which place to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Duel {
    /// The pieces on opposite places, Max to move.
    pub fn start() -> Duel {
        Duel::of(0, 11, Player::Max)
    }

    /// Max's piece here, Min's there.
    pub fn of(max: u8, min: u8, mover: Player) -> Duel {
        Duel { places: [max, min], mover }
    }

    fn own(&self) -> u8 {
        self.places[self.mover as usize]
    }

    fn other(&self) -> u8 {
        self.places[self.mover.opponent() as usize]
    }

    fn is_over(&self) -> bool {
        self.own() == self.other()
    }

    fn is_within_reach(&self) -> bool {
        let apart = self.own().abs_diff(self.other());
        apart.min(PLACES - apart) <= REACH
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let from = self.own();
        let may_go = move |to: u8| to != from && (to != self.other() || self.is_within_reach());
        let places = if self.is_over() { 0 } else { PLACES };
        (0..places).filter(move |&to| may_go(to)).map(move |to| Step { from, to })
    }

    /// The moves after which the piece cannot be taken.
    pub fn safe_steps(&self) -> Vec<Step> {
        self.steps().filter(|&step| !self.after(step).is_within_reach()).collect()
    }

    fn takes(&self, step: Step) -> bool {
        step.to == self.other()
    }

    /// What the places of the pieces are worth to Max, centipawns.
    fn worth(&self) -> i32 {
        let [max, min] = self.places;
        let place = |place: u8| mixed(u32::from(place)) % 150;
        let pair = mixed(u32::from(max) * 32 + u32::from(min) + 99) % 80 - 40;
        place(max) - place(min) + pair
    }

    fn after(&self, step: Step) -> Duel {
        let mut after = *self;
        after.play(step);
        after
    }

    /// By the change of the static value; who can take the other piece does.
    fn estimate(&self, step: Step) -> Estimate<Step> {
        let sign = if self.mover == Player::Max { 1 } else { -1 };
        let gain = sign * (self.after(step).worth() - self.worth());
        Estimate { mv: step, gain: if self.takes(step) { 1_000 } else { gain } }
    }
}

/// A number that looks random.
fn mixed(number: u32) -> i32 {
    let mixed = (number + 6_001).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b);
    (mixed >> 8) as i32
}

impl Game for Duel {
    type Move = Step;

    const MOVES_MAY_LOSE: bool = false;

    fn turn(&self) -> Turn {
        self.mover.into()
    }

    fn moves(&self, out: &mut Vec<Step>) {
        out.extend(self.steps());
    }

    fn play(&mut self, step: Step) {
        self.places[self.mover as usize] = step.to;
        self.mover = self.mover.opponent();
    }

    /// The second occurrence is enough if the first one was reached in the search.
    fn outcome(&self, past: &Past<'_>) -> Option<Value> {
        if self.is_over() {
            return Some(Value::win_in(self.mover.opponent(), 0));
        }
        let (in_history, in_search) = past.occurrences(self.key(), usize::MAX);
        (in_search >= 1 || in_history >= 2).then_some(Value::DRAW)
    }

    fn key(&self) -> u64 {
        let [max, min] = self.places.map(u64::from);
        (max << 8 | min << 1 | self.mover as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn encode(&self, step: Step) -> MoveCode {
        MoveCode(u16::from(step.from) * 32 + u16::from(step.to))
    }

    fn decode(&self, code: MoveCode) -> Option<Step> {
        self.steps().find(|&step| self.encode(step) == code)
    }
}

impl Evaluate for Duel {
    type Evaluator = ();

    fn evaluator(&self) -> &() {
        &()
    }

    fn evaluate(&self) -> Value {
        Value::centipawns(self.worth() as f32)
    }

    fn win_draw_loss(&self, _value: Value) -> Option<WinDrawLoss> {
        Some(WinDrawLoss::new(0.3, 0.2))
    }

    /// An answer is certain enough that is ahead and on which the searches agree.
    fn answer_holds(&self, standing: &Standing) -> Option<f64> {
        let is_ahead = standing.lead.is_some_and(|lead| lead > 5.0);
        Some(if is_ahead && standing.agrees { 0.99 } else { 0.5 })
    }

    fn fingerprint((): &()) -> u64 {
        1
    }
}

impl Order for Duel {
    fn estimates(&self, out: &mut Vec<Estimate<Step>>) {
        out.extend(self.steps().map(|step| self.estimate(step)));
    }

    fn forced(&self) -> bool {
        false
    }

    /// Moves that gain much at first sight. Taking ends the game: as a mate in chess, it takes a
    /// search to see it.
    fn tactical(&self, out: &mut Vec<Estimate<Step>>) {
        let all = self.steps().filter(|&step| !self.takes(step)).map(|step| self.estimate(step));
        out.extend(all.filter(|estimate| estimate.gain >= 100));
    }

    fn evasions(&self, out: &mut Vec<Estimate<Step>>) {
        self.estimates(out);
    }
}

impl Heuristics for Duel {
    const SLOTS: usize = 32;

    fn is_quiet(&self, step: Step) -> bool {
        !self.takes(step)
    }

    fn mvv_lva(&self, _step: Step) -> i32 {
        0
    }

    fn see(&self, step: Step) -> i32 {
        self.estimate(step).gain
    }

    fn forces(&self, step: Step) -> bool {
        self.after(step).is_within_reach()
    }

    fn slot(&self, step: Step) -> usize {
        usize::from(step.to)
    }

    fn pass(&self) -> Option<Duel> {
        None
    }
}

/// Moves are `0-5` to programs and `5` to people; positions are `0 11 max`.
impl Notation for Duel {
    const NAME: &'static str = "duel";

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::Max => "Max",
            Player::Min => "Min",
        }
    }

    fn machine_text(&self, step: Step) -> String {
        format!("{}-{}", step.from, step.to)
    }

    fn human_text(&self, step: Step) -> String {
        step.to.to_string()
    }

    fn move_number(&self, _starts_line: bool) -> Option<String> {
        None
    }

    fn ending(&self, _past: &Past<'_>) -> String {
        if self.is_over() { "the piece is taken" } else { "the position has come back, a draw" }
            .to_string()
    }

    fn read_move(&self, text: &str) -> Result<Step, MoveTextError> {
        let is_meant = |step: &Step| {
            [self.machine_text(*step), self.human_text(*step)].iter().any(|known| known == text)
        };
        self.steps().find(is_meant).ok_or(MoveTextError::Illegal)
    }

    fn describe(&self) -> String {
        let [max, min] = self.places;
        format!("{max} {min} {:?}", self.mover)
    }

    fn read(text: &str, (): ()) -> Option<Duel> {
        let places = 0..PLACES;
        let pairs = places.clone().flat_map(|max| places.clone().map(move |min| (max, min)));
        let all = pairs.flat_map(|(max, min)| {
            [Player::Max, Player::Min].map(|mover| Duel::of(max, min, mover))
        });
        all.into_iter().find(|duel| duel.describe() == text)
    }
}
