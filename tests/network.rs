//! The network that corrects the tables.

use std::fs;

use crate::common::positions::{config, legal_moves, random_position, with_sides_exchanged};
use crate::common::program::{run, stderr, text};
use crate::common::trees::{go_on, open, saved};
use proptest::prelude::*;
use shakmaty::Position as _;
use shans::chess::{Network, Position, Tapered};
use shans::fingerprint::Fingerprint;
use shans::game::{Evaluate, Game, Heuristics};
use shans::search::{BestFirst, ChanceModel, MemoryLimits, Root};

fn corrected() -> Tapered {
    Tapered::new(Some(Network::embedded()), None)
}

fn position(fen: &str, evaluator: Tapered) -> Position {
    Position::from_fen_with(fen, evaluator).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

/// The same, which has evaluated nothing yet.
fn unused(evaluator: &Tapered) -> Tapered {
    Tapered::new(evaluator.network().cloned(), None)
}

#[test]
fn the_program_computes_what_the_trainer_does() {
    for (fen, expected) in TRAINER_SAYS {
        let (tables, corrected) = (Tapered::default(), corrected());
        let value = |evaluator| position(fen, evaluator).evaluate().raw();
        assert_eq!(value(corrected) - value(tables), expected, "{fen}");
    }
}

/// Corrections in centipawns for White, as `tools/explain.py` tells them.
const TRAINER_SAYS: [(&str, f32); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 11.0),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -152.0),
    ("r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2N1PN2/PP3PPP/R1BQKB1R b KQ - 0 8", 48.0),
];

#[test]
fn trees_tell_whether_a_network_made_them() {
    let (tables, corrected) = (Tapered::default(), corrected());
    assert_ne!(<Position>::fingerprint(&tables), <Position>::fingerprint(&corrected));
    let root = Root::new(position("startpos", corrected.clone()));
    let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(4 << 20));
    go_on(&mut search, 500);
    let bytes = saved(&search, false);
    let file = open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    assert!(file.info::<Position>(&corrected).same_evaluation);
    assert!(!file.info::<Position>(&tables).same_evaluation);
}

#[test]
fn a_tree_goes_on_with_the_evaluation_that_made_it() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = folder.path().join("game.tree");
    let file = file.to_str().expect("a name in UTF-8");
    for (own, other) in [("tables", "network"), ("network", "tables")] {
        text(&["analyze", "--nodes", "500", "--evaluation", own, "--save", file, "--force"]);
        let refused = run(&["resume", file, "--nodes", "500", "--evaluation", other]);
        let told = stderr(&refused);
        assert_eq!(refused.status.code(), Some(1), "{told}");
        let advice =
            format!("game.tree was made with another evaluation, {own}; give --evaluation {own}");
        assert!(told.contains(&advice), "{told}");
        text(&["resume", file, "--nodes", "500", "--evaluation", own]);
        // A reader of a tree need not know what has made it.
        assert!(text(&["verify", file, "--json"]).contains("\"same_evaluation\":true"));
    }
}

#[test]
fn the_commands_take_an_evaluation() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let answer = |evaluation: &str| {
        let arguments = ["analyze", fen, "--nodes", "2000", "--json", "--evaluation", evaluation];
        let told: serde_json::Value =
            serde_json::from_str(&text(&arguments)).unwrap_or_else(|error| panic!("{error}"));
        told["score"].clone()
    };
    assert_ne!(answer("tables"), answer("network"));
    assert_eq!(answer(EMBEDDED), answer("network"));
}

const EMBEDDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/chess/network/trained.net");

#[test]
fn what_is_no_network_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let whole = fs::read(EMBEDDED).unwrap_or_else(|error| panic!("{error}"));
    let changed = |place: usize, number: u32| {
        let mut bytes = whole.clone();
        bytes[place..][..4].copy_from_slice(&number.to_le_bytes());
        bytes
    };
    for (name, bytes, told) in [
        ("text", b"no network at all".to_vec(), "not a weights file"),
        ("empty", Vec::new(), "not a weights file"),
        ("old", changed(8, 768), "has format 768; this program reads format 5"),
        ("wide", changed(16, 1024), "has 1024 hidden units"),
        ("odd", changed(16, 250), "has 250 hidden units"),
        ("short", whole[..5000].to_vec(), "has 5000 bytes, not"),
        ("damaged", changed(3000, 77), "is damaged"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{error}"));
        let file = path.to_str().expect("a name in UTF-8");
        for command in ["analyze", "eval", "bench"] {
            let refused = run(&[command, "--evaluation", file]);
            let message = stderr(&refused);
            assert_eq!(refused.status.code(), Some(2), "{name}: {message}");
            assert!(message.contains(told) && message.contains(name), "{name}: {message}");
        }
    }
    let refused = run(&["analyze", "--evaluation", "nnue"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("give network, tables, or the file"), "{}", stderr(&refused));
}

#[test]
fn a_tree_remembers_the_network_of_a_file() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (own, tree) = (path("own.net"), path("own.tree"));
    fs::write(&own, other_network()).unwrap_or_else(|error| panic!("{error}"));
    text(&["analyze", "--nodes", "500", "--evaluation", &own, "--save", &tree]);
    let refused = run(&["resume", &tree, "--nodes", "500"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("give --evaluation FILE"), "{}", stderr(&refused));
    text(&["resume", &tree, "--nodes", "500", "--evaluation", &own]);
    assert!(text(&["show", &tree]).contains("nodes"));
}

/// The embedded network with another first weight.
fn other_network() -> Vec<u8> {
    let mut bytes = fs::read(EMBEDDED).unwrap_or_else(|error| panic!("{error}"));
    bytes[24] ^= 1;
    let end = bytes.len() - 8;
    let mut hash = Fingerprint::new("");
    hash.add_bytes(&bytes[..end]);
    let hash = hash.finish().to_le_bytes();
    bytes[end..].copy_from_slice(&hash);
    bytes
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn it_does_not_matter_what_was_evaluated_before(start in random_position()) {
        let position = Position::new(start.chess().clone(), corrected());
        let anew = |position: &Position| {
            Position::new(position.chess().clone(), unused(position.evaluator()))
        };
        for mv in legal_moves(&start) {
            let mut child = position.clone();
            child.play(mv);
            let anew = anew(&child);
            prop_assert_eq!(child.state(), anew.state());
            prop_assert_eq!(child.evaluate(), anew.evaluate());
        }
        if let Some(passed) = position.pass() {
            let anew = anew(&passed);
            prop_assert_eq!(passed.state(), anew.state());
            prop_assert_eq!(passed.evaluate(), anew.evaluate());
        }
        prop_assert_eq!(position.evaluate(), anew(&position).evaluate());
    }

    /// Kings that go to and fro between the halves of the board among them.
    #[test]
    fn corrections_follow_a_whole_game(choices in prop::collection::vec(any::<u16>(), 0..200)) {
        let mut position = position("startpos", corrected());
        for choice in choices {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]);
            let anew = Position::new(position.chess().clone(), unused(position.evaluator()));
            prop_assert_eq!(position.state(), anew.state());
            prop_assert_eq!(position.evaluate(), anew.evaluate());
        }
    }

    #[test]
    fn mirroring_the_board_changes_nothing(start in random_position()) {
        let network = Network::embedded();
        let mut mirrored = start.chess().board().clone();
        mirrored.flip_horizontal();
        let turn = start.chess().turn();
        let here = network.correction(start.chess().board(), turn);
        prop_assert_eq!(here, network.correction(&mirrored, turn));
    }

    #[test]
    fn both_sides_are_valued_alike(start in random_position()) {
        prop_assume!(start.chess().ep_square(shakmaty::EnPassantMode::Legal).is_none());
        let fen = with_sides_exchanged(&start);
        let here = Position::new(start.chess().clone(), corrected()).evaluate().raw();
        let there = Position::from_fen_with(&fen, corrected());
        let there = there.unwrap_or_else(|error| panic!("{fen}: {error}")).0.evaluate().raw();
        prop_assert_eq!(here, -there);
    }
}
