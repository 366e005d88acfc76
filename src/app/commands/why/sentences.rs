//! An answer in sentences, with a table of the line behind the move.

use std::io::{self, Write};

use indicatif::HumanCount;

use super::comparison::{Equal, anew, difference, equal, pawns};
use super::text::{Text, replay};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{
    BOUND_LEGEND, BoundedScore, Score, WON_LEGEND, effort_text, in_words, is_unproven_win, mover,
    plies,
};
use crate::app::reporting::text_table::{self, Row};
use crate::inspect::{
    ChanceSource, MoveExplanation, MoveText, TriedMove, VariationStep, Verdict, WaitingMove,
};
use crate::value::Player;

/// Writes the explanation of a move of this position.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    explanation: &MoveExplanation,
    position: &G,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    Text { explanation, position, side: mover(position) }.write(out)
}

/// The same in sentences alone, without the table.
pub fn sentences<G: CommandLineGame>(explanation: &MoveExplanation, position: &G) -> Vec<String> {
    let mut told = Vec::new();
    let text = Text { explanation, position, side: mover(position) };
    // Memory takes whatever is written.
    let _ = text.write_sentences(&mut told);
    String::from_utf8_lossy(&told).lines().map(str::to_string).collect()
}

impl<G: CommandLineGame> Text<'_, G> {
    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let side = G::player_name(self.side);
        writeln!(out, "{}\n{side} to move\n", self.position.describe())?;
        self.write_sentences(out)?;
        self.write_verified(out)?;
        if self.explanation.candidate.is_some() {
            writeln!(out)?;
            text_table::write(&self.table(), |column| matches!(column, 0 | 3 | 5), out)?;
            write_legend(side, out)?;
            let scores = self.scores();
            if scores.iter().any(|score| score.bound.is_some()) {
                writeln!(out, "{BOUND_LEGEND}")?;
            }
            if scores.iter().any(|score| is_unproven_win(score.score)) {
                writeln!(out, "{WON_LEGEND}")?;
            }
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
            (None, Some(waiting)) if self.is_searched() => {
                self.write_waiting_search(waiting, out)?;
            }
            (None, Some(waiting)) => self.write_waiting(waiting, out)?,
            (None, None) => {
                writeln!(out, "{san} was excluded from the search.")?;
            }
        }
        self.write_elsewhere(out)
    }

    /// Whether leaves are searched: scores may be bounds, and moves have depths.
    fn is_searched(&self) -> bool {
        self.explanation.is_searched
    }

    /// The scores that are shown below the first sentence.
    fn scores(&self) -> Vec<BoundedScore> {
        let MoveExplanation { rival, refutation, .. } = self.explanation;
        let of_step = |step: &VariationStep| {
            let other = step.alternative.as_ref().map(|other| other.score);
            [Some(step.score), Some(BoundedScore::exact(step.first_sight)), other]
        };
        let rival = rival.iter().map(|rival| Some(rival.score));
        rival.chain(refutation.iter().flat_map(of_step)).flatten().collect()
    }

    fn is_preferred(&self) -> bool {
        self.explanation.verdict == Verdict::Preferred
    }

    fn write_preferred(&self, candidate: &TriedMove, out: &mut dyn Write) -> io::Result<()> {
        let san = &candidate.mv.human;
        let worth = self.worth(candidate);
        let Some(rival) = &self.explanation.rival else {
            writeln!(out, "{san} is the preferred move: {worth}. No other move was tried.")?;
            return self.write_effort(candidate, out);
        };
        let (second, score) = (&rival.mv.human, in_words(rival.score));
        let lead = match self.explanation.behind_cp {
            Some(0) => match equal(candidate.score, rival.score) {
                Equal::Exactly => format!(", equal to the second best, {second}"),
                Equal::NoLess => format!(", no less than the second best, {second} ({score})"),
                Equal::Nearly | Equal::NoMore => {
                    format!(", roughly equal to the second best, {second} ({score})")
                }
            },
            Some(cp) if cp < 0 => match difference(cp, candidate.score, rival.score) {
                Some(lead) => format!(", {lead} more than the second best, {second} ({score})"),
                None => format!("; the second best is {second} ({score})"),
            },
            Some(cp) => {
                let behind = difference(cp, rival.score, candidate.score);
                let behind = behind.map_or(String::new(), |behind| format!("{behind} "));
                format!(
                    ", {behind}less than {second} ({score}), which is on trial: the search is \
                     still looking for its refutation"
                )
            }
            None => format!(". The second best is {second} ({score})"),
        };
        writeln!(out, "{san} is the preferred move: {worth}{lead}.")?;
        if let Some(depth) = &self.explanation.search {
            self.write_search(candidate, depth, out)?;
        }
        self.write_effort(candidate, out)
    }

    fn write_other(&self, candidate: &TriedMove, out: &mut dyn Write) -> io::Result<()> {
        let san = &candidate.mv.human;
        let worth = self.worth(candidate);
        let Some(rival) = &self.explanation.rival else { return Ok(()) };
        let (best, score) = (&rival.mv.human, in_words(rival.score));
        let comparison = match (self.explanation.verdict, self.explanation.behind_cp) {
            (Verdict::OnTrial, _) => {
                let is = if candidate.score.is_reached() { "is" } else { "may be" };
                format!(
                    "{worth}, which {is} more than {best} ({score}), but it is on trial: the \
                     search is still looking for its refutation"
                )
            }
            (_, Some(0)) => match equal(candidate.score, rival.score) {
                Equal::Exactly | Equal::NoMore => format!("{worth}, no more than {best}"),
                Equal::Nearly | Equal::NoLess => format!("{worth}, about as much as {best}"),
            },
            (_, Some(cp)) => match difference(cp, rival.score, candidate.score) {
                Some(behind) => format!("{worth}, {behind} less than {best} ({score})"),
                None => format!("{worth}; {best} looks better ({score})"),
            },
            (_, None) => format!("{worth}; {best} is better ({score})"),
        };
        writeln!(out, "{san} is not preferred: {comparison}.")?;
        match &self.explanation.search {
            Some(depth) => self.write_search(candidate, depth, out)?,
            None => self.write_fall(out)?,
        }
        self.write_effort(candidate, out)?;
        self.write_need(out)
    }

    /// Whether it is known how far the move lies behind its rival at least.
    fn is_behind(&self) -> bool {
        let MoveExplanation { candidate, rival, .. } = self.explanation;
        let both = rival.as_ref().zip(candidate.as_ref());
        both.is_some_and(|(rival, own)| rival.score.is_reached() && own.score.is_limit())
    }

    /// The value of a move as a part of a sentence.
    fn worth(&self, candidate: &TriedMove) -> String {
        match candidate.score.score {
            Score::Cp(0) if candidate.proven => self.certain_draw(candidate),
            Score::Seen { won } => {
                format!("{} wins, as far as was searched", self.winner(if won { 1 } else { -1 }))
            }
            Score::Cp(_) => match candidate.depth.filter(|_| candidate.score.bound.is_some()) {
                Some(depth) => {
                    format!("searched to {} it is {}", plies(depth), in_words(candidate.score))
                }
                None => format!("worth {}", in_words(candidate.score)),
            },
            Score::Mate(moves) => {
                format!("{} mates by force in {}", self.winner(moves), moves.abs().max(1))
            }
            Score::Table { won, .. } => {
                let winner = self.winner(if won { 1 } else { -1 });
                format!("{} for {winner}", in_words(candidate.score))
            }
        }
    }

    /// What ends a line in a draw that is certain: a table, where one knows its last position.
    fn certain_draw(&self, candidate: &TriedMove) -> String {
        let steps = self.explanation.refutation.iter().map(|step| step.mv.clone());
        let mut line: Vec<MoveText> = steps.collect();
        if line.first() != Some(&candidate.mv) {
            line.insert(0, candidate.mv.clone());
        }
        let Some(last) = line.pop() else { return "a certain draw".to_string() };
        let before = replay(self.position, &line).1;
        let after = replay(&before, std::slice::from_ref(&last)).1;
        match after.table_story() {
            Some(story) => {
                let number = before.move_number(true).unwrap_or_default();
                format!("{} after {number} {}", story.text, last.human)
            }
            None => "a certain draw".to_string(),
        }
    }

    /// The player for whom a score of this sign is won.
    fn winner(&self, sign: i64) -> &'static str {
        G::player_name(if sign > 0 { self.side } else { self.side.opponent() })
    }

    /// Where the variation loses most at first sight.
    fn write_fall(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut before = self.explanation.first_sight;
        for step in &self.explanation.refutation {
            if let Some(before) = before.filter(|_| step.is_greatest_drop) {
                let (side, san, now) =
                    (G::player_name(self.side), &step.mv.human, step.first_sight);
                writeln!(
                    out,
                    "At first sight {side} loses most at {san}: from {before} to {now}."
                )?;
            }
            before = Some(step.first_sight);
        }
        Ok(())
    }

    fn write_effort(&self, candidate: &TriedMove, out: &mut dyn Write) -> io::Result<()> {
        let effort = effort_text(candidate.effort, self.is_searched());
        let share = match self.explanation.effort_share.unwrap_or_default() * 100.0 {
            share if share < 0.05 => "less than 0.1".to_string(),
            share => format!("{share:.1}"),
        };
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

    /// What would have to be true for the move to be chosen.
    fn write_need(&self, out: &mut dyn Write) -> io::Result<()> {
        let side = G::player_name(self.side);
        let Some(chance) = &self.explanation.chance else {
            return writeln!(out, "It cannot improve: {side} has nothing left to try after it.");
        };
        if let Some(cp) = self.explanation.behind_cp.filter(|&cp| cp > 0 && self.is_behind()) {
            writeln!(out, "To be preferred, it must gain more than {}.", pawns(cp))?;
        }
        match &self.explanation.search {
            Some(depth) => self.write_deepest(depth, chance, out)?,
            None => writeln!(out, "{}", self.checked(chance))?,
        }
        let (variation, place) = replay(self.position, &chance.variation);
        let Some(untried) = &chance.untried else {
            let best = match self.is_searched() {
                false => "The best one".to_string(),
                true => format!("The best try left to {side}"),
            };
            return writeln!(out, "{best} lies after {variation}.");
        };
        if self.is_searched() {
            let (waiting, _) = replay(&place, std::slice::from_ref(untried));
            return writeln!(
                out,
                "The best try left to {side} lies after {variation}, where some moves are not \
                 searched yet; {waiting} comes first."
            );
        }
        let (waiting, _) = replay(&place, std::slice::from_ref(untried));
        if mover(&place) == self.side {
            return writeln!(out, "The best one is {waiting}, never tried after {variation}.");
        }
        writeln!(
            out,
            "The best one lies after {variation}, where no answer was tried yet; {waiting} comes \
             first."
        )
    }

    /// How deep the search looked for something better, and whether it will continue here.
    fn checked(&self, chance: &ChanceSource) -> String {
        let side = G::player_name(self.side);
        let tries = format!("All tries of {side} in it");
        let Some(rival) = &self.explanation.rival else {
            return format!("{tries} are open.");
        };
        let others = match chance.greater {
            0 => "no move tried here was checked less".to_string(),
            1 => "1 move tried here was checked less".to_string(),
            count => format!("{count} moves tried here were checked less"),
        };
        match chance.plies_checked {
            None => format!("{tries} that are left lose."),
            // Searches are measured in nodes.
            Some(1..) if self.is_searched() && self.explanation.depth.is_none() => {
                format!("{tries} are open; {others}.")
            }
            Some(0) => format!("A try left in it could make it better than {}.", rival.mv.human),
            Some(1) => format!("{tries} were checked 1 ply deep; {others}."),
            Some(plies) => format!("{tries} were checked {plies} plies deep; {others}."),
        }
    }

    fn write_waiting(&self, waiting: &WaitingMove, out: &mut dyn Write) -> io::Result<()> {
        let (san, side) = (&self.explanation.mv.human, G::player_name(self.side));
        let (rank, legal) = (waiting.rank, waiting.moves_legal);
        writeln!(
            out,
            "{san} was never tried. It is number {rank} of {legal} in the order of trial."
        )?;
        writeln!(
            out,
            "It promises a gain of {} over the position at first sight.",
            Score::Cp(i64::from(waiting.gain_cp)),
        )?;
        let next = &waiting.next_untried.human;
        match waiting.before {
            0 => writeln!(out, "It is next in line here.")?,
            1 => writeln!(out, "{next} comes before it.")?,
            count => writeln!(out, "{count} untried moves come before it, first {next}.")?,
        }
        match &waiting.best_tried {
            Some(mv) => {
                writeln!(out, "Among the moves tried, {} promises most for {side}.", mv.human)?;
            }
            None => writeln!(out, "{side} has nothing left to try after the moves tried.")?,
        }
        writeln!(
            out,
            "The search will try it when it reaches this position and nothing else here promises \
             more.\n\nAll numbers are in pawns, from {side}'s point of view.",
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
        let nodes = HumanCount(verified.nodes);
        writeln!(out, "\nSearched afresh, at most {nodes} nodes each:\n  {asked}\n  {other}")?;
        let (preferred, behind) = match self.is_preferred() {
            true => (&mv.human, &rival.mv.human),
            false => (&rival.mv.human, &mv.human),
        };
        if verified.holds {
            writeln!(
                out,
                "The preference holds: {preferred} is worth at least as much as {behind}."
            )
        } else {
            writeln!(out, "The preference does not hold: {behind} is worth more than {preferred}.")
        }
    }

    fn table(&self) -> Vec<Row> {
        let head = ["move", "score", "at first sight", "best instead", "score", ""];
        let mut rows = vec![head.map(str::to_string).to_vec()];
        let mut side = self.side;
        for step in &self.explanation.refutation {
            let (instead, other) = match &step.alternative {
                Some(other) => (other.mv.human.clone(), other.score.to_string()),
                None => ("-".to_string(), String::new()),
            };
            let is_told = step.is_greatest_drop && !self.is_preferred() && !self.is_searched();
            let mark = if is_told { "<- greatest loss" } else { "" };
            let dots = if side == Player::Min { "..." } else { "" };
            rows.push(vec![
                format!("{dots}{}", step.mv.human),
                step.score.to_string(),
                step.first_sight.to_string(),
                instead,
                other,
                mark.to_string(),
            ]);
            side = side.opponent();
        }
        rows
    }
}

fn write_legend(side: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "
All numbers are in pawns, from {side}'s point of view; #3 is a proven mate in 3 moves from the
position above, #-3 being mated. \"At first sight\" is the value before any move was tried there,
\"best instead\" the best other move that was tried; - if there is none."
    )
}
