//! Evaluators are values: one with weights of its own goes to every searcher with the position,
//! and several can be at work at the same time.

use crate::common::positions::{config, legal_moves, random_position};
use crate::common::trees::{go_on, lasting, open, saved};
use proptest::prelude::*;
use shakmaty::{Chess, Move, Position as _, Role, Square};
use shans::chess::{Epd, Evaluation, Position, Tapered};
use shans::fingerprint::Fingerprint;
use shans::game::{Evaluate, Game, Heuristics, Notation};
use shans::search::{
    AlphaBetaOptions, BestFirst, ChanceModel, Leaf, Limits, MemoryLimits, Negamax, Pvs, PvsClassic,
    PvsClassicOptions, PvsOptions, Root, Searcher,
};

const ROOM: MemoryLimits = MemoryLimits::new(4 << 20);
/// A knight against three pawns. Nothing can be taken soon.
const KNIGHT_OR_PAWNS: &str = "6k1/5ppp/8/8/8/8/4N3/6K1 w - - 0 1";

/// Weights for pawn, knight, bishop, rook, queen and king, in centipawns.
type Weights = [i32; 6];
const LIKES_KNIGHTS: Weights = [50, 900, 300, 500, 900, 0];
const LIKES_PAWNS: Weights = [200, 100, 300, 500, 900, 0];

/// Weighted material, and a centipawn for each rank that a piece has gone forward.
#[derive(Clone, Copy)]
struct Weighted(Weights);

impl Weighted {
    fn worth(&self, color: shakmaty::Color, role: Role, square: Square) -> i32 {
        let advance = color.fold_wb(square, square.flip_vertical()).rank() as i32;
        color.fold_wb(1, -1) * (self.0[role as usize - 1] + advance)
    }
}

impl Evaluation for Weighted {
    type State = i32;

    fn start(&self, chess: &Chess) -> i32 {
        let pieces = chess.board().iter();
        pieces.map(|(square, piece)| self.worth(piece.color, piece.role, square)).sum()
    }

    fn follow(&self, state: &mut i32, chess: &Chess, mv: Move) {
        let us = chess.turn();
        if let Some(captured) = mv.capture() {
            let on = match mv {
                Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
                _ => mv.to(),
            };
            *state -= self.worth(!us, captured, on);
        }
        // Castling stays on its rank.
        if let (Some(from), false) = (mv.from(), mv.is_castle()) {
            let lands_as = mv.promotion().unwrap_or(mv.role());
            *state += self.worth(us, lands_as, mv.to()) - self.worth(us, mv.role(), from);
        }
    }

    fn value(&self, state: &i32, _chess: &Chess) -> i32 {
        *state
    }

    fn placement_gain(&self, _state: &i32, _chess: &Chess, _mv: Move) -> i32 {
        0
    }

    fn fingerprint(&self) -> u64 {
        let mut hash = Fingerprint::new("weighted material");
        self.0.iter().for_each(|&weight| hash.add(weight));
        hash.finish()
    }
}

fn position(fen: &str, weights: &Weights) -> Position<Weighted> {
    let read = Position::from_fen_with(fen, Weighted(*weights));
    read.unwrap_or_else(|error| panic!("{error}")).0
}

/// Weights as a program reads them from a file: known only at run time.
fn read(text: &str) -> Weights {
    let mut numbers = text.split(' ').map(|word| word.parse().expect("a weight"));
    std::array::from_fn(|_| numbers.next().expect("six weights"))
}

type AnySearcher = Box<dyn Searcher<Position<Weighted>>>;

/// Every searcher, each with its name.
fn all(root: &Root<Position<Weighted>>) -> [(&'static str, AnySearcher); 5] {
    let root = || root.clone();
    [
        ("best-first", Box::new(BestFirst::new(root(), ChanceModel::default(), ROOM))),
        ("pvs", Box::new(Pvs::new(root(), PvsOptions::default()))),
        ("pvs-classic", Box::new(PvsClassic::new(root(), PvsClassicOptions::default()))),
        ("alpha-beta", Box::new(PvsClassic::alpha_beta(root(), AlphaBetaOptions::default()))),
        ("negamax", Box::new(Negamax::new(root(), Leaf::Quiescence))),
    ]
}

#[test]
fn every_searcher_uses_the_evaluator_of_its_position() {
    let knights = read("50 900 300 500 900 0");
    let pawns = read("200 100 300 500 900 0");
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let roots = [&knights, &pawns].map(|weights| Root::new(position(KNIGHT_OR_PAWNS, weights)));
    let [for_knights, for_pawns] = roots.each_ref().map(all);
    // Both searches are alive, and they take turns.
    for ((name, mut one), (_, mut other)) in for_knights.into_iter().zip(for_pawns) {
        let value = |searcher: &mut dyn Searcher<_>| {
            let report = searcher.search(&limits, &mut |_| {});
            assert!(report.counters.nodes > 1_000, "{name}");
            report.value.raw()
        };
        let (likes_knights, likes_pawns) = (value(one.as_mut()), value(other.as_mut()));
        assert!((700.0..800.0).contains(&likes_knights), "{name}: {likes_knights}");
        assert!((-600.0..-400.0).contains(&likes_pawns), "{name}: {likes_pawns}");
    }
}

#[test]
fn searches_with_different_evaluators_do_not_meet() {
    let search = |weights| {
        let root = Root::new(position(KNIGHT_OR_PAWNS, weights));
        BestFirst::new(root, ChanceModel::default(), ROOM)
    };
    let mut alone = search(&LIKES_KNIGHTS);
    let [mut knights, mut pawns] = [&LIKES_KNIGHTS, &LIKES_PAWNS].map(search);
    for _ in 0..5 {
        let expected = lasting(go_on(&mut alone, 300));
        assert_eq!(lasting(go_on(&mut knights, 300)), expected);
        assert_ne!(go_on(&mut pawns, 300).value, expected.value);
    }
}

#[test]
fn other_weights_have_another_fingerprint() {
    type Chess = Position<Weighted>;
    let name = |weights| Chess::fingerprint(&Weighted(weights));
    let copy = LIKES_KNIGHTS;
    assert_eq!(name(LIKES_KNIGHTS), name(copy));
    assert_ne!(name(LIKES_KNIGHTS), name(LIKES_PAWNS));
    assert_ne!(name(LIKES_KNIGHTS), <Position>::fingerprint(&Tapered::default()));
    let position = position("startpos", &LIKES_PAWNS);
    assert_eq!(Chess::fingerprint(position.evaluator()), name(LIKES_PAWNS));
}

#[test]
fn a_tree_tells_which_evaluator_made_it() {
    let root = Root::new(position(KNIGHT_OR_PAWNS, &LIKES_KNIGHTS));
    let mut search = BestFirst::new(root, ChanceModel::default(), ROOM);
    go_on(&mut search, 2_000);
    let bytes = saved(&search, false);
    let file = || open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    let is_same = |evaluator| file().info::<Position<Weighted>>(&evaluator).same_evaluation;
    assert!(is_same(Weighted(LIKES_KNIGHTS)));
    assert!(!is_same(Weighted(LIKES_PAWNS)));
    assert!(!file().info::<Position>(&Tapered::default()).same_evaluation);

    let load = |evaluator| {
        let loaded = file().load_to_go_on::<Position<Weighted>>(evaluator, ROOM);
        loaded.unwrap_or_else(|error| panic!("{error}"))
    };
    let mut same = load(Weighted(LIKES_KNIGHTS));
    assert!(same.info.same_evaluation);
    go_on(&mut search, 2_000);
    go_on(&mut same.search, 2_000);
    assert!(saved(&same.search, false) == saved(&search, false), "another tree");
    // With another evaluator it can still be looked into.
    let other = load(Weighted(LIKES_PAWNS));
    assert!(!other.info.same_evaluation);
    assert_eq!(other.search.check().ok(), Some(other.search.tree().len()));
}

#[test]
fn every_reader_takes_an_evaluator() {
    let evaluator = Weighted(LIKES_KNIGHTS);
    let line = format!("{KNIGHT_OR_PAWNS} id \"x\";");
    let expected = position(KNIGHT_OR_PAWNS, &LIKES_KNIGHTS).evaluate();
    assert_eq!(expected.raw(), 748.0);
    let one = Epd::parse_with(&line, evaluator).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(one.position.evaluate(), expected);
    for (_, epd) in Epd::read_all_with(&format!("{line}\n{line}"), evaluator) {
        let epd = epd.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(epd.position.evaluate(), expected);
    }
    let described = Notation::read(&one.position.describe(), evaluator);
    assert_eq!(described.map(|position: Position<_>| position.evaluate()), Some(expected));
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn evaluation_follows_every_move(
        start in random_position(),
        weights in prop::array::uniform6(-1_000..1_000_i32),
    ) {
        let evaluator = Weighted(weights);
        let position = Position::new(start.chess().clone(), evaluator);
        for mv in legal_moves(&start) {
            let mut child = position.clone();
            child.play(mv);
            let anew = Position::new(child.chess().clone(), evaluator);
            prop_assert_eq!(child.state(), anew.state());
            prop_assert_eq!(child.evaluate(), anew.evaluate());
        }
        if let Some(passed) = position.pass() {
            let anew = Position::new(passed.chess().clone(), evaluator);
            prop_assert_eq!(passed.state(), anew.state());
        }
    }
}
