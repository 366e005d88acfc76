//! `shans lab bench`: what a change of the search changed, and what it costs.

use std::io::Write;
use std::time::Instant;

use anyhow::Context;

use crate::app::evaluations::EvaluationKind;
use crate::app::exit::Exit;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, mover};
use crate::app::searchers;
use crate::fingerprint::Fingerprint;
use crate::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Report, Root, Searcher};
use crate::session::{More, Session};
use crate::tree::FileOrder;

/// Nodes spent on each position where nobody says how many.
const NODES: u64 = 300_000;
/// Bytes: enough for these nodes, and quick to set up.
const MEMORY: u64 = 64 << 20;

/// One in this many positions is also searched in a tree that is full nearly all the time.
const FREEING_EVERY: usize = 8;
/// Nodes of such a tree: so few that leaves are searched deeper, too.
const FREEING_TREE: usize = 1_000;
/// The same if leaves are searched.
const FREEING_SEARCHED_TREE: usize = 80;

/// Nodes spent on each position, by what is searched.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Leaves valued statically.
    plain: u64,
    /// In a tree that is full, before a step to the answer and behind that step.
    freeing: u64,
    /// Searched leaves.
    searched: u64,
}

impl Effort {
    fn new(nodes: u64) -> Effort {
        Effort { plain: nodes, freeing: nodes / 5 * 2, searched: nodes / 5 }
    }
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Searches the positions with leaves valued statically and writes a line for each. The last
/// four lines are a signature over moves, values and trees, another one over trees whose nodes are
/// freed, a third one over trees whose leaves are searched, and `N nodes P nps`. All but the speed
/// is the same in every run of the same program. `nodes` are spent on each position of the first kind, and fewer
/// on the others. With `threads`, two lines before the last tell how fast
/// one and that many of them search leaves.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn run<G: CommandLineGame>(
    evaluation: &EvaluationKind,
    nodes: Option<u64>,
    threads: Option<u16>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let searcher = searchers::by_name(searchers::FIRST_SIGHT)?;
    let effort = Effort::new(nodes.unwrap_or(NODES));
    let room = MemoryLimits::new(MEMORY);
    let mut signature = Fingerprint::new("bench");
    let mut nodes = 0;
    let evaluator = G::evaluator_of(evaluation);
    let started = Instant::now();
    for (line, read) in G::read_lines(G::BENCH_POSITIONS, evaluator.clone()) {
        let given = read.with_context(|| format!("bench position {line}"))?.given;
        let (name, position) = (given.id.unwrap_or_default(), given.position);
        let mut search = searcher.build(Root::new(position.clone()), room)?;
        let report = search.search(&limits(effort.plain), &mut |_| {});
        nodes += report.counters.nodes;
        sign(&mut signature, &position, &report);
        let best = report.best_move().map(|mv| position.human_text(mv)).unwrap_or_default();
        let score = Score::new(report.value, mover(&position));
        let tree = report.tree_nodes;
        writeln!(out, "{name:<14} {best:<7} {score:>8} {:>9} {tree:>8}", report.counters.nodes)?;
    }
    let speed = nodes as f64 / started.elapsed().as_secs_f64().max(f64::EPSILON);
    writeln!(out, "signature {:016x}", signature.finish())?;
    let freeing = freeing_signature::<G>(&evaluator, ChanceModel::default(), FREEING_TREE, effort)?;
    writeln!(out, "signature {freeing:016x} with freeing")?;
    let searched = searched_signature::<G>(&evaluator, effort)?;
    writeln!(out, "signature {searched:016x} of searched leaves")?;
    for threads in threads.into_iter().flat_map(|threads| [1, threads]) {
        let (nodes, speed) = speed_of_threads::<G>(&evaluator, threads, effort)?;
        writeln!(out, "{threads} threads: {nodes} nodes {speed:.0} nps of searched leaves")?;
    }
    writeln!(out, "{nodes} nodes {speed:.0} nps")?;
    out.flush()?;
    Ok(Exit::Done)
}

/// How many nodes the positions take by that many threads if leaves are searched, and how many a
/// second of wall-clock time.
fn speed_of_threads<G: CommandLineGame>(
    evaluator: &G::Evaluator,
    threads: u16,
    effort: Effort,
) -> anyhow::Result<(u64, f64)> {
    let searcher = searchers::by_name(searchers::DEFAULT)?;
    let room = MemoryLimits { threads: usize::from(threads), ..MemoryLimits::new(MEMORY) };
    let (mut nodes, mut seconds) = (0, 0.0);
    for (line, read) in G::read_lines(G::BENCH_POSITIONS, evaluator.clone()) {
        let given = read.with_context(|| format!("bench position {line}"))?.given;
        let mut search = searcher.build(Root::new(given.position), room)?;
        let report = search.search(&limits(effort.plain), &mut |_| {});
        nodes += report.counters.nodes;
        seconds += report.elapsed.as_secs_f64();
    }
    Ok((nodes, nodes as f64 / f64::max(seconds, f64::EPSILON)))
}

/// Searches in a small tree, makes a step and continues: whatever decides which nodes are freed,
/// what they keep and if leaves are searched deeper changes a tree of these.
fn freeing_signature<G: CommandLineGame>(
    evaluator: &G::Evaluator,
    model: ChanceModel,
    tree: usize,
    effort: Effort,
) -> anyhow::Result<u64> {
    let memory = MemoryLimits { tree_nodes: Some(tree), ..MemoryLimits::new(MEMORY) };
    let mut signature = Fingerprint::new("bench with freeing");
    let lines = G::read_lines(G::BENCH_POSITIONS, evaluator.clone());
    for (line, read) in lines.step_by(FREEING_EVERY) {
        let given = read.with_context(|| format!("bench position {line}"))?.given;
        let root = Root::new(given.position);
        let mut session = Session::new(BestFirst::new(root, model, memory));
        for _ in 0..2 {
            let run = session.run(&More(limits(effort.freeing)));
            sign_tree(&mut signature, session.search());
            if let Some(best) = run.report.best_move() {
                session.search_mut().step(best).context("the answer is in the tree")?;
            }
        }
    }
    Ok(signature.finish())
}

/// Searches with leaves that are searched, in large and in small trees.
fn searched_signature<G: CommandLineGame>(
    evaluator: &G::Evaluator,
    effort: Effort,
) -> anyhow::Result<u64> {
    let model = ChanceModel::searching();
    let mut signature = Fingerprint::new("bench of searched leaves");
    for (line, read) in G::read_lines(G::BENCH_POSITIONS, evaluator.clone()) {
        let given = read.with_context(|| format!("bench position {line}"))?.given;
        let root = Root::new(given.position);
        let mut search = BestFirst::new(root, model, MemoryLimits::new(MEMORY));
        search.search(&limits(effort.searched), &mut |_| {});
        sign_tree(&mut signature, &search);
    }
    let freeing = freeing_signature::<G>(evaluator, model, FREEING_SEARCHED_TREE, effort)?;
    signature.add(freeing as i32);
    signature.add((freeing >> 32) as i32);
    Ok(signature.finish())
}

/// Adds every number of the tree, and how it came about.
fn sign_tree<G: CommandLineGame>(signature: &mut Fingerprint, search: &BestFirst<G>) {
    for id in FileOrder::new(search.tree()) {
        let node = search.tree().node(id);
        let numbers = [node.value.raw(), node.alpha.raw(), node.beta.raw(), node.next.raw()];
        numbers.into_iter().for_each(|number| signature.add_real(number));
        signature.add(i32::from(node.mv.0));
        signature.add(search.tree().effort(id) as i32);
    }
    let stats = search.state().stats;
    for count in [stats.made, stats.freed, stats.deepened] {
        // These counts are far below what 32 bits hold.
        signature.add(count as i32);
    }
}

/// Adds everything to the signature that a change of the search would change.
fn sign<G: CommandLineGame>(signature: &mut Fingerprint, position: &G, report: &Report<G::Move>) {
    for &mv in report.lines.iter().flat_map(|line| line.moves.first()) {
        signature.add(i32::from(position.encode(mv).0));
    }
    signature.add_real(report.value.raw());
    for count in [report.counters.nodes, report.counters.iterations, report.tree_nodes] {
        // These counts are far below what 32 bits hold.
        signature.add(count as i32);
    }
}
