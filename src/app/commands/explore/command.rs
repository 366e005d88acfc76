//! The command.

use std::io::Write;
use std::marker::PhantomData;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::address::Address;
use super::desk::TreeDesk;
use super::explorer::Explorer;
use super::folder::Folder;
use super::http;
use super::keeping::save_last;
use super::site::{Served, Site};
use super::subject::Subject;
use crate::app::args::ExploreArgs;
use crate::app::exit::{self, Exit};
use crate::app::games::CommandLineGame;
use crate::app::printable::printable_path;
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::search::Interrupt;

/// How often it is looked whether the program is to end.
const REST: Duration = Duration::from_millis(100);

/// Serves the page until Ctrl-C. [`Exit::Failed`] in the end if part of a file of games could not be read.
///
/// # Errors
///
/// [`UsageError`](crate::app::usage::UsageError) where the arguments cannot be followed; a file that
/// cannot be read; a port that is taken; a last save that fails.
pub fn run<G: CommandLineGame>(args: &ExploreArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let quit = signals::catch()?;
    if let [folder] = &args.subject[..]
        && Path::new(folder).is_dir()
    {
        return run_folder::<G>(PathBuf::from(folder), args, quit, out);
    }
    let subject = Subject::<G>::read(args, &quit)?;
    let exit = if subject.is_whole { Exit::Done } else { Exit::Failed };
    let (desk, jobs) = TreeDesk::new();
    let pulse = desk.pulse.clone();
    serve::<G>(Served::Tree(desk), args, out)?;
    let session = Explorer::serve(jobs, pulse, quit, subject);
    if session.file().is_none() {
        exit::warn(
            &"the tree was not saved: no --save FILE was given, nor Save as used in the page",
        );
    } else if let Some(path) = save_last(session)? {
        writeln!(out, "saved {}", printable_path(&path))?;
    }
    Ok(exit)
}

/// Serves the list of a folder and the pages of its trees until Ctrl-C.
fn run_folder<G: CommandLineGame>(
    path: PathBuf,
    args: &ExploreArgs,
    quit: Interrupt,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if args.save.is_some() {
        let path = printable_path(&path);
        let message =
            format!("each tree of the folder {path} is saved in its own file; remove --save");
        return Err(UsageError::new(message).into());
    }
    let folder = Arc::new(Folder::new(path, args, quit.clone()));
    // What is wrong with the folder is told before anybody looks.
    folder.list::<G>()?;
    serve::<G>(Served::Folder(folder.clone()), args, out)?;
    while !quit.is_thrown() {
        thread::sleep(REST);
    }
    for path in folder.close()? {
        writeln!(out, "saved {}", printable_path(&path))?;
    }
    Ok(Exit::Done)
}

/// Begins to serve pages, and tells where.
fn serve<G: CommandLineGame>(
    subject: Served,
    args: &ExploreArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let listener = listen(args.port.unwrap_or(0))?;
    let address = Address::new(listener.local_addr().context("no address to listen on")?)?;
    let url = address.url();
    let site = Arc::new(Site::<G> { address, subject, game: PhantomData });
    let server = thread::Builder::new().name("explore: connections".to_string());
    server.spawn(move || http::serve(&listener, &site)).context("cannot start the server")?;
    writeln!(out, "{url}")?;
    out.flush()?;
    if !args.no_open {
        open_browser(&url);
    }
    Ok(())
}

fn listen(port: u16) -> anyhow::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("cannot listen on port {port}; choose another --port, or omit it"))
}

/// Opens the address in the browser. Where that fails, the address is still printed.
fn open_browser(url: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The program does not wait for the browser.
    let _ = command.spawn();
}
