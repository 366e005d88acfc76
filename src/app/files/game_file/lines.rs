//! The lines of all games of a file, variations included, that continue from one position.

use std::collections::HashSet;
use std::path::Path;

use super::error::GameFileError;
use super::main_line::MainLine;
use super::move_tree::{Game, MOST_PLIES, Way};
use super::played::Played;
use super::read::text_of;
use super::split::written_games;
use crate::app::games::CommandLineGame;

/// The lines of a file, as far as they can be played.
pub struct GameLines<G: CommandLineGame> {
    file: String,
    games: Vec<Game<G::Move>>,
    warnings: Vec<String>,
    faults: Vec<GameFileError>,
}

/// Lines that continue from a position.
pub struct FoundLines<'l, G: CommandLineGame> {
    lines: &'l GameLines<G>,
    found: Vec<FoundLine>,
    /// The message about games that do not reach the position.
    pub left_out: Vec<String>,
}

/// A line that continues from a position.
struct FoundLine {
    /// Which game it is of.
    game: usize,
    /// Where it ends in the file.
    line: u64,
    /// The position from which it continues.
    from: usize,
    /// Its last one.
    end: usize,
}

/// What lines are, together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// The games that they are of.
    pub games: usize,
    /// The other games.
    pub other_games: usize,
    /// How many they are.
    pub lines: usize,
    /// Their moves; those that lines of a game have in common count once.
    pub moves: usize,
}

/// Reads the games in a file or, for `-`, in standard input.
///
/// # Errors
///
/// A file that cannot be read.
pub fn read_lines<G: CommandLineGame>(
    path: &Path,
    evaluator: G::Evaluator,
) -> anyhow::Result<GameLines<G>> {
    let (file, text) = text_of(path)?;
    let mut lines = GameLines::new(file);
    for game in written_games(&text) {
        let played = Played::from_start(&game, &lines.file, evaluator.clone());
        lines.take(played);
    }
    Ok(lines)
}

/// Reads the games in a text that messages call `file`. One without tags continues from the end of the line `here` if it
/// can.
pub fn lines_in<G: CommandLineGame>(
    text: &str,
    file: &str,
    here: &MainLine<G>,
    evaluator: &G::Evaluator,
) -> GameLines<G> {
    let mut lines = GameLines::new(file.to_string());
    for game in written_games(text.as_bytes()) {
        let of_game = || Played::from_start(&game, file, evaluator.clone());
        let of_line = game.tags.is_empty().then(|| Played::continued(&game, file, here));
        lines.take(match of_line {
            None => of_game(),
            Some(line) if line.faults.is_empty() => line,
            // The beginning that was meant is the one from which more moves can be made.
            Some(line) => {
                let of_game = of_game();
                let goes_further = match (of_game.goes_wrong_at(), line.goes_wrong_at()) {
                    (None, _) => true,
                    (at_game, at_line) => at_line.is_some() && at_game > at_line,
                };
                if goes_further { of_game } else { line }
            }
        });
    }
    lines
}

impl<G: CommandLineGame> GameLines<G> {
    fn new(file: String) -> GameLines<G> {
        GameLines { file, games: Vec::new(), warnings: Vec::new(), faults: Vec::new() }
    }

    fn take(&mut self, played: Played<G>) {
        self.games.extend(played.game);
        self.warnings.extend(played.warnings);
        self.faults.extend(played.faults);
    }

    /// Whether there is no game at all.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty() && self.faults.is_empty()
    }

    /// What was ignored to make sense of first positions.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// What cannot be read or played, in the order of the file; all before it can.
    pub fn faults(&self) -> &[GameFileError] {
        &self.faults
    }

    /// The lines that come to this position, from there on.
    ///
    /// # Errors
    ///
    /// [`GameFileError::NoLine`] where there are none.
    pub fn through(&self, position: &G) -> Result<FoundLines<'_, G>, GameFileError> {
        let mut lines = FoundLines { lines: self, found: Vec::new(), left_out: Vec::new() };
        for (number, game) in self.games.iter().enumerate() {
            let before = lines.found.len();
            let reached = game.reached(position.key());
            let mut cut = HashSet::new();
            for &(line, end) in &game.ends {
                let Some(way) = reached[end].filter(|way| way.from != end) else { continue };
                // Lines that are cut at one place are one line.
                if way.end == end || cut.insert(way.end) {
                    let Way { from, end, .. } = way;
                    lines.found.push(FoundLine { game: number, line, from, end });
                }
            }
            if let Some((file, line)) = (!cut.is_empty()).then_some((&self.file, game.line)) {
                lines.left_out.push(format!(
                    "{file}, line {line}: of longer lines of the game that starts here only the first {MOST_PLIES} \
                     moves are taken"
                ));
            }
            if lines.found.len() == before {
                let (file, line) = (&self.file, game.line);
                lines.left_out.push(format!(
                    "{file}, line {line}: the game that starts here does not reach the position \
                     analysed and is skipped"
                ));
            }
        }
        match lines.found.is_empty() {
            true => Err(GameFileError::NoLine {
                file: self.file.clone(),
                position: position.describe(),
            }),
            false => Ok(lines),
        }
    }
}

impl<G: CommandLineGame> FoundLines<'_, G> {
    /// Where each ends in the file, and its moves from the position on. Lines that lie one within another have
    /// most of their moves in common, so each is made when it is asked for.
    pub fn lines(&self) -> impl Iterator<Item = (String, Vec<G::Move>)> {
        self.found.iter().map(|&FoundLine { game, line, from, end }| {
            let moves = self.lines.games[game].moves_between(from, end);
            (format!("{}, line {line}", self.lines.file), moves)
        })
    }

    /// Counts them without those of these places in [`FoundLines::lines`].
    pub fn counts(&self, without: &[usize]) -> LineCounts {
        let without: HashSet<usize> = without.iter().copied().collect();
        let (mut games, mut ends, mut lines) = (HashSet::new(), HashSet::new(), 0);
        for (place, found) in self.found.iter().enumerate() {
            if without.contains(&place) {
                continue;
            }
            games.insert(found.game);
            lines += 1;
            let nodes = &self.lines.games[found.game].nodes;
            let mut at = found.end;
            while at != found.from && ends.insert((found.game, at)) {
                let Some((before, _)) = nodes[at].from else { break };
                at = before;
            }
        }
        let other_games = self.lines.games.len() - games.len();
        LineCounts { games: games.len(), other_games, lines, moves: ends.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::game::{Game as _, Notation};

    fn lines(text: &str, before: &str) -> Result<Vec<String>, String> {
        let mut lines = GameLines::<Position>::new("a.pgn".to_string());
        for game in written_games(text.as_bytes()) {
            let played = Played::from_start(&game, &lines.file, Tapered::default());
            lines.take(played);
        }
        let mut position = <Position>::default();
        for word in before.split_whitespace() {
            let mv = position.read_move(word).map_err(|why| why.to_string())?;
            position.play(mv);
        }
        let found = lines.through(&position).map_err(|error| error.to_string())?;
        let text = |(place, moves): (String, Vec<_>)| {
            let mut game = position.clone();
            let words = moves.into_iter().map(|mv| {
                let word = game.human_text(mv);
                game.play(mv);
                word
            });
            format!("{place}: {}", words.collect::<Vec<_>>().join(" "))
        };
        let told = found.lines().map(text).chain(found.left_out.iter().cloned());
        let faults = lines.faults().iter().map(GameFileError::with_what_is_left_out);
        Ok(told.chain(faults).collect())
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
    fn a_fault_costs_no_more_than_the_rest_of_its_line() {
        let told = |text: &str| lines(text, "").expect(text);
        let none = lines("1. d4 *", "e4").expect_err("none");
        assert!(none.starts_with("a.pgn: no line continues from the position analysed, "));
        let main = told("1. e4 (1. c4) e4 (1... c5 2. Nf3) 2. d4 (2. c4) *");
        assert_eq!(
            main[..3],
            ["a.pgn, line 1: e4", "a.pgn, line 1: c4", "a.pgn, line 1: e4 c5 Nf3"]
        );
        assert!(main[3].starts_with("a.pgn, line 1, column 15: \"e4\" is not legal in "));
        assert_eq!(main.len(), 4, "{main:?}");
        let inner = told(
            "1. e4 (1. d4 -- 2. c4 (2. c3)) e5 (0.35) (time (left)) 2. Nf3 1-0 (White resigned)",
        );
        assert_eq!(inner[..2], ["a.pgn, line 1: e4 e5 Nf3", "a.pgn, line 1: d4"]);
        assert!(inner[2].starts_with("a.pgn, line 1, column 14: \"--\" is not"), "{inner:?}");
        assert_eq!(inner.len(), 3, "words in brackets are remarks: {inner:?}");
        let words = told("1. e4 (better was d4) e5 *");
        assert!(words[1].contains("column 8: \"better\" is not written like a move"), "{words:?}");
        let open = told("1. e4 (1. d4");
        assert_eq!(open[..2], ["a.pgn, line 1: e4", "a.pgn, line 1: d4"]);
        assert_eq!(open[2], "a.pgn, line 1, column 7: the variation that begins here has no end");
        let other = told("1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *");
        assert_eq!(other[0], "a.pgn, line 1: e4");
        assert!(other[1].starts_with("a.pgn, line 3, column 1: the variant \"Atomic\""));
    }

    #[test]
    fn moves_that_lines_have_in_common_count_once() {
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *\n\n1. d4 d5 *\n";
        let here = MainLine { start: Position::default(), moves: Vec::new() };
        let games = lines_in::<Position>(text, "a.pgn", &here, &Tapered::default());
        let mut after_e4 = Position::default();
        after_e4.play(after_e4.read_move("e4").expect("legal"));
        let counts = |position: &Position, without: &[usize]| {
            games.through(position).map(|found| found.counts(without)).unwrap_or_default()
        };
        let all = LineCounts { games: 2, other_games: 0, lines: 4, moves: 8 };
        assert_eq!(counts(&here.start, &[]), all);
        let some = LineCounts { games: 1, other_games: 1, lines: 3, moves: 5 };
        assert_eq!(counts(&after_e4, &[]), some);
        // 1... c5 2. c3 is left out.
        assert_eq!(counts(&after_e4, &[1]), LineCounts { lines: 2, moves: 4, ..some });
    }

    #[test]
    fn nesting_costs_no_more_than_its_moves() {
        let text = format!("1. e4{}", "(d4(c4".repeat(10_000));
        let games = lines_in::<Position>(
            &text,
            "a.pgn",
            &MainLine { start: Position::default(), moves: Vec::new() },
            &Tapered::default(),
        );
        let found = games.through(&Position::default()).map(|found| found.lines().count());
        assert_eq!(found.ok(), Some(20_001));
        assert!(games.games[0].nodes.len() == 20_002);
    }

    #[test]
    fn lines_are_not_longer_than_any_game() {
        let knights = ["Nf3 Nf6 ", "Ng1 Ng8 "].concat().repeat(300);
        let told = lines(&format!("{knights} Nf3 (Nc3)"), "").expect("lines");
        assert_eq!(told[0].split(' ').count(), "a.pgn, line 1:".split(' ').count() + MOST_PLIES);
        assert!(told[1].contains("only the first 1000 moves are taken"), "{told:?}");
        assert_eq!(told.len(), 2, "both are cut at one place");
    }
}
