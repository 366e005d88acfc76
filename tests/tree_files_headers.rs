//! Headers that are not what they should be, with right checksums: each is an error that says what
//! is wrong, and what a newer program added is refused by name or skipped.

use crate::common::hostile::{ROOM, fault, parts, search};
use crate::common::raw_tree::{
    HAS_BLOCKS, OPTIONAL, RawNumber, RawSection, RawTree, number, with_state, written,
};
use crate::common::trees::{go_on, loaded, open, saved};
use shans::chess::{Position, Tapered};
use shans::game::Evaluate;
use shans::search::{BestFirst, ChanceModel, Limits, Root, Stop};
use shans::session::{More, Session};
use shans::store::{SaveOptions, write_to};

/// What is written can be read, whatever a searcher calls itself.
#[test]
fn a_name_that_no_file_takes_is_cut() {
    let search = search(500);
    let name = format!("best-first\n over {}", "ä".repeat(300));
    let mut bytes = Vec::new();
    let options = SaveOptions { searcher: &name, compress: false, tables: 0 };
    write_to(&mut bytes, &search, options).unwrap_or_else(|error| panic!("{error}"));
    let file = open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    let told = file.info::<Position>(search.position().evaluator()).searcher;
    assert!(told.starts_with("best-first over ää") && (399..=400).contains(&told.len()), "{told}");
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
    refused("a tree for \"go\"", &|raw| raw.root.game = "go".into());
    refused("cannot be printed", &|raw| raw.root.game = "\x07".into());
    refused("cannot be printed", &|raw| raw.origin.program = "\x1b[2J".into());
    refused("cannot be printed", &|raw| raw.origin.searcher = "two\nlines".into());
    refused("cannot be printed", &|raw| raw.origin.program = "x".repeat(401));
    refused("too short for its nodes", &|raw| raw.tree.records = 25_000);
    for nodes in [u64::MAX, 1 << 40, 1 << 32] {
        let mut raw = right.clone();
        raw.tree.records = nodes;
        assert!(fault(&raw.write()).is_some());
    }
    refused("fewer nodes", &|raw| raw.tree.records = 0);
    refused("its length is impossible", &|raw| raw.tree.records -= 1);
    refused("have an impossible length", &|raw| raw.tree.record_bytes = 12);
    refused("have an impossible length", &|raw| raw.leaf_values.blocks.record_bytes = 0);
    refused("compression 7 of the section \"tree\"", &|raw| raw.tree.compression = 7);
    refused("an impossible table", &|raw| raw.leaf_values.blocks.records = u64::MAX);
    refused("an impossible table", &|raw| raw.leaf_values.slots += 1);
    refused("is not a position", &|raw| raw.root.position = "8/8/8/8/8/8/8/8 w - - 0 1".into());
    refused("move 2 of the game is illegal", &|raw| raw.root.moves[1] = 0);
    refused("candidates is illegal", &|raw| raw.root.candidates = Some(vec![77]));
    refused("names a move twice", &|raw| {
        let twice = raw.root.candidates.iter().flatten().map(|_| 4 | 7 << 6).collect();
        raw.root.candidates = Some(twice);
    });
    refused("move 1 of the line", &|raw| raw.state.line = vec![0]);
    refused("move 2 of the line", &|raw| raw.state.line.push(0));
    refused("preferred move is not in the tree", &|raw| raw.state.answer = Some(300));
    refused("names an illegal move", &|raw| raw.state.changes[0].best = 0);
    refused("a win without a value", &|raw| raw.state.win = Some((f32::NAN, 1)));
    refused("an impossible sweep", &|raw| raw.state.sweep_families = vec![1; 1025]);
    refused("an impossible limit of memory", &|raw| raw.memory.memory = u64::MAX);
}

/// Each number of the state and of the parameters by itself.
#[test]
fn impossible_numbers_are_refused() {
    let right = RawTree::read(&saved(&search(2000), false));
    let state = |name: &str, new: RawNumber| {
        let mut raw = right.clone();
        *number(&mut raw.state.numbers, name) = new;
        fault(&raw.write()).unwrap_or_else(|| panic!("{name}: {new:?} is accepted"))
    };
    for (name, old) in &right.state.numbers {
        let impossible = match old {
            RawNumber::Count(_) => [RawNumber::Count(u64::MAX), RawNumber::Real(1.0)],
            RawNumber::Real(_) => [RawNumber::Real(f32::NAN), RawNumber::Count(1)],
        };
        for new in impossible {
            let fault = state(name, new);
            assert!(fault.contains(&format!("an impossible number: {name}")), "{fault}");
        }
    }
    let depth = state("depth_max", RawNumber::Count(1 << 32));
    assert!(depth.contains("an impossible number: depth_max"), "{depth}");
    let swept = state("swept_at", RawNumber::Count(1 << 40));
    assert!(swept.contains("an impossible number of nodes"), "{swept}");
    for (index, (name, _)) in right.model.numbers.iter().enumerate() {
        for new in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
            let mut raw = right.clone();
            raw.model.numbers[index].1 = RawNumber::Real(new);
            let fault = fault(&raw.write()).unwrap_or_else(|| panic!("{name} {new} is accepted"));
            let is_named = fault.contains("impossible search parameters")
                || fault.contains(&format!("an impossible number: {name}"));
            assert!(is_named, "{fault}");
        }
    }
}

/// Earlier programs wrote how many nodes limits had allowed. It is read, and allows nothing.
#[test]
fn numbers_that_are_gone_mean_nothing() {
    let asked = More(Limits { nodes: Some(2_000), ..Limits::default() });
    for search in [search(2000), searched_leaves()] {
        for allowed in [0, 1 << 59] {
            let older = with_state(&saved(&search, false), |state| {
                state.numbers.push(("granted".to_string(), RawNumber::Count(allowed)));
            });
            let mut session = Session::new(loaded::<Position>(&older));
            let run = session.run(&asked);
            assert_eq!((run.report.stop, run.nodes()), (Some(Stop::Nodes), 2_000));
        }
    }
}

/// A tree whose leaves are searched.
fn searched_leaves() -> BestFirst<Position> {
    let root = Root::new(Position::default());
    let mut search = BestFirst::new(root, ChanceModel::searching(), ROOM);
    go_on(&mut search, 5_000);
    search
}

/// A later program may add numbers: they are refused by name where they are new, and begin afresh
/// where they are missing.
#[test]
fn numbers_can_be_added() {
    let right = RawTree::read(&saved(&search(2000), false));
    let mut older = right.clone();
    older.state.numbers.retain(|(name, _)| name != "table_hits" && name != "least_gap");
    let state = loaded::<Position>(&older.write()).state();
    assert_eq!((state.stats.table_hits, state.answer.least_gap), (0, f32::INFINITY));
    assert_eq!(state.stats.made, loaded::<Position>(&right.write()).state().stats.made);
    let mut newer = right.clone();
    newer.state.numbers.push(("table\x1b_misses".to_string(), RawNumber::Count(1)));
    let unknown = fault(&newer.write()).unwrap_or_default();
    assert!(unknown.contains("has a number \"table\\u{1b}_misses\" unknown"), "{unknown}");
    let mut twice = right.clone();
    twice.state.numbers.push(right.state.numbers[0].clone());
    assert!(fault(&twice.write()).is_some_and(|fault| fault.contains("number: nodes")));
}

/// A section that nobody knows is refused by name, unless it says that it may be left out.
#[test]
fn unknown_sections_are_refused_by_name_or_skipped() {
    let raw = RawTree::read(&saved(&search(2000), false));
    let with = |flags: u8, body: &[u8], blocks: &[&[u8]]| {
        let new = RawSection { name: "notes".to_string(), flags, body: body.to_vec() };
        let sections: Vec<_> = raw.sections().into_iter().chain([new]).collect();
        raw.write_with_sections(&sections, blocks)
    };
    let refused = fault(&with(0, b"e4 is best by test", &[])).unwrap_or_default();
    let told = "some.tree has a section \"notes\" unknown to this program; use a newer one";
    assert_eq!(refused, told);
    let flags = fault(&with(4, b"", &[])).unwrap_or_default();
    assert!(flags.contains("has a flag 0x04 of the section \"notes\" unknown to this"), "{flags}");
    // Three records of 5 bytes.
    let list = [&5_u32.to_le_bytes()[..], &3_u64.to_le_bytes(), &[0], b"and more"].concat();
    let block: &[u8] = &[7; 15];
    for skipped in [with(OPTIONAL, b"", &[]), with(OPTIONAL | HAS_BLOCKS, &list, &[block])] {
        assert_eq!(fault(&skipped), None);
        let info =
            open(&skipped).map(|file| file.info::<Position>(&Tapered::default()).skipped_sections);
        assert_eq!(info.unwrap_or_default(), ["notes"]);
        assert!(saved(&loaded::<Position>(&skipped), false) == raw.write(), "it is lost, alone");
    }
    assert!(fault(&with(HAS_BLOCKS, &list, &[block])).is_some_and(|fault| fault == told));
    let short = fault(&with(OPTIONAL | HAS_BLOCKS, &list, &[&[7; 14]])).unwrap_or_default();
    assert!(short.contains("its length is impossible"), "{short}");
    assert!(
        fault(&with(OPTIONAL | HAS_BLOCKS, &list, &[])).is_some_and(|it| it.contains("cut off"))
    );
    assert!(fault(&with(OPTIONAL | HAS_BLOCKS, &list[..9], &[])).is_some());
    let none = [&0_u32.to_le_bytes()[..], &list[4..]].concat();
    assert!(fault(&with(OPTIONAL | HAS_BLOCKS, &none, &[block])).is_some());
}

/// The high words of counts stand apart from the nodes, in their order, and none without a place.
#[test]
fn large_efforts_come_back_and_impossible_ones_are_refused() {
    let mut raw = RawTree::read(&saved(&search(600), false));
    // A low word of 0 is one, too.
    raw.nodes[0].effort = 0;
    let words = |list: &[(u32, u32)]| {
        let words = list.iter().flat_map(|&(place, high)| [place, high]);
        let words: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        [&(list.len() as u64).to_le_bytes()[..], &words].concat()
    };
    let with = |nodes: &[(u32, u32)], began_at: &[(u32, u32)]| {
        let body = [words(nodes), words(began_at)].concat();
        let mut sections = raw.sections();
        sections.insert(5, RawSection { name: "efforts".to_string(), flags: 0, body });
        raw.write_with_sections(&sections, &[])
    };
    let file = with(&[(0, 3)], &[]);
    let mut large = loaded::<Position>(&file);
    assert_eq!(large.tree().effort(large.tree().root()), 3 << 32);
    assert!(saved(&large, false) == file);
    go_on(&mut large, 600);
    assert_eq!(large.tree().effort(large.tree().root()) >> 32, 3);
    let refused: [&[(u32, u32)]; 6] = [
        &[],
        &[(0, 0)],
        &[(0, 1), (9, 1), (8, 1)],
        &[(0, 1), (0, 1)],
        &[(0, 1), (1 << 30, 1)],
        &[(0, 1 << 20)],
    ];
    for nodes in refused {
        assert!(fault(&with(nodes, &[])).is_some(), "{nodes:?}");
    }
    assert!(fault(&with(&[(0, 1)], &[(0, 1)])).is_some_and(|fault| fault.contains("efforts")));
}

#[test]
fn sections_are_whole_and_there_once() {
    let raw = RawTree::read(&saved(&search(600), false));
    let sections = raw.sections();
    let refused = |what: &str, changed: &[RawSection]| {
        let fault = fault(&raw.write_with_sections(changed, &[])).unwrap_or_default();
        assert!(fault.contains(what), "{what}: {fault}");
    };
    for (index, section) in sections.iter().enumerate() {
        let name = format!("section {:?}", section.name);
        let mut missing = sections.clone();
        missing.remove(index);
        if section.flags & OPTIONAL == 0 {
            refused(&format!("it has no {name}"), &missing);
        } else {
            refused("there is trailing data", &missing);
        }
        let twice = [&sections[..], &sections[index..=index]].concat();
        refused(&format!("it has two sections {:?}", section.name), &twice);
        for change in [-1, 1] {
            let mut other = sections.clone();
            let length = other[index].body.len().saturating_add_signed(change);
            other[index].body.resize(length, 0);
            refused(&format!("its {name} cannot be decoded"), &other);
        }
        let mut other = sections.clone();
        other[index].flags ^= HAS_BLOCKS;
        assert!(fault(&raw.write_with_sections(&other, &[])).is_some(), "{name}");
    }
    let mut reversed = sections.clone();
    reversed[..5].reverse();
    assert_eq!(fault(&raw.write_with_sections(&reversed, &[])), None, "any order will do");
}

#[test]
fn lengths_that_no_file_has_are_refused() {
    let right = saved(&search(600), false);
    let (header, blocks) = parts(&right);
    let sections = u16::from(right[10]);
    // Where the length of the program's name stands.
    let place = 1 + "origin".len() + 1 + 4;
    for huge in [u64::MAX, 1 << 40, 1 << 24, 1 << 20] {
        let changed = [&header[..place], &huge.to_le_bytes(), &header[place + 8..]].concat();
        let fault = fault(&written(3, sections, &changed, &[blocks])).unwrap_or_default();
        assert!(fault.contains("cannot be decoded"), "{fault}");
    }
    for short in 0..header.len() {
        let bytes = written(3, sections, &header[..short], &[]);
        assert!(fault(&bytes).is_some(), "{short}");
    }
    for (place, what) in [(12, "cut off"), (16 + header.len() + 4, "its length is impossible")] {
        let mut bytes = right.clone();
        bytes[place..place + 4].fill(0xff);
        let fault = fault(&bytes).unwrap_or_default();
        assert!(fault.contains(what), "{fault}");
    }
}

/// Those that were never released, and those to come, whatever stands behind the number.
#[test]
fn other_versions_are_refused_by_name() {
    let right = saved(&search(300), false);
    for version in [0, 1, 2, 4, u16::MAX] {
        let mut bytes = right.clone();
        bytes[8..10].copy_from_slice(&version.to_le_bytes());
        for bytes in [&bytes[..], &bytes[..16]] {
            let told = fault(bytes).unwrap_or_default();
            assert!(told.contains(&format!("version {version}")), "{told}");
        }
    }
}

/// A limit of memory that this machine cannot give is an error, no matter where it comes from.
#[test]
fn more_room_than_there_is_memory_is_refused() {
    let mut raw = RawTree::read(&saved(&search(600), false));
    raw.memory.tree_nodes = None;
    raw.memory.memory = 1 << 50;
    let bytes = raw.write();
    let room =
        open(&bytes).map(|file| file.memory_limits()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(room.memory, 1 << 50);
    // As many nodes as can be named take 128 GiB, which few machines give.
    match open(&bytes).and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), room)) {
        Ok(loaded) => assert!(loaded.search.check().is_ok()),
        Err(error) => assert!(error.to_string().contains("more than this machine has"), "{error}"),
    }
}
