//! Leaves of a tree, searched by the same code as a whole position is.

use super::super::deepening::{DEEPEST, DepthFirst};
use super::super::table_entry::{Bound, TableEntry};
use super::history::QuietMove;
use super::knowledge::{Beside, Knowledge, LearntMoves};
use super::{PlyState, Pvs, PvsOptions};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::Budget;
use crate::search::limits::Stop;
use crate::search::memory::ENTRY_BYTES;
use crate::search::report::{Root, Searcher};
use crate::search::window::Window;
use crate::tree::LeftOut;
use crate::value::Value;

/// A leaf to be searched.
#[derive(Clone, Debug)]
pub(in crate::search) struct LeafPosition<'a, G: Heuristics> {
    /// The position; the game continues there.
    pub(in crate::search) game: &'a G,
    /// The values that matter, wins counted from the position: outside of them a bound will do.
    pub(in crate::search) window: Window,
    /// How deep to search.
    pub(in crate::search) plies: u16,
    /// How many plies below the root of the tree it lies.
    pub(in crate::search) ply: u16,
    /// The slots ([`Heuristics::slot`]) of the moves made one and two plies before it.
    pub(in crate::search) slots_before: [Option<usize>; 2],
    /// Keys of the positions before it, and how many of them are the game's history
    /// ([`Past::new`](crate::game::Past::new)).
    pub(in crate::search) past: &'a [u64],
    /// See `past`.
    pub(in crate::search) searched_from: usize,
    /// The moves to choose from; all legal ones where `None`.
    pub(in crate::search) candidates: Option<&'a [G::Move]>,
    /// Moves that are not considered in certain positions, there and below.
    pub(in crate::search) left_out: &'a [LeftOut],
    /// The table's entries of other searches are not used, nor its own by them.
    pub(in crate::search) is_aside: bool,
}

/// What a search of a leaf found.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct LeafValue<M> {
    /// The value, wins counted from the leaf; outside of the window a bound.
    pub(in crate::search) value: Value,
    /// The moves it rests on, as far as they are known.
    pub(in crate::search) line: Vec<M>,
}

/// Keys of positions that are searched aside differ from all others by this: the fraction of the golden ratio.
const ASIDE: u64 = 0x9e37_79b9_7f4a_7c15;
/// Entries of the table of a task that is searched with nothing that others have taught: enough for most,
/// and quick to empty.
const OWN_PLACES: usize = 1 << 14;

/// [`Pvs`] as a leaf search. Table, killers and history are shared by all leaves of a tree, and
/// can be rolled back, saved and resumed.
#[derive(Debug)]
pub struct PvsLeaves<G: Heuristics> {
    pub(super) pvs: Pvs<G>,
    /// The killers at the last commit.
    killers: Vec<[Option<QuietMove>; 2]>,
}

impl<G: Heuristics + Evaluate> PvsLeaves<G> {
    /// Those of another thread, which nothing is rolled back in.
    pub(in crate::search) fn beside_others(beside: Beside<G>) -> PvsLeaves<G> {
        let mut pvs = beside.into_pvs();
        pvs.walk.begins_with_best = false;
        let killers = pvs.killers.all().to_vec();
        PvsLeaves { pvs, killers }
    }

    /// Nothing learned yet.
    pub fn new(root: Root<G>, options: PvsOptions) -> PvsLeaves<G> {
        let mut pvs = Pvs::new(root, options);
        pvs.walk.begins_with_best = false;
        PvsLeaves { pvs, killers: Vec::new() }
    }

    /// From now on what is learned can be rolled back, to the last commit.
    pub(in crate::search) fn keep_journal(&mut self) {
        if !self.pvs.table.keeps_journal() {
            self.pvs.table.keep_journal();
            self.pvs.history.keep_journal();
        }
    }

    /// Bytes of the table.
    pub fn table_bytes(&self) -> u64 {
        self.pvs.table.bytes()
    }

    /// Bytes that the table may grow to.
    pub fn most_table_bytes(&self) -> u64 {
        self.pvs.table.most_bytes()
    }

    /// Empties the table, and gives it room for this many entries, as far as it may grow.
    pub fn begin_table_with(&mut self, places: usize) {
        self.pvs.table.begin_with(places);
    }

    /// Lets the table grow to what searches of this many nodes need. Not while something may have to
    /// be rolled back.
    pub fn make_room_for(&mut self, nodes: u64) {
        self.pvs.table.make_room_for(nodes);
    }

    /// The best move that the table has for a position, or the one that refuted it.
    pub fn table_move(&self, game: &G) -> Option<G::Move> {
        self.move_behind(game.key(), game)
    }

    /// The same of what was searched aside ([`LeafTask::is_aside`](crate::search::LeafTask::is_aside)).
    pub fn table_move_aside(&self, game: &G) -> Option<G::Move> {
        self.move_behind(game.key() ^ ASIDE, game)
    }

    fn move_behind(&self, key: u64, game: &G) -> Option<G::Move> {
        game.decode(self.pvs.table.get(key, 0)?.best?)
    }

    /// How many positions had their values from the table since this was last asked.
    pub fn take_table_hits(&mut self) -> u64 {
        std::mem::take(&mut self.pvs.walk.table_hits)
    }

    /// How many entries the table has room for.
    pub fn table_places(&self) -> usize {
        self.pvs.table.places()
    }

    /// The entries of the table with their places, as bytes.
    pub fn table_entries(&self) -> impl Iterator<Item = (u32, [u8; ENTRY_BYTES])> {
        self.pvs.table.used()
    }

    /// Puts back an entry of the table; `false` if it is none.
    pub fn put_back_entry(&mut self, entry: (u32, [u8; ENTRY_BYTES])) -> bool {
        self.pvs.table.put_back(entry)
    }

    /// The scores of the history that are not zero, with their places.
    pub fn history_scores(&self) -> impl Iterator<Item = (u32, i16)> {
        self.pvs.history.used()
    }

    /// Puts back a score of the history; `false` if it is none.
    pub fn put_back_score(&mut self, score: (u32, i16)) -> bool {
        self.pvs.history.put_back(score)
    }

    /// What was learned about quiet moves.
    pub fn learnt_moves(&self) -> LearntMoves {
        self.pvs.learnt_moves()
    }

    /// Takes up what was learned; `false` if a slot is none.
    pub fn learn_again(&mut self, learnt: &LearntMoves) -> bool {
        let is_sound = self.pvs.learn_again(learnt);
        self.killers = self.pvs.killers.all().to_vec();
        is_sound
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pvs.clear();
        self.forget_killers();
    }

    /// Forgets the killers, for a tree with another root: they are known by their plies from there.
    pub fn forget_killers(&mut self) {
        self.pvs.killers.clear();
        self.killers.clear();
    }

    /// Takes over what another one knows, as far as the table has room.
    pub fn take_over(&mut self, other: &PvsLeaves<G>) {
        other.table_entries().for_each(|entry| _ = self.put_back_entry(entry));
        self.learn_from(&other.knowledge());
    }

    /// Takes over what another one knows about moves.
    pub(in crate::search) fn learn_from(&mut self, knowledge: &Knowledge) {
        self.pvs.learn_from(knowledge);
        self.killers = self.pvs.killers.all().to_vec();
    }

    /// A task begins that is to be answered with nothing that others have taught.
    pub(in crate::search) fn begin_apart(&mut self) {
        self.clear();
        self.begin_table_with(OWN_PLACES);
    }

    /// Keeps the best move of a position that was answered.
    pub(in crate::search) fn remember(
        &mut self,
        game: &G,
        window: Window,
        value: Value,
        best: Option<MoveCode>,
    ) {
        let (bound, eval) = (Bound::of(window, value), game.evaluate());
        self.pvs.table.put(game.key(), 0, TableEntry { value, bound, eval, depth: 0, best });
    }

    /// The same for another thread, which shares nothing with this one.
    pub(in crate::search) fn alone(&self) -> Beside<G> {
        self.pvs.alone((OWN_PLACES * ENTRY_BYTES) as u64)
    }

    /// The same for another thread.
    pub(in crate::search) fn beside(&self) -> Beside<G> {
        self.pvs.beside()
    }

    /// What it knows about moves.
    pub(in crate::search) fn knowledge(&self) -> Knowledge {
        self.pvs.knowledge()
    }

    /// Nothing is rolled back from now on: what is noted for that is let go.
    pub(in crate::search) fn forget_journal(&mut self) {
        self.pvs.table.forget_journal();
        self.pvs.history.forget_journal();
    }

    /// The value of a leaf. What it learns is kept apart until [`PvsLeaves::commit`].
    ///
    /// # Errors
    ///
    /// The limit that struck in the middle.
    pub(in crate::search) fn search(
        &mut self,
        leaf: LeafPosition<'_, G>,
        budget: &mut Budget,
    ) -> Result<LeafValue<G::Move>, Stop> {
        let depth = self.begin_leaf(&leaf);
        let LeafPosition { game, window, ply, .. } = leaf;
        std::mem::swap(budget, &mut self.pvs.walk.budget);
        let found = self.pvs.node(game, window.shifted(ply), depth, ply);
        std::mem::swap(budget, &mut self.pvs.walk.budget);
        let line = self.pvs.walk.lines.at(ply).to_vec();
        Ok(LeafValue { value: found?.unshifted(ply), line })
    }

    /// What was learned since the last time stays.
    pub(in crate::search) fn commit(&mut self) {
        self.pvs.table.commit();
        self.pvs.history.commit();
        self.killers.clear();
        self.killers.extend_from_slice(self.pvs.killers.all());
    }

    /// What was learned since the last commit goes.
    pub(in crate::search) fn roll_back(&mut self) {
        self.pvs.table.roll_back();
        self.pvs.history.roll_back();
        self.pvs.killers.set_all(self.killers.clone());
    }

    /// Sets the search up for a leaf.
    pub(super) fn begin_leaf(&mut self, task: &LeafPosition<'_, G>) -> i32 {
        let Pvs { walk, stack, longest, aside, .. } = &mut self.pvs;
        *aside = if task.is_aside { ASIDE } else { 0 };
        let depth = i32::from(task.plies).min(DEEPEST as i32);
        walk.moves.clear();
        walk.past.clear();
        walk.past.extend_from_slice(task.past);
        walk.root.searched_from = task.searched_from;
        walk.root.candidates = task.candidates.map(<[G::Move]>::to_vec);
        walk.root.left_out.clear();
        walk.root.left_out.extend_from_slice(task.left_out);
        *longest = task.ply.saturating_add(2 * depth.max(1) as u16);
        let top = usize::from(task.ply);
        // Room for as many plies as a search from here can take.
        stack.resize(stack.len().max(top + 2 * DEEPEST as usize + 8), PlyState::default());
        for (plies, slot) in (1..).zip(task.slots_before) {
            if let Some(frame) = top.checked_sub(plies) {
                stack[frame] = PlyState { made: slot, ..PlyState::default() };
            }
        }
        stack[top..top + 2].fill(PlyState::default());
        depth
    }
}
