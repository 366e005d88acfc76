//! An answer in sentences.

use std::io::{self, Write};

use super::claim::{Claim, ClaimKind, SURE};
use super::comparison::anew;
use super::text::{Text, replay};
use crate::app::games::{CauseStory, Causes, CommandLineGame};
use crate::app::reporting::left_out;
use crate::app::reporting::score::{counted, effort_text};
use crate::inspect::{MoveExplanation, MoveText, TreeReader, TriedMove, Verdict};
use crate::value::Player;

/// Plies of a line behind a move that are told in a sentence.
const LINE_PLIES: usize = 8;
/// A line that costs less than this refutes nothing, in centipawns.
const REFUTED: i64 = 100;
/// The name of the cause that all other moves lose much.
const ONLY_MOVE: &str = "only-move";

/// Writes the explanation of a move of the position that is read.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    explanation: &MoveExplanation,
    causes: &Causes<G::Move>,
    reader: &TreeReader<'_, G>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let position = reader.position();
    Text::new(explanation, position, causes).write(out)?;
    if let Some(note) = left_out::note(reader.search().root()) {
        writeln!(out, "{note}")?;
    }
    Ok(())
}

/// What is stated of the move, as a fact; `None` where it has no value yet.
pub fn claim<G: CommandLineGame>(explanation: &MoveExplanation, position: &G) -> Option<Claim> {
    Text::new(explanation, position, &Causes::default()).claim()
}

/// The same in sentences alone, without the table; scores are those of `viewer`.
pub fn sentences<G: CommandLineGame>(
    explanation: &MoveExplanation,
    causes: &Causes<G::Move>,
    position: &G,
    viewer: Player,
) -> Vec<String> {
    let text = Text { viewer, ..Text::new(explanation, position, causes) };
    lines(|out| text.write_sentences(out))
}

/// What is wrong with a move that was played, beside its value: for reports that tell both values and the lines themselves.
/// `lost` is the difference that they tell, in centipawns.
pub fn reasons<G: CommandLineGame>(
    explanation: &MoveExplanation,
    causes: &Causes<G::Move>,
    position: &G,
    lost: i64,
) -> Vec<String> {
    let text = Text::new(explanation, position, causes);
    let claim = text.claim();
    claim.map_or(Vec::new(), |claim| lines(|out| text.write_reasons(&claim, lost, out)))
}

/// What the only good move of a position does; nothing where no reason for it was found.
pub fn praise<G: CommandLineGame>(
    explanation: &MoveExplanation,
    causes: &Causes<G::Move>,
    position: &G,
) -> Vec<String> {
    // That it is the only one is said already.
    let is_news = |cause: &&CauseStory<G::Move>| cause.kind != ONLY_MOVE;
    let held: Vec<CauseStory<G::Move>> = causes.held.iter().filter(is_news).cloned().collect();
    if held.is_empty() {
        return Vec::new();
    }
    let causes = Causes { held, ..Causes::default() };
    let text = Text::new(explanation, position, &causes);
    let more = lines(|out| text.write_more_causes(None, out));
    [text.praise("only good")].into_iter().chain(more).collect()
}

/// The lines of what is written.
fn lines(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Vec<String> {
    let mut told = Vec::new();
    // Memory takes whatever is written.
    let _ = write(&mut told);
    String::from_utf8_lossy(&told).lines().map(str::to_string).collect()
}

impl<G: CommandLineGame> Text<'_, G> {
    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let side = G::player_name(self.side);
        writeln!(out, "{}\n{side} to move\n", self.position.describe())?;
        self.write_sentences(out)?;
        self.write_verified(out)?;
        if self.explanation.candidate.is_some() {
            self.write_table(out)?;
        }
        Ok(())
    }

    fn write_sentences(&self, out: &mut dyn Write) -> io::Result<()> {
        let san = &self.explanation.mv.human;
        match (&self.explanation.candidate, &self.explanation.waiting) {
            _ if self.explanation.verdict == Verdict::Outcome => {
                writeln!(out, "{san} is a random outcome: neither side chooses it.")?;
            }
            (Some(candidate), _) if self.is_preferred() => self.write_preferred(candidate, out)?,
            (Some(candidate), _) => self.write_other(candidate, out)?,
            (None, Some(waiting)) => self.write_waiting(waiting, out)?,
            (None, None) => {
                writeln!(out, "{san} was excluded from the search.")?;
            }
        }
        self.write_elsewhere(out)
    }

    fn write_preferred(&self, candidate: &TriedMove, out: &mut dyn Write) -> io::Result<()> {
        let san = &candidate.mv.human;
        let worth = self.worth(candidate);
        let Some(rival) = &self.explanation.rival else {
            // A game or a line that was put into the tree, say: nothing speaks for the move.
            writeln!(
                out,
                "{san} is the only move that has a value here: {worth}. No other move was tried."
            )?;
            return self.write_effort(candidate, out);
        };
        self.write_unsure(self.claim().as_ref(), out)?;
        writeln!(out, "{}", self.praise("best"))?;
        self.write_more_causes(None, out)?;
        self.write_few_moves(out)?;
        let (second, score) = (&rival.mv.human, self.score_of(rival));
        let certain = match self.explanation.behind_cp {
            Some(cp) if cp > 0 => ", but less certain",
            _ => "",
        };
        let worth = match worth.starts_with("worth") {
            true => format!("It is {worth}"),
            false => format!("{san}: {worth}"),
        };
        writeln!(out, "{worth}; the second best is {second} ({score}{certain}).")?;
        let line = self.behind_first(&candidate.pv, LINE_PLIES);
        if !line.is_empty() {
            writeln!(out, "The line goes on {line}.")?;
        }
        self.write_doubt(candidate, out)?;
        self.write_effort(candidate, out)
    }

    /// How many moves keep the result, where they are few, unless that has been said.
    fn write_few_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(few) = &self.explanation.few_moves else { return Ok(()) };
        let is_only = self.causes.held.iter().any(|cause| cause.kind == ONLY_MOVE);
        let names: Vec<&str> = few.moves.iter().map(|mv| mv.human.as_str()).collect();
        let others = few.others;
        let (win, do_not) = if few.wins { ("win", "do not") } else { ("hold", "lose") };
        match names[..] {
            [_] if few.wins && !is_only => writeln!(out, "No other move wins."),
            [one, two] => {
                writeln!(out, "Two moves {win}, {one} and {two}; the other {others} {do_not}.")
            }
            [one, two, three] => {
                writeln!(
                    out,
                    "Three moves {win}, {one}, {two} and {three}; the other {others} {do_not}."
                )
            }
            _ => Ok(()),
        }
    }

    fn write_other(&self, candidate: &TriedMove, out: &mut dyn Write) -> io::Result<()> {
        let Some(rival) = &self.explanation.rival else { return Ok(()) };
        let claim = self.claim();
        self.write_unsure(claim.as_ref(), out)?;
        if let Some(headline) = claim.as_ref().and_then(|claim| self.headline(claim)) {
            writeln!(out, "{headline}")?;
        }
        self.write_more_causes(claim.as_ref(), out)?;
        self.write_line(candidate, claim.as_ref(), out)?;
        writeln!(out, "{}", self.comparison(candidate, rival))?;
        if !self.is_searched() {
            self.write_fall(out)?;
        }
        self.write_doubt(candidate, out)?;
        self.write_effort(candidate, out)?;
        self.write_need(out)
    }

    fn write_reasons(&self, claim: &Claim, lost: i64, out: &mut dyn Write) -> io::Result<()> {
        let (mut told, is_more) =
            (Vec::new(), claim.text.is_some() || self.reason(claim).is_some());
        if let Some(headline) = self.headline(claim).filter(|_| is_more) {
            writeln!(told, "{headline}")?;
        }
        self.write_more_causes(Some(claim), &mut told)?;
        let is_doubtful = lost < SURE || claim.kind == ClaimKind::Worse && self.is_sacrifice();
        if is_doubtful && !told.is_empty() {
            self.write_unsure(Some(claim), out)?;
        }
        out.write_all(&told)?;
        self.explanation.candidate.iter().try_for_each(|tried| self.write_doubt(tried, out))
    }

    /// What the move does, why, and the line that shows it; `None` where its value says all.
    fn headline(&self, claim: &Claim) -> Option<String> {
        let san = &self.explanation.mv.human;
        match (&claim.text, self.reason(claim)) {
            (Some(text), Some(reason)) => {
                let joint = match claim.kind {
                    ClaimKind::MissesMaterial | ClaimKind::MissesMate => ":",
                    // What it costs is no reason for a result that stays.
                    ClaimKind::WinsToo => ", but",
                    ClaimKind::LosesToo => ", and",
                    _ => ", because",
                };
                Some(format!("{san} {text}{joint} {reason}."))
            }
            (None, Some(reason)) => {
                let turn = self.turn().unwrap_or_else(|| "is not as good".to_string());
                Some(format!("{san} {turn}, because {reason}."))
            }
            (Some(text), None) => Some(match self.line_of(claim) {
                line if line.is_empty() => format!("{san} {text}."),
                line => format!("{san} {text}: {line}."),
            }),
            (None, None) => {
                let turn = self.turn().filter(|_| claim.kind == ClaimKind::Worse);
                turn.map(|turn| format!("{san} {turn}."))
            }
        }
    }

    /// How the game goes on after the move, as far as the first sentence has not told it, and where the side to move could
    /// play otherwise.
    fn write_line(
        &self,
        candidate: &TriedMove,
        claim: Option<&Claim>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let is_told = claim.is_some_and(|claim| {
            claim.text.is_some() && claim.line.first() == Some(&self.explanation.mv)
        });
        let line = self.behind_first(&candidate.pv, LINE_PLIES);
        let is_in_headline = is_told && claim.is_some_and(|claim| self.reason(claim).is_none());
        let is_new = !line.is_empty() && !is_in_headline && !self.tells_reply();
        if is_new {
            let shows = |claim: &Claim| {
                claim.line.first() == Some(&candidate.mv)
                    && !matches!(claim.kind, ClaimKind::Equal | ClaimKind::WinsToo)
            };
            let is_bad = claim.is_none_or(shows) && self.explanation.verdict == Verdict::Rejected;
            let what = match self.explanation.behind_cp {
                Some(cp) if cp < REFUTED && is_bad => "The best reply so far:",
                _ if is_bad => "The refutation is",
                _ => "The line goes on",
            };
            writeln!(out, "{what} {line}.")?;
        }
        self.write_escape(out)
    }

    /// The first move of the side to move beside the line that has a value.
    fn write_escape(&self, out: &mut dyn Write) -> io::Result<()> {
        let steps = &self.explanation.refutation;
        let own = steps.iter().enumerate().skip(2).step_by(2);
        let Some((index, other)) =
            own.filter_map(|(index, step)| Some((index, step.alternative.as_ref()?))).next()
        else {
            return Ok(());
        };
        let before: Vec<MoveText> = steps[..index].iter().map(|step| step.mv.clone()).collect();
        let (_, there) = replay(self.position, &before);
        let (instead, _) = replay(&there, std::slice::from_ref(&other.mv));
        let score = self.words(other.score);
        writeln!(out, "Other defence: {instead} ({score}).")
    }

    /// Whether the difference is too small to rely on.
    fn write_unsure(&self, claim: Option<&Claim>, out: &mut dyn Write) -> io::Result<()> {
        let is_small = self.explanation.behind_cp.is_some_and(|cp| cp.abs() < SURE);
        match claim {
            Some(Claim { kind: ClaimKind::Worse, sure: false, .. }) if self.is_sacrifice() => {
                writeln!(
                    out,
                    "It gives up material, and its value falls by less: that may change with more search."
                )
            }
            Some(Claim { sure: false, .. }) if is_small => {
                writeln!(out, "A difference of less than a pawn may change with more search.")
            }
            _ => Ok(()),
        }
    }

    /// Whether the value may still change.
    fn write_doubt(&self, candidate: &TriedMove, out: &mut dyn Write) -> io::Result<()> {
        if let Some(moves) = &candidate.unsettled_by {
            writeln!(out, "The value is {moves}.")?;
        }
        match candidate.rests_on {
            Some(rests_on) => writeln!(out, "The value {rests_on}."),
            None => Ok(()),
        }
    }

    /// Where the variation loses most by static values.
    fn write_fall(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut before = self.explanation.first_sight;
        for step in &self.explanation.refutation {
            if let Some(before) = before.filter(|_| step.is_greatest_drop) {
                let (side, san) = (G::player_name(self.side), &step.mv.human);
                let [before, now] = [before, step.first_sight].map(|score| self.words(score));
                writeln!(
                    out,
                    "By static eval {side} loses most at {san}: from {before} to {now}."
                )?;
            }
            before = Some(step.first_sight);
        }
        Ok(())
    }

    fn write_effort(&self, candidate: &TriedMove, out: &mut dyn Write) -> io::Result<()> {
        let effort = effort_text(candidate.effort, self.is_searched());
        let share = percent_text(self.explanation.effort_share.unwrap_or_default());
        match self.is_searched() {
            false => {
                writeln!(out, "{effort} went into it, {share} % of the tree below this position.")
            }
            true => {
                let were = if candidate.effort == 1 { "was" } else { "were" };
                writeln!(
                    out,
                    "{effort} {were} searched for it, {share} % of the work below this position."
                )
            }
        }
    }

    /// Where the position after the move is better known.
    fn write_elsewhere(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(elsewhere) = &self.explanation.elsewhere else { return Ok(()) };
        let way: Vec<&str> = elsewhere.path.iter().map(|mv| mv.human.as_str()).collect();
        let effort = effort_text(elsewhere.effort, self.is_searched());
        let (way, score) = (way.join(" "), self.words(elsewhere.score));
        writeln!(
            out,
            "The same position is better known after {way} from the root of the tree: {score}, {effort}."
        )
    }

    fn write_verified(&self, out: &mut dyn Write) -> io::Result<()> {
        let MoveExplanation { mv, candidate, rival, verified, .. } = self.explanation;
        let (Some(verified), Some(rival)) = (verified, rival) else { return Ok(()) };
        let tree = candidate.as_ref().map(|candidate| candidate.score);
        let asked = anew(&mv.human, verified.score, tree, verified.difference_cp);
        let other = anew(
            &rival.mv.human,
            verified.rival_score,
            Some(rival.score),
            verified.rival_difference_cp,
        );
        let nodes = counted(verified.nodes, "node");
        writeln!(out, "\nSearched afresh, at most {nodes} each:\n  {asked}\n  {other}")?;
        let (preferred, behind) = match self.is_preferred() {
            true => (&mv.human, &rival.mv.human),
            false => (&rival.mv.human, &mv.human),
        };
        let is_equal = verified.score == verified.rival_score;
        match (verified.holds, if is_equal { "as good as" } else { "better than" }) {
            (true, is) => writeln!(out, "The preference holds: {preferred} is {is} {behind}."),
            (false, is) => {
                writeln!(out, "The preference does not hold: {behind} is {is} {preferred}.")
            }
        }
    }
}

/// A share from 0 to 1 in percent. What is not nothing is not rounded up to a tenth: the page says so, too.
fn percent_text(share: f64) -> String {
    match share * 100.0 {
        percent if percent < 0.1 => "less than 0.1".to_string(),
        percent => format!("{percent:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::percent_text;

    #[test]
    fn a_small_share_is_less_than_a_tenth_of_a_percent() {
        let told = [0.0, 0.000_568, 0.001, 0.454].map(percent_text);
        assert_eq!(told, ["less than 0.1", "less than 0.1", "0.1", "45.4"]);
    }
}
