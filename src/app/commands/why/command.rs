//! The command.

use std::io::Write;

use super::sentences;
use crate::app::args::WhyArgs;
use crate::app::args::move_words::move_words;
use crate::app::exit::{self, Exit};
use crate::app::files::tree_path::{self, BadPath};
use crate::app::games::CommandLineGame;
use crate::app::reporting::json_line;
use crate::app::usage::UsageError;
use crate::app::{memory, settings, signals};
use crate::inspect::{
    MoveExplanation, MoveQuestion, OpinionLimits, SecondOpinion, TreeReader, transpositions,
};

/// Nodes among which other ways to a position are looked for: those with most effort.
const MOST_INDEXED: usize = 20_000;

/// Answers what the arguments ask.
///
/// # Errors
///
/// A file that is not a tree; [`BadPath`] if the moves lead out of it;
/// [`IllegalMove`](crate::inspect::IllegalMove) where its own do not fit; too little memory to
/// search afresh; `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &WhyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let search = tree_path::load::<G>(&args.file, &args.tables)?;
    let mut reader = TreeReader::new(&search);
    let asked = follow(&mut reader, &args.moves)?;
    let transpositions = transpositions(&search, MOST_INDEXED)?;
    let question = MoveQuestion::new(&reader, asked)?.with_transpositions(&transpositions);
    let mut explanation = question.explain()?;
    if let Some(nodes) = args.verify {
        explanation.verified = verify(&question, &explanation, nodes)?;
    }
    write(&explanation, &reader, args.json, out)?;
    out.flush()?;
    Ok(Exit::Done)
}

pub(super) fn write<G: CommandLineGame>(
    explanation: &MoveExplanation,
    reader: &TreeReader<'_, G>,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if as_json {
        Ok(json_line::write(explanation, out)?)
    } else {
        sentences::write(explanation, reader, out)
    }
}

/// Goes to the position in which the last of the moves is asked about; returns that move.
pub(super) fn follow<G: CommandLineGame>(
    reader: &mut TreeReader<'_, G>,
    moves: &[String],
) -> Result<G::Move, UsageError> {
    let mut words: Vec<&str> = move_words(moves).collect();
    let asked = words.pop().unwrap_or_default();
    tree_path::follow(reader, words)?;
    reader.legal_move(asked).map_err(|error| BadPath::new(error, reader).into())
}

/// Searches afresh. `None`, and a warning, where there is nothing to compare with, and where
/// it is interrupted.
fn verify<G: CommandLineGame>(
    question: &MoveQuestion<'_, G>,
    explanation: &MoveExplanation,
    nodes: u64,
) -> anyhow::Result<Option<SecondOpinion>> {
    let interrupt = signals::catch()?;
    if explanation.rival.is_none() {
        exit::warn(&"no other move was tried here: there is nothing to verify against");
        return Ok(None);
    }
    let memory = settings::possible_memory(memory::default_limit()).map_err(UsageError::new)?;
    let opinion = question.second_opinion(&OpinionLimits { nodes, memory, interrupt });
    if opinion.is_none() {
        exit::warn(&"interrupted: nothing was verified");
    }
    Ok(opinion)
}
