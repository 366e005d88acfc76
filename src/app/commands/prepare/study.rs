//! The repertoire as a study: games with variations, which chess programs and lichess.org import.

use std::io::{self, Write};

use shakmaty::{Color, Move};

use super::errors::NaturalError;
use super::place::{Own, Place};
use super::repertoire::Plan;
use super::reports::{Loss, Popular};
use super::text::score;
use crate::app::files::movetext::Movetext;
use crate::app::files::pgn_tags::write_tag;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{counted, percent};
use crate::app::reporting::variation::numbered;
use crate::chess::Position;
use crate::game::{Game as _, Notation as _};

/// An error that loses so much is marked `??`, and `?` otherwise: centipawns.
const BLUNDER: i64 = 300;

/// Writes a game for each first move of the opponent, behind each first move of one's own, and one where there is none.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(plan: &Plan, first: &Place, out: &mut dyn Write) -> io::Result<()> {
    let study = Study { plan, first };
    if !plan.has_answer(first) {
        return study.chapters(None, out);
    }
    let mut own = first.next.iter().enumerate();
    own.try_for_each(|(index, own)| study.chapters(Some((own, index == 0)), out))
}

struct Study<'a> {
    plan: &'a Plan,
    first: &'a Place,
}

impl Study<'_> {
    /// The games that begin with this move of one's own, or with none; it may be the first one.
    fn chapters(&self, own: Option<(&Place, bool)>, out: &mut dyn Write) -> io::Result<()> {
        let Study { first, .. } = *self;
        let tells_first = own.is_some_and(|(_, is_first)| is_first);
        let own = own.map(|(own, _)| own);
        let place = own.unwrap_or(first);
        let chapters: Vec<Option<&Place>> = match place.next.is_empty() {
            true => vec![None],
            false => place.next.iter().map(Some).collect(),
        };
        for (index, chapter) in chapters.into_iter().enumerate() {
            let line: Vec<&Place> = own.into_iter().chain(chapter).collect();
            // What several games begin with is told in the first of them.
            let told = [(tells_first && index == 0, first), (index == 0, place)];
            let told: Vec<_> = told.iter().filter(|(tells, _)| *tells).map(|&(_, at)| at).collect();
            self.game(&line, &told, out)?;
        }
        Ok(())
    }

    /// A game that begins with these positions, and goes on with all that is behind the last one. The errors of those positions are
    /// in it that are `told`.
    fn game(&self, line: &[&Place], told: &[&Place], out: &mut dyn Write) -> io::Result<()> {
        let Study { plan, first } = *self;
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
            self.mv(at, place, &mut text)?;
            if told.iter().any(|told| told.line == at.line) {
                self.errors(at, &mut text)?;
            }
            at = place;
        }
        self.behind(at, &mut text)?;
        text.end("*")?;
        writeln!(out)
    }

    /// The moves behind a position: the first one is the main line, the others are variations.
    fn behind(&self, place: &Place, text: &mut Movetext<'_>) -> io::Result<()> {
        let Some((main, others)) = place.next.split_first() else { return Ok(()) };
        self.mv(place, main, text)?;
        for other in others {
            text.open()?;
            self.mv(place, other, text)?;
            self.behind(other, text)?;
            text.close()?;
        }
        self.errors(place, text)?;
        self.behind(main, text)
    }

    /// The moves that come to mind in a position and are not in the repertoire since they lose, as variations.
    fn errors(&self, place: &Place, text: &mut Movetext<'_>) -> io::Result<()> {
        for error in self.plan.errors_in(place).into_iter().filter(|error| error.behind.is_aside) {
            let Some(mv) = error.behind.mv() else { continue };
            text.open()?;
            text.mv(&place.position, &place.position.human_text(mv))?;
            text.marks(&[if error.loss >= BLUNDER { 4 } else { 2 }])?;
            text.comment(None, &error.told(self.plan))?;
            refutation(error.behind, text)?;
            text.close()?;
        }
        Ok(())
    }

    /// A move with what is known of it.
    fn mv(&self, before: &Place, place: &Place, text: &mut Movetext<'_>) -> io::Result<()> {
        let Study { plan, first } = *self;
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
}

/// How a move is refuted: all lines begin with the same reply, and the others are variations from the defence on.
fn refutation(behind: &Place, text: &mut Movetext<'_>) -> io::Result<()> {
    let Some((main, others)) = behind.refutation.split_first() else { return Ok(()) };
    let (shared, rest) = main.split_at(main.len().min(1));
    let mut at = moves(&behind.position, shared, text)?;
    let (defence, rest) = rest.split_at(rest.len().min(1));
    let before = at.clone();
    at = moves(&at, defence, text)?;
    for other in others {
        text.open()?;
        moves(&before, &other[shared.len()..], text)?;
        text.close()?;
    }
    moves(&at, rest, text).map(drop)
}

/// These moves one after another, and the position behind them.
fn moves(from: &Position, moves: &[Move], text: &mut Movetext<'_>) -> io::Result<Position> {
    let mut at = from.clone();
    for &mv in moves {
        text.mv(&at, &at.human_text(mv))?;
        at.play(mv);
    }
    Ok(at)
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
    if traps.iter().any(|trap| trap.behind.line == place.line) {
        let best = before.value.map_or(String::new(), |best| score(plan, best));
        parts.push(format!("a trap: with the best move it would be {best}"));
        parts.extend(place.why.clone());
    }
    let is_trap =
        |error: &NaturalError<'_>| traps.iter().any(|trap| trap.behind.line == error.behind.line);
    let errors = plan.errors_in(before);
    let error = errors.iter().find(|error| error.behind.line == place.line);
    parts.extend(error.filter(|error| !is_trap(error)).map(|error| error.told(plan)));
    // Where all errors are told, they have variations of their own.
    let poisoned = if plan.why_not { Vec::new() } else { plan.poisoned_in(place) };
    for Popular { behind, share, .. } in poisoned {
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
