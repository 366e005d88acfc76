//! `shans eval`: what a position is worth before any move is tried, and what that consists of.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::app::args::EvalArgs;
use crate::app::evaluations::EvaluationKind;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::files::output_file::OutputFile;
use crate::app::games::{CommandLineGame, GivenPosition, PieceWorth, TableStory};
use crate::app::reporting::json_line;
use crate::app::reporting::score::{Score, mover, win_draw_loss_text};
use crate::game::{Past, probabilities};
use crate::inspect::win_draw_loss;
use crate::sorting::falling;
use crate::value::Player;
use crate::win_draw_loss::WinDrawLoss;

/// Tells what the position of the arguments is worth.
///
/// # Errors
///
/// [`UsageError`](crate::app::usage::UsageError) where the position cannot be read; `out` that cannot be
/// written.
pub fn run<G: CommandLineGame>(args: &EvalArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let output = OutputFile::of_report(&args.report, [])?;
    let evaluator = ending_tables::evaluator::<G>(&args.evaluation.kind, &args.tables);
    let GivenPosition { position, warnings, .. } =
        G::read_position(&args.position.join(" "), evaluator)?;
    warnings.iter().for_each(|warning| exit::warn(warning));
    let report = EvalReport::new(&position, args.evaluation.kind.clone(), warnings);
    OutputFile::write_or(output, out, |out| {
        match args.json {
            true => json_line::write(&report, out)?,
            false => write_text(&position, &report, out)?,
        }
        Ok(())
    })?;
    Ok(Exit::Done)
}

/// All numbers are those of the side to move. Scripts rely on the names: add to them, do not rename.
#[derive(Serialize)]
struct EvalReport {
    fen: String,
    evaluation: EvaluationKind,
    /// The static value, or the result where the game is over.
    score: Score,
    /// What is certain without a search: the game is over, or the ending is known.
    known: Option<Score>,
    /// The same in words.
    ending: Option<String>,
    /// What endgame tables say; absent if they say nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    tb: Option<TableStory>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<WinDrawLoss>,
    /// Centipawns by name, which add up to the score; `None` if the game is over.
    #[serde(serialize_with = "as_object")]
    parts: Option<Vec<(&'static str, Option<i64>)>>,
    pieces: Vec<PieceWorth>,
    /// Every legal move, the most likely to be the best one first; absent if the evaluation does
    /// not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<LikelyMove>>,
    warnings: Vec<String>,
    #[serde(skip)]
    is_over: bool,
}

/// A legal move, and the probability that it is the best one.
#[derive(Serialize)]
struct LikelyMove {
    #[serde(rename = "move")]
    mv: String,
    san: String,
    probability: f64,
}

/// How many moves the text names at most, and how likely they are at least.
const MOVES_SHOWN: usize = 8;
const SHOWN_FROM: f64 = 0.01;

/// The legal moves of an unfinished position, the most likely first.
fn likely_moves<G: CommandLineGame>(position: &G) -> Option<Vec<LikelyMove>> {
    let (moves, mut log_odds) = (position.legal_moves(), Vec::new());
    position.log_odds(&moves, &mut log_odds);
    if log_odds.len() != moves.len() {
        return None;
    }
    let likely = moves.iter().zip(probabilities(&log_odds)).map(|(&mv, probability)| LikelyMove {
        mv: position.machine_text(mv),
        san: position.human_text(mv),
        // More digits would tell nothing.
        probability: (probability * 1e6).round() / 1e6,
    });
    let mut likely: Vec<LikelyMove> = likely.collect();
    likely.sort_by_cached_key(|one| falling(one.probability));
    Some(likely)
}

fn as_object<S: Serializer>(
    parts: &Option<Vec<(&'static str, Option<i64>)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match parts {
        Some(parts) => serializer.collect_map(parts.iter().copied()),
        None => serializer.serialize_none(),
    }
}

impl EvalReport {
    fn new<G: CommandLineGame>(
        position: &G,
        evaluation: EvaluationKind,
        warnings: Vec<String>,
    ) -> EvalReport {
        let viewer = mover(position);
        let past = Past::default();
        let outcome = position.outcome(&past);
        let is_over = outcome.is_some();
        let known = outcome.or_else(|| position.exact(&past));
        let value = outcome.unwrap_or_else(|| position.evaluate());
        let wdl = win_draw_loss(position, known.unwrap_or(value), known.is_some(), viewer);
        let story = if is_over { Default::default() } else { position.value_story() };
        let seen = |cp: i64| if viewer == Player::Max { cp } else { -cp };
        let pieces = story.pieces.into_iter();
        EvalReport {
            fen: position.describe(),
            evaluation,
            score: Score::new(value, viewer),
            known: known.map(|known| Score::new(known, viewer)),
            ending: known.map(|_| position.ending(&past)),
            tb: position.table_story().filter(|_| !is_over),
            wdl,
            parts: (!is_over)
                .then(|| story.parts.into_iter().map(|(name, cp)| (name, cp.map(seen))).collect()),
            pieces: pieces
                .map(|piece| PieceWorth { worth: piece.worth.map(seen), ..piece })
                .collect(),
            moves: if is_over { None } else { likely_moves(position) },
            warnings,
            is_over,
        }
    }
}

fn write_text<G: CommandLineGame>(
    position: &G,
    report: &EvalReport,
    out: &mut dyn Write,
) -> io::Result<()> {
    let side = G::player_name(mover(position));
    writeln!(out, "{}\n{side} to move\n", report.fen)?;
    let ending = report.ending.as_deref().unwrap_or_default();
    if report.is_over {
        return writeln!(out, "The game is over: {ending}.");
    }
    writeln!(out, "{}\n", position.drawing_with_worths(&report.pieces))?;
    for (name, cp) in report.parts.iter().flatten() {
        if let Some(cp) = cp {
            writeln!(out, "{name:<10} {:>6}", Score::Cp(*cp).to_string())?;
        }
    }
    writeln!(out, "score      {:>6} for {side}", report.score.to_string())?;
    if !ending.is_empty() {
        writeln!(out, "known      {ending}")?;
    } else if let Some(table) = &report.tb {
        writeln!(out, "tables     {}", table.text)?;
    } else if let Some(chances) = report.wdl {
        writeln!(out, "expected   {}", win_draw_loss_text(chances))?;
    }
    if let Some(moves) = &report.moves {
        let shown = moves.iter().take(MOVES_SHOWN).filter(|mv| mv.probability >= SHOWN_FROM);
        let shown: Vec<String> =
            shown.map(|mv| format!("{} {:.0} %", mv.san, 100.0 * mv.probability)).collect();
        writeln!(out, "best       {}", shown.join(", "))?;
    }
    write!(out, "\n{}", legend(side))
}

fn legend(side: &str) -> String {
    format!(
        "\
All numbers are in pawns, for {side}. Beside each piece: how much lower tables and network would be
without it. tables: each piece on its square. network: its correction for all of them together.
turn: the right to move. endings: what endgame rules and tables change. best: how likely each move
is the best one. No move has been tried.
"
    )
}
