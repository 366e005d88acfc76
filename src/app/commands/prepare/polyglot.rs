//! The moves of one's own side as an opening book in the format of PolyGlot, which engines and boards read. The format:
//! `http://hgm.nubati.net/book_format.html`.

use std::collections::HashMap;
use std::io::{self, Write};

use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Move, Position as _, Role};

use super::place::Place;
use super::repertoire::Plan;

/// The weight of a move that makes all points. Programs choose among the moves of a position by their weights.
const MOST: f64 = 1_000.0;

/// Writes the book: each answer of the repertoire, and each move that is nearly as good, weighed by its practical points.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(plan: &Plan, first: &Place, out: &mut dyn Write) -> io::Result<()> {
    let mut entries: HashMap<(u64, u16), u16> = HashMap::new();
    for place in first.all().into_iter().filter(|place| plan.is_own(&place.position)) {
        let key: Zobrist64 = place.position.chess().zobrist_hash(EnPassantMode::PseudoLegal);
        for next in &place.next {
            let points = next.practical.or(next.expected).unwrap_or(0.5);
            let weight = (points * MOST).round().max(1.0) as u16;
            let moves = next.mv().and_then(code);
            entries.extend(moves.map(|mv| ((key.0, mv), weight)));
        }
    }
    let mut entries: Vec<((u64, u16), u16)> = entries.into_iter().collect();
    // Readers look for a key by halving, and take its first move as the main one.
    entries.sort_by_key(|&((key, mv), weight)| (key, std::cmp::Reverse(weight), mv));
    for ((key, mv), weight) in entries {
        out.write_all(&key.to_be_bytes())?;
        out.write_all(&mv.to_be_bytes())?;
        out.write_all(&weight.to_be_bytes())?;
        // What programs have learned of it: nothing.
        out.write_all(&0_u32.to_be_bytes())?;
    }
    Ok(())
}

/// A move as the format has it: castling as the king taking its rook.
fn code(mv: Move) -> Option<u16> {
    let square = |square: shakmaty::Square| u16::from(u8::from(square));
    let promotion = match mv.promotion() {
        None => 0,
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(_) => 4,
    };
    Some(promotion << 12 | square(mv.from()?) << 6 | square(mv.to()))
}
