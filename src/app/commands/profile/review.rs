//! All positions of all games searched in one tree: each position once, whatever moves led there.
//!
//! The games come one after the other, and of each game the last position first, as in a review of one game. How many positions
//! are done is kept with the tree, and searches share no tables: so a search that was stopped or killed goes on as if nothing had
//! happened.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::games::OwnGame;
use crate::app::files::saving;
use crate::app::reporting::progress_display::{ProgressDisplay, duration};
use crate::chess::Position;
use crate::game::Game as _;
use crate::search::{CannotStep, Interrupt, Limits, Stop};
use crate::session::{More, Session};

/// The first number of the memo of such a search: other drivers of searches have other ones.
const KIND: u64 = 0x5052_4F46_494C_4501;

/// How the positions are searched.
#[derive(Clone, Debug)]
pub struct Work {
    /// The limits of each position.
    pub limits: Limits,
    /// Nodes of all of them.
    pub total_nodes: Option<u64>,
    /// When the search ends in any case.
    pub until: Option<Instant>,
}

/// How far the search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reviewed {
    /// The games that are searched, the first ones.
    pub games: usize,
    /// What ended it before its end: an interrupt, an engine that does not answer. Not a limit on all.
    pub stop: Option<Stop>,
}

impl Work {
    fn is_over(&self, session: &Session<Position>) -> bool {
        let nodes = session.search().nodes();
        self.until.is_some_and(|until| Instant::now() >= until)
            || self.total_nodes.is_some_and(|most| nodes >= most)
    }
}

/// Searches what is left to be searched. The position analysed is the root of the tree at the beginning and at the end.
///
/// # Errors
///
/// [`CannotStep`] for a tree without room for a position.
pub fn review(
    session: &mut Session<Position>,
    games: &[OwnGame],
    start: &Position,
    work: &Work,
    display: &ProgressDisplay,
) -> anyhow::Result<Reviewed> {
    let known = match session.search().notes().memo() {
        &[KIND, known, hash] => (known, hash),
        _ => (0, 0),
    };
    let mut walk = Walk {
        known,
        hash: 0,
        session,
        work,
        display,
        seen: HashSet::new(),
        path: Vec::new(),
        began: Instant::now(),
        shown: None,
        fresh: 0,
        all: games.iter().map(|game| game.moves.len() + 1).sum(),
        done: 0,
    };
    if !walk.begins_as_known(games, start) {
        walk.known = (0, 0);
    }
    let mut stop = None;
    let mut searched = 0;
    for (number, game) in games.iter().enumerate() {
        stop = walk.game(game, start, (number, games.len()))?;
        if stop.is_some() {
            break;
        }
        searched += 1;
    }
    walk.go_to(&[])?;
    let stop = stop.filter(|why| !matches!(why, Stop::Nodes | Stop::Time));
    Ok(Reviewed { games: searched, stop })
}

/// The search on its way through the games.
struct Walk<'a> {
    /// How many positions a file says are done, and the hash of their keys.
    known: (u64, u64),
    /// The hash of those that are done by now.
    hash: u64,
    session: &'a mut Session<Position>,
    work: &'a Work,
    display: &'a ProgressDisplay,
    /// The keys of the positions that are searched.
    seen: HashSet<u64>,
    /// The moves from the root to where it is.
    path: Vec<Move>,
    began: Instant,
    shown: Option<Instant>,
    /// Positions that were searched, and not found in the tree.
    fresh: usize,
    all: usize,
    done: usize,
}

/// A position whose value is not settled by its limit is searched on, so often in all: what is not settled tells nothing of the
/// moves around it, and a lost queen would be no error.
const RUNS: usize = 4;
/// Nothing more is told sooner.
const INTERVAL: Duration = Duration::from_millis(250);

impl Walk<'_> {
    /// Searches the positions of a game that were not searched before. What ended that, if anything did.
    fn game(
        &mut self,
        game: &OwnGame,
        start: &Position,
        place: (usize, usize),
    ) -> Result<Option<Stop>, CannotStep> {
        let keys: Vec<u64> = game.positions(start).iter().map(Position::key).collect();
        for ply in (0..=game.moves.len()).rev() {
            self.done += 1;
            if !self.seen.insert(keys[ply]) {
                continue;
            }
            if self.work.limits.interrupt.is_thrown() {
                return Ok(Some(Stop::Interrupted));
            }
            if self.work.is_over(self.session) {
                return Ok(Some(Stop::Nodes));
            }
            let count = self.seen.len() as u64;
            self.hash = with(self.hash, keys[ply]);
            if count <= self.known.0 {
                continue;
            }
            self.go_to(&game.moves[..ply])?;
            if let Some(stop) = self.search_here() {
                return Ok(Some(stop));
            }
            self.session.search_mut().notes_mut().set_memo(vec![KIND, count, self.hash]);
            self.show(place);
            saving::keep(self.session);
        }
        Ok(None)
    }

    /// Whether the positions that a file says are done are those with which these games begin: then all of them are, and in
    /// the same order.
    fn begins_as_known(&self, games: &[OwnGame], start: &Position) -> bool {
        let (mut seen, mut hash) = (HashSet::new(), 0);
        for game in games {
            for key in game.positions(start).iter().map(Position::key).rev() {
                if seen.len() as u64 == self.known.0 {
                    return hash == self.known.1;
                }
                if seen.insert(key) {
                    hash = with(hash, key);
                }
            }
        }
        seen.len() as u64 == self.known.0 && hash == self.known.1
    }

    /// Steps to the end of a line. Its moves are searched with their positions, and not on the way.
    fn go_to(&mut self, line: &[Move]) -> Result<(), CannotStep> {
        let shared = self.path.iter().zip(line).take_while(|(one, other)| one == other).count();
        for _ in shared..self.path.len() {
            self.session.search_mut().step_back()?;
        }
        self.path.truncate(shared);
        let at_first_sight = Limits { nodes: Some(0), ..Limits::default() };
        for &mv in &line[shared..] {
            self.session.search_mut().step_within(mv, &at_first_sight)?;
            self.path.push(mv);
        }
        Ok(())
    }

    /// Searches the position where it is. What ended all, if anything did.
    fn search_here(&mut self) -> Option<Stop> {
        let search = self.session.search();
        let node = search.tree().node(search.at());
        // With other games before it, the position may have been searched in an earlier run. What a step along its best move takes
        // to the next position is half of that.
        let spent = search.anchor().map_or(0, |_| search.nodes_since_anchor());
        let enough = self.work.limits.nodes.map_or(1, |nodes| (nodes - nodes / 4).max(1));
        if node.is_decided() || spent >= enough {
            return None;
        }
        self.fresh += 1;
        // An interrupt ends it behind the position: what a file holds is then the same as without one.
        let limits = Limits { interrupt: Interrupt::default(), ..self.work.limits.clone() };
        for _ in 0..RUNS {
            let report = self.session.run(&More(limits.clone())).report;
            if report.stop == Some(Stop::Unanswered) {
                return report.stop;
            }
            if report.unsettled_by.is_none() {
                break;
            }
        }
        None
    }

    fn show(&mut self, (game, games): (usize, usize)) {
        if self.shown.is_some_and(|shown| shown.elapsed() < INTERVAL) {
            return;
        }
        self.shown = Some(Instant::now());
        let left =
            self.began.elapsed().mul_f64((self.all - self.done) as f64 / self.fresh.max(1) as f64);
        let share = 100.0 * self.done as f64 / self.all as f64;
        self.display.say(&format!(
            "game {} of {games}  {share:.0} %, about {} left",
            game + 1,
            duration(left)
        ));
    }
}

/// The hash of keys, one after the other.
fn with(hash: u64, key: u64) -> u64 {
    (hash.rotate_left(5) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
