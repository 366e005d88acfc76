//! Games that an engine plays against itself, from openings and random moves, each position
//! recorded with the engine's value and best move.

use std::fs::{self, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position as _};
use shans_tools::engine::{Answer, Engine, Score};

use crate::excluded::Excluded;
use crate::random::Random;
use crate::record::Record;

/// Which games to play, and what to write.
#[derive(Args)]
pub struct PositionsArgs {
    /// The engine that values every position and plays: a command
    #[arg(long)]
    engine: String,
    /// A second engine, whose moves are played in every eighth game: a command
    #[arg(long)]
    other: Option<String>,
    /// What the second engine's moves are limited by, as after `go`
    #[arg(long, default_value = "nodes 200")]
    other_limit: String,
    /// What the first engine's searches are limited by, as after `go`
    #[arg(long, default_value = "depth 6")]
    limit: String,
    /// Files of opening positions
    #[arg(long, num_args = 1.., required = true)]
    books: Vec<PathBuf>,
    /// Files of test positions, which are not recorded
    #[arg(long, num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// After the opening, one move in N is random
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..))]
    random_every: u32,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first game
    #[arg(long, default_value_t = 0)]
    first_game: u64,
    /// How many games to play
    #[arg(long)]
    games: u64,
    /// The file that records are added to
    #[arg(long)]
    out: PathBuf,
}

/// Random moves at the beginning of a game: at least these, and fewer than that many more.
const FIRST_RANDOM: usize = 4;
const MORE_RANDOM: usize = 5;
/// The second engine plays in one game of this many.
const OTHER_EVERY: u64 = 8;
/// A game whose first position is worth more than this to one side is not played.
const UNFAIR: i32 = 700;
/// A game is won after a number of plies in a row with at least this value ...
const DECIDED: i32 = 1_200;
const DECIDED_PLIES: u32 = 8;
/// ... and drawn after a number of plies with at most that one.
const EVEN: i32 = 5;
const EVEN_PLIES: u32 = 16;
/// A longer game is drawn.
const LONGEST: u32 = 300;

/// Plays the games and adds their positions to the file.
pub fn run(args: &PositionsArgs) -> Result<()> {
    let books = read_books(&args.books)?;
    let excluded = Excluded::read(&args.exclude)?;
    let file = OpenOptions::new().create(true).append(true).open(&args.out);
    let mut out = BufWriter::new(file.context("cannot open the file of records")?);
    let mut table = Table {
        engine: Engine::start(&args.engine, &["Hash=8"])?,
        other: args.other.as_deref().map(|path| Engine::start(path, &[])).transpose()?,
        args,
        excluded,
    };
    eprintln!("{} openings, {} positions left out", books.len(), table.excluded.len());
    let begin = Instant::now();
    let (mut positions, mut quiet) = (0, 0);
    for game in args.first_game..args.first_game + args.games {
        let mut random = Random::new(args.seed, game);
        let opening = random.one_of(&books).context("the books are empty")?.clone();
        let records = table.play(game, opening, &mut random)?;
        for record in &records {
            writeln!(out, "{record}").context("cannot write the records")?;
        }
        positions += records.len();
        quiet += records.iter().filter(|record| record.quiet).count();
        if game % 100 == 99 {
            out.flush().context("cannot write the records")?;
            let seconds = begin.elapsed().as_secs();
            eprintln!("game {game}: {positions} positions, {quiet} quiet, {seconds} s");
        }
    }
    out.flush().context("cannot write the records")
}

/// The positions of books in FEN or EPD.
fn read_books(files: &[PathBuf]) -> Result<Vec<Chess>> {
    let mut positions = Vec::new();
    for file in files {
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            let fen = Fen::from_ascii(fields.join(" ").as_bytes());
            let chess = fen.ok().and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
            let Some(chess) = chess else { bail!("{name}, line {}: no position", index + 1) };
            positions.push(chess);
        }
    }
    Ok(positions)
}

/// Where games are played.
struct Table<'a> {
    engine: Engine,
    other: Option<Engine>,
    args: &'a PositionsArgs,
    excluded: Excluded,
}

impl Table<'_> {
    /// Plays a game from an opening; its positions, none where it is unfair from the start.
    fn play(&mut self, number: u64, opening: Chess, random: &mut Random) -> Result<Vec<Record>> {
        self.engine.begin_game()?;
        let mut game = Game::begin(number, opening);
        for _ in 0..FIRST_RANDOM + random.below(MORE_RANDOM) {
            game.play_random(random);
        }
        let with_other = number % OTHER_EVERY == OTHER_EVERY - 1;
        if let Some(other) = self.other.as_mut().filter(|_| with_other) {
            other.begin_game()?;
        }
        let result = loop {
            if let Some(result) = game.result() {
                break result;
            }
            let fen = game.fen();
            let Some(answer) = self.engine.ask(&fen, &self.args.limit)? else { break 0 };
            if game.records.is_empty() && is_unfair(answer.score) {
                return Ok(Vec::new());
            }
            let best = legal_move(&game.chess, &answer.best)?;
            game.note(&answer);
            if !self.excluded.contains(&game.chess) {
                game.record(fen.clone(), &answer, best);
            }
            if random.below(self.args.random_every as usize) == 0 {
                game.play_random(random);
            } else if let Some(other) = self.other.as_mut().filter(|_| with_other) {
                let Some(answer) = other.ask(&fen, &self.args.other_limit)? else { break 0 };
                game.play(legal_move(&game.chess, &answer.best)?);
            } else {
                game.play(best);
            }
        };
        game.records.iter_mut().for_each(|record| record.result = result);
        Ok(game.records)
    }
}

fn is_unfair(score: Score) -> bool {
    match score {
        Score::Centipawns(number) => number.abs() > UNFAIR,
        Score::Mate(_) => true,
    }
}

fn legal_move(chess: &Chess, text: &str) -> Result<Move> {
    let mv = text.parse::<UciMove>().ok().and_then(|mv| mv.to_move(chess).ok());
    mv.with_context(|| format!("an engine plays {text}, which is not legal"))
}

/// A game in progress.
struct Game {
    number: u64,
    chess: Chess,
    ply: u32,
    keys: Vec<u64>,
    records: Vec<Record>,
    /// The last value for White, mates being greater than all others.
    last: i32,
    decided: u32,
    even: u32,
}

impl Game {
    fn begin(number: u64, chess: Chess) -> Game {
        let (keys, records) = (Vec::new(), Vec::new());
        Game { number, chess, ply: 0, keys, records, last: 0, decided: 0, even: 0 }
    }

    fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    fn key(&self) -> u64 {
        let Zobrist64(key) = self.chess.zobrist_hash(EnPassantMode::Legal);
        key
    }

    fn play(&mut self, mv: Move) {
        self.keys.push(self.key());
        self.chess.play_unchecked(mv);
        self.ply += 1;
    }

    /// Plays any legal move; none where the game is over.
    fn play_random(&mut self, random: &mut Random) {
        if let Some(&mv) = random.one_of(&self.chess.legal_moves()) {
            self.play(mv);
        }
    }

    /// The result for White, where the game is over.
    fn result(&self) -> Option<i32> {
        if let Some(outcome) = self.chess.outcome().known() {
            return Some(outcome.winner().map_or(0, |winner| winner.fold_wb(1, -1)));
        }
        if self.decided >= DECIDED_PLIES {
            return Some(self.last.signum());
        }
        let key = self.key();
        let drawn = self.chess.halfmoves() >= 100
            || self.ply >= LONGEST
            || self.even >= EVEN_PLIES
            || self.keys.iter().filter(|&&known| known == key).count() >= 2;
        drawn.then_some(0)
    }

    /// Notes what the engine says of the position.
    fn note(&mut self, answer: &Answer) {
        let mover = match answer.score {
            Score::Centipawns(number) => number,
            Score::Mate(moves) => 30_000 * moves.signum(),
        };
        let white = if self.chess.turn() == Color::White { mover } else { -mover };
        let goes_on = white.abs() >= DECIDED && white.signum() == self.last.signum();
        self.decided = if goes_on { self.decided + 1 } else { 0 };
        self.even = if white.abs() <= EVEN { self.even + 1 } else { 0 };
        self.last = white;
    }

    fn record(&mut self, fen: String, answer: &Answer, best: Move) {
        let is_mate = matches!(answer.score, Score::Mate(_));
        let quiet =
            !is_mate && !best.is_capture() && !best.is_promotion() && !self.chess.is_check();
        let (game, ply, best) = (self.number, self.ply, answer.best.clone());
        let score = answer.score;
        self.records.push(Record { game, ply, result: 0, quiet, score, best, fen });
    }
}
