//! An answer in sentences, with a table of the line behind the move.

use std::io::{self, Write};

use indicatif::HumanCount;

use super::super::view::tree_nodes;
use super::{Case, Known, Verdict, Waiting};
use crate::app::score::{self, Score, chance_text};
use crate::app::text_table::{self, Row};
use crate::app::variation::{name, numbered};
use crate::value::Player;

const CHANCE: &str = "\
A chance is what a player may still reach by moves not tried yet, on the same scale, less some pawns
for every ply on the way.";

/// Writes an answer.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(case: &Case<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let side = name(case.view.viewer);
    writeln!(out, "{}\n{side} to move\n", case.study.position.fen())?;
    match &case.verdict {
        Verdict::Preferred(known) => write_preferred(case, known, out)?,
        Verdict::OnTrial(known) | Verdict::Rejected(known) => write_other(case, known, out)?,
        Verdict::Untried(waiting) => write_waiting(case, waiting, out)?,
        Verdict::Excluded => {
            let san = case.san(case.mv);
            writeln!(out, "{san} was left out of the search, which chose among other moves.")?;
        }
    }
    write_verified(case, out)?;
    if let Some(known) = case.verdict.known() {
        writeln!(out)?;
        let rows = table(case, known);
        text_table::write(&rows, |column| matches!(column, 0 | 3 | 5), out)?;
        write_legend(side, out)?;
        let tells_chance = known.hope.is_some() && !is_preferred(case);
        if tells_chance {
            writeln!(out, "{CHANCE}")?;
        }
    }
    Ok(())
}

fn is_preferred(case: &Case<'_>) -> bool {
    matches!(case.verdict, Verdict::Preferred(_))
}

fn write_preferred(case: &Case<'_>, known: &Known, out: &mut dyn Write) -> io::Result<()> {
    let san = case.san(case.mv);
    let worth = worth(case, known);
    let Some(rival) = &case.rival else {
        writeln!(out, "{san} is the preferred move: {worth}. No other was tried.")?;
        return write_effort(known, case, out);
    };
    let (second, score) = (case.san(rival.mv), case.view.score(rival.value));
    let lead = match case.behind() {
        Some(0) => format!(", as much as the second best, {second}"),
        Some(cp) if cp < 0 => {
            format!(", {} more than the second best, {second} ({score})", pawns(cp))
        }
        Some(cp) => format!(
            ", {} less than {second} ({score}), which is still on trial: its refutation is being \
             looked for",
            pawns(cp)
        ),
        None => format!(". The second best is {second} ({score})"),
    };
    writeln!(out, "{san} is the preferred move: {worth}{lead}.")?;
    write_effort(known, case, out)
}

fn write_other(case: &Case<'_>, known: &Known, out: &mut dyn Write) -> io::Result<()> {
    let san = case.san(case.mv);
    let worth = worth(case, known);
    let Some(rival) = &case.rival else { return Ok(()) };
    let (best, score) = (case.san(rival.mv), case.view.score(rival.value));
    let comparison = match (&case.verdict, case.behind()) {
        (Verdict::OnTrial(_), _) => format!(
            "{worth}, which is more than {best} ({score}): it is on trial, since its refutation is \
             still being looked for"
        ),
        (_, Some(0)) => format!("{worth}, no more than {best}"),
        (_, Some(cp)) => format!("{worth}, {} less than {best} ({score})", pawns(cp)),
        (_, None) => format!("{worth}; {best} is better ({score})"),
    };
    writeln!(out, "{san} is not preferred: {comparison}.")?;
    write_fall(case, known, out)?;
    write_effort(known, case, out)?;
    write_need(case, known, out)
}

/// The value of a move as a part of a sentence.
fn worth(case: &Case<'_>, known: &Known) -> String {
    let mover = case.view.viewer;
    let node = case.study.node(known.candidate.id);
    match case.view.score(known.candidate.value) {
        Score::Cp(0) if node.is_proven() => "a certain draw".to_string(),
        score @ Score::Cp(_) => format!("worth {score}"),
        Score::Mate(moves) => {
            let winner = if moves > 0 { mover } else { mover.opponent() };
            let is_certain = !node.chance(winner.opponent()).exists();
            format!("{} {} in {}", name(winner), mates(is_certain), moves.abs().max(1))
        }
    }
}

fn mates(is_certain: bool) -> &'static str {
    if is_certain { "mates by force" } else { "mates, as far as the tree knows," }
}

/// Where the line loses most at first sight.
fn write_fall(case: &Case<'_>, known: &Known, out: &mut dyn Write) -> io::Result<()> {
    let Some(place) = known.line.iter().position(|step| step.is_greatest_drop) else {
        return Ok(());
    };
    let step = &known.line[place];
    let before = match place.checked_sub(1) {
        Some(place) => known.line[place].first_sight,
        None => known.first_sight,
    };
    let (side, san, now) = (name(case.view.viewer), &step.san, step.first_sight);
    writeln!(out, "At first sight {side} loses most at {san}: from {before} to {now}.")
}

fn write_effort(known: &Known, case: &Case<'_>, out: &mut dyn Write) -> io::Result<()> {
    let effort = tree_nodes(case.study.node(known.candidate.id).effort);
    let share = match known.share * 100.0 {
        share if share < 0.05 => "less than 0.1".to_string(),
        share => format!("{share:.1}"),
    };
    writeln!(out, "{effort} went into it, {share} % of the tree below this position.")
}

/// What would have to be true for the move to be chosen.
fn write_need(case: &Case<'_>, known: &Known, out: &mut dyn Write) -> io::Result<()> {
    let mover = name(case.view.viewer);
    let Some(hope) = &known.hope else {
        return writeln!(out, "It cannot become better: {mover} has no chance left in it.");
    };
    if let Some(cp) = case.behind().filter(|&cp| cp > 0) {
        writeln!(out, "To be preferred it must gain more than {}.", pawns(cp))?;
    }
    let chance = chance_text(Some(hope.cp));
    let short = match (case.short_of_rival(hope.cp), &case.rival) {
        (Some(cp), Some(rival)) if cp > 0 => {
            format!(", {} less than {} is worth", pawns(cp), case.san(rival.mv))
        }
        (Some(_), _) => ", enough to be preferred".to_string(),
        (None, _) => String::new(),
    };
    let others = match known.greater {
        0 => "no move tried here holds a greater one".to_string(),
        1 => "1 move tried here holds a greater one".to_string(),
        count => format!("{count} moves tried here hold a greater one"),
    };
    writeln!(out, "{mover}'s chance in it is {chance}{short}; {others}.")?;
    let line = numbered(&case.study.position, &hope.line, usize::MAX);
    match hope.untried {
        Some(mv) => {
            let waiting = numbered(&hope.position, &[mv], 1);
            if score::mover(&hope.position) != case.view.viewer {
                return writeln!(
                    out,
                    "It lies after {line}, where no answer was tried yet; {waiting} comes first."
                );
            }
            writeln!(out, "It rests on {waiting}, never tried after {line}.")
        }
        None => writeln!(out, "It lies behind {line}."),
    }
}

fn write_waiting(case: &Case<'_>, waiting: &Waiting, out: &mut dyn Write) -> io::Result<()> {
    let (san, side) = (case.san(case.mv), case.view.viewer);
    let (rank, legal) = (waiting.untried.rank + 1, waiting.legal);
    writeln!(out, "{san} was never tried. It is number {rank} of {legal} in the order of trying.")?;
    let chance = |of: super::Untried| chance_text(case.view.chance(side, of.chance));
    writeln!(
        out,
        "It promises {} over the first sight of the position: a chance of {} for {}.",
        chance_text(Some(i64::from(waiting.untried.gain))),
        chance(waiting.untried),
        name(side),
    )?;
    let next = case.san(waiting.next.mv);
    match waiting.before {
        0 => writeln!(out, "It is the next one to be tried here.")?,
        1 => writeln!(out, "{next} comes before it ({}).", chance(waiting.next))?,
        count => writeln!(
            out,
            "{count} moves never tried come before it, first {next} ({}).",
            chance(waiting.next)
        )?,
    }
    match waiting.best_tried {
        Some((mv, cp)) => {
            let (mv, tried) = (case.san(mv), chance_text(Some(cp)));
            writeln!(out, "Among the moves tried {mv} holds the greatest chance, {tried}.")?;
        }
        None => writeln!(out, "No move that was tried holds a chance for {}.", name(side))?,
    }
    writeln!(
        out,
        "The search tries it when it comes to this position and no chance here is greater.\n\n\
         All numbers are {}'s, in pawns.\n{CHANCE}",
        name(side),
    )
}

fn write_verified(case: &Case<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (Some(verified), Some(rival)) = (case.verified, &case.rival) else { return Ok(()) };
    let score = |value| case.view.score(value);
    writeln!(
        out,
        "\nSearched anew, at most {} nodes each: {} {}, {} {}. The verdict {}.",
        HumanCount(verified.nodes),
        case.san(case.mv),
        score(verified.asked),
        case.san(rival.mv),
        score(verified.rival),
        if verified.holds { "holds" } else { "does not hold" },
    )
}

fn table(case: &Case<'_>, known: &Known) -> Vec<Row> {
    let head = ["move", "score", "at first sight", "best instead", "score", ""];
    let mut rows = vec![head.map(str::to_string).to_vec()];
    let mut side = case.view.viewer;
    for step in &known.line {
        let (instead, other) = match &step.alternative {
            Some((_, san, score)) => (san.clone(), score.to_string()),
            None => ("-".to_string(), String::new()),
        };
        let is_told = step.is_greatest_drop && !is_preferred(case);
        let mark = if is_told { "<- greatest loss" } else { "" };
        let dots = if side == Player::Min { "..." } else { "" };
        rows.push(vec![
            format!("{dots}{}", step.san),
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

fn write_legend(side: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "
All numbers are {side}'s, in pawns, #3 is mate in 3 moves from the position above, #-3 being mated.
\"At first sight\" is the value before any move was tried there, \"best instead\" the best other move
that was tried; - where there is none."
    )
}

/// A distance.
fn pawns(cp: i64) -> String {
    format!("{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}
