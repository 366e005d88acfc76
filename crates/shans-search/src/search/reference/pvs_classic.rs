//! Principal variation search as the textbooks have it, every part switchable, so that the worth
//! of each can be measured.
//!
//! A first move is searched with the window as it is; the others only have to prove that they
//! are no better, in a zero window, and are searched again inside the window where they cannot.
//! When that begins is what the three [`Forms`] differ in. With none of them, and without killers and table, it is plain
//! alpha-beta: lines are left as soon as they are worse than what a player is sure of elsewhere.

use super::order::{MoveOrder, Ordering};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::depth_first::deepening::{DepthFirst, deepen};
use crate::search::depth_first::killers::Killers;
use crate::search::depth_first::transposition::{Bound, SearchTable, TableEntry};
use crate::search::depth_first::walk::{DepthFirstWalk, Leaf, NOISY, out_of_reach};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::TooMuchMemory;
use crate::search::report::{Observer, Report, Root, Searcher};
use crate::search::window::Window;
use crate::value::{Player, Value};

/// After which first move the zero windows begin. Any of them together; with none this is
/// alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forms {
    /// After a best move known from an earlier search of the position: the root's of the last
    /// iteration, and those of the table.
    pub table_move: bool,
    /// After the move of the principal variation, which is carried from one iteration to the
    /// next as a line and followed from the root.
    pub carried_line: bool,
    /// After any move that has raised alpha.
    pub raised_alpha: bool,
}

/// Where killer moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KillerPlace {
    /// Nowhere.
    Off,
    /// After the best capture, before the others.
    AfterBestCapture,
    /// Before all captures.
    BeforeCaptures,
}

/// What a node returns whose value lies outside of its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fail {
    /// The best bound that was found, outside of the window.
    #[default]
    Soft,
    /// The edge of the window.
    Hard,
}

/// The parts of the plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AlphaBetaOptions {
    /// How positions at the depth limit are valued.
    pub leaf: Leaf,
    /// What is returned from outside of the window.
    pub fail: Fail,
    /// In which order moves are tried: changes the nodes, never the value.
    pub order: MoveOrder,
}

/// The parts of the classic search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PvsClassicOptions {
    /// Those of plain alpha-beta.
    pub plain: AlphaBetaOptions,
    /// When zero windows begin.
    pub forms: Forms,
    /// Two killer moves a ply, quiet moves only.
    pub killers: KillerPlace,
    /// Bytes for a transposition table; none below 64.
    pub table_bytes: u64,
}

impl Default for PvsClassicOptions {
    fn default() -> Self {
        PvsClassicOptions {
            plain: AlphaBetaOptions::default(),
            forms: Forms { table_move: true, carried_line: true, raised_alpha: true },
            killers: KillerPlace::AfterBestCapture,
            table_bytes: 16 << 20,
        }
    }
}

/// The classic principal variation search.
#[derive(Debug)]
pub struct PvsClassic<G: Heuristics> {
    walk: DepthFirstWalk<G>,
    options: PvsClassicOptions,
    ordering: Ordering<G::Move>,
    killers: Killers<G::Move>,
    table: SearchTable,
    /// The path so far is the carried line.
    on_line: bool,
}

/// What a node knows before its first move.
struct Before<M> {
    key: u64,
    /// The move to be tried first.
    first: Option<M>,
    /// Zero windows begin after it.
    first_is_principal: bool,
    /// It belongs to the carried line.
    follows_line: bool,
}

impl<G: Heuristics + Evaluate> PvsClassic<G> {
    /// A search of this root.
    ///
    /// # Panics
    ///
    /// Where this machine does not give the memory; [`PvsClassic::try_new`] returns that as an error.
    pub fn new(root: Root<G>, options: PvsClassicOptions) -> PvsClassic<G> {
        PvsClassic::try_new(root, options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Plain alpha-beta by iterative deepening.
    pub fn alpha_beta(root: Root<G>, plain: AlphaBetaOptions) -> PvsClassic<G> {
        let forms = Forms { table_move: false, carried_line: false, raised_alpha: false };
        let killers = KillerPlace::Off;
        PvsClassic::new(root, PvsClassicOptions { plain, forms, killers, table_bytes: 0 })
    }

    /// A search of this root.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] if this machine does not give the memory of the table.
    pub fn try_new(
        root: Root<G>,
        options: PvsClassicOptions,
    ) -> Result<PvsClassic<G>, TooMuchMemory> {
        let AlphaBetaOptions { leaf, order, .. } = options.plain;
        let mut walk = DepthFirstWalk::new(root, leaf);
        walk.begins_with_best = order.begins_with_best();
        Ok(PvsClassic {
            walk,
            options,
            ordering: Ordering::new(order),
            killers: Killers::default(),
            table: SearchTable::try_with_bytes(options.table_bytes)?,
            on_line: true,
        })
    }

    /// What the table knows, and whether that is the answer already.
    fn probe(
        &mut self,
        key: u64,
        window: Window,
        depth: i32,
        ply: u16,
    ) -> (Option<TableEntry>, bool) {
        let entry = self.table.get(key, ply);
        let answers = ply > 0
            && !self.on_line
            && entry.is_some_and(|entry| entry.depth >= depth && entry.answers(window));
        self.walk.table_hits += u64::from(answers);
        (entry, answers)
    }

    /// The move to begin with: that of the carried line, or of the table.
    fn before(&self, game: &G, key: u64, entry: Option<TableEntry>, ply: u16) -> Before<G::Move> {
        let forms = self.options.forms;
        let carried = self.walk.carried.get(usize::from(ply)).copied();
        if let Some(mv) = carried.filter(|_| self.on_line && (forms.carried_line || ply == 0)) {
            let first_is_principal = forms.carried_line || forms.table_move;
            return Before { key, first: Some(mv), first_is_principal, follows_line: true };
        }
        let stored = entry.and_then(|entry| entry.best).and_then(|code| game.decode(code));
        Before {
            key,
            first: stored,
            first_is_principal: stored.is_some() && forms.table_move,
            follows_line: false,
        }
    }

    /// Lists the moves in the order in which they are tried.
    fn list(&mut self, game: &G, first: Option<G::Move>, ply: u16) -> usize {
        let place = self.options.killers;
        let killers = match place {
            KillerPlace::Off => [None; 2],
            _ => self.killers.at(ply),
        };
        self.ordering.prepare(game);
        let start = self.walk.list(game, ply, |mv| {
            match killers.iter().position(|&killer| killer == Some(mv)) {
                Some(place) if Some(mv) != first && game.is_quiet(mv) => 2 * NOISY - place as i32,
                _ => self.ordering.score(game, mv, first),
            }
        });
        let captures_first = self.options.plain.order == MoveOrder::CapturesFirst;
        if place == KillerPlace::AfterBestCapture && captures_first {
            self.lift_best_capture(start);
        }
        start
    }

    /// Puts the best capture before the killers.
    fn lift_best_capture(&mut self, start: usize) {
        let moves = &mut self.walk.moves[start..];
        let is_capture = |score: i32| score > NOISY / 2 && score < 3 * NOISY / 2;
        let captures = moves.iter_mut().filter(|scored| is_capture(scored.score)).rev();
        if let Some(best) = captures.max_by_key(|scored| scored.score) {
            best.score = 4 * NOISY;
        }
    }

    /// The value of one move: in a zero window once the principal move is behind, and again
    /// inside the window where that says it is better.
    fn try_move(
        &mut self,
        child: &G,
        mover: Player,
        window: Window,
        next: (i32, u16),
        zero: bool,
    ) -> Result<Value, Stop> {
        let (depth, ply) = next;
        if zero && window.is_open() {
            let probe = window.probe(mover);
            let value = self.node(child, probe, depth, ply)?;
            if !window.is_raised_by(mover, value) || window.is_refuted_by(mover, value) {
                return Ok(value);
            }
        }
        self.node(child, window, depth, ply)
    }

    fn moves_of(
        &mut self,
        game: &G,
        mover: Player,
        window: Window,
        at: (i32, u16),
        before: &Before<G::Move>,
    ) -> Result<(Value, Option<G::Move>), Stop> {
        let (depth, ply) = at;
        let start = self.list(game, before.first, ply);
        let mut left = window;
        let mut best = (Window::FULL.alpha(mover), None);
        for index in start.. {
            let Some(scored) = self.walk.pick(start, index) else { break };
            let first = index == start;
            self.on_line = before.follows_line && first && Some(scored.mv) == before.first;
            let child = self.walk.make(game, scored.mv)?;
            let raised = left != window;
            let zero = !first
                && (before.first_is_principal || (raised && self.options.forms.raised_alpha));
            let value = self.try_move(&child, mover, left, (depth - 1, ply + 1), zero)?;
            if value.for_player(mover) > best.0.for_player(mover) {
                best = (value, Some(scored.mv));
                if left.is_raised_by(mover, value) {
                    self.walk.lead(ply, scored.mv, value);
                }
                if left.closes(mover, value) {
                    if game.is_quiet(scored.mv) {
                        self.killers.add(ply, scored.mv);
                    }
                    break;
                }
            }
        }
        self.walk.forget(start);
        Ok(best)
    }

    /// The value of a position, not limited to the window.
    fn value(&mut self, game: &G, window: Window, depth: i32, ply: u16) -> Result<Value, Stop> {
        if let Some(value) = self.walk.finished(game, ply) {
            return Ok(value.shifted(ply));
        }
        if depth == 0 {
            return Ok(self.walk.leaf(game, window, ply, None)?.0);
        }
        let Some(mover) = game.turn().player() else {
            self.on_line = false;
            return self.mean(game, depth, ply);
        };
        if let Some(bound) = out_of_reach(window, ply) {
            return Ok(bound);
        }
        let key = game.key();
        let (entry, answers) = self.probe(key, window, depth, ply);
        if let Some(entry) = entry.filter(|_| answers) {
            return Ok(entry.value);
        }
        let before = self.before(game, key, entry, ply);
        self.walk.enter(before.key, ply);
        let found = self.moves_of(game, mover, window, (depth, ply), &before)?;
        self.walk.leave();
        self.remember(game, window, (depth, ply), key, found);
        Ok(found.0)
    }

    fn remember(
        &mut self,
        game: &G,
        window: Window,
        at: (i32, u16),
        key: u64,
        found: (Value, Option<G::Move>),
    ) {
        let (value, best) = found;
        let bound = Bound::of(window, value);
        let restricted = at.1 == 0 && self.walk.root.candidates.is_some();
        if !restricted && self.table.exists() {
            let best: Option<MoveCode> = best.map(|mv| game.encode(mv));
            let eval = Value::DRAW;
            self.table.make_room_for(self.walk.budget.nodes());
            self.table.put(key, at.1, TableEntry { value, bound, eval, depth: at.0, best });
        }
    }
}

impl<G: Heuristics + Evaluate> DepthFirst<G> for PvsClassic<G> {
    fn walk(&self) -> &DepthFirstWalk<G> {
        &self.walk
    }

    fn walk_mut(&mut self) -> &mut DepthFirstWalk<G> {
        &mut self.walk
    }

    fn begin(&mut self) {
        self.killers.clear();
    }

    fn iterate(&mut self, depth: u32, _previous: Value) -> Result<Value, Stop> {
        self.on_line = true;
        let root = self.walk.root.game.clone();
        self.node(&root, Window::FULL, depth as i32, 0)
    }

    fn node(&mut self, game: &G, window: Window, depth: i32, ply: u16) -> Result<Value, Stop> {
        self.walk.lines.clear(ply);
        let value = self.value(game, window, depth, ply)?;
        Ok(match self.options.plain.fail {
            Fail::Soft => value,
            Fail::Hard => window.clamp(value),
        })
    }

    fn proves(&self) -> bool {
        !self.table.exists()
    }

    fn table_bytes(&self) -> u64 {
        self.table.bytes()
    }
}

impl<G: Heuristics + Evaluate> Searcher<G> for PvsClassic<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        deepen(self, limits, observer)
    }

    fn go_to(&mut self, root: Root<G>) {
        self.walk.root = root;
        self.table.grow_older();
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}
