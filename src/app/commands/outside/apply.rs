//! `shans remote apply`, and answers as they were found in files: the sound ones, and why the others are refused.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::Context;
use indicatif::HumanCount;

use super::split::{OpenTree, open};
use crate::app::args::{ApplyArgs, MOST_TASKS};
use crate::app::exit::{self, Exit};
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::net::lines::{AnswerLine, ErrorLine, Terms, content, next_line};
use crate::app::reporting::score::counted;
use crate::game::{Heuristics, Notation};
use crate::search::{LeafAnswer, LeafTask};
use crate::session::{SaveFile, SavePlace, Session};

/// Gives answers to a tree, and saves it.
///
/// # Errors
///
/// [`UsageError`](crate::app::usage::UsageError) for a tree that asks nothing; a file that cannot be read
/// or written.
pub fn run<G: CommandLineGame>(args: &ApplyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut place = SavePlace::at(&args.file);
    place.take()?;
    let Some(tree) = open::<G>(&args.file, &args.tables)? else {
        return Ok(Exit::Interrupted);
    };
    let mut answers = read(&args.answers, &tree.terms)?;
    let OpenTree { mut search, info, .. } = tree;
    let before = search.tree().len() as u64;
    if !answers.is_empty() {
        search.ask_outside(usize::from(answers.asked), |tasks| answers.to(tasks));
        // Where nothing was asked at all.
        answers.refuse_others();
    }
    let after = search.tree().len() as u64;
    let saved = if answers.taken > 0 {
        let options = saving::options_of(&args.saving, &info, &info.searcher);
        let file = SaveFile::new(place, options);
        saving::save_last(&mut Session::new(search).kept_in(file)).1
    } else {
        None
    };
    answers.refused.iter().for_each(|why| exit::complain(why));
    let taken = counted(answers.taken, "answer");
    let [twice, refused] = [answers.twice, answers.refused.len() as u64].map(HumanCount);
    writeln!(out, "{taken} applied, {twice} came twice, {refused} refused")?;
    writeln!(out, "{} before, {} now", counted(before, "tree node"), HumanCount(after))?;
    match saved {
        Some(failure) => Err(failure),
        None if answers.refused.is_empty() => Ok(Exit::Done),
        None => Ok(Exit::BadInput),
    }
}

fn read(files: &[impl AsRef<Path>], terms: &Terms) -> anyhow::Result<Answers> {
    let mut answers = Answers::default();
    for path in files.iter().map(AsRef::as_ref) {
        let name = path.display().to_string();
        let read = match name.as_str() {
            "-" => answers.read("standard input", &mut io::stdin().lock(), terms),
            _ => File::open(path)
                .and_then(|file| answers.read(&name, &mut BufReader::new(file), terms)),
        };
        read.with_context(|| format!("cannot read {name}"))?;
    }
    Ok(answers)
}

/// An answer, and where it stands.
struct Found {
    place: String,
    answer: LeafAnswer,
}

/// Answers by what was asked, and what is wrong with the others.
#[derive(Default)]
pub struct Answers {
    found: BTreeMap<String, Vec<Found>>,
    /// The most questions that were open at a time where one of them was asked.
    pub asked: u16,
    /// Why lines are refused, each with its place.
    pub refused: Vec<String>,
    /// Answers that were there already.
    pub twice: u64,
    /// Answers that were taken.
    pub taken: u64,
}

impl Answers {
    /// Reads the lines of a file. A line that is not an answer under these terms is refused.
    ///
    /// # Errors
    ///
    /// Input that cannot be read.
    pub fn read(&mut self, name: &str, input: &mut impl BufRead, terms: &Terms) -> io::Result<()> {
        for number in 1_u64.. {
            let Some(line) = next_line(input)? else { break };
            let place = format!("{name}, line {number}");
            if line.is_empty() {
                continue;
            }
            if let Err(why) = self.read_line(&line, &place, terms) {
                self.refused.push(format!("{place}: {why}"));
            }
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str, place: &str, terms: &Terms) -> Result<(), String> {
        if let Ok(error) = serde_json::from_str::<ErrorLine>(line) {
            return Err(format!(
                "the worker could not answer line {}: {}",
                error.line, error.error
            ));
        }
        let line: AnswerLine =
            serde_json::from_str(line).map_err(|error| format!("not an answer: {error}"))?;
        terms.agree_with(&line.terms)?;
        self.asked = self.asked.max(line.asked).min(MOST_TASKS);
        let found = Found { place: place.to_string(), answer: line.answer };
        self.found.entry(content(&line.task)).or_default().push(found);
        Ok(())
    }

    /// Whether there is any.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The answers to these tasks. Of several sound ones to one task the same counts, in whatever order they
    /// came. What is left over is refused.
    pub fn to<G: Heuristics + Notation>(&mut self, tasks: &[LeafTask<G>]) -> Vec<LeafAnswer> {
        let mut taken = Vec::new();
        for task in tasks {
            let found = self.found.remove(&content(&task.record())).unwrap_or_default();
            let mut sound = Vec::new();
            for Found { place, answer } in found {
                match task.check(&answer) {
                    Ok(()) => sound.push(LeafAnswer { ticket: task.ticket, ..answer }),
                    Err(why) => self.refused.push(format!("{place}: {why}")),
                }
            }
            self.twice += (sound.len() as u64).saturating_sub(1);
            let text = |answer: &LeafAnswer| serde_json::to_string(answer).unwrap_or_default();
            taken.extend(sound.into_iter().min_by_key(text));
        }
        self.refuse_others();
        self.taken = taken.len() as u64;
        taken
    }

    /// Nobody asks for what is left.
    pub fn refuse_others(&mut self) {
        for found in std::mem::take(&mut self.found).into_values().flatten() {
            self.refused
                .push(format!("{}: the tree does not ask this, or no longer does", found.place));
        }
    }
}
