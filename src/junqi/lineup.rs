//! Line-ups: where the 25 pieces of a seat stand at the beginning.

use super::kind::{Counts, Kind, Kinds};
use super::point::{Place, Point};
use super::position::{Cell, Piece, Position, Waiting};
use super::rules::{Rules, Seat};
use super::unknown::setup_kinds;
use crate::random::Random;

/// The kinds on the points of a zone, row by row from the front; nothing in the camps.
pub type Lineup = [Option<Kind>; Point::ZONE];

/// The line-up of `startpos`, as it is written in the text of a position.
pub const START: &str = "74347/5.6.5/31.13/2.B.2/M8B6M/1F29M";

impl Position {
    /// The beginning of a game with these line-ups of the four seats, which must be legal ones.
    pub fn start(lineups: [Lineup; Seat::COUNT], rules: &'static Rules) -> Position {
        let mut position = Position {
            cells: [Cell::EMPTY; Point::COUNT],
            pools: [Counts::default(); Seat::COUNT],
            seat: Seat::South,
            playing: [true; Seat::COUNT],
            waiting: Waiting::default(),
            quiet: 0,
            plies: 0,
            rules,
        };
        for (seat, lineup) in Seat::ALL.into_iter().zip(lineups) {
            for (point, kind) in Point::zone(seat).zip(lineup) {
                if let Some(kind) = kind {
                    position.put(point, Piece { seat, kinds: Kinds::only(kind) });
                }
            }
        }
        position
    }

    /// The beginning of a game with random line-ups.
    pub fn random_start(random: &mut Random, rules: &'static Rules) -> Position {
        let lineups = Seat::ALL.map(|_| random_lineup(random));
        Position::start(lineups, rules)
    }
}

/// A legal line-up by chance: the kinds with the least choice are placed first.
pub fn random_lineup(random: &mut Random) -> Lineup {
    let mut lineup = [None; Point::ZONE];
    let order = [Kind::Flag, Kind::Mine, Kind::Bomb];
    let pieces = Counts::full();
    let ranks = pieces.each().filter(|kind| kind.strength().is_some());
    let special =
        order.iter().flat_map(|&kind| std::iter::repeat_n(kind, usize::from(pieces.of(kind))));
    for kind in special.chain(ranks) {
        let zone = Point::zone(Seat::South).enumerate();
        let free: Vec<usize> = zone
            .filter(|&(place, point)| lineup[place].is_none() && may_stand(kind, point))
            .map(|(place, _)| place)
            .collect();
        if let Some(place) = random.pick(&free) {
            lineup[place] = Some(kind);
        }
    }
    lineup
}

/// Whether a piece of this kind may stand here at the beginning, in its own zone.
pub fn may_stand(kind: Kind, point: Point) -> bool {
    match point.place() {
        Place::Zone { row, .. } if !point.is_camp() => {
            setup_kinds(row).contains(kind) && (kind != Kind::Flag || point.is_headquarters())
        }
        _ => false,
    }
}
