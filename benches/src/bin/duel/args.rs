//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use shans::app::args::number;
use shans::app::evaluations::EvaluationKind;
use shans::app::searchers::{self, SearcherKind};
use shans::search::Limits;

use crate::tally::Sprt;
use crate::tune::Tuned;

/// Plays two searchers or two evaluations against each other, all in one process.
///
/// Each pair of games begins with another position of the books, and both play it with either colour. A game
/// ends by the rules; when both have thought for 6 plies that one of them is ahead by 10 pawns, or
/// from ply 60 on for 12 plies that nobody is ahead by a tenth of one; or after 300 plies.
#[derive(Parser, Clone, Debug)]
#[command(name = "duel", max_term_width = 100)]
pub struct Arguments {
    /// Files of opening positions (EPD)
    #[arg(value_name = "BOOK", required = true)]
    pub books: Vec<PathBuf>,

    /// The first player: a searcher with its options, as for shans compare
    #[arg(long, value_name = "NAME", default_value = "pvs", value_parser = searchers::by_name)]
    pub first: SearcherKind,

    /// The second player
    #[arg(long, value_name = "NAME", default_value = "pvs", value_parser = searchers::by_name)]
    pub second: SearcherKind,

    /// What positions are worth to the first player: network, tables, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value = "network")]
    pub first_evaluation: EvaluationKind,

    /// The same for the second player
    #[arg(long, value_name = "NAME|FILE", default_value = "network")]
    pub second_evaluation: EvaluationKind,

    /// Nodes for each move
    #[arg(long, value_name = "N", default_value = "7500", value_parser = number::count)]
    pub nodes: u64,

    /// CPU time for each move instead (50ms)
    #[arg(long, value_name = "TIME", value_parser = number::duration, conflicts_with = "nodes")]
    pub time: Option<Duration>,

    /// Who searches as in games, and not as in analysis
    #[arg(long, value_name = "WHO", default_value = "neither")]
    pub plays: Plays,

    /// Pairs of games; fewer where --sprt ends the match
    #[arg(long, value_name = "N", default_value = "150", value_parser = number::count)]
    pub pairs: u64,

    /// Stops as soon as it is nearly certain whether the first player is LOW or HIGH Elo better
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = sprt)]
    pub sprt: Option<Sprt>,

    /// Tunes these numbers of pvs in place of a match, NAME=VALUE/STEP each: the value to begin with, and how far to either
    /// side it is tried
    #[arg(
        long,
        value_name = "NUMBERS",
        value_delimiter = ',',
        value_parser = Tuned::read,
        conflicts_with_all = ["first", "second", "sprt"]
    )]
    pub tune: Vec<Tuned>,

    /// Chooses the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count_to(1024_u32))]
    pub threads: u32,

    /// Memory for each player
    #[arg(long, value_name = "SIZE", default_value = "32MiB", value_parser = number::memory)]
    pub memory: u64,
}

impl Arguments {
    /// What bounds the search for each move, of either player.
    pub fn limits(&self) -> [Limits; 2] {
        let nodes = self.time.is_none().then_some(self.nodes);
        let plays = match self.plays {
            Plays::First => [true, false],
            Plays::Second => [false, true],
            Plays::Both => [true; 2],
            Plays::Neither => [false; 2],
        };
        plays.map(|plays| Limits { nodes, cpu_time: self.time, plays, ..Limits::default() })
    }
}

/// Who searches for a move in a game, and not to analyse.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Both players.
    Both,
    /// Neither of them.
    Neither,
}

/// Reads `LOW,HIGH`.
fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers = text.split_once(',').and_then(|(low, high)| number(low).zip(number(high)));
    let wanted = || "give two Elo differences, the smaller one first, such as 0,5".to_string();
    numbers
        .filter(|(low, high)| low < high)
        .map(|(low, high)| Sprt { low, high })
        .ok_or_else(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_take_nodes_or_time() {
        let limits = |words: &str| {
            let words = ["duel", "book.epd"].into_iter().chain(words.split_whitespace());
            let [limits, other] = Arguments::parse_from(words).limits();
            assert_eq!((limits.nodes, limits.cpu_time), (other.nodes, other.cpu_time));
            (limits.nodes, limits.cpu_time)
        };
        assert_eq!(limits(""), (Some(7_500), None));
        assert_eq!(limits("--nodes 20k"), (Some(20_000), None));
        assert_eq!(limits("--time 50ms"), (None, Some(Duration::from_millis(50))));
    }

    #[test]
    fn either_player_may_search_as_in_games() {
        let plays = |who: &str| {
            let words = ["duel", "book.epd", "--plays", who];
            Arguments::parse_from(words).limits().map(|limits| limits.plays)
        };
        assert_eq!(plays("first"), [true, false]);
        assert_eq!(plays("second"), [false, true]);
        assert_eq!([plays("both"), plays("neither")], [[true; 2], [false; 2]]);
    }

    #[test]
    fn a_sequential_test_has_two_ends() {
        assert_eq!(sprt("-5, 2.5"), Ok(Sprt { low: -5.0, high: 2.5 }));
        for text in ["", "5", "5,0", "0,0", "0,x", "0,inf"] {
            assert!(sprt(text).is_err(), "{text}");
        }
    }
}
