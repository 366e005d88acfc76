//! What of a repertoire is due to be drilled.

use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde::Serialize;

use super::text::after;
use crate::app::args::PrepareArgs;
use crate::app::commands::drill::{self, Memory, Progress, Question};
use crate::app::exit::Exit;
use crate::app::files::tree_path;
use crate::app::reporting::json_line;
use crate::app::reporting::report_json::thousandths;
use crate::app::reporting::score::counted;
use crate::chess::Position;
use crate::inspect::{MoveText, variation_text};

/// What is due.
#[derive(Serialize)]
struct Due {
    questions: usize,
    fresh: usize,
    due: Vec<DueJson>,
    /// The day on which the next one is due, of those that are not yet; null where there is none.
    next: Option<NaiveDate>,
}

#[derive(Serialize)]
struct DueJson {
    line: Vec<MoveText>,
    reached: f64,
    since: NaiveDate,
    answers: u32,
    wrong: u32,
    #[serde(skip)]
    text: String,
}

/// Writes which positions are due now, or at the end of this day, those that most games come to first.
///
/// # Errors
///
/// A file that is not a tree, or holds no answers beside it; `out` that cannot be written.
pub fn run(
    args: &PrepareArgs,
    day: Option<NaiveDate>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let search = tree_path::load::<Position>(&args.file, &args.search.tables)?;
    let questions = drill::questions(&search)?;
    let progress = Progress::beside(Some(&args.file))?;
    let at = match day.and_then(|day| day.succ_opt()) {
        Some(next) => next.and_time(NaiveTime::MIN).and_utc(),
        None => now(),
    };
    let names = questions.iter().map(|question| question.name.as_str());
    let next = drill::next(names, &progress, at);
    let due: Vec<DueJson> = questions
        .iter()
        .filter_map(|question| Some((question, progress.of(&question.name)?)))
        .filter(|(_, memory)| memory.due() <= at)
        .map(|(question, memory)| due_json(question, memory))
        .collect();
    let next_day = next.later.map(|at| at.date_naive());
    let due = Due { questions: questions.len(), fresh: next.fresh, due, next: next_day };
    match args.printing.json {
        true => json_line::write(&due, out)?,
        false => write(&due, out)?,
    }
    Ok(Exit::Done)
}

fn now() -> DateTime<Utc> {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(passed.as_millis()).ok().and_then(drill::time).unwrap_or_default()
}

fn due_json(question: &Question<Position>, memory: &Memory) -> DueJson {
    let line = &question.line;
    let (answers, wrong) = memory.counts();
    DueJson {
        line: variation_text(&question.start, line),
        reached: thousandths(question.reach),
        since: memory.due().date_naive(),
        answers,
        wrong,
        text: after(&question.start, line),
    }
}

fn write(due: &Due, out: &mut dyn Write) -> io::Result<()> {
    let questions = counted(due.questions as u64, "position");
    writeln!(out, "due         {} of {questions}, {} new", due.due.len(), due.fresh)?;
    for DueJson { reached, since, answers, wrong, text, .. } in &due.due {
        let share = 100.0 * reached;
        writeln!(
            out,
            "  {text}  {share:.1} % of games, since {since}, {wrong} wrong of {}",
            counted(u64::from(*answers), "answer")
        )?;
    }
    due.next.map_or(Ok(()), |next| writeln!(out, "next        {next}"))
}
