//! Files that are not what they should be: each is an error, and never a panic.

use std::fs;
use std::path::Path;

use crate::common::hostile::{ROOM, fault, parts, search};
use crate::common::positions::{config, legal_moves, position};
use crate::common::raw_tree::{NODE, RawNode, RawTree, sections, written};
use crate::common::trees::{SEARCHER, go_on, loaded, open, saved};
use proptest::prelude::*;
use shans::chess::{Position, Tapered};
use shans::game::Notation;
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
use shans::store::{SaveOptions, StoreError, TreeFile, probe, save};

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
    let in_block = 98_304 / NODE;
    assert!(search.tree().len() > 2 * in_block, "three blocks of nodes");
    let bytes = saved(&search, false);
    assert!(fault(&[&bytes[..], &[0]].concat()).is_some_and(|fault| fault.contains("trailing")));
    assert!(fault(&[&bytes[..], &bytes[..]].concat()).is_some());
    let block = in_block * NODE + 8;
    let (head, blocks) = bytes.split_at(sections(&bytes).1);
    let swapped = [head, &blocks[block..2 * block], &blocks[..block], &blocks[2 * block..]];
    let fault = fault(&swapped.concat()).unwrap_or_default();
    assert!(fault.contains("in block 0") && fault.contains("checksum"), "{fault}");
}

#[test]
fn other_files_are_no_trees() {
    for other in [&b""[..], b"\x89", b"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n", &[0; 5000]] {
        let fault = fault(other).unwrap_or_default();
        assert!(fault.contains("some.tree is not a tree file"), "{fault}");
    }
    assert!(fault(b"\x89SHANS\r\n").is_some_and(|fault| fault.contains("cut off")));
    assert!(fault(b"\x89SHANS\n").is_some_and(|fault| fault.contains("is not a tree file")));
}

/// The page is right: what it says is enough to read a file and to write the same one.
#[test]
fn files_are_as_the_page_describes_them() {
    let search = search(30_000);
    let bytes = saved(&search, false);
    let raw = RawTree::read(&bytes);
    assert_eq!(raw.write(), bytes);
    assert_eq!((raw.root.game.as_str(), raw.root.searched_from), ("chess", 2));
    assert_eq!(raw.root.moves, [12 | 28 << 6, 52 | 36 << 6]);
    assert_eq!(raw.state.line, [4 | 7 << 6], "castling is king takes rook");
    assert_eq!(raw.root.candidates.as_ref().map(Vec::len), Some(3));
    assert_eq!(raw.tree.records, search.tree().len() as u64);
    assert_eq!(raw.memory.tree_nodes, Some(20_000));
    let made: usize = raw.nodes.iter().map(RawNode::made).sum();
    assert_eq!(made, raw.nodes.len() - 1);
    let tree = search.tree();
    let nodes = [tree.root(), search.at()].map(|id| (tree.node(id), tree.effort(id)));
    let raw_nodes = [Some(&raw.nodes[0]), raw.nodes.iter().find(|node| node.mv == 4 | 7 << 6)];
    for ((node, effort), raw) in nodes.into_iter().zip(raw_nodes.into_iter().flatten()) {
        let numbers = [node.value.raw(), node.alpha.raw(), node.beta.raw(), node.next.raw()];
        assert_eq!(numbers, [raw.value, raw.alpha, raw.beta, raw.next]);
        assert_eq!((node.mv.0, effort), (raw.mv, u64::from(raw.effort)));
    }
}

/// Blocks with right checksums that are compressed wrongly.
#[test]
fn blocks_that_cannot_be_decompressed_are_refused() {
    let right = saved(&search(600), true);
    let (header, blocks) = parts(&right);
    let length = u32::from_le_bytes([blocks[0], blocks[1], blocks[2], blocks[3]]) as usize;
    let mut damaged = 0;
    for at in 0..length {
        let mut block = blocks[4..4 + length].to_vec();
        block[at] ^= 0xff;
        let bytes = written(3, u16::from(right[10]), header, &[&block]);
        let fault = fault(&bytes).unwrap_or_default();
        damaged += usize::from(fault.contains("in block 0") && fault.contains("decompressed"));
        assert!(!fault.is_empty(), "{at}");
    }
    assert!(damaged > 0);
}

/// Whatever number of a node is changed, something finds it: the reader, or the check.
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
        refused(index, "work", &|raw| raw.nodes[index].work |= 0x800);
        if !is_root {
            refused(index, "move", &|raw| raw.nodes[index].mv = 0);
            refused(index, "move", &|raw| raw.nodes[index].mv = 0xffff);
            refused(index, "twice", &|raw| raw.nodes.insert(index, raw.nodes[index]));
        }
        refused(index, "missing", &|raw| {
            raw.nodes.remove(index);
        });
        for bits in [1, 2, 3, 4, 0x20, 0x40, 0xffe0] {
            refused(index, "meta", &|raw| raw.nodes[index].meta ^= bits);
        }
    }
    refused(0, "no nodes", &|raw| raw.nodes.clear());
}

/// A root that was only searched deeper has no children that would tell.
#[test]
fn a_root_needs_a_move_to_choose() {
    let mate_in_two = position("7k/8/5K2/8/8/8/8/1R6 w - - 0 1");
    let room = MemoryLimits { tree_nodes: Some(2), ..ROOM };
    let mut search = BestFirst::new(Root::new(mate_in_two), ChanceModel::default(), room);
    go_on(&mut search, 2000);
    let mut raw = RawTree::read(&saved(&search, false));
    assert_eq!(fault(&raw.write()), None);
    raw.root.candidates = Some(Vec::new());
    let fault = fault(&raw.write()).unwrap_or_default();
    assert!(fault.contains("0 of 0 moves made"), "{fault}");
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
    refused("an impossible value", &|slots| slots[9][4..8].fill(0xff));
    refused("an empty slot", &|slots| slots[9][8..].fill(0));
    refused("a slot twice", &|slots| slots.insert(9, slots[9]));
    refused("another order", &|slots| slots.swap(8, 9));
}

/// As after another evaluation, which would have tried other moves first: none is made twice.
#[test]
fn a_tree_in_another_order_of_moves_can_be_gone_on_with() {
    for few in ["a3", "a3 Na3 h4"] {
        let mut root = Root::new(<Position>::default());
        root.candidates = few.split(' ').map(|text| root.game().parse_move(text)).collect();
        let mut search = BestFirst::new(root, ChanceModel::default(), ROOM);
        go_on(&mut search, 500);
        let mut raw = RawTree::read(&saved(&search, false));
        raw.root.candidates = None;
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
        let (header, blocks) = parts(&bytes);
        let length = u32::from_le_bytes([blocks[0], blocks[1], blocks[2], blocks[3]]) as usize;
        let mut header = header.to_vec();
        let mut records = blocks[4..4 + length].to_vec();
        let slots = &blocks[length + 12..blocks.len() - 4];
        for (place, byte) in places {
            let target = if in_header { &mut header } else { &mut records };
            let length = target.len();
            target[usize::from(place) % length] = byte;
        }
        let changed = written(3, u16::from(bytes[10]), &header, &[&records, slots]);
        let mut search = match open(&changed).and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), ROOM)) {
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
    let options = SaveOptions { searcher: SEARCHER, compress: false, tables: u64::MAX };
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
    let options = SaveOptions { searcher: SEARCHER, compress: true, tables: u64::MAX };
    let bytes = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{error}"));
    // What a crash has left of an earlier one.
    fs::write(folder.path().join(".a.tree.part"), [7; 100_000]).expect("a file");
    for nodes in [3000, 300] {
        let search = search(nodes);
        let saved_as = save(&path, &search, options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bytes(&path), saved(&search, true));
        assert_eq!(bytes(&path).len() as u64, saved_as.parts.bytes());
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
    let options = SaveOptions { searcher: SEARCHER, compress: false, tables: u64::MAX };
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
