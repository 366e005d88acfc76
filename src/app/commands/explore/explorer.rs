//! Answers what pages ask, and notes what they want done.

use std::sync::mpsc::Receiver;

use super::answers::{OfTree, Opened, done, json, refused, why};
use super::choice::{choose, settings_of};
use super::course::Course;
use super::curve::curve;
use super::desk::Job;
use super::drill::Drill;
use super::find::find;
use super::http::Response;
use super::import;
use super::index::Index;
use super::keeping::{self, file_name, is_file_gone, nowhere_to_save};
use super::library::Library;
use super::line::line_of;
use super::look::{Look, Sources, look};
use super::notation::{self, Notation};
use super::paste::{self, Found, Pasted};
use super::picture::MOST_NODES;
use super::pulse::Pulse;
use super::question::{
    GivenGames, Import, Limit, Moves, Open, Purpose, Question, ReviewOf, Start, ToProve,
};
use super::reviewed_line::ReviewedLine;
use super::second::Second;
use super::status::{Phase, Status};
use super::story::Stories;
use super::subject::{Another, Unready};
use super::threat::threat;
use super::walk::{Walk, analysed_line};
use crate::app::commands::user_comments::{line_number, marked_line, without_line};
use crate::app::files::game_file::ToldGame;
use crate::app::files::saving;
use crate::app::games::{CommandLineGame, Openings};
use crate::app::searchers::SearcherKind;
use crate::search::{BestFirst, Interrupt, Limits};
use crate::session::{Session, Trouble};

/// Questions that are answered between two pieces of a search.
const AT_ONCE: usize = 4;

/// Why nothing is done for a page that shows a tree which is gone.
const OTHER_TREE: &str = "another tree was opened meanwhile; nothing was changed in it";

/// Why nothing is searched where a game was only played on.
const CLAIMED: &str = "this tree ends where a draw could be claimed; to search on, copy the FEN and open it as another tree";

/// A loaded tree of no more nodes is checked when the user opens a leaf of it.
const MOST_CHECKED_TO_LOOK: usize = 1_000_000;

/// Everything but the search itself.
pub struct Explorer {
    pub(super) jobs: Receiver<Job>,
    pub(super) pulse: Pulse,
    /// Thrown when the program is to end.
    pub(super) quit: Interrupt,
    /// Thrown when the running search is to stop.
    pub(super) stop: Interrupt,
    pub(super) limits: Limits,
    /// The page shows what goes wrong with its engine.
    pub(super) searcher: Option<SearcherKind>,
    pub(super) unready: Option<Unready>,
    /// How another tree is begun.
    pub(super) another: Option<Another>,
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
    pub(super) wanted: Option<Start>,
    /// The game that is to be reviewed next.
    pub(super) to_review: Option<ReviewOf>,
    /// The move that is to be proven next, and where.
    pub(super) to_prove: Option<ToProve>,
    /// What was proven last, and the nodes searched by then.
    pub(super) proven: Option<(ToProve, u64)>,
    /// Whether somebody had this tree searched, beyond what is searched when it is begun.
    pub(super) is_asked: bool,
}

impl Explorer {
    /// Answers `jobs` until `quit` is thrown. `limits` are those of searches for which the page says
    /// none.
    pub fn new(jobs: Receiver<Job>, pulse: Pulse, quit: Interrupt, limits: Limits) -> Explorer {
        Explorer {
            jobs,
            second: Second::new(pulse.clone()),
            pulse,
            quit,
            stop: Interrupt::default(),
            limits,
            searcher: None,
            unready: None,
            another: None,
            opening: None,
            library: Library::default(),
            drill: Drill::default(),
            openings: Openings::default(),
            index: Index::default(),
            status: Status::default(),
            stories: Stories::default(),
            line: Moves::new(),
            home: Moves::new(),
            course: None,
            wanted: None,
            to_review: None,
            to_prove: None,
            proven: None,
            is_asked: false,
        }
    }

    /// Answers while nothing is searched.
    pub(super) fn answer<G: CommandLineGame>(&mut self, job: Job, session: &mut Session<G>) {
        // A tree without its tables is not saved.
        let needs_all = match job.question {
            Question::Save => is_file_gone(session),
            Question::Comment(..) | Question::KeepNotation(_) | Question::SaveAs(_) => true,
            _ => false,
        };
        if needs_all && let Some(unready) = self.unready.take() {
            match unready.make_ready(session.search_mut()) {
                Ok(notice) => self.status.notice = notice,
                Err(error) => {
                    self.unready = Some(unready);
                    return job.answer(refused(&format_args!("{error:#}")));
                }
            }
        }
        self.attend(job, session);
    }

    /// Answers whatever leaves the tree as it is, and notes the rest.
    pub(super) fn attend<G: CommandLineGame>(&mut self, job: Job, session: &mut Session<G>) {
        match &job.question {
            Question::Save if self.unready.is_none() => {
                let response = self.save(session);
                job.answer(response);
            }
            Question::SaveAs(name) => {
                let response = self.save_as(session, name);
                job.answer(response);
            }
            Question::Comment(moves, text) => {
                let response = self.comment(session, moves, text);
                job.answer(response);
            }
            Question::KeepNotation(moves) => {
                let kept = notation::keep(session.search_mut(), moves);
                job.answer(self.noted(kept));
            }
            Question::Settings => {
                let response = settings_of(self.another.as_ref(), session);
                job.answer(response);
            }
            Question::Choose(choice) => match choose(session, choice) {
                Some(response) => job.answer(response),
                None => self.begin_next(job),
            },
            Question::ListGames(given) => {
                let response = self.list_games(session.search(), given);
                job.answer(response);
            }
            Question::Open(open) if self.unready.is_none() => {
                self.open_game_here(session, open);
                self.show(job, session);
            }
            _ => self.show(job, session),
        }
    }

    /// Answers whatever only looks at the search, and notes the rest.
    pub(super) fn show<G: CommandLineGame>(&mut self, job: Job, session: &Session<G>) {
        let search = session.search();
        let response = match &job.question {
            Question::Look(moves) => self.look(session, moves),
            Question::Curve(moves) => curve(search, moves),
            Question::Why(moves, mv) => {
                let quick = !self.is_proven(search.nodes(), moves, mv);
                why(search, moves, mv, &self.index.transpositions, quick)
            }
            Question::Prove(wanted) => self.want_proof(search, wanted),
            // A loaded tree that was not searched.
            Question::Save => {
                self.tell_saved(session, |name| format!("{name} is already up to date"))
            }
            Question::Stop => {
                self.drop_wishes();
                done()
            }
            Question::Visit(moves) => self.visit(search, moves),
            Question::Review(wanted) => self.want_review(search, wanted),
            Question::Threat(moves) => threat(search, moves, &self.quit),
            Question::Compare(wanted) => {
                match self.second.ask(search, wanted, self.another.as_ref()) {
                    Ok(()) => done(),
                    Err(reason) => refused(&reason),
                }
            }
            Question::Notation => {
                let notation = Notation::of(search, self.status.notes);
                json(&OfTree { tree: self.status.tree, told: notation })
            }
            Question::Games => json(&self.library.listed(search)),
            Question::Find(wanted) => find(self.library.all(), search, wanted),
            Question::Open(open) => match self.open(session, open) {
                Some(response) => response,
                None => return self.begin_next(job),
            },
            Question::Drill(now) => self.drill.ask(session, *now),
            Question::DrillAnswer(answer) => self.drill.answer(session, answer),
            Question::DrillHint(wanted) => self.drill.hint(search, wanted),
            Question::Start(start) => self.want(search, start),
            Question::Import(wanted) => self.import(search, wanted),
            // Only between two pieces of a search, with a tree that is whole.
            Question::Comment(..)
            | Question::KeepNotation(_)
            | Question::ListGames(_)
            | Question::SaveAs(_)
            | Question::Settings
            | Question::Choose(_) => refused(&"the tree is being checked; try again in a moment"),
        };
        job.answer(response);
    }

    /// Notes that a game is to be reviewed next.
    fn want_review<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
        wanted: &ReviewOf,
    ) -> Response {
        match ReviewedLine::new(search, &wanted.moves) {
            Err(error) => return refused(&error),
            Ok(line) if line.moves.is_empty() => return refused(&"there are no moves to review"),
            Ok(_) => {}
        }
        self.drop_wishes();
        self.status.notice = None;
        self.to_review = Some(wanted.clone());
        done()
    }

    /// Notes that a move is to be proven next.
    fn want_proof<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
        wanted: &ToProve,
    ) -> Response {
        match Walk::new(search, &wanted.at) {
            Err(error) => return refused(&error),
            Ok(walk) if walk.is_over() || walk.is_claimable() || walk.is_behind_claim() => {
                return refused(&"nothing is left to search there");
            }
            Ok(walk) => {
                if let Err(error) = walk.position().read_move(&wanted.mv) {
                    return refused(&error);
                }
            }
        }
        self.drop_wishes();
        self.to_prove = Some(wanted.clone());
        done()
    }

    /// Whether the move was just searched until it could be told apart from the best other one.
    fn is_proven(&self, nodes: u64, moves: &Moves, mv: &str) -> bool {
        let is_it = |(of, by): &(ToProve, u64)| of.at == *moves && of.mv == mv && *by == nodes;
        self.proven.as_ref().is_some_and(is_it)
    }

    /// Ends what is searched, and whatever was to be searched next.
    fn drop_wishes(&mut self) {
        self.stop.throw();
        (self.wanted, self.course) = (None, None);
        (self.to_review, self.to_prove) = (None, None);
    }

    /// Ends the search for another tree, which this job asks for.
    fn begin_next(&mut self, job: Job) {
        self.drop_wishes();
        if let Some(earlier) = self.opening.replace(job) {
            earlier.answer(refused(&OTHER_TREE));
        }
    }

    /// Keeps a comment on a position; all pages that show it are notified.
    fn comment<G: CommandLineGame>(
        &mut self,
        session: &mut Session<G>,
        moves: &Moves,
        text: &str,
    ) -> Response {
        let search = session.search();
        let line = match Walk::new(search, moves) {
            Ok(walk) => search.root().line_to(&walk.root).unwrap_or_default(),
            Err(error) => return refused(&error),
        };
        let number = search.notes().comment_on(&line).and_then(line_number);
        let text = marked_line(&without_line(text), number);
        let kept = session.search_mut().notes_mut().comment(&line, &text);
        self.noted(kept.map_err(|error| error.to_string()))
    }

    /// All pages are told that the notation, or a comment, is another one now.
    fn noted(&mut self, kept: Result<(), String>) -> Response {
        match kept {
            Ok(()) => {
                self.status.notes += 1;
                self.pulse.beat();
                json(&serde_json::json!({ "notes": self.status.notes }))
            }
            Err(error) => refused(&error),
        }
    }

    /// Keeps the game that is open as the notation.
    pub(super) fn take_game<G: CommandLineGame>(&mut self, session: &mut Session<G>) {
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
    fn open_game_here<G: CommandLineGame>(&mut self, session: &mut Session<G>, open: &Open) {
        let found = self.found(session.search(), open);
        if let Ok(Pasted { found: Found::Here(_), is_game: true, .. }) = found {
            self.open_in_library(session.search(), open);
            self.take_game(session);
        }
    }

    /// Notes what was opened in the list of games.
    pub(super) fn open_in_library<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
        open: &Open,
    ) {
        let evaluator = search.position().evaluator();
        self.library.open::<G>(open.text.as_deref(), open.game, evaluator, &self.openings);
    }

    /// Lists these games in place of the others. The tree, and the game in it, stay.
    fn list_games<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
        given: &GivenGames,
    ) -> Response {
        let (text, evaluator) = (given.text.as_bytes(), search.position().evaluator());
        let games = Library::new::<G>(&given.name, text, evaluator, &self.openings, |_, _| {});
        if games.is_empty() {
            return refused(&format_args!("{} holds no game that can be read", given.name));
        }
        self.library = games;
        done()
    }

    fn want<G: CommandLineGame>(&mut self, search: &BestFirst<G>, start: &Start) -> Response {
        for line in start.include.iter().chain([&start.exclude]) {
            let whole = [&start.moves[..], line].concat();
            if let Err(error) = Walk::new(search, &whole) {
                return refused(&error);
            }
        }
        match Walk::new(search, &start.moves) {
            Err(error) => return refused(&error),
            Ok(walk) if walk.is_over() => {
                let why = walk.ending().unwrap_or_default();
                return refused(&format_args!("nothing is left to search: {why}"));
            }
            Ok(walk) if walk.is_claimable() || walk.is_behind_claim() => {
                return refused(&CLAIMED);
            }
            Ok(_) => {}
        }
        self.search_next(start.clone(), None)
    }

    /// Has the lines of a text searched first, below the position asked for or, where they leave it aside, below
    /// the root of the tree.
    fn import<G: CommandLineGame>(&mut self, search: &BestFirst<G>, wanted: &Import) -> Response {
        match import::read(search, &self.home, wanted) {
            Ok(lines) => self.search_next(lines.start, Some(lines.told)),
            Err(reason) => refused(&reason),
        }
    }

    fn search_next(&mut self, start: Start, notice: Option<String>) -> Response {
        self.stop.throw();
        self.status.notice = notice;
        (self.wanted, self.is_asked) = (Some(start), true);
        (self.to_review, self.to_prove) = (None, None);
        done()
    }

    /// Opens what is in the tree; `None` if that is to be another one, and the search has to end first.
    fn open<G: CommandLineGame>(&self, session: &Session<G>, open: &Open) -> Option<Response> {
        match self.found(session.search(), open) {
            Ok(Pasted { found: Found::Here(moves), notes, is_game }) => {
                // What was pasted is kept as the way to where it ends.
                Some(json(&Opened::first(is_game && open.is_whole_game(), moves, notes)))
            }
            Err(reason) => Some(refused(&reason)),
            Ok(Pasted { found: Found::Elsewhere(_), .. }) => {
                let is_lost = session.file().is_none() && session.has_unsaved_work();
                let question =
                    "This starts another tree. The tree shown here is not saved and will be lost.";
                (is_lost && !open.replace).then(|| json(&Opened::asks(question)))
            }
        }
    }

    /// What is to be opened.
    pub(super) fn found<G: CommandLineGame>(
        &self,
        search: &BestFirst<G>,
        open: &Open,
    ) -> Result<Pasted<G>, String> {
        match (&open.text, open.game.and_then(|index| self.library.game(index))) {
            (Some(text), _) => paste::read(search, &open.moves, text),
            (None, Some(game)) => paste::game(search, &game, self.library.name()),
            (None, None) => Err("there is no such game in the list".to_string()),
        }
    }

    /// A page shows this position: the search comes along, and if none is under way, a leaf is looked into.
    fn visit<G: CommandLineGame>(&mut self, search: &BestFirst<G>, moves: &Moves) -> Response {
        let walk = match Walk::new(search, moves) {
            Ok(walk) => walk,
            Err(error) => return refused(&error),
        };
        let start = |purpose, limit| {
            Some(Start { moves: moves.clone(), limit, purpose, ..Start::default() })
        };
        let next = match &self.course {
            _ if walk.ending().is_some() || walk.is_behind_claim() => None,
            // These go their own way.
            _ if matches!(self.status.phase, Phase::Reviewing | Phase::Proving) => None,
            _ if self.to_review.is_some() || self.to_prove.is_some() => None,
            Some(course) if course.to == *moves => None,
            Some(course) => start(Purpose::Follow, course.left(search.nodes())),
            None if walk.is_unexplored() && self.is_quickly_ready(search) => {
                start(Purpose::Glance, Limit::default())
            }
            None => None,
        };
        if next.is_some() {
            self.stop.throw();
            self.wanted = next;
        }
        done()
    }

    /// Reports a failed checkpoint and trouble with an engine in the page, and a change of the file on the
    /// terminal.
    pub(super) fn note_troubles<G: CommandLineGame>(&mut self, session: &mut Session<G>) {
        let of_engine = self.searcher.iter().flat_map(SearcherKind::troubles).last();
        self.status.notice = of_engine.or(self.status.notice.take());
        for trouble in session.troubles() {
            match trouble {
                Trouble::Checkpoint(_) => self.status.notice = Some(saving::told(&trouble)),
                Trouble::Moved { .. } => saving::warn_of(&trouble),
            }
        }
    }

    /// Whether a leaf can be searched at once, or nearly: a large tree is checked only when the user asks for a search.
    fn is_quickly_ready<G: CommandLineGame>(&self, search: &BestFirst<G>) -> bool {
        let is_ready = |unready: &Unready| {
            unready.can_be_searched() && search.tree().len() <= MOST_CHECKED_TO_LOOK
        };
        self.unready.as_ref().is_none_or(is_ready)
    }

    fn look<G: CommandLineGame>(&mut self, session: &Session<G>, moves: &Moves) -> Response {
        let search = session.search();
        let walk = match Walk::new(search, moves) {
            Ok(walk) => walk,
            Err(error) => return refused(&error),
        };
        self.note_state(session);
        let second = self.second.told(moves, walk.position());
        let story = || self.stories.told(&self.line, search);
        let sources = Sources {
            transpositions: &self.index.transpositions,
            openings: &self.openings,
            picture_nodes: MOST_NODES,
        };
        match look(walk, self.status.clone(), sources, story) {
            Ok(look) => json(&Look { second, ..look }),
            Err(error) => refused(&error),
        }
    }

    fn save<G: CommandLineGame>(&mut self, session: &mut Session<G>) -> Response {
        let saved = session.save();
        self.note_troubles(session);
        self.pulse.beat();
        match saved {
            None => nowhere_to_save(),
            Some(Ok(_)) => self.tell_saved(session, |name| format!("saved to {name}")),
            Some(Err(error)) => refused(&error),
        }
    }

    fn save_as<G: CommandLineGame>(&mut self, session: &mut Session<G>, name: &str) -> Response {
        match keeping::save_as(session, name, self.another.as_ref()) {
            Ok(()) => self.tell_saved(session, |name| format!("saved to {name}")),
            Err(error) => refused(&format_args!("{error:#}")),
        }
    }

    /// Tells how the file stands.
    fn tell_saved<G: CommandLineGame>(
        &mut self,
        session: &Session<G>,
        told: impl Fn(&str) -> String,
    ) -> Response {
        let Some(file) = session.file() else { return nowhere_to_save() };
        self.status.notice = Some(told(&file_name(file)));
        self.pulse.beat();
        done()
    }

    pub(super) fn note_place<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
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
        job.answer(refused(&OTHER_TREE));
        None
    }

    fn note_state<G: CommandLineGame>(&mut self, session: &Session<G>) {
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
