//! Retrograde analysis: from the mates of an ending back to all positions that lead there.
//!
//! The method is that of Ströhlein (1970) and Thompson (1986), see
//! <https://www.chessprogramming.org/Retrograde_Analysis>, on sets of positions: a bitboard holds
//! the squares of the last piece for which something is true while all others stay where they
//! are.

use shakmaty::attacks::{attacks, between, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::layout::{Layout, Mirror, Mover, Row, Table};

/// A set of positions: for each row, the squares of the last piece.
type Set = Vec<Bitboard>;

/// Positions by the plies until mate: the number of the row, and the square of the last piece.
type ByPlies = Vec<Vec<(usize, Square)>>;

/// The distances of all positions of an ending. `alone` has the table of a king and one piece,
/// where that can win: the bare king may take one of two pieces, and a pawn may become another.
pub(super) fn distances<'t>(layout: Layout, alone: impl Fn(Role) -> Option<&'t Table>) -> Table {
    let mut work = Work::new(layout);
    let promotions = work.promotions(&alone);
    let captures = work.captures(&alone);
    let mut others = promotions.iter().zip(&captures);
    let last_other = others.rposition(|(a, b)| !a.is_empty() || !b.is_empty()).unwrap_or(0);
    let mut fresh = work.mates();
    // Two plies without anything new are the end, unless other endings still come in.
    let mut idle = 0;
    for ply in 1..u8::MAX {
        let mover = if ply % 2 == 1 { Mover::Strong } else { Mover::Weak };
        fresh = match mover {
            Mover::Strong => work.wins(&fresh, &promotions[usize::from(ply)]),
            Mover::Weak => work.losses(),
        };
        idle = if work.note(mover, ply, &fresh) { 0 } else { idle + 1 };
        work.note_captures(&captures[usize::from(ply)]);
        if idle >= 2 && usize::from(ply) > last_other {
            break;
        }
    }
    work.table
}

struct Work {
    layout: Layout,
    /// Positions that can be, by the side to move; without stalemates.
    legal: [Set; 2],
    /// Those in which mate can be forced in the plies looked at so far. Where the strong side is
    /// to move, a piece on the square of the bare king is one that the king has just taken.
    decided: [Set; 2],
    /// The steps of the bare king, row by row.
    steps: Vec<Step>,
    /// Where those of each row begin, and at last where all end.
    first_step: Vec<usize>,
    table: Table,
}

/// A step of the bare king.
#[derive(Clone, Copy)]
struct Step {
    /// For which squares of the last piece it is forbidden.
    guarded: Bitboard,
    /// The number of the row to which it leads, and how that row is mirrored.
    reached: usize,
    mirror: Mirror,
}

impl Work {
    fn new(layout: Layout) -> Work {
        let nothing = vec![Bitboard::EMPTY; layout.rows()];
        let mut work = Work {
            layout,
            legal: [nothing.clone(), nothing.clone()],
            decided: [nothing.clone(), nothing],
            steps: Vec::new(),
            first_step: vec![0],
            table: Table::new(layout),
        };
        for number in 0..layout.rows() {
            let row = layout.row(number);
            for weak in king_attacks(row.weak) {
                let guarded = work.guards(&row, weak);
                let (reached, mirror) = layout.find(Row { weak, ..row });
                work.steps.push(Step { guarded, reached, mirror });
            }
            work.first_step.push(work.steps.len());
            let placed = work.placed(&row);
            let checks = work.guards(&row, row.weak);
            let stalemates = work.stuck(number) & !checks;
            work.legal[Mover::Strong as usize][number] = placed & !checks;
            work.legal[Mover::Weak as usize][number] = placed & !stalemates;
        }
        work
    }

    /// Where the last piece can be, no matter who is to move.
    fn placed(&self, row: &Row) -> Bitboard {
        let apart = row.weak.distance(row.strong) > 1;
        if !apart || row.first.is_some_and(|first| first == row.weak || first == row.strong) {
            return Bitboard::EMPTY;
        }
        let last_ranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        let off_limits = if self.layout.last == Role::Pawn { last_ranks } else { Bitboard::EMPTY };
        !row.occupied() & !off_limits
    }

    /// For which squares of the last piece the bare king may not go to `target`.
    fn guards(&self, row: &Row, target: Square) -> Bitboard {
        if king_attacks(row.strong).contains(target) {
            return Bitboard::FULL;
        }
        // The king does not hide a square behind it from a slider.
        let occupied = row.occupied().without(row.weak);
        let mut guarded = attackers(self.layout.last, target, occupied);
        if let (Some(role), Some(first)) = (self.layout.first, row.first)
            && first != target
            && attackers(role, target, occupied).contains(first)
        {
            guarded |= !between(first, target);
        }
        guarded
    }

    fn steps(&self, number: usize) -> &[Step] {
        &self.steps[self.first_step[number]..self.first_step[number + 1]]
    }

    /// Where the last piece leaves the bare king no step.
    fn stuck(&self, number: usize) -> Bitboard {
        self.steps(number).iter().fold(Bitboard::FULL, |stuck, step| stuck & step.guarded)
    }

    /// The positions in which the bare king is mated; they are noted.
    fn mates(&mut self) -> Set {
        // Stalemates are not legal here.
        let legal = self.legal[Mover::Weak as usize].iter().enumerate();
        let mates = legal.map(|(number, &legal)| legal & self.stuck(number));
        let mates: Set = mates.collect();
        self.note(Mover::Weak, 0, &mates);
        mates
    }

    /// Notes positions with their distance; whether there are any.
    fn note(&mut self, mover: Mover, plies: u8, fresh: &Set) -> bool {
        let mut any = false;
        for (number, &set) in fresh.iter().enumerate() {
            self.decided[mover as usize][number] |= set;
            any |= set.any();
            for last in set {
                self.table.set(mover, number, last, plies);
            }
        }
        any
    }

    /// Those not decided yet in which the strong side can move to one of `lost`, or promotes.
    fn wins(&self, lost: &Set, promotions: &[(usize, Square)]) -> Set {
        let mut before = vec![Bitboard::EMPTY; lost.len()];
        for &(number, pawn) in promotions {
            before[number].add(pawn);
        }
        for (number, &set) in lost.iter().enumerate() {
            if set.any() {
                self.step_back(number, set, &mut before);
            }
        }
        let legal = self.legal[Mover::Strong as usize].iter();
        let open = legal.zip(&self.decided[Mover::Strong as usize]);
        before.iter().zip(open).map(|(&set, (&legal, &decided))| set & legal & !decided).collect()
    }

    /// Adds everything from where a move of the strong side leads to these positions; some of it
    /// may not be legal.
    fn step_back(&self, number: usize, set: Bitboard, before: &mut Set) {
        let layout = self.layout;
        let row = layout.row(number);
        for strong in king_attacks(row.strong) {
            before[layout.number(Row { strong, ..row })] |= set;
        }
        if let (Some(role), Some(on)) = (layout.first, row.first) {
            for from in attackers(role, on, row.occupied()) {
                let first = Some(from);
                before[layout.number(Row { first, ..row })] |= set & !between(from, on);
            }
        }
        for on in set {
            before[number] |= came_from(layout.last, on, row.occupied());
        }
    }

    /// Those not decided yet in which every move of the bare king leads to a win.
    fn losses(&self) -> Set {
        let legal = self.legal[Mover::Weak as usize].iter();
        let open = legal.zip(&self.decided[Mover::Weak as usize]).map(|(&all, &old)| all & !old);
        open.enumerate().map(|(number, open)| self.lost_of(number, open)).collect()
    }

    fn lost_of(&self, number: usize, open: Bitboard) -> Bitboard {
        let won = &self.decided[Mover::Strong as usize];
        let is_answered = |step: &Step| step.guarded | step.mirror.back(won[step.reached]);
        let steps = self.steps(number).iter();
        steps.fold(open, |lost, step| if lost.any() { lost & is_answered(step) } else { lost })
    }

    /// The positions in which the bare king has taken one of two pieces in vain, as in
    /// [`Work::decided`], by the plies until mate.
    fn captures<'t>(&self, alone: &impl Fn(Role) -> Option<&'t Table>) -> ByPlies {
        let mut by_plies = nothing_by_plies();
        let Some(role) = self.layout.first else { return by_plies };
        let (first_left, last_left) = (alone(role), alone(self.layout.last));
        for number in 0..self.layout.rows() {
            let row = self.layout.row(number);
            let Some(first) = row.first else { continue };
            let mut note = |table: Option<&Table>, left: Square, last: Square| {
                let row = Row { first: None, ..row };
                let plies = table.and_then(|table| table.plies(Mover::Strong, row, left));
                if let Some(plies) = plies {
                    by_plies[usize::from(plies)].push((number, last));
                }
            };
            note(first_left, first, row.weak);
            if first == row.weak {
                Square::ALL.into_iter().for_each(|last| note(last_left, last, last));
            }
        }
        by_plies
    }

    /// Notes that the bare king loses in spite of taking a piece.
    fn note_captures(&mut self, captures: &[(usize, Square)]) {
        for &(number, last) in captures {
            self.decided[Mover::Strong as usize][number].add(last);
        }
    }

    /// The positions in which a promotion wins: the pawn's square with the number of the row, by
    /// the plies until mate.
    fn promotions<'t>(&self, alone: &impl Fn(Role) -> Option<&'t Table>) -> ByPlies {
        let mut by_plies = nothing_by_plies();
        if self.layout.last != Role::Pawn {
            return by_plies;
        }
        // Kings and a minor piece cannot mate.
        let promoted = [Role::Queen, Role::Rook].map(alone);
        for (number, &legal) in self.legal[Mover::Strong as usize].iter().enumerate() {
            let row = self.layout.row(number);
            for table in promoted.into_iter().flatten() {
                for pawn in legal & Bitboard::from_rank(Rank::Seventh) {
                    let ahead = Bitboard::from(pawn).shift(8) & !row.occupied();
                    let plies = ahead.first().and_then(|to| table.plies(Mover::Weak, row, to));
                    if let Some(plies) = plies {
                        by_plies[usize::from(plies) + 1].push((number, pawn));
                    }
                }
            }
        }
        by_plies
    }
}

fn nothing_by_plies() -> ByPlies {
    vec![Vec::new(); usize::from(u8::MAX) + 1]
}

/// The squares from which a piece of the strong side attacks `target`.
fn attackers(role: Role, target: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(Color::Black, target),
        _ => attacks(target, role.of(Color::White), occupied),
    }
}

/// The squares from which a piece can have moved to `on` without taking anything.
fn came_from(role: Role, on: Square, occupied: Bitboard) -> Bitboard {
    if role != Role::Pawn {
        return attackers(role, on, occupied);
    }
    let one = Bitboard::from(on).shift(-8) & !occupied;
    let two = if on.rank() == Rank::Fourth { one.shift(-8) & !occupied } else { Bitboard::EMPTY };
    one | two
}
