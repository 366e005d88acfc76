//! Pasted text: a position, a game, or moves. It is a place in the tree, or starts another tree.

use super::question::Moves;
use super::walk::Walk;
use crate::app::args::move_words::{bare_move, words};
use crate::app::files::game_file::{
    MainLine, ReadGame, WrittenGame, begins_like_a_game, main_line, written_games,
};
use crate::app::games::{CommandLineGame, GivenLine};
use crate::app::reporting::variation::machine_texts;
use crate::game::Game;
use crate::loose_text::is_space;
use crate::search::BestFirst;

/// No more games of a text or a file are listed.
pub const MOST_GAMES: usize = 20_000;
/// What messages call the text.
pub const TEXT: &str = "the text";

/// What a text leads to.
#[derive(Debug)]
pub enum Found<G: Game> {
    /// The position after these moves from the root of the tree.
    Here(Moves),
    /// Another tree: its root, and the line to be searched first in it.
    Elsewhere(MainLine<G>),
}

/// What was read of a text.
#[derive(Debug)]
pub struct Pasted<G: Game> {
    /// What it leads to.
    pub found: Found<G>,
    /// What was ignored in it, and what could not be read.
    pub notes: Vec<String>,
    /// Whether it is a game, with all that is said in it.
    pub is_game: bool,
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
) -> Result<Pasted<G>, String> {
    let text = text.trim_matches(is_space);
    if text.is_empty() {
        return Err("nothing to open; paste a FEN, a game in PGN, or moves".to_string());
    }
    let line = line(search, shown, &moves_in(text));
    if let Ok(Some(moves)) = line {
        return Ok(Pasted { found: Found::Here(moves), notes: Vec::new(), is_game: false });
    }
    if begins_like_a_game(text)
        && let Some(first) = written_games(text.as_bytes()).next()
    {
        return game(search, &first, TEXT);
    }
    match position(search, text) {
        Ok(pasted) => Ok(pasted),
        // One word is a move, or nothing; several with strokes are a position.
        Err(error) if text.contains('/') => Err(error),
        Err(error) => Err(line.err().unwrap_or(error)),
    }
}

/// The moves of a text without tags: its words, or the main line where it has comments or variations.
fn moves_in(text: &str) -> Vec<String> {
    let bare = |text: &str| words(text).filter_map(bare_move).map(str::to_string).collect();
    if !text.contains(['{', '(', '[', ';', '<']) {
        return bare(text);
    }
    let mut games = written_games(text.as_bytes());
    match (games.next(), games.next()) {
        (Some(game), None) if game.tags.is_empty() && game.open.is_none() => {
            game.moves.into_iter().map(|mv| mv.text).collect()
        }
        _ => Vec::new(),
    }
}

/// A position as programs and sites write it, with moves: they are played as far as they are legal.
fn position<G: CommandLineGame>(search: &BestFirst<G>, text: &str) -> Result<Pasted<G>, String> {
    let evaluator = || search.position().evaluator().clone();
    let (given, moves) = match G::read_line(text, evaluator()) {
        Ok(given) => (given, ""),
        Err(error) => match text.split_once("moves") {
            Some((start, moves)) => {
                (G::read_line(start, evaluator()).map_err(|_| error.to_string())?, moves)
            }
            None => return Err(error.to_string()),
        },
    };
    let GivenLine { start, moves: mut played } = given;
    let (start, mut notes) = (start.position, start.warnings);
    let mut at = start.after_line(&played);
    for word in words(moves).filter_map(bare_move) {
        match at.read_move(word) {
            Ok(mv) => {
                at.play(mv);
                played.push(mv);
            }
            Err(why) => {
                let place = at.describe();
                notes.push(format!("{word:?} {why} in {place}; the rest is left out"));
                break;
            }
        }
    }
    let found = place(search, MainLine { start, moves: played });
    Ok(Pasted { found, notes, is_game: false })
}

/// What a game leads to, as far as it can be played; `file` is what messages call the text that it is from.
///
/// # Errors
///
/// What is wrong with a game of which nothing can be played, in words.
pub fn game<G: CommandLineGame>(
    search: &BestFirst<G>,
    game: &WrittenGame,
    file: &str,
) -> Result<Pasted<G>, String> {
    let evaluator = search.position().evaluator().clone();
    let read = main_line(game, file, evaluator).map_err(|error| error.to_string())?;
    let ReadGame { line, warnings: mut notes, fault } = read;
    if let Some(fault) = fault {
        if line.moves.is_empty() && game.tags.is_empty() {
            return Err(fault.to_string());
        }
        notes.push(fault.with_what_is_left_out());
    }
    Ok(Pasted { found: place(search, line), notes, is_game: true })
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
    machine_texts(&line.start, &line.moves)
}

/// Move counters are part of a position here: they are of the game before it.
fn is_same<G: CommandLineGame>(a: &G, b: &G) -> bool {
    a.describe() == b.describe()
}

/// Moves that continue from the position shown; `None` where there are none.
fn line<G: CommandLineGame>(
    search: &BestFirst<G>,
    shown: &Moves,
    words: &[String],
) -> Result<Option<Moves>, String> {
    let moves = [&shown[..], words].concat();
    let walk = Walk::new(search, &moves).map_err(|error| error.to_string())?;
    let moves = walk.path.into_iter().map(|step| step.mv.machine).collect();
    Ok((!words.is_empty()).then_some(moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::game::Notation as _;

    fn found(text: &str, shown: &str) -> String {
        let search = Example::start().search();
        let shown = shown.split_whitespace().map(str::to_string).collect();
        let Pasted { found, notes, .. } = match read(&search, &shown, text) {
            Ok(pasted) => pasted,
            Err(error) => return error,
        };
        let told = match found {
            Found::Here(moves) => moves.join(" "),
            Found::Elsewhere(line) => {
                format!("{} and {}", line.start.describe(), line.moves.len())
            }
        };
        [told].into_iter().chain(notes).collect::<Vec<_>>().join("; ")
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

    #[test]
    fn text_of_other_programs_is_read() {
        assert_eq!(found("{A note} 1. e4 e5 2. Nf3 *", ""), "e2e4 e7e5 g1f3");
        assert_eq!(found("{A note} 2. Nf3 (2. f4) *", "e2e4 e7e5"), "e2e4 e7e5 g1f3");
        assert_eq!(found("position startpos moves e2e4 e7e5", ""), "e2e4 e7e5");
        let fen = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1";
        assert_eq!(found(&format!("position fen {fen} moves e3d4"), ""), format!("{fen} and 1"));
        assert_eq!(found(&format!("{fen} bm Kd4; id \"one\";"), ""), format!("{fen} and 0"));
        let address = format!("https://lichess.org/analysis/standard/{}", fen.replace(' ', "_"));
        assert_eq!(found(&address, ""), format!("{fen} and 0"));
        assert_eq!(
            found(&format!("x1,{fen},e3d4 e6d6,1000,80,endgame"), ""),
            format!("{fen} and 1")
        );
        let told = found(&format!("{fen} moves e3d4 e3d4 e6d6"), "");
        assert!(told.starts_with(&format!("{fen} and 1; \"e3d4\" ")), "{told}");
        assert!(found("8/8/4k3/8/2p1P3/2P1K3/8/8", "").contains("White to move"));
        assert_eq!(found("0–0", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5").split(' ').count(), 7);
    }

    #[test]
    fn a_game_is_opened_as_far_as_it_goes() {
        let told = found("1. e4 e5 2. Ke3 Ke7", "d2d4");
        assert!(told.starts_with("e2e4 e7e5; the text, line 1, column 13: \"Ke3\""), "{told}");
        let told = found("[FEN \"6k1/8/8/8/8/8/8/R5K1 w KQ - 0 1\"]\n\n1. Ra2", "");
        assert!(told.contains("and 1; the text, line 1, column 1: castling rights"), "{told}");
    }
}
