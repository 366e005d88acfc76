//! What is written is read back, what is carried along is what would be computed, and no text
//! makes a reader panic.

use std::collections::HashSet;

use crate::common::positions::{STARTS, config, legal_moves, random_position};
use proptest::prelude::*;
use shans::chess::{Epd, Position, Tapered, perft};
use shans::game::{Game, Notation};

const EPD: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm O-O Ne5xd7; \
    am Kf1; id \"x; y\"; c8 \"100 7\"; c9 \"e1g1 a2a3\"; ce +M3; dm 4; hmvc 3; D1 48; D2 2039;";

/// Overwrites, inserts or removes characters, most of them such as occur in FEN and EPD.
fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        9 => prop::sample::select(" /-;\"#_~[]+0189abhkqKQRBNPwxOM".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    let change = (0..text.len(), 0..3u8, letter);
    prop::collection::vec(change, 1..6).prop_map(move |changes| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, kind, letter) in changes {
            let place = place.min(letters.len().saturating_sub(1));
            match kind {
                0 => letters.insert(place, letter),
                1 if !letters.is_empty() => letters[place] = letter,
                _ if !letters.is_empty() => drop(letters.remove(place)),
                _ => {}
            }
        }
        letters.into_iter().collect()
    })
}

/// Everything that reads text, on one text. A position that is read must be sound.
fn read_everything(text: &str) -> Result<(), TestCaseError> {
    if let Ok((position, _)) = <Position>::from_fen(text) {
        let (again, _) = <Position>::from_fen(&position.fen())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(again, position);
    }
    for (_, epd) in Epd::<Tapered>::read_all(text) {
        if let Ok(epd) = epd {
            let legal = legal_moves(&epd.position);
            prop_assert!(epd.best.iter().chain(&epd.avoid).all(|mv| legal.contains(mv)));
        }
    }
    perft::read_suite(text);
    Ok(())
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn positions_round_trip(position in random_position()) {
        let (again, warnings) = <Position>::from_fen(&position.describe())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(warnings, []);
        prop_assert_eq!(again.key(), position.key());
        prop_assert_eq!(again.state(), position.state());
        prop_assert_eq!(again.describe(), position.describe());
        prop_assert_eq!(again, position);
    }

    #[test]
    fn moves_round_trip(position in random_position()) {
        let moves = legal_moves(&position);
        let codes: HashSet<_> = moves.iter().map(|&mv| position.encode(mv)).collect();
        prop_assert_eq!(codes.len(), moves.len());
        for mv in moves {
            prop_assert_eq!(position.decode(position.encode(mv)), Some(mv));
            for text in [position.machine_text(mv), position.human_text(mv)] {
                prop_assert_eq!(position.parse_move(&text), Some(mv), "{}", text);
            }
        }
    }

    #[test]
    fn evaluation_follows_every_move(position in random_position()) {
        for mv in legal_moves(&position) {
            let mut child = position.clone();
            child.play(mv);
            let anew = <Position>::from(child.chess().clone());
            prop_assert_eq!(child.state(), anew.state());
        }
    }

    #[test]
    fn any_code_decodes_without_panic(position in random_position(), code: u16) {
        position.decode(shans::game::MoveCode(code));
    }

    #[test]
    fn no_text_panics(text in any::<String>(), position in random_position()) {
        read_everything(&text)?;
        prop_assert!(position.parse_move(&text).is_none_or(|mv| legal_moves(&position).contains(&mv)));
    }

    #[test]
    fn no_mutated_fen_panics(
        text in prop::sample::select(&STARTS[..]).prop_flat_map(mutated),
    ) {
        read_everything(&text)?;
    }

    #[test]
    fn no_mutated_epd_panics(text in mutated(EPD)) {
        read_everything(&text)?;
    }

    #[test]
    fn no_mutated_move_panics(text in mutated("Ne5xd7=Q+"), position in random_position()) {
        prop_assert!(position.parse_move(&text).is_none_or(|mv| legal_moves(&position).contains(&mv)));
    }
}
