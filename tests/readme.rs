//! What README.md and the guide show is what the program prints.
#![cfg(unix)]

use std::fs::{self, DirEntry};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{slice, thread};

use super::common::engines::write_script;
use super::common::folder::Folder;

/// Stands for anything within a line: times and speeds are not the same twice.
const ANYTHING: &str = "[..]";
/// Stands for any number of lines.
const ANY_LINES: &str = "[...]";
/// What builds the program and runs it.
const BUILD_AND_RUN: &str = "cargo run --release -- ";
/// The first pages of the guide in the order in which a reader goes through them, since later ones use
/// files of earlier ones. Others follow by name; each begins anew.
const FIRST: [&str; 7] = ["analyse", "keep", "look", "engines", "uci", "compare", "scripts"];

/// A page with its name.
struct Page {
    name: String,
    text: String,
}

/// README.md, and all pages of the guide.
fn pages() -> Vec<Page> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(home.join("docs/guide")).unwrap_or_else(|error| panic!("{error}"));
    let name = |entry: DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<_> = entries.flatten().map(name).collect();
    names.sort_by_key(|name| {
        let place = FIRST.iter().position(|first| name.strip_suffix(".md") == Some(first));
        (place.unwrap_or(FIRST.len()), name.clone())
    });
    let guide = names.iter().map(|name| home.join("docs/guide").join(name));
    let paths = [home.join("README.md")].into_iter().chain(guide);
    paths.map(|path| Page { name: path.display().to_string(), text: read(&path) }).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A command line of a page, and what it prints, where that is shown.
struct Shown {
    command: String,
    output: Option<Vec<String>>,
}

/// The commands of a page: those behind `$` in `console` blocks with their output, and the lines of
/// `sh` blocks.
fn commands(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut block = "";
    for line in page.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_empty() { kind } else { "" };
        } else if block == "console" {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => {
                    found.push(Shown { command: command.to_string(), output: Some(Vec::new()) });
                }
                (None, Some(Shown { output: Some(output), .. })) => output.push(line.to_string()),
                (None, _) => panic!("no command before {line}"),
            }
        } else if block == "sh" {
            found.push(Shown { command: line.to_string(), output: None });
        }
    }
    for shown in &mut found {
        // The program is there already.
        shown.command = shown.command.replacen(BUILD_AND_RUN, "shans ", 1);
    }
    // What installs is not run here, and tests/python/run runs what takes Python.
    found.retain(|shown| {
        !["cargo ", "apt ", "python3 ", "pip ", "sudo ", "tar "]
            .iter()
            .any(|start| shown.command.starts_with(start))
    });
    found
}

fn fits(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split(ANYTHING);
    let Some(mut rest) = parts.next().and_then(|start| printed.strip_prefix(start)) else {
        return false;
    };
    let mut ends_open = false;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        ends_open = part.is_empty();
    }
    rest.is_empty() || ends_open
}

fn all_fit(shown: &[String], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], _) => printed.is_empty(),
        ([first, rest @ ..], _) if first == ANY_LINES => {
            (0..=printed.len()).any(|skipped| all_fit(rest, &printed[skipped..]))
        }
        ([first, rest @ ..], [line, lines @ ..]) => fits(first, line) && all_fit(rest, lines),
        (_, []) => false,
    }
}

/// Programs that the pages name and that a machine may not have: an engine (this program's own
/// stands in), Graphviz and the browser.
fn write_stand_ins(folder: &Folder) {
    let shans = env!("CARGO_BIN_EXE_shans");
    let scripts = [
        ("shans", format!("exec '{shans}' \"$@\"")),
        ("stockfish", format!("exec '{shans}' uci")),
        ("dot", "exec cat".to_string()),
        ("xdg-open", "exit 0".to_string()),
        ("open", "exit 0".to_string()),
    ];
    write_games(folder);
    for (name, script) in scripts {
        write_script(folder, &format!("bin/{name}"), &format!("{script}\n"));
    }
}

/// Games that a reader of the pages has: one, and several.
fn write_games(folder: &Folder) {
    let game = |date: &str| {
        let tags = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]";
        format!("[Date \"{date}\"]\n{tags}\n\n1. f3 e5 2. g4 Qh4# 0-1\n")
    };
    folder.write("work/mygame.pgn", game("2020.01.01"));
    let games = ["2020.01.01", "2020.01.02", "2020.01.03"].map(game);
    folder.write("work/games.pgn", games.join("\n"));
}

/// The command in a shell, standard error behind standard output as on a terminal.
fn start(folder: &Folder, command: &str) -> Child {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(folder.path("work"));
    shell.env("PATH", format!("{}:{path}", folder.path("bin").display()));
    shell.stdin(Stdio::null()).stdout(Stdio::piped());
    shell.spawn().unwrap_or_else(|error| panic!("{error}"))
}

/// What the command prints, once it has ended.
fn printed(folder: &Folder, command: &str) -> String {
    let output = start(folder, command).wait_with_output();
    String::from_utf8_lossy(&output.unwrap_or_else(|error| panic!("{error}")).stdout).into_owned()
}

/// The command does what it should. One that serves a page does so until it is ended.
fn assert_runs(folder: &Folder, page: &str, command: &str) {
    if command.starts_with("shans explore ") {
        let mut child = start(folder, &format!("exec {command}"));
        let mut line = String::new();
        let first = child.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        child.kill().unwrap_or_else(|error| panic!("{error}"));
        child.wait().unwrap_or_else(|error| panic!("{error}"));
        assert!(first.is_some_and(|read| read.is_ok()));
        assert!(line.contains("http://127.0.0.1:"), "{page}: {command} prints {line}");
        return;
    }
    let output = start(folder, command).wait_with_output();
    let output = output.unwrap_or_else(|error| panic!("{error}"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{page}: {command} fails:\n{said}");
}

fn assert_page_is_true(folder: &Folder, Page { name: page, text }: &Page) {
    let commands = commands(text);
    assert!(!commands.is_empty(), "{page} shows no run of the program");
    for Shown { command, output } in commands {
        let Some(output) = output else {
            assert_runs(folder, page, &command);
            continue;
        };
        let printed = printed(folder, &command);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(all_fit(&output, &lines), "{page}: {command} prints\n{printed}");
    }
}

/// The commands run one after another in a folder of their own, as someone who reads the
/// pages in order types them.
fn assert_are_true(pages: &[Page]) {
    let folder = Folder::new();
    for inner in ["bin", "work"] {
        fs::create_dir(folder.path(inner)).unwrap_or_else(|error| panic!("{error}"));
    }
    write_stand_ins(&folder);
    for page in pages {
        assert_page_is_true(&folder, page);
    }
}

/// README.md, and the pages that go on with its files.
#[test]
fn transcripts_are_true() {
    assert_are_true(&pages()[..=FIRST.len()]);
}

/// Pages that begin anew, side by side.
#[test]
fn transcripts_of_other_pages_are_true() {
    let pages = pages();
    let others = &pages[1 + FIRST.len()..];
    thread::scope(|scope| {
        others.iter().for_each(|page| {
            scope.spawn(|| assert_are_true(slice::from_ref(page)));
        });
    });
}

#[test]
fn the_readme_is_short() {
    assert!(pages().first().is_some_and(|page| page.text.lines().count() <= 120));
}

/// One analyses a position, and one runs all tests: the one that each change has to pass.
#[test]
fn the_readme_has_two_commands() {
    let readme = pages().into_iter().next().map(|page| page.text).unwrap_or_default();
    let (_, rest) = readme.split_once("## Two commands\n").expect("the heading");
    let (section, _) = rest.split_once("\n## ").expect("another heading");
    let mut blocks = section.split("\n```").skip(1).step_by(2);
    let analyses = blocks.next().expect("a block");
    assert!(analyses.starts_with(&format!("console\n$ {BUILD_AND_RUN}analyze ")), "{analyses}");
    assert_eq!(blocks.collect::<Vec<_>>(), ["sh\ncargo test"]);
    let checks = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/run"));
    assert!(checks.lines().any(|line| line.trim() == "step cargo test"), "{checks}");
}

#[test]
fn elisions_stand_for_anything() {
    assert!(fits("a [..] c", "a b c") && fits("a[..]", "abc") && fits("abc", "abc"));
    assert!(!fits("a[..]c", "abd") && !fits("ab", "abc") && !fits("b[..]", "abc"));
    let shown = ["a", ANY_LINES, "d"].map(str::to_string);
    assert!(all_fit(&shown, &["a", "b", "c", "d"]) && all_fit(&shown, &["a", "d"]));
    assert!(!all_fit(&shown, &["a", "b"]) && !all_fit(&shown, &["a", "d", "e"]));
}
