//! The report as text.

use std::io::{self, Write};

use super::analysed::AnalysedGame;
use super::missed::{Chance, ChanceKind};
use crate::app::games::CommandLineGame;
use crate::app::printable::printable;
use crate::app::reporting::judge::{Mark, Verdict};
use crate::app::reporting::score::counted;
use crate::value::Player;

/// The widest line of text that is made here.
const COLUMNS: usize = 100;

impl<G: CommandLineGame> AnalysedGame<'_, G> {
    /// Writes the report of the game.
    ///
    /// # Errors
    ///
    /// `out` that cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let players = [Player::Max, Player::Min];
        let [white, black] = players.map(|player| printable(self.player_name(player)));
        let result = printable(self.game.written.result().unwrap_or("*"));
        writeln!(out, "Game {}: {white} - {black}  {result}", self.game.number)?;
        let (plies, nodes) =
            (counted(self.verdicts.len() as u64, "ply"), counted(self.nodes, "node"));
        let unfinished = match self.searched_until_interrupt() {
            Some(searched) => {
                let all = counted(self.positions() as u64, "position");
                format!("; interrupted after {searched} of {all}: no accuracy yet")
            }
            None if self.is_complete => String::new(),
            None => "; interrupted, not all was searched".to_string(),
        };
        let searcher = printable(&self.searcher);
        writeln!(out, "{plies}, {nodes} ({searcher}){unfinished}\n")?;
        self.write_table(out)?;
        if !self.turning_points.is_empty() {
            writeln!(out, "\nTurning points")?;
        }
        for point in &self.turning_points {
            writeln!(out)?;
            write_wrapped(&point.sentence, "  ", out)?;
            point.why.iter().try_for_each(|sentence| write_wrapped(sentence, "    ", out))?;
        }
        self.write_others(out)?;
        self.write_only_moves(out)?;
        self.write_chances(out)
    }

    /// The errors that are no turning points.
    fn write_others(&self, out: &mut dyn Write) -> io::Result<()> {
        let is_other =
            |&ply: &usize| self.verdicts[ply].mark.is_some() && !self.is_turning_point(ply);
        let (told, bare): (Vec<usize>, Vec<usize>) = (0..self.verdicts.len())
            .filter(is_other)
            .partition(|&ply| !self.reasons_of(ply).is_empty());
        if !told.is_empty() || !bare.is_empty() {
            writeln!(out, "\nOther errors")?;
        }
        told.into_iter().try_for_each(|ply| self.write_reasons(ply, out))?;
        if bare.is_empty() {
            return Ok(());
        }
        let bare: Vec<String> = bare.into_iter().map(|ply| self.marked(ply)).collect();
        write_wrapped(&bare.join(", "), "  ", out)
    }

    /// The moves that were the only good ones.
    fn write_only_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        let found = |chance: &&Chance| {
            chance.kind == ChanceKind::OnlyMoveFound && !self.reasons_of(chance.ply).is_empty()
        };
        let mut found = self.chances.iter().filter(found).peekable();
        if found.peek().is_some() {
            writeln!(out, "\nOnly moves found")?;
        }
        found.try_for_each(|chance| self.write_reasons(chance.ply, out))
    }

    /// A move with what was found to be its reasons: `12... Qd7?! loses a pawn, because ...`.
    fn write_reasons(&self, ply: usize, out: &mut dyn Write) -> io::Result<()> {
        let (played, told) = (self.marked(ply), self.reasons_of(ply).join(" "));
        let san = self.game.positions[ply].human_text(self.game.moves[ply]);
        let text = match told.strip_prefix(&format!("{san} ")) {
            Some(behind) => format!("{played} {behind}"),
            None => format!("{played}: {told}"),
        };
        write_wrapped(&text, "  ", out)
    }

    /// `12... Qd7?!`
    fn marked(&self, ply: usize) -> String {
        let mark = self.verdicts[ply].mark.map_or("", |mark| mark.sign());
        format!("{}{mark}", self.move_text(ply))
    }

    fn is_turning_point(&self, ply: usize) -> bool {
        self.turning_points.iter().any(|point| point.ply == ply)
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{:<24} {:>8} {:>12} {:>8} {:>8}",
            "", "accuracy", "inaccuracies", "mistakes", "blunders"
        )?;
        for player in [Player::Max, Player::Min] {
            let accuracy =
                self.accuracy(player).map_or("-".to_string(), |share| format!("{share:.1} %"));
            let [inaccuracies, mistakes, blunders] = Mark::ALL.map(|mark| self.count(player, mark));
            let name: String = printable(self.player_name(player)).chars().take(24).collect();
            writeln!(
                out,
                "{name:<24} {accuracy:>8} {inaccuracies:>12} {mistakes:>8} {blunders:>8}"
            )?;
        }
        Ok(())
    }

    /// How many moves of a player have this mark.
    pub fn count(&self, player: Player, mark: Mark) -> usize {
        let is_one = |told: &&Verdict| told.mover == player && told.mark == Some(mark);
        self.verdicts.iter().filter(is_one).count()
    }

    fn write_chances(&self, out: &mut dyn Write) -> io::Result<()> {
        // What was found was no chance missed, and a turning point has told its best line already.
        let is_new = |chance: &&Chance| match chance.kind {
            ChanceKind::OnlyMoveFound => false,
            ChanceKind::OnlyMoveMissed | ChanceKind::Unpunished => {
                !self.is_turning_point(chance.ply)
            }
            _ => true,
        };
        let mut chances: Vec<&Chance> = self.chances.iter().filter(is_new).collect();
        // The first one of a move says it.
        chances.dedup_by_key(|chance| chance.ply);
        if !chances.is_empty() {
            writeln!(out, "\nMissed chances")?;
        }
        for chance in chances {
            let played = self.move_text(chance.ply);
            let best = self.best_line_text(chance.ply);
            let told = match chance.kind {
                ChanceKind::MissedMate => format!("{played} misses a mate: {best}."),
                ChanceKind::Unpunished => {
                    format!("{played} lets the error before it go unpunished: {best}.")
                }
                ChanceKind::OnlyMoveFound | ChanceKind::OnlyMoveMissed => {
                    format!("{played}: there was one good move, {best}.")
                }
                ChanceKind::DrawNotClaimed => {
                    format!(
                        "After {played} the position had come three times; nobody claimed the draw."
                    )
                }
                ChanceKind::FiftyNotClaimed => format!(
                    "After {played} fifty moves had passed without a capture or a pawn move; nobody claimed the draw."
                ),
                ChanceKind::DrawNotAvoided => {
                    format!("{played} repeats the position for the third time; better was {best}.")
                }
            };
            write_wrapped(&told, "  ", out)?;
        }
        Ok(())
    }
}

/// Writes a text in lines that are indented.
fn write_wrapped(text: &str, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut line = indent.to_string();
    for word in text.split_whitespace().map(printable) {
        let is_first = line.trim().is_empty();
        if !is_first && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            writeln!(out, "{line}")?;
            line = format!("{indent}  {word}");
        } else {
            let blank = if is_first { "" } else { " " };
            line.push_str(blank);
            line.push_str(&word);
        }
    }
    writeln!(out, "{line}")
}
