//! Tables that a search asks.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::{Chess, Position as _};

use super::material::Men;
use super::probe::{Probe, ProbeTrouble};
use super::verdict::{self, TableVerdict};
use crate::value::Value;

/// More troubles than these are not kept.
const MOST_TROUBLES: usize = 20;

/// Endgame tables from outside the program. Clones share them.
#[derive(Clone)]
pub struct Syzygy(Arc<Shared>);

struct Shared {
    probe: Box<dyn Probe>,
    /// Positions with more pieces are not asked about.
    pieces: u32,
    probes: AtomicU64,
    troubles: Mutex<Troubles>,
}

/// What went wrong: told once each.
#[derive(Default)]
struct Troubles {
    known: HashSet<String>,
    untold: Vec<String>,
}

impl Syzygy {
    /// Tables that are probed for positions with at most this many pieces.
    pub fn new(probe: Box<dyn Probe>, most_pieces: u32) -> Syzygy {
        let pieces = probe.most_pieces().min(most_pieces);
        let (probes, troubles) = (AtomicU64::new(0), Mutex::default());
        Syzygy(Arc::new(Shared { probe, pieces, probes, troubles }))
    }

    /// Positions with more pieces are not known.
    pub fn pieces(&self) -> u32 {
        self.0.pieces
    }

    /// How often they were asked.
    pub fn probes(&self) -> u64 {
        self.0.probes.load(Ordering::Relaxed)
    }

    /// Bytes of memory taken so far.
    pub fn bytes(&self) -> u64 {
        self.0.probe.bytes()
    }

    /// What went wrong since this was asked last: a sentence for each table.
    pub fn take_troubles(&self) -> Vec<String> {
        let mut troubles = self.0.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut troubles.untold)
    }

    /// Whether positions like this may be known: few pieces, and no right to castle.
    pub(in crate::chess) fn covers(&self, chess: &Chess) -> bool {
        chess.board().occupied().count() as u32 <= self.0.pieces && !chess.castles().any()
    }

    /// The exact value of an unfinished position, as long as no earlier position comes back; `None` where it is
    /// not known.
    pub(in crate::chess) fn exact(&self, chess: &Chess) -> Option<Value> {
        if !self.covers(chess) {
            return None;
        }
        let wdl = self.asked(self.0.probe.wdl(chess))?;
        let dtz = || self.asked(self.0.probe.dtz(chess));
        verdict::exact((wdl, chess.turn(), chess.halfmoves()), dtz)
    }

    /// The same right after a capture or a move of a pawn, where one look is enough.
    pub(in crate::chess) fn exact_after_zeroing(&self, chess: &Chess) -> Option<Value> {
        if chess.halfmoves() > 0 { None } else { self.exact(chess) }
    }

    /// What they say of a position, whatever the clock; `None` where they say nothing.
    pub fn verdict(&self, chess: &Chess) -> Option<TableVerdict> {
        if !self.covers(chess) {
            return None;
        }
        let wdl = self.asked(self.0.probe.wdl(chess))?;
        let dtz = self.asked(self.0.probe.dtz(chess));
        let (table, turn, clock) = (Men::of(chess).name(), chess.turn(), chess.halfmoves());
        Some(TableVerdict { table, wdl, dtz, turn, clock })
    }

    /// Counts an answer, and notes why there is none.
    fn asked<T>(&self, answer: Result<T, ProbeTrouble>) -> Option<T> {
        self.0.probes.fetch_add(1, Ordering::Relaxed);
        match answer {
            Ok(answer) => Some(answer),
            // What is missing was told when the tables were opened.
            Err(ProbeTrouble::Beyond | ProbeTrouble::Missing(_)) => None,
            Err(trouble) => {
                self.note(&trouble);
                None
            }
        }
    }

    fn note(&self, trouble: &ProbeTrouble) {
        let told = trouble.to_string();
        let mut troubles = self.0.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        if troubles.known.len() < MOST_TROUBLES && troubles.known.insert(told.clone()) {
            troubles.untold.push(told);
        }
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("pieces", &self.0.pieces).finish_non_exhaustive()
    }
}
