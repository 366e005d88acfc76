//! Answers as they were found in files.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use crate::app::args::MOST_TASKS;
use crate::app::net::lines::{AnswerLine, ErrorLine, Terms, content, next_line};
use crate::game::Heuristics;
use crate::game::Notation;
use crate::search::{LeafAnswer, LeafTask};

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
        terms.agree_with(&line.terms).map_err(|differs| differs.to_string())?;
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
