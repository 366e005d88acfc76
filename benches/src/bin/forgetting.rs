//! What a table of moves loses where it has too little memory.
//!
//! `cargo run --release -p shans-benches --bin forgetting -- make=FILE.pgn [games=1000000] [plies=40] [seed=1]` makes games: in each
//! position the moves have an order of their own, and the one at place N is played N^-1.5 times as often as the first.
//! `... --bin forgetting -- FILE.pgn [memory=67108864,16777216] [cover=0.001]` counts the moves of a file with memory for all of
//! them, and with less: of the positions that so large a share of games comes to, it prints how many moves have another number of games,
//! how many games are missing at most and what that changes in the share of a move, beside the bound that the table tells.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

use shakmaty::{Chess, Position as _};
use shans::app::files::game_counts::{GameCounts, Wanted};
use shans::chess::{MoveCounts, Position};
use shans::game::{Game, Notation};
use shans::random::{Random, mix};

/// Enough for all moves of a million games.
const ALL: u64 = 8 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut plies, mut seed, mut cover) = (1_000_000_u64, 40, 1, 0.001);
    let mut memories = vec![64 << 20, 16 << 20];
    let (mut made, mut file) = (None, None);
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("make", path)) => made = Some(path.to_string()),
            Some(("games", number)) => games = number.parse()?,
            Some(("plies", number)) => plies = number.parse()?,
            Some(("seed", number)) => seed = number.parse()?,
            Some(("cover", number)) => cover = number.parse()?,
            Some(("memory", list)) => {
                memories = list.split(',').map(str::parse).collect::<Result<_, _>>()?;
            }
            _ => file = Some(word),
        }
    }
    match (made, file) {
        (Some(path), _) => Ok(make(&path, games, plies, seed)?),
        (None, Some(path)) => compare(&path, &memories, cover),
        (None, None) => Err("give a file of games, or make=FILE".into()),
    }
}

/// Writes games of moves by chance.
fn make(path: &str, games: u64, plies: u32, seed: u64) -> std::io::Result<()> {
    let (mut out, mut random) = (BufWriter::new(File::create(path)?), Random::new(seed));
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut position: Position = Position::default();
        let result = ["1-0", "1/2-1/2", "0-1"][random.below(3)];
        writeln!(out, "[Result \"{result}\"]\n")?;
        for ply in 0..plies {
            moves.clear();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let key = position.key();
            moves.sort_by_key(|&mv| mix(key ^ u64::from(position.encode(mv).0)));
            let mv = moves[place(moves.len(), &mut random)];
            if ply % 2 == 0 {
                write!(out, "{}. ", ply / 2 + 1)?;
            }
            write!(out, "{} ", position.human_text(mv))?;
            position.play(mv);
        }
        writeln!(out, "{result}\n")?;
    }
    out.flush()
}

/// A place below `count`, the first ones more often.
fn place(count: usize, random: &mut Random) -> usize {
    let weight = |place: usize| (place as f64 + 1.0).powf(-1.5);
    let mut left =
        random.next_number() as f64 / u64::MAX as f64 * (0..count).map(weight).sum::<f64>();
    for place in 0..count {
        left -= weight(place);
        if left < 0.0 {
            return place;
        }
    }
    0
}

/// Counts with memory for all and with less, and prints what differs.
fn compare(path: &str, memories: &[u64], cover: f64) -> Result<(), Box<dyn Error>> {
    let all = counts(path, ALL)?;
    let places = frequent(&all, cover);
    println!("{} positions that {:.2} % of games come to", places.len(), 100.0 * cover);
    println!("memory      told  moves  differ  missing  share, at most");
    for &memory in memories {
        let less = counts(path, memory)?;
        let (mut moves, mut differ, mut missing, mut most) = (0, 0, 0, 0.0_f64);
        for chess in &places {
            let (known, told) = (all.of(chess), less.of(chess));
            let sum = |moves: &[(_, shans::chess::Played)]| {
                moves.iter().map(|(_, played)| f64::from(played.games)).sum::<f64>()
            };
            let [of, told_of] = [sum(&known), sum(&told)];
            for (mv, played) in &known {
                let games =
                    told.iter().find(|(told, _)| told == mv).map_or(0, |(_, told)| told.games);
                moves += 1;
                differ += u32::from(games != played.games);
                missing = missing.max(played.games - games);
                let shares = f64::from(played.games) / of - f64::from(games) / told_of.max(1.0);
                most = most.max(shares.abs());
            }
        }
        let (told, most) = (less.forgotten(), 100.0 * most);
        println!("{memory:>10}  {told:>4}  {moves:>5}  {differ:>6}  {missing:>7}  {most:.3} %");
    }
    Ok(())
}

fn counts(path: &str, memory: u64) -> std::io::Result<MoveCounts> {
    let began = Instant::now();
    let mut counts = GameCounts::new(Wanted::default(), memory);
    let read = counts.read(File::open(path)?)?;
    eprintln!(
        "{} games with {memory} bytes in {:.1} s",
        read.counted,
        began.elapsed().as_secs_f64()
    );
    Ok(counts.into_counts())
}

/// The positions that so large a share of games comes to.
fn frequent(counts: &MoveCounts, cover: f64) -> Vec<Chess> {
    let games = |chess: &Chess| {
        counts.of(chess).iter().map(|(_, played)| u64::from(played.games)).sum::<u64>()
    };
    let least = (cover * games(&Chess::default()) as f64).max(1.0);
    let (mut found, mut waiting, mut seen) = (Vec::new(), vec![Chess::default()], HashSet::new());
    while let Some(chess) = waiting.pop() {
        if games(&chess) as f64 >= least && seen.insert(chess.clone()) {
            for (mv, played) in counts.of(&chess) {
                if f64::from(played.games) >= least / 100.0 {
                    let mut next = chess.clone();
                    next.play_unchecked(mv);
                    waiting.push(next);
                }
            }
            found.push(chess);
        }
    }
    found
}
