//! How likely a score still rises, by measurement: what plies checked are worth.
//!
//! The measure is that of `docs/results.md`, "What a chance is worth": nodes were analysed alone
//! with four times the work that had gone into them, and it was counted how often their value had
//! then risen by more than 30 centipawns for a player.

use super::searchers::{self, SearcherKind};
use crate::inspect::Chances;

/// A share of cases, per cent, from a number of plies checked on.
type Shares = [(u16, u16)];

const SEARCHED: &Shares = &[(0, 18), (10, 16)];
const FIRST_SIGHT: &Shares = &[(0, 90), (1, 79), (2, 65), (3, 43), (4, 15), (5, 6), (6, 5)];

/// `16 % that White gains 0.30 with four times the work, 18 % that Black does`; 0 % for a player who has nothing left
/// to try. `None` for searchers that were not measured: those with other parameters, too.
pub fn text(
    searcher: &SearcherKind,
    chances: &Chances,
    own: &str,
    opponent: &str,
) -> Option<String> {
    let shares = match searcher.name.as_str() {
        searchers::DEFAULT_FULL => SEARCHED,
        searchers::FIRST_SIGHT => FIRST_SIGHT,
        _ => return None,
    };
    let (own_share, share) =
        (share(shares, chances.own_plies), share(shares, chances.opponent_plies));
    let work = "with four times the work";
    Some(format!("{own_share} % that {own} gains 0.30 {work}, {share} % that {opponent} does"))
}

fn share(shares: &Shares, plies: Option<u16>) -> u16 {
    let reached = shares.iter().rev().find(|(from, _)| plies.is_some_and(|plies| plies >= *from));
    reached.map_or(0, |(_, share)| *share)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../docs/results.md");

    /// A row of a table on the page: its least plies, how many chances, and the share that rose.
    type Measured = (u16, f64, f64);

    fn measured(searcher: &str) -> Vec<Measured> {
        let mark = format!("<!-- table: chances of {searcher} -->");
        let (_, rest) = PAGE.split_once(&mark).expect("a table of this name");
        let lines = rest.trim_start().lines().take_while(|line| line.starts_with('|'));
        let cells = |line: &'static str| -> Vec<&str> {
            line.trim_matches('|').split('|').map(str::trim).collect()
        };
        let mut rows = lines.map(cells);
        let head = rows.next().expect("a head");
        let column = head.iter().position(|&cell| cell == "> 30 cp, n = 4e").expect("the column");
        let number = |cell: &str| cell.trim_end_matches(" %").parse::<f64>().expect("a number");
        let row = |row: Vec<&str>| {
            let plies = row[0].split('-').next().map_or(0.0, number);
            (plies as u16, number(row[1]), number(row[column]))
        };
        rows.skip(1).map(row).collect()
    }

    #[test]
    fn shares_are_those_that_were_measured() {
        for (searcher, shares) in
            [(searchers::DEFAULT_FULL, SEARCHED), (searchers::FIRST_SIGHT, FIRST_SIGHT)]
        {
            let rows = measured(searcher);
            for (place, &(from, told)) in shares.iter().enumerate() {
                let next = shares.get(place + 1).map_or(u16::MAX, |(next, _)| *next);
                let within = rows.iter().filter(|(plies, ..)| (from..next).contains(plies));
                let (mut all, mut rose) = (0.0, 0.0);
                for (_, chances, share) in within {
                    all += chances;
                    rose += chances * share;
                }
                assert_eq!((rose / all).round(), f64::from(told), "{searcher} from {from} on");
            }
        }
    }

    #[test]
    fn more_plies_make_it_less_likely() -> Result<(), searchers::UnknownSearcher> {
        for shares in [SEARCHED, FIRST_SIGHT] {
            assert!(shares.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1));
        }
        let told = |own_plies, opponent_plies, name| {
            let chances = Chances { own: None, opponent: None, own_plies, opponent_plies };
            Ok(text(&searchers::by_name(name)?, &chances, "White", "Black"))
        };
        let searched = "16 % that White gains 0.30 with four times the work, 18 % that Black does";
        assert_eq!(told(Some(14), Some(7), "best-first")?.as_deref(), Some(searched));
        let first_sight =
            "65 % that White gains 0.30 with four times the work, 0 % that Black does";
        assert_eq!(told(Some(2), None, "best-first:quiescence")?.as_deref(), Some(first_sight));
        assert_eq!(told(Some(2), None, "best-first:ply=300")?, None);
        Ok(())
    }
}
