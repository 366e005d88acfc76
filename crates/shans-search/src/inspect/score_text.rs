//! Scores as people read them.

use std::fmt;

use super::score::{Score, UnsettledBy};
use crate::search::RestsOn;

/// `+0.31`, `0.00`, `#3`, `#-2`; `#3?`, `won?` and `lost?` where a win is not proven; `tb+12` and `tb-12`
/// where it rests on endgame tables.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Seen { mate: Some(moves), .. } => f.pad(&format!("#{moves}?")),
            Score::Seen { won, .. } => f.pad(if *won { "won?" } else { "lost?" }),
            Score::Cp(cp) => f.pad(&pawns(*cp)),
            Score::Mate(moves) => f.pad(&format!("#{moves}")),
            Score::Table { won, plies } => {
                f.pad(&format!("tb{}{plies}", if *won { '+' } else { '-' }))
            }
        }
    }
}

/// `not settled: after 3... exd4 37 moves were not searched one by one; one of them may be worth up to +0.65`.
impl fmt::Display for UnsettledBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not settled: ")?;
        if let Some(last) = &self.last {
            write!(f, "after {last} ")?;
        }
        match self.count {
            1 => f.write_str("1 move was not searched by itself")?,
            count => write!(f, "{count} moves were not searched one by one")?,
        }
        let Some(most) = self.at_most else { return Ok(()) };
        let which = if self.count == 1 { "it" } else { "one of them" };
        match self.is_own {
            true => write!(f, "; {which} may be worth up to {most}"),
            false => write!(f, "; {which} may bring it down to {most}"),
        }
    }
}

/// `rests on 3,642 of 5,000,000 nodes`.
impl fmt::Display for RestsOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rests on {} of {} nodes", in_groups(self.nodes), in_groups(self.of))
    }
}

/// `5,000,000`.
fn in_groups(number: u64) -> String {
    let digits = number.to_string();
    let is_comma = |place: usize| place > 0 && (digits.len() - place).is_multiple_of(3);
    let digit =
        |(place, digit): (usize, char)| is_comma(place).then_some(',').into_iter().chain([digit]);
    digits.chars().enumerate().flat_map(digit).collect()
}

fn pawns(cp: i64) -> String {
    let sign = match cp.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
    };
    format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_as_text() {
        let text = |score: Score| score.to_string();
        assert_eq!(text(Score::Cp(31)), "+0.31");
        assert_eq!(text(Score::Cp(-31)), "-0.31");
        assert_eq!(text(Score::Cp(1234)), "+12.34");
        assert_eq!(text(Score::Cp(0)), "0.00");
        assert_eq!(text(Score::Mate(3)), "#3");
        assert_eq!(text(Score::Mate(-2)), "#-2");
        assert_eq!(text(Score::Table { won: true, plies: 12 }), "tb+12");
        assert_eq!(text(Score::Table { won: false, plies: 0 }), "tb-0");
    }

    #[test]
    fn an_unproven_win_is_no_number() {
        assert_eq!(Score::Seen { won: true, mate: None }.to_string(), "won?");
        assert_eq!(Score::Seen { won: false, mate: None }.to_string(), "lost?");
        assert_eq!(Score::Seen { won: false, mate: Some(-4) }.to_string(), "#-4?");
        assert_eq!(Score::Cp(Score::WON - 1).to_string(), "+199.99");
    }

    #[test]
    fn what_is_not_settled_is_one_sentence() {
        let moves = UnsettledBy {
            after: Vec::new(),
            count: 29,
            at_most: Some(Score::Cp(60)),
            is_own: true,
            last: None,
        };
        assert_eq!(
            moves.to_string(),
            "not settled: 29 moves were not searched one by one; one of them may be worth up to +0.60"
        );
        let last = Some("3... exd4".to_string());
        let theirs = UnsettledBy { count: 1, is_own: false, last: last.clone(), ..moves.clone() };
        assert_eq!(
            theirs.to_string(),
            "not settled: after 3... exd4 1 move was not searched by itself; it may bring it down to +0.60"
        );
        let unknown = UnsettledBy { at_most: None, last, ..moves };
        assert_eq!(
            unknown.to_string(),
            "not settled: after 3... exd4 29 moves were not searched one by one"
        );
    }

    #[test]
    fn work_is_told_in_thousands() {
        let rests_on = |nodes, of| RestsOn { nodes, of }.to_string();
        assert_eq!(rests_on(3_642, 5_000_000), "rests on 3,642 of 5,000,000 nodes");
        assert_eq!(rests_on(0, 100_000), "rests on 0 of 100,000 nodes");
    }
}
