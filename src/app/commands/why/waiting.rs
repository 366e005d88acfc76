//! Why a move was never tried.

use std::io::{self, Write};

use super::text::Text;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::Score;
use crate::inspect::{WaitingMove, WaitingTurn};

impl<G: CommandLineGame> Text<'_, G> {
    /// Why a move was not tried.
    pub(super) fn write_waiting(
        &self,
        waiting: &WaitingMove,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match &waiting.turn {
            Some(turn) => self.write_turn(waiting, turn, out)?,
            None => self.write_searched_together(waiting, out)?,
        }
        writeln!(
            out,
            "\nAll numbers are in pawns, from {}'s point of view.",
            G::player_name(self.viewer)
        )
    }

    /// If leaves are searched, all moves that wait were searched together, and others were found to be better.
    fn write_searched_together(
        &self,
        waiting: &WaitingMove,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "{} was never searched by itself.", self.explanation.mv.human)?;
        let Some(best) = &self.explanation.rival else {
            return writeln!(out, "No move was: the position was searched as a whole.");
        };
        let best = format!("{} ({})", best.mv.human, self.words(best.score));
        match waiting.at_most {
            Some(most) => writeln!(
                out,
                "It was searched together with the other moves that wait: as far as was seen, none \
                 of them is\nbetter than {}. The best move is {best}.",
                self.words(most)
            ),
            None => writeln!(out, "Searches of the position preferred {best}."),
        }
    }

    fn write_turn(
        &self,
        waiting: &WaitingMove,
        turn: &WaitingTurn,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (san, side) = (&self.explanation.mv.human, self.player());
        let (rank, legal) = (turn.rank, waiting.moves_legal);
        writeln!(
            out,
            "{san} was never tried. It is number {rank} of {legal} in the order of trial."
        )?;
        writeln!(
            out,
            "It promises a gain of {} over the static value of the position.",
            Score::Cp(i64::from(waiting.gain_cp)),
        )?;
        let next = &turn.next_untried.human;
        match turn.before {
            0 => writeln!(out, "It is next in line here.")?,
            1 => writeln!(out, "{next} comes before it.")?,
            count => writeln!(out, "{count} untried moves come before it, first {next}.")?,
        }
        match &turn.best_tried {
            Some(mv) => {
                writeln!(out, "Among the moves tried, {} promises most for {side}.", mv.human)?;
            }
            None => writeln!(out, "{side} has nothing left to try after the moves tried.")?,
        }
        writeln!(
            out,
            "The search will try it when it reaches this position and nothing else here promises \
             more."
        )
    }
}
