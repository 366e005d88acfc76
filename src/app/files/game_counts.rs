//! Databases: which games of files count, and the moves that were played in them. Games are read as all commands
//! read them (`game_file`), and none is kept.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};

use nohash_hasher::BuildNoHashHasher;
use shakmaty::Color;

use super::game_file::{
    CleanGame, GameFileError, GameStream, ReadGame, StreamedGame, Tagged, WrittenGame, main_line,
    written_games,
};
use crate::app::args::move_words::result;
use crate::app::games::castling_rules;
use crate::chess::{CountedLine, MoveCounts, Position, Tapered};

/// The share of the memory that the games themselves take, so that each counts once: one in so many bytes.
const SEEN_SHARE: u64 = 8;
/// Bytes that each of them takes while its table grows.
const SEEN_BYTES: u64 = 27;

/// Which games are counted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only those in which the player of this colour has these letters in the name, in upper or lower case.
    pub player: Option<(Color, String)>,
    /// Only those in which the player of this colour is rated at least so high.
    pub rating: Option<(Color, u32)>,
    /// Only those of this year or later.
    pub since: Option<u32>,
}

/// What was read of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadGames {
    /// All games.
    pub games: u64,
    /// Those that are counted.
    pub counted: u64,
    /// Those that are counted up to a move that cannot be played.
    pub cut: u64,
    /// Those that are counted, and have a comment or a variation without an end.
    pub open: u64,
    /// Those that do not count: their first position cannot be read.
    pub damaged: u64,
    /// Those of other rules than those of chess, which do not count.
    pub of_other_rules: u64,
    /// Those that were counted before, in this file or in another one.
    pub again: u64,
}

/// Counts the moves of games.
#[derive(Debug)]
pub struct GameCounts {
    wanted: Wanted,
    counts: MoveCounts,
    seen: HashSet<u64, BuildNoHashHasher<u64>>,
    /// So many games are known again.
    most_seen: u64,
}

impl GameCounts {
    /// Counts games that are wanted, in so many bytes at most.
    pub fn new(wanted: Wanted, bytes: u64) -> GameCounts {
        let of_seen = bytes / SEEN_SHARE;
        GameCounts {
            wanted,
            counts: MoveCounts::new(bytes - of_seen),
            seen: HashSet::default(),
            most_seen: of_seen / SEEN_BYTES,
        }
    }

    /// What was counted.
    pub fn into_counts(self) -> MoveCounts {
        self.counts
    }

    /// Adds the games of a file. Variations do not count.
    ///
    /// # Errors
    ///
    /// What cannot be read; the games before it are counted.
    pub fn read(&mut self, file: impl Read) -> io::Result<ReadGames> {
        let mut read = ReadGames::default();
        let all = GameStream::new(file).read(|game| match game {
            StreamedGame::Clean(game) => self.add_clean(&game, &mut read),
            StreamedGame::Written(game, _) => self.add(&game, &mut read),
        });
        self.counts.take_in();
        all.map(|()| read)
    }

    fn add_clean(&mut self, game: &CleanGame<'_>, read: &mut ReadGames) {
        if !self.wanted.holds(game) {
            read.games += 1;
            return;
        }
        match game.play() {
            Some(line) => {
                read.games += 1;
                self.count(game, &line, game.moves.len(), read);
            }
            None => written_games(game.text).for_each(|game| self.add(&game, read)),
        }
    }

    fn add(&mut self, game: &WrittenGame, read: &mut ReadGames) {
        let is_wanted = self.wanted.holds(game);
        if !is_wanted && !game.tags.is_empty() {
            read.games += 1;
            return;
        }
        if castling_rules(game.tag("Variant").unwrap_or_default()).is_err() {
            read.games += 1;
            read.of_other_rules += 1;
            return;
        }
        let Ok(played) = main_line::<Position>(game, "", Tapered::default()) else {
            read.games += 1;
            read.damaged += 1;
            return;
        };
        if played.is_no_game(game) {
            return;
        }
        read.games += 1;
        let ReadGame { line, fault, .. } = played;
        let mut counted = CountedLine::new(line.start.chess().clone());
        line.moves.iter().for_each(|&mv| counted.play(mv));
        if is_wanted && self.count(game, &counted, line.moves.len(), read) {
            match fault {
                Some(GameFileError::Open { .. }) => read.open += 1,
                Some(_) => read.cut += 1,
                None => {}
            }
        }
    }

    /// Counts a game of so many plies, unless it was counted before; whether it does.
    fn count(
        &mut self,
        game: &impl Tagged,
        line: &CountedLine,
        plies: usize,
        read: &mut ReadGames,
    ) -> bool {
        let is_new = plies == 0 || self.is_new(game, line, plies);
        match is_new {
            true => self.counts.add(line, winner(game)),
            false => read.again += 1,
        }
        read.counted += u64::from(is_new);
        is_new
    }

    /// Whether the same game was not counted before: the same moves of the same two players on the same day.
    fn is_new(&mut self, game: &impl Tagged, line: &CountedLine, plies: usize) -> bool {
        let names = ["White", "Black"].map(|name| game.tag(name).map(letters).unwrap_or_default());
        if names.iter().any(String::is_empty) {
            return true;
        }
        // Sites tell by the time games of the same opening that follow one another.
        let told = ["Date", "UTCDate", "UTCTime", "Time"].map(|name| game.tag(name));
        let mut hash = DefaultHasher::new();
        (names, told, line.moves(), plies).hash(&mut hash);
        let key = hash.finish();
        match (self.seen.len() as u64) < self.most_seen {
            true => self.seen.insert(key),
            false => !self.seen.contains(&key),
        }
    }
}

impl Wanted {
    /// Whether a game is wanted, as its tags tell.
    fn holds(&self, game: &impl Tagged) -> bool {
        let Wanted { player, rating, since } = self;
        let of = |color: Color| color.fold_wb("White", "Black");
        let has_player = |(color, letters): &(Color, String)| {
            let name = game.tag(of(*color)).unwrap_or_default();
            name.to_lowercase().contains(&letters.to_lowercase())
        };
        let is_rated = |&(color, least): &(Color, u32)| {
            let rating = game.tag(&format!("{}Elo", of(color))).and_then(leading_number);
            rating.is_some_and(|rating| rating >= least)
        };
        player.as_ref().is_none_or(has_player)
            && rating.as_ref().is_none_or(is_rated)
            && since.is_none_or(|first| year(game).is_some_and(|year| year >= first))
    }
}

/// The year of a game. Of games of old days `UTCDate` tells when they were entered.
fn year(game: &impl Tagged) -> Option<u32> {
    ["Date", "UTCDate"].into_iter().find_map(|name| game.tag(name).and_then(leading_number))
}

/// The number with which a text begins.
fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Who won, by the tag or else by what stands behind the moves.
fn winner(game: &impl Tagged) -> Option<Color> {
    let told = game.tag("Result").and_then(|told| result(told.trim()));
    match told.filter(|&told| told != "*").or(game.result_behind())? {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        _ => None,
    }
}

/// The letters of a name, in small letters: databases differ in what stands between.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
