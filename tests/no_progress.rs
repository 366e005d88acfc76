//! What is said of a search that gets nowhere.

use crate::common::folder::Folder;
use crate::common::program::stdout;
use crate::common::raw_tree::{RawNumber, number, with_state};
use crate::explore::client::Explorer;

/// Black has two rooks and a bishop more, and no way in (Rudolph, 1912).
const FORTRESS: &str = "3k4/1r2p3/r2pPp2/b1pP1Pp1/1pP3Pp/pP5P/P3K3/8 b - - 0 1";
/// White has a rook more, and moves pawns.
const ROOK_MORE: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1";
/// White has a queen for a rook, and no pawns are left.
const NO_PAWNS: &str = "8/8/8/3k4/3r4/8/1Q6/3K4 w - - 0 1";
const SAID: &str = "no progress found in 1.5 million nodes: looks like a fortress";
const NODES: u64 = 1_500_000;

/// A tree of this position.
fn searched(fen: &str) -> Folder {
    let folder = Folder::new();
    folder.run(&format!("analyze {fen} --nodes 40k --save @young --quiet"));
    folder
}

/// Makes it look as if it had been searched with this many nodes. From mark to mark the value was this far from the
/// present one.
fn age(folder: &Folder, nodes: u64, away: &[f32]) {
    let told = folder.json("show @young");
    let own = told["score"]["cp"].as_i64().expect("centipawns") as f32;
    // Marks are from White's point of view.
    let value =
        if told["fen"].as_str().is_some_and(|fen| fen.contains(" b ")) { -own } else { own };
    let marks = away.iter().zip(1..).map(|(away, doublings)| (1000 << doublings, value + away));
    let aged = with_state(&folder.bytes("young"), |state| {
        state.marks = marks.collect();
        *number(&mut state.numbers, "nodes") = RawNumber::Count(nodes);
    });
    folder.write("tree", aged);
}

/// Whether it is said of such a tree.
fn says(folder: &Folder, nodes: u64, away: &[f32]) -> bool {
    age(folder, nodes, away);
    let text = stdout(&folder.run("show @tree"));
    assert!(text.contains("\nscore "), "{text}");
    let is_said = folder.json("show @tree")["no_progress_nodes"].is_u64();
    assert_eq!(text.contains("no progress found"), is_said, "{text}");
    is_said
}

#[test]
fn where_nothing_changes_it_is_said_everywhere() {
    let folder = searched(FORTRESS);
    age(&folder, NODES, &[10.0, 0.0, 3.0, 0.0]);
    let text = stdout(&folder.run("show @tree"));
    assert!(text.contains(&format!("\nremark     {SAID}\n")), "{text}");
    assert_eq!(folder.json("show @tree")["no_progress_nodes"], NODES);
    let below = stdout(&folder.run("show @tree Kc7"));
    assert!(!below.contains("no progress"), "it is about the position analysed: {below}");
    let text = stdout(&folder.run("resume @tree --nodes 1k"));
    assert!(text.contains(&format!("\nremark     {SAID}\n")), "{text}");
    assert!(text.contains("stopped    at the limit") && !text.contains(", proven"), "{text}");
    assert_eq!(folder.json("resume @tree --nodes 1k")["no_progress_nodes"], NODES + 2_000);
}

#[test]
fn the_page_says_it_when_a_tree_is_opened() {
    let folder = searched(FORTRESS);
    age(&folder, NODES, &[0.0; 4]);
    let told =
        |tree: &str| Explorer::start(&folder, tree).look("")["status"]["no_progress"].clone();
    assert_eq!(told("@tree"), SAID);
    assert!(told("@young").is_null());
}

#[test]
fn a_value_that_moves_or_a_small_search_says_nothing() {
    let folder = searched(FORTRESS);
    assert!(says(&folder, 1_000_000, &[0.0; 4]));
    assert!(!says(&folder, 999_999, &[0.0; 4]), "too few nodes");
    assert!(!says(&folder, NODES, &[0.0; 3]), "only two doublings");
    assert!(!says(&folder, NODES, &[21.0, 0.0, 0.0, 0.0]), "the value has fallen");
    assert!(!says(&folder, NODES, &[-10.5, 10.5, 0.0, 0.0]), "it goes to and fro");
}

#[test]
fn an_equal_position_and_lines_with_pawn_moves_say_nothing() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(!says(&searched(start), NODES, &[0.0; 4]));
    assert!(!says(&searched(ROOK_MORE), NODES, &[0.0; 4]));
    assert!(!says(&searched(NO_PAWNS), NODES, &[0.0; 4]));
}
