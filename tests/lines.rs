//! Values for more moves than the best one.

use crate::common::positions::position;
use crate::common::program::{object, text};
use crate::common::trees::{forms, go_on};
use shans::chess::Position;
use shans::search::{BestFirst, ChanceModel, MemoryLimits, Root, Stop};

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
