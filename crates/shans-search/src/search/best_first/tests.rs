//! What several workers make of a tree, where they answer in an order that is chosen.

use super::search::BestFirst;
use super::walk::Aim;
use crate::fingerprint::Fingerprint;
use crate::game::Notation;
use crate::search::budget::Budget;
use crate::search::chance::ChanceModel;
use crate::search::leaf::{LeafAnswer, LeafTask, LeafWorkers, Threads};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::MemoryLimits;
use crate::search::report::Root;
use crate::testing::Duel;
use crate::tree::FileOrder;

/// Which of so many open tasks is answered next.
type Order = fn(usize) -> usize;

const OLDEST_FIRST: Order = |_| 0;
const NEWEST_FIRST: Order = |open| open - 1;
const MIDDLE_FIRST: Order = |open| open / 2;

/// Workers of whom always as many are busy as there is work for, and one answers at a time.
struct Ordered {
    many: usize,
    order: Order,
    open: Vec<LeafTask<Duel>>,
    /// Shares nothing from task to task.
    searcher: Threads<Duel>,
}

impl LeafWorkers<Duel> for Ordered {
    fn capacity(&self) -> usize {
        self.many
    }

    fn submit(&mut self, task: LeafTask<Duel>) {
        self.open.push(task);
    }

    fn next_answer(&mut self, _budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if self.open.is_empty() {
            return Err(Stop::Unanswered);
        }
        let task = self.open.remove((self.order)(self.open.len()));
        self.searcher.submit(task);
        loop {
            if let Some(answer) = self.searcher.next_answer(&Budget::default())? {
                return Ok(Some(answer));
            }
        }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.open.clear();
        Vec::new()
    }
}

fn search_of(many: usize, order: Order) -> BestFirst<Duel> {
    let root = Root::new(Duel::start());
    let searcher = Threads::apart(&root, 1);
    let workers = Ordered { many, order, open: Vec::new(), searcher };
    let room = MemoryLimits::new(8 << 20);
    BestFirst::new(root, ChanceModel::searching(), room).with_workers(Box::new(workers))
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), settles: false, ..Limits::default() }
}

/// All numbers of a tree with open questions, and of the state without them, which is right; and the answer.
fn numbers(search: &mut BestFirst<Duel>) -> String {
    let told = |search: &BestFirst<Duel>| {
        let parts = FileOrder::new(&search.tree).map(|id| format!("{:?}", search.tree.parts(id)));
        let answer = search.answer().map(|id| search.tree.node(id).mv);
        format!("{} {} {answer:?}", parts.collect::<String>(), search.nodes())
    };
    let now = told(search);
    let rest = search.at_rest(|search| {
        assert_eq!(search.check(), Ok(search.tree.len()));
        told(search)
    });
    now + &rest
}

/// The tree after each answer, in one number.
fn story(many: usize, order: Order) -> (usize, u64) {
    let mut search = search_of(many, order);
    let (mut answers, mut all) = (0, Fingerprint::new("answers"));
    search.begin(&limits(40_000));
    let stop = loop {
        let stop = search.advance();
        all.add_bytes(numbers(&mut search).as_bytes());
        answers += 1;
        if let Some(stop) = stop {
            break stop;
        }
    };
    assert_eq!(search.finish(stop).stop, Some(Stop::Nodes));
    (answers, all.finish())
}

#[test]
fn answers_in_any_order_make_the_tree_that_is_written_here() {
    for (many, order, expected) in [
        (2, OLDEST_FIRST, (27, 7_165_260_388_393_007_151)),
        (2, NEWEST_FIRST, (67, 5_084_663_202_543_665_096)),
        (4, OLDEST_FIRST, (43, 12_766_558_219_074_480_149)),
        (4, MIDDLE_FIRST, (78, 13_682_501_016_799_579_164)),
        (4, NEWEST_FIRST, (72, 13_692_525_140_890_568_234)),
    ] {
        assert_eq!(story(many, order), expected, "{many}");
    }
}

/// What is searched below a position for that alone is not taken for its own: its anchor would wait for as much.
#[test]
fn nodes_of_a_position_below_do_not_count_above() {
    let mut search = search_of(2, OLDEST_FIRST);
    let mv = search.position().read_move("5").expect("a move");
    search.begin_beside(&limits(0));
    search.search_beside(Vec::new(), 90_000);
    search.search_beside(vec![mv], 30_000);
    let mut most = 0;
    while search.beside() == 2 {
        let _ = search.advance_beside().expect("no limit");
        let below = search.focus.beside().iter().find(|focus| focus.line == [mv]);
        let spent = below.and_then(|focus| focus.part).map_or(0, |it| it.granted - it.left);
        let all = search.tree.effort(search.at());
        if search.anchor().is_some() {
            assert!(search.nodes_here() + spent <= all + 300, "{spent} of {all}");
            most = most.max(spent);
        }
    }
    assert!(most > 10_000, "{most}");
    search.come_to_rest();
    assert_eq!(search.check(), Ok(search.tree.len()));
}
