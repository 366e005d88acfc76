//! What a search has learned, apart from it: to be kept in a file, or told to another thread.

use super::super::transposition::Table;
use super::history::QuietMove;
use super::{Pvs, PvsOptions};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::report::Root;

/// A quiet move that was learned: its code, and its slot in the history table.
pub type LearntMove = (u16, u16);

/// What searches of leaves have learned about quiet moves, besides their scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearntMoves {
    /// The killers by ply from the root of the tree.
    pub killers: Vec<[Option<LearntMove>; 2]>,
    /// The moves that refuted others last, with the slots of those.
    pub countermoves: Vec<(u16, LearntMove)>,
}

/// All that is known about moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::search) struct Knowledge {
    scores: Vec<(u32, i16)>,
    moves: LearntMoves,
}

/// What a search in another thread begins with.
#[derive(Debug)]
pub(in crate::search) struct Beside<G: Heuristics> {
    root: Root<G>,
    options: PvsOptions,
    table: Table,
    knowledge: Knowledge,
}

impl<G: Heuristics + Evaluate> Beside<G> {
    /// A search that shares the table and knows as much about moves. Nothing that it learns is rolled
    /// back.
    pub(in crate::search) fn into_pvs(self) -> Pvs<G> {
        let mut pvs = Pvs::new(self.root, PvsOptions { table_bytes: 0, ..self.options });
        (pvs.table, pvs.options) = (self.table, self.options);
        pvs.learn_from(&self.knowledge);
        pvs
    }
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The same for another thread.
    pub(super) fn beside(&self) -> Beside<G> {
        Beside {
            root: self.walk.root.clone(),
            options: self.options,
            table: self.table.sharing(),
            knowledge: self.knowledge(),
        }
    }

    /// The same for another thread, with a table of its own.
    pub(super) fn alone(&self, table_bytes: u64) -> Beside<G> {
        let table = Table::try_with_bytes(table_bytes).unwrap_or_else(|_| self.table.sharing());
        let (root, options) = (self.walk.root.clone(), self.options);
        Beside { root, options, table, knowledge: Knowledge::default() }
    }

    /// What it knows about moves.
    pub(super) fn knowledge(&self) -> Knowledge {
        Knowledge { scores: self.history.used().collect(), moves: self.learnt_moves() }
    }

    /// Takes over what another one knows about moves.
    pub(super) fn learn_from(&mut self, knowledge: &Knowledge) {
        knowledge.scores.iter().for_each(|&score| _ = self.history.put_back(score));
        self.learn_again(&knowledge.moves);
    }

    /// What was learned about quiet moves.
    pub(super) fn learnt_moves(&self) -> LearntMoves {
        let learnt = |mv: QuietMove| (mv.code.0, mv.slot);
        let killers = self.killers.all().iter();
        let countermoves = self.history.countermoves();
        LearntMoves {
            killers: killers.map(|pair| pair.map(|mv| mv.map(learnt))).collect(),
            countermoves: countermoves.map(|(slot, mv)| (slot, learnt(mv))).collect(),
        }
    }

    /// Takes up what was learned; `false` if a slot is none.
    pub(super) fn learn_again(&mut self, learnt: &LearntMoves) -> bool {
        let quiet = |(code, slot): LearntMove| QuietMove { code: MoveCode(code), slot };
        let killers = learnt.killers.iter().map(|pair| pair.map(|mv| mv.map(quiet)));
        self.killers.set_all(killers.collect());
        let history = &mut self.history;
        let mut moves = learnt.countermoves.iter();
        moves.all(|&(slot, mv)| history.put_back_countermove((slot, quiet(mv))))
    }
}
