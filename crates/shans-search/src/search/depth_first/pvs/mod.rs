//! Principal variation search as engines have it today.
//!
//! One node takes these steps, each a function of its own: its idea and what it measured are in
//! its doc comment.
//!
//! | step | where |
//! |---|---|
//! | aspiration window around the last value (without: 256 / 31 / 51) | `Pvs::iteration` |
//! | check extension, mate distance, table | `node` |
//! | reverse futility, null move | `before` |
//! | probcut (in games) | `probcut` |
//! | order: table move, good captures, killers, countermove, history and odds, losing captures | `order`, `history`, `captures` |
//! | late move pruning, futility, SEE pruning, in games by history | `pruning` |
//! | late move reductions | `reductions` |
//! | singular extension | `singular` |
//! | static values corrected (in games) | `correction` |
//!
//! Games and analysis have numbers of their own: `numbers`.
//!
//! `helpers` has other threads that search the same; `leaf` is the same search as one of leaves.
//!
//! A step's worth is given as solved positions of 300 / 183 / 183 (`wac300`, `ecmgcp_183`,
//! `iq4_183`) at 100,000 nodes a position without the step, against 264 / 37 / 63 with all of
//! them (measured with an internal reduction from depth 4 on, which is gone, and reverse futility at 5
//! plies and 110 centipawns; as it stands now the search solves 266 / 57 / 78 with a table of 16 MiB).
//! Differences below about 6 are noise.

mod before;
mod captures;
mod correction;
mod helpers;
mod history;
mod leaf;
mod learned;
mod likely;
mod moves;
mod node;
mod numbers;
mod order;
mod probcut;
mod pruning;
mod reductions;
mod singular;

use self::history::QuietMove;
use self::learned::Learned;
use self::likely::LikelyMoves;
use super::deepening::{DEEPEST, DepthFirst, deepen};
use super::killers::Killers;
use super::transposition::SearchTable;
use super::walk::{DepthFirstWalk, Leaf};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::known_line::to_win;
use crate::search::limits::{Limits, Stop};
use crate::search::memory::TooMuchMemory;
use crate::search::report::{Observer, Report, Root, Searcher};
use crate::search::window::Window;
use crate::value::{Player, Value};

pub use self::leaf::Known;
pub use self::numbers::PvsNumbers;

pub(in crate::search) use self::leaf::{BEYOND_WIN, HARD_FACTOR, LeafPosition, SOFT_SHARE};

/// The parts of the search. Without the selective ones its value at a fixed depth is that of
/// the un-pruned search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PvsOptions {
    /// How positions at the depth limit are valued.
    pub leaf: Leaf,
    /// Bytes for the transposition table; none below 64.
    pub table_bytes: u64,
    /// How many threads search; not searches of leaves, which are shared out as tasks.
    pub threads: usize,
    /// Values of quiescence are kept in the table.
    pub leaf_table: bool,
    /// Quiet moves are ordered, and reduced, by how likely they are the best ones, too.
    pub move_odds: bool,
    /// Searches begin in a narrow window around the value of the iteration before.
    pub aspiration: bool,
    /// Selective: forced plies cost no depth.
    pub check_extension: bool,
    /// Selective: a best move without an alternative is searched deeper.
    pub singular_extension: bool,
    /// Selective: a position so good that passing refutes it is left.
    pub null_move: bool,
    /// Selective: a position far above the window is left near the depth limit.
    pub reverse_futility: bool,
    /// Selective: quiet moves far below the window are left out near the depth limit.
    pub futility: bool,
    /// Selective: the last quiet moves are left out near the depth limit.
    pub late_move_pruning: bool,
    /// Selective: moves that lose material in exchanges are left out near the depth limit.
    pub see_pruning: bool,
    /// Selective: late moves are searched less deep, and again where that finds them good.
    pub late_move_reduction: bool,
    /// The numbers for analysis.
    pub numbers: PvsNumbers,
    /// Those for games.
    pub numbers_in_games: PvsNumbers,
}

impl Default for PvsOptions {
    fn default() -> Self {
        PvsOptions {
            leaf: Leaf::Quiescence,
            table_bytes: 16 << 20,
            threads: 1,
            leaf_table: true,
            move_odds: true,
            aspiration: true,
            check_extension: true,
            singular_extension: true,
            null_move: true,
            reverse_futility: true,
            futility: true,
            late_move_pruning: true,
            see_pruning: true,
            late_move_reduction: true,
            numbers: PvsNumbers::DEFAULT,
            numbers_in_games: PvsNumbers::IN_GAMES,
        }
    }
}

impl PvsOptions {
    /// Nothing selective: the value of the un-pruned search.
    pub fn full_width() -> PvsOptions {
        PvsOptions {
            check_extension: false,
            singular_extension: false,
            null_move: false,
            reverse_futility: false,
            futility: false,
            late_move_pruning: false,
            see_pruning: false,
            late_move_reduction: false,
            ..PvsOptions::default()
        }
    }

    fn is_selective(&self) -> bool {
        let PvsOptions { leaf, table_bytes, aspiration, numbers, numbers_in_games, .. } = *self;
        let same_means = PvsOptions {
            leaf,
            table_bytes,
            aspiration,
            numbers,
            numbers_in_games,
            ..PvsOptions::full_width()
        };
        *self != same_means
    }
}

/// The strong principal variation search.
#[derive(Debug)]
pub struct Pvs<G: Heuristics> {
    walk: DepthFirstWalk<G>,
    options: PvsOptions,
    /// A move in a game is wanted, and not analysis. Games and analysis want different things: in games the depth that is won by
    /// reducing and pruning more counts, and in hard positions what is overlooked by it.
    plays: bool,
    numbers: PvsNumbers,
    table: SearchTable,
    killers: Killers<QuietMove>,
    learned: Learned,
    likely: LikelyMoves<G::Move>,
    /// What the nodes on the path know, by ply.
    stack: Vec<PlyState>,
    /// Extensions end at this ply.
    longest: u16,
}

/// What a node tells those below it.
#[derive(Clone, Copy, Debug, Default)]
struct PlyState {
    /// The static value; `None` in forced positions.
    eval: Option<Value>,
    /// The slot of the move made here; `None` for a pass.
    made: Option<usize>,
    /// The best move, while the others are searched to see whether it has an alternative.
    excluded: Option<MoveCode>,
    /// It is expected to be refuted.
    cut: bool,
    /// How often a move on the way here was searched two plies deeper.
    doubled: u8,
    /// No pass is tried here: one led here, or one is being verified.
    no_pass: bool,
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// A search of this root.
    ///
    /// # Panics
    ///
    /// Where this machine does not give the memory; [`Pvs::try_new`] returns that as an error.
    pub fn new(root: Root<G>, options: PvsOptions) -> Pvs<G> {
        Pvs::try_new(root, options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A search of this root.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] if this machine does not give the memory of the table.
    pub fn try_new(root: Root<G>, options: PvsOptions) -> Result<Pvs<G>, TooMuchMemory> {
        Ok(Pvs::with_table(root, options, SearchTable::try_with_bytes(options.table_bytes)?))
    }

    /// A search of this root with this table.
    pub(in crate::search) fn with_table(
        root: Root<G>,
        options: PvsOptions,
        table: SearchTable,
    ) -> Pvs<G> {
        Pvs {
            walk: DepthFirstWalk::new(root, options.leaf),
            options,
            plays: false,
            numbers: options.numbers,
            table,
            killers: Killers::default(),
            learned: Learned::new(G::SLOTS),
            likely: LikelyMoves::default(),
            stack: vec![PlyState::default(); 2 * DEEPEST as usize + 8],
            longest: 0,
        }
    }
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// Whether the next search is to find a move in a game, and not to analyse. Where nothing selective is wanted, neither is this.
    pub(in crate::search) fn set_plays(&mut self, plays: bool) {
        self.plays = plays && self.options.is_selective();
        self.numbers =
            if self.plays { self.options.numbers_in_games } else { self.options.numbers };
        let table = self.plays.then(|| self.table.sharing());
        self.walk.set_quiescence_table(table);
    }

    /// Forgets what was learned.
    pub(in crate::search) fn forget(&mut self) {
        self.table.clear();
        self.learned.clear();
    }

    /// The value of a position at this depth. A narrow window around the last value answers sooner;
    /// where the answer is outside, that side is opened, each time twice as far.
    fn iteration(&mut self, top: &G, depth: u32, previous: Value) -> Result<Value, Stop> {
        self.longest = (2 * depth) as u16;
        let narrow = self.options.aspiration
            && depth >= self.numbers.aspiration_depth
            && previous.win().is_none()
            && top.turn().player().is_some();
        let mut margins = if narrow { [self.numbers.aspiration; 2] } else { [f32::INFINITY; 2] };
        let widest = self.numbers.widest;
        loop {
            let window = around(previous, margins);
            let value = self.node(top, window, depth as i32, 0)?;
            let failed = match () {
                _ if value <= window.low => Player::Max,
                _ if value >= window.high => Player::Min,
                _ => return Ok(value),
            };
            let margin = &mut margins[failed as usize];
            *margin = if *margin > widest || value.win().is_some() {
                f32::INFINITY
            } else {
                2.0 * margin.max((value.raw() - previous.raw()).abs())
            };
        }
    }
}

impl<G: Heuristics + Evaluate> DepthFirst<G> for Pvs<G> {
    fn walk(&self) -> &DepthFirstWalk<G> {
        &self.walk
    }

    fn walk_mut(&mut self) -> &mut DepthFirstWalk<G> {
        &mut self.walk
    }

    fn begin(&mut self) {
        self.killers.clear();
    }

    fn iterate(&mut self, depth: u32, previous: Value) -> Result<Value, Stop> {
        let root = self.walk.root.game.clone();
        self.iteration(&root, depth, previous)
    }

    fn node(&mut self, game: &G, window: Window, depth: i32, ply: u16) -> Result<Value, Stop> {
        self.step(game, window, depth, ply)
    }

    fn proves(&self) -> bool {
        !self.table.exists() && !self.options.is_selective()
    }

    fn line_to_win(&self, game: &G, line: &[G::Move], found: Value) -> Option<Vec<G::Move>> {
        // Moves that are left out stay out of lines, too; the table does not know which they are.
        let is_free = self.walk.root.left_out().is_empty();
        let known = |key| Some(self.table.get(key, 0)?.value);
        is_free.then(|| to_win(game, line, found, known)).flatten()
    }

    fn table_bytes(&self) -> u64 {
        self.table.bytes()
    }
}

/// The window from `value - margins[0]` to `value + margins[1]`.
fn around(value: Value, margins: [f32; 2]) -> Window {
    let edge = |margin: f32, open: Value| {
        if margin.is_finite() { Value::from_raw(value.raw() + margin) } else { open }
    };
    Window { low: edge(-margins[0], Value::LEAST), high: edge(margins[1], Value::GREATEST) }
}

impl<G: Heuristics + Evaluate> Searcher<G> for Pvs<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        self.set_plays(limits.plays);
        match self.options.threads {
            0 | 1 => deepen(self, limits, observer),
            threads => self.search_in_threads(threads, limits, observer),
        }
    }

    fn go_to(&mut self, root: Root<G>) {
        self.walk.root = root;
        self.table.grow_older();
    }

    fn clear(&mut self) {
        self.forget();
    }
}
