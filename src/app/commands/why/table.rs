//! The line behind a move as a table.

use std::io::{self, Write};

use super::text::Text;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, WON_LEGEND, is_seen_win};
use crate::app::reporting::text_table::{self, Row};
use crate::inspect::{MoveExplanation, VariationStep};
use crate::value::Player;

impl<G: CommandLineGame> Text<'_, G> {
    /// The line with the values of its moves, and what they mean.
    pub(super) fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        text_table::write(&self.table(), |column| matches!(column, 0 | 3 | 5), out)?;
        write_legend(self.player(), out)?;
        if self.scores().into_iter().any(is_seen_win) {
            writeln!(out, "{WON_LEGEND}")?;
        }
        Ok(())
    }

    /// The scores that are shown below the first sentence.
    fn scores(&self) -> Vec<Score> {
        let MoveExplanation { rival, refutation, .. } = self.explanation;
        let of_step = |step: &VariationStep| {
            let other = step.alternative.as_ref().map(|other| other.score);
            [Some(step.score), Some(step.first_sight), other]
        };
        let rival = rival.iter().map(|rival| Some(rival.score));
        rival.chain(refutation.iter().flat_map(of_step)).flatten().collect()
    }

    fn table(&self) -> Vec<Row> {
        let head = ["move", "score", "static eval", "alternative", "score", ""];
        let mut rows = vec![head.map(str::to_string).to_vec()];
        let mut side = self.side;
        for step in &self.explanation.refutation {
            let (instead, other) = match &step.alternative {
                Some(other) => (other.mv.human.clone(), other.score.to_string()),
                None => ("-".to_string(), String::new()),
            };
            let is_told = step.is_greatest_drop && !self.is_preferred() && !self.is_searched();
            let mark = if is_told { "<- greatest loss" } else { "" };
            let dots = if side == Player::Min { "..." } else { "" };
            rows.push(vec![
                format!("{dots}{}", step.mv.human),
                step.score.to_string(),
                step.first_sight.to_string(),
                instead,
                other,
                mark.to_string(),
            ]);
            side = side.opponent();
        }
        rows
    }
}

fn write_legend(side: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "
All numbers are in pawns, from {side}'s point of view; #3 is a proven mate in at most 3 moves from
the position above, #-3 being mated. Static eval: the value before any move was searched there;
alternative: the best other move with a value; - if there is none."
    )
}
