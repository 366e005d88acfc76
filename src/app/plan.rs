//! What the arguments mean: the position with its past, the limits, the room. Whatever makes no
//! sense is found here, before anything is searched.

use std::time::Duration;

use shakmaty::Move;
use thiserror::Error;

use super::args::{AnalyzeArgs, LimitArgs, SearchArgs};
use super::memory;
use super::searchers::{Bound, SearcherKind};
use crate::chess::{FenError, FenWarning, Position};
use crate::game::{Game, Notation};
use crate::search::{CannotStep, Interrupt, Limits, Room, Root, WhenFull};

/// An analysis without any limit takes this long.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The arguments cannot be followed: exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadInput {
    /// The position is none.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move that is not legal where it should be played.
    #[error(
        "{option}: {text:?} is no legal move, or more than one, in {fen}; \
         write moves like e2e4 or Nf3"
    )]
    Move {
        /// The option that names the move.
        option: &'static str,
        /// The move as given.
        text: String,
        /// The position.
        fen: String,
    },
    /// A move both demanded and forbidden.
    #[error("--only and --exclude both name {0}; leave it out of one of them")]
    OnlyExcluded(String),
    /// No move may be chosen.
    #[error("--exclude names every legal move; leave at least one")]
    NothingLeft,
    /// An option that needs one position.
    #[error("{0} needs one position; it cannot be used with many from standard input (-)")]
    ManyPositions(&'static str),
    /// An option that the searcher does not know.
    #[error("{searcher} has no depth; leave out --depth and give --nodes or --time")]
    NoDepth {
        /// The searcher.
        searcher: String,
    },
    /// An option of the tree, and a searcher that keeps none.
    #[error("{searcher} keeps no tree; leave out {option}")]
    NoTree {
        /// The searcher.
        searcher: String,
        /// The option.
        option: &'static str,
    },
    /// Checkpoints without a file.
    #[error("{0} needs a file to save to; give --save FILE")]
    NothingSaved(&'static str),
    /// More steps back than there are.
    #[error("--back {0}: the tree begins {1} plies back; give that at most")]
    TooFarBack(u64, usize),
    /// A step that the tree cannot follow.
    #[error("--moves: {text:?} in {fen}: {why}")]
    Step {
        /// The move as given.
        text: String,
        /// The position.
        fen: String,
        /// The reason.
        why: CannotStep,
    },
    /// Nothing to compare.
    #[error(
        "no line of these files is a position with an expected answer; give EPD with bm, am, \
        dm, ce +MN, c0 or c8 and c9"
    )]
    NoPositions,
    /// A searcher beside itself.
    #[error("--searchers names {0} twice; name each once")]
    SameSearcher(String),
    /// An output that would destroy an input, or another output.
    #[error("{0} is one of the other files of this command; write to another file")]
    Overwrites(String),
    /// A tree of one node has no move in it.
    #[error("--tree-nodes must be at least 2: the position and one move")]
    TooFewNodes,
    /// Too little memory.
    #[error("--memory must be at least 8MiB: less does not hold a tree worth the name")]
    TooLittleMemory,
    /// More memory than there is.
    #[error("--memory: this machine has no {0} to give; give less")]
    TooMuchMemory(String),
}

/// How to search every position of this run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The way to search.
    pub searcher: SearcherKind,
    /// When to stop.
    pub limits: Limits,
    /// What may be kept.
    pub room: Room,
}

impl Plan {
    /// What the arguments say, `interrupt` stopping every search.
    ///
    /// # Errors
    ///
    /// [`BadInput`] where they cannot be followed.
    pub fn new(args: &SearchArgs, interrupt: Interrupt) -> Result<Plan, BadInput> {
        refuse_strange_options(args)?;
        let limits = Limits { depth: args.depth, ..limits(&args.limits, args.depth.is_some()) };
        let memory = args.limits.memory.unwrap_or_else(memory::default_limit);
        let room = room(&args.limits, Room::new(memory))?;
        let limits = Limits { interrupt, ..limits };
        Ok(Plan { searcher: args.searcher.clone(), limits, room })
    }

    /// How to go on with a search that has been granted so many nodes, and so much room.
    ///
    /// # Errors
    ///
    /// [`BadInput`] where the arguments cannot be followed.
    pub fn to_go_on(
        args: &LimitArgs,
        searcher: SearcherKind,
        granted: u64,
        given: Room,
        interrupt: Interrupt,
    ) -> Result<Plan, BadInput> {
        refuse_few_nodes(args)?;
        let more = limits(args, false);
        let nodes = more.nodes.map(|nodes| granted.saturating_add(nodes));
        Ok(Plan { searcher, limits: Limits { nodes, interrupt, ..more }, room: room(args, given)? })
    }
}

/// Limits as given; the default where nothing is limited, here or elsewhere.
fn limits(args: &LimitArgs, is_limited: bool) -> Limits {
    let is_limited = is_limited || args.nodes.is_some() || args.time.is_some();
    Limits {
        nodes: args.nodes,
        time: args.time.or((!is_limited).then_some(DEFAULT_TIME)),
        settle: args.settle,
        ..Limits::default()
    }
}

/// The room that the arguments give, `otherwise` where they say nothing.
fn room(args: &LimitArgs, otherwise: Room) -> Result<Room, BadInput> {
    let tree_nodes = args.tree_nodes.map(|nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    Ok(Room {
        memory: possible_memory(args.memory.unwrap_or(otherwise.memory))?,
        tree_nodes: tree_nodes.or(otherwise.tree_nodes),
        when_full: args.when_full.map_or(otherwise.when_full, WhenFull::from),
    })
}

fn refuse_few_nodes(args: &LimitArgs) -> Result<(), BadInput> {
    let few = args.tree_nodes.is_some_and(|nodes| nodes < 2);
    if few { Err(BadInput::TooFewNodes) } else { Ok(()) }
}

/// Refuses what the searcher does not know.
fn refuse_strange_options(args: &SearchArgs) -> Result<(), BadInput> {
    let searcher = args.searcher.name.clone();
    match args.searcher.bound {
        Bound::Tree if args.depth.is_some() => Err(BadInput::NoDepth { searcher }),
        Bound::Depth if args.limits.tree_nodes.is_some() => {
            Err(BadInput::NoTree { searcher, option: "--tree-nodes" })
        }
        Bound::Depth if args.limits.settle.is_some() => {
            Err(BadInput::NoTree { searcher, option: "--settle" })
        }
        Bound::Tree | Bound::Depth => refuse_few_nodes(&args.limits),
    }
}

/// So many bytes, if a search can be given them.
///
/// # Errors
///
/// [`BadInput`] where that is too little, or more than there is.
pub fn possible_memory(bytes: u64) -> Result<u64, BadInput> {
    if bytes < Room::LEAST_MEMORY {
        return Err(BadInput::TooLittleMemory);
    }
    if !memory::can_be_reserved(bytes) {
        return Err(BadInput::TooMuchMemory(indicatif::BinaryBytes(bytes).to_string()));
    }
    Ok(bytes)
}

/// Whether the positions come from standard input. The options that belong to one position
/// are refused then.
///
/// # Errors
///
/// [`BadInput::ManyPositions`] names such an option.
pub fn is_batch(args: &AnalyzeArgs) -> Result<bool, BadInput> {
    if args.position != ["-"] {
        return Ok(false);
    }
    let options = [
        ("--moves", !args.moves.is_empty()),
        ("--only", !args.only.is_empty()),
        ("--exclude", !args.exclude.is_empty()),
        ("--save", args.save.is_some()),
    ];
    match options.into_iter().find(|&(_, is_given)| is_given) {
        Some((option, _)) => Err(BadInput::ManyPositions(option)),
        None => Ok(true),
    }
}

/// The position to analyse, after the moves of the game, and the moves to choose from.
///
/// # Errors
///
/// [`BadInput`] where the position or a move is none, or no move is left.
pub fn root(args: &AnalyzeArgs) -> Result<(Root<Position>, Vec<FenWarning>), BadInput> {
    let (position, warnings) = Position::from_fen(&args.position.join(" "))?;
    let mut root = Root::new(position);
    for text in args.moves.iter().flat_map(|words| words.split_whitespace()) {
        let mv = legal_move(root.game(), "--moves", text)?;
        root.play(mv);
    }
    root.candidates = candidates(root.game(), &args.only, &args.exclude)?;
    Ok((root, warnings))
}

fn candidates(
    position: &Position,
    only: &[String],
    exclude: &[String],
) -> Result<Option<Vec<Move>>, BadInput> {
    if only.is_empty() && exclude.is_empty() {
        return Ok(None);
    }
    let read = |option, texts: &[String]| -> Result<Vec<Move>, BadInput> {
        texts.iter().map(|text| legal_move(position, option, text)).collect()
    };
    let excluded = read("--exclude", exclude)?;
    let mut allowed = Vec::new();
    for mv in read("--only", only)? {
        if !allowed.contains(&mv) {
            allowed.push(mv);
        }
    }
    if let Some(&both) = allowed.iter().find(|mv| excluded.contains(mv)) {
        return Err(BadInput::OnlyExcluded(position.human_text(both)));
    }
    if allowed.is_empty() {
        position.moves(&mut allowed);
        allowed.retain(|mv| !excluded.contains(mv));
    }
    if allowed.is_empty() { Err(BadInput::NothingLeft) } else { Ok(Some(allowed)) }
}

pub(super) fn legal_move(
    position: &Position,
    option: &'static str,
    text: &str,
) -> Result<Move, BadInput> {
    position.parse_move(text).ok_or_else(|| BadInput::Move {
        option,
        text: text.to_string(),
        fen: position.fen(),
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::args::{Arguments, Command};
    use super::*;

    fn args(words: &str) -> AnalyzeArgs {
        let words = ["shans", "analyze"].into_iter().chain(words.split_whitespace());
        match Arguments::parse_from(words).command {
            Command::Analyze(args) => args,
            other => panic!("{other:?}"),
        }
    }

    fn plan(words: &str) -> Result<Plan, BadInput> {
        Plan::new(&args(words).search, Interrupt::default())
    }

    #[test]
    fn ten_seconds_where_nothing_else_limits() -> Result<(), BadInput> {
        assert_eq!(plan("")?.limits.time, Some(DEFAULT_TIME));
        assert_eq!(plan("--settle 500")?.limits.time, Some(DEFAULT_TIME));
        assert_eq!(plan("--nodes 5k")?.limits.time, None);
        let deep = plan("--searcher pvs --depth 5")?.limits;
        assert_eq!((deep.depth, deep.time), (Some(5), None));
        assert_eq!(plan("--time 3s --nodes 5")?.limits.time, Some(Duration::from_secs(3)));
        Ok(())
    }

    #[test]
    fn nonsense_is_refused() {
        let refused = |words: &str| plan(words).map(|_| ()).expect_err(words);
        assert!(matches!(refused("--depth 5"), BadInput::NoDepth { .. }));
        assert_eq!(refused("--tree-nodes 1"), BadInput::TooFewNodes);
        for words in ["--searcher pvs --tree-nodes 9", "--searcher negamax --settle 9"] {
            assert!(matches!(refused(words), BadInput::NoTree { .. }), "{words}");
        }
        assert_eq!(refused("--memory 8191KiB"), BadInput::TooLittleMemory);
        assert!(matches!(refused("--memory 16000000TiB"), BadInput::TooMuchMemory(_)));
    }

    #[test]
    fn the_game_before_the_position_is_its_past() -> Result<(), BadInput> {
        let (root, _) = root(&args("startpos --moves Nf3 g8f6 Ng1 Ng8"))?;
        assert_eq!(root.history().len(), 4);
        assert_eq!(root.history()[0], root.game().key());
        Ok(())
    }

    #[test]
    fn a_fen_may_be_several_arguments() -> Result<(), BadInput> {
        let (root, warnings) = root(&args("4k3/8/8/8/8/8/8/4K2R w K - 3 9 --moves O-O"))?;
        assert_eq!(root.game().fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 4 9");
        assert_eq!(warnings, []);
        Ok(())
    }

    #[test]
    fn candidates_are_chosen_or_left_out() -> Result<(), BadInput> {
        let count = |words: &str| -> Result<usize, BadInput> {
            Ok(root(&args(words))?.0.candidates.map_or(0, |moves| moves.len()))
        };
        assert_eq!(count("")?, 0);
        assert_eq!(count("--only e4,Nf3,e2e4")?, 2);
        assert_eq!(count("--exclude e4,Nf3")?, 18);
        assert_eq!(count("--only e4 --exclude Nf3")?, 1);
        assert_eq!(count("--only e4 --exclude e2e4"), Err(BadInput::OnlyExcluded("e4".into())));
        let cornered = "k7/2K5/8/8/8/8/8/1R6 b - - 0 1 --exclude Ka7";
        assert_eq!(count(cornered), Err(BadInput::NothingLeft));
        assert!(matches!(count("--only e5"), Err(BadInput::Move { option: "--only", .. })));
        assert!(matches!(count("--moves e4 e4"), Err(BadInput::Move { option: "--moves", .. })));
        Ok(())
    }

    #[test]
    fn one_position_options_are_refused_for_many() {
        assert_eq!(is_batch(&args("-")), Ok(true));
        assert_eq!(is_batch(&args("")), Ok(false));
        assert_eq!(is_batch(&args("- --only e4")), Err(BadInput::ManyPositions("--only")));
    }
}
