//! Files of released versions load for ever, and docs/tree-file.md shows true bytes.
//!
//! The files of version 1 were made by
//!
//! ```text
//! shans analyze startpos --moves e4 e5 Nf3 --nodes 400 --memory 8MiB --save version-1.tree
//! shans resume version-1.tree --moves Nc6 --nodes 100
//! ```
//!
//! and the compressed one with `--compress` added to the first line. They are not made anew when
//! the search changes; a new version of the format gets new files beside them.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::raw_tree::RawTree;
use common::trees::{go_on, saved};
use shans::chess::Position;
use shans::game::Notation;
use shans::search::BestFirst;
use shans::store::{Loaded, TreeFile};

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn data(name: &str) -> PathBuf {
    home().join("tests/data").join(name)
}

fn load(name: &str) -> Loaded<Position> {
    let loaded = TreeFile::open(&data(name)).and_then(|file| {
        let room = file.room();
        file.load_to_go_on(room)
    });
    loaded.unwrap_or_else(|error| panic!("{error}"))
}

fn is_version_1(search: &BestFirst<Position>) {
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

#[test]
fn version_1_loads() {
    for (name, compressed) in [("version-1.tree", false), ("version-1-compressed.tree", true)] {
        let Loaded { mut search, origin } = load(name);
        assert_eq!((origin.program.as_str(), origin.compressed), ("shans 0.1.0", compressed));
        assert_eq!((origin.searcher.as_str(), origin.tree_nodes), ("best-first:quiescence", 260));
        is_version_1(&search);
        go_on(&mut search, 500);
    }
    let [plain, packed] = ["version-1.tree", "version-1-compressed.tree"].map(load);
    assert!(saved(&plain.search, false) == saved(&packed.search, false));
}

#[test]
fn the_page_shows_true_bytes() {
    let page = home().join("docs/tree-file.md");
    let page = fs::read_to_string(page).unwrap_or_else(|error| panic!("{error}"));
    let file = fs::read(data("version-1.tree")).unwrap_or_else(|error| panic!("{error}"));
    let is_dump = |line: &&str| line.len() > 10 && u32::from_str_radix(&line[..8], 16).is_ok();
    let dump: Vec<&str> = page.lines().filter(is_dump).collect();
    let expected = (0..4).map(|row| {
        let bytes = &file[row * 16..][..16];
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let plain = bytes.iter().map(|&byte| match byte {
            b' '..=b'~' => char::from(byte),
            _ => '.',
        });
        let (left, right) = (hex[..8].join(" "), hex[8..].join(" "));
        format!("{:08x}  {left}  {right}  |{}|", row * 16, plain.collect::<String>())
    });
    assert_eq!(dump, expected.collect::<Vec<_>>());
    assert_eq!(RawTree::read(&file).nodes.len(), 260);
}
