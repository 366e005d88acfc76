//! What is made from the arguments of all commands: `shans completions`, `shans man`.

use std::fs;
use std::io::Write;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use crate::app::args::{Arguments, CompletionsArgs, ManArgs};
use crate::app::exit::Exit;
use crate::app::files::output_file::OutputFile;

/// Writes the completions of a shell to `out`.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    // The generator panics where it cannot write, as into a pipe that was closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::with_all_options(), "shans", &mut script);
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Writes a page for each command into a folder, which is created, or the page of the program to
/// `out`.
///
/// # Errors
///
/// A folder or `out` that cannot be written; pages that exist already.
pub fn man_pages(args: &ManArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let command = Arguments::with_all_options();
    match &args.folder {
        Some(folder) => {
            let context = || format!("cannot write manual pages into {}", folder.display());
            fs::create_dir_all(folder).with_context(context)?;
            let place = |page: Man| {
                let path = folder.join(page.get_filename());
                OutputFile::new(&path, args.force, []).map(|file| (page, file))
            };
            // All places are looked at before anything is written.
            let pages: Vec<_> = pages(command).into_iter().map(place).collect::<Result<_, _>>()?;
            for (page, file) in pages {
                file.write(|out| Ok(page.render(out)?))?;
            }
        }
        None => {
            Man::new(command).render(out)?;
            out.flush()?;
        }
    }
    Ok(Exit::Done)
}

/// The page of the program, and one for each of its commands and of those below them.
fn pages(command: Command) -> Vec<Man> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut commands = vec![command];
    let mut next = 0;
    while let Some(command) = commands.get(next) {
        let below: Vec<Command> = command.get_subcommands().cloned().collect();
        commands.extend(below);
        next += 1;
    }
    commands.into_iter().map(Man::new).collect()
}
