//! Fits the network that corrects the tables to recorded positions.

pub mod average;
mod fit;
mod model;
mod optimizer;
mod samples;
mod whole;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde::Serialize;

use crate::random::Random;
use fit::{Fit, fit, loss, value_scale};
use model::{BLOCK, Scales, Weights, add_gradient, values};
use optimizer::Optimizer;
use samples::{Choice, Sample, Samples, Source};
use whole::Whole;

/// What to read of recorded positions.
#[derive(Args)]
struct DataArgs {
    /// Files of records, as `positions` writes them
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Only the first N records of each file
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    first: u64,
    /// Positions worth more than this are left out, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 2_000)]
    decided: i32,
    /// How many threads work; the result is the same [default: all]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// The seed where none is given.
const FIRST_SEED: u64 = 1;

/// Recorded positions, and what their labels mean.
#[derive(Args)]
struct LabelArgs {
    #[command(flatten)]
    data: DataArgs,
    /// Centipawns of a label that make 73 % of a win
    #[arg(long, value_name = "CP", default_value_t = 200.0)]
    label_scale: f32,
    /// The same of a value [default: what makes the tables fit best]
    #[arg(long, value_name = "CP")]
    value_scale: Option<f32>,
}

/// What to fit, and how.
#[derive(Args)]
pub struct TrainArgs {
    #[command(flatten)]
    labels: LabelArgs,
    /// The file for the network; beside it a `.json` tells what it was fitted to
    #[arg(long)]
    out: PathBuf,
    /// A network to go on from; where it has fewer units, more are added that say nothing yet. Without it, random numbers
    #[arg(long, value_name = "NETWORK")]
    start: Option<PathBuf>,
    /// Hidden units for each side's view, a multiple of 128
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u16).range(BLOCK as i64..=512))]
    units: u16,
    /// How often each position is looked at
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions of a step
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The greatest rate of learning
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
    /// How fast weights decay
    // Held-out loss of 9.8 million positions: 0.00513 with 1, 0.00461 with 0.3, 0.00466 with 0.1, 0.00488 with 0.03.
    #[arg(long, default_value_t = 0.3)]
    decay: f32,
    /// The seed of all random choices
    #[arg(long, default_value_t = FIRST_SEED)]
    seed: u64,
}

impl TrainArgs {
    /// What fitting begins with.
    fn first_weights(&self) -> Result<Weights> {
        let units = usize::from(self.units);
        let Some(path) = &self.start else { return Ok(Weights::random(units, self.seed)) };
        let weights = read_network(path)?.weights();
        let found = weights.units();
        ensure!(found <= units, "{} has {found} units, not {units}", path.display());
        Ok(weights.widened(units, self.seed))
    }
}

/// Which network to judge, and by what.
#[derive(Args)]
pub struct LossArgs {
    #[command(flatten)]
    labels: LabelArgs,
    /// A file with a network
    #[arg(long)]
    network: PathBuf,
}

/// Parts that a batch is divided into, whatever the number of threads: their gradients are added in
/// their order, so that the sum is the same.
const PARTS: usize = 8;

/// What stands in the file beside a network.
#[derive(Serialize)]
struct Report {
    command: String,
    seed: u64,
    data: Vec<Source>,
    positions_fitted: usize,
    positions_held_out: usize,
    value_scale: f32,
    epochs: Vec<Epoch>,
    held_out: HeldOut,
    hash: String,
}

/// How well positions that nothing was fitted on are predicted.
#[derive(Serialize)]
struct HeldOut {
    tables: Fit,
    network: Fit,
}

/// The losses after each position was looked at once more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Epoch {
    fitted: f64,
    held_out: f64,
}

impl DataArgs {
    fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }

    fn choice(&self) -> Choice {
        Choice { first: self.first, decided: self.decided }
    }
}

impl LabelArgs {
    /// The positions, and the scales of labels and values.
    fn read(&self) -> Result<(Samples, Scales)> {
        let data = &self.data;
        let samples = Samples::read(&data.records, data.choice(), data.threads())?;
        let (fitted, held_out) = (samples.fitted.len(), samples.held_out.len());
        ensure!(held_out > 0, "no positions are held out: there are too few games");
        let label = self.label_scale;
        let value = self.value_scale.unwrap_or_else(|| value_scale(&samples.fitted, label));
        eprintln!("{fitted} positions to fit, {held_out} held out; scale of values {value}");
        Ok((samples, Scales { label, value }))
    }
}

/// Fits a network and writes it.
pub fn run(args: &TrainArgs) -> Result<()> {
    ensure!(usize::from(args.units) % BLOCK == 0, "units come in blocks of {BLOCK}");
    let weights = args.first_weights()?;
    let (samples, scales) = args.labels.read()?;
    ensure!(samples.fitted.len() >= args.batch as usize, "fewer positions than in a batch");
    let held_out = &samples.held_out;
    let tables: Vec<f32> = held_out.iter().map(Sample::base).collect();
    let tables = fit(&tables, held_out, scales);
    eprintln!("tables: {tables:?}");
    let (weights, epochs) = train(weights, &samples, scales, args);
    let whole = Whole::of(&weights);
    let (bytes, hash) = whole.write();
    let network = fit_of(&whole, held_out, scales);
    let report = Report {
        command: command(std::env::args().skip(1)),
        seed: args.seed,
        positions_fitted: samples.fitted.len(),
        positions_held_out: held_out.len(),
        data: samples.sources,
        value_scale: scales.value,
        epochs,
        held_out: HeldOut { tables, network },
        hash: format!("{hash:016x}"),
    };
    write(&args.out, &bytes, &report)
}

/// Writes a network, and beside it what it was made of, which is printed, too.
fn write(out: &Path, network: &[u8], report: &impl Serialize) -> Result<()> {
    let report = serde_json::to_string_pretty(report).context("the report")? + "\n";
    fs::write(out, network).context("cannot write the network")?;
    fs::write(out.with_extension("json"), &report).context("cannot write the report")?;
    print!("{report}");
    Ok(())
}

/// Tells how well a network predicts the positions that are held out.
pub fn judge(args: &LossArgs) -> Result<()> {
    let whole = read_network(&args.network)?;
    let (samples, scales) = args.labels.read()?;
    let held_out = &samples.held_out;
    let tables: Vec<f32> = held_out.iter().map(Sample::base).collect();
    let tables = fit(&tables, held_out, scales);
    let report = HeldOut { tables, network: fit_of(&whole, held_out, scales) };
    println!("{}", serde_json::to_string_pretty(&report).context("the report")?);
    Ok(())
}

fn read_network(path: &Path) -> Result<Whole> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    Whole::read(&bytes).with_context(|| format!("{name}"))
}

fn fit_of(whole: &Whole, samples: &[Sample], scales: Scales) -> Fit {
    let values: Vec<f32> = samples.iter().map(|sample| whole.value(sample)).collect();
    fit(&values, samples, scales)
}

/// How the program was called. Folders are nobody else's business.
fn command(words: impl Iterator<Item = String>) -> String {
    let name = |word: String| {
        let name = Path::new(&word).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or(word)
    };
    words.fold("shans-tools".to_string(), |told, word| told + " " + &name(word))
}

fn train(
    mut weights: Weights,
    samples: &Samples,
    scales: Scales,
    args: &TrainArgs,
) -> (Weights, Vec<Epoch>) {
    let (units, batch) = (usize::from(args.units), args.batch as usize);
    let threads = args.labels.data.threads();
    let batches = samples.fitted.len() / batch;
    let steps = args.epochs * batches as u32;
    let mut optimizer = Optimizer::new(units, args.rate, args.decay, steps);
    let mut parts: Vec<_> = (0..PARTS).map(|_| Weights::zeros(units)).collect();
    let mut order: Vec<u32> = (0..samples.fitted.len() as u32).collect();
    let mut apart = weights.apart();
    let mut epochs = Vec::new();
    for epoch in 1..=args.epochs {
        let begin = Instant::now();
        shuffle(&mut order, &mut Random::new(args.seed, u64::from(epoch)));
        let mut total = 0.0;
        for picked in order.chunks_exact(batch) {
            let picked = Picked { samples: &samples.fitted, picked, scales };
            total += picked.gradient(&weights, &mut parts, threads);
            optimizer.step(&mut apart, &parts, 1.0 / batch as f32, threads);
            apart.put_together(&mut weights);
        }
        let rate = (batches * batch) as f64 / begin.elapsed().as_secs_f64();
        let held_out = loss(&values(&weights, &samples.held_out), &samples.held_out, scales);
        let fitted = total / (batches * batch) as f64;
        eprintln!(
            "epoch {epoch}: {fitted:.6}, held out {held_out:.6}, {rate:.0} positions a second"
        );
        epochs.push(Epoch { fitted, held_out });
    }
    (weights, epochs)
}

fn shuffle(order: &mut [u32], random: &mut Random) {
    for place in (1..order.len()).rev() {
        order.swap(place, random.below(place + 1));
    }
}

/// A batch.
struct Picked<'a> {
    samples: &'a [Sample],
    picked: &'a [u32],
    scales: Scales,
}

impl Picked<'_> {
    /// The sum of the losses; their gradients by parts.
    fn gradient(&self, weights: &Weights, parts: &mut [Weights], threads: usize) -> f64 {
        let share = self.picked.len().div_ceil(parts.len());
        let mut losses = [0.0; PARTS];
        let work = self.picked.chunks(share).zip(parts.iter_mut().zip(&mut losses));
        let work: Vec<_> = work.map(|work| Mutex::new(Some(work))).collect();
        // A free thread takes the next part: where other programs run, too, threads are not equally fast.
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..threads.min(work.len()) {
                scope.spawn(|| {
                    while let Some(part) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let taken = part.lock().unwrap_or_else(PoisonError::into_inner).take();
                        let Some((picked, (part, loss))) = taken else { continue };
                        part.clear();
                        *loss = add_gradient(weights, self.samples, picked, self.scales, part);
                    }
                });
            }
        });
        losses.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordFile;
    use clap::Parser;
    use samples::tests::records;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        train: TrainArgs,
    }

    /// Trains on made-up positions; the bytes of both files.
    fn trained(more: &str) -> Result<(Vec<u8>, String)> {
        let folder = tempfile::tempdir()?;
        let (data, out) = (folder.path().join("data"), folder.path().join("trained.net"));
        RecordFile::open(&data)?.add(&records(12_000)?)?;
        let fixed = format!("train {} --out {} --batch 256", data.display(), out.display());
        let words = fixed.split_whitespace().chain(more.split_whitespace());
        run(&Command::try_parse_from(words)?.train)?;
        Ok((fs::read(&out)?, fs::read_to_string(out.with_extension("json"))?))
    }

    #[test]
    fn a_network_learns_and_threads_change_nothing() -> Result<()> {
        let one = trained("--epochs 6 --threads 1")?;
        assert_eq!(one, trained("--epochs 6 --threads 3")?);
        let (network, report) = one;
        assert_ne!(network, trained("--epochs 6 --seed 2")?.0);
        let report: serde_json::Value = serde_json::from_str(&report)?;
        let loss = |of: &str| report["held_out"][of]["loss"].as_f64().unwrap_or(f64::NAN);
        assert!(loss("network") < 0.7 * loss("tables"), "{report}");
        assert!(network.ends_with(
            &u64::from_str_radix(report["hash"].as_str().unwrap_or_default(), 16)?.to_le_bytes()
        ));
        Ok(())
    }

    #[test]
    fn fitting_goes_on_from_a_network() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("first.net");
        fs::write(&path, trained("--epochs 6")?.0)?;
        let start = format!("--epochs 1 --rate 0.001 --start {}", path.display());
        let report: serde_json::Value = serde_json::from_str(&trained(&start)?.1)?;
        let loss = |of: &str| report["held_out"][of]["loss"].as_f64().unwrap_or(f64::NAN);
        assert!(loss("network") < 0.7 * loss("tables"), "{report}");
        let other = trained(&format!("{start} --units 128")).map(|_| ());
        assert!(other.is_err_and(|error| error.to_string().ends_with("units, not 128")));
        Ok(())
    }

    #[test]
    fn what_cannot_be_fitted_is_refused() {
        for more in ["--units 40", "--batch 100000", "--first 40"] {
            assert!(trained(more).is_err(), "{more}");
        }
    }

    #[test]
    fn a_command_names_no_folders() {
        let words = ["train", "/home/me/a.bin", "--rate", "0.01"].map(String::from);
        assert_eq!(command(words.into_iter()), "shans-tools train a.bin --rate 0.01");
    }
}
