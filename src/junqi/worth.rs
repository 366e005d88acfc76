//! What pieces are worth, in centipawns.

use super::kind::{Battle, Counts, Kind};
use super::position::{Piece, Position};
use super::rules::Seat;
use crate::value::Player;

/// What a piece of each kind is worth as such.
pub(super) const BASE: [i32; Kind::COUNT] = [110, 60, 90, 130, 180, 250, 350, 480, 600, 220, 60, 0];
/// What it is worth that a seat is still in the game.
pub(super) const SEAT: i32 = 600;
/// What a rank gains, in hundredths, from none of the enemies being weaker to all of them.
const SHARE: i32 = 50;
/// What a rank gains that no enemy rank can beat.
const UNBEATEN: i32 = 60;
/// What an engineer gains for each mine of the enemies, of which three count.
const MINE: i32 = 15;

/// What the kinds are worth to each player, given what the enemies have left.
pub(super) struct Worth([[i32; Kind::COUNT]; 2]);

fn index(player: Player) -> usize {
    match player {
        Player::Max => 0,
        Player::Min => 1,
    }
}

impl Worth {
    /// In a position.
    pub(super) fn of(position: &Position) -> Worth {
        let mut armies = [[0_i32; Kind::COUNT]; 2];
        for (_, piece) in position.pieces() {
            if let Some(kind) = piece.kind() {
                armies[index(piece.seat.player())][kind.index()] += 1;
            }
        }
        for seat in Seat::ALL {
            let pool = position.pool(seat);
            let army = &mut armies[index(seat.player())];
            Kind::ALL.iter().for_each(|&kind| army[kind.index()] += i32::from(pool.of(kind)));
        }
        Worth([worth_against(&armies[1]), worth_against(&armies[0])])
    }

    /// What a kind is worth to a player.
    pub(super) fn kind(&self, player: Player, kind: Kind) -> i32 {
        self.0[index(player)][kind.index()]
    }
}

/// What each kind is worth against this army.
fn worth_against(army: &[i32; Kind::COUNT]) -> [i32; Kind::COUNT] {
    let ranks = &army[..=Kind::Marshal.index()];
    let all: i32 = ranks.iter().sum();
    let strongest = ranks.iter().rposition(|&count| count > 0);
    let mut worth = BASE;
    for (kind, worth) in worth.iter_mut().enumerate().take(ranks.len()) {
        let weaker: i32 = ranks[..kind].iter().sum();
        *worth = *worth * (100 - SHARE / 2 + SHARE * weaker / all.max(1)) / 100;
        if strongest.is_none_or(|strongest| strongest < kind) {
            *worth += UNBEATEN;
        }
    }
    worth[Kind::Engineer.index()] += MINE * army[Kind::Mine.index()].min(3);
    // A bomb is worth part of what it can take along.
    let prey = strongest.map_or(0, |strongest| BASE[strongest]);
    worth[Kind::Bomb.index()] = (BASE[Kind::Bomb.index()] + prey) / 3;
    worth
}

/// The mean of what a piece of unknown kind may be.
pub(super) fn mean(piece: Piece, pool: Counts, of: impl Fn(Kind) -> i32) -> i32 {
    let (mut sum, mut weights) = (0, 0);
    for kind in piece.kinds.iter() {
        let weight = i32::from(pool.of(kind).max(1));
        sum += weight * of(kind);
        weights += weight;
    }
    sum / weights.max(1)
}

/// What an attack wins for the attacker, by what the kinds are worth to their owners. A flag
/// counts `flag`.
pub(super) fn battle_gain(
    attacker: Kind,
    defender: Kind,
    own: impl Fn(Kind) -> i32,
    other: impl Fn(Kind) -> i32,
    flag: i32,
) -> i32 {
    let won = if defender == Kind::Flag { flag } else { other(defender) };
    match attacker.attacks(defender) {
        Battle::AttackerWins => won,
        Battle::DefenderWins => -own(attacker),
        Battle::BothFall => won - own(attacker),
    }
}
