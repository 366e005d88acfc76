//! What answers tasks in a worker: this program, or an engine.

use crate::app::engines::{EngineSettings, EngineWorkers, Troubles};
use crate::app::games::CommandLineGame;
use crate::search::{
    Apart, Budget, Interrupt, LeafAnswer, LeafTask, LeafWorkers, Limits, PvsLeaves, PvsOptions,
};

/// Bytes for a table of the best moves of answered tasks: a worker needs none.
const TABLE_BYTES: u64 = 1 << 16;

/// Answers one task after the other.
pub enum Answerer<G: CommandLineGame> {
    /// This program, in its own thread; `None` before the first task.
    Own(Option<Box<Apart<G>>>),
    /// An engine.
    Engine(Box<ByEngine<G>>),
}

/// An engine that answers.
pub struct ByEngine<G: CommandLineGame> {
    settings: EngineSettings,
    troubles: Troubles,
    /// `None` before the first task, and after one that got no answer.
    workers: Option<EngineWorkers<G>>,
}

impl<G: CommandLineGame> Answerer<G> {
    /// Asks this engine, or searches by itself.
    pub fn new(engine: Option<EngineSettings>) -> Answerer<G> {
        match engine {
            Some(settings) => {
                let troubles = Troubles::default();
                Answerer::Engine(Box::new(ByEngine { settings, troubles, workers: None }))
            }
            None => Answerer::Own(None),
        }
    }

    /// The answer to a task, unless it is interrupted.
    ///
    /// # Errors
    ///
    /// Why there is no answer.
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
            Answerer::Engine(engine) => engine.answer(task, interrupt),
        }
    }
}

impl<G: CommandLineGame> ByEngine<G> {
    /// The engine remembers earlier tasks, which are often about the same leaf with fewer nodes.
    fn answer(&mut self, task: LeafTask<G>, interrupt: &Interrupt) -> Result<LeafAnswer, String> {
        let workers = match &mut self.workers {
            Some(workers) => workers,
            none => {
                let engines = self.settings.take().map_err(|error| error.to_string())?;
                none.insert(EngineWorkers::new(engines, self.troubles.clone()))
            }
        };
        let answer = ask(workers, task, interrupt);
        if answer.is_err() {
            self.workers = None;
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
    match workers.next_answer(&mut budget) {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) | Err(_) => {
            workers.recall(&mut Budget::default());
            Err("nobody answers".to_string())
        }
    }
}
