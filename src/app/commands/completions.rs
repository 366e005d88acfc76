//! `shans completions`.

use std::io::Write;

use crate::app::args::{Arguments, CompletionsArgs};
use crate::app::exit::Exit;

/// Writes the completions of a shell to `out`.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn run(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    // The generator panics where it cannot write, as into a pipe that was closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::with_all_options(), "shans", &mut script);
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}
