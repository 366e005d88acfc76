//! The laws of the game contract, on the toy game that the other tests trust.

use crate::common::toy::{Rules, Toy, Turns};
use shans::game::{Estimate, Game, Order, Past, Turn};
use shans::value::Value;

/// Visits every position of the tree.
fn visit(toy: &Toy, look: &mut impl FnMut(&Toy)) {
    look(toy);
    let mut moves = Vec::new();
    toy.moves(&mut moves);
    for mv in moves {
        let mut child = *toy;
        child.play(mv);
        visit(&child, look);
    }
}

fn trees() -> impl Iterator<Item = Toy> {
    (0..20).flat_map(move |seed| {
        Turns::ALL.into_iter().map(move |turns| Toy::new(Rules { seed, turns, ..Rules::default() }))
    })
}

#[test]
fn finished_positions_and_only_these_have_no_moves() {
    for root in trees() {
        visit(&root, &mut |toy| {
            let mut moves = Vec::new();
            toy.moves(&mut moves);
            assert_eq!(moves.is_empty(), toy.outcome(&Past::default()).is_some());
        });
    }
}

#[test]
fn estimates_and_evasions_name_every_move_once() {
    for root in trees() {
        visit(&root, &mut |toy| {
            let (mut moves, mut estimates, mut tactical) = (Vec::new(), Vec::new(), Vec::new());
            toy.moves(&mut moves);
            toy.estimates(&mut estimates);
            let mut evasions = Vec::new();
            toy.tactical(&mut tactical);
            toy.evasions(&mut evasions);
            let named = |list: &[Estimate<_>]| list.iter().map(|e| e.mv).collect::<Vec<_>>();
            assert_eq!(named(&estimates), moves);
            assert_eq!(named(&evasions), moves);
            assert!(named(&tactical).iter().all(|mv| moves.contains(mv)));
        });
    }
}

#[test]
fn codes_and_odds_fit() {
    for root in trees() {
        visit(&root, &mut |toy| {
            let mut moves = Vec::new();
            toy.moves(&mut moves);
            for mv in moves {
                assert_eq!(toy.decode(toy.encode(mv)), Some(mv));
                assert!(toy.odds(mv) > 0.0);
            }
        });
    }
}

#[test]
fn every_kind_of_turn_and_end_occurs() {
    let (mut chance, mut twice, mut won, mut adjudicated) = (0, 0, 0, 0);
    for root in trees() {
        visit(&root, &mut |toy| {
            chance += u32::from(toy.turn() == Turn::Random);
            let mut moves = Vec::new();
            toy.moves(&mut moves);
            for mv in moves {
                let mut child = *toy;
                child.play(mv);
                twice += u32::from(child.turn() == toy.turn());
            }
            let distance = toy.outcome(&Past::default()).and_then(Value::win);
            won += u32::from(distance.is_some());
            adjudicated += u32::from(distance.is_some_and(|(_, plies)| plies > 0));
        });
    }
    assert!(chance > 0 && twice > 0 && won > 0 && adjudicated > 0);
}

#[test]
fn merged_lines_meet_again() {
    let rules = Rules { merged: Some(5), width: 6, ..Rules::default() };
    let mut keys = Vec::new();
    visit(&Toy::new(rules), &mut |toy| keys.push(toy.key()));
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() <= 31 && all > 31, "{} positions in {all} nodes", keys.len());
}
