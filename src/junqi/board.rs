//! The roads and rails between the points, worked out when the program is built.

use super::point::Point;

/// Points, of which some first are meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<const MOST: usize> {
    points: [Point; MOST],
    len: usize,
}

impl<const MOST: usize> List<MOST> {
    const EMPTY: List<MOST> = List { points: [Point::from_number(0); MOST], len: 0 };

    const fn push(&mut self, number: u8) {
        self.points[self.len] = Point::from_number(number);
        self.len += 1;
    }

    pub(super) fn as_slice(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

/// Lines on which every piece can slide.
pub(super) const LINES: usize = 18;
/// No line is longer.
const LONGEST: usize = 13;
/// No point of the grid.
const NOWHERE: u8 = u8::MAX;
const WIDTH: usize = 17;

/// The roads and rails.
pub(super) struct Board {
    /// The points one step from each.
    roads: [List<8>; Point::COUNT],
    /// Those of them that are one step on the rails.
    rails: [List<4>; Point::COUNT],
    lines: [List<LONGEST>; LINES],
    /// The lines through each point, and the point's place on them.
    through: [[(u8, u8); 3]; Point::COUNT],
    through_count: [u8; Point::COUNT],
}

/// The board.
pub(super) static BOARD: Board = Board::build();

impl Board {
    /// The points one step from this one.
    pub(super) fn roads(&self, point: Point) -> &[Point] {
        self.roads[point.index()].as_slice()
    }

    /// The points one step on the rails from this one.
    pub(super) fn rails(&self, point: Point) -> &[Point] {
        self.rails[point.index()].as_slice()
    }

    /// The points of a line, from one end to the other.
    pub(super) fn line(&self, line: usize) -> &[Point] {
        self.lines[line].as_slice()
    }

    /// The lines through a point, each cut there: the points on both sides, nearest last and
    /// nearest first.
    pub(super) fn slides(&self, point: Point) -> impl Iterator<Item = (&[Point], &[Point])> {
        let count = usize::from(self.through_count[point.index()]);
        self.through[point.index()][..count].iter().map(|&(line, at)| {
            let (line, at) = (self.line(usize::from(line)), usize::from(at));
            (&line[..at], &line[at + 1..])
        })
    }

    const fn build() -> Board {
        let at = by_grid();
        let mut board = Board {
            roads: [List::EMPTY; Point::COUNT],
            rails: [List::EMPTY; Point::COUNT],
            lines: [List::EMPTY; LINES],
            through: [[(0, 0); 3]; Point::COUNT],
            through_count: [0; Point::COUNT],
        };
        board.add_roads();
        board.add_lines(&at);
        board.add_places();
        board
    }

    const fn add_roads(&mut self) {
        let mut a = 0;
        while a < Point::COUNT as u8 {
            let mut b = 0;
            while b < Point::COUNT as u8 {
                let (from, to) = (Point::from_number(a), Point::from_number(b));
                if are_joined(from, to) {
                    self.roads[a as usize].push(b);
                    // Rail points that are joined at all are joined by rails.
                    if from.is_rail() && to.is_rail() {
                        self.rails[a as usize].push(b);
                    }
                }
                b += 1;
            }
            a += 1;
        }
    }

    const fn add_lines(&mut self, at: &[[u8; WIDTH]; WIDTH]) {
        // Those along the grid: the long ones end at row 5 of a zone, the middle ones at row 1.
        let straight = [(6, 1, 15), (8, 5, 11), (10, 1, 15)];
        let mut index = 0;
        while index < 3 {
            let (fixed, from, to) = straight[index];
            let mut moving = from;
            while moving <= to {
                if at[moving][fixed] != NOWHERE {
                    self.lines[2 * index].push(at[moving][fixed]);
                }
                if at[fixed][moving] != NOWHERE {
                    self.lines[2 * index + 1].push(at[fixed][moving]);
                }
                moving += 1;
            }
            index += 1;
        }
        let mut seat = 0;
        while seat < 4 {
            let mut step = 1;
            while step <= 5 {
                self.lines[6 + seat].push(number(seat, 1, step));
                self.lines[10 + seat].push(number(seat, 5, step));
                self.lines[14 + seat].push(number(seat, 6 - step, 5));
                step += 1;
            }
            // The curved one continues in the next zone.
            let mut row = 1;
            while row <= 5 {
                self.lines[14 + seat].push(number((seat + 1) % 4, row, 1));
                row += 1;
            }
            seat += 1;
        }
    }

    /// Notes for each point which lines go through it.
    const fn add_places(&mut self) {
        let mut line = 0;
        while line < LINES {
            let mut at = 0;
            while at < self.lines[line].len {
                let point = self.lines[line].points[at].number() as usize;
                let count = self.through_count[point] as usize;
                self.through[point][count] = (line as u8, at as u8);
                self.through_count[point] += 1;
                at += 1;
            }
            line += 1;
        }
    }
}

const fn number(seat: usize, row: usize, column: usize) -> u8 {
    (seat * Point::ZONE + 5 * (row - 1) + column - 1) as u8
}

/// The point at each row and column.
const fn by_grid() -> [[u8; WIDTH]; WIDTH] {
    let mut at = [[NOWHERE; WIDTH]; WIDTH];
    let mut number = 0;
    while number < Point::COUNT as u8 {
        let (x, y) = Point::from_number(number).grid();
        at[y as usize][x as usize] = number;
        number += 1;
    }
    at
}

/// Whether it is one step from one point to the other.
const fn are_joined(a: Point, b: Point) -> bool {
    let ((ax, ay), (bx, by)) = (a.grid(), b.grid());
    let (dx, dy) = (ax.abs_diff(bx), ay.abs_diff(by));
    let is_diagonal = dx == 1 && dy == 1;
    let is_central_step = a.is_central() && b.is_central() && dx + dy == 2 && !is_diagonal;
    let is_camp_step = is_diagonal && (a.is_camp() || b.is_camp());
    // The ends of the fronts of neighbouring zones.
    let is_corner = is_diagonal && zone_of(a) != zone_of(b) && is_front(a) && is_front(b);
    dx + dy == 1 || is_central_step || is_camp_step || is_corner
}

const fn zone_of(point: Point) -> usize {
    point.number() as usize / Point::ZONE
}

const fn is_front(point: Point) -> bool {
    !point.is_central() && point.number() as usize % Point::ZONE < 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::junqi::Seat;

    /// The counts of the rules.
    #[test]
    fn points_edges_and_lines_are_as_many_as_they_should_be() {
        let edges = |of: &dyn Fn(Point) -> usize| Point::all().map(of).sum::<usize>() / 2;
        assert_eq!(edges(&|point| BOARD.roads(point).len()), 288);
        assert_eq!(edges(&|point| BOARD.rails(point).len()), 92);
        assert_eq!(Point::all().filter(|point| point.is_rail()).count(), 73);
        let mut lengths: Vec<usize> = (0..LINES).map(|line| BOARD.line(line).len()).collect();
        lengths.sort_unstable();
        let expected = [[5; 10].as_slice(), &[10; 4], &[13; 4]].concat();
        assert_eq!(lengths, expected);
        assert_eq!(Point::all().filter(|point| point.is_camp()).count(), 20);
        assert_eq!(Point::all().filter(|point| point.is_headquarters()).count(), 8);
    }

    #[test]
    fn lines_go_from_rail_to_rail() {
        for line in 0..LINES {
            for pair in BOARD.line(line).windows(2) {
                assert!(BOARD.rails(pair[0]).contains(&pair[1]), "{} {}", pair[0], pair[1]);
            }
        }
    }

    #[test]
    fn every_point_has_a_name() {
        for point in Point::all() {
            assert_eq!(Point::by_name(&point.to_string()), Some(point));
        }
        assert_eq!(Point::by_name("s15"), Point::in_zone(Seat::South, 1, 5));
        for name in ["", "S", "S1", "S07", "S16", "S71", "C41", "X11", "S111", "Sé1"] {
            assert_eq!(Point::by_name(name), None, "{name}");
        }
    }
}
