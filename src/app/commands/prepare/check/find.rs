//! The move with which a game leaves the repertoire.

use std::collections::HashMap;
use std::path::Path;

use super::super::place::Place;
use super::super::repertoire::Plan;
use super::{Checked, Departure};
use crate::app::exit;
use crate::app::files::game_file::{MainLine, main_line, text_of, written_games};
use crate::chess::Position;
use crate::game::{Evaluate as _, Game as _};

/// Compares the games of a file with the repertoire. What cannot be read is reported.
///
/// # Errors
///
/// A file that cannot be read.
pub fn find(path: &Path, plan: &Plan, first: &Place) -> anyhow::Result<Checked> {
    let (name, text) = text_of(path)?;
    let games: Vec<_> = written_games(&text).collect();
    let mut checked = Checked {
        text: Vec::new(),
        games: Vec::new(),
        elsewhere: 0,
        kept: 0,
        departures: Vec::new(),
        is_whole: true,
    };
    let places: HashMap<u64, &Place> = first
        .all()
        .into_iter()
        .filter(|place| place.joins.is_none())
        .map(|place| (place.position.key(), place))
        .collect();
    for (number, game) in games.iter().enumerate() {
        let read = main_line::<Position>(game, &name, first.position.evaluator().clone());
        let fault = match &read {
            Ok(read) if read.is_no_game(game) => continue,
            Ok(read) => read.fault.as_ref(),
            Err(fault) => Some(fault),
        };
        if let Some(fault) = fault {
            exit::complain(&fault.with_what_is_left_out());
            checked.is_whole = false;
        }
        match read.ok().and_then(|read| last_place(&read.line, &places).map(|at| (read, at))) {
            None => checked.elsewhere += 1,
            Some((read, (ply, _))) if ply == read.line.moves.len() => checked.kept += 1,
            Some((read, (ply, place))) => {
                let start = first.position.clone();
                let (line, position) = (place.line.clone(), place.position.clone());
                checked.departures.push(Departure {
                    game: number,
                    ply,
                    start,
                    line,
                    is_own: plan.is_own(&position),
                    position,
                    mv: read.line.moves[ply],
                    prepared: place.next.iter().filter_map(Place::mv).collect(),
                    loss: None,
                });
            }
        }
    }
    (checked.text, checked.games) = (text, games);
    Ok(checked)
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
