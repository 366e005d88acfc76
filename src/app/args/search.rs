//! How to search, as commands share it: which engine searches, whether other machines do, what positions are worth, which endgame
//! tables there are, for how long.

use std::convert::Infallible;
use std::env;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use uci_engine::{Command, EngineOption};

use super::number;
use crate::app::engines::{EngineScores, EngineSettings, command_of};
use crate::app::evaluations::EvaluationKind;
use crate::app::net::address::Address;
use crate::app::net::{CannotConnect, NetSettings};
use crate::app::searchers::{self, SearcherKind, engine_of};
use crate::search::{Interrupt, WhenFull};

/// How to search, and for how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// How to search: best-first, pvs, pvs-classic, alpha-beta or negamax; switch parts off with,
    /// for example, pvs-classic:no-killers+no-table (an unknown part lists the known ones)
    #[arg(long, value_name = "NAME", default_value = searchers::DEFAULT,
        value_parser = searchers::by_name)]
    pub searcher: SearcherKind,

    /// Stop at this depth, for searchers with a depth limit
    #[arg(long, value_name = "D", value_parser = number::count_to(1000_u32))]
    pub depth: Option<u32>,

    /// Nodes of the first search of a leaf; one that was searched with four times as many is split [default: numbers
    /// that grow with the search]. For best-first
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = number::count)]
    pub leaf_nodes: Option<u64>,

    /// Make a tree that is the same for any number of threads. Leaves share no results, so the search takes
    /// longer. For best-first without an engine
    #[arg(long, hide_short_help = true)]
    pub reproducible: bool,

    /// Which engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Whether workers on other machines search.
    #[command(flatten)]
    pub net: NetArgs,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// For how long.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Which engine searches.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineArgs {
    /// A UCI engine that searches the leaves of the tree: a program with its arguments, like
    /// "stockfish" or "lc0 --weights=FILE". With --searcher engine it searches the position by
    /// itself. With --threads N, N copies of it run
    #[arg(long, value_name = "CMD")]
    pub engine: Option<Command>,

    /// An option of the engine, such as Hash=64; can be repeated
    #[arg(long = "engine-option", value_name = "NAME=VALUE", requires = "engine")]
    pub engine_options: Vec<EngineOption>,

    /// How to read the engine's scores [default: cp]
    #[arg(long, hide_short_help = true, value_name = "WHICH", value_enum, requires = "engine")]
    pub engine_scores: Option<EngineScores>,
}

impl EngineArgs {
    /// The engine, that many of it; `None` if none was named. Once `interrupt` is thrown, none is waited for.
    pub fn settings(&self, count: usize, interrupt: &Interrupt) -> Option<EngineSettings> {
        let mut command = self.engine.clone()?;
        command.options.extend(self.engine_options.iter().cloned());
        let scores = self.engine_scores.unwrap_or_default();
        Some(EngineSettings::new(command, count, scores, interrupt))
    }

    /// The same for a tree that was made by a searcher of this full name: where no engine was named, the one of that name, if it is
    /// among those that are looked for.
    pub fn settings_for(
        &self,
        made_by: &str,
        count: usize,
        interrupt: &Interrupt,
    ) -> Option<EngineSettings> {
        self.settings(count, interrupt).or_else(|| {
            let (_, identity) = engine_of(made_by)?;
            let command = command_of(identity)?;
            Some(EngineSettings::new(command, count, EngineScores::default(), interrupt))
        })
    }
}

/// Whether workers on other machines search.
#[derive(Args, Clone, Debug, Default)]
pub struct NetArgs {
    /// Let other machines search the leaves, through this broker (shans remote worker at the same address). For
    /// best-first
    #[arg(long, value_name = "nats://HOST")]
    pub remote: Option<Address>,

    /// How to come to the broker.
    #[command(flatten)]
    pub broker: BrokerArgs,
}

impl NetArgs {
    /// The broker; `None` where none was named.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`] where one cannot come to it so.
    pub fn settings(&self) -> Result<Option<NetSettings>, CannotConnect> {
        self.remote.as_ref().map(|address| self.broker.settings(address)).transpose()
    }
}

/// How to come to a broker.
#[derive(Args, Clone, Debug, Default)]
pub struct BrokerArgs {
    /// The login for the broker: a file of NATS (*.creds), the seed of a key, or a user and a password on two lines.
    /// Required if the broker is on another machine
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub nats_credentials: Option<PathBuf>,

    /// The authority that signed the broker's certificate (PEM), if this machine does not know it
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub nats_ca: Option<PathBuf>,
}

impl BrokerArgs {
    /// The broker at this address.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`] where one cannot come to it so.
    pub fn settings(&self, address: &Address) -> Result<NetSettings, CannotConnect> {
        let BrokerArgs { nats_credentials, nats_ca } = self.clone();
        NetSettings::new(address.clone(), nats_credentials, nats_ca)
    }
}

/// What positions are worth.
#[derive(Args, Clone, Debug)]
pub struct EvaluationArgs {
    /// The static evaluation to use: network (piece-square tables corrected by a small trained network), tables (the
    /// tables alone), or the file of another network
    #[arg(long = "evaluation", value_name = "NAME|FILE", default_value_t)]
    pub kind: EvaluationKind,
}

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

/// For how long to search, and with how much memory.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Stop after N positions reached by making a move (100k, 2m, 1g; 1e6; 1,000,000)
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// Stop after this time (500ms, 10s, 5m, 1h30m; a bare number is seconds)
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub time: Option<Duration>,

    /// Number of search threads, as far as memory allows [default: 1 with --nodes, so that the same
    /// input gives the same answer; otherwise one per core, at most 4]
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_THREADS))]
    pub threads: Option<u16>,

    /// Memory for the tree and its tables (512m, 2g; k, m, g and t are powers of 1024); default: a
    /// quarter of the machine's memory. Endgame tables come on top: 5 MiB for each kind of endgame
    /// met, about 50 MiB for all of them
    #[arg(long, value_name = "SIZE", value_parser = number::memory)]
    pub memory: Option<u64>,

    /// Maximum number of nodes in the tree
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = number::count)]
    pub tree_nodes: Option<u64>,

    /// What to do when the tree is full: free the least important nodes and continue (the default),
    /// or stop
    #[arg(long, hide_short_help = true, value_name = "WHAT", value_enum)]
    pub when_full: Option<FullChoice>,

    /// Look for chances in the N best moves of each position only, as long as there are any: the tree
    /// grows deeper instead of wider. Other moves are searched where the best line rests on them
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_WIDTH))]
    pub width: Option<u16>,

    /// The same for moves that are at most this much worse than the best one, in centipawns
    #[arg(long, hide_short_help = true, value_name = "CP", value_parser = number::count)]
    pub window: Option<u64>,
}

/// The greatest width: more moves than a position has.
const MOST_WIDTH: u16 = 2047;

/// The maximum number of threads.
pub const MOST_THREADS: u16 = 1024;

/// What to do when the tree fills its room.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullChoice {
    /// Free the least important nodes and continue.
    Free,
    /// Stop.
    Stop,
}

impl From<FullChoice> for WhenFull {
    fn from(choice: FullChoice) -> WhenFull {
        match choice {
            FullChoice::Free => WhenFull::Free,
            FullChoice::Stop => WhenFull::Stop,
        }
    }
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
