//! How much time a move may take.
//!
//! A best-first search has no iterations between which it could stop: its answer is as good as it
//! gets at any moment. So a move has two limits. At the *soft* one the search ends unless something
//! speaks for more time, or earlier if all is quiet ([`watch`](super::watch)); at the *hard* one it
//! ends in any case. Both are measured from the moment in which `go` was read, and each move is
//! thought to cost the [`Overhead`] beside: the way of the answer to the clock.
//!
//! The time that is left, with the increments to come, without the overheads and a small reserve, is
//! divided by the moves that may be left ([`MOVES`], or those to the time control). That is the soft limit. The
//! hard one is [`STRETCH`] times that, but never so much that less than a fifth of the clock is left, or less than the reserve,
//! unless the clock shows hardly more.
//!
//! Where the overheads take all that is left and more, as with 10 ms on the clock and 1 ms to come for each move,
//! they may still be less than was said. Then a move takes a small share of the clock ([`LITTLE`]),
//! so that the clock finds its level: the less is left, the sooner the answer comes.

use std::time::Duration;

/// Where no time control is near, the time is divided as if for this many moves; most of them end before the soft limit. With 32, and
/// half of the limit for an answer that stands, 44 to 63 % of the clock were left at the end of games of 1 s + 0.01 s.
const MOVES: u32 = 24;
/// Where overheads take all there is, a move takes this share of the clock at most.
const LITTLE: f64 = 1.0 / 32.0;
/// The hard limit is this many times the soft one, unless that is the least there is.
const STRETCH: f64 = 4.0;
/// This many overheads stay on the clock beside that of the move: now and then a machine lets a program wait. With 6, one of 300
/// games of 1 s + 0.01 s on a busy machine was lost on time where [`Lag`](super::lag::Lag) leaves less on the clock.
const RESERVE: f64 = 12.0;
/// No move takes more than this share of what is left.
const LARGEST_SHARE: f64 = 0.8;
/// Nor does one break into the reserve, unless that leaves it less than this share. Where a fifth of the clock was all that stayed,
/// long iterations brought it down to 37 ms in a game of 10 s + 0.1 s, which was lost by a delay of some 60 ms.
const LEAST_SHARE: f64 = 0.25;
/// A move that is given some time takes at least this long, seconds.
const LEAST: f64 = 0.001;

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What is added with each move.
    pub increment: Duration,
    /// The moves until time is added, if that was told.
    pub moves: Option<u32>,
}

/// What a move costs on the clock beside the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overhead {
    /// What this one may cost.
    pub most: Duration,
    /// What each of those to come will.
    pub usual: Duration,
}

/// The time for a move, from the moment in which it was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThinkingTime {
    /// When it should end, if nothing speaks for more or less; `None` if all of the time is to
    /// be used.
    pub soft: Option<Duration>,
    /// When it has to end.
    pub hard: Duration,
}

impl ThinkingTime {
    /// A time that is given for this move alone.
    pub fn of_move(time: Duration, overhead: Overhead) -> ThinkingTime {
        let hard = time.saturating_sub(overhead.most);
        ThinkingTime { soft: None, hard: hard.max(Duration::from_secs_f64(LEAST)) }
    }

    /// A part of what is left on a clock.
    pub fn of_clock(clock: Clock, overhead: Overhead) -> ThinkingTime {
        let (left, increment) = (clock.left.as_secs_f64(), clock.increment.as_secs_f64());
        let (now, later) = (overhead.most.as_secs_f64(), overhead.usual.as_secs_f64());
        let moves = f64::from(clock.moves.unwrap_or(MOVES).clamp(1, MOVES));
        let kept = now * RESERVE;
        let in_all = left - now - kept + (increment - later) * (moves - 1.0);
        let most = (left - kept).clamp(left * LEAST_SHARE, left * LARGEST_SHARE) - now;
        let least = LEAST.min(left * LITTLE);
        let soft = (in_all / moves).min(most).max(least);
        let stretch = if soft > least { STRETCH } else { 1.0 };
        let hard = (soft * stretch).min(most).max(least);
        let seconds = |seconds: f64| {
            Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(u64::from(u32::MAX)))
        };
        ThinkingTime { soft: Some(seconds(soft)), hard: seconds(hard) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);
    const AS_SET: Overhead = Overhead { most: OVERHEAD, usual: OVERHEAD };
    const SEEN: Overhead = Overhead { most: OVERHEAD, usual: Duration::from_millis(1) };

    fn of_clock(left: u64, increment: u64, moves: Option<u32>) -> (f64, f64) {
        with(AS_SET, left, increment, moves)
    }

    fn with(overhead: Overhead, left: u64, increment: u64, moves: Option<u32>) -> (f64, f64) {
        let ms = Duration::from_millis;
        let clock = Clock { left: ms(left), increment: ms(increment), moves };
        let time = ThinkingTime::of_clock(clock, overhead);
        (time.soft.map_or(0.0, |soft| soft.as_secs_f64()), time.hard.as_secs_f64())
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        let games = [(10.0, 1.0), (100.0, 10.0), (1000.0, 0.0), (60_000.0, 0.0), (5000.0, 50.0)];
        for ((start, increment), overhead) in
            games.into_iter().flat_map(|game| [(game, AS_SET), (game, SEEN)])
        {
            let mut left: f64 = start;
            for _ in 0..200 {
                let (_, hard) = with(overhead, left as u64, increment as u64, None);
                left -= hard * 1000.0;
                assert!(left > 0.0, "{start} {increment}");
                left += increment - 1.0_f64.min(increment);
            }
        }
    }

    #[test]
    fn the_time_control_is_reached() {
        let mut left = 10.0;
        for moves in (1..=40).rev() {
            let (soft, hard) = of_clock((left * 1000.0) as u64, 0, Some(moves));
            assert!(soft > 0.05 && soft <= hard && hard < left, "{moves}: {soft} {hard} of {left}");
            left -= soft + OVERHEAD.as_secs_f64();
        }
        assert!(of_clock(10_000, 0, Some(2)).0 > 10.0 * of_clock(10_000, 0, None).0);
    }

    #[test]
    fn little_or_odd_clocks_give_some_time() {
        for left in [0, 1, 9, 10, 11, 50] {
            let (soft, hard) = of_clock(left, 0, None);
            let least = LEAST.min(left as f64 / 32_000.0) - 1e-9;
            assert!(soft >= least && soft <= hard && hard <= 0.05, "{left}: {hard}");
        }
        let (soft, _) = of_clock(u64::MAX, u64::MAX, Some(u32::MAX));
        assert!(soft > 0.0);
        let moved = |ms| ThinkingTime::of_move(Duration::from_millis(ms), AS_SET).hard;
        assert_eq!((moved(100), moved(3)), (Duration::from_millis(90), Duration::from_millis(1)));
    }

    #[test]
    fn the_reserve_stays_on_the_clock() {
        let mut left = 10_000.0;
        for _ in 0..200 {
            let (_, hard) = with(SEEN, left as u64, 100, None);
            left -= hard * 1000.0;
            assert!(left > 120.0, "{left}");
            left += 100.0 - 1.0;
        }
    }

    #[test]
    fn an_increment_is_spent() {
        let (soft, hard) = of_clock(60_000, 10_000, None);
        assert!(soft > 8.0 && hard < 50.0, "{soft} {hard}");
        // More of it where the moves cost less than was set.
        let level = |overhead| with(overhead, 200, 10, None).0;
        assert!(level(AS_SET) < 0.003 && level(SEEN) > 0.011, "{}", level(SEEN));
    }
}
