//! A leaf task as an engine is asked it, and what its answer says.

use std::time::Duration;

use uci_engine::{Found, Score, Search};

use crate::game::{Heuristics, MoveCode, Notation};
use crate::search::{LeafAnswer, LeafTask, Root};
use crate::value::{Player, Value};

/// An engine that takes longer for one leaf is told to stop, and killed if it does not.
const LONGEST: Duration = Duration::from_secs(600);

/// What an engine is asked.
pub(super) fn search_for<G: Heuristics + Notation>(task: &LeafTask<G>) -> Search {
    let (game, mut moves) = line_to(&task.root, &task.moves);
    let mut only = texts(&game, task.choices(&game).as_deref());
    if only.len() == 1 {
        moves.append(&mut only);
    }
    let search = Search::from_fen(task.root.start().describe()).moves(moves);
    search.nodes(task.grant.min(task.most)).stop_after(LONGEST).only(only)
}

/// The position that these moves lead to from a root, and all moves from the beginning of the game, as
/// engines read them.
pub(super) fn line_to<G: Heuristics + Notation>(
    root: &Root<G>,
    moves: &[MoveCode],
) -> (G, Vec<String>) {
    let mut game = root.start().clone();
    let mut texts = Vec::with_capacity(root.moves().len() + moves.len());
    let mut play = |game: &mut G, mv| {
        texts.push(game.machine_text(mv));
        game.play(mv);
    };
    root.moves().iter().for_each(|&mv| play(&mut game, mv));
    for &code in moves {
        let Some(mv) = game.decode(code) else { break };
        play(&mut game, mv);
    }
    (game, texts)
}

/// Moves of a position as engines read them; none if all may be chosen.
pub(super) fn texts<G: Notation>(game: &G, moves: Option<&[G::Move]>) -> Vec<String> {
    moves.unwrap_or_default().iter().map(|&mv| game.machine_text(mv)).collect()
}

/// The answer of an engine: its last exact score, and the line behind it as far as it is legal. A mate is the
/// engine's word. `None` if it tells no score, or no move. `is_finished`: it was not told to stop.
///
/// Where one move is left the engine was asked about the position after it: some answer at once where
/// there is nothing to choose.
pub(super) fn answer_to<G: Heuristics + Notation>(
    task: &LeafTask<G>,
    found: &Found,
    is_finished: bool,
) -> Option<LeafAnswer> {
    let (mut game, _) = line_to(&task.root, &task.moves);
    let mut line = Vec::new();
    if let Some([only]) = task.choices(&game).as_deref() {
        line.push(game.encode(*only));
        game.play(*only);
    }
    let mover = game.turn().player().unwrap_or(Player::Max);
    let value = value_of(found.score?, mover);
    let (value, depth) = match line.is_empty() {
        true => (value, found.depth),
        false => (value.one_ply_up(), found.depth.saturating_add(1)),
    };
    line.extend(line_of(&game, found).into_iter().map(|(code, _)| code));
    (!line.is_empty()).then_some(LeafAnswer {
        ticket: task.ticket,
        is_finished,
        value,
        line,
        depth: u16::try_from(depth).unwrap_or(u16::MAX),
        nodes: found.nodes.max(1),
        evals: 0,
        table_hits: found.tbhits,
    })
}

/// A score of the mover as a value of Max.
pub(super) fn value_of(score: Score, mover: Player) -> Value {
    match score {
        Score::Centipawns(cp) => Value::centipawns(
            mover.sign() * (cp as f32).clamp(-Value::EVAL_LIMIT, Value::EVAL_LIMIT),
        ),
        Score::Mate(moves) => {
            let winner = if moves > 0 { mover } else { mover.opponent() };
            let plies = 2 * moves.unsigned_abs().min(5_000) - u32::from(moves > 0);
            Value::win_in(winner, plies as u16)
        }
    }
}

/// The engine's line, the move that it plays first, as far as it is legal.
pub(super) fn line_of<G: Heuristics + Notation>(
    game: &G,
    found: &Found,
) -> Vec<(MoveCode, G::Move)> {
    let mut game = game.clone();
    let mut moves = Vec::new();
    let best = found.best.as_ref().filter(|best| found.line.first() != Some(best));
    let line = match best {
        Some(best) => std::slice::from_ref(best),
        None => &found.line,
    };
    for text in line {
        let Some(mv) = game.parse_move(text) else { break };
        moves.push((game.encode(mv), mv));
        game.play(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chess::Position;
    use crate::game::Game;
    use crate::search::Ticket;

    /// A task about the starting position of chess with all moves left out but these.
    fn task(kept: &[&str]) -> LeafTask<Position> {
        let root = Arc::new(Root::new(Position::default()));
        let mut moves = Vec::new();
        root.game().moves(&mut moves);
        let is_kept = |mv| kept.contains(&root.game().machine_text(mv).as_str());
        let left_out = moves.into_iter().filter(|&mv| !is_kept(mv));
        LeafTask {
            ticket: Ticket(1),
            left_out: left_out.map(|mv| root.game().encode(mv)).collect(),
            root,
            moves: Vec::new(),
            grant: 1_000,
            most: 4_000,
            known: None,
        }
    }

    /// Where one move is left the engine is asked about the position after it.
    #[test]
    fn the_only_move_is_made_before_it_is_asked_about() {
        let two = search_for(&task(&["e2e4", "d2d4"]));
        assert!(two.moves.is_empty() && two.only.len() == 2);
        let one = task(&["e2e4"]);
        let asked = search_for(&one);
        assert_eq!((asked.moves, asked.only), (vec!["e2e4".to_string()], Vec::new()));
        let found = Found {
            best: Some("e7e5".to_string()),
            score: Some(Score::Mate(2)),
            ..Found::default()
        };
        let answer = answer_to(&one, &found, true).expect("an answer");
        assert_eq!(answer.value.win(), Some((Player::Min, 4)), "a ply later than Black sees it");
        assert_eq!((answer.line.len(), answer.depth), (2, 1));
        assert!(answer_to(&one, &Found::default(), true).is_none(), "without a score");
    }

    #[test]
    fn an_engine_gets_no_more_nodes_than_there_are() {
        let task = task(&[]);
        assert_eq!(search_for(&task).nodes, Some(1_000));
        assert_eq!(search_for(&LeafTask { most: 70, ..task }).nodes, Some(70));
    }

    #[test]
    fn scores_are_seen_from_max() {
        let cp = |cp, mover| value_of(Score::Centipawns(cp), mover);
        assert_eq!(cp(35, Player::Max), Value::centipawns(35.0));
        assert_eq!(cp(35, Player::Min), Value::centipawns(-35.0));
        assert!(cp(i32::MAX, Player::Max).win().is_none());
        let mate = |moves, mover| value_of(Score::Mate(moves), mover).win();
        assert_eq!(mate(3, Player::Min), Some((Player::Min, 5)));
        assert_eq!(mate(-3, Player::Min), Some((Player::Max, 6)));
        assert_eq!(mate(0, Player::Max), Some((Player::Min, 0)));
        assert!(mate(i32::MIN, Player::Max).is_some());
    }
}
