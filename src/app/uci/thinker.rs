//! The searcher, and what it keeps from move to move.

use super::super::games::CommandLineGame;
use super::game_line::GameLine;
use super::options::Options;
use super::walk::walk_to;
use crate::search::{BestFirst, Checkpoints, Limits, Report, Root, Searcher};
use crate::tree::Tree;

/// A tree this full, in eighths, gives way to the game: what is not below the position goes.
const TIGHT: usize = 6;

/// How the next position is to be searched.
#[derive(Clone, Debug)]
pub struct Task<'a, G: CommandLineGame> {
    /// The game.
    pub line: &'a GameLine<G>,
    /// The moves to choose from, where not all are.
    pub candidates: Option<Vec<G::Move>>,
    /// Whether its moves were played against the clock.
    pub is_game: bool,
}

/// Something that thinks.
pub enum Thinker<G: CommandLineGame> {
    /// A best-first search, whose tree is kept.
    Tree(Box<BestFirst<G>>),
    /// Any other: it begins anew with each position.
    Other(Box<dyn Searcher<G>>),
}

/// Whether a task goes on from what was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// Nothing was known.
    Anew,
    /// It goes on.
    Kept,
    /// What was known is lost: it is about something else.
    Instead,
}

impl<G: CommandLineGame> Thinker<G> {
    /// What searches this task: the searcher before, if it knows something of the position, or a
    /// new one.
    pub fn of_task(
        before: Option<Thinker<G>>,
        task: &Task<'_, G>,
        options: &Options,
    ) -> (Thinker<G>, Begins) {
        let begins = if before.is_some() { Begins::Instead } else { Begins::Anew };
        if let Some(Thinker::Tree(mut search)) = before
            && goes_on(&mut search, task)
        {
            give_way(&mut search, task, options);
            return (Thinker::Tree(search), Begins::Kept);
        }
        // The old tree is gone by now: there is never more than one.
        (Thinker::new(task, options), begins)
    }

    fn new(task: &Task<'_, G>, options: &Options) -> Thinker<G> {
        let (kind, room) = (&options.searcher, options.room());
        let mut root = root(task);
        root.candidates = task.candidates.clone();
        if options.is_analysis && task.candidates.is_none() {
            // From the first position on, so that it can be walked back to.
            let start = Root::new(task.line.start().clone());
            if let Some(mut search) = kind.build_with_tree(start, room)
                && walk_to(&mut search, task.line, false)
            {
                return Thinker::Tree(Box::new(search));
            }
        }
        match kind.build_with_tree(root.clone(), room) {
            Some(search) => Thinker::Tree(Box::new(search)),
            None => Thinker::Other(kind.build(root, room)),
        }
    }

    /// The tree, where one is kept.
    pub fn tree(&self) -> Option<&BestFirst<G>> {
        match self {
            Thinker::Tree(search) => Some(search),
            Thinker::Other(_) => None,
        }
    }

    /// Searches. Between two iterations of a best-first search `look` is called, for each report
    /// `tell`.
    pub fn search(
        &mut self,
        limits: &Limits,
        mut look: impl FnMut(&BestFirst<G>),
        tell: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        match self {
            Thinker::Tree(search) => {
                let always = std::time::Duration::ZERO;
                let looks = Checkpoints { interval: always, save: |s: &BestFirst<G>| look(s) };
                search.search_with_checkpoints(limits, tell, Some(looks))
            }
            Thinker::Other(searcher) => searcher.search(limits, tell),
        }
    }
}

/// The position with its past. Where the past has ended the game, and a move is wanted all the
/// same, it is left out.
fn root<G: CommandLineGame>(task: &Task<'_, G>) -> Root<G> {
    let root = task.line.root();
    let past = crate::game::Past::new(root.history(), root.searched_from());
    match root.game().outcome(&past) {
        Some(_) => Root::new(task.line.position().clone()),
        None => root,
    }
}

/// Goes to the position of the task, if the tree is one of the same moves; whether it is there.
fn goes_on<G: CommandLineGame>(search: &mut BestFirst<G>, task: &Task<'_, G>) -> bool {
    let restricted = search.root().candidates.clone();
    if task.candidates.is_some() && restricted != task.candidates {
        return false;
    }
    let is_there = walk_to(search, task.line, task.is_game);
    // The moves to choose from are those of the top alone.
    let is_at_top = search.at() == search.tree().root();
    is_there && (restricted.is_none() || is_at_top == task.candidates.is_some())
}

/// In a game the moves played are facts, and what lies beside them can no longer occur. Else that
/// goes when memory is short, unless everything is to be kept.
fn give_way<G: CommandLineGame>(search: &mut BestFirst<G>, task: &Task<'_, G>, options: &Options) {
    if options.is_analysis || search.at() == search.tree().root() {
        return;
    }
    let is_tight = |tree: &Tree| tree.len() > tree.capacity() / 8 * TIGHT;
    if task.is_game {
        search.accept_steps();
    } else if is_tight(search.tree()) {
        search.prune();
    }
}
