//! The command line program.

use std::process::ExitCode;

use clap::Parser;
use shans::app::args::{Arguments, Command};
use shans::app::exit::{self, Exit};
use shans::app::inspect::{export, show, why};
use shans::app::output::Output;
use shans::app::{analyze, bench, compare, perft, resume, verify};

fn main() -> ExitCode {
    let mut out = Output::standard();
    exit::code(match Arguments::parse().command {
        Command::Analyze(args) => analyze::run(&args, &mut out),
        Command::Resume(args) => resume::run(&args, &mut out),
        Command::Verify(args) => verify::run(&args, &mut out),
        Command::Show(args) => show::run(&args, &mut out),
        Command::Why(args) => why::run(&args, &mut out),
        Command::Export(args) => export::run(&args, &mut out),
        Command::Compare(args) => compare::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out).map(Exit::of_check),
        Command::Bench => bench::run(&mut out),
    })
}
