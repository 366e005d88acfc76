//! Games as records: a game file that `analyze --pgn` reads, and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::game::Played;
use crate::app::games::CommandLineGame;
use crate::app::players::PlayerKind;
use crate::value::Player;

/// Plies on a line of a game file.
const PLIES_A_LINE: usize = 8;

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
    let mut position = played.root.start().clone();
    let mut texts = Vec::new();
    for &mv in played.root.moves() {
        texts.push(position.machine_text(mv));
        position.play(mv);
    }
    texts
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

/// Writes a game in the form of PGN.
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
    let result = match played.winner {
        Some(Player::Max) => "1-0",
        Some(Player::Min) => "0-1",
        None => "1/2-1/2",
    };
    let mut tag = |name: &str, value: &str| writeln!(out, "[{name} \"{value}\"]");
    tag("Event", "shans play")?;
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
    for line in moves(played).chunks(PLIES_A_LINE) {
        writeln!(out, "{}", line.join(" "))?;
    }
    writeln!(out, "{result}\n")
}
