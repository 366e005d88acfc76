//! Other threads that search the same position, and share the table: what one finds spares the others
//! work, and makes them look elsewhere. Known as lazy SMP.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use super::super::deepening::{DEEPEST, DepthFirst, deepen};
use super::Pvs;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::{Interrupt, Limits};
use crate::search::meter::Meter;
use crate::search::report::{Observer, Report};

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// Searches in that many threads, this one included. The answer is that of this one.
    pub(super) fn search_in_threads(
        &mut self,
        threads: usize,
        limits: &Limits,
        observer: Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let (enough, meter) = (Interrupt::default(), Meter::default());
        let others: Vec<_> = (1..threads).map(|_| self.beside()).collect();
        // All threads are busy all the time.
        let cpu_time =
            limits.cpu_time.map(|time| time / u32::try_from(threads).unwrap_or(u32::MAX));
        let limits = Limits { cpu_time, ..limits.clone() };
        self.walk.budget.join_others(meter.clone());
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(number, beside)| {
                    let (enough, meter) = (enough.clone(), meter.clone());
                    scope.spawn(move || beside().help(number, enough, meter))
                })
                .collect();
            let mut report = deepen(self, &limits, observer);
            enough.throw();
            let times = helpers.into_iter().map(|helper| match helper.join() {
                Ok(cpu) => cpu,
                Err(panic) => resume_unwind(panic),
            });
            self.walk.budget.leave_others(times.sum());
            report.counters.nodes = self.walk.budget.nodes();
            report.cpu = self.walk.budget.cpu();
            report.threads = threads;
            report
        })
    }

    /// The same for another thread, where it is made: with the table, which is shared, and as much about moves as this one knows.
    fn beside(&self) -> impl FnOnce() -> Pvs<G> + use<G> {
        let (root, options, plays) = (self.walk.root.clone(), self.options, self.plays);
        let (table, learned) = (self.table.sharing(), self.learned.clone());
        move || {
            let mut pvs = Pvs { learned, ..Pvs::with_table(root, options, table) };
            pvs.set_plays(plays);
            pvs
        }
    }

    /// Searches deeper and deeper for another thread, until that has enough. Every second one is a ply
    /// ahead, so that not all do the same. Returns the CPU time that it took.
    fn help(&mut self, number: u32, enough: Interrupt, meter: Meter) -> Duration {
        self.walk.begin(&Limits { interrupt: enough, ..Limits::default() });
        self.walk.budget.report_to(meter);
        let mut value = self.walk.root.game.evaluate();
        for depth in 1 + number % 2..=DEEPEST {
            self.walk.begin_iteration();
            match self.iterate(depth, value) {
                Ok(found) => value = found,
                Err(_) => break,
            }
            let line = self.walk.lines.root_line().to_vec();
            self.walk.carried = line;
        }
        self.walk.budget.tell_meter();
        self.walk.budget.cpu()
    }
}
