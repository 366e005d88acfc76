//! Everything about the tree that pages see, but the search itself: what is kept, opened, listed and saved.

use std::marker::PhantomData;
use std::sync::mpsc::Receiver;

use super::answers::{Opened, Refused, Reply, done, json};
use super::course::Course;
use super::desk::Job;
use super::drill::Drill;
use super::index::Index;
use super::keeping::{self, NOWHERE_TO_SAVE, file_name};
use super::library::Library;
use super::line::line_of;
use super::look::{Look, PICTURE_NODES, look};
use super::notation;
use super::paste::{self, Found, Pasted};
use super::pulse::Pulse;
use super::question::{GivenGames, Moves, Open, ReviewOf, Start, ToProve};
use super::second::Second;
use super::status::Status;
use super::story::Stories;
use super::subject::{Another, Unready};
use super::walk::{Walk, analysed_line};
use crate::app::commands::user_comments::{line_number, marked_line, without_line};
use crate::app::files::game_file::ToldGame;
use crate::app::files::saving;
use crate::app::games::{CommandLineGame, Openings};
use crate::search::{BestFirst, Interrupt, Limits};
use crate::session::{Session, Trouble};

/// Questions that are answered between two pieces of a search.
const AT_ONCE: usize = 4;

/// Why nothing is done for a page that shows a tree which is gone.
pub(super) const OTHER_TREE: &str = "another tree was opened meanwhile; nothing was changed in it";

/// Everything but the search itself.
pub struct Explorer<G> {
    /// All trees are of this game.
    pub(super) game: PhantomData<fn() -> G>,
    pub(super) jobs: Receiver<Job>,
    pub(super) pulse: Pulse,
    /// Thrown when the program is to end.
    pub(super) quit: Interrupt,
    /// Thrown when the running search is to stop.
    pub(super) stop: Interrupt,
    /// Those of searches for which the page says none.
    pub(super) limits: Limits,
    pub(super) unready: Option<Unready>,
    /// What searches, and how another tree is begun.
    pub(super) another: Another,
    /// What is to take the place of the tree.
    pub(super) opening: Option<Job>,
    pub(super) library: Library,
    /// Questions about the tree, or puzzles.
    pub(super) drill: Drill,
    /// An engine beside the tree.
    pub(super) second: Second,
    pub(super) openings: Openings,
    /// Where positions stand.
    pub(super) index: Index,
    pub(super) status: Status,
    pub(super) stories: Stories,
    /// The moves to the position analysed.
    pub(super) line: Moves,
    /// The moves to the position that the user asked to be analysed: the search may have come along to another.
    pub(super) home: Moves,
    /// Where the search that the user asked for is going, as long as it is not over.
    pub(super) course: Option<Course>,
    /// What is to be searched next.
    pub(super) wish: Option<Wish>,
    /// What was proven last, and the nodes searched by then.
    pub(super) proven: Option<(ToProve, u64)>,
    /// Whether somebody had this tree searched, beyond what is searched when it is begun.
    pub(super) is_asked: bool,
}

/// What pages want searched.
pub(super) enum Wish {
    /// A position.
    Search(Start),
    /// All positions of a game.
    Review(ReviewOf),
    /// A move and the best other one, until they can be told apart.
    Prove(ToProve),
}

impl<G: CommandLineGame> Explorer<G> {
    /// Keeps a comment on a position; all pages that show it are notified.
    pub(super) fn comment(&mut self, session: &mut Session<G>, moves: &Moves, text: &str) -> Reply {
        let search = session.search();
        let walk = Walk::new(search, moves)?;
        let line = search.root().line_to(&walk.root).unwrap_or_default();
        let number = search.notes().comment_on(&line).and_then(line_number);
        let text = marked_line(&without_line(text), number);
        session.search_mut().notes_mut().comment(&line, &text)?;
        self.noted()
    }

    /// Keeps these moves as the notation.
    pub(super) fn keep_notation(
        &mut self,
        session: &mut Session<G>,
        moves: &[(usize, String)],
    ) -> Reply {
        notation::keep(session.search_mut(), moves)?;
        self.noted()
    }

    /// All pages are told that the notation, or a comment, is another one now.
    fn noted(&mut self) -> Reply {
        self.status.notes += 1;
        self.pulse.beat();
        json(&serde_json::json!({ "notes": self.status.notes }))
    }

    /// Keeps the game that is open as the notation.
    pub(super) fn take_game(&mut self, session: &mut Session<G>) {
        let Some((game, text)) = self.library.opened() else { return };
        let evaluator = session.search().position().evaluator().clone();
        // What is wrong with its beginning is told where it is opened.
        let Ok(given) = G::read_game_start(&game.tags, evaluator) else { return };
        let told = ToldGame::new(game, text, &given.position);
        let source = told.before(session.search().root());
        session.search_mut().notes_mut().set_source_game(source);
        let taken = notation::take_game(session.search_mut(), text, &given.position);
        self.status.notes += 1;
        let told = taken.unwrap_or_else(|error| vec![error]);
        if !told.is_empty() {
            self.status.notice = Some(told.join(" "));
        }
    }

    /// Where a game is opened that is a line of this tree, its notation takes the place of the one before.
    pub(super) fn open_game_here(&mut self, session: &mut Session<G>, open: &Open) {
        let found = self.found(session.search(), open);
        if let Ok(Pasted { found: Found::Here(_), is_game: true, .. }) = found {
            self.open_in_library(session.search(), open);
            self.take_game(session);
        }
    }

    /// Notes what was opened in the list of games.
    pub(super) fn open_in_library(&mut self, search: &BestFirst<G>, open: &Open) {
        let evaluator = search.position().evaluator();
        self.library.open::<G>(open.text.as_deref(), open.game, evaluator, &self.openings);
    }

    /// Lists these games in place of the others. The tree, and the game in it, stay.
    pub(super) fn list_games(&mut self, search: &BestFirst<G>, given: &GivenGames) -> Reply {
        let (text, evaluator) = (given.text.as_bytes(), search.position().evaluator());
        let games = Library::new::<G>(&given.name, text, evaluator, &self.openings, |_, _| {});
        if games.list.games.is_empty() {
            return Err(format!("{} holds no game that can be read", given.name).into());
        }
        self.library = games;
        done()
    }

    /// Opens what is in the tree; `None` if that is to be another one, and the search has to end first.
    pub(super) fn open(
        &self,
        session: &Session<G>,
        open: &Open,
    ) -> Result<Option<Opened>, Refused> {
        let Pasted { found, notes, is_game } = self.found(session.search(), open)?;
        Ok(match found {
            // What was pasted is kept as the way to where it ends.
            Found::Here(moves) => Some(Opened::at(moves, is_game && open.is_whole_game(), notes)),
            Found::Elsewhere(_) => {
                let is_lost = session.file().is_none() && session.has_unsaved_work();
                let question =
                    "This starts another tree. The tree shown here is not saved and will be lost.";
                (is_lost && !open.replace).then(|| Opened::asks(question))
            }
        })
    }

    /// What is to be opened.
    pub(super) fn found(&self, search: &BestFirst<G>, open: &Open) -> Result<Pasted<G>, String> {
        match (&open.text, open.game.and_then(|index| self.library.game(index))) {
            (Some(text), _) => paste::read(search, &open.moves, text),
            (None, Some(game)) => paste::game(search, &game, &self.library.name),
            (None, None) => Err("there is no such game in the list".to_string()),
        }
    }

    /// Reports a failed checkpoint and trouble with an engine in the page, and a change of the file on the
    /// terminal.
    pub(super) fn note_troubles(&mut self, session: &mut Session<G>) {
        let of_engine = self.another.searcher.troubles().into_iter().last();
        self.status.notice = of_engine.or(self.status.notice.take());
        for trouble in session.troubles() {
            match trouble {
                Trouble::Checkpoint(_) => self.status.notice = Some(saving::told(&trouble)),
                Trouble::Moved { .. } => saving::warn_of(&trouble),
            }
        }
    }

    pub(super) fn look(&mut self, session: &Session<G>, moves: &Moves) -> Reply {
        let search = session.search();
        let walk = Walk::new(search, moves)?;
        self.note_state(session);
        let second = self.second.told(moves, walk.position());
        let story = || self.stories.told(&self.line, search);
        let (status, walk) =
            (self.status.clone(), walk.with_transpositions(&self.index.transpositions));
        json(&Look { second, ..look(walk, status, &self.openings, PICTURE_NODES, story)? })
    }

    pub(super) fn save(&mut self, session: &mut Session<G>) -> Reply {
        let saved = session.save();
        self.note_troubles(session);
        self.pulse.beat();
        saved.transpose()?;
        self.tell_saved(session, |name| format!("saved to {name}"))
    }

    pub(super) fn save_as(&mut self, session: &mut Session<G>, name: &str) -> Reply {
        keeping::save_as(session, name, &self.another)?;
        self.tell_saved(session, |name| format!("saved to {name}"))
    }

    /// Tells how the file stands.
    pub(super) fn tell_saved(
        &mut self,
        session: &Session<G>,
        told: impl Fn(&str) -> String,
    ) -> Reply {
        let file = session.file().ok_or(NOWHERE_TO_SAVE)?;
        self.status.notice = Some(told(&file_name(file)));
        self.pulse.beat();
        done()
    }

    pub(super) fn note_place(&mut self, search: &BestFirst<G>) {
        self.status.analysed = analysed_line(search);
        self.line = line_of(search);
        if self.line == self.home {
            self.status.home.clone_from(&self.status.analysed);
        }
    }

    /// A few of the questions that wait. When the program is to end, so is what it is at.
    pub(super) fn waiting(&self) -> Vec<Job> {
        if self.quit.is_thrown() {
            self.stop.throw();
        }
        self.jobs.try_iter().take(AT_ONCE).filter_map(|job| self.of_this_tree(job)).collect()
    }

    /// The job, unless it is about another tree than the one that is shown: that is refused.
    pub(super) fn of_this_tree(&self, job: Job) -> Option<Job> {
        if job.tree.is_none_or(|tree| tree == self.status.tree) {
            return Some(job);
        }
        job.answer(Err(OTHER_TREE.into()));
        None
    }

    fn note_state(&mut self, session: &Session<G>) {
        let search = session.search();
        self.status.nodes = search.nodes();
        self.status.tree_nodes = search.tree().len();
        let is_ready = self.unready.is_none();
        self.status.tree_room = is_ready.then(|| search.tree().capacity());
        self.status.file = session.file().map(file_name);
        self.status.unsaved = session.has_unsaved_work();
        self.status.drills = self.drill.has_questions(search);
    }
}
