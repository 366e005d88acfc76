//! The network that corrects the tables.

use crate::common::positions::{config, legal_moves, random_position, with_sides_exchanged};
use crate::common::program::{run, stderr, text};
use crate::common::trees::{go_on, open, saved};
use proptest::prelude::*;
use shakmaty::Position as _;
use shans::chess::{Network, Position, Tapered};
use shans::game::{Evaluate, Game, Heuristics};
use shans::search::{BestFirst, ChanceModel, MemoryLimits, Root};

fn corrected() -> Tapered {
    Tapered::new(Some(Network::embedded()), None)
}

fn position(fen: &str, evaluator: Tapered) -> Position {
    Position::from_fen_with(fen, evaluator).unwrap_or_else(|error| panic!("{fen}: {error}")).0
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
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0.0),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -67.0),
    ("r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2N1PN2/PP3PPP/R1BQKB1R b KQ - 0 8", 38.0),
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
    let refused = run(&["analyze", "--evaluation", "nnue"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("network"), "{}", stderr(&refused));
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn sums_follow_every_move(start in random_position()) {
        let position = Position::new(start.chess().clone(), corrected());
        for mv in legal_moves(&start) {
            let mut child = position.clone();
            child.play(mv);
            let anew = Position::new(child.chess().clone(), position.evaluator().clone());
            prop_assert_eq!(child.state(), anew.state());
            prop_assert_eq!(child.evaluate(), anew.evaluate());
        }
        if let Some(passed) = position.pass() {
            let anew = Position::new(passed.chess().clone(), position.evaluator().clone());
            prop_assert_eq!(passed.state(), anew.state());
        }
    }

    #[test]
    fn sums_follow_a_whole_game(choices in prop::collection::vec(any::<u16>(), 0..200)) {
        let mut position = position("startpos", corrected());
        for choice in choices {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]);
        }
        let anew = Position::new(position.chess().clone(), corrected());
        prop_assert_eq!(position.state(), anew.state());
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
