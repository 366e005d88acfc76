//! What `go` asks for.

use std::time::Duration;

use crate::value::Player;

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
    pub white: Clock,
    /// The clock of Black.
    pub black: Clock,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
}

/// What a player's clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left; zero if the program tells a negative one.
    pub left: Option<Duration>,
    /// What is added for each move.
    pub increment: Duration,
}

impl GoRequest {
    /// Reads the words behind `go`. Those that mean nothing are skipped.
    pub fn read(words: &[&str]) -> GoRequest {
        let mut go = GoRequest::default();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let name = word.to_ascii_lowercase();
            if name == "searchmoves" {
                let moves = words[at..].iter().take_while(|word| !is_keyword(word));
                go.moves.extend(moves.map(|word| (*word).to_string()));
                at += go.moves.len();
            } else if go.set_mark(&name) {
                continue;
            } else if let Some(value) = words.get(at).and_then(|word| number(word)) {
                at += usize::from(go.set_number(&name, value));
            }
        }
        go
    }

    /// Sets what stands alone; whether this word is such a one.
    fn set_mark(&mut self, name: &str) -> bool {
        match name {
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            _ => return false,
        }
        true
    }

    /// Sets what has a number; whether this word is such a one.
    fn set_number(&mut self, name: &str, value: i64) -> bool {
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
            "movestogo" => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
            _ => return false,
        }
        true
    }

    /// The clock of this player; White is Max. `None` if no time is left to count.
    pub fn clock(&self, player: Player) -> Option<(Duration, Duration)> {
        let clock = match player {
            Player::Max => self.white,
            Player::Min => self.black,
        };
        clock.left.map(|left| (left, clock.increment))
    }

    /// Whether it is a move of a game with clocks.
    pub fn is_timed_game(&self) -> bool {
        self.white.left.is_some() || self.black.left.is_some()
    }

    /// Whether nothing but `stop` or `ponderhit` ends it.
    pub fn is_endless(&self) -> bool {
        let limits = [
            self.depth.is_some(),
            self.nodes.is_some(),
            self.mate.is_some(),
            self.move_time.is_some(),
            self.is_timed_game(),
        ];
        self.infinite || self.ponder || !limits.contains(&true)
    }
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 12] = [
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
    ];
    KEYWORDS.iter().any(|keyword| word.eq_ignore_ascii_case(keyword))
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

    fn go(line: &str) -> GoRequest {
        GoRequest::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn every_form_is_read() {
        let ms = Duration::from_millis;
        let clocks = go("wtime 1000 btime -5 winc 10 binc 20 movestogo 0");
        assert_eq!(clocks.clock(Player::Max), Some((ms(1000), ms(10))));
        assert_eq!(clocks.clock(Player::Min), Some((ms(0), ms(20))));
        assert_eq!(clocks.moves_to_go, None);
        assert_eq!(go("movestogo 7").moves_to_go, Some(7));
        assert_eq!(go("Depth 5 NODES 7 mate 2 movetime 9").depth, Some(5));
        assert_eq!(go("depth 99999999999999999999").depth, Some(u32::MAX));
        assert_eq!(go("nodes 0").nodes, Some(1));
        assert_eq!(go("movetime 10.7").move_time, Some(ms(10)));
        assert!(go("infinite").infinite && go("ponder wtime 5").ponder);
    }

    #[test]
    fn moves_end_where_a_keyword_begins() {
        let found = go("searchmoves e2e4 d2d4 depth 3");
        assert_eq!((found.moves, found.depth), (vec!["e2e4".into(), "d2d4".into()], Some(3)));
        let found = go("depth 3 searchmoves e2e4 searchmoves a2a3");
        assert_eq!(found.moves.len(), 2);
    }

    #[test]
    fn rubbish_is_passed_over() {
        assert_eq!(go("depth nodes 5 depth x 7 blah 3 wtime"), go("nodes 5"));
        assert_eq!(go("nodes nan"), go(""));
    }

    #[test]
    fn what_ends_by_itself_is_not_endless() {
        for line in
            ["", "infinite", "ponder wtime 1 btime 1", "infinite depth 5", "searchmoves a2a3"]
        {
            assert!(go(line).is_endless(), "{line}");
        }
        for line in ["depth 1", "nodes 1", "mate 1", "movetime 1", "wtime 1", "btime 1"] {
            assert!(!go(line).is_endless(), "{line}");
        }
    }
}
