//! What an evaluator knows of tables from outside the program: those available, and those that made a
//! tree.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::{Chess, Position as _};

use super::syzygy::Syzygy;
use crate::value::Value;

/// Tables available, and tables that are remembered. Clones share the count.
#[derive(Clone, Debug, Default)]
pub(super) struct OutsideTables {
    /// The tables that are available.
    pub asked: Option<Syzygy>,
    /// Positions with this many pieces may have been known when a tree was made.
    remembered: u8,
    /// Proofs that were accepted unchecked.
    believed: Arc<AtomicU64>,
}

impl OutsideTables {
    /// These tables available, and those of positions with this many pieces remembered.
    pub fn new(asked: Option<Syzygy>, remembered: u8) -> OutsideTables {
        OutsideTables { asked, remembered, believed: Arc::default() }
    }

    /// The maximum number of pieces of a position that is known, or was.
    pub fn pieces(&self) -> u8 {
        let asked = self.asked.as_ref().map_or(0, Syzygy::pieces);
        u8::try_from(asked).unwrap_or(u8::MAX).max(self.remembered)
    }

    /// Whether tables that are not available may have given this value: it is believed then, and
    /// counted.
    pub fn was_exact(&self, chess: &Chess, value: Value) -> bool {
        let pieces = chess.board().occupied().count();
        let is_of_tables = value == Value::DRAW || value.is_table_win();
        let is_believed =
            is_of_tables && pieces <= usize::from(self.remembered) && !chess.castles().any();
        self.believed.fetch_add(u64::from(is_believed), Ordering::Relaxed);
        is_believed
    }

    /// How many proofs were accepted unchecked so far.
    pub fn believed(&self) -> u64 {
        self.believed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::value::Player;

    #[test]
    fn what_tables_may_have_said_is_believed_and_counted() -> Result<(), crate::chess::FenError> {
        let tables = OutsideTables::new(None, 4);
        let of = |fen: &str| -> Result<Chess, crate::chess::FenError> {
            Ok(<Position>::from_fen(fen)?.0.chess().clone())
        };
        let four = of("8/8/8/4k3/8/2n5/8/R3K3 w - - 3 60")?;
        assert!(tables.was_exact(&four, Value::DRAW));
        assert!(tables.was_exact(&four, Value::table_win(Player::Max, 7)));
        assert!(!tables.was_exact(&four, Value::win_in(Player::Max, 7)), "tables know no mate");
        assert!(!tables.was_exact(&four, Value::centipawns(5.0)));
        assert!(!tables.was_exact(&of("8/8/8/4k3/8/2n5/8/R3K3 w Q - 3 60")?, Value::DRAW));
        assert!(!tables.was_exact(&of("8/8/8/4k3/3p4/2n5/8/R3K3 w - - 3 60")?, Value::DRAW));
        assert_eq!((tables.believed(), tables.pieces()), (2, 4));
        Ok(())
    }
}
