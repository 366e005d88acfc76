//! What the endgame tables say is true: every value follows from those of the moves, and king and
//! pawn against king is compared with a table that is computed here in another way.

use std::collections::HashMap;

use crate::common::positions::{legal_moves, position};
use shakmaty::{
    Board, CastlingMode, Chess, Color, Piece, Position as _, Rank, Role, Setup, Square,
};
use shans::chess::{Position, Tapered};
use shans::game::{Evaluate, Game, Notation, Past};
use shans::search::{
    AlphaBetaOptions, BestFirst, ChanceModel, Leaf, Limits, MemoryLimits, Negamax, Pvs, PvsClassic,
    PvsOptions, Root, Searcher, Stop,
};
use shans::value::{Player, Value};

/// A position of these pieces; `None` if it is not legal.
fn placed(pieces: &[(Piece, Square)], turn: Color) -> Option<Chess> {
    let mut board = Board::empty();
    for &(piece, square) in pieces {
        if board.occupied().contains(square) {
            return None;
        }
        board.set_piece_at(square, piece);
    }
    let setup = Setup { board, turn, ..Setup::empty() };
    setup.position(CastlingMode::Standard).ok()
}

fn exact(position: &Position) -> Option<Value> {
    let past = Past::default();
    position.outcome(&past).or_else(|| position.exact(&past))
}

/// The value that follows from those of all moves.
fn by_moves(position: &Position) -> Option<Value> {
    let mover = position.turn().player()?;
    let values = legal_moves(position).into_iter().map(|mv| {
        let mut child = position.clone();
        child.play(mv);
        exact(&child).map(Value::one_ply_up)
    });
    let values: Option<Vec<Value>> = values.collect();
    values?.into_iter().max_by(|a, b| a.for_player(mover).total_cmp(&b.for_player(mover)))
}

/// Checks one of `step` positions of White's pieces against a bare king. Returns the longest
/// mate with White to move, in plies.
fn check_all(roles: &[Role], step: usize) -> u16 {
    let tapered = Tapered::default();
    let (mut longest, mut checked) = (0, 0);
    let kings = 64 * 64;
    let all = kings * 64_usize.pow(roles.len() as u32);
    for number in (0..all).step_by(step) {
        let square = |index: usize| Square::new((number >> (6 * index) & 63) as u32);
        let mut pieces = vec![(Color::White.king(), square(0)), (Color::Black.king(), square(1))];
        pieces.extend(roles.iter().zip(2..).map(|(role, at)| (role.of(Color::White), square(at))));
        for turn in Color::ALL {
            let Some(chess) = placed(&pieces, turn) else { continue };
            let position = Position::new(chess, tapered.clone());
            if position.outcome(&Past::default()).is_some() {
                continue;
            }
            let value = exact(&position);
            assert!(value.is_some(), "{}", position.fen());
            assert_eq!(value, by_moves(&position), "{}", position.fen());
            let plies = value.and_then(Value::win).map_or(0, |(_, plies)| plies);
            if turn == Color::White {
                longest = longest.max(plies);
            }
            checked += 1;
        }
    }
    assert!(checked > all / step / 4, "{checked} positions of {roles:?}");
    longest
}

/// The longest mates are those that every table of endings has.
#[test]
fn distances_follow_from_the_moves() {
    assert_eq!(check_all(&[Role::Queen], 1), 19);
    assert_eq!(check_all(&[Role::Rook], 1), 31);
    // The positions of two pieces are samples.
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for (index, &first) in pieces.iter().enumerate() {
        for &last in &pieces[index..] {
            let longest = check_all(&[last, first], 499);
            let expected = match (first, last) {
                (Role::Knight, Role::Knight) => 1..=1,
                (Role::Knight, Role::Bishop) => 61..=65,
                (Role::Bishop, Role::Bishop) => 35..=37,
                (Role::Knight | Role::Bishop, Role::Rook) => 27..=31,
                _ => 7..=17,
            };
            assert!(expected.contains(&longest), "{longest} plies, {first:?} and {last:?}");
        }
    }
}

/// Where pawns of White can be.
fn pawn_squares() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().filter(|square| !matches!(square.rank(), Rank::First | Rank::Eighth))
}

/// King and pawn against king, computed from the moves alone: all positions, and whether White
/// wins. A pawn that has become a queen or a rook wins unless that stalemates, or loses it at
/// once; any other piece draws.
fn pawn_endings() -> Vec<(Chess, bool)> {
    let mut number_of = HashMap::new();
    let mut positions = Vec::new();
    for pawn in pawn_squares() {
        for (white, black) in Square::ALL.into_iter().flat_map(|w| Square::ALL.map(|b| (w, b))) {
            for turn in Color::ALL {
                let pieces = [
                    (Color::White.king(), white),
                    (Color::Black.king(), black),
                    (Color::White.pawn(), pawn),
                ];
                if let Some(chess) = placed(&pieces, turn) {
                    number_of.insert((white, black, pawn, turn), positions.len());
                    positions.push(chess);
                }
            }
        }
    }
    let place = |chess: &Chess| {
        let king = |color| chess.board().king_of(color);
        let pawn = chess.board().pawns().first()?;
        number_of.get(&(king(Color::White)?, king(Color::Black)?, pawn, chess.turn())).copied()
    };
    // A reply by its number, or whether it wins at once.
    let replies: Vec<Vec<Result<usize, bool>>> = positions
        .iter()
        .map(|chess| {
            let children = chess.legal_moves().into_iter().map(|mv| {
                let mut child = chess.clone();
                child.play_unchecked(mv);
                place(&child).ok_or_else(|| promotion_wins(&child))
            });
            children.collect()
        })
        .collect();
    let mut won: Vec<bool> = positions.iter().map(|chess| chess.is_checkmate()).collect();
    loop {
        let mut changed = false;
        for (number, chess) in
            positions.iter().enumerate().filter(|&(_, chess)| !chess.is_stalemate())
        {
            let wins = |&reply: &Result<usize, bool>| reply.map_or_else(|wins| wins, |at| won[at]);
            let mut replies_won = replies[number].iter().map(wins);
            let wins = match chess.turn() {
                Color::White => replies_won.any(|wins| wins),
                Color::Black => replies_won.all(|wins| wins),
            };
            if wins && !won[number] {
                won[number] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    positions.into_iter().zip(won).collect()
}

/// Whether White has won with what its pawn has become.
fn promotion_wins(chess: &Chess) -> bool {
    let moves = chess.legal_moves();
    let is_taken = moves.iter().any(|mv| mv.is_capture());
    let is_strong = chess.board().rooks_and_queens().any();
    is_strong && !is_taken && (!moves.is_empty() || chess.is_check())
}

#[test]
fn king_and_pawn_against_king_is_known() {
    let tapered = Tapered::default();
    let (mut wins, mut draws, mut longest) = (0, 0, 0);
    for (chess, is_won) in pawn_endings() {
        for chess in [chess.clone(), mirrored(&chess)] {
            let strong = Color::from_white(chess.board().pawns().is_subset(chess.board().white()));
            let position = Position::new(chess, tapered.clone());
            let value = exact(&position);
            let win = value.expect("a known value").win();
            if position.outcome(&Past::default()).is_none() {
                assert_eq!(value, by_moves(&position), "{}", position.fen());
                longest = longest.max(win.map_or(0, |(_, plies)| plies));
            }
            let winner = win.map(|(winner, _)| winner);
            let expected = strong.fold_wb(Player::Max, Player::Min);
            assert_eq!(winner, is_won.then_some(expected), "{}", position.fen());
            let counted = if is_won { &mut wins } else { &mut draws };
            *counted += 1;
        }
    }
    assert!(wins > 300_000 && draws > 150_000, "{wins} won, {draws} drawn");
    // Mate in 28, with either side to move.
    assert!((55..=56).contains(&longest), "{longest}");
}

/// The same with colours changed.
fn mirrored(chess: &Chess) -> Chess {
    let board = chess.board().clone().into_mirrored();
    let setup = Setup { board, turn: !chess.turn(), ..Setup::empty() };
    setup.position(CastlingMode::Standard).expect("as legal as before")
}

/// What is known about a position, its past aside.
fn known(fen: &str) -> Option<Value> {
    position(fen).exact(&Past::default())
}

#[test]
fn a_win_must_come_before_the_fifty_move_rule() {
    let mate = Some(Value::win_in(Player::Max, 3));
    assert_eq!(known("7k/8/5K2/8/8/8/8/R7 w - - 97 120"), mate);
    assert_eq!(known("7k/8/5K2/8/8/8/8/R7 w - - 98 120"), Some(Value::DRAW));
    // With a pawn the clock may start afresh.
    let pawn = |clock: u32| known(&format!("7k/8/8/8/8/8/P7/K7 w - - {clock} 120"));
    let (_, plies) = pawn(0).and_then(Value::win).expect("a win");
    assert_eq!(pawn(100 - u32::from(plies)), pawn(0));
    assert_eq!(pawn(101 - u32::from(plies)), None);
    assert_eq!(known("7k/8/8/8/8/8/P7/K7 b - - 99 120"), None);
    assert_eq!(known("7k/8/8/8/7P/7K/8/8 w - - 80 120"), Some(Value::DRAW));
}

#[test]
fn what_is_not_certain_is_not_known() {
    for fen in [
        "8/8/8/4k3/8/8/8/RR2K2R w - - 0 1",
        "8/8/8/4k3/8/8/8/4K2R w K - 0 1",
        "8/8/8/4k3/8/8/4p3/4K2R w - - 0 1",
        "startpos",
    ] {
        assert_eq!(known(fen), None, "{fen}");
    }
    assert!(known("8/8/8/4k3/8/8/8/4K2R w - - 0 1").is_some());
    // On the way to mate, a position that was there twice could come for the third time.
    let rook = position("8/8/8/4k3/8/8/8/4K2R w - - 9 30");
    assert!(rook.exact(&Past::new(&[1, 2, 3, 4], 4)).is_some());
    assert_eq!(rook.exact(&Past::new(&[1, 2, 1, 3], 4)), None);
    let late = position("8/8/8/4k3/8/8/8/4K2R w - - 3 30");
    assert!(late.exact(&Past::new(&[1, 1, 2, 3], 4)).is_some(), "a capture lies between");
    let drawn = position("7k/8/8/8/7P/7K/8/8 w - - 9 30");
    assert_eq!(drawn.exact(&Past::new(&[1, 2, 1, 3], 4)), Some(Value::DRAW));
}

/// Random legal positions of White's pieces against a bare king that is to move and loses.
fn lost_positions(roles: &[Role], count: usize) -> Vec<Position> {
    let tapered = Tapered::default();
    let mut random = 1_u64;
    let mut square = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Square::new((random >> 58) as u32)
    };
    let mut found = Vec::new();
    while found.len() < count {
        let mut pieces = vec![(Color::White.king(), square()), (Color::Black.king(), square())];
        pieces.extend(roles.iter().map(|role| (role.of(Color::White), square())));
        let chess = placed(&pieces, Color::Black);
        let Some(position) = chess.map(|chess| Position::new(chess, tapered.clone())) else {
            continue;
        };
        let is_open = position.outcome(&Past::default()).is_none();
        if is_open && position.exact(&Past::default()).is_some_and(|value| value.win().is_some()) {
            found.push(position);
        }
    }
    found
}

#[test]
fn elementary_mates_are_proven() {
    let limits = Limits { nodes: Some(5_000_000), ..Limits::default() };
    for roles in [
        &[Role::Queen][..],
        &[Role::Rook],
        &[Role::Bishop, Role::Bishop],
        &[Role::Knight, Role::Bishop],
        &[Role::Rook, Role::Rook],
        &[Role::Pawn],
    ] {
        for position in lost_positions(roles, 20) {
            let expected = position.exact(&Past::default());
            let root = Root::new(position.clone());
            let mut search =
                BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
            let report = search.search(&limits, &mut |_| {});
            assert_eq!(Some(report.value), expected, "{}", position.fen());
            assert_eq!(report.stop, Some(Stop::Proven), "{}", position.fen());
            assert!(report.counters.nodes < 1_000, "{}", position.fen());
            let plies = report.value.win().map(|(_, plies)| usize::from(plies));
            let line = report.lines.first().map(|line| line.moves.len());
            assert_eq!(line, plies, "the line leads to the mate: {}", position.fen());
            search.check().unwrap_or_else(|broken| panic!("{broken}"));
        }
    }
}

#[test]
fn every_searcher_knows_the_endings() {
    let draw = Root::new(position("7k/8/8/8/7P/7K/8/8 w - - 0 1"));
    let win = Root::new(position("8/8/8/4k3/8/8/8/KR6 w - - 0 1"));
    let expected = position("8/8/8/4k3/8/8/8/KR6 w - - 0 1").exact(&Past::default());
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    for (root, expected) in [(draw, Some(Value::DRAW)), (win, expected)] {
        let searchers: [Box<dyn Searcher<Position>>; 4] = [
            Box::new(BestFirst::new(
                root.clone(),
                ChanceModel::default(),
                MemoryLimits::new(8 << 20),
            )),
            Box::new(Pvs::new(root.clone(), PvsOptions::default())),
            Box::new(PvsClassic::alpha_beta(root.clone(), AlphaBetaOptions::default())),
            Box::new(Negamax::new(root, Leaf::Quiescence)),
        ];
        for mut searcher in searchers {
            let report = searcher.search(&limits, &mut |_| {});
            // A search that prunes reports no win as proven, but announces it.
            let announced = report.changes.last().and_then(|change| change.win);
            let win = expected.and_then(Value::win);
            assert!(Some(report.value) == expected || announced == win, "{report:?}");
            assert!(report.best_move().is_some());
        }
    }
}

/// The study by Réti (1921): the king is in time for one pawn or the other.
#[test]
fn retis_study_is_a_draw() {
    let root = Root::new(position("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"));
    let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(64 << 20));
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    assert!(report.value.raw().abs() < 50.0, "{:?}", report.value);
    let best = report.best_move().map(|mv| search.position().machine_text(mv));
    assert_eq!(best.as_deref(), Some("h8g7"));
}

/// What is known exactly is searched all the same where a move is wanted.
#[test]
fn an_ending_that_is_known_can_be_stepped_into() {
    let start = position("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let mut search = BestFirst::new(
        Root::new(start.clone()),
        ChanceModel::default(),
        MemoryLimits::new(8 << 20),
    );
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    search.search(&limits, &mut |_| {});
    for text in ["a1a7", "h8g8"] {
        let mv = search.position().parse_move(text).expect(text);
        search.step(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        search.check().unwrap_or_else(|broken| panic!("{broken}"));
        let granted = Limits { nodes: Some(search.nodes() + 2_000), ..Limits::default() };
        let report = search.search(&granted, &mut |_| {});
        let expected = search.position().exact(&Past::default());
        assert_eq!((Some(report.value), report.best_move().is_some()), (expected, true), "{text}");
        search.check().unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// With colours changed, everything that the evaluation knows changes its sign.
#[test]
fn both_colours_have_the_same_endings() {
    for fen in [
        "8/8/8/8/8/2k5/3p4/K6Q w - - 0 1",
        "8/5k2/8/3P4/8/8/5K2/8 b - - 0 1",
        "7k/8/8/7P/8/8/5B2/K7 w - - 0 1",
        "8/8/4kb2/8/3PP3/3BK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/8/1RRR4/K7 b - - 0 1",
        "8/8/8/3k4/8/8/R7/K3b3 w - - 0 1",
    ] {
        let position = position(fen);
        let mirrored: Position = mirrored(position.chess()).into();
        assert_eq!(position.evaluate().raw(), -mirrored.evaluate().raw(), "{fen}");
    }
}

/// White gives a rook away; the other one mates, the clock being set back.
#[test]
fn a_piece_given_away_sets_the_clock_back() {
    for (fen, expected) in [
        ("8/6k1/8/8/6R1/5K2/4R3/8 b - - 95 100", None),
        ("8/6k1/8/8/6R1/5K2/8/8 b - - 95 100", Some(Value::DRAW)),
        ("8/3k4/1K6/8/8/5N2/6B1/8 b - - 95 100", Some(Value::DRAW)),
    ] {
        assert_eq!(position(fen).exact(&Past::default()), expected, "{fen}");
    }
}
