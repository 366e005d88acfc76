//! What would have to be true for a move to be chosen.

use std::io::{self, Write};

use super::comparison::pawns;
use super::text::{Text, replay};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::mover;
use crate::inspect::ChanceSource;

impl<G: CommandLineGame> Text<'_, G> {
    /// What would have to be true for the move to be chosen.
    pub(super) fn write_need(&self, out: &mut dyn Write) -> io::Result<()> {
        let side = G::player_name(self.side);
        let Some(chance) = &self.explanation.chance else {
            return writeln!(out, "It cannot improve: {side} has nothing left to try after it.");
        };
        if let Some(cp) = self.explanation.behind_cp.filter(|&cp| cp > 0) {
            writeln!(out, "To be preferred, it must gain more than {}.", pawns(cp))?;
        }
        let (variation, place) = replay(self.position, &chance.variation);
        if self.is_searched() {
            return writeln!(out, "Next to be searched for it: the position after {variation}.");
        }
        writeln!(out, "{}", self.greater(chance))?;
        let Some(untried) = &chance.untried else {
            return writeln!(out, "The best try left to {side} lies after {variation}.");
        };
        let (waiting, _) = replay(&place, std::slice::from_ref(untried));
        if mover(&place) == self.side {
            return writeln!(
                out,
                "The best try left to {side} is {waiting}, never made after {variation}."
            );
        }
        writeln!(
            out,
            "The best try left to {side} lies after {variation}, where no answer was tried yet; \
             {waiting} comes first."
        )
    }

    /// How the chance of the move compares with those of the others.
    fn greater(&self, chance: &ChanceSource) -> String {
        let side = G::player_name(self.side);
        match chance.greater {
            0 => format!("No other move here promises {side} more."),
            1 => format!("1 other move here promises {side} more."),
            count => format!("{count} other moves here promise {side} more."),
        }
    }
}
