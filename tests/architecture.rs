//! The layers of the design hold: what each module may name, print, read and measure.
//!
//! Sources are read as text, without comments and literals. Unit tests (what `#[cfg(test)]` stands
//! before, and files called `tests.rs` or `testing.rs`) may name anything: they need real games.

#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/rooms.rs"]
mod rooms;
#[path = "architecture/source.rs"]
pub mod source;

use source::{is_of_tests, module_of, without_comments_and_literals, without_tests, words};

/// Top-level modules, each naming only itself and those before it.
const ORDER: [&str; 18] = [
    "value",
    "win_draw_loss",
    "winning_chances",
    "standing",
    "fingerprint",
    "random",
    "sorting",
    "game",
    "loose_text",
    "packed",
    "chess",
    "junqi",
    "tree",
    "search",
    "store",
    "session",
    "inspect",
    "app",
];
/// The games. They do not know each other.
const GAMES: [&str; 2] = ["chess", "junqi"];
/// These work for any game, so they meet `GAMES` only in `app`.
const GENERIC: [&str; 5] = ["tree", "search", "store", "session", "inspect"];
/// The package of all that knows no game. The program names its modules as its own.
const PACKAGE: &str = "shans_search";

const PRINTING: [&str; 8] =
    ["println", "eprintln", "print", "eprint", "stdout", "stderr", "dbg", "indicatif"];
const ARGUMENTS: [&str; 2] = ["clap", "env"];
const CLOCK: [&str; 3] = ["Instant", "SystemTime", "ThreadTime"];

/// All that is wrong with one source file; `path` is below its folder of sources.
fn faults(path: &str, source: &str) -> Vec<String> {
    // What `env!` reads is fixed when the program is built.
    let code = without_comments_and_literals(source).replace("env!", "");
    let mut faults = Vec::new();
    let words: Vec<&str> = words(&code).collect();
    if words.contains(&"unsafe") {
        faults.push(format!("{path}: unsafe"));
    }
    let code = if is_of_tests(path) { String::new() } else { without_tests(&code) };
    let module = module_of(path);
    let own = module.first().copied();
    if own != Some("app") && path != "main.rs" {
        for word in self::words(&code) {
            let is_clock = CLOCK.contains(&word) && own != Some("search");
            if PRINTING.contains(&word) || ARGUMENTS.contains(&word) || is_clock {
                faults.push(format!("{path}: {word} outside its layer"));
            }
            let is_generic = own.is_some_and(|own| GENERIC.contains(&own));
            if word == "shakmaty" && is_generic {
                faults.push(format!("{path}: the rules of chess in a module for any game"));
            }
        }
    }
    if words.contains(&PACKAGE) && path != "lib.rs" {
        faults.push(format!("{path}: the other package by its name"));
    }
    if let Some(own) = own {
        let strangers =
            named_modules(&code, module.len()).into_iter().filter(|named| !may_name(own, named));
        faults.extend(strangers.map(|named| format!("{path}: {own} names {named}")));
    }
    faults
}

fn may_name(own: &str, named: &str) -> bool {
    let place = |module: &str| ORDER.iter().position(|&known| known == module);
    match (place(own), place(named)) {
        (Some(own_place), Some(named_place)) => {
            let is_game = GAMES.contains(&named) && named != own;
            let knows_no_game = GENERIC.contains(&own) || GAMES.contains(&own);
            named_place <= own_place && !(is_game && knows_no_game)
        }
        // A new module has to be put into the order first; other names are no modules.
        (None, named_place) => named_place.is_none(),
        (Some(_), None) => true,
    }
}

/// What is named directly below the crate, by `crate::` or by as many `super::` as the module
/// is deep.
fn named_modules(code: &str, depth: usize) -> Vec<String> {
    let compact: String =
        code.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ::", "::");
    let compact = compact.replace(":: ", "::");
    let to_root = "super::".repeat(depth);
    let mut named = Vec::new();
    for root in ["crate::", to_root.as_str()] {
        for (place, _) in compact.match_indices(root) {
            let is_part = compact[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !is_part {
                named.extend(first_names(&compact[place + root.len()..]));
            }
        }
    }
    named
}

/// The first names of the paths in `a::b`, or in `{a::b, c::{d, e}}`.
fn first_names(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else {
        return words(path).next().map(str::to_string).into_iter().collect();
    };
    let mut names = Vec::new();
    let mut nesting = 0;
    let mut item = String::new();
    for letter in group.chars() {
        match letter {
            '{' => nesting += 1,
            '}' if nesting == 0 => break,
            '}' => nesting -= 1,
            ',' if nesting == 0 => {
                names.extend(words(&std::mem::take(&mut item)).next().map(str::to_string))
            }
            _ => {}
        }
        if letter != ',' {
            item.push(letter);
        }
    }
    names.extend(words(&item).next().map(str::to_string));
    names
}

#[test]
fn layers_hold() {
    let sources = source::all();
    let faults: Vec<String> =
        sources.iter().flat_map(|(path, source)| self::faults(path, source)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_checker_finds_offenders() {
    for (path, source) in [
        ("tree/node.rs", "use crate::search::Limits;"),
        ("tree/node.rs", "use crate::{value::Value, chess::{Position, Epd}};"),
        ("tree/mod.rs", "use super::chess::Position;"),
        ("tree/node.rs", "use super::super::app;"),
        ("search/a/b.rs", "use super :: super ::\n super::{game::Game, store};"),
        ("search/mod.rs", "fn f(p: crate::chess::Position) {}"),
        ("store/mod.rs", "use shakmaty::Chess;"),
        ("chess/fen.rs", "use crate::tree::Tree;"),
        ("junqi/text.rs", "use crate::chess::Position;"),
        ("search/mod.rs", "use crate::junqi::Position;"),
        ("value.rs", "use crate::game::Game;"),
        ("game.rs", "use super::chess;"),
        ("gadget/mod.rs", "use crate::value::Value;"),
        ("search/mod.rs", "fn f() { println!(\"x\"); }"),
        ("search/mod.rs", "fn f() { std::io::stdout(); }"),
        ("chess/mod.rs", "use clap::Args;"),
        ("store/mod.rs", "fn f() { std::env::var(\"HOME\"); }"),
        ("tree/mod.rs", "use std::time::Instant;"),
        ("lib.rs", "fn f() { eprintln!(); }"),
        ("app/mod.rs", "use shans_search::search::Limits;"),
        ("app/mod.rs", "fn f() { unsafe { g() } }"),
        ("app/mod.rs", "#[cfg(test)] mod tests { fn f() { unsafe { g() } } }"),
        ("tree/mod.rs", "const A: char = '\"'; use crate::chess::Position; const B: char = '\"';"),
        ("tree/mod.rs", "fn f<'a>(x: &'a str) { crate::chess::g(x, 'a') }"),
    ] {
        assert!(!faults(path, source).is_empty(), "{path}: {source}");
    }
}

#[test]
fn the_checker_lets_others_pass() {
    for (path, source) in [
        ("tree/node.rs", "use crate::value::{Chance, Value}; use super::arena::Arena;"),
        ("search/best_first/path.rs", "use super::super::limits; use crate::tree::{self, Tree};"),
        ("search/limits.rs", "use std::time::Instant;"),
        ("app/uci.rs", "use crate::{chess::Position, search, store}; fn f() { println!(); }"),
        ("main.rs", "fn main() { eprintln!(\"{}\", std::env::args().count()); }"),
        (
            "tree/mod.rs",
            "//! As in `crate::chess`, unsafe\n/* println!() */ const A: &str = \"crate::app\";",
        ),
        ("tree/mod.rs", "const A: &str = r#\"use \"crate::app\";\"#; const B: char = '\\'';"),
        ("tree/mod.rs", "fn f() {}\n#[cfg(test)]\nmod tests { use crate::chess::Position; }"),
        ("store/mod.rs", "const VERSION: &str = env!(\"CARGO_PKG_VERSION\");"),
        ("value.rs", "mod inner { use super::Value; }"),
        ("lib.rs", "pub use shans_search::{search, tree};"),
        ("testing.rs", "use crate::search::Limits;"),
    ] {
        assert_eq!(faults(path, source), Vec::<String>::new(), "{source}");
    }
}
