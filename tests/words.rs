//! Words: the program speaks as chess players do, and counts as people do.

use std::fs;
use std::path::Path;

use super::architecture::source;

/// What analysts had to guess at is not said any more.
const GONE: [&str; 8] = [
    "on trial",
    "plies behind",
    "at first sight",
    "All tries",
    "Resting\"",
    "(with you)",
    "Story of the answer",
    "there is no searcher",
];

/// Units that follow a number. `counted` writes them as one or as many.
const UNITS: [&str; 14] = [
    "plies",
    "nodes",
    "games",
    "positions",
    "moves",
    "threads",
    "tasks",
    "iterations",
    "sweeps",
    "lines",
    "answers",
    "workers",
    "files",
    "others",
];

/// These units follow a number that is never one, or that programs read.
const MAY_STAND: [&str; 11] = [
    // A limit of the program.
    "{MOST_INCLUDED} lines",
    "{MOST_FAILURES} workers",
    "{at_most} games",
    // Means and speeds.
    "{} nodes/s",
    "{mean:.0} plies a game on average",
    "{:.2} moves made",
    "{:.1} plies on average",
    // The protocol's own word.
    "multipv 1{}{} nodes 0",
    // Zero and one stand in arms of their own.
    "{games} games",
    // The last lines of `bench`, which other programs read.
    "{nodes} nodes {speed:.0} nps",
    "{threads} threads: {nodes} nodes",
];

/// The sources of the program, without their tests: names and texts.
fn sources() -> impl Iterator<Item = (String, String)> {
    let all = source::all().into_iter().filter(|(path, _)| !source::is_of_tests(path));
    all.filter(|(path, _)| path.starts_with("app/")).map(|(path, text)| {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_string();
        (path, code)
    })
}

/// The pages in the browser: names and texts.
fn pages() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app/commands/explore/page");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let text = |file: fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        let is_page = [".js", ".html"].iter().any(|ending| name.ends_with(ending));
        is_page.then(|| fs::read_to_string(file.path()).map(|text| (name, text)).ok()).flatten()
    };
    files.filter_map(text).collect()
}

/// Lines that count many where there may be one.
fn odd_plurals(text: &str) -> Vec<&str> {
    let is_odd = |line: &&str| {
        let may_stand = MAY_STAND.iter().any(|known| line.contains(known));
        let counts = |unit: &&str| {
            let places =
                line.match_indices(&format!("}} {unit}")).map(|(at, _)| at).collect::<Vec<_>>();
            places.into_iter().any(|at| {
                let after = &line[at + 2 + unit.len()..];
                !after
                    .starts_with(|next: char| next.is_alphanumeric() || next == '_' || next == ':')
            })
        };
        !line.trim_start().starts_with("//") && !may_stand && UNITS.iter().any(counts)
    };
    text.lines().filter(is_odd).collect()
}

#[test]
fn nothing_is_counted_as_1_plies() {
    assert_eq!(odd_plurals("\"{count} plies\"\n\"{a:>8} nodes b\"").len(), 2);
    assert!(odd_plurals("\"{} nodesets\"\n// {x} nodes\nlet A { b } nodes_c").is_empty());
    let all = sources();
    let odd = all.flat_map(|(path, text)| {
        let lines = odd_plurals(&text).into_iter().map(|line| format!("{path}: {}", line.trim()));
        lines.collect::<Vec<_>>()
    });
    let odd: Vec<String> = odd.collect();
    assert!(odd.is_empty(), "use `counted` in\n{}", odd.join("\n"));
}

#[test]
fn words_that_are_gone_stay_gone() {
    let (mut seen, pages) = (0, pages());
    assert!(pages.len() > 2, "the pages are not where they were");
    for (path, text) in sources().chain(pages) {
        seen += 1;
        for word in GONE {
            assert!(!text.contains(word), "{path}: {word}");
        }
    }
    assert!(seen > 100);
}
