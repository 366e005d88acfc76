//! Files of released versions load forever, and docs/tree-file.md shows true bytes.
//!
//! The files of version 1 were made by
//!
//! ```text
//! shans analyze startpos --moves e4 e5 Nf3 --nodes 400 --memory 8MiB --save version-1.tree
//! shans resume version-1.tree --moves Nc6 --nodes 100
//! shans resume version-1.tree --nodes 500 --save version-1-resumed.tree
//! ```
//!
//! and the compressed one with `--compress` added to the first line, all by the last program that
//! wrote version 1. Those of version 2 were made by the first two lines with the other name, by
//! the first program that wrote version 2. They are not made afresh when the search changes; a new
//! version of the format gets new files beside them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::raw_tree::{RawTree, sections};
use crate::common::trees::{go_on, saved};
use shans::chess::{Position, Tapered};
use shans::game::Notation;
use shans::search::BestFirst;
use shans::store::{Loaded, TreeFile};

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn data(name: &str) -> PathBuf {
    home().join("tests/data").join(name)
}

fn read(name: &str) -> Vec<u8> {
    fs::read(data(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn load(name: &str) -> Loaded<Position> {
    let loaded = TreeFile::open(&data(name)).and_then(|file| {
        let room = file.memory_limits();
        file.load_to_go_on(Tapered::default(), room)
    });
    loaded.unwrap_or_else(|error| panic!("{error}"))
}

fn is_the_kept_search(search: &BestFirst<Position>) {
    assert_eq!(search.check(), Ok(260));
    let state = search.state();
    assert_eq!((state.nodes, state.granted, state.stats.iterations), (490, 500, 73));
    assert_eq!(search.root().moves().len(), 3);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(search.position().describe(), fen);
    let [top, here] = [search.tree().root(), search.at()].map(|id| search.tree().node(id));
    assert_eq!((top.value.raw(), top.effort, top.made()), (12.0, 260, 29));
    assert_eq!((here.value.raw(), here.effort, here.made()), (12.0, 102, 27));
    let best = state.changes.last().map(|change| change.best.0);
    assert_eq!(best, Some(11 | 19 << 6), "d1 to d3");
}

/// All four hold the same search, and it continues.
#[test]
fn every_version_loads() {
    for version in [1, 2] {
        let names =
            [format!("version-{version}.tree"), format!("version-{version}-compressed.tree")];
        for (name, compressed) in names.iter().zip([false, true]) {
            let Loaded { mut search, info, .. } = load(name);
            assert_eq!((info.version, info.compressed), (version, compressed));
            assert_eq!((info.program.as_str(), info.tree_nodes), ("shans 0.1.0", 260));
            assert_eq!(info.searcher, "best-first:quiescence");
            is_the_kept_search(&search);
            go_on(&mut search, 500);
        }
        let [plain, packed] = names.map(|name| load(&name));
        assert!(saved(&plain.search, false) == saved(&packed.search, false));
    }
    assert!(
        saved(&load("version-1.tree").search, true) == saved(&load("version-2.tree").search, true)
    );
}

/// An old file continues as in the program that wrote it: but for the version, the same bytes.
#[test]
fn version_1_is_resumed_as_before() {
    let before = saved(&load("version-1-resumed.tree").search, false);
    for name in ["version-1.tree", "version-1-compressed.tree", "version-2.tree"] {
        let mut search = load(name).search;
        go_on(&mut search, 500);
        assert!(saved(&search, false) == before, "{name}");
    }
}

/// What a file of version 2 holds is known byte by byte.
#[test]
fn version_2_is_written_as_ever() {
    let file = read("version-2.tree");
    assert_eq!(RawTree::read(&file).write(), file);
    let mut here = RawTree::read(&saved(&load("version-2.tree").search, false));
    let mut there = RawTree::read(&file);
    // The program and its search may change, numbers be added, and one is used no more; the format
    // may not change.
    there.model.numbers.retain(|(name, _)| name != "settle");
    here.origin = there.origin.clone();
    let is_old = |name: &str| {
        let all = there.state.numbers.iter().chain(&there.model.numbers);
        all.into_iter().any(|(known, _)| known == name)
    };
    here.state.numbers.retain(|(name, _)| is_old(name));
    here.model.numbers.retain(|(name, _)| is_old(name));
    assert!(here == there);
}

/// Rows of a dump as the page prints them.
fn dump(bytes: &[u8], rows: usize) -> Vec<String> {
    let row = |(number, bytes): (usize, &[u8])| {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let plain = bytes.iter().map(|&byte| match byte {
            b' '..=b'~' => char::from(byte),
            _ => '.',
        });
        let (left, right) = (hex[..8].join(" "), hex[8..].join(" "));
        format!("{:08x}  {left}  {right}  |{}|", number * 16, plain.collect::<String>())
    };
    bytes.chunks_exact(16).take(rows).enumerate().map(row).collect()
}

/// Dumps, and the numbers that the text around them tells.
#[test]
fn the_page_shows_true_bytes() {
    let page = home().join("docs/tree-file.md");
    let page = fs::read_to_string(page).unwrap_or_else(|error| panic!("{error}"));
    let is_row = |line: &&str| line.get(..8).is_some_and(|at| u32::from_str_radix(at, 16).is_ok());
    let shown: Vec<&str> = page.lines().filter(is_row).collect();
    let [old, new] = ["version-1.tree", "version-2.tree"].map(read);
    assert_eq!(shown, [dump(&new, 6), dump(&old, 2)].concat());
    let length = |file: &[u8]| u32::from_le_bytes([file[12], file[13], file[14], file[15]]);
    let (sections, blocks_begin) = sections(&new);
    let origin = sections[0].body.len();
    let says = |text: String| {
        let flowing = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(&text), "the page does not say: {text}");
    };
    let (count, bytes) = (sections.len(), length(&new));
    says(format!("version 2, {count} sections, a header of {bytes:#x} = {bytes} bytes"));
    says(format!("section `origin` with a body of {origin:#x} = {origin} bytes"));
    says(format!("first block begins at byte {blocks_begin:#x} = {blocks_begin}"));
    says(format!("version 1, no flags, a header of {0:#x} = {0} bytes", length(&old)));
    let named: Vec<_> = sections.iter().map(|section| format!("`{}`", section.name)).collect();
    says(format!("in this order: {}", named.join(", ")));
    let written = RawTree::read(&saved(&load("version-2.tree").search, false));
    for (name, _) in written.state.numbers.iter().chain(&written.model.numbers) {
        says(format!("`{name}`"));
    }
}
