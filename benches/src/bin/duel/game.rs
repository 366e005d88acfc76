//! One game.

use std::time::Duration;

use anyhow::{Context as _, Result};
use shans::app::games::CommandLineGame as _;
use shans::app::searchers::SearcherKind;
use shans::chess::{Position, Tapered};
use shans::game::{Game, Notation as _};
use shans::search::{Limits, MemoryLimits, Root, Searcher};
use shans::value::{Player, Value};

type Move = <Position as Game>::Move;

/// Both players think for this many plies that one of them is ahead by so much, centipawns: the game is won.
const DECIDED_PLIES: usize = 6;
const DECIDED: f32 = 1_000.0;
/// From this ply on, both think for this many plies that nobody is ahead by more: it is drawn.
const EVEN_FROM: usize = 60;
const EVEN_PLIES: usize = 12;
const EVEN: f32 = 10.0;
/// A longer game is drawn.
const LONGEST: usize = 300;

/// Who plays.
#[derive(Clone)]
pub struct Competitor {
    pub kind: SearcherKind,
    pub evaluator: Tapered,
}

/// What a player did in all its games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    pub nodes: u64,
    pub cpu: Duration,
}

/// A player in a game.
struct Seat {
    root: Root<Position>,
    searcher: Box<dyn Searcher<Position>>,
}

impl Seat {
    fn new(competitor: &Competitor, start: &Position, memory: u64) -> Result<Seat> {
        let position = Position::new(start.chess().clone(), competitor.evaluator.clone());
        let root = Root::new(position);
        let searcher = competitor.kind.build_alone(root.clone(), MemoryLimits::new(memory));
        let searcher =
            searcher.with_context(|| format!("{} is no player", competitor.kind.name))?;
        Ok(Seat { root, searcher })
    }
}

/// What players thought of a game, ply by ply: of the value for White.
#[derive(Default)]
struct Thoughts(Vec<f32>);

impl Thoughts {
    /// The half points of White, where the game need not be played on.
    fn verdict(&self) -> Option<u8> {
        let last = |plies: usize| self.0.len().checked_sub(plies).map(|from| &self.0[from..]);
        let all = |plies: usize, is_so: fn(f32) -> bool| {
            last(plies).is_some_and(|values| values.iter().all(|&value| is_so(value)))
        };
        if all(DECIDED_PLIES, |value| value >= DECIDED) {
            Some(2)
        } else if all(DECIDED_PLIES, |value| value <= -DECIDED) {
            Some(0)
        } else if self.0.len() >= LONGEST
            || self.0.len() >= EVEN_FROM + EVEN_PLIES
                && all(EVEN_PLIES, |value| value.abs() <= EVEN)
        {
            Some(1)
        } else {
            None
        }
    }
}

/// Plays a game: the half points of White. Each player has its limits for a move, and what it did is added to its work.
pub fn play(
    players: [&Competitor; 2],
    start: &Position,
    limits: [&Limits; 2],
    memory: u64,
    work: [&mut Work; 2],
) -> Result<u8> {
    let [white, black] = players;
    let mut seats = [Seat::new(white, start, memory)?, Seat::new(black, start, memory)?];
    let mut thoughts = Thoughts::default();
    loop {
        let root = &seats[0].root;
        if let Some(value) = root.game().outcome(&root.played_past()) {
            return Ok(points(value));
        }
        if let Some(points) = thoughts.verdict() {
            return Ok(points);
        }
        let side = root.game().seat();
        let Seat { root, searcher } = &mut seats[side];
        searcher.go_to(root.clone());
        let report = searcher.search(limits[side], &mut |_| {});
        work[side].nodes += report.counters.nodes;
        work[side].cpu += report.cpu;
        thoughts.0.push(report.value.in_centipawns());
        let found = report.best_move();
        let mv: Move = found.with_context(|| format!("no move in {}", root.game().describe()))?;
        seats.iter_mut().for_each(|seat| seat.root.play(mv));
    }
}

/// The half points of White in a game that is over.
fn points(value: Value) -> u8 {
    match value.win() {
        None => 1,
        Some((Player::Max, _)) => 2,
        Some((Player::Min, _)) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shans::app::searchers;

    fn verdict(values: &[(usize, f32)]) -> Option<u8> {
        let each = values.iter().flat_map(|&(count, value)| vec![value; count]);
        Thoughts(each.collect()).verdict()
    }

    #[test]
    fn a_game_ends_where_both_agree() {
        assert_eq!(verdict(&[]), None);
        assert_eq!(verdict(&[(5, 2_000.0)]), None);
        assert_eq!(verdict(&[(6, 2_000.0)]), Some(2));
        assert_eq!(verdict(&[(3, 2_000.0), (6, -1_000.0)]), Some(0));
        assert_eq!(verdict(&[(9, 2_000.0), (1, 900.0)]), None);
        assert_eq!(verdict(&[(60, 0.0)]), None);
        assert_eq!(verdict(&[(60, 50.0), (12, -9.0)]), Some(1));
        assert_eq!(verdict(&[(299, 50.0)]), None);
        assert_eq!(verdict(&[(300, 50.0)]), Some(1));
    }

    #[test]
    fn who_has_a_queen_more_wins_with_either_colour() -> Result<()> {
        let player = Competitor { kind: searchers::by_name("pvs")?, evaluator: Tapered::default() };
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", 2),
            ("4k2q/8/8/8/8/8/8/4K3 w - - 0 1", 0),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", 1),
        ] {
            let (start, _) = Position::from_fen_with(fen, Tapered::default())?;
            let mut work = [Work::default(); 2];
            let [white, black] = &mut work;
            let found =
                play([&player, &player], &start, [&limits, &limits], 8 << 20, [white, black])?;
            assert_eq!(found, expected, "{fen}");
            assert_eq!(work[0].nodes == 0, expected == 1);
        }
        Ok(())
    }
}
