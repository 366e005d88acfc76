//! The repertoire as text.

use std::io::{self, Write};

use indicatif::HumanCount;
use shakmaty::Move;

use super::grow::Grown;
use super::opponent::Reply;
use super::place::{Own, Place};
use super::rare::Dropped;
use super::repertoire::{Plan, SeveralAnswers};
use super::reports::{Changed, Loss, Popular};
use crate::app::files::game_counts::ReadGames;
use crate::app::reporting::score::{counted, percent};
use crate::app::reporting::text_table::{self, Row};
use crate::app::reporting::variation::numbered;
use crate::chess::{Played, Position};
use crate::game::Notation;
use crate::inspect::Score;
use crate::sorting::falling;
use crate::value::Value;

const LEGEND: &str = "\
games, played, scored: how many games of this position went on with the opponent's move, what share that is, and
the points that your side made in them; reached: how often games come here if you always play these moves.
value, expected: your move, and the points that it makes with the best play of both; practical: if the opponent
plays as in the games. N: no game has this move. ...: still to be searched. =: other moves to the same position.";

/// What else there is to say where a turn has several moves of one's own.
const ALTERNATIVES: &str = "\
or: another move of yours, nearly as good; reached: how often games come here if you play it. practical is that of
the one of your moves that makes the most points; show and the page follow the best one by value.";

/// More of a kind are not to be read.
const MOST_LINES: usize = 20;

/// Writes it.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(
    plan: &Plan,
    grown: &Grown,
    databases: ReadGames,
    dropped: &[Dropped],
    out: &mut dyn Write,
) -> io::Result<()> {
    let first = &grown.first;
    let side = plan.side.fold_wb("White", "Black");
    writeln!(out, "repertoire  {side}, from {}", first.position.describe())?;
    if databases.games > 0 {
        let [counted, games] = [databases.counted, databases.games].map(HumanCount);
        writeln!(out, "games       {counted} of {games}")?;
    }
    if let Some(engine) = plan.opponent.engine() {
        writeln!(out, "people      {engine} tells what they play")?;
    }
    writeln!(out, "covered     {}", covered(plan, grown))?;
    if let (Some(expected), Some(practical)) = (first.expected, first.practical) {
        writeln!(out, "expected    {}, practical {}", percent(expected), percent(practical))?;
    }
    writeln!(out)?;
    let mut rows = vec![
        ["line", "games", "played", "scored", "reached", "value", "expected", "practical"]
            .map(str::to_string)
            .to_vec(),
    ];
    add_rows(plan, first, None, first, 0, &mut rows);
    text_table::write(&rows, |column| column == 0, out)?;
    if let Some(line) = dead_end(plan, first) {
        writeln!(out, "\n{line}")?;
    }
    section("several answers in your lines", &several(plan), out)?;
    section("your moves that lose", &losing(plan, first), out)?;
    section("not in your lines", &gaps(plan, first), out)?;
    section("traps", &traps(plan, first), out)?;
    section("poisoned moves", &poisoned(plan, first), out)?;
    section("what comes to mind and loses", &errors(plan, first, true), out)?;
    section("errors that come to your opponents' mind", &errors(plan, first, false), out)?;
    section("you stand badly", &bad(plan, first), out)?;
    section("left out of the study, as hardly anybody plays it", &rare(first, dropped), out)?;
    section("novelties", &novelties(plan, first), out)?;
    section("changed in this run", &changes(plan, grown), out)?;
    writeln!(out, "\n{LEGEND}")?;
    let has_alternatives = first.all().iter().any(|place| place.own == Some(Own::Also));
    if has_alternatives { writeln!(out, "{ALTERNATIVES}") } else { Ok(()) }
}

/// That no game goes on after the first answer, where the repertoire ends with it.
fn dead_end(plan: &Plan, first: &Place) -> Option<String> {
    let ends = |answer: &Place| answer.next.is_empty() && !answer.is_decided;
    let is_dead = plan.is_own(&first.position) && first.next.iter().all(ends);
    let answer = first.next.first().filter(|_| is_dead)?;
    let mv = numbered(&first.position, &[answer.mv()?], 1);
    Some(format!(
        "No game goes on after {mv}, so nothing behind it is prepared: give more games, a smaller --cover, or lines of your own \
         (--mine)."
    ))
}

/// `91.5 % of games down to positions that 1 % of them reach, 12 positions answered with 100,000 nodes or more, 3 positions open`.
fn covered(plan: &Plan, grown: &Grown) -> String {
    let places = grown.first.all();
    let is_own = |place: &&&Place| plan.is_own(&place.position);
    let open = places.iter().filter(is_own).filter(|place| plan.is_open(place)).count();
    let own = places.iter().filter(|place| plan.is_own(&place.position) && !place.next.is_empty());
    let answered = own.filter(|place| !plan.is_open(place)).count();
    let nodes = counted(grown.nodes, "node");
    let open = match open {
        0 => String::new(),
        open => format!(", {} open", counted(open as u64, "position")),
    };
    let share = 100.0 * (1.0 - grown.open);
    let answered = counted(answered as u64, "position");
    let cover = 100.0 * plan.cover;
    format!(
        "{share:.1} % of games down to positions that {cover} % of them reach, {answered} answered with {nodes}{open}"
    )
}

/// A row for each answer, below the one that it follows, and one for each move that is nearly as good.
fn add_rows(
    plan: &Plan,
    first: &Place,
    before: Option<&Position>,
    place: &Place,
    depth: usize,
    rows: &mut Vec<Row>,
) {
    if !plan.is_own(&place.position) {
        for next in &place.next {
            add_rows(plan, first, Some(&place.position), next, depth, rows);
        }
        return;
    }
    let answer = place.next.first();
    let moves: Vec<Move> =
        [before.and(place.mv()), answer.and_then(Place::mv)].into_iter().flatten().collect();
    let from = before.unwrap_or(&place.position);
    let is_open = plan.is_open(place) || answer.is_some_and(|answer| plan.is_open(answer));
    let joins = place.joins.as_ref().or(answer.and_then(|answer| answer.joins.as_ref()));
    let mv = numbered(from, &moves, 2);
    let line = format!("{}{mv}{}", "  ".repeat(depth), marks(first, answer, is_open, joins));
    let of_reply = |text: &dyn Fn(Reply) -> String| place.reply.map_or(String::new(), text);
    let counted = |text: &dyn Fn(Played) -> String| {
        of_reply(&|reply| reply.counted().map_or("-".to_string(), text))
    };
    let mut row = vec![
        line,
        counted(&|played| HumanCount(played.games.into()).to_string()),
        of_reply(&|reply| share(reply.share)),
        counted(&|played| percent(played.points(plan.side))),
        share(place.way_reach),
    ];
    row.extend(worth(plan, answer.unwrap_or(place)));
    rows.push(row);
    if let Some(answer) = answer {
        add_rows(plan, first, None, answer, depth + 1, rows);
    }
    add_alternatives(plan, first, place, depth, rows);
}

/// The rows of the other moves in a turn of one's own.
fn add_alternatives(plan: &Plan, first: &Place, place: &Place, depth: usize, rows: &mut Vec<Row>) {
    for other in place.next.iter().skip(1) {
        let mv = numbered(&place.position, &other.line[place.line.len()..], 1);
        let marks = marks(first, Some(other), plan.is_open(other), other.joins.as_ref());
        let line = format!("{}or {mv}{marks}", "  ".repeat(depth));
        let mut row = vec![line, String::new(), String::new(), String::new()];
        row.push(share(other.way_reach));
        row.extend(worth(plan, other));
        rows.push(row);
        add_rows(plan, first, None, other, depth + 1, rows);
    }
}

/// What stands behind a move: that no game has it, that it is still to be searched, and the other moves that lead there.
fn marks(
    first: &Place,
    behind: Option<&Place>,
    is_open: bool,
    joins: Option<&Vec<Move>>,
) -> String {
    let new = if behind.is_some_and(|behind| behind.is_new) { " N" } else { "" };
    let waits = if is_open { " ..." } else { "" };
    let joins = joins.map_or(String::new(), |line| format!(" = {}", way(first, line)));
    format!("{new}{waits}{joins}")
}

/// `12.5 %`.
fn share(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// What a move is worth: the last columns.
fn worth(plan: &Plan, behind: &Place) -> [String; 3] {
    let value = behind.value_of_move().map(|value| score(plan, value));
    let columns = [value, behind.expected.map(percent), behind.practical.map(percent)];
    columns.map(|text| text.unwrap_or_else(|| "-".to_string()))
}

/// `+0.31`, for the side whose repertoire it is.
pub fn score(plan: &Plan, value: Value) -> String {
    Score::new(value, plan.player()).to_string()
}

/// A list with a title; nothing where it is empty.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn section(title: &str, lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}:")?;
    lines.iter().take(MOST_LINES).try_for_each(|line| writeln!(out, "  {line}"))?;
    match lines.len().saturating_sub(MOST_LINES) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more (--json tells all)"),
    }
}

/// The moves of one's own lines instead of which the tree has a better one.
fn losing(plan: &Plan, first: &Place) -> Vec<String> {
    let line = |loss: &Loss<'_>| {
        let (better, value) = loss.better;
        let better = numbered(&loss.place.position, &[better], 1);
        let line = numbered(&first.position, &loss.answer.line, loss.answer.line.len());
        let is = score_or_none(plan, loss.answer.value_of_move());
        format!("{line}  {is}; {better} is {}", score(plan, value))
    };
    plan.losses(first).iter().map(line).collect()
}

/// Where one's own lines have several answers.
fn several(plan: &Plan) -> Vec<String> {
    let line = |several: &SeveralAnswers| {
        let SeveralAnswers { line, answers } = several;
        let position = line.end();
        let texts: Vec<String> = answers.iter().map(|&mv| numbered(&position, &[mv], 1)).collect();
        let way = match line.moves.len() {
            0 => position.describe(),
            plies => numbered(&line.start, &line.moves, plies),
        };
        format!("after {way}: {}; {} is followed", texts.join(" and "), texts[0])
    };
    plan.several.iter().map(line).collect()
}

/// Where one's own lines end.
fn gaps(plan: &Plan, first: &Place) -> Vec<String> {
    let mut gaps = plan.gaps(first);
    gaps.sort_by_cached_key(|one| falling(one.reach));
    gaps.iter()
        .map(|place| format!("{}  {:.1} % of games", way(first, &place.line), 100.0 * place.reach))
        .collect()
}

/// `after 1. e4 e5`.
pub fn after(start: &Position, line: &[Move]) -> String {
    match line.len() {
        0 => "at the start".to_string(),
        plies => format!("after {}", numbered(start, line, plies)),
    }
}

/// The moves that lead to a place.
fn way(first: &Place, line: &[Move]) -> String {
    match line.len() {
        0 => "the first position".to_string(),
        plies => numbered(&first.position, line, plies),
    }
}

/// A value as [`score`] writes it; `-` where there is none.
fn score_or_none(plan: &Plan, value: Option<Value>) -> String {
    value.map_or("-".to_string(), |value| score(plan, value))
}

/// The moves of one's own that many choose although they lose.
fn poisoned(plan: &Plan, first: &Place) -> Vec<String> {
    let line = |&Popular { place, behind, share }: &Popular<'_>| {
        let way = way(first, &place.line);
        let mv = behind.mv().map_or(String::new(), |mv| numbered(&place.position, &[mv], 1));
        let best = place.next.first().and_then(Place::mv);
        let best = best.map_or(String::new(), |best| numbered(&place.position, &[best], 1));
        let values =
            [Some(behind), place.next.first()].map(|place| place.and_then(Place::value_of_move));
        let [poison, good] = values.map(|value| score_or_none(plan, value));
        let told = format!("after {way} {} play {mv}, {poison}; {best} is {good}", percent(share));
        with_reason(told, behind)
    };
    plan.poisoned_moves(first).iter().map(line).collect()
}

/// Moves that come to mind and lose: one's own, or the opponent's.
fn errors(plan: &Plan, first: &Place, is_own: bool) -> Vec<String> {
    let errors = plan.errors(first).into_iter();
    let errors = errors.filter(|error| plan.is_own(&error.place.position) == is_own);
    errors.map(|error| error.line(plan, &after(&first.position, &error.place.line))).collect()
}

/// Where one stands badly.
fn bad(plan: &Plan, first: &Place) -> Vec<String> {
    let line = |place: &&Place| {
        let value = score_or_none(plan, place.next.first().and_then(Place::value_of_move));
        format!("{}  {value}, {:.1} % of games", way(first, &place.line), 100.0 * place.reach)
    };
    plan.bad(first).iter().map(line).collect()
}

/// What nobody plays.
fn rare(first: &Place, dropped: &[Dropped]) -> Vec<String> {
    let line = |dropped: &Dropped| {
        let answers = counted(dropped.answers as u64, "answer");
        format!("{}  {:.2} % of games, {answers}", way(first, &dropped.line), 100.0 * dropped.reach)
    };
    dropped.iter().map(line).collect()
}

/// Moves of one's own that are in no game.
fn novelties(plan: &Plan, first: &Place) -> Vec<String> {
    let line = |new: &&Place| {
        let value = score_or_none(plan, new.value_of_move());
        format!("{}  {value}", way(first, &new.line))
    };
    plan.novelties(first).iter().map(line).collect()
}

/// What the repertoire thinks now and did not when the command began.
fn changes(plan: &Plan, grown: &Grown) -> Vec<String> {
    let line = |changed: &Changed<'_>| {
        let told = |place: &Place| {
            let answer = place.next.first()?;
            let mv = numbered(&place.position, &[answer.mv()?], 1);
            Some(format!("{mv} {}", score_or_none(plan, answer.value_of_move())))
        };
        let [was, is] = [told(changed.before)?, told(changed.now)?];
        let line = match changed.now.line.len() {
            0 => String::new(),
            plies => {
                format!("after {}: ", numbered(&grown.first.position, &changed.now.line, plies))
            }
        };
        Some(format!("{line}{is}; it was {was}"))
    };
    plan.changes(&grown.before, &grown.first).iter().filter_map(line).collect()
}

/// The replies that many choose although they lose.
fn traps(plan: &Plan, first: &Place) -> Vec<String> {
    let line = |&Popular { place, behind, share }: &Popular<'_>| {
        let reply = numbered(&place.position, &[behind.mv()?], 1);
        let values = [behind.value_of_move(), place.value];
        let [falls, best] = values.map(|value| score_or_none(plan, value));
        let told = format!(
            "{} {} play {reply}, {falls}; with the best move it would be {best}",
            after(&first.position, &place.line),
            percent(share)
        );
        Some(with_reason(told, behind))
    };
    plan.traps(first).iter().filter_map(line).collect()
}

/// With why the move that leads to a place is bad.
fn with_reason(told: String, place: &Place) -> String {
    match &place.why {
        Some(why) => format!("{told}. {why}"),
        None => told,
    }
}
