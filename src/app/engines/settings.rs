//! Which engine searches, and where it waits while nobody needs it.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use uci_engine::{Command, Deadlines, EngineError, Pool};

/// Engines that die are started again at most so often in a minute.
const RESTARTS: usize = 10;

/// An engine as the user has named it. It is started when it is needed first, and goes on running for
/// the next position.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The program, with its options.
    command: Command,
    /// How many of it run.
    count: usize,
    /// Those that nobody uses.
    idle: Arc<Mutex<Option<Pool>>>,
    /// What they say they are, once they were started.
    identity: Arc<OnceLock<String>>,
}

impl EngineSettings {
    /// So many engines of this kind, at least one.
    pub fn new(command: Command, count: usize) -> EngineSettings {
        EngineSettings {
            command,
            count: count.max(1),
            idle: Arc::default(),
            identity: Arc::default(),
        }
    }

    /// How many of it run.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The engines, which nobody else uses meanwhile. They may remember what they have searched before.
    ///
    /// # Errors
    ///
    /// [`EngineError`] where one cannot be started, or refuses an option.
    pub fn take(&self) -> Result<Engines, EngineError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).take();
        let pool = match idle {
            Some(pool) => pool,
            None => Pool::start(self.count, &self.command, &Deadlines::default(), RESTARTS)?,
        };
        self.identity.get_or_init(|| pool.identity().to_string());
        Ok(Engines { pool: Some(pool), home: Arc::clone(&self.idle) })
    }

    /// What the engine says it is, with the options that it was given. It is started for that.
    ///
    /// # Errors
    ///
    /// As [`EngineSettings::take`].
    pub fn identity(&self) -> Result<String, EngineError> {
        match self.identity.get() {
            Some(identity) => Ok(identity.clone()),
            None => Ok(self.take()?.identity().to_string()),
        }
    }
}

/// Running engines. They go back to where they wait when nobody uses them any more.
#[derive(Debug)]
pub struct Engines {
    /// `None` once it has gone back.
    pool: Option<Pool>,
    home: Arc<Mutex<Option<Pool>>>,
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
