//! `--syzygy`, as most commands have it.

use std::convert::Infallible;
use std::env;
use std::path::PathBuf;

use clap::Args;

use super::number;

/// Tables with more pieces than these are not made.
pub const MOST_TABLE_PIECES: u32 = 7;

/// Endgame tables.
#[derive(Args, Clone, Debug)]
pub struct TableArgs {
    /// Folders with Syzygy endgame tables (.rtbw and .rtbz), separated like the folders of PATH
    #[arg(long, value_name = "DIR[:DIR]", value_parser = folders)]
    pub syzygy: Option<Folders>,

    /// Probe them only for positions with at most N pieces, including kings
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = MOST_TABLE_PIECES, requires = "syzygy",
        value_parser = number::count_to(MOST_TABLE_PIECES))]
    pub syzygy_probe_limit: u32,
}

impl Default for TableArgs {
    fn default() -> TableArgs {
        TableArgs { syzygy: None, syzygy_probe_limit: MOST_TABLE_PIECES }
    }
}

/// Folders with tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders(pub Vec<PathBuf>);

/// Folders as one text. Empty ones are none.
pub fn folders(text: &str) -> Result<Folders, Infallible> {
    let folders = env::split_paths(text).filter(|folder| !folder.as_os_str().is_empty());
    Ok(Folders(folders.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_stand_side_by_side() {
        let read = |text: &str| {
            let Ok(Folders(all)) = folders(text);
            all.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>()
        };
        let joined = env::join_paths(["tables/3-4-5", "", "more tables"]).unwrap_or_default();
        assert_eq!(read(&joined.to_string_lossy()), ["tables/3-4-5", "more tables"]);
        assert_eq!(read(""), Vec::<String>::new());
    }
}
