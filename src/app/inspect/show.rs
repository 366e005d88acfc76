//! `shans show`: the tree below a line of moves.

use std::io::Write;

use indicatif::HumanCount;

use super::super::exit::Exit;
use super::super::score::{chance_text, mover};
use super::super::text_table::{self, Row};
use super::super::variation::{name, numbered, verdict};
use super::args::ShowArgs;
use super::json::{self, LINE_PLIES};
use super::selection::{Selection, Visit};
use super::study::{self, Study};
use super::untried::untried;
use crate::game::Notation;

/// The most rows: more is nothing to read.
const MOST_ROWS: usize = 10_000;

/// Shows what the arguments name.
///
/// # Errors
///
/// A file that is no tree; [`super::BadLine`] where the moves lead out of it;
/// [`super::IllegalMove`] where its own do not fit; `out` that cannot be written.
pub fn run(args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut study = study::load(&args.file)?;
    study.follow(&args.moves)?;
    write(&study, args, out)?;
    out.flush()?;
    Ok(Exit::Done)
}

fn write(study: &Study, args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let width = usize::try_from(args.width).unwrap_or(usize::MAX);
    let selection = Selection::of_shape(study, args.depth, width, MOST_ROWS)?;
    if args.json { json::write(&selection, out) } else { write_text(&selection, args.depth, out) }
}

fn write_text(selection: &Selection<'_>, depth: u16, out: &mut dyn Write) -> anyhow::Result<()> {
    let study = selection.study();
    let top = selection.branch(0);
    let side = name(mover(&top.position));
    writeln!(out, "{}\n{side} to move\n", top.position.fen())?;
    if study.node(top.id).is_finished() {
        writeln!(out, "The game is over: {}.", verdict(&top.position))?;
        return Ok(());
    }
    write_summary(selection, out)?;
    if !top.children.is_empty() {
        let rows = table(selection, depth)?;
        let last = rows.first().map_or(0, |head| head.len() - 1);
        writeln!(out)?;
        text_table::write(&rows, |column| column == 0 || column == last, out)?;
        writeln!(out)?;
        write_legend(side, out)?;
    }
    Ok(())
}

fn write_summary(selection: &Selection<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let study = selection.study();
    let top = selection.branch(0);
    let node = selection.node(top);
    let (own, reply) = (top.view.viewer, top.view.viewer.opponent());
    let chances = top.view.chances(node);
    let line = selection.best_line(0, LINE_PLIES)?;
    if !line.is_empty() {
        writeln!(out, "best line  {}", numbered(&top.position, &line, LINE_PLIES))?;
    }
    let proven = if node.is_proven() { ", proven" } else { "" };
    writeln!(out, "score      {} for {}{proven}", top.view.score(study.value()), name(own))?;
    let (alpha, beta) = (chance_text(chances.own), chance_text(chances.reply));
    writeln!(out, "chances    {} {alpha}, {} {beta}", name(own), name(reply))?;
    let (tried, legal) = selection.moves(top);
    writeln!(out, "moves      {tried} of {legal} tried{}", next_move(selection))?;
    writeln!(out, "tree       {} nodes", HumanCount(u64::from(node.effort)))?;
    Ok(())
}

/// The untried move that comes next, as long as anything is to be found out.
fn next_move(selection: &Selection<'_>) -> String {
    let top = selection.branch(0);
    if selection.node(top).is_proven() {
        return String::new();
    }
    let waiting = untried(selection.study(), top.id, &top.position);
    waiting.first().map_or(String::new(), |next| {
        let chance = chance_text(top.view.chance(top.view.viewer, next.chance));
        format!(", next {} (chance {chance})", top.position.human_text(next.mv))
    })
}

fn table(selection: &Selection<'_>, depth: u16) -> anyhow::Result<Vec<Row>> {
    let top = selection.branch(0);
    let (own, reply) = (top.view.viewer, top.view.viewer.opponent());
    let head = [
        "move".to_string(),
        "score".to_string(),
        format!("{}'s chance", name(own)),
        format!("{}'s chance", name(reply)),
        "tree nodes".to_string(),
        "line".to_string(),
    ];
    let mut rows = vec![head.to_vec()];
    for visit in selection.visits() {
        match visit {
            Visit::Enter(0) => {}
            Visit::Enter(index) => rows.push(row(selection, index)?),
            Visit::Leave(index) => rows.extend(left_out(selection, index, depth)),
        }
    }
    Ok(rows)
}

fn row(selection: &Selection<'_>, index: usize) -> anyhow::Result<Row> {
    let branch = selection.branch(index);
    let node = selection.node(branch);
    let before = selection.before(branch);
    let chances = branch.view.chances(node);
    let mut line: Vec<_> = branch.mv.into_iter().collect();
    line.extend(selection.best_line(index, LINE_PLIES)?);
    let san = branch.mv.map(|mv| before.human_text(mv)).unwrap_or_default();
    Ok(vec![
        format!("{}{san}", indent(branch.view.plies)),
        branch.view.score(node.value).to_string(),
        chance_text(chances.own),
        chance_text(chances.reply),
        HumanCount(u64::from(node.effort)).to_string(),
        numbered(before, &line, LINE_PLIES),
    ])
}

/// The row that counts the moves of a node that are not shown, if there are any.
fn left_out(selection: &Selection<'_>, index: usize, depth: u16) -> Option<Row> {
    let branch = selection.branch(index);
    if branch.view.plies >= depth {
        return None;
    }
    let (tried, legal) = selection.moves(branch);
    let more = tried - branch.children.len();
    let moves = |count| if count == 1 { "move" } else { "moves" };
    let text = match (more, legal.saturating_sub(tried)) {
        (0, 0) => return None,
        (0, never) => format!("{never} {} never tried", moves(never)),
        (more, 0) => format!("{more} more {} tried", moves(more)),
        (more, never) => format!("{more} more {} tried, {never} never tried", moves(more)),
    };
    Some(vec![format!("{}… and {text}", indent(branch.view.plies + 1))])
}

fn indent(plies: u16) -> String {
    "  ".repeat(usize::from(plies.saturating_sub(1)))
}

fn write_legend(side: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\
All numbers are {side}'s, wherever they stand: scores in pawns, #3 is mate in 3 moves from the
position above, #-3 being mated. A chance is what a player may still reach by moves not tried yet,
on the same scale, less some pawns for every ply from the position above; - where no chance is left,
+# and -# where it rests on a mate. Moves that are indented answer the move above them."
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::example::Example;
    use super::*;

    fn text(example: &Example, line: &str, depth: u16, width: u64) -> anyhow::Result<String> {
        let mut study = example.study();
        let moves: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        study.follow(&moves)?;
        let args = ShowArgs { file: "tree".into(), moves, depth, width, json: false };
        let mut out = Vec::new();
        write(&study, &args, &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    /// The rows below the head of the table.
    fn rows(text: &str) -> Vec<&str> {
        let table = text.lines().skip_while(|line| !line.starts_with("move  "));
        table.skip(1).take_while(|line| !line.is_empty()).collect()
    }

    #[test]
    fn a_table_is_as_deep_and_wide_as_asked_for() -> anyhow::Result<()> {
        let text = text(&Example::start(), "", 2, 2)?;
        let rows = rows(&text);
        let starts = |row: &&str, start: &str| row.starts_with(start);
        // Two moves with two answers each, and what is left out of three nodes.
        assert_eq!(rows.len(), 2 + 4 + 3, "{text}");
        assert_eq!(rows.iter().filter(|row| starts(row, "  … and ")).count(), 2, "{text}");
        assert_eq!(rows[8], "… and 18 more moves tried");
        assert!(starts(&rows[1], "  ") && !starts(&rows[1], "    "), "{text}");
        for part in ["White to move", "moves      20 of 20 tried\n", "All numbers are White's"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        Ok(())
    }

    #[test]
    fn below_a_line_the_numbers_are_those_of_the_side_to_move() -> anyhow::Result<()> {
        let text = text(&Example::start(), "e4", 1, 99)?;
        assert!(text.contains("Black to move") && text.contains("for Black"), "{text}");
        assert!(text.contains("All numbers are Black's"), "{text}");
        let scores =
            rows(&text).into_iter().filter_map(|row| row.split_whitespace().nth(1)?.parse().ok());
        let scores: Vec<f64> = scores.collect();
        assert!(scores.len() > 1 && scores.is_sorted_by(|a, b| a >= b), "{text}");
        Ok(())
    }

    #[test]
    fn moves_never_tried_are_counted_and_the_next_one_is_named() -> anyhow::Result<()> {
        let text = text(&Example::start(), "a3", 1, 99)?;
        let last = rows(&text).last().copied().unwrap_or_default();
        let never = last.strip_prefix("… and ").and_then(|rest| rest.split_once(' '));
        let tried = rows(&text).len() - 1;
        assert_eq!(never, Some(((20 - tried).to_string().as_str(), "moves never tried")));
        let next = format!("moves      {tried} of 20 tried, next ");
        assert!(text.contains(&next) && text.contains(" (chance -"), "{text}");
        Ok(())
    }

    #[test]
    fn mates_count_from_the_position_shown() -> anyhow::Result<()> {
        let text = text(&Example::fools_mate(), "g4", 2, 1)?;
        assert!(text.contains("score      #1 for Black, proven"), "{text}");
        assert!(!text.contains("next"), "nothing more is to be found out: {text}");
        assert!(text.contains("Qh4#     #1"), "{text}");
        Ok(())
    }

    #[test]
    fn the_end_of_a_game_and_an_untouched_position_are_shown() -> anyhow::Result<()> {
        let mated = text(&Example::fools_mate(), "g4 Qh4#", 2, 5)?;
        assert!(mated.contains("The game is over: checkmate, Black has won."), "{mated}");
        let untouched = text(&Example { nodes: 0, ..Example::start() }, "", 2, 5)?;
        assert!(untouched.contains("moves      0 of 20 tried"), "{untouched}");
        assert!(!untouched.contains("best line"), "{untouched}");
        Ok(())
    }
}
