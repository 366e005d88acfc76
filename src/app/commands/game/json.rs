//! The report as one JSON object, told in `docs/json.md`. Scripts rely on the names: add to them, do not rename.

use serde::Serialize;

use super::analysed::{AnalysedGame, TurningPoint};
use super::missed::Chance;
use crate::app::args::move_words::mark_of;
use crate::app::games::CommandLineGame;
use crate::app::reporting::judge::{Mark, Verdict};
use crate::app::reporting::score::Score;
use crate::inspect::{MoveText, variation_text};
use crate::value::Player;

/// A game.
#[derive(Serialize)]
pub struct GameRecord<'a> {
    game: u64,
    white: &'a str,
    black: &'a str,
    result: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<&'a str>,
    fen: String,
    searcher: &'a str,
    nodes: u64,
    complete: bool,
    players: [PlayerRecord; 2],
    positions: Vec<PositionRecord<'a>>,
    turning_points: &'a [TurningPoint],
    chances: &'a [Chance],
    /// What could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// What is reported about a player.
#[derive(Serialize)]
struct PlayerRecord {
    side: &'static str,
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// A position, and the move that was played there.
#[derive(Serialize)]
struct PositionRecord<'a> {
    fen: String,
    /// White's view, as all of the object.
    score: Score,
    /// Whether moves that were not searched one by one may still change that.
    unsettled: bool,
    /// Null where it is not settled.
    winning_chances: Option<f64>,
    best_line: Vec<MoveText>,
    /// What the file says of the move that led here, or of the game where none did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// What the clock showed after that move.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    /// What the file has in place of that move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<String>,
    /// No field in the last position.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<PlayedRecord<'a>>,
}

/// A move that was played. Chances and losses are the mover's.
#[derive(Serialize)]
struct PlayedRecord<'a> {
    #[serde(flatten)]
    mv: MoveText,
    number: Option<String>,
    best: bool,
    loss: f64,
    accuracy: f64,
    mark: Option<&'static str>,
    /// The mark that the file has.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_mark: Option<&'static str>,
    /// Its other signs, such as `⩲`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    own_signs: Vec<String>,
    /// Why a marked move is bad, or the only good one good.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    why: &'a [String],
}

/// What is reported about a game.
pub fn record<'a, G: CommandLineGame>(game: &'a AnalysedGame<'a, G>) -> GameRecord<'a> {
    GameRecord {
        game: game.game.number,
        white: game.player_name(Player::Max),
        black: game.player_name(Player::Min),
        result: game.game.written.result(),
        event: game.known_tag("Event"),
        date: game.known_tag("Date"),
        fen: game.game.start().describe(),
        searcher: &game.searcher,
        nodes: game.nodes,
        complete: game.is_complete,
        players: [Player::Max, Player::Min].map(|side| player(game, side)),
        positions: (0..game.facts.len()).map(|place| position(game, place)).collect(),
        turning_points: &game.turning_points,
        chances: &game.chances,
        fault: game.game.fault.as_ref().map(ToString::to_string),
    }
}

fn player<G: CommandLineGame>(game: &AnalysedGame<'_, G>, side: Player) -> PlayerRecord {
    let [inaccuracies, mistakes, blunders] = Mark::ALL.map(|mark| game.count(side, mark));
    let accuracy = game.accuracy(side).map(|share| rounded(share, 2));
    PlayerRecord { side: G::player_name(side), accuracy, inaccuracies, mistakes, blunders }
}

fn position<'a, G: CommandLineGame>(
    game: &'a AnalysedGame<'a, G>,
    place: usize,
) -> PositionRecord<'a> {
    let (at, fact) = (&game.game.positions[place], &game.facts[place]);
    PositionRecord {
        fen: at.describe(),
        score: Score::new(fact.value, Player::Max),
        unsettled: !fact.is_settled(),
        winning_chances: game.winning_chances(place).map(|chances| rounded(chances, 4)),
        best_line: variation_text(at, game.best_line(place)),
        comments: game.game.written.comments_at(place, game.game.text),
        clock: game.game.written.clock_at(place, game.game.text),
        variations: game.game.written.variations_at(place, game.game.text),
        played: game.verdicts.get(place).map(|verdict| played(game, place, verdict)),
    }
}

fn played<'a, G: CommandLineGame>(
    game: &'a AnalysedGame<'a, G>,
    place: usize,
    verdict: &Verdict,
) -> PlayedRecord<'a> {
    let at = &game.game.positions[place];
    let written = game.game.written.moves.get(place);
    let best = game.facts[place].played.as_ref().is_some_and(|played| played.is_best);
    PlayedRecord {
        mv: MoveText::new(at, game.game.moves[place]),
        number: at.move_number(true),
        best,
        loss: rounded(verdict.loss(), 4),
        accuracy: rounded(verdict.accuracy, 2),
        mark: verdict.mark.map(Mark::name),
        own_mark: written.and_then(|mv| mark_of(mv.mark?)),
        own_signs: written.map(|mv| mv.signs.clone()).unwrap_or_default(),
        why: game.reasons_of(place),
    }
}

fn rounded(number: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    // No negative zero.
    (number * unit).round() / unit + 0.0
}
