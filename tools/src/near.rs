//! Positions near recorded ones, as searches meet them, with what a teacher says of each.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use shakmaty::{Chess, Move, Position as _};
use shans::chess::{Evaluation, MoveModel, Position, Tapered};
use shans::game::Order as _;
use shans::search::{Limits, Pvs, PvsOptions, Root, Searcher as _};
use shans::value::Value;

use crate::excluded::Excluded;
use crate::random::Random;
use crate::record::Record;
use crate::teacher::Teacher;

/// Nodes of the search of each recorded position: some four plies.
const NODES: u64 = 250;
/// Bytes of its table.
const TABLE: u64 = 1 << 20;

/// Takes positions out of short searches of ours, and asks a teacher what they are worth: a network learns from positions such as it
/// will be asked about, most of them behind a bad move.
pub struct Near {
    teacher: Teacher,
    evaluator: Watched,
    search: Pvs<Position<Watched>>,
}

impl Near {
    /// With the network of a file; up to `count` positions of each search.
    pub fn new(teacher: &Path, count: usize, seed: u64) -> Result<Near> {
        let random = Random::new(seed, 1);
        let sample = Arc::new(Mutex::new(Reservoir { random, count, met: 0, kept: Vec::new() }));
        let evaluator = Watched { evaluator: Tapered::learned(), sample };
        let options = PvsOptions { table_bytes: TABLE, ..PvsOptions::default() };
        let start = Root::new(Position::new(Chess::default(), evaluator.clone()));
        let search = Pvs::try_new(start, options)?;
        Ok(Near { teacher: Teacher::open(teacher)?, evaluator, search })
    }

    /// Quiet positions that a search of this one evaluates. What others are worth only a search can tell: a network that is fitted to
    /// them, too, knows less of the quiet ones.
    pub fn records(
        &mut self,
        chess: &Chess,
        excluded: &Excluded,
        (ply, game): (u32, u8),
    ) -> Result<Vec<Record>> {
        let position = Position::new(chess.clone(), self.evaluator.clone());
        self.search.go_to(Root::new(position));
        let limits = Limits { nodes: Some(NODES), plays: true, ..Limits::default() };
        self.search.search(&limits, &mut |_| {});
        let seen = self.teacher.look(chess.board());
        let drawn = locked(&self.evaluator.sample).take();
        let mut records = Vec::new();
        for near in drawn {
            let position = Position::new(near.clone(), self.evaluator.clone());
            if is_quiet(&position) && !excluded.contains(&near) {
                records.push(Record::taught(&near, self.teacher.value(&seen, &near), ply, game)?);
            }
        }
        Ok(records)
    }
}

/// Whether quiescence has nothing to look at: nobody is in check, and the side to move wins nothing by a capture or a promotion.
fn is_quiet<E: Evaluation>(position: &Position<E>) -> bool {
    let mut winning = Vec::new();
    position.tactical(&mut winning);
    !position.forced() && winning.is_empty()
}

fn locked(sample: &Mutex<Reservoir>) -> MutexGuard<'_, Reservoir> {
    sample.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Some of the positions that were evaluated, each with the same chance.
struct Reservoir {
    random: Random,
    count: usize,
    met: usize,
    kept: Vec<Chess>,
}

impl Reservoir {
    /// Keeps a position, or does not (Vitter, *Random sampling with a reservoir*, 1985).
    fn meet(&mut self, chess: &Chess) {
        self.met += 1;
        if self.kept.len() < self.count {
            self.kept.push(chess.clone());
        } else if let Some(place) = self.kept.get_mut(self.random.below(self.met)) {
            place.clone_from(chess);
        }
    }

    fn take(&mut self) -> Vec<Chess> {
        self.met = 0;
        std::mem::take(&mut self.kept)
    }
}

/// The default evaluator, by whom positions that are evaluated are sampled.
#[derive(Clone)]
struct Watched {
    evaluator: Tapered,
    sample: Arc<Mutex<Reservoir>>,
}

impl Evaluation for Watched {
    type State = <Tapered as Evaluation>::State;

    fn start(&self, chess: &Chess) -> Self::State {
        self.evaluator.start(chess)
    }

    fn follow(&self, state: &mut Self::State, chess: &Chess, mv: Move) {
        self.evaluator.follow(state, chess, mv);
    }

    fn value(&self, state: &Self::State, chess: &Chess) -> i32 {
        locked(&self.sample).meet(chess);
        self.evaluator.value(state, chess)
    }

    fn placement_gain(&self, state: &Self::State, chess: &Chess, mv: Move) -> i32 {
        self.evaluator.placement_gain(state, chess, mv)
    }

    fn exact(&self, chess: &Chess) -> Option<Value> {
        self.evaluator.exact(chess)
    }

    fn move_model(&self) -> Option<&MoveModel> {
        self.evaluator.move_model()
    }

    fn fingerprint(&self) -> u64 {
        self.evaluator.fingerprint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teacher::tests::file;

    #[test]
    fn what_quiescence_looks_at_is_not_quiet() -> Result<()> {
        for (fen, quiet) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
            // In check; a queen to be taken; a pawn to be promoted; a pawn that is protected.
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false),
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", false),
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false),
            ("4k3/3p4/4p3/8/8/8/4R3/4K3 w - - 0 1", true),
        ] {
            let (position, _) = Position::from_fen_with(fen, Tapered::default())?;
            assert_eq!(is_quiet(&position), quiet, "{fen}");
        }
        Ok(())
    }

    #[test]
    fn positions_of_a_search_are_told_what_the_teacher_says() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("teacher.nnue");
        std::fs::write(&path, file())?;
        let found = |seed: u64| -> Result<Vec<Record>> {
            Near::new(&path, 9, seed)?.records(&Chess::default(), &Excluded::default(), (3, 15))
        };
        let records = found(1)?;
        assert_eq!(records, found(1)?);
        assert_ne!(records, found(2)?);
        // Nine are drawn, of which the quiet ones are recorded.
        assert!((5..=9).contains(&records.len()), "{}", records.len());
        let teacher = Teacher::open(&path)?;
        for record in records {
            assert!(record.is_held_out() && !record.flags.noisy && !record.flags.unexpected);
            let chess = record.chess()?;
            assert!(is_quiet(&Position::new(chess.clone(), Tapered::default())));
            let value = teacher.value(&teacher.look(chess.board()), &chess);
            assert_eq!(record.score, shans_tools::engine::Score::Centipawns(value));
        }
        Ok(())
    }
}
