//! The thread that owns the search, from its beginning to its end.

use std::marker::PhantomData;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::desk::Job;
use super::drill::Drill;
use super::explorer::{Explorer, Wish};
use super::index::Index;
use super::pulse::Pulse;
use super::question::{Moves, Start};
use super::second::Second;
use super::status::Status;
use super::story::Stories;
use super::subject::Subject;
use crate::app::args::LimitArgs;
use crate::app::games::CommandLineGame;
use crate::app::reporting::no_progress::no_progress_text;
use crate::app::settings;
use crate::search::{Interrupt, Limits};
use crate::session::Session;

/// How often a thread at rest looks whether the program is to end.
const REST: Duration = Duration::from_millis(100);

impl<G: CommandLineGame> Explorer<G> {
    /// Answers `jobs` until `quit` is thrown, when the program is to end. A position that was given is searched at once.
    /// Returns the search, which may hold work that is not saved.
    pub fn serve(
        jobs: Receiver<Job>,
        pulse: Pulse,
        quit: Interrupt,
        subject: Subject<G>,
    ) -> Session<G> {
        let Subject { mut session, unready, another, include, library, openings, puzzles, .. } =
            subject;
        let search = session.search();
        let status = Status {
            engine: another.searcher.engine(),
            leaves_searched: search.rules().searches_leaves(),
            // A tree that was saved may have it.
            no_progress: search.view().no_progress().map(no_progress_text),
            ..Status::default()
        };
        let mut explorer = Explorer {
            game: PhantomData,
            jobs,
            second: Second::new(pulse.clone()),
            pulse,
            limits: limits(&another.limits, quit.clone()),
            quit,
            stop: Interrupt::default(),
            is_asked: search.nodes() > 0,
            unready,
            another,
            opening: None,
            library,
            drill: Drill { puzzles, ..Drill::default() },
            openings,
            index: Index::default(),
            status,
            stories: Stories::default(),
            line: Moves::new(),
            home: Moves::new(),
            course: None,
            wish: None,
            proven: None,
        };
        explorer.note_place(search);
        explorer.home.clone_from(&explorer.line);
        explorer.take_game(&mut session);
        if explorer.unready.is_none() {
            let (moves, include) = (explorer.home.clone(), vec![include]);
            explorer.wish = Some(Wish::Search(Start { moves, include, ..Start::default() }));
        }
        explorer.follow(&mut session);
        session
    }

    fn follow(&mut self, session: &mut Session<G>) {
        while !self.quit.is_thrown() {
            if let Some(job) = self.opening.take() {
                self.begin_another(session, job);
            }
            match self.wish.take() {
                Some(Wish::Review(wanted)) => self.review(session, &wanted),
                Some(Wish::Prove(wanted)) => self.prove(session, &wanted),
                Some(Wish::Search(start)) => self.search(session, &start),
                None => match self.jobs.recv_timeout(REST) {
                    Ok(job) => {
                        if let Some(job) = self.of_this_tree(job) {
                            self.answer(job, session);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => self.index.follow(session.search()),
                    Err(RecvTimeoutError::Disconnected) => break,
                },
            }
        }
        self.go_home(session);
    }
}

/// The limits in the arguments. The user stops it in the page: nothing else ends a search for
/// which none is given.
fn limits(args: &LimitArgs, interrupt: Interrupt) -> Limits {
    Limits { time: args.time, settles: false, ..settings::limits(args, interrupt) }
}
