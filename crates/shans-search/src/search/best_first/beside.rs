//! Several positions of the tree that are searched at the same time, each as if it were the only one.
//!
//! Workers who search one position together wait for one another: nearly all of a short search is the anchor's. So each
//! position here has a walk, an answer, a limit on nodes and questions of its own ([`Focus`]); the tree, the workers and the
//! clock are common. They take turns, and each turn is what a search of that position alone would do. Where one lies below another,
//! what is found there is known above at once, no node is asked about twice, and its nodes do not count as those of the tree
//! below the upper one, or that would wait for its anchor.

use super::change::Errand;
use super::focus::{Focus, Part};
use super::search::BestFirst;
use super::steps::CannotStep;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::{Limits, Stop};

/// A position that was searched beside others, and is no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedBeside<M> {
    /// The moves that lead there from the position analysed.
    pub line: Vec<M>,
    /// What ended its search; [`CannotStep`] for one that the tree cannot hold.
    pub end: Result<Stop, CannotStep>,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// How many positions can be searched at the same time so that everybody who searches has something to do. Where the
    /// tree is to be the same for any number of threads, always as many.
    pub fn most_beside(&self) -> usize {
        self.leaves.at_a_time(&self.rules)
    }

    /// Several positions are to be searched within these limits; that on nodes is for each of them, and
    /// [`BestFirst::search_beside`] says which. [`BestFirst::advance_beside`] does the work.
    pub fn begin_beside(&mut self, limits: &Limits) {
        self.come_to_rest();
        self.begin_within(&Limits { nodes: None, ..limits.clone() });
    }

    /// Searches the position behind this line from the position analysed, too, with so many more nodes. `false` if it is
    /// searched already.
    pub fn search_beside(&mut self, line: Vec<G::Move>, nodes: u64) -> bool {
        let is_free = !self.is_beside(&line);
        if is_free {
            let part = Some(Part { granted: nodes, left: nodes });
            let walk = self.focus.walk.clone();
            self.focus.all.push(Focus { line, part, ..Focus::new(walk) });
        }
        is_free
    }

    /// Whether the position behind this line is searched.
    pub fn is_beside(&self, line: &[G::Move]) -> bool {
        self.focus.beside().iter().any(|beside| beside.line == line)
    }

    /// Whether a position is searched that lies on this line, or behind it.
    pub fn searches_along(&self, line: &[G::Move]) -> bool {
        let is_along = |it: &[G::Move]| it.starts_with(line) || line.starts_with(it);
        self.focus.beside().iter().any(|beside| is_along(&beside.line))
    }

    /// How many positions are searched.
    pub fn beside(&self) -> usize {
        self.focus.beside().len()
    }

    /// Asks what is to be asked about these positions, each of them once before any of them twice, and waits some
    /// milliseconds for an answer. The positions the searches of which are over.
    ///
    /// # Errors
    ///
    /// The limit on time or from outside that ends all of them, or [`Stop::Unanswered`] where no answer can come; what was
    /// found until then is in the tree.
    pub fn advance_beside(&mut self) -> Result<Vec<SearchedBeside<G::Move>>, Stop> {
        if let Some(stop) = self.budget.stop_by_clock() {
            self.come_to_rest();
            return Err(stop);
        }
        let at_a_time = self.most_beside();
        for most in 1..=at_a_time.max(1) {
            let over = self.ask_all_beside(most, at_a_time);
            if !over.is_empty() {
                self.begin_anew();
                return Ok(over);
            }
        }
        if self.focus.beside().iter().all(|beside| beside.asked.out.is_empty()) {
            return Ok(Vec::new());
        }
        match self.leaves.workers.next_answer(&self.budget) {
            Ok(answer) => answer.iter().for_each(|answer| self.take_in(answer)),
            Err(stop) => {
                self.come_to_rest();
                return Err(stop);
            }
        }
        Ok(Vec::new())
    }

    /// Lets each position ask until so many questions of it are out, as long as there are fewer than `at_a_time` in all.
    /// Those that are over.
    fn ask_all_beside(&mut self, most: usize, at_a_time: usize) -> Vec<SearchedBeside<G::Move>> {
        let mut over = Vec::new();
        let mut index = 1;
        let mut open: usize = self.focus.beside().iter().map(|beside| beside.asked.out.len()).sum();
        while index < self.focus.all.len() && open < at_a_time.max(1) {
            open -= self.focus.all[index].asked.out.len();
            let end = match self.focus.all[index].asked.may_ask(most) {
                true => self.in_turn(index, |search| search.ask_in_turn(most)),
                false => None,
            };
            match end {
                Some(end) => {
                    over.push(SearchedBeside { line: self.focus.all.remove(index).line, end });
                }
                None => {
                    open += self.focus.all[index].asked.out.len();
                    index += 1;
                }
            }
        }
        over
    }

    /// Asks until so many questions about the position whose turn it is are out. What ends its search, once nothing is out.
    fn ask_in_turn(&mut self, most: usize) -> Option<Result<Stop, CannotStep>> {
        match self.reach() {
            Err(error) => return Some(Err(error)),
            Ok(false) => return None,
            Ok(true) => {}
        }
        let nothing = self.nothing_to_ask();
        match self.ask_all(most) {
            _ if !self.focus.asked.out.is_empty() => None,
            // It ends all searches, the next time.
            Some(Stop::Time | Stop::Interrupted) => None,
            stop => Some(Ok(stop.unwrap_or(nothing))),
        }
    }

    /// Walks on to the position whose turn it is. Whether it is reached; if not, it is asked what the next move is worth.
    fn reach(&mut self) -> Result<bool, CannotStep> {
        while let Some(&mv) = self.focus.line.get(self.focus.walked) {
            if self.follow(mv) {
                self.focus.walked += 1;
                if self.focus.is_reached() {
                    self.limit_to_part();
                    self.note_untried();
                }
            } else if self.focus.asked.out.is_empty() && !self.is_made_beside(mv) {
                self.ask_to_grow(mv)?;
            } else {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether another position has asked what this move of the position analysed is worth, and it is about to be made.
    fn is_made_beside(&self, mv: G::Move) -> bool {
        let (at, errand) = (self.at(), Errand::Make(self.position().encode(mv)));
        let mut questions = self.focus.beside().iter().flat_map(|beside| &beside.asked.out);
        questions.any(|it| it.errand == errand && it.way.last() == Some(&at))
    }
}
