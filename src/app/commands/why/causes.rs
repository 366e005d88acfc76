//! The causes of a move, found by small searches of their own, as they are told.

use serde::Serialize;

use super::text::played;
use crate::app::games::{CauseQuestion, CauseStory, CauseTest, Causes, CommandLineGame, Weight};
use crate::app::reporting::score::Score;
use crate::inspect::{
    MoveExplanation, MoveText, Trials, TriedMove, Verdict, machine_only, points, variation_text,
};
use crate::search::Interrupt;
use crate::value::{Player, Value};

/// Nodes of a test where nothing else is said: the default of `--test-nodes`.
const TEST_NODES: u64 = 50_000;
/// All tests of causes together may take so many times the nodes of one.
const MOST_TESTS: u64 = 10;

/// A cause as scripts read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldCause {
    /// Its name.
    kind: &'static str,
    /// What is said of a move of the line: "forks the king on g1 and the rook on a1".
    text: String,
    /// How much it counts for.
    weight: Weight,
    /// That move, in its line.
    ply: usize,
    /// The squares of what falls, or is attacked, saved or mated, before that move.
    targets: Vec<String>,
    /// The squares of what should guard them, or of the slider whose line is opened.
    guards: Vec<String>,
    /// The line that shows it, from the position on.
    #[serde(serialize_with = "machine_only")]
    line: Vec<MoveText>,
    /// What the move asked about has to do with it; no field where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    /// How it was tested.
    test: Option<&'static str>,
    /// The moves that the test forbade, and before which move of the line; no field for other tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbidden: Option<Forbidden>,
    /// The part of the difference that is gone without it, two decimals; null where that was not measured.
    share: Option<f64>,
    /// The nodes of each search of the test.
    nodes: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Forbidden {
    ply: usize,
    #[serde(serialize_with = "machine_only")]
    moves: Vec<MoveText>,
}

/// All of them, and those that were refuted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ToldCauses {
    /// Those that hold, most telling first.
    causes: Vec<ToldCause>,
    /// Those that were thought of and do not hold.
    refuted: Vec<ToldCause>,
    /// The nodes searched to test them.
    test_nodes: u64,
    /// The searches.
    tests: u32,
}

/// The causes of a move that has a value, and another one to be compared with; none otherwise.
pub fn causes<G: CommandLineGame>(
    explanation: &MoveExplanation,
    position: &G,
    trials: &mut Trials,
) -> Causes<G::Move> {
    let Some(candidate) = &explanation.candidate else { return Causes::default() };
    if matches!(explanation.verdict, Verdict::Ahead | Verdict::Outcome) {
        return Causes::default();
    }
    let line = |tried: &TriedMove| played(position, &tried.pv).0;
    let rival = explanation.rival.as_ref();
    let is_best = explanation.verdict == Verdict::Preferred;
    let question = CauseQuestion {
        line: line(candidate),
        rival: rival.map(line).unwrap_or_default(),
        points: expected(candidate.score),
        rival_points: rival.map_or(0.0, |rival| expected(rival.score)),
        is_best,
    };
    if !is_best && rival.is_none() { Causes::default() } else { position.causes(&question, trials) }
}

/// The searches that test the causes of one move, with so many nodes each.
pub fn trials(nodes: u64, interrupt: Interrupt) -> Trials {
    Trials::new(nodes, nodes.saturating_mul(MOST_TESTS), interrupt)
}

/// Searches for whoever waits for an answer among others, or has many questions: a quarter of what `shans why` takes.
pub fn few_trials() -> Trials {
    trials(TEST_NODES / 4, Interrupt::default())
}

/// As many searches as `shans why` takes where nothing else is said.
pub fn all_trials() -> Trials {
    trials(TEST_NODES, Interrupt::default())
}

/// The points that the side to move expects with such a score, from 0 to 1.
fn expected(score: Score) -> f64 {
    match score {
        // A cast saturates, as centipawns do.
        Score::Cp(cp) => points(Value::centipawns(cp as f32), Player::Max),
        Score::Mate(moves) => f64::from(u8::from(moves > 0)),
        Score::Seen { won, .. } | Score::Table { won, .. } => f64::from(u8::from(won)),
    }
}

impl ToldCauses {
    /// As they are told of a position.
    pub fn new<G: CommandLineGame>(
        causes: &Causes<G::Move>,
        position: &G,
        nodes: u64,
    ) -> ToldCauses {
        let told = |stories: &[CauseStory<G::Move>]| {
            stories.iter().map(|story| ToldCause::new(story, position, nodes)).collect()
        };
        ToldCauses {
            causes: told(&causes.held),
            refuted: told(&causes.refuted),
            test_nodes: causes.nodes,
            tests: causes.searches,
        }
    }
}

impl ToldCause {
    fn new<G: CommandLineGame>(story: &CauseStory<G::Move>, position: &G, nodes: u64) -> ToldCause {
        let forbidden = match &story.test {
            Some(CauseTest::Forbidden(ply, moves)) => Some(forbidden(story, position, *ply, moves)),
            _ => None,
        };
        ToldCause {
            kind: story.kind,
            text: story.text.clone(),
            weight: story.weight,
            ply: story.subject,
            targets: story.targets.clone(),
            guards: story.guards.clone(),
            line: variation_text(position, &story.line),
            origin: story.origin.as_ref().map(|(name, _)| *name),
            test: story.test.as_ref().map(CauseTest::name),
            forbidden,
            share: story.share.map(|share| (share * 100.0).round() / 100.0),
            nodes,
        }
    }
}

/// The moves that were forbidden, in the position in which they were.
fn forbidden<G: CommandLineGame>(
    story: &CauseStory<G::Move>,
    position: &G,
    ply: usize,
    moves: &[G::Move],
) -> Forbidden {
    let mut there = position.clone();
    story.line.iter().take(ply).for_each(|&mv| there.play(mv));
    let moves = moves.iter().map(|&mv| MoveText::new(&there, mv)).collect();
    Forbidden { ply, moves }
}
