//! A way to search: what it is made of, and how a searcher is built of that.

use std::io;

use thiserror::Error;
use uci_engine::EngineError;

use crate::app::engines::{BareEngine, EngineSettings, EngineWorkers, Troubles};
use crate::app::net::{self, CannotConnect, Form, NetSettings, Status, lines::Terms};
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{
    AlphaBeta, AlphaBetaOptions, BestFirst, ChanceModel, Leaf, LeafSearchModel, MemoryLimits,
    Negamax, Pvs, PvsClassic, PvsClassicOptions, PvsOptions, Ranking, Root, Searcher, Simulated,
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
    /// How many candidates it gives a value, where it keeps a tree.
    ranking: Ranking,
    /// The engine that searches for it, and what goes wrong with that.
    engine: Option<(EngineSettings, Troubles)>,
    /// The broker by which workers on other machines search its leaves.
    net: Option<NetSettings>,
    /// How many workers by virtual time search its leaves; `None` if real ones do.
    simulated: Option<usize>,
}

/// What a searcher can be limited by, besides nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// The size of its tree and the chances in it: `--tree-nodes` and `--settle`.
    Tree,
    /// The depth of its iterations: `--depth`.
    Depth,
}

/// Why nobody is there to search.
#[derive(Debug, Error)]
pub enum CannotStart {
    /// An engine does not start.
    #[error(transparent)]
    Engine(#[from] EngineError),
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
            ranking: Ranking::default(),
            engine: None,
            net: None,
            simulated: None,
        }
    }

    /// The same with values for this many candidates, where it keeps a tree.
    #[must_use]
    pub fn that_ranks(self, ranking: Ranking) -> SearcherKind {
        match self.parts {
            Parts::BestFirst(_) => SearcherKind { ranking, ..self },
            _ => self,
        }
    }

    /// How many candidates it gives a value.
    pub fn ranking(&self) -> Ranking {
        self.ranking
    }

    /// The same with this engine; `None` for a searcher that needs none.
    pub fn over(&self, engine: EngineSettings) -> Option<SearcherKind> {
        let engine = Some((engine, Troubles::default()));
        self.takes_engine().then(|| SearcherKind { engine, ..self.clone() })
    }

    /// The same with its leaves searched by workers on other machines; `None` if it asks nobody.
    pub fn by_way_of(&self, net: NetSettings) -> Option<SearcherKind> {
        let net = Some(net);
        let is_searched =
            matches!(self.parts, Parts::BestFirst(model) if model.leaf_search.is_some());
        is_searched.then(|| SearcherKind { net, ..self.clone() })
    }

    /// How it stands with workers on other machines, while they search for it.
    pub fn status(&self) -> Option<Status> {
        self.net.as_ref().and_then(NetSettings::status)
    }

    /// The same with its leaves searched by that many workers by virtual time, each with an engine of its own if
    /// one searches for it; `None` if nobody else can search them.
    pub fn simulating(&self, workers: usize) -> Option<SearcherKind> {
        let simulated = Some(workers);
        let is_searched = self.has_threads() && matches!(self.parts, Parts::BestFirst(_));
        is_searched.then(|| SearcherKind { simulated, ..self.clone() })
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
        self.engine_name().ok().flatten()
    }

    fn engine_name(&self) -> Result<Option<String>, EngineError> {
        self.engine.as_ref().map(|(engine, _)| engine.identity()).transpose()
    }

    /// Its name, with that of the engine where one searches for it: what reports and files tell.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if that cannot be started.
    pub fn full_name(&self) -> Result<String, EngineError> {
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
        let model = with_jobs_for(model, self.threads(room));
        let mut search = BestFirst::new(root, model, self.own_room(room));
        search.rank(self.ranking);
        Some(match self.simulated {
            Some(workers) => search.with_simulated_workers(workers),
            None => search,
        })
    }

    /// The room for this program, of which one thread is enough where others search.
    pub fn own_room(&self, room: MemoryLimits) -> MemoryLimits {
        let is_searched_elsewhere =
            self.engine.is_some() || self.simulated.is_some() || self.net.is_some();
        let threads = if is_searched_elsewhere { 1 } else { room.threads };
        MemoryLimits { threads, ..room }
    }

    /// How many questions can be answered at a time.
    pub fn threads(&self, room: MemoryLimits) -> usize {
        let on_machines = self.net.as_ref().map(|_| MACHINE_THREADS);
        let in_engines = self.engine.as_ref().map(|(engine, _)| engine.count());
        self.simulated.or(on_machines).or(in_engines).unwrap_or(room.threads)
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
                jobs: model.jobs,
                in_order: model.apart,
            };
            search.set_workers(Box::new(net::coordinator(net, form)?));
        } else if let Some((engine, troubles)) = &self.engine {
            let workers = Box::new(EngineWorkers::new(engine.take()?, troubles.clone()));
            search.set_workers(match self.simulated {
                Some(count) => Box::new(Simulated::new(workers, count)),
                None => workers,
            });
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
            name: self.name.clone(),
            cause: io::ErrorKind::NotFound.into(),
        };
        if let (Parts::Engine, Some((engine, troubles))) = (self.parts, &self.engine) {
            return Ok(Box::new(BareEngine::new(root, engine.take()?, troubles.clone())));
        }
        match self.build_with_tree(root.clone(), room)? {
            Some(search) => Ok(Box::new(search)),
            None => Ok(self.build_alone(root, room).ok_or_else(missing)?),
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

    /// The same with a tree that does not depend on the number of threads; `None` for searchers that cannot
    /// promise it.
    pub fn reproducible(&self) -> Option<SearcherKind> {
        let Parts::BestFirst(mut model) = self.parts else { return None };
        model.leaf_search.as_mut().filter(|leaves| leaves.exact.is_none())?.apart = true;
        Some(SearcherKind { parts: Parts::BestFirst(model), ..self.clone() })
    }

    /// The same with this many questions about leaves open at a time; `None` if none are asked.
    pub fn with_jobs(&self, jobs: u16) -> Option<SearcherKind> {
        let Parts::BestFirst(mut model) = self.parts else { return None };
        model.leaf_search.as_mut()?.jobs = jobs;
        Some(SearcherKind { parts: Parts::BestFirst(model), ..self.clone() })
    }
}

/// How many threads workers on other machines are taken to have, where nothing says how many questions are to be
/// open.
const MACHINE_THREADS: usize = 16;

/// Questions about leaves that are open at a time where the tree is the same for any number of threads.
const REPRODUCIBLE_JOBS: u16 = 8;

/// Enough questions about leaves for that many threads, where nothing else was asked for.
fn with_jobs_for(mut model: ChanceModel, threads: usize) -> ChanceModel {
    if let Some(leaves) = &mut model.leaf_search
        && leaves.jobs == LeafSearchModel::default().jobs
    {
        leaves.jobs = if leaves.apart { REPRODUCIBLE_JOBS } else { jobs_for(threads) };
    }
    model
}

/// How many questions about leaves keep that many threads busy: while the oldest is waited for,
/// there is another one for each.
pub fn jobs_for(threads: usize) -> u16 {
    let jobs = if threads > 1 { 2 * threads } else { 1 };
    u16::try_from(jobs)
        .map_or(LeafSearchModel::MOST_JOBS, |jobs| jobs.min(LeafSearchModel::MOST_JOBS))
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
