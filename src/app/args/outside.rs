//! The commands that let other machines search: `remote split`, `remote worker` and `remote apply`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::number;
use super::{BrokerArgs, EngineArgs, MOST_THREADS, SavingArgs, TableArgs};
use crate::app::engines::{EngineSettings, NoEngines};
use crate::app::evaluations::EvaluationKind;
use crate::app::games::GameKind;
use crate::app::net::address::{Address, BadAddress};
use crate::search::Interrupt;

/// `shans remote`.
#[derive(Subcommand, Clone, Debug)]
pub enum RemoteCommand {
    /// Search leaves for an analysis on another machine, by way of a broker or a pipe
    Worker(Box<WorkerArgs>),
    /// Write the next questions of a saved analysis to files, for other machines
    Split(SplitArgs),
    /// Give the answers of other machines to a saved analysis
    Apply(ApplyArgs),
}

impl RemoteCommand {
    /// The game that a command is about: the one that is named, or that of the tree.
    pub fn game(&self) -> GameKind {
        match self {
            RemoteCommand::Worker(args) => args.rules,
            RemoteCommand::Split(args) => GameKind::of_tree(&args.file),
            RemoteCommand::Apply(args) => GameKind::of_tree(&args.file),
        }
    }
}

/// The maximum number of questions that `split` asks.
pub const MOST_TASKS: u16 = 1024;

/// `shans remote worker`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Reads tasks of shans remote split from standard input, one JSON object per line, and writes one JSON object for each as
soon as it is done. A task made for another version, evaluation, game or engine, and a line that is not a task,
get an object with \"error\".

With the address of a broker it takes tasks of any search there that agrees with it, one at a time for each
thread, until Ctrl-C, which gives back what is not answered. A broker that goes away is waited for.

Exit codes: 0 every line was answered, 1 failed, 2 wrong usage, or a line that was not answered.")]
pub struct WorkerArgs {
    /// Where tasks come from: - is standard input, nats://HOST:PORT or tls://HOST:PORT a broker
    #[arg(value_name = "-|nats://HOST", value_parser = task_place)]
    pub source: TaskPlace,

    /// How to come to the broker.
    #[command(flatten)]
    pub broker: BrokerArgs,

    /// With a broker, the evaluation of the analyses that get answers. Tasks from standard input name their own
    #[arg(long, value_name = "NAME|FILE", default_value_t)]
    pub evaluation: EvaluationKind,

    /// Number of tasks that are searched at a time; with --engine, as many copies of it run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::count_to(MOST_THREADS))]
    pub threads: u16,

    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,

    /// Which engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,
}

impl WorkerArgs {
    /// An engine for each thread, where one is to search, and what it says it is.
    ///
    /// # Errors
    ///
    /// [`NoEngines`] where it cannot be started, or `interrupt` is thrown meanwhile.
    pub fn engines(
        &self,
        interrupt: &Interrupt,
    ) -> Result<(Vec<Option<EngineSettings>>, Option<String>), NoEngines> {
        let engines: Vec<_> =
            (0..self.threads).map(|_| self.engine.settings(1, interrupt)).collect();
        let name = engines.iter().flatten().next().map(EngineSettings::identity).transpose()?;
        Ok((engines, name))
    }
}

/// Where a worker gets its tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskPlace {
    /// Standard input.
    Input,
    /// A broker.
    Broker(Address),
}

fn task_place(text: &str) -> Result<TaskPlace, BadAddress> {
    if text == "-" { Ok(TaskPlace::Input) } else { text.parse().map(TaskPlace::Broker) }
}

/// `shans remote split`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Writes what the search would ask next, the most promising leaves first, to PREFIX-1.jsonl, PREFIX-2.jsonl and so
on. The tasks are dealt out in turn, so that all files are about equally long. The tree does not change:
shans remote apply finds the same questions again. Only trees whose leaves are searched have questions.

Exit codes: 0 done, 1 failed, 2 wrong usage, or nothing to ask.")]
pub struct SplitArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Write this many files
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_TASKS))]
    pub parts: u16,

    /// Ask this many questions in all [default: 16 for each file; at most 1024]
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_TASKS))]
    pub tasks: Option<u16>,

    /// Beginning of the file names [default: the name of the tree without its extension]
    #[arg(short, long, value_name = "PREFIX")]
    pub output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,
}

/// `shans remote apply`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every answer is checked. An answer without a question, one that cannot be right, or one from another version,
evaluation or engine is refused; an answer that comes twice counts once. The tree depends on which answers there
are, not on their order. Questions without an answer stay open: later answers to them count as well, and shans
resume searches them itself. The tree is saved in place.

Exit codes: 0 done, 1 failed, 2 wrong usage, or an answer was refused (the others are applied).")]
pub struct ApplyArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Files of answers from shans remote worker; - is standard input
    #[arg(value_name = "ANSWERS", required = true)]
    pub answers: Vec<PathBuf>,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,
}
