//! The laws of the game contract, and small endings against plain expectimax.

use super::{is_over, moves, random_start};
use shans::game::{Estimate, Evaluate, Game, Heuristics, Notation, Order, Past, Turn};
use shans::junqi::{Move, Position, Seat};
use shans::random::Random;
use shans::search::{
    AlphaBetaOptions, BestFirst, ChanceModel, Leaf, Limits, MemoryLimits, Pvs, PvsClassic,
    PvsClassicOptions, PvsOptions, Root, Searcher,
};
use shans::value::{Mean, Player, Value};

/// Positions of random games, some with hidden ranks.
fn positions() -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..9 {
        let view: &[Seat] = if seed % 3 == 0 { &[Seat::South] } else { &Seat::ALL };
        let mut position = random_start(seed).seen_by(view);
        let mut random = Random::new(seed);
        while let Some(mv) = random.pick(&moves(&position)).filter(|_| !is_over(&position)) {
            if random.below(12) == 0 {
                found.push(position.clone());
            }
            position.play(mv);
        }
        found.push(position);
    }
    found
}

fn named(list: &[Estimate<Move>]) -> Vec<Move> {
    list.iter().map(|estimate| estimate.mv).collect()
}

#[test]
fn the_laws_of_the_contract_hold() {
    for position in positions() {
        let legal = moves(&position);
        assert_eq!(legal.is_empty(), is_over(&position), "{}", position.text());
        assert_eq!(position.forced(), is_over(&position));
        let (mut estimates, mut tactical) = (Vec::new(), Vec::new());
        if !is_over(&position) {
            position.estimates(&mut estimates);
            position.tactical(&mut tactical);
            assert_eq!(named(&estimates), legal, "{}", position.text());
        }
        assert!(named(&tactical).iter().all(|mv| legal.contains(mv) && !position.is_quiet(*mv)));
        for &mv in &legal {
            assert!(position.slot(mv) < Position::SLOTS);
            assert_eq!(position.parse_move(&position.machine_text(mv)), Some(mv));
            assert_eq!(position.legal(position.encode(mv)), Some(mv));
        }
        assert_eq!(Position::read(&position.describe(), ()).as_ref(), Some(&position));
    }
}

/// Whether seats are exchanged with the next ones, everything that the evaluation says changes
/// its sign.
#[test]
fn the_evaluation_knows_no_side() {
    let turned = |text: &str| {
        let letter = |letter| match letter {
            'S' => 'E',
            'E' => 'N',
            'N' => 'W',
            'W' => 'S',
            's' => 'e',
            'e' => 'n',
            'n' => 'w',
            'w' => 's',
            other => other,
        };
        let words = text.split(' ').filter(|word| !word.contains('='));
        words.map(|word| word.chars().map(letter).collect::<String>()).collect::<Vec<_>>().join(" ")
    };
    for seed in 0..20 {
        let position = random_start(seed);
        let other = Position::from_text(&turned(&position.text())).expect("a position");
        assert_eq!(position.evaluate().raw(), -other.evaluate().raw(), "{}", position.text());
    }
}

/// Hiding ranks changes the material of nobody, and the ways to the flags by little: a seat has
/// pieces for some 4,500 centipawns.
#[test]
fn hidden_ranks_are_worth_about_as_much_as_open_ones() {
    let start = Position::from_text("startpos").expect("a position");
    assert_eq!(start.evaluate(), Value::DRAW);
    for view in [&[Seat::South][..], &[Seat::East, Seat::West], &[Seat::West]] {
        let value = start.seen_by(view).evaluate().raw();
        assert!(value.abs() < 250.0, "{view:?}: {value}");
    }
}

/// What a position is worth, by the definition of the game and nothing else; after `depth` plies
/// by its static value.
fn expectimax(position: &Position, depth: u16) -> Value {
    if let Some(value) = position.outcome(&Past::default()) {
        return value;
    }
    if depth == 0 {
        return position.evaluate();
    }
    let values = moves(position).into_iter().map(|mv| {
        let mut child = position.clone();
        child.play(mv);
        (expectimax(&child, depth - 1).one_ply_up(), f64::from(position.odds(mv)))
    });
    match position.turn() {
        Turn::Max => values.map(|(value, _)| value).max().expect("a move"),
        Turn::Min => values.map(|(value, _)| value).min().expect("a move"),
        Turn::Random => {
            let mut mean = Mean::default();
            values.for_each(|(value, odds)| mean.add(value, odds));
            mean.value().expect("an outcome")
        }
    }
}

/// Endings that are over after three plies more at the latest, and what is in them.
const ENDINGS: [&str; 6] = [
    // Partners: North can take what South uncovers.
    "S:...../...../...../...../...../.F..2 E:...../...../...../..n3../.2.../.F... \
     N:...../...../...../...../...../.F..2 W:..4../...../...../...../...../.F... turn=S plies=3997",
    // East loses its flag at once: its partner is alone, and Max moves twice in a row.
    "S:...../...../...../...../...../.F.2. E:...../...../...../...../.s9.../.F..7 \
     N:8..../...../...../...../...../.F... W:....3/...../...../...../..n1../.F... turn=S plies=3997",
    // East is out already.
    "S:9..../...../...../...../...../.F... N:....2/...../...../...../...../.F... \
     W:....6/...../...../...../.s5.../.F... turn=S plies=3997",
    // The last piece that could move falls: its seat is out by its own move.
    "S:..1../...../...../...../...../.F... E:2..../...../...../...../...../.F... \
     W:...../...../...../...../...../.F..8 C:.../.../.e9. turn=S plies=3997",
    // Chance: East's piece before South may be a marshal or a platoon.
    "S:....5/...../...../...../...../.F... E:[29]..../...../...../...../...../.F... \
     N:4..../...../...../...../...../.F... W:....4/...../...../...../...../.F... turn=S plies=3997 \
     lost=E:11122333445566778BBMMM",
    // Chance twice: the flag that the fallen marshal's seat must show may be on either side.
    "S:....9/...../...../...../...../.F... E:+..../...../...../...../...../.?.?. \
     N:4..../...../...../...../...../.F... W:....4/...../...../...../...../.F... turn=S plies=3997 \
     lost=E:11122333445566778BBMM",
];

fn ending(text: &str) -> Position {
    Position::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn to_the_end() -> Limits {
    Limits { settles: false, beyond_only_move: true, ..Limits::default() }
}

#[test]
fn small_endings_have_the_value_of_expectimax() {
    let mut values = Vec::new();
    for text in ENDINGS {
        let position = ending(text);
        let expected = expectimax(&position, 12);
        values.push(expected);
        for model in [ChanceModel::default(), ChanceModel::searching()] {
            let room = MemoryLimits::new(32 << 20);
            let mut search = BestFirst::new(Root::new(position.clone()), model, room);
            let report = search.search(&to_the_end(), &mut |_| {});
            search.check().unwrap_or_else(|broken| panic!("{broken}"));
            assert_eq!(report.value, expected, "{text}: {:?}", report.stop);
        }
        let mut plain = PvsClassic::alpha_beta(Root::new(position), AlphaBetaOptions::default());
        let depth = Limits { depth: Some(12), ..Limits::default() };
        assert_eq!(plain.search(&depth, &mut |_| {}).value, expected, "{text}");
    }
    assert!(values.iter().any(|value| matches!(value.win(), Some((Player::Max, _)))), "{values:?}");
    assert!(values.iter().any(|value| value.win().is_none()), "{values:?}");
}

/// Without partners that change the sign, with outcomes that are averaged: every depth-first
/// searcher has the value of plain expectimax, whatever it leaves out on the way.
#[test]
fn depth_first_searchers_have_the_value_of_expectimax() {
    let hidden = random_start(3).seen_by(&[Seat::South, Seat::North]);
    for position in ENDINGS.map(ending).into_iter().chain([hidden]) {
        let root = Root::new(position.clone());
        let plies = if moves(&position).len() > 20 { 2 } else { 3 };
        let expected = expectimax(&position, plies);
        let leaf = Leaf::Static;
        let plain = AlphaBetaOptions { leaf, ..Default::default() };
        let classic = PvsClassicOptions { plain, table_bytes: 0, ..PvsClassicOptions::default() };
        let pvs = PvsOptions { leaf, table_bytes: 0, ..PvsOptions::full_width() };
        let searchers: [Box<dyn Searcher<Position>>; 3] = [
            Box::new(PvsClassic::alpha_beta(root.clone(), plain)),
            Box::new(PvsClassic::new(root.clone(), classic)),
            Box::new(Pvs::new(root, pvs)),
        ];
        let limits = Limits { depth: Some(plies.into()), ..Limits::default() };
        for mut searcher in searchers {
            let value = searcher.search(&limits, &mut |_| {}).value;
            assert_eq!(value, expected, "{}", position.text());
        }
    }
}
