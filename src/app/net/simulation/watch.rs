//! What may never happen to a search.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::app::net::lines::{News, Reply, Word};
use crate::search::Ticket;

/// A worker that has been silent about its task for this long counts as dead.
const SILENT: Duration = Duration::from_secs(15);

/// What workers have said to a search, and what it has asked.
#[derive(Debug, Default)]
pub struct Watch {
    /// Who has which task, and when that was last heard.
    holders: BTreeMap<u64, (String, Instant)>,
    /// Tasks of which an answer was heard.
    answered: BTreeSet<u64>,
    /// Questions whose answers the search has not taken: the last ticket, and whether it has asked since it rested.
    open: BTreeMap<String, (Ticket, bool)>,
    /// How many questions there were; one that is asked again while it is open is the same.
    questions: u64,
}

impl Watch {
    /// The search asks something.
    pub fn asks(&mut self, ticket: Ticket, content: String) {
        let before = self.open.insert(content, (ticket, true));
        self.questions += u64::from(before.is_none());
    }

    /// The search takes an answer.
    pub fn takes(&mut self, ticket: Ticket) {
        self.open.retain(|_, (open, is_wanted)| *open != ticket || !*is_wanted);
    }

    /// The search rests. What it has not asked since it rested before is forgotten.
    pub fn rests(&mut self) {
        self.open.retain(|_, (_, is_wanted)| *is_wanted);
        self.open.values_mut().for_each(|(_, is_wanted)| *is_wanted = false);
    }

    /// The search has replied to a worker.
    ///
    /// # Errors
    ///
    /// What is wrong with that.
    pub fn replies(&mut self, word: &Word, reply: &Reply, now: Instant) -> Result<(), String> {
        let (hand, task) = (&word.hand, word.task);
        let holder = self.holders.get(&task).map(|(holder, heard)| (holder, *heard));
        let is_holder = holder.is_some_and(|(holder, _)| holder == hand);
        match &word.news {
            News::Begins if *reply == Reply::Go => {
                if self.answered.contains(&task) {
                    return Err(format!("{hand} begins task {task}, which is answered"));
                }
                if let Some((holder, heard)) = holder
                    && !is_holder
                    && now.duration_since(heard) < SILENT
                {
                    return Err(format!("{hand} begins task {task}, which {holder} has"));
                }
                self.holders.insert(task, (hand.clone(), now));
            }
            News::IsAtIt if is_holder || holder.is_none() => {
                self.holders.insert(task, (hand.clone(), now));
            }
            News::Answers(_) => _ = self.answered.insert(task),
            News::Fails(_) | News::GivesBack if is_holder => _ = self.holders.remove(&task),
            News::Fails(_) | News::GivesBack if holder.is_some() && *reply != Reply::Done => {
                return Err(format!("{hand} speaks for task {task}, which another one has"));
            }
            _ => {}
        }
        if let Reply::Leave(why) = reply {
            return Err(format!("{hand} is sent away: {why}"));
        }
        Ok(())
    }

    /// How many answers were accepted.
    ///
    /// # Errors
    ///
    /// That they are more than there were questions.
    pub fn accepted(&self, answers: u64) -> Result<(), String> {
        let questions = self.questions;
        if answers > questions {
            return Err(format!("answers accepted: {answers}, questions asked: {questions}"));
        }
        Ok(())
    }
}
