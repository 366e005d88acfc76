//! Causes in sentences. What a cause says is the game's; what joins it to the move is here, all templates together.

use std::io::{self, Write};
use std::ops::Range;

use super::claim::{Claim, ClaimKind};
use super::text::Text;
use crate::app::games::{CauseStory, CommandLineGame, Weight};
use crate::app::reporting::loss::centipawns;
use crate::app::reporting::variation::numbered;
use crate::inspect::TriedMove;

/// No more causes are told beside the first one.
const MORE: usize = 2;
/// A position that is worth so much is better, and one worth so much won, in centipawns.
const BETTER: i64 = 70;
const WON: i64 = 300;

impl<G: CommandLineGame> Text<'_, G> {
    /// The first sentence about the best move, or the only good one.
    pub(super) fn praise(&self, what: &str) -> String {
        let san = &self.explanation.mv.human;
        match self.because() {
            Some(cause) => {
                let told = self.with_proof(self.clause(cause), cause);
                format!("{san} is the {what} move, because {told}.")
            }
            None => format!("{san} is the {what} move."),
        }
    }

    /// Why the move is bad, with the line that shows it: what stands behind "because". `None` where no reason holds, and where it
    /// is one of the other kind: what another move would have done is no reason for a loss, nor a loss for what is missed.
    pub(super) fn reason(&self, claim: &Claim) -> Option<String> {
        let cause = self.because()?;
        let told = match claim.kind {
            ClaimKind::LosesMaterial | ClaimKind::AllowsMate if !cause.is_own => return None,
            ClaimKind::MissesMaterial | ClaimKind::MissesMate if cause.is_own => return None,
            ClaimKind::Equal => return None,
            // That it takes what was given up is no reason.
            ClaimKind::Worse if cause.is_own && self.is_sacrifice() => return None,
            // That it is missed has been said.
            ClaimKind::MissesMaterial | ClaimKind::MissesMate => self.of_move(cause),
            _ => self.clause(cause),
        };
        Some(self.with_proof(told, cause))
    }

    /// Whether the first reason has told how the game goes on after the move.
    pub(super) fn tells_reply(&self) -> bool {
        self.because().is_some_and(|cause| cause.is_own && cause.line.len() > 1)
    }

    /// What the best move and this one make of the position, in words.
    fn results(&self) -> Option<[&'static str; 2]> {
        let stands = |cp: i64| match cp {
            WON.. => "won",
            BETTER.. => "better",
            cp if cp > -BETTER => "equal",
            cp if cp > -WON => "worse",
            _ => "lost",
        };
        let of =
            |tried: &Option<TriedMove>| tried.as_ref().map(|tried| stands(centipawns(tried.score)));
        Some([of(&self.explanation.rival)?, of(&self.explanation.candidate)?])
    }

    /// What the move makes of the position, where neither mate nor material says it; `None` where it stays what it was.
    pub(super) fn turn(&self) -> Option<String> {
        let article = |word| if word == "equal" { "an" } else { "a" };
        let [best, own] = self.results().filter(|[best, own]| best != own)?;
        let (one, other) = (article(best), article(own));
        Some(format!("turns {one} {best} position into {other} {own} one"))
    }

    /// What else is true of the move: causes that are a part of it, and facts. `claim` is what the first sentence was about.
    pub(super) fn write_more_causes(
        &self,
        claim: Option<&Claim>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let told = match claim {
            Some(claim) if self.reason(claim).is_none() => None,
            _ => self.because(),
        };
        if let Some(origin) = told.and_then(|cause| self.origin(cause)) {
            writeln!(out, "{origin}")?;
        }
        let others = self.causes.held.iter().filter(|&cause| Some(cause) != told);
        others.take(MORE).try_for_each(|cause| {
            let text = &cause.text;
            match (cause.subject, cause.is_own) {
                (0, true) => writeln!(out, "It {text}."),
                (0, false) => writeln!(out, "{} {text}.", self.first_move(cause)),
                (1, true) if cause.line.len() == 2 => writeln!(out, "{}.", self.of_move(cause)),
                _ => writeln!(out, "In the line {}, {}.", self.proof(cause), self.of_move(cause)),
            }
        })
    }

    fn because(&self) -> Option<&CauseStory<G::Move>> {
        self.causes.held.iter().find(|cause| cause.weight == Weight::Because)
    }

    /// A cause with its subject: "18. exd5 takes the bishop on d5 with a pawn".
    fn clause(&self, cause: &CauseStory<G::Move>) -> String {
        match (cause.subject, cause.is_own) {
            (0, true) => format!("it {}", cause.text),
            (_, true) => self.of_move(cause),
            (0, false) => format!("it misses {}, which {}", self.first_move(cause), cause.text),
            (_, false) => {
                format!("it misses {}, where {}", self.first_move(cause), self.of_move(cause))
            }
        }
    }

    /// The same with the line that shows it, unless that is one move which was just named.
    fn with_proof(&self, told: String, cause: &CauseStory<G::Move>) -> String {
        match self.proof(cause) {
            line if line.is_empty() || told.starts_with(&line) => told,
            line => format!("{told}: {line}"),
        }
    }

    /// What the cause says of its move, with that move and its number.
    fn of_move(&self, cause: &CauseStory<G::Move>) -> String {
        format!("{} {}", self.part(cause, cause.subject..cause.subject + 1), cause.text)
    }

    /// The first move of the line of a cause, alone.
    fn first_move(&self, cause: &CauseStory<G::Move>) -> String {
        cause.line.first().map(|&mv| self.position.human_text(mv)).unwrap_or_default()
    }

    /// A part of the line of a cause, with numbers.
    fn part(&self, cause: &CauseStory<G::Move>, plies: Range<usize>) -> String {
        let mut there = self.position.clone();
        cause.line.iter().take(plies.start).for_each(|&mv| there.play(mv));
        numbered(&there, cause.line.get(plies).unwrap_or_default(), usize::MAX)
    }

    /// The line that shows a cause, from the reply on where it begins with the move asked about.
    fn proof(&self, cause: &CauseStory<G::Move>) -> String {
        self.part(cause, usize::from(cause.is_own)..cause.line.len())
    }

    /// What the move has to do with what falls.
    fn origin(&self, cause: &CauseStory<G::Move>) -> Option<String> {
        let (name, words) = cause.origin.as_ref()?;
        // Where the piece was put there, or takes something, the first sentence says so itself.
        let is_told = matches!(*name, "put-there" | "takes-protected");
        (!is_told).then(|| format!("{} {words}.", self.explanation.mv.human))
    }
}
