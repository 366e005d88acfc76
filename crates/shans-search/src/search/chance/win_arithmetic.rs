//! Wins and losses, proven or only seen, are no numbers of centipawns: whatever the model is asked,
//! the number that stands for a win does not matter, and what won or lost says nothing about the
//! moves not tried yet.

use proptest::prelude::*;

use super::{ChanceModel, ChanceRules, VisitDistance};
use crate::game::{MoveCode, Turn};
use crate::tree::{Edge, LeafChances, Node, Tree, TreeRules};
use crate::value::{Chance, Player, Value};

fn players() -> impl Strategy<Value = Player> {
    prop::sample::select(vec![Player::Max, Player::Min])
}

fn evaluations() -> impl Strategy<Value = Value> {
    (-5_000..5_000_i16).prop_map(|cp| Value::centipawns(f32::from(cp)))
}

fn wins() -> impl Strategy<Value = Value> {
    (players(), 0..4_000_u16, 0..3_u8).prop_map(|(winner, plies, kind)| match kind {
        0 => Value::win_in(winner, plies),
        1 => Value::seen_win(winner, plies),
        _ => Value::win_in(winner, plies).unproven(),
    })
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![evaluations(), wins()]
}

/// The same result with another number.
fn renumbered(value: Value) -> Value {
    let winner = if value.raw() > 0.0 { Player::Max } else { Player::Min };
    if value.evaluation().is_some() { value } else { Value::seen_win(winner, 77) }
}

fn models() -> impl Strategy<Value = ChanceRules> {
    let model = prop::sample::select(vec![ChanceModel::default(), ChanceModel::searching()]);
    (model, -2_000..2_000_i16)
        .prop_map(|(model, centre)| ChanceRules::new(model).with_centre(f32::from(centre)))
}

/// A node in which both players have chances.
fn node(turn: Turn, value: Value, alpha: f32, beta: f32) -> Node {
    let chances = LeafChances { alpha: Chance::centipawns(alpha), beta: Chance::centipawns(beta) };
    Node::leaf(MoveCode(0), turn, false, value, chances)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_answer_depends_on_the_number_of_a_win(
        rules in models(),
        mover in players(),
        (value, child, sight) in (values(), values(), values()),
        (alpha, beta) in (-9_000.0..9_000.0_f32, -9_000.0..9_000.0_f32),
    ) {
        let asked = |renumber: fn(Value) -> Value| {
            let (value, child) = (renumber(value), renumber(child));
            let parent = node(mover.into(), value, alpha, beta);
            let below = node(mover.opponent().into(), child, alpha - 500.0, beta + 500.0);
            let mut tree = Tree::new(parent, 2);
            let id = tree.append(tree.root(), None, below).expect("room");
            let edge = Edge::new(id, 0, &below, rules.price(&parent, 0, &below), 1.0);
            let distance = VisitDistance::of_analysed(&parent, &rules);
            let leaf = rules.leaf_chances(false, value, 0);
            (
                (leaf.alpha, leaf.beta, rules.scaled(value)),
                (rules.sobered(&parent, renumber(sight)), rules.largest_gap(&parent)),
                (distance, distance.below(&parent, &edge, &rules)),
            )
        };
        let (first, ..) = asked(|value| value);
        prop_assert!(first.2.abs() <= Value::WIN_WORTH, "{first:?}");
        prop_assert_eq!(asked(|value| value), asked(renumbered));
    }

    /// Where moves won or lost, those not tried promise what they did at first sight.
    #[test]
    fn a_win_or_a_loss_is_no_fall(
        mover in players(),
        (value, sight, other) in (wins(), evaluations(), values()),
    ) {
        let rules = ChanceRules::new(ChanceModel::default());
        let at_first_sight = mover.sign() * sight.in_centipawns();
        let sobered = |value, sight| rules.sobered(&node(mover.into(), value, 0.0, 0.0), sight);
        prop_assert_eq!(sobered(value, sight), at_first_sight);
        prop_assert_eq!(sobered(other, value), mover.sign() * value.in_centipawns());
    }

    /// A node that was freed when all moves made so far lost, or won, still hopes for what it did,
    /// and so do its moves when they are made again.
    #[test]
    fn freeing_takes_no_hope_away(
        mover in players(),
        value in wins().prop_map(Value::unproven),
        sights in prop::collection::vec(evaluations(), 1..4),
        own in -3_000..3_000_i16,
    ) {
        let rules = ChanceRules::new(ChanceModel::default());
        let own = Chance::from_player(mover, f32::from(own));
        let mut tree = Tree::new(node(mover.into(), value, own.raw(), own.raw()), 9);
        let leaf = |sight: Value| {
            let chances = rules.leaf_chances(false, sight, 0);
            Node::leaf(MoveCode(0), mover.opponent().into(), false, sight, chances)
        };
        let mut last = None;
        for &sight in &sights {
            last = tree.append(tree.root(), last, leaf(sight)).ok();
        }
        tree.free_children(tree.root(), &rules);
        let freed = *tree.node(tree.root());
        prop_assert_eq!(freed.next, own);
        prop_assert_eq!(rules.first_sight(&freed), None);
        let mut children: Vec<_> = (0..).zip(sights.iter().map(|&sight| leaf(sight))).collect();
        rules.inherit(&freed, &mut children, own);
        for ((rank, child), &sight) in children.iter().zip(&sights) {
            let before = leaf(sight).chance(mover).for_player(mover);
            let known = own.for_player(mover) + rules.price(&freed, *rank, child);
            prop_assert_eq!(child.chance(mover).for_player(mover), before.min(known));
        }
    }
}
