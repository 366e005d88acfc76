//! Which engine searches.

use clap::Args;
use uci_engine::{Command, EngineOption};

use crate::app::engines::{EngineScores, EngineSettings, command_of};
use crate::app::searchers::engine_of;
use crate::search::Interrupt;

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
