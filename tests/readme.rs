//! What README.md shows is what the program prints.

use std::fs;
use std::process::Command;

/// Stands for anything within a line: times and speeds are not the same twice.
const ANYTHING: &str = "[..]";

/// A command line of the README, and what it prints.
struct Transcript {
    command: String,
    output: Vec<String>,
}

fn transcripts(readme: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let blocks = readme.split("```console\n").skip(1);
    for line in blocks.filter_map(|rest| rest.split("```").next()).flat_map(str::lines) {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => {
                found.push(Transcript { command: command.to_string(), output: Vec::new() });
            }
            (None, Some(transcript)) => transcript.output.push(line.to_string()),
            (None, None) => panic!("no command before {line}"),
        }
    }
    found
}

/// The arguments after the program's name; quotes hold one together.
fn arguments(command: &str) -> Option<Vec<String>> {
    let arguments = command
        .strip_prefix("cargo run --release -- ")
        .or_else(|| command.strip_prefix("shans "))?;
    let parts = arguments.split('"').enumerate().flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    Some(parts.collect())
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

/// The commands run one after the other in a folder of their own: later ones read the files of
/// earlier ones.
#[test]
fn transcripts_are_true() {
    let folder = std::env::temp_dir().join(format!("shans-readme-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
    let transcripts = transcripts(include_str!("../README.md"));
    let mut run = 0;
    for Transcript { command, output } in &transcripts {
        let Some(arguments) = arguments(command) else { continue };
        let mut program = Command::new(env!("CARGO_BIN_EXE_shans"));
        let result = program.args(&arguments).current_dir(&folder).output();
        let result = result.unwrap_or_else(|error| panic!("{error}"));
        let printed = String::from_utf8_lossy(&result.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        let is_true = lines.len() == output.len()
            && output.iter().zip(&lines).all(|(shown, printed)| fits(shown, printed));
        assert!(is_true, "README.md: {command} prints\n{printed}");
        run += 1;
    }
    assert!(run > 0, "README.md shows no run of the program");
    fs::remove_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn elisions_stand_for_anything() {
    assert!(fits("a [..] c", "a b c") && fits("a[..]", "abc") && fits("abc", "abc"));
    assert!(!fits("a[..]c", "abd") && !fits("ab", "abc") && !fits("b[..]", "abc"));
}
