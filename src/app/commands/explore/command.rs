//! The command.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use anyhow::Context;

use super::address::Address;
use super::desk::desk;
use super::events::Events;
use super::explorer::Explorer;
use super::http;
use super::pulse::Pulse;
use super::site::Site;
use super::subject::Subject;
use crate::app::args::ExploreArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::printable::printable_path;
use crate::app::{settings, signals};
use crate::search::{Interrupt, Limits};
use crate::session::{Session, Trouble};

/// Serves the page until Ctrl-C. [`Exit::Failed`] in the end if part of a file of games could not be read.
///
/// # Errors
///
/// [`UsageError`](crate::app::usage::UsageError) where the arguments cannot be followed; a file that
/// cannot be read; a port that is taken; a last save that fails.
pub fn run<G: CommandLineGame>(args: &ExploreArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let quit = signals::catch()?;
    let subject = Subject::<G>::read(args, &quit)?;
    let exit = if subject.is_whole { Exit::Done } else { Exit::Failed };
    let listener = listen(args.port.unwrap_or(0))?;
    let address = Address::new(listener.local_addr().context("no address to listen on")?)?;
    let url = address.url();
    let (asker, jobs) = desk();
    let pulse = Pulse::default();
    let site = Site { address: Arc::new(address), asker, events: Events::new(pulse.clone()) };
    let server = thread::Builder::new().name("explore: connections".to_string());
    server.spawn(move || http::serve(&listener, &site)).context("cannot start the server")?;
    writeln!(out, "{url}")?;
    out.flush()?;
    if !args.no_open {
        open_browser(&url);
    }
    let limits = limits(args, quit.clone());
    let session = Explorer::new(jobs, pulse, quit, limits).serve(subject);
    if session.file().is_none() {
        exit::warn(
            &"the tree was not saved: no --save FILE was given, nor Save as used in the page",
        );
    } else if let Some(path) = save_last(session)? {
        writeln!(out, "saved {}", printable_path(&path))?;
    }
    Ok(exit)
}

/// Saves what is not saved yet, elsewhere if it must be; returns where, if anything was to be saved.
///
/// # Errors
///
/// The tree is not saved, or under another name.
fn save_last<G: CommandLineGame>(mut session: Session<G>) -> anyhow::Result<Option<PathBuf>> {
    session.end_checkpoint();
    // Where a checkpoint failed, the tree is saved now.
    let troubles = session.troubles();
    let is_moved = |trouble: &&Trouble| matches!(trouble, Trouble::Moved { .. });
    troubles.iter().filter(is_moved).for_each(saving::warn_of);
    if !session.has_unsaved_work() {
        return Ok(None);
    }
    match saving::save_last(&mut session) {
        (_, Some(error)) => Err(error),
        (saved, None) => Ok(saved.map(|saved| saved.path)),
    }
}

/// The limits in the arguments. The user stops it in the page: nothing else ends a search for
/// which none is given.
fn limits(args: &ExploreArgs, interrupt: Interrupt) -> Limits {
    let limits = settings::limits(&args.limits, interrupt);
    Limits { time: args.limits.time, settles: false, ..limits }
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
