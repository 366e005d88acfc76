//! The move with which a game leaves the repertoire.

use std::collections::HashMap;
use std::path::Path;

use super::super::place::Place;
use super::super::repertoire::Plan;
use super::{Departure, Found, Games};
use crate::app::exit;
use crate::app::files::game_file::{MainLine, main_line, text_of, written_games};
use crate::chess::{Position, Tapered};
use crate::game::Game as _;

/// Reads the games of a file. What cannot be read is reported.
///
/// # Errors
///
/// A file that cannot be read.
pub fn read(path: &Path, evaluator: &Tapered) -> anyhow::Result<Games> {
    let (name, text) = text_of(path)?;
    let written: Vec<_> = written_games(&text).collect();
    let mut games =
        Games { text: Vec::new(), written: Vec::new(), lines: Vec::new(), is_whole: true };
    for (number, game) in written.iter().enumerate() {
        let read = main_line::<Position>(game, &name, evaluator.clone());
        let fault = match &read {
            Ok(read) if read.is_no_game(game) => continue,
            Ok(read) => read.fault.as_ref(),
            Err(fault) => Some(fault),
        };
        if let Some(fault) = fault {
            exit::complain(&fault.with_what_is_left_out());
            games.is_whole = false;
        }
        games.lines.push((number, read.ok().map(|read| read.line)));
    }
    (games.text, games.written) = (text, written);
    Ok(games)
}

/// Compares games with the repertoire.
pub fn find(games: &Games, plan: &Plan, first: &Place) -> Found {
    let mut found = Found::default();
    let places: HashMap<u64, &Place> = first
        .all()
        .into_iter()
        .filter(|place| place.joins.is_none())
        .map(|place| (place.position.key(), place))
        .collect();
    for (number, line) in &games.lines {
        match line.as_ref().and_then(|line| Some((line, last_place(line, &places)?))) {
            None => found.elsewhere += 1,
            Some((line, (ply, _))) if ply == line.moves.len() => found.kept += 1,
            Some((line, (ply, place))) => {
                let start = first.position.clone();
                let (way, position) = (place.line.clone(), place.position.clone());
                found.departures.push(Departure {
                    game: *number,
                    ply,
                    start,
                    line: way,
                    is_own: plan.is_own(&position),
                    position,
                    mv: line.moves[ply],
                    prepared: place.next.iter().filter_map(Place::mv).collect(),
                    loss: None,
                });
            }
        }
    }
    found
}

/// Takes what opponents played in these games, and is not prepared for, into the repertoire; whether there was anything.
pub fn fill(games: &Games, plan: &mut Plan, first: &Place) -> bool {
    let found = find(games, plan, first);
    let holes = found.departures.iter().filter(|departure| !departure.is_own);
    // Each of them is wanted, not only the first one.
    holes.filter(|hole| plan.opponent.want(&hole.position, hole.mv)).count() > 0
}

/// The last position of a game that the repertoire has, and after how many moves it comes: whoever plays the same moves in
/// another order has left nothing.
fn last_place<'p>(
    line: &MainLine<Position>,
    places: &HashMap<u64, &'p Place>,
) -> Option<(usize, &'p Place)> {
    let mut at = line.start.clone();
    let mut last = places.get(&at.key()).map(|&place| (0, place));
    for (ply, &mv) in line.moves.iter().enumerate() {
        at.play(mv);
        last = places.get(&at.key()).map(|&place| (ply + 1, place)).or(last);
    }
    last
}
