//! What the tree does not know well enough about the moves that are compared is searched before the answer.

use super::asked;
use super::claim::SURE;
use crate::app::args::WhyArgs;
use crate::app::exit::Interrupted;
use crate::app::files::ending_tables;
use crate::app::files::loading::{self, InterruptibleFile};
use crate::app::files::tree_engine::other_engine;
use crate::app::files::tree_evaluation::evaluator_for;
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;
use crate::app::{searchers, settings};
use crate::inspect::{MoveQuestion, MoveText, TreeReader};
use crate::search::{BestFirst, CannotStep, Interrupt, Limits, Searcher};
use crate::store::{Loaded, TreeFile};

/// A tree that was loaded to be asked.
pub(super) struct Asked<G: CommandLineGame> {
    pub(super) search: BestFirst<G>,
    /// Why it cannot grow; `None` if it can.
    pub(super) fixed: Option<String>,
}

/// Loads the tree with all that it needs to grow, and the engine that it was made with. Where that cannot be
/// had, it can still be looked into, and the reason is told.
///
/// # Errors
///
/// A file that is not a tree; an engine in the arguments that cannot be started, or is another one.
pub(super) fn load<G: CommandLineGame>(
    args: &WhyArgs,
    interrupt: &Interrupt,
) -> anyhow::Result<Asked<G>> {
    let file = loading::open(&args.file, interrupt)?;
    file.expect_game::<G>()?;
    let evaluator = evaluator_for::<G>(&file, ending_tables::open(&args.tables));
    let info = file.info::<G>(&evaluator);
    if let Some(what) = info.difference() {
        let fixed = format!("it was made with another {what} ({})", info.program);
        return to_look(file, evaluator, fixed);
    }
    let searcher = searchers::of_tree(&info.searcher)?;
    let room = file.memory_limits();
    if let Err(error) = settings::possible_memory(room.memory) {
        return to_look(file, evaluator, error.to_string());
    }
    let engine = args.engine.settings_for(&info.searcher, 1, interrupt);
    if engine.is_none()
        && let Some((_, engine)) = searchers::engine_of(&info.searcher)
    {
        let fixed = format!("it was made with {engine}, and --engine does not name it");
        return to_look(file, evaluator, fixed);
    }
    let searcher = settings::searcher_over(&searcher, engine).map_err(UsageError::new)?;
    match other_engine(&args.file, &info.searcher, &searcher)? {
        Some(other) if args.engine.engine.is_some() => return Err(UsageError::new(other).into()),
        Some(other) => return to_look(file, evaluator, other.to_string()),
        None => {}
    }
    let room = searcher.own_room(room);
    let loaded =
        loading::load_and_check::<G>(file, &args.file, (evaluator, room), true, interrupt)?;
    let Some((search, _)) = loaded else { return Err(Interrupted.into()) };
    Ok(Asked { search: searcher.with_engine(search)?, fixed: None })
}

fn to_look<G: CommandLineGame>(
    file: TreeFile<InterruptibleFile>,
    evaluator: G::Evaluator,
    fixed: String,
) -> anyhow::Result<Asked<G>> {
    let Loaded { search, .. } = file.load_to_look::<G>(evaluator)?;
    Ok(Asked { search, fixed: Some(fixed) })
}

/// Two moves whose values differ by less are searched on before they are compared, in centipawns: the same difference from
/// which on a claim counts as sure.
const CLOSE: i64 = SURE;
/// Moves that are close get this many times the nodes. Of 419 answers about moves of games 344 were right, with Stockfish as the
/// judge, and 356 with four times the nodes for all (`docs/journal/answers.md`).
const FURTHER: u64 = 4;
/// Two moves whose values differ by so much with half of the nodes are not searched on, in centipawns: of 248 questions about moves of games
/// that was so in 17, of which none was answered wrong that was right with all of the nodes.
const FAR: f32 = 300.0;
/// While two moves are searched, a third may become the better one: so often it takes the place of the rival.
const RIVALS: usize = 3;

/// What lets a tree grow for an answer.
pub trait Grower<G: CommandLineGame> {
    /// Why it cannot.
    type Error;

    /// The search, at the position that is asked about.
    fn search(&self) -> &BestFirst<G>;

    /// Searches the position after a move until it has so many nodes.
    ///
    /// # Errors
    ///
    /// Why that cannot be.
    fn search_move(&mut self, mv: G::Move, nodes: u64) -> Result<(), Self::Error>;
}

/// Searches a move and the best other one until both have so many nodes: half of them where that decides, and on while they are close.
///
/// # Errors
///
/// Those of `grower`.
pub fn prove<G: CommandLineGame, W: Grower<G>>(
    grower: &mut W,
    asked: G::Move,
    nodes: u64,
) -> Result<(), W::Error> {
    let half = nodes / 2;
    // An engine has searched a handful of leaves by then: of 46 large mistakes 36 have a cause that holds, and 40 with all nodes.
    if has_a_tree(grower.search(), half) {
        search_both(grower, asked, half)?;
        let apart = told_of(grower.search(), asked, |question| question.apart());
        if apart.is_some_and(|cp| cp >= FAR) {
            return Ok(());
        }
    }
    search_both(grower, asked, nodes)?;
    let behind = told_of(grower.search(), asked, |question| question.behind_cp());
    match behind.is_some_and(|cp| cp.abs() < CLOSE) {
        true => search_both(grower, asked, nodes.saturating_mul(FURTHER)),
        false => Ok(()),
    }
}

/// The nodes that a move of the position analysed lacks until it has so many.
pub fn lacking<G: CommandLineGame>(search: &BestFirst<G>, mv: G::Move, nodes: u64) -> u64 {
    let reader = TreeReader::new(search);
    nodes.saturating_sub(reader.child(mv).map_or(0, |id| reader.tree().effort(id)))
}

/// The tree of a command: nothing is shown meanwhile.
struct InOneGo<'a, G: CommandLineGame> {
    search: &'a mut BestFirst<G>,
    limits: &'a Limits,
}

impl<G: CommandLineGame> Grower<G> for InOneGo<'_, G> {
    type Error = CannotStep;

    fn search(&self) -> &BestFirst<G> {
        self.search
    }

    fn search_move(&mut self, mv: G::Move, nodes: u64) -> Result<(), CannotStep> {
        let lacking = lacking(self.search, mv, nodes);
        if lacking == 0 || self.limits.interrupt.is_thrown() {
            return Ok(());
        }
        let nodes = Some(self.search.nodes().saturating_add(lacking));
        let limits = Limits { nodes, beyond_only_move: true, ..self.limits.clone() };
        self.search.step_within(mv, &limits)?;
        self.search.search(&limits, &mut |_| {});
        self.search.step_back()
    }
}

/// What is searched for an answer.
pub(super) struct Plan<'a, M> {
    /// The move asked about, or two.
    pub(super) asked: asked::Asked<M>,
    /// The nodes of each move.
    pub(super) limits: &'a Limits,
    /// Whether moves that are close get more.
    pub(super) goes_further: bool,
}

/// Lets the tree grow until the move asked about has as many nodes behind it as the limits say, and its rival as many; four times as
/// many where they are close. Nothing is saved. `false` if it was interrupted, or the tree has no room.
pub(super) fn research<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    path: &[MoveText],
    plan: &Plan<'_, G::Move>,
) -> anyhow::Result<bool> {
    let mut steps = 0;
    let done = go(search, path, &mut steps).and_then(|()| compare(search, plan));
    for _ in 0..steps {
        search.step_back()?;
    }
    match done {
        Ok(()) => Ok(true),
        Err(CannotStep::Interrupted | CannotStep::Full) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn go<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    path: &[MoveText],
    steps: &mut usize,
) -> Result<(), CannotStep> {
    for text in path {
        let mv = search.position().parse_move(&text.machine).ok_or(CannotStep::NoMove)?;
        search.step(mv)?;
        *steps += 1;
    }
    Ok(())
}

/// Searches both moves, and on while they are close.
fn compare<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    plan: &Plan<'_, G::Move>,
) -> Result<(), CannotStep> {
    let nodes = plan.limits.nodes.unwrap_or(u64::MAX);
    let mut grower = InOneGo { search, limits: plan.limits };
    match plan.asked {
        asked::Asked::Two(one, two) => {
            grower.search_move(one, nodes)?;
            grower.search_move(two, nodes)
        }
        asked::Asked::One(mv) if plan.goes_further => prove(&mut grower, mv, nodes),
        asked::Asked::One(mv) => search_both(&mut grower, mv, nodes),
    }
}

/// Searches a move and the one that it is compared with, whichever that is in the end.
fn search_both<G: CommandLineGame, W: Grower<G>>(
    grower: &mut W,
    asked: G::Move,
    nodes: u64,
) -> Result<(), W::Error> {
    grower.search_move(asked, nodes)?;
    for _ in 0..RIVALS {
        let Some(rival) = rival_of(grower.search(), asked) else { return Ok(()) };
        grower.search_move(rival, nodes)?;
        if rival_of(grower.search(), asked) == Some(rival) {
            return Ok(());
        }
    }
    Ok(())
}

/// The move with which this one is compared.
fn rival_of<G: CommandLineGame>(search: &BestFirst<G>, asked: G::Move) -> Option<G::Move> {
    let reader = TreeReader::new(search);
    MoveQuestion::new(&reader, asked).ok()?.rival()
}

/// Whether a move that so many nodes were searched for has more behind it than one leaf.
fn has_a_tree<G: CommandLineGame>(search: &BestFirst<G>, nodes: u64) -> bool {
    search.rules().model().leaf_search.is_none_or(|leaf| nodes as f32 >= leaf.split)
}

/// A number of the question about a move, if the move is legal and there is one.
fn told_of<G: CommandLineGame, T>(
    search: &BestFirst<G>,
    asked: G::Move,
    number: impl FnOnce(&MoveQuestion<'_, G>) -> Option<T>,
) -> Option<T> {
    number(&MoveQuestion::new(&TreeReader::new(search), asked).ok()?)
}
