//! The words of a text, sorted into fields.

use super::error::PositionError;
use super::zone::Zone;
use crate::junqi::lineup::START;
use crate::junqi::{Counts, Kind, Piece, Point, Rules, Seat};

/// What the words of a text say.
pub(super) struct Fields {
    pub(super) pieces: Vec<(Point, Piece)>,
    pub(super) turn: Seat,
    pub(super) lost: [Counts; Seat::COUNT],
    pub(super) battle: Option<(Point, Point)>,
    pub(super) quiet: u16,
    pub(super) plies: u16,
    pub(super) rules: &'static Rules,
    /// The seats that look at the position; all of them where `None`.
    pub(super) view: Option<Vec<Seat>>,
}

/// The longest game that a text may tell of.
const MOST_PLIES: u16 = 60_000;

impl Fields {
    pub(super) fn read(text: &str) -> Result<Fields, PositionError> {
        let mut fields = Fields {
            pieces: Vec::new(),
            turn: Seat::South,
            lost: [Counts::default(); Seat::COUNT],
            battle: None,
            quiet: 0,
            plies: 0,
            rules: &Rules::STANDARD,
            view: None,
        };
        let mut seen = Vec::new();
        for word in text.split_whitespace() {
            fields.add(word, &mut seen)?;
        }
        Ok(fields)
    }

    fn add(&mut self, word: &str, seen: &mut Vec<String>) -> Result<(), PositionError> {
        let mut once = |name: &str| {
            let name = name.to_string();
            let is_new = !seen.contains(&name);
            seen.push(name.clone());
            if is_new { Ok(()) } else { Err(PositionError::Twice(name)) }
        };
        if word.eq_ignore_ascii_case("startpos") {
            for seat in Seat::ALL {
                let zone = Zone::Of(seat);
                once(&format!("{}:", zone.letter()))?;
                self.pieces.extend(zone.read(START)?);
            }
            return Ok(());
        }
        if let Some((name, value)) = word.split_once('=') {
            once(name)?;
            return self.set(name, value).unwrap_or_else(|| Err(PositionError::Word(word.into())));
        }
        let zone = word.split_once(':').and_then(|(name, rows)| {
            let is_named = |zone: &Zone| name.eq_ignore_ascii_case(&zone.letter().to_string());
            Some((Zone::ALL.into_iter().find(is_named)?, rows))
        });
        let (zone, rows) = zone.ok_or_else(|| PositionError::Word(word.to_string()))?;
        once(&format!("{}:", zone.letter()))?;
        self.pieces.extend(zone.read(rows)?);
        Ok(())
    }

    /// Sets a field; `None` if there is no such field.
    fn set(&mut self, name: &str, value: &str) -> Option<Result<(), PositionError>> {
        let result = match name {
            "turn" => seat(value).map(|seat| self.turn = seat).ok_or(("turn", SEAT)),
            "lost" => losses(value).map(|lost| self.lost = lost).ok_or(("lost", LOST)),
            "battle" => {
                battle(value).map(|points| self.battle = Some(points)).ok_or(("battle", BATTLE))
            }
            "quiet" => plies(value).map(|plies| self.quiet = plies).ok_or(("quiet", PLIES)),
            "plies" => plies(value).map(|plies| self.plies = plies).ok_or(("plies", PLIES)),
            "rules" => {
                Rules::by_name(value).map(|rules| self.rules = rules).ok_or(("rules", RULES))
            }
            "view" => seats(value).map(|seats| self.view = Some(seats)).ok_or(("view", VIEW)),
            _ => return None,
        };
        Some(result.map_err(|(field, expected)| PositionError::Field {
            field,
            value: value.to_string(),
            expected,
        }))
    }
}

const SEAT: &str = "a seat is S, E, N or W";
const LOST: &str = "write what a seat has lost like lost=E:13B,W:9";
const BATTLE: &str = "write the points of a battle that waits like battle=S15xE11";
const PLIES: &str = "a number of plies is from 0 to 60000";
const RULES: &str = "use standard, rooms, short or first-flag";
const VIEW: &str = "write the seats that look like view=S or view=SN";

fn seat(text: &str) -> Option<Seat> {
    let mut letters = text.chars();
    let seat = letters.next().and_then(Seat::by_letter);
    seat.filter(|_| letters.next().is_none())
}

fn seats(text: &str) -> Option<Vec<Seat>> {
    let seats: Vec<Seat> = text.chars().map(Seat::by_letter).collect::<Option<_>>()?;
    (!seats.is_empty()).then_some(seats)
}

fn plies(text: &str) -> Option<u16> {
    text.parse().ok().filter(|&plies| plies <= MOST_PLIES)
}

fn battle(text: &str) -> Option<(Point, Point)> {
    let (from, to) = text.split_once('x')?;
    Some((Point::by_name(from)?, Point::by_name(to)?))
}

fn losses(text: &str) -> Option<[Counts; Seat::COUNT]> {
    let mut lost = [Counts::default(); Seat::COUNT];
    for part in text.split(',') {
        let (owner, kinds) = part.split_once(':')?;
        let counts = &mut lost[seat(owner)?.index()];
        for letter in kinds.chars() {
            let kind = Kind::by_letter(letter)?;
            counts.add(kind);
            if counts.of(kind) > kind.number() {
                return None;
            }
        }
    }
    Some(lost)
}
