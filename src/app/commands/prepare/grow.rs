//! Searches the positions that wait for an answer, those that most games come to first.

use std::collections::HashMap;
use std::time::Instant;

use shakmaty::Move;

use super::place::Place;
use super::repertoire::{Known, Plan};
use crate::app::engines::NotTold;
use crate::app::files::saving;
use crate::app::reporting::progress_display::{ProgressDisplay, duration};
use crate::app::reporting::score::counted;
use crate::chess::Position;
use crate::search::{CannotStep, Limits, Stop};
use crate::session::{More, Session};
use crate::sorting::falling;

/// A repertoire is worked out again after this many nodes for each of its positions. That takes some ten microseconds a position,
/// and so a fifth of the time of a search at most. After each answer it took nine tenths with 560 answers of 500 nodes.
const NODES_A_PLACE: u64 = 50;

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

/// The limits of the whole.
#[derive(Clone, Debug)]
pub struct Work {
    /// Those of each search, but for nodes.
    pub limits: Limits,
    /// When the search ends in any case.
    pub until: Option<Instant>,
}

impl Work {
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The limits of a search that begins now.
    fn limits_now(&self) -> Limits {
        let time = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        Limits { time: time.or(self.limits.time), ..self.limits.clone() }
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
    let mut known = Known::new();
    let mut present = worked_out(session, plan, work, &mut known)?;
    loop {
        let waiting = waiting(plan, &present.first, &searched);
        let open = first_open(&present.first, &|place| waits(plan, place, &searched));
        progress.show(1.0 - open.min(1.0), waiting.len());
        if work.is_over() {
            // The last time that every position had its answer counts.
            plan.nodes = complete.unwrap_or(plan.nodes);
            break;
        }
        if present.nodes < session.search().nodes() && somebody_is_free(session, &waiting) {
            present = worked_out(session, plan, work, &mut known)?;
            continue;
        }
        let is_over = waiting.is_empty() && session.search().beside() == 0;
        if is_over && present.is_anew {
            complete = Some(plan.nodes);
            if !goes_deeper(plan, &present.first, &searched, work) {
                break;
            }
            plan.nodes = plan.nodes.saturating_mul(2);
            continue;
        }
        if is_over {
            // That nothing is left is said only of what is worked out from nothing.
            known.clear();
            present = worked_out(session, plan, work, &mut known)?;
            continue;
        }
        let due = waiting.iter().map(|place| (place.line.clone(), plan.nodes_due(place)));
        for (line, why) in search_some(session, due, work)? {
            match why {
                Stop::Interrupted | Stop::Unanswered => stop = Some(why),
                Stop::Time => {}
                Stop::Nodes => searched.entry(line).or_default().add(plan.nodes),
                // Nothing is left to be searched.
                _ => drop(searched.insert(line, Searches::ALL)),
            }
            progress.done += 1;
        }
        if stop.is_some() {
            break;
        }
        if session.search().nodes().saturating_sub(present.nodes) >= present.lasts {
            present = worked_out(session, plan, work, &mut known)?;
        }
    }
    // What searches have found that are not over counts, too.
    session.search_mut().come_to_rest();
    let first = with_replies(session, plan, work, &mut Known::new())?;
    session.search_mut().notes_mut().set_habits(plan.habits(&first));
    let open = first_open(&first, &|place| plan.is_open(place)).min(1.0);
    Ok(Grown { first, before, nodes: plan.nodes, open, stop })
}

/// A repertoire as it was a while ago.
struct WorkedOut {
    first: Place,
    /// Whether nothing was known of it before.
    is_anew: bool,
    /// The nodes of the search then.
    nodes: u64,
    /// It is old after this many more.
    lasts: u64,
}

/// The repertoire as it is now, of which `known` is from the last time. What the opponent plays there is kept with the
/// tree.
fn worked_out(
    session: &mut Session<Position>,
    plan: &mut Plan,
    work: &Work,
    known: &mut Known,
) -> anyhow::Result<WorkedOut> {
    let is_anew = known.is_empty();
    let first = with_replies(session, plan, work, known)?;
    session.search_mut().notes_mut().set_habits(plan.habits(&first));
    let lasts = NODES_A_PLACE * known.len() as u64;
    Ok(WorkedOut { first, is_anew, nodes: session.search().nodes(), lasts })
}

/// The repertoire, once all is asked that the engine is to tell of what people play. `known` is from the last time.
///
/// # Errors
///
/// An engine that does not answer; [`IllegalMove`](crate::inspect::IllegalMove) for a damaged tree.
pub fn with_replies(
    session: &Session<Position>,
    plan: &mut Plan,
    work: &Work,
    known: &mut Known,
) -> anyhow::Result<Place> {
    loop {
        let first = plan.repertoire(session.search(), known)?;
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

/// How positions were searched, whatever the tree has kept of it.
type Searched = HashMap<Vec<Move>, Searches>;

/// Where the opponent may have a better move, a position is searched at most this many times in all, each time with a quarter
/// of the nodes of an answer.
const MOST_TIMES: u32 = 4;

/// How a position was searched.
#[derive(Clone, Copy, Debug, Default)]
struct Searches {
    /// With how many nodes for an answer.
    nodes: u64,
    /// How often with that many.
    times: u32,
}

impl Searches {
    /// More is not possible.
    const ALL: Searches = Searches { nodes: u64::MAX, times: MOST_TIMES };

    fn add(&mut self, nodes: u64) {
        self.times = if self.nodes == nodes { self.times + 1 } else { 1 };
        self.nodes = nodes;
    }
}

/// Whether there is time, and something that more nodes may change.
fn goes_deeper(plan: &Plan, first: &Place, searched: &Searched, work: &Work) -> bool {
    let may_change = |place: &&Place| {
        plan.is_own(&place.position)
            && !place.is_decided
            && searched.get(&place.line).is_none_or(|searched| searched.nodes < u64::MAX)
    };
    work.until.is_some() && first.all().iter().any(may_change)
}

/// Whether a position is still to be searched, and was not searched with as many nodes yet as often as may be.
fn waits(plan: &Plan, place: &Place, searched: &Searched) -> bool {
    let most = if place.overlooks_replies { MOST_TIMES } else { 1 };
    let is_done = |searched: &Searches| {
        searched.nodes > plan.nodes || searched.nodes == plan.nodes && searched.times >= most
    };
    plan.nodes_due(place) > 0 && !searched.get(&place.line).is_some_and(is_done)
}

/// The positions that wait, those that most games come to first.
fn waiting<'p>(plan: &Plan, first: &'p Place, searched: &Searched) -> Vec<&'p Place> {
    let mut waiting = first.all_and_aside();
    waiting.retain(|place| waits(plan, place, searched));
    // As many games come to two positions of one line; the first one decides whether they come to the second.
    waiting.sort_by_cached_key(|place| (falling(place.reach), place.line.len()));
    waiting
}

/// Whether more positions could be searched at the same time than can be begun.
fn somebody_is_free(session: &Session<Position>, waiting: &[&Place]) -> bool {
    let search = session.search();
    let free = search.most_beside().max(1).saturating_sub(search.beside());
    waiting.iter().filter(|place| !search.searches_along(&place.line)).take(free).count() < free
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

/// Searches these positions, which are due with this many more nodes each: the first one, or as many at a time as there is
/// somebody to search them. Those that were searched first, and what ended each search.
fn search_some(
    session: &mut Session<Position>,
    mut due: impl Iterator<Item = (Vec<Move>, u64)>,
    work: &Work,
) -> anyhow::Result<Vec<(Vec<Move>, Stop)>> {
    let most = session.search().most_beside();
    if most > 1 || session.search().beside() > 0 {
        begin_beside(session, due, most, work);
        return search_beside(session);
    }
    let Some((line, nodes)) = due.next() else { return Ok(Vec::new()) };
    let why = search(session, &line, nodes, work)?;
    Ok(vec![(line, why)])
}

/// Begins as many searches as there is somebody for, the first ones first. One that is below another one waits.
fn begin_beside(
    session: &mut Session<Position>,
    due: impl Iterator<Item = (Vec<Move>, u64)>,
    most: usize,
    work: &Work,
) {
    if session.search().beside() == 0 {
        go_to_first(session);
        session.search_mut().begin_beside(&work.limits_now());
    }
    for (line, nodes) in due {
        if session.search().beside() >= most {
            break;
        }
        if !session.search().searches_along(&line) {
            session.search_mut().search_beside(line, nodes);
        }
    }
}

/// Searches those that have begun until one of them is over, or all.
fn search_beside(session: &mut Session<Position>) -> anyhow::Result<Vec<(Vec<Move>, Stop)>> {
    loop {
        let over = session.search_mut().advance_beside();
        saving::keep(session);
        match over {
            Ok(over) if over.is_empty() => {}
            Ok(over) => {
                return over.into_iter().map(|over| Ok((over.line, over.end?))).collect();
            }
            Err(why) => return Ok(vec![(Vec::new(), why)]),
        }
    }
}

/// Searches the position behind a line with this many more nodes. What ended it.
///
/// # Errors
///
/// [`CannotStep`] for a tree without room for a position.
pub fn search(
    session: &mut Session<Position>,
    line: &[Move],
    nodes: u64,
    work: &Work,
) -> anyhow::Result<Stop> {
    go_to_first(session);
    for &mv in line {
        match session.search_mut().step_within(mv, &work.limits) {
            Err(CannotStep::Unanswered) => return Ok(Stop::Unanswered),
            Err(CannotStep::Interrupted) => return Ok(Stop::Interrupted),
            stepped => stepped?,
        }
    }
    let limits = More(Limits { nodes: Some(nodes), ..work.limits_now() });
    let run = session.run_watched(&limits, saving::keep);
    saving::keep(session);
    Ok(run.report.stop.unwrap_or(Stop::Time))
}

/// Goes back to the first position.
pub fn go_to_first(session: &mut Session<Position>) {
    session.search_mut().come_to_rest();
    while session.search_mut().step_back().is_ok() {}
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
        if self.done > 0 {
            // As long as that for each that was done.
            let left = self.began.elapsed().mul_f64(open as f64 / f64::from(self.done));
            text.push_str(&format!(", about {} left", duration(left)));
        }
        self.display.say(&text);
    }
}
