//! Asking questions, and taking the answers.
//!
//! A node whose moves are searched has a virtual loss until the answer comes ([`counted`](super::counted)), so the next
//! selection leads elsewhere. The nodes that a search may take are taken from the limit when it is asked, and what it has not
//! used is given back with the answer. Where a limit cuts a search, what it has found until then is its answer: no work is
//! lost. The last nodes of a limit are for the ends of reported lines.

use super::change::{Change, Errand, Growth, Question, Questions};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MOST_MOVES};
use crate::search::budget::Spent;
use crate::search::depth_first::HARD_FACTOR;
use crate::search::leaf::LeafAnswer;
use crate::search::limits::Stop;
use crate::tree::NodeId;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What is known without a search at the end of the path, if anything is.
    ///
    /// # Errors
    ///
    /// [`Stop::TooManyMoves`]; [`Stop::Memory`] where there is no room for all moves.
    pub(super) fn known_at_once(&mut self, errand: Errand) -> Result<Option<Change>, Stop> {
        let (_, node) = self.end();
        if self.moves_of_end() > usize::from(MOST_MOVES) {
            return Err(Stop::TooManyMoves);
        }
        // Outcomes of a random turn are made all at once, also where one of them is wanted.
        let is_random = node.turn().player().is_none();
        if !is_random && let Errand::Make(mv) | Errand::Spare(mv) = errand {
            return Ok(self.own_best(errand).or_else(|| self.known_child(mv)));
        }
        if node.is_forgotten_proof() {
            return Ok(Some(Change::GiveUp));
        }
        let is_known = if is_random {
            node.is_leaf()
        } else {
            // Tables are likely to have all of them.
            node.next.exists() && self.focus.walk.end().game.knows_moves()
        };
        is_known.then(|| self.all_moves(None)).transpose()
    }

    /// Charges one node to the limit for a change without a search. Without that a search in a full tree could free and make the
    /// same nodes forever. `false` if the limit leaves none.
    pub(super) fn spend_one_node(&mut self) -> bool {
        let is_left = self.nodes_left() > 0;
        if is_left {
            self.budget.add(Spent { nodes: 1, evals: 0 }, std::time::Duration::ZERO);
        }
        is_left
    }

    /// Asks about the node at the end of the path. `false` if the limit leaves no nodes for it.
    pub(super) fn ask(&mut self, errand: Errand, doublings: u8) -> bool {
        let left = self.nodes_left_for(errand);
        if left == 0 {
            return false;
        }
        let (tuning, grant) = (self.rules.tuning(), self.rules.grant(doublings));
        let nodes = match errand {
            Errand::Lengthen(_) => tuning.end_nodes,
            // To see a win again. The answer counts for the nodes that it took, and not for its doublings.
            Errand::Search if self.end().1.value.is_seen_win() => {
                (grant / tuning.proof_part).max(tuning.proof_nodes)
            }
            Errand::Search | Errand::Anchor | Errand::Make(_) | Errand::Spare(_) => grant,
        };
        // In games the anchor is asked in parts, to look at the clock.
        let is_in_parts =
            errand == Errand::Anchor && self.budget.limits().plays && self.searches_itself();
        let parts = if is_in_parts { tuning.games_parts } else { 1 };
        let most = nodes.saturating_mul(HARD_FACTOR).min(left);
        let grant = (nodes / parts).min(most);
        let ticket = self.leaves.next_ticket();
        let way = self.focus.walk.way();
        let mut question = Question { ticket, errand, way, doublings, grant, most, counted: None };
        let task = self.task(&question);
        if errand == Errand::Search {
            question.counted = self.count_end_deeper();
        }
        // From here on its `most` is reserved.
        self.focus.asked.out.push_back(question);
        // The transposition table grows with the work.
        if let Some(table) = &mut self.leaves.table {
            let all = self.tree.effort(self.tree.root());
            table.make_room_for(all.saturating_add(nodes));
        }
        self.leaves.workers.submit(task);
        true
    }

    /// Whether any position that is searched has asked about a node. Anchors and spare moves do not count.
    pub(super) fn is_asked(&self, id: NodeId) -> bool {
        self.all_asked().any(|asked| asked.is_about(id))
    }

    /// Whether it is asked already how the line goes on that ends in the position of this key, behind whatever leaf.
    pub(super) fn is_lengthened(&self, key: u64) -> bool {
        let errand = Errand::Lengthen(key);
        self.all_asked().any(|asked| asked.out.iter().any(|it| it.errand == errand))
    }

    fn all_asked(&self) -> impl Iterator<Item = &Questions> {
        // `focus` is all positions that are searched; by itself it is the one whose turn it is.
        self.focus.all.iter().map(|focus| &focus.asked)
    }

    /// Waits a moment for an answer and takes it, as [`BestFirst::take_leaf_answer`] does.
    ///
    /// # Errors
    ///
    /// The limit that came first.
    pub(super) fn next_answer(&mut self) -> Result<Option<Growth>, Stop> {
        if self.focus.asked.out.is_empty() {
            return Err(self.nothing_to_ask());
        }
        let answer = self.leaves.workers.next_answer(&self.budget)?;
        Ok(answer.and_then(|answer| self.take_leaf_answer(&answer)))
    }

    /// What ends the search where nothing is out, and nothing can be asked, neither now nor later.
    pub(super) fn nothing_to_ask(&self) -> Stop {
        if self.node().is_decided() { Stop::Proven } else { Stop::Unanswered }
    }

    /// Charges the nodes of an answer to the limit, takes back the virtual loss, and walks to the node that was asked about: what
    /// the answer does to it.
    pub(super) fn take_leaf_answer(&mut self, answer: &LeafAnswer) -> Option<Growth> {
        let mut question = self.focus.asked.take(answer.ticket)?;
        let cpu = self.leaves.workers.take_cpu();
        // As in [`BestFirst::spend_one_node`], where a table knew all.
        let nodes = answer.nodes.max(1);
        self.budget.add(Spent { nodes, evals: answer.evals }, cpu);
        if let Some(counted) = question.counted.take() {
            self.count_as_before(counted);
        }
        self.go_along(&question.way);
        let change = self.change_by(&question, answer);
        Some(Growth::new(change, nodes, answer.table_hits))
    }

    /// Nodes that the limit leaves for a question: those for the ends of lines come last. Once only these are left, the rule for
    /// lines has the first word, and what it does not ask for is free to all.
    pub(super) fn nodes_left_for(&self, errand: Errand) -> u64 {
        let (left, kept) = (self.nodes_left(), self.kept_for_line_ends());
        let is_line = matches!(errand, Errand::Lengthen(_));
        if is_line || left <= kept { left } else { left - kept }
    }

    /// Nodes that the limit leaves beside those of the questions that are out.
    pub(super) fn nodes_left(&self) -> u64 {
        self.budget.nodes_left().saturating_sub(self.focus.asked.reserved())
    }

    /// Whether only the nodes are left that were kept back for the ends of lines.
    pub(super) fn is_time_for_line_ends(&self) -> bool {
        let kept = self.kept_for_line_ends();
        kept > 0 && self.nodes_left() <= kept
    }

    /// How many nodes of the limit are kept back for the ends of lines. In games the move counts, and not how its line
    /// goes on.
    pub(super) fn kept_for_line_ends(&self) -> u64 {
        let limits = self.budget.limits();
        if limits.nodes.is_none() || limits.plays || !self.rules.searches_leaves() {
            return 0;
        }
        let tuning = self.rules.tuning();
        let most = tuning.ends_kept * tuning.end_nodes * u64::from(self.wanted_lines);
        most.min(self.budget.nodes_granted() / tuning.ends_part)
    }
}
