//! The command.

use std::io::Write;

use serde::Serialize;

use super::claim::Claim;
use super::research::{self, Asked};
use super::sentences;
use crate::app::args::WhyArgs;
use crate::app::args::move_words::move_words;
use crate::app::exit::{self, Exit};
use crate::app::files::output_file::OutputFile;
use crate::app::files::tree_path::{self, BadPath};
use crate::app::games::CommandLineGame;
use crate::app::printable::printable_path;
use crate::app::reporting::json_line;
use crate::app::usage::UsageError;
use crate::app::{memory, settings, signals};
use crate::inspect::{
    MOST_INDEXED, MoveExplanation, MoveQuestion, OpinionLimits, SecondOpinion, TreeReader,
    transpositions,
};
use crate::search::{BestFirst, Interrupt, Limits};

/// Answers what the arguments ask.
///
/// # Errors
///
/// A file that is not a tree; [`BadPath`] if the moves lead out of it;
/// [`IllegalMove`](crate::inspect::IllegalMove) where its own do not fit; too little memory to
/// search afresh; `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &WhyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let output = OutputFile::of_report(&args.report, [args.file.as_path()])?;
    let interrupt = signals::catch()?;
    let search = match args.quick {
        true => tree_path::load::<G>(&args.file, &args.tables)?,
        false => load_and_search(args, &interrupt)?,
    };
    let mut reader = tree_path::reader_at(&search, args.at)?;
    let asked = follow(&mut reader, &args.moves)?;
    let transpositions = transpositions(&search, MOST_INDEXED)?;
    let reader = reader.with_transpositions(&transpositions);
    let question = MoveQuestion::new(&reader, asked)?;
    let mut explanation = question.explain()?;
    if let Some(nodes) = args.verify {
        explanation.verified = verify(&question, &explanation, nodes, interrupt)?;
    }
    OutputFile::write_or(output, out, |out| write(&explanation, &reader, args.json, out))?;
    Ok(Exit::Done)
}

/// The tree, grown until it knows both moves.
fn load_and_search<G: CommandLineGame>(
    args: &WhyArgs,
    interrupt: &Interrupt,
) -> anyhow::Result<BestFirst<G>> {
    let Asked { mut search, fixed } = research::load::<G>(args, interrupt)?;
    if args.at.is_some() {
        // Places of a game are found from its beginning on.
        while search.step_back().is_ok() {}
    }
    let mut reader = tree_path::reader_at(&search, args.at)?;
    let asked = follow(&mut reader, &args.moves)?;
    let (path, before) = (reader.path().to_vec(), answer(&reader)?);
    if let Some(why) = fixed {
        exit::warn(&format_args!(
            "{} is not searched further: {why}; this is what it knows",
            printable_path(&args.file)
        ));
        return Ok(search);
    }
    let nodes = Some(args.nodes);
    let limits = Limits { nodes, interrupt: interrupt.clone(), ..Limits::default() };
    if !research::research(&mut search, &path, asked, &limits)? {
        exit::warn(&"the search was not finished; this is what the tree knows");
    }
    let mut reader = tree_path::reader_at(&search, args.at)?;
    follow(&mut reader, &args.moves)?;
    let now = answer(&reader)?;
    if let Some((before, now)) = before.zip(now).filter(|(before, now)| before != now) {
        exit::warn(&format_args!(
            "searching for this answer has changed the best move from {before} to {now}; \
             shans resume searches on and saves what it finds"
        ));
    }
    Ok(search)
}

/// The preferred move of the position looked at.
fn answer<G: CommandLineGame>(reader: &TreeReader<'_, G>) -> anyhow::Result<Option<String>> {
    let Some((_, id)) = reader.preferred(reader.at()) else { return Ok(None) };
    let mv = reader.move_to(id, reader.position())?;
    Ok(Some(reader.position().human_text(mv)))
}

/// An explanation with what it states.
#[derive(Serialize)]
struct Stated<'a> {
    #[serde(flatten)]
    explanation: &'a MoveExplanation,
    claim: Option<Claim>,
}

pub(super) fn write<G: CommandLineGame>(
    explanation: &MoveExplanation,
    reader: &TreeReader<'_, G>,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if as_json {
        let claim = sentences::claim(explanation, reader.position());
        Ok(json_line::write(&Stated { explanation, claim }, out)?)
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
    interrupt: Interrupt,
) -> anyhow::Result<Option<SecondOpinion>> {
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
