//! What README.md, CONTRIBUTING.md, CHANGELOG.md and the pages under `docs/` name exists, and what they promise about the sources is so.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::architecture::source::FOLDERS;
use crate::common::program::text;

/// Pages whose code spans must be names in the sources.
const ABOUT_CODE: [&str; 4] = ["architecture.md", "algorithm.md", "tree-file.md", "junqi.md"];

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Files with this ending in a folder and below it.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

/// The pages with their text. Drawings and listings are left out.
fn pages() -> Vec<(PathBuf, String)> {
    let page = |path: PathBuf| {
        let text = read(&path);
        let prose = text.split("\n```").step_by(2);
        let prose = prose.collect::<Vec<_>>().join("\n");
        (path, prose)
    };
    let entries = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| home().join(name));
    let docs = files(&home().join("docs"), "md");
    let pages: Vec<_> = entries.into_iter().chain(docs).map(page).collect();
    assert!(pages.len() >= 3, "the pages are not where they were");
    pages
}

/// What stands between backquotes.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The targets of `[text](target)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// The names by which links reach the headings of a page.
fn anchors(text: &str) -> HashSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let letters = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        letters.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// The sources of both packages.
fn sources() -> impl Iterator<Item = PathBuf> {
    FOLDERS.into_iter().flat_map(|folder| files(&home().join(folder), "rs"))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn files_that_are_named_exist() {
    for (page, text) in pages() {
        for path in code_spans(&text).filter(|span| span.contains('/') && span.ends_with(".rs")) {
            assert!(home().join(path).is_file(), "{}: no file {path}", page.display());
        }
    }
}

/// Its words are those that no other program has.
#[test]
fn the_glossary_is_short() {
    let page = read(&home().join("docs/architecture.md"));
    let (_, rest) = page.split_once("\n## Glossary\n").expect("a glossary");
    let (glossary, _) = rest.split_once("\n## ").expect("something behind it");
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    let words: Vec<&str> = rows.skip(1).flat_map(|(words, _)| words.split(", ")).collect();
    assert!(words.contains(&"anchor") && words.len() <= 40, "{} words: {words:?}", words.len());
}

/// Somebody can read one iteration with a few files open: what its steps name is defined in the files that are listed, and
/// none of these is listed in vain.
#[test]
fn an_iteration_is_in_the_files_that_are_named() {
    let page = read(&home().join("docs/architecture.md"));
    let (_, rest) = page.split_once("\n## One iteration through the code\n").expect("a section");
    let (steps, rest) = rest.split_once("\nThe files of an iteration, ").expect("a list");
    let list = rest.split(". ").next().unwrap_or_default();
    let folder = home().join("crates/shans-search/src/search/best_first");
    let files: Vec<(&str, String)> =
        code_spans(list).map(|name| (name, read(&folder.join(name)))).collect();
    assert!(files.len() <= 10, "{} files", files.len());
    let defines = |text: &str, name: &str| {
        ["fn", "struct", "enum"].iter().any(|kind| {
            text.match_indices(&format!("{kind} {name}"))
                .any(|(at, found)| text[at + found.len()..].starts_with(['(', '<', ' ']))
        })
    };
    let is_function = |span: &&str| span.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    for name in code_spans(steps).filter(is_function) {
        assert!(files.iter().any(|(_, text)| defines(text, name)), "{name} is in another file");
    }
    for (file, text) in &files {
        assert!(code_spans(steps).any(|name| defines(text, name)), "{file} is listed in vain");
    }
}

/// A package is a folder with a manifest.
#[test]
fn all_packages_are_told() {
    let page = read(&home().join("docs/architecture.md"));
    let (_, rest) = page.split_once("\nThe workspace has five packages. ").expect("how many");
    let told = rest.split("\n\n").next().unwrap_or_default();
    let manifest = read(&home().join("Cargo.toml"));
    let (_, rest) = manifest.split_once("\nmembers = [").expect("the members");
    let (members, _) = rest.split_once(']').expect("their end");
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert_eq!(members.len() + 1, 5);
    for member in members {
        assert!(told.contains(&format!("`{member}`")), "{member}");
    }
}

/// So that nobody tries a thing twice.
#[test]
fn the_journal_begins_with_what_was_tried() {
    let told = ["README.md", "changes-0.1.md"];
    for page in files(&home().join("docs/journal"), "md") {
        if !told.iter().any(|name| page.ends_with(name)) {
            let text = read(&page);
            let top = text.split("\n## ").next().unwrap_or_default();
            let rows = top.split_once("\n| tried | gain | built? |\n|---|---|---|\n");
            let rows = rows.map_or(0, |(_, rows)| rows.trim_end().lines().count());
            assert!(rows > 0, "{}: no table of what was tried", page.display());
        }
    }
}

#[test]
fn links_resolve() {
    for (page, text) in pages() {
        for link in links(&text).filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: nothing at {link}", page.display());
            let found = anchor.is_empty() || anchors(&read(&target)).contains(anchor);
            assert!(found, "{}: no heading for {link}", page.display());
        }
    }
}

/// Types, functions with an underscore, and paths of them.
#[test]
fn code_that_is_named_exists() {
    let mut known = HashSet::new();
    for folder in [&FOLDERS[..], &["tests"]].concat() {
        for file in files(&home().join(folder), "rs") {
            known.extend(words(&read(&file)).map(str::to_string));
        }
    }
    for manifest in ["Cargo.toml", "crates/shans-search/Cargo.toml"] {
        known.extend(words(&read(&home().join(manifest))).map(str::to_string));
    }
    for (page, text) in pages() {
        if !ABOUT_CODE.iter().any(|name| page.ends_with(name)) {
            continue;
        }
        for span in code_spans(&text) {
            let is_path = span.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
            let is_name = span.contains(['_', ':']) || span.contains(char::is_uppercase);
            for word in words(span).filter(|_| is_path && is_name) {
                assert!(known.contains(word), "{}: no {word} for `{span}`", page.display());
            }
        }
    }
}

/// Statics are tables: nothing in them changes.
#[test]
fn there_are_no_globals() {
    let changing = ["mut", "Mutex", "RwLock", "OnceLock", "LazyLock", "OnceCell", "LazyCell"];
    for file in sources() {
        for line in read(&file).lines().filter(|line| !line.trim_start().starts_with("//")) {
            let is_static = words(line).take(4).any(|word| word == "static") && line.contains(':');
            let is_static = is_static && !line.contains("'static");
            let changes = words(line).any(|w| changing.contains(&w) || w.starts_with("Atomic"));
            let is_global = (is_static && changes) || line.contains("thread_local!");
            assert!(!is_global, "{}: {line}", file.display());
        }
    }
}

#[test]
fn clocks_are_where_they_belong() {
    for file in sources() {
        let text = read(&file);
        let reads_a_clock = words(&text)
            .any(|word| ["Instant", "SystemTime", "ThreadTime", "ProcessTime"].contains(&word));
        let may = file.ends_with("search/limits.rs") || file.starts_with(home().join("src/app"));
        assert!(may || !reads_a_clock, "{} reads a clock", file.display());
    }
}

/// The guide lists the commands that print JSON, and no others.
#[test]
fn the_commands_with_json_are_listed() {
    const COMMANDS: &str = "analyze resume import show why verify eval merge game prepare explore uci export \
        lab-compare lab-play lab-bench lab-perft";
    let guide = read(&home().join("docs/guide/scripts.md"));
    let told = guide.split("\n\n").nth(1).expect("the guide begins with them");
    for command in COMMANDS.split_whitespace() {
        let command = command.replace('-', " ");
        let arguments: Vec<&str> = command.split(' ').chain(["--help-all"]).collect();
        let has_json = text(&arguments).lines().any(|line| line.trim_start().starts_with("--json"));
        assert_eq!(told.contains(&format!("`{command}`")), has_json, "{command}");
    }
}

/// Who reads `benches/games/errors.py shans --games 25` types it.
#[cfg(unix)]
#[test]
fn scripts_that_are_named_with_arguments_can_be_run() {
    use std::os::unix::fs::PermissionsExt;
    let mut seen = 0;
    for (page, text) in pages() {
        for command in code_spans(&text) {
            let Some((script, _)) = command.split_once(".py ") else { continue };
            let script = home().join(format!("{script}.py"));
            let Ok(metadata) = fs::metadata(&script) else { continue };
            let (page, script_text) = (page.display(), read(&script));
            let can_run = metadata.permissions().mode() & 0o111 == 0o111;
            assert!(can_run && script_text.starts_with("#!"), "{page}: {command}");
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}
