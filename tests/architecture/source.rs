//! Sources as text: without comments, literals and tests.

use std::fs;
use std::path::Path;

/// What stands before code that is compiled for tests only.
const TEST_ONLY: &str = "#[cfg(test)]";

/// `chess/perft.rs` is the module `chess::perft`, `chess/mod.rs` is `chess`.
pub fn module_of(path: &str) -> Vec<&str> {
    let parts = path.trim_end_matches(".rs").split('/');
    parts.filter(|&part| !matches!(part, "mod" | "lib" | "main")).collect()
}

pub fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Code alone: comments, strings and character literals become blanks.
pub fn without_comments_and_literals(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        let skipped = comment(rest).or_else(|| raw_string(rest)).or_else(|| quoted(rest));
        match skipped {
            Some(length) => {
                code.push(' ');
                rest = rest.get(length..).unwrap_or_default();
            }
            None => {
                code.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    code
}

fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    text.starts_with("/*").then(|| text.find("*/").map_or(text.len(), |end| end + 2))
}

fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix('r')?.split_once('"')?.0;
    let is_raw = hashes.chars().all(|c| c == '#');
    let open = hashes.len() + 2;
    let close = format!("\"{hashes}");
    is_raw.then(|| text[open..].find(&close).map_or(text.len(), |end| open + end + close.len()))
}

/// A string, or a character literal (a lone `'` begins a lifetime).
fn quoted(text: &str) -> Option<usize> {
    let mark = text.chars().next().filter(|&mark| matches!(mark, '"' | '\''))?;
    let mut is_escaped = false;
    for (place, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == mark => {
                let is_lifetime = mark == '\'' && text[1..place].chars().count() != 1;
                let is_literal = !is_lifetime || text[1..].starts_with('\\');
                return is_literal.then_some(place + 1);
            }
            _ => {}
        }
        if mark == '\'' && place > 12 {
            return None;
        }
    }
    None
}

/// Code without what is compiled for tests only: the item after each `#[cfg(test)]`. The text
/// has no comments and literals.
pub fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some((before, item)) = rest.split_once(TEST_ONLY) {
        kept.push_str(before);
        rest = &item[end_of_item(item)..];
    }
    kept + rest
}

/// Where an item ends: at its first `;`, or where its outermost braces close.
fn end_of_item(item: &str) -> usize {
    let mut depth = 0;
    for (place, letter) in item.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth <= 1 => return place + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return place + 1,
            _ => {}
        }
    }
    item.len()
}

/// The folders of sources: of what knows no game, and of the program.
pub const FOLDERS: [&str; 2] = ["crates/shans-search/src", "src"];

/// Whether a file is compiled for tests only, whatever is in it.
pub fn is_of_tests(path: &str) -> bool {
    path.ends_with("/tests.rs") || path == "testing.rs"
}

/// Every source below [`FOLDERS`], its path there with `/`, and its text. The modules of both are
/// known as those of one crate: the program hands on those of the other.
pub fn all() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let before = found.len();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "", &mut found);
        let is_there = found[before..].iter().any(|(path, _)| path == "lib.rs");
        assert!(is_there, "the sources are not where they were");
    }
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<(String, String)>) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries.flatten() {
        let path = entry.path();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), found);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            found.push((name, text));
        }
    }
}
