//! What several workers make of a tree, where they answer in an order that is chosen.

use super::path_node::Aim;
use super::search::BestFirst;
use crate::fingerprint::Fingerprint;
use crate::game::{Evaluate, Game, Heuristics, Notation};
use crate::search::budget::Budget;
use crate::search::chance::{ChanceModel, LeafSearchModel};
use crate::search::leaf::{LeafAnswer, LeafTask, LeafWorkers, Threads};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::MemoryLimits;
use crate::search::report::{Root, Searcher};
use crate::testing::Duel;
use crate::testing::nim::Nim;
use crate::tree::{FileOrder, preferred_child};
use crate::value::{Player, Value};

/// Which of so many open tasks is answered next.
type Order = fn(usize) -> usize;

const OLDEST_FIRST: Order = |_| 0;
const NEWEST_FIRST: Order = |open| open - 1;
const MIDDLE_FIRST: Order = |open| open / 2;

/// Workers of whom always as many are busy as there is work for, and one answers at a time; all, where the search comes
/// to rest.
struct Ordered<G: Heuristics> {
    many: usize,
    order: Order,
    open: Vec<LeafTask<G>>,
    /// Shares nothing from task to task.
    searcher: Threads<G>,
}

impl<G: Heuristics + Evaluate> Ordered<G> {
    fn answer(&mut self, task: LeafTask<G>) -> Result<LeafAnswer, Stop> {
        self.searcher.submit(task);
        loop {
            if let Some(answer) = self.searcher.next_answer(&Budget::default())? {
                return Ok(answer);
            }
        }
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Ordered<G> {
    fn capacity(&self) -> usize {
        self.many
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.open.push(task);
    }

    fn next_answer(&mut self, _budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if self.open.is_empty() {
            return Err(Stop::Unanswered);
        }
        let task = self.open.remove((self.order)(self.open.len()));
        self.answer(task).map(Some)
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        let open = std::mem::take(&mut self.open);
        open.into_iter().filter_map(|task| self.answer(task).ok()).collect()
    }
}

/// Leaves are searched with few nodes, so that a small search has a tree of many forms.
fn with_small_leaves() -> ChanceModel {
    let leaves = LeafSearchModel {
        first: 40.0,
        split: 160.0,
        growth: 0.0,
        alone: 400.0,
        ..LeafSearchModel::default()
    };
    ChanceModel { leaf_search: Some(leaves), ..ChanceModel::searching() }
}

fn search_of<G>(game: G, model: ChanceModel, many: usize, order: Order) -> BestFirst<G>
where
    G: Heuristics + Evaluate + 'static,
{
    let root = Root::new(game);
    let searcher = Threads::apart(&root, 1);
    let workers = Ordered { many, order, open: Vec::new(), searcher };
    BestFirst::new(root, model, MemoryLimits::new(8 << 20)).with_workers(Box::new(workers))
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// All numbers of a tree with open questions, and of the state without them, which is right; and the answer.
fn numbers<G: Heuristics + Evaluate>(search: &mut BestFirst<G>) -> String {
    let told = |search: &BestFirst<G>| {
        let parts = FileOrder::new(&search.tree).map(|id| format!("{:?}", search.tree.parts(id)));
        let answer = search.answer().map(|id| search.tree.node(id).mv);
        let last = search.changes().last().map(|change| search.position().encode(change.best));
        format!("{} {} {answer:?} {last:?}", parts.collect::<String>(), search.nodes())
    };
    let now = told(search);
    let rest = search.at_rest(|search| {
        assert_eq!(search.check(), Ok(search.tree.len()));
        told(search)
    });
    now + &rest
}

/// How many answers there are within these limits, and the tree after each of them, in one number.
fn story<G: Heuristics + Evaluate>(mut search: BestFirst<G>, limits: &Limits) -> (usize, u64) {
    let (mut answers, mut all) = (0, Fingerprint::new("answers"));
    search.begin(limits);
    loop {
        let stop = search.advance();
        all.add_bytes(numbers(&mut search).as_bytes());
        answers += 1;
        if let Some(stop) = stop {
            search.finish(stop);
            all.add_bytes(numbers(&mut search).as_bytes());
            return (answers, all.finish());
        }
    }
}

#[test]
fn answers_in_any_order_make_the_tree_that_is_written_here() {
    let orders = [
        (2, OLDEST_FIRST),
        (2, NEWEST_FIRST),
        (4, OLDEST_FIRST),
        (4, MIDDLE_FIRST),
        (4, NEWEST_FIRST),
    ];
    let told = orders.map(|(many, order)| {
        story(search_of(Duel::start(), ChanceModel::searching(), many, order), &limits(40_000))
    });
    assert_eq!(
        told,
        [
            (34, 16_213_151_546_611_409_358),
            (75, 1_781_278_217_882_824_010),
            (51, 2_883_127_724_112_165_073),
            (87, 2_808_275_329_696_860_101),
            (82, 15_560_292_910_409_351_298)
        ]
    );
}

#[test]
fn trees_of_small_leaves_are_those_that_are_written_here() {
    let told = [(1, OLDEST_FIRST), (3, NEWEST_FIRST), (8, MIDDLE_FIRST)].map(|(many, order)| {
        story(
            search_of(Duel::of(3, 9, Player::Min), with_small_leaves(), many, order),
            &limits(12_000),
        )
    });
    assert_eq!(
        told,
        [
            (29, 4_929_077_856_569_711_038),
            (68, 9_743_059_991_593_540_782),
            (103, 15_345_057_742_588_076_245)
        ]
    );
}

/// Where a move is wanted and not a tree.
#[test]
fn trees_of_games_are_those_that_are_written_here() {
    let told = [(1, OLDEST_FIRST), (4, MIDDLE_FIRST)].map(|(many, order)| {
        let search = search_of(Duel::of(3, 9, Player::Min), with_small_leaves(), many, order);
        story(search, &Limits { plays: true, ..limits(12_000) })
    });
    assert_eq!(told, [(13, 2_151_620_892_917_086_856), (78, 13_724_461_864_336_341_099)]);
}

/// Values for three moves, and lines that somebody wants.
#[test]
fn trees_of_lines_are_those_that_are_written_here() {
    let told = [(1, OLDEST_FIRST), (4, MIDDLE_FIRST)].map(|(many, order)| {
        let mut search = search_of(Duel::start(), with_small_leaves(), many, order);
        search.want_lines(3);
        for line in [["5", "17", "9"], ["7", "3", "14"], ["5", "2", "8"]] {
            let mut game = *search.position();
            let line = line.map(|text| {
                let mv = game.read_move(text).expect("a legal move");
                game.play(mv);
                mv
            });
            search.include(&line).expect("room");
        }
        story(search, &limits(20_000))
    });
    assert_eq!(told, [(52, 11_960_353_490_160_381_592), (75, 7_195_649_639_343_875_995)]);
}

/// Wins are seen, proven, and then faster ones; several moves win, and each is to have a value.
#[test]
fn trees_of_wins_are_those_that_are_written_here() {
    let heaps = [
        (&[3, 4, 5][..], 1, OLDEST_FIRST),
        (&[1, 2, 4], 3, NEWEST_FIRST),
        (&[2, 3, 4], 4, MIDDLE_FIRST),
        (&[1, 1, 2, 3], 2, OLDEST_FIRST),
        (&[5, 7], 2, NEWEST_FIRST),
    ];
    let told = heaps.map(|(heaps, many, order)| {
        let mut search = search_of(Nim::new(heaps), with_small_leaves(), many, order);
        search.want_lines(2);
        story(search, &limits(12_000))
    });
    assert_eq!(
        told,
        [
            (40, 2_042_702_755_557_328_652),
            (64, 6_891_941_925_821_747_144),
            (125, 5_467_693_602_550_243_348),
            (93, 14_495_404_362_681_380_545),
            (96, 3_451_064_372_883_974_868)
        ]
    );
}

/// A step takes the anchor along, and a step back finds everything again.
#[test]
fn trees_of_steps_are_those_that_are_written_here() {
    let told = [(1, OLDEST_FIRST), (4, MIDDLE_FIRST)].map(|(many, order)| {
        let mut search = search_of(Duel::of(3, 9, Player::Min), with_small_leaves(), many, order);
        let mut all = Fingerprint::new("steps");
        let mut go_on = |search: &mut BestFirst<Duel>| {
            let nodes = search.nodes() + 4_000;
            search.search(&limits(nodes), &mut |_| {});
            all.add_bytes(numbers(search).as_bytes());
        };
        go_on(&mut search);
        let best = search.changes().last().expect("an answer").best;
        search.step(best).expect("a step");
        go_on(&mut search);
        search.step_back().expect("a step");
        go_on(&mut search);
        let other = search.position().safe_steps().into_iter().find(|&step| step != best);
        search.step(other.expect("another move")).expect("a step");
        go_on(&mut search);
        (search.tree.len(), all.finish())
    });
    assert_eq!(told, [(72, 4_748_836_132_841_266_358), (104, 16_078_956_219_546_597_926)]);
}

/// Also where the position analysed, which a step has led to, answers with a move that is not the best one by value.
#[test]
fn a_position_and_its_first_move_tell_the_same() {
    let mut others = 0;
    for min in 3..12 {
        let mut search =
            search_of(Duel::of(0, min, Player::Max), with_small_leaves(), 1, OLDEST_FIRST);
        search.search(&limits(4_000), &mut |_| {});
        let (root, position) = (search.at(), *search.position());
        let best = search.changes().last().expect("an answer").best;
        search.step(best).expect("a step");
        search.search(&limits(8_000), &mut |_| {});
        let by_value = search.view().told(root, &position).value;
        for (_, answer, _) in search.tree.children(search.at()) {
            let view = search.view().with_answer(Some(answer));
            let first = view.best_child(root).expect("a move");
            let mut behind = position;
            behind.play(behind.legal(search.tree.node(first).mv).expect("a legal move"));
            let told = view.told(root, &position).value;
            assert_eq!(told, view.told(first, &behind).value.told_from(1), "{min}");
            others += usize::from(told != by_value);
        }
    }
    assert!(others > 2, "{others}");
}

/// Two positions are searched at the same time, one of them below the other.
#[test]
fn trees_of_two_positions_are_those_that_are_written_here() {
    let told = [(2, OLDEST_FIRST), (4, NEWEST_FIRST)].map(|(many, order)| {
        let mut search = search_of(Duel::start(), with_small_leaves(), many, order);
        let mv = search.position().read_move("5").expect("a move");
        search.begin_beside(&limits(0));
        search.search_beside(Vec::new(), 9_000);
        search.search_beside(vec![mv], 6_000);
        let (mut answers, mut all) = (0, Fingerprint::new("answers"));
        while search.beside() > 0 {
            let _ = search.advance_beside().expect("no limit");
            all.add_bytes(numbers(&mut search).as_bytes());
            answers += 1;
        }
        (answers, all.finish())
    });
    assert_eq!(told, [(46, 7_686_864_835_037_173_145), (97, 4_677_030_759_474_552_553)]);
}

/// A search that seemed settled goes on where what was still out, and counts as well, says that it is not.
#[test]
fn what_ends_as_settled_is_settled_with_all_answers() {
    let mut settled = 0;
    for max in 0..22 {
        let mut search = search_of(
            Duel::of(max, (max + 5) % 22, Player::Max),
            with_small_leaves(),
            4,
            NEWEST_FIRST,
        );
        search.begin(&Limits { settles: true, ..limits(60_000) });
        let stop = loop {
            if let Some(stop) = search.advance() {
                break stop;
            }
        };
        if stop == Stop::Settled {
            settled += 1;
            assert!(search.focus.asked.out.is_empty() && search.holds_enough(), "{max}");
        }
    }
    assert_eq!(settled, 7);
}

/// What is searched below a position for that alone is not taken for its own: its anchor would wait for as much.
#[test]
fn nodes_of_a_position_below_do_not_count_above() {
    let mut search = search_of(Duel::start(), ChanceModel::searching(), 2, OLDEST_FIRST);
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
            assert!(search.nodes_since_anchor() + spent <= all + 300, "{spent} of {all}");
            most = most.max(spent);
        }
    }
    assert!(most > 10_000, "{most}");
    search.come_to_rest();
    assert_eq!(search.check(), Ok(search.tree.len()));
}

/// A worker who is idle looks for a move where few have a value, and that is less of a lack further down.
#[test]
fn moves_for_idle_workers_are_sought_near_the_position_first() {
    let mut states_with_depths = 0;
    for min in 3..20 {
        let mut search =
            search_of(Duel::of(0, min, Player::Max), with_small_leaves(), 16, NEWEST_FIRST);
        search.begin(&limits(8_000));
        while search.advance().is_none() {
            search.descend_through(None, Aim::BestLine);
            let levels = search.levels_with_moves();
            let made = |level: usize| {
                let id = search.focus.walk.path[level].id;
                usize::from(search.tree.made(id)) + search.focus.asked.spare_moves(id).len()
            };
            assert!(levels.is_sorted_by_key(|&level| made(level) + 2 * level), "{levels:?}");
            states_with_depths += usize::from(!levels.is_sorted_by_key(|&level| made(level)));
        }
    }
    assert!(states_with_depths > 0);
}

/// What a node counts as is taken back only as long as no other search has found out more about it.
#[test]
fn what_was_found_meanwhile_stays() {
    let mut search = search_of(Duel::start(), with_small_leaves(), 1, OLDEST_FIRST);
    search.search(&limits(6_000), &mut |_| {});
    search.descend_through(None, Aim::BestLine);
    let (id, leaf) = search.end();
    assert!(leaf.is_leaf() && !leaf.is_decided());
    let counted = search.count_end_deeper().expect("a change");
    search.count_as_before(counted);
    assert_eq!(*search.tree.node(id), leaf);

    let counted = search.count_end_deeper().expect("a change");
    let (value, doublings) = (Value::centipawns(leaf.value.raw() + 30.0), leaf.doublings() + 1);
    search.rules.set_leaf(search.tree.node_mut(id), value, doublings);
    search.back_up();
    search.count_as_before(counted);
    let node = search.tree.node(id);
    assert_eq!((node.value, node.doublings()), (value, doublings));
    assert_eq!(search.check(), Ok(search.tree.len()));
}

/// Where a move is wanted and not a tree, no nodes go into how a line goes on, as long as the anchor can go on.
#[test]
fn short_lines_stay_short_in_games() {
    let for_lines = |plays: bool| {
        let nodes = (3..9).map(|min| {
            let game = Duel::of(0, min, Player::Max);
            let mut search = search_of(game, ChanceModel::searching(), 1, OLDEST_FIRST);
            search.search(&Limits { plays, ..limits(40_000) }, &mut |_| {});
            assert!(search.anchor_to_ask().is_some(), "{min}");
            search.stats.for_lines
        });
        nodes.collect::<Vec<u64>>()
    };
    assert_eq!(for_lines(true), [0; 6]);
    assert!(for_lines(false).iter().any(|&nodes| nodes > 0));
}

/// Where leaves are valued at first sight, an answer may stay although another move looks best, but not once a win is proven.
#[test]
fn a_proven_win_ends_the_trial_of_an_answer() {
    let root = Root::new(Nim::new(&[1, 1, 2, 3]));
    let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
    let has_larger_gap = |search: &BestFirst<Nim>| {
        search.rules.largest_gap(search.node()) > search.focus.answer.least_gap
    };
    let (mut nodes, mut trials) = (0, 0);
    while search.focus.answer.proven_win.is_none() || !has_larger_gap(&search) {
        nodes += 5;
        assert!(nodes < 2_000);
        search.search(&limits(nodes), &mut |_| {});
        let best = preferred_child(&search.tree, search.at(), &search.rules);
        trials += usize::from(search.answer() != best);
    }
    assert!(trials > 0);

    // As if the win had just been found, and that with a gap that keeps an answer without a proof.
    let best = search.answer();
    let mut moves = search.tree.children(search.at()).map(|(_, id, _)| id);
    let other = moves.find(|&id| Some(id) != best && !search.is_lost(id));
    search.focus.answer.becomes(Some(other.expect("another move")));
    search.note_result();
    assert_eq!(search.answer(), best);
}

/// The last four counts of nodes, each at least twice the one before: they tell how far the value has moved.
#[test]
fn values_are_noted_each_time_the_nodes_have_doubled() {
    let mut search = search_of(Duel::start(), with_small_leaves(), 1, OLDEST_FIRST);
    search.search(&limits(12_000), &mut |_| {});
    let noted: Vec<u64> = search.focus.answer.marks.iter().map(|&(nodes, _)| nodes).collect();
    assert_eq!(noted.len(), 4);
    assert!(noted.windows(2).all(|pair| pair[1] >= 2 * pair[0]), "{noted:?}");
    assert!(noted.last().is_some_and(|last| search.nodes() < 2 * last), "{noted:?}");
}
