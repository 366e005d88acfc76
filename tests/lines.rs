//! Values for more moves than the best one.

use crate::common::positions::position;
use crate::common::program::{object, text};
use crate::common::trees::{forms, go_on};
use shans::chess::Position;
use shans::game::{Game, Notation};
use shans::inspect::TreeReader;
use shans::search::{
    BestFirst, Budget, ChanceModel, Limits, MemoryLimits, Pvs, PvsClassic, PvsClassicOptions,
    PvsOptions, Quiescence, Root, Searcher, Stop,
};

const ROOM: MemoryLimits = MemoryLimits::new(16 << 20);

/// A middlegame in which many moves are worth as much.
const MIDDLE: &str = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9";

fn search(model: ChanceModel, fen: &str, lines: u16) -> BestFirst<Position> {
    let mut search = BestFirst::new(Root::new(position(fen)), model, ROOM);
    search.want_lines(lines);
    search
}

#[test]
fn as_many_moves_as_are_wanted_have_values() {
    for model in forms() {
        for wanted in [1, 3, 6] {
            let report = go_on(&mut search(model, MIDDLE, wanted), 60_000);
            assert!(report.lines.len() >= usize::from(wanted), "{wanted}: {:?}", report.lines);
            assert!(report.lines.iter().all(|line| !line.moves.is_empty()));
            let values = report.lines.iter().skip(1).map(|line| line.value);
            assert!(values.is_sorted_by(|a, b| a >= b), "White moves: {:?}", report.lines);
        }
    }
}

/// Where nobody gains by a capture as far as quiescence sees.
#[test]
fn lines_do_not_end_in_the_middle_of_an_exchange() {
    let traded = "r2q1rk1/pp2bppp/2n1pn2/3p1b2/3P1B2/2N1PN2/PPQ1BPPP/R3K2R w KQ - 0 1";
    let (mut quiet, mut longest) = (Quiescence::default(), 0);
    for (fen, nodes) in [(MIDDLE, 5_000), (MIDDLE, 40_000), (traded, 5_000), (traded, 40_000)] {
        let report = go_on(&mut search(ChanceModel::searching(), fen, 1), nodes);
        let mut end = position(fen);
        report.lines[0].moves.iter().for_each(|&mv| end.play(mv));
        let capture = quiet.best(&end, &mut Budget::default());
        assert_eq!(capture, Ok(None), "{nodes} nodes, {}", end.describe());
        longest = longest.max(report.lines[0].moves.len());
    }
    assert!(longest >= 5, "{longest} plies");
}

/// So that they can be read. The nodes for it are within the limit, and none are spent twice where a search goes on.
#[test]
fn lines_go_on_for_eight_plies() {
    let open = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for fen in [MIDDLE, open] {
        let mut search = search(ChanceModel::searching(), fen, 3);
        for nodes in [20_000, 40_000] {
            let report = go_on(&mut search, 20_000);
            let plies: Vec<usize> = report.lines.iter().map(|line| line.moves.len()).collect();
            assert!(plies.iter().take(3).all(|&plies| plies >= 8), "{plies:?}");
            assert_eq!(report.stop, Some(Stop::Nodes));
            assert_eq!(report.counters.nodes, nodes);
            assert_eq!(search.check(), Ok(search.tree().len()));
        }
    }
}

/// What is certain of the best move does not end a search that is asked for others.
#[test]
fn moves_beside_a_mate_have_values_too() {
    let mate_and_more = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    for lines in [1, 4] {
        let report = go_on(&mut search(ChanceModel::searching(), mate_and_more, lines), 100_000);
        assert_eq!((report.stop, report.proven), (Some(Stop::Proven), true));
        assert!(report.lines.len() >= usize::from(lines), "{:?}", report.lines);
    }
}

/// Where the fifty moves are nearly over, and where each position of the shuffle has been there once.
#[test]
fn lines_end_with_the_game() {
    let fifty = position("8/5k2/3b4/1p1p1p2/1P1P1P2/4B3/5K2/8 w - - 94 100");
    let mut shuffled = Root::new(position("8/5k2/3b4/1p1p1p2/1P1P1P2/4B3/5K2/8 w - - 0 100"));
    for text in ["Kg2", "Kg7", "Kf2", "Kf7", "Kg3"] {
        let mv = shuffled.game().parse_move(text).unwrap_or_else(|| panic!("{text}"));
        shuffled.play(mv);
    }
    for root in [Root::new(fifty), shuffled] {
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let mut searchers: Vec<Box<dyn Searcher<Position>>> = vec![
            Box::new(Pvs::new(root.clone(), PvsOptions::default())),
            Box::new(PvsClassic::new(root.clone(), PvsClassicOptions::default())),
        ];
        for model in forms() {
            searchers.push(Box::new(BestFirst::new(root.clone(), model, ROOM)));
        }
        for mut searcher in searchers {
            let report = searcher.search(&limits, &mut |_| {});
            assert!(report.best_move().is_some());
            report.lines.iter().for_each(|line| ends_with_the_game(&root, &line.moves));
        }
        let mut search = BestFirst::new(root.clone(), ChanceModel::searching(), ROOM);
        go_on(&mut search, 30_000);
        let reader = TreeReader::new(&search);
        ends_with_the_game(&root, &reader.line(&[], reader.at()).unwrap_or_else(|e| panic!("{e}")));
        for (_, id) in reader.ranked(reader.at()) {
            let mv = reader.move_to(id, reader.position()).unwrap_or_else(|e| panic!("{e}"));
            let behind = reader.line(&[mv], id).unwrap_or_else(|e| panic!("{e}"));
            ends_with_the_game(&root, &[&[mv], &behind[..]].concat());
        }
    }
}

/// No position of a line is the last one of the game, but perhaps its last.
fn ends_with_the_game(root: &Root<Position>, line: &[<Position as Game>::Move]) {
    let mut root = root.clone();
    for (index, &mv) in line.iter().enumerate() {
        let is_over = root.game().outcome(&root.played_past()).is_some();
        assert!(!is_over, "over after {index} of {}: {line:?}", line.len());
        root.play(mv);
    }
}

/// With the moves that would come after it, a line of this search has ten moves.
#[test]
fn a_line_is_cut_where_the_game_ends() {
    let start = "8/5k2/3b4/1p1p1p2/1P1P1P2/4B3/5K2/8 w - - 94 100";
    let root = Root::new(position(start));
    let mut game = root.game().clone();
    let mut line = Vec::new();
    for text in ["Bd2", "Be7", "Be3", "Bd6", "Bd2", "Be7", "Be3", "Bd6", "Bd2", "Be7"] {
        let mv = game.parse_move(text).unwrap_or_else(|| panic!("{text}"));
        line.push(mv);
        game.play(mv);
    }
    let cut = |root: &Root<Position>, line: &[<Position as Game>::Move]| {
        let mut line = line.to_vec();
        root.end_with_game(&mut line);
        line.len()
    };
    assert_eq!((cut(&root, &line), cut(&root, &line[..6]), cut(&root, &[])), (6, 6, 0));
    // The third time is the last one: behind the first four moves every position was there once.
    let mut root = Root::new(position(&start.replace("94", "0")));
    assert_eq!(cut(&root, &line), 8);
    line[..4].iter().for_each(|&mv| root.play(mv));
    assert_eq!(cut(&root, &line[4..]), 4);
}

#[test]
fn three_moves_have_values_unless_more_or_fewer_are_asked_for() {
    let count = |more: &[&str]| {
        let found =
            object(&text(&[&["analyze", MIDDLE, "--json", "--nodes", "60k"], more].concat()));
        found["lines"].as_array().map(Vec::len)
    };
    assert_eq!(count(&[]), Some(3));
    assert_eq!(count(&["--lines", "5"]), Some(5));
    assert_eq!(count(&["--searcher", "best-first:lines=4"]), Some(4));
}
