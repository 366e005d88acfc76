//! A game in which something is not allowed: what would a position be worth if it were so?

use crate::game::{Estimate, Evaluate, Game, Heuristics, MoveCode, Order, Past, Turn};
use crate::value::Value;
use crate::win_draw_loss::WinDrawLoss;

/// What is not allowed in an [`Altered`] game.
pub trait Rule<G: Game>: Clone + Send + Sync + 'static {
    /// Whether a legal move of the position may be made.
    fn allows(&self, game: &G, mv: G::Move) -> bool;

    /// Hears of each move before it is made, so that a rule about a piece can follow it.
    fn played(&mut self, game: &G, mv: G::Move);

    /// Differs where the rule forbids other things in the same position.
    fn key(&self) -> u64;
}

/// A game whose legal moves a rule filters wherever it is searched.
///
/// Nobody is left without a move: where the rule allows none, it does not hold, so that a position is mate or stalemate
/// only where it is so in the game itself. What is known of the game exactly, by tables for instance, is not known of this one.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Game, Notation};
/// use shans_search::inspect::{Altered, Rule};
///
/// /// No heap is taken whole.
/// #[derive(Clone)]
/// struct LeaveOne;
///
/// impl Rule<Nim> for LeaveOne {
///     fn allows(&self, game: &Nim, mv: <Nim as Game>::Move) -> bool {
///         let mut after = game.clone();
///         after.play(mv);
///         after.describe().matches('0').count() == game.describe().matches('0').count()
///     }
///     fn played(&mut self, _game: &Nim, _mv: <Nim as Game>::Move) {}
///     fn key(&self) -> u64 {
///         0
///     }
/// }
///
/// let count = |heaps: &[u8]| {
///     let mut moves = Vec::new();
///     Altered::new(Nim::new(heaps), LeaveOne).moves(&mut moves);
///     moves.len()
/// };
/// assert_eq!(count(&[3, 4]), 2 + 3);
/// assert_eq!(count(&[1, 1]), 2, "where nothing else is left, the rule does not hold");
/// ```
#[derive(Clone, Debug)]
pub struct Altered<G, R> {
    game: G,
    rule: R,
}

impl<G: Game, R: Rule<G>> Altered<G, R> {
    /// The position under the rule.
    pub fn new(game: G, rule: R) -> Altered<G, R> {
        Altered { game, rule }
    }

    /// Leaves of what was appended behind `from` what the rule allows, if that is anything.
    fn keep_allowed<T>(&self, out: &mut Vec<T>, from: usize, of: impl Fn(&T) -> G::Move) {
        let allows = |item: &T| self.rule.allows(&self.game, of(item));
        if out[from..].iter().any(allows) {
            let mut place = 0;
            out.retain(|item| {
                place += 1;
                place <= from || allows(item)
            });
        }
    }
}

/// Says these of the altered game as the game itself says them.
macro_rules! as_in_game {
    ($(fn $name:ident(&self $(, $of:ident: $kind:ty)?) -> $told:ty;)+) => {
        $(fn $name(&self $(, $of: $kind)?) -> $told {
            self.game.$name($($of)?)
        })+
    };
}

impl<G: Game, R: Rule<G>> Game for Altered<G, R> {
    type Move = G::Move;

    const MOVES_MAY_LOSE: bool = G::MOVES_MAY_LOSE;

    as_in_game! {
        fn turn(&self) -> Turn;
        fn outcome(&self, past: &Past<'_>) -> Option<Value>;
        fn is_irreversible(&self, mv: G::Move) -> bool;
        fn odds(&self, outcome: G::Move) -> f32;
        fn encode(&self, mv: G::Move) -> MoveCode;
        fn decode(&self, code: MoveCode) -> Option<G::Move>;
    }

    fn moves(&self, out: &mut Vec<G::Move>) {
        let from = out.len();
        self.game.moves(out);
        self.keep_allowed(out, from, |&mv| mv);
    }

    fn play(&mut self, mv: G::Move) {
        self.rule.played(&self.game, mv);
        self.game.play(mv);
    }

    fn key(&self) -> u64 {
        self.game.key() ^ self.rule.key()
    }
}

impl<G: Evaluate, R: Rule<G>> Evaluate for Altered<G, R> {
    type Evaluator = G::Evaluator;

    as_in_game! {
        fn evaluator(&self) -> &G::Evaluator;
        fn evaluate(&self) -> Value;
        fn win_draw_loss(&self, value: Value) -> Option<WinDrawLoss>;
    }

    fn fingerprint(evaluator: &G::Evaluator) -> u64 {
        G::fingerprint(evaluator)
    }
}

impl<G: Order, R: Rule<G>> Order for Altered<G, R> {
    fn forced(&self) -> bool {
        self.game.forced()
    }

    fn estimates(&self, out: &mut Vec<Estimate<G::Move>>) {
        let from = out.len();
        self.game.estimates(out);
        self.keep_allowed(out, from, |estimate| estimate.mv);
    }

    fn log_odds(&self, moves: &[G::Move], out: &mut Vec<i32>) {
        self.game.log_odds(moves, out);
    }

    /// Quiescence may stop anywhere, so that here none may be left.
    fn tactical(&self, out: &mut Vec<Estimate<G::Move>>) {
        let from = out.len();
        self.game.tactical(out);
        let allowed = |estimate: &Estimate<G::Move>| self.rule.allows(&self.game, estimate.mv);
        let kept: Vec<_> = out.drain(from..).filter(allowed).collect();
        out.extend(kept);
    }

    fn evasions(&self, out: &mut Vec<Estimate<G::Move>>) {
        let from = out.len();
        self.game.evasions(out);
        self.keep_allowed(out, from, |estimate| estimate.mv);
    }
}

impl<G: Heuristics, R: Rule<G>> Heuristics for Altered<G, R> {
    const SLOTS: usize = G::SLOTS;

    as_in_game! {
        fn is_quiet(&self, mv: G::Move) -> bool;
        fn mvv_lva(&self, mv: G::Move) -> i32;
        fn see(&self, mv: G::Move) -> i32;
        fn forces(&self, mv: G::Move) -> bool;
        fn slot(&self, mv: G::Move) -> usize;
        fn victim(&self, mv: G::Move) -> usize;
        fn parts(&self) -> [u64; 3];
    }

    fn pass(&self) -> Option<Self> {
        Some(Altered { game: self.game.pass()?, rule: self.rule.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Duel;
    use crate::value::Player;

    /// The first moves of the two sides may not take.
    #[derive(Clone)]
    struct NoTaking {
        left: u64,
    }

    impl Rule<Duel> for NoTaking {
        fn allows(&self, game: &Duel, mv: <Duel as Game>::Move) -> bool {
            let after = game.after(mv);
            self.left == 0 || after.outcome(&Past::default()).is_none()
        }

        fn played(&mut self, _game: &Duel, _mv: <Duel as Game>::Move) {
            self.left = self.left.saturating_sub(1);
        }

        fn key(&self) -> u64 {
            self.left
        }
    }

    fn moves(game: &impl Game) -> usize {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.len()
    }

    #[test]
    fn what_a_rule_forbids_is_not_there_and_comes_back_when_it_ends() {
        // Max may take Min's piece, which is next to it.
        let duel = Duel::of(0, 1, Player::Max);
        let mut altered = Altered::new(duel, NoTaking { left: 2 });
        assert_eq!(moves(&altered), moves(&duel) - 1);
        let mut estimates = Vec::new();
        altered.estimates(&mut estimates);
        assert_eq!(estimates.len(), moves(&altered));
        let key = altered.key();
        let mut out = Vec::new();
        altered.moves(&mut out);
        let away = |game: &Altered<Duel, NoTaking>| {
            let mut out = Vec::new();
            game.moves(&mut out);
            out[0]
        };
        altered.play(away(&altered));
        altered.play(away(&altered));
        assert_ne!(key, altered.key());
        assert_eq!(moves(&altered), moves(&altered.game), "the rule has ended");
    }

    #[test]
    fn moves_that_were_listed_before_stay() {
        let altered = Altered::new(Duel::of(0, 1, Player::Max), NoTaking { left: 1 });
        let mut out = Vec::new();
        altered.game.moves(&mut out);
        let all = out.len();
        altered.moves(&mut out);
        assert_eq!(out.len(), all + all - 1);
    }
}
