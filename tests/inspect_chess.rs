//! What a tree of chess tells: moves in both notations, mates, and second opinions.

use serde_json::Value as Json;
use shans::chess::Position;
use shans::game::{Game, Notation};
use shans::inspect::{
    MAX_PLIES, MoveQuestion, OpinionLimits, PathError, Score, SecondOpinion, TreeReader,
    TreeSelection, TriedMove,
};
use shans::search::{BestFirst, ChanceModel, Interrupt, Limits, MemoryLimits, Root, Searcher};

use crate::common::positions::position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White to move; most moves lose nothing, g4 allows mate in 1.
const FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
const ENDING: &str = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1";

/// A search of a position with this price of a ply, centipawns.
fn searched(fen: &str, nodes: u64, ply: f32) -> BestFirst<Position> {
    let model = ChanceModel { ply, ..ChanceModel::default() };
    let mut search = BestFirst::new(Root::new(position(fen)), model, MemoryLimits::new(16 << 20));
    search.search(&Limits { nodes: Some(nodes), ..Limits::default() }, &mut |_| {});
    search
}

fn start() -> BestFirst<Position> {
    searched(START, 20_000, ChanceModel::default().ply)
}

fn fools_mate() -> BestFirst<Position> {
    searched(FOOLS_MATE, 20_000, ChanceModel::default().ply)
}

fn opinion(question: &MoveQuestion<'_, Position>, stop: bool) -> Option<SecondOpinion> {
    let limits = OpinionLimits { nodes: 3000, memory: 16 << 20, interrupt: Interrupt::default() };
    if stop {
        limits.interrupt.throw();
    }
    question.second_opinion(&limits)
}

fn count(object: &Json) -> usize {
    let children = object["children"].as_array().map_or(&[][..], Vec::as_slice);
    1 + children.iter().map(count).sum::<usize>()
}

#[test]
fn fresh_searches_confirm_a_clear_verdict() -> anyhow::Result<()> {
    let search = fools_mate();
    let reader = TreeReader::new(&search);
    let question = MoveQuestion::new(&reader, reader.legal_move("g4")?)?;
    let opinion = opinion(&question, false).unwrap_or_else(|| panic!("not verified"));
    assert!(opinion.holds && opinion.nodes == 3000, "{opinion:?}");
    assert_eq!(opinion.score, Score::Mate(-1));
    Ok(())
}

#[test]
fn what_fresh_searches_find_is_compared_with_the_tree() -> anyhow::Result<()> {
    let search = start();
    let reader = TreeReader::new(&search);
    let question = MoveQuestion::new(&reader, reader.legal_move("h4")?)?;
    let explanation = question.explain()?;
    let opinion = opinion(&question, false).unwrap_or_else(|| panic!("not verified"));
    let difference = |fresh: Score, tried: &Option<TriedMove>| {
        Some(fresh.evaluation()? - tried.as_ref()?.score.evaluation()?)
    };
    assert!(opinion.difference_cp.is_some(), "{opinion:?}");
    assert_eq!(opinion.difference_cp, difference(opinion.score, &explanation.candidate));
    let rival = difference(opinion.rival_score, &explanation.rival);
    assert_eq!(opinion.rival_difference_cp, rival);
    Ok(())
}

#[test]
fn an_interrupted_search_verifies_nothing() -> anyhow::Result<()> {
    let search = start();
    let reader = TreeReader::new(&search);
    let question = MoveQuestion::new(&reader, reader.legal_move("h4")?)?;
    assert_eq!(opinion(&question, true), None);
    Ok(())
}

#[test]
fn moves_are_followed_in_uci_and_san() -> anyhow::Result<()> {
    let search = start();
    let mut reader = TreeReader::new(&search);
    let root = reader.at();
    reader.follow(["e2e4", "Nf6"])?;
    let machine: Vec<_> = reader.path().iter().map(|mv| mv.machine.as_str()).collect();
    assert_eq!(machine, ["e2e4", "g8f6"]);
    assert_eq!(reader.root().history()[0], <Position>::default().key());
    assert_eq!(reader.root().game(), reader.position());
    assert!(reader.position().fen().starts_with("rnbqkb1r/pppppppp/5n2/8/4P3/"));
    assert_ne!(reader.at(), root);
    assert_eq!(reader.node(reader.at()).turn(), reader.position().turn());
    Ok(())
}

#[test]
fn a_path_out_of_the_tree_names_the_move() {
    let search = start();
    let error = |moves: &[&str]| {
        let mut reader = TreeReader::new(&search);
        let error = reader.follow(moves.iter().copied()).expect_err("no error");
        (error.to_string(), reader.path().len())
    };
    let (illegal, followed) = error(&["e4", "e4"]);
    assert!(illegal.starts_with("\"e4\" is not legal in ") && followed == 1, "{illegal}");
    let (untried, _) = error(&["e4", "e5", "Ke2", "Ke7", "Kd3"]);
    assert!(untried.contains(" was never tried in "), "{untried}");
}

#[test]
fn the_same_is_told_from_the_top() -> anyhow::Result<()> {
    let mut search = start();
    let mut moves = Vec::new();
    for text in ["e4", "e5"] {
        let mv = search.position().parse_move(text).expect("a legal move");
        moves.push(search.position().machine_text(mv));
        search.step(mv)?;
    }
    let analysed = TreeReader::new(&search);
    let mut reader = TreeReader::from_root(&search);
    assert!(!reader.is_analysed() && reader.path().is_empty());
    reader.follow(moves.iter().map(String::as_str))?;
    assert!(reader.is_analysed());
    assert_eq!((reader.at(), reader.value()), (analysed.at(), analysed.value()));
    assert_eq!(reader.ranked(reader.at()), analysed.ranked(analysed.at()));
    Ok(())
}

#[test]
fn nothing_follows_the_end_of_the_game() {
    let search = searched("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", 100, ChanceModel::default().ply);
    let error = TreeReader::new(&search).legal_move("Kb8").expect_err("the game is over");
    assert!(matches!(error, PathError::Over { .. }), "{error}");
}

#[test]
fn common_readers_can_read_the_deepest_tree() -> anyhow::Result<()> {
    // Plies that are paid for: the search runs down one variation.
    let search = searched(ENDING, 50_000, -1000.0);
    let reader = TreeReader::new(&search);
    let selection = TreeSelection::most_important(&reader, 2000)?;
    let deepest = selection.nodes().iter().map(|node| node.perspective.plies()).max();
    assert_eq!(deepest, Some(MAX_PLIES));
    let text = serde_json::to_string(&selection)?;
    assert_eq!(count(&serde_json::from_str(&text)?), selection.nodes().len());
    Ok(())
}

#[test]
fn what_a_position_says_is_told() -> anyhow::Result<()> {
    let search = start();
    let mut reader = TreeReader::new(&search);
    reader.follow(["a3"])?;
    let selection = TreeSelection::of_shape(&reader, 2, 3, 100)?;
    let found = serde_json::to_value(&selection)?;
    assert_eq!(count(&found), selection.nodes().len());
    assert_eq!(found["moves"], serde_json::json!(["a2a3"]));
    assert_eq!(found["fen"], reader.position().fen());
    assert_eq!(found["moves_legal"], 20);
    Ok(())
}
