//! The games that tell what opponents play.

use std::fs::File;

use anyhow::Context as _;
use shakmaty::Color;

use crate::app::args::PrepareArgs;
use crate::app::exit;
use crate::app::reporting::score::counted;
use crate::chess::{MoveCounts, ReadGames, Wanted};

/// What was read of all files.
#[derive(Debug)]
pub struct Databases {
    /// The moves.
    pub counts: MoveCounts,
    /// The games.
    pub read: ReadGames,
}

/// Reads the games of all files.
///
/// # Errors
///
/// A file that cannot be read.
pub fn read(args: &PrepareArgs, opponent: Color) -> anyhow::Result<Databases> {
    let wanted = Wanted {
        player: args.player.clone().map(|name| (opponent, name)),
        rating: args.min_rating.map(|rating| (opponent, rating)),
        since: args.since,
    };
    let mut all =
        Databases { counts: MoveCounts::new(args.games_memory), read: ReadGames::default() };
    for path in &args.games {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let read = all.counts.read(file, &wanted).with_context(|| format!("cannot read {name}"))?;
        if read.games == 0 {
            exit::warn(&format_args!("{name} holds no game that can be read"));
        }
        if read.cut > 0 {
            let cut = counted(read.cut, "game");
            exit::warn(&format_args!("{name}: {cut} up to a move that cannot be played"));
        }
        all.read.games += read.games;
        all.read.counted += read.counted;
        all.read.cut += read.cut;
    }
    let forgotten = all.counts.forgotten();
    if forgotten > 0 {
        let games = counted(forgotten.into(), "game");
        exit::warn(&format_args!(
            "--games-memory was too little: up to {games} of a move may be missing"
        ));
    }
    Ok(all)
}
