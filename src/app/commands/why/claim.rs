//! What is wrong with a move, as a fact: what scripts read, and what the first sentence says.

use serde::Serialize;

use super::text::{Text, played, replay};
use crate::app::games::{CommandLineGame, MaterialGain};
use crate::app::reporting::loss::centipawns;
use crate::app::reporting::score::{Score, counted, mover};
use crate::inspect::{MoveText, TriedMove, Verdict, machine_only};
use crate::value::Value;

/// A difference that is smaller says little, in centipawns: the same that tells in reports whether an answer holds.
const SMALL: i64 = 30;
/// A difference from here on counts as sure, in centipawns. Of 480 answers about moves of games, Stockfish with 500,000 nodes
/// contradicted 14 of 102 such, 12 of 49 from 60 on, and 42 of the 239 below (`docs/results.md`).
pub(super) const SURE: i64 = 100;
/// What is lost has to be felt in the values, too: this much for each pawn that it counts, in centipawns.
const FELT: i64 = 50;
/// Where a value falls by less than three quarters of what is given up, there is something for it: so much for each pawn, in centipawns.
const PAID: i64 = 75;
/// A loss or a gain of this many pawns shows in the value of its move, too: a pawn that a line takes just before it ends may be
/// taken back. Of the starting position "f3 misses a move that wins a pawn" was said, where the best move is worth 0.14.
const LITTLE: i64 = 2;
/// A loss of so much is told before what another move would win, in pawns: a piece for a pawn, the exchange.
const A_LOSS: i64 = 2;
/// A pawn that is won or lost later in a line than this is no reason of its own, in plies. "g4 loses a pawn" was said of the
/// starting position with a line of 19, at whose end a recapture was due.
const LATE: usize = 12;
/// From this share of the points on, as games went, a value counts as won for the side that has them, and as lost for the other.
const WON: f64 = 0.98;
/// A move that only draws gives something away if another one is worth this much, in centipawns.
const WINNING: i64 = 150;

/// What is wrong with a move, or that nothing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// It is the answer.
    Best,
    /// It is worth more than the answer at this moment, and less certain.
    LessCertain,
    /// It is as good as the answer, or nearly.
    Equal,
    /// It is mated by force.
    AllowsMate,
    /// Another one mates by force.
    MissesMate,
    /// It is a certain draw, and another one is worth much more.
    OnlyDraws,
    /// It loses material that the answer keeps.
    LosesMaterial,
    /// The answer wins material.
    MissesMaterial,
    /// It wins, as the answer does, but takes longer or keeps less.
    WinsToo,
    /// It loses, as the answer does.
    LosesToo,
    /// It is worth less.
    Worse,
}

/// A statement about the move asked about, with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// What it states.
    pub kind: ClaimKind,
    /// What the move does, in words: "loses a piece"; `None`, and no field, where its value says all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the difference to the other move is so large that more search will hardly undo it.
    pub sure: bool,
    /// The value of the move.
    pub score: Score,
    /// How many nodes were searched for that.
    pub nodes: u64,
    /// The line that shows it; it begins with the answer where that is what was missed.
    #[serde(serialize_with = "machine_only")]
    pub line: Vec<MoveText>,
}

impl<G: CommandLineGame> Text<'_, G> {
    /// What is stated of a move that has a value.
    pub(super) fn claim(&self) -> Option<Claim> {
        let candidate = self.explanation.candidate.as_ref()?;
        let rival = self.explanation.rival.as_ref();
        Some(match (self.explanation.verdict, rival) {
            (Verdict::Outcome, _) => return None,
            (Verdict::Preferred, _) | (_, None) => self.plain(candidate, ClaimKind::Best),
            (Verdict::Ahead, _) => self.plain(candidate, ClaimKind::LessCertain),
            (_, Some(rival)) => self
                .claim_of_draw(candidate, rival)
                .or_else(|| self.claim_of_both_mates(candidate, rival))
                .or_else(|| self.claim_of_mates(candidate, rival))
                .or_else(|| self.claim_of_material(candidate, rival))
                .unwrap_or_else(|| self.claim_of_value(candidate, rival)),
        })
    }

    /// A claim that says no more than the value of the move does.
    fn plain(&self, candidate: &TriedMove, kind: ClaimKind) -> Claim {
        Claim {
            kind,
            text: None,
            sure: kind != ClaimKind::LessCertain
                && self.explanation.behind_cp.is_none_or(|cp| cp.abs() >= SURE),
            score: candidate.score,
            nodes: candidate.effort,
            line: candidate.pv.clone(),
        }
    }

    /// A certain draw where another move wins, or is worth much more.
    fn claim_of_draw(&self, candidate: &TriedMove, rival: &TriedMove) -> Option<Claim> {
        let is_won = match rival.score {
            Score::Mate(moves) => moves > 0,
            Score::Seen { won, .. } | Score::Table { won, .. } => won,
            Score::Cp(cp) => cp >= WINNING,
        };
        let is_draw = candidate.proven && candidate.score == Score::Cp(0);
        let text = Some("only draws".to_string());
        (is_draw && is_won).then(|| Claim { text, ..self.plain(candidate, ClaimKind::OnlyDraws) })
    }

    /// Both moves mate, or both are mated: what differs is how soon.
    fn claim_of_both_mates(&self, candidate: &TriedMove, rival: &TriedMove) -> Option<Claim> {
        let (Score::Mate(own), Score::Mate(other)) = (candidate.score, rival.score) else {
            return None;
        };
        let told = |kind, text| Some(Claim { text: Some(text), ..self.plain(candidate, kind) });
        match (own > 0, other > 0) {
            _ if own == other => Some(self.plain(candidate, ClaimKind::Equal)),
            (true, true) => {
                let (own, san) = (counted(own.unsigned_abs(), "move"), &rival.mv.human);
                told(
                    ClaimKind::WinsToo,
                    format!("mates, too, but in {own} where {san} takes {other}"),
                )
            }
            (false, false) => told(
                ClaimKind::LosesToo,
                format!("is mated in {}, and {} in {}", -own, rival.mv.human, -other),
            ),
            _ => None,
        }
    }

    fn claim_of_mates(&self, candidate: &TriedMove, rival: &TriedMove) -> Option<Claim> {
        match (candidate.score, rival.score) {
            (Score::Mate(moves), _) if moves <= 0 => Some(Claim {
                text: Some(format!("allows mate in {}", moves.abs().max(1))),
                ..self.plain(candidate, ClaimKind::AllowsMate)
            }),
            (Score::Mate(_), _) => None,
            (_, Score::Mate(moves)) if moves > 0 => Some(Claim {
                text: Some(format!("misses mate in {moves}")),
                line: rival.pv.clone(),
                ..self.plain(candidate, ClaimKind::MissesMate)
            }),
            _ => None,
        }
    }

    /// What the lines of both moves win and lose, as far as their values agree with it.
    fn claim_of_material(&self, candidate: &TriedMove, rival: &TriedMove) -> Option<Claim> {
        let (own, other) = (self.gain(&candidate.pv), self.gain(&rival.pv));
        let pawns = |gain: &Option<MaterialGain>| gain.as_ref().map_or(0, |gain| gain.pawns);
        let less = pawns(&other) - pawns(&own);
        let is_felt = |cp: i64| cp >= FELT * less;
        if less <= 0 || !self.explanation.behind_cp.is_none_or(is_felt) {
            return None;
        }
        let told = |kind, gain: &MaterialGain, of: &TriedMove, text: String| {
            let line = of.pv.get(..gain.plies).unwrap_or_default().to_vec();
            let is_soon = gain.pawns.abs() >= A_LOSS || gain.plies <= LATE;
            is_soon.then(|| Claim { text: Some(text), line, ..self.plain(candidate, kind) })
        };
        let shows = |score: Score, pawns: i64| {
            pawns.abs() > LITTLE || self.shift(score, pawns) >= FELT * pawns.abs()
        };
        // What is missed by a move that wins as well is of no use to anybody.
        let wins_too = self
            .same_result(candidate.score, rival.score)
            .is_some_and(|(kind, _)| kind == ClaimKind::WinsToo);
        // A hanging piece is told first; else, whichever is the greater part of the difference.
        let loses = pawns(&own) <= -A_LOSS || -pawns(&own) >= pawns(&other);
        let loses = loses && !self.is_sacrifice();
        match (&own, &other) {
            (Some(gain), _) if gain.pawns < 0 && loses && shows(candidate.score, gain.pawns) => {
                told(ClaimKind::LosesMaterial, gain, candidate, gain.text.clone())
            }
            (_, Some(gain)) if gain.pawns > 0 && shows(rival.score, gain.pawns) && !wins_too => {
                let text = format!("misses a move that {}", gain.text);
                told(ClaimKind::MissesMaterial, gain, rival, text)
            }
            _ => None,
        }
    }

    /// How far a value lies from what the position seems worth before any search, in centipawns, in the direction of this loss or gain.
    fn shift(&self, score: Score, pawns: i64) -> i64 {
        let stands = self.position.evaluate().for_player(mover(self.position)) as i64;
        (centipawns(score) - stands) * pawns.signum()
    }

    /// Whether the move lets a piece be taken, and its value does not show what that costs: there is something for it, and a search
    /// that sees little of that is easily wrong.
    pub(super) fn is_sacrifice(&self) -> bool {
        let Some(candidate) = &self.explanation.candidate else { return false };
        let (moves, _) = played(self.position, &candidate.pv);
        let offered = moves.first().map_or(0, |&mv| self.position.pawns_offered(mv));
        offered >= A_LOSS && self.shift(candidate.score, -offered) < PAID * offered
    }

    /// What the value says.
    fn claim_of_value(&self, candidate: &TriedMove, rival: &TriedMove) -> Claim {
        if self.explanation.behind_cp.is_some_and(|cp| cp < SMALL) {
            return self.plain(candidate, ClaimKind::Equal);
        }
        if let Some((kind, text)) = self.same_result(candidate.score, rival.score) {
            let text = Some(text.to_string());
            return Claim { text, sure: true, ..self.plain(candidate, kind) };
        }
        let worse = self.plain(candidate, ClaimKind::Worse);
        Claim { sure: worse.sure && !self.is_sacrifice(), ..worse }
    }

    /// What is said where the difference changes nothing: the game is won or lost after either move.
    fn same_result(&self, own: Score, other: Score) -> Option<(ClaimKind, &'static str)> {
        let (own, other) = (self.expected(own)?, self.expected(other)?);
        match (own.min(other), own.max(other)) {
            (least, _) if least >= WON => Some((ClaimKind::WinsToo, "is winning, too")),
            (_, most) if most <= 1.0 - WON => {
                Some((ClaimKind::LosesToo, "loses, as the best move does"))
            }
            _ => None,
        }
    }

    /// The points to be expected with such a score, from 0 to 1; `None` if nothing is known about the game.
    fn expected(&self, score: Score) -> Option<f64> {
        let won = |is_won: bool| if is_won { 1.0 } else { 0.0 };
        Some(match score {
            Score::Mate(moves) => won(moves > 0),
            Score::Seen { won: is_won, .. } | Score::Table { won: is_won, .. } => won(is_won),
            Score::Cp(cp) => {
                // A cast saturates, as centipawns do.
                let value = Value::centipawns(self.side.sign() * cp as f32);
                self.position.win_draw_loss(value)?.for_player(self.side).expected()
            }
        })
    }

    /// What a line from the position wins or loses.
    fn gain(&self, line: &[MoveText]) -> Option<MaterialGain> {
        self.position.line_gain(&played(self.position, line).0)
    }

    /// The line of a claim with move numbers: from the reply on, where it begins with the move asked about.
    pub(super) fn line_of(&self, claim: &Claim) -> String {
        match claim.line.first() {
            Some(first) if *first == self.explanation.mv => {
                self.behind_first(&claim.line, usize::MAX)
            }
            _ => replay(self.position, &claim.line).0,
        }
    }
}
