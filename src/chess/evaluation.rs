//! What an evaluator of chess positions must provide.

use shakmaty::{Chess, Move};

use super::move_model::MoveModel;
use super::syzygy::TableVerdict;
use crate::standing::Standing;
use crate::value::Value;
use crate::win_draw_loss::WinDrawLoss;

/// An evaluator of chess positions that follows the game move by move.
///
/// [`Position`](super::Position) carries the evaluator and its state. An evaluator is cloned with
/// every position, so it should be cheap to clone: a type without data, or a handle that shares
/// its weights:
///
/// ```
/// use std::sync::Arc;
///
/// use shakmaty::{Chess, Move, Position as _, Role};
/// use shans::chess::{Evaluation, Position};
/// use shans::fingerprint::Fingerprint;
/// use shans::game::Evaluate;
///
/// /// Counts material, by weights for pawn, knight, bishop, rook, queen and king.
/// #[derive(Clone)]
/// struct Material(Arc<[i32; 6]>);
///
/// impl Material {
///     fn weight(&self, role: Role) -> i32 {
///         self.0[role as usize - 1]
///     }
/// }
///
/// impl Evaluation for Material {
///     /// White's material less Black's.
///     type State = i32;
///
///     fn start(&self, chess: &Chess) -> i32 {
///         let pieces = chess.board().iter().map(|(_, piece)| piece);
///         pieces.map(|piece| piece.color.fold_wb(1, -1) * self.weight(piece.role)).sum()
///     }
///
///     fn follow(&self, state: &mut i32, chess: &Chess, mv: Move) {
///         let won = mv.capture().map_or(0, |role| self.weight(role))
///             + mv.promotion().map_or(0, |role| self.weight(role) - self.weight(Role::Pawn));
///         *state += chess.turn().fold_wb(won, -won);
///     }
///
///     fn value(&self, state: &i32, _chess: &Chess) -> i32 {
///         *state
///     }
///
///     fn placement_gain(&self, _state: &i32, _chess: &Chess, _mv: Move) -> i32 {
///         0
///     }
///
///     fn fingerprint(&self) -> u64 {
///         let mut hash = Fingerprint::new("material");
///         self.0.iter().for_each(|&weight| hash.add(weight));
///         hash.finish()
///     }
/// }
///
/// let weights = Arc::new([100, 300, 300, 500, 900, 0]);
/// let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
/// let (position, _) = Position::from_fen_with(fen, Material(weights))?;
/// assert_eq!(position.evaluate().raw(), 500.0);
/// # Ok::<(), shans::chess::FenError>(())
/// ```
pub trait Evaluation: Clone + Send + Sync + 'static {
    /// What is kept up to date from move to move. It must not depend on whose turn it is:
    /// passing the turn to the opponent leaves it as it is.
    type State: Clone + PartialEq + std::fmt::Debug + Send + Sync;

    /// The state of a position, computed from nothing.
    fn start(&self, chess: &Chess) -> Self::State;

    /// Changes the state of `chess` into that of the position after `mv`, a legal move that is
    /// about to be played. The result equals [`Evaluation::start`] of that position.
    fn follow(&self, state: &mut Self::State, chess: &Chess, mv: Move);

    /// The value of the position for White, in centipawns.
    fn value(&self, state: &Self::State, chess: &Chess) -> i32;

    /// How much better the moved pieces stand after a legal move than before it, for the mover,
    /// in centipawns. Captured material, and what a promotion gains, do not count.
    fn placement_gain(&self, state: &Self::State, chess: &Chess, mv: Move) -> i32;

    /// The exact value of an unfinished position where it is known without a search, as long as no
    /// position of the game comes back: a draw, or a win and its distance with the best play of
    /// both sides. The fifty-move rule is taken into account. `None` if it is not known for
    /// certain, as by default.
    fn exact(&self, _chess: &Chess) -> Option<Value> {
        None
    }

    /// The same where it takes hardly any time to tell
    /// ([`Evaluate::exact_at_once`](crate::game::Evaluate::exact_at_once)).
    fn exact_at_once(&self, chess: &Chess) -> Option<Value> {
        self.exact(chess)
    }

    /// What tables from outside of the program say of a position that nothing else knows
    /// ([`Evaluation::exact`]), whatever its clock. `None`, as by default, without such tables.
    fn table_verdict(&self, _chess: &Chess) -> Option<TableVerdict> {
        None
    }

    /// Whether tables that are not available may have given this exact value
    /// ([`Evaluate::was_exact`](crate::game::Evaluate::was_exact)).
    fn was_exact(&self, _chess: &Chess, _value: Value) -> bool {
        false
    }

    /// Whether the positions after all moves are likely to be known exactly.
    fn knows_moves(&self, _chess: &Chess) -> bool {
        false
    }

    /// The most pieces of positions that tables from outside of the program know, or have known
    /// ([`Evaluate::table_pieces`](crate::game::Evaluate::table_pieces)).
    fn table_pieces(&self) -> u8 {
        0
    }

    /// How often such tables were asked.
    fn table_probes(&self) -> u64 {
        0
    }

    /// What tells how likely each move is the best one; `None`, as by default, where nothing does.
    fn move_model(&self) -> Option<&MoveModel> {
        None
    }

    /// White's chances to win, draw and lose an unfinished position that a search values like this:
    /// `cp` centipawns for White. `None`, as by default, if that is not known about the evaluator.
    fn win_draw_loss(&self, _chess: &Chess, _cp: f32) -> Option<WinDrawLoss> {
        None
    }

    /// The probability that the answer of a search that stands like this holds
    /// ([`Evaluate::answer_holds`](crate::game::Evaluate::answer_holds)). `None`, as by default, where
    /// that was not measured with the evaluator.
    fn answer_holds(&self, _chess: &Chess, _standing: &Standing) -> Option<f64> {
        None
    }

    /// Bytes taken so far by what all clones share: none, as by default, or tables and weights.
    fn shared_bytes(&self) -> u64 {
        0
    }

    /// A number that identifies the evaluator and changes whenever any value or the odds of any
    /// move do, as a hash of all weights does. [`Fingerprint`](crate::fingerprint::Fingerprint) computes one.
    fn fingerprint(&self) -> u64;
}

/// The value for the search of a number of centipawns.
pub(super) fn to_value(cp: i32) -> Value {
    Value::centipawns(cp as f32)
}
