//! Searches the positions that wait for an answer, those that most games come to first.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::place::Place;
use super::repertoire::Plan;
use crate::app::engines::NotTold;
use crate::app::files::saving;
use crate::app::reporting::progress_display::{ProgressDisplay, duration};
use crate::app::reporting::score::counted;
use crate::chess::Position;
use crate::search::{CannotStep, Limits, Stop};
use crate::session::{More, Session};

/// How far a repertoire has come.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The repertoire.
    pub first: Place,
    /// The repertoire with which it began.
    pub before: Place,
    /// The nodes that each answer was to be searched with in the end.
    pub nodes: u64,
    /// The share of games that come to a position without an answer, from 0 to 1.
    pub open: f64,
    /// What ended the search before all was done: an interrupt, an engine that does not answer. Not the time.
    pub stop: Option<Stop>,
}

impl Grown {
    fn new(plan: &Plan, before: Place, first: Place, stop: Option<Stop>) -> Grown {
        let open = first_open(&first, &|place| plan.is_open(place)).min(1.0);
        Grown { first, before, nodes: plan.nodes, open, stop }
    }
}

/// The limits of the whole.
#[derive(Clone, Debug)]
pub struct Work {
    /// Those of each search.
    pub limits: Limits,
    /// When the search ends in any case.
    pub until: Option<Instant>,
}

impl Work {
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Searches until every position has an answer, or until the time is over. `before`: the repertoire as it was.
///
/// # Errors
///
/// [`CannotStep`] for a tree without room for a position; [`IllegalMove`](crate::inspect::IllegalMove) for a damaged one.
pub fn grow(
    session: &mut Session<Position>,
    plan: &mut Plan,
    work: &Work,
    before: Place,
    display: &ProgressDisplay,
) -> anyhow::Result<Grown> {
    let mut progress = Progress { display, began: Instant::now(), done: 0 };
    let mut searched = Searched::new();
    let mut complete = None;
    let mut stop = None;
    loop {
        let first = with_replies(session, plan, work)?;
        session.search_mut().set_habits(plan.habits(&first));
        let waiting = waiting(plan, &first, &searched);
        let open = first_open(&first, &|place| waits(plan, place, &searched));
        progress.show(1.0 - open.min(1.0), waiting.len());
        if work.is_over() {
            // The last time that every position had its answer counts.
            plan.nodes = complete.unwrap_or(plan.nodes);
            break;
        }
        let Some(place) = waiting.first() else {
            complete = Some(plan.nodes);
            if !goes_deeper(plan, &first, &searched, work) {
                break;
            }
            plan.nodes = plan.nodes.saturating_mul(2);
            continue;
        };
        let nodes = match plan.nodes_left(place) {
            // It was searched for fewer moves of one's own.
            0 => plan.nodes,
            nodes => nodes,
        };
        let line = place.line.clone();
        match search(session, &line, nodes, work)? {
            why @ Some(Stop::Interrupted | Stop::Unanswered) => {
                stop = why;
                break;
            }
            Some(Stop::Time) | None => {}
            Some(Stop::Nodes) => drop(searched.insert(line, plan.nodes)),
            // Nothing is left to be searched.
            Some(_) => drop(searched.insert(line, u64::MAX)),
        }
        progress.done += 1;
    }
    let first = with_replies(session, plan, work)?;
    session.search_mut().set_habits(plan.habits(&first));
    Ok(Grown::new(plan, before, first, stop))
}

/// The repertoire, once all is asked that the engine is to tell of what people play.
///
/// # Errors
///
/// An engine that does not answer; [`IllegalMove`](crate::inspect::IllegalMove) for a damaged tree.
pub fn with_replies(
    session: &Session<Position>,
    plan: &mut Plan,
    work: &Work,
) -> anyhow::Result<Place> {
    loop {
        let first = plan.repertoire(session.search())?;
        let is_unasked = |place: &&&Place| {
            place.joins.is_none()
                && !plan.is_own(&place.position)
                && plan.opponent.is_to_be_asked(&place.position)
        };
        let places = first.all();
        let unasked: Vec<Position> =
            places.iter().filter(is_unasked).map(|place| place.position.clone()).collect();
        if unasked.is_empty() || work.limits.interrupt.is_thrown() {
            return Ok(first);
        }
        for position in &unasked {
            match plan.opponent.ask(position, &work.limits.interrupt) {
                Err(NotTold::Interrupted) => return Ok(first),
                told => told?,
            }
        }
    }
}

/// With how many nodes for an answer a position was searched, whatever the tree has kept of it.
type Searched = HashMap<Vec<Move>, u64>;

/// Whether there is time, and something that more nodes may change.
fn goes_deeper(plan: &Plan, first: &Place, searched: &Searched, work: &Work) -> bool {
    let may_change = |place: &&Place| {
        plan.is_own(&place.position)
            && !place.is_decided
            && searched.get(&place.line) != Some(&u64::MAX)
    };
    work.until.is_some() && first.all().iter().any(may_change)
}

/// Whether a position is still to be searched, and was not searched with as many nodes yet.
fn waits(plan: &Plan, place: &Place, searched: &Searched) -> bool {
    let is_done = searched.get(&place.line).is_some_and(|&nodes| nodes >= plan.nodes);
    (plan.is_open(place) || place.lacks_moves) && !is_done
}

/// The positions that wait, those that most games come to first.
fn waiting<'p>(plan: &Plan, first: &'p Place, searched: &Searched) -> Vec<&'p Place> {
    let mut waiting = first.all_and_aside();
    waiting.retain(|place| waits(plan, place, searched));
    // As many games come to two positions of one line; the first one decides whether they come to the second.
    waiting.sort_by(|one, other| {
        let by_reach = other.reach.total_cmp(&one.reach);
        by_reach.then(one.line.len().cmp(&other.line.len()))
    });
    waiting
}

/// The share of games that come to an open position: those behind another one count with it.
fn first_open(place: &Place, is_open: &impl Fn(&Place) -> bool) -> f64 {
    match is_open(place) {
        true => place.reach,
        false => {
            let behind = place.next.iter().map(|next| first_open(next, is_open));
            // One's own moves cannot all be played: the one with most that is open counts.
            let is_own = place.next.iter().any(|next| next.own.is_some());
            if is_own { behind.fold(0.0, f64::max) } else { behind.sum() }
        }
    }
}

/// Searches the position behind a line with so many more nodes. What ended it.
fn search(
    session: &mut Session<Position>,
    line: &[Move],
    nodes: u64,
    work: &Work,
) -> anyhow::Result<Option<Stop>> {
    go_to_first(session);
    let limits = work.limits.clone();
    for &mv in line {
        match session.step_within(mv, &Limits { nodes: None, ..limits.clone() }) {
            Err(CannotStep::Unanswered) => return Ok(Some(Stop::Unanswered)),
            Err(CannotStep::Interrupted) => return Ok(Some(Stop::Interrupted)),
            stepped => stepped?,
        }
    }
    let time = work.until.map(|until| until.saturating_duration_since(Instant::now()));
    let limits = More(Limits { nodes: Some(nodes), time: time.or(limits.time), ..limits });
    let run = session.run_watched(&limits, saving::keep);
    saving::keep(session);
    Ok(run.report.stop)
}

/// Goes back to the first position.
pub fn go_to_first(session: &mut Session<Position>) {
    while session.step_back().is_ok() {}
}

/// How far it is.
struct Progress<'a> {
    display: &'a ProgressDisplay,
    began: Instant,
    /// Positions that were searched.
    done: u32,
}

impl Progress<'_> {
    fn show(&self, covered: f64, open: usize) {
        let positions = counted(open as u64, "position");
        let mut text = format!("covered {:.0} % of games, {positions} open", 100.0 * covered);
        if let Some(left) = left(self.began.elapsed(), self.done, open) {
            text.push_str(&format!(", about {} left", duration(left)));
        }
        self.display.say(&text);
    }
}

/// How long so many positions take, where `done` took this long.
fn left(elapsed: Duration, done: u32, open: usize) -> Option<Duration> {
    (done > 0).then(|| elapsed.mul_f64(open as f64 / f64::from(done)))
}
