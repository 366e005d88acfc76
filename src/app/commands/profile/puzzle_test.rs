//! Whether a move is the only good one: by two searches with so many nodes, two more with four times as many, and then by two that
//! grow a tree, another kind of search, which also says what it does not know for sure. Of 156 puzzles that had only the first four, six had a
//! second solution by Stockfish with 3 million nodes; 121 have the last two, and one of these.

use shakmaty::{Move, Position as _};

use crate::app::games::CommandLineGame as _;
use crate::chess::Position;
use crate::inspect::{Altered, Found, Rule, Trials, mover};
use crate::search::{
    BestFirst, Bounds, ChanceModel, Interrupt, Limits, MemoryLimits, Root, Searcher as _,
};
use crate::value::{Player, Value};

/// What the only good move is worth at least: it holds.
const HOLDS: f32 = -50.0;
/// How clear it has to be: centipawns by which the second best move is worse at least, and those from which on it wins as well. More than
/// the 1.50 of a puzzle, so that another judge agrees; a tree has to be surer, since it is asked about what four searches have let pass.
const FOR_SEARCHES: Clear = Clear { gap: 200.0, wins: 150.0 };
const FOR_TREES: Clear = Clear { gap: 250.0, wins: 100.0 };
/// With so few men nothing between a draw and a win is sure: a rook against a bishop is a draw, and looks like three pawns and a half.
const FOR_FEW: Clear = Clear { gap: 500.0, ..FOR_TREES };
const FEW: usize = 7;
/// How many times as many nodes must not change it.
const TIMES: u64 = 4;
/// Bytes for a tree that is grown to test one.
const TREE: u64 = 64 << 20;

/// See [`FOR_SEARCHES`].
#[derive(Clone, Copy)]
struct Clear {
    gap: f32,
    wins: f32,
}

/// The only good move of a position.
#[derive(Clone, Debug)]
pub struct OnlyGood {
    /// It, and what follows.
    pub line: Vec<Move>,
    /// What it is worth, from Max's point of view.
    pub value: Value,
    /// The second best move, and what follows.
    pub second: Vec<Move>,
    /// What that is worth.
    pub second_value: Value,
}

/// Tests positions.
#[derive(Clone, Debug)]
pub struct OnlyMoves {
    /// Nodes of the first search.
    pub nodes: u64,
    /// Ends it.
    pub interrupt: Interrupt,
}

impl OnlyMoves {
    /// The only good move of a position; `None` where there is none, or the searches do not agree.
    pub fn of(&self, position: &Position) -> Option<OnlyGood> {
        let first = self.with(position, self.nodes)?;
        let nodes = self.nodes.saturating_mul(TIMES);
        let deeper = self.with(position, nodes)?;
        let is_same = first.line.first() == deeper.line.first();
        (is_same && self.is_only_in_tree(position, &deeper, nodes)).then_some(deeper)
    }

    /// Whether trees agree: the least that the move may be worth, and the most of all others.
    fn is_only_in_tree(&self, position: &Position, found: &OnlyGood, nodes: u64) -> bool {
        let player = mover(position);
        let of = |moves: Vec<Move>| self.grown(position, moves, nodes);
        let Some(&mv) = found.line.first() else { return false };
        let best = of(vec![mv]).worst(player);
        let second = best.and_then(|_| of(others(position, mv)).best(player));
        let clear = Clear::in_tree(position);
        best.zip(second).is_some_and(|(best, second)| clear.is_only(best, second, player))
    }

    /// What a position is worth with one of these moves, as a tree says.
    fn grown(&self, position: &Position, moves: Vec<Move>, nodes: u64) -> Bounds {
        let mut root = Root::new(position.clone());
        root.candidates = Some(moves);
        let room = MemoryLimits::new(TREE);
        let mut search = BestFirst::new(root, ChanceModel::searching(), room);
        let interrupt = self.interrupt.clone();
        let limits =
            Limits { nodes: Some(nodes), beyond_only_move: true, interrupt, ..Limits::default() };
        let report = search.search(&limits, &mut |_| {});
        let unsettled = report.unsettled_by.map(|moves| moves.bounds(report.value));
        unsettled.unwrap_or(Bounds::exact(report.value))
    }

    /// What follows a position, with the nodes of the first search.
    pub fn look(&self, position: &Position) -> Option<Found<Move>> {
        Trials::new(self.nodes, self.nodes, self.interrupt.clone()).look(position, None)
    }

    fn with(&self, position: &Position, nodes: u64) -> Option<OnlyGood> {
        let mut trials = Trials::new(nodes, nodes.saturating_mul(2), self.interrupt.clone());
        let best = trials.look(position, None)?;
        let again = Altered::new(position.clone(), MayComeBack { is_first: true });
        let second = trials.look(&again, Some(others(position, *best.line.first()?)))?;
        FOR_SEARCHES.is_only(best.value, second.value, mover(position)).then_some(OnlyGood {
            line: best.line,
            value: best.value,
            second: second.line,
            second_value: second.value,
        })
    }
}

/// Lets the position itself come back once: a move after which that can be forced is a second solution that takes longer, and no draw.
#[derive(Clone)]
struct MayComeBack {
    is_first: bool,
}

impl Rule<Position> for MayComeBack {
    fn allows(&self, _game: &Position, _mv: Move) -> bool {
        true
    }

    fn played(&mut self, _game: &Position, _mv: Move) {
        self.is_first = false;
    }

    fn key(&self) -> u64 {
        u64::from(self.is_first)
    }
}

/// All moves but one.
fn others(position: &Position, mv: Move) -> Vec<Move> {
    let mut others = position.legal_moves();
    others.retain(|&other| other != mv);
    others
}

impl Clear {
    fn in_tree(position: &Position) -> Clear {
        let is_few = position.chess().board().occupied().count() <= FEW;
        if is_few { FOR_FEW } else { FOR_TREES }
    }

    /// Whether the best move holds or wins, and the second best one clearly does not.
    fn is_only(self, best: Value, second: Value, player: Player) -> bool {
        let own = |value: Value| value.in_centipawns() * player.sign();
        let is_win = |value: Value| value.evaluation().is_none() && value.for_player(player) > 0.0;
        let (best_cp, second_cp) = (own(best), own(second));
        let wins_too = is_win(second) || second_cp >= self.wins;
        let is_better = is_win(best) || best_cp - second_cp >= self.gap;
        (is_win(best) || best_cp >= HOLDS) && !wins_too && is_better
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation as _;

    #[test]
    fn the_only_good_move_is_by_far_the_best() {
        let cp = Value::centipawns;
        let is_only = |best, second, player| FOR_SEARCHES.is_only(best, second, player);
        let max = |best, second| is_only(cp(best), cp(second), Player::Max);
        assert!(max(300.0, 50.0) && max(0.0, -250.0) && !max(300.0, 160.0) && !max(120.0, 0.0));
        assert!(!max(900.0, 300.0), "the second best wins, too");
        assert!(!max(-300.0, -900.0), "it is lost anyway");
        assert!(is_only(cp(-300.0), cp(-50.0), Player::Min));
        let mate = Value::win_in(Player::Max, 3);
        assert!(is_only(mate, cp(140.0), Player::Max) && !is_only(mate, mate, Player::Max));
        assert!(!FOR_TREES.is_only(cp(300.0), cp(60.0), Player::Max));
    }

    #[test]
    fn a_rook_against_a_bishop_is_no_clear_loss() -> anyhow::Result<()> {
        // Be5+ wins the rook, and any move draws against it.
        let (few, _) = Position::from_fen("1R6/8/6k1/7p/3b3P/6K1/8/8 b - - 0 77")?;
        let is_only = |position: &Position| {
            let (best, second) = (Value::centipawns(0.0), Value::centipawns(368.0));
            Clear::in_tree(position).is_only(best, second, Player::Min)
        };
        assert!(is_only(&Position::default()) && !is_only(&few));
        Ok(())
    }

    #[test]
    fn a_fork_is_found_and_what_is_quiet_is_not() -> anyhow::Result<()> {
        let tests = OnlyMoves { nodes: 3_000, interrupt: Interrupt::default() };
        // The knight forks king and rook; White is behind otherwise.
        let (fork, _) = Position::from_fen("r3k3/ppp2ppp/8/3N4/8/8/PPP2PPP/6K1 w - - 0 1")?;
        let found = tests.of(&fork).ok_or_else(|| anyhow::anyhow!("no only move"))?;
        assert_eq!(fork.human_text(found.line[0]), "Nxc7+");
        assert!(tests.of(&Position::default()).is_none());
        // Ne3+ wins, and so it does after Ng3+ Kh2 Nf1+ Kg1.
        let delayed = "8/6pk/7p/5p2/P4N2/1Q3P1P/3r2P1/2r2nK1 b - - 7 56";
        let (delayed, _) = Position::from_fen(delayed)?;
        assert!(tests.of(&delayed).is_none());
        // No choice is no puzzle.
        let (forced, _) = Position::from_fen("k7/8/8/8/8/8/5q2/7K w - - 0 1")?;
        assert!(tests.of(&forced).is_none());
        Ok(())
    }
}
