//! What people type: `d`, `eval`, `go perft N`, `bench`, `why MOVE`, `help`.

use std::io::{self, Write};

use anyhow::bail;

use super::console::Console;
use super::game_line::{GameLine, read_move};
use crate::app::commands::why;
use crate::app::evaluations::EvaluationKind;
use crate::app::experiments::bench;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, counted, mover};
use crate::inspect::{MoveQuestion, TreeReader};
use crate::search::{BestFirst, Interrupt};

/// What `help` tells.
pub const HELP: &str = "\
uci, isready, ucinewgame, quit      as every engine
setoption name NAME value VALUE     set an option; uci lists them
position startpos|fen FEN [moves M...]
go [depth D] [nodes N] [movetime MS] [wtime MS btime MS [winc MS binc MS] [movestogo N]]
   [mate N] [searchmoves M...] [infinite] [ponder]
stop, ponderhit
d                                   show the position
eval                                its static value
go perft N                          count the moves N plies deep
why MOVE                            why the tree does not prefer a move
bench                               a signature of the search, and its speed";

/// The position in a drawing and in one line, and what the tree knows of it.
pub fn display<G: CommandLineGame>(line: &GameLine<G>, tree: Option<&BestFirst<G>>) -> String {
    let position = &line.position;
    let kept = match tree {
        Some(search) => counted(search.tree().len() as u64, "node"),
        None => "none".to_string(),
    };
    format!(
        "{}\nFen: {}\nKey: {:016x}\nTree: {kept}",
        position.drawing(),
        position.describe(),
        position.key()
    )
}

/// The static value of the position.
pub fn evaluation<G: CommandLineGame>(position: &G) -> String {
    let side = mover(position);
    let score = Score::new(position.evaluate(), side);
    format!("static value {score} for {}, before any move is tried", G::player_name(side))
}

/// Counts the moves this many plies deep, for each first move. `None` if `interrupt` ended it.
pub fn perft<G: CommandLineGame>(
    position: &G,
    depth: u32,
    is_chess960: bool,
    interrupt: &Interrupt,
) -> Option<String> {
    let mut text = String::new();
    let mut total = 0;
    for mv in position.legal_moves() {
        let after = position.after(mv);
        let count = count(&after, depth - 1, interrupt)?;
        total += count;
        text += &format!("{}: {count}\n", position.engine_text(mv, is_chess960));
    }
    Some(format!("{text}\nNodes searched: {total}"))
}

fn count<G: CommandLineGame>(position: &G, depth: u32, interrupt: &Interrupt) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    if interrupt.is_thrown() {
        return None;
    }
    moves.into_iter().try_fold(0, |sum, mv| {
        let after = position.after(mv);
        Some(sum + count(&after, depth - 1, interrupt)?)
    })
}

/// Why the tree does not prefer a move of the position that it analyses.
///
/// # Errors
///
/// A move that is not legal there.
pub fn why<G: CommandLineGame>(search: &BestFirst<G>, text: &str) -> anyhow::Result<String> {
    let reader = TreeReader::new(search);
    let mv = match read_move(reader.position(), text) {
        Ok(mv) => mv,
        Err(error) => bail!("why: {text:?} {error} in {}", reader.position().describe()),
    };
    let explanation = MoveQuestion::new(&reader, mv)?.explain()?;
    let mut told = Vec::new();
    let causes = why::causes(&explanation, reader.position(), &mut why::few_trials());
    why::write_explanation(&explanation, &causes, &reader, &mut told)?;
    Ok(String::from_utf8_lossy(&told).trim_end().to_string())
}

/// Runs the bench; ends between two positions once `interrupt` is thrown.
///
/// # Errors
///
/// As [`bench::run`], and if it was interrupted.
pub fn bench<G: CommandLineGame>(
    evaluation: &EvaluationKind,
    console: &Console<'_>,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    bench::run::<G>(evaluation, None, None, &mut Lines { console, interrupt, line: Vec::new() })
        .map(drop)
}

/// Tells whole lines.
struct Lines<'a, 'b> {
    console: &'a Console<'b>,
    interrupt: &'a Interrupt,
    line: Vec<u8>,
}

impl Write for Lines<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_thrown() {
            // `ErrorKind::Interrupted` would mean that it is to be tried again.
            return Err(io::Error::other("interrupted"));
        }
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            self.console.say(&String::from_utf8_lossy(&line[..end]));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
