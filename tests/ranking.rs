//! Candidates that rank: the best moves get a value each, and the share that this takes is kept.

use crate::common::positions::position;
use crate::common::program::{object, text};
use crate::common::trees::{forms, go_on, loaded, saved};
use shans::chess::Position;
use shans::inspect::TreeReader;
use shans::search::{
    BestFirst, ChanceModel, LeafSearchModel, Line, MemoryLimits, Ranking, Report, Root, Stop,
};
use shans::tree::{NodeId, ValueBound};

const ROOM: MemoryLimits = MemoryLimits::new(16 << 20);

/// A middlegame in which most moves are only known to be no better than the best one.
const MIDDLE: &str = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9";

/// This program's own search in the place of an engine, which is asked in small pieces.
fn over_engine() -> ChanceModel {
    let model = ChanceModel::over_engine();
    let leaves = model.leaf_search.map(|leaves| LeafSearchModel { effort: 2_000.0, ..leaves });
    ChanceModel { leaf_search: leaves, ..model }
}

fn search(model: ChanceModel, fen: &str, ranking: Ranking) -> BestFirst<Position> {
    let mut search = BestFirst::new(Root::new(position(fen)), model, ROOM);
    search.rank(ranking);
    search
}

fn values<M>(report: &Report<M>) -> usize {
    report.lines.iter().filter(|line| line.bound == ValueBound::Exact).count()
}

#[test]
fn the_best_moves_have_values() {
    for model in [ChanceModel::searching(), over_engine()] {
        let nodes = 200_000;
        let three = go_on(&mut search(model, MIDDLE, Ranking::of(3)), nodes);
        assert!(values(&three) >= 3, "{:?}", told(&three));
    }
    let one = go_on(&mut search(ChanceModel::searching(), MIDDLE, Ranking::default()), 60_000);
    assert!(values(&one) < 3, "the test needs another position: {:?}", told(&one));
}

fn told<M: Copy>(report: &Report<M>) -> Vec<(f32, ValueBound)> {
    report.lines.iter().map(|line| (line.value.raw(), line.bound)).collect()
}

/// In the pure form, where the plies checked say how deep.
#[test]
fn ranked_moves_are_searched_nearly_as_deep_as_the_answer() {
    let three = go_on(&mut search(ChanceModel::default(), MIDDLE, Ranking::of(3)), 100_000);
    let checked = |line: &Line<_>| line.checked.and_then(|checked| checked.least());
    let plies: Vec<_> = three.lines.iter().take(3).filter_map(checked).collect();
    assert!(
        plies.len() == 3 && plies.iter().all(|plies| plies + 2 >= plies_of(&three)),
        "{plies:?}"
    );
}

/// Where leaves are searched. Each question says more than those before: otherwise the same few are asked forever, and
/// take the share without anything to show for it.
#[test]
fn ranking_takes_few_questions() {
    let three = go_on(&mut search(ChanceModel::searching(), MIDDLE, Ranking::of(3)), 100_000);
    let one = go_on(&mut search(ChanceModel::searching(), MIDDLE, Ranking::default()), 100_000);
    let [three, one] = [&three, &one].map(|report| report.counters.iterations);
    assert!(three < 2 * one, "{three} and {one}");
}

/// Also where the tree has no more than a bound for the answer, and a search of its own has a value.
#[test]
fn a_reader_tells_what_a_report_does() {
    let (mut better_known, mut runs) = (0, 0);
    for fen in [MIDDLE, "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6"] {
        let mut search = search(ChanceModel::searching(), fen, Ranking::of(3));
        for _ in 0..80 {
            let report = go_on(&mut search, 400);
            let reader = TreeReader::new(&search);
            assert_eq!((reader.value(), reader.bound()), (report.value, report.bound));
            let move_to = |&(_, id): &(u16, NodeId)| reader.move_to(id, reader.position());
            let ranked: Result<Vec<_>, _> =
                reader.ranked(reader.at()).iter().map(move_to).collect();
            let ranked = ranked.expect("legal moves");
            // A move that was not tried may stand before them.
            let lines = &report.lines[report.lines.len() - ranked.len()..];
            assert_eq!(lines.iter().map(|line| line.moves[0]).collect::<Vec<_>>(), ranked);
            let others = lines.iter().skip(1);
            assert!(others.is_sorted_by(|a, b| a.value >= b.value), "{:?}", told(&report));
            let in_tree = search.answer().map(|answer| reader.bound_of(answer));
            better_known += u32::from(in_tree.is_some_and(|bound| bound != report.bound));
            runs += 1;
        }
    }
    assert!(better_known > 0, "none of {runs}");
}

#[test]
fn whether_the_answer_holds_is_judged_by_the_work_for_it() {
    for model in forms() {
        let mut search = search(model, MIDDLE, Ranking::of(3));
        let counters = go_on(&mut search, 20_000).counters;
        let nodes = search.standing().map(|standing| standing.nodes);
        assert_eq!(nodes, Some(counters.nodes - counters.ranking));
    }
}

fn plies_of<M>(report: &Report<M>) -> u16 {
    report.checked.and_then(|checked| checked.least()).expect("chances")
}

#[test]
fn the_share_is_kept() {
    for model in forms() {
        for (ranking, most) in [
            (Ranking::default(), 0.0),
            (Ranking { lines: 9, share: 0.0 }, 0.0),
            (Ranking { lines: 2, share: 0.05 }, 0.1),
            (Ranking::of(3), 0.3),
        ] {
            let report = go_on(&mut search(model, MIDDLE, ranking), 60_000);
            let share = report.counters.ranking as f64 / report.counters.nodes as f64;
            assert!(share <= most && (share > 0.0 || most == 0.0), "{ranking:?}: {share}");
        }
    }
}

#[test]
fn listing_more_moves_alone_changes_nothing() {
    for model in forms() {
        let mut plain = search(model, MIDDLE, Ranking::default());
        let mut listed = search(model, MIDDLE, Ranking { lines: 9, share: 0.0 });
        let plain_report = go_on(&mut plain, 20_000);
        assert_eq!(go_on(&mut listed, 20_000).lines, plain_report.lines);
        listed.rank(Ranking::default());
        assert!(saved(&plain, false) == saved(&listed, false), "another tree");
    }
}

#[test]
fn a_limit_and_a_file_in_the_middle_change_nothing() {
    for model in forms() {
        let mut straight = search(model, MIDDLE, Ranking::of(4));
        let mut stopped = search(model, MIDDLE, Ranking::of(4));
        for _ in 0..40 {
            go_on(&mut stopped, 500);
            stopped = loaded(&saved(&stopped, false));
            assert_eq!(stopped.ranking(), Ranking::of(4));
        }
        let report = go_on(&mut straight, 20_000);
        assert!(report.counters.ranking > 0);
        assert_eq!(stopped.state(), straight.state());
        assert!(saved(&stopped, false) == saved(&straight, false), "another tree");
    }
}

/// What is certain of the best move does not end a search that is asked for others.
#[test]
fn moves_beside_a_mate_have_values_too() {
    let mate_and_more = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    for ranking in [Ranking::default(), Ranking::of(4)] {
        let mut search = search(ChanceModel::searching(), mate_and_more, ranking);
        let report = go_on(&mut search, 100_000);
        assert_eq!((report.stop, report.proven), (Some(Stop::Proven), true));
        assert_eq!(values(&report) >= 4, ranking.lines == 4, "{:?}", told(&report));
    }
}

#[test]
fn others_are_told_in_one_line() {
    let arguments = ["analyze", MIDDLE, "--nodes", "60k", "--lines", "3"];
    let shown = text(&arguments);
    let table: Vec<&str> =
        shown.lines().skip_while(|line| !line.starts_with("move ")).skip(1).collect();
    let rows = table.iter().take_while(|line| !line.contains(" more, ")).count();
    assert_eq!(rows, 3, "{shown}");
    assert!(table[3].contains(" more, no better than "), "{shown}");
    assert!(!table[..3].iter().any(|row| row.contains('≤')), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("ranking ")), "{shown}");

    let json =
        |more: &[&str]| object(&text(&[&["analyze", MIDDLE, "--json", "--nodes"], more].concat()));
    let found = json(&["60k", "--lines", "3"]);
    let lines = found["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["wdl"]["win"].is_u64()), "{found}");
    let others = &found["others"];
    assert_eq!(others["score"]["bound"], "upper");
    assert_eq!(others["count"].as_u64().map(|count| count > 20), Some(true), "{found}");
    assert!(found["nodes_ranking"].as_u64() > Some(0));

    let plain = json(&["20k"]);
    let listed = json(&["20k", "--lines", "5", "--share", "0"]);
    assert_eq!((&plain["lines"], &plain["others"]), (&listed["lines"], &listed["others"]));
    assert_eq!(plain["nodes_ranking"], 0);
}
