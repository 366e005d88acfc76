//! What is known for certain of each move of an ending: from endgame tables, and from those that the program computes itself.

use serde::Serialize;

use crate::app::games::CommandLineGame;
use crate::app::reporting::score::mover;
use crate::game::Past;
use crate::inspect::MoveText;

/// A move, and what it leads to for whoever makes it.
#[derive(Clone, Debug, Serialize)]
pub struct TableMove {
    #[serde(flatten)]
    mv: MoveText,
    outcome: Outcome,
    /// Moves to mate, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<u64>,
    /// Plies from the position behind it to the next capture, move of a pawn or mate, where a table tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u64>,
}

/// How the game ends if nobody errs, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Outcome {
    Win,
    /// A win but for the fifty-move rule.
    CursedWin,
    Draw,
    /// A loss but for the fifty-move rule.
    BlessedLoss,
    Loss,
}

impl Outcome {
    /// By the word of a table about the position behind the move.
    fn behind(wdl: &str) -> Outcome {
        match wdl {
            "win" => Outcome::Loss,
            "cursed-win" => Outcome::BlessedLoss,
            "blessed-loss" => Outcome::CursedWin,
            "loss" => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

/// The moves of an ending of which something is certain, the best first: of wins the shortest, of losses the longest. None where
/// the position itself is not known: a mate elsewhere is no ending.
pub fn table_moves<G: CommandLineGame>(position: &G) -> Vec<TableMove> {
    if position.table_story().is_none() && position.exact(&Past::default()).is_none() {
        return Vec::new();
    }
    let moves = position.legal_moves().into_iter();
    let mut known: Vec<TableMove> = moves.filter_map(|mv| table_move(position, mv)).collect();
    known.sort_by_cached_key(|mv| {
        let far = mv.mate.map_or(u64::MAX / 2, |mate| 2 * mate).min(mv.plies.unwrap_or(u64::MAX));
        (mv.outcome, if mv.outcome < Outcome::Draw { far } else { u64::MAX - far })
    });
    known
}

fn table_move<G: CommandLineGame>(position: &G, mv: G::Move) -> Option<TableMove> {
    let behind = position.after(mv);
    let past = Past::default();
    let mv = MoveText::new(position, mv);
    if let Some(story) = behind.table_story() {
        let plies = story.dtz.map(|plies| u64::from(plies.unsigned_abs())).filter(|&it| it > 0);
        return Some(TableMove { mv, outcome: Outcome::behind(story.wdl), mate: None, plies });
    }
    let value = behind.outcome(&past).or_else(|| behind.exact(&past))?;
    let (outcome, mate) = match value.win() {
        Some((winner, plies)) if winner == mover(position) => {
            (Outcome::Win, Some(u64::from(plies) / 2 + 1))
        }
        Some((_, plies)) => (Outcome::Loss, Some(u64::from(plies).div_ceil(2))),
        None => (Outcome::Draw, None),
    };
    Some(TableMove { mv, outcome, mate, plies: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    type Told = (String, Outcome, Option<u64>);

    fn told(fen: &str) -> Vec<Told> {
        let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let moves = table_moves(&position).into_iter();
        moves.map(|it| (it.mv.human, it.outcome, it.mate)).collect()
    }

    #[test]
    fn moves_that_win_come_first_the_shortest_win_before_others() {
        let queen = told("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1");
        assert_eq!(queen[0], ("Qg8#".to_string(), Outcome::Win, Some(1)));
        assert!(queen.contains(&("Qg3".to_string(), Outcome::Draw, None)), "stalemate: {queen:?}");
        let mates: Vec<_> = queen.iter().filter_map(|it| it.2).collect();
        assert!(mates.is_sorted() && mates.len() > 10, "{queen:?}");
    }

    #[test]
    fn moves_that_lose_come_last_the_longest_defence_before_others() {
        let pawn = told("8/8/8/8/4k3/8/4p3/5K2 w - - 0 1");
        assert!(pawn.iter().any(|it| it.1 == Outcome::Draw), "{pawn:?}");
        let lost = told("8/8/8/8/8/1k6/7q/K7 w - - 0 1");
        assert_eq!(lost, [("Kb1".to_string(), Outcome::Loss, Some(1))]);
    }

    #[test]
    fn nothing_is_said_of_other_positions() {
        assert_eq!(told("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), []);
        let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        assert_eq!(told(mate), []);
    }
}
