//! Made positions: causes that hold, and others that are refuted.

use shakmaty::Move;

use super::super::cause_story::Weight;
use super::*;
use crate::game::{Game as _, Notation as _};
use crate::search::Interrupt;

/// Moves in SAN or UCI from a position.
fn played(position: &Position, moves: &str) -> anyhow::Result<Vec<Move>> {
    let mut at = position.clone();
    moves
        .split_whitespace()
        .map(|text| {
            let mv = at.read_move(text)?;
            at.play(mv);
            Ok(mv)
        })
        .collect()
}

/// The causes of the first of the moves, which is worth so many points where the other one is worth more.
fn found(
    fen: &str,
    (moves, own): (&str, f64),
    (rival, points): (&str, f64),
) -> anyhow::Result<Causes<Move>> {
    let (position, _) = Position::from_fen(fen)?;
    let question = CauseQuestion {
        line: played(&position, moves)?,
        rival: played(&position, rival)?,
        points: own,
        rival_points: points,
        is_best: own > points,
    };
    let mut trials = Trials::new(4_000, 40_000, Interrupt::default());
    Ok(causes(&position, &question, &mut trials))
}

/// What holds, and the names of what does not.
fn names(causes: &Causes<Move>) -> (Vec<&'static str>, Vec<&'static str>) {
    let of = |stories: &[super::super::CauseStory<Move>]| {
        stories.iter().map(|story| story.kind).collect()
    };
    (of(&causes.held), of(&causes.refuted))
}

#[test]
fn what_a_bad_move_allows_holds_when_it_is_taken_away() -> anyhow::Result<()> {
    for (fen, (moves, own), (rival, points), kind) in [
        // The rook leaves the first rank.
        ("3r2k1/8/8/8/8/8/5PPP/R5K1 w - - 0 1", ("Ra7 Rd1#", 0.0), ("h3", 0.5), "back-rank-mate"),
        // The queen goes where a pawn takes it, and is taken back.
        (
            "4k3/8/2p5/8/4P3/8/8/3QK3 w - - 0 1",
            ("Qd5 cxd5 exd5", 0.5),
            ("Qd4", 0.98),
            "cheaper-attacker",
        ),
        ("r5k1/8/8/8/3n4/8/8/R2Q2K1 w - - 0 1", ("Qd3 Rxa1+", 0.5), ("Rxa8+", 0.98), "unprotected"),
        (
            "6k1/5ppp/8/8/3n4/8/PP5P/2Q3K1 w - - 0 1",
            ("Qe1 Nf3+ Kf2 Nxe1", 0.5),
            ("Qd1", 0.95),
            "fork",
        ),
    ] {
        let told = found(fen, (moves, own), (rival, points))?;
        let (held, refuted) = names(&told);
        assert_eq!(held.first(), Some(&kind), "{fen} {moves}: {held:?}, not {refuted:?}");
        assert_eq!(told.held[0].weight, Weight::Because);
        assert!(told.nodes <= 40_000 && told.searches > 0);
    }
    Ok(())
}

#[test]
fn checks_without_end_are_allowed() -> anyhow::Result<()> {
    // The queen leaves the squares from which it could answer them.
    let fen = "1R6/5p1k/1p4p1/5q1p/8/1Q6/5P1P/6K1 w - - 0 1";
    let told = found(fen, ("Qxb6 Qg4+ Kf1 Qd1+ Kg2 Qg4+", 0.5), ("Qg3", 0.98))?;
    assert_eq!(names(&told).0, ["guard-given-up", "perpetual-check"]);
    Ok(())
}

#[test]
fn the_only_move_of_the_opponent_takes_what_is_left() -> anyhow::Result<()> {
    // White has no move but to take the pawn, so that none can be forbidden.
    let fen = "8/1k6/p7/K1p5/P1P5/8/8/8 b - - 0 48";
    let told = found(fen, ("Kc6 Kxa6 Kd6 Kb5", 0.01), ("Ka7", 0.5))?;
    let reason = told.held.first().map(|story| (story.kind, story.weight));
    assert_eq!(reason, Some(("guard-given-up", Weight::Because)), "{told:?}");
    Ok(())
}

#[test]
fn a_king_stays_in_the_centre() -> anyhow::Result<()> {
    // Black could castle; the check on the open file costs the right to it.
    let fen = "rn2k2r/ppp1qpbp/3p1np1/3P4/2P3b1/5N2/PP2BPPP/RNBQR1K1 b kq - 3 9";
    let told = found(fen, ("Qd7 h3 Bxf3 Bxf3+ Kf8", 0.13), ("O-O h3", 0.32))?;
    let (held, refuted) = names(&told);
    assert!(held.contains(&"king-in-centre"), "{held:?} {refuted:?}");
    Ok(())
}

#[test]
fn a_reason_that_changes_nothing_is_refuted() -> anyhow::Result<()> {
    // The pawn falls, and the rook would fall without that.
    let fen = "4k3/8/8/8/7p/8/6P1/R3K2q w - - 0 1";
    let told = found(fen, ("Kd2 Qxa1", 0.01), ("Ke2 Qxa1", 0.02))?;
    assert_eq!(told, Causes::default(), "less than half a pawn needs no reason");
    let even = found(fen, ("Kd2 Qxg2+", 0.02), ("Ke2 Qxa1", 0.3))?;
    let (_, refuted) = names(&even);
    assert!(!refuted.is_empty(), "{even:?}");
    Ok(())
}

#[test]
fn a_good_move_is_praised_for_what_it_does() -> anyhow::Result<()> {
    for (fen, moves, rival, kind) in [
        ("3q3k/8/8/8/8/8/4P3/3QK3 w - - 0 1", ("Qxd8+", 0.99), ("Qd7", 0.5), "unprotected"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", ("Ra8#", 1.0), ("Ra7", 0.7), "mate"),
        // The opposition: Black to move has to give way.
        ("8/4k3/8/3K4/4P3/8/8/8 w - - 0 1", ("Ke5", 0.99), ("Kd4", 0.5), "puts-in-zugzwang"),
        // An exit is made: without it, mate.
        ("3r2k1/R4ppp/8/8/8/8/5PPP/6K1 w - - 0 1", ("h3", 0.5), ("Rb7", 0.0), "stops-mate"),
        // Nothing is won by it, and nothing else is to be said.
        ("4k3/3r4/8/8/8/8/3R4/3K4 w - - 0 1", ("Rxd7 Kxd7", 0.5), ("Ke1", 0.4), "exchange"),
    ] {
        let told = found(fen, moves, rival)?;
        let (held, refuted) = names(&told);
        assert!(held.contains(&kind), "{fen} {moves:?}: {held:?}, not {refuted:?}");
    }
    Ok(())
}

#[test]
fn a_promotion_is_missed() -> anyhow::Result<()> {
    let fen = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
    let (held, refuted) = names(&found(fen, ("Kd2 Kd6", 0.7), ("a8=Q", 0.99))?);
    assert!(held.contains(&"promotion") || refuted.contains(&"promotion"), "{held:?} {refuted:?}");
    Ok(())
}
