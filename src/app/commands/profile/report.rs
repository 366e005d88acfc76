//! What is told of a player, as data: for the terminal, for scripts and for the page.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::errors::{OwnError, UNKNOWN, hangs};
use super::games::OwnGame;
use super::judged::JudgedGame;
use super::measure::{
    Cell, Count, Rate, Ratio, beyond_chance, compared_with_others, compared_with_rest, rate, sum,
};
use super::questions::{Parts, Question, Subject};
use crate::app::reporting::judge::Mark;
use crate::app::reporting::variation::numbered;
use crate::game::Notation as _;
use crate::sorting::{falling, rising};

/// So many causes are shown with examples, and so many examples of each.
const COSTLIEST: usize = 5;
const EXAMPLES: usize = 3;
/// Plies of a line that is shown.
const LINE_PLIES: usize = 6;

/// All that is told.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name that was asked for.
    pub player: String,
    /// Games of the player that were analysed.
    pub games: usize,
    /// Those that there are.
    pub of_games: usize,
    /// Moves of the player that were judged.
    pub moves: u64,
    /// Points in these games, of those that have a result.
    pub points: f64,
    /// How many of them have one.
    pub results: u64,
    /// Mistakes and blunders of the player in 100 moves, and those of the opponents.
    pub errors: RateReport,
    /// The same of the opponents.
    pub opponents_errors: RateReport,
    /// The points lost by all marked moves, a game.
    pub lost_a_game: f64,
    /// What is worse than elsewhere, and more than chance.
    pub weaknesses: Vec<Finding>,
    /// What is better than elsewhere and than the opponents, and more than chance.
    pub strengths: Vec<Finding>,
    /// What is neither good nor bad, and more than chance.
    pub habits: Vec<Finding>,
    /// The causes that cost most points, with positions.
    pub costliest: Vec<Costly>,
    /// Every category of every subject.
    pub subjects: Vec<SubjectReport>,
    /// Month by month.
    pub months: Vec<Month>,
    /// Nodes that were searched for the values of positions.
    pub nodes: u64,
    /// Whether all games were analysed.
    pub is_complete: bool,
}

/// A rate with its interval of 95 %.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RateReport {
    /// In 100 moves; of results in 100 games, of pace seconds for a move.
    pub rate: f64,
    /// Between these it lies.
    pub low: f64,
    /// The same; null where nothing is known.
    pub high: Option<f64>,
}

/// The categories of one subject.
#[derive(Clone, Debug, Serialize)]
pub struct SubjectReport {
    /// What they are of.
    pub subject: Subject,
    /// Its categories.
    pub categories: Vec<CategoryReport>,
}

/// One category.
#[derive(Clone, Debug, Serialize)]
pub struct CategoryReport {
    /// Its name.
    pub category: String,
    /// Errors of the player in it; of results, won positions that were not won; of pace, seconds.
    pub events: f64,
    /// Of so many moves, or games.
    pub of: f64,
    /// The points that the player lost in it.
    pub lost: f64,
    /// The rate of the player.
    pub own: Option<RateReport>,
    /// That of the opponents.
    pub opponents: Option<f64>,
    /// How it compares: with the rest, and the same of the opponents, or with the opponents. Null where too little has happened.
    pub compared: Option<Ratio>,
    /// `weakness`, `strength`, `habit`; null where it may be chance.
    pub verdict: Option<&'static str>,
}

/// What is more than chance.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The subject.
    pub subject: Subject,
    /// The category.
    pub category: String,
    /// The same in a sentence.
    pub sentence: String,
}

/// A cause of errors, and what it cost.
#[derive(Clone, Debug, Serialize)]
pub struct Costly {
    /// Its name.
    pub cause: String,
    /// Errors.
    pub errors: u64,
    /// Points.
    pub lost: f64,
    /// The worst of them.
    pub examples: Vec<Example>,
}

/// An error in a position of one's own games.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// The number of the game.
    pub game: u64,
    /// White and Black.
    pub white: String,
    /// The same.
    pub black: String,
    /// The date, as the file has it.
    pub date: String,
    /// The position before the move.
    pub fen: String,
    /// The move with its number and its mark.
    pub played: String,
    /// What was better.
    pub best: String,
    /// Points lost.
    pub lost: f64,
    /// Why: `Nxd4 takes the pawn on d4, which nothing protects`.
    pub because: Option<String>,
}

/// A month.
#[derive(Clone, Debug, Serialize)]
pub struct Month {
    /// `2025.03`.
    pub month: String,
    /// Games.
    pub games: u64,
    /// Points.
    pub points: f64,
    /// Errors in 100 moves.
    pub errors: Option<RateReport>,
    /// Those of the opponents.
    pub opponents: Option<f64>,
}

/// Makes the report.
pub fn report(parts: &Parts<'_>) -> Report {
    let questions = parts.questions();
    let ratios: Vec<Option<Ratio>> = questions.iter().map(ratio).collect();
    let told = questions.iter().zip(&ratios).zip(beyond(&questions, &ratios));
    let told = told.map(|((question, &ratio), beyond)| {
        let verdict = ratio.filter(|_| beyond).and_then(|ratio| verdict(question, ratio));
        (question, ratio, verdict)
    });
    let told: Vec<(&Question, Option<Ratio>, Option<&'static str>)> = told.collect();
    let findings = |wanted: &str| {
        let mut found: Vec<_> =
            told.iter().filter(|(.., verdict)| *verdict == Some(wanted)).collect();
        found.sort_by_cached_key(|(_, ratio, _)| rising(ratio.map_or(1.0, |ratio| ratio.p)));
        found.into_iter().map(|(question, ..)| finding(question)).collect()
    };
    let subjects = Subject::ALL.map(|subject| {
        let of_it = told.iter().filter(|(question, ..)| question.subject == subject);
        let categories =
            of_it.map(|&(question, ratio, verdict)| category(question, ratio, verdict));
        SubjectReport { subject, categories: sorted(subject, categories.collect()) }
    });
    let all: &[Cell] = questions.first().map_or(&[], |question| &question.cells);
    let points = parts.games.iter().filter_map(|game| game.points_of(game.own));
    let lost: f64 = parts.judged.iter().zip(parts.games).map(|(it, game)| lost(it, game)).sum();
    Report {
        player: parts.player.to_string(),
        games: parts.games.len(),
        of_games: parts.of_games,
        moves: all.iter().map(|cell| cell.own.of as u64).sum(),
        points: points.clone().sum(),
        results: points.count() as u64,
        errors: rate_report(Subject::All, all),
        opponents_errors: rate_report(Subject::All, &turned(all)),
        lost_a_game: rounded(lost / parts.games.len().max(1) as f64),
        weaknesses: findings("weakness"),
        strengths: findings("strength"),
        habits: findings("habit"),
        costliest: costliest(parts),
        subjects: subjects.into_iter().filter(|it| !it.categories.is_empty()).collect(),
        months: months(parts.games, all),
        nodes: parts.nodes,
        is_complete: parts.games.len() == parts.of_games,
    }
}

/// Which differences are more than chance. Where pieces hang is asked only of a player whose pieces hang too often: so a report without
/// anything to find names something as seldom as without that question, and a few places need no more than a few answers.
fn beyond(questions: &[Question], ratios: &[Option<Ratio>]) -> Vec<bool> {
    let told = |is_place: bool| -> Vec<bool> {
        let asked = |question: &Question| (question.subject == Subject::Wing) == is_place;
        let ps = questions.iter().zip(ratios);
        let ps = ps.map(|(question, ratio)| ratio.filter(|_| asked(question)).map(|it| it.p));
        beyond_chance(&ps.collect::<Vec<_>>())
    };
    let of_all = told(false);
    let hangs_often =
        questions.iter().zip(ratios).zip(&of_all).any(|((question, ratio), beyond)| {
            let is_it = question.subject == Subject::Cause && hangs(&question.category);
            is_it && *beyond && ratio.is_some_and(|it| it.ratio > 1.0)
        });
    match hangs_often {
        true => of_all.into_iter().zip(told(true)).map(|(one, other)| one || other).collect(),
        false => of_all,
    }
}

fn lost(judged: &JudgedGame, game: &OwnGame) -> f64 {
    judged.iter().filter(|told| told.mover == game.own).map(|told| told.lost).sum()
}

fn ratio(question: &Question) -> Option<Ratio> {
    // Nobody can work on what has no name.
    if question.category == UNKNOWN {
        return None;
    }
    match question.subject.is_compared_with_others() {
        true => compared_with_others(&question.cells),
        false => compared_with_rest(&question.cells),
    }
}

/// What is more than chance, is what?
fn verdict(question: &Question, ratio: Ratio) -> Option<&'static str> {
    let is_better_than_others =
        || compared_with_others(&question.cells).is_some_and(|it| it.high < 1.0);
    match question.subject {
        Subject::Pace => Some("habit"),
        _ if ratio.ratio > 1.0 => Some("weakness"),
        _ => is_better_than_others().then_some("strength"),
    }
}

/// Both sides exchanged.
fn turned(cells: &[Cell]) -> Vec<Cell> {
    let turned = |cell: &Cell| Cell {
        own: cell.other,
        other: cell.own,
        own_rest: cell.other_rest,
        other_rest: cell.own_rest,
    };
    cells.iter().map(turned).collect()
}

/// What a rate is multiplied by to be told.
fn scale(subject: Subject) -> f64 {
    if subject == Subject::Pace { 1.0 } else { 100.0 }
}

fn rate_report(subject: Subject, cells: &[Cell]) -> RateReport {
    let unknown = Rate { rate: 0.0, low: 0.0, high: f64::INFINITY };
    let Rate { rate, low, high } = rate(cells).unwrap_or(unknown);
    let told = |rate: f64| rounded(scale(subject) * rate);
    // What is likelier than certain is a share no more.
    let most = if subject.counts_errors() || subject == Subject::Result { 1.0 } else { 1e6 };
    let high = Some(high).filter(|high| *high < 1e6).map(|high| told(high.min(most)));
    RateReport { rate: told(rate), low: told(low), high }
}

fn category(
    question: &Question,
    ratio: Option<Ratio>,
    verdict: Option<&'static str>,
) -> CategoryReport {
    let cells = &question.cells;
    let Count { events, of } = sum(cells).own;
    let others = rate(&turned(cells)).map(|it| rounded(scale(question.subject) * it.rate));
    CategoryReport {
        category: question.category.clone(),
        events: rounded(events),
        of,
        lost: rounded(question.lost),
        own: (of > 0.0).then(|| rate_report(question.subject, cells)),
        opponents: others,
        compared: ratio.map(|it| Ratio {
            ratio: rounded(it.ratio),
            low: rounded(it.low),
            high: rounded(it.high),
            ..it
        }),
        verdict,
    }
}

/// Causes and openings by what they cost; other categories as they are.
fn sorted(kind: Subject, mut categories: Vec<CategoryReport>) -> Vec<CategoryReport> {
    if matches!(kind, Subject::Cause | Subject::Opening) {
        categories.sort_by_cached_key(|one| falling(one.lost));
    }
    categories
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn finding(question: &Question) -> Finding {
    Finding {
        subject: question.subject,
        category: question.category.clone(),
        sentence: sentence(question),
    }
}

/// `In the ending: 5.1 errors in 100 moves, elsewhere 2.3. The opponents: 2.6, elsewhere 2.4.`
fn sentence(question: &Question) -> String {
    let told = |count: Count| scale(question.subject) * count.events / f64::max(count.of, 1.0);
    let Cell { own, other, own_rest, other_rest } = sum(&question.cells);
    let [own, other, rest, other_rest] = [own, other, own_rest, other_rest].map(told);
    let category = capitalized(&question.category);
    match question.subject {
        Subject::All => {
            format!("{category}: {own:.1} errors in 100 moves, the opponents {other:.1}.")
        }
        Subject::Result => format!(
            "{category}: {own:.0} % of such games are not won; the opponents do not win {other:.0} %."
        ),
        Subject::Pace => {
            format!("{own:.1} seconds for a move; the opponents take {other:.1}.")
        }
        Subject::Wing => format!(
            "Pieces hang {}: {own:.1} times in 100 moves, elsewhere {rest:.1}; those of the opponents {other:.1}, elsewhere {other_rest:.1}.",
            question.category
        ),
        Subject::Cause => format!(
            "{category}: {own:.1} errors in 100 moves, and {rest:.1} of the rest; the opponents {other:.1} and {other_rest:.1}."
        ),
        _ => format!(
            "{category}: {own:.1} errors in 100 moves, elsewhere {rest:.1}; the opponents {other:.1}, elsewhere {other_rest:.1}."
        ),
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The causes of one's own errors that cost most points, without those that have no name.
fn costliest(parts: &Parts<'_>) -> Vec<Costly> {
    let mut causes: BTreeMap<String, Vec<&OwnError>> = BTreeMap::new();
    for error in parts.errors.iter().filter(|error| error.is_own) {
        if let Some(cause) = error.cause_text() {
            causes.entry(cause).or_default().push(error);
        }
    }
    let lost = |errors: &[&OwnError]| errors.iter().map(|error| error.told.lost).sum::<f64>();
    let mut causes: Vec<(String, Vec<&OwnError>)> = causes.into_iter().collect();
    causes.sort_by_cached_key(|(_, errors)| falling(lost(errors)));
    causes.truncate(COSTLIEST);
    let costly = |(cause, mut errors): (String, Vec<&OwnError>)| {
        let (count, points) = (errors.len() as u64, lost(&errors));
        errors.sort_by_cached_key(|one| (falling(one.told.lost), one.game, one.told.ply));
        let mut games = BTreeSet::new();
        errors.retain(|error| games.insert(error.game));
        let examples = errors.iter().take(EXAMPLES).map(|error| example(error, parts)).collect();
        Costly { cause, errors: count, lost: rounded(points), examples }
    };
    causes.into_iter().map(costly).collect()
}

fn example(error: &OwnError, parts: &Parts<'_>) -> Example {
    let game = &parts.games[error.game];
    let positions = game.positions(parts.facts.start);
    let before = &positions[error.told.ply];
    let mark = error.told.mark.map_or("", Mark::sign);
    let best = parts.facts.of(before).map(|fact| &fact.best_line[..]).unwrap_or_default();
    let played = numbered(before, &game.moves[error.told.ply..=error.told.ply], 1);
    let [white, black] = game.names.clone();
    let because = error.said_of.as_ref().zip(error.words.as_ref());
    Example {
        game: game.number,
        white,
        black,
        date: game.date.clone(),
        fen: before.describe(),
        played: format!("{played}{mark}"),
        best: numbered(before, &best[..best.len().min(LINE_PLIES)], LINE_PLIES),
        lost: rounded(error.told.lost),
        because: because.map(|(mv, words)| format!("{mv} {words}")),
    }
}

fn months(games: &[OwnGame], all: &[Cell]) -> Vec<Month> {
    let mut months: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, game) in games.iter().enumerate() {
        if let Some(month) = game.month() {
            months.entry(month).or_default().push(at);
        }
    }
    let told = |(month, places): (&str, Vec<usize>)| {
        let cells: Vec<Cell> = places.iter().filter_map(|&at| all.get(at)).copied().collect();
        let points = places.iter().filter_map(|&at| games[at].points_of(games[at].own)).sum();
        let others = rate(&turned(&cells)).map(|it| rounded(100.0 * it.rate));
        Month {
            month: month.to_string(),
            games: places.len() as u64,
            points,
            errors: (!cells.is_empty()).then(|| rate_report(Subject::All, &cells)),
            opponents: others,
        }
    };
    months.into_iter().map(told).collect()
}
