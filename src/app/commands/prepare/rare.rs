//! Lines of a repertoire that hardly any game comes to, which a study need not have.

use shakmaty::Move;

use super::place::Place;
use super::repertoire::Plan;
use crate::sorting::rising;

/// A line that was dropped.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// The moves from the first position to the opponent's move that is rare.
    pub line: Vec<Move>,
    /// How often games come there, from 0 to 1.
    pub reach: f64,
    /// How many answers of one's own stand behind it.
    pub answers: usize,
}

/// The repertoire without the opponent's moves that games come to less often than `below`, and what was dropped, the rarest first.
pub fn without(plan: &Plan, first: &Place, below: f64) -> (Place, Vec<Dropped>) {
    let (mut kept, mut dropped) = (first.clone(), Vec::new());
    drop_rare(plan, &mut kept, below, &mut dropped);
    dropped.sort_by_cached_key(|one| rising(one.reach));
    (kept, dropped)
}

fn drop_rare(plan: &Plan, place: &mut Place, below: f64, dropped: &mut Vec<Dropped>) {
    if !plan.is_own(&place.position) {
        // What another way comes to more often stands there; this is a hint to it.
        let is_rare = |next: &Place| next.joins.is_none() && next.reach < below;
        let (rare, kept) = std::mem::take(&mut place.next).into_iter().partition(is_rare);
        let rare: Vec<Place> = rare;
        place.next = kept;
        dropped.extend(rare.iter().map(|rare| Dropped {
            line: rare.line.clone(),
            reach: rare.reach,
            answers: rare.all().iter().filter(|place| plan.has_answer(place)).count(),
        }));
    }
    place.next.iter_mut().for_each(|next| drop_rare(plan, next, below, dropped));
}
