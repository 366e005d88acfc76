//! The drill, as the page asks it. The page says what time it is.

use std::collections::HashSet;

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::answers::{Reply, json};
use super::question::{DrillAnswer, DrillHint, Moves};
use super::walk::{PathMove, numbered};
use crate::app::commands::drill::{
    self, Grade, Judged, Next, Progress, Puzzles, Question, Verdict,
};
use crate::app::commands::why;
use crate::app::games::{Causes, CommandLineGame};
use crate::app::reporting::score::mover;
use crate::inspect::{MoveQuestion, MoveText, TreeReader, variation_text};
use crate::search::BestFirst;
use crate::session::Session;

/// Why there is nothing to answer.
const GONE: &str = "this question is not asked any more; go on to the next one";
/// The hint that gives the move away.
const LAST_HINT: u8 = 3;

/// What is drilled, and the answers so far.
#[derive(Debug, Default)]
pub struct Drill {
    /// What is drilled in place of the repertoire.
    pub(super) puzzles: Option<Puzzles>,
    pub(super) progress: Option<Progress>,
    /// The names of puzzles that cannot be read.
    pub(super) unreadable: HashSet<String>,
}

/// What is to be asked now.
#[derive(Debug, Serialize)]
struct Asked {
    /// `repertoire` or `puzzles`.
    deck: &'static str,
    questions: usize,
    due: usize,
    fresh: usize,
    /// When the next one is due; null where none is.
    later_ms: Option<i64>,
    /// The file in which answers are kept; null where there is none.
    file: Option<String>,
    /// Null where nothing is due.
    question: Option<Told>,
    /// Puzzles that cannot be read.
    left_out: usize,
}

/// A question as the page shows it.
#[derive(Debug, Serialize)]
struct Told {
    name: String,
    /// The moves of the solution that were made.
    played: Moves,
    fen: String,
    to_move: &'static str,
    legal: Vec<MoveText>,
    /// The moves that lead there.
    path: Vec<PathMove>,
    /// How often games come there, from 0 to 1.
    reach: f64,
    /// How often it was answered, and how often of that wrong.
    answers: (u32, u32),
}

/// What an answer is worth.
#[derive(Debug, Serialize)]
struct Answered {
    verdict: Verdict,
    #[serde(flatten)]
    mv: MoveText,
    /// The move that was asked for.
    answer: MoveText,
    /// What the move loses against it.
    loss_cp: i64,
    /// Why a wrong move is bad; null where no reason was found.
    why: Option<String>,
    /// How a wrong move is refuted, from the reply on.
    refutation: Vec<PathMove>,
    /// The position behind the move.
    fen: String,
    /// What is left to be found; null where nothing is.
    goes_on: Option<Told>,
    /// When the question comes again; null where it is not over.
    due_ms: Option<i64>,
}

impl Drill {
    /// Whether there is something to ask: puzzles, or in a repertoire what opponents play.
    pub fn has_questions<G: CommandLineGame>(&self, search: &BestFirst<G>) -> bool {
        self.puzzles.is_some() || !search.notes().habits().is_empty()
    }

    /// The next question.
    pub fn ask<G: CommandLineGame>(&mut self, session: &Session<G>, now: i64) -> Reply {
        let now = time(now)?;
        let questions = match self.puzzles {
            Some(_) => Vec::new(),
            None => drill::questions(session.search())?,
        };
        self.read_progress(session)?;
        loop {
            let names: Vec<&str> = match &self.puzzles {
                Some(puzzles) => {
                    puzzles.names().filter(|name| !self.unreadable.contains(*name)).collect()
                }
                None => questions.iter().map(|question| question.name.as_str()).collect(),
            };
            let progress = self.progress.as_ref();
            let next = progress.map(|progress| drill::next(names.iter().copied(), progress, now));
            let Next { due, fresh, question, later } = next.unwrap_or_default();
            let name = question.and_then(|place| names.get(place)).map(|name| (*name).to_string());
            let count = names.len();
            let question = match (&name, &self.puzzles) {
                (None, _) => None,
                (Some(name), Some(puzzles)) => match puzzle(puzzles, name, session.search()) {
                    Ok(question) => Some(question),
                    Err(_) => {
                        self.unreadable.insert(name.clone());
                        continue;
                    }
                },
                (Some(_), None) => question.and_then(|place| questions.get(place).cloned()),
            };
            return json(&Asked {
                deck: if self.puzzles.is_some() { "puzzles" } else { "repertoire" },
                questions: count,
                due,
                fresh,
                later_ms: later.map(|at| at.timestamp_millis()),
                file: self.progress.as_ref().and_then(Progress::file_name),
                question: question.map(|question| self.told(&question, Moves::new())),
                left_out: self.unreadable.len(),
            });
        }
    }

    /// Reads the answers that are kept beside the tree, or beside the puzzles, where that was not done.
    fn read_progress<G: CommandLineGame>(&mut self, session: &Session<G>) -> anyhow::Result<()> {
        let tree = session.file().map(|file| file.path().to_path_buf());
        let path = self.puzzles.as_ref().map(|puzzles| puzzles.file.clone()).or(tree);
        let path = path.as_deref();
        let is_it = |progress: &Progress| progress.is_beside(path);
        if !self.progress.as_ref().is_some_and(is_it) {
            self.progress = Some(Progress::beside(path)?);
        }
        Ok(())
    }

    /// The question of this name behind these moves of its solution.
    fn question<G: CommandLineGame>(
        &self,
        search: &BestFirst<G>,
        name: &str,
        played: &Moves,
    ) -> anyhow::Result<Question<G>> {
        let question = match &self.puzzles {
            Some(puzzles) => puzzle(puzzles, name, search)?,
            None => {
                let questions = drill::questions(search)?;
                questions.into_iter().find(|known| known.name == name).context(GONE)?
            }
        };
        let moves = question.position.read_moves(played).map_err(|(_, why)| why)?;
        question.after(&moves).context(GONE)
    }

    /// Judges an answer and keeps it.
    pub fn answer<G: CommandLineGame>(
        &mut self,
        session: &Session<G>,
        answer: &DrillAnswer,
    ) -> Reply {
        let now = time(answer.now)?;
        let search = session.search();
        self.read_progress(session)?;
        let question = self.question(search, &answer.question, &answer.played)?;
        let position = question.position.clone();
        let mv = position.read_move(&answer.mv)?;
        let asked_for = question.solution.first().copied().unwrap_or(mv);
        let tree = self.puzzles.is_none().then_some(search);
        let Judged { verdict, loss, refutation, why } = drill::judge(&question, mv, tree);
        let behind = position.after(mv);
        // The reply of the solution is made at once.
        let reply = question.solution.get(..2).filter(|_| verdict == Verdict::Right);
        let reply = reply.map(<[G::Move]>::to_vec);
        let left = reply.and_then(|made| question.after(&made));
        let goes_on = left.map(|left| {
            let made = left.line.len().saturating_sub(2);
            let made = variation_text(&position, &left.line[made..]);
            let made = made.into_iter().map(|mv| mv.machine);
            self.told(&left, answer.played.iter().cloned().chain(made).collect())
        });
        let due = match &mut self.progress {
            Some(progress) if goes_on.is_none() => {
                let text = MoveText::new(&position, mv).machine;
                progress.note(&answer.question, &text, grade(verdict, answer.hints), now)?;
                progress.of(&answer.question).map(drill::Memory::due)
            }
            _ => None,
        };
        json(&Answered {
            verdict,
            mv: MoveText::new(&position, mv),
            answer: MoveText::new(&position, asked_for),
            loss_cp: loss,
            why,
            refutation: numbered(&behind, refutation),
            fen: behind.describe(),
            goes_on,
            due_ms: due.map(|at| at.timestamp_millis()),
        })
    }

    /// A hint: the piece, the idea, or the move.
    pub fn hint<G: CommandLineGame>(&self, search: &BestFirst<G>, wanted: &DrillHint) -> Reply {
        let hint = |text: String| json(&serde_json::json!({ "text": text }));
        let question = self.question(search, &wanted.question, &wanted.played)?;
        let Some(&answer) = question.solution.first() else { return hint(String::new()) };
        // Whoever has made a puzzle has said what it is about.
        if wanted.hint == 2 && !question.ideas.is_empty() {
            return hint(format!("The idea: {}.", question.ideas));
        }
        let causes = match self.puzzles {
            None if wanted.hint == 2 => causes_of(search, &question)?,
            _ => Causes::default(),
        };
        let text = MoveText::new(&question.position, answer);
        hint(why::hint_text(wanted.hint, &text, &causes, &question.position))
    }

    fn told<G: CommandLineGame>(&self, question: &Question<G>, played: Moves) -> Told {
        let position = &question.position;
        let memory = self.progress.as_ref().and_then(|progress| progress.of(&question.name));
        Told {
            name: question.name.clone(),
            played,
            fen: position.describe(),
            to_move: G::player_name(mover(position)),
            legal: position
                .legal_moves()
                .into_iter()
                .map(|mv| MoveText::new(position, mv))
                .collect(),
            path: numbered(&question.start, question.line.clone()),
            reach: question.reach,
            answers: memory.map_or((0, 0), drill::Memory::counts),
        }
    }
}

/// How well an answer was known.
fn grade(verdict: Verdict, hints: u8) -> Grade {
    match (verdict, hints) {
        (Verdict::Wrong, _) | (_, LAST_HINT..) => Grade::Again,
        (Verdict::Right, 0) => Grade::Good,
        (Verdict::Right | Verdict::Alternative, _) => Grade::Hard,
    }
}

fn puzzle<G: CommandLineGame>(
    puzzles: &Puzzles,
    name: &str,
    search: &BestFirst<G>,
) -> anyhow::Result<Question<G>> {
    let puzzle = puzzles.named(name);
    let puzzle = puzzle.with_context(|| format!("a puzzle cannot be read: {GONE}"))?;
    puzzle.question(search.position().evaluator().clone())
}

/// What the answer to a question does, as small searches find it.
fn causes_of<G: CommandLineGame>(
    search: &BestFirst<G>,
    question: &Question<G>,
) -> anyhow::Result<Causes<G::Move>> {
    let mut reader = TreeReader::by_value(search);
    let Some(&answer) = question.solution.first() else { return Ok(Causes::default()) };
    if question.line.iter().any(|&mv| reader.step(mv).is_err()) {
        return Ok(Causes::default());
    }
    let explanation = MoveQuestion::new(&reader, answer)?.without_counts().explain()?;
    Ok(why::causes(&explanation, reader.position(), &mut why::few_trials()))
}

fn time(milliseconds: i64) -> anyhow::Result<DateTime<Utc>> {
    drill::time(milliseconds).context("the clock of this machine is wrong")
}
