//! Limits that end a search wherever nothing more can be found out, and lines as they were asked for.

use std::collections::BTreeSet;

use shans::chess::Position;
use shans::game::{Game, Notation, Past};
use shans::random::Random;

use super::dialogue::{Answer, Engine, Info, MATE_IN_2, MIDDLE, play};
use crate::common::positions::legal_moves;

/// Endings in which the search of the whole position ends early: it has seen all, or its line is over.
const ENDINGS: [(&str, &str); 4] = [
    ("4k3/8/8/3p4/2B5/8/8/4K3 w - - 0 1", "depth 8"),
    ("8/5k2/8/1p1p1p2/1P1P1b2/4B3/4K3/8 w - - 0 1", "depth 4"),
    ("5k2/8/8/p1p1p1p1/P1P1P1P1/3n4/2B5/4K3 w - - 0 1", "depth 12"),
    ("4k3/8/8/3p4/2B5/8/8/4K3 w - - 0 1", "mate 5"),
];

/// Where all is seen, a limit of depth is reached.
#[test]
fn a_depth_that_cannot_be_reached_ends_a_search() {
    let mut engine = Engine::small();
    for (fen, request) in ENDINGS {
        for option in ["MultiPV value 1", "MultiPV value 3", "UCI_AnalyseMode value true"] {
            engine.say(&format!("setoption name {option}\nucinewgame\nposition fen {fen}"));
            let answer = engine.go(request);
            let nodes = answer.info().number("nodes");
            assert!(nodes.is_some_and(|nodes| nodes < 1_000_000), "{fen} {option}: {nodes:?}");
            answer.info().score();
            engine
                .say("setoption name UCI_AnalyseMode value false\nsetoption name MultiPV value 1");
        }
    }
}

/// Every fifth by `cargo test` of the thousand that `tests/uci/endings.py` searches.
#[test]
fn every_ending_is_searched_to_its_depth() {
    let mut engine = Engine::small();
    let mut random = Random::new(1);
    for number in 0..200 {
        let fen = random_ending(&mut random);
        let depth = 1 + number % 12;
        engine.say(&format!("ucinewgame\nposition fen {fen}"));
        let answer = engine.go(&format!("depth {depth}"));
        play(&fen, &[answer.best.as_str()]);
        answer.info().score();
    }
}

/// An ending of four to seven pieces that is not over.
fn random_ending(random: &mut Random) -> String {
    loop {
        let mut board = [[' '; 8]; 8];
        let others = 2 + random.below(4);
        let pieces = (0..others)
            .map(|_| random.pick(&['P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q']));
        for piece in [Some('K'), Some('k')].into_iter().chain(pieces.collect::<Vec<_>>()).flatten()
        {
            let rank = if piece.eq_ignore_ascii_case(&'p') {
                1 + random.below(6)
            } else {
                random.below(8)
            };
            board[rank][random.below(8)] = piece;
        }
        let turn = if random.below(2) == 0 { "w" } else { "b" };
        let ranks = board.map(|rank| {
            rank.iter().map(|piece| if *piece == ' ' { '1' } else { *piece }).collect::<String>()
        });
        let fen = format!("{} {turn} - - 0 1", ranks.join("/"));
        // A piece may stand in the place of another one.
        if board.iter().flatten().filter(|piece| **piece != ' ').count() < 4 {
            continue;
        }
        if let Ok((position, _)) = <Position>::from_fen(&fen)
            && position.outcome(&Past::default()).is_none()
        {
            return position.describe();
        }
    }
}

/// The lines told last of a search.
fn last_lines(answer: &Answer) -> Vec<Info> {
    let infos = answer.infos();
    let first = infos.iter().rposition(|info| info.number("multipv") == Some(1));
    infos[first.unwrap_or_default()..].to_vec()
}

/// Greater for the better of two scores.
fn rank(info: &Info) -> i64 {
    match info.score() {
        ("mate", moves) if moves > 0 => 1_000_000 - moves,
        ("mate", moves) => -1_000_000 - moves,
        (_, cp) => cp,
    }
}

#[test]
fn there_are_as_many_lines_as_wanted_in_the_order_of_their_scores() {
    let mut engine = Engine::small();
    let mut random = Random::new(7);
    let mut fens: Vec<String> = (0..8).map(|_| random_ending(&mut random)).collect();
    fens.extend([MIDDLE, MATE_IN_2, "startpos"].map(str::to_string));
    fens.push("8/8/8/8/8/5k2/7p/7K w - - 0 1".to_string());
    for fen in fens {
        let place = if fen == "startpos" { fen.clone() } else { format!("fen {fen}") };
        let position = play(&fen, &[]);
        let legal = legal_moves(&position).len();
        for (wanted, request) in [
            (2, "depth 1"),
            (4, "nodes 3000"),
            (7, "depth 5"),
            (3, "movetime 30"),
            (300, "nodes 500"),
            (5, "mate 2"),
        ] {
            engine.say(&format!(
                "setoption name MultiPV value {wanted}\nucinewgame\nposition {place}"
            ));
            let answer = engine.go(request);
            let what = format!("{fen} {wanted} {request}: {:?}", answer.lines);
            for set in answer.infos().chunk_by(|_, next| next.number("multipv") != Some(1)) {
                assert!(set.is_sorted_by(|better, worse| rank(better) >= rank(worse)), "{what}");
            }
            let lines = last_lines(&answer);
            assert_eq!(lines.len(), wanted.min(legal), "{what}");
            assert_eq!(lines[0].pv()[0], answer.best, "{what}");
            let moves: BTreeSet<String> =
                lines.iter().map(|line| line.pv()[0].to_string()).collect();
            assert_eq!(moves.len(), lines.len(), "{what}");
            moves.iter().for_each(|mv| _ = play(&fen, &[mv.as_str()]));
            assert!(!lines[0].has("upperbound"), "{what}");
        }
    }
    engine.say("setoption name MultiPV value 9\nposition startpos");
    let answer = engine.go("searchmoves e2e4 d2d4 a2a3 nodes 300");
    assert_eq!(last_lines(&answer).len(), 3);
}
