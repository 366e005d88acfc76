//! Positions for tests: random games from well-known starts.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use shans::chess::Position;
use shans::game::{Game, Notation};
use shans::search::Root;

/// Where random games start: the usual array, positions full of castling, promotion and en
/// passant, and two of Chess960.
pub const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
];

/// The same cases every time.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::with_cases(cases)
    }
}

/// The position that a FEN of this test describes.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}")).0
}

/// All legal moves.
pub fn legal_moves(position: &Position) -> Vec<<Position as Game>::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// A random game of up to 100 plies, and sometimes a choice among the moves at its end.
pub fn random_root() -> impl Strategy<Value = Root<Position>> {
    let choices = prop::collection::vec(any::<u16>(), 0..100);
    let sample = prop::sample::select(&STARTS[..]);
    (sample, choices, prop::option::weighted(0.2, 1..5_usize)).prop_map(|(fen, choices, few)| {
        let mut root = Root::new(position(fen));
        for choice in choices {
            let moves = legal_moves(root.game());
            if moves.is_empty() {
                break;
            }
            root.play(moves[usize::from(choice) % moves.len()]);
        }
        let moves = legal_moves(root.game());
        root.candidates = few
            .filter(|&few| few <= moves.len())
            .map(|few| moves.into_iter().rev().step_by(2).take(few).collect());
        root
    })
}

/// A position somewhere in a random game of up to 100 plies.
pub fn random_position() -> impl Strategy<Value = Position> {
    let choices = prop::collection::vec(any::<u16>(), 0..100);
    (prop::sample::select(&STARTS[..]), choices).prop_map(|(fen, choices)| {
        let mut position = position(fen);
        for choice in choices {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]);
        }
        position
    })
}

/// The same position with the sides exchanged. Rights to castle are left out.
pub fn with_sides_exchanged(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let exchange = |letter: char| match letter {
        _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let ranks: Vec<String> =
        fields[0].split('/').rev().map(|rank| rank.chars().map(exchange).collect()).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    format!("{} {turn} - - 0 1", ranks.join("/"))
}

/// The moves of a line, from a position on.
pub fn moves(position: &Position, line: &str) -> Vec<<Position as Game>::Move> {
    let mut game = position.clone();
    let play = |text: &str| {
        let mv = game.parse_move(text).unwrap_or_else(|| panic!("{text}"));
        game.play(mv);
        mv
    };
    line.split_whitespace().map(play).collect()
}
