//! Which engine searches, how its numbers are read, where it waits while it is not needed, and what goes wrong with it.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use thiserror::Error;
use uci_engine::{Command, Deadlines, EngineError, EngineOption, Found, Pool, Score};

use crate::app::exit::Interrupted;
use crate::fingerprint::Fingerprint;
use crate::search::Interrupt;

/// Engines that die are started again at most so often in a minute.
const RESTARTS: usize = 10;
/// The longest name of an engine with its options: bytes. The searcher's is told with it.
const LONGEST_NAME: usize = 200;
/// Between two looks at what may end a start.
const LOOK: Duration = Duration::from_millis(20);

/// Why there are no engines to ask.
#[derive(Debug, Error)]
pub enum NoEngines {
    /// One cannot be started, does not answer, or is not what it should be.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The program was told to end while it waited for them.
    #[error("{engine} was not ready yet")]
    Interrupted {
        /// The engine.
        engine: String,
        /// What ended it.
        source: Interrupted,
    },
}

/// An engine as the user has named it. It is started when it is needed first, and continues running
/// for the next position.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The program, with its options.
    command: Command,
    /// How many of it run.
    count: usize,
    scores: EngineScores,
    /// Ends a start that takes long.
    interrupt: Interrupt,
    /// Those that are not in use; they may still be starting.
    idle: Arc<Mutex<Option<Pool>>>,
    /// What they say they are, once they were started.
    identity: Arc<OnceLock<String>>,
}

impl EngineSettings {
    /// This many engines of this kind, at least one, whose scores are these. They are asked to report them. Once
    /// `interrupt` is thrown, none is waited for.
    pub fn new(
        mut command: Command,
        count: usize,
        scores: EngineScores,
        interrupt: &Interrupt,
    ) -> EngineSettings {
        if scores == EngineScores::Wdl {
            command = command.option(SHOW_WDL, "true");
        }
        EngineSettings {
            command,
            count: count.max(1),
            scores,
            interrupt: interrupt.clone(),
            idle: Arc::default(),
            identity: Arc::default(),
        }
    }

    /// This many of the same engine.
    pub fn copies(&self, count: usize) -> EngineSettings {
        if count == self.count {
            return self.clone();
        }
        let (idle, identity) = (Arc::default(), Arc::default());
        EngineSettings { count: count.max(1), idle, identity, ..self.clone() }
    }

    /// How many of it run.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Starts them, and does not wait until they are ready.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if there is no such program, or it cannot be started.
    pub fn launch(&self) -> Result<(), EngineError> {
        let pool = self.idle_or_launched()?;
        self.put_back(pool);
        Ok(())
    }

    /// Waits until they are ready, or this is over: whether they are.
    ///
    /// # Errors
    ///
    /// As [`EngineSettings::take`].
    pub fn await_start(&self, is_over: impl Fn() -> bool) -> Result<bool, NoEngines> {
        let mut pool = self.idle_or_launched()?;
        let is_ready = self.get_ready(&mut pool, is_over)?;
        self.put_back(pool);
        Ok(is_ready)
    }

    /// The engines, for exclusive use. They may remember what they have searched before.
    ///
    /// # Errors
    ///
    /// [`NoEngines`] if one cannot be started, refuses an option or is another one than before; and after an interrupt.
    pub fn take(&self) -> Result<Engines, NoEngines> {
        let mut pool = self.idle_or_launched()?;
        while !self.get_ready(&mut pool, || false)? {}
        Ok(Engines { pool: Some(pool), scores: self.scores, home: Arc::clone(&self.idle) })
    }

    /// What the engine says it is, with the options that it was given, and what its scores are if those
    /// are not its centipawns. It is started for that.
    ///
    /// # Errors
    ///
    /// As [`EngineSettings::take`].
    pub fn identity(&self) -> Result<String, NoEngines> {
        match self.identity.get() {
            Some(identity) => Ok(identity.clone()),
            None => {
                self.take()?;
                self.identity()
            }
        }
    }

    fn idle_or_launched(&self) -> Result<Pool, EngineError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).take();
        match idle {
            Some(pool) => Ok(pool),
            None => Pool::launch(self.count, &self.command, &Deadlines::default(), RESTARTS),
        }
    }

    fn put_back(&self, pool: Pool) {
        *self.idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(pool);
    }

    fn get_ready(&self, pool: &mut Pool, is_over: impl Fn() -> bool) -> Result<bool, NoEngines> {
        while !pool.get_ready(LOOK)? {
            if self.interrupt.is_thrown() {
                let engine = self.command.program.display().to_string();
                return Err(NoEngines::Interrupted { engine, source: Interrupted });
            }
            if is_over() {
                return Ok(false);
            }
        }
        self.note_identity(pool)?;
        Ok(true)
    }

    /// Notes what the engine is when it is started first; another one may not take its place.
    fn note_identity(&self, pool: &Pool) -> Result<(), EngineError> {
        let is = match self.scores {
            EngineScores::Cp => pool.identity().to_string(),
            EngineScores::Wdl => format!("{}, scores by WDL", pool.identity()),
        };
        let is = cut(is);
        let was = self.identity.get_or_init(|| is.clone());
        if *was == is {
            return Ok(());
        }
        Err(EngineError::Changed { name: pool.label(), was: was.clone(), is })
    }
}

/// A name that fits into tree files, whatever the engine calls itself and however many options it is given: of a
/// longer one its beginning, and a number that no other name has.
fn cut(name: String) -> String {
    if name.len() <= LONGEST_NAME {
        return name;
    }
    let end = format!("... {:016x}", Fingerprint::new(&name).finish());
    let begin = name.floor_char_boundary(LONGEST_NAME - end.len());
    format!("{}{end}", &name[..begin])
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
/// ... or so long, where a clock runs: an answer may come so much later than the limit says.
pub const PATIENCE_ON_THE_CLOCK: Duration = Duration::from_millis(20);

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

/// Which of an engine's numbers are its scores.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EngineScores {
    /// Its centipawns
    #[default]
    Cp,
    /// Its chances to win, draw and lose, if it reports them (UCI_ShowWDL); otherwise its
    /// centipawns
    Wdl,
}

/// The option with which an engine tells its chances.
pub(super) const SHOW_WDL: &str = "UCI_ShowWDL";

/// A position that is won more often than lost by half of all games has some 90 centipawns: what Lc0
/// takes it for, too (its score type `centipawn`).
const SCALE: f64 = 90.0;
/// Somewhat less than a quarter of a circle, so that what is won for certain has a number, too: 12,780.
const QUARTER: f64 = 1.563_754_189_7;

impl EngineScores {
    /// What was found, with the score that counts. A mate stays one.
    pub(super) fn of(self, found: Found) -> Found {
        match (self, found.score, found.wdl) {
            (EngineScores::Wdl, Some(Score::Centipawns(_)), Some(wdl)) => {
                Found { score: Some(Score::Centipawns(centipawns(wdl))), ..found }
            }
            _ => found,
        }
    }
}

/// Centipawns of chances to win, draw and lose in thousandths: by how much it wins more often than it
/// loses, on the scale of Lc0.
fn centipawns([win, draw, loss]: [u16; 3]) -> i32 {
    let [win, draw, loss] = [win, draw, loss].map(f64::from);
    let all = (win + draw + loss).max(1.0);
    (SCALE * (QUARTER * (win - loss) / all).tan()).round() as i32
}

/// The engines that are looked for.
const KNOWN: [&str; 2] = ["stockfish", "lc0"];
/// Options that a tree may choose. Others name files, which whoever has sent a tree must not do.
const OF_TREES: [&str; 6] =
    ["Hash", "Threads", "Skill Level", "UCI_LimitStrength", "UCI_Elo", "UCI_ShowWDL"];

/// Those that are installed.
pub fn installed() -> Vec<&'static str> {
    KNOWN.into_iter().filter(|name| Command::new(name).find().is_ok()).collect()
}

/// Which of those an engine is that calls itself so, installed or not.
pub fn known_as(identity: &str) -> Option<&'static str> {
    let identity = identity.to_lowercase();
    KNOWN.into_iter().find(|name| identity.starts_with(name))
}

/// How an engine is started that calls itself so, with the options in brackets behind its name, if it is installed; `None` for
/// any other, and for options that a tree may not choose.
pub fn command_of(identity: &str) -> Option<Command> {
    command(identity).filter(|command| command.find().is_ok())
}

fn command(identity: &str) -> Option<Command> {
    let command = Command::new(known_as(identity)?);
    let Some((_, options)) = identity.split_once(" (") else { return Some(command) };
    options.strip_suffix(')')?.split(", ").try_fold(command, |command, option| {
        let EngineOption { name, value } = option.parse().ok()?;
        OF_TREES.contains(&name.as_str()).then(|| command.option(name, value))
    })
}

/// At most this many are kept until the request.
const MOST: usize = 20;

/// Sentences about engines, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Troubles(Arc<Mutex<Vec<String>>>);

impl Troubles {
    /// Notes a trouble, unless it is the same as the last one, which is always kept.
    pub fn note(&self, trouble: String) {
        let mut troubles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if troubles.last() != Some(&trouble) {
            troubles.truncate(MOST - 1);
            troubles.push(trouble);
        }
    }

    /// Those since this was asked last.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_too_long_is_cut_and_is_no_other() {
        assert_eq!(cut("Stockfish 15.1".to_string()), "Stockfish 15.1");
        let long = |last: &str| cut("ä".repeat(LONGEST_NAME) + last);
        let name = long("1");
        assert!(name.len() <= LONGEST_NAME && name.len() > LONGEST_NAME - 4, "{name}");
        assert!(name.starts_with("ää") && name != long("2") && name == long("1"));
    }

    #[test]
    fn chances_are_centipawns_where_they_are_told() {
        assert_eq!([[0, 1000, 0], [300, 400, 300], [0, 0, 0]].map(centipawns), [0; 3]);
        assert_eq!(centipawns([640, 220, 140]), 89);
        assert_eq!(centipawns([140, 220, 640]), -89);
        assert_eq!(centipawns([1000, 0, 0]), 12_780);
        let found = |score, wdl| Found { score: Some(score), wdl, ..Found::default() };
        let told = found(Score::Centipawns(7), Some([640, 220, 140]));
        assert_eq!(EngineScores::Wdl.of(told.clone()).score, Some(Score::Centipawns(89)));
        assert_eq!(EngineScores::Cp.of(told).score, Some(Score::Centipawns(7)));
        for kept in [found(Score::Mate(3), Some([1000, 0, 0])), found(Score::Centipawns(7), None)] {
            assert_eq!(EngineScores::Wdl.of(kept.clone()), kept);
        }
    }

    #[test]
    fn an_engine_is_found_by_what_it_calls_itself() {
        let with_hash = Command::new("stockfish").option("Hash", "64").option("Threads", "1");
        assert_eq!(command("Stockfish 15.1 (Hash=64, Threads=1)"), Some(with_hash));
        assert_eq!(command("Lc0 v0.31.2"), Some(Command::new("lc0")));
        assert_eq!(command("Ethereal 14"), None);
    }

    #[test]
    fn a_tree_names_no_files() {
        for identity in [
            "Stockfish 15.1 (Debug Log File=/etc/x)",
            "Stockfish 15.1 (EvalFile=a.nnue, Hash=64)",
            "Stockfish 15.1 (Hash=64",
            "Stockfish 15.1 (Hash=64), scores by WDL",
        ] {
            assert_eq!(command(identity), None, "{identity}");
        }
    }

    #[test]
    fn the_first_ones_and_the_last_one_are_kept() {
        let troubles = Troubles::default();
        for number in 0..100 {
            troubles.note(number.to_string());
            troubles.note(number.to_string());
        }
        let told = troubles.take();
        assert_eq!((told.len(), told[1].as_str(), told[MOST - 1].as_str()), (MOST, "1", "99"));
        assert!(troubles.take().is_empty());
    }
}
