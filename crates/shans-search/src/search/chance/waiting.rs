//! What moves that wait are worth at most, read out of what the mover may hope for from them.

use super::model::LeafSearchModel;
use crate::tree::Node;
use crate::value::Value;

/// Moves that wait matter only where they may be worth more than this beyond the best one that was made,
/// centipawns.
pub(super) const SLACK: f32 = 8.0;

/// No move of a node that waits is worth more than this to the mover, or it does not matter: own view,
/// centipawns; infinity if it is unknown. `full_ply` is the price of a doubling, and `centre` the centre
/// of the scale on which chances are kept.
pub(super) fn most(node: &Node, model: Option<LeafSearchModel>, full_ply: f32, centre: f32) -> f32 {
    let mover = node.turn().player().filter(|_| node.next.exists());
    let exact = model.filter(|model| model.exact.is_some());
    let Some((mover, model)) = mover.zip(exact) else { return f32::INFINITY };
    let price = full_ply * (f32::from(node.searched().plies) + 1.0);
    let scaled = node.next.raw() + mover.sign() * price;
    mover.sign() * unscaled(scaled, model.spread, centre) - SLACK
}

/// The inverse of the scale of values ([`ChanceRules::scaled`](super::ChanceRules)), centipawns.
fn unscaled(scaled: f32, spread: f32, centre: f32) -> f32 {
    let spread = f64::from(spread.max(1.0));
    let distance = f64::from(scaled - centre);
    let unscaled = spread * (distance.abs() / spread).exp_m1();
    let value = centre + unscaled.copysign(distance) as f32;
    value.clamp(-Value::WIN_WORTH, Value::WIN_WORTH)
}
