//! A mate is said only where it is proven, and an answer is never a proven loss while there is
//! another move. Proofs are checked against the rules alone.

use crate::common::positions::{config, legal_moves, position, random_position};
use crate::common::trees::forms;
use proptest::prelude::*;
use shans::chess::Position;
use shans::game::{Evaluate, Game, Past};
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Report, Root, Searcher};
use shans::tree::{NodeId, Tree};
use shans::value::{Player, Value};

fn searched(position: Position, nodes: u64) -> (BestFirst<Position>, Report<shakmaty::Move>) {
    searched_by(ChanceModel::default(), position, nodes)
}

fn searched_by(
    model: ChanceModel,
    position: Position,
    nodes: u64,
) -> (BestFirst<Position>, Report<shakmaty::Move>) {
    let memory = MemoryLimits::new(64 << 20);
    let mut search = BestFirst::new(Root::new(position), model, memory);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    (search, report)
}

/// Whether the tree below a node proves that `winner` mates within this number of plies: a move of
/// the winner's, and every legal move of the loser's, down to checkmate on the board, or to an
/// ending that is known exactly (`tests/endgames.rs` has the proof of these).
fn proves(tree: &Tree, id: NodeId, game: &Position, winner: Player, plies: u16) -> bool {
    let moves = legal_moves(game);
    if moves.is_empty() {
        return game.outcome(&Past::default()) == Some(Value::win_in(winner, 0));
    }
    if let Some((who, distance)) = game.exact(&Past::default()).and_then(Value::win) {
        return who == winner && distance <= plies;
    }
    let Some(left) = plies.checked_sub(1) else { return false };
    let after = |mv: u16| moves.iter().find(|&&legal| game.encode(legal).0 == mv).copied();
    let mut children = tree.children(id);
    let holds = |child: NodeId, mv: u16| {
        let mut game = game.clone();
        after(mv).is_some_and(|mv| {
            game.play(mv);
            proves(tree, child, &game, winner, left)
        })
    };
    if game.turn().player() == Some(winner) {
        return children.any(|(_, child, node)| {
            node.value.win().is_some_and(|(who, _)| who == winner) && holds(child, node.mv.0)
        });
    }
    tree.children(id).count() == moves.len()
        && children.all(|(_, child, node)| holds(child, node.mv.0))
}

/// Every listed mate of a search is proven; returns how many there are.
fn proven_mates(search: &BestFirst<Position>, report: &Report<shakmaty::Move>) -> usize {
    let position = search.position();
    let mut mates = 0;
    for line in &report.lines {
        let Some((winner, plies)) = line.value.win() else { continue };
        let code = position.encode(line.moves[0]);
        let Some(child) = search.tree().child_behind(search.at(), code) else {
            panic!("{line:?} is not in the tree")
        };
        let mut game = position.clone();
        game.play(line.moves[0]);
        // Draws on the board, as by insufficient material, are no mates either.
        assert!(proves(search.tree(), child, &game, winner, plies - 1), "{line:?}");
        mates += 1;
    }
    mates
}

/// The answer is not proven to lose, unless every legal move is.
fn answer_is_no_needless_loss(search: &BestFirst<Position>, report: &Report<shakmaty::Move>) {
    let mover = search.position().turn().player();
    let is_lost = |value: Value| value.win().is_some_and(|(winner, _)| Some(winner) != mover);
    let Some(answer) = report.lines.first() else { return };
    let all = legal_moves(search.position()).len();
    let lost = report.lines.iter().filter(|line| is_lost(line.value)).count();
    assert!(!is_lost(answer.value) || lost == all, "{:?}", report.lines);
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn every_mate_that_is_listed_is_proven(
        position in random_position(),
        nodes in prop::sample::select(vec![300_u64, 1_000, 3_000]),
    ) {
        for model in forms() {
            let (search, report) = searched_by(model, position.clone(), nodes);
            proven_mates(&search, &report);
            answer_is_no_needless_loss(&search, &report);
        }
    }
}

#[test]
fn mates_are_found_and_proven() {
    for model in forms() {
        let mate = position("7k/8/5K2/8/8/8/8/1R6 w - - 0 1");
        let (search, report) = searched_by(model, mate, 5_000);
        assert!(proven_mates(&search, &report) > 0);
        assert_eq!(report.value, Value::win_in(Player::Max, 3));
    }
}

/// White's Kf2 looked like a mate in 5 while 8 of 46 replies were tried; it loses.
#[test]
fn a_mate_is_not_taken_for_granted_while_replies_wait() {
    let fen = "r4rk1/1bqnbppp/p3p3/1p1pP3/5P2/3BB2R/PPP3PP/R2Q2K1 w - - 0 1";
    let (search, report) = searched(position(fen), 300_000);
    proven_mates(&search, &report);
    // Black's Nxa8 was "mated in 4" in the same way, and the best move.
    let fen = "rq3k1r/p1p1b3/1N2b2p/5p2/8/6PP/P2BBP2/R3K2R w - - 2 20";
    let (search, report) = searched(position(fen), 10_000);
    proven_mates(&search, &report);
    assert_eq!(report.value.win(), None, "{:?}", report.lines[0]);
}

/// Kb3 was the answer here, though mate in two was proven against it.
#[test]
fn a_proven_loss_is_not_the_answer() {
    let (search, report) =
        searched(position("8/2k2p2/3p4/pR4n1/8/6P1/1Kpq4/6N1 w - - 6 33"), 3_000);
    answer_is_no_needless_loss(&search, &report);
    let losing = report.lines.iter().filter(|line| line.value.win().is_some()).count();
    assert!(losing > 0, "a proven loss is listed: {:?}", report.lines);
}
