//! The rules once more, slowly: on a grid of coordinates, with nothing worked out beforehand.
//! Nothing of the program is used here.

use std::collections::{BTreeMap, BTreeSet};

/// Column and row in the drawing of the board, from the left and the top, 0 to 16.
pub type Place = (i32, i32);

/// A move: from where to where.
pub type SlowMove = (Place, Place);

/// A position with open ranks. Pieces have a seat (0 to 3) and a letter.
#[derive(Clone, Debug)]
pub struct Slow {
    pub pieces: BTreeMap<Place, (usize, char)>,
    pub turn: usize,
    pub out: [bool; 4],
}

/// The zone, row and column of a place; zone 4 is the centre.
fn zone(place: Place) -> Option<(usize, i32, i32)> {
    let (x, y) = place;
    let inner = 6..=10;
    let found = match place {
        _ if inner.contains(&x) && (11..=16).contains(&y) => (0, y - 10, x - 5),
        _ if inner.contains(&y) && (11..=16).contains(&x) => (1, x - 10, 11 - y),
        _ if inner.contains(&x) && (0..=5).contains(&y) => (2, 6 - y, 11 - x),
        _ if inner.contains(&y) && (0..=5).contains(&x) => (3, 6 - x, y - 5),
        _ if [6, 8, 10].contains(&x) && [6, 8, 10].contains(&y) => (4, y, x),
        _ => return None,
    };
    Some(found)
}

pub fn places() -> Vec<Place> {
    let all = (0..17).flat_map(|x| (0..17).map(move |y| (x, y)));
    all.filter(|&place| zone(place).is_some()).collect()
}

fn is_camp(place: Place) -> bool {
    let camps = [(2, 2), (2, 4), (3, 3), (4, 2), (4, 4)];
    zone(place).is_some_and(|(zone, row, column)| zone < 4 && camps.contains(&(row, column)))
}

fn is_headquarters(place: Place) -> bool {
    zone(place).is_some_and(|(zone, row, column)| zone < 4 && row == 6 && [2, 4].contains(&column))
}

fn is_rail(place: Place) -> bool {
    zone(place).is_some_and(|(zone, row, column)| {
        zone == 4 || row == 1 || row == 5 || (row < 5 && (column == 1 || column == 5))
    })
}

/// Whether the last front point of a zone and the first one of the next are these two.
fn is_corner_link(a: Place, b: Place) -> bool {
    let joins = |a, b| match (zone(a), zone(b)) {
        (Some((from, 1, 5)), Some((to, 1, 1))) => from < 4 && to == (from + 1) % 4,
        _ => false,
    };
    joins(a, b) || joins(b, a)
}

fn are_adjacent(a: Place, b: Place) -> bool {
    let (dx, dy) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    let in_centre = |place| zone(place).is_some_and(|(zone, ..)| zone == 4);
    dx + dy == 1
        || (dx == 1 && dy == 1 && (is_camp(a) || is_camp(b)))
        || (in_centre(a) && in_centre(b) && (dx, dy) != (1, 1) && dx + dy == 2)
        || is_corner_link(a, b)
}

/// Whether a piece that came from `before` to `at` goes straight on to `next`.
fn goes_straight(before: Place, at: Place, next: Place) -> bool {
    let direction = |a: Place, b: Place| ((b.0 - a.0).signum(), (b.1 - a.1).signum());
    // Along the side of a zone: rows change, the column stays.
    let along_side = |a, b| match (zone(a), zone(b)) {
        (Some((one, _, column)), Some((other, _, same))) => one == other && column == same,
        _ => false,
    };
    if is_corner_link(before, at) {
        return along_side(at, next);
    }
    if is_corner_link(at, next) {
        return along_side(before, at);
    }
    direction(before, at) == direction(at, next)
}

impl Slow {
    fn may_land(&self, seat: usize, to: Place) -> bool {
        match self.pieces.get(&to) {
            None => true,
            Some((other, _)) => (other + seat) % 2 == 1 && !is_camp(to),
        }
    }

    fn neighbours(place: Place) -> impl Iterator<Item = Place> {
        places().into_iter().filter(move |&other| other != place && are_adjacent(place, other))
    }

    fn rail_neighbours(place: Place) -> impl Iterator<Item = Place> {
        Slow::neighbours(place).filter(move |&other| is_rail(place) && is_rail(other))
    }

    fn slide(&self, seat: usize, before: Place, at: Place, found: &mut BTreeSet<Place>) {
        if self.may_land(seat, at) {
            found.insert(at);
        }
        if !self.pieces.contains_key(&at) {
            for next in Slow::rail_neighbours(at) {
                if next != before && goes_straight(before, at, next) {
                    self.slide(seat, at, next, found);
                }
            }
        }
    }

    fn ride(&self, seat: usize, from: Place, found: &mut BTreeSet<Place>) {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for next in Slow::rail_neighbours(at) {
                if seen.insert(next) {
                    if self.may_land(seat, next) {
                        found.insert(next);
                    }
                    if !self.pieces.contains_key(&next) {
                        open.push(next);
                    }
                }
            }
        }
    }

    pub fn destinations(&self, from: Place) -> BTreeSet<Place> {
        let mut found = BTreeSet::new();
        let Some(&(seat, kind)) = self.pieces.get(&from) else { return found };
        if is_headquarters(from) || kind == 'M' || kind == 'F' {
            return found;
        }
        found.extend(Slow::neighbours(from).filter(|&to| self.may_land(seat, to)));
        if kind == '1' {
            self.ride(seat, from, &mut found);
        } else {
            for next in Slow::rail_neighbours(from) {
                self.slide(seat, from, next, &mut found);
            }
        }
        found
    }

    pub fn moves(&self) -> BTreeSet<SlowMove> {
        self.moves_of(self.turn)
    }

    fn moves_of(&self, seat: usize) -> BTreeSet<SlowMove> {
        let own = self.pieces.iter().filter(|(_, piece)| piece.0 == seat);
        own.flat_map(|(&from, _)| self.destinations(from).into_iter().map(move |to| (from, to)))
            .collect()
    }

    pub fn is_over(&self) -> bool {
        (self.out[0] && self.out[2]) || (self.out[1] && self.out[3])
    }

    fn put_out(&mut self, seat: usize) {
        self.out[seat] = true;
        self.pieces.retain(|_, piece| piece.0 != seat);
    }

    pub fn play(&mut self, (from, to): SlowMove) {
        let Some((seat, attacker)) = self.pieces.remove(&from) else { panic!("no piece") };
        match self.pieces.get(&to).copied() {
            None => {
                self.pieces.insert(to, (seat, attacker));
            }
            Some((other, defender)) => {
                let is_bomb = attacker == 'B' || defender == 'B';
                let attacker_wins = match defender {
                    'F' => true,
                    'M' => attacker == '1',
                    _ => attacker > defender,
                };
                if is_bomb || attacker == defender {
                    self.pieces.remove(&to);
                } else if attacker_wins {
                    self.pieces.insert(to, (seat, attacker));
                }
                if defender == 'F' {
                    self.put_out(other);
                }
            }
        }
        while !self.is_over() {
            self.turn = (self.turn + 1) % 4;
            if self.out[self.turn] {
                continue;
            }
            if !self.moves_of(self.turn).is_empty() {
                break;
            }
            self.put_out(self.turn);
        }
    }
}
