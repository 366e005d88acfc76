//! The games that tell what opponents play.

use std::io::{self, Read};

use anyhow::Context as _;
use indicatif::BinaryBytes;
use shakmaty::Color;

use crate::app::args::PrepareArgs;
use crate::app::exit;
use crate::app::files::game_counts::{GameCounts, ReadGames, Wanted};
use crate::app::files::game_file::{cannot_read, open_games};
use crate::app::reporting::progress_display::ProgressDisplay;
use crate::app::reporting::score::counted;
use crate::chess::MoveCounts;
use crate::search::Interrupt;

/// Reads the games of all files, and tells how many they are and how many of them are counted; `None` where an interrupt came
/// first.
///
/// # Errors
///
/// A file that cannot be read; [`UsageError`](crate::app::usage::UsageError) for a saved tree, a text in UTF-16 and
/// a compressed file.
pub fn read(
    args: &PrepareArgs,
    opponent: Color,
    interrupt: &Interrupt,
    display: &ProgressDisplay,
) -> anyhow::Result<Option<(ReadGames, MoveCounts)>> {
    let wanted = Wanted {
        player: args.player.clone().map(|name| (opponent, name)),
        rating: args.min_rating.map(|rating| (opponent, rating)),
        since: args.since,
    };
    let mut counts = GameCounts::new(wanted, args.games_memory);
    let mut all = ReadGames::default();
    for path in &args.games {
        let Some((input, name)) = open_games(path, interrupt)? else { return Ok(None) };
        let shown = Shown { input, display, name: &name, read: 0, shown: 0 };
        let read = counts.read(shown);
        if interrupt.is_thrown() {
            return Ok(None);
        }
        let read = read.with_context(|| cannot_read(&name))?;
        warn_of(&name, &read);
        all.games += read.games;
        all.counted += read.counted;
    }
    let counts = counts.into_counts();
    let forgotten = counts.forgotten();
    if forgotten > 0 {
        let games = counted(forgotten.into(), "game");
        exit::warn(&format_args!(
            "--games-memory was too little: up to {games} of a move may be missing"
        ));
    }
    Ok(Some((all, counts)))
}

/// Tells what of a file does not count.
fn warn_of(name: &str, read: &ReadGames) {
    if read.games == 0 {
        exit::warn(&format_args!("{name} holds no game that can be read"));
    }
    let warnings = [
        (read.cut, "with a move that cannot be played; the moves before it count"),
        (read.open, "with a comment or a variation that has no end; the moves before it count"),
        (read.of_other_rules, "of other rules left out"),
        (read.damaged, "whose first position cannot be read left out"),
        (read.again, "left out that were counted before: the same moves, players and date"),
    ];
    for (games, what) in warnings.into_iter().filter(|(games, _)| *games > 0) {
        exit::warn(&format_args!("{name}: {} {what}", counted(games, "game")));
    }
}

/// Bytes between two signs of life.
const SHOWN_EVERY: u64 = 16 << 20;

/// Shows how much of an input was read.
struct Shown<'a, R> {
    input: R,
    display: &'a ProgressDisplay,
    name: &'a str,
    read: u64,
    shown: u64,
}

impl<R: Read> Read for Shown<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(bytes)?;
        self.read += count as u64;
        if self.read - self.shown >= SHOWN_EVERY {
            self.shown = self.read;
            self.display.say(&format!("reading {}: {}", self.name, BinaryBytes(self.read)));
        }
        Ok(count)
    }
}
