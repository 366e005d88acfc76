//! The command.

use std::io::Write;

use serde::Serialize;
use thiserror::Error;

use super::asked::{Asked, asked};
use super::causes::{ToldCauses, causes, few_trials, trials};
use super::claim::Claim;
use super::hint::hint_text;
use super::research;
use super::sentences;
use crate::app::args::WhyArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::output_file::OutputFile;
use crate::app::files::tree_path;
use crate::app::games::{Causes, CommandLineGame};
use crate::app::printable::printable_path;
use crate::app::reporting::json_line;
use crate::app::usage::UsageError;
use crate::app::{memory, settings, signals};
use crate::inspect::{
    MOST_INDEXED, MoveExplanation, MoveQuestion, OpinionLimits, SecondOpinion, TreeReader,
    transpositions,
};
use crate::search::{BestFirst, Interrupt, Limits};

/// A move that was never searched gets so many nodes before it is told of at once.
const AT_ONCE: u64 = 20_000;

/// Answers what the arguments ask.
///
/// # Errors
///
/// A file that is not a tree; [`BadPath`](crate::app::files::tree_path::BadPath) if the moves lead out of it;
/// [`IllegalMove`](crate::inspect::IllegalMove) where its own do not fit; too little memory to
/// search afresh; `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &WhyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let output = OutputFile::of_report(&args.report, [args.file.as_path()])?;
    let interrupt = signals::catch()?;
    let search = match args.quick {
        true => known_or_searched::<G>(args, &interrupt)?,
        false => load_and_search(args, args.nodes, &interrupt)?,
    };
    let mut reader = tree_path::reader_at(&search, args.at)?;
    let question_of = asked(&mut reader, args)?;
    let transpositions = transpositions(&search, MOST_INDEXED)?;
    let reader = reader.with_transpositions(&transpositions);
    let Some(question) = question(&reader, question_of)? else {
        return Err(UsageError::new(NotCompared).into());
    };
    let mut explanation = question.explain()?;
    if let Some(nodes) = args.verify {
        explanation.verified = verify(&question, &explanation, nodes, interrupt.clone())?;
    }
    let mut tests = match args.quick {
        true => few_trials(),
        false => trials(args.test_nodes, interrupt),
    };
    let causes = causes(&explanation, reader.position(), &mut tests);
    let test_nodes = tests.nodes();
    let told = Told { explanation: &explanation, causes: &causes, test_nodes };
    OutputFile::write_or(output, out, |out| match args.hint {
        Some(hint) => {
            let text = hint_text(hint, &explanation.mv, &causes, reader.position());
            Ok(writeln!(out, "{text}")?)
        }
        None => write(&told, &reader, args.json, out),
    })?;
    Ok(Exit::Done)
}

/// One of two moves has no value to compare.
#[derive(Debug, Error)]
#[error("the tree has no value for one of the two moves; without --quick they are searched first")]
struct NotCompared;

/// The question about one move, or about the worse of two against the better.
fn question<'a, G: CommandLineGame>(
    reader: &'a TreeReader<'a, G>,
    asked: Asked<G::Move>,
) -> anyhow::Result<Option<MoveQuestion<'a, G>>> {
    let (one, two) = match asked {
        Asked::One(mv) => return Ok(Some(MoveQuestion::new(reader, mv)?)),
        Asked::Two(one, two) => (one, two),
    };
    let Some(question) = MoveQuestion::new(reader, one)?.against(two)? else { return Ok(None) };
    if !question.is_tried() {
        return Ok(None);
    }
    match question.is_better() {
        true => Ok(MoveQuestion::new(reader, two)?.against(one)?),
        false => Ok(Some(question)),
    }
}

/// The tree as it is, unless the move was never searched.
fn known_or_searched<G: CommandLineGame>(
    args: &WhyArgs,
    interrupt: &Interrupt,
) -> anyhow::Result<BestFirst<G>> {
    let search = tree_path::load::<G>(&args.file, &args.tables)?;
    let mut reader = tree_path::reader_at(&search, args.at)?;
    let question_of = asked(&mut reader, args)?;
    let is_known = |mv| {
        let question = MoveQuestion::new(&reader, mv);
        question.is_ok_and(|question| question.is_tried() || question.is_excluded())
    };
    let all = match question_of {
        Asked::One(mv) => is_known(mv),
        Asked::Two(one, two) => is_known(one) && is_known(two),
    };
    let is_pure = !search.rules().searches_leaves();
    if all || is_pure { Ok(search) } else { load_and_search(args, AT_ONCE, interrupt) }
}

/// The tree, grown until it knows both moves by so many nodes.
fn load_and_search<G: CommandLineGame>(
    args: &WhyArgs,
    nodes: u64,
    interrupt: &Interrupt,
) -> anyhow::Result<BestFirst<G>> {
    let research::Asked { mut search, fixed } = research::load::<G>(args, interrupt)?;
    if args.at.is_some() {
        // Places of a game are found from its beginning on.
        while search.step_back().is_ok() {}
    }
    let mut reader = tree_path::reader_at(&search, args.at)?;
    let question_of = asked(&mut reader, args)?;
    let (path, before) = (reader.path().to_vec(), answer(&reader)?);
    if let Some(why) = fixed {
        exit::warn(&format_args!(
            "{} is not searched further: {why}; this is what it knows",
            printable_path(&args.file)
        ));
        return Ok(search);
    }
    let limits = Limits { nodes: Some(nodes), interrupt: interrupt.clone(), ..Limits::default() };
    let plan = research::Plan { asked: question_of, limits: &limits, goes_further: !args.quick };
    if !research::research(&mut search, &path, &plan)? {
        exit::warn(&"the search was not finished; this is what the tree knows");
    }
    let mut reader = tree_path::reader_at(&search, args.at)?;
    asked(&mut reader, args)?;
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
    claim: Option<StatedClaim>,
}

#[derive(Serialize)]
struct StatedClaim {
    #[serde(flatten)]
    claim: Claim,
    #[serde(flatten)]
    causes: ToldCauses,
}

/// An answer.
pub(super) struct Told<'a, G: CommandLineGame> {
    pub(super) explanation: &'a MoveExplanation,
    pub(super) causes: &'a Causes<G::Move>,
    /// Nodes of each search that tested a cause.
    pub(super) test_nodes: u64,
}

pub(super) fn write<G: CommandLineGame>(
    told: &Told<'_, G>,
    reader: &TreeReader<'_, G>,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if as_json {
        let position = reader.position();
        let causes = ToldCauses::new(told.causes, position, told.test_nodes);
        let claim = sentences::claim(told.explanation, position);
        let claim = claim.map(|claim| StatedClaim { claim, causes });
        Ok(json_line::write(&Stated { explanation: told.explanation, claim }, out)?)
    } else {
        sentences::write(told.explanation, told.causes, reader, out)
    }
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
