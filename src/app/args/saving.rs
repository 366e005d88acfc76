//! How to save.

use std::fmt;
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
    #[arg(long)]
    pub compress: bool,

    /// How much of what searches of leaves remember is saved as well, the deepest first: it saves most of the work of a
    /// search that continues. A size such as 16MiB; none; or all [default: 16MiB]
    #[arg(
        long = "tables",
        value_name = "SIZE|none|all",
        default_value_t,
        hide_default_value = true
    )]
    pub tables_size: TablesSize,
}

/// How much of the tables is saved: bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablesSize(pub u64);

impl Default for TablesSize {
    fn default() -> TablesSize {
        TablesSize(SaveOptions::TABLES)
    }
}

impl fmt::Display for TablesSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str(NONE),
            u64::MAX => f.write_str(ALL),
            bytes => write!(f, "{bytes}"),
        }
    }
}

const NONE: &str = "none";
const ALL: &str = "all";

impl FromStr for TablesSize {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<TablesSize, NumberError> {
        match text {
            NONE => Ok(TablesSize(0)),
            ALL => Ok(TablesSize(u64::MAX)),
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
        let sizes = [TablesSize::default(), TablesSize(0), TablesSize(u64::MAX)];
        assert!(sizes.iter().all(|size| size.to_string().parse() == Ok(*size)));
    }
}
