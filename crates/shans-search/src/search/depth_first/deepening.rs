//! Iterative deepening: depth 1, 2, 3 ... until a limit, the last answer kept.

use super::walk::DepthFirstWalk;
use crate::game::{Evaluate, Game, Order};
use crate::search::known_line::complete;
use crate::search::limits::{Limits, ONLY_MOVE_NODES, Stop};
use crate::search::report::{AnswerReason, Counters, Line, Memory, Observer, Report};
use crate::search::window::Window;
use crate::value::{Mean, Value};

/// Maximum depth.
pub(in crate::search) const DEEPEST: u32 = 128;

/// A searcher that searches to a fixed depth.
pub(in crate::search) trait DepthFirst<G: Order + Evaluate> {
    /// The shared state.
    fn walk(&self) -> &DepthFirstWalk<G>;

    /// The shared state, to be changed.
    fn walk_mut(&mut self) -> &mut DepthFirstWalk<G>;

    /// A search begins.
    fn begin(&mut self) {}

    /// The root's value at this depth. Leaves the principal variation in the walk's lines.
    fn iterate(&mut self, depth: u32, previous: Value) -> Result<Value, Stop> {
        let _ = previous;
        let root = self.walk().root.game.clone();
        self.node(&root, Window::FULL, depth as i32, 0)
    }

    /// The value of a position at this depth within the window, wins counted from the root;
    /// outside of the window a bound.
    fn node(&mut self, game: &G, window: Window, depth: i32, ply: u16) -> Result<Value, Stop>;

    /// The candidates of the completed iteration, best first, where more than the best one is
    /// known.
    fn candidates(&self) -> Vec<Line<G::Move>> {
        Vec::new()
    }

    /// A line of moves from a position in which a win was found, to the end of the game, if the searcher knows how it goes on.
    fn line_to_win(&self, _game: &G, _line: &[G::Move], _found: Value) -> Option<Vec<G::Move>> {
        None
    }

    /// Whether a value that rests on finished positions alone is the true one: nothing is
    /// pruned on suspicion, nothing taken from a table.
    fn proves(&self) -> bool;

    /// Bytes of tables.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// Chance decides here: the mean of the outcomes, for which each needs the full window.
    fn mean(&mut self, game: &G, depth: i32, ply: u16) -> Result<Value, Stop> {
        let mut mean = Mean::default();
        self.walk_mut().met_chance = true;
        self.walk_mut().enter(game.key(), ply);
        let start = self.walk_mut().list(game, ply, |_| 0);
        for index in start..self.walk().moves.len() {
            let outcome = self.walk().moves[index].mv;
            let child = self.walk_mut().make(game, outcome)?;
            let value = self.node(&child, Window::FULL, depth - 1, ply + 1)?;
            // Averaged as seen from here: the distances to a win among them are no numbers of
            // the root.
            mean.add(value.unshifted(ply), f64::from(game.odds(outcome)));
        }
        self.walk_mut().forget(start);
        self.walk_mut().leave();
        // No line leads through a draw of lots.
        self.walk_mut().lines.clear(ply);
        let mean = mean.value().unwrap_or_else(|| game.evaluate());
        Ok(if ply == 0 { mean } else { mean.shifted(ply) })
    }
}

/// What the last completed iteration found, improved by what an unfinished one did.
struct IterationResult<M> {
    value: Value,
    lines: Vec<Line<M>>,
    depth: u32,
    /// Whether all moves were searched, or the game is over: the value is not only that of the
    /// first moves.
    is_whole: bool,
}

/// Searches deeper and deeper.
pub(in crate::search) fn deepen<G, S>(
    searcher: &mut S,
    limits: &Limits,
    observer: Observer<'_, G::Move>,
) -> Report<G::Move>
where
    G: Order + Evaluate,
    S: DepthFirst<G>,
{
    searcher.walk_mut().begin(limits);
    searcher.begin();
    let mut answer = match before_search(searcher.walk_mut()) {
        Ok(answer) => answer,
        Err(finished) => return report(searcher, &finished, Some(Stop::Finished)),
    };
    note(searcher.walk_mut(), &answer);
    let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let stop = loop {
        if answer.depth >= deepest {
            break Stop::Depth;
        }
        searcher.walk_mut().begin_iteration();
        let depth = answer.depth + 1;
        match searcher.iterate(depth, answer.value) {
            Ok(value) => {
                let lines = completed_lines(searcher, value);
                answer = IterationResult { value, lines, depth, is_whole: true };
                let best = answer.lines.first().map(|best| best.moves.clone());
                searcher.walk_mut().carried = best.unwrap_or_default();
                note(searcher.walk_mut(), &answer);
            }
            Err(stop) => {
                improve(&mut answer, searcher.walk());
                break stop;
            }
        }
        if let Some(stop) = is_enough(searcher, &answer, limits) {
            break stop;
        }
        observer(&report(searcher, &answer, None));
    };
    report(searcher, &answer, Some(stop))
}

/// The answer without any search: the static value and the most promising move. `Err` if
/// there is nothing to search.
fn before_search<G: Order + Evaluate>(
    walk: &mut DepthFirstWalk<G>,
) -> Result<IterationResult<G::Move>, IterationResult<G::Move>> {
    let root = &walk.root;
    if let Some(value) = root.game.outcome(&root.past()) {
        return Err(IterationResult { value, lines: Vec::new(), depth: 0, is_whole: true });
    }
    let value = root.game.evaluate();
    let mut estimates = Vec::new();
    root.game.estimates(&mut estimates);
    estimates.retain(|estimate| root.allows(&root.game, 0, estimate.mv));
    let first = estimates.iter().rev().max_by_key(|estimate| estimate.gain);
    let none = IterationResult { value, lines: Vec::new(), depth: 0, is_whole: false };
    match (first, root.game.turn().player()) {
        (None, _) => Err(none),
        (Some(_), None) => Ok(none),
        (Some(first), Some(_)) => {
            Ok(IterationResult { lines: vec![Line::plain(vec![first.mv], value)], ..none })
        }
    }
}

fn completed_lines<G: Order + Evaluate, S: DepthFirst<G>>(
    searcher: &S,
    value: Value,
) -> Vec<Line<G::Move>> {
    let lines = searcher.candidates();
    let best = searcher.walk().lines.root_line();
    if lines.is_empty() && !best.is_empty() {
        vec![Line::plain(best.to_vec(), value)]
    } else {
        lines
    }
}

/// Notes the answer of a completed iteration.
fn note<G: Order + Evaluate>(walk: &mut DepthFirstWalk<G>, answer: &IterationResult<G::Move>) {
    if let Some(&best) = answer.lines.first().and_then(|line| line.moves.first()) {
        walk.note(best, answer.value.win());
    }
}

/// Takes over what an unfinished iteration found: its first move is the best one of the last
/// iteration, so whatever raised the window is at least as good at the greater depth.
fn improve<G: Order + Evaluate>(answer: &mut IterationResult<G::Move>, walk: &DepthFirstWalk<G>) {
    if let Some((moves, value)) = &walk.root_line {
        answer.value = *value;
        answer.is_whole = false;
        answer.lines = vec![Line::plain(moves.clone(), *value)];
    }
}

/// Whether a deeper iteration could change nothing worth its cost.
fn is_enough<G: Order + Evaluate, S: DepthFirst<G>>(
    searcher: &S,
    answer: &IterationResult<G::Move>,
    limits: &Limits,
) -> Option<Stop> {
    let walk = searcher.walk();
    let distance = answer.value.win().map(|(_, plies)| u32::from(plies));
    let distance = distance.filter(|_| !walk.met_chance);
    if searcher.proves() {
        // All wins of this length were looked at, or everything was.
        let proven = distance.is_some_and(|plies| plies <= answer.depth) || !walk.met_horizon;
        if proven {
            return Some(Stop::Proven);
        }
    } else if distance.is_some_and(|plies| 2 * plies + 10 <= answer.depth) {
        // A pruned search proves nothing, but has seen this win often enough.
        return Some(Stop::Settled);
    }
    let lazy = !limits.beyond_only_move
        && limits.depth.is_none()
        && walk.budget.nodes() >= ONLY_MOVE_NODES;
    (lazy && has_only_move(&walk.root.game)).then_some(Stop::OnlyMove)
}

/// Whether the rules leave no choice; candidates to which the user narrows it do not count.
pub(in crate::search) fn has_only_move<G: Game>(game: &G) -> bool {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.len() == 1
}

/// Whether a value is the true one as far as who wins: a win that a search found which overlooks
/// nothing, or any value of a search that met no horizon.
fn is_proven<G: Order + Evaluate, S: DepthFirst<G>>(
    searcher: &S,
    answer: &IterationResult<G::Move>,
    value: Value,
    stop: Option<Stop>,
) -> bool {
    let mover = searcher.walk().root.game.turn().player();
    let is_movers_win = value.win().is_some_and(|(winner, _)| Some(winner) == mover);
    match stop {
        Some(Stop::Finished) => true,
        // What other moves are worth matters only to a loss.
        _ if !searcher.proves() || !(answer.is_whole || is_movers_win) => false,
        Some(Stop::Proven) => true,
        _ => value.win().is_some(),
    }
}

fn report<G: Order + Evaluate, S: DepthFirst<G>>(
    searcher: &S,
    answer: &IterationResult<G::Move>,
    stop: Option<Stop>,
) -> Report<G::Move> {
    let walk = searcher.walk();
    let proven = |value| is_proven(searcher, answer, value, stop);
    let reported = |value: Value| if proven(value) { value } else { value.unproven() };
    let is_searched = answer.depth > 0 || walk.root_line.is_some();
    let reason = if is_searched { AnswerReason::BestValue } else { AnswerReason::NotSearched };
    let line = |line: &Line<G::Move>| {
        let (game, proven) = (&walk.root.game, proven(line.value));
        let to_win = searcher.line_to_win(game, &line.moves, line.value).filter(|_| !proven);
        // A mate that is only seen is told with its line, and as the one in which that ends.
        let seen = to_win.as_ref().zip(line.value.win());
        let seen = seen.map(|(moves, (winner, _))| Value::seen_win(winner, moves.len() as u16));
        let value = seen.unwrap_or_else(|| reported(line.value));
        let mut moves = to_win.unwrap_or_else(|| line.moves.clone());
        complete(game, &mut moves);
        walk.root.end_with_game(&mut moves);
        let conditional = proven && walk.root.leaves_moves_out(false);
        let depth = (answer.depth > 0).then_some(answer.depth);
        Line { moves, value, depth, proven, conditional, ..line.clone() }
    };
    let lines: Vec<Line<G::Move>> = answer.lines.iter().map(line).collect();
    let is_first = |(_, found): &(&Line<G::Move>, &Line<G::Move>)| found.value == answer.value;
    let told = lines.first().zip(answer.lines.first()).filter(is_first);
    Report {
        stop,
        value: told.map_or_else(|| reported(answer.value), |(told, _)| told.value),
        proven: proven(answer.value),
        conditional: proven(answer.value) && walk.root.leaves_moves_out(true),
        unsettled_by: None,
        rests_on: None,
        answer_reason: answer.lines.first().map(|_| reason),
        alpha: None,
        beta: None,
        answer_holds: None,
        no_progress: None,
        lines,
        waiting: None,
        changes: walk.changes.clone(),
        counters: Counters {
            nodes: walk.budget.nodes(),
            iterations: u64::from(answer.depth),
            evals: walk.budget.evals(),
            table_hits: walk.table_hits,
        },
        tree_nodes: 0,
        depth_mean: 0.0,
        depth_max: u32::from(walk.deepest),
        depth: Some(answer.depth),
        elapsed: walk.budget.elapsed(),
        cpu: walk.budget.cpu(),
        threads: 1,
        memory: Memory {
            tables: searcher.table_bytes(),
            evaluator: G::evaluator_bytes(walk.root.game.evaluator()),
            ..Memory::default()
        },
    }
}
