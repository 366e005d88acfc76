//! The lines of all games of a file, variations included, that continue from one position.

use std::path::Path;

use super::error::GameFileError;
use super::main_line::{MainLine, read_move, refuse_open, start};
use super::read::text_of;
use super::written::{Step, WrittenGame, written_games};
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;

/// The lines of a file.
pub struct GameLines<G: CommandLineGame> {
    file: String,
    games: Vec<Game<G>>,
}

/// A game as lines from its first position on.
struct Game<G: CommandLineGame> {
    /// The line of the file in which it begins.
    line: u64,
    start: G,
    /// Each with the line of the file in which it ends.
    lines: Vec<(u64, Vec<G::Move>)>,
}

/// Lines that continue from a position.
pub struct Found<M> {
    /// Where each ends in the file, and its moves from the position on.
    pub lines: Vec<(String, Vec<M>)>,
    /// The message about games that do not reach the position.
    pub left_out: Vec<String>,
}

/// Reads the games in a file or, for `-`, in standard input.
///
/// # Errors
///
/// [`UsageError`] for a game that cannot be played; a file that cannot be read.
pub fn read_lines<G: CommandLineGame>(
    path: &Path,
    evaluator: G::Evaluator,
) -> anyhow::Result<GameLines<G>> {
    let (file, text) = text_of(path)?;
    let games = written_games(&text).map(|game| played(&game, &file, evaluator.clone()));
    let games = games.collect::<Result<_, _>>().map_err(UsageError::new)?;
    Ok(GameLines { file, games })
}

/// Reads the games in a text that messages call `file`. One without tags continues from the end of the line `here` if it
/// can.
///
/// # Errors
///
/// [`GameFileError`] for a game that cannot be played.
pub fn lines_in<G: CommandLineGame>(
    text: &str,
    file: &str,
    here: &MainLine<G>,
    evaluator: &G::Evaluator,
) -> Result<GameLines<G>, GameFileError> {
    let read = |game: WrittenGame| {
        let played = || played(&game, file, evaluator.clone());
        if !game.tags.is_empty() {
            return played();
        }
        continued(&game, file, here).or_else(|of_line| {
            // The beginning that was meant is the one from which more moves can be made.
            played().map_err(
                |of_game| if of_game.move_at() > of_line.move_at() { of_game } else { of_line },
            )
        })
    };
    let games = written_games(text.as_bytes()).map(read).collect::<Result<_, _>>()?;
    Ok(GameLines { file: file.to_string(), games })
}

impl<G: CommandLineGame> GameLines<G> {
    /// Whether there is no game at all.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The lines that come to this position, from there on.
    ///
    /// # Errors
    ///
    /// [`GameFileError::NoLine`] where there are none.
    pub fn through(&self, position: &G) -> Result<Found<G::Move>, GameFileError> {
        let mut found = Found { lines: Vec::new(), left_out: Vec::new() };
        for game in &self.games {
            let before = found.lines.len();
            for (line, moves) in &game.lines {
                let rest = rest(&game.start, moves, position).filter(|rest| !rest.is_empty());
                let place = || format!("{}, line {line}", self.file);
                found.lines.extend(rest.map(|rest| (place(), rest.to_vec())));
            }
            if found.lines.len() == before {
                let (file, line) = (&self.file, game.line);
                found.left_out.push(format!(
                    "{file}, line {line}: the game that starts here does not reach the position \
                     analysed and is skipped"
                ));
            }
        }
        match found.lines.is_empty() {
            true => Err(GameFileError::NoLine {
                file: self.file.clone(),
                position: position.describe(),
            }),
            false => Ok(found),
        }
    }
}

/// What follows in a line where it first comes to a position.
fn rest<'m, G: CommandLineGame>(
    start: &G,
    moves: &'m [G::Move],
    position: &G,
) -> Option<&'m [G::Move]> {
    let mut game = start.clone();
    for (played, &mv) in moves.iter().enumerate() {
        if game.key() == position.key() {
            return Some(&moves[played..]);
        }
        game.play(mv);
    }
    None
}

/// A line as far as it was played.
#[derive(Clone)]
struct Played<G: CommandLineGame> {
    moves: Vec<G::Move>,
    /// The position after each move.
    after: Vec<G>,
}

/// Plays the main line and all variations from the first position of a game.
fn played<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    evaluator: G::Evaluator,
) -> Result<Game<G>, GameFileError> {
    let start = start::<G>(game, file, evaluator)?.position;
    played_from(game, file, start)
}

/// The same from the end of a line, which all lines begin with.
fn continued<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    here: &MainLine<G>,
) -> Result<Game<G>, GameFileError> {
    let Game { line, lines, .. } = played_from(game, file, here.end())?;
    let whole = |(line, moves): (u64, Vec<G::Move>)| (line, [&here.moves[..], &moves].concat());
    Ok(Game { line, start: here.start.clone(), lines: lines.into_iter().map(whole).collect() })
}

fn played_from<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    start: G,
) -> Result<Game<G>, GameFileError> {
    refuse_open(game, file)?;
    let mut lines = Vec::new();
    // The line that is played with its positions, and those that continue when it ends.
    let (mut played, mut waiting) = (Played { moves: Vec::new(), after: Vec::new() }, Vec::new());
    for (place, step) in &game.steps {
        match step {
            Step::Move(text) => {
                let here = played.after.last().unwrap_or(&start);
                let mv = read_move(here, text, file, *place)?;
                let mut after = here.clone();
                after.play(mv);
                played.moves.push(mv);
                played.after.push(after);
            }
            Step::Begin => {
                waiting.push(played.clone());
                played.moves.pop();
                played.after.pop();
            }
            Step::Close => {
                let Some(before) = waiting.pop() else { continue };
                lines.push((place.line, std::mem::replace(&mut played, before).moves));
            }
        }
    }
    let last = game.steps.last().map_or(game.place, |(place, _)| *place);
    lines.insert(0, (last.line, played.moves));
    Ok(Game { line: game.place.line, start, lines })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::game::{Game as _, Notation};

    fn lines(text: &str, before: &str) -> Result<Vec<String>, String> {
        let games = written_games(text.as_bytes());
        let played = games.map(|game| played::<Position>(&game, "a.pgn", Tapered::default()));
        let read = played.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let mut position = <Position>::default();
        for word in before.split_whitespace() {
            let mv = position.read_move(word).map_err(|why| why.to_string())?;
            position.play(mv);
        }
        let lines = GameLines { file: "a.pgn".to_string(), games: read };
        let found = lines.through(&position).map_err(|error| error.to_string())?;
        let text = |(place, moves): &(String, Vec<_>)| {
            let mut game = position.clone();
            let words = moves.iter().map(|&mv| {
                let word = game.human_text(mv);
                game.play(mv);
                word
            });
            format!("{place}: {}", words.collect::<Vec<_>>().join(" "))
        };
        Ok(found.lines.iter().map(text).chain(found.left_out).collect())
    }

    #[test]
    fn main_lines_and_variations_go_on_from_the_position() {
        let text = "1. e4 e5\n(1... c5 2. Nf3 (2. c3))\n2. Nf3 *\n\n1. d4 d5 *\n";
        let left_out = "a.pgn, line 5: the game that starts here does not reach the position \
                        analysed and is skipped";
        let after_e4 = ["a.pgn, line 3: e5 Nf3", "a.pgn, line 2: c5 c3", "a.pgn, line 2: c5 Nf3"];
        let expected = after_e4.iter().chain([&left_out]).map(|line| line.to_string());
        assert_eq!(lines(text, "e4"), Ok(expected.collect()));
        assert_eq!(lines(text, "").map(|all| all.len()), Ok(4));
        // By another order of moves.
        let moved = "1. Nf3 e5 2. e4 d6 *";
        assert_eq!(lines(moved, "e4 e5 Nf3"), Ok(vec!["a.pgn, line 1: d6".to_string()]));
    }

    #[test]
    fn what_cannot_be_searched_is_named() {
        let error = |text: &str, before: &str| lines(text, before).expect_err(text);
        assert!(
            error("1. d4 *", "e4")
                .starts_with("a.pgn: no line continues from the position analysed, ")
        );
        assert!(
            error("1. e4 (1. e5) e5 *", "")
                .starts_with("a.pgn, line 1, column 11: \"e5\" is not legal in ")
        );
        assert_eq!(
            error("1. e4 (1. d4", ""),
            "a.pgn, line 1, column 7: the variation that begins here has no end"
        );
    }
}
