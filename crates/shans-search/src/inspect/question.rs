//! Why a move is not preferred, as far as the tree knows.

use super::chance_place::{chance_place, chances_of_moves};
use super::error::IllegalMove;
use super::explanation::{
    ChanceSource, MoveExplanation, TriedMove, Verdict, WaitingMove, WaitingTurn,
};
use super::few_moves::few_moves;
use super::move_text::{MoveText, variation_text};
use super::perspective::Perspective;
use super::reader::TreeReader;
use super::refutation::{first_sight, refutation};
use super::second_opinion::{OpinionLimits, SecondOpinion, fresh_value};
use super::transpositions::Elsewhere;
use super::untried::{moves_by_promise, untried};
use crate::game::{Game, Heuristics, Notation};
use crate::tree::NodeId;
use crate::value::Value;

/// The question why a move of the position looked at is not preferred, or is.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
/// use shans_search::inspect::{MoveQuestion, OpinionLimits, TreeReader, Verdict};
/// use shans_search::search::Interrupt;
///
/// let reader = TreeReader::new(&search);
/// let question = MoveQuestion::new(&reader, reader.legal_move("3-1")?)?;
/// let explanation = question.explain()?;
/// assert_ne!(explanation.verdict, Verdict::Excluded);
/// for step in &explanation.refutation {
///     println!("{}: {:?}", step.mv.human, step.score);
/// }
/// // Both moves are searched again, independently of the tree.
/// let limits = OpinionLimits { nodes: 1_000, memory: 8 << 20, interrupt: Interrupt::default() };
/// if let Some(opinion) = question.second_opinion(&limits) {
///     println!("the verdict holds: {}", opinion.holds);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MoveQuestion<'a, G: Heuristics + Notation> {
    reader: &'a TreeReader<'a, G>,
    mv: G::Move,
    verdict: Verdict,
    /// The move's own node, if it was tried.
    asked: Option<Child<G>>,
    rival: Option<Child<G>>,
    /// Whether nodes are counted that were not counted yet.
    counts: bool,
}

/// A move that was tried.
#[derive(Debug)]
struct Child<G: Game> {
    id: NodeId,
    mv: G::Move,
    /// How its node is seen from the position.
    perspective: Perspective,
    /// What it is worth, as the position sees it, from Max's point of view.
    value: Value,
}

impl<'a, G: Heuristics + Notation> MoveQuestion<'a, G> {
    /// Asks about a legal move of the position.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn new(reader: &'a TreeReader<'a, G>, mv: G::Move) -> Result<Self, IllegalMove> {
        let ranked = reader.ranked(reader.at());
        let asked = reader.child(mv);
        let preferred = reader.preferred(reader.at()).map(|(_, id)| id);
        let is_preferred = asked.is_some() && asked == preferred;
        let rival = preferred.and_then(|_| ranked.get(usize::from(is_preferred)));
        let rival = rival.map(|&child| Child::new(reader, child)).transpose()?;
        let asked = ranked.iter().find(|&&(_, id)| Some(id) == asked);
        let asked = asked.map(|&child| Child::new(reader, child)).transpose()?;
        let verdict = Verdict::Excluded;
        let mut question = MoveQuestion { reader, mv, verdict, asked, rival, counts: true };
        question.verdict = question.judge(is_preferred);
        Ok(question)
    }

    /// The same question with another move to compare with. `None` where that one was not tried.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn against(self, rival: G::Move) -> Result<Option<Self>, IllegalMove> {
        let ranked = self.reader.ranked(self.reader.at());
        let id = self.reader.child(rival);
        let child = ranked.iter().find(|&&(_, child)| Some(child) == id);
        let Some(&child) = child else { return Ok(None) };
        let rival = Some(Child::new(self.reader, child)?);
        let mut question = MoveQuestion { rival, ..self };
        question.verdict = question.judge(false);
        Ok(Some(question))
    }

    /// Leaves out the nodes in the tree behind a move. Where some were freed they have to be counted
    /// one by one, which takes long in a large tree.
    #[must_use]
    pub fn without_counts(self) -> Self {
        MoveQuestion { counts: false, ..self }
    }

    /// Where else the position after the move stands, if more work went into it there.
    fn elsewhere(&self) -> Option<Elsewhere> {
        let after = self.reader.position().after(self.mv);
        let own = self.asked.as_ref().map(|asked| asked.id);
        // Scores do not depend on what chances pay.
        self.reader.more_elsewhere(&after, own, &self.perspective().down(0.0))
    }

    /// The move that it is compared with: the preferred one, or the second best where the preferred one is asked
    /// about; `None` where no other has a value.
    pub fn rival(&self) -> Option<G::Move> {
        self.rival.as_ref().map(|rival| rival.mv)
    }

    /// Whether the move was tried, so that it has a value.
    pub fn is_tried(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether the move was left out of the search.
    pub fn is_excluded(&self) -> bool {
        self.verdict == Verdict::Excluded
    }

    /// Whether the move is worth more than the one that it is compared with.
    pub fn is_better(&self) -> bool {
        let own = |child: &Child<G>| child.value.for_player(self.perspective().viewer());
        let values = self.asked.as_ref().map(own).zip(self.rival.as_ref().map(own));
        values.is_some_and(|(asked, rival)| asked > rival)
    }

    /// How much less the move is worth than the one that it is compared with, centipawns; negative where it is worth more. `None`
    /// where one of them has no value, or is won or lost.
    pub fn behind_cp(&self) -> Option<i64> {
        self.asked.as_ref().and_then(|asked| self.short_of_rival(self.score(asked)?))
    }

    /// How far apart the two moves are, centipawns; a win that is only seen counts as [`Value::WIN_WORTH`]. `None` where one of
    /// them has no value, or is proven to be won or lost.
    pub fn apart(&self) -> Option<f32> {
        let (asked, rival) = self.asked.as_ref().zip(self.rival.as_ref())?;
        let is_open = [asked, rival].iter().all(|child| child.value.win().is_none());
        is_open.then(|| (asked.value.in_centipawns() - rival.value.in_centipawns()).abs())
    }

    fn judge(&self, is_preferred: bool) -> Verdict {
        let reader = self.reader;
        let own = |value: Value| value.for_player(self.perspective().viewer());
        match (&self.asked, &self.rival) {
            _ if !reader.is_choice(reader.at()) => Verdict::Outcome,
            _ if is_preferred => Verdict::Preferred,
            (Some(asked), Some(rival)) if own(asked.value) > own(rival.value) => Verdict::Ahead,
            (Some(_), _) => Verdict::Rejected,
            (None, _) => {
                let waiting = untried(reader, reader.at(), reader.position());
                let waits = waiting.iter().any(|untried| untried.mv == self.mv);
                if waits { Verdict::Untried } else { Verdict::Excluded }
            }
        }
    }

    /// How the position sees itself.
    fn perspective(&self) -> Perspective {
        Perspective::new(self.reader.position())
    }

    /// Everything that the tree tells of the move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn explain(&self) -> Result<MoveExplanation, IllegalMove> {
        let reader = self.reader;
        let asked = self.asked.as_ref();
        let effort = |id| reader.tree().effort(id) as f64;
        let sight = || first_sight(reader, reader.at(), reader.position());
        Ok(MoveExplanation {
            position: reader.position().describe(),
            path: reader.path().to_vec(),
            mv: self.text(self.mv),
            is_searched: reader.search().rules().searches_leaves(),
            verdict: self.verdict,
            candidate: asked.map(|asked| self.tried(asked)).transpose()?,
            rival: self.rival.as_ref().map(|rival| self.tried(rival)).transpose()?,
            behind_cp: self.behind_cp(),
            effort_share: asked.map(|asked| effort(asked.id) / effort(reader.at())),
            chance: asked.map(|asked| self.chance_source(asked)).transpose()?.flatten(),
            first_sight: asked.map(|_| self.perspective().score(sight())),
            refutation: match asked {
                Some(asked) => refutation(reader, asked.id, asked.mv)?,
                None => Vec::new(),
            },
            waiting: self.waiting()?,
            few_moves: match self.verdict {
                Verdict::Preferred => few_moves(reader),
                _ => None,
            },
            elsewhere: self.elsewhere(),
            verified: None,
        })
    }

    /// Searches the positions after the move and after its rival afresh, within these limits each.
    /// `None` if there is no rival, or if it is interrupted.
    pub fn second_opinion(&self, limits: &OpinionLimits) -> Option<SecondOpinion> {
        let in_tree = self.rival.as_ref()?;
        let asked = fresh_value(self.reader, self.mv, limits)?;
        let rival = fresh_value(self.reader, in_tree.mv, limits)?;
        let (preferred, other) = match self.verdict {
            Verdict::Preferred => (asked, rival),
            _ => (rival, asked),
        };
        let viewer = self.perspective().viewer();
        let score = |value| self.perspective().score(value);
        Some(SecondOpinion {
            nodes: limits.nodes,
            score: score(asked),
            rival_score: score(rival),
            difference_cp: self.asked.as_ref().and_then(|tried| self.difference(tried, asked)),
            rival_difference_cp: self.difference(in_tree, rival),
            holds: preferred.for_player(viewer) >= other.for_player(viewer),
        })
    }

    /// How much more a move that was tried is worth by a search of its own, in centipawns.
    fn difference(&self, tried: &Child<G>, fresh: Value) -> Option<i64> {
        Some(self.perspective().score(fresh).evaluation()? - self.score(tried)?)
    }

    fn text(&self, mv: G::Move) -> MoveText {
        MoveText::new(self.reader.position(), mv)
    }

    fn tried(&self, child: &Child<G>) -> Result<TriedMove, IllegalMove> {
        let behind = self.reader.position().after(child.mv);
        let told = self.reader.told(child.id, &behind);
        let unsettled_by = self.reader.unsettled_by(child.id, &behind);
        let unsettled_by = unsettled_by.map(|moves| moves.behind(Some(child.mv)));
        Ok(TriedMove {
            mv: self.text(child.mv),
            score: self.perspective().score(child.value),
            unsettled: told.is_unsettled(),
            unsettled_by: unsettled_by
                .map(|moves| self.perspective().unsettled(self.reader.position(), &moves)),
            rests_on: told.rests_on(),
            chances: child.perspective.chances(self.reader.node(child.id)),
            tree_nodes: self.counts.then(|| self.reader.search().view().tree_nodes_below(child.id)),
            effort: told.effort,
            proven: told.is_decided,
            conditional: told.is_conditional,
            pv: self.line(child)?,
        })
    }

    /// A move and the line behind it.
    fn line(&self, child: &Child<G>) -> Result<Vec<MoveText>, IllegalMove> {
        let behind = self.reader.line(&[child.mv], child.id).map_err(|illegal| {
            let path = variation_text(self.reader.position(), &[child.mv]);
            illegal.after(&path).after(self.reader.path())
        })?;
        let moves: Vec<G::Move> = [child.mv].into_iter().chain(behind).collect();
        Ok(variation_text(self.reader.position(), &moves))
    }

    /// In centipawns; `None` for a win or a loss.
    fn score(&self, child: &Child<G>) -> Option<i64> {
        self.perspective().score(child.value).evaluation()
    }

    /// How far a number lies below the rival's value, in centipawns of the side to move; `None`
    /// where the rival wins or loses, or there is none.
    fn short_of_rival(&self, cp: i64) -> Option<i64> {
        Some(self.score(self.rival.as_ref()?)? - cp)
    }

    fn chance_source(&self, asked: &Child<G>) -> Result<Option<ChanceSource>, IllegalMove> {
        let reader = self.reader;
        let viewer = self.perspective().viewer();
        let chance = reader.node(asked.id).chance(viewer);
        let Some(cp) = asked.perspective.chance(viewer, chance) else { return Ok(None) };
        let place = chance_place(reader, asked.id, viewer)?;
        Ok(Some(ChanceSource {
            cp,
            short_cp: self.short_of_rival(cp),
            greater: self.greater_chances(asked.id),
            variation: variation_text(reader.position(), &place.variation),
            untried: place.untried.map(|mv| MoveText::new(&place.position, mv)),
        }))
    }

    /// How many children hold a greater chance for the side to move than this one.
    fn greater_chances(&self, asked: NodeId) -> usize {
        let chances = chances_of_moves(self.reader, self.perspective().viewer());
        let own = chances.iter().find(|&&(id, _)| id == asked).map(|&(_, own)| own);
        chances.iter().filter(|&&(_, chance)| own.is_some_and(|own| chance > own)).count()
    }

    fn waiting(&self) -> Result<Option<WaitingMove>, IllegalMove> {
        let reader = self.reader;
        let (at, position) = (reader.at(), reader.position());
        if self.verdict != Verdict::Untried {
            return Ok(None);
        }
        let waiting = untried(reader, at, position);
        let before = waiting.iter().position(|untried| untried.mv == self.mv);
        let Some((before, first)) = before.zip(waiting.first()) else { return Ok(None) };
        let (asked, next) = (waiting[before].to_data(position), first.to_data(position));
        let turn = match asked.turn.zip(next.turn) {
            Some((own, first)) => {
                let best_tried = self.best_tried()?;
                Some(WaitingTurn {
                    rank: own.rank,
                    chance_cp: own.chance_cp,
                    before,
                    next_untried: next.mv,
                    next_chance_cp: first.chance_cp,
                    tried_chance_cp: best_tried.as_ref().map(|&(_, cp)| cp),
                    best_tried: best_tried.map(|(mv, _)| mv),
                })
            }
            None => None,
        };
        let most = reader.search().rules().most_of_rest(reader.node(at));
        Ok(Some(WaitingMove {
            moves_legal: moves_by_promise(reader, at, position).len(),
            gain_cp: asked.gain_cp,
            at_most: most.map(|most| self.perspective().score(most)),
            turn,
        }))
    }

    /// The child that holds the greatest chance for the side to move; the first of equals.
    fn best_tried(&self) -> Result<Option<(MoveText, i64)>, IllegalMove> {
        let reader = self.reader;
        let viewer = self.perspective().viewer();
        let mut best = None;
        for (rank, id, node) in reader.tree().children(reader.at()) {
            let perspective = self.perspective().down(reader.price(reader.at(), (rank, id)));
            if let Some(cp) = perspective.chance(viewer, node.chance(viewer))
                && best.is_none_or(|(_, most)| cp > most)
            {
                best = Some(((rank, id), cp));
            }
        }
        let Some((child, cp)) = best else { return Ok(None) };
        Ok(Some((self.text(Child::new(reader, child)?.mv), cp)))
    }
}

impl<G: Heuristics + Notation> Child<G> {
    fn new(reader: &TreeReader<'_, G>, child: (u16, NodeId)) -> Result<Child<G>, IllegalMove> {
        let (_, id) = child;
        let position = reader.position();
        let mv = reader.move_to(id, position).map_err(|illegal| illegal.after(reader.path()))?;
        let perspective = Perspective::new(position).down(reader.price(reader.at(), child));
        let value = reader.worth_of_move(id, position);
        Ok(Child { id, mv, perspective, value })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Example, damaged};
    use super::*;
    use crate::search::Interrupt;
    use crate::testing::Duel;

    fn opinion(question: &MoveQuestion<'_, Duel>) -> Option<SecondOpinion> {
        let limits =
            OpinionLimits { nodes: 3000, memory: 16 << 20, interrupt: Interrupt::default() };
        question.second_opinion(&limits)
    }

    #[test]
    fn a_move_of_better_value_is_ahead_of_the_answer() -> anyhow::Result<()> {
        let search = Example::safe().search();
        let mut reader = TreeReader::new(&search);
        let ranked = reader.ranked(reader.at());
        reader.answer = ranked.last().map(|&(_, id)| id);
        let mv = reader.move_to(ranked[0].1, reader.position())?;
        let explanation = MoveQuestion::new(&reader, mv)?.explain()?;
        assert_eq!(explanation.verdict, Verdict::Ahead);
        assert!(explanation.behind_cp.is_some_and(|cp| cp < 0));
        Ok(())
    }

    #[test]
    fn any_two_moves_can_be_compared() -> anyhow::Result<()> {
        let search = Example::safe().search();
        let reader = TreeReader::new(&search);
        let ranked = reader.ranked(reader.at());
        let of = |rank: usize| reader.move_to(ranked[rank].1, reader.position());
        let (better, worse) = (of(1)?, of(ranked.len() - 1)?);
        let told = MoveQuestion::new(&reader, worse)?.against(better)?;
        assert_eq!(told.as_ref().and_then(MoveQuestion::rival), Some(better));
        assert_eq!(told.map(|question| question.verdict), Some(Verdict::Rejected));
        Ok(())
    }

    #[test]
    fn a_wrong_verdict_does_not_hold() -> anyhow::Result<()> {
        let search = Example::start().search();
        let mut reader = TreeReader::new(&search);
        reader.answer = reader.child(reader.legal_move("10")?);
        let question = MoveQuestion::new(&reader, reader.legal_move("5")?)?;
        assert_eq!(opinion(&question).map(|opinion| opinion.holds), Some(false));
        Ok(())
    }

    #[test]
    fn an_illegal_move_of_the_tree_is_an_error() -> anyhow::Result<()> {
        let search = Example::start().search();
        let damaged = damaged(&search);
        let king = damaged.legal_move("3")?;
        assert!(MoveQuestion::new(&damaged, king).is_err_and(|illegal| illegal.path.is_empty()));
        Ok(())
    }
}
