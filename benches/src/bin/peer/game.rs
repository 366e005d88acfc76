//! Our chess as a game of the crate `minimax`, with our evaluation and our order of moves.

use std::cell::Cell;
use std::panic;
use std::rc::Rc;
use std::time::Duration;

use cpu_time::ThreadTime;
use minimax::{Evaluation, Evaluator, Game as PeerGame, Winner};
use shans::chess::Position;
use shans::game::{Estimate, Evaluate, Game, Heuristics, Order, Past};
use shans::search::Limits;
use shans::value::{Player, Value};

type Move = <Position as Game>::Move;

/// Evaluations are cut off here: beyond are the crate's wins.
const MOST: f32 = 30_000.0;
/// Between looks at the clock.
const NODES_A_LOOK: u64 = 256;

/// What the search is unwound with when a limit strikes. The crate can only be stopped by a clock
/// of its own, which is neither one of nodes nor of CPU time.
pub struct LimitReached;

/// The work done for a position, and the limits on it.
pub struct Work {
    pub nodes: Cell<u64>,
    limit: u64,
    started: ThreadTime,
    time: Option<Duration>,
}

impl Work {
    pub fn new(limits: &Limits) -> Work {
        Work {
            nodes: Cell::new(0),
            limit: limits.nodes.unwrap_or(u64::MAX),
            started: ThreadTime::now(),
            time: limits.cpu_time,
        }
    }

    /// CPU time spent.
    pub fn cpu(&self) -> Duration {
        self.started.elapsed()
    }

    fn count(&self) {
        let nodes = self.nodes.get();
        let is_late = || self.time.is_some_and(|time| self.cpu() >= time);
        if nodes >= self.limit || nodes.is_multiple_of(NODES_A_LOOK) && is_late() {
            panic::resume_unwind(Box::new(LimitReached));
        }
        self.nodes.set(nodes + 1);
    }
}

/// A position on its way through the search.
#[derive(Clone)]
pub struct PeerState {
    pub position: Position,
    /// The player who was to move has stopped at the static value: quiescence goes no further.
    stood: bool,
    work: Rc<Work>,
}

impl PeerState {
    pub fn new(position: Position, work: Rc<Work>) -> PeerState {
        PeerState { position, stood: false, work }
    }

    fn after(&self, position: Position, stood: bool) -> PeerState {
        PeerState { position, stood, work: Rc::clone(&self.work) }
    }

    fn mover(&self) -> Player {
        self.position.turn().player().unwrap_or(Player::Max)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PeerMove {
    /// A legal move, with its slot in tables.
    Make(Move, u16),
    /// A null move.
    Pass,
    /// The end of quiescence. The crate asks for noisy moves and forces one of them on the player;
    /// this one lets him decline.
    Stand,
}

/// Chess as the crate wants to see it.
pub struct Chess;

impl PeerGame for Chess {
    type S = PeerState;
    type M = PeerMove;

    fn generate_moves(state: &PeerState, moves: &mut Vec<PeerMove>) -> Option<Winner> {
        let winner = Chess::get_winner(state);
        if winner.is_none() {
            let mut estimates = Vec::new();
            state.position.estimates(&mut estimates);
            extend_best_first(state, estimates, moves);
        }
        winner
    }

    fn apply(state: &mut PeerState, mv: PeerMove) -> Option<PeerState> {
        let (position, stood) = match mv {
            PeerMove::Stand => (state.position.clone(), true),
            PeerMove::Pass => (state.position.pass()?, false),
            PeerMove::Make(mv, _) => {
                let mut position = state.position.clone();
                position.play(mv);
                (position, false)
            }
        };
        if !stood {
            state.work.count();
        }
        Some(state.after(position, stood))
    }

    fn get_winner(state: &PeerState) -> Option<Winner> {
        if state.stood {
            return None;
        }
        let value = state.position.outcome(&Past::default())?;
        Some(match value.win() {
            None => Winner::Draw,
            Some((winner, _)) if winner == state.mover() => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &PeerState) -> u64 {
        state.position.key()
    }

    fn null_move(state: &PeerState) -> Option<PeerMove> {
        state.position.pass().map(|_| PeerMove::Pass)
    }

    fn table_index(mv: PeerMove) -> u16 {
        match mv {
            PeerMove::Make(_, slot) => slot,
            PeerMove::Pass | PeerMove::Stand => Chess::max_table_index(),
        }
    }

    fn max_table_index() -> u16 {
        <Position as Heuristics>::SLOTS as u16
    }
}

/// Appends moves, the most promising first.
fn extend_best_first(
    state: &PeerState,
    mut estimates: Vec<Estimate<Move>>,
    moves: &mut Vec<PeerMove>,
) {
    estimates.sort_by_key(|estimate| -estimate.gain);
    let slot = |mv| state.position.slot(mv) as u16;
    moves.extend(estimates.iter().map(|&Estimate { mv, .. }| PeerMove::Make(mv, slot(mv))));
}

/// Our evaluation, and which moves cannot wait.
pub struct OurEvaluation;

impl Evaluator for OurEvaluation {
    type G = Chess;

    fn evaluate(&self, state: &PeerState) -> Evaluation {
        let value: Value = state.position.evaluate();
        let own = value.for_player(state.mover()).clamp(-MOST, MOST) as Evaluation;
        if state.stood { -own } else { own }
    }

    fn generate_noisy_moves(&self, state: &PeerState, moves: &mut Vec<PeerMove>) {
        if state.stood {
            return;
        }
        let mut estimates = Vec::new();
        state.position.tactical(&mut estimates);
        if !estimates.is_empty() {
            moves.push(PeerMove::Stand);
            extend_best_first(state, estimates, moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(fen: &str) -> PeerState {
        let (position, _) = Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        PeerState::new(position, Rc::new(Work::new(&Limits::default())))
    }

    #[test]
    fn who_stands_keeps_the_static_value() {
        let mut before = state("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        let mut noisy = Vec::new();
        OurEvaluation.generate_noisy_moves(&before, &mut noisy);
        assert!(noisy.first() == Some(&PeerMove::Stand) && noisy.len() == 2);
        let after = Chess::apply(&mut before, PeerMove::Stand).expect("a state");
        assert_eq!(OurEvaluation.evaluate(&after), -OurEvaluation.evaluate(&before));
        noisy.clear();
        OurEvaluation.generate_noisy_moves(&after, &mut noisy);
        assert!(noisy.is_empty() && before.work.nodes.get() == 0);
    }

    #[test]
    fn mate_is_won_by_who_moved_last() {
        let mated = state("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(Chess::get_winner(&mated), Some(Winner::PlayerJustMoved));
        let stalemate = state("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(Chess::get_winner(&stalemate), Some(Winner::Draw));
    }
}
