//! A game from beginning to end, and how each player comes to its move.

use crate::app::games::CommandLineGame;
use crate::app::players::PlayerKind;
use crate::game::Past;
use crate::random::Random;
use crate::search::{Limits, MemoryLimits, Root, Searcher, Stop};
use crate::value::{self, Value};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<G: CommandLineGame> {
    /// The seed of its start and of all chance in it.
    pub seed: u64,
    /// For each seat the player, by its place among those that were named.
    pub players: Vec<usize>,
    /// The first position, all moves and the last position.
    pub root: Root<G>,
    /// The side that has won; `None` after a draw.
    pub winner: Option<value::Player>,
}

/// What all games have in common.
pub struct Terms<'a> {
    /// The players that were named, one for each seat.
    pub players: &'a [PlayerKind],
    /// The limits of a move.
    pub limits: Limits,
    /// The memory of each player.
    pub room: MemoryLimits,
}

/// Why a game was not played to its end.
pub enum Unfinished<G> {
    /// It was interrupted in this position.
    Interrupted(G),
    /// The engine of a player cannot be started, or no longer answers: which, and why.
    Engine(String),
}

/// Plays a game. `turned` is by how many seats the players sit farther on than they were named.
///
/// # Errors
///
/// [`Unfinished`] if it does not come to its end.
pub fn play<G: CommandLineGame>(
    terms: &Terms<'_>,
    seed: u64,
    turned: usize,
    evaluator: G::Evaluator,
) -> Result<Played<G>, Unfinished<G>> {
    let seats = G::SEATS.len();
    let players: Vec<usize> = (0..seats).map(|seat| (seat + turned) % seats).collect();
    let mut at_seats: Vec<Player<G>> =
        players.iter().map(|&player| Player::new(&terms.players[player])).collect();
    let mut random = Random::new(seed);
    let mut root = Root::new(G::random_start(seed, evaluator));
    loop {
        if let Some(value) = root.game().outcome(&root.played_past()) {
            let winner = Value::win(value).map(|(winner, _)| winner);
            return Ok(Played { seed, players, root, winner });
        }
        let chosen = if root.game().turn().player().is_some() {
            let seat = root.game().seat();
            at_seats[seat].choose(&root, &terms.limits, terms.room, &mut random)
        } else {
            Ok(outcome(root.game(), &mut random))
        };
        let mv = chosen.map_err(Unfinished::Engine)?;
        match mv.filter(|_| !terms.limits.interrupt.is_thrown()) {
            Some(mv) => root.play(mv),
            None => return Err(Unfinished::Interrupted(root.game().clone())),
        }
    }
}

/// One of the outcomes at a random turn, by their odds.
fn outcome<G: CommandLineGame>(position: &G, random: &mut Random) -> Option<G::Move> {
    let outcomes = position.legal_moves();
    let odds: Vec<f64> = outcomes.iter().map(|&mv| f64::from(position.odds(mv))).collect();
    let part = random.share();
    let mut left = part * odds.iter().sum::<f64>();
    let chosen = odds.iter().position(|odds| {
        left -= odds;
        left < 0.0
    });
    chosen.map_or(outcomes.last(), |index| outcomes.get(index)).copied()
}

/// A player in a game. Searchers keep from move to move what their tables know.
pub struct Player<G: CommandLineGame> {
    kind: PlayerKind,
    searcher: Option<Box<dyn Searcher<G>>>,
}

impl<G: CommandLineGame> Player<G> {
    /// At the beginning of a game.
    pub fn new(kind: &PlayerKind) -> Player<G> {
        Player { kind: kind.clone(), searcher: None }
    }

    /// The move in an unfinished position; `None` if nothing was found within the limits.
    ///
    /// # Errors
    ///
    /// What the player's engine does wrong: it cannot be started, or no longer answers.
    pub fn choose(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        room: MemoryLimits,
        random: &mut Random,
    ) -> Result<Option<G::Move>, String> {
        let moves = root.game().legal_moves();
        Ok(match &self.kind {
            PlayerKind::Random => random.pick(&moves),
            PlayerKind::Greedy => greedy(root.game(), &moves, random),
            PlayerKind::Search(kind, name) => {
                let searcher = match &mut self.searcher {
                    Some(searcher) => {
                        searcher.go_to(root.clone());
                        searcher
                    }
                    None => {
                        let built = kind.build(root.clone(), room);
                        let built = built.map_err(|error| format!("{name}: {error}"))?;
                        self.searcher.insert(built)
                    }
                };
                let report = searcher.search(limits, &mut |_| {});
                if report.stop == Some(Stop::Unanswered) {
                    let (_, failure) = kind.troubles_of(report.stop);
                    let why = failure.map(|failure| format!(": {failure}")).unwrap_or_default();
                    return Err(format!("{name} stopped answering{why}"));
                }
                report.best_move().or_else(|| random.pick(&moves))
            }
        })
    }
}

/// The move after which the static value is best for the mover.
fn greedy<G: CommandLineGame>(
    position: &G,
    moves: &[G::Move],
    random: &mut Random,
) -> Option<G::Move> {
    let mover = position.turn().player()?;
    let mut best = Vec::new();
    let mut most = f32::NEG_INFINITY;
    for &mv in moves {
        let child = position.after(mv);
        let value = child.outcome(&Past::default()).unwrap_or_else(|| child.evaluate());
        let value = value.for_player(mover);
        if value > most {
            most = value;
            best.clear();
        }
        if value >= most {
            best.push(mv);
        }
    }
    random.pick(&best)
}
