//! Scores as people read them.

use std::fmt;

use super::score::Score;

/// `+0.31`, `0.00`, `#3`, `#-2`; `won?` and `lost?` where a win is not proven; `tb+12` and `tb-12`
/// where it rests on endgame tables.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Seen { won } => f.pad(if *won { "won?" } else { "lost?" }),
            Score::Cp(cp) => f.pad(&pawns(*cp)),
            Score::Mate(moves) => f.pad(&format!("#{moves}")),
            Score::Table { won, plies } => {
                f.pad(&format!("tb{}{plies}", if *won { '+' } else { '-' }))
            }
        }
    }
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
        assert_eq!(Score::Seen { won: true }.to_string(), "won?");
        assert_eq!(Score::Seen { won: false }.to_string(), "lost?");
        assert_eq!(Score::Cp(Score::WON - 1).to_string(), "+199.99");
    }
}
