//! What the opponent plays: as counted in games, and where these say too little, as an engine tells.

use std::collections::HashMap;

use shakmaty::Move;

use crate::app::engines::{NotTold, PeopleEngine};
use crate::app::games::CommandLineGame as _;
use crate::chess::{MoveCounts, Played, Position};
use crate::game::Game;
use crate::search::{Habit, Interrupt};
use crate::sorting::falling;

/// A move that is in none of this many games is new; with fewer games nothing is a trap, and an engine that tells what
/// people play is asked.
pub const ENOUGH_GAMES: u64 = 10;

/// The share of players from which on a move is one that many play.
pub const MANY: f64 = 0.2;

/// The share of players from which on a move is a natural one. Beside these, so many of the likeliest moves are.
const NATURAL: f64 = 0.1;
const LIKELIEST: usize = 3;

/// A move that the opponent plays.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// How often it is played in its position, from 0 to 1.
    pub share: f64,
    /// The games in which it was played; none where an engine tells.
    pub played: Played,
    /// All games of the position, if they tell.
    pub of: u64,
    /// Whether it belongs to the repertoire however rare it is.
    pub is_wanted: bool,
}

impl Reply {
    /// One that no game tells of.
    fn uncounted(share: f64) -> Reply {
        Reply { share, played: Played::default(), of: 0, is_wanted: false }
    }

    /// The games in which it was played; `None` where an engine tells.
    pub fn counted(self) -> Option<Played> {
        (self.of > 0).then_some(self.played)
    }
}

/// What the opponent plays.
#[derive(Debug)]
pub struct Opponent {
    counts: MoveCounts,
    people: Option<PeopleEngine>,
    /// What the engine has told, by the key of the position.
    told: HashMap<u64, Vec<(Move, f64)>>,
    /// The moves that belong to the repertoire however rare they are, by the key of the position.
    wanted: HashMap<u64, Vec<Move>>,
}

impl Opponent {
    /// As in these games, and as this engine tells where there are too few.
    pub fn new(counts: MoveCounts, people: Option<PeopleEngine>) -> Opponent {
        Opponent { counts, people, told: HashMap::new(), wanted: HashMap::new() }
    }

    /// The engine that tells, if there is one.
    pub fn engine(&self) -> Option<&str> {
        self.people.as_ref().map(PeopleEngine::name)
    }

    /// The moves that were played in the games, the most frequent one first, and all games of the position.
    pub fn counted(&self, position: &Position) -> (Vec<(Move, Reply)>, u64) {
        let moves = self.counts.of(position.chess());
        let of = moves.iter().map(|(_, played)| u64::from(played.games)).sum();
        let share = |played: Played| f64::from(played.games) / of as f64;
        let reply = |played| Reply { share: share(played), played, of, is_wanted: false };
        (moves.into_iter().map(|(mv, played)| (mv, reply(played))).collect(), of)
    }

    /// The moves that are played in a position, the most frequent one first.
    pub fn replies(&self, position: &Position) -> Vec<(Move, Reply)> {
        let (moves, of) = self.counted(position);
        let told = self.told.get(&position.key()).filter(|_| of < ENOUGH_GAMES);
        let mut replies = match told {
            None => moves,
            Some(told) => told.iter().map(|&(mv, share)| (mv, Reply::uncounted(share))).collect(),
        };
        for &wanted in self.wanted.get(&position.key()).into_iter().flatten() {
            match replies.iter_mut().find(|(mv, _)| *mv == wanted) {
                Some((_, reply)) => reply.is_wanted = true,
                // As if there were one more game.
                None => {
                    let reply = Reply::uncounted(1.0 / (of + 1) as f64);
                    replies.push((wanted, Reply { is_wanted: true, ..reply }));
                }
            }
        }
        replies.sort_by_cached_key(|(_, reply)| falling(reply.share));
        replies
    }

    /// Takes a move into the repertoire however rare it is; whether it was not wanted before.
    pub fn want(&mut self, position: &Position, mv: Move) -> bool {
        let wanted = self.wanted.entry(position.key()).or_default();
        let is_new = !wanted.contains(&mv);
        if is_new {
            wanted.push(mv);
        }
        is_new
    }

    /// The moves that come to mind in a position: those that players choose, and the likeliest as an engine tells or, where
    /// none does, as the moves look.
    pub fn natural(&self, position: &Position) -> Vec<(Move, Reply)> {
        let mut natural = self.played_by(position, NATURAL);
        let likely = match self.told.get(&position.key()) {
            Some(told) => told.clone(),
            None => position.likely_moves(),
        };
        for (mv, share) in likely.into_iter().take(LIKELIEST) {
            if natural.iter().all(|&(known, _)| known != mv) {
                natural.push((mv, Reply::uncounted(share)));
            }
        }
        natural
    }

    /// The moves that at least this share of players choose, where enough games tell, the most frequent one first.
    pub fn played_by(&self, position: &Position, share: f64) -> Vec<(Move, Reply)> {
        let (mut moves, of) = self.counted(position);
        moves.retain(|(_, reply)| of >= ENOUGH_GAMES && reply.share >= share);
        moves
    }

    /// Whether the engine is still to be asked about a position.
    pub fn is_to_be_asked(&self, position: &Position) -> bool {
        self.people.is_some()
            && !self.told.contains_key(&position.key())
            && self.counted(position).1 < ENOUGH_GAMES
    }

    /// Asks the engine about a position.
    ///
    /// # Errors
    ///
    /// [`NotTold`] for an engine that does not answer.
    pub fn ask(&mut self, position: &Position, interrupt: &Interrupt) -> Result<(), NotTold> {
        if let Some(people) = &mut self.people {
            self.told.insert(position.key(), people.ask(position, interrupt)?);
        }
        Ok(())
    }

    /// The same as a tree keeps it.
    pub fn habits(&self, position: &Position) -> Vec<Habit> {
        let habit = |(mv, reply): (Move, Reply)| {
            let Played { games, white_won, drawn } = reply.played;
            let (mv, share) = (position.encode(mv), reply.share as f32);
            Habit { mv, share, games, max_won: white_won, drawn }
        };
        self.replies(position).into_iter().map(habit).collect()
    }
}
