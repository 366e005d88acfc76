//! A way to search: what it is made of, and how a searcher is built of that.

use thiserror::Error;
use uci_engine::EngineError;

use super::options::{Numbers, first_grant};

use crate::app::engines::{BareEngine, EngineSettings, EngineWorkers, NoEngines, Troubles};
use crate::app::net::{self, CannotConnect, Form, NetSettings, Status, lines::Terms};
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{
    AlphaBetaOptions, BestFirst, ChanceModel, Leaf, MemoryLimits, Negamax, Pvs, PvsClassic,
    PvsClassicOptions, PvsOptions, Root, Searcher, Stop,
};

/// Between the name of a searcher and that of the engine that searches for it.
const OVER: &str = " over ";

/// A way to search that can be asked for by name.
#[derive(Clone, Debug)]
pub struct SearcherKind {
    /// Its full name with its options, as reports give it.
    pub name: String,
    /// What it can be limited by, besides nodes and time.
    pub limited_by: LimitKind,
    pub(super) parts: Parts,
    /// Numbers of the chance model that its name sets.
    pub(super) numbers: Numbers,
    /// How many moves of the position analysed get a value, where it keeps a tree and something was said about that.
    lines: Option<u16>,
    /// The engine that searches for it, and what goes wrong with that.
    engine: Option<(EngineSettings, Troubles)>,
    /// The broker by which workers on other machines search its leaves.
    net: Option<NetSettings>,
}

/// What a searcher can be limited by, besides nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// The size of its tree: `--tree-nodes`.
    Tree,
    /// The depth of its iterations: `--depth`.
    Depth,
}

/// What is said of a search whose questions go to other machines, after the reason.
const UNANSWERED: &str = "the search has ended early, as nobody will answer its questions";

/// Why an engine answers no longer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct EngineFailed(String);

/// Why nobody is there to search.
#[derive(Debug, Error)]
pub enum CannotStart {
    /// An engine says nothing that can be used.
    #[error(transparent)]
    Failed(#[from] EngineFailed),
    /// An engine does not start.
    #[error(transparent)]
    Engine(#[from] NoEngines),
    /// There is no way to workers on other machines.
    #[error(transparent)]
    Net(#[from] CannotConnect),
}

/// The parts that a searcher is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parts {
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
    /// A searcher of these parts, which no engine searches for yet.
    pub(super) fn of(name: &str, parts: Parts) -> SearcherKind {
        let limited_by = match parts {
            Parts::BestFirst(_) => LimitKind::Tree,
            _ => LimitKind::Depth,
        };
        SearcherKind {
            name: name.to_string(),
            limited_by,
            parts,
            numbers: Numbers::default(),
            lines: None,
            engine: None,
            net: None,
        }
    }

    /// The same with values for this many moves, where it keeps a tree.
    #[must_use]
    pub fn with_lines(self, lines: u16) -> SearcherKind {
        match self.parts {
            Parts::BestFirst(_) => SearcherKind { lines: Some(lines.max(1)), ..self },
            _ => self,
        }
    }

    /// How many moves get a value; `None` where nothing was said about that, and if it keeps no tree.
    pub fn lines(&self) -> Option<u16> {
        self.lines
    }

    /// The same with this engine; `None` for a searcher that needs none. The numbers of its name stay, all others are
    /// those for engines.
    pub fn over(&self, engine: EngineSettings) -> Option<SearcherKind> {
        let parts = match self.parts {
            Parts::Engine => Parts::Engine,
            Parts::BestFirst(model) if model.leaf_search.is_some() => {
                Parts::BestFirst(self.numbers.in_place_of(ChanceModel::over_engine()))
            }
            _ => return None,
        };
        let engine = Some((engine, Troubles::default()));
        Some(SearcherKind { parts, engine, ..self.clone() })
    }

    /// The same with this many copies of its engine, where it has one.
    pub fn with_copies(&self, count: usize) -> SearcherKind {
        let engine = self.engine.as_ref().map(|(engine, _)| engine.copies(count));
        engine.and_then(|engine| self.over(engine)).unwrap_or_else(|| self.clone())
    }

    /// The same, in which the first search of a leaf gets this many nodes; `None` if leaves are not searched.
    pub fn with_leaf_nodes(&self, nodes: u64) -> Option<SearcherKind> {
        let Parts::BestFirst(model) = self.parts else { return None };
        model.leaf_search?;
        let (words, numbers) = first_grant(nodes);
        let sign = if self.name.contains(':') { '+' } else { ':' };
        let name = format!("{}{sign}{words}", self.name);
        let parts = Parts::BestFirst(numbers.in_place_of(model));
        let numbers = self.numbers.clone().and(numbers);
        Some(SearcherKind { name, parts, numbers, ..self.clone() })
    }

    /// The same with its leaves searched by workers on other machines; `None` if it asks nobody.
    pub fn by_way_of(&self, net: NetSettings) -> Option<SearcherKind> {
        let net = Some(net);
        self.searches_leaves().then(|| SearcherKind { net, ..self.clone() })
    }

    /// How it stands with workers on other machines, while they search for it.
    pub fn status(&self) -> Option<Status> {
        self.net.as_ref().and_then(NetSettings::status)
    }

    /// Whether it keeps a tree whose leaves are searched.
    pub fn searches_leaves(&self) -> bool {
        matches!(self.parts, Parts::BestFirst(model) if model.leaf_search.is_some())
    }

    /// Whether an engine may search for it.
    pub fn takes_engine(&self) -> bool {
        matches!(self.parts, Parts::Engine) || self.searches_leaves()
    }

    /// Whether it is nothing without an engine.
    pub fn needs_engine(&self) -> bool {
        matches!(self.parts, Parts::Engine)
    }

    /// What went wrong with its engine since this was asked last.
    pub fn troubles(&self) -> Vec<String> {
        self.engine.as_ref().map(|(_, troubles)| troubles.take()).unwrap_or_default()
    }

    /// The same after a search that this rule ended: what only needs to be told, and why the engine, or whoever is on other
    /// machines, answers no longer, where the search ended for that.
    pub fn troubles_of(&self, stop: Option<Stop>) -> (Vec<String>, Option<EngineFailed>) {
        let mut troubles = self.troubles();
        if stop != Some(Stop::Unanswered) {
            return (troubles, None);
        }
        let elsewhere = || self.net.as_ref().map(|_| UNANSWERED.to_string());
        let last = troubles.pop().or_else(elsewhere);
        (troubles, last.map(EngineFailed))
    }

    /// Starts its engine, if it has one, and does not wait until that is ready.
    ///
    /// # Errors
    ///
    /// [`NoEngines`] if it cannot be started.
    pub fn launch_engine(&self) -> Result<(), NoEngines> {
        Ok(self.engine.as_ref().map_or(Ok(()), |(engine, _)| engine.launch())?)
    }

    /// Waits until its engine is ready, if it has one, or this is over: whether it is ready.
    ///
    /// # Errors
    ///
    /// [`NoEngines`] if it cannot be started.
    pub fn await_engine(&self, is_over: impl Fn() -> bool) -> Result<bool, NoEngines> {
        self.engine.as_ref().map_or(Ok(true), |(engine, _)| engine.await_start(is_over))
    }

    /// What its engine says it is, where one searches for it and was started.
    pub fn engine(&self) -> Option<String> {
        self.engine_name().ok().flatten()
    }

    fn engine_name(&self) -> Result<Option<String>, NoEngines> {
        self.engine.as_ref().map(|(engine, _)| engine.identity()).transpose()
    }

    /// Its name, with that of the engine where one searches for it: what reports and files tell.
    ///
    /// # Errors
    ///
    /// [`NoEngines`] if that cannot be started.
    pub fn full_name(&self) -> Result<String, NoEngines> {
        Ok(match self.engine_name()? {
            Some(engine) => format!("{}{OVER}{engine}", self.name),
            None => self.name.clone(),
        })
    }

    /// A searcher of this root that keeps a tree, which can be saved. `None` if this kind
    /// keeps none.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is nobody to search.
    pub fn build_with_tree<G>(
        &self,
        root: Root<G>,
        room: MemoryLimits,
    ) -> Result<Option<BestFirst<G>>, CannotStart>
    where
        G: Heuristics + Evaluate + Notation,
    {
        self.build_tree_alone(root, room).map(|search| self.with_engine(search)).transpose()
    }

    /// The same without an engine.
    pub fn build_tree_alone<G>(&self, root: Root<G>, room: MemoryLimits) -> Option<BestFirst<G>>
    where
        G: Heuristics + Evaluate,
    {
        let Parts::BestFirst(model) = self.parts else { return None };
        let mut search = BestFirst::new(root, model, self.own_room(room));
        search.want_lines(self.lines.unwrap_or(1));
        Some(search)
    }

    /// The room for this program, of which one thread is enough where others search.
    pub fn own_room(&self, room: MemoryLimits) -> MemoryLimits {
        let is_searched_elsewhere = self.engine.is_some() || self.net.is_some();
        let threads = if is_searched_elsewhere { 1 } else { room.threads };
        MemoryLimits { threads, ..room }
    }

    /// The search with its leaves searched by the engine or on other machines, where that is asked for.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is nobody to search.
    pub fn with_engine<G>(&self, mut search: BestFirst<G>) -> Result<BestFirst<G>, CannotStart>
    where
        G: Heuristics + Evaluate + Notation,
    {
        self.lend_engine(&mut search)?;
        Ok(search)
    }

    /// Lets the engine or other machines search the leaves from now on, where that is asked for.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is nobody to search.
    pub fn lend_engine<G>(&self, search: &mut BestFirst<G>) -> Result<(), CannotStart>
    where
        G: Heuristics + Evaluate + Notation,
    {
        if let Some(net) = &self.net {
            let model = search.rules().model().leaf_search.unwrap_or_default();
            let form = Form {
                terms: Terms::of::<G>(search.root().game().evaluator(), self.engine_name()?),
                searcher: self.full_name()?,
                apart: model.apart,
            };
            search.set_workers(Box::new(net::coordinator(net, form)?));
        } else if let Some((engine, troubles)) = &self.engine {
            let workers = Box::new(EngineWorkers::new(engine.take()?, troubles.clone()));
            search.set_workers(workers);
        }
        Ok(())
    }

    /// A searcher of this root that keeps within this room.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is nobody to search.
    pub fn build<G>(
        &self,
        root: Root<G>,
        room: MemoryLimits,
    ) -> Result<Box<dyn Searcher<G>>, CannotStart>
    where
        G: Heuristics + Evaluate + Notation + 'static,
    {
        let missing = || EngineError::NotStarted {
            program: self.name.clone(),
            reason: "no engine is named".to_string(),
        };
        if let (Parts::Engine, Some((engine, troubles))) = (self.parts, &self.engine) {
            return Ok(Box::new(BareEngine::new(root, engine.take()?, troubles.clone())));
        }
        match self.build_with_tree(root.clone(), room)? {
            Some(search) => Ok(Box::new(search)),
            None => {
                Ok(self.build_alone(root, room).ok_or_else(missing).map_err(NoEngines::from)?)
            }
        }
    }

    /// The same without an engine; `None` if it is nothing else.
    pub fn build_alone<G>(&self, root: Root<G>, room: MemoryLimits) -> Option<Box<dyn Searcher<G>>>
    where
        G: Heuristics + Evaluate + 'static,
    {
        Some(match self.parts {
            Parts::BestFirst(_) => Box::new(self.build_tree_alone(root, room)?),
            Parts::Pvs(options) => {
                let table_bytes = table_bytes(options.table_bytes, room);
                let threads = room.threads;
                Box::new(Pvs::new(root, PvsOptions { table_bytes, threads, ..options }))
            }
            Parts::PvsClassic(options) => {
                let table_bytes = table_bytes(options.table_bytes, room);
                Box::new(PvsClassic::new(root, PvsClassicOptions { table_bytes, ..options }))
            }
            Parts::AlphaBeta(options) => Box::new(PvsClassic::alpha_beta(root, options)),
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

    /// The same with a tree that does not depend on the number of threads; `None` for searchers that cannot
    /// promise it: engines remember what they were asked before.
    pub fn reproducible(&self) -> Option<SearcherKind> {
        let Parts::BestFirst(mut model) = self.parts else { return None };
        model.leaf_search.as_mut().filter(|_| self.engine.is_none())?.apart = true;
        Some(SearcherKind { parts: Parts::BestFirst(model), ..self.clone() })
    }
}

/// Bytes of a transposition table in this room; 0 if it was switched off.
fn table_bytes(wanted: u64, room: MemoryLimits) -> u64 {
    if wanted == 0 { 0 } else { room.search_table_bytes() }
}

/// The name of a searcher and that of its engine, of a full name; `None` if no engine searches.
pub fn engine_of(full_name: &str) -> Option<(&str, &str)> {
    full_name.split_once(OVER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_follows_the_memory() {
        let room = |memory| MemoryLimits::new(memory);
        assert_eq!(table_bytes(1, room(64 << 20)), 16 << 20);
        assert_eq!(table_bytes(1, room(1 << 40)), 256 << 20);
        assert_eq!(table_bytes(0, room(1 << 40)), 0);
    }
}
