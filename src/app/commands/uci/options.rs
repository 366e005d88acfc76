//! The options of the engine.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::go::number;
use super::info::InfoStyle;
use crate::app::args::{EngineArgs, Folders, MOST_TABLE_PIECES, MOST_THREADS, TableArgs, folders};
use crate::app::engines::{EngineSettings, PATIENCE_ON_THE_CLOCK};
use crate::app::evaluations::EvaluationKind;
use crate::app::printable::printable;
use crate::app::searchers::{self, SearcherKind};
use crate::app::settings::{self, SettingsError, possible_memory};
use crate::search::{Interrupt, MemoryLimits};

/// What `setoption` can change.
#[derive(Clone, Debug)]
pub struct Options {
    /// The whole memory: mebibytes.
    pub hash: u64,
    /// How many threads search.
    pub threads: usize,
    /// How searches are reported.
    pub style: InfoStyle,
    /// What a move costs on the clock beside the search.
    overhead: Duration,
    /// The tree is to be kept whole.
    pub is_analysis: bool,
    /// How it thinks.
    pub searcher: SearcherKind,
    /// The engine that searches leaves, if any.
    engine: EngineArgs,
    /// Thrown when the program is to end: no engine is waited for then.
    quit: Interrupt,
    /// The static evaluation to use.
    pub evaluation: EvaluationKind,
    /// Which endgame tables there are.
    pub tables: TableArgs,
    /// Where the tree is saved to and loaded from.
    pub tree_file: PathBuf,
    /// That the last call of [`Options::set`] has brought a number into its range, in words.
    pub out_of_range: Option<String>,
}

/// What is to be done after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing more.
    None,
    /// What is known is to be forgotten.
    Forget,
    /// Positions are worth something else.
    Evaluation,
    /// The memory is another one.
    Memory,
    /// The tree is to be saved.
    Save,
    /// A tree is to be loaded.
    Load,
}

const HASH: u64 = 256;
const LEAST_HASH: u64 = MemoryLimits::LEAST_MEMORY >> 20;
const MOST_HASH: u64 = 1 << 24;
const MOST_LINES: usize = 256;
const OVERHEAD: u64 = 10;
const MOST_OVERHEAD: u64 = 10_000;
/// What stands between two options of an engine.
const OPTION_MARK: &str = "; ";
/// How programs write an empty text.
const EMPTY: &str = "<empty>";

/// The answer to `uci` of a program that is started with these.
pub fn introduction(options: &Options) -> String {
    let version = env!("SHANS_VERSION");
    let evaluation = EvaluationKind::default();
    let searcher = printable(&options.searcher.name);
    let [engine, engine_options] = engine_texts(&options.engine).map(|text| printable(&text));
    format!(
        "id name shans {version}\n\
         id author the shans project\n\
         option name Hash type spin default {HASH} min {LEAST_HASH} max {MOST_HASH}\n\
         option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
         option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
         option name Ponder type check default false\n\
         option name Move Overhead type spin default {OVERHEAD} min 0 max {MOST_OVERHEAD}\n\
         option name Clear Hash type button\n\
         option name UCI_AnalyseMode type check default false\n\
         option name UCI_ShowWDL type check default false\n\
         option name UCI_Chess960 type check default false\n\
         option name Searcher type string default {searcher}\n\
         option name Engine type string default {engine}\n\
         option name EngineOptions type string default {engine_options}\n\
         option name Evaluation type string default {evaluation}\n\
         option name SyzygyPath type string default <empty>\n\
         option name SyzygyProbeLimit type spin default {MOST_TABLE_PIECES} min 0 max {MOST_TABLE_PIECES}\n\
         option name TreeFile type string default <empty>\n\
         option name Save Tree type button\n\
         option name Load Tree type button\n\
         uciok"
    )
}

impl Options {
    /// Those before any `setoption`, of a program that was started with this engine, or with none.
    ///
    /// # Errors
    ///
    /// [`SettingsError`]: none is to be expected.
    pub fn new(engine: EngineArgs, quit: Interrupt) -> Result<Options, SettingsError> {
        let default = default_searcher();
        let searcher = settings::searcher_over(&default, engine.settings(1, &quit))?;
        Ok(Options {
            hash: HASH,
            threads: 1,
            style: InfoStyle { lines: 1, shows_wdl: false, is_chess960: false },
            overhead: Duration::from_millis(OVERHEAD),
            is_analysis: false,
            searcher,
            engine,
            quit,
            evaluation: EvaluationKind::default(),
            tables: TableArgs::default(),
            tree_file: PathBuf::new(),
            out_of_range: None,
        })
    }

    /// What a move costs on the clock beside the search: as it is set and, over an engine, what that may take to end
    /// its own search.
    pub fn overhead(&self) -> Duration {
        let has_engine = self.engine.engine.is_some() && self.searcher.takes_engine();
        self.overhead + if has_engine { PATIENCE_ON_THE_CLOCK } else { Duration::ZERO }
    }

    /// As many engines as threads, if there is one.
    pub fn engine(&self) -> Option<EngineSettings> {
        self.engine.settings(self.threads, &self.quit)
    }

    /// The searcher, with the engine if it takes one.
    fn over_engine(&self, searcher: &SearcherKind) -> Result<SearcherKind, String> {
        over(searcher, self.engine().filter(|_| searcher.takes_engine()))
    }

    /// Lets this engine search the leaves from now on; none if it names none.
    ///
    /// # Errors
    ///
    /// Why it cannot be started, in words; nothing is changed then.
    fn use_engine(&mut self, engine: EngineArgs) -> Result<Effect, String> {
        let settings = engine.settings(self.threads, &self.quit);
        let is_other = engine_texts(&self.engine) != engine_texts(&engine);
        if settings.is_none() && !self.searcher.takes_engine() || !is_other {
            self.engine = engine;
            return Ok(Effect::None);
        }
        let stays = settings.is_some() && self.searcher.takes_engine();
        let default = default_searcher();
        let searcher = over(if stays { &self.searcher } else { &default }, settings)?;
        // Better now than in the middle of a game.
        searcher.full_name().map_err(why_not("Engine"))?;
        (self.searcher, self.engine) = (searcher, engine);
        Ok(Effect::Forget)
    }

    /// How many candidates are to have a value: as many as lines are reported.
    pub fn wanted_lines(&self) -> u16 {
        let lines = u16::try_from(self.style.lines).unwrap_or(u16::MAX);
        lines.max(self.searcher.lines().unwrap_or(1))
    }

    /// The memory for everything that grows.
    pub fn room(&self) -> MemoryLimits {
        let room = MemoryLimits::new(self.hash << 20);
        MemoryLimits { threads: self.threads.min(room.most_threads()), ..room }
    }

    /// Sets the option of this name, in small letters or capitals.
    ///
    /// # Errors
    ///
    /// Why it cannot be set, in words; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        self.out_of_range = None;
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.set_hash(value),
            "threads" => self.set_threads(value),
            "searcher" => self.set_searcher(value),
            "engine" => self.set_engine(value),
            "engineoptions" => self.set_engine_options(value),
            "evaluation" => Ok(put(
                &mut self.evaluation,
                value.parse().map_err(why_not("Evaluation"))?,
                Effect::Evaluation,
            )),
            "syzygypath" => {
                let Ok(Folders(folders)) = folders(text(value));
                let folders = Some(Folders(folders)).filter(|folders| !folders.0.is_empty());
                Ok(put(&mut self.tables.syzygy, folders, Effect::Evaluation))
            }
            "syzygyprobelimit" => {
                let most = u64::from(MOST_TABLE_PIECES);
                let pieces = self.spin("SyzygyProbeLimit", value, 0..=most)?;
                Ok(put(&mut self.tables.syzygy_probe_limit, pieces as u32, Effect::Evaluation))
            }
            "clear hash" => Ok(Effect::Forget),
            "save tree" => Ok(Effect::Save),
            "load tree" => Ok(Effect::Load),
            // These change nothing of what is known.
            "multipv" => {
                let lines = self.spin("MultiPV", value, 1..=MOST_LINES as u64)? as usize;
                Ok(put(&mut self.style.lines, lines, Effect::None))
            }
            "ponder" => set_check(&mut false, "Ponder", value),
            "move overhead" => {
                let overhead = self.spin("Move Overhead", value, 0..=MOST_OVERHEAD)?;
                Ok(put(&mut self.overhead, Duration::from_millis(overhead), Effect::None))
            }
            "uci_analysemode" => set_check(&mut self.is_analysis, "UCI_AnalyseMode", value),
            "uci_showwdl" => set_check(&mut self.style.shows_wdl, "UCI_ShowWDL", value),
            "uci_chess960" => set_check(&mut self.style.is_chess960, "UCI_Chess960", value),
            "treefile" => Ok(put(&mut self.tree_file, PathBuf::from(text(value)), Effect::None)),
            _ => Err(format!("unknown option {name:?}; uci lists the options")),
        }
    }

    fn set_hash(&mut self, value: &str) -> Result<Effect, String> {
        let hash = self.spin("Hash", value, LEAST_HASH..=MOST_HASH)?;
        possible_memory(hash << 20).map_err(why_not("Hash"))?;
        Ok(put(&mut self.hash, hash, Effect::Memory))
    }

    /// As many engines as threads, if there is one.
    fn set_threads(&mut self, value: &str) -> Result<Effect, String> {
        let threads = self.spin("Threads", value, 1..=u64::from(MOST_THREADS))? as usize;
        let effect = put(&mut self.threads, threads, Effect::Memory);
        if effect == Effect::Memory && self.engine().is_some() && self.searcher.takes_engine() {
            self.searcher = self.over_engine(&self.searcher)?;
            return Ok(Effect::Forget);
        }
        Ok(effect)
    }

    fn set_searcher(&mut self, value: &str) -> Result<Effect, String> {
        let searcher =
            self.over_engine(&searchers::by_name(value).map_err(why_not("Searcher"))?)?;
        if searcher.name == self.searcher.name {
            return Ok(Effect::None);
        }
        self.searcher = searcher;
        Ok(Effect::Forget)
    }

    fn set_engine(&mut self, value: &str) -> Result<Effect, String> {
        let line = text(value);
        let command = (!line.is_empty()).then(|| line.parse().map_err(why_not("Engine")));
        self.use_engine(EngineArgs { engine: command.transpose()?, ..self.engine.clone() })
    }

    fn set_engine_options(&mut self, value: &str) -> Result<Effect, String> {
        let texts = text(value).split(OPTION_MARK.trim()).filter(|text| !text.trim().is_empty());
        let engine_options = texts.map(|text| text.parse().map_err(why_not("EngineOptions")));
        let engine_options = engine_options.collect::<Result<_, _>>()?;
        self.use_engine(EngineArgs { engine_options, ..self.engine.clone() })
    }

    /// The number of an option, brought into its range as other engines do.
    fn spin(&mut self, name: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
        let number = number(value).ok_or_else(|| wrong(name, "a whole number", value))?;
        let (least, most) = range.into_inner();
        let set = u64::try_from(number).unwrap_or(0).clamp(least, most);
        let is_other = i128::from(number) != i128::from(set);
        self.out_of_range = is_other.then(|| {
            format!(
                "option {name} is a number from {least} to {most}, not {value}; it is {set} now"
            )
        });
        Ok(set)
    }
}

/// Sets a value. Returns the effect if it was another one before.
fn put<T: PartialEq>(present: &mut T, value: T, effect: Effect) -> Effect {
    let is_other = *present != value;
    *present = value;
    if is_other { effect } else { Effect::None }
}

/// The searcher with this engine, if there is one.
fn over(searcher: &SearcherKind, engine: Option<EngineSettings>) -> Result<SearcherKind, String> {
    let searcher = settings::searcher_over(searcher, engine);
    searcher.map_err(|error| format!("option Searcher: {error}, or set the option Engine"))
}

/// The engine and its options, as they would be set.
fn engine_texts(args: &EngineArgs) -> [String; 2] {
    let engine = args.engine.as_ref().map(ToString::to_string).unwrap_or_default();
    let options: Vec<_> = args.engine_options.iter().map(ToString::to_string).collect();
    let or_empty = |text: String| if text.is_empty() { EMPTY.to_string() } else { text };
    [engine, options.join(OPTION_MARK)].map(or_empty)
}

/// A text that is set.
fn text(value: &str) -> &str {
    if value == EMPTY { "" } else { value }
}

fn set_check(present: &mut bool, name: &str, value: &str) -> Result<Effect, String> {
    *present = match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => true,
        "false" | "off" | "0" => false,
        _ => return Err(wrong(name, "true or false", value)),
    };
    Ok(Effect::None)
}

fn wrong(name: &str, wanted: &str, value: &str) -> String {
    format!("option {name} must be {wanted}, not {value:?}; it stays as it was")
}

/// Why an option cannot be set.
fn why_not<E: Display>(name: &str) -> impl Fn(E) -> String {
    move |why| format!("option {name}: {why}")
}

fn default_searcher() -> SearcherKind {
    searchers::by_name(searchers::DEFAULT).expect("the default has a name")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options::new(EngineArgs::default(), Interrupt::default())
            .unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_option_that_is_listed_can_be_set() {
        for line in
            introduction(&options()).lines().filter_map(|line| line.strip_prefix("option name "))
        {
            let (name, rest) = line.split_once(" type ").unwrap_or_else(|| panic!("{line}"));
            let default = rest.split_once("default ").map_or("", |(_, rest)| rest);
            let default = default.split(' ').next().unwrap_or_default();
            assert!(options().set(&name.to_uppercase(), default).is_ok(), "{line}");
        }
    }

    #[test]
    fn values_are_brought_into_range_or_refused() {
        let mut options = options();
        assert_eq!(options.set("Hash", "1"), Ok(Effect::Memory));
        assert_eq!(options.hash, LEAST_HASH);
        assert_eq!(options.set("MultiPV", "-3"), Ok(Effect::None));
        assert_eq!((options.style.lines, options.set("multipv", "999")), (1, Ok(Effect::None)));
        assert_eq!(options.style.lines, MOST_LINES);
        let text = "option MultiPV is a number from 1 to 256, not 999; it is 256 now";
        assert_eq!(options.out_of_range.as_deref(), Some(text));
        assert_eq!(options.set("multipv", "256"), Ok(Effect::None));
        assert_eq!(options.out_of_range, None);
        for (name, value) in [
            ("Hash", "much"),
            ("Hash", "16777216"),
            ("Ponder", "maybe"),
            ("Searcher", "mcts"),
            ("Searcher", "engine"),
            ("Evaluation", "nnue"),
            ("Contempt", "3"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options.hash, LEAST_HASH);
        assert_eq!(options.set("searcher", "pvs"), Ok(Effect::Forget));
        assert_eq!(options.set("searcher", "pvs"), Ok(Effect::None));
        let kinds = [EvaluationKind::Tables, EvaluationKind::Network];
        let other = &kinds[usize::from(options.evaluation == kinds[0])].to_string();
        assert_eq!(options.set("evaluation", other), Ok(Effect::Evaluation));
        assert_eq!(options.set("evaluation", other), Ok(Effect::None));
    }
}
