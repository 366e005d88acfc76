//! No module imports what imports it, by whatever way round.
//!
//! A module is a file. It imports every file that defines something it names, in `use` or in a
//! path, by `crate::`, `super::`, `self::`, or the name of a module. What a `mod.rs` hands on with
//! `pub use` counts as the file that defines it, and the `mod.rs` does not import that file
//! thereby. Tests may import anything.
//!
//! Methods of one type may stand in several files. One that calls a method of its type that stands in another file
//! ([`methods`]) needs that file as if it imported it.

#[path = "methods.rs"]
mod methods;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::source::{self, is_of_tests, module_of, without_comments_and_literals, without_tests};

/// A module by its names below the crate.
type Module = Vec<String>;

/// Names from the left to the right: of modules, then of what is in the last one.
type Names = Vec<String>;

/// Rooms that hold one recursive function in several files: calls between these lead round in a circle
/// because the function does.
const RECURSIONS: [&str; 1] = ["search/depth_first/pvs/"];

/// One source file.
struct File {
    path: String,
    module: Module,
    tokens: Vec<String>,
}

/// A name that a `use` brings into a module, and what it stands for.
struct Import {
    name: String,
    names: Names,
    /// By `pub use` in a `mod.rs` or in `lib.rs`.
    is_handed_on: bool,
}

/// Who imports whom, by path.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

impl File {
    fn new(path: &str, text: &str) -> File {
        let code = without_tests(&without_comments_and_literals(text));
        let module = module_of(path).into_iter().map(str::to_string).collect();
        File { path: path.to_string(), module, tokens: tokens(&code) }
    }

    fn is_facade(&self) -> bool {
        self.path.ends_with("mod.rs") || self.path == "lib.rs"
    }

    /// What every `use` of the file brings in, and every other path in it.
    fn imports_and_paths(&self) -> (Vec<Import>, Vec<Names>) {
        let (mut imports, mut paths) = (Vec::new(), Vec::new());
        let mut place = 0;
        while place < self.tokens.len() {
            let before = place.checked_sub(1).map_or("", |before| self.tokens[before].as_str());
            let is_use = self.tokens[place] == "use";
            let start = place + usize::from(is_use);
            let mut found = Vec::new();
            let end = read_tree(&self.tokens, start, &[], &mut found);
            if is_use {
                let is_handed_on = self.is_facade() && matches!(before, "pub" | ")");
                let import = |(names, name)| Import { name, names, is_handed_on };
                imports.extend(found.into_iter().map(import));
            } else if before != "::" && before != "." {
                // What is named without a path was brought in, or is the file's own.
                paths.extend(found.into_iter().map(|(names, _)| names).filter(|n| n.len() > 1));
            }
            place = end.max(place + 1);
        }
        (imports, paths)
    }
}

/// Words, `::`, and every other sign by itself.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut is_in_word = false;
    for letter in code.chars() {
        let is_word = letter.is_alphanumeric() || letter == '_';
        match tokens.last_mut() {
            Some(last) if is_word && is_in_word => last.push(letter),
            Some(last) if letter == ':' && last == ":" => last.push(letter),
            _ if letter.is_whitespace() => {}
            _ => tokens.push(letter.to_string()),
        }
        is_in_word = is_word;
    }
    tokens
}

/// Reads `a::b`, `a as b` or `a::{b, c::d}` from a place on. What it names goes to `found`, each
/// with the name under which it is known. Returns where it ends.
fn read_tree(
    tokens: &[String],
    start: usize,
    prefix: &[String],
    found: &mut Vec<(Names, String)>,
) -> usize {
    let token = |place: usize| tokens.get(place).map_or("", String::as_str);
    let mut names = prefix.to_vec();
    let mut place = start;
    while is_word(token(place)) {
        names.push(token(place).to_string());
        place += 1;
        if token(place) != "::" {
            break;
        }
        place += 1;
    }
    if place > start && token(place - 1) == "::" && token(place) == "{" {
        place += 1;
        while !matches!(token(place), "}" | "") {
            place = read_tree(tokens, place, &names, found).max(place + 1);
            place += usize::from(token(place) == ",");
        }
        return place + 1;
    }
    // `a::{self}` is `a`.
    if names.len() > 1 && names.last().is_some_and(|name| name == "self") {
        names.pop();
    }
    let Some(mut known_as) = names.last().cloned() else { return place };
    if token(place) == "as" {
        known_as = token(place + 1).to_string();
        place += 2;
    }
    found.push((names, known_as));
    place
}

fn is_word(token: &str) -> bool {
    token.chars().next().is_some_and(|letter| letter.is_alphabetic() || letter == '_')
}

/// All modules with the names in them that were brought in from elsewhere.
struct Crate<'a> {
    paths: BTreeMap<Module, &'a str>,
    imported: BTreeMap<Module, BTreeMap<String, Names>>,
}

impl Crate<'_> {
    /// The names from the crate's root on; `None` where they begin elsewhere.
    fn absolute(&self, module: &Module, names: &Names) -> Option<Names> {
        let mut base = module.clone();
        let mut rest = names.as_slice();
        match rest.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" | "super" => {
                rest = rest.strip_prefix(&["self".to_string()]).unwrap_or(rest);
                while rest.first().is_some_and(|name| name == "super") {
                    base.pop()?;
                    rest = &rest[1..];
                }
            }
            name => {
                let child: Module = [base.as_slice(), &[name.to_string()]].concat();
                let is_imported = self.imported.get(module).is_some_and(|m| m.contains_key(name));
                if !is_imported && !self.paths.contains_key(&child) {
                    return None;
                }
            }
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// The module that defines what absolute names lead to.
    fn definer(&self, names: &Names, patience: u32) -> Option<Module> {
        let mut module = Module::new();
        for (place, name) in names.iter().enumerate() {
            let child = [module.as_slice(), std::slice::from_ref(name)].concat();
            if self.paths.contains_key(&child) {
                module = child;
                continue;
            }
            let elsewhere = self.imported.get(&module).and_then(|imported| imported.get(name));
            if let (Some(elsewhere), true) = (elsewhere, patience > 0) {
                let names = [elsewhere.as_slice(), &names[place + 1..]].concat();
                return self.definer(&names, patience - 1);
            }
            break;
        }
        Some(module)
    }
}

/// Who imports whom among these sources: each a path below its folder, and its text.
pub fn graph(sources: &[(String, String)]) -> Graph {
    let tests = test_modules(sources);
    // What is below a module of tests is compiled for tests only, too.
    let is_of_tests = |path: &str| {
        let names = module_of(path);
        let above = (1..=names.len()).any(|end| tests.contains(&names[..end].join("::")));
        is_of_tests(path) || above
    };
    let files: Vec<File> = sources
        .iter()
        .filter(|(path, _)| !is_of_tests(path))
        .map(|(path, text)| File::new(path, text))
        .collect();
    let paths = files.iter().map(|file| (file.module.clone(), file.path.as_str())).collect();
    let mut all = Crate { paths, imported: BTreeMap::new() };
    let found: Vec<_> = files.iter().map(File::imports_and_paths).collect();
    for (file, (imports, _)) in files.iter().zip(&found) {
        let absolute = |import: &Import| {
            let names = all.absolute(&file.module, &import.names)?;
            Some((import.name.clone(), names))
        };
        let imported = imports.iter().filter_map(absolute).collect();
        all.imported.insert(file.module.clone(), imported);
    }
    let mut graph = Graph::new();
    for (file, (imports, paths)) in files.iter().zip(&found) {
        let imports = imports.iter().filter(|import| !import.is_handed_on);
        let names = imports.map(|import| &import.names).chain(paths);
        let defining = |names: &Names| {
            let names = all.absolute(&file.module, names)?;
            all.paths.get(&all.definer(&names, 8)?).copied()
        };
        let targets = names.filter_map(defining).filter(|&path| path != file.path);
        graph.insert(file.path.clone(), targets.map(str::to_string).collect());
    }
    let tokens: Vec<_> =
        files.iter().map(|file| (file.path.as_str(), file.tokens.as_slice())).collect();
    let is_recursion = |caller: &str, callee: &str| {
        RECURSIONS.iter().any(|room| caller.starts_with(room) && callee.starts_with(room))
    };
    for (caller, callee) in methods::calls(&tokens) {
        if is_recursion(caller, callee) {
            continue;
        }
        graph.entry(caller.to_string()).or_default().insert(callee.to_string());
    }
    graph
}

/// Modules that are declared for tests only, like `app::inspect::example`.
fn test_modules(sources: &[(String, String)]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (path, text) in sources {
        for declared in text.split("#[cfg(test)]\nmod ").skip(1) {
            let name = declared.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            let parts = module_of(path).into_iter().chain(name);
            found.insert(parts.collect::<Vec<_>>().join("::"));
        }
    }
    found
}

/// A shortest circle for each set of files that all import one another, in the order of import.
fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut told = BTreeSet::new();
    for start in graph.keys() {
        let Some(circle) = shortest_circle(graph, start) else { continue };
        if !circle.iter().any(|path| told.contains(path)) {
            found.push(circle.clone());
        }
        told.extend(circle);
    }
    found
}

/// The shortest way from a file back to itself.
fn shortest_circle(graph: &Graph, start: &str) -> Option<Vec<String>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in graph.get(at)? {
            if next == start {
                let mut way = vec![at.to_string()];
                while way.last().is_some_and(|path| path != start) {
                    way.push(came_from.get(way.last()?.as_str())?.to_string());
                }
                way.reverse();
                return Some(way);
            }
            if graph.contains_key(next) && !came_from.contains_key(next.as_str()) {
                came_from.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    None
}

fn told(circle: &[String]) -> String {
    format!("{} -> {}", circle.join(" -> "), circle[0])
}

#[test]
fn no_circles_inside_a_layer() {
    let found = circles(&graph(&source::all()));
    let faults: Vec<String> = found.iter().map(|circle| told(circle)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The circles among sources that are given by path and text.
fn circles_of(sources: &[(&str, &str)]) -> Vec<String> {
    let owned = |&(path, text): &(&str, &str)| (path.to_string(), text.to_string());
    let sources: Vec<(String, String)> = sources.iter().map(owned).collect();
    circles(&graph(&sources)).iter().map(|circle| told(circle)).collect()
}

#[test]
fn the_detector_finds_circles() {
    let two = "a/b.rs -> a/c.rs -> a/b.rs";
    let facade = ("a/mod.rs", "mod b; mod c; pub use b::B; pub use self::c::{C, D as E};");
    for (b, c) in [
        ("use super::c::C;", "use crate::a::b::B;"),
        ("use super::{c, d::D};", "fn f() -> super::b::B { g() }"),
        ("use crate::{a::{c::{self, C}}, x::X};", "use self::super::b;"),
        ("use super::C;", "fn f(b: &crate::a::B) {}"),
        ("use super::E;", "use crate::a; fn f(b: a::B) {}"),
        ("use super::c as other; fn f() {}", "#[cfg(test)]\nuse x::y;\nuse super::B;"),
        ("fn f() { use super::c; }", "fn f() { super::b::g::<u8>() } #[cfg(test)] mod tests {}"),
    ] {
        let found = circles_of(&[facade, ("a/b.rs", b), ("a/c.rs", c), ("a/d.rs", "")]);
        assert_eq!(found, [two], "{b} {c}");
    }
    let found = circles_of(&[
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "use crate::c::C;"),
        ("c.rs", "use crate::d::D; use crate::a::A;"),
        ("d.rs", "use crate::e::E;"),
        ("e.rs", "use super::d::D;"),
    ]);
    assert_eq!(found, ["a.rs -> b.rs -> c.rs -> a.rs", "d.rs -> e.rs -> d.rs"]);
}

#[test]
fn the_detector_finds_a_child_that_needs_its_parent() {
    for (parent, child) in [
        ("mod b; use b::B; pub struct A;", "use super::A;"),
        ("mod b; fn f() { b::g() } pub struct A;", "fn f(a: super::A) {}"),
        ("mod b; use self::b::B; pub struct A;", "use crate::a::{A};"),
    ] {
        let found = circles_of(&[("a/mod.rs", parent), ("a/b.rs", child)]);
        assert_eq!(found, ["a/b.rs -> a/mod.rs -> a/b.rs"], "{parent} {child}");
    }
}

#[test]
fn the_detector_finds_calls_of_methods() {
    let two = "a/c.rs -> a/d.rs -> a/c.rs";
    for (c, d) in [
        (
            "impl A { fn f(&self) { self.g() } fn h(&self) {} }",
            "impl A { fn g(&self) { self.h() } }",
        ),
        (
            "impl<G: Game> A<G> { fn f(&mut self) { x(|| self.g(1)) } fn h(&self) {} }",
            "impl<G> Run for A<G> where G: Game { fn g(&mut self, n: u8) { if n { self . h () } } }",
        ),
        (
            "use super::d::D; impl A { fn h(&self) {} }",
            "pub struct D; impl super::A { fn g(self) { self.h() } }",
        ),
        (
            "impl A { fn f(&self) { self.g() } fn h(&self) {} }",
            "impl A { fn g(&self) { at(0, |a| a.h::<u8>()) } }",
        ),
        ("impl A { fn f(&self) { Self::g() } fn h(&self) {} }", "impl A { fn g() { x(A::h) } }"),
    ] {
        let found = circles_of(&[("a/mod.rs", "mod c; mod d;"), ("a/c.rs", c), ("a/d.rs", d)]);
        assert_eq!(found, [two], "{c} {d}");
    }
    for (c, d) in [
        (
            "impl A { fn f(&self) { self.g() } }",
            "impl A { fn g(&self) { self.b.f() } } impl B { fn f(&self) {} }",
        ),
        (
            "impl A { fn f(&self) { self.g() } }",
            "impl A { fn g(&self) { b.f() } } impl B { fn f(&self) {} }",
        ),
        ("impl A { fn f(&self) { self.g() } }", "impl B { fn g(&self) { self.f() } }"),
        (
            "impl A { fn f(&self) { self.g() } fn g(&self) {} }",
            "impl B { fn g(&self) { self.f() } fn f(&self) {} }",
        ),
    ] {
        let found = circles_of(&[("a/mod.rs", "mod c; mod d;"), ("a/c.rs", c), ("a/d.rs", d)]);
        assert_eq!(found, Vec::<String>::new(), "{c} {d}");
    }
}

#[test]
fn the_detector_lets_others_pass() {
    for sources in [
        &[("a/mod.rs", "mod b; pub use b::B; pub struct A;"), ("a/b.rs", "use super::A;")][..],
        &[("a.rs", "use crate::b::B;"), ("b.rs", "// use crate::a::A;\nuse crate::c;")],
        &[("a.rs", "use crate::b::B;"), ("b.rs", "#[cfg(test)]\nmod tests { use crate::a; }")],
        &[("a.rs", "use crate::b::B;"), ("b.rs", "const A: &str = \"crate::a::A\";")],
        &[("a.rs", "use crate::b::B;"), ("b.rs", "use a::A; fn f(x: X) { x.a::<u8>(); y::a() }")],
        &[("a/mod.rs", "mod b; #[cfg(test)]\nmod c;"), ("a/c.rs", "use super::b;"), ("a/b.rs", "")],
        &[
            ("a/mod.rs", "mod b; #[cfg(test)]\nmod c; pub use b::B;"),
            ("a/b.rs", "use super::c::C;"),
            ("a/c.rs", "use super::B;"),
        ],
        &[
            ("a/mod.rs", "mod b; mod c; pub use b::B; pub use c::C;"),
            ("a/b.rs", "use super::C;"),
            ("a/c.rs", "fn f() { let b = 1; b }"),
        ],
    ] {
        assert_eq!(circles_of(sources), Vec::<String>::new(), "{sources:?}");
    }
}
