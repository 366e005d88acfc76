//! How the nodes of a tree answer, and what they are worth by that: everything that is told goes along these answers.

use std::collections::HashMap;

use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::best_first::{Anchor, BestFirst};
use crate::tree::{NodeId, preferred_child, ranked_children};
use crate::value::Value;

/// How the positions of a game answer ([`View::played_answers`]).
#[derive(Clone, Debug, Default)]
pub struct PlayedAnswers {
    /// Those whose answer is the move of the game, and the child that it leads to.
    moves: HashMap<NodeId, NodeId>,
    /// Where the line of answers behind each position ends, and after how many plies: lines that go on along the game are
    /// not followed anew from each of them.
    ends: HashMap<NodeId, (NodeId, u16)>,
}

/// A search as it is looked at: what is told of a node depends on how positions answer.
#[derive(Debug)]
pub struct View<'a, G: Heuristics> {
    pub(super) search: &'a BestFirst<G>,
    /// The answer of the position analysed, where that is not its best move by value.
    pub(super) answer: Option<NodeId>,
    /// In the tree of a game, how its other positions answer.
    pub(super) played: Option<&'a PlayedAnswers>,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// A view of the search in which every position answers with its best move by value.
    pub fn view(&self) -> View<'_, G> {
        View { search: self, answer: None, played: None }
    }
}

impl<'a, G: Heuristics + Evaluate> View<'a, G> {
    /// The same with this answer in the position analysed.
    #[must_use]
    pub fn with_answer(self, answer: Option<NodeId>) -> View<'a, G> {
        View { answer, ..self }
    }

    /// The same where the positions of a game answer like this.
    #[must_use]
    pub fn with_played<'b>(self, played: Option<&'b PlayedAnswers>) -> View<'b, G>
    where
        'a: 'b,
    {
        View { played, ..self }
    }

    /// The children of a node with their ranks: its answer first, then by value.
    pub fn ranked(&self, id: NodeId) -> Vec<(u16, NodeId)> {
        let answer = self.answer_in(id);
        let mut ranked = ranked_children(&self.search.tree, id, &self.search.rules);
        ranked.sort_by_cached_key(|&(_, id)| Some(id) != answer);
        ranked
    }

    /// What a node is worth by what its line of answers leads to.
    pub(super) fn value_of(&self, id: NodeId) -> Value {
        if self.search.tree.node(id).is_decided() {
            return self.worth(id, self.answer_in(id));
        }
        if let Some(value) = self.win_seen_by_anchor(id) {
            return value;
        }
        if self.played.is_some() {
            let (end, plies) = self.end_of_answers(id);
            return self.worth(end, None).shifted(plies).unproven();
        }
        let told =
            self.worth_of_analysed().and_then(|worth| Some((worth, self.plies_to_answer(id)?)));
        match told {
            Some((worth, plies)) => worth.shifted(plies).unproven(),
            None => self.worth(id, None),
        }
    }

    /// What the position analysed is worth where that is not what its best move by value is: what its anchor has seen, or its
    /// answer. A position above it and the first move there would not tell the same without that.
    fn worth_of_analysed(&self) -> Option<Value> {
        let at = self.search.at();
        let of_answer = || Some(self.worth(at, Some(self.answer?)));
        self.win_seen_by_anchor(at).or_else(of_answer)
    }

    /// A win that the search of a whole position has seen here, as long as the tree has spent no more nodes on its move: a small
    /// search of a reply often does not see it. Of 29 mates in 460 positions that `pvs` told with 100,000 nodes and the tree did
    /// not, 14 were seen so.
    fn win_seen_by_anchor(&self, id: NodeId) -> Option<Value> {
        let (at, anchor, _) = self.anchor_that_wins(id)?;
        let stands = self.search.anchor_knows_more(at, anchor);
        stands.then(|| anchor.value.unproven().without_seen_distance())
    }

    /// The search of the position analysed where it has seen a win, and its line from this node: of that position, if it begins
    /// with the move that is the answer now, or of the one behind this move. Of other positions no search counts: they and their
    /// moves would not tell the same.
    pub(super) fn anchor_that_wins(&self, id: NodeId) -> Option<(NodeId, &Anchor, &[MoveCode])> {
        let at = self.search.at();
        let anchor = self.search.kept.anchors.get(at).filter(|it| it.value.win().is_some())?;
        let line = anchor.line.moves();
        let (first, behind) = line.split_first()?;
        let answer = self.best_child(at)?;
        let line = if id == at { line } else { behind };
        let is_on_it = self.search.tree.node(answer).mv == *first && (id == at || id == answer);
        is_on_it.then_some((at, anchor, line))
    }

    /// How far the position analysed is from a node whose line of answers goes through it.
    fn plies_to_answer(&self, id: NodeId) -> Option<u16> {
        let (mut at, mut plies) = (id, 0_u16);
        while at != self.search.at() {
            (at, plies) = (self.best_child(at)?, plies.saturating_add(1));
        }
        Some(plies)
    }

    /// What a node is worth if its answer is this child, or else the best one. Wins that are only seen have no distance: the
    /// search counts it from elsewhere.
    pub(super) fn worth(&self, id: NodeId, answer: Option<NodeId>) -> Value {
        let node = self.search.tree.node(id);
        let value = match answer.map(|answer| self.search.tree.node(answer)) {
            None => node.reported_value(),
            Some(answer) if node.is_decided() => answer.reported_value().one_ply_up(),
            Some(answer) => answer.reported_value().one_ply_up().unproven(),
        };
        value.without_seen_distance()
    }

    /// Where the line of answers from a node on ends, and after how many plies.
    fn end_of_answers(&self, id: NodeId) -> (NodeId, u16) {
        let ends = self.played.filter(|_| self.answer.is_none()).map(|played| &played.ends);
        let known = |id: &NodeId| ends?.get(id).copied();
        let (mut end, mut plies) = (id, 0_u16);
        loop {
            if let Some((known, more)) = known(&end) {
                return (known, plies.saturating_add(more));
            }
            let next = self.best_child(end);
            let Some(next) = next.filter(|_| !self.search.tree.node(end).is_decided()) else {
                return (end, plies);
            };
            (end, plies) = (next, plies.saturating_add(1));
        }
    }

    /// The child that a line goes on with: the answer, or else the best by value; `None` where chance decides, and at the end.
    pub fn best_child(&self, id: NodeId) -> Option<NodeId> {
        let answer = self.answer_in(id);
        answer.or_else(|| preferred_child(&self.search.tree, id, &self.search.rules))
    }

    /// The answer of a node, where that need not be the best by value: this one in the position analysed, and in the tree of a
    /// game that of each position's own analysis, or the move that was played.
    pub fn answer_in(&self, id: NodeId) -> Option<NodeId> {
        let of_game = |played: &PlayedAnswers| {
            played.moves.get(&id).copied().or_else(|| self.answer_of_anchor_beside_best(id))
        };
        self.answer.filter(|_| id == self.search.at()).or_else(|| of_game(self.played?))
    }

    /// The move of the anchor of any position, where that is the answer in place of the best one by value: that one
    /// rests on too few nodes yet. How many workers there are does not count: the file of the tree knows nothing of them, and what
    /// is told of it is to be the same.
    fn answer_of_anchor_beside_best(&self, at: NodeId) -> Option<NodeId> {
        let best = preferred_child(&self.search.tree, at, &self.search.rules)?;
        self.search.answer_of_anchor(at, best, false).filter(|&answer| answer != best)
    }

    /// In the tree of a game, the positions in which the move of the game is the answer, and not that of their own analysis: what
    /// is told of the position behind it is better. Both players may have found more there than here. `None` if it is not
    /// the tree of a game.
    pub fn played_answers(&self) -> Option<PlayedAnswers> {
        let mut game = vec![self.search.tree.root()];
        for &mv in self.search.notes.game_line_codes() {
            let Some(next) = self.search.tree.child_behind(game[game.len() - 1], mv) else { break };
            game.push(next);
        }
        let mut answers = PlayedAnswers::default();
        for pair in game.windows(2).rev() {
            let end = self.search.view().with_played(Some(&answers)).end_of_answers(pair[1]);
            answers.ends.insert(pair[1], end);
            let view = self.search.view().with_played(Some(&answers));
            let value = |id| view.value_of(id);
            let (here, behind) = (value(pair[0]), value(pair[1]).one_ply_up());
            let node = self.search.tree.node(pair[0]);
            let is_better = |mover| behind.for_player(mover) > here.for_player(mover);
            if !node.is_decided() && node.turn().player().is_some_and(is_better) {
                answers.moves.insert(pair[0], pair[1]);
            }
        }
        let root = self.search.tree.root();
        let end = self.search.view().with_played(Some(&answers)).end_of_answers(root);
        answers.ends.insert(root, end);
        self.search.notes.is_of_game().then_some(answers)
    }
}
