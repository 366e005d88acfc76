//! Games as records: a game file that other programs read, too, and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::game::Played;
use crate::app::files::movetext::Movetext;
use crate::app::files::pgn_tags::{won_by, write_tag};
use crate::app::games::CommandLineGame;
use crate::app::players::PlayerKind;
use crate::app::reporting::variation::machine_texts;

/// A game as JSON.
#[derive(Debug, Serialize)]
pub struct GameRecord {
    number: usize,
    seed: u64,
    seats: Vec<String>,
    start: String,
    moves: Vec<String>,
    end: String,
    ending: String,
    plies: usize,
    winner: Option<&'static str>,
}

/// The moves, each as programs write it.
fn moves<G: CommandLineGame>(played: &Played<G>) -> Vec<String> {
    machine_texts(played.root.start(), played.root.moves())
}

fn seats<G: CommandLineGame>(played: &Played<G>, players: &[PlayerKind]) -> Vec<String> {
    played.players.iter().map(|&player| players[player].name().to_string()).collect()
}

/// A game as data; its number is from 1 on.
pub fn data<G: CommandLineGame>(
    played: &Played<G>,
    number: usize,
    players: &[PlayerKind],
) -> GameRecord {
    GameRecord {
        number,
        seed: played.seed,
        seats: seats(played, players),
        start: played.root.start().describe(),
        moves: moves(played),
        end: played.root.game().describe(),
        ending: played.root.ending(),
        plies: played.root.moves().len(),
        winner: played.winner.map(G::player_name),
    }
}

/// Writes a game in PGN, its moves as people write them.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    played: &Played<G>,
    number: usize,
    players: &[PlayerKind],
    out: &mut dyn Write,
) -> io::Result<()> {
    let result = played.winner.map_or("1/2-1/2", won_by);
    let mut tag = |name: &str, value: &str| write_tag(name, value, out);
    tag("Event", "shans lab play")?;
    tag("Site", "?")?;
    tag("Date", "????.??.??")?;
    tag("Round", &number.to_string())?;
    for (seat, player) in G::SEATS.iter().zip(seats(played, players)) {
        tag(seat, &player)?;
    }
    tag("Result", result)?;
    for (name, value) in played.root.start().game_file_tags() {
        tag(name, &value)?;
    }
    tag("Seed", &played.seed.to_string())?;
    writeln!(out)?;
    let mut text = Movetext::new(out);
    let mut position = played.root.start().clone();
    for &mv in played.root.moves() {
        text.mv(&position, &position.human_text(mv))?;
        position.play(mv);
    }
    text.end(result)?;
    writeln!(out)
}
