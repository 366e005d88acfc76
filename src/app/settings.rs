//! What the arguments say of a search: the searcher, when it stops, and what it may keep.
//! Whatever makes no sense in them is found before anything is searched.

use std::num::NonZero;
use std::time::Duration;

use indicatif::BinaryBytes;
use thiserror::Error;

use super::args::{LimitArgs, NetArgs, SearchArgs, TableArgs};
use super::engines::EngineSettings;
use super::evaluations::EvaluationKind;
use super::memory;
use super::net::CannotConnect;
use super::searchers::{LimitKind, SearcherKind};
use crate::search::{Interrupt, Limits, MemoryLimits, Narrowing, WhenFull};

/// An analysis without any limit takes this long.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Arguments of a search that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// A depth for a searcher that has none.
    #[error("{0} has no depth limit; use --nodes or --time instead of --depth")]
    NoDepth(String),
    /// An option of the tree for a searcher that keeps none.
    #[error("{searcher} keeps no tree; remove {option}")]
    NoTree {
        /// The searcher.
        searcher: String,
        /// The option.
        option: &'static str,
    },
    /// Several threads for a searcher that has one.
    #[error("{0} runs on one thread; remove --threads")]
    NoThreads(String),
    /// An engine for a searcher that searches by itself.
    #[error("{0} does not use an engine; remove --engine or --searcher")]
    NoEngine(String),
    /// No engine for a searcher that is nothing else.
    #[error("the searcher engine requires --engine CMD")]
    EngineMissing,
    /// Nodes for leaves of a searcher that does not search them.
    #[error("{0} does not search leaves; remove --leaf-nodes")]
    NoLeaves(String),
    /// Workers on other machines for a searcher that asks nobody.
    #[error("{0} searches by itself; remove --remote")]
    NoWorkers(String),
    /// There is no way to them.
    #[error(transparent)]
    CannotConnect(#[from] CannotConnect),
    /// A tree that is the same for any number of threads, of a searcher that cannot promise it.
    #[error("{0} cannot promise the same tree each time; remove --reproducible")]
    NotReproducible(String),
    /// A tree of one node has no move in it.
    #[error("--tree-nodes must be at least 2: the position and one move")]
    TooFewNodes,
    /// Too little memory.
    #[error("--memory must be at least 8MiB, not {0}: anything less cannot hold a useful tree")]
    TooLittleMemory(String),
    /// More memory than there is.
    #[error("--memory: this machine does not have {0}; give less")]
    TooMuchMemory(String),
}

/// How positions are searched: every position of a run in the same way.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The searcher.
    pub searcher: SearcherKind,
    /// The static evaluation to use.
    pub evaluation: EvaluationKind,
    /// Which endgame tables there are.
    pub tables: TableArgs,
    /// When a search stops.
    pub limits: Limits,
    /// What it may keep.
    pub room: MemoryLimits,
}

impl SearchSettings {
    /// Reads the arguments; `interrupt` stops every search.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if they cannot be followed.
    pub fn from_args(
        args: &SearchArgs,
        interrupt: Interrupt,
    ) -> Result<SearchSettings, SettingsError> {
        refuse_unknown_options(args)?;
        let memory = args.limits.memory.unwrap_or_else(memory::default_limit);
        let room = memory_limits(&args.limits, MemoryLimits::new(memory))?;
        let engine = args.engine.settings(room.threads, &interrupt);
        let limits = match args.depth {
            Some(_) => given_limits(&args.limits, interrupt),
            None => limits(&args.limits, interrupt),
        };
        let limits = Limits { depth: args.depth, ..limits };
        let searcher = searcher_over(&args.searcher, engine)?;
        let searcher = with_leaf_nodes(searcher, args.leaf_nodes)?;
        let searcher = match args.reproducible {
            true => searcher
                .reproducible()
                .ok_or(SettingsError::NotReproducible(searcher.name.clone()))?,
            false => searcher,
        };
        let (evaluation, tables) = (args.evaluation.kind.clone(), args.tables.clone());
        let searcher = by_way_of(searcher, &args.net)?;
        Ok(SearchSettings { searcher, evaluation, tables, limits, room })
    }
}

/// The searcher with this engine, if one is given.
///
/// # Errors
///
/// [`SettingsError`] if only one of both is an engine's.
pub fn searcher_over(
    searcher: &SearcherKind,
    engine: Option<EngineSettings>,
) -> Result<SearcherKind, SettingsError> {
    match engine {
        None if searcher.needs_engine() => Err(SettingsError::EngineMissing),
        None => Ok(searcher.clone()),
        Some(engine) => {
            let no_engine = SettingsError::NoEngine(searcher.name.clone());
            searcher.over(engine).ok_or(no_engine)
        }
    }
}

/// The searcher with this many nodes for the first search of a leaf, if that is asked for.
///
/// # Errors
///
/// [`SettingsError`] where it does not search leaves.
pub fn with_leaf_nodes(
    searcher: SearcherKind,
    nodes: Option<u64>,
) -> Result<SearcherKind, SettingsError> {
    let Some(nodes) = nodes else { return Ok(searcher) };
    let no_leaves = SettingsError::NoLeaves(searcher.name.clone());
    searcher.with_leaf_nodes(nodes).ok_or(no_leaves)
}

/// The searcher with workers on other machines, if they are asked for.
///
/// # Errors
///
/// [`SettingsError`] where it asks nobody, or there is no way to them.
pub fn by_way_of(searcher: SearcherKind, net: &NetArgs) -> Result<SearcherKind, SettingsError> {
    let Some(net) = net.settings()? else { return Ok(searcher) };
    let no_workers = SettingsError::NoWorkers(searcher.name.clone());
    searcher.by_way_of(net).ok_or(no_workers)
}

/// The limits in the arguments. A limit of nodes or time that was given is used up. Without any the search ends when
/// the answer is nearly certain to hold, or after ten seconds.
pub fn limits(args: &LimitArgs, interrupt: Interrupt) -> Limits {
    let mut limits = given_limits(args, interrupt);
    if limits.nodes.is_none() && limits.time.is_none() {
        limits.time = Some(DEFAULT_TIME);
        limits.settles = true;
    }
    limits
}

fn given_limits(args: &LimitArgs, interrupt: Interrupt) -> Limits {
    Limits {
        nodes: args.nodes,
        time: args.time,
        narrowing: Narrowing { width: args.width, window: args.window.map(|cp| cp as f32) },
        interrupt,
        ..Limits::default()
    }
}

/// The room in the arguments; where they say nothing, that of `default`.
///
/// # Errors
///
/// [`SettingsError`] if a search cannot be given that room.
pub fn memory_limits(
    args: &LimitArgs,
    default: MemoryLimits,
) -> Result<MemoryLimits, SettingsError> {
    if args.tree_nodes.is_some_and(|nodes| nodes < 2) {
        return Err(SettingsError::TooFewNodes);
    }
    let tree_nodes = args.tree_nodes.map(|nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    let room = MemoryLimits {
        memory: possible_memory(args.memory.unwrap_or(default.memory))?,
        tree_nodes: tree_nodes.or(default.tree_nodes),
        when_full: args.when_full.map_or(default.when_full, WhenFull::from),
        threads: 1,
    };
    Ok(MemoryLimits { threads: threads(args).min(room.most_threads()), ..room })
}

/// More threads search only where they are asked for: by virtual time four solve more than one, and sixteen
/// no more than four (`docs/results.md`).
const MOST_BY_DEFAULT: usize = 4;

/// How many threads search: as many as were asked for. Otherwise anyone who gives nodes wants the
/// same answer each time, and others want it soon.
fn threads(args: &LimitArgs) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let default = || if args.nodes.is_some() { 1 } else { cores().min(MOST_BY_DEFAULT) };
    args.threads.map_or_else(default, usize::from)
}

/// `bytes` of memory, if a search can be given them.
///
/// # Errors
///
/// [`SettingsError`] if that is too little, or more than there is.
pub fn possible_memory(bytes: u64) -> Result<u64, SettingsError> {
    if bytes < MemoryLimits::LEAST_MEMORY {
        return Err(SettingsError::TooLittleMemory(BinaryBytes(bytes).to_string()));
    }
    if !memory::can_be_reserved(bytes) {
        return Err(SettingsError::TooMuchMemory(BinaryBytes(bytes).to_string()));
    }
    Ok(bytes)
}

/// Refuses options that the searcher does not know.
fn refuse_unknown_options(args: &SearchArgs) -> Result<(), SettingsError> {
    let searcher = args.searcher.name.clone();
    let has_threads = args.searcher.has_threads() || args.engine.engine.is_some();
    if args.limits.threads.is_some_and(|threads| threads > 1) && !has_threads {
        return Err(SettingsError::NoThreads(searcher));
    }
    let LimitArgs { tree_nodes, width, window, .. } = &args.limits;
    let option = match args.searcher.limited_by {
        LimitKind::Tree if args.depth.is_some() => return Err(SettingsError::NoDepth(searcher)),
        LimitKind::Depth if tree_nodes.is_some() => "--tree-nodes",
        LimitKind::Depth if width.is_some() => "--width",
        LimitKind::Depth if window.is_some() => "--window",
        LimitKind::Tree | LimitKind::Depth => return Ok(()),
    };
    Err(SettingsError::NoTree { searcher, option })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        search: SearchArgs,
    }

    fn settings(words: &str) -> Result<SearchSettings, SettingsError> {
        let words = ["analyze"].into_iter().chain(words.split_whitespace());
        let search = Command::parse_from(words).search;
        SearchSettings::from_args(&search, Interrupt::default())
    }

    #[test]
    fn ten_seconds_where_nothing_else_limits() -> Result<(), SettingsError> {
        assert_eq!(settings("")?.limits.time, Some(DEFAULT_TIME));
        assert_eq!(settings("--nodes 5k")?.limits.time, None);
        let deep = settings("--searcher pvs --depth 5")?.limits;
        assert_eq!((deep.depth, deep.time), (Some(5), None));
        assert_eq!(settings("--time 3s --nodes 5")?.limits.time, Some(Duration::from_secs(3)));
        Ok(())
    }

    #[test]
    fn a_limit_that_was_given_is_used_up() -> Result<(), SettingsError> {
        for (words, settles) in [
            ("", true),
            ("--memory 8MiB", true),
            ("--nodes 5k", false),
            ("--time 5s", false),
            ("--searcher pvs --depth 5", false),
        ] {
            assert_eq!(settings(words)?.limits.settles, settles, "{words}");
        }
        Ok(())
    }

    #[test]
    fn leaves_may_have_their_own_nodes() -> Result<(), SettingsError> {
        let name = settings("--leaf-nodes 2k")?.searcher.name;
        assert_eq!(name, "best-first:first=2000+split=8000+growth=0");
        Ok(())
    }

    #[test]
    fn nonsense_is_refused() {
        let refused = |words: &str| settings(words).map(|_| ()).expect_err(words);
        assert!(matches!(refused("--depth 5"), SettingsError::NoDepth(_)));
        assert_eq!(refused("--tree-nodes 1"), SettingsError::TooFewNodes);
        for words in ["--searcher pvs --tree-nodes 9", "--searcher negamax --width 9"] {
            assert!(matches!(refused(words), SettingsError::NoTree { .. }), "{words}");
        }
        for words in
            ["--searcher pvs --leaf-nodes 9", "--searcher best-first:quiescence --leaf-nodes 9"]
        {
            assert!(matches!(refused(words), SettingsError::NoLeaves(_)), "{words}");
        }
        let told = refused("--memory 8").to_string();
        assert!(told.starts_with("--memory must be at least 8MiB, not 8 B: "), "{told}");
        assert!(matches!(refused("--memory 16000000TiB"), SettingsError::TooMuchMemory(_)));
    }
}
