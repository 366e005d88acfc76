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

/// Writes the report of a game.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let players = [Player::Max, Player::Min];
    let [white, black] = players.map(|player| printable(game.player_name(player)));
    let result = printable(game.game.written.result().unwrap_or("*"));
    writeln!(out, "Game {}: {white} - {black}  {result}", game.game.number)?;
    let (plies, nodes) = (counted(game.verdicts.len() as u64, "ply"), counted(game.nodes, "node"));
    let unfinished = match game.searched_until_interrupt() {
        Some(searched) => {
            let all = counted(game.positions() as u64, "position");
            format!("; interrupted after {searched} of {all}: no accuracy yet")
        }
        None if game.is_complete => String::new(),
        None => "; interrupted, not all was searched".to_string(),
    };
    let searcher = printable(&game.searcher);
    writeln!(out, "{plies}, {nodes} ({searcher}){unfinished}\n")?;
    write_table(game, out)?;
    if !game.turning_points.is_empty() {
        writeln!(out, "\nTurning points")?;
    }
    for point in &game.turning_points {
        writeln!(out)?;
        write_wrapped(&point.sentence, "  ", out)?;
        point.why.iter().try_for_each(|sentence| write_wrapped(sentence, "    ", out))?;
    }
    write_others(game, out)?;
    write_only_moves(game, out)?;
    write_chances(game, out)
}

/// The errors that are no turning points.
fn write_others<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_other = |&ply: &usize| game.verdicts[ply].mark.is_some() && !is_turning_point(game, ply);
    let (told, bare): (Vec<usize>, Vec<usize>) = (0..game.verdicts.len())
        .filter(is_other)
        .partition(|&ply| !game.reasons_of(ply).is_empty());
    if !told.is_empty() || !bare.is_empty() {
        writeln!(out, "\nOther errors")?;
    }
    told.into_iter().try_for_each(|ply| write_reasons(game, ply, out))?;
    if bare.is_empty() {
        return Ok(());
    }
    let bare: Vec<String> = bare.into_iter().map(|ply| marked(game, ply)).collect();
    write_wrapped(&bare.join(", "), "  ", out)
}

/// The moves that were the only good ones.
fn write_only_moves<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let found = |chance: &&Chance| {
        chance.kind == ChanceKind::OnlyMoveFound && !game.reasons_of(chance.ply).is_empty()
    };
    let mut found = game.chances.iter().filter(found).peekable();
    if found.peek().is_some() {
        writeln!(out, "\nOnly moves found")?;
    }
    found.try_for_each(|chance| write_reasons(game, chance.ply, out))
}

/// A move with what was found to be its reasons: `12... Qd7?! loses a pawn, because ...`.
fn write_reasons<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    ply: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (played, told) = (marked(game, ply), game.reasons_of(ply).join(" "));
    let san = game.game.positions[ply].human_text(game.game.moves[ply]);
    let text = match told.strip_prefix(&format!("{san} ")) {
        Some(behind) => format!("{played} {behind}"),
        None => format!("{played}: {told}"),
    };
    write_wrapped(&text, "  ", out)
}

/// `12... Qd7?!`
fn marked<G: CommandLineGame>(game: &AnalysedGame<'_, G>, ply: usize) -> String {
    let mark = game.verdicts[ply].mark.map_or("", |mark| mark.sign());
    format!("{}{mark}", game.move_text(ply))
}

fn is_turning_point<G: CommandLineGame>(game: &AnalysedGame<'_, G>, ply: usize) -> bool {
    game.turning_points.iter().any(|point| point.ply == ply)
}

fn write_table<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "{:<24} {:>8} {:>12} {:>8} {:>8}",
        "", "accuracy", "inaccuracies", "mistakes", "blunders"
    )?;
    for player in [Player::Max, Player::Min] {
        let accuracy =
            game.accuracy(player).map_or("-".to_string(), |share| format!("{share:.1} %"));
        let [inaccuracies, mistakes, blunders] = Mark::ALL.map(|mark| count(game, player, mark));
        let name: String = printable(game.player_name(player)).chars().take(24).collect();
        writeln!(out, "{name:<24} {accuracy:>8} {inaccuracies:>12} {mistakes:>8} {blunders:>8}")?;
    }
    Ok(())
}

/// How many moves of a player have this mark.
pub fn count<G: CommandLineGame>(game: &AnalysedGame<'_, G>, player: Player, mark: Mark) -> usize {
    let is_one = |told: &&Verdict| told.mover == player && told.mark == Some(mark);
    game.verdicts.iter().filter(is_one).count()
}

fn write_chances<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    // What was found was no chance missed, and a turning point has told its best line already.
    let is_new = |chance: &&Chance| match chance.kind {
        ChanceKind::OnlyMoveFound => false,
        ChanceKind::OnlyMoveMissed | ChanceKind::Unpunished => !is_turning_point(game, chance.ply),
        _ => true,
    };
    let mut chances: Vec<&Chance> = game.chances.iter().filter(is_new).collect();
    // The first one of a move says it.
    chances.dedup_by_key(|chance| chance.ply);
    if !chances.is_empty() {
        writeln!(out, "\nMissed chances")?;
    }
    for chance in chances {
        let played = game.move_text(chance.ply);
        let best = game.best_line_text(chance.ply);
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
