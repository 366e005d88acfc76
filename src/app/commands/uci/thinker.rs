//! The searcher, and what it keeps from move to move.

use super::game_line::GameLine;
use super::options::Options;
use super::walk::walk_to;
use crate::app::games::CommandLineGame;
use crate::app::searchers::CannotStart;
use crate::search::{BestFirst, Limits, Root, Searcher};
use crate::session::Session;
use crate::tree::Tree;
use crate::value::Value;

/// A tree this full, in eighths, gives way to the game: what is not below the position goes.
const TIGHT: usize = 6;

/// How the next position is to be searched.
#[derive(Clone, Debug)]
pub struct Task<'a, G: CommandLineGame> {
    /// The game.
    pub line: &'a GameLine<G>,
    /// What the rules say of it, if it is over in the position.
    pub final_value: Option<Value>,
    /// The moves to choose from, where not all are.
    pub candidates: Option<Vec<G::Move>>,
    /// Whether its moves were played against the clock.
    pub is_game: bool,
    /// Whether time is short: then nothing is searched on the way to the position.
    pub is_timed: bool,
}

/// Something that thinks, and what it knows from one `go` to the next.
pub struct Thinker<G: CommandLineGame> {
    searcher: Kept<G>,
    /// A search among some of the moves only, while the tree rests.
    aside: Option<Kept<G>>,
    /// It was never asked anything, or has forgotten it: its memory is set up, and that is all.
    is_blank: bool,
}

/// A searcher.
pub enum Kept<G: CommandLineGame> {
    /// A best-first search, whose tree is kept: it can be looked at meanwhile.
    Tree(Box<Session<G>>),
    /// Any other: its table is kept, where it has one.
    Other(Box<dyn Searcher<G>>),
}

impl<G: CommandLineGame> Thinker<G> {
    /// One that knows nothing. Setting up its memory takes a while.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is nobody to search.
    pub fn new(start: &G, options: &Options) -> Result<Thinker<G>, CannotStart> {
        let (kind, room, root) = (&options.searcher, options.room(), Root::new(start.clone()));
        let searcher = match kind.build_with_tree(root.clone(), room)? {
            Some(search) => Kept::Tree(Box::new(Session::new(search))),
            None => Kept::Other(kind.build(root, room)?),
        };
        Ok(Thinker { searcher, aside: None, is_blank: true })
    }

    /// One that continues with a tree.
    pub fn of_tree(search: BestFirst<G>) -> Thinker<G> {
        let session = Session::new(search);
        Thinker { searcher: Kept::Tree(Box::new(session)), aside: None, is_blank: false }
    }

    /// Forgets everything, as if it were new. That, too, takes a while, where there is something to
    /// forget.
    pub fn forget(&mut self) {
        if self.is_blank {
            return;
        }
        match &mut self.searcher {
            Kept::Tree(session) => session.search_mut().clear(),
            Kept::Other(searcher) => searcher.clear(),
        }
        self.is_blank = true;
    }

    /// Gets ready for a task. Where the tree does not hold it, another one begins, and what was
    /// learned beside the tree is kept: it costs no time on the clock, and is worth something. Whether a tree is lost, which was
    /// about something else.
    pub fn begin(&mut self, task: &Task<'_, G>, options: &Options) -> bool {
        let was_blank = std::mem::replace(&mut self.is_blank, false);
        let session = match &mut self.searcher {
            Kept::Tree(session) => session,
            Kept::Other(searcher) => {
                searcher.go_to(root_of(task));
                return false;
            }
        };
        let goes_on = !was_blank && goes_on(session, task, options);
        if goes_on {
            give_way(session, task, options);
        } else {
            start_over(session, task, options);
        }
        let search = session.search_mut();
        if task.candidates.is_some() && !is_of_candidates(search) {
            match search.begin_aside(root_of(task)) {
                Some(aside) => self.aside = Some(Kept::Tree(Box::new(Session::new(aside)))),
                None => search.go_to(root_of(task)),
            }
        }
        !was_blank && !goes_on
    }

    /// The task is done.
    pub fn end(&mut self) {
        if let (Kept::Tree(session), Some(Kept::Tree(aside))) =
            (&mut self.searcher, self.aside.take())
        {
            session.search_mut().end_aside(aside.into_search());
        }
    }

    /// The tree that is searched or, between tasks, the one that is kept.
    pub fn tree(&self) -> Option<&BestFirst<G>> {
        match self.aside.as_ref().unwrap_or(&self.searcher) {
            Kept::Tree(session) if !self.is_blank => Some(session.search()),
            _ => None,
        }
    }

    /// The same, to walk in it.
    pub fn session(&mut self) -> Option<&mut Session<G>> {
        let is_blank = self.is_blank;
        match self.at_work() {
            Kept::Tree(session) if !is_blank => Some(session),
            _ => None,
        }
    }

    /// What searches, to let it.
    pub fn at_work(&mut self) -> &mut Kept<G> {
        self.aside.as_mut().unwrap_or(&mut self.searcher)
    }
}

/// Limits of what is searched on the way to the position: an engine may take any time for an answer.
fn on_the_way<G: CommandLineGame>(task: &Task<'_, G>, options: &Options) -> Limits {
    let is_short = task.is_timed || options.searcher.engine().is_some();
    Limits { nodes: is_short.then_some(0), ..Limits::default() }
}

/// Begins another tree.
fn start_over<G: CommandLineGame>(session: &mut Session<G>, task: &Task<'_, G>, options: &Options) {
    if options.is_analysis {
        // From the first position on, so that it can be walked back to.
        session.search_mut().go_to(Root::new(task.line.start.clone()));
        if walk_to(session, task.line, false, &on_the_way(task, options)) {
            return;
        }
    }
    session.search_mut().go_to(root(task.line));
}

/// Whether the position analysed is one in which not all moves were to be chosen from.
fn is_of_candidates<G: CommandLineGame>(search: &BestFirst<G>) -> bool {
    search.root().candidates.is_some() && search.at() == search.tree().root()
}

/// The position with its past, and the moves to choose from.
fn root_of<G: CommandLineGame>(task: &Task<'_, G>) -> Root<G> {
    let mut root = root(task.line);
    root.candidates = task.candidates.clone();
    root
}

/// The position with its past. Where the past has ended the game, and a move is wanted all the
/// same, it is left out.
fn root<G: CommandLineGame>(line: &GameLine<G>) -> Root<G> {
    let root = line.root();
    match root.game().outcome(&root.past()) {
        Some(_) => Root::new(line.position.clone()),
        None => root,
    }
}

/// Goes to the position of the task, if the tree holds it; whether it is there. A tree that was made
/// of some moves only is of no use where others are asked for.
fn goes_on<G: CommandLineGame>(
    session: &mut Session<G>,
    task: &Task<'_, G>,
    options: &Options,
) -> bool {
    let is_there = walk_to(session, task.line, task.is_game, &on_the_way(task, options));
    let search = session.search();
    is_there && (!is_of_candidates(search) || search.root().candidates == task.candidates)
}

/// In a game the moves played are facts, and what lies beside them can no longer occur. Else that
/// goes when memory is short, unless everything is to be kept.
fn give_way<G: CommandLineGame>(session: &mut Session<G>, task: &Task<'_, G>, options: &Options) {
    let search = session.search();
    if options.is_analysis || search.at() == search.tree().root() {
        return;
    }
    let is_tight = |tree: &Tree| tree.len() > tree.capacity() / 8 * TIGHT;
    if task.is_game {
        session.search_mut().accept_steps();
    } else if is_tight(search.tree()) {
        session.search_mut().prune();
    }
}
