//! What answers tasks in a worker: this program, or an engine.

use crate::app::engines::{EngineSettings, EngineWorkers, Troubles};
use crate::app::games::CommandLineGame;
use crate::search::{
    Budget, Interrupt, LeafAnswer, LeafTask, LeafWorkers, Limits, SearchTable, Threads,
};

/// The table of searches grows to this many bytes.
const TABLE_BYTES: u64 = 64 << 20;

/// Answers one task after the other: with an engine, or else with this program, in one thread.
pub struct Answerer<G: CommandLineGame> {
    engine: Option<EngineSettings>,
    /// That engine; `None` before the first task, and after one that got no answer.
    by_engine: Option<EngineWorkers<G>>,
    troubles: Troubles,
    /// What all tasks share that this program searches, and who searches them; `None` before the first.
    sharing: Option<(SearchTable, Threads<G>)>,
    /// Who searches tasks that share nothing.
    apart: Option<Threads<G>>,
    /// Positions searched so far.
    nodes: u64,
}

impl<G: CommandLineGame> Answerer<G> {
    /// Asks this engine, or searches by itself.
    pub fn new(engine: Option<EngineSettings>) -> Answerer<G> {
        let troubles = Troubles::default();
        Answerer { engine, by_engine: None, troubles, sharing: None, apart: None, nodes: 0 }
    }

    /// The answer to a task, unless it is interrupted. `apart`: nothing from other tasks may have a part in it, as far
    /// as this program searches.
    ///
    /// # Errors
    ///
    /// Why there is no answer.
    pub fn answer(
        &mut self,
        task: LeafTask<G>,
        apart: bool,
        interrupt: &Interrupt,
    ) -> Result<LeafAnswer, String> {
        if let Some(settings) = self.engine.clone() {
            return self.answer_by(&settings, task, interrupt);
        }
        if apart {
            let threads = self.apart.get_or_insert_with(|| Threads::apart(&task.root, 1));
            return ask(threads, task, interrupt);
        }
        // What earlier tasks have taught stays in the table: later ones are often about the same leaf with more nodes.
        let (table, threads) = match &mut self.sharing {
            Some(sharing) => sharing,
            none => {
                let table = SearchTable::try_with_bytes(TABLE_BYTES);
                let table = table.map_err(|error| error.to_string())?;
                let threads = Threads::new(&task.root, &table, 1);
                none.insert((table, threads))
            }
        };
        table.make_room_for(self.nodes.saturating_add(task.grant));
        let answer = ask(threads, task, interrupt)?;
        self.nodes = self.nodes.saturating_add(answer.nodes);
        Ok(answer)
    }

    /// The engine remembers earlier tasks, which are often about the same leaf with fewer nodes.
    fn answer_by(
        &mut self,
        engine: &EngineSettings,
        task: LeafTask<G>,
        interrupt: &Interrupt,
    ) -> Result<LeafAnswer, String> {
        let workers = match &mut self.by_engine {
            Some(workers) => workers,
            none => {
                let engines = engine.take().map_err(|error| error.to_string())?;
                none.insert(EngineWorkers::new(engines, self.troubles.clone()))
            }
        };
        let answer = ask(workers, task, interrupt);
        if answer.is_err() {
            self.by_engine = None;
        }
        let told = self.troubles.take();
        answer.map_err(|why| told.last().cloned().unwrap_or(why))
    }
}

fn ask<G: CommandLineGame>(
    workers: &mut impl LeafWorkers<G>,
    task: LeafTask<G>,
    interrupt: &Interrupt,
) -> Result<LeafAnswer, String> {
    workers.submit(task);
    let mut budget = Budget::default();
    budget.begin(&Limits { interrupt: interrupt.clone(), ..Limits::default() });
    loop {
        match workers.next_answer(&budget) {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) => {}
            Err(_) => {
                workers.stop();
                return Err("nobody answers".to_string());
            }
        }
    }
}
