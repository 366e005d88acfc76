//! Correction history: how wrong static values were where parts of the position were the same.

/// Positions are told apart by this many bits of the hash of a part.
const BITS: u32 = 14;
/// Corrections are kept in this part of a centipawn ...
const GRAIN: f32 = 256.0;
/// ... and stay within this, centipawns.
const MOST: f32 = 64.0;
/// A value that is further off teaches no more than this, centipawns.
const FURTHEST: f32 = 300.0;
/// The weight of what is known, and the most that what a search has found may have beside it.
const WEIGHT: i32 = 256;
const MOST_WEIGHT: i32 = 16;

/// Corrections by the side to move and the hash of each of three parts
/// ([`Heuristics::parts`](crate::game::Heuristics::parts)). Empty until something is learned: analysis learns none, and its many small
/// searches need no 384 KiB each.
#[derive(Clone, Debug, Default)]
pub(super) struct Corrections(Vec<i32>);

impl Corrections {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn places(side: usize, parts: [u64; 3]) -> [usize; 3] {
        let place =
            |part: usize| ((2 * part + side) << BITS) + (parts[part] >> (64 - BITS)) as usize;
        [0, 1, 2].map(place)
    }

    /// What is to be added to a static value, from Max's view, centipawns.
    pub(super) fn of(&self, side: usize, parts: [u64; 3]) -> f32 {
        let known = |place: usize| self.0.get(place).copied().unwrap_or_default();
        let sum: i32 = Corrections::places(side, parts).into_iter().map(known).sum();
        sum as f32 / GRAIN
    }

    /// A search of this depth found a value that differs so much from the corrected static one, from Max's view, centipawns.
    pub(super) fn learn(&mut self, side: usize, parts: [u64; 3], depth: i32, difference: f32) {
        let found = (difference.clamp(-FURTHEST, FURTHEST) * GRAIN) as i32;
        let weight = (depth + 1).clamp(1, MOST_WEIGHT);
        let most = (MOST * GRAIN) as i32;
        self.0.resize(6 << BITS, 0);
        for place in Corrections::places(side, parts) {
            let known = self.0[place];
            let new = (known * (WEIGHT - weight) + found * weight) / WEIGHT;
            self.0[place] = new.clamp(-most, most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [u64; 3] = [1 << 60, 2 << 60, 3 << 60];

    #[test]
    fn corrections_go_towards_what_was_found_and_have_a_limit() {
        let mut corrections = Corrections::default();
        corrections.learn(0, PARTS, 5, 40.0);
        let once = corrections.of(0, PARTS);
        assert!(once > 0.0 && once < 40.0, "{once}");
        corrections.learn(0, PARTS, 15, -1_000.0);
        assert!(corrections.of(0, PARTS) < 0.0);
        (0..1_000).for_each(|_| corrections.learn(0, PARTS, 15, 1_000.0));
        assert_eq!(corrections.of(0, PARTS), 3.0 * MOST);
        assert_eq!(corrections.of(1, PARTS), 0.0, "the other side to move");
        assert_eq!(corrections.of(0, [0, 0, PARTS[2]]), MOST, "one part is the same");
        corrections.clear();
        assert_eq!(corrections.of(0, PARTS), 0.0);
    }
}
