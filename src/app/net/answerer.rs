//! Who answers in a worker: this program, or an engine.

use uci_engine::EngineError;

use crate::app::engines::{EngineSettings, EngineWorkers, Troubles};
use crate::app::games::CommandLineGame;
use crate::search::{
    Apart, Budget, Interrupt, LeafAnswer, LeafTask, LeafWorkers, Limits, PvsLeaves, PvsOptions,
};

/// Bytes of the table in which the best moves of answered tasks would be kept: a worker needs none.
const TABLE_BYTES: u64 = 1 << 16;

/// Answers one task after the other.
pub enum Answerer<G: CommandLineGame> {
    /// This program, in a thread of its own; `None` before the first task.
    Own(Option<Box<Apart<G>>>),
    /// An engine.
    Engine(EngineSettings, Troubles),
}

impl<G: CommandLineGame> Answerer<G> {
    /// One that asks this engine, or else searches itself.
    pub fn new(engine: Option<EngineSettings>) -> Answerer<G> {
        match engine {
            Some(engine) => Answerer::Engine(engine, Troubles::default()),
            None => Answerer::Own(None),
        }
    }

    /// The answer to a task, unless it is interrupted.
    ///
    /// # Errors
    ///
    /// Why nobody answers.
    pub fn answer(
        &mut self,
        task: LeafTask<G>,
        interrupt: &Interrupt,
    ) -> Result<LeafAnswer, String> {
        match self {
            Answerer::Own(own) => {
                let apart = own.get_or_insert_with(|| {
                    let options = PvsOptions { table_bytes: TABLE_BYTES, ..PvsOptions::default() };
                    Box::new(Apart::new(PvsLeaves::new((*task.root).clone(), options), 1))
                });
                ask(&mut **apart, task, interrupt)
            }
            Answerer::Engine(engine, troubles) => {
                // New workers begin a new game: an engine then knows nothing of other tasks.
                let engines = engine.take().map_err(|error: EngineError| error.to_string())?;
                let answer =
                    ask(&mut EngineWorkers::new(engines, troubles.clone()), task, interrupt);
                let told = troubles.take();
                answer.map_err(|why| told.last().cloned().unwrap_or(why))
            }
        }
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
    match workers.next_answer(&mut budget) {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) | Err(_) => {
            workers.recall(&mut Budget::default());
            Err("nobody answers".to_string())
        }
    }
}
