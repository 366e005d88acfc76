//! What each part of `app` may import.

use super::circles::{Graph, graph};
use super::source;

/// The files and folders of `app`, each importing only from itself and from those before it. The last
/// four are its rooms.
const ORDER: [&str; 18] = [
    "printable",
    "evaluations",
    "usage",
    "exit",
    "signals",
    "games",
    "engines",
    "net",
    "searchers",
    "players",
    "memory",
    "args",
    "settings",
    "analysis",
    "reporting",
    "files",
    "experiments",
    "commands",
];

/// `app/files/saving.rs` is part of `files`, `app/usage.rs` is `usage`; `None` outside of `app`, and
/// for what only declares its parts.
fn part(path: &str) -> Option<&str> {
    let below = path.strip_prefix("app/")?;
    let name = below.split('/').next()?.trim_end_matches(".rs");
    (name != "mod").then_some(name)
}

fn place(part: &str) -> Option<usize> {
    ORDER.iter().position(|&known| known == part)
}

fn faults(graph: &Graph) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, targets) in graph {
        let Some(own) = part(path) else { continue };
        let Some(own_place) = place(own) else {
            faults.push(format!("{path}: {own} has no place in the order"));
            continue;
        };
        let behind = |target: &&String| {
            let place = part(target).and_then(place);
            place.is_some_and(|place| place > own_place)
        };
        faults.extend(targets.iter().filter(behind).map(|target| format!("{path} -> {target}")));
    }
    faults
}

#[test]
fn rooms_import_only_those_before_them() {
    let faults = faults(&graph(&source::all()));
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_order_names_what_is_there() {
    let sources = source::all();
    for known in ORDER {
        assert!(sources.iter().any(|(path, _)| part(path) == Some(known)), "there is no {known}");
    }
}

/// What is wrong with these sources inside of an `app`.
fn faults_of(sources: &[(&str, &str)]) -> Vec<String> {
    let owned = |&(path, text): &(&str, &str)| (path.to_string(), text.to_string());
    let app = ("app/mod.rs", "pub mod commands; pub mod files;");
    faults(&graph(&[app].iter().chain(sources).map(owned).collect::<Vec<_>>()))
}

#[test]
fn the_checker_finds_rooms_that_know_too_much() {
    let room = ("app/commands/mod.rs", "mod show; pub use show::Show;");
    let show = ("app/commands/show.rs", "pub struct Show;");
    for (path, text) in [
        ("app/files/saving.rs", "use crate::app::commands::show;"),
        ("app/files/saving.rs", "use super::super::commands::Show;"),
        ("app/reporting/report.rs", "fn f(show: crate::app::commands::show::Show) {}"),
        ("app/usage.rs", "use super::commands::{show::Show};"),
        ("app/experiments/bench.rs", "use crate::app::{commands::Show};"),
    ] {
        let told = format!("{path} -> app/commands/show.rs");
        assert_eq!(faults_of(&[room, show, (path, text)]), [told], "{text}");
    }
    let told = "app/gadget.rs: gadget has no place in the order";
    assert_eq!(faults_of(&[("app/gadget.rs", "")]), [told]);
}

#[test]
fn the_checker_lets_rooms_in_order_pass() {
    let room = ("app/files/mod.rs", "pub mod saving;");
    let saving = ("app/files/saving.rs", "pub fn save() {}");
    for (path, text) in [
        ("app/commands/show.rs", "use crate::app::files::saving::save;"),
        ("app/files/loading.rs", "use super::saving;"),
        ("app/usage.rs", "#[cfg(test)]\nmod tests { use crate::app::files::saving; }"),
        ("main.rs", "use crate::app::files::saving;"),
    ] {
        let sources = [room, saving, (path, text)];
        assert_eq!(faults_of(&sources), Vec::<String>::new(), "{path}: {text}");
    }
}
