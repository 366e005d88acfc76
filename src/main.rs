//! The command line program.

use std::process::ExitCode;

use shans::app::args::{Arguments, Command, LabCommand, RemoteCommand};
use shans::app::commands::{
    analyze, check, eval, explore, export, game, generated, import, mcp, merge, outside, perft,
    prepare, profile, resume, show, uci, verify, why,
};
use shans::app::exit::{self, Exit};
use shans::app::experiments::{bench, compare, play};
use shans::app::games::{CommandLineGame, GameKind};
use shans::app::reporting::output::Output;
use shans::app::signals;
use shans::{chess, junqi};

fn main() -> ExitCode {
    let command = match Arguments::read(std::env::args_os()) {
        Ok(arguments) => arguments.command,
        Err(error) => return exit::answer_arguments(&error),
    };
    let mut out = Output::standard();
    signals::end_with_input();
    let ready = signals::survive_large_files();
    exit::code(ready.and_then(|()| match command.game() {
        GameKind::Chess => run::<chess::Position>(&command, &mut out),
        GameKind::Junqi => run::<junqi::Position>(&command, &mut out),
    }))
}

/// What is of chess alone is named so: what is built for both games is in the program twice.
fn run<G: CommandLineGame>(command: &Command, out: &mut Output) -> anyhow::Result<Exit> {
    match command {
        Command::Analyze(args) => analyze::run::<G>(args, out),
        Command::Game(args) => game::run::<chess::Position>(args, out),
        Command::Prepare(args) => prepare::run(args, out),
        Command::Profile(args) => profile::run(args, out),
        Command::Resume(args) => resume::run::<G>(args, out),
        Command::Import(args) => import::run::<G>(args, out),
        Command::Merge(args) => merge::run::<G>(args, out),
        Command::Verify(args) => verify::run::<G>(args, out),
        Command::Show(args) => show::run::<G>(args, out),
        Command::Why(args) => why::run::<G>(args, out),
        Command::Check(args) => check::run::<chess::Position>(args, std::io::stdin(), out),
        Command::Export(args) => export::run::<G>(args, out),
        Command::Eval(args) => eval::run::<chess::Position>(args, out),
        Command::Explore(args) => explore::run::<chess::Position>(args, out),
        Command::Completions(args) => generated::completions(args, out),
        Command::Man(args) => generated::man_pages(args, out),
        Command::Uci(args) => uci::run::<chess::Position>(args, std::io::stdin(), out),
        Command::Mcp => mcp::run(),
        Command::Remote(command) => run_remote::<G>(command, out),
        Command::Lab(command) => run_lab::<G>(command, out),
    }
}

fn run_remote<G: CommandLineGame>(
    command: &RemoteCommand,
    out: &mut Output,
) -> anyhow::Result<Exit> {
    match command {
        RemoteCommand::Worker(args) => outside::worker::run::<G>(args, std::io::stdin(), out),
        RemoteCommand::Split(args) => outside::split::run::<G>(args, out),
        RemoteCommand::Apply(args) => outside::apply::run::<G>(args, out),
    }
}

fn run_lab<G: CommandLineGame>(command: &LabCommand, out: &mut Output) -> anyhow::Result<Exit> {
    match command {
        LabCommand::Compare(args) => compare::run::<G>(args, out),
        LabCommand::Play(args) => play::run::<G>(args, out),
        LabCommand::Bench(args) => {
            bench::run::<G>(&args.evaluation.kind, args.nodes, args.threads, out)
        }
        LabCommand::Perft(args) => perft::run(args, out),
    }
}
