//! How likely each move is the best one, as far as can be told without a search.

use proptest::prelude::*;
use shakmaty::{Move, Position as _};
use shans::chess::{Evaluation, MoveModel, Network, Position, Tapered};
use shans::game::{Evaluate, Notation, Order, probabilities};
use shans::search::Leaf;
use shans::search::{Limits, Negamax, Pvs, PvsOptions, Root, Searcher};

use crate::common::positions::{config, legal_moves, random_position, with_sides_exchanged};
use crate::common::program::{object, run, text};

fn position(fen: &str) -> Position {
    let evaluator = Tapered::learned();
    Position::from_fen_with(fen, evaluator).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

fn log_odds(position: &Position) -> Vec<(Move, i32)> {
    let moves = legal_moves(position);
    let mut odds = Vec::new();
    position.log_odds(&moves, &mut odds);
    assert_eq!(odds.len(), moves.len());
    moves.into_iter().zip(odds).collect()
}

fn probability(fen: &str, san: &str) -> f64 {
    let position = position(fen);
    let odds = log_odds(&position);
    let of_all = probabilities(&odds.iter().map(|&(_, odds)| odds).collect::<Vec<_>>());
    let mv = position.parse_move(san).unwrap_or_else(|| panic!("{san} in {fen}"));
    let place = odds.iter().position(|&(other, _)| other == mv);
    place.map_or(0.0, |place| of_all[place])
}

#[test]
fn what_wins_a_piece_is_likely_and_what_loses_one_is_not() {
    let hanging = "4k3/pp3ppp/8/3q4/8/2N5/PPP2PPP/4K3 w - - 0 1";
    assert!(probability(hanging, "Nxd5") > 0.8);
    let guarded = "4k3/pp3ppp/4p3/3p4/8/2N5/PPP2PPP/4K3 w - - 0 1";
    assert!(probability(guarded, "Nxd5") < probability(guarded, "Nb5") / 2.0);
    let attacked = "4k3/pp3ppp/8/8/1p6/2N5/PPP2PPP/4K3 w - - 0 1";
    assert!(probability(attacked, "Nd5") > 5.0 * probability(attacked, "h3"));
}

#[test]
fn the_tables_alone_do_not_tell() {
    let (position, _) = <Position>::from_fen("startpos").unwrap_or_else(|error| panic!("{error}"));
    let mut odds = Vec::new();
    position.log_odds(&legal_moves(&position), &mut odds);
    assert!(odds.is_empty());
}

#[test]
fn trees_tell_whether_they_were_ordered_by_it() {
    let network = || Some(Network::embedded());
    let with = Tapered::new(network(), Some(MoveModel::embedded()));
    let without = Tapered::new(network(), None);
    assert_ne!(<Position>::fingerprint(&with), <Position>::fingerprint(&without));
}

#[test]
fn eval_names_every_move_with_its_probability() {
    let found = object(&text(&["eval", "startpos", "--json"]));
    let moves = found["moves"].as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(moves.len(), 20);
    let probability = |mv: &serde_json::Value| mv["probability"].as_f64().unwrap_or(-1.0);
    let all: Vec<f64> = moves.iter().map(probability).collect();
    assert!(all.is_sorted_by(|a, b| a >= b));
    assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-4, "{all:?}");
    for position in ["--evaluation=tables", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"] {
        let found = object(&text(&["eval", "--json", position]));
        assert!(found.get("moves").is_none(), "{position}");
    }
    assert!(run(&["eval"]).status.success());
}

proptest! {
    #![proptest_config(config(300))]

    /// White's moves have the features that Black's have with the sides exchanged. Exchanges are left
    /// out: of two equal pieces that can capture, the one on the lower square does.
    #[test]
    fn both_sides_are_told_the_same(played in random_position()) {
        let exchanged = position(&with_sides_exchanged(&played));
        // Without the rights to castle and en passant, whose moves the other has not.
        prop_assume!(played.chess().castles().is_empty() && !played.chess().is_game_over());
        prop_assume!(played.chess().maybe_ep_square().is_none());
        prop_assert_eq!(described(&played), described(&exchanged));
    }
}

/// The features of all moves, but those that depend on exchanges, in order.
fn described<E: Evaluation>(position: &Position<E>) -> Vec<Vec<usize>> {
    let of_exchanges = ["exchanges", "checks", "passed pawns"];
    let groups = MoveModel::feature_groups();
    let counts = |feature: &usize| {
        let group = groups.iter().find(|group| group.numbers.contains(feature));
        group.is_some_and(|group| !of_exchanges.contains(&group.name))
    };
    let mut all = Vec::new();
    MoveModel::describe(position.chess(), &position.chess().legal_moves(), |_, features| {
        all.push(features.iter().copied().filter(counts).collect());
    });
    all.sort();
    all
}

proptest! {
    #![proptest_config(config(12))]

    /// They change the order of a search, and what is reduced; not the value of one that leaves
    /// nothing out.
    #[test]
    fn a_full_width_search_finds_the_minimax_value(played in random_position()) {
        let root = Root::new(position(&played.fen()));
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let value = |searcher: &mut dyn Searcher<Position>| {
            // A win that was found by a table is not proven, whatever the length of its line.
            searcher.search(&limits, &mut |_| {}).value.unproven().without_seen_distance()
        };
        let options = PvsOptions { leaf: Leaf::Static, ..PvsOptions::full_width() };
        let exact = value(&mut Negamax::new(root.clone(), Leaf::Static));
        prop_assert_eq!(value(&mut Pvs::new(root, options)), exact);
    }
}
