//! `shans remote worker`: from standard input, or from a broker.

use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, bail};
use serde::Serialize;

use crate::app::args::{TaskPlace, WorkerArgs};
use crate::app::engines::EngineSettings;
use crate::app::evaluations::EvaluationKind;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::games::CommandLineGame;
use crate::app::net::address::Address;
use crate::app::net::answerer::Answerer;
use crate::app::net::lines::{
    AnswerLine, ErrorLine, TaskLine, Terms, next_line, next_of, read_ahead,
};
use crate::app::net::{HandSetup, WORD, WorkerSetup, serve, sources};
use crate::app::printable::printable;
use crate::app::reporting::score::counted;
use crate::app::signals;
use crate::app::usage::UsageError;
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
        TaskPlace::Broker(address) => answer_broker::<G>(args, address, out),
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
    let (mut input, mut number) = (BufReader::new(input), 0);
    // A line is taken when a thread is free: another worker on the same pipe may take the next.
    let lines = read_ahead(0, move || {
        number += 1;
        Ok(next_line(&mut input)?.map(|line| (number, line)))
    });
    let desk = Desk {
        lines: Mutex::new(lines),
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
    terms.agree_with(&line.terms).map_err(failed)?;
    let task = LeafTask::<G>::read(&line.task, evaluator.clone());
    let task = task.map_err(|error| failed(error.to_string()))?;
    let answer = answerer.answer(task, line.apart, interrupt).map_err(failed)?;
    Ok(AnswerLine { terms: terms.clone(), asked: line.asked, task: line.task, answer })
}

impl Desk<'_> {
    /// The next line; `None` where there is none, nobody reads the answers, or the program is to end.
    fn next(&self) -> anyhow::Result<Option<(u64, String)>> {
        let is_over = || self.is_over.load(Ordering::Relaxed) || self.interrupt.is_thrown();
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        next_of(&lines, POLL, is_over).transpose().context("cannot read standard input")
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

/// Answers the tasks of a broker until Ctrl-C.
///
/// # Errors
///
/// [`UsageError`] for a broker that is not to be used so; one that does not answer at first; an engine that cannot be
/// started; a search that sends the worker away, or a broker that will never give it a task.
fn answer_broker<G: CommandLineGame>(
    args: &WorkerArgs,
    address: &Address,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<Exit>
where
    G::Evaluator: Send,
{
    let net = args.broker.settings(address).map_err(UsageError::new)?;
    let interrupt = signals::catch()?;
    let (engines, engine) = args.engines(&interrupt)?;
    let evaluator = ending_tables::evaluator::<G>(&args.evaluation, &args.tables);
    let terms = Terms::of::<G>(&evaluator, engine);
    let mut sources = sources(&net, &terms, usize::from(args.threads) + 1)?;
    let greeter = sources.pop().context("there is nobody to greet")?;
    let name = name()?;
    let who = printable(terms.engine.as_deref().unwrap_or(&terms.program));
    writeln!(
        out,
        "{name}: {who}, {}, waits for tasks at {address}",
        counted(args.threads.into(), "thread")
    )?;
    out.flush()?;
    let of_hands = HandSetup { name, hands: args.threads, terms, evaluator, word_every: WORD };
    let setup = WorkerSetup::<G> { of_hands, engines, interrupt };
    match serve(&setup, sources, greeter, &|trouble| exit::warn(&trouble)) {
        Ok(answers) => {
            writeln!(out, "{} answered", counted(answers, "task"))?;
            Ok(Exit::Done)
        }
        Err(why) => bail!(why),
    }
}

/// The name of this machine, and a number that no other worker has.
fn name() -> anyhow::Result<String> {
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine: String =
        machine.chars().filter(|sign| sign.is_ascii_alphanumeric() || *sign == '-').collect();
    let machine = if machine.is_empty() { "worker".to_string() } else { machine };
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).context("the system provides no random numbers")?;
    Ok(format!("{machine}-{:08x}", u32::from_ne_bytes(bytes)))
}
