//! Which engine searches, and where it waits while it is not needed.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use uci_engine::{Command, Deadlines, EngineError, Found, Pool};

use super::scores::{EngineScores, SHOW_WDL};

/// Engines that die are started again at most so often in a minute.
const RESTARTS: usize = 10;

/// An engine as the user has named it. It is started when it is needed first, and continues running
/// for the next position.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The program, with its options.
    command: Command,
    /// How many of it run.
    count: usize,
    scores: EngineScores,
    /// Those that are not in use.
    idle: Arc<Mutex<Option<Pool>>>,
    /// What they say they are, once they were started.
    identity: Arc<OnceLock<String>>,
}

impl EngineSettings {
    /// This many engines of this kind, at least one, whose scores are these. They are asked to report them.
    pub fn new(mut command: Command, count: usize, scores: EngineScores) -> EngineSettings {
        if scores == EngineScores::Wdl {
            command = command.option(SHOW_WDL, "true");
        }
        EngineSettings {
            command,
            count: count.max(1),
            scores,
            idle: Arc::default(),
            identity: Arc::default(),
        }
    }

    /// How many of it run.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The engines, for exclusive use. They may remember what they have searched before.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if one cannot be started, or refuses an option.
    pub fn take(&self) -> Result<Engines, EngineError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).take();
        let pool = match idle {
            Some(pool) => pool,
            None => Pool::start(self.count, &self.command, &Deadlines::default(), RESTARTS)?,
        };
        self.identity.get_or_init(|| match self.scores {
            EngineScores::Cp => pool.identity().to_string(),
            EngineScores::Wdl => format!("{}, scores by WDL", pool.identity()),
        });
        Ok(Engines { pool: Some(pool), scores: self.scores, home: Arc::clone(&self.idle) })
    }

    /// What the engine says it is, with the options that it was given, and what its scores are if those
    /// are not its centipawns. It is started for that.
    ///
    /// # Errors
    ///
    /// As [`EngineSettings::take`].
    pub fn identity(&self) -> Result<String, EngineError> {
        match self.identity.get() {
            Some(identity) => Ok(identity.clone()),
            None => {
                self.take()?;
                self.identity()
            }
        }
    }
}

/// Running engines. They go back to where they wait when they are no longer in use.
#[derive(Debug)]
pub struct Engines {
    /// `None` once it has gone back.
    pool: Option<Pool>,
    scores: EngineScores,
    home: Arc<Mutex<Option<Pool>>>,
}

/// Engines that were told to stop are waited for so long ...
const PATIENCE: Duration = Duration::from_millis(200);
/// ... or so long, where a clock runs.
const PATIENCE_ON_THE_CLOCK: Duration = Duration::from_millis(20);

impl Engines {
    /// Ends all searches, soon: what each engine answers or, if it does not hear, what it has told so far. It is free
    /// again when it has answered, or was killed and started again.
    pub(super) fn end_all(
        &mut self,
        on_the_clock: bool,
    ) -> Vec<(usize, Result<Found, EngineError>)> {
        self.stop_all();
        let patience = if on_the_clock { PATIENCE_ON_THE_CLOCK } else { PATIENCE };
        let (until, mut ended) = (Instant::now() + patience, Vec::new());
        while self.asked().next().is_some() {
            let left = until.saturating_duration_since(Instant::now());
            match self.next(left) {
                Some(answer) => ended.push(answer),
                None if left.is_zero() => break,
                None => {}
            }
        }
        for index in self.asked().collect::<Vec<_>>() {
            ended.extend(self.give_up(index).map(|found| (index, Ok(found))));
        }
        ended
    }

    /// What an engine has found, with the last exact score.
    pub(super) fn exactly(&self, found: Found) -> Found {
        self.scores.of(found.exact())
    }
}

impl Deref for Engines {
    type Target = Pool;

    fn deref(&self) -> &Pool {
        self.pool.as_ref().expect("it goes back at the end")
    }
}

impl DerefMut for Engines {
    fn deref_mut(&mut self) -> &mut Pool {
        self.pool.as_mut().expect("it goes back at the end")
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        // One that still searches, or has searched too much to be asked, ends here.
        let pool = self.pool.take().filter(|pool| pool.free().count() == pool.size());
        *self.home.lock().unwrap_or_else(PoisonError::into_inner) = pool;
    }
}
