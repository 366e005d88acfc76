//! The searchers by name: `NAME`, or `NAME:OPTION+OPTION` where parts of one are switched on or
//! off.

use std::io;

use thiserror::Error;
use uci_engine::EngineError;

use super::engines::{BareEngine, EngineSettings, EngineWorkers, Troubles};
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{
    AlphaBeta, AlphaBetaOptions, BestFirst, ChanceModel, ExactLeaves, Fail, KillerPlace, Leaf,
    LeafSearchModel, MemoryLimits, MoveOrder, Negamax, Pvs, PvsClassic, PvsClassicOptions,
    PvsOptions, Root, Searcher,
};

/// The default searcher. Its full name may be shortened to this.
pub const DEFAULT: &str = "best-first";
/// The full name.
pub const DEFAULT_FULL: &str = "best-first:search";
/// The tree whose leaves an engine searches.
pub const OVER_ENGINE: &str = "best-first:engine";
/// The pure form: leaves are valued at first sight, and every explored position is a node.
pub const FIRST_SIGHT: &str = "best-first:quiescence";

/// A way to search that can be asked for by name.
#[derive(Clone, Debug)]
pub struct SearcherKind {
    /// Its full name with its options, as reports give it.
    pub name: String,
    /// What it can be limited by, besides nodes and time.
    pub limited_by: LimitKind,
    parts: Parts,
    /// The engine that searches for it, and what goes wrong with that.
    engine: Option<(EngineSettings, Troubles)>,
}

/// What a searcher can be limited by, besides nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// The size of its tree and the chances in it: `--tree-nodes` and `--settle`.
    Tree,
    /// The depth of its iterations: `--depth`.
    Depth,
}

/// The parts that a searcher is made of.
#[derive(Clone, Copy, Debug)]
enum Parts {
    BestFirst(ChanceModel),
    Pvs(PvsOptions),
    PvsClassic(PvsClassicOptions),
    AlphaBeta(AlphaBetaOptions),
    Negamax {
        leaf: Leaf,
    },
    /// A UCI engine by itself.
    Engine,
}

impl SearcherKind {
    /// The same with this engine; `None` for a searcher that needs none.
    pub fn over(&self, engine: EngineSettings) -> Option<SearcherKind> {
        let engine = Some((engine, Troubles::default()));
        self.takes_engine().then(|| SearcherKind { engine, ..self.clone() })
    }

    /// Whether an engine may search for it.
    pub fn takes_engine(&self) -> bool {
        match self.parts {
            Parts::Engine => true,
            Parts::BestFirst(model) => {
                model.leaf_search.is_some_and(|leaves| leaves.exact.is_some())
            }
            _ => false,
        }
    }

    /// Whether it is nothing without an engine.
    pub fn needs_engine(&self) -> bool {
        matches!(self.parts, Parts::Engine)
    }

    /// What went wrong with its engine since this was asked last.
    pub fn troubles(&self) -> Vec<String> {
        self.engine.as_ref().map(|(_, troubles)| troubles.take()).unwrap_or_default()
    }

    /// What its engine says it is, where one searches for it and was started.
    pub fn engine(&self) -> Option<String> {
        self.engine.as_ref().and_then(|(engine, _)| engine.identity().ok())
    }

    /// Its name, with that of the engine where one searches for it: what reports and files tell.
    ///
    /// # Errors
    ///
    /// [`EngineError`] where that cannot be started.
    pub fn full_name(&self) -> Result<String, EngineError> {
        match &self.engine {
            Some((engine, _)) => Ok(format!("{}{OVER}{}", self.name, engine.identity()?)),
            None => Ok(self.name.clone()),
        }
    }

    /// A searcher of this root that keeps a tree, which can be saved. `None` where this kind
    /// keeps none.
    ///
    /// # Errors
    ///
    /// [`EngineError`] where its engine cannot be started.
    pub fn build_with_tree<G>(
        &self,
        root: Root<G>,
        room: MemoryLimits,
    ) -> Result<Option<BestFirst<G>>, EngineError>
    where
        G: Heuristics + Evaluate + Notation,
    {
        let room = MemoryLimits { threads: self.threads(room), ..room };
        self.build_tree_alone(root, room).map(|search| self.with_engine(search)).transpose()
    }

    /// The same without an engine.
    pub fn build_tree_alone<G>(&self, root: Root<G>, room: MemoryLimits) -> Option<BestFirst<G>>
    where
        G: Heuristics + Evaluate,
    {
        match self.parts {
            Parts::BestFirst(model) => {
                Some(BestFirst::new(root, with_jobs_for(model, room.threads), room))
            }
            _ => None,
        }
    }

    /// How many questions can be answered at a time.
    pub fn threads(&self, room: MemoryLimits) -> usize {
        self.engine.as_ref().map_or(room.threads, |(engine, _)| engine.count())
    }

    /// The search with its leaves searched by the engine, where there is one.
    ///
    /// # Errors
    ///
    /// [`EngineError`] where that cannot be started.
    pub fn with_engine<G>(&self, mut search: BestFirst<G>) -> Result<BestFirst<G>, EngineError>
    where
        G: Heuristics + Evaluate + Notation,
    {
        self.lend_engine(&mut search)?;
        Ok(search)
    }

    /// Lets the engine search the leaves from now on, where there is one.
    ///
    /// # Errors
    ///
    /// [`EngineError`] where that cannot be started.
    pub fn lend_engine<G>(&self, search: &mut BestFirst<G>) -> Result<(), EngineError>
    where
        G: Heuristics + Evaluate + Notation,
    {
        if let Some((engine, troubles)) = &self.engine {
            let workers = EngineWorkers::new(engine.take()?, troubles.clone());
            search.set_workers(Box::new(workers));
        }
        Ok(())
    }

    /// A searcher of this root that keeps within this room.
    ///
    /// # Errors
    ///
    /// [`EngineError`] where its engine cannot be started.
    pub fn build<G>(
        &self,
        root: Root<G>,
        room: MemoryLimits,
    ) -> Result<Box<dyn Searcher<G>>, EngineError>
    where
        G: Heuristics + Evaluate + Notation + 'static,
    {
        match (&self.engine, self.parts) {
            (Some((engine, troubles)), Parts::Engine) => {
                Ok(Box::new(BareEngine::new(root, engine.take()?, troubles.clone())))
            }
            (_, Parts::BestFirst(model)) => {
                let model = with_jobs_for(model, self.threads(room));
                Ok(Box::new(self.with_engine(BestFirst::new(root, model, room))?))
            }
            _ => self.build_alone(root, room).ok_or_else(|| EngineError::NotStarted {
                name: self.name.clone(),
                source: io::ErrorKind::NotFound.into(),
            }),
        }
    }

    /// The same without an engine; `None` where it is nothing else.
    pub fn build_alone<G>(&self, root: Root<G>, room: MemoryLimits) -> Option<Box<dyn Searcher<G>>>
    where
        G: Heuristics + Evaluate + 'static,
    {
        Some(match self.parts {
            Parts::BestFirst(model) => {
                Box::new(BestFirst::new(root, with_jobs_for(model, room.threads), room))
            }
            Parts::Pvs(options) => {
                let table_bytes = table_bytes(options.table_bytes, room);
                let threads = room.threads;
                Box::new(Pvs::new(root, PvsOptions { table_bytes, threads, ..options }))
            }
            Parts::PvsClassic(options) => {
                let table_bytes = table_bytes(options.table_bytes, room);
                Box::new(PvsClassic::new(root, PvsClassicOptions { table_bytes, ..options }))
            }
            Parts::AlphaBeta(options) => Box::new(AlphaBeta::new(root, options)),
            Parts::Negamax { leaf } => Box::new(Negamax::new(root, leaf)),
            Parts::Engine => return None,
        })
    }

    /// Whether several threads may search.
    pub fn has_threads(&self) -> bool {
        match self.parts {
            Parts::BestFirst(model) => model.leaf_search.is_some(),
            Parts::Pvs(_) => true,
            Parts::Engine => self.engine.is_some(),
            Parts::PvsClassic(_) | Parts::AlphaBeta(_) | Parts::Negamax { .. } => false,
        }
    }

    /// The same with so many questions about leaves open at a time; `None` where none are asked.
    pub fn with_jobs(&self, jobs: u16) -> Option<SearcherKind> {
        let Parts::BestFirst(mut model) = self.parts else { return None };
        model.leaf_search.as_mut()?.jobs = jobs;
        Some(SearcherKind { parts: Parts::BestFirst(model), ..self.clone() })
    }
}

/// Enough questions about leaves for so many threads, where nothing else was asked for.
fn with_jobs_for(mut model: ChanceModel, threads: usize) -> ChanceModel {
    if let Some(leaves) = &mut model.leaf_search
        && leaves.jobs == LeafSearchModel::default().jobs
    {
        leaves.jobs = jobs_for(threads);
    }
    model
}

/// How many questions about leaves keep so many threads busy: while the oldest is waited for, there is
/// another one for each.
pub fn jobs_for(threads: usize) -> u16 {
    let jobs = if threads > 1 { 2 * threads } else { 1 };
    u16::try_from(jobs)
        .map_or(LeafSearchModel::MOST_JOBS, |jobs| jobs.min(LeafSearchModel::MOST_JOBS))
}

/// Bytes of a transposition table in this room; 0 where it was switched off.
fn table_bytes(wanted: u64, room: MemoryLimits) -> u64 {
    if wanted == 0 { 0 } else { room.search_table_bytes() }
}

/// Options by name, and what each changes.
type Switches<O> = [(&'static str, fn(&mut O))];

/// The kinds of leaf; a name may include one.
const QUIESCENCE: &str = "quiescence";
const SEARCH: &str = "search";
const ENGINE: &str = "engine";
const LEAVES: [&str; 3] = [QUIESCENCE, SEARCH, ENGINE];

/// Numbers of the chance model by name, written `ply=300`: for measurements.
type Settings<O> = [(&'static str, fn(&mut O, f32))];

const CHANCE_MODEL: &Settings<ChanceModel> = &[
    ("ply", |model, cp| model.ply = cp),
    ("late", |model, cp| model.late = cp),
    ("forced", |model, share| model.forced_share = share),
];
/// Those of a model whose leaves are valued by quiescence alone, besides.
const OF_QUIESCENCE: &Settings<ChanceModel> = &[
    ("forcing", |model, share| model.forcing_share = share),
    ("fallen", |model, share| model.fallen_share = share),
    ("burst", |model, cp| model.burst = cp),
];
/// Those of a model whose leaves are searched, besides.
const OF_SEARCH: &Settings<ChanceModel> = &[
    ("spread", |model, cp| set_leaf_search(model, |leaves| leaves.spread = cp)),
    ("tactical", |model, share| set_leaf_search(model, |leaves| leaves.tactical_share = share)),
    ("effort", |model, nodes| set_leaf_search(model, |leaves| leaves.effort = nodes)),
    ("jobs", |model, jobs| set_leaf_search(model, |leaves| leaves.jobs = jobs_of(jobs))),
];

/// Those of a model whose leaves are searched by an engine, besides.
const OF_ENGINE: &Settings<ChanceModel> = &[
    ("first", |model, nodes| set_exact_leaves(model, |leaves| leaves.first = nodes)),
    ("split", |model, nodes| set_leaf_search(model, |leaves| leaves.effort = nodes)),
    ("spread", |model, cp| set_leaf_search(model, |leaves| leaves.spread = cp)),
    ("halvings", |model, times| set_exact_leaves(model, |leaves| leaves.halvings = times)),
    ("edge", |model, plies| set_exact_leaves(model, |leaves| leaves.edge = plies)),
    ("jobs", |model, jobs| set_leaf_search(model, |leaves| leaves.jobs = jobs_of(jobs))),
];

fn set_exact_leaves(model: &mut ChanceModel, set: impl FnOnce(&mut ExactLeaves)) {
    set_leaf_search(model, |leaves| {
        if let Some(exact) = &mut leaves.exact {
            set(exact);
        }
    });
}

fn set_leaf_search(model: &mut ChanceModel, set: impl FnOnce(&mut LeafSearchModel)) {
    if let Some(leaves) = &mut model.leaf_search {
        set(leaves);
    }
}

fn jobs_of(number: f32) -> u16 {
    (number as u16).clamp(1, LeafSearchModel::MOST_JOBS)
}

/// The greatest number that can be set.
const MOST: f32 = 1e6;

const PVS: &Switches<PvsOptions> = &[
    ("static-leaf", |pvs| pvs.leaf = Leaf::Static),
    ("no-table", |pvs| pvs.table_bytes = 0),
    ("no-leaf-table", |pvs| pvs.leaf_table = false),
    ("no-move-odds", |pvs| pvs.move_odds = false),
    ("no-aspiration", |pvs| pvs.aspiration = false),
    ("no-check-extension", |pvs| pvs.check_extension = false),
    ("no-singular-extension", |pvs| pvs.singular_extension = false),
    ("no-null-move", |pvs| pvs.null_move = false),
    ("no-reverse-futility", |pvs| pvs.reverse_futility = false),
    ("no-futility", |pvs| pvs.futility = false),
    ("no-late-move-pruning", |pvs| pvs.late_move_pruning = false),
    ("no-see-pruning", |pvs| pvs.see_pruning = false),
    ("no-late-move-reduction", |pvs| pvs.late_move_reduction = false),
];

const PVS_CLASSIC: &Switches<PvsClassicOptions> = &[
    ("static-leaf", |pvs| pvs.leaf = Leaf::Static),
    ("no-table", |pvs| pvs.table_bytes = 0),
    ("no-known-move", |pvs| pvs.forms.table_move = false),
    ("no-carried-line", |pvs| pvs.forms.carried_line = false),
    ("no-raised-alpha", |pvs| pvs.forms.raised_alpha = false),
    ("no-killers", |pvs| pvs.killers = KillerPlace::Off),
    ("killers-first", |pvs| pvs.killers = KillerPlace::BeforeCaptures),
    ("no-captures-first", |pvs| pvs.captures_first = false),
];

const ALPHA_BETA: &Switches<AlphaBetaOptions> = &[
    ("static-leaf", |alpha_beta| alpha_beta.leaf = Leaf::Static),
    ("fail-hard", |alpha_beta| alpha_beta.fail = Fail::Hard),
    ("by-estimate", |alpha_beta| alpha_beta.order = MoveOrder::Estimates),
    ("by-chance", |alpha_beta| alpha_beta.order = MoveOrder::Random),
    ("worst-first", |alpha_beta| alpha_beta.order = MoveOrder::Worst),
];

const NEGAMAX: &Switches<Leaf> = &[("static-leaf", |leaf| *leaf = Leaf::Static)];

/// The names without their options.
const NAMES: [&str; 6] = [DEFAULT, "pvs", "pvs-classic", "alpha-beta", "negamax", ENGINE];

/// Why a name is not that of a searcher.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownSearcher {
    /// No searcher has that name.
    #[error("there is no searcher {given:?}; there are {known}")]
    Name {
        /// The name.
        given: String,
        /// The names of all searchers.
        known: String,
    },
    /// The searcher has no such option.
    #[error("{searcher} has no option {given:?}; write {searcher}:OPTION+OPTION, of {known}")]
    Option {
        /// The searcher.
        searcher: String,
        /// The option.
        given: String,
        /// All options of the searcher.
        known: String,
    },
}

/// Between the name of a searcher and that of the engine that searches for it.
const OVER: &str = " over ";

/// The name of a searcher and that of its engine, of a full name; `None` where no engine searches.
pub fn engine_of(full_name: &str) -> Option<(&str, &str)> {
    full_name.split_once(OVER)
}

/// The searcher with this name.
///
/// # Errors
///
/// [`UnknownSearcher`] lists all names, or all options of the searcher.
pub fn by_name(text: &str) -> Result<SearcherKind, UnknownSearcher> {
    let (name, words) = match text.split_once(':') {
        Some((name, words)) => (name, words.split('+').collect()),
        None => (text, Vec::new()),
    };
    let parts = match name {
        DEFAULT => Parts::BestFirst(chance_model(&words)?),
        "pvs" => Parts::Pvs(switched(name, &words, PVS)?),
        "pvs-classic" => Parts::PvsClassic(switched(name, &words, PVS_CLASSIC)?),
        "alpha-beta" => Parts::AlphaBeta(switched(name, &words, ALPHA_BETA)?),
        "negamax" => Parts::Negamax { leaf: switched(name, &words, NEGAMAX)? },
        ENGINE => {
            switched::<()>(name, &words, &[])?;
            Parts::Engine
        }
        _ => {
            return Err(UnknownSearcher::Name { given: text.to_string(), known: NAMES.join(", ") });
        }
    };
    let limited_by = match parts {
        Parts::BestFirst(_) => LimitKind::Tree,
        _ => LimitKind::Depth,
    };
    let name = if text == DEFAULT { DEFAULT_FULL } else { text };
    Ok(SearcherKind { name: name.to_string(), limited_by, parts, engine: None })
}

/// The searcher of this name that made a tree. Its numbers are in the tree, so words of the name that
/// are none of this program's do not keep anyone from going on with it.
///
/// # Errors
///
/// As [`by_name`], for a searcher that keeps no tree of this name.
pub fn of_tree(name: &str) -> Result<SearcherKind, UnknownSearcher> {
    let name = engine_of(name).map_or(name, |(name, _)| name);
    by_name(name).or_else(|error| match name.split_once(':') {
        Some((DEFAULT, words)) if words.split('+').any(|word| word == QUIESCENCE) => {
            by_name(&format!("{DEFAULT}:{QUIESCENCE}"))
        }
        Some((DEFAULT, words)) if words.split('+').any(|word| word == ENGINE) => {
            by_name(&format!("{DEFAULT}:{ENGINE}"))
        }
        Some((DEFAULT, _)) => by_name(DEFAULT_FULL),
        _ => Err(error),
    })
}

/// The default model of one kind of leaf with these numbers set.
fn chance_model(words: &[&str]) -> Result<ChanceModel, UnknownSearcher> {
    let (mut model, of_leaves) = match () {
        () if words.contains(&QUIESCENCE) => (ChanceModel::default(), OF_QUIESCENCE),
        () if words.contains(&ENGINE) => (ChanceModel::over_engine(), OF_ENGINE),
        () => (ChanceModel::searching(), OF_SEARCH),
    };
    let settings = || CHANCE_MODEL.iter().chain(of_leaves);
    for &word in words.iter().filter(|&&word| !LEAVES.contains(&word)) {
        let setting = word.split_once('=').and_then(|(name, number)| {
            let (_, set) = settings().find(|(known, _)| *known == name)?;
            let number = number.parse().ok().filter(|number| (0.0..=MOST).contains(number))?;
            Some((set, number))
        });
        let (set, number) = setting.ok_or_else(|| {
            let numbers = settings().map(|(name, _)| format!("{name}=NUMBER"));
            let leaves = [QUIESCENCE, ENGINE].map(str::to_string);
            let known: Vec<String> = leaves.into_iter().chain(numbers).collect();
            UnknownSearcher::Option {
                searcher: DEFAULT.to_string(),
                given: word.to_string(),
                known: format!("{} from 0 to {MOST}", known.join(", ")),
            }
        })?;
        set(&mut model, number);
    }
    Ok(model)
}

/// The default options with these switched.
fn switched<O: Default>(
    searcher: &str,
    words: &[&str],
    known: &Switches<O>,
) -> Result<O, UnknownSearcher> {
    let mut options = O::default();
    for word in words {
        let found = known.iter().find(|(name, _)| name == word);
        let (_, switch) = found.ok_or_else(|| UnknownSearcher::Option {
            searcher: searcher.to_string(),
            given: word.to_string(),
            known: known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
        })?;
        switch(&mut options);
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known_and_others_get_the_list() {
        for name in NAMES {
            assert!(by_name(name).is_ok_and(|kind| kind.name.starts_with(name)), "{name}");
        }
        assert_eq!(by_name(DEFAULT).map(|kind| kind.name), Ok(DEFAULT_FULL.to_string()));
        assert_eq!(by_name(DEFAULT_FULL).map(|kind| kind.name), Ok(DEFAULT_FULL.to_string()));
        let message = by_name("mcts").map(|kind| kind.name).expect_err("mcts").to_string();
        assert!(message.contains("mcts") && message.contains("best-first, pvs"), "{message}");
    }

    #[test]
    fn options_switch_parts() -> Result<(), UnknownSearcher> {
        let kind = by_name("pvs-classic:no-killers+no-table")?;
        assert_eq!(kind.name, "pvs-classic:no-killers+no-table");
        assert!(matches!(
            kind.parts,
            Parts::PvsClassic(PvsClassicOptions {
                killers: KillerPlace::Off,
                table_bytes: 0,
                captures_first: true,
                ..
            })
        ));
        for name in ["pvs:", "pvs:no-killers", "pvs-classic:no-table,no-killers", "negamax:x"] {
            let message = by_name(name).map(|kind| kind.name).expect_err(name).to_string();
            assert!(message.contains("static-leaf"), "{message}");
        }
        Ok(())
    }

    #[test]
    fn the_chance_model_has_numbers() -> Result<(), UnknownSearcher> {
        let kind = by_name("best-first:quiescence+ply=300+burst=0")?;
        let expected = ChanceModel { ply: 300.0, burst: 0.0, ..ChanceModel::default() };
        assert!(matches!(kind.parts, Parts::BestFirst(model) if model == expected));
        for word in ["ply", "ply=", "ply=-1", "ply=nan", "ply=1e9", "play=3", ""] {
            let name = format!("best-first:{word}");
            let message = by_name(&name).map(|kind| kind.name).expect_err(&name).to_string();
            assert!(message.contains("ply=NUMBER"), "{message}");
        }
        Ok(())
    }

    #[test]
    fn numbers_belong_to_a_kind_of_leaf() -> Result<(), UnknownSearcher> {
        let kind = by_name("best-first:search+effort=1000")?;
        let effort = match kind.parts {
            Parts::BestFirst(model) => model.leaf_search.map(|leaves| leaves.effort),
            _ => None,
        };
        assert_eq!(effort, Some(1000.0));
        for (name, known) in [
            ("best-first:burst=0", "effort=NUMBER"),
            ("best-first:effort=x", "effort=NUMBER"),
            ("best-first:quiescence+effort=1000", "burst=NUMBER"),
            ("best-first:engine+effort=1000", "split=NUMBER"),
        ] {
            let message = by_name(name).map(|kind| kind.name).expect_err(name).to_string();
            assert!(message.contains(known), "{message}");
        }
        Ok(())
    }

    #[test]
    fn the_name_of_a_tree_may_hold_unknown_words() -> Result<(), UnknownSearcher> {
        for (name, known_as) in [
            ("best-first:ply=90", "best-first:ply=90"),
            ("best-first:burst=0", "best-first:search"),
            ("best-first:quiescence+effort=1", "best-first:quiescence"),
            ("best-first:engine+effort=1", "best-first:engine"),
        ] {
            assert_eq!(of_tree(name)?.name, known_as);
        }
        assert!(of_tree("pvs:burst=0").is_err() && of_tree("worst-first:burst=0").is_err());
        Ok(())
    }

    #[test]
    fn the_table_follows_the_memory() {
        let room = |memory| MemoryLimits::new(memory);
        assert_eq!(table_bytes(1, room(64 << 20)), 16 << 20);
        assert_eq!(table_bytes(1, room(1 << 40)), 256 << 20);
        assert_eq!(table_bytes(0, room(1 << 40)), 0);
    }
}
