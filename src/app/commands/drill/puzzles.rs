//! Puzzles from a file, in the form of those of lichess.org: columns separated by commas, a line of names above them.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, ensure};

use super::question::Question;
use crate::app::games::CommandLineGame;

/// Themes of lichess.org that are no ideas.
const NO_IDEAS: &str = "opening middlegame endgame equality advantage crushing oneMove short long \
                        veryLong master masterVsMaster superGM";

/// A puzzle as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position before the opponent's move.
    fen: String,
    /// The opponent's move, and the solution.
    moves: String,
    themes: String,
}

/// The puzzles of a file.
#[derive(Clone, Debug)]
pub struct Puzzles {
    /// The file.
    pub file: PathBuf,
    rows: Vec<(String, Puzzle)>,
}

impl Puzzles {
    /// Reads them.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or holds none.
    pub fn read(path: &Path) -> anyhow::Result<Puzzles> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let rows = rows(&text, &name)?;
        Ok(Puzzles { file: path.to_path_buf(), rows })
    }

    /// Their names, where answers are kept, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|(name, _)| name.as_str())
    }

    /// The one of this name.
    pub fn named(&self, name: &str) -> Option<&Puzzle> {
        self.rows.iter().find(|(known, _)| known == name).map(|(_, puzzle)| puzzle)
    }
}

fn rows(text: &str, file: &str) -> anyhow::Result<Vec<(String, Puzzle)>> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    // None of the columns that are read holds a comma.
    let fields = |line: &str| -> Vec<String> {
        line.split(',').map(|field| field.trim().trim_matches('"').to_string()).collect()
    };
    let names = lines.next().map(fields).unwrap_or_default();
    let column = |wanted: &str| {
        let place = names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
        let needed = "puzzles need FEN and Moves in the line of names above them";
        place.with_context(|| format!("{file} has no column {wanted}; {needed}"))
    };
    let (fen, moves, themes) = (column("FEN")?, column("Moves")?, column("Themes").ok());
    let row = |line: &str| {
        let fields = fields(line);
        let field = |place: usize| fields.get(place).cloned().unwrap_or_default();
        let puzzle = Puzzle {
            fen: field(fen),
            moves: field(moves),
            themes: themes.map(field).unwrap_or_default(),
        };
        (puzzle.name(), puzzle)
    };
    let rows: Vec<_> = lines.map(row).collect();
    ensure!(!rows.is_empty(), "{file} holds no puzzles");
    Ok(rows)
}

impl Puzzle {
    /// What it is called: its position without counters, and the move that is made there first.
    fn name(&self) -> String {
        let board: Vec<&str> = self.fen.split(' ').take(4).collect();
        let first = self.moves.split(' ').next().unwrap_or_default();
        format!("{} {first}", board.join(" "))
    }

    /// Its themes as people write them, without those that say no more than when, how long and how well.
    fn ideas(&self) -> Vec<String> {
        self.themes
            .split_whitespace()
            .filter(|theme| NO_IDEAS.split(' ').all(|no| no != *theme))
            .map(words)
            .collect()
    }

    /// The same as a question.
    ///
    /// # Errors
    ///
    /// A position that is none, or moves that cannot be made there.
    pub fn question<G: CommandLineGame>(
        &self,
        evaluator: G::Evaluator,
    ) -> anyhow::Result<Question<G>> {
        let unreadable = |why: &dyn Display| anyhow!("a puzzle cannot be read: {why}");
        let given = G::read_position(&self.fen, evaluator).map_err(|error| unreadable(&error))?;
        let (start, mut at) = (given.position.clone(), given.position);
        let mut moves = Vec::new();
        let mut position = start.clone();
        for (index, text) in self.moves.split_whitespace().enumerate() {
            let mv = at.read_move(text).map_err(|error| unreadable(&error))?;
            at.play(mv);
            moves.push(mv);
            if index == 0 {
                position = at.clone();
            }
        }
        let Some((&first, solution)) = moves.split_first().filter(|(_, rest)| !rest.is_empty())
        else {
            return Err(unreadable(&"it has no solution"));
        };
        Ok(Question {
            name: self.name(),
            start,
            line: vec![first],
            position,
            solution: solution.to_vec(),
            reach: 1.0,
            ideas: self.ideas().join(", "),
        })
    }
}

/// `discoveredAttack` as people write it.
fn words(theme: &str) -> String {
    let mut words = String::new();
    for letter in theme.chars() {
        if letter.is_uppercase() || letter.is_ascii_digit() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::game::Notation as _;

    const FILE: &str = "PuzzleId,FEN,Moves,Rating,Themes\n\
        00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,mate mateIn2 middlegame\n\n\
        bad,8/8 w - - 0 1,e2e4 e7e5,1,\n";

    #[test]
    fn puzzles_are_read_as_lichess_writes_them() {
        let rows = rows(FILE, "puzzles.csv").expect("puzzles");
        assert_eq!(rows.len(), 2);
        let question = rows[0].1.question::<Position>(Tapered::default()).expect("a puzzle");
        let texts: Vec<String> =
            question.solution.iter().take(1).map(|&mv| question.position.human_text(mv)).collect();
        assert_eq!((texts, question.solution.len()), (vec!["Be6+".to_string()], 3));
        assert_eq!(question.ideas, "mate, mate in 2");
        let played = question.solution[..2].to_vec();
        let last = question.after(&played).expect("a move is left");
        assert_eq!(last.position.human_text(last.solution[0]), "Qf8#");
        assert!(last.after(&played).is_none());
        let bad = rows[1].1.question::<Position>(Tapered::default());
        assert!(bad.is_err_and(|why| why.to_string().starts_with("a puzzle cannot be read: ")));
    }

    #[test]
    fn what_is_no_file_of_puzzles_is_named() {
        let error = |text: &str| rows(text, "x.csv").expect_err("no puzzles").to_string();
        assert!(error("FEN,Themes\n").contains("no column Moves"));
        assert!(error("FEN,Moves\n").contains("holds no puzzles"));
        assert!(error("").contains("no column FEN"));
    }
}
