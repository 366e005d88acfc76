//! A file of this version loads for as long as the program reads the version, and docs/tree-file.md shows true bytes.
//!
//! `version-3.tree` was made by
//!
//! ```text
//! shans analyze startpos --moves e4 e5 Nf3 --nodes 3k --memory 8MiB --tables 2KiB --save version-3.tree
//! shans resume version-3.tree --moves Nc6 --nodes 1k --tables 2KiB
//! ```
//!
//! by the first program that wrote version 3. It is not made afresh when the search changes; a new version of the format
//! gets a new file in its place.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::raw_tree::{RawModel, RawNumber, RawSection, RawState, sections};
use crate::common::trees::go_on;
use shans::chess::{Position, Tapered};
use shans::game::Notation;
use shans::search::BestFirst;
use shans::store::{Loaded, SaveOptions, TreeFile, write_to};

/// Numbers by their names.
type Numbers = Vec<(String, RawNumber)>;

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn kept() -> PathBuf {
    home().join("tests/data/version-3.tree")
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn load() -> Loaded<Position> {
    let loaded = TreeFile::open(&kept()).and_then(|file| {
        let room = file.memory_limits();
        file.load_to_go_on(Tapered::learned(), room)
    });
    loaded.unwrap_or_else(|error| panic!("{error}"))
}

/// With all of its tables.
fn saved(search: &BestFirst<Position>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let options = SaveOptions { searcher: "best-first", compress: false, tables: u64::MAX };
    write_to(&mut bytes, search, options).unwrap_or_else(|error| panic!("{error}"));
    bytes
}

#[test]
fn the_kept_file_loads_and_goes_on() {
    let Loaded { mut search, info, .. } = load();
    assert_eq!((info.version, info.compressed), (3, false));
    assert_eq!((info.program.as_str(), info.searcher.as_str()), ("shans 0.1.0", "best-first"));
    assert_eq!(search.check(), Ok(11));
    let state = search.state();
    assert_eq!((state.nodes, state.line.len()), (4_220, 1));
    assert_eq!(search.root().moves().len(), 3);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(search.position().describe(), fen);
    assert_eq!((state.anchors.len(), search.leaf_lines().count()), (2, 5));
    let tree = search.tree();
    let [top, here] =
        [tree.root(), search.at()].map(|id| (tree.node(id).value.raw(), tree.effort(id)));
    assert_eq!((top, here), ((37.0, 4_231), (37.0, 1_223)));
    let best = state.answer.changes.last().map(|change| change.best.0);
    assert_eq!(best, Some(1 | 18 << 6), "b1 to c3");
    let report = go_on(&mut search, 2_000);
    assert!(report.best_move().is_some());
    assert_eq!(search.state().nodes, 6_220);
}

/// What a file of version 3 holds is known byte by byte. The program and its search may change, and numbers be added;
/// the format may not change.
#[test]
fn version_3_is_written_as_ever() {
    let file = read(&kept());
    let written = saved(&load().search);
    let [(there, blocks_begin), (here, blocks_begin_here)] =
        [&file, &written].map(|file| sections(file));
    assert!(file[blocks_begin..] == written[blocks_begin_here..], "the blocks are other ones");
    let names = |sections: &[RawSection]| -> Vec<(String, u8)> {
        sections.iter().map(|section| (section.name.clone(), section.flags)).collect()
    };
    assert_eq!(names(&there), names(&here));
    for (old, new) in there.iter().zip(&here) {
        match old.name.as_str() {
            "origin" => {}
            "model" => {
                let [old, mut new]: [RawModel; 2] = [old, new].map(RawSection::decoded);
                keep_known(&mut new.numbers, &old.numbers);
                assert_eq!(old, new);
            }
            "state" => {
                let [mut old, mut new]: [RawState; 2] = [old, new].map(RawSection::decoded);
                // Programs before this one have written it.
                old.numbers.retain(|(name, _)| name != "granted" && name != "deep_nodes");
                keep_known(&mut new.numbers, &old.numbers);
                assert_eq!(old, new);
            }
            "leaf-search" => {
                let [old, mut new]: [(Numbers, Numbers); 2] = [old, new].map(RawSection::decoded);
                keep_known(&mut new.0, &old.0);
                keep_known(&mut new.1, &old.1);
                assert_eq!(old, new);
            }
            _ => assert_eq!(old, new),
        }
    }
}

/// Leaves those out that were added since.
fn keep_known(numbers: &mut Numbers, known: &Numbers) {
    numbers.retain(|(name, _)| known.iter().any(|(known, _)| known == name));
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

/// The dump, and the numbers that the text around it tells.
#[test]
fn the_page_shows_true_bytes() {
    let page = String::from_utf8(read(&home().join("docs/tree-file.md"))).expect("UTF-8");
    let is_row = |line: &&str| line.get(..8).is_some_and(|at| u32::from_str_radix(at, 16).is_ok());
    let shown: Vec<&str> = page.lines().filter(is_row).collect();
    let file = read(&kept());
    assert_eq!(shown, dump(&file, 6));
    let (sections, blocks_begin) = sections(&file);
    let origin = sections[0].body.len();
    let says = |text: String| {
        let flowing = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(&text), "the page does not say: {text}");
    };
    let length = u32::from_le_bytes([file[12], file[13], file[14], file[15]]);
    let count = sections.len();
    says(format!("version 3, {count} sections, a header of {length:#x} = {length} bytes"));
    says(format!("section `origin` with a body of {origin:#x} = {origin} bytes"));
    says(format!("first block begins at byte {blocks_begin:#x} = {blocks_begin}"));
    let named: Vec<_> = sections.iter().map(|section| format!("`{}`", section.name)).collect();
    says(format!("in this order: {}", named.join(", ")));
    let written = crate::common::raw_tree::sections(&saved(&load().search)).0;
    let by_name =
        |name: &str| written.iter().find(|section| section.name == name).expect("it is there");
    let state: RawState = by_name("state").decoded();
    let model: RawModel = by_name("model").decoded();
    let leaf_search: (Numbers, Numbers) = by_name("leaf-search").decoded();
    for (name, _) in [state.numbers, model.numbers, leaf_search.0, leaf_search.1].concat() {
        says(format!("`{name}`"));
    }
}
