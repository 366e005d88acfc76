//! How a search stands, and what is said about its answer.

use crate::common::positions::{config, position, random_root};
use proptest::prelude::*;
use shans::chess::{Position, Tapered};
use shans::game::Game;
use shans::search::{
    AnswerReason, BestFirst, ChanceModel, Limits, Line, MemoryLimits, Report, Root, Searcher, Stop,
};
use shans::standing::Standing;
use shans::value::{Player, Value};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn learned(fen: &str) -> Position {
    let position = Position::from_fen_with(fen, Tapered::learned());
    position.unwrap_or_else(|error| panic!("{error}")).0
}

fn up_to(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The same numbers from the report, and from the tree where that does not tell them.
fn recomputed(
    search: &BestFirst<Position>,
    report: &Report<<Position as Game>::Move>,
    mover: Player,
) -> Option<Standing> {
    let (answer, others) = report.lines.split_first()?;
    let limit = Value::EVAL_LIMIT;
    // Whoever asks how an answer stands counts evaluations, also where the line told ends in a mate that is not proven.
    let value_in_tree = |line: &Line<_>| match line.value.evaluation() {
        Some(_) => line.value,
        None if line.proven => line.value,
        None => {
            let child =
                search.tree().child_behind(search.at(), search.position().encode(line.moves[0]));
            child.map_or(line.value, |id| search.tree().node(id).value)
        }
    };
    let own = |line: &Line<_>| value_in_tree(line).for_player(mover).clamp(-limit, limit);
    let value = own(answer);
    let (mut reign, mut all) = (0.0, 0.0);
    for (index, change) in report.changes.iter().enumerate() {
        let now = report.counters.nodes.max(1_001);
        let end = report.changes.get(index + 1).map_or(now, |next| next.nodes).max(1_000);
        let doublings = (end as f64 / change.nodes.max(1_000) as f64).log2();
        all += doublings;
        reign += if Some(change.best) == report.best_move() { doublings } else { 0.0 };
    }
    let effort: u64 = report.lines.iter().map(|line| line.effort).sum();
    let best = others.iter().map(own).reduce(f32::max);
    let most = search.rules().most_of_rest(search.tree().node(search.at()));
    Some(Standing {
        searches_leaves: search.rules().searches_leaves(),
        nodes: report.counters.nodes,
        value,
        lead: best.map(|best| value - best),
        rest: most.map(|most| most.for_player(mover) - value),
        effort_share: answer.effort as f64 / effort.max(1) as f64,
        reign: reign / all,
        agrees: match search.anchor().and_then(|anchor| anchor.line.moves().first()) {
            Some(&best) => {
                let analysed = search.tree().node(search.at()).value.for_player(mover);
                let node = search.tree().child_behind(search.at(), best);
                node.is_none_or(|id| {
                    search.tree().node(id).value.one_ply_up().for_player(mover) >= analysed
                })
            }
            None => true,
        },
        moved: 0.0,
    })
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_standing_is_what_the_report_tells(
        root in random_root(),
        nodes in 1_u64..12_000,
        searching in any::<bool>(),
    ) {
        let model = if searching { ChanceModel::searching() } else { ChanceModel::default() };
        let mover = root.game().turn().player().expect("a player moves in chess");
        let mut search = BestFirst::new(root, model, ROOM);
        let report = search.search(&up_to(nodes), &mut |_| {});
        let Some(found) = search.view().standing() else {
            prop_assert!(search.answer().is_none(), "nothing that was tried is the answer");
            return Ok(());
        };
        // All that was tried loses: the report puts an untried move before it.
        prop_assume!(report.answer_reason != Some(AnswerReason::NotSearched));
        let expected = recomputed(&search, &report, mover).expect("an answer");
        prop_assert!((found.reign - expected.reign).abs() < 1e-9, "{found:?} {expected:?}");
        prop_assert!(found.moved >= 0.0);
        // Of several moves of the same value either may be preferred.
        prop_assert!(expected.agrees || !found.agrees, "{found:?} {expected:?}");
        let agrees = expected.agrees;
        let found = Standing { reign: 0.0, moved: 0.0, agrees, ..found };
        prop_assert_eq!(found, Standing { reign: 0.0, ..expected });
    }
}

/// What was not measured is not said.
#[test]
fn only_what_was_measured_is_told() {
    const FEN: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
    let holds = |position: Position, model| {
        let mut search = BestFirst::new(Root::new(position), model, ROOM);
        search.search(&up_to(12_000), &mut |_| {}).answer_holds
    };
    for model in [ChanceModel::searching(), ChanceModel::default()] {
        let said = holds(learned(FEN), model);
        assert!(said.is_some_and(|said| 0.1 < said && said < 0.999), "{said:?}");
        assert_eq!(holds(position(FEN), model), None, "an evaluation without the network");
        let other = ChanceModel { late: 60.0, ..model };
        assert_eq!(holds(learned(FEN), other).is_some(), model.leaf_search.is_some());
        // One legal move, and a proven mate.
        assert_eq!(holds(learned("3rk3/8/8/8/8/8/3q4/4K2R w - - 0 1"), model), Some(1.0));
        assert_eq!(holds(learned("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), model), Some(1.0));
    }
}

/// As an analysis without limits is, but for the nodes.
fn until_settled(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), settles: true, ..Limits::default() }
}

/// With few pieces an answer that holds is too often wrong all the same.
#[test]
fn endings_are_not_settled() {
    let ending = learned("k7/p7/8/3q4/4P3/8/P7/K7 w - - 0 1");
    let mut search = BestFirst::new(Root::new(ending), ChanceModel::searching(), ROOM);
    let report = search.search(&until_settled(60_000), &mut |_| {});
    assert!(report.answer_holds.is_some_and(|holds| holds >= 0.9), "{:?}", report.answer_holds);
    assert_eq!(report.stop, Some(Stop::Nodes));
}

/// A search that may end where its answer is nearly certain to hold does, and no other.
#[test]
fn a_search_ends_where_its_answer_holds() {
    // Only the recapture keeps the queen's worth.
    const FEN: &str = "r2q1rk1/ppp1bppp/2n2n2/3p4/3P2b1/2NBPQ2/PP3PPP/R1B2RK1 b - - 0 10";
    let search = |limits: &Limits| {
        let mut search = BestFirst::new(Root::new(learned(FEN)), ChanceModel::searching(), ROOM);
        search.search(limits, &mut |_| {})
    };
    let report = search(&until_settled(2_000_000));
    assert_eq!(report.stop, Some(Stop::Settled));
    assert!(report.answer_holds.is_some_and(|holds| holds >= 0.98), "{:?}", report.answer_holds);
    assert!(report.counters.nodes >= 20_000);
    let nodes = report.counters.nodes + 1;
    assert_eq!(search(&up_to(nodes)).stop, Some(Stop::Nodes));
}
