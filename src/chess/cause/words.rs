//! The causes in English: all templates are here. Each is what is said of a move: "takes the queen on d4, which nothing protects".

use shakmaty::Role;

use super::board::Stood;
use super::kind::{Cause, Origin, Saving};

/// What a player calls a piece.
pub const fn piece(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn on((role, square): &Stood) -> String {
    format!("the {} on {square}", piece(*role))
}

fn all(pieces: &[Stood]) -> String {
    pieces.iter().map(on).collect::<Vec<_>>().join(" and ")
}

impl Cause {
    /// What the move does.
    pub fn words(&self) -> String {
        match self {
            Cause::Unprotected(victim) => format!("takes {}, which nothing protects", on(victim)),
            Cause::Cheaper { victim, by } => {
                format!("takes {} with a {}", on(victim), piece(*by))
            }
            Cause::Outnumbered(victim) => {
                format!("takes {}, attacked more often than protected", on(victim))
            }
            Cause::CannotTakeBack(victim) => {
                format!("takes {}, and taking back loses more", on(victim))
            }
            Cause::PinnedGuard { victim, guard } => {
                format!("takes {}, whose only guard, {}, is pinned", on(victim), on(guard))
            }
            Cause::Fork(targets) => format!("forks {}", all(targets)),
            Cause::AttackAndMate { victim, mate } => {
                format!("attacks {} and threatens mate on {mate}", on(victim))
            }
            Cause::Skewer { front, back } => {
                format!("attacks {} and {} behind it", on(front), on(back))
            }
            Cause::Discovered { from, victim } => {
                format!("opens the line from {} to {}", on(from), on(victim))
            }
            Cause::DiscoveredCheck(victim) => {
                format!("gives a discovered check, and then {} falls", on(victim))
            }
            Cause::DefenderTaken { guard, victim } => {
                format!("takes {}, which protected {}", on(guard), on(victim))
            }
            Cause::DefenderDrawn { guard, victim } => {
                format!("draws {} away from {}", on(guard), on(victim))
            }
            Cause::Overloaded { guard, other, victim } => {
                format!("uses that {} has to guard both {other} and {}", on(guard), on(victim))
            }
            Cause::Lured(role, square) => format!("lures the {} to {square}", piece(*role)),
            Cause::Trapped(victim) => format!("attacks {}, which has no way out", on(victim)),
            Cause::Pin(victim) => format!("takes {}, which is pinned to the king", on(victim)),
            Cause::PinTo { front, behind } => {
                format!("takes {}, which is pinned to {}", on(front), on(behind))
            }
            Cause::CheckAndTake(victim) => format!("gives check, and then {} falls", on(victim)),
            Cause::NothingSaves(victim) => format!("attacks {}, and nothing saves it", on(victim)),
            Cause::Mates(square) => format!("mates on {square}"),
            Cause::BackRank => "mates on the back rank".to_string(),
            Cause::StandingMate(square) => {
                format!("does not stop the mate that is threatened on {square}")
            }
            Cause::GuardGivenUp(square) => format!("gives up the guard of {square}"),
            Cause::LineOpened(slider) => format!("opens the line of {}", on(slider)),
            Cause::Runs(square) => format!("lets the passed pawn on {square} run"),
            Cause::Promotes(square) => format!("lets the pawn on {square} become a queen"),
            Cause::ThreatensMate(square) => format!("threatens mate on {square}"),
            Cause::Threatens(victim) => format!("threatens to win {}", on(victim)),
            Cause::NotStopped(victim) => {
                format!("does not stop the threat to {}", on(victim))
            }
            Cause::TwoThreats(one, other) => {
                format!("allows threats to both {} and {}", on(one), on(other))
            }
            Cause::KingInCentre => "leaves the king in the centre".to_string(),
            Cause::Zugzwang => "has to move where a pass would be better".to_string(),
            Cause::PutsInZugzwang => {
                "puts the opponent in zugzwang: a pass would be better than any move".to_string()
            }
            Cause::Perpetual => "allows perpetual check".to_string(),
            Cause::Saves(piece, how) => match how {
                Saving::Goes => format!("saves {} by moving it away", on(piece)),
                Saving::AttackerTaken(by) => {
                    format!("takes {}, which attacked {}", on(by), on(piece))
                }
                Saving::Protected => format!("protects {}", on(piece)),
                Saving::Shut => format!("shuts the line to {}", on(piece)),
            },
            Cause::StopsMate(square) => format!("stops the mate threatened on {square}"),
            Cause::Exchanges { own, other: (role, _) } if own == role => {
                format!("exchanges {}s", piece(*role))
            }
            Cause::Exchanges { own, other } => {
                format!("exchanges the {} for {}", piece(*own), on(other))
            }
            Cause::OnlyMove => "is the only move that holds".to_string(),
        }
    }
}

impl Origin {
    /// The same of the move that is judged, as the first part of a sentence about the piece that falls.
    pub fn words(self, fallen: &Stood) -> String {
        let it = on(fallen);
        match self {
            Origin::PutThere => "puts the piece there".to_string(),
            Origin::TakesProtected => "takes something that is protected".to_string(),
            Origin::Unguarded => format!("gives up the guard of {it}"),
            Origin::LineOpened => format!("opens the line to {it}"),
            Origin::CutOff => format!("cuts off the guard of {it}"),
            Origin::AttackedBefore => format!("leaves {it} attacked"),
        }
    }
}
