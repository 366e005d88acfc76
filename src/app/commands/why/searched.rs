//! The sentences that only trees have whose leaves are searched: how deep, and why no deeper.

use std::io::{self, Write};

use super::text::Text;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{ScoreBound, effort_text, in_words, plies};
use crate::inspect::{ChanceSource, MoveDepth, TriedMove, WaitingMove};

impl<G: CommandLineGame> Text<'_, G> {
    /// What the value of the move rests on: the reply that keeps it there, and a search.
    pub(super) fn write_search(
        &self,
        candidate: &TriedMove,
        depth: &MoveDepth,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if candidate.proven {
            return Ok(());
        }
        let side = G::player_name(self.side);
        let deep = plies(depth.plies);
        let after = match &depth.reply {
            Some(reply) => format!("After {}", self.numbered(&[&candidate.mv, reply])),
            None => format!("After {}", self.numbered(&[&candidate.mv])),
        };
        match candidate.score.bound {
            _ if depth.plies == 0 => writeln!(out, "{after} almost nothing was searched."),
            Some(ScoreBound::Upper) => {
                writeln!(out, "{after} {side} found nothing better in {deep}.")
            }
            Some(ScoreBound::Lower) => {
                writeln!(out, "{after} {side} has at least that much, searched {deep} deep.")
            }
            Some(ScoreBound::Open) => writeln!(
                out,
                "{after} it was searched {deep} deep; other moves are not searched yet, so it may \
                 be worth more or less."
            ),
            None => writeln!(out, "{after} it was searched {deep} deep."),
        }
    }

    /// Where the position after the move is better known.
    pub(super) fn write_elsewhere(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(elsewhere) = &self.explanation.elsewhere else { return Ok(()) };
        let way: Vec<&str> = elsewhere.path.iter().map(|mv| mv.human.as_str()).collect();
        let effort = effort_text(elsewhere.effort, self.explanation.is_searched);
        let (way, score) = (way.join(" "), in_words(elsewhere.score));
        writeln!(
            out,
            "The same position is better known after {way} from the root of the tree: {score}, {effort}."
        )
    }

    /// How deep anything behind the move was searched, and why no deeper.
    pub(super) fn write_deepest(
        &self,
        depth: &MoveDepth,
        chance: &ChanceSource,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let side = G::player_name(self.side);
        let deepest = plies(depth.deepest);
        let before = match chance.greater {
            0 => {
                return writeln!(
                    out,
                    "It was searched at most {deepest} deep; no move here has a better chance \
                     for {side}."
                );
            }
            1 => "1 move comes before it".to_string(),
            count => format!("{count} moves come before it"),
        };
        let behind = match depth.plies_behind {
            Some(behind) if behind >= 0.1 => {
                let plural = if behind == 1.0 { "y" } else { "ies" };
                format!("{behind:.1} pl{plural} behind the best one here")
            }
            _ => "just behind the best one here".to_string(),
        };
        writeln!(
            out,
            "It was never searched deeper than {deepest}: its chance for {side} is {behind}, and \
             {before}."
        )
    }

    /// Why a move was not tried: those that were tried are enough so far.
    pub(super) fn write_waiting_search(
        &self,
        waiting: &WaitingMove,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (san, side) = (&self.explanation.mv.human, G::player_name(self.side));
        let Some(depth) = self.explanation.depth else {
            let known = match &self.explanation.rival {
                Some(_) => "Searches of the position preferred the moves that were tried.",
                None => "No move was tried here: the position was searched as a whole.",
            };
            return writeln!(out, "{san} was never tried by itself. {known}");
        };
        let WaitingMove { rank, moves_legal, before, .. } = waiting;
        let next = &waiting.next_untried.human;
        writeln!(
            out,
            "{san} was never tried. It is number {rank} of {moves_legal} in the order of trial."
        )?;
        match before {
            0 => writeln!(out, "It is next in line here.")?,
            1 => writeln!(out, "{next} comes before it.")?,
            count => writeln!(out, "{count} untried moves come before it, first {next}.")?,
        }
        let depth = plies(depth);
        match &self.explanation.rival {
            Some(best) => writeln!(
                out,
                "{} was enough so far: with it {side} has {}, searched {depth} deep.\nUntried \
                 moves get their turn when that is no longer enough, or when nothing tried so far\n\
                 promises {side} more.",
                best.mv.human,
                in_words(best.score),
            )?,
            None => writeln!(
                out,
                "No move was tried here: the position was searched as a whole, {depth} deep."
            )?,
        }
        writeln!(out, "\nAll numbers are in pawns, from {side}'s point of view.")
    }
}
