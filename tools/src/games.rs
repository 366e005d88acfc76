//! Games that an engine plays against itself, many side by side, from openings and random moves,
//! each position recorded with the engine's value and best move.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _};
use shans_tools::engine::{Answer, Score};

use crate::excluded::Excluded;
use crate::near::Near;
use crate::pipeline::{Answers, Running};
use crate::random::Random;
use crate::record::{Record, RecordFile};

/// Which games to play, and what to write.
#[derive(Args)]
pub struct PositionsArgs {
    /// The engine that values every position and plays: a command
    #[arg(long)]
    engine: String,
    /// What the engine's searches are limited by, as after `go`
    #[arg(long, default_value = "depth 4")]
    limit: String,
    /// Files of opening positions
    #[arg(long, num_args = 1.., required = true)]
    books: Vec<PathBuf>,
    /// Files of test positions, which are not recorded
    #[arg(long, num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// After the opening, one move in N is random
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    random_every: u32,
    /// How many games are played side by side
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    side_by_side: u32,
    /// A larger network that says what positions near the recorded ones are worth: a file that `export_net` of Stockfish 15.1 writes
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// How many positions it is asked about of a short search of each recorded one
    #[arg(long, default_value_t = 24, requires = "teacher", value_name = "POSITIONS")]
    near: u16,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop when the file has this many positions [default: never]
    #[arg(long)]
    positions: Option<u64>,
    /// The file that records are added to
    #[arg(long)]
    out: PathBuf,
}

/// Random moves at the beginning of a game: at least these, and fewer than that many more.
const FIRST_RANDOM: usize = 1;
const MORE_RANDOM: usize = 5;
/// A game whose first position is worth more than this to one side is not played.
const UNFAIR: i32 = 300;
/// Beyond this, positions near those of a game are not drawn: most of them are decided, and there are enough of these. Of 80 million that
/// were drawn in whole games, 21 million were worth no more than 300; of what is drawn so, seven in ten are.
const NEARLY_DECIDED: i32 = 300;
/// A game is won after a number of plies in a row with at least this value ...
const DECIDED: i32 = 600;
const DECIDED_PLIES: u32 = 8;
/// ... and drawn after a number of plies with at most that one.
const EVEN: i32 = 5;
const EVEN_PLIES: u32 = 16;
/// A longer game is drawn.
const LONGEST: u32 = 300;
/// How many openings in a row may end the game before it has begun.
const OPENINGS: usize = 1_000;
/// How often progress is told, in positions.
const TOLD_EVERY: u64 = 1_000_000;

/// Plays the games and adds their positions to the file.
pub fn run(args: &PositionsArgs) -> Result<()> {
    let books = read_books(&args.books)?;
    let excluded = Excluded::read(&args.exclude)?;
    let mut file = RecordFile::open(&args.out)?;
    let (begin, had) = (Instant::now(), file.records);
    eprintln!("{} openings, {} positions left out, {had} had", books.len(), excluded.len());
    let (_running, mut engine) = Running::start(&args.engine, &args.limit)?;
    // Where a run goes on, the file is longer than it was, so the games are others.
    let random = Random::new(args.seed, had);
    let random_every = args.random_every as usize;
    let near = args.teacher.as_ref().map(|file| Near::new(file, args.near.into(), args.seed ^ had));
    let near = near.transpose()?;
    let mut games = Games { books, random_every, excluded, near, random, begun: 0 };
    let side_by_side = args.side_by_side as usize;
    let mut told = had / TOLD_EVERY;
    games.play(&mut engine, side_by_side, |records| {
        file.add(records)?;
        if file.records / TOLD_EVERY > told {
            told = file.records / TOLD_EVERY;
            let rate = (file.records - had) as f64 / begin.elapsed().as_secs_f64();
            eprintln!("{} positions, {rate:.0} a second", file.records);
        }
        Ok(args.positions.is_none_or(|wanted| file.records < wanted))
    })
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
    ensure!(!positions.is_empty(), "the books are empty");
    Ok(positions)
}

/// Where games come from.
struct Games {
    books: Vec<Chess>,
    random_every: usize,
    excluded: Excluded,
    near: Option<Near>,
    random: Random,
    begun: u64,
}

impl Games {
    /// Plays games side by side until `took` has enough: each game that is over goes to it.
    fn play(
        &mut self,
        engine: &mut impl Answers,
        side_by_side: usize,
        mut took: impl FnMut(&[Record]) -> Result<bool>,
    ) -> Result<()> {
        let mut waiting = VecDeque::with_capacity(side_by_side);
        for _ in 0..side_by_side {
            let game = self.begin()?;
            engine.ask(&game.chess)?;
            waiting.push_back(game);
        }
        while let Some(mut game) = waiting.pop_front() {
            let answer = engine.answer()?.context("the engine names no value or move")?;
            match self.go_on(&mut game, &answer)? {
                Went::On => {}
                Went::Nowhere => game = self.begin()?,
                Went::ToEnd(result) => {
                    if !took(&game.records(result))? {
                        return Ok(());
                    }
                    game = self.begin()?;
                }
            }
            engine.ask(&game.chess)?;
            waiting.push_back(game);
        }
        Ok(())
    }

    /// A game that is not over after the random moves of its opening.
    fn begin(&mut self) -> Result<Game> {
        for _ in 0..OPENINGS {
            let mut chess = self.random.one_of(&self.books).context("no openings")?.clone();
            for _ in 0..FIRST_RANDOM + self.random.below(MORE_RANDOM) {
                if let Some(&mv) = self.random.one_of(&chess.legal_moves()) {
                    chess.play_unchecked(mv);
                }
            }
            if chess.outcome().is_unknown() {
                // The number in a record is one of 256; games side by side in a file differ in it.
                let number = self.begun as u8;
                self.begun += 1;
                return Ok(Game::begin(number, chess));
            }
        }
        bail!("the games are over before they begin")
    }

    /// Records a position with what the engine says of it, and plays a move.
    fn go_on(&mut self, game: &mut Game, answer: &Answer) -> Result<Went> {
        if game.ply == 0 && is_beyond(answer.score, UNFAIR) {
            return Ok(Went::Nowhere);
        }
        let best = legal_move(&game.chess, &answer.best)?;
        game.note(answer.score);
        if !self.excluded.contains(&game.chess) {
            game.record(answer.score, best)?;
        }
        if let Some(near) = &mut self.near
            && !is_beyond(answer.score, NEARLY_DECIDED)
        {
            let place = (game.ply, game.number);
            game.near.extend(near.records(&game.chess, &self.excluded, place)?);
        }
        let other = self.random.below(self.random_every) == 0;
        let other = other.then(|| self.random.one_of(&game.chess.legal_moves()).copied());
        game.play(other.flatten().unwrap_or(best), best);
        Ok(game.result().map_or(Went::On, Went::ToEnd))
    }
}

/// What has become of a game.
enum Went {
    On,
    /// It was unfair from the start.
    Nowhere,
    /// It is over, with this result for White.
    ToEnd(i8),
}

fn is_beyond(score: Score, most: i32) -> bool {
    match score {
        Score::Centipawns(number) => number.abs() > most,
        Score::Mate(_) => true,
    }
}

fn legal_move(chess: &Chess, text: &str) -> Result<Move> {
    let mv = text.parse::<UciMove>().ok().and_then(|mv| mv.to_move(chess).ok());
    mv.with_context(|| format!("the engine plays {text}, which is not legal"))
}

/// A game in progress.
struct Game {
    number: u8,
    chess: Chess,
    ply: u32,
    keys: Vec<u64>,
    records: Vec<Record>,
    /// Positions near them.
    near: Vec<Record>,
    /// Whether the move before this position was the best one.
    expected: bool,
    /// How many records there were when a move was played that was not the best one.
    not_played_out: usize,
    /// The last value for White, mates being greater than all others.
    last: i32,
    decided: u32,
    even: u32,
}

impl Game {
    fn begin(number: u8, chess: Chess) -> Game {
        Game {
            number,
            chess,
            ply: 0,
            keys: Vec::new(),
            records: Vec::new(),
            near: Vec::new(),
            expected: false,
            not_played_out: 0,
            last: 0,
            decided: 0,
            even: 0,
        }
    }

    fn key(&self) -> u64 {
        let Zobrist64(key) = self.chess.zobrist_hash(EnPassantMode::Legal);
        key
    }

    fn play(&mut self, mv: Move, best: Move) {
        self.keys.push(self.key());
        self.chess.play_unchecked(mv);
        self.ply += 1;
        self.expected = mv == best;
        if !self.expected {
            self.not_played_out = self.records.len();
        }
    }

    /// The result for White, where the game is over.
    fn result(&self) -> Option<i8> {
        if let Some(outcome) = self.chess.outcome().known() {
            return Some(outcome.winner().map_or(0, |winner| winner.fold_wb(1, -1)));
        }
        if self.decided >= DECIDED_PLIES {
            return Some(self.last.signum() as i8);
        }
        let key = self.key();
        let drawn = self.chess.halfmoves() >= 100
            || self.ply >= LONGEST
            || self.even >= EVEN_PLIES
            || self.keys.iter().filter(|&&known| known == key).count() >= 2;
        drawn.then_some(0)
    }

    /// Notes what the position is worth.
    fn note(&mut self, score: Score) {
        let mover = match score {
            Score::Centipawns(number) => number,
            Score::Mate(moves) => 30_000 * moves.signum(),
        };
        let white = self.chess.turn().fold_wb(mover, -mover);
        let goes_on = white.abs() >= DECIDED && white.signum() == self.last.signum();
        self.decided = if goes_on { self.decided + 1 } else { 0 };
        self.even = if white.abs() <= EVEN { self.even + 1 } else { 0 };
        self.last = white;
    }

    fn record(&mut self, score: Score, best: Move) -> Result<()> {
        let mut record = Record::new(&self.chess, score, best, self.ply, self.number)?;
        record.flags.unexpected = !self.expected;
        self.records.push(record);
        Ok(())
    }

    /// The records of a game that has ended so.
    fn records(mut self, result: i8) -> Vec<Record> {
        for (place, record) in self.records.iter_mut().enumerate() {
            record.result = result;
            record.flags.played_out = place >= self.not_played_out;
        }
        self.near.iter_mut().for_each(|record| record.result = result);
        self.records.extend(self.near);
        self.records
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that likes one of the first moves, and the side that has more pieces.
    #[derive(Default)]
    struct Simple {
        asked: VecDeque<Chess>,
        most_waiting: usize,
    }

    impl Answers for Simple {
        fn ask(&mut self, chess: &Chess) -> Result<()> {
            self.asked.push_back(chess.clone());
            self.most_waiting = self.most_waiting.max(self.asked.len());
            Ok(())
        }

        fn answer(&mut self) -> Result<Option<Answer>> {
            let chess = self.asked.pop_front().context("nothing was asked")?;
            let moves = chess.legal_moves();
            let best = moves.get(chess.fullmoves().get() as usize % 7).or(moves.first());
            let pieces = |color| chess.board().by_color(color).count() as i32;
            let more = pieces(chess.turn()) - pieces(chess.turn().other());
            let answer = best.map(|mv| Answer {
                score: Score::Centipawns(300 * more + 10),
                best: mv.to_uci(CastlingMode::Standard).to_string(),
            });
            Ok(answer)
        }
    }

    fn games(seed: u64, had: u64) -> Games {
        let (books, random) = (vec![Chess::default()], Random::new(seed, had));
        Games {
            books,
            random_every: 7,
            excluded: Excluded::default(),
            near: None,
            random,
            begun: 0,
        }
    }

    /// The records of the first games, game by game.
    fn played(seed: u64, had: u64, count: usize) -> Result<Vec<Vec<Record>>> {
        let mut over = Vec::new();
        let mut engine = Simple::default();
        games(seed, had).play(&mut engine, 8, |records| {
            over.push(records.to_vec());
            Ok(over.len() < count)
        })?;
        assert_eq!(engine.most_waiting, 8);
        Ok(over)
    }

    #[test]
    fn a_seed_decides_the_games_and_a_run_that_goes_on_plays_others() -> Result<()> {
        let first = played(1, 0, 4)?;
        assert_eq!(first, played(1, 0, 4)?);
        for (seed, had) in [(1, 500), (2, 0)] {
            assert_ne!(first, played(seed, had, 4)?);
        }
        Ok(())
    }

    #[test]
    fn records_tell_how_the_game_went() -> Result<()> {
        let over = played(3, 0, 12)?;
        let (mut unexpected, mut played_out) = (0, 0);
        for records in &over {
            assert!(records[0].flags.unexpected);
            assert!(records.iter().all(|record| record.result == records[0].result));
            assert!(records.iter().all(|record| record.game == records[0].game));
            for pair in records.windows(2) {
                let mut after = pair[0].chess()?;
                after.play_unchecked(pair[0].best.to_move(&after)?);
                let is_expected = after.board() == pair[1].chess()?.board();
                assert_eq!(is_expected, !pair[1].flags.unexpected);
                assert_eq!(pair[0].ply.saturating_add(1), pair[1].ply);
                let is_played_out = pair[1].flags.played_out && is_expected;
                assert_eq!(pair[0].flags.played_out, is_played_out);
                unexpected += usize::from(!is_expected);
                played_out += usize::from(is_played_out);
            }
        }
        let all: usize = over.iter().map(Vec::len).sum();
        // One move in seven is random.
        assert!((all / 10..all / 5).contains(&unexpected), "{unexpected} of {all}");
        assert!(played_out > 0);
        let numbers: Vec<u8> = over.iter().map(|records| records[0].game).collect();
        assert!(numbers.iter().all(|number| numbers.iter().filter(|&n| n == number).count() == 1));
        Ok(())
    }

    #[test]
    fn positions_of_suites_are_left_out() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let suite = folder.path().join("suite.epd");
        let first = played(5, 0, 1)?.concat();
        let mut lines = String::new();
        for record in &first {
            lines += &format!("{}\n", Fen::from_position(&record.chess()?, EnPassantMode::Legal));
        }
        fs::write(&suite, lines)?;
        let mut games = games(5, 0);
        games.excluded = Excluded::read(&[suite])?;
        games.play(&mut Simple::default(), 8, |records| {
            assert_eq!(records, []);
            Ok(false)
        })
    }
}
