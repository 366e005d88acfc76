//! What `go` asks for, and when it ends by itself.

use std::time::Duration;

use super::clock::{Clock, Overhead, ThinkingTime};
use crate::value::Player;

/// A mate in N moves is looked for this many times N plies deep, twice as deep as it is long, since
/// forced lines of searches are longer than their depth, and others shorter.
const PLIES_OF_MATE_MOVE: u32 = 4;

/// This many words that were not understood are told; the rest of such a line is nothing better.
const MOST_FAULTS: usize = 4;

/// Letters of a word that is not understood.
pub const LONGEST_WORD: usize = 40;

/// The limits of a `go`. What is `None` does not limit it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoRequest {
    /// Consider only these moves; all if empty.
    pub moves: Vec<String>,
    /// The reported depth.
    pub depth: Option<u32>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// A mate in this many moves is enough.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of White.
    pub white: ToldClock,
    /// The clock of Black.
    pub black: ToldClock,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// What was not understood, and what is done about it: the first of them.
    faults: Vec<String>,
}

/// What has to come before a `go` may be answered; `stop` is enough for any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Nothing: it ends within its limits.
    ByItself,
    /// `ponderhit`: its limits count from then on. Without any, it ends then.
    OnPonderHit,
    /// `stop`.
    OnStop,
}

/// What ends a search by itself. What is `None` does not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GoLimits {
    /// The depth at which it ends.
    pub depth: Option<u32>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// A proven mate in this many moves ends it.
    pub mate: Option<u32>,
    /// The clock.
    pub time: Option<ThinkingTime>,
}

/// What was told of a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToldClock {
    /// The time left; zero if the program tells a negative one.
    pub left: Option<Duration>,
    /// What is added for each move.
    pub increment: Duration,
}

impl GoRequest {
    /// Reads the words behind `go`. Those that mean nothing are skipped, and told by [`GoRequest::remark`].
    pub fn read(words: &[&str]) -> GoRequest {
        let mut go = GoRequest::default();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let name = word.to_ascii_lowercase();
            match name.as_str() {
                "searchmoves" => {
                    let behind = &words[at..];
                    let moves =
                        behind.iter().position(|word| is_keyword(word)).unwrap_or(behind.len());
                    go.moves.extend(behind[..moves].iter().map(|word| (*word).to_string()));
                    at += moves;
                    if moves == 0 {
                        go.fault("searchmoves has no move and is left out".to_string());
                    }
                }
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                _ if is_keyword(word) => {
                    let value = words.get(at).filter(|word| !is_keyword(word));
                    at += usize::from(value.is_some());
                    match value.map(|value| (value, number(value))) {
                        Some((_, Some(number))) => go.set_number(&name, number),
                        Some((value, None)) => {
                            go.fault(format!("{name} {} is left out", quoted(value)))
                        }
                        None => go.fault(format!("{name} has no number and is left out")),
                    }
                }
                _ => go.fault(format!("{} is left out", quoted(word))),
            }
        }
        if go.has_clock_parts() && !go.is_timed_game() {
            go.fault("winc, binc and movestogo are left out without wtime or btime".to_string());
        }
        go
    }

    fn fault(&mut self, fault: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }

    /// What was not understood, and what is done instead, in one line.
    pub fn remark(&self) -> Option<String> {
        if self.faults.is_empty() {
            return None;
        }
        let until = match self.ends() {
            Ends::ByItself => "",
            Ends::OnPonderHit => "; it ends on ponderhit or stop",
            Ends::OnStop => "; it ends on stop",
        };
        Some(format!("go: {}{until}", self.faults.join(", ")))
    }

    /// Sets what has a number. Clocks below zero are a habit of programs; other limits are not.
    fn set_number(&mut self, name: &str, value: i64) {
        let count = value.max(0) as u64;
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        let time = Duration::from_millis(count);
        match name {
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(count.max(1)),
            "mate" => self.mate = Some(small.max(1)),
            "movetime" => self.move_time = Some(time),
            "wtime" => self.white.left = Some(time),
            "btime" => self.black.left = Some(time),
            "winc" => self.white.increment = time,
            "binc" => self.black.increment = time,
            _ => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
        }
        let least = match name {
            "depth" | "nodes" | "mate" => 1,
            "movetime" => 0,
            _ => return,
        };
        if value < 0 {
            self.fault(format!("{name} {value} is taken as {least}"));
        }
    }

    /// What has to come before it may be answered. This is the one place that says so.
    pub fn ends(&self) -> Ends {
        match (self.infinite, self.ponder) {
            (true, _) => Ends::OnStop,
            (false, true) => Ends::OnPonderHit,
            (false, false) if self.has_limits() => Ends::ByItself,
            (false, false) => Ends::OnStop,
        }
    }

    /// The limits within which `mover` thinks, from the moment in which his time begins. None of them counts where it is to
    /// think until `stop`.
    pub fn limits(&self, mover: Player, overhead: Overhead) -> GoLimits {
        if self.infinite {
            return GoLimits::default();
        }
        let of_mate = self.mate.map(|moves| moves.saturating_mul(PLIES_OF_MATE_MOVE));
        let clock = self.clock(mover).map(|clock| ThinkingTime::of_clock(clock, overhead));
        GoLimits {
            depth: self.depth.into_iter().chain(of_mate).min(),
            nodes: self.nodes,
            mate: self.mate,
            time: self.move_time.map(|time| ThinkingTime::of_move(time, overhead)).or(clock),
        }
    }

    /// The clock of this player; White is Max. Where the program tells only the other one, that stands for both: a game
    /// with clocks has two.
    pub fn clock(&self, player: Player) -> Option<Clock> {
        let (own, other) = match player {
            Player::Max => (self.white, self.black),
            Player::Min => (self.black, self.white),
        };
        let known = if own.left.is_some() { own } else { other };
        let (increment, moves) = (known.increment, self.moves_to_go);
        known.left.map(|left| Clock { left, increment, moves })
    }

    /// Whether it tells something that has a meaning beside a clock only.
    fn has_clock_parts(&self) -> bool {
        let increments = [self.white, self.black].map(|clock| clock.increment);
        self.moves_to_go.is_some() || increments.iter().any(|increment| !increment.is_zero())
    }

    /// Whether it is a move of a game with clocks.
    pub fn is_timed_game(&self) -> bool {
        self.white.left.is_some() || self.black.left.is_some()
    }

    /// Whether anything limits it.
    pub fn has_limits(&self) -> bool {
        let [depth, mate] = [self.depth, self.mate].map(|limit| limit.is_some());
        depth || mate || self.nodes.is_some() || self.move_time.is_some() || self.is_timed_game()
    }
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &str = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate \
                            movetime infinite";
    KEYWORDS.split(' ').any(|keyword| word.eq_ignore_ascii_case(keyword))
}

/// A word as it was given, as far as it fits into a line.
fn quoted(word: &str) -> String {
    format!("{:?}", word.chars().take(LONGEST_WORD).collect::<String>())
}

/// A whole number; one that is too large is the largest. Programs send fractions, too.
pub fn number(word: &str) -> Option<i64> {
    let number: f64 = word.parse().ok().filter(|number: &f64| number.is_finite())?;
    // A cast saturates.
    word.parse().ok().or(Some(number as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Overhead = Overhead { most: Duration::ZERO, usual: Duration::ZERO };

    fn shows(left: u64, increment: u64) -> Option<Clock> {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Some(Clock { left, increment, moves: None })
    }

    fn go(line: &str) -> GoRequest {
        GoRequest::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn every_form_is_read() {
        let clocks = go("wtime 1000 btime -5 winc 10 binc 20 movestogo 0");
        assert_eq!(clocks.clock(Player::Max), shows(1000, 10));
        assert_eq!(clocks.clock(Player::Min), shows(0, 20));
        assert_eq!(go("btime 7 binc 3 winc 5").clock(Player::Max), shows(7, 3));
        assert_eq!(go("winc 5").clock(Player::Max), None);
        assert_eq!(clocks.moves_to_go, None);
        assert_eq!(go("movestogo 7").moves_to_go, Some(7));
        assert_eq!(go("Depth 5 NODES 7 mate 2 movetime 9").depth, Some(5));
        assert_eq!(go("depth 99999999999999999999").depth, Some(u32::MAX));
        assert_eq!(go("nodes 0").nodes, Some(1));
        assert_eq!(go("movetime 10.7").move_time, Some(Duration::from_millis(10)));
        assert!(go("infinite").infinite && go("ponder wtime 5").ponder);
    }

    #[test]
    fn moves_end_where_a_keyword_begins() {
        let found = go("searchmoves e2e4 d2d4 depth 3");
        assert_eq!((found.moves, found.depth), (vec!["e2e4".into(), "d2d4".into()], Some(3)));
        let found = go("searchmoves e2e4 searchmoves a2a3 depth 3");
        assert_eq!((found.moves.len(), found.depth, found.remark()), (2, Some(3), None));
    }

    #[test]
    fn rubbish_is_passed_over_and_told() {
        for (line, meant, remark) in [
            (
                "depth nodes 5 depth x 7 wtime",
                "nodes 5",
                "depth has no number and is left out, depth \"x\" is left out, \"7\" is left out, \
                 wtime has no number and is left out",
            ),
            ("nodes nan", "", "nodes \"nan\" is left out; it ends on stop"),
            ("wibble", "", "\"wibble\" is left out; it ends on stop"),
            ("ponder what", "ponder", "\"what\" is left out; it ends on ponderhit or stop"),
            ("nodes -4", "nodes 1", "nodes -4 is taken as 1"),
            ("movetime -4", "movetime 0", "movetime -4 is taken as 0"),
            ("searchmoves", "", "searchmoves has no move and is left out; it ends on stop"),
            ("searchmoves nodes 5", "nodes 5", "searchmoves has no move and is left out"),
            (
                "winc 100",
                "winc 100",
                "winc, binc and movestogo are left out without wtime or btime; it ends on stop",
            ),
            (
                "movestogo 3 nodes 7",
                "movestogo 3 nodes 7",
                "winc, binc and movestogo are left out without wtime or btime",
            ),
        ] {
            let read = go(line);
            assert_eq!(read.remark(), Some(format!("go: {remark}")), "{line}");
            let meant = GoRequest { faults: Vec::new(), ..go(meant) };
            assert_eq!(GoRequest { faults: Vec::new(), ..read }, meant, "{line}");
        }
        let long = go(&"x".repeat(1000)).remark().unwrap_or_default();
        assert!(long.len() < 100, "{long}");
        let many = go(&"x ".repeat(1000)).remark().unwrap_or_default();
        assert!(many.len() < 100, "{many}");
    }

    #[test]
    fn habits_of_programs_are_not_told() {
        for line in [
            "",
            "infinite",
            "wtime -3 btime 5 winc -1 binc 0 movestogo 0",
            "nodes 0",
            "depth 0",
            "movetime 10.7",
            "searchmoves e2e4 nonsense ponder",
        ] {
            assert_eq!(go(line).remark(), None, "{line}");
        }
    }

    #[test]
    fn what_has_limits_ends_by_itself() {
        for line in
            ["", "infinite", "infinite depth 5", "ponder infinite", "searchmoves a2a3", "winc 5"]
        {
            assert_eq!(go(line).ends(), Ends::OnStop, "{line}");
        }
        for line in ["ponder", "ponder wtime 1 btime 1", "ponder depth 1"] {
            assert_eq!(go(line).ends(), Ends::OnPonderHit, "{line}");
        }
        for line in ["depth 1", "nodes 1", "mate 1", "movetime 1", "wtime 1", "btime 1"] {
            assert_eq!(go(line).ends(), Ends::ByItself, "{line}");
            // What ends by itself has something that ends it, whichever side is to move.
            for mover in [Player::Max, Player::Min] {
                let limits = go(line).limits(mover, NOTHING);
                let ending =
                    (limits.depth.is_some(), limits.nodes.is_some(), limits.time.is_some());
                assert_ne!(ending, (false, false, false), "{line}");
            }
        }
    }

    #[test]
    fn the_clock_of_the_mover_counts_with_its_increment_and_time_control() {
        let ms = Duration::from_millis;
        let overhead = Overhead { most: ms(10), usual: ms(3) };
        let limits = |line| go(line).limits(Player::Max, overhead);
        let of_clock = |left, increment, moves| {
            let clock = Clock { left: ms(left), increment: ms(increment), moves };
            Some(ThinkingTime::of_clock(clock, overhead))
        };
        let time = |line| limits(line).time;
        assert_eq!(time("wtime 9000 btime 5 winc 30 binc 7"), of_clock(9000, 30, None));
        assert_eq!(time("wtime 9000 btime 5 movestogo 3"), of_clock(9000, 0, Some(3)));
        assert_eq!(time("btime 3000 binc 20 winc 7"), of_clock(3000, 20, None));
        assert_ne!(of_clock(9000, 0, Some(3)), of_clock(9000, 0, None));
        assert_eq!(time("movetime 50").map(|time| time.hard), Some(ms(40)));
        assert_eq!(limits("infinite wtime 9000 depth 3 nodes 5"), GoLimits::default());
        assert_eq!(time("nodes 5"), None);
    }

    #[test]
    fn a_mate_is_looked_for_to_a_depth() {
        let depth = |line| go(line).limits(Player::Max, NOTHING).depth;
        assert_eq!(
            (depth("mate 3"), depth("mate 3 depth 5"), depth("mate 1 depth 9")),
            (Some(12), Some(5), Some(4))
        );
        assert_eq!(depth("mate 4000000000"), Some(u32::MAX));
    }
}
