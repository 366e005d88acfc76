//! Trees to be spoilt, and what the program says of them.

use shans::chess::{Position, Tapered};
use shans::game::Notation;
use shans::search::{BestFirst, ChanceModel, MemoryLimits, Root};

use super::positions::position;
use super::trees::{go_on, open};

/// MemoryLimits for every tree that is tried.
pub const ROOM: MemoryLimits = MemoryLimits::new(1 << 20);

/// A search of this number of nodes, with game history, a step and a choice of candidates.
pub fn search(nodes: u64) -> BestFirst<Position> {
    let mut root = Root::new(position("4k3/4p3/8/8/8/8/4P3/R3K2R w KQ - 0 1"));
    for text in ["e4", "e5"] {
        let mv = root.game().parse_move(text).unwrap_or_else(|| panic!("{text}"));
        root.play(mv);
    }
    let candidates = ["O-O", "Ra8", "Kd2"].map(|text| root.game().parse_move(text));
    root.candidates = candidates.into_iter().collect();
    let room = MemoryLimits { tree_nodes: Some(20_000), ..ROOM };
    let mut search = BestFirst::new(root, ChanceModel::default(), room);
    go_on(&mut search, nodes);
    let castle = search.position().parse_move("O-O");
    castle.map(|mv| search.step(mv)).unwrap_or_else(|| panic!("O-O")).expect("a step");
    go_on(&mut search, nodes / 4);
    search
}

/// What is wrong with these bytes: when they are opened, loaded, or checked.
pub fn fault(bytes: &[u8]) -> Option<String> {
    let looked =
        match open(bytes).and_then(|file| file.load_to_look::<Position>(Tapered::default())) {
            Ok(looked) => looked.search.check().err().map(|broken| broken.to_string()),
            Err(error) => Some(error.to_string()),
        };
    let loaded = match open(bytes)
        .and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), ROOM))
    {
        Ok(loaded) => loaded.search.check().err().map(|broken| broken.to_string()),
        Err(error) => Some(error.to_string()),
    };
    // Slots of the table are only read to continue a search.
    assert!(looked.is_none() || loaded.is_some(), "{looked:?}");
    if let Some(fault) = &loaded {
        assert_eq!(fault.lines().count(), 1, "{fault}");
    }
    loaded
}

/// Header and blocks of a file.
pub fn parts(bytes: &[u8]) -> (&[u8], &[u8]) {
    let length = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;
    (&bytes[16..16 + length], &bytes[16 + length + 4..])
}
