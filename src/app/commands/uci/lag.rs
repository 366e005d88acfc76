//! What moves cost on the clock beside the search, as the clock itself tells: it shows less than it did, with the increment and
//! without the time that the search took, and that is what the way of the answers cost.
//!
//! Until it has told that, each move is thought to cost what the option says. With 10 ms a move and an increment of 10 ms the
//! increments of all moves to come count for nothing then, and more than a third of the clock is never used.

use std::collections::VecDeque;
use std::time::Duration;

use super::clock::{Clock, Overhead};

/// So many moves are remembered; the slowest of them counts.
const MOVES: usize = 8;
/// Clocks are told in whole milliseconds: one that shows this much too much was not set forward.
const ROUNDING: Duration = Duration::from_millis(2);
/// Whatever takes longer was another game, or somebody who thought.
const LONGEST: Duration = Duration::from_secs(1);

/// What the last moves cost beside the search.
#[derive(Debug, Default)]
pub struct Lag {
    /// How many plies a game has when its clock is told again, and what it shows if the answer costs nothing.
    expected: Option<(usize, Duration)>,
    seen: VecDeque<Duration>,
}

impl Lag {
    /// Takes in what the clock shows after so many plies of a game.
    pub fn note_clock(&mut self, plies: usize, clock: Clock) {
        let Some((at, left)) = self.expected.take() else { return };
        let cost = left.saturating_sub(clock.left);
        if plies == at && clock.left <= left + ROUNDING && cost <= LONGEST {
            self.seen.push_back(cost);
            if self.seen.len() > MOVES {
                self.seen.pop_front();
            }
        }
    }

    /// Takes in that an answer was given, so long after it was asked for.
    pub fn note_answer(&mut self, plies: usize, clock: Clock, taken: Duration) {
        let left = (clock.left + clock.increment).checked_sub(taken);
        self.expected = left.map(|left| (plies + 2, left));
    }

    /// What moves are thought to cost, where the option says this.
    pub fn overhead(&self, set: Duration) -> Overhead {
        let seen = self.seen.iter().max().copied().unwrap_or(set);
        Overhead { most: seen.max(set), usual: seen }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, increment: u64) -> Clock {
        Clock { left: ms(left), increment: ms(increment), moves: None }
    }

    /// The overhead after two moves, the first of which took 40 ms of 1000.
    fn seen(plies: usize, left: u64) -> (u128, u128) {
        let mut lag = Lag::default();
        lag.note_clock(0, clock(1000, 10));
        lag.note_answer(0, clock(1000, 10), ms(40));
        lag.note_clock(plies, clock(left, 10));
        let Overhead { most, usual } = lag.overhead(ms(10));
        (most.as_millis(), usual.as_millis())
    }

    #[test]
    fn the_clock_tells_what_a_move_costs() {
        assert_eq!(seen(2, 968), (10, 2));
        // Half a millisecond may be told as none, or as one too many.
        assert_eq!(seen(2, 971), (10, 0));
        assert_eq!(seen(2, 700), (270, 270));
    }

    #[test]
    fn another_game_or_time_that_was_added_tells_nothing() {
        assert_eq!(seen(4, 968), (10, 10));
        assert_eq!(seen(2, 60_000), (10, 10));
        let mut lag = Lag::default();
        lag.note_answer(0, clock(9000, 0), ms(40));
        lag.note_clock(2, clock(900, 0));
        assert_eq!(lag.overhead(ms(10)), Overhead { most: ms(10), usual: ms(10) });
    }

    #[test]
    fn the_slowest_of_the_last_moves_counts() {
        let mut lag = Lag::default();
        for cost in [50, 3, 1, 1, 1, 1, 1, 1, 1] {
            lag.note_answer(0, clock(1000, 0), ms(0));
            lag.note_clock(2, clock(1000 - cost, 0));
        }
        assert_eq!(lag.overhead(ms(10)).usual, ms(3));
    }
}
