//! The repertoire as a study: games with variations, which chess programs and lichess.org import.

use std::io::{self, Write};

use shakmaty::Color;

use super::grow::Grown;
use super::place::{Own, Place};
use super::repertoire::Plan;
use super::text::score;
use crate::app::files::movetext::Movetext;
use crate::app::files::pgn_tags::write_tag;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{counted, percent};
use crate::app::reporting::variation::numbered;
use crate::chess::Position;
use crate::game::Notation;

/// Writes a game for each first move of the opponent, behind each first move of one's own, and one where there is none.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(plan: &Plan, grown: &Grown, out: &mut dyn Write) -> anyhow::Result<()> {
    let first = &grown.first;
    match plan.is_own(&first.position) && !first.next.is_empty() {
        true => first.next.iter().try_for_each(|own| chapters(plan, first, Some(own), out)),
        false => chapters(plan, first, None, out),
    }?;
    Ok(())
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
    let (mut before, mut at) = (&first.position, first);
    for place in line {
        mv(plan, first, before, place, &mut text)?;
        (before, at) = (&place.position, place);
    }
    behind(plan, first, before, at, &mut text)?;
    text.end("*")?;
    writeln!(out)
}

/// The moves behind a position: the first one is the main line, the others are variations.
fn behind(
    plan: &Plan,
    first: &Place,
    position: &Position,
    place: &Place,
    text: &mut Movetext<'_>,
) -> io::Result<()> {
    let Some((main, others)) = place.next.split_first() else { return Ok(()) };
    mv(plan, first, position, main, text)?;
    for other in others {
        text.open()?;
        mv(plan, first, position, other, text)?;
        behind(plan, first, &other.position, other, text)?;
        text.close()?;
    }
    behind(plan, first, &main.position, main, text)
}

/// A move with what is known of it.
fn mv(
    plan: &Plan,
    first: &Place,
    before: &Position,
    place: &Place,
    text: &mut Movetext<'_>,
) -> io::Result<()> {
    let Some(mv) = place.mv() else { return Ok(()) };
    text.mv(before, &before.human_text(mv))?;
    text.comment(None, &comment(plan, first, place))
}

fn comment(plan: &Plan, first: &Place, place: &Place) -> String {
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
    if place.own == Some(Own::Also) {
        parts.push("nearly as good".to_string());
    }
    if let Some(line) = &place.joins {
        let way = numbered(&first.position, line, line.len());
        parts.push(format!("as after {way}"));
    }
    if plan.is_own(&place.position) {
        if plan.is_open(place) {
            parts.push("not answered yet".to_string());
        }
        return parts.join(", ");
    }
    parts.extend(place.value_of_move().map(|value| score(plan, value)));
    parts.extend(place.practical.map(|practical| format!("practical {}", percent(practical))));
    parts.join(", ")
}
