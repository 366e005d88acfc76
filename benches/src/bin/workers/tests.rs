use super::*;

/// Every fourth position by three workers, 4,000 nodes each.
fn settings(latency: u64, ahead: usize) -> Settings {
    Settings {
        counts: vec![3],
        times: vec![1],
        clock: VirtualClock { end: 4_000, latency, ahead, ..VirtualClock::default() },
        total: None,
        engine: None,
        searcher: "best-first:first=300+split=600+alone=500".to_string(),
        lists: false,
        repertoire: None,
        game: None,
        suites: vec![(
            concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/mixed.epd").to_string(),
            4,
        )],
    }
}

fn found(settings: &Settings, count: usize) -> Found {
    found_by((count, 1), None, settings).expect("the project's own positions")
}

/// Each worker searches in a thread of its own; which of them is ready first must not depend on those.
#[test]
fn the_same_on_every_run() {
    for (latency, ahead) in [(0, 0), (200, 1)] {
        let settings = settings(latency, ahead);
        let first = found(&settings, 3);
        assert!(first.positions > 1 && first.work.tasks > 5 * first.positions, "{first:?}");
        assert!((0..3).all(|_| found(&settings, 3) == first), "{first:?}");
    }
}

#[test]
fn nobody_searches_longer_than_there_is_time() {
    for latency in [0, 300] {
        let Found { positions, work, .. } = found(&settings(latency, 0), 3);
        let time = positions * 4_000;
        assert!(work.time <= time, "{work:?}");
        assert!(work.nodes > time, "several search at the same time: {work:?}");
        assert!(work.nodes + latency * work.tasks <= 3 * time, "{work:?}");
        assert!(work.used <= work.looks && work.looks <= work.tasks + work.unanswered, "{work:?}");
    }
}

/// One of three that searches nothing but the position analysed, three times as fast, does as much as three.
#[test]
fn a_fast_anchor_searches_more() {
    let mut settings = settings(0, 0);
    settings.clock.is_blind = true;
    let before = found(&settings, 3);
    settings.clock.anchor_speed = Some(3.0);
    let Found { positions, work, .. } = found(&settings, 3);
    assert!(work.time <= positions * 4_000, "{work:?}");
    assert!(work.nodes > before.work.nodes * 4 / 3, "{work:?} {before:?}");
    // The time of a task is rounded down, so each may search a node more.
    assert!(work.nodes <= positions * 4_000 * 5 + work.tasks, "{work:?}");
}

#[test]
fn one_by_itself_takes_as_many_times_the_nodes() {
    let settings = settings(0, 0);
    let row = |times| {
        let found = found_by((0, times), None, &settings).expect("the project's own positions");
        found.row((0, times), "", &settings)
    };
    assert!(row(1).ends_with("     4") && row(4).ends_with("    16"), "{}", row(4));
}
