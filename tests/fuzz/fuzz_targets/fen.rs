//! Any bytes as a FEN and, behind a line end, as a move. What reads as a position must write
//! back the same, and all its moves must survive every notation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shans::chess::{FenWarning, Position};
use shans::game::{Evaluate, Game, Notation, Order, Past};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (fen, move_text) = text.split_once('\n').unwrap_or((&text, "e2e4"));
    let Ok((position, _)) = <Position>::from_fen(fen) else { return };
    let (again, warnings) = <Position>::from_fen(&position.fen()).expect("written FEN is read");
    assert!(again == position);
    assert!(warnings.iter().all(|warning| *warning == FenWarning::TooMuchMaterial));
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if let Some(mv) = position.parse_move(move_text) {
        assert!(moves.contains(&mv));
    }
    position.outcome(&Past::default());
    let mut estimates = Vec::new();
    position.estimates(&mut estimates);
    assert_eq!(estimates.len(), moves.len());
    position.tactical(&mut estimates);
    for &mv in &moves {
        assert_eq!(position.decode(position.encode(mv)), Some(mv));
        assert_eq!(position.parse_move(&position.machine_text(mv)), Some(mv));
        assert_eq!(position.parse_move(&position.human_text(mv)), Some(mv));
        let mut child = position.clone();
        child.play(mv);
        assert_eq!(child.state(), <Position>::from(child.chess().clone()).state());
        child.evaluate();
        child.outcome(&Past::default());
    }
});
