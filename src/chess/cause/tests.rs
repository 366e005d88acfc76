//! Made positions for and against each cause.

use shakmaty::{Position as _, Square};

use super::testing::{chess, line};
use super::*;

/// What is said of the last move of a line.
fn said(fen: &str, moves: &str) -> anyhow::Result<Vec<String>> {
    let line = line(fen, moves)?;
    // The capture is an attacker's move: behind it the line may go on.
    let mut captures =
        (0..line.moves().len()).step_by(2).filter(|&ply| line.moves()[ply].is_capture());
    let ply = captures.next_back().unwrap_or_default();
    Ok(capture_causes(&line, ply).iter().map(|found| found.cause.words()).collect())
}

#[test]
fn captures_have_their_causes() -> anyhow::Result<()> {
    for (fen, moves, words) in [
        (
            "4k3/8/8/3n4/8/8/6B1/4K3 w - - 0 1",
            "g2d5",
            "takes the knight on d5, which nothing protects",
        ),
        ("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5 e6d5", "takes the knight on d5 with a pawn"),
        (
            "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1",
            "d2d5 e8e7",
            "takes the pawn on d5, attacked more often than protected",
        ),
        (
            "6k1/5ppp/2n5/4p3/8/8/8/K2RQ3 w - - 0 1",
            "e1e5 g8f8 e5g3",
            "takes the pawn on e5, and taking back loses more",
        ),
        (
            "4k3/8/2n5/1B2p3/8/5N2/8/4K3 w - - 0 1",
            "f3e5 e8e7",
            "takes the pawn on e5, whose only guard, the knight on c6, is pinned",
        ),
        (
            "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1",
            "b5c7 e8d7 c7a8",
            "forks the king on e8 and the rook on a8",
        ),
        (
            "r5k1/5p2/5Bp1/8/8/8/4K3/3Q4 w - - 0 1",
            "d1h1 g8f8 h1a8",
            "attacks the rook on a8 and threatens mate on h8",
        ),
        (
            "q3k3/8/8/8/8/8/8/1K5R w - - 0 1",
            "h1h8 e8d7 h8a8",
            "attacks the king on e8 and the queen on a8 behind it",
        ),
        (
            "3q2k1/8/8/8/3N4/8/8/3RK3 w - - 0 1",
            "d4f5 g8h7 d1d8",
            "opens the line from the rook on d1 to the queen on d8",
        ),
        (
            "4k3/8/8/8/4N3/8/q7/4RK2 w - - 0 1",
            "e4c3 e8f8 c3a2",
            "gives a discovered check, and then the queen on a2 falls",
        ),
        (
            "6k1/8/2n5/1B2b3/8/8/8/4RK2 w - - 0 1",
            "b5c6 g8f8 e1e5",
            "takes the knight on c6, which protected the bishop on e5",
        ),
        (
            "3q2k1/8/8/8/3n4/8/8/R2R2K1 w - - 0 1",
            "a1a8 d8a8 d1d4",
            "draws the queen on d8 away from the knight on d4",
        ),
        (
            "r2q2k1/8/8/8/3n4/8/8/R2R2K1 w - - 0 1",
            "a1a8 d8a8 d1d4",
            "uses that the queen on d8 has to guard both a8 and the knight on d4",
        ),
        ("3q2k1/8/8/3N4/8/8/1B6/6K1 w - - 0 1", "d5f6 d8f6 b2f6", "lures the queen to f6"),
        (
            "4k3/8/8/8/8/8/7P/5K1n w - - 0 1",
            "f1g2 e8e7 g2h1",
            "attacks the knight on h1, which has no way out",
        ),
        (
            "4k3/p3n3/8/3P4/8/8/4R3/4K3 w - - 0 1",
            "d5d6 a7a6 d6e7",
            "takes the knight on e7, which is pinned to the king",
        ),
        (
            "3qk3/8/5n2/6B1/4P3/8/8/4K3 w - - 0 1",
            "e4e5 e8f8 e5f6",
            "takes the knight on f6, which is pinned to the queen on d8",
        ),
        (
            "n6r/4k3/8/8/8/8/3B4/R5K1 w - - 0 1",
            "d2b4 e7e8 a1a8",
            "gives check, and then the knight on a8 falls",
        ),
        (
            "r5k1/8/8/1N6/8/8/8/4K3 w - - 0 1",
            "b5c7 g8f7 c7a8",
            "attacks the rook on a8, and nothing saves it",
        ),
        (
            "3q3k/8/8/8/R7/2P5/8/K7 w - - 0 1",
            "a4d4 d8d4 c3d4",
            "attacks the queen on d8, and nothing saves it",
        ),
        // Attacked before: the check that White has to answer is no reason, nor does the bishop attack it.
        (
            "r1b2rk1/pp1p1ppp/1qp5/n3p3/PP2P3/2PP1N2/B4KPP/RNBQ4 w - - 1 2",
            "c1e3 b6a6 b4a5",
            "takes the knight on a5 with a pawn",
        ),
    ] {
        let told = said(fen, moves)?;
        assert_eq!(told.first().map(String::as_str), Some(words), "{fen} {moves}: {told:?}");
    }
    Ok(())
}

#[test]
fn what_only_looks_like_a_cause_is_none() -> anyhow::Result<()> {
    for (fen, moves, wrong) in [
        // Taken back; the guard moves along the pin; one target; the rook was attacked before.
        ("4k3/8/2p5/3n4/8/8/6B1/4K3 w - - 0 1", "g2d5 c6d5", "nothing protects"),
        ("4k3/8/2n5/4p3/1B6/5N2/8/4K3 w - - 0 1", "f3e5 c6e5", "pinned"),
        ("r5k1/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 g8f7 c7a8", "forks"),
        ("3q2k1/8/8/8/8/4N3/8/3RK3 w - - 0 1", "e3f5 g8h7 d1d8", "opens the line"),
        // The king has an exit, so that nothing threatens mate; the knight has one, too.
        ("r5k1/5p2/6p1/8/8/8/4K3/3Q4 w - - 0 1", "d1h1 g8f8 h1a8", "mate"),
        ("4k3/8/8/8/7p/8/8/5K1n w - - 0 1", "f1g2 e8e7 g2h1", "no way out"),
        // The piece behind is worth less; the guard was not drawn, but went by itself.
        ("3nk3/8/5n2/6B1/4P3/8/8/4K3 w - - 0 1", "e4e5 e8f8 e5f6", "pinned"),
        ("3q2k1/8/8/3n4/8/8/7P/3R2K1 w - - 0 1", "h2h3 d8a8 d1d5", "draws"),
        // What took before did not protect it, and what takes was not lured by more.
        ("6k1/8/n7/1B2b3/8/8/8/4RK2 w - - 0 1", "b5a6 g8f8 e1e5", "protected"),
        ("3qr2k/8/8/3Q4/8/8/8/3R2K1 w - - 0 1", "d5d8 e8d8 d1d8", "lures"),
        // The rook came to h2 only then.
        (
            "5r1k/p5pp/8/q1p5/P2PBB2/6P1/1r5P/R2Q2K1 w - - 5 34",
            "d1h5 b2h2 h5h2",
            "attacks the rook on h2",
        ),
    ] {
        let told = said(fen, moves)?;
        assert!(!told.iter().any(|words| words.contains(wrong)), "{fen} {moves}: {told:?}");
    }
    Ok(())
}

#[test]
fn a_loss_has_an_origin() -> anyhow::Result<()> {
    for (fen, moves, expected) in [
        ("4k3/8/4p3/8/8/3B4/8/4K3 w - - 0 1", "d3f5 e6f5", Some(Origin::PutThere)),
        ("4k3/8/4p3/5p2/8/3B4/8/4K3 w - - 0 1", "d3f5 e6f5", Some(Origin::TakesProtected)),
        ("4r1k1/8/8/8/4P3/2N5/8/6K1 w - - 0 1", "c3b5 e8e4", Some(Origin::Unguarded)),
        ("4r1k1/8/8/8/4N3/8/8/4Q1K1 w - - 0 1", "e4c5 e8e1", Some(Origin::LineOpened)),
        ("3r2k1/8/8/3N4/8/4B3/8/3R2K1 w - - 0 1", "e3d4 d8d5", Some(Origin::CutOff)),
        ("3r2k1/8/8/3N4/8/8/8/6K1 w - - 0 1", "g1h1 d8d5", Some(Origin::AttackedBefore)),
        ("3r2k1/8/8/8/8/4N3/8/6K1 w - - 0 1", "g1h1 d8d5 e3d5", None),
    ] {
        let game = line(fen, moves)?;
        let behind = Line::new(game.at(1), &game.moves()[1..]);
        let told = origin(game.at(0), game.moves()[0], &behind, 0);
        let expected = expected.filter(|_| behind.moves()[0].is_capture());
        assert_eq!(told.map(|(how, _)| how), expected, "{fen} {moves}");
    }
    let fallen = (shakmaty::Role::Knight, Square::D5);
    assert_eq!(Origin::AttackedBefore.words(&fallen), "leaves the knight on d5 attacked");
    Ok(())
}

#[test]
fn guards_and_lines_that_a_move_gives_up_are_found() -> anyhow::Result<()> {
    let found = |fen, moves| -> anyhow::Result<_> {
        let game = line(fen, moves)?;
        let behind = Line::new(game.at(1), &game.moves()[1..]);
        let mv = game.moves()[0];
        let opened = opened(game.at(0), mv, &behind).map(|(_, (_, square))| square);
        Ok((given_up(game.at(0), mv, &behind).map(|(_, square)| square), opened))
    };
    let guard = found("4r1k1/8/8/8/4P3/2N5/8/6K1 w - - 0 1", "c3b5 e8e4")?;
    assert_eq!(guard, (Some(Square::E4), None));
    let opens = found("4r1k1/8/8/8/4N3/8/8/4Q1K1 w - - 0 1", "e4c5 e8e1")?;
    assert_eq!(opens, (None, Some(Square::E8)));
    // It guards the square from its new place; the line was open.
    let still = found("4r1k1/8/8/8/4P3/8/2B5/6K1 w - - 0 1", "c2b1 e8e4")?;
    assert_eq!(still, (None, None));
    Ok(())
}

#[test]
fn pawns_that_run_are_named_by_where_they_stood() -> anyhow::Result<()> {
    let told = |fen, moves| -> anyhow::Result<Vec<String>> {
        Ok(runs(&line(fen, moves)?).iter().map(|(cause, _)| cause.words()).collect())
    };
    let far = told("8/8/8/4P3/k7/8/8/4K3 w - - 0 1", "e5e6 a4b4 e6e7 b4c4")?;
    assert_eq!(far, ["lets the passed pawn on e5 run"]);
    let queen = told("8/P7/8/8/k7/8/8/4K3 w - - 0 1", "a7a8q")?;
    assert_eq!(queen, ["lets the pawn on a7 become a queen"]);
    // Another pawn can stop it; it takes; it is still far away.
    assert!(told("8/3p4/8/4P3/k7/8/8/4K3 w - - 0 1", "e5e6")?.is_empty());
    assert!(told("8/8/3p4/4P3/k7/8/8/4K3 w - - 0 1", "e5d6")?.is_empty());
    assert!(told("8/8/8/8/k7/8/4P3/4K3 w - - 0 1", "e2e4")?.is_empty());
    Ok(())
}

#[test]
fn a_back_rank_mate_is_one_behind_own_men() -> anyhow::Result<()> {
    let told = |fen, moves| -> anyhow::Result<bool> { Ok(is_back_rank(line(fen, moves)?.last())) };
    assert!(told("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")?);
    // The men of the other side shut it in; the king is not on its first rank; it is no mate.
    assert!(!told("6k1/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8")?);
    assert!(!told("8/6pk/5RpP/8/8/8/8/4K2R w - - 0 1", "h6g7")?);
    assert!(!told("6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")?);
    Ok(())
}

#[test]
fn boards_are_changed_in_one_thing() -> anyhow::Result<()> {
    let king = chess("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
    assert_eq!(with_exit(&king).len(), 3);
    let back = pawn_back(&chess("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")?, Square::E4);
    assert!(back.is_some_and(|there| there.board().piece_at(Square::E3).is_some()));
    assert!(pawn_back(&chess("4k3/8/8/8/8/8/4P3/3K4 w - - 0 1")?, Square::E2).is_none());
    let both = castled(&chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?);
    let kings: Vec<_> = both.iter().map(|there| there.board().king_of(there.turn())).collect();
    assert_eq!(kings, [Some(Square::G1), Some(Square::C1)]);
    assert!(castled(&chess("r3k2r/8/8/8/8/8/8/RN2KB1R w KQkq - 0 1")?).is_empty());
    assert!(castled(&chess("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1")?).is_empty());
    Ok(())
}

#[test]
fn facts_of_a_board() -> anyhow::Result<()> {
    let board = |fen| -> anyhow::Result<shakmaty::Board> { Ok(chess(fen)?.board().clone()) };
    assert!(is_passed(&board("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1")?, Square::E5));
    assert!(!is_passed(&board("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1")?, Square::E5));
    assert!(is_passed(&board("4k3/8/8/4P3/3p4/8/8/4K3 w - - 0 1")?, Square::D4), "Black's, too");
    // Nobody passes in check.
    assert!(passed(&chess("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?).is_none());
    Ok(())
}
