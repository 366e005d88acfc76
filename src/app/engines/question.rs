//! A leaf task as an engine is asked it, and what its answer says.

use std::time::Duration;

use thiserror::Error;
use uci_engine::{Bound, Found, Score, Search};

use crate::game::{Heuristics, MoveCode, Notation, Past};
use crate::search::{LeafAnswer, LeafTask, Root};
use crate::value::{Player, Value};

/// An engine that takes longer for one leaf is told to stop, and killed if it does not.
const LONGEST: Duration = Duration::from_secs(600);

/// Letters of a move that is told in a message.
const MOVE_LETTERS: usize = 12;

/// Why what an engine says is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum NoAnswer {
    #[error("answered with no score")]
    Score,
    #[error("answered with no score but bounds of it")]
    Bound,
    #[error("answered with no move, in a position that has some")]
    Move,
    #[error(
        "answered {0:?}, which is not among the moves that it was asked about: it searched another position"
    )]
    Illegal(String),
}

/// What an engine is asked: this many nodes at most.
pub(super) fn search_for<G: Heuristics + Notation>(task: &LeafTask<G>, most: u64) -> Search {
    let (game, mut moves) = line_to(&task.root, &task.moves);
    let mut only = Vec::new();
    match only_move(task, &game) {
        Some(mv) => moves.push(game.machine_text(mv)),
        None => only = texts(&game, task.choices(&game).as_deref()),
    }
    let search = search_of(&task.root).moves(moves).only(only);
    search.nodes(task.grant.min(task.most).min(most)).stop_after(LONGEST)
}

/// The first position of a root, with castling as it is written there.
pub(super) fn search_of<G: Heuristics + Notation>(root: &Root<G>) -> Search {
    Search::from_fen(root.start().describe()).in_chess960(root.start().is_variant())
}

/// The move that is left, where it is the only one: the engine is asked about the position after it, since some
/// answer at once, without a score, where there is nothing to choose.
fn only_move<G: Heuristics>(task: &LeafTask<G>, game: &G) -> Option<G::Move> {
    let choices = task.choices(game).unwrap_or_else(|| {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves
    });
    if let [only] = choices[..] { Some(only) } else { None }
}

/// The answer that needs no engine: the game is over after the only move.
pub(super) fn answer_by_rules<G: Heuristics + Notation>(task: &LeafTask<G>) -> Option<LeafAnswer> {
    let (mut game, _) = line_to(&task.root, &task.moves);
    let only = only_move(task, &game)?;
    let line = vec![game.encode(only)];
    game.play(only);
    let value = game.outcome(&Past::default())?.one_ply_up();
    let (ticket, is_finished, depth, nodes) = (task.ticket, true, 1, 1);
    Some(LeafAnswer { ticket, is_finished, value, line, depth, nodes, evals: 0, table_hits: 0 })
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
/// engine's word. `is_finished`: it was not told to stop.
///
/// # Errors
///
/// [`NoAnswer`] if it tells no score, or no move of those that it was asked about.
pub(super) fn answer_to<G: Heuristics + Notation>(
    task: &LeafTask<G>,
    found: &Found,
    is_finished: bool,
) -> Result<LeafAnswer, NoAnswer> {
    let (mut game, _) = line_to(&task.root, &task.moves);
    let mut line = Vec::new();
    if let Some(only) = only_move(task, &game) {
        line.push(game.encode(only));
        game.play(only);
    }
    if is_finished && found.best.is_none() {
        return Err(NoAnswer::Move);
    }
    // Of moves that are left out since they are known already, one may be told: some engines do not know
    // `searchmoves`. What they say of it holds, and the others are worth no more.
    let level = task.moves.len() + line.len();
    let behind = line_of(&game, found, |mv| task.root.allows(&game, level, mv))?;
    let mover = game.turn().player().unwrap_or(Player::Max);
    let value = value_of(score_of(found)?, mover);
    let (value, depth) = match line.is_empty() {
        true => (value, found.depth),
        false => (value.one_ply_up(), found.depth.saturating_add(1)),
    };
    line.extend(behind.into_iter().map(|(code, _)| code));
    Ok(LeafAnswer {
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

/// What a search that took so long may have found. What does not go into a tree file in the end is cut: no engine
/// searches more than one position a nanosecond, and none takes longer than it is waited for.
pub(super) fn credible(found: Found, taken: Duration) -> Found {
    let most = u64::try_from(taken.as_nanos()).unwrap_or(u64::MAX);
    let most_ms = u64::try_from(taken.as_millis()).unwrap_or(u64::MAX).saturating_add(1);
    Found {
        nodes: found.nodes.min(most),
        tbhits: found.tbhits.min(most),
        time_ms: found.time_ms.min(most_ms),
        ..found
    }
}

/// The score of a search. A bound says nothing about how far the true one is from it, so it is none.
///
/// # Errors
///
/// [`NoAnswer`] if there is no exact one.
pub(super) fn score_of(found: &Found) -> Result<Score, NoAnswer> {
    match (found.score, found.bound) {
        (Some(score), Bound::Exact) => Ok(score),
        (Some(_), Bound::Lower | Bound::Upper) => Err(NoAnswer::Bound),
        (None, _) => Err(NoAnswer::Score),
    }
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

/// The engine's line, the move that it plays first, as far as it is legal; never empty. The first move is one that
/// may be chosen.
///
/// # Errors
///
/// [`NoAnswer`] if it names no such move.
pub(super) fn line_of<G: Heuristics + Notation>(
    game: &G,
    found: &Found,
    may_be_chosen: impl Fn(G::Move) -> bool,
) -> Result<Vec<(MoveCode, G::Move)>, NoAnswer> {
    let best = found.best.as_ref().filter(|best| found.line.first() != Some(best));
    let line = match best {
        Some(best) => std::slice::from_ref(best),
        None => &found.line,
    };
    let first = line.first().ok_or(NoAnswer::Move)?;
    if !game.parse_move(first).is_some_and(may_be_chosen) {
        return Err(NoAnswer::Illegal(first.chars().take(MOVE_LETTERS).collect()));
    }
    let (mut game, mut moves) = (game.clone(), Vec::new());
    for text in line {
        let Some(mv) = game.parse_move(text) else { break };
        moves.push((game.encode(mv), mv));
        game.play(mv);
    }
    Ok(moves)
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

    fn asked(task: &LeafTask<Position>) -> Search {
        search_for(task, u64::MAX)
    }

    /// Castling is written as the engine is told that it is.
    #[test]
    fn the_castling_of_chess960_is_agreed_on() {
        let asked = |fen: &str, castles: &str| {
            let (game, _) = Position::from_fen(fen).expect("a position");
            let mv = game.parse_move(castles).expect("castling");
            let moves = vec![game.encode(mv)];
            let task = LeafTask { root: Arc::new(Root::new(game)), moves, ..task(&[]) };
            let search = search_for(&LeafTask { left_out: Vec::new(), ..task }, u64::MAX);
            (search.chess960, search.moves.join(" "))
        };
        let usual = asked("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
        assert_eq!(usual, (false, "e1g1".to_string()));
        let other = asked("3k4/8/8/8/8/8/8/R2K3R w HA - 0 1", "O-O");
        assert_eq!(other, (true, "d1h1".to_string()));
    }

    /// Where one move is left the engine is asked about the position after it.
    #[test]
    fn the_only_move_is_made_before_it_is_asked_about() {
        let two = asked(&task(&["e2e4", "d2d4"]));
        assert!(two.moves.is_empty() && two.only.len() == 2);
        let one = task(&["e2e4"]);
        let asked = asked(&one);
        assert_eq!((asked.moves, asked.only), (vec!["e2e4".to_string()], Vec::new()));
        let found = Found {
            best: Some("e7e5".to_string()),
            score: Some(Score::Mate(2)),
            ..Found::default()
        };
        let answer = answer_to(&one, &found, true).expect("an answer");
        assert_eq!(answer.value.win(), Some((Player::Min, 4)), "a ply later than Black sees it");
        assert_eq!((answer.line.len(), answer.depth), (2, 1));
        let told = |best: Option<&str>, score| {
            let best = best.map(str::to_string);
            answer_to(&one, &Found { best, score, ..Found::default() }, true).map(|_| ())
        };
        assert_eq!(told(Some("e7e5"), None), Err(NoAnswer::Score));
        assert_eq!(told(None, Some(Score::Mate(2))), Err(NoAnswer::Move));
        let illegal = Err(NoAnswer::Illegal("e7e4".to_string()));
        assert_eq!(told(Some("e7e4"), Some(Score::Mate(2))), illegal);
    }

    /// How far the true score is from a bound is not known.
    #[test]
    fn a_bound_is_no_score() {
        let found = |bound| Found {
            best: Some("e2e4".to_string()),
            score: Some(Score::Centipawns(5)),
            bound,
            ..Found::default()
        };
        let read = |bound| answer_to(&task(&[]), &found(bound), true).map(|answer| answer.value);
        assert_eq!(read(Bound::Exact), Ok(Value::centipawns(5.0)));
        for bound in [Bound::Lower, Bound::Upper] {
            assert_eq!(read(bound), Err(NoAnswer::Bound));
        }
    }

    #[test]
    fn no_more_is_believed_than_is_possible() {
        let told = Found { nodes: u64::MAX, tbhits: 7, time_ms: u64::MAX, ..Found::default() };
        let found = credible(told, Duration::from_millis(3));
        assert_eq!((found.nodes, found.tbhits, found.time_ms), (3_000_000, 7, 4));
    }

    /// Some engines do not know `searchmoves`.
    #[test]
    fn a_move_that_is_not_to_be_chosen_is_no_answer() {
        let found = |best: &str| Found {
            best: Some(best.to_string()),
            score: Some(Score::Centipawns(5)),
            ..Found::default()
        };
        let two = task(&["e2e4", "d2d4"]);
        assert!(answer_to(&two, &found("d2d4"), true).is_ok());
        assert!(answer_to(&two, &found("g1f3"), true).is_ok(), "it is known already");
        let mut root = Root::new(Position::default());
        root.candidates = two.choices(root.game());
        let chosen = LeafTask { root: Arc::new(root), left_out: Vec::new(), ..two };
        assert!(answer_to(&chosen, &found("d2d4"), true).is_ok());
        let other = answer_to(&chosen, &found("g1f3"), true).map(|_| ());
        assert_eq!(other, Err(NoAnswer::Illegal("g1f3".to_string())));
    }

    /// No engine is asked about a game that is over.
    #[test]
    fn a_stalemate_behind_the_only_move_is_known() {
        let task = |text: &str| {
            let (game, _) = Position::from_fen(text).expect("a position");
            LeafTask { root: Arc::new(Root::new(game)), left_out: Vec::new(), ..task(&[]) }
        };
        let dead = answer_by_rules(&task("7k/8/8/8/8/8/1r6/K7 w - - 0 1")).expect("dead");
        assert_eq!((dead.value, dead.line.len()), (Value::DRAW, 1), "the king takes the rook");
        assert!(answer_by_rules(&task("7k/8/8/8/8/8/1q6/K7 w - - 0 1")).is_some());
        assert!(answer_by_rules(&task("7k/8/8/8/7P/8/1r6/K7 w - - 0 1")).is_none(), "two moves");
        let alive = task("7k/7p/8/8/8/8/1r6/K7 w - - 0 1");
        assert!(answer_by_rules(&alive).is_none() && asked(&alive).moves == ["a1b2"]);
    }

    #[test]
    fn an_engine_gets_no_more_nodes_than_there_are() {
        let task = task(&[]);
        assert_eq!(asked(&task).nodes, Some(1_000));
        assert_eq!(search_for(&task, 300).nodes, Some(300));
        assert_eq!(asked(&LeafTask { most: 70, ..task }).nodes, Some(70));
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
