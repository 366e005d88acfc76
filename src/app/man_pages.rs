//! `shans man`.

use std::fs;
use std::io::Write;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use super::args::{Arguments, ManArgs};
use super::exit::Exit;

/// Writes a page for each command into a folder, which is created, or the page of the program to
/// `out`.
///
/// # Errors
///
/// A folder or `out` that cannot be written.
pub fn run(args: &ManArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let command = Arguments::command();
    match &args.folder {
        Some(folder) => {
            let context = || format!("cannot write manual pages into {}", folder.display());
            fs::create_dir_all(folder).with_context(context)?;
            clap_mangen::generate_to(command, folder).with_context(context)?;
        }
        None => {
            Man::new(command).render(out)?;
            out.flush()?;
        }
    }
    Ok(Exit::Done)
}
