//! `shans remote worker nats://HOST`.

use std::fs;
use std::io::Write;

use crate::app::args::WorkerArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::games::CommandLineGame;
use crate::app::net::address::Address;
use crate::app::net::lines::Terms;
use crate::app::net::{WORD, WorkerSetup, serve, sources};
use crate::app::printable::printable;
use crate::app::reporting::score::counted;
use crate::app::signals;
use crate::app::usage::UsageError;
use anyhow::{Context, bail};

/// Answers the tasks of a broker until Ctrl-C.
///
/// # Errors
///
/// [`UsageError`] for a broker that is not to be used so; one that does not answer at first; an engine that cannot be
/// started; a search that sends the worker away, or a broker that will never give it a task.
pub fn run<G: CommandLineGame>(
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
    let setup = WorkerSetup::<G> { name, terms, evaluator, engines, word_every: WORD, interrupt };
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
