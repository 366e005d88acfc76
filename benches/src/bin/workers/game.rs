//! A game that is searched as `shans game --rounds 0` does it: a position for each worker, where there are several.

use std::cell::RefCell;
use std::error::Error;
use std::fs;
use std::rc::Rc;

use shans::chess::{Position, Tapered};
use shans::game::{Game, Notation};
use shans::search::{Limits, MemoryLimits, Root};
use shans::session::{Review, Session};

use crate::virtual_time::{VirtualWorkers, Work};
use crate::{MEMORY, Settings, engines, kind, workers};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Searches the positions of the game whose moves this file holds, with this many nodes each, and tells what that took for each
/// number of workers.
pub fn measure(settings: &Settings, path: &str, nodes: u64) -> Result<(), Box<dyn Error>> {
    let start = Position::read(START, Tapered::learned()).ok_or("no position")?;
    let moves = read(path, &start)?;
    let most = settings.counts.iter().copied().max().unwrap_or(1);
    let engines = settings.engine.as_ref().map(|command| engines(command, most));
    println!("workers  positions  busy %  tasks  tree nodes    time");
    for &count in &settings.counts {
        let work = Rc::new(RefCell::new(Work::default()));
        let inner = workers(&start, engines.as_deref(), count)?;
        let asked = VirtualWorkers::new(inner, settings.clock, Rc::clone(&work));
        let search =
            kind(settings)?.build_tree_alone(Root::new(start.clone()), MemoryLimits::new(MEMORY));
        let search = search.ok_or("this searcher keeps no tree")?.with_workers(Box::new(asked));
        let limits = Limits { nodes: Some(nodes), beyond_only_move: true, ..Limits::default() };
        let mut review = Review::begin_within(Session::new(search), moves.clone(), &limits)?;
        search_all(&mut review, &limits)?;
        let Work { tasks, nodes, time, .. } = *work.borrow();
        let busy = 100.0 * nodes as f64 / (count as u64 * time).max(1) as f64;
        let (positions, tree) = (moves.len() + 1, review.session().search().tree().len());
        println!(
            "{count:>7}  {positions:>9}  {busy:>6.1}  {tasks:>5}  {tree:>10}  {:>6}",
            time / 1_000
        );
    }
    Ok(())
}

fn read(path: &str, start: &Position) -> Result<Vec<<Position as Game>::Move>, Box<dyn Error>> {
    let (mut game, mut moves) = (start.clone(), Vec::new());
    for word in fs::read_to_string(path)?.split_whitespace() {
        let mv = game.read_move(word)?;
        moves.push(mv);
        game.play(mv);
    }
    Ok(moves)
}

fn search_all(review: &mut Review<Position>, limits: &Limits) -> Result<(), Box<dyn Error>> {
    if review.searches_several(limits) {
        review.begin_several(limits)?;
    }
    while review.place().is_some() {
        if !review.searches_several(limits) {
            review.search(limits)?;
        } else if let Some(stop) = review.advance_several()? {
            return Err(format!("it ended: {stop:?}").into());
        }
    }
    Ok(())
}
