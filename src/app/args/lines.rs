//! How many moves are to have a value.

use clap::Args;

use super::number;
use crate::app::searchers::SearcherKind;

/// How many moves are to have a value.
#[derive(Args, Clone, Debug, Default)]
pub struct LinesArgs {
    /// Value and list at least the best K moves [default: 3]
    #[arg(long, value_name = "K", value_parser = number::count_to(u16::MAX))]
    pub lines: Option<u16>,
}

impl LinesArgs {
    /// This many moves have a value where nothing else is said.
    pub const DEFAULT: u16 = 3;

    /// How many moves are to have a value: as many as the arguments say, or else the name of the searcher.
    pub fn wanted(&self, searcher: &SearcherKind) -> u16 {
        self.lines.or(searcher.lines()).unwrap_or(LinesArgs::DEFAULT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::searchers::{UnknownSearcher, by_name};

    #[test]
    fn arguments_come_before_the_name_of_the_searcher() -> Result<(), UnknownSearcher> {
        let wanted = |lines, name| by_name(name).map(|kind| LinesArgs { lines }.wanted(&kind));
        assert_eq!(wanted(None, "best-first")?, 3);
        assert_eq!(wanted(None, "pvs")?, 3);
        assert_eq!(wanted(None, "best-first:lines=5")?, 5);
        assert_eq!(wanted(Some(1), "best-first:lines=5")?, 1);
        Ok(())
    }
}
