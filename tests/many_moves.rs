//! The bound on the moves of a position: as many are searched, and more are refused, not left out.

use crate::common::shaped::{Shape, Shaped};
use shans::game::{MOST_MOVES, TooManyMoves, Turn};
use shans::search::{
    BestFirst, CannotStep, ChanceModel, Limits, MemoryLimits, Report, Root, Searcher, Stop,
};

/// Max moves once; the last move is the best one.
const JUST_ENOUGH: Shape = Shape {
    turn: |_| Turn::Max,
    width: |ply| if ply == 0 { MOST_MOVES } else { 0 },
    odds: |_| 1.0,
    worth: |_, mv| i32::from(mv),
    noise: 0,
};
static AS_MANY: Shape = JUST_ENOUGH;
static ONE_MORE: Shape =
    Shape { width: |ply| if ply == 0 { MOST_MOVES + 1 } else { 0 }, ..JUST_ENOUGH };
static ONE_MORE_BELOW: Shape = Shape {
    turn: |ply| if ply == 0 { Turn::Max } else { Turn::Min },
    width: |ply| match ply {
        0 => 2,
        1 => MOST_MOVES + 1,
        _ => 0,
    },
    ..JUST_ENOUGH
};
static ONE_MORE_OUTCOME: Shape =
    Shape { turn: |ply| if ply == 0 { Turn::Max } else { Turn::Random }, ..ONE_MORE_BELOW };

fn search(shape: &'static Shape, model: ChanceModel) -> (BestFirst<Shaped>, Report<u16>) {
    let room = MemoryLimits::new(8 << 20);
    let mut search = BestFirst::new(Root::new(Shaped::new(shape)), model, room);
    let report = search.search(&Limits { nodes: Some(200_000), ..Limits::default() }, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    (search, report)
}

#[test]
fn as_many_moves_as_the_bound_are_searched() {
    for model in [ChanceModel::default(), ChanceModel::searching()] {
        let (_, report) = search(&AS_MANY, model);
        assert_eq!(report.best_move(), Some(MOST_MOVES - 1));
        assert_eq!(report.value.raw(), f32::from(MOST_MOVES - 1));
        // Where leaves are searched, every further move costs a search of all that wait.
        let is_proven = report.stop == Some(Stop::Proven);
        assert!(is_proven || model.leaf_search.is_some(), "{:?}", report.stop);
    }
}

#[test]
fn more_moves_are_refused_by_name() {
    for model in [ChanceModel::default(), ChanceModel::searching()] {
        for shape in [&ONE_MORE, &ONE_MORE_BELOW, &ONE_MORE_OUTCOME] {
            let (_, report) = search(shape, model);
            assert_eq!(report.stop.map(Stop::name), Some("too-many-moves"), "{shape:?}");
            assert!(!report.proven);
        }
        let (mut search, report) = search(&ONE_MORE, model);
        assert!(report.best_move().is_none());
        assert_eq!(search.step(5), Err(CannotStep::TooManyMoves(TooManyMoves)));
    }
    assert!(TooManyMoves.to_string().contains("more than 2047 moves"), "{TooManyMoves}");
}
