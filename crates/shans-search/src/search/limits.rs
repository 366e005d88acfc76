//! When a search stops. The clocks here are the only ones in the library.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::game::TooManyMoves;

/// Effort, in nodes, before an only move is accepted: it gets a value and a line.
pub(in crate::search) const ONLY_MOVE_NODES: u64 = 1_000;

/// Bounds of one search. What is `None` does not bound it.
///
/// ```
/// use std::time::Duration;
/// use shans_search::search::{Interrupt, Limits, Narrowing};
///
/// // A million nodes or ten seconds, whichever comes first, unless it is interrupted.
/// let interrupt = Interrupt::default();
/// let limits = Limits {
///     nodes: Some(1_000_000),
///     time: Some(Duration::from_secs(10)),
///     narrowing: Narrowing { width: Some(5), ..Narrowing::default() },
///     interrupt: interrupt.clone(),
///     ..Limits::default()
/// };
/// // From another thread:
/// interrupt.throw();
/// assert!(limits.interrupt.is_thrown());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Positions reached by making a move, in any part of the search. Never exceeded.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// CPU time of the searching thread.
    pub cpu_time: Option<Duration>,
    /// Plies, for depth-limited searchers.
    pub depth: Option<u32>,
    /// Stop when the answer is nearly certain to hold ([`Report::answer_holds`](super::Report)).
    pub settles: bool,
    /// Continue where there is one move to choose from: its value is wanted, and a large tree. Without
    /// this, little effort is enough for it.
    pub beyond_only_move: bool,
    /// A move is wanted, as in a game, and not a tree: where leaves are searched, nearly all nodes go to the search of
    /// the whole position. With 30,000 nodes a move, a quarter of them for the tree costs 95 Elo in games (90 games), a
    /// tenth 42 (100 games), and none nothing (46 games).
    pub plays: bool,
    /// Which moves are looked at first, whatever others promise.
    pub narrowing: Narrowing,
    /// Stops the search from outside.
    pub interrupt: Interrupt,
}

/// How broad a best-first search looks for chances. What lies outside is searched where the value of the
/// position analysed rests on it, or where nothing else is left: no value is less true for it, and
/// nothing counts as settled or proven earlier. As tools that build trees over engines have it.
///
/// ```
/// use shans_search::search::{Limits, Narrowing};
///
/// // The three best moves of each position, as long as they are within half a pawn of the best one.
/// let narrowing = Narrowing { width: Some(3), window: Some(50.0) };
/// assert!(narrowing.is_any() && !Narrowing::default().is_any());
/// let limits = Limits { nodes: Some(1_000_000), narrowing, ..Limits::default() };
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Narrowing {
    /// This many of the best moves of each position, at least one. `None`: all.
    pub width: Option<u16>,
    /// Moves that are worth at most so much less to the mover than the best one, centipawns. `None`: all.
    pub window: Option<f32>,
}

impl Narrowing {
    /// Whether it leaves anything outside.
    pub fn is_any(&self) -> bool {
        self.width.is_some() || self.window.is_some()
    }

    /// Whether this many moves of a position are enough.
    pub(super) fn is_full(&self, moves: u16) -> bool {
        self.width.is_some_and(|width| moves >= width)
    }
}

/// A switch that another thread (a signal handler, a GUI) may throw.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::search::{
///     BestFirst, ChanceModel, Interrupt, Limits, MemoryLimits, Root, Searcher, Stop,
/// };
///
/// let interrupt = Interrupt::default();
/// let limits = Limits { interrupt: interrupt.clone(), ..Limits::default() };
/// // Any thread may throw it: a signal handler, a button. Here that happens before the search begins.
/// interrupt.throw();
/// let root = Root::new(Nim::new(&[7, 8, 9]));
/// let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
/// assert_eq!(search.search(&limits, &mut |_| {}).stop, Some(Stop::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks the search to stop soon.
    pub fn throw(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    pub fn is_thrown(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The rule that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The answer is nearly certain to hold. Of a depth-first searcher that prunes: greater depths
    /// continued finding the same win.
    Settled,
    /// The value is proven, or a win is, and no more effort goes into a faster one.
    Proven,
    /// There is one move to choose from.
    OnlyMove,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The depth limit.
    Depth,
    /// The tree fills its memory.
    Memory,
    /// Asked to stop.
    Interrupted,
    /// The game is over at the root: nothing to search.
    Finished,
    /// A position was met that has more moves than a tree can hold ([`TooManyMoves`]).
    TooManyMoves,
    /// Nobody answers a question about a leaf, however often it is asked.
    Unanswered,
}

impl From<TooManyMoves> for Stop {
    fn from(_: TooManyMoves) -> Stop {
        Stop::TooManyMoves
    }
}

impl Stop {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Settled => "settled",
            Stop::Proven => "proven",
            Stop::OnlyMove => "only-move",
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Depth => "depth",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
            Stop::Finished => "finished",
            Stop::TooManyMoves => "too-many-moves",
            Stop::Unanswered => "unanswered",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The clocks of one search.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    started: Instant,
    cpu_started: ThreadTime,
    report: Interval,
}

/// Between two reports to an observer.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

impl Clock {
    pub(super) fn start() -> Clock {
        let report = Interval::new(REPORT_INTERVAL);
        Clock { started: Instant::now(), cpu_started: ThreadTime::now(), report }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// CPU time that this thread spent since the start.
    pub(super) fn cpu(&self) -> Duration {
        self.cpu_started.elapsed()
    }

    /// The limit on time or from outside that applies now, if one does; other threads have spent this
    /// much CPU time.
    pub(super) fn stop(&self, limits: &Limits, cpu_elsewhere: Duration) -> Option<Stop> {
        if limits.interrupt.is_thrown() {
            return Some(Stop::Interrupted);
        }
        let late = limits.time.is_some_and(|time| self.elapsed() >= time)
            || limits.cpu_time.is_some_and(|time| self.cpu() + cpu_elsewhere >= time);
        late.then_some(Stop::Time)
    }

    /// Whether an observer should hear of the progress now: four times a second.
    pub(super) fn report_is_due(&mut self) -> bool {
        let due = self.report.is_over();
        if due {
            self.report.begin_anew();
        }
        due
    }
}

/// Tells when something that is done again and again is due.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    length: Duration,
    began: Instant,
}

impl Interval {
    /// One that begins now.
    pub fn new(length: Duration) -> Interval {
        Interval { length, began: Instant::now() }
    }

    /// Whether it has gone by.
    pub fn is_over(&self) -> bool {
        self.began.elapsed() >= self.length
    }

    /// The next one begins now.
    pub fn begin_anew(&mut self) {
        self.began = Instant::now();
    }
}
