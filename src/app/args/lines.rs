//! How many candidates are to have a value, and what that may take.

use clap::Args;

use super::number;
use crate::search::Ranking;

/// This many candidates are listed where nothing else is given.
const LISTED: usize = 5;

/// How many candidates are to have a value, and what that may take.
#[derive(Args, Clone, Debug, Default)]
pub struct LinesArgs {
    /// Value and list the best K moves: part of the search (--share) goes to the moves after the best one
    /// [default: list 5 moves with what the search knows about them anyway]
    #[arg(long, value_name = "K", value_parser = number::count)]
    pub lines: Option<u64>,

    /// Share of all nodes for the moves after the best one, from 0 (they are only listed) to 1
    /// [default: an eighth for each, half for all of them at most]
    #[arg(long, value_name = "PART", requires = "lines", value_parser = share)]
    pub share: Option<f32>,
}

impl LinesArgs {
    /// How many candidates are ranked; as `default` says where the arguments do not.
    pub fn ranking(&self, default: Ranking) -> Ranking {
        let Some(lines) = self.lines else { return default };
        let ranking = Ranking::of(u16::try_from(lines).unwrap_or(u16::MAX));
        Ranking { share: self.share.unwrap_or(ranking.share), ..ranking }
    }

    /// How many candidates are listed of a search that ranks them like this.
    pub fn listed(&self, ranking: Ranking) -> usize {
        let ranked = ranking.takes_effort().then_some(usize::from(ranking.lines));
        let given = self.lines.map(|lines| usize::try_from(lines).unwrap_or(usize::MAX));
        given.or(ranked).unwrap_or(LISTED)
    }
}

fn share(text: &str) -> Result<f32, String> {
    let share: Option<f32> = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("{text:?} is not a share; give a number from 0 to 1, such as 0.25"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_take_their_share_unless_another_is_given() {
        let args = |lines, share| LinesArgs { lines, share };
        let three = Ranking::of(3);
        assert_eq!(args(None, None).ranking(three), three);
        assert_eq!(args(Some(3), None).ranking(Ranking::default()), three);
        assert_eq!(args(Some(3), Some(0.5)).ranking(three), Ranking { share: 0.5, ..three });
        assert_eq!(args(Some(1 << 40), None).ranking(three).lines, u16::MAX);
        let listed = |lines, ranking| args(lines, None).listed(ranking);
        assert_eq!((listed(None, Ranking::default()), listed(None, three)), (5, 3));
        assert_eq!((listed(Some(9), three), listed(Some(9), Ranking::default())), (9, 9));
    }

    #[test]
    fn shares_are_parts_of_a_whole() {
        assert_eq!((share("0"), share("0.25"), share("1")), (Ok(0.0), Ok(0.25), Ok(1.0)));
        for text in ["-0.1", "1.01", "NaN", "inf", "", "a quarter"] {
            assert!(share(text).is_err(), "{text}");
        }
    }
}
