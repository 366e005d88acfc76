//! Pasted text: a position, a game, or moves. It is a place in the tree, or starts another tree.

use super::question::Moves;
use super::walk::Walk;
use crate::app::args::move_words::bare_move;
use crate::app::files::game_file::{
    MainLine, WrittenGame, begins_like_a_game, main_line, written_games,
};
use crate::app::games::CommandLineGame;
use crate::game::Game;
use crate::search::BestFirst;

/// No more games of a text or a file are listed.
pub const MOST_GAMES: usize = 1_000;
/// What messages call the text.
pub const TEXT: &str = "the text";

/// What a text leads to.
pub enum Found<G: Game> {
    /// The position after these moves from the root of the tree.
    Here(Moves),
    /// Another tree: its root, and the line to be searched first in it.
    Elsewhere(MainLine<G>),
}

/// The games of a text; none if it is not a game.
pub fn games(text: &str) -> Vec<WrittenGame> {
    match begins_like_a_game(text) {
        true => written_games(text.as_bytes()).take(MOST_GAMES).collect(),
        false => Vec::new(),
    }
}

/// What a text leads to, the position after the moves `shown` being on the screen: moves continue from there if
/// they can.
///
/// # Errors
///
/// Why it is neither a position nor a game nor a line, in words.
pub fn read<G: CommandLineGame>(
    search: &BestFirst<G>,
    shown: &Moves,
    text: &str,
) -> Result<Found<G>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("nothing to open; paste a FEN, a game in PGN, or moves".to_string());
    }
    let words: Vec<&str> = text.split_whitespace().filter_map(bare_move).collect();
    let line = line(search, shown, &words);
    if line.is_ok() && !words.is_empty() {
        return line.map(Found::Here);
    }
    if let Some(first) = games(text).first() {
        return game(search, first, TEXT);
    }
    let evaluator = search.position().evaluator().clone();
    match G::read_position(text, evaluator) {
        Ok(given) => Ok(place(search, MainLine { start: given.position, moves: Vec::new() })),
        // One word is a move, or nothing; several with strokes are a position.
        Err(error) if text.contains('/') => Err(error.to_string()),
        Err(_) => line.map(Found::Here),
    }
}

/// What a game leads to; `file` is what messages call the text that it is from.
///
/// # Errors
///
/// What cannot be read or played, in words.
pub fn game<G: CommandLineGame>(
    search: &BestFirst<G>,
    game: &WrittenGame,
    file: &str,
) -> Result<Found<G>, String> {
    let evaluator = search.position().evaluator().clone();
    let line = main_line(game, file, evaluator).map_err(|error| error.to_string())?;
    Ok(place(search, line))
}

/// The same line in the tree, where it comes to its root: the game before that root counts.
fn place<G: CommandLineGame>(search: &BestFirst<G>, line: MainLine<G>) -> Found<G> {
    let root = search.root();
    let rest = if is_same(root.start(), &line.start) {
        line.moves.strip_prefix(root.moves())
    } else if is_same(root.game(), &line.start) {
        Some(&line.moves[..])
    } else {
        None
    };
    let Some(rest) = rest else { return Found::Elsewhere(line) };
    let rest = MainLine { start: root.game().clone(), moves: rest.to_vec() };
    Found::Here(texts(&rest))
}

/// The moves of a line as programs write them.
pub fn texts<G: CommandLineGame>(line: &MainLine<G>) -> Moves {
    let mut at = line.start.clone();
    let text = |&mv: &G::Move| {
        let text = at.machine_text(mv);
        at.play(mv);
        text
    };
    line.moves.iter().map(text).collect()
}

/// Move counters are part of a position here: they are of the game before it.
fn is_same<G: CommandLineGame>(a: &G, b: &G) -> bool {
    a.describe() == b.describe()
}

/// Moves that continue from the position shown.
fn line<G: CommandLineGame>(
    search: &BestFirst<G>,
    shown: &Moves,
    words: &[&str],
) -> Result<Moves, String> {
    let mut moves = shown.clone();
    moves.extend(words.iter().map(|word| (*word).to_string()));
    let walk = Walk::new(search, &moves).map_err(|error| error.to_string())?;
    Ok(walk.path.into_iter().map(|step| step.mv.machine).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::game::Notation as _;

    fn found(text: &str, shown: &str) -> String {
        let search = Example::start().search();
        let shown = shown.split_whitespace().map(str::to_string).collect();
        match read(&search, &shown, text) {
            Ok(Found::Here(moves)) => moves.join(" "),
            Ok(Found::Elsewhere(line)) => {
                format!("{} and {}", line.start.describe(), line.moves.len())
            }
            Err(error) => error,
        }
    }

    #[test]
    fn moves_go_on_from_the_position_shown() {
        assert_eq!(found("1... e5 2. Nf3!? Nc6", "e2e4"), "e2e4 e7e5 g1f3 b8c6");
        assert_eq!(found("g1f3", "e2e4 e7e5"), "e2e4 e7e5 g1f3");
        assert!(found("e2e5", "").starts_with("\"e2e5\" is not legal in "));
    }

    #[test]
    fn a_game_from_the_root_is_a_line_in_the_tree() {
        assert_eq!(found("1. e4 e5 2. Nf3 *", "d2d4"), "e2e4 e7e5 g1f3");
        assert_eq!(found("[White \"a\"]\n\n1. e4 {good} (1. d4) e5 *", "d2d4"), "e2e4 e7e5");
        assert_eq!(found("startpos", "d2d4"), "");
    }

    #[test]
    fn another_position_begins_another_tree() {
        let fen = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1";
        assert_eq!(found(fen, ""), format!("{fen} and 0"));
        assert_eq!(found(&format!("[FEN \"{fen}\"]\n\n1. Kd4 Kd6 *"), ""), format!("{fen} and 2"));
        let queens = found("8/8/8/8/8/8/8/QQ w - - 0 1", "");
        assert!(queens.contains("FEN"), "{queens}");
        assert!(found("  ", "").contains("nothing to open"));
    }
}
