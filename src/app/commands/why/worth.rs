//! What moves are worth, in words.

use super::text::{Text, replay};
use crate::app::games::CommandLineGame;
use crate::app::reporting::left_out;
use crate::app::reporting::score::Score;
use crate::inspect::{MoveText, TriedMove, Verdict};

impl<G: CommandLineGame> Text<'_, G> {
    /// The score of a move, with the condition on which it is proven.
    pub(super) fn score_of(&self, tried: &TriedMove) -> String {
        self.words(tried.score) + left_out::condition(tried.conditional)
    }

    /// The values of the move and of the best one.
    pub(super) fn comparison(&self, candidate: &TriedMove, rival: &TriedMove) -> String {
        let (san, worth) = (&candidate.mv.human, self.worth(candidate));
        let (best, score) = (&rival.mv.human, self.score_of(rival));
        match (self.explanation.verdict, self.explanation.behind_cp) {
            (Verdict::Ahead, _) => {
                format!("{san} is {worth}; the answer is {best} ({score}), which is more certain.")
            }
            (_, Some(0)) => format!("{san} is {worth}, and so is {best}."),
            (_, None) if candidate.score == rival.score => {
                format!("{san}: {worth}; {best} is as good ({score}).")
            }
            (_, Some(_)) => format!("{san} is {worth}, {best} {score}."),
            (_, None) => format!("{san}: {worth}; {best}: {score}."),
        }
    }

    /// The value of a move as a part of a sentence.
    pub(super) fn worth(&self, candidate: &TriedMove) -> String {
        let condition = left_out::condition(candidate.conditional);
        format!("{}{condition}", self.unconditional_worth(candidate))
    }

    fn unconditional_worth(&self, candidate: &TriedMove) -> String {
        match candidate.score {
            Score::Cp(0) if candidate.proven => self.certain_draw(candidate),
            Score::Seen { won, .. } => {
                format!("{} wins, as far as was searched", self.winner(won))
            }
            Score::Cp(_) => format!("worth {}", self.words(candidate.score)),
            Score::Mate(moves) => {
                format!("{} mates by force in {}", self.winner(moves > 0), moves.abs().max(1))
            }
            Score::Table { won, .. } => {
                format!("{} for {}", self.words(candidate.score), self.winner(won))
            }
        }
    }

    /// What ends a line in a draw that is certain: a table, where one knows its last position.
    fn certain_draw(&self, candidate: &TriedMove) -> String {
        let steps = self.explanation.refutation.iter().map(|step| step.mv.clone());
        let mut line: Vec<MoveText> = steps.collect();
        if line.first() != Some(&candidate.mv) {
            line.insert(0, candidate.mv.clone());
        }
        let Some(last) = line.pop() else { return "a certain draw".to_string() };
        let before = replay(self.position, &line).1;
        let after = replay(&before, std::slice::from_ref(&last)).1;
        match after.table_story() {
            Some(story) => {
                let number = before.move_number(true).unwrap_or_default();
                format!("{} after {number} {}", story.text, last.human)
            }
            None => "a certain draw".to_string(),
        }
    }

    /// The player who wins: the side to move, or the other one.
    fn winner(&self, is_own: bool) -> &'static str {
        G::player_name(if is_own { self.side } else { self.side.opponent() })
    }
}
