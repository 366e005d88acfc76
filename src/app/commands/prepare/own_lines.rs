//! The lines that one plays whatever the tree says.

use std::collections::HashMap;

use shakmaty::{Color, Move};

use super::repertoire::SeveralAnswers;
use crate::app::exit;
use crate::app::files::game_file::{GameLines, MainLine};
use crate::app::usage::UsageError;
use crate::chess::{MoveCounts, Position};
use crate::game::{Game, Turn};

/// What one plays.
pub struct OwnLines {
    /// Moves by the key of the position; where lines differ, the first one.
    pub chosen: HashMap<u64, Move>,
    /// Where they differ.
    pub several: Vec<SeveralAnswers>,
    /// Whether all of the file could be read.
    pub is_whole: bool,
}

/// What these lines say. Each begins at the first position, or at one that another line or one of the games comes to.
///
/// # Errors
///
/// [`UsageError`] where no line does.
pub fn own_lines(
    lines: Option<&GameLines<Position>>,
    side: Color,
    first: &Position,
    counts: &MoveCounts,
) -> Result<OwnLines, UsageError> {
    let mut own = OwnLines { chosen: HashMap::new(), several: Vec::new(), is_whole: true };
    let Some(lines) = lines else { return Ok(own) };
    own.is_whole = lines.faults.is_empty();
    let in_games = |start: &&Position| {
        let comes = !counts.of(start.chess()).is_empty();
        comes.then(|| MainLine { start: Position::clone(start), moves: Vec::new() })
    };
    let ways = |starts: &[&Position]| starts.iter().map(in_games).collect();
    let found = lines.through(first, ways).map_err(UsageError::new)?;
    found.left_out.iter().for_each(|warning| exit::warn(warning));
    let turn = side.fold_wb(Turn::Max, Turn::Min);
    found.lines().for_each(|(_, line)| own.take(&line, turn));
    Ok(own)
}

impl OwnLines {
    /// Takes the moves of a line in these turns.
    fn take(&mut self, line: &MainLine<Position>, turn: Turn) {
        let mut position = line.start.clone();
        for (ply, &mv) in line.moves.iter().enumerate() {
            if position.turn() == turn {
                let chosen = *self.chosen.entry(position.key()).or_insert(mv);
                if chosen != mv {
                    let moves = line.moves[..ply].to_vec();
                    let way = MainLine { start: line.start.clone(), moves };
                    self.note(&position, way, chosen, mv);
                }
            }
            position.play(mv);
        }
    }

    /// Notes another answer than the first one in a position, to which this way leads.
    fn note(&mut self, position: &Position, way: MainLine<Position>, chosen: Move, other: Move) {
        let is_it = |known: &&mut SeveralAnswers| known.line.end().key() == position.key();
        match self.several.iter_mut().find(is_it) {
            Some(known) if known.answers.contains(&other) => {}
            Some(known) => known.answers.push(other),
            None => self.several.push(SeveralAnswers { line: way, answers: vec![chosen, other] }),
        }
    }
}
