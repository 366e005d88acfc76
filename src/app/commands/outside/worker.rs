//! `shans remote worker`.

use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;

use super::net_worker;
use crate::app::args::{TaskPlace, WorkerArgs};
use crate::app::engines::EngineSettings;
use crate::app::evaluations::EvaluationKind;
use crate::app::exit::Exit;
use crate::app::files::ending_tables;
use crate::app::games::CommandLineGame;
use crate::app::net::answerer::Answerer;
use crate::app::net::lines::{AnswerLine, ErrorLine, TaskLine, Terms, next_line};
use crate::app::signals;
use crate::search::{Interrupt, LeafTask, Ticket};

/// While no line comes, it is looked this often whether anybody reads the answers.
const POLL: Duration = Duration::from_millis(50);

/// Lines with their numbers.
type Lines = Receiver<io::Result<(u64, String)>>;

/// What all threads of a worker share.
struct Desk<'a> {
    lines: Mutex<Lines>,
    out: Mutex<&'a mut (dyn Write + Send)>,
    /// A line got no answer.
    is_lacking: AtomicBool,
    /// Nobody reads the answers, or there are no more lines.
    is_over: AtomicBool,
    /// Thrown when the program is to end.
    interrupt: Interrupt,
}

/// Answers the tasks of `input`, or those of a broker, until Ctrl-C at most.
///
/// # Errors
///
/// An engine that cannot be started; input that cannot be read, or `out` that cannot be written; a broker that
/// does not answer, or a search that sends the worker away.
pub fn run<G: CommandLineGame>(
    args: &WorkerArgs,
    input: impl Read + Send + 'static,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<Exit>
where
    G::Evaluator: Send,
{
    match &args.source {
        TaskPlace::Input => answer_lines::<G>(args, input, out),
        TaskPlace::Broker(address) => net_worker::run::<G>(args, address, out),
    }
}

/// Answers the tasks of `input`.
fn answer_lines<G: CommandLineGame>(
    args: &WorkerArgs,
    input: impl Read + Send + 'static,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<Exit>
where
    G::Evaluator: Send,
{
    let interrupt = signals::catch()?;
    let (engines, name) = args.engines(&interrupt)?;
    let tables = ending_tables::open(&args.tables);
    let kinds = EvaluationKind::NAMED.into_iter().chain([args.evaluation.clone()]);
    let evaluators = kinds.map(|kind| {
        let evaluator = G::with_tables(G::evaluator_of(&kind), tables.clone());
        (Terms::of::<G>(&evaluator, name.clone()), evaluator)
    });
    let evaluators: Vec<_> = evaluators.collect();
    let desk = Desk {
        lines: Mutex::new(read_lines(input)),
        out: Mutex::new(out),
        is_lacking: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
        interrupt,
    };
    thread::scope(|scope| {
        let threads: Vec<_> = engines
            .into_iter()
            .map(|engine| {
                let (desk, evaluators) = (&desk, evaluators.clone());
                scope.spawn(move || work::<G>(desk, &evaluators, engine))
            })
            .collect();
        let ended = threads.into_iter().map(|thread| match thread.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        // All of them end before the first failure is reported.
        ended.collect::<Vec<_>>().into_iter().collect::<anyhow::Result<()>>()
    })?;
    let is_lacking = desk.is_lacking.load(Ordering::Relaxed);
    Ok(match desk.interrupt.is_thrown() {
        true => Exit::Interrupted,
        false if is_lacking => Exit::BadInput,
        false => Exit::Done,
    })
}

/// Reads lines in a thread of its own, which ends with the program.
fn read_lines(input: impl Read + Send + 'static) -> Lines {
    // A line is taken when a thread is free: another worker on the same pipe may take the next.
    let (sender, lines) = mpsc::sync_channel(0);
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        for number in 1_u64.. {
            let line = match next_line(&mut input).transpose() {
                None => return,
                Some(line) => line.map(|line| (number, line)),
            };
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    lines
}

/// Answers tasks until there are no more.
fn work<G: CommandLineGame>(
    desk: &Desk<'_>,
    evaluators: &[(Terms, G::Evaluator)],
    engine: Option<EngineSettings>,
) -> anyhow::Result<()> {
    let mut answerer = Answerer::new(engine);
    while let Some((number, line)) = desk.next()? {
        if line.is_empty() {
            continue;
        }
        match answer::<G>(&line, evaluators, &mut answerer, &desk.interrupt) {
            Ok(answer) => desk.write(&answer)?,
            Err(_) if desk.interrupt.is_thrown() => break,
            Err((ticket, error)) => {
                desk.is_lacking.store(true, Ordering::Relaxed);
                desk.write(&ErrorLine { line: number, ticket, error })?;
            }
        }
    }
    Ok(())
}

/// The answer to a line, or its ticket and what is wrong with it.
fn answer<G: CommandLineGame>(
    line: &str,
    evaluators: &[(Terms, G::Evaluator)],
    answerer: &mut Answerer<G>,
    interrupt: &Interrupt,
) -> Result<AnswerLine, (Option<Ticket>, String)> {
    let line: TaskLine =
        serde_json::from_str(line).map_err(|error| (None, format!("no task: {error}")))?;
    let failed = |why: String| (Some(line.task.ticket), why);
    let by_evaluation =
        evaluators.iter().find(|(terms, _)| terms.evaluation == line.terms.evaluation);
    let Some((terms, evaluator)) = by_evaluation.or(evaluators.first()) else {
        return Err(failed("there is no evaluation".to_string()));
    };
    terms.agree_with(&line.terms).map_err(|differs| failed(differs.to_string()))?;
    let task = LeafTask::<G>::read(&line.task, evaluator.clone());
    let task = task.map_err(|error| failed(error.to_string()))?;
    let answer = answerer.answer(task, line.apart, interrupt).map_err(failed)?;
    Ok(AnswerLine { terms: terms.clone(), asked: line.asked, task: line.task, answer })
}

impl Desk<'_> {
    /// The next line; `None` where there is none, nobody reads the answers, or the program is to end.
    fn next(&self) -> anyhow::Result<Option<(u64, String)>> {
        while !self.is_over.load(Ordering::Relaxed) && !self.interrupt.is_thrown() {
            let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            match lines.recv_timeout(POLL) {
                Ok(line) => {
                    return Ok(Some(line.context("cannot read standard input")?));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Ok(None)
    }

    /// Writes a line, which is there at once.
    fn write(&self, line: &impl Serialize) -> anyhow::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let written = out.write_all(&text).and_then(|()| out.flush());
        if written.is_err() {
            self.is_over.store(true, Ordering::Relaxed);
        }
        Ok(written?)
    }
}
