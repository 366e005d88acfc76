//! An answer as one JSON object. Scripts rely on the names: add to them, do not rename.
//!
//! All numbers are from the view of the side to move in `fen`, mates count from there, and
//! chances have paid for every ply from there.

use std::io::Write;

use serde::Serialize;

use super::super::view::View;
use super::refutation::Step;
use super::{Candidate, Case, Known, Waiting};
use crate::app::score::Score;
use crate::chess::Position;
use crate::game::{Game, Notation};

#[derive(Serialize)]
struct Record<'a> {
    fen: String,
    /// From the position analysed, UCI.
    moves: &'a [String],
    /// The move asked about, UCI.
    #[serde(rename = "move")]
    uci: String,
    san: String,
    /// `preferred`, `on-trial` (worth more than the answer, but its refutation is still being
    /// looked for), `rejected`, `untried`, or `excluded` from the search.
    verdict: &'static str,
    /// What the tree knows of the move; null where it was not tried.
    candidate: Option<Numbers>,
    /// The preferred move, or the second best where the preferred one is asked about.
    rival: Option<Numbers>,
    /// How much more the rival is worth, negative where it is less; null with a mate.
    behind_cp: Option<i64>,
    /// The move's part of the tree nodes below the position, 0 to 1.
    effort_share: Option<f64>,
    /// Where the mover's chance below the move lies; null without one.
    chance: Option<Chance>,
    /// The quiescence value of `fen`; null where the move was not tried.
    first_sight: Option<Score>,
    /// The move and the preferred moves behind it.
    refutation: Vec<Ply>,
    /// For a move never tried.
    waiting: Option<Wait>,
    /// With `--verify`.
    verified: Option<SecondOpinion>,
}

/// The same names as in `lines` of an analysis.
#[derive(Serialize)]
struct Numbers {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    score: Score,
    alpha_chance_cp: Option<i64>,
    beta_chance_cp: Option<i64>,
    tree_nodes: u64,
    proven: bool,
}

#[derive(Serialize)]
struct Chance {
    /// What the mover may still reach.
    cp: i64,
    /// How far that lies below the rival's value; null where the rival mates, or there is none.
    short_cp: Option<i64>,
    /// How many moves tried in the position hold a greater chance.
    greater: usize,
    /// The moves to the position where it lies, from `fen` on, UCI.
    line: Vec<String>,
    /// The move that waits there; null where the tree does not tell.
    untried: Option<Named>,
}

#[derive(Serialize)]
struct Named {
    #[serde(rename = "move")]
    uci: String,
    san: String,
}

#[derive(Serialize)]
struct Ply {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    score: Score,
    /// The quiescence value of the position after the move.
    first_sight: Score,
    /// The best other move tried instead.
    alternative: Option<Alternative>,
    /// Where the mover lost most at first sight.
    greatest_drop: bool,
}

#[derive(Serialize)]
struct Alternative {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    score: Score,
}

#[derive(Serialize)]
struct Wait {
    /// Its place among the moves that may be tried, 1 first.
    rank: u16,
    moves_legal: usize,
    /// What it promises over the first sight of the position.
    gain_cp: i32,
    /// What the mover may hope for by it, its ply paid.
    chance_cp: Option<i64>,
    /// Untried moves before it.
    before: usize,
    next_untried: Named,
    /// What the mover may hope for by the next one.
    next_chance_cp: Option<i64>,
    /// The mover's greatest chance in the moves that were tried.
    tried_chance_cp: Option<i64>,
}

#[derive(Serialize)]
struct SecondOpinion {
    nodes: u64,
    score: Score,
    rival_score: Score,
    holds: bool,
}

/// Writes an answer in one line.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(case: &Case<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = &case.study.position;
    let known = case.verdict.known();
    let own = named(position, case.mv);
    let record = Record {
        fen: position.fen(),
        moves: &case.study.line,
        uci: own.uci,
        san: own.san,
        verdict: case.verdict.name(),
        candidate: known.map(|known| numbers(case, &known.candidate)),
        rival: case.rival.as_ref().map(|rival| numbers(case, rival)),
        behind_cp: case.behind(),
        effort_share: known.map(|known| (known.share * 10_000.0).round() / 10_000.0),
        chance: known.and_then(|known| chance(case, known)),
        first_sight: known.map(|known| known.first_sight),
        refutation: known.map_or(Vec::new(), |known| known.line.iter().map(ply).collect()),
        waiting: case.verdict.waiting().map(|waiting| wait(case, waiting)),
        verified: case.verified.map(|verified| SecondOpinion {
            nodes: verified.nodes,
            score: case.view.score(verified.asked),
            rival_score: case.view.score(verified.rival),
            holds: verified.holds,
        }),
    };
    writeln!(out, "{}", serde_json::to_string(&record)?)?;
    Ok(())
}

fn named(position: &Position, mv: shakmaty::Move) -> Named {
    Named { uci: position.machine_text(mv), san: position.human_text(mv) }
}

fn numbers(case: &Case<'_>, candidate: &Candidate) -> Numbers {
    let node = case.study.node(candidate.id);
    let chances = candidate.view(case).chances(node);
    let Named { uci, san } = named(&case.study.position, candidate.mv);
    Numbers {
        uci,
        san,
        score: case.view.score(candidate.value),
        alpha_chance_cp: chances.own,
        beta_chance_cp: chances.reply,
        tree_nodes: u64::from(node.effort),
        proven: node.is_proven(),
    }
}

fn chance(case: &Case<'_>, known: &Known) -> Option<Chance> {
    let hope = known.hope.as_ref()?;
    let mut at = case.study.position.clone();
    let line = hope.line.iter().map(|&mv| {
        let text = at.machine_text(mv);
        at.play(mv);
        text
    });
    Some(Chance {
        cp: hope.cp,
        short_cp: case.short_of_rival(hope.cp),
        greater: known.greater,
        line: line.collect(),
        untried: hope.untried.map(|mv| named(&hope.position, mv)),
    })
}

fn ply(step: &Step) -> Ply {
    let alternative = step.alternative.clone();
    Ply {
        uci: step.uci.clone(),
        san: step.san.clone(),
        score: step.score,
        first_sight: step.first_sight,
        alternative: alternative.map(|(uci, san, score)| Alternative { uci, san, score }),
        greatest_drop: step.is_greatest_drop,
    }
}

fn wait(case: &Case<'_>, waiting: &Waiting) -> Wait {
    let View { viewer, .. } = case.view;
    Wait {
        rank: waiting.untried.rank + 1,
        moves_legal: waiting.legal,
        gain_cp: waiting.untried.gain,
        chance_cp: case.view.chance(viewer, waiting.untried.chance),
        before: waiting.before,
        next_untried: named(&case.study.position, waiting.next.mv),
        next_chance_cp: case.view.chance(viewer, waiting.next.chance),
        tried_chance_cp: waiting.best_tried.map(|(_, cp)| cp),
    }
}
