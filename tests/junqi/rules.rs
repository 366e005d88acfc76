//! Moves, battles and eliminations against the slow rules, and the counts of the rules.

use std::collections::{BTreeMap, BTreeSet};

use super::slow::{Place, Slow, SlowMove};
use super::{is_over, moves, random_start};
use shans::game::{Game, Past};
use shans::junqi::{Kind, Kinds, Move, Piece, Point, Position, Seat};
use shans::random::Random;
use shans::value::Value;

fn place(point: Point) -> Place {
    let (x, y) = point.grid();
    (i32::from(x), i32::from(y))
}

fn slow(position: &Position) -> Slow {
    let letter = |piece: Piece| piece.kind().map_or('?', Kind::letter);
    let pieces = position.pieces();
    Slow {
        pieces: pieces
            .map(|(at, piece)| (place(at), (piece.seat.index(), letter(piece))))
            .collect(),
        turn: position.seat().index(),
        out: Seat::ALL.map(|seat| !position.is_playing(seat)),
    }
}

fn slow_move(mv: Move) -> SlowMove {
    let Move::Step { from, to } = mv else { panic!("open ranks have no chance") };
    (place(from), place(to))
}

/// The whole position, to be compared.
fn contents(slow: &Slow) -> (&BTreeMap<Place, (usize, char)>, usize, [bool; 4]) {
    (&slow.pieces, slow.turn, slow.out)
}

#[test]
fn moves_and_positions_are_those_of_the_slow_rules() {
    let mut positions = 0;
    for seed in 0..12 {
        let (mut position, mut random) = (random_start(seed), Random::new(seed + 1000));
        let mut other = slow(&position);
        while !is_over(&position) {
            let legal = moves(&position);
            let expected = other.moves();
            assert_eq!(legal.len(), expected.len(), "{}", position.text());
            let found: BTreeSet<SlowMove> = legal.iter().map(|&mv| slow_move(mv)).collect();
            assert_eq!(found, expected, "{}", position.text());
            // Attacks are preferred, so that games come to their end.
            let attacks: Vec<Move> =
                legal.iter().copied().filter(|&mv| position.is_attack(mv)).collect();
            let choice = if random.below(3) == 0 { &legal } else { &attacks };
            let mv = random.pick(choice).or(random.pick(&legal)).expect("a move");
            position.play(mv);
            other.play(slow_move(mv));
            positions += 1;
            if position.winner().is_none() {
                let reread = slow(&position);
                assert_eq!(contents(&reread), contents(&other), "{}", position.text());
            }
        }
        assert_eq!(position.winner().is_some(), other.is_over());
    }
    assert!(positions > 2_000, "{positions}");
}

fn count(position: &Position, depth: u8) -> u64 {
    if depth == 0 || is_over(position) {
        return u64::from(depth == 0);
    }
    let after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        child
    };
    moves(position).into_iter().map(|mv| count(&after(mv), depth - 1)).sum()
}

fn slow_count(position: &Slow, depth: u8) -> u64 {
    if depth == 0 || position.is_over() {
        return u64::from(depth == 0);
    }
    let after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        child
    };
    position.moves().into_iter().map(|mv| slow_count(&after(mv), depth - 1)).sum()
}

/// Section 8 of the rules.
#[test]
fn the_start_has_the_counts_of_the_rules() {
    let start = Position::from_text("startpos").expect("a position");
    assert_eq!((1..=3).map(|depth| count(&start, depth)).collect::<Vec<_>>(), [41, 1679, 68308]);
    let other = slow(&start);
    assert_eq!((1..=2).map(|depth| slow_count(&other, depth)).collect::<Vec<_>>(), [41, 1679]);
}

/// Positions of games, counted to the second ply by both.
#[test]
fn positions_of_games_have_equal_counts() {
    for seed in 0..6 {
        let (mut position, mut random) = (random_start(seed), Random::new(seed));
        for _ in 0..80 + 40 * seed {
            if let Some(mv) = random.pick(&moves(&position)).filter(|_| !is_over(&position)) {
                position.play(mv);
            }
        }
        assert_eq!(count(&position, 2), slow_count(&slow(&position), 2), "{}", position.text());
    }
}

/// Section 8 of the rules: where a lone piece can go, an ordinary one and an engineer.
#[test]
fn a_lone_piece_reaches_what_it_should() {
    let zone = [
        "22/73 5/73 11/75 5/73 22/73",
        "18/73 8/8 4/4 8/8 18/73",
        "20/75 4/4 8/8 4/4 20/75",
        "18/73 8/8 4/4 8/8 18/73",
        "23/74 6/74 8/76 6/74 23/74",
        "2/2 0/0 3/3 0/0 2/2",
    ];
    let centre = ["24/72 16/72 24/72", "16/72 8/72 16/72", "24/72 16/72 24/72"];
    let expected: Vec<&str> =
        Seat::ALL.iter().flat_map(|_| zone).chain(centre).flat_map(|row| row.split(' ')).collect();
    // The winner's flag alone is left.
    let empty = Position::from_text("S:...../...../...../...../...../.F... plies=1");
    let empty = empty.expect("a position");
    for (point, expected) in Point::all().zip(expected) {
        let reach = |kind| {
            let piece = Piece { seat: Seat::South, kinds: Kinds::only(kind) };
            empty.destinations(point, piece).len() + usize::from(is_beside_flag(point))
        };
        assert_eq!(
            format!("{}/{}", reach(Kind::Platoon), reach(Kind::Engineer)),
            expected,
            "{point}"
        );
    }
}

/// Whether the flag of the position above stands in the way.
fn is_beside_flag(point: Point) -> bool {
    ["S61", "S63", "S52"].contains(&point.to_string().as_str())
}

#[test]
fn battles_have_the_results_of_the_rules() {
    let zones = |attacker, defender| {
        format!(
            "S:....{attacker}/...../...../...../...../.F... E:{defender}..../....4/...../...../...../.F... \
             N:....2/...../...../...../...../.F... plies=9"
        )
    };
    for (attacker, defender, expected) in [
        ('9', '8', "S"),
        ('8', '9', "E"),
        ('5', '5', ""),
        ('1', '2', "E"),
        ('2', '1', "S"),
        ('B', '9', ""),
        ('9', 'B', ""),
        ('B', 'B', ""),
        ('3', '1', "S"),
        ('1', '1', ""),
    ] {
        let position = Position::from_text(&zones(attacker, defender));
        let mut position = position.unwrap_or_else(|error| panic!("{error}"));
        let mv = position.read("S15-E11");
        position.play(mv);
        let after = Point::by_name("E11").and_then(|at| position.piece(at));
        let left = after.map_or(String::new(), |piece| piece.seat.letter().to_string());
        assert_eq!(left, expected, "{attacker} x {defender}");
        assert_eq!(position.quiet_plies(), 0);
    }
}

trait Read {
    fn read(&self, text: &str) -> Move;
}

impl Read for Position {
    fn read(&self, text: &str) -> Move {
        let (from, to) = text.split_once(['-', 'x']).expect("two points");
        let point = |name| Point::by_name(name).expect("a point");
        let mv = Move::Step { from: point(from), to: point(to) };
        assert!(moves(self).contains(&mv), "{text} in {}", self.text());
        mv
    }
}

#[test]
fn mines_stand_bombs_clear_and_engineers_remove() {
    for (attacker, seat_there) in [('9', Some(Seat::East)), ('1', Some(Seat::South)), ('B', None)] {
        let text = format!(
            "S:...../...../...../...../...../.F.2. E:...../...../...../...s{attacker}./...M./.F... plies=9"
        );
        let mut position = Position::from_text(&text).unwrap_or_else(|error| panic!("{error}"));
        // East has nothing that moves, so that it is out after any move.
        let mut with_mover =
            Position::from_text(&text.replace("E:.....", "E:...9.")).expect("read");
        with_mover.play(with_mover.read("E44-E54"));
        let there = Point::by_name("E54").and_then(|at| with_mover.piece(at));
        assert_eq!(there.map(|piece| piece.seat), seat_there, "{attacker}");
        position.play(position.read("E44-E54"));
        assert!(!position.is_playing(Seat::East));
        assert_eq!(position.pieces_of(Seat::East).count(), 0);
    }
}

#[test]
fn a_seat_without_its_flag_is_out_and_its_partner_plays_on() {
    let text = "S:...../...../...../...../...../.F.2. E:...../...../...../...../..s9M./.F.1. \
                N:2..../...../...../...../...../.F... W:2..../...../...../...../...../.F... plies=9";
    let mut position = Position::from_text(text).expect("a position");
    assert_eq!(position.seat(), Seat::South);
    // One step before the flag stands (5, 3); the flag is at (6, 2), beside (5, 2).
    position.play(position.read("E53-E52"));
    let north = moves(&position);
    assert_eq!(position.seat(), Seat::North, "East has only an engineer on its headquarters: out");
    position.play(north[0]);
    assert_eq!(position.seat(), Seat::West);
    assert!(!position.is_playing(Seat::East) && position.winner().is_none());
}

/// The ply with which a limit is reached ends the game, and none before it.
#[test]
fn a_game_without_battles_is_drawn_with_the_last_ply_allowed() {
    let ending = "S:9..../...../...../...../...../.F... E:9..../...../...../...../...../.F... \
                  N:9..../...../...../...../...../.F... W:9..../...../...../...../...../.F...";
    for (counters, rules) in [
        ("quiet=198 plies=300", "standard"),
        ("quiet=68 plies=300", "rooms"),
        ("quiet=47 plies=300", "short"),
        ("quiet=1 plies=3998", "standard"),
    ] {
        let position = Position::from_text(&format!("{ending} {counters} rules={rules}"));
        let mut position = position.unwrap_or_else(|error| panic!("{error}"));
        let outcomes = ["S11-S21", "E11-E21"].map(|text| {
            position.play(position.read(text));
            position.outcome(&Past::default())
        });
        assert_eq!(outcomes, [None, Some(Value::DRAW)], "{counters} {rules}");
    }
}
