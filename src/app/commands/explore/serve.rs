//! The thread that owns the search, from its beginning to its end.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::drill::Drill;
use super::explorer::Explorer;
use super::question::Start;
use super::subject::Subject;
use crate::app::games::CommandLineGame;
use crate::app::reporting::no_progress::no_progress_text;
use crate::session::Session;

/// How often a thread at rest looks whether the program is to end.
const REST: Duration = Duration::from_millis(100);

impl Explorer {
    /// Serves until the program is to end. A position that was given is searched at once. Returns
    /// the search, which may hold work that is not saved.
    pub fn serve<G: CommandLineGame>(mut self, subject: Subject<G>) -> Session<G> {
        let Subject {
            mut session,
            searcher,
            unready,
            another,
            include,
            library,
            openings,
            puzzles,
            ..
        } = subject;
        self.drill = puzzles.map_or_else(Drill::default, Drill::of_puzzles);
        (self.another, self.library, self.openings) = (Some(another), library, openings);
        self.unready = unready;
        self.status.engine = searcher.engine();
        self.searcher = Some(searcher);
        self.status.leaves_searched = session.search().rules().searches_leaves();
        self.note_place(session.search());
        // A tree that was saved may have it.
        self.status.no_progress = session.search().view().no_progress().map(no_progress_text);
        self.home.clone_from(&self.line);
        self.take_game(&mut session);
        self.is_asked = session.search().nodes() > 0;
        if self.unready.is_none() {
            let include = vec![include];
            self.wanted = Some(Start { moves: self.line.clone(), include, ..Start::default() });
        }
        while !self.quit.is_thrown() {
            if let Some(job) = self.opening.take() {
                self.begin_another(&mut session, job);
            }
            if let Some(wanted) = self.to_review.take() {
                self.review(&mut session, &wanted);
                continue;
            }
            if let Some(wanted) = self.to_prove.take() {
                self.prove(&mut session, &wanted);
                continue;
            }
            if let Some(start) = self.wanted.take() {
                self.search(&mut session, &start);
                continue;
            }
            match self.jobs.recv_timeout(REST) {
                Ok(job) => {
                    if let Some(job) = self.of_this_tree(job) {
                        self.answer(job, &mut session);
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.index.follow(session.search()),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.go_home(&mut session);
        session
    }
}
