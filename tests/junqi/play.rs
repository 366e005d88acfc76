//! What must hold in every game, with open ranks and with hidden ones.

use super::{is_over, moves, random_start};
use shans::game::{Game, Turn};
use shans::junqi::{Counts, Kind, Move, Position, Seat};
use shans::random::Random;

/// What a seat has on the board and among its unknown pieces, at most.
fn most(position: &Position, seat: Seat) -> Counts {
    let mut counts = position.pool(seat);
    let known = position.pieces_of(seat).filter_map(|(_, piece)| piece.kind());
    known.for_each(|kind| counts.add(kind));
    counts
}

/// Checks a position against the one before it.
fn check(before: &Position, after: &Position) {
    let text = || format!("{}\n{}", before.text(), after.text());
    for seat in Seat::ALL {
        let (had, has) = (most(before, seat), most(after, seat));
        assert!(Kind::ALL.iter().all(|&kind| has.of(kind) <= had.of(kind)), "{}", text());
        let pieces = |position: &Position| position.pieces_of(seat).count();
        assert!(pieces(after) <= pieces(before), "{}", text());
        assert!(before.is_playing(seat) || !after.is_playing(seat), "{}", text());
        assert!(after.is_playing(seat) == (pieces(after) > 0), "{}", text());
        for (_, piece) in after.pieces_of(seat).filter(|(_, piece)| piece.kind().is_none()) {
            assert!(piece.kinds.and(after.pool(seat).kinds()) == piece.kinds, "{}", text());
        }
    }
}

/// Checks the moves of a position that continues.
fn check_moves(position: &Position, legal: &[Move]) {
    assert!(!legal.is_empty(), "{}", position.text());
    assert!(position.is_playing(position.seat()), "{}", position.text());
    let mut codes: Vec<u16> = Vec::new();
    for &mv in legal {
        let code = position.encode(mv);
        assert_eq!(position.decode(code), Some(mv));
        assert!(position.odds(mv) > 0.0);
        codes.push(code.0);
    }
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), legal.len(), "{}", position.text());
    let is_chance = position.turn() == Turn::Random;
    let reveals = legal.iter().all(|mv| matches!(mv, Move::Reveal { .. }));
    assert_eq!(is_chance, reveals, "{}", position.text());
}

/// A random outcome by its odds, or a random move.
fn choose(position: &Position, legal: &[Move], random: &mut Random) -> Move {
    if position.turn() != Turn::Random {
        return random.pick(legal).expect("a move");
    }
    let weights = legal.iter().map(|&mv| position.odds(mv) as usize);
    let pool: Vec<Move> = legal
        .iter()
        .zip(weights)
        .flat_map(|(&mv, weight)| std::iter::repeat_n(mv, weight))
        .collect();
    random.pick(&pool).expect("an outcome")
}

/// Plays a random game and checks it on the way; the number of its plies.
fn random_game(start: Position, seed: u64, rereads: bool) -> u32 {
    let (mut position, mut random) = (start, Random::new(seed));
    let mut plies = 0;
    while !is_over(&position) {
        let legal = moves(&position);
        check_moves(&position, &legal);
        let before = position.clone();
        position.play(choose(&before, &legal, &mut random));
        check(&before, &position);
        plies += 1;
        if rereads {
            let read = Position::from_text(&position.text());
            assert_eq!(read.as_ref(), Ok(&position), "{}", position.text());
            assert_eq!(read.map(|read| read.key()), Ok(position.key()));
        }
    }
    plies
}

const VIEWS: [&[Seat]; 3] = [&Seat::ALL, &[Seat::South, Seat::North], &[Seat::West]];

fn random_games(seeds: std::ops::Range<u64>, rereads: bool) {
    let mut plies = 0;
    for seed in seeds {
        let view = VIEWS[seed as usize % VIEWS.len()];
        plies += u64::from(random_game(random_start(seed).seen_by(view), seed, rereads));
    }
    assert!(plies > 0);
}

#[test]
fn random_games_keep_the_rules() {
    random_games(0..30, true);
}

/// The long version; with `--nocapture` it tells how far it is.
#[test]
#[ignore = "takes a quarter of an hour"]
fn a_hundred_thousand_random_games_keep_the_rules() {
    for first in (0..100_000).step_by(1_000) {
        random_games(first..first + 1_000, false);
        eprintln!("{} games", first + 1_000);
    }
}

/// An observer who learns what really is there never rules out what is true. That a seat cannot
/// move may be known only to itself; there the two games part.
#[test]
fn what_is_true_is_never_ruled_out() {
    for seed in 0..12 {
        let mut truth = random_start(seed);
        let mut seen = truth.seen_by(VIEWS[1 + seed as usize % 2]);
        let mut random = Random::new(seed);
        while !is_over(&truth) {
            for (point, piece) in truth.pieces() {
                let known = seen.piece(point).unwrap_or_else(|| panic!("nothing on {point}"));
                assert!(known.kinds.and(piece.kinds) == piece.kinds, "{point}: {}", seen.text());
            }
            let (legal, possible) = (moves(&truth), moves(&seen));
            let missing = legal.iter().find(|mv| !possible.contains(mv));
            assert_eq!(missing, None, "{}", seen.text());
            let mv = random.pick(&legal).expect("a move");
            let before = truth.clone();
            truth.play(mv);
            seen.play(mv);
            while seen.turn() == Turn::Random && !is_over(&seen) {
                let is_true = |mv: &Move| match *mv {
                    Move::Reveal { at, kind } => {
                        before.piece(at).and_then(|p| p.kind()) == Some(kind)
                    }
                    Move::Step { .. } => false,
                };
                let reveal = moves(&seen).into_iter().find(is_true);
                seen.play(reveal.unwrap_or_else(|| panic!("{}", seen.text())));
            }
            if Seat::ALL.iter().any(|&seat| seen.is_playing(seat) != truth.is_playing(seat)) {
                break;
            }
            assert_eq!(seen.seat(), truth.seat());
        }
    }
}
