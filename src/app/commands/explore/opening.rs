//! Another tree in the place of the one that was shown.

use super::answers::{Opened, Refused, json};
use super::choice::chosen_way;
use super::desk::Job;
use super::explorer::{Explorer, Wish};
use super::index::Index;
use super::keeping::file_name;
use super::paste::{Found, Pasted, texts};
use super::question::{Choice, Question, Start};
use super::status::Status;
use super::story::Stories;
use crate::app::games::CommandLineGame;
use crate::search::Root;
use crate::session::Session;

impl<G: CommandLineGame> Explorer<G> {
    /// Begins the tree that a job asks for. The old one is saved first, where it has a file.
    pub(super) fn begin_another(&mut self, session: &mut Session<G>, job: Job) {
        let opened = self.another(session, &job);
        job.answer(opened.and_then(|opened| json(&opened)));
        self.pulse.beat();
    }

    fn another(&mut self, session: &mut Session<G>, job: &Job) -> Result<Opened, Refused> {
        let open = match &job.question {
            Question::Open(open) => open,
            Question::Choose(choice) => return self.begin_anew(session, choice),
            _ => return Err("nothing to open".into()),
        };
        let Pasted { found, notes, is_game } = self.found(session.search(), open)?;
        let line = match found {
            Found::Here(moves) => {
                return Ok(Opened::at(moves, is_game && open.is_whole_game(), notes));
            }
            Found::Elsewhere(line) => line,
        };
        self.leave(session)?;
        let saved = session.file().map(file_name);
        let lines = session.search().wanted_lines();
        *session = self.another.session_at(Root::new(line.start.clone()))?;
        session.search_mut().want_lines(lines);
        self.open_in_library(session.search(), open);
        self.forget(session, saved);
        self.status.tree += 1;
        self.status.notes += 1;
        self.take_game(session);
        let moves = texts(&line);
        let include = vec![moves.clone()];
        self.wish = Some(Wish::Search(Start { include, ..Start::default() }));
        Ok(Opened::at(moves, is_game, notes))
    }

    /// Begins the analysis of the same position anew in the way that was chosen. The notation stays.
    fn begin_anew(&mut self, session: &mut Session<G>, choice: &Choice) -> Result<Opened, Refused> {
        let another = chosen_way(self.another.clone(), choice, &self.quit)?;
        let mut next = another.session_at(session.search().root().clone())?;
        self.leave(session)?;
        take_over_notes(&mut next, session)?;
        let saved = session.file().map(file_name);
        let home = std::mem::take(&mut self.home);
        *session = next;
        self.forget(session, saved);
        self.home.clone_from(&home);
        self.status.engine = another.searcher.engine();
        self.status.leaves_searched = session.search().rules().searches_leaves();
        self.another = another;
        self.wish = Some(Wish::Search(Start { moves: home, ..Start::default() }));
        Ok(Opened::default())
    }

    /// Begins the tree anew, in the same way and without a node. The notation stays.
    ///
    /// # Errors
    ///
    /// Why that cannot be; the tree stays then.
    pub(super) fn begin_empty(&mut self, session: &mut Session<G>) -> Result<(), Refused> {
        let mut next = self.another.session_at(session.search().root().clone())?;
        take_over_notes(&mut next, session)?;
        *session = next;
        self.forget(session, None);
        self.status.notice = None;
        Ok(())
    }

    /// Saves what is not saved yet, where there is a file.
    fn leave(&mut self, session: &mut Session<G>) -> Result<(), Refused> {
        self.go_home(session);
        if self.unready.is_some() || !session.has_unsaved_work() {
            return Ok(());
        }
        session.save().transpose()?;
        Ok(())
    }

    /// Forgets everything about the tree before. Its number is still that of the one before: whoever begins the same position anew
    /// keeps the notation, and what pages still send of it.
    fn forget(&mut self, session: &Session<G>, saved: Option<String>) {
        (self.unready, self.is_asked, self.proven) = (None, false, None);
        self.second.forget();
        self.stories = Stories::default();
        self.index = Index::default();
        let saved = saved.map_or(String::new(), |name| format!("{name} is saved; "));
        let notice = Some(format!("{saved}this is a new tree, which has no file"));
        let (engine, leaves_searched) = (self.status.engine.take(), self.status.leaves_searched);
        let Status { notes, tree, .. } = self.status;
        self.status = Status { engine, leaves_searched, notes, tree, notice, ..Status::default() };
        self.home.clear();
        self.note_place(session.search());
    }
}

/// Takes over what people have written, and how many moves are to have a value.
fn take_over_notes<G: CommandLineGame>(
    next: &mut Session<G>,
    before: &Session<G>,
) -> Result<(), Refused> {
    let (next, before) = (next.search_mut(), before.search());
    for comment in before.notes().comments() {
        next.notes_mut().comment(&comment.line, &comment.text)?;
    }
    next.notes_mut().set_source_game(before.notes().source_game().clone());
    next.notes_mut().set_game_line(&before.notes().game_line());
    next.want_lines(before.wanted_lines());
    Ok(())
}
