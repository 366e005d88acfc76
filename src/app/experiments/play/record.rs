//! Games as records: a game file that other programs read, too, and JSON; and what came of them.

use std::io::{self, Write};

use serde::Serialize;

use super::game::Played;
use crate::app::files::movetext::Movetext;
use crate::app::files::pgn_tags::{won_by, write_tag};
use crate::app::games::CommandLineGame;
use crate::app::players::PlayerKind;
use crate::app::printable::printable;
use crate::app::reporting::text_table;
use crate::app::reporting::variation::machine_texts;
use crate::value::Player;

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

/// What a team has reached in all games, over all seats.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TeamTotal {
    /// The players of the team, in the order in which they were named.
    pub players: Vec<String>,
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
    /// Points per game, a draw being half a one.
    #[serde(rename = "points_per_game")]
    pub score: f64,
    /// The standard error of the score, estimated from the games.
    pub error: f64,
}

/// The two teams: the one of the first seat that was named, and the other.
pub fn totals<G: CommandLineGame>(games: &[Played<G>], players: &[PlayerKind]) -> [TeamTotal; 2] {
    let mut totals = [TeamTotal::default(), TeamTotal::default()];
    for (index, player) in players.iter().enumerate() {
        totals[index % 2].players.push(player.name().to_string());
    }
    for game in games {
        // Seats of even number are Max's.
        let max_team = game.players[0] % 2;
        match game.winner {
            None => totals.iter_mut().for_each(|total| total.drawn += 1),
            Some(winner) => {
                let winning = if winner == Player::Max { max_team } else { 1 - max_team };
                totals[winning].won += 1;
                totals[1 - winning].lost += 1;
            }
        }
    }
    totals.map(TeamTotal::with_score)
}

impl TeamTotal {
    fn with_score(self) -> TeamTotal {
        let games = (self.won + self.drawn + self.lost).max(1) as f64;
        let score = (self.won as f64 + self.drawn as f64 / 2.0) / games;
        let squares = self.won as f64 + self.drawn as f64 / 4.0;
        let variance = (squares / games - score * score).max(0.0);
        TeamTotal { score, error: (variance / games).sqrt(), ..self }
    }
}

/// Writes the totals as a table.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write_totals(totals: &[TeamTotal; 2], out: &mut dyn Write) -> io::Result<()> {
    let head = ["team", "won", "drawn", "lost", "score"].map(str::to_string).to_vec();
    let row = |total: &TeamTotal| {
        let score = format!("{:.1} % ± {:.1}", 100.0 * total.score, 100.0 * total.error);
        let counts = [total.won, total.drawn, total.lost].map(|count| count.to_string());
        [vec![printable(&total.players.join(" + "))], counts.to_vec(), vec![score]].concat()
    };
    let rows: Vec<_> = [head].into_iter().chain(totals.iter().map(row)).collect();
    text_table::write(&rows, |column| column == 0, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_point() {
        let total = TeamTotal { won: 3, drawn: 2, lost: 0, ..TeamTotal::default() }.with_score();
        assert!((total.score - 0.8).abs() < 1e-9);
        // Squares: (3 + 2/4) / 5 - 0.64 = 0.06; over 5 games.
        assert!((total.error - (0.06_f64 / 5.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn teams_stand_in_a_table() -> io::Result<()> {
        let team = |players: &[&str], won, lost| {
            let players = players.iter().map(|name| name.to_string()).collect();
            TeamTotal { players, won, lost, ..TeamTotal::default() }.with_score()
        };
        let mut out = Vec::new();
        write_totals(
            &[team(&["greedy", "pvs"], 3, 1), team(&["random", "random"], 1, 3)],
            &mut out,
        )?;
        let text = String::from_utf8_lossy(&out);
        assert!(text.contains("greedy + pvs       3      0     1  75.0 % ± 21.7"), "{text}");
        Ok(())
    }
}
