//! Which question is answered by whom, and when.

use super::answers::{done, json, why};
use super::choice::{choose, settings_of};
use super::curve::curve;
use super::desk::Job;
use super::explorer::Explorer;
use super::find::find;
use super::keeping::is_file_gone;
use super::notation::Notation;
use super::question::Question;
use super::threat::threat;
use crate::app::games::CommandLineGame;
use crate::session::Session;

const CHECKING: &str = "the tree is being checked; try again in a moment";

impl<G: CommandLineGame> Explorer<G> {
    /// Answers while nothing is searched.
    pub(super) fn answer(&mut self, job: Job, session: &mut Session<G>) {
        // A tree without its tables is not saved.
        let needs_all = match job.question {
            Question::Save => is_file_gone(session),
            Question::Comment(..) | Question::KeepNotation(_) | Question::SaveAs(_) => true,
            _ => false,
        };
        if needs_all && let Some(unready) = self.unready.take() {
            match unready.make_ready(&self.another, session.search_mut()) {
                Ok(notice) => self.status.notice = notice,
                Err(error) => {
                    self.unready = Some(unready);
                    return job.answer(Err(error.into()));
                }
            }
        }
        self.attend(job, session);
    }

    /// Answers whatever leaves the tree as it is, and notes the rest.
    pub(super) fn attend(&mut self, job: Job, session: &mut Session<G>) {
        let reply = match &job.question {
            Question::Save if self.unready.is_none() => self.save(session),
            Question::SaveAs(name) => self.save_as(session, name),
            Question::Comment(moves, text) => self.comment(session, moves, text),
            Question::KeepNotation(moves) => self.keep_notation(session, moves),
            Question::Settings => settings_of(&self.another, session),
            Question::Choose(choice) => match choose(session, choice) {
                Some(reply) => reply,
                None => return self.begin_next(job),
            },
            Question::ListGames(given) => self.list_games(session.search(), given),
            Question::Open(open) if self.unready.is_none() => {
                self.open_game_here(session, open);
                return self.show(job, session);
            }
            _ => return self.show(job, session),
        };
        job.answer(reply);
    }

    /// Answers whatever only looks at the search, and notes the rest.
    pub(super) fn show(&mut self, job: Job, session: &Session<G>) {
        let search = session.search();
        let reply = match &job.question {
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
            Question::Compare(wanted) => self.second.ask(search, wanted, &self.another),
            Question::Notation => {
                let mut notation = Notation::of(search);
                (notation.tree, notation.notes) = (Some(self.status.tree), self.status.notes);
                json(&notation)
            }
            Question::Games => json(&self.library.listed(search)),
            Question::Find(wanted) => find(&self.library.list, search, wanted),
            Question::Open(open) => match self.open(session, open).transpose() {
                Some(opened) => opened.and_then(|opened| json(&opened)),
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
            | Question::Choose(_) => Err(CHECKING.into()),
        };
        job.answer(reply);
    }
}
