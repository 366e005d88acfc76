//! The causes, each a fact of positions and lines.

use shakmaty::{Role, Square};

use super::board::Stood;

/// Why a line wins something, or what a move does. Names follow the themes of lichess.org where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A piece is taken that nothing protects.
    Unprotected(Stood),
    /// A piece is taken with one that is worth less.
    Cheaper {
        /// What is taken.
        victim: Stood,
        /// What takes.
        by: Role,
    },
    /// A piece is taken that is attacked more often than it is protected.
    Outnumbered(Stood),
    /// A piece is taken, and taking back costs more than that.
    CannotTakeBack(Stood),
    /// A piece is taken whose only guard is pinned to its king.
    PinnedGuard {
        /// What is taken.
        victim: Stood,
        /// What cannot take back.
        guard: Stood,
    },
    /// One piece attacks these at once with profit: the king, pieces worth more than itself, pieces that nothing protects.
    Fork(Vec<Stood>),
    /// A piece is attacked, and at the same time there is a threat to mate on this square.
    AttackAndMate {
        /// What is attacked.
        victim: Stood,
        /// Where it would be mate.
        mate: Square,
    },
    /// A slider attacks a piece, and another one behind it.
    Skewer {
        /// What has to go.
        front: Stood,
        /// What falls then.
        back: Stood,
    },
    /// A move opens the line of another piece.
    Discovered {
        /// Whose line it is.
        from: Stood,
        /// What falls.
        victim: Stood,
    },
    /// A move gives check by the line that it opens, and the piece moved takes something.
    DiscoveredCheck(Stood),
    /// A piece is taken that protected another one.
    DefenderTaken {
        /// What protected it.
        guard: Stood,
        /// What falls.
        victim: Stood,
    },
    /// A piece is drawn away from what it protects (deflection).
    DefenderDrawn {
        /// What protects it.
        guard: Stood,
        /// What falls.
        victim: Stood,
    },
    /// A piece has two things to protect.
    Overloaded {
        /// What protects both.
        guard: Stood,
        /// What was attacked first.
        other: Square,
        /// What falls.
        victim: Stood,
    },
    /// A piece is lured to a square where it is taken (attraction).
    Lured(Role, Square),
    /// A piece is attacked, and every move of it loses.
    Trapped(Stood),
    /// A piece that cannot move, its king standing behind it, is taken.
    Pin(Stood),
    /// The same with another piece worth more behind it.
    PinTo {
        /// What is pinned.
        front: Stood,
        /// What stands behind it.
        behind: Stood,
    },
    /// A check comes first, and then the capture of a piece.
    CheckAndTake(Stood),
    /// A piece is attacked, and no answer saves it.
    NothingSaves(Stood),
    /// Mate on a square.
    Mates(Square),
    /// Mate on the first rank of a king that its own men shut in.
    BackRank,
    /// There was a threat to mate on a square, and it stays.
    StandingMate(Square),
    /// A square loses the guard of the piece moved.
    GuardGivenUp(Square),
    /// The piece moved opens a line for one of the opponent's.
    LineOpened(Stood),
    /// A passed pawn, named by its square before the move, gets far.
    Runs(Square),
    /// It gets a queen.
    Promotes(Square),
    /// A threat to mate on a square.
    ThreatensMate(Square),
    /// A threat to win a piece.
    Threatens(Stood),
    /// A threat that was there before, and is not stopped.
    NotStopped(Stood),
    /// Two threats at once, each of which wins something.
    TwoThreats(Stood, Stood),
    /// The king in the centre has to suffer checks.
    KingInCentre,
    /// Whoever could pass would be better off.
    Zugzwang,
    /// The same of the opponent, after a good move.
    PutsInZugzwang,
    /// Checks without end.
    Perpetual,
    /// A piece is saved.
    Saves(Stood, Saving),
    /// A threat to mate on a square is stopped.
    StopsMate(Square),
    /// A piece is given for one that is worth as much.
    Exchanges {
        /// What takes, and is taken back.
        own: Role,
        /// What is taken.
        other: Stood,
    },
    /// All other moves lose much.
    OnlyMove,
}

/// How a piece is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// It goes away.
    Goes,
    /// What attacked it is taken.
    AttackerTaken(Stood),
    /// It is protected.
    Protected,
    /// The line to it is shut.
    Shut,
}

/// What a move has to do with what is lost by it: a fact of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The piece was put there by it.
    PutThere,
    /// It takes something that is protected.
    TakesProtected,
    /// The piece moved had protected it.
    Unguarded,
    /// The piece moved had stood between.
    LineOpened,
    /// It cuts off what protected the piece.
    CutOff,
    /// The piece was attacked before.
    AttackedBefore,
}

impl Cause {
    /// The name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Cause::Unprotected(_) => "unprotected",
            Cause::Cheaper { .. } => "cheaper-attacker",
            Cause::Outnumbered(_) => "outnumbered",
            Cause::CannotTakeBack(_) => "cannot-take-back",
            Cause::PinnedGuard { .. } => "pinned-guard",
            Cause::Fork(_) => "fork",
            Cause::AttackAndMate { .. } => "attack-and-mate",
            Cause::Skewer { .. } => "skewer",
            Cause::Discovered { .. } => "discovered-attack",
            Cause::DiscoveredCheck(_) => "discovered-check",
            Cause::DefenderTaken { .. } => "capturing-defender",
            Cause::DefenderDrawn { .. } => "deflection",
            Cause::Overloaded { .. } => "overloading",
            Cause::Lured(..) => "attraction",
            Cause::Trapped(_) => "trapped-piece",
            Cause::Pin(_) => "pin",
            Cause::PinTo { .. } => "relative-pin",
            Cause::CheckAndTake(_) => "check-and-take",
            Cause::NothingSaves(_) => "nothing-saves",
            Cause::Mates(_) => "mate",
            Cause::BackRank => "back-rank-mate",
            Cause::StandingMate(_) => "standing-mate-threat",
            Cause::GuardGivenUp(_) => "guard-given-up",
            Cause::LineOpened(_) => "line-opened",
            Cause::Runs(_) => "passed-pawn",
            Cause::Promotes(_) => "promotion",
            Cause::ThreatensMate(_) => "mate-threat",
            Cause::Threatens(_) => "threat",
            Cause::NotStopped(_) => "standing-threat",
            Cause::TwoThreats(..) => "two-threats",
            Cause::KingInCentre => "king-in-centre",
            Cause::Zugzwang => "zugzwang",
            Cause::PutsInZugzwang => "puts-in-zugzwang",
            Cause::Perpetual => "perpetual-check",
            Cause::Saves(_, Saving::Goes) => "saves",
            Cause::Saves(_, Saving::AttackerTaken(_)) => "takes-attacker",
            Cause::Saves(_, Saving::Protected) => "protects",
            Cause::Saves(_, Saving::Shut) => "shuts-line",
            Cause::StopsMate(_) => "stops-mate",
            Cause::Exchanges { .. } => "exchange",
            Cause::OnlyMove => "only-move",
        }
    }
}

impl Cause {
    /// The squares of what is attacked, falls or is saved; in a threat of mate, that of the mate.
    pub fn targets(&self) -> Vec<Square> {
        let squares = |pieces: &[Stood]| pieces.iter().map(|&(_, square)| square).collect();
        match self {
            Cause::Unprotected(piece)
            | Cause::Cheaper { victim: piece, .. }
            | Cause::Exchanges { other: piece, .. }
            | Cause::Outnumbered(piece)
            | Cause::CannotTakeBack(piece)
            | Cause::PinnedGuard { victim: piece, .. }
            | Cause::Discovered { victim: piece, .. }
            | Cause::DiscoveredCheck(piece)
            | Cause::DefenderTaken { victim: piece, .. }
            | Cause::DefenderDrawn { victim: piece, .. }
            | Cause::Overloaded { victim: piece, .. }
            | Cause::Trapped(piece)
            | Cause::Pin(piece)
            | Cause::CheckAndTake(piece)
            | Cause::NothingSaves(piece)
            | Cause::Threatens(piece)
            | Cause::NotStopped(piece)
            | Cause::Saves(piece, _) => squares(&[*piece]),
            Cause::Fork(pieces) => squares(pieces),
            Cause::Skewer { front, back: other }
            | Cause::PinTo { front, behind: other }
            | Cause::TwoThreats(front, other) => squares(&[*front, *other]),
            Cause::AttackAndMate { victim, mate } => vec![victim.1, *mate],
            Cause::Lured(_, square)
            | Cause::Mates(square)
            | Cause::StandingMate(square)
            | Cause::GuardGivenUp(square)
            | Cause::Runs(square)
            | Cause::Promotes(square)
            | Cause::ThreatensMate(square)
            | Cause::StopsMate(square) => vec![*square],
            Cause::BackRank
            | Cause::LineOpened(_)
            | Cause::KingInCentre
            | Cause::Zugzwang
            | Cause::PutsInZugzwang
            | Cause::Perpetual
            | Cause::OnlyMove => Vec::new(),
        }
    }

    /// The squares of what guards them and cannot, or of the slider whose line is opened.
    pub fn guards(&self) -> Vec<Square> {
        match self {
            Cause::PinnedGuard { guard: piece, .. }
            | Cause::DefenderTaken { guard: piece, .. }
            | Cause::DefenderDrawn { guard: piece, .. }
            | Cause::Overloaded { guard: piece, .. }
            | Cause::Discovered { from: piece, .. }
            | Cause::LineOpened(piece) => vec![piece.1],
            _ => Vec::new(),
        }
    }
}

impl Origin {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Origin::PutThere => "put-there",
            Origin::TakesProtected => "takes-protected",
            Origin::Unguarded => "unguarded",
            Origin::LineOpened => "line-opened",
            Origin::CutOff => "cut-off",
            Origin::AttackedBefore => "attacked-before",
        }
    }
}
