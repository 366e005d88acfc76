//! Files that are not what they should be: each is an error, and never a panic.

mod common;

use std::fs;
use std::path::Path;

use common::positions::{config, legal_moves, position};
use common::raw_tree::{RawTree, written};
use common::trees::{SEARCHER, go_on, loaded, open, saved};
use proptest::prelude::*;
use shans::chess::Position;
use shans::game::Notation;
use shans::search::{BestFirst, ChanceModel, Growth, Limits, Room, Root, Searcher};
use shans::store::{SaveOptions, StoreError, TreeFile, probe, save};

const ROOM: Room = Room::new(1 << 20);

/// A search of so many nodes, with game history, a step and a choice of candidates.
fn search(nodes: u64) -> BestFirst<Position> {
    let mut root = Root::new(position("4k3/4p3/8/8/8/8/4P3/R3K2R w KQ - 0 1"));
    for text in ["e4", "e5"] {
        let mv = root.game().parse_move(text).unwrap_or_else(|| panic!("{text}"));
        root.play(mv);
    }
    let candidates = ["O-O", "Ra8", "Kd2"].map(|text| root.game().parse_move(text));
    root.candidates = candidates.into_iter().collect();
    let room = Room { tree_nodes: Some(20_000), ..ROOM };
    let mut search = BestFirst::new(root, ChanceModel::default(), room);
    go_on(&mut search, nodes);
    let castle = search.position().parse_move("O-O");
    castle.map(|mv| search.step(mv)).unwrap_or_else(|| panic!("O-O")).expect("a step");
    go_on(&mut search, nodes / 4);
    search
}

/// What is wrong with these bytes: when they are opened, loaded, or checked.
fn fault(bytes: &[u8]) -> Option<String> {
    let looked = match open(bytes).and_then(|file| file.load_to_look::<Position>()) {
        Ok(looked) => looked.search.check().err().map(|broken| broken.to_string()),
        Err(error) => Some(error.to_string()),
    };
    let loaded = match open(bytes).and_then(|file| file.load_to_go_on::<Position>(ROOM)) {
        Ok(loaded) => loaded.search.check().err().map(|broken| broken.to_string()),
        Err(error) => Some(error.to_string()),
    };
    // Slots of the table are only looked at by those who go on.
    assert!(looked.is_none() || loaded.is_some(), "{looked:?}");
    if let Some(fault) = &loaded {
        assert_eq!(fault.lines().count(), 1, "{fault}");
    }
    loaded
}

#[test]
fn every_flipped_bit_is_found() {
    for compress in [false, true] {
        let bytes = saved(&search(600), compress);
        assert_eq!(fault(&bytes), None);
        for at in 0..bytes.len() {
            for bits in [0x01, 0x80, 0xff] {
                let mut spoilt = bytes.clone();
                spoilt[at] ^= bits;
                assert!(fault(&spoilt).is_some(), "byte {at} of {} ^ {bits:#x}", bytes.len());
            }
        }
    }
}

#[test]
fn a_file_cut_off_anywhere_is_found() {
    for compress in [false, true] {
        let bytes = saved(&search(1500), compress);
        for length in 0..bytes.len() {
            let fault = fault(&bytes[..length]).unwrap_or_else(|| panic!("{length} bytes"));
            assert!(fault.starts_with("some.tree is "), "{fault}");
        }
    }
}

#[test]
fn more_bytes_and_other_blocks_are_found() {
    let search = search(30_000);
    assert!(search.tree().len() > 2 * 4096, "three blocks of nodes");
    let bytes = saved(&search, false);
    assert!(fault(&[&bytes[..], &[0]].concat()).is_some_and(|fault| fault.contains("more")));
    assert!(fault(&[&bytes[..], &bytes[..]].concat()).is_some());
    let header = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]);
    let first = 16 + header as usize + 4;
    let block = 24 * 4096 + 8;
    let (head, blocks) = bytes.split_at(first);
    let swapped = [head, &blocks[block..2 * block], &blocks[..block], &blocks[2 * block..]];
    let fault = fault(&swapped.concat()).unwrap_or_default();
    assert!(fault.contains("in block 0") && fault.contains("checksum"), "{fault}");
}

#[test]
fn other_files_are_no_trees() {
    for other in [&b""[..], b"\x89", b"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n", &[0; 5000]] {
        let fault = fault(other).unwrap_or_default();
        assert!(fault.contains("some.tree is no tree file"), "{fault}");
    }
    assert!(fault(b"\x89SHANS\r\n").is_some_and(|fault| fault.contains("cut off")));
    assert!(fault(b"\x89SHANS\n").is_some_and(|fault| fault.contains("is no tree file")));
}

/// The page is right: what it says is enough to read a file and to write the same one.
#[test]
fn files_are_as_the_page_describes_them() {
    let search = search(30_000);
    let bytes = saved(&search, false);
    let raw = RawTree::read(&bytes);
    assert_eq!(raw.write(), bytes);
    assert_eq!((raw.header.game.as_str(), raw.header.searched_from), ("chess", 2));
    assert_eq!(raw.header.moves, [12 | 28 << 6, 52 | 36 << 6]);
    assert_eq!(raw.header.line, [4 | 7 << 6], "castling is king takes rook");
    assert_eq!(raw.header.candidates.as_ref().map(Vec::len), Some(3));
    assert_eq!(raw.header.tree_nodes, search.tree().len() as u64);
    assert_eq!(raw.header.most_nodes, Some(20_000));
    let kept = raw.nodes.iter().filter(|node| node.meta & 0b1000 == 0);
    let made: usize = kept.map(|node| usize::from(node.meta >> 4)).sum();
    assert_eq!(made, raw.nodes.len() - 1);
    assert_eq!(raw.nodes[0].mv, 0);
}

/// Checksums are right, and what they protect is impossible.
#[test]
fn impossible_headers_are_refused() {
    let right = RawTree::read(&saved(&search(2000), false));
    let refused = |what: &str, change: &dyn Fn(&mut RawTree)| {
        let mut raw = right.clone();
        change(&mut raw);
        let fault = fault(&raw.write()).unwrap_or_else(|| panic!("{what} is accepted"));
        assert!(fault.contains(what), "{what}: {fault}");
    };
    refused("version 2", &|raw| raw.version = 2);
    refused("does not know", &|raw| raw.flags = 2);
    refused("a tree of \"go\"", &|raw| raw.header.game = "go".into());
    refused("cannot be printed", &|raw| raw.header.program = "\x1b[2J".into());
    refused("cannot be printed", &|raw| raw.header.searcher = "two\nlines".into());
    refused("cannot be printed", &|raw| raw.header.program = "x".repeat(300));
    refused("too short for its nodes", &|raw| raw.header.tree_nodes = 25_000);
    for nodes in [u64::MAX, 1 << 40, 1 << 32] {
        let mut raw = right.clone();
        raw.header.tree_nodes = nodes;
        assert!(fault(&raw.write()).is_some());
    }
    refused("fewer nodes", &|raw| raw.header.tree_nodes = 0);
    refused("its length is impossible", &|raw| raw.header.tree_nodes -= 1);
    refused("a table that cannot be", &|raw| raw.header.table_used = u64::MAX);
    refused("a table that cannot be", &|raw| raw.header.table_slots += 1);
    for parameter in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
        refused("parameters", &|raw| raw.header.ply = parameter);
        refused("parameters", &|raw| raw.header.late = parameter);
        refused("parameters", &|raw| raw.header.forced_share = parameter);
        refused("parameters", &|raw| raw.header.burst = parameter);
        refused("parameters", &|raw| raw.header.settle = parameter);
    }
    refused("is no position", &|raw| raw.header.position = "8/8/8/8/8/8/8/8 w - - 0 1".into());
    refused("move 2 of the game is illegal", &|raw| raw.header.moves[1] = 0);
    refused("began after the end", &|raw| raw.header.searched_from = 3);
    refused("candidates is illegal", &|raw| raw.header.candidates = Some(vec![77]));
    refused("is twice", &|raw| {
        let twice = raw.header.candidates.iter().flatten().map(|_| 4 | 7 << 6).collect();
        raw.header.candidates = Some(twice);
    });
    refused("move 1 of the line", &|raw| raw.header.line = vec![0]);
    refused("move 2 of the line", &|raw| raw.header.line.push(0));
    refused("preferred move is not in the tree", &|raw| raw.header.answer = Some(300));
    refused("names an illegal move", &|raw| raw.header.changes[0].best = 0);
    refused("a count", &|raw| raw.header.granted = 0);
    refused("a count", &|raw| raw.header.least_gap = f32::NAN);
    refused("a count", &|raw| raw.header.iterations = u64::MAX);
    refused("a count", &|raw| raw.header.depth_sum = u64::MAX);
    refused("a win of no value", &|raw| raw.header.win = Some((f32::NAN, 1)));
}

#[test]
fn lengths_that_no_file_has_are_refused() {
    let right = saved(&search(600), false);
    let length = u32::from_le_bytes([right[12], right[13], right[14], right[15]]) as usize;
    let (header, blocks) = (&right[16..16 + length], &right[16 + length + 4..]);
    // The length of the program's name, and what stands there instead of it.
    for huge in [u64::MAX, 1 << 40, 1 << 24, 1 << 20] {
        let header = [&huge.to_le_bytes(), &header[8..]].concat();
        let fault = fault(&written(1, 0, &header, &[blocks])).unwrap_or_default();
        assert!(fault.contains("cannot be decoded"), "{fault}");
    }
    for short in 0..length {
        assert!(fault(&written(1, 0, &header[..short], &[])).is_some(), "{short}");
    }
    for place in [12, 16 + length + 4] {
        let mut bytes = right.clone();
        bytes[place..place + 4].fill(0xff);
        let fault = fault(&bytes).unwrap_or_default();
        assert!(fault.contains("its length is impossible"), "{fault}");
    }
    let packed = written(1, 1, header, &[&[0x28, 0xb5, 0x2f, 0xfd, 0xff][..]]);
    assert!(fault(&packed).is_some());
}

/// Whatever number of a node is changed, somebody finds it: the reader, or the check.
#[test]
fn impossible_nodes_are_refused() {
    let right = RawTree::read(&saved(&search(2000), false));
    let refused = |index: usize, what: &str, change: &dyn Fn(&mut RawTree)| {
        let mut raw = right.clone();
        change(&mut raw);
        assert!(fault(&raw.write_with_counts()).is_some(), "node {index}: {what} is accepted");
    };
    for index in (0..right.nodes.len()).step_by(7).chain(0..20) {
        let is_root = index == 0;
        for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 2e5, 3e38] {
            refused(index, "value", &|raw| raw.nodes[index].value = number);
            let old = right.nodes[index];
            if number != old.alpha {
                refused(index, "alpha", &|raw| raw.nodes[index].alpha = number);
            }
            if number != old.beta {
                refused(index, "beta", &|raw| raw.nodes[index].beta = number);
            }
        }
        refused(index, "next", &|raw| raw.nodes[index].next = f32::NAN);
        refused(index, "next", &|raw| raw.nodes[index].next = 1e30);
        refused(index, "next", &|raw| {
            let node = &mut raw.nodes[index];
            let none = if node.meta & 3 == 1 { f32::NEG_INFINITY } else { f32::INFINITY };
            node.next = if node.next.is_finite() { none } else { 1.0 };
        });
        refused(index, "a higher value", &|raw| raw.nodes[index].value += 50.0);
        refused(index, "effort", &|raw| raw.nodes[index].effort = 0);
        if !is_root {
            refused(index, "move", &|raw| raw.nodes[index].mv = 0);
            refused(index, "move", &|raw| raw.nodes[index].mv = 0xffff);
            refused(index, "twice", &|raw| raw.nodes.insert(index, raw.nodes[index]));
        }
        refused(index, "missing", &|raw| {
            raw.nodes.remove(index);
        });
        for bits in [1, 2, 3, 4, 0x10, 0x20, 0xfff0] {
            refused(index, "meta", &|raw| raw.nodes[index].meta ^= bits);
        }
    }
    refused(0, "no nodes", &|raw| raw.nodes.clear());
}

/// A root that was only searched deeper has no children that would tell.
#[test]
fn a_freed_root_needs_a_move_to_choose() {
    let mate_in_two = position("7k/8/5K2/8/8/8/8/1R6 w - - 0 1");
    let room = Room { tree_nodes: Some(2), ..ROOM };
    let mut search = BestFirst::new(Root::new(mate_in_two), ChanceModel::default(), room);
    go_on(&mut search, 2000);
    let mut raw = RawTree::read(&saved(&search, false));
    assert_eq!(fault(&raw.write()), None);
    raw.header.candidates = Some(Vec::new());
    let fault = fault(&raw.write()).unwrap_or_default();
    assert!(fault.contains("made before it was freed"), "{fault}");
}

#[test]
fn impossible_slots_are_refused() {
    let right = RawTree::read(&saved(&search(2000), false));
    assert!(right.slots.len() > 10);
    let refused = |what: &str, change: &dyn Fn(&mut Vec<[u8; 12]>)| {
        let mut raw = right.clone();
        change(&mut raw.slots);
        assert!(fault(&raw.write_with_counts()).is_some(), "{what} is accepted");
    };
    refused("an index beyond the table", &|slots| slots[9][..4].fill(0xff));
    refused("a value that is none", &|slots| slots[9][4..8].fill(0xff));
    refused("an empty slot", &|slots| slots[9][8..].fill(0));
    refused("a slot twice", &|slots| slots.insert(9, slots[9]));
    refused("another order", &|slots| slots.swap(8, 9));
}

/// As after another evaluation, which would have tried other moves first: none is made twice.
#[test]
fn a_tree_in_another_order_of_moves_can_be_gone_on_with() {
    for (few, growth) in [("a3", Growth::Move), ("a3 Na3 h4", Growth::Chain(3))] {
        let mut root = Root::new(<Position>::default());
        root.candidates = few.split(' ').map(|text| root.game().parse_move(text)).collect();
        let model = ChanceModel { growth, ..ChanceModel::default() };
        let mut search = BestFirst::new(root, model, ROOM);
        go_on(&mut search, 500);
        let mut raw = RawTree::read(&saved(&search, false));
        raw.header.candidates = None;
        // The next move is there again, and promises little.
        raw.nodes[0].next = -5000.0;
        let mut search = loaded::<Position>(&raw.write());
        assert!(search.check().is_ok(), "{:?}", search.check());
        let moves = legal_moves(search.position());
        for mv in moves {
            search.step(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
            go_on(&mut search, 50);
            search.step_back().unwrap_or_else(|error| panic!("{mv}: {error}"));
        }
        assert_eq!(search.tree().children(search.tree().root()).count(), 20);
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    /// Whatever passes every check can be searched, stays right, and can be saved.
    #[test]
    fn what_passes_can_be_gone_on_with(
        places in prop::collection::vec((any::<u16>(), any::<u8>()), 1..4),
        in_header: bool,
    ) {
        let bytes = saved(&search(300), false);
        let raw = RawTree::read(&bytes);
        let (records, slots) = (raw.nodes.len() * 24, raw.slots.concat());
        let behind = bytes.len() - (slots.len() + 8) - (records + 8);
        let mut header = bytes[16..behind - 4].to_vec();
        let mut records = bytes[behind + 4..][..records].to_vec();
        for (place, byte) in places {
            let target = if in_header { &mut header } else { &mut records };
            let length = target.len();
            target[usize::from(place) % length] = byte;
        }
        let changed = written(1, 0, &header, &[&records, &slots]);
        let mut search = match open(&changed).and_then(|file| file.load_to_go_on::<Position>(ROOM)) {
            Ok(loaded) if loaded.search.check().is_ok() => loaded.search,
            _ => return Ok(()),
        };
        let limits = Limits { nodes: Some(search.state().nodes + 200), ..Limits::default() };
        search.search(&limits, &mut |_| {});
        prop_assert!(search.check().is_ok());
        prop_assert_eq!(loaded::<Position>(&saved(&search, false)).state(), search.state());
    }
}

#[test]
fn places_that_cannot_be_read_or_written_are_named() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let path = |name: &str| folder.path().join(name);
    let options = SaveOptions { searcher: SEARCHER, compress: false };
    let search = search(300);
    fs::create_dir(path("folder")).unwrap_or_else(|error| panic!("{error}"));
    let one_line = |message: String, path: &Path| {
        let named = message.contains(&path.display().to_string());
        assert!(named && message.lines().count() == 1, "{message}");
    };
    for name in ["folder", "missing/a.tree", "missing/", "folder/.", "folder/.."] {
        let path = path(name);
        let error = save(&path, &search, options).expect_err(name);
        one_line(error.to_string(), folder.path());
        assert!(probe(&path).is_err(), "{name}");
    }
    for name in ["folder", "missing.tree", "missing/a.tree"] {
        let path = path(name);
        let error = TreeFile::open(&path).map(drop).expect_err(name);
        one_line(error.to_string(), &path);
    }
    assert!(save(Path::new(""), &search, options).is_err());
    let left: Vec<_> = fs::read_dir(folder.path()).into_iter().flatten().flatten().collect();
    assert_eq!(left.len(), 1, "nothing is left behind: {left:?}");
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let path = folder.path().join("a.tree");
    let options = SaveOptions { searcher: SEARCHER, compress: true };
    let bytes = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{error}"));
    // What a crash has left of an earlier one.
    fs::write(folder.path().join(".a.tree.part"), [7; 100_000]).expect("a file");
    for nodes in [3000, 300] {
        let search = search(nodes);
        let length = save(&path, &search, options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bytes(&path), saved(&search, true));
        assert_eq!(bytes(&path).len() as u64, length);
        probe(&path).unwrap_or_else(|error| panic!("{error}"));
    }
    let names = fs::read_dir(folder.path()).into_iter().flatten().flatten();
    let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["a.tree"]);
}

/// Who comes second waits for nobody and spoils nothing: the file is always a whole one.
#[test]
fn two_who_save_at_once_leave_one_whole_tree() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let path = folder.path().join("a.tree");
    let options = SaveOptions { searcher: SEARCHER, compress: false };
    let whole = [300, 600].map(|nodes| saved(&search(nodes), false));
    save(&path, &search(300), options).unwrap_or_else(|error| panic!("{error}"));
    std::thread::scope(|scope| {
        for nodes in [300, 600] {
            let (path, whole) = (&path, &whole);
            scope.spawn(move || {
                let search = search(nodes);
                for _ in 0..500 {
                    match save(path, &search, options) {
                        Ok(_) | Err(StoreError::Busy(_)) => {}
                        Err(error) => panic!("{error}"),
                    }
                    let found = fs::read(path);
                    assert!(found.is_ok_and(|found| whole.contains(&found)), "another file");
                }
            });
        }
    });
}
