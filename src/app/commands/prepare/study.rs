//! The repertoire as a study: games with variations, which chess programs and lichess.org import.

use std::io::{self, Write};

use shakmaty::Color;

use super::place::{Own, Place};
use super::repertoire::Plan;
use super::reports::{Loss, Poisoned};
use super::text::score;
use crate::app::files::movetext::Movetext;
use crate::app::files::pgn_tags::write_tag;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{counted, percent};
use crate::app::reporting::variation::numbered;
use crate::game::Notation;

/// Writes a game for each first move of the opponent, behind each first move of one's own, and one where there is none.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(plan: &Plan, first: &Place, out: &mut dyn Write) -> io::Result<()> {
    match plan.is_own(&first.position) && !first.next.is_empty() {
        true => first.next.iter().try_for_each(|own| chapters(plan, first, Some(own), out)),
        false => chapters(plan, first, None, out),
    }
}

/// The games that begin with this move of one's own, or with none.
fn chapters(
    plan: &Plan,
    first: &Place,
    own: Option<&Place>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let place = own.unwrap_or(first);
    let chapters: Vec<Option<&Place>> = match place.next.is_empty() {
        true => vec![None],
        false => place.next.iter().map(Some).collect(),
    };
    for chapter in chapters {
        let line: Vec<&Place> = own.into_iter().chain(chapter).collect();
        game(plan, first, &line, out)?;
    }
    Ok(())
}

/// A game that begins with these positions, and goes on with all that is behind the last one.
fn game(plan: &Plan, first: &Place, line: &[&Place], out: &mut dyn Write) -> io::Result<()> {
    let moves: Vec<_> = line.iter().filter_map(|place| place.mv()).collect();
    let name = numbered(&first.position, &moves, moves.len());
    write_tag("Event", &format!("Repertoire: {name}"), out)?;
    // lichess.org names chapters after it; without it all would have the names of the same players.
    write_tag("ChapterName", &name, out)?;
    write_tag("Site", "?", out)?;
    write_tag("Date", "????.??.??", out)?;
    write_tag("Round", "?", out)?;
    let own = |color: Color| if color == plan.side { "Repertoire" } else { "?" };
    write_tag("White", own(Color::White), out)?;
    write_tag("Black", own(Color::Black), out)?;
    write_tag("Result", "*", out)?;
    for (name, value) in first.position.game_file_tags() {
        write_tag(name, &value, out)?;
    }
    writeln!(out)?;
    let mut text = Movetext::new(out);
    let mut at = first;
    for place in line {
        mv(plan, first, at, place, &mut text)?;
        at = place;
    }
    behind(plan, first, at, &mut text)?;
    text.end("*")?;
    writeln!(out)
}

/// The moves behind a position: the first one is the main line, the others are variations.
fn behind(plan: &Plan, first: &Place, place: &Place, text: &mut Movetext<'_>) -> io::Result<()> {
    let Some((main, others)) = place.next.split_first() else { return Ok(()) };
    mv(plan, first, place, main, text)?;
    for other in others {
        text.open()?;
        mv(plan, first, place, other, text)?;
        behind(plan, first, other, text)?;
        text.close()?;
    }
    behind(plan, first, main, text)
}

/// A move with what is known of it.
fn mv(
    plan: &Plan,
    first: &Place,
    before: &Place,
    place: &Place,
    text: &mut Movetext<'_>,
) -> io::Result<()> {
    let Some(mv) = place.mv() else { return Ok(()) };
    text.mv(&before.position, &before.position.human_text(mv))?;
    let mut parts = match plan.is_own(&before.position) {
        true => of_own_move(plan, before, place),
        false => of_reply(plan, before, place),
    };
    if let Some(line) = &place.joins {
        let way = numbered(&first.position, line, line.len());
        parts.push(format!("as after {way}"));
    }
    text.comment(None, &parts.join(", "))
}

/// What is known of a move of one's own, and of the position behind it.
fn of_own_move(plan: &Plan, before: &Place, place: &Place) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend(place.value_of_move().map(|value| score(plan, value)));
    parts.extend(place.practical.map(|practical| format!("practical {}", percent(practical))));
    if place.own == Some(Own::Also) {
        parts.push("nearly as good".to_string());
    }
    let loss = plan.loss_in(before).filter(|loss| loss.answer.line == place.line);
    match loss {
        Some(Loss { better: (better, value), .. }) => {
            let better = numbered(&before.position, &[better], 1);
            parts.push(format!("it loses: {better} is {}", score(plan, value)));
        }
        None if place.is_new => parts.push("new".to_string()),
        None => {}
    }
    parts
}

/// What is known of a move of the opponent, and of one's own turn behind it.
fn of_reply(plan: &Plan, before: &Place, place: &Place) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(reply) = place.reply {
        let share = percent(reply.share);
        parts.push(match reply.counted() {
            Some(played) => {
                let (games, scored) =
                    (counted(reply.of, "game"), percent(played.points(plan.side)));
                format!("{share} of {games}, scored {scored}")
            }
            None => format!("likely to be played: {share}"),
        });
    }
    let traps = plan.traps_in(before);
    if traps.iter().any(|trap| trap.reply.line == place.line) {
        let best = before.value.map_or(String::new(), |best| score(plan, best));
        parts.push(format!("a trap: with the best move it would be {best}"));
        parts.extend(place.why.clone());
    }
    for Poisoned { behind, share, .. } in plan.poisoned_in(place) {
        let (Some(mv), Some(value)) = (behind.mv(), behind.value_of_move()) else { continue };
        let poison = numbered(&place.position, &[mv], 1);
        let told = format!("{} play {poison}: {}", percent(share), score(plan, value));
        parts.push(behind.why.as_ref().map_or(told.clone(), |why| format!("{told} ({why})")));
    }
    if plan.ends_lines(before, place) {
        parts.push("not in your lines".to_string());
    }
    if plan.is_bad(place) {
        parts.push("you stand badly".to_string());
    }
    if plan.is_open(place) {
        parts.push("not answered yet".to_string());
    }
    parts
}
