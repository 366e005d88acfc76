//! From the position that a kept tree was asked about last to the one that is asked about now:
//! steps back, then steps forward.

use super::game_line::GameLine;
use crate::app::games::CommandLineGame;
use crate::search::{BestFirst, Limits};
use crate::session::Session;

/// A way through a tree.
#[derive(Debug, PartialEq)]
struct Way<M> {
    back: usize,
    forward: Vec<M>,
}

/// Goes to the end of the line, if a tree of this search can hold it; whether it is there. A search
/// that is not there may be anywhere in its tree.
///
/// `is_game` is whether the moves were played, and are not analysis: then the tree must know the
/// game as far back as the line does, for the rule of repetition, and a move that it does not hold
/// is not worth looking at those beside it. What is not in the tree is searched within `limits` of nodes.
pub fn walk_to<G: CommandLineGame>(
    session: &mut Session<G>,
    line: &GameLine<G>,
    is_game: bool,
    limits: &Limits,
) -> bool {
    let Some(way) = way(session.search(), line, is_game) else { return false };
    for _ in 0..way.back {
        if session.search_mut().step_back().is_err() {
            return false;
        }
    }
    for mv in way.forward {
        if is_game && !holds(session.search(), mv)
            || session.search_mut().step_within(mv, limits).is_err()
        {
            return false;
        }
    }
    // The tree takes a position that came back for a draw; a move may be wanted all the same.
    let search = session.search();
    !search.tree().node(search.at()).is_finished()
}

/// Whether the tree holds a move of the position analysed.
fn holds<G: CommandLineGame>(search: &BestFirst<G>, mv: G::Move) -> bool {
    let code = search.position().encode(mv);
    search.tree().child_behind(search.at(), code).is_some()
}

fn way<G: CommandLineGame>(
    search: &BestFirst<G>,
    line: &GameLine<G>,
    is_game: bool,
) -> Option<Way<G::Move>> {
    let here = search.root_of_position();
    let root = search.root().moves().len();
    let walked = Positions::of(here.start(), here.moves());
    let wanted = Positions::of(&line.start, &line.moves);
    let meeting = |place: usize| {
        let mut places = (root..walked.all.len()).rev();
        let at = places.find(|&at| walked.is_same(at, &wanted, place, is_game))?;
        let forward = line.moves[place..].to_vec();
        Some(Way { back: walked.all.len() - 1 - at, forward })
    };
    let met = (0..wanted.all.len()).rev().find_map(meeting);
    met.or_else(|| ahead(search, line))
}

/// The moves to the line's only position, where a program tells no moves and the position is at
/// most two plies ahead.
fn ahead<G: CommandLineGame>(search: &BestFirst<G>, line: &GameLine<G>) -> Option<Way<G::Move>> {
    if !line.moves.is_empty() {
        return None;
    }
    let (tree, target) = (search.tree(), &line.position);
    let is_target = |game: &G| game.key() == target.key() && game.describe() == target.describe();
    let after = |game: &G, code| {
        let mv = game.legal(code)?;
        let game = game.after(mv);
        Some((mv, game))
    };
    for (_, id, node) in tree.children(search.at()) {
        let Some((first, between)) = after(search.position(), node.mv) else { continue };
        if is_target(&between) {
            return Some(Way { back: 0, forward: vec![first] });
        }
        let mut replies = tree.children(id).filter_map(|(.., node)| after(&between, node.mv));
        if let Some((second, _)) = replies.find(|(_, game)| is_target(game)) {
            return Some(Way { back: 0, forward: vec![first, second] });
        }
    }
    None
}

/// The positions of a line, with their keys.
struct Positions<G> {
    all: Vec<G>,
    keys: Vec<u64>,
}

impl<G: CommandLineGame> Positions<G> {
    fn of(start: &G, moves: &[G::Move]) -> Positions<G> {
        let all = start.positions_along(moves);
        let keys = all.iter().map(G::key).collect();
        Positions { all, keys }
    }

    /// Whether a position here and one of another line are the same, clocks included; where it
    /// `needs_past`, what the other line knows of the past must be known here, too.
    fn is_same(&self, at: usize, other: &Positions<G>, place: usize, needs_past: bool) -> bool {
        self.keys[at] == other.keys[place]
            && self.all[at].describe() == other.all[place].describe()
            && (!needs_past || self.keys[..at].ends_with(&other.keys[..place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::game::Game;
    use crate::search::{ChanceModel, MemoryLimits, Root};
    use crate::session::More;

    fn line(start: &str, moves: &str) -> GameLine<Position> {
        let mut line = GameLine::read(start, false, Tapered::default()).expect("a position");
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        line.play(&moves).expect("legal moves");
        line
    }

    fn searched(line: &GameLine<Position>, nodes: u64) -> Session<Position> {
        let (model, room) = (ChanceModel::default(), MemoryLimits::new(8 << 20));
        let mut session = Session::new(BestFirst::new(line.root(), model, room));
        session.run(&More(Limits { nodes: Some(nodes), ..Limits::default() }));
        session
    }

    fn goes_to(session: &mut Session<Position>, line: &GameLine<Position>, is_game: bool) -> bool {
        walk_to(session, line, is_game, &Limits::default())
    }

    #[test]
    fn forward_back_and_into_a_sibling_line() {
        let first = line("startpos", "e2e4 e7e5");
        let mut session = searched(&first, 20_000);
        let work = session.search().tree().len();
        for moves in ["g1f3 b8c6", "g1f3", "g1f3 g8f6", "", "b1c3 b8c6 g1f3", "g1f3 b8c6"] {
            let there = line("startpos", &format!("e2e4 e7e5 {moves}"));
            assert!(goes_to(&mut session, &there, false), "{moves}");
            assert_eq!(session.search().position(), &there.position);
            assert!(session.search().tree().len() >= work, "nothing is lost");
        }
        for moves in ["e2e4", "d2d4 d7d5", "e2e4 e7e6 g1f3"] {
            assert!(!goes_to(&mut session, &line("startpos", moves), false), "{moves}");
        }
    }

    #[test]
    fn a_position_without_its_moves_is_found() {
        let mut session = searched(&line("startpos", "e2e4"), 20_000);
        let search = session.search();
        let best = search.tree().children(search.at()).map(|(.., node)| node.mv).next();
        let best = best.and_then(|code| search.position().decode(code)).expect("a move");
        let mut root: Root<Position> = search.root().clone();
        root.play(best);
        let ahead = line(&root.game().fen(), "");
        assert!(goes_to(&mut session, &ahead, true));
        assert_eq!(session.search().position().fen(), ahead.position.fen());
        assert!(goes_to(&mut session, &line("startpos", "e2e4"), false));
    }

    #[test]
    fn a_move_of_a_game_that_is_not_in_the_tree_begins_another_one() {
        let start = line("startpos", "e2e4 e7e5");
        let mut session = searched(&start, 5);
        let there = line("startpos", "e2e4 e7e5 a2a3");
        assert!(!holds(session.search(), there.moves[2]));
        let nodes = session.search().tree().len();
        assert!(!goes_to(&mut session, &there, true));
        assert_eq!(session.search().tree().len(), nodes, "nothing is made for it");
        assert!(goes_to(&mut session, &there, false), "an analysis goes anywhere");
    }

    #[test]
    fn in_a_game_the_past_has_to_be_known() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let mut session = searched(&line(fen, ""), 20_000);
        let played = line("startpos", "e2e4");
        assert!(goes_to(&mut session, &played, false));
        assert!(!goes_to(&mut session, &played, true));
        assert!(goes_to(&mut session, &line(fen, ""), true));
    }
}
