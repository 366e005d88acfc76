//! Importing: the lines of a text, variations included, become positions that are searched first.

use super::paste::{TEXT, texts};
use super::question::{Import, Limit, Moves, Start};
use super::walk::Walk;
use crate::app::files::game_file::{
    FoundLines, GameFileError, GameLines, MainLine, lines_in, ways_in_tree,
};
use crate::app::games::CommandLineGame;
use crate::search::BestFirst;

/// A line from the root of the tree on.
struct TreeLine {
    moves: Moves,
    /// How many of its moves are in the tree.
    known: usize,
}

/// The search that begins with the lines of a text below the position asked for, to which the moves `home` lead, or else
/// below the root of the tree; and what the user is told.
///
/// # Errors
///
/// What is wrong with the text, and in which line of it, in words.
pub fn read<G: CommandLineGame>(
    search: &BestFirst<G>,
    home: &Moves,
    import: &Import,
) -> Result<(Start, String), String> {
    let evaluator = search.position().evaluator();
    let shown = line_to(search, &import.moves)?;
    let games = lines_in(&import.text, TEXT, &shown, evaluator);
    if games.is_empty() {
        return Err("nothing to import; paste games in PGN, or moves".to_string());
    }
    let faults = games.faults.iter().map(GameFileError::with_what_is_left_out);
    let notes: Vec<String> = faults.chain(games.warnings.iter().cloned()).collect();
    let no_line = |error: String| [&notes[..], &[error]].concat().join("; ");
    let (above, lines) = below(search, home, &games).map_err(no_line)?;
    let mut skipped = [&notes[..], &lines.left_out].concat();
    let mut found = Vec::new();
    for (place, rest) in lines.lines() {
        let moves = [&above.moves[..], &rest.moves].concat();
        match tree_line(search, &MainLine { start: above.start.clone(), moves }) {
            Ok(line) => found.push(line),
            Err(reason) => skipped.push(format!("{place}: {reason}; the line is skipped")),
        }
    }
    if found.is_empty() {
        return Err(skipped.join("; "));
    }
    let (moves, limit) = (texts(&above), Limit::new(import.nodes, import.time_ms));
    let include = found.iter().map(|line| line.moves[moves.len()..].to_vec()).collect();
    let start = Start { moves, limit, include, ..Start::default() };
    Ok((start, told(found, &skipped)))
}

/// The lines that continue from the position asked for, or else from the root of the tree; and the line to it.
fn below<'l, G: CommandLineGame>(
    search: &BestFirst<G>,
    home: &Moves,
    games: &'l GameLines<G>,
) -> Result<(MainLine<G>, FoundLines<'l, G>), String> {
    let (home, root) = (line_to(search, home)?, line_to(search, &Moves::new())?);
    for above in [home, root] {
        let end = above.end();
        // Chapters that begin at a later position are looked for below the position analysed.
        let is_analysed = end.key() == search.position().key();
        let ways = |starts: &[&G]| match is_analysed {
            true => ways_in_tree(search, starts),
            false => Vec::new(),
        };
        if let Ok(found) = games.through(&end, ways) {
            return Ok((above, found));
        }
    }
    Err("no line of the text continues from the root of the tree; Open starts another tree"
        .to_string())
}

/// The line to the position after these moves.
fn line_to<G: CommandLineGame>(
    search: &BestFirst<G>,
    moves: &Moves,
) -> Result<MainLine<G>, String> {
    let walk = Walk::new(search, moves).map_err(|error| error.to_string())?;
    let root = search.root();
    let moves = walk.root.moves()[root.moves().len()..].to_vec();
    Ok(MainLine { start: root.game().clone(), moves })
}

/// How a line stands in the tree.
fn tree_line<G: CommandLineGame>(
    search: &BestFirst<G>,
    line: &MainLine<G>,
) -> Result<TreeLine, String> {
    let mut at = line.start.clone();
    for (level, &mv) in line.moves.iter().enumerate() {
        if !search.root().allows(&at, level, mv) {
            return Err(format!("{} is left out of the search", at.human_text(mv)));
        }
        at.play(mv);
    }
    let walk = Walk::new(search, &texts(line)).map_err(|error| error.to_string())?;
    let known = walk.known;
    Ok(TreeLine { moves: walk.path.into_iter().map(|step| step.mv.machine).collect(), known })
}

/// The message about these lines.
fn told(mut lines: Vec<TreeLine>, skipped: &[String]) -> String {
    let count = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let imported = count(lines.len(), "line");
    let told = match new_positions(&mut lines) {
        0 => format!("{imported} imported: all positions are in the tree already"),
        new => format!("{imported} imported: {} new, searched first", count(new, "position")),
    };
    [&[told], skipped].concat().join("; ")
}

/// How many positions of the lines the tree does not have; what lines have in common counts once.
fn new_positions(lines: &mut [TreeLine]) -> usize {
    // Then a line has most in common with the one before it.
    lines.sort_by(|a, b| a.moves.cmp(&b.moves));
    let (mut new, mut before): (usize, &[String]) = (0, &[]);
    for line in lines.iter() {
        let shared = line.moves.iter().zip(before).take_while(|(a, b)| a == b).count();
        new += line.moves.len() - shared.max(line.known);
        before = &line.moves;
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;

    fn words(text: &str) -> Moves {
        text.split_whitespace().map(str::to_string).collect()
    }

    fn imported(text: &str, shown: &str, home: &str) -> Result<(String, String), String> {
        let search = Example { nodes: 0, ..Example::start() }.search();
        let import = Import { text: text.to_string(), moves: words(shown), ..Import::default() };
        let (start, told) = read(&search, &words(home), &import)?;
        let lines: Vec<_> =
            [start.moves].iter().chain(&start.include).map(|line| line.join(" ")).collect();
        Ok((lines.join(", "), told))
    }

    #[test]
    fn all_variations_are_searched_below_the_position_asked_for() {
        let text = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *";
        let (lines, told) = imported(text, "", "").expect("lines");
        assert_eq!(lines, ", e2e4 e7e5 g1f3, e2e4 c7c5 g1f3");
        assert_eq!(told, "2 lines imported: 5 positions new, searched first");
        let (lines, _) = imported(text, "", "e2e4").expect("lines");
        assert_eq!(lines, "e2e4, e7e5 g1f3, c7c5 g1f3");
        // They leave it aside.
        assert_eq!(imported(text, "", "d2d4").map(|(lines, _)| lines.starts_with(", ")), Ok(true));
    }

    #[test]
    fn moves_continue_from_the_position_shown() {
        let (lines, told) = imported("2. Nf3 (2. f4)", "e2e4 e7e5", "").expect("lines");
        assert_eq!(lines, ", e2e4 e7e5 g1f3, e2e4 e7e5 f2f4");
        assert_eq!(told, "2 lines imported: 4 positions new, searched first");
        let (lines, _) = imported("1. e4 e5", "e2e4 e7e5", "").expect("a line");
        assert_eq!(lines, ", e2e4 e7e5");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let error = |text: &str| imported(text, "", "").expect_err(text);
        let (lines, told) = imported("1. e4 e5\n(1... Nf7) *", "", "").expect("a line");
        assert_eq!(lines, ", e2e4 e7e5");
        assert!(told.contains("; the text, line 2, column 7: \"Nf7\" is not legal in "), "{told}");
        let (lines, told) = imported("1. e4 (1. d4", "", "").expect("lines");
        assert_eq!(lines, ", e2e4, d2d4");
        assert!(told.contains("has no end"), "{told}");
        assert!(error("hello").contains("\"hello\" is not written like a move"));
        assert!(error(" ").starts_with("nothing to import"));
        let other = "[FEN \"8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1\"]\n\n1. Kd4 *";
        assert!(error(other).starts_with("no line of the text continues from the root"));
        let (lines, told) = imported(&format!("1. e4 *\n\n{other}"), "", "").expect("a line");
        assert_eq!(lines, ", e2e4");
        assert!(
            told.starts_with("1 line imported: 1 position new, searched first; the text, line 3: "),
            "{told}"
        );
    }
}
