//! The curve of a game that the tree holds, and its errors: judged and drawn as by `shans game`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::answers::{Refused, Reply, json};
use super::question::Moves;
use super::walk::{PathMove, numbered};
use crate::app::args::JudgingArgs;
use crate::app::games::CommandLineGame;
use crate::app::reporting::game_curve::{CurvePoint, points, svg};
use crate::app::reporting::judge::Judge;
use crate::app::reporting::variation::whole_exchanges;
use crate::inspect::{PlayedPosition, Score, mover, played_line};
use crate::search::{BestFirst, Root};
use crate::session::Review;
use crate::value::Player;

/// A game, as far as it is analysed.
#[derive(Debug, Serialize)]
pub struct GameCurve {
    /// Its picture.
    svg: String,
    /// How many positions it has.
    positions: usize,
    /// How many of them were searched for their best move; others are only on the way.
    analysed: usize,
    /// Of these, whose values are not settled: moves around them are judged by what is sure.
    unsettled: usize,
    /// How accurate each side was, from 0 to 100, once all of it is analysed.
    accuracy: Option<[f64; 2]>,
    /// Its errors.
    errors: Vec<GameError>,
    /// The only good moves that were found, where it is told why they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    found: Vec<FoundMove>,
}

/// Why moves are bad, or the only good ones, by the number of moves before them.
pub type Reasons = BTreeMap<usize, Vec<String>>;

/// A move that cost too much. The scores are White's.
#[derive(Debug, Serialize)]
struct GameError {
    /// How many moves lead to the position behind it.
    place: usize,
    /// The move, as in `14... Nf6?`.
    text: String,
    /// How it is written behind the move,
    sign: &'static str,
    /// and what it is called.
    name: &'static str,
    /// Who made it.
    side: &'static str,
    /// What the position was worth before it,
    before: Score,
    /// and behind it.
    after: Score,
    /// The better line; empty where none is known.
    better: Vec<PathMove>,
    /// Why it is bad, where that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<String>,
}

/// A move that was the only good one.
#[derive(Debug, Serialize)]
struct FoundMove {
    /// How many moves lead to the position behind it.
    place: usize,
    /// The move, as in `14... Nf6`.
    text: String,
    /// Why it is good.
    why: Vec<String>,
}

/// What is known of the game with these moves.
pub fn curve<G: CommandLineGame>(search: &BestFirst<G>, moves: &Moves) -> Reply {
    json(&GameCurve::new(search, moves, &JudgingArgs::default(), &Reasons::new())?)
}

impl GameCurve {
    /// That of the game with these moves, judged by `judging`.
    ///
    /// # Errors
    ///
    /// A move that is not legal, in the line or in the tree.
    pub fn new<G: CommandLineGame>(
        search: &BestFirst<G>,
        moves: &Moves,
        judging: &JudgingArgs,
        reasons: &Reasons,
    ) -> Result<GameCurve, Refused> {
        let (positions, moves) = played(search, moves)?;
        let mut facts = played_line(search, &moves)?;
        // Before anybody asked for a review, the line of a game is in the tree with a few nodes each.
        if search.rules().searches_leaves() && !Review::<G>::is_of(search, &moves) {
            facts
                .iter_mut()
                .for_each(|fact| fact.is_searched &= fact.was_analysed || fact.is_decided);
        }
        let judge = Judge(judging);
        let verdicts = judge.verdicts(&positions, &facts);
        let points = points(judge, &positions, &moves, &facts, &verdicts);
        let analysed = facts.iter().filter(|fact| fact.is_searched).count();
        let unsettled = facts.iter().filter(|fact| fact.is_searched && !fact.is_settled()).count();
        let accuracy = |player| judge.accuracy(&positions, &facts, player);
        let accuracies = accuracy(Player::Max).zip(accuracy(Player::Min));
        Ok(GameCurve {
            svg: svg(&points, positions.len()),
            positions: positions.len(),
            analysed,
            unsettled,
            accuracy: accuracies.filter(|_| analysed == positions.len()).map(<[f64; 2]>::from),
            found: found(&points, reasons),
            errors: errors(points, &positions, &facts, usize::from(judging.line_plies), reasons),
        })
    }
}

/// What there is to review of the line with these moves from the root of the tree, as far as a tree can hold it, which ends where
/// a draw could be claimed: the positions, one more than moves, and the moves.
///
/// # Errors
///
/// A move that is not legal.
pub fn reviewed_line<G: CommandLineGame>(
    search: &BestFirst<G>,
    texts: &Moves,
) -> Result<(Vec<G>, Vec<G::Move>), String> {
    let (mut positions, mut moves) = played(search, texts)?;
    let mut root: Root<G> = search.root().clone();
    let is_open = |mv: &G::Move| {
        let is_over = root.game().outcome(&root.past()).is_some();
        root.play(*mv);
        !is_over
    };
    let length = moves.iter().copied().take_while(is_open).count();
    moves.truncate(length);
    positions.truncate(length + 1);
    Ok((positions, moves))
}

/// The positions and moves of a line from the root of the tree on.
pub fn played<G: CommandLineGame>(
    search: &BestFirst<G>,
    texts: &Moves,
) -> Result<(Vec<G>, Vec<G::Move>), String> {
    let root = search.root().game();
    let moves = root.read_moves(texts).map_err(|(text, why)| format!("{text:?} {why}"))?;
    Ok((root.positions_along(&moves), moves))
}

fn found(points: &[CurvePoint], reasons: &Reasons) -> Vec<FoundMove> {
    let found = |(ply, why): (&usize, &Vec<String>)| {
        let CurvePoint { mark, text, .. } = points.get(ply + 1)?;
        let (place, text, why) = (ply + 1, text.clone(), why.clone());
        mark.is_none().then_some(FoundMove { place, text, why })
    };
    reasons.iter().filter_map(found).collect()
}

fn errors<G: CommandLineGame>(
    points: Vec<CurvePoint>,
    positions: &[G],
    facts: &[PlayedPosition<G::Move>],
    line_plies: usize,
    reasons: &Reasons,
) -> Vec<GameError> {
    let score = |place: usize| Score::new(facts[place].value, Player::Max);
    let error = |(place, CurvePoint { mark, text, .. }): (usize, CurvePoint)| {
        let (mark, ply) = (mark?, place.checked_sub(1)?);
        let (position, line) = (&positions[ply], &facts[ply].best_line);
        let shown = whole_exchanges(position, line, line_plies);
        Some(GameError {
            place,
            text,
            sign: mark.sign(),
            name: mark.name(),
            side: G::player_name(mover(position)),
            before: score(ply),
            after: score(place),
            better: numbered(position, line[..shown].to_vec()),
            why: reasons.get(&ply).cloned().unwrap_or_default(),
        })
    };
    points.into_iter().enumerate().filter_map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;

    fn asked(moves: &str) -> serde_json::Value {
        let search = Example::fools_mate().search();
        let moves = moves.split_whitespace().map(str::to_string).collect();
        serde_json::from_str(&curve(&search, &moves).unwrap_or_else(Refused::response).body)
            .expect("JSON")
    }

    #[test]
    fn a_move_that_allows_mate_is_an_error() {
        let told = asked("g2g4 d8h4");
        assert_eq!((&told["positions"], &told["analysed"]), (&3.into(), &3.into()), "{told}");
        let error = &told["errors"][0];
        assert_eq!((&error["place"], &error["text"]), (&1.into(), &"2. g4??".into()), "{told}");
        assert_eq!((&error["sign"], &error["side"]), (&"??".into(), &"White".into()), "{told}");
        assert!(error["better"][0]["number"] == "2." && told["accuracy"][1].is_number(), "{told}");
        assert_eq!((&error["name"], &error["after"]["mate"]), (&"blunder".into(), &(-1).into()));
        assert!(told["svg"].as_str().is_some_and(|svg| svg.contains("class=\"blunder\"")));
    }

    #[test]
    fn what_the_tree_does_not_have_is_left_out() {
        let told = asked("a2a3 a7a6 a1a2 a6a5 a2a1 a5a4 a1a2 b7b6 a2a1 b6b5");
        assert_eq!(told["positions"], 11);
        assert!(told["analysed"].as_u64().is_some_and(|analysed| analysed < 11), "{told}");
        assert!(asked("e2e5")["error"].as_str().is_some_and(|why| why.contains("e2e5")));
    }
}
