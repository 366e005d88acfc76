//! The games of a player, read from files of any length; only these are kept.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::Context as _;
use shakmaty::Move;

use super::clock::{TimeControl, seconds};
use crate::app::args::move_words::result;
use crate::app::exit;
use crate::app::files::game_file::{
    GameStream, ReadGame, StreamedGame, Tagged, WrittenGame, cannot_read, main_line, open_games,
    written_games,
};
use crate::app::games::CommandLineGame as _;
use crate::app::reporting::score::counted;
use crate::chess::{Position, Tapered};
use crate::game::{Game as _, Notation as _};
use crate::search::{Interrupt, Root};
use crate::value::Player;

/// A game of the player, as far as it can be analysed.
#[derive(Clone, Debug)]
pub struct OwnGame {
    /// Which game it is of all that were read, from 1 on.
    pub number: u64,
    /// Whose pieces the player has.
    pub own: Player,
    /// The names of White and Black.
    pub names: [String; 2],
    /// As the file has it: `2025.03.01`.
    pub date: String,
    /// Where it was played, often an address.
    pub site: String,
    /// The points of White, if the game has a result: 1, 0.5 or 0.
    pub points: Option<f64>,
    /// The moves up to the end by the rules, or to a draw that could have been claimed.
    pub moves: Vec<Move>,
    /// What each mover has left behind the move, in seconds, where the file says so.
    pub clocks: Vec<Option<f64>>,
    /// What both have at the beginning, and for each move.
    pub control: Option<TimeControl>,
}

impl OwnGame {
    /// The points of a player.
    pub fn points_of(&self, player: Player) -> Option<f64> {
        self.points.map(|points| if player == Player::Max { points } else { 1.0 - points })
    }

    /// `2025.03`; `None` where that is not known.
    pub fn month(&self) -> Option<&str> {
        let month = self.date.get(..7)?;
        let is_digit = |at: usize| month.as_bytes()[at].is_ascii_digit();
        (month.as_bytes()[4] == b'.' && [0, 1, 2, 3, 5, 6].into_iter().all(is_digit))
            .then_some(month)
    }

    /// What the mover has left before a move, in seconds.
    pub fn left(&self, ply: usize) -> Option<f64> {
        match ply.checked_sub(2) {
            Some(before) => self.clocks.get(before).copied().flatten(),
            None => self.control.map(|control| control.begin),
        }
    }

    /// How long a move took, in seconds.
    pub fn spent(&self, ply: usize) -> Option<f64> {
        let behind = self.clocks.get(ply).copied().flatten()?;
        let each = self.control.map_or(0.0, |control| control.each);
        Some((self.left(ply)? + each - behind).max(0.0))
    }

    /// The positions, one more than moves.
    pub fn positions(&self, start: &Position) -> Vec<Position> {
        start.positions_along(&self.moves)
    }
}

/// The games of the player, and what was left out.
#[derive(Debug, Default)]
pub struct OwnGames {
    /// The games, in the order of the files.
    pub games: Vec<OwnGame>,
    /// All games that were read.
    pub read: u64,
    wanted: Wanted,
    seen: HashSet<u64>,
    left_out: LeftOut,
}

/// Which games are read.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// A part of the player's name, in small letters.
    pub player: String,
    /// No games of earlier years.
    pub since: Option<u32>,
}

/// Games of the player that do not count.
#[derive(Clone, Copy, Debug, Default)]
struct LeftOut {
    elsewhere: u64,
    both: u64,
    again: u64,
    cut: u64,
}

impl OwnGames {
    /// No game yet.
    pub fn new(wanted: Wanted) -> OwnGames {
        OwnGames { wanted, ..OwnGames::default() }
    }

    /// Reads a file, or standard input (`-`); whether no interrupt came.
    ///
    /// # Errors
    ///
    /// What cannot be read; [`UsageError`](crate::app::usage::UsageError) for a saved tree, a text in UTF-16 and a compressed file.
    pub fn read(&mut self, path: &Path, interrupt: &Interrupt) -> anyhow::Result<bool> {
        let Some((input, name)) = open_games(path, interrupt)? else { return Ok(false) };
        let read = GameStream::new(input).read(|game| self.take(&game, &name));
        if interrupt.is_thrown() {
            return Ok(false);
        }
        read.with_context(|| cannot_read(&name))?;
        Ok(true)
    }

    /// Tells what of the files does not count.
    pub fn warn(&self) {
        let LeftOut { elsewhere, both, again, cut } = self.left_out;
        let warnings = [
            (elsewhere, "left out: of other rules, or not from the usual first position"),
            (both, "left out: the name fits both players"),
            (again, "left out that came before: the same moves, players and date"),
            (cut, "with a move that cannot be played; the moves before it count"),
        ];
        for (games, what) in warnings.into_iter().filter(|(games, _)| *games > 0) {
            exit::warn(&format_args!("{} {what}", counted(games, "game")));
        }
    }

    fn take(&mut self, game: &StreamedGame<'_>, name: &str) {
        match game {
            StreamedGame::Clean(clean) => {
                if self.is_wanted(clean) {
                    written_games(clean.text).for_each(|game| self.add(&game, clean.text, name));
                } else {
                    self.read += 1;
                }
            }
            StreamedGame::Written(game, text) => self.add(game, text, name),
        }
    }

    /// Whether a game may be one of the player's, by its tags.
    fn is_wanted(&self, game: &impl Tagged) -> bool {
        let is_recent = |first| year(game).is_some_and(|year| year >= first);
        self.wanted.since.is_none_or(is_recent) && names(game).iter().any(|name| self.fits(name))
    }

    fn fits(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.wanted.player)
    }

    /// Whose pieces the player has; `None` where the name fits both or neither.
    fn own(&self, names: &[String; 2]) -> Option<Player> {
        let is_name = |name: &String| name.to_lowercase() == self.wanted.player;
        let [white, black] = names.each_ref().map(|name| self.fits(name));
        let [exactly_white, exactly_black] = names.each_ref().map(is_name);
        match (white, black) {
            (true, false) => Some(Player::Max),
            (false, true) => Some(Player::Min),
            (true, true) if exactly_white && !exactly_black => Some(Player::Max),
            (true, true) if exactly_black && !exactly_white => Some(Player::Min),
            _ => None,
        }
    }

    fn add(&mut self, game: &WrittenGame, text: &[u8], name: &str) {
        self.read += 1;
        if !self.is_wanted(game) {
            return;
        }
        let names = names(game);
        let Some(own) = self.own(&names) else {
            self.left_out.both += 1;
            return;
        };
        let start = Position::default();
        let read = main_line::<Position>(game, name, Tapered::default()).ok();
        let of_chess = read.filter(|read| read.line.start.describe() == start.describe());
        let Some(ReadGame { line, fault, .. }) = of_chess else {
            self.left_out.elsewhere += 1;
            return;
        };
        let moves = up_to_the_end(&start, line.moves);
        if moves.is_empty() {
            return;
        }
        let tag = |name: &str| game.tag(name).unwrap_or_default().to_string();
        let date = ["Date", "UTCDate"].map(tag).into_iter().find(|date| !date.starts_with('?'));
        let mut hash = DefaultHasher::new();
        (&names, &date, tag("UTCTime"), tag("Time"), &moves).hash(&mut hash);
        if !self.seen.insert(hash.finish()) {
            self.left_out.again += 1;
            return;
        }
        self.left_out.cut += u64::from(fault.is_some());
        let clock = |ply: usize| game.clock_at(ply + 1, text).and_then(|clock| seconds(&clock));
        let clocks = (0..moves.len()).map(clock).collect();
        self.games.push(OwnGame {
            number: self.read,
            own,
            names,
            date: date.unwrap_or_default(),
            site: tag("Site"),
            points: points(game),
            moves,
            clocks,
            control: game.tag("TimeControl").and_then(TimeControl::read),
        });
    }
}

fn names(game: &impl Tagged) -> [String; 2] {
    ["White", "Black"].map(|side| game.tag(side).unwrap_or_default().trim().to_string())
}

/// The moves before the game is over by the rules: behind a draw that could be claimed positions are worth that draw.
fn up_to_the_end(start: &Position, mut moves: Vec<Move>) -> Vec<Move> {
    let mut root = Root::new(start.clone());
    for ply in 0..moves.len() {
        if root.game().outcome(&root.past()).is_some() {
            moves.truncate(ply);
            break;
        }
        root.play(moves[ply]);
    }
    moves
}

fn year(game: &impl Tagged) -> Option<u32> {
    let year = |tag| game.tag(tag).and_then(|date| date.get(..4)?.parse().ok());
    ["Date", "UTCDate"].into_iter().find_map(year)
}

/// The points of White, by the tag or else by what stands behind the moves.
fn points(game: &impl Tagged) -> Option<f64> {
    let told = game.tag("Result").and_then(|told| result(told.trim()));
    match told.filter(|&told| told != "*").or(game.result_behind())? {
        "1-0" => Some(1.0),
        "0-1" => Some(0.0),
        "*" => None,
        _ => Some(0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, player: &str) -> OwnGames {
        let mut games = OwnGames::new(Wanted { player: player.to_lowercase(), since: None });
        let read = GameStream::new(text.as_bytes()).read(|game| games.take(&game, "a.pgn"));
        read.expect("a text");
        games
    }

    const GAME: &str = "[White \"Anna Berg\"]\n[Black \"Bo\"]\n[Date \"2024.03.05\"]\n[Result \"0-1\"]\n\n\
                        1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59.5]} 2. Nf3 0-1\n\n";

    #[test]
    fn the_games_of_a_player_are_kept_with_their_clocks() {
        let games = read(&GAME.repeat(2), "berg");
        assert_eq!((games.read, games.games.len(), games.left_out.again), (2, 1, 1));
        let game = &games.games[0];
        assert_eq!((game.own, game.points_of(Player::Max)), (Player::Max, Some(0.0)));
        assert_eq!(game.clocks, [Some(60.0), Some(59.5), None]);
        assert_eq!(game.month(), Some("2024.03"));
        assert_eq!(read(GAME, "bo").games[0].own, Player::Min);
        assert_eq!(read(GAME, "carl").games.len(), 0);
        // Unusual games have clocks, too.
        let unusual = GAME.replace("2. Nf3", "(1... c5) 2. Nf3");
        assert_eq!(read(&unusual, "bo").games[0].clocks[0], Some(60.0));
    }

    #[test]
    fn what_cannot_count_is_left_out() {
        let both = read(GAME, "b");
        assert_eq!((both.games.len(), both.left_out.both), (0, 1));
        let elsewhere = GAME.replace("[Date", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Date");
        assert_eq!(read(&elsewhere, "bo").left_out.elsewhere, 1);
        let cut = read(&GAME.replace("2. Nf3", "2. Nf3 Ke2"), "bo");
        assert_eq!((cut.games[0].moves.len(), cut.left_out.cut), (3, 1));
        let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        let drawn = read(&GAME.replace("2. Nf3", &format!("{knights} {knights}")), "bo");
        assert!(drawn.games[0].moves.len() < 12, "a draw could be claimed");
    }
}
