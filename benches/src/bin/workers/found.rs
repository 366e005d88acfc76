//! What was found with one number of workers.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use shans::chess::Epd;
use shans_benches::solves;

use crate::virtual_time::{Inner, VirtualWorkers, Work};
use crate::{Answer, Settings, alone, searched};

/// The sums over all positions.
#[derive(Debug, Default, PartialEq)]
pub struct Found {
    pub positions: u64,
    pub solved: u64,
    /// Those that the suite gives for the answers.
    pub points: u64,
    pub work: Work,
    pub tree_nodes: u64,
}

/// Above the rows of [`Found::row`].
pub const HEADING: &str = "workers  positions  solved  points  worth  busy %  tasks  unanswered  looks  used %  tree nodes    time";

impl Found {
    /// Searches one more position with this many workers; 0: by one of them alone, `times` as long. What the answer rests on.
    pub fn add(
        &mut self,
        epd: &Epd,
        (count, times): (usize, u64),
        mut workers: Vec<Inner>,
        settings: &Settings,
    ) -> Result<Answer, Box<dyn Error>> {
        let work = Rc::new(RefCell::new(Work::default()));
        let answer = if count == 0 {
            alone(&epd.position, &mut workers[0], times * settings.clock.end)
        } else {
            let workers = VirtualWorkers::new(workers, settings.clock, Rc::clone(&work));
            searched(&epd.position, workers, settings)?
        };
        let worth =
            |best| epd.points.iter().find(|&&(mv, _)| mv == best).map(|&(_, points)| points);
        self.positions += 1;
        self.solved += u64::from(solves(epd, answer.best));
        self.points += u64::from(answer.best.and_then(worth).unwrap_or(0));
        self.tree_nodes += answer.tree_nodes;
        self.work.add(&work.borrow());
        Ok(answer)
    }

    /// The figures, those of work for a position.
    pub fn row(&self, (count, times): (usize, u64), worth: &str, settings: &Settings) -> String {
        let positions = self.positions.max(1);
        let share = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
        let time = match settings.total {
            Some(_) => self.work.time,
            None => positions * times * settings.clock.end,
        };
        let Work { tasks, unanswered, looks, used, nodes, .. } = self.work;
        format!(
            "{count:>7}  {:>9}  {:>6}  {:>6}  {worth:>5}  {:>6.1}  {:>5}  {:>10.1}  {:>5}  {:>6.0}  {:>10}  {:>6}",
            self.positions,
            self.solved,
            self.points,
            share(nodes, count as u64 * time),
            tasks / positions,
            unanswered as f64 / positions as f64,
            looks / positions,
            share(used, looks),
            self.tree_nodes / positions,
            time / positions / 1_000
        )
    }
}
