//! What of a move tells how likely it is the best one: numbered features, of which a move has at
//! most some twenty. The weights of a model belong to these numbers.

use std::cmp::Ordering;
use std::ops::Range;

use shakmaty::{Move, Role, Square};

use super::super::see::see_where_attacked;
use super::scene::{ATTACKERS, Scene};

/// Features that tell the same kind of thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureGroup {
    /// What they tell.
    pub name: &'static str,
    /// Their numbers.
    pub numbers: Range<usize>,
}

const ROLES: usize = 6;
const SQUARES: usize = 64;
/// Steps of what exchanges win, the last ones open.
const WON: [i32; 9] = [-600, -300, -100, 0, 1, 101, 251, 401, 701];
/// Distances between squares, in moves of a king.
const DISTANCES: usize = 8;
/// Dearest pieces that can be attacked or hang, "none" included.
const PIECES: usize = 6;

// Where each kind of feature begins.
const FROM: usize = 0;
const TO: usize = FROM + ROLES * SQUARES;
const TO_IN_ENDGAME: usize = TO + ROLES * SQUARES;
const EXCHANGE: usize = TO_IN_ENDGAME + ROLES * SQUARES;
const LEFT: usize = EXCHANGE + 2 * ROLES * (WON.len() + 1);
const REACHED: usize = LEFT + ROLES * ATTACKERS * 2;
const CHECK: usize = REACHED + 2 * ROLES * ATTACKERS * 3;
const EVASION: usize = CHECK + ROLES * 4;
const THREAT: usize = EVASION + ROLES * 3;
const FORK: usize = THREAT + ROLES * PIECES * 2;
const THEIR_KING: usize = FORK + ROLES;
const OWN_KING: usize = THEIR_KING + ROLES * DISTANCES;
const APPROACH: usize = OWN_KING + ROLES * DISTANCES;
const PASSED: usize = APPROACH + ROLES * 3;
const PROMOTION: usize = PASSED + 2 * 8;
const RESCUE: usize = PROMOTION + ROLES * 2;
/// How many features there are.
pub(super) const COUNT: usize = RESCUE + 3 * PIECES;

/// All features by what they tell.
pub(super) fn groups() -> [FeatureGroup; 8] {
    let group = |name, numbers| FeatureGroup { name, numbers };
    [
        group("squares", FROM..EXCHANGE),
        group("exchanges", EXCHANGE..LEFT),
        group("attackers", LEFT..CHECK),
        group("checks", CHECK..THREAT),
        group("threats", THREAT..THEIR_KING),
        group("kings", THEIR_KING..PASSED),
        group("passed pawns", PASSED..RESCUE),
        group("hanging pieces", RESCUE..COUNT),
    ]
}

impl Scene<'_> {
    /// Calls `found` with every feature of a legal move.
    pub(super) fn features(&self, mv: Move, mut found: impl FnMut(usize)) {
        let role = mv.role() as usize - 1;
        let (from, to) = (mv.from().unwrap_or_else(|| mv.to()), self.landing(mv));
        let noisy = mv.is_capture() || mv.is_promotion();
        let kind = usize::from(noisy) * ROLES + role;
        found(FROM + role * SQUARES + self.seen(from));
        let squares = if self.endgame { TO_IN_ENDGAME } else { TO };
        found(squares + role * SQUARES + self.seen(to));
        let won = see_where_attacked(self.chess, mv, self.attacked);
        let step = WON.iter().filter(|&&step| won >= step).count();
        found(EXCHANGE + kind * (WON.len() + 1) + step);
        let guarded = usize::from(self.guards.any.contains(from));
        found(LEFT + (role * ATTACKERS + self.attacker(from)) * 2 + guarded);
        found(REACHED + (kind * ATTACKERS + self.attacker(to)) * 3 + self.backing(mv, to));
        if self.checks.given_by(mv) {
            found(CHECK + role * 4 + usize::from(won < 0) * 2 + usize::from(noisy));
        }
        if self.in_check {
            let way = [mv.is_capture(), mv.role() == Role::King, true];
            found(EVASION + role * 3 + way.iter().position(|&is| is).unwrap_or(2));
        } else if self.dearest_hanging > 0 {
            let way = [self.hanging.contains(from), mv.is_capture(), true];
            let way = way.iter().position(|&is| is).unwrap_or(2);
            found(RESCUE + way * PIECES + self.dearest_hanging);
        }
        self.of_threats(mv, from, to, &mut found);
        self.of_kings(role, from, to, &mut found);
        self.of_pawns(mv, to, won, &mut found);
    }

    /// The target of a move; that of the king in castling.
    fn landing(&self, mv: Move) -> Square {
        mv.castling_side().map_or(mv.to(), |side| side.king_to(self.us))
    }

    /// What guards the piece on its new square: nothing, a piece, a pawn. What moves there other than
    /// by pushing a pawn attacks that square itself, so another one is needed.
    fn backing(&self, mv: Move, to: Square) -> usize {
        let pushes = mv.role() == Role::Pawn && !mv.is_capture();
        if mv.role() != Role::Pawn && self.guards.pawn.contains(to) {
            return 2;
        }
        let guarded = if pushes { self.guards.any } else { self.guards.twice };
        usize::from(guarded.contains(to))
    }

    /// The dearest piece that the move attacks with profit, and whether there are two.
    fn of_threats(&self, mv: Move, from: Square, to: Square, found: &mut impl FnMut(usize)) {
        let role = mv.role() as usize - 1;
        let lands_as = mv.promotion().unwrap_or(mv.role());
        let targets = self.reach(lands_as, from, to) & self.worth_attacking[lands_as as usize - 1];
        let safe = usize::from(!self.attacked.contains(to));
        found(THREAT + (role * PIECES + self.dearest(targets)) * 2 + safe);
        if targets.more_than_one() {
            found(FORK + role);
        }
    }

    fn of_kings(&self, role: usize, from: Square, to: Square, found: &mut impl FnMut(usize)) {
        if let Some(king) = self.their_king {
            let distance = to.distance(king);
            found(THEIR_KING + role * DISTANCES + distance as usize);
            let way = match distance.cmp(&from.distance(king)) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            };
            found(APPROACH + role * 3 + way);
        }
        if let Some(king) = self.own_king {
            found(OWN_KING + role * DISTANCES + to.distance(king) as usize);
        }
    }

    fn of_pawns(&self, mv: Move, to: Square, won: i32, found: &mut impl FnMut(usize)) {
        if let Some(promotion) = mv.promotion() {
            found(PROMOTION + (promotion as usize - 1) * 2 + usize::from(won < 0));
        } else if mv.role() == Role::Pawn && self.is_passed(to) {
            let attacked = usize::from(self.attacked.contains(to));
            found(PASSED + attacked * 8 + self.seen(to) / 8);
        }
    }
}
