//! Our own searches, looked at on the way: what each looks like at several counts of nodes, and what
//! it answers there. The probability that an answer holds is fitted to these.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use serde::Serialize;
use shakmaty::{Move, Position as _};
use shans::app::evaluations::EvaluationKind;
use shans::app::games::CommandLineGame as _;
use shans::chess::Position;
use shans::game::{Evaluate, Notation, Order, probabilities};
use shans::inspect::mover;
use shans::search::{
    BestFirst, ChanceModel, Limits, Line, MemoryLimits, Report, Root, Searcher, Stop,
};
use shans::standing::Standing;

/// What to search, and how far.
#[derive(Args)]
pub struct SearchesArgs {
    /// A file with a number and a FEN in each line, a tab between them
    #[arg(required = true)]
    positions: PathBuf,
    /// The counts of nodes at which each search is looked at, in rising order
    #[arg(long, num_args = 1.., required = true)]
    at: Vec<u64>,
    /// How leaves get their values
    #[arg(long, value_enum, default_value_t = Leaves::Search)]
    leaves: Leaves,
    /// How many moves have a value
    #[arg(long, default_value_t = 3)]
    lines: u16,
    /// The memory of a search, in MiB
    #[arg(long, default_value_t = 64)]
    memory: u64,
    /// Only every N-th line, from the one that --from names on
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// The first line that is taken
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// The file that is written
    #[arg(long)]
    out: PathBuf,
}

/// The forms of the best-first search.
#[derive(Clone, Copy, ValueEnum)]
enum Leaves {
    /// Leaves are searched
    Search,
    /// Leaves are valued at first sight
    Quiescence,
}

/// A position at one count of nodes; values in centipawns for the side to move.
#[derive(Serialize)]
struct Look<'a> {
    number: u64,
    fen: &'a str,
    at: u64,
    nodes: u64,
    iterations: u64,
    stop: &'static str,
    proven: bool,
    best: String,
    value: f32,
    legal: usize,
    pieces: usize,
    check: bool,
    /// The value at first sight.
    first_sight: f32,
    /// `None` if nothing was tried.
    standing: Option<Stands>,
    /// Every candidate, the answer first.
    lines: Vec<Candidate>,
    /// The counts of nodes at which the answer changed, with its moves.
    changes: Vec<(u64, String)>,
    /// The answer with a tenth of the nodes, where that is another one, and its value when it was
    /// searched alone.
    earlier: Option<(String, f32)>,
    /// How likely each move is the best one before anything is searched.
    likely: Vec<(String, f64)>,
    /// Captures and promotions.
    tactical: Vec<String>,
}

/// How the search stands ([`Standing`]).
#[derive(Serialize)]
struct Stands {
    nodes: u64,
    value: f32,
    lead: Option<f32>,
    rest: Option<f32>,
    effort_share: f64,
    reign: f64,
    agrees: bool,
    moved: f32,
}

impl From<Standing> for Stands {
    fn from(standing: Standing) -> Stands {
        let Standing { nodes, value, lead, rest, effort_share, reign, agrees, moved, .. } =
            standing;
        Stands { nodes, value, lead, rest, effort_share, reign, agrees, moved }
    }
}

/// A candidate move, its value and its effort.
#[derive(Serialize)]
struct Candidate(String, f32, u64);

/// More changes of the answer than this are not written: the newest count.
const CHANGES: usize = 40;

/// The share of the nodes that a move searched alone gets: the answer of a search has about as much.
const ALONE_SHARE: u64 = 3;

/// Searches the positions and writes a line of JSON for each look at one.
pub fn run(args: &SearchesArgs) -> Result<()> {
    let name = args.positions.display();
    let file = File::open(&args.positions).with_context(|| format!("cannot open {name}"))?;
    let out = File::create(&args.out).context("cannot create the file of searches")?;
    let mut out = BufWriter::new(out);
    let evaluator = Position::evaluator_of(&EvaluationKind::default());
    let lines = BufReader::new(file).lines().enumerate().skip(args.from);
    for (index, line) in lines.step_by(args.every.max(1)) {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        let (number, fen) = line
            .split_once('\t')
            .with_context(|| format!("{name}, line {}: a number and a FEN expected", index + 1))?;
        let number = number.parse().with_context(|| format!("{name}, line {}", index + 1))?;
        let (position, _) = Position::from_fen_with(fen, evaluator.clone())
            .with_context(|| format!("{name}, line {}: {fen}", index + 1))?;
        search(number, fen, position, args, &mut out)?;
        out.flush().context("cannot write the searches")?;
    }
    Ok(())
}

fn search(
    number: u64,
    fen: &str,
    position: Position,
    args: &SearchesArgs,
    out: &mut impl Write,
) -> Result<()> {
    let model = match args.leaves {
        Leaves::Search => ChanceModel::searching(),
        Leaves::Quiescence => ChanceModel::default(),
    };
    let root = Root::new(position.clone());
    let room = MemoryLimits::new(args.memory << 20);
    let mut search = BestFirst::new(root, model, room);
    search.want_lines(args.lines);
    let mut answers: Vec<(u64, Move)> = Vec::new();
    for &at in &args.at {
        let nodes = Some(at);
        let limits = Limits { nodes, ..Limits::default() };
        let report = search.search(&limits, &mut |_| {});
        let mut look = look(number, fen, at, &position, &report);
        look.standing = search.view().standing().map(Stands::from);
        let best = report.best_move();
        // What an earlier answer was worth, had it as much work.
        let earlier = answers.iter().find(|&&(then, mv)| then * 10 == at && Some(mv) != best);
        if let Some(&(_, mv)) = earlier {
            let mut root = Root::new(position.clone());
            root.candidates = Some(vec![mv]);
            let mut alone = BestFirst::new(root, model, room);
            let nodes = Some(at / ALONE_SHARE);
            let limits = Limits { nodes, beyond_only_move: true, ..limits };
            let report = alone.search(&limits, &mut |_| {});
            let value = report.value.for_player(mover(&position));
            look.earlier = Some((position.machine_text(mv), value));
        }
        answers.extend(best.map(|best| (at, best)));
        serde_json::to_writer(&mut *out, &look).context("cannot write the searches")?;
        writeln!(out).context("cannot write the searches")?;
        if report.stop != Some(Stop::Nodes) {
            break;
        }
    }
    Ok(())
}

fn look<'a>(
    number: u64,
    fen: &'a str,
    at: u64,
    position: &Position,
    report: &Report<Move>,
) -> Look<'a> {
    let viewer = mover(position);
    let changes = report.changes.iter().rev().take(CHANGES).rev();
    let legal = position.chess().legal_moves();
    let mut odds = Vec::new();
    position.log_odds(&legal, &mut odds);
    let likely = legal.iter().map(|&mv| position.machine_text(mv)).zip(probabilities(&odds));
    let tactical = legal.iter().filter(|mv| mv.is_capture() || mv.is_promotion());
    Look {
        number,
        fen,
        at,
        nodes: report.counters.nodes,
        iterations: report.counters.iterations,
        stop: report.stop.map_or("", Stop::name),
        proven: report.proven,
        best: report.best_move().map(|mv| position.machine_text(mv)).unwrap_or_default(),
        value: report.value.for_player(viewer),
        legal: legal.len(),
        pieces: position.chess().board().occupied().count(),
        check: position.in_check(),
        first_sight: position.evaluate().for_player(viewer),
        standing: None,
        lines: report.lines.iter().filter_map(|line| candidate(position, line)).collect(),
        changes: changes.map(|change| (change.nodes, position.machine_text(change.best))).collect(),
        earlier: None,
        likely: likely.collect(),
        tactical: tactical.map(|&mv| position.machine_text(mv)).collect(),
    }
}

fn candidate(position: &Position, line: &Line<Move>) -> Option<Candidate> {
    let text = position.machine_text(*line.moves.first()?);
    Some(Candidate(text, line.value.for_player(mover(position)), line.effort))
}
