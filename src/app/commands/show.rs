//! `shans show`: the tree below a line of moves.

use std::io::Write;
use std::path::PathBuf;

use indicatif::HumanCount;

use super::{since, tree_drawing};
use crate::app::args::ShowArgs;
use crate::app::args::move_words::move_words;
use crate::app::commands::user_comments::{WithComments, words_of};
use crate::app::exit::Exit;
use crate::app::files::output_file::OutputFile;
use crate::app::files::tree_path;
use crate::app::games::CommandLineGame;
use crate::app::printable::printable;
use crate::app::reporting::no_progress::no_progress_text;
use crate::app::reporting::score::{
    TABLE_LEGEND, WON_LEGEND, counted, in_words, is_seen_win, mover, nodes, others_text, percent,
    rests_text, win_draw_loss_text,
};
use crate::app::reporting::style::Style;
use crate::app::reporting::text_table::{self, Row};
use crate::app::reporting::variation::{TABLE_PLIES, numbered};
use crate::app::reporting::{json_line, left_out};
use crate::inspect::{
    Bracket, InPractice, MOST_INDEXED, TreeReader, TreeSelection, transpositions,
};

/// The most rows: more is nothing to read.
const MOST_ROWS: usize = 10_000;

/// Shows what the arguments name.
///
/// # Errors
///
/// A file that is not a tree; [`BadPath`](tree_path::BadPath) where the moves lead out of it;
/// [`IllegalMove`](crate::inspect::IllegalMove) where its own do not fit; `out` that cannot be
/// written.
pub fn run<G: CommandLineGame>(args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let inputs = [Some(&args.file), args.since.as_ref()].into_iter().flatten();
    let output = OutputFile::of_report(&args.report, inputs.map(PathBuf::as_path))?;
    let (search, searcher) = tree_path::load_with_name::<G>(&args.file, &args.tables)?;
    let mut reader = tree_path::reader_at(&search, args.at)?;
    tree_path::follow(&mut reader, move_words(&args.moves))?;
    match output {
        Some(file) => {
            file.write(|out| write(&reader, &searcher, args, Style::PLAIN, out))?;
        }
        None => write(&reader, &searcher, args, Style::of_stdout(), out)?,
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn write<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    searcher: &str,
    args: &ShowArgs,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match &args.since {
        Some(older) => since::write(reader, searcher, older, args, out),
        None => write_now(reader, args, style, out),
    }
}

fn write_now<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    args: &ShowArgs,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let width = usize::try_from(args.width).unwrap_or(usize::MAX);
    let index = transpositions(reader.search(), MOST_INDEXED)?;
    let reader = &reader.clone().with_transpositions(&index);
    let selection = TreeSelection::of_shape(reader, args.depth, width, MOST_ROWS)?;
    if args.json {
        Ok(json_line::write(&WithComments::of(&selection), out)?)
    } else if args.svg {
        Ok(out.write_all(tree_drawing::svg(reader)?.as_bytes())?)
    } else if args.tree {
        tree_drawing::write(&selection, style, out)
    } else {
        write_text(&selection, args.depth, style, out)
    }
}

fn write_text<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    depth: u16,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let top = selection.node(0);
    let side = G::player_name(mover(&top.position));
    writeln!(out, "{}\n{side} to move\n", top.position.heading())?;
    if selection.tree_node(0).is_finished() {
        let root = selection.reader().root();
        let is_over = top.position.outcome(&root.played_past()).is_some();
        let what = if is_over { "The game is over" } else { "Nothing is left to search" };
        writeln!(out, "{what}: {}.", selection.ending(0))?;
        return Ok(());
    }
    write_summary(selection, style, out)?;
    if !top.children.is_empty() {
        let practice = practice(selection)?;
        let rows = table(selection, depth, practice.as_deref())?;
        let last = rows.first().map_or(0, |head| head.len() - 1);
        writeln!(out)?;
        let is_text = |column| column == 0 || column == last;
        text_table::write_in(&rows, is_text, style.width(), out)?;
        writeln!(out)?;
        write_legend(selection, side, practice.is_some(), out)?;
        write_elsewhere(selection, out)?;
    }
    Ok(())
}

fn write_summary<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let position = &selection.node(0).position;
    let told = selection.told(0);
    let own = G::player_name(mover(position));
    let variation = selection.best_variation(0, usize::MAX)?;
    if !variation.is_empty() {
        let moves = numbered(position, &variation, usize::MAX);
        writeln!(out, "{}", text_table::hanging("best line  ", &moves, style.width()))?;
    }
    left_out::write(selection.reader().search().root(), out)?;
    let proven = left_out::proof_text(told.is_decided, told.is_conditional);
    let rests = rests_text(told.rests_on());
    writeln!(out, "score      {} for {own}{proven}{rests}", in_words(selection.score(0)))?;
    if let Some(moves) = selection.unsettled_by(0) {
        writeln!(out, "{moves}")?;
    }
    if let Some(chances) = selection.win_draw_loss(0).filter(|_| !told.is_decided) {
        writeln!(out, "expected   {}{}", style.bar(chances), win_draw_loss_text(chances))?;
    }
    if let Some(nodes) = selection.no_progress() {
        writeln!(out, "remark     {}", no_progress_text(nodes))?;
    }
    if let Some(table) = position.table_story() {
        writeln!(out, "tables     {}", table.text)?;
    }
    let comment = words_of(selection.reader().comment().unwrap_or_default());
    for (index, line) in comment.lines().enumerate() {
        let label = if index == 0 { "comment" } else { "" };
        writeln!(out, "{label:<10} {}", printable(line))?;
    }
    let (made, legal) = selection.move_counts(0);
    writeln!(out, "moves      {made} of {legal} with a value{}", next_move(selection))?;
    let tree_nodes = selection.reader().search().view().tree_nodes_below(selection.node(0).id);
    writeln!(out, "tree       {}", nodes(tree_nodes))?;
    Ok(())
}

/// The move without a value that comes next, as long as anything is to be found out and the tree tells.
fn next_move<G: CommandLineGame>(selection: &TreeSelection<'_, G>) -> String {
    if selection.tree_node(0).is_decided() {
        return String::new();
    }
    selection.next_untried().map_or(String::new(), |next| format!(", next {}", next.mv.human))
}

fn table<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    depth: u16,
    practice: Option<&[InPractice]>,
) -> anyhow::Result<Vec<Row>> {
    let mut head = vec!["move", "score", "effort", "line"];
    if practice.is_some() {
        head.splice(3..3, PRACTICE);
    }
    let mut rows = vec![head.into_iter().map(str::to_string).collect()];
    for bracket in selection.brackets() {
        match bracket {
            Bracket::Open(0) => {}
            Bracket::Open(index) => rows.push(row(selection, index, practice)?),
            Bracket::Close(index) => rows.extend(left_out(selection, index, depth)),
        }
    }
    Ok(rows)
}

/// The columns of what games say.
const PRACTICE: [&str; 3] = ["played", "scored", "practical"];

/// What games say of each node; `None` where they say nothing of any below the top.
fn practice<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
) -> anyhow::Result<Option<Vec<InPractice>>> {
    let nodes = 0..selection.nodes().len();
    let all: Vec<_> = nodes.map(|index| selection.in_practice(index)).collect::<Result<_, _>>()?;
    Ok(all[1..].iter().any(|one| *one != InPractice::default()).then_some(all))
}

/// Their cells: the share of games that have the move, the points made in them, and those to be expected.
fn practice_cells(of: &InPractice) -> [String; 3] {
    let per_cent = |share: Option<f64>| share.map_or(String::new(), percent);
    [of.played_share, of.played_points, of.practical].map(per_cent)
}

fn row<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    index: usize,
    practice: Option<&[InPractice]>,
) -> anyhow::Result<Row> {
    let (node, told) = (selection.node(index), selection.told(index));
    let before = selection.before(index);
    let variation = selection.variation(index, usize::MAX)?;
    let san = node.mv.map(|mv| before.human_text(mv)).unwrap_or_default();
    let mut row = vec![
        format!("{}{san}", indent(node.perspective.plies())),
        selection.score(index).to_string(),
        HumanCount(told.effort).to_string(),
        numbered(before, &variation, TABLE_PLIES),
    ];
    if let Some(practice) = practice {
        row.splice(3..3, practice_cells(&practice[index]));
    }
    Ok(row)
}

/// The row that counts the moves of a node that are not shown, if there are any.
fn left_out<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    index: usize,
    depth: u16,
) -> Option<Row> {
    let node = selection.node(index);
    if node.perspective.plies() >= depth {
        return None;
    }
    let (made, legal) = selection.move_counts(index);
    let more = made - node.children.len();
    if let Some((count, most)) = selection.rest(index) {
        let limit = selection.seen_from_top(index, most);
        let text = others_text(count, limit, selection.score(index), is_own(selection, index));
        return Some(vec![format!("{}… and {text}", indent(node.perspective.plies() + 1))]);
    }
    let text = match (more, legal.saturating_sub(made)) {
        (_, 0) => return None,
        (0, waiting) => format!("{} without a value", counted(waiting as u64, "move")),
        (more, waiting) => {
            format!("{}, {waiting} without a value", counted(more as u64, "more move"))
        }
    };
    Some(vec![format!("{}… and {text}", indent(node.perspective.plies() + 1))])
}

/// Whether it is the turn of the side from whose point of view scores are.
fn is_own<G: CommandLineGame>(selection: &TreeSelection<'_, G>, index: usize) -> bool {
    mover(&selection.node(index).position) == mover(&selection.node(0).position)
}

fn indent(plies: u16) -> String {
    "  ".repeat(usize::from(plies.saturating_sub(1)))
}

/// Tells of the moves after which the tree has the same position elsewhere, and knows it better.
fn write_elsewhere<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for index in 0..selection.nodes().len() {
        let Some(elsewhere) = selection.elsewhere(index) else { continue };
        let way: Vec<&str> = elsewhere.path.iter().map(|mv| mv.human.as_str()).collect();
        let san = selection.move_text(index).map_or("This position".to_string(), |mv| mv.human);
        let effort = HumanCount(elsewhere.effort);
        let (score, way) = (elsewhere.score, way.join(" "));
        writeln!(
            out,
            "{san}: better known after {way} from the root of the tree: {score} (effort {effort})."
        )?;
    }
    Ok(())
}

fn write_legend<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    side: &str,
    tells_practice: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let effort = match selection.reader().search().rules().searches_leaves() {
        true => "positions searched for the move",
        false => "tree nodes ever made for the move",
    };
    writeln!(
        out,
        "\
All scores are from {side}'s point of view, in pawns; #3 is a proven mate in at most 3 moves from
the position above, #-3 being mated. effort: {effort}. An indented move
answers the move above it."
    )?;
    let indices = || 1..selection.nodes().len();
    if indices().any(|index| is_seen_win(selection.score(index))) {
        writeln!(out, "{WON_LEGEND}")?;
    }
    if tells_practice {
        let habits = selection.reader().search().notes().habits();
        let player = G::player_name(habits.player());
        writeln!(
            out,
            "\
played: the share of games in which {player} chose the move; scored: the points that {side} made in
them; practical: those to be expected if {player} goes on as in the games, and the other
side with its best move by value."
        )?;
    }
    if indices().any(|index| selection.score(index).is_of_tables()) {
        writeln!(out, "{TABLE_LEGEND}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::args::{ReportFileArgs, TableArgs};
    use crate::app::tests::Example;

    fn text(example: &Example, path: &str, depth: u16, width: u64) -> anyhow::Result<String> {
        let search = example.search();
        let mut reader = TreeReader::new(&search);
        let moves = vec![path.to_string()];
        tree_path::follow(&mut reader, move_words(&moves))?;
        let args = ShowArgs {
            file: "tree".into(),
            moves,
            at: None,
            depth,
            width,
            since: None,
            threshold: 20,
            tables: TableArgs::default(),
            json: false,
            tree: false,
            svg: false,
            report: ReportFileArgs::default(),
        };
        let mut out = Vec::new();
        write_now(&reader, &args, Style::PLAIN, &mut out)?;
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
        assert!(rows[8].starts_with("… and 18 others: no better so far"), "{text}");
        assert!(starts(&rows[1], "  ") && !starts(&rows[1], "    "), "{text}");
        for part in
            ["White to move", "moves      20 of 20 with a value\n", "All scores are from White's"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        Ok(())
    }

    #[test]
    fn below_a_path_the_numbers_are_those_of_the_side_to_move() -> anyhow::Result<()> {
        let text = text(&Example::start(), "e4", 1, 99)?;
        assert!(text.contains("Black to move") && text.contains("for Black"), "{text}");
        assert!(text.contains("All scores are from Black's"), "{text}");
        let scores =
            rows(&text).into_iter().filter_map(|row| row.split_whitespace().nth(1)?.parse().ok());
        let scores: Vec<f64> = scores.collect();
        assert!(scores.len() > 1 && scores.is_sorted_by(|a, b| a >= b), "{text}");
        Ok(())
    }

    #[test]
    fn moves_without_a_value_are_counted_and_the_next_one_is_named() -> anyhow::Result<()> {
        let text = text(&Example::start(), "a3", 1, 99)?;
        let last = rows(&text).last().copied().unwrap_or_default();
        let waiting = last.strip_prefix("… and ").and_then(|rest| rest.split_once(' '));
        let made = rows(&text).len() - 1;
        assert_eq!(waiting, Some(((20 - made).to_string().as_str(), "moves without a value")));
        let next = format!("moves      {made} of 20 with a value, next ");
        assert!(text.contains(&next), "{text}");
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
        assert!(untouched.contains("moves      0 of 20 with a value"), "{untouched}");
        assert!(!untouched.contains("best line"), "{untouched}");
        Ok(())
    }
}
