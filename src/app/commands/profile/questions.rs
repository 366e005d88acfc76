//! What is asked of the games: in which kinds of moves, errors and games the player does worse or better.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::errors::{OwnError, UNKNOWN};
use super::games::OwnGame;
use super::judged::{JudgedGame, JudgedMove, Phase};
use super::measure::{Cell, Count};
use crate::app::games::Openings;
use crate::chess::{Position, Tapered};
use crate::value::Player;

/// A position is won from these expected points on, and lost up to their complement: a clear piece ahead.
const WON: f64 = 0.85;
/// An opening that fewer games have is not asked about.
const LEAST_GAMES: usize = 10;

/// What a question is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// With all else, and the same of the opponents.
    Rest,
    /// With the opponents.
    Others,
}

/// What a category is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Why errors are made.
    Cause,
    /// Where on the board one's pieces hang.
    Wing,
    /// In which part of the game.
    Phase,
    /// In which openings.
    Opening,
    /// With which colour.
    Colour,
    /// With how much time left.
    ClockLeft,
    /// In how much time.
    TimeTaken,
    /// Won positions that were not won.
    Result,
    /// How fast moves are made.
    Pace,
    /// Now and before.
    Trend,
    /// All moves.
    All,
}

impl Subject {
    /// All of them, in the order of a report.
    pub const ALL: [Subject; 11] = [
        Subject::All,
        Subject::Cause,
        Subject::Wing,
        Subject::Phase,
        Subject::Opening,
        Subject::Colour,
        Subject::ClockLeft,
        Subject::TimeTaken,
        Subject::Result,
        Subject::Pace,
        Subject::Trend,
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Subject::All => "all",
            Subject::Cause => "cause",
            Subject::Wing => "wing",
            Subject::Phase => "phase",
            Subject::Opening => "opening",
            Subject::Colour => "colour",
            Subject::ClockLeft => "clock-left",
            Subject::TimeTaken => "time-taken",
            Subject::Result => "result",
            Subject::Pace => "pace",
            Subject::Trend => "trend",
        }
    }

    /// The head of its table.
    pub fn title(self) -> &'static str {
        match self {
            Subject::All => "All moves",
            Subject::Cause => "Causes of errors",
            Subject::Wing => "Where one's pieces hang",
            Subject::Phase => "Phases",
            Subject::Opening => "Openings",
            Subject::Colour => "Colours",
            Subject::ClockLeft => "Clock left",
            Subject::TimeTaken => "Time taken for a move",
            Subject::Result => "Won positions not won",
            Subject::Pace => "Seconds for a move",
            Subject::Trend => "Before and now",
        }
    }

    /// What it is compared with.
    pub fn compared(self) -> Compared {
        match self {
            Subject::All | Subject::Result | Subject::Pace => Compared::Others,
            _ => Compared::Rest,
        }
    }

    /// Whether its events are errors in moves.
    pub fn counts_errors(self) -> bool {
        !matches!(self, Subject::Result | Subject::Pace)
    }
}

/// One category, counted in every game.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is one of.
    pub subject: Subject,
    /// Its name.
    pub category: String,
    /// The counts, game by game.
    pub cells: Vec<Cell>,
    /// The points that the player lost in it.
    pub lost: f64,
}

/// The games as they are asked about.
pub struct Asked<'a> {
    /// The games.
    pub games: &'a [OwnGame],
    /// Their moves.
    pub judged: &'a [JudgedGame],
    /// The errors of both sides.
    pub errors: &'a [OwnError],
    /// The opening of each.
    pub openings: Vec<String>,
}

impl<'a> Asked<'a> {
    /// Names the openings.
    pub fn new(
        games: &'a [OwnGame],
        judged: &'a [JudgedGame],
        errors: &'a [OwnError],
        start: &Position,
    ) -> Asked<'a> {
        let names = Openings::new::<Position>(Tapered::default());
        let opening = |game: &OwnGame| {
            let positions = game.positions(start);
            let name = names.of_line(&positions).map(|it| it.name.as_str()).unwrap_or_default();
            name.split(':').next().unwrap_or_default().to_string()
        };
        Asked { games, judged, errors, openings: games.iter().map(opening).collect() }
    }

    /// All questions, subject by subject.
    pub fn questions(&self) -> Vec<Question> {
        Subject::ALL.into_iter().flat_map(|subject| self.of(subject)).collect()
    }

    fn of(&self, subject: Subject) -> Vec<Question> {
        match subject {
            Subject::All => self.by_move(subject, |_, _| Some((0, "all moves".to_string()))),
            Subject::Cause => self.by_error(subject, |error| {
                Some((0, error.cause_text().unwrap_or_else(|| UNKNOWN.to_string())))
            }),
            Subject::Wing => self.by_error(subject, |error| {
                error.wing.map(|wing| (wing as usize, format!("on the {}", wing.files())))
            }),
            Subject::Phase => self.by_move(subject, |_, told| {
                Some((told.phase as usize, told.phase.name().to_string()))
            }),
            Subject::Opening => self.by_opening(),
            // A game is one of the player with this colour for both sides.
            Subject::Colour => self.by_move(subject, |at, _| {
                let color = color(self.games[at].own);
                Some((usize::from(color.is_black()), format!("as {}", color_text(color))))
            }),
            Subject::ClockLeft => {
                self.by_move(subject, |at, told| self.games[at].left(told.ply).map(clock_left))
            }
            Subject::TimeTaken => {
                self.by_move(subject, |at, told| self.games[at].spent(told.ply).map(time_taken))
            }
            Subject::Result => self.results(),
            Subject::Pace => self.pace(),
            Subject::Trend => self.trend(),
        }
    }

    /// Categories of moves: errors in moves of each, and in all others that have one.
    fn by_move(
        &self,
        subject: Subject,
        category: impl Fn(usize, &JudgedMove) -> Option<(usize, String)>,
    ) -> Vec<Question> {
        let mut found: BTreeMap<(usize, String), (Vec<Both>, f64)> = BTreeMap::new();
        let mut all = vec![Both::default(); self.games.len()];
        for (at, (game, judged)) in self.games.iter().zip(self.judged).enumerate() {
            for told in &judged.moves {
                let Some(category) = category(at, told) else { continue };
                let (counts, lost) = found
                    .entry(category)
                    .or_insert_with(|| (vec![Both::default(); self.games.len()], 0.0));
                let is_own = told.mover == game.own;
                let count = Count { events: f64::from(u8::from(told.is_error())), of: 1.0 };
                counts[at].add(is_own, count);
                all[at].add(is_own, count);
                *lost += if is_own { told.lost } else { 0.0 };
            }
        }
        let question = |((_, category), (counts, lost)): ((usize, String), (Vec<Both>, f64))| {
            let cells = counts.iter().zip(&all).map(|(inside, all)| inside.cell(*all));
            Question { subject, category, cells: cells.collect(), lost }
        };
        found.into_iter().map(question).collect()
    }

    /// Categories of errors, of those that have one: any move could have been one of each.
    fn by_error(
        &self,
        subject: Subject,
        category: impl Fn(&OwnError) -> Option<(usize, String)>,
    ) -> Vec<Question> {
        let (mut moves, mut errors) = (Vec::new(), vec![Both::default(); self.games.len()]);
        for (game, judged) in self.games.iter().zip(self.judged) {
            let mut both = Both::default();
            for told in &judged.moves {
                both.add(told.mover == game.own, Count { events: 0.0, of: 1.0 });
            }
            moves.push(both);
        }
        let mut found: BTreeMap<(usize, String), (Vec<Both>, f64)> = BTreeMap::new();
        let event = Count { events: 1.0, of: 0.0 };
        for error in self.errors {
            let Some(category) = category(error) else { continue };
            errors[error.game].add(error.is_own, event);
            let (counts, lost) = found
                .entry(category)
                .or_insert_with(|| (vec![Both::default(); self.games.len()], 0.0));
            counts[error.game].add(error.is_own, event);
            *lost += if error.is_own { error.told.lost } else { 0.0 };
        }
        let question = |((_, category), (counts, lost)): ((usize, String), (Vec<Both>, f64))| {
            let cells =
                counts.iter().zip(errors.iter().zip(&moves)).map(|(inside, (all, moves))| {
                    let cell = inside.cell(*all);
                    let of = |count: Count, moves: Count| Count { of: moves.of, ..count };
                    Cell {
                        own: of(cell.own, moves.own),
                        other: of(cell.other, moves.other),
                        own_rest: of(cell.own_rest, moves.own),
                        other_rest: of(cell.other_rest, moves.other),
                    }
                });
            Question { subject, category, cells: cells.collect(), lost }
        };
        found.into_iter().map(question).collect()
    }

    fn by_opening(&self) -> Vec<Question> {
        let name = |at: usize| {
            let color = color_text(color(self.games[at].own));
            format!("{} as {color}", self.openings[at])
        };
        let mut games: BTreeMap<String, usize> = BTreeMap::new();
        let known = (0..self.games.len()).filter(|&at| !self.openings[at].is_empty());
        known.for_each(|at| *games.entry(name(at)).or_default() += 1);
        // All games are compared with, also those of rare openings.
        let mut asked = self.by_move(Subject::Opening, |at, _| Some((0, name(at))));
        asked.retain(|it| games.get(&it.category).is_some_and(|&count| count >= LEAST_GAMES));
        asked
    }

    /// In how many games a side had a won position in a phase, and did not win.
    fn results(&self) -> Vec<Question> {
        let of_phase = |phase: Phase| {
            let mut lost = 0.0;
            let cells = self.games.iter().zip(self.judged).map(|(game, judged)| {
                let mut cell = Cell::default();
                for player in [game.own, game.own.opponent()] {
                    let was_won = |told: &&JudgedMove| {
                        told.mover == player
                            && told.phase == phase
                            && told.expected.is_some_and(|points| points >= WON)
                    };
                    let Some(points) = game.points_of(player) else { continue };
                    let of = f64::from(u8::from(judged.moves.iter().any(|it| was_won(&it))));
                    let events = of * f64::from(u8::from(points < 1.0));
                    let count = Count { events, of };
                    if player == game.own {
                        cell.own = count;
                        lost += of * (1.0 - points);
                    } else {
                        cell.other = count;
                    }
                }
                cell
            });
            let cells = cells.collect();
            let category = format!("won in the {}", phase.name());
            Question { subject: Subject::Result, category, cells, lost }
        };
        [Phase::Middlegame, Phase::Ending].into_iter().map(of_phase).collect()
    }

    /// How many seconds a move takes.
    fn pace(&self) -> Vec<Question> {
        let cells = self.games.iter().zip(self.judged).map(|(game, judged)| {
            let mut both = Both::default();
            for told in &judged.moves {
                if let Some(events) = game.spent(told.ply) {
                    both.add(told.mover == game.own, Count { events, of: 1.0 });
                }
            }
            Cell { own: both.own, other: both.other, ..Cell::default() }
        });
        let cells: Vec<Cell> = cells.collect();
        let is_known = cells.iter().any(|cell| cell.own.of > 0.0);
        let category = "seconds for a move".to_string();
        let question = Question { subject: Subject::Pace, category, cells, lost: 0.0 };
        is_known.then_some(question).into_iter().collect()
    }

    /// The later half of the games by their dates.
    fn trend(&self) -> Vec<Question> {
        let mut dates: Vec<&str> =
            self.games.iter().filter(|it| it.month().is_some()).map(|it| &*it.date).collect();
        dates.sort_unstable();
        let Some(&middle) = dates.get(dates.len() / 2) else { return Vec::new() };
        if dates.first() == Some(&middle) {
            return Vec::new();
        }
        let mut asked = self.by_move(Subject::Trend, |at, _| {
            let game = &self.games[at];
            game.month()?;
            Some((0, if &*game.date >= middle { format!("since {middle}") } else { String::new() }))
        });
        asked.retain(|question| !question.category.is_empty());
        asked
    }
}

/// What is counted of both sides.
#[derive(Clone, Copy, Debug, Default)]
struct Both {
    own: Count,
    other: Count,
}

impl Both {
    fn add(&mut self, is_own: bool, count: Count) {
        if is_own { self.own.add(count) } else { self.other.add(count) }
    }

    /// This part of what is counted in all.
    fn cell(self, all: Both) -> Cell {
        Cell {
            own: self.own,
            other: self.other,
            own_rest: all.own.without(self.own),
            other_rest: all.other.without(self.other),
        }
    }
}

/// The colour of a player.
pub fn color(player: Player) -> Color {
    if player == Player::Max { Color::White } else { Color::Black }
}

fn color_text(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn clock_left(seconds: f64) -> (usize, String) {
    let bins = [(10.0, "under 10 seconds"), (30.0, "10 to 30 seconds"), (60.0, "30 to 60 seconds")];
    let more = [(180.0, "1 to 3 minutes"), (600.0, "3 to 10 minutes")];
    bin(seconds, bins.into_iter().chain(more), "over 10 minutes")
}

fn time_taken(seconds: f64) -> (usize, String) {
    let bins = [(3.0, "under 3 seconds"), (10.0, "3 to 10 seconds"), (30.0, "10 to 30 seconds")];
    bin(seconds, bins, "over 30 seconds")
}

fn bin(
    seconds: f64,
    bins: impl IntoIterator<Item = (f64, &'static str)>,
    last: &str,
) -> (usize, String) {
    let mut count = 0;
    for (most, name) in bins {
        if seconds < most {
            return (count, name.to_string());
        }
        count += 1;
    }
    (count, last.to_string())
}
