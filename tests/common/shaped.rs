//! A game of a shape that a test chooses: who moves, how many moves there are and what they are
//! worth follow from its rules.

use shans::game::{Estimate, Evaluate, Game, Heuristics, MoveCode, Order, Past, Turn};
use shans::value::Value;

/// The rules; plies count from 0.
#[derive(Debug)]
pub struct Shape {
    /// Who moves at a ply.
    pub turn: fn(u8) -> Turn,
    /// How many moves there are at a ply; without any the game is over.
    pub width: fn(u8) -> u16,
    /// The weight of an outcome.
    pub odds: fn(u16) -> f32,
    /// What a move at a ply adds to the value, centipawns.
    pub worth: fn(u8, u16) -> i32,
    /// What evaluations of unfinished positions are off by at most, centipawns.
    pub noise: u16,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Shaped {
    shape: &'static Shape,
    ply: u8,
    worth: i32,
    state: u64,
}

impl Shaped {
    /// The first position.
    pub fn new(shape: &'static Shape) -> Shaped {
        Shaped { shape, ply: 0, worth: 0, state: 1 }
    }

    fn width(&self) -> u16 {
        (self.shape.width)(self.ply)
    }

    fn each(&self) -> impl Iterator<Item = Estimate<u16>> {
        (0..self.width()).map(|mv| Estimate { mv, gain: 0 })
    }
}

impl Game for Shaped {
    type Move = u16;

    fn turn(&self) -> Turn {
        (self.shape.turn)(self.ply)
    }

    fn moves(&self, out: &mut Vec<u16>) {
        out.extend(0..self.width());
    }

    fn play(&mut self, mv: u16) {
        self.worth += (self.shape.worth)(self.ply, mv);
        self.ply += 1;
        let mixed = (self.state ^ u64::from(mv + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.state = mixed ^ (mixed >> 29);
    }

    fn outcome(&self, _past: &Past<'_>) -> Option<Value> {
        (self.width() == 0).then(|| Value::centipawns(self.worth as f32))
    }

    fn odds(&self, outcome: u16) -> f32 {
        (self.shape.odds)(outcome)
    }

    fn key(&self) -> u64 {
        self.state
    }

    fn encode(&self, mv: u16) -> MoveCode {
        MoveCode(mv)
    }

    fn decode(&self, code: MoveCode) -> Option<u16> {
        (code.0 < self.width()).then_some(code.0)
    }
}

impl Evaluate for Shaped {
    type Evaluator = ();

    fn evaluator(&self) -> &() {
        &()
    }

    fn evaluate(&self) -> Value {
        let range = 2 * u64::from(self.shape.noise) + 1;
        let noise = (self.state >> 7) % range;
        Value::centipawns((self.worth + noise as i32 - i32::from(self.shape.noise)) as f32)
    }

    fn fingerprint((): &()) -> u64 {
        1
    }
}

impl Order for Shaped {
    fn estimates(&self, out: &mut Vec<Estimate<u16>>) {
        out.extend(self.each());
    }

    fn forced(&self) -> bool {
        false
    }

    fn tactical(&self, _out: &mut Vec<Estimate<u16>>) {}

    fn evasions(&self, out: &mut Vec<Estimate<u16>>) {
        self.estimates(out);
    }
}

impl Heuristics for Shaped {
    const SLOTS: usize = 16;

    fn is_quiet(&self, _mv: u16) -> bool {
        true
    }

    fn mvv_lva(&self, _mv: u16) -> i32 {
        0
    }

    fn see(&self, _mv: u16) -> i32 {
        0
    }

    fn forces(&self, _mv: u16) -> bool {
        false
    }

    fn slot(&self, mv: u16) -> usize {
        usize::from(mv) % Self::SLOTS
    }

    fn pass(&self) -> Option<Shaped> {
        None
    }
}
