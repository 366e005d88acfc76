//! Trees of older searches and of other evaluators: what is wrong by today's rules is reported, and
//! recomputed where that is asked for.

use crate::common::folder::Folder;
use crate::common::positions::position;
use crate::common::program::{object, stderr, stdout};
use crate::common::raw_tree::RawTree;
use crate::common::trees::{go_on, loaded, open, saved};
use shakmaty::{Chess, Move};
use shans::chess::{Evaluation, Position, Tapered};
use shans::search::{BestFirst, ChanceModel, MemoryLimits, Root};
use shans::tree::Watch;
use shans::value::{Player, Value};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn search(fen: &str, room: MemoryLimits, nodes: u64) -> BestFirst<Position> {
    let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::default(), room);
    go_on(&mut search, nodes);
    search
}

fn all() -> impl FnMut(usize) -> Watch {
    |_| Watch::GoOn
}

/// A tree as a search might make it that believes wins without a proof.
#[test]
fn a_tree_with_unproven_wins_is_told_and_taken_over() {
    let folder = Folder::new();
    let fen = "r4rk1/1bqnbppp/p3p3/1p1pP3/5P2/3BB2R/PPP3PP/R2Q2K1 w - - 0 1";
    let mut raw = RawTree::read(&saved(&search(fen, ROOM, 300), false));
    raw.origin.evaluation ^= 1;
    for open in raw.nodes.iter_mut().filter(|node| node.next.is_finite()) {
        open.value = Value::win_in(Player::Max, 4).raw();
    }
    raw.nodes[0].value = Value::win_in(Player::Max, 5).raw();
    folder.write("old.tree", raw.write());

    let (code, message) = folder.failure("verify @old.tree");
    assert_eq!(code, Some(1), "{message}");
    for part in ["with another evaluation (shans 0.1.0)", "resume", "--force", "is not proven"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let (code, message) = folder.failure("resume @old.tree --nodes 100");
    assert!(code == Some(1) && message.contains("recomputed"), "{message}");

    let resumed = folder.run("resume @old.tree --nodes 2k --force --json");
    let message = stderr(&resumed);
    assert_eq!(resumed.status.code(), Some(0), "{message}");
    assert!(message.contains("did not follow the rules of this program"), "{message}");
    let nodes = object(&stdout(&resumed))["nodes"].as_u64();
    assert!(nodes.is_some_and(|nodes| nodes > 2_000), "{nodes:?}");
    // Saved again, it is a tree like any other.
    folder.json("verify @old.tree");
    let again = folder.run("resume @old.tree --nodes 100");
    assert_eq!((again.status.code(), stderr(&again)), (Some(0), String::new()));
}

/// Whatever inner nodes say, the leaves decide, freed or not; and a right tree stays as it is.
#[test]
fn inner_numbers_follow_from_the_leaves() {
    let fen = "r4rk1/1bqnbppp/p3p3/1p1pP3/5P2/3BB2R/PPP3PP/R2Q2K1 w - - 0 1";
    let small = MemoryLimits { tree_nodes: Some(500), ..ROOM };
    for room in [ROOM, small] {
        let mut search = search(fen, room, 5_000);
        let right = saved(&search, false);
        assert_eq!(search.recompute(all()), Some(0));
        assert!(saved(&search, false) == right);
        let mut raw = RawTree::read(&right);
        let mut wrong = 0;
        for node in raw.nodes.iter_mut().filter(|node| node.made() > 0) {
            (node.value, node.alpha, node.beta) = (99_990.0, 99_000.0, 99_995.0);
            wrong += 1;
        }
        let mut search: BestFirst<Position> = loaded(&raw.write());
        assert!(search.check().is_err());
        assert_eq!(search.recompute(all()), Some(wrong));
        let nodes = RawTree::read(&saved(&search, false)).nodes;
        assert!(nodes == RawTree::read(&right).nodes, "other numbers");
        go_on(&mut search, 1_000);
    }
}

/// Counts nothing and knows nothing.
#[derive(Clone, Copy, Default)]
struct Ignorant;

impl Evaluation for Ignorant {
    type State = ();

    fn start(&self, _chess: &Chess) {}

    fn follow(&self, _state: &mut (), _chess: &Chess, _mv: Move) {}

    fn value(&self, _state: &(), _chess: &Chess) -> i32 {
        0
    }

    fn placement_gain(&self, _state: &(), _chess: &Chess, _mv: Move) -> i32 {
        0
    }

    fn fingerprint(&self) -> u64 {
        1
    }
}

/// An evaluator that knows no endings finds no proof in those that another one knew.
#[test]
fn what_another_evaluator_knew_is_an_estimate() {
    let known = search("8/8/8/2k5/4P3/1r6/3PK2R/8 w - - 0 1", ROOM, 20_000);
    let bytes = saved(&known, false);
    let file = open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    let loaded = file.load_to_go_on::<Position<Ignorant>>(Ignorant, ROOM);
    let mut search = loaded.unwrap_or_else(|error| panic!("{error}")).search;
    let broken = search.check().map(drop).expect_err("known to the other").to_string();
    assert!(broken.contains("worth None"), "{broken}");
    assert!(search.recompute(all()).is_some_and(|changed| changed > 0));
    go_on(&mut search, 2_000);

    // And back: what it has made is right for who knows more.
    let bytes = saved(&search, false);
    let file = open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    let loaded = file.load_to_go_on::<Position>(Tapered::default(), ROOM);
    let mut search = loaded.unwrap_or_else(|error| panic!("{error}")).search;
    assert_eq!(search.recompute(all()), Some(0));
    go_on(&mut search, 2_000);
}
