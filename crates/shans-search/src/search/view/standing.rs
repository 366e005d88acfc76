//! How a search stands, and how likely its answer is to hold.

use super::answers::View;
use crate::game::{Evaluate, Heuristics};
use crate::search::best_first::as_evaluation;
use crate::search::chance::ChanceModel;
use crate::standing::Standing;
use crate::tree::{NodeId, preferred_child};
use crate::value::Player;

impl<G: Heuristics + Evaluate> View<'_, G> {
    /// How the search stands; `None` if there is no answer that was tried.
    pub fn standing(&self) -> Option<Standing> {
        let tree = &self.search.tree;
        let at = self.search.at();
        let nodes = self.search.budget.nodes();
        let analysed = self.search.node();
        let mover = analysed.turn().player()?;
        let id = self.search.focus.answer.id?;
        let answer = tree.node(id);
        let value = as_evaluation(answer, mover);
        let others = || tree.children(at).filter(|&(_, other, _)| other != id);
        let best = others().map(|(.., other)| as_evaluation(other, mover)).max_by(f32::total_cmp);
        let effort_of = |id: NodeId| tree.effort(id) as f64;
        let effort: f64 = tree.children(at).map(|(_, it, _)| effort_of(it)).sum();
        let rest =
            self.search.rules.most_of_rest(analysed).map(|most| most.for_player(mover) - value);
        Some(Standing {
            searches_leaves: self.search.rules.searches_leaves(),
            nodes,
            value,
            lead: best.map(|best| value - best),
            rest,
            effort_share: effort_of(id) / effort.max(1.0),
            reign: self.search.focus.answer.reign(nodes),
            agrees: self.agrees(),
            moved: self.search.focus.answer.moved(nodes, as_evaluation(analysed, Player::Max)),
        })
    }

    /// [`Standing::agrees`].
    fn agrees(&self) -> bool {
        let best = preferred_child(&self.search.tree, self.search.at(), &self.search.rules);
        let of_anchor = self.search.anchor().and_then(|anchor| anchor.line.moves().first());
        best.zip(of_anchor).is_none_or(|(best, &mv)| self.search.tree.node(best).mv == mv)
    }

    /// The probability that the answer, searched with ten times the work, is still the answer or
    /// loses no more than 30 centipawns: [`Evaluate::answer_holds`], and 1 where the result is
    /// proven or there is one move to choose from. `None` if nothing was tried yet; where the value is not settled or rests on
    /// little; and where it was not measured: for other games, evaluations and parameters.
    pub fn answer_holds(&self) -> Option<f64> {
        if self.search.node().is_decided() || self.search.focus.walk.only_move {
            return Some(1.0);
        }
        let is_measured = match self.search.rules.model().leaf_search {
            None => *self.search.rules.model() == ChanceModel::default(),
            Some(_) => true,
        };
        let is_known = is_measured && self.is_well_founded();
        self.search.position().answer_holds(&self.standing().filter(|_| is_known)?)
    }

    /// Whether what is told of the position analysed is settled and does not rest on little.
    fn is_well_founded(&self) -> bool {
        let at = self.search.at();
        self.search.view().with_answer(self.search.focus.answer.id).ground(at).is_none_or(
            |ground| !ground.waits && ground.rests_on(self.search.tree.effort(at)).is_none(),
        )
    }
}
