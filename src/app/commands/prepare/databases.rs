//! The games that tell what opponents play.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context as _;
use indicatif::BinaryBytes;
use shakmaty::Color;

use crate::app::args::PrepareArgs;
use crate::app::exit;
use crate::app::reporting::progress_display::ProgressDisplay;
use crate::app::reporting::score::counted;
use crate::chess::{MoveCounts, ReadGames, Wanted};
use crate::search::Interrupt;

/// What was read of all files.
#[derive(Debug)]
pub struct Databases {
    /// The moves.
    pub counts: MoveCounts,
    /// The games.
    pub read: ReadGames,
}

/// Reads the games of all files; `None` where an interrupt came first.
///
/// # Errors
///
/// A file that cannot be read.
pub fn read(
    args: &PrepareArgs,
    opponent: Color,
    interrupt: &Interrupt,
    display: &ProgressDisplay,
) -> anyhow::Result<Option<Databases>> {
    let wanted = Wanted {
        player: args.player.clone().map(|name| (opponent, name)),
        rating: args.min_rating.map(|rating| (opponent, rating)),
        since: args.since,
    };
    let counts = MoveCounts::new(args.games_memory);
    let mut all = Databases { counts, read: ReadGames::default() };
    for path in &args.games {
        let name = match path == Path::new("-") {
            true => "standard input".to_string(),
            false => path.display().to_string(),
        };
        let file = Watched::open(path, &name, interrupt, display);
        let read = file.and_then(|file| all.counts.read(file, &wanted));
        if interrupt.is_thrown() {
            return Ok(None);
        }
        let read = read.with_context(|| format!("cannot read {name}"))?;
        if read.games == 0 {
            exit::warn(&format_args!("{name} holds no game that can be read"));
        }
        if read.cut > 0 {
            let cut = counted(read.cut, "game");
            exit::warn(&format_args!(
                "{name}: {cut} with a move that cannot be played; the moves before it count"
            ));
        }
        if read.of_other_rules > 0 {
            let games = counted(read.of_other_rules, "game");
            exit::warn(&format_args!("{name}: {games} of other rules left out"));
        }
        if read.damaged > 0 {
            let damaged = counted(read.damaged, "damaged game");
            exit::warn(&format_args!("{name}: {damaged} left out"));
        }
        all.read.games += read.games;
        all.read.counted += read.counted;
    }
    let forgotten = all.counts.forgotten();
    if forgotten > 0 {
        let games = counted(forgotten.into(), "game");
        exit::warn(&format_args!(
            "--games-memory was too little: up to {games} of a move may be missing"
        ));
    }
    Ok(Some(all))
}

/// Bytes between two signs of life.
const SHOWN_EVERY: u64 = 16 << 20;

/// A file that is read until an interrupt comes, and shows how far.
struct Watched<'a> {
    input: Box<dyn Read>,
    interrupt: &'a Interrupt,
    display: &'a ProgressDisplay,
    name: &'a str,
    read: u64,
    shown: u64,
}

impl<'a> Watched<'a> {
    /// A file, or standard input (`-`).
    fn open(
        path: &Path,
        name: &'a str,
        interrupt: &'a Interrupt,
        display: &'a ProgressDisplay,
    ) -> io::Result<Watched<'a>> {
        let input: Box<dyn Read> = match path == Path::new("-") {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        };
        Ok(Watched { input, interrupt, display, name, read: 0, shown: 0 })
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_thrown() {
            // `ErrorKind::Interrupted` would mean that it is to be tried again.
            return Err(io::Error::other("interrupted"));
        }
        let count = self.input.read(bytes)?;
        self.read += count as u64;
        if self.read - self.shown >= SHOWN_EVERY {
            self.shown = self.read;
            self.display.say(&format!("reading {}: {}", self.name, BinaryBytes(self.read)));
        }
        Ok(count)
    }
}
