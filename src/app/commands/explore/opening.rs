//! Another tree in the place of the one that was shown.

use super::answers::{Opened, json, refused};
use super::desk::Job;
use super::explorer::Explorer;
use super::index::Index;
use super::keeping::file_name;
use super::paste::{Found, Pasted, texts};
use super::question::{Question, Start};
use super::status::Status;
use super::story::Stories;
use crate::app::games::CommandLineGame;
use crate::session::Session;

impl Explorer {
    /// Begins the tree that a job asks for. The old one is saved first, where it has a file.
    pub(super) fn begin_another<G: CommandLineGame>(&mut self, session: &mut Session<G>, job: Job) {
        let response = match self.another(session, &job) {
            Ok(moves) => json(&moves),
            Err(reason) => refused(&reason),
        };
        job.answer(response);
        self.pulse.beat();
    }

    fn another<G: CommandLineGame>(
        &mut self,
        session: &mut Session<G>,
        job: &Job,
    ) -> Result<Opened, String> {
        let Question::Open(open) = &job.question else { return Err("nothing to open".to_string()) };
        let Pasted { found, notes, .. } = self.found(session.search(), open)?;
        let line = match found {
            Found::Here(moves) => return Ok(Opened::at(moves, notes)),
            Found::Elsewhere(line) => line,
        };
        self.leave(session)?;
        let saved = session.file().map(file_name);
        *session = self.begun_at(&line.start)?;
        self.library.open(open.text.as_deref(), open.game);
        self.forget(session, saved);
        self.take_game(session);
        let moves = texts(&line);
        self.wanted = Some(Start { include: vec![moves.clone()], ..Start::default() });
        Ok(Opened::at(if open.game.is_some() { Vec::new() } else { moves }, notes))
    }

    /// Saves what is not saved yet, where there is a file.
    fn leave<G: CommandLineGame>(&mut self, session: &mut Session<G>) -> Result<(), String> {
        self.go_home(session);
        if self.unready.is_some() || !session.has_unsaved_work() {
            return Ok(());
        }
        match session.save() {
            Some(Err(error)) => Err(error.to_string()),
            Some(Ok(_)) | None => Ok(()),
        }
    }

    fn begun_at<G: CommandLineGame>(&self, start: &G) -> Result<Session<G>, String> {
        let another = self.another.as_ref().ok_or("there is no searcher")?;
        another.session(start).map_err(|error| format!("{error:#}"))
    }

    /// Forgets everything about the tree before.
    fn forget<G: CommandLineGame>(&mut self, session: &Session<G>, saved: Option<String>) {
        self.unready = None;
        self.stories = Stories::default();
        self.index = Index::default();
        let saved = saved.map_or(String::new(), |name| format!("{name} is saved; "));
        let notice = Some(format!("{saved}this is a new tree, which has no file"));
        let (engine, leaves_searched) = (self.status.engine.take(), self.status.leaves_searched);
        let notes = self.status.notes + 1;
        self.status = Status { engine, leaves_searched, notes, notice, ..Status::default() };
        self.home.clear();
        self.note_place(session.search());
    }
}
