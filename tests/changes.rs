//! What searchers tell about how their answer came about.

use shans::chess::{Epd, Position};
use shans::search::{
    AlphaBetaOptions, BestFirst, ChanceModel, Leaf, Limits, MemoryLimits, Negamax, Pvs, PvsClassic,
    PvsClassicOptions, PvsOptions, Report, Root, Searcher,
};

type Found = Report<<Position as shans::game::Game>::Move>;

fn positions() -> Vec<Position> {
    let text = include_str!("data/mixed.epd");
    let read = |epd: Result<Epd, _>| epd.unwrap_or_else(|error| panic!("{error}")).position;
    <Epd>::read_all(text).map(|(_, epd)| read(epd)).collect()
}

fn reports(position: &Position, nodes: u64) -> Vec<Found> {
    let root = || Root::new(position.clone());
    let room = MemoryLimits::new(16 << 20);
    let searchers: [Box<dyn Searcher<Position>>; 5] = [
        Box::new(BestFirst::new(root(), ChanceModel::default(), room)),
        Box::new(Pvs::new(root(), PvsOptions::default())),
        Box::new(PvsClassic::new(root(), PvsClassicOptions::default())),
        Box::new(PvsClassic::alpha_beta(root(), AlphaBetaOptions::default())),
        Box::new(Negamax::new(root(), Leaf::Quiescence)),
    ];
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searchers.into_iter().map(|mut searcher| searcher.search(&limits, &mut |_| {})).collect()
}

#[test]
fn the_last_change_is_the_answer() {
    for position in positions() {
        for nodes in [1, 30, 1000, 20_000] {
            for report in reports(&position, nodes) {
                let last = report.changes.last();
                assert_eq!(last.map(|change| change.best), report.best_move());
                let sure = last.and_then(|change| change.win);
                let is_told = !report.proven || sure == report.value.win();
                assert!(sure.is_none() || is_told);
                assert!(last.is_none_or(|change| change.nodes <= report.counters.nodes));
            }
        }
    }
}

#[test]
fn changes_are_changes_in_order() {
    for report in positions().iter().flat_map(|position| reports(position, 20_000)) {
        for pair in report.changes.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes);
            assert!((pair[0].best, pair[0].win) != (pair[1].best, pair[1].win));
        }
    }
}

#[test]
fn a_longer_search_tells_the_same_story_and_more() {
    for position in positions() {
        for (short, long) in reports(&position, 3000).iter().zip(reports(&position, 20_000)) {
            let told = long.changes.iter().take_while(|change| change.nodes <= 3000);
            assert!(told.eq(&short.changes));
        }
    }
}
