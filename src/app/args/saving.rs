//! How to save.

use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::number::{self, NumberError};
use crate::store::SaveOptions;

/// How to save a tree.
#[derive(Args, Clone, Debug)]
pub struct SavingArgs {
    /// Also save during the search, at this interval (60s, 5m)
    #[arg(long, value_name = "INTERVAL", value_parser = number::duration)]
    pub checkpoint: Option<Duration>,

    /// Compress the file: a third smaller (60 % with best-first:quiescence), but slower to write
    #[arg(long, hide_short_help = true)]
    pub compress: bool,

    /// How much of what searches of leaves remember is saved as well, the deepest first: it saves most of the work of a
    /// search that continues. A size such as 16MiB; none; or all [default: 16MiB]
    #[arg(long = "tables", hide_short_help = true, value_name = "SIZE|none|all")]
    pub tables_size: Option<TablesSize>,
}

impl SavingArgs {
    /// The first of these that is given: without a file to save to it would do nothing.
    pub fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--checkpoint", self.checkpoint.is_some()),
            ("--compress", self.compress),
            ("--tables", self.tables_size.is_some()),
        ];
        all.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }
}

/// How much of the tables is saved: bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablesSize(pub u64);

impl Default for TablesSize {
    fn default() -> TablesSize {
        TablesSize(SaveOptions::TABLES)
    }
}

impl FromStr for TablesSize {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<TablesSize, NumberError> {
        match text {
            "none" => Ok(TablesSize(0)),
            "all" => Ok(TablesSize(u64::MAX)),
            size => number::memory(size).map(TablesSize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_or_nothing_or_a_size() {
        let read = |text: &str| text.parse::<TablesSize>().map(|size| size.0);
        assert_eq!((read("none"), read("all")), (Ok(0), Ok(u64::MAX)));
        assert_eq!(read("3MiB"), Ok(3 << 20));
        assert!(read("some").is_err() && read("").is_err() && read("-1").is_err());
    }
}
