//! What is asked of the games: in which kinds of moves, errors and games the player does worse or better.

use std::collections::BTreeMap;

use serde::Serialize;

use super::errors::{OwnError, UNKNOWN};
use super::games::OwnGame;
use super::judged::{Facts, JudgedGame, JudgedMove, Phase};
use super::measure::{Cell, Count};
use crate::app::games::Openings;
use crate::chess::{Position, Tapered};
use crate::game::Notation as _;
use crate::value::Player;

/// A position is won from these expected points on, and lost up to their complement: a clear piece ahead.
const WON: f64 = 0.85;
/// An opening that fewer games have is not asked about.
const LEAST_GAMES: usize = 10;

/// What a category is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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

    /// Whether it is compared with the opponents alone, and not with all else and the same of the opponents.
    pub fn is_compared_with_others(self) -> bool {
        matches!(self, Subject::All | Subject::Result | Subject::Pace)
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

/// What a report is made of.
pub struct Parts<'a> {
    /// The player.
    pub player: &'a str,
    /// The games that were analysed.
    pub games: &'a [OwnGame],
    /// All that there are.
    pub of_games: usize,
    /// What their moves lost.
    pub judged: &'a [JudgedGame],
    /// The errors of both sides.
    pub errors: &'a [OwnError],
    /// What is known of positions.
    pub facts: &'a Facts<'a>,
    /// Nodes searched.
    pub nodes: u64,
}

impl Parts<'_> {
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
                let own = self.games[at].own;
                Some((
                    usize::from(own == Player::Min),
                    format!("as {}", <Position>::player_name(own)),
                ))
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
        let mut counts = Counts::of(self.games.len());
        for (at, (game, judged)) in self.games.iter().zip(self.judged).enumerate() {
            for told in judged {
                let Some(category) = category(at, told) else { continue };
                let count = Count { events: f64::from(told.is_error()), of: 1.0 };
                counts.add(category, at, (told.mover == game.own, told.lost), count);
            }
        }
        counts.questions(subject, |_, cell| cell)
    }

    /// Categories of errors, of those that have one: any move could have been one of each.
    fn by_error(
        &self,
        subject: Subject,
        category: impl Fn(&OwnError) -> Option<(usize, String)>,
    ) -> Vec<Question> {
        let mut counts = Counts::of(self.games.len());
        for error in self.errors {
            let Some(category) = category(error) else { continue };
            let event = Count { events: 1.0, of: 0.0 };
            counts.add(category, error.game, (error.is_own, error.told.lost), event);
        }
        counts.questions(subject, |at, cell| {
            let own =
                self.judged[at].iter().filter(|told| told.mover == self.games[at].own).count();
            let [own, other] = [own, self.judged[at].len() - own].map(|moves| moves as f64);
            Cell {
                own: Count { of: own, ..cell.own },
                other: Count { of: other, ..cell.other },
                own_rest: Count { of: own, ..cell.own_rest },
                other_rest: Count { of: other, ..cell.other_rest },
            }
        })
    }

    fn by_opening(&self) -> Vec<Question> {
        let names = Openings::new::<Position>(Tapered::default());
        let name = |game: &OwnGame| {
            let positions = game.positions(self.facts.start);
            let name = names.of_line(&positions).map(|it| it.name.as_str()).unwrap_or_default();
            let name = name.split(':').next().unwrap_or_default();
            format!("{name} as {}", <Position>::player_name(game.own))
        };
        let openings: Vec<String> = self.games.iter().map(name).collect();
        // All games are compared with, also those of rare openings and those of none.
        let mut asked = self.by_move(Subject::Opening, |at, _| Some((0, openings[at].clone())));
        let count = |name: &String| openings.iter().filter(|it| *it == name).count();
        asked.retain(|it| !it.category.starts_with(" as ") && count(&it.category) >= LEAST_GAMES);
        asked
    }

    /// In how many games a side had a won position in a phase, and did not win.
    fn results(&self) -> Vec<Question> {
        let of_phase = |phase: Phase| {
            let mut lost = 0.0;
            let cells = self.games.iter().zip(self.judged).map(|(game, judged)| {
                let count = |player: Player| {
                    let was_won = |told: &JudgedMove| {
                        told.mover == player
                            && told.phase == phase
                            && told.expected.is_some_and(|points| points >= WON)
                    };
                    let Some(points) = game.points_of(player) else { return Count::default() };
                    let of = f64::from(judged.iter().any(was_won));
                    Count { events: of * f64::from(points < 1.0), of }
                };
                let (own, other) = (count(game.own), count(game.own.opponent()));
                lost += own.of * game.points_of(game.own).map_or(0.0, |points| 1.0 - points);
                Cell { own, other, ..Cell::default() }
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
            for told in judged {
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
        let side = if is_own { &mut self.own } else { &mut self.other };
        *side = side.plus(count);
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

/// What is counted game by game: in all categories, and in each, with the points that the player lost in it.
struct Counts {
    all: Vec<Both>,
    categories: BTreeMap<(usize, String), (Vec<Both>, f64)>,
}

impl Counts {
    /// Nothing yet, of so many games.
    fn of(games: usize) -> Counts {
        Counts { all: vec![Both::default(); games], categories: BTreeMap::new() }
    }

    fn add(
        &mut self,
        category: (usize, String),
        game: usize,
        (is_own, lost): (bool, f64),
        count: Count,
    ) {
        let none = || (vec![Both::default(); self.all.len()], 0.0);
        let (counts, all_lost) = self.categories.entry(category).or_insert_with(none);
        counts[game].add(is_own, count);
        self.all[game].add(is_own, count);
        *all_lost += if is_own { lost } else { 0.0 };
    }

    /// A question for each category, of which a game has the cell that is made of the one that was counted.
    fn questions(self, subject: Subject, cell: impl Fn(usize, Cell) -> Cell) -> Vec<Question> {
        let question = |((_, category), (counts, lost)): ((usize, String), (Vec<Both>, f64))| {
            let cells = counts.iter().zip(&self.all).enumerate();
            let cells = cells.map(|(at, (inside, all))| cell(at, inside.cell(*all)));
            Question { subject, category, cells: cells.collect(), lost }
        };
        self.categories.into_iter().map(question).collect()
    }
}

fn clock_left(seconds: f64) -> (usize, String) {
    let bins = [(10.0, "under 10 seconds"), (30.0, "10 to 30 seconds"), (60.0, "30 to 60 seconds")];
    let more = [(180.0, "1 to 3 minutes"), (600.0, "3 to 10 minutes")];
    bin(seconds, &[&bins[..], &more].concat(), "over 10 minutes")
}

fn time_taken(seconds: f64) -> (usize, String) {
    let bins = [(3.0, "under 3 seconds"), (10.0, "3 to 10 seconds"), (30.0, "10 to 30 seconds")];
    bin(seconds, &bins, "over 30 seconds")
}

fn bin(seconds: f64, bins: &[(f64, &str)], last: &str) -> (usize, String) {
    let count = bins.iter().take_while(|(most, _)| seconds >= *most).count();
    (count, bins.get(count).map_or(last, |(_, name)| name).to_string())
}
