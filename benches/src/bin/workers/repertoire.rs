//! A repertoire that is searched as `shans prepare` does it: a position for each worker, where several are due.

use std::cell::RefCell;
use std::error::Error;
use std::fs;
use std::rc::Rc;

use shans::chess::{Position, Tapered};
use shans::game::{Game, Notation};
use shans::search::{BestFirst, Limits, MemoryLimits, Root};

use crate::virtual_time::{VirtualWorkers, Work};
use crate::{MEMORY, Settings, engines, kind, workers};

type Move = <Position as Game>::Move;

/// A position that is to be searched.
struct Due {
    line: Vec<Move>,
    /// It gets the nodes of an answer divided by this: 1 for a position in a turn of one's own.
    part: u64,
    is_begun: bool,
    is_over: bool,
}

/// Searches the positions of this file, an answer with this many nodes, and tells what that took for each number of workers.
pub fn measure(settings: &Settings, path: &str, nodes: u64) -> Result<(), Box<dyn Error>> {
    let start = Position::read(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        Tapered::learned(),
    );
    let start = start.ok_or("no position")?;
    let most = settings.counts.iter().copied().max().unwrap_or(1);
    let engines = settings.engine.as_ref().map(|command| engines(command, most));
    println!("workers  positions  busy %  tasks  tree nodes    time");
    for &count in &settings.counts {
        let mut due = read(path, &start)?;
        let work = Rc::new(RefCell::new(Work::default()));
        let inner = workers(&start, engines.as_deref(), count)?;
        let asked = VirtualWorkers::new(inner, settings.clock, Rc::clone(&work));
        let search =
            kind(settings)?.build_tree_alone(Root::new(start.clone()), MemoryLimits::new(MEMORY));
        let mut search = search.ok_or("this searcher keeps no tree")?.with_workers(Box::new(asked));
        search_all(&mut search, &mut due, nodes)?;
        let Work { tasks, nodes, time, .. } = *work.borrow();
        let busy = 100.0 * nodes as f64 / (count as u64 * time).max(1) as f64;
        let (positions, tree) = (due.len(), search.tree().len());
        println!(
            "{count:>7}  {positions:>9}  {busy:>6.1}  {tasks:>5}  {tree:>10}  {:>6}",
            time / 1_000
        );
    }
    Ok(())
}

/// A position a line, those that most games come to first: the part of the nodes, then the moves.
fn read(path: &str, start: &Position) -> Result<Vec<Due>, Box<dyn Error>> {
    let mut all = Vec::new();
    for text in fs::read_to_string(path)?.lines() {
        let mut words = text.split_whitespace();
        let part = words.next().ok_or("an empty line")?.parse()?;
        let (mut game, mut line) = (start.clone(), Vec::new());
        for word in words {
            let mv = game.read_move(word)?;
            line.push(mv);
            game.play(mv);
        }
        all.push(Due { line, part, is_begun: false, is_over: false });
    }
    Ok(all)
}

/// Searches all of them, each after the answers on the way to it.
fn search_all(
    search: &mut BestFirst<Position>,
    due: &mut [Due],
    nodes: u64,
) -> Result<(), Box<dyn Error>> {
    search.begin_beside(&Limits { beyond_only_move: true, ..Limits::default() });
    loop {
        for index in 0..due.len() {
            let Due { ref line, part, is_begun, .. } = due[index];
            let is_before = |other: &Due| {
                other.part == 1 && other.line.len() < line.len() && line.starts_with(&other.line)
            };
            let may_begin = !is_begun && due.iter().all(|other| other.is_over || !is_before(other));
            if search.beside() < search.most_beside() && may_begin {
                due[index].is_begun = search.search_beside(line.clone(), nodes / part);
            }
        }
        if search.beside() == 0 {
            return Ok(());
        }
        let over = search.advance_beside().map_err(|stop| format!("it ended: {stop:?}"))?;
        for over in over {
            over.end?;
            due.iter_mut().filter(|due| due.line == over.line).for_each(|due| due.is_over = true);
        }
    }
}
