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
            _ if depth.plies == 0 => writeln!(out, "{after} hardly anything was searched."),
            Some(ScoreBound::Upper) => {
                writeln!(out, "{after} nothing better was found for {side} in {deep}.")
            }
            Some(ScoreBound::Lower) => {
                writeln!(out, "{after} {side} was found to have no less in {deep}.")
            }
            Some(ScoreBound::Open) => writeln!(
                out,
                "{after} it was searched {deep} deep; other moves wait, so it may be worth more or \
                 less."
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
                    "It was looked at {deepest} deep at most; no move here holds a better chance \
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
            "It was never looked at deeper than {deepest}: its chance for {side} is {behind}, and \
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
                Some(_) => "Searches of the position have found the moves that were tried better.",
                None => "No move was tried here: the position was searched as a whole.",
            };
            return writeln!(out, "{san} was never tried on its own. {known}");
        };
        let WaitingMove { rank, moves_legal, before, .. } = waiting;
        let next = &waiting.next_untried.human;
        writeln!(
            out,
            "{san} was never tried. It is number {rank} of {moves_legal} in the order of trying."
        )?;
        match before {
            0 => writeln!(out, "It is the next one to be tried here.")?,
            1 => writeln!(out, "{next} comes before it.")?,
            count => writeln!(out, "{count} moves never tried come before it, first {next}.")?,
        }
        let depth = plies(depth);
        match &self.explanation.rival {
            Some(best) => writeln!(
                out,
                "{} was enough so far: with it {side} has {}, searched {depth} deep.\nMoves that \
                 wait are tried when that is not enough any more, or when nothing that was tried\n\
                 promises {side} more.",
                best.mv.human,
                in_words(best.score),
            )?,
            None => writeln!(
                out,
                "No move was tried here: the position was searched as a whole, {depth} deep."
            )?,
        }
        writeln!(out, "\nAll numbers are {side}'s, in pawns.")
    }
}
