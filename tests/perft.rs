//! Move generation against published counts
//! (<https://www.chessprogramming.org/Perft_Results>,
//! <https://www.chessprogramming.org/Chess960_Perft_Results>), twice: fast, and through the
//! game contract.

use shans::chess::perft::perft;
use shans::chess::{Position, Tapered};
use shans::game::Game;

/// Positions with their counts from depth 1 on.
const COUNTS: [(&str, &[u64]); 9] = [
    ("startpos", &[20, 400, 8_902, 197_281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890],
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672],
    ),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002, 667_366]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471, 273_318]),
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}")).0
}

fn depths(counts: &[u64]) -> impl Iterator<Item = (u8, u64)> {
    (1..).zip(counts.iter().copied())
}

#[test]
fn fast_counts_are_right() {
    for (fen, counts) in COUNTS {
        for (depth, expected) in depths(counts) {
            assert_eq!(perft(position(fen).chess(), depth), expected, "{fen} depth {depth}");
        }
    }
}

#[test]
fn counts_through_the_contract_are_right() {
    fn count(position: &Position, depth: u8) -> u64 {
        // The key goes along from move to move.
        let afresh = Position::<Tapered>::from(position.chess().clone());
        assert_eq!(position.key(), afresh.key());
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let children = moves.into_iter().map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            count(&child, depth - 1)
        });
        children.sum()
    }
    for (fen, counts) in COUNTS {
        for (depth, expected) in depths(counts).take(3) {
            assert_eq!(count(&position(fen), depth), expected, "{fen} depth {depth}");
        }
    }
}
