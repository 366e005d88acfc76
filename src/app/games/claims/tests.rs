use super::super::judgement::ClaimVerdict::{self, False, Holds, Proven};
use super::*;
use crate::app::games::CommandLineGame as _;
use crate::chess::Tapered;
use crate::search::Interrupt;

fn verdict(fen: &str, claim: &str) -> anyhow::Result<ClaimVerdict> {
    let given = Position::read_position(fen, Tapered::learned())?;
    let mut trials = Trials::new(4_000, 100_000, Interrupt::default());
    Ok(check(&given, claim, &mut trials)?.verdict)
}

#[test]
fn the_rules_prove_or_refute() -> anyhow::Result<()> {
    let pinned = "4k3/4n3/8/8/8/2P5/4R3/4K3 b - - 0 1";
    for (fen, claim, expected) in [
        (pinned, "legal Kd8", Proven),
        (pinned, "legal Nc6", False),
        (pinned, "attacks e2 e7", Proven),
        (pinned, "attacks e2 e8", False),
        (pinned, "attacks e1 e2", False),
        (pinned, "protects e1 e2", Proven),
        (pinned, "protects e7 c3", False),
        (pinned, "pinned e7", Proven),
        (pinned, "pinned e2", False),
        (pinned, "passed c3", Proven),
        (pinned, "passed e7", False),
        (pinned, "draw", False),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", "draw", Proven),
        ("8/8/1k6/1p4K1/1P6/1b6/8/8 b - - 99 206", "draw", False),
        ("8/8/1k6/1p4K1/1P6/1b6/8/8 b - - 100 206", "draw", Proven),
        ("8/8/1k6/1p4K1/1P6/1b6/8/8 b - - 100 206", "legal Kc6", Proven),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "mate 1", Proven),
        ("6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "mate 1", False),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "mate 2", Proven),
        ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", "mate 2", False),
    ] {
        assert_eq!(verdict(fen, claim)?, expected, "{claim}");
    }
    Ok(())
}

#[test]
fn a_search_proves_nothing() -> anyhow::Result<()> {
    let queen = "3q3k/8/8/8/8/8/4P3/3Q3K w - - 0 1";
    for (claim, expected) in [
        ("better Qxd8+ Qd7", Holds),
        ("better Qd7 Qxd8+", False),
        ("only Qxd8+", Holds),
        ("only Qd7", False),
        ("wins Qd7", False),
        ("threatens Qxd1+", Holds),
    ] {
        assert_eq!(verdict(queen, claim)?, expected, "{claim}");
    }
    let knight = "6k1/5ppp/8/3n4/8/8/5PPP/3R2K1 w - - 0 1";
    assert_eq!(verdict(knight, "wins Rxd5")?, Holds);
    assert_eq!(verdict(knight, "cause Rxd5 fork")?, ClaimVerdict::Unknown);
    Ok(())
}

#[test]
fn what_is_no_claim_is_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for claim in [
        "",
        "e4",
        "legal",
        "mate 0",
        "mate x",
        "pinned z9",
        "better e4",
        "only Ke5",
        "threatens e4",
    ] {
        assert!(verdict(start, claim).is_err(), "{claim}");
    }
    let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    assert!(
        verdict(check, "threatens Rxe1").is_err_and(|error| error.to_string().contains("in check"))
    );
}
