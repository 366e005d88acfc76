//! What searches, and with how much: chosen in the page.

use serde::Serialize;
use uci_engine::Command;

use super::answers::{Opened, Refused, Reply, done, json};
use super::question::Choice;
use super::subject::Another;
use crate::app::args::MOST_THREADS;
use crate::app::engines::{EngineScores, EngineSettings, installed, known_as};
use crate::app::games::CommandLineGame;
use crate::app::searchers;
use crate::app::settings;
use crate::search::Interrupt;
use crate::session::Session;

/// What is chosen, and what can be.
#[derive(Debug, Serialize)]
struct Chosen {
    /// The engines that are there.
    engines: Vec<&'static str>,
    /// The one that searches leaves; empty where the program itself does, null where it is none of these.
    engine: Option<&'static str>,
    threads: usize,
    memory_mib: u64,
    lines: u16,
    /// The engines that can be asked about the position shown, beside the tree.
    compare: Vec<String>,
}

/// The engines that can be asked about a position beside the tree, with their names: those that are installed, and the one of the
/// command line.
pub fn compared_with(another: &Another) -> Vec<(String, Command)> {
    let installed = installed().into_iter().map(|name| (name.to_string(), Command::new(name)));
    let given = another.compare_with.iter().map(|command| (command.to_string(), command.clone()));
    given.chain(installed).collect()
}

/// How a tree is begun, with what was chosen.
///
/// # Errors
///
/// An engine that is not there; too little memory.
pub fn chosen_way(
    mut another: Another,
    choice: &Choice,
    quit: &Interrupt,
) -> Result<Another, Refused> {
    if let Some(threads) = choice.threads {
        another.limits.threads = Some(threads.clamp(1, MOST_THREADS));
    }
    if let Some(mib) = choice.memory_mib {
        another.limits.memory = Some(u64::from(mib) << 20);
    }
    let room = settings::memory_limits(&another.limits, another.room)?;
    another.searcher = match choice.engine.as_deref() {
        None => another.searcher.with_copies(room.threads),
        Some("") if another.searcher.engine().is_none() => another.searcher,
        Some("") => searchers::by_name(searchers::DEFAULT)?,
        Some(name) => {
            let known = installed().into_iter().find(|known| *known == name);
            let known = known.ok_or_else(|| format!("there is no engine {name:?} here"))?;
            let scores = EngineScores::default();
            let engine = EngineSettings::new(Command::new(known), room.threads, scores, quit);
            settings::searcher_over(&searchers::by_name(searchers::DEFAULT)?, Some(engine))?
        }
    };
    Ok(another)
}

/// What is chosen, and what can be; `another` is how a tree is begun.
pub fn settings_of<G: CommandLineGame>(another: &Another, session: &Session<G>) -> Reply {
    let room = settings::memory_limits(&another.limits, another.room)?;
    json(&Chosen {
        engines: installed(),
        engine: another.searcher.engine().map_or(Some(""), |engine| known_as(&engine)),
        threads: room.threads,
        memory_mib: room.memory >> 20,
        lines: session.search().wanted_lines(),
        compare: compared_with(another).into_iter().map(|(name, _)| name).collect(),
    })
}

/// Follows a choice at once; `None` where that takes another tree, and the search has to end first.
pub fn choose<G: CommandLineGame>(session: &mut Session<G>, choice: &Choice) -> Option<Reply> {
    if let Some(lines) = choice.lines {
        session.search_mut().want_lines(lines);
    }
    if !choice.needs_another_tree() {
        return Some(done());
    }
    let is_lost = session.file().is_none() && session.search().nodes() > 0;
    let question = "This begins the analysis anew. The tree shown here is not saved and will be lost; \
                    the notation stays.";
    (is_lost && !choice.replace).then(|| json(&Opened::asks(question)))
}
