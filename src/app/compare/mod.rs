//! `shans compare`: searchers side by side over files of test positions, each with the same
//! nodes, or the same CPU time, for every position.

mod csv;
mod expected;
mod json;
mod mcnemar;
mod outputs;
mod plot;
mod progress;
mod suite;
mod text;
mod total;

use std::io::Write;
use std::time::Duration;

use shakmaty::Move;

use self::expected::Turns;
use self::outputs::Outputs;
use self::progress::Progress;
use self::suite::{Case, Suite};
use super::args::CompareArgs;
use super::exit::Exit;
use super::plan::{BadInput, possible_memory};
use super::score::{Score, mover};
use super::searchers::{Bound, SearcherKind};
use super::signals;
use crate::search::{Interrupt, Limits, Report, Room, Root, Stop};

/// What each searcher has for each position, without any limit in the arguments.
const DEFAULT_NODES: u64 = 100_000;

/// What was compared, and how far it came.
struct Comparison {
    searchers: Vec<SearcherKind>,
    limits: Limits,
    room: Room,
    suites: Vec<Suite>,
    /// The answers of all searchers, in their order, to the first positions, in the order of
    /// the suites.
    answers: Vec<Vec<Answer>>,
}

/// What a searcher made of a position.
struct Answer {
    best: Option<Move>,
    score: Score,
    /// When it was right.
    turns: Turns,
    /// `None` where the position gives none.
    points: Option<u32>,
    nodes: u64,
    tree_nodes: u64,
    depth: Option<u32>,
    cpu: Duration,
    stop: Option<Stop>,
}

/// Compares what the arguments name. The files that they name are written, then the result goes
/// to `out`.
///
/// # Errors
///
/// [`BadInput`] where the arguments cannot be followed or no position can be used; files that
/// cannot be read or written; `out` that cannot be written.
pub fn run(args: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut comparison = Comparison::new(args, signals::catch()?)?;
    let mut outputs = Outputs::open(args)?;
    let mut progress = Progress::new(&comparison, args.quiet);
    comparison.search_all(&mut progress, &mut outputs)?;
    progress.clear();
    outputs.finish(&comparison)?;
    if args.json {
        json::write(&comparison, out)?;
    } else {
        text::write(&comparison, out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

impl Comparison {
    /// What the arguments say, nothing searched yet.
    fn new(args: &CompareArgs, interrupt: Interrupt) -> anyhow::Result<Comparison> {
        refuse_strange_searchers(args)?;
        let room = Room::new(possible_memory(args.memory)?);
        let is_limited = args.nodes.is_some() || args.time.is_some() || args.depth.is_some();
        let limits = Limits {
            nodes: args.nodes.or((!is_limited).then_some(DEFAULT_NODES)),
            cpu_time: args.time,
            depth: args.depth,
            interrupt,
            ..Limits::default()
        };
        let read = |path: &std::path::PathBuf| Suite::read(path, args.every);
        let suites: Vec<Suite> = args.suites.iter().map(read).collect::<Result<_, _>>()?;
        if suites.iter().all(|suite| suite.cases.is_empty()) {
            return Err(BadInput::NoPositions.into());
        }
        let searchers = args.searchers.clone();
        Ok(Comparison { searchers, limits, room, suites, answers: Vec::new() })
    }

    /// All positions that are to be searched.
    fn cases(&self) -> impl Iterator<Item = &Case> {
        self.suites.iter().flat_map(|suite| &suite.cases)
    }

    /// The positions that every searcher has answered.
    fn results(&self) -> impl Iterator<Item = (&Case, &[Answer])> {
        self.cases().zip(self.answers.iter().map(Vec::as_slice))
    }

    /// How many positions an interrupt left undone.
    fn positions_left(&self) -> usize {
        self.cases().count() - self.answers.len()
    }

    /// Searches position by position until all are done, or somebody asks to stop: a position
    /// that not every searcher could finish is left out.
    fn search_all(&mut self, progress: &mut Progress, outputs: &mut Outputs) -> anyhow::Result<()> {
        let mut all = Vec::new();
        for case in self.cases() {
            let Some(answers) = self.search(case, progress) else {
                break;
            };
            outputs.add(&self.searchers, case, &answers)?;
            progress.add(&answers);
            all.push(answers);
        }
        self.answers = all;
        Ok(())
    }

    /// The answers of all searchers; `None` after an interrupt.
    fn search(&self, case: &Case, progress: &Progress) -> Option<Vec<Answer>> {
        let search_by = |kind: &SearcherKind| {
            if self.limits.interrupt.is_thrown() {
                return None;
            }
            let mut searcher = kind.build(Root::new(case.position.clone()), self.room);
            let report = searcher.search(&self.limits, &mut |_| progress.tick());
            (report.stop != Some(Stop::Interrupted)).then(|| Answer::new(case, &report))
        };
        self.searchers.iter().map(search_by).collect()
    }
}

/// Refuses searchers that cannot be compared this way.
fn refuse_strange_searchers(args: &CompareArgs) -> Result<(), BadInput> {
    for (index, searcher) in args.searchers.iter().enumerate() {
        let name = searcher.name.clone();
        if args.searchers[..index].iter().any(|other| other.name == name) {
            return Err(BadInput::SameSearcher(name));
        }
        if args.depth.is_some() && searcher.bound == Bound::Tree {
            return Err(BadInput::NoDepth { searcher: name });
        }
    }
    Ok(())
}

impl Answer {
    fn new(case: &Case, report: &Report<Move>) -> Answer {
        Answer {
            best: report.best_move(),
            score: Score::new(report.value, mover(&case.position)),
            turns: case.expected.turns(&report.changes, &case.position),
            points: case.expected.points(report.best_move()),
            nodes: report.counters.nodes,
            tree_nodes: report.tree_nodes,
            depth: report.depth,
            cpu: report.cpu,
            stop: report.stop,
        }
    }

    fn is_solved(&self) -> bool {
        self.turns.solved_at().is_some()
    }
}
