//! Samples as files, for a trainer that is another program: 32 bytes each, as [`Sample::bytes`] has them.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use shans::chess::Tapered;

use super::DataArgs;
use super::children::quiet_children;
use super::samples::{Sample, Samples, of_records};
use crate::record::Record;

/// Which samples to write, and where.
#[derive(Args)]
pub struct SamplesArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The file for what can be fitted; what is held out goes to one beside it with `.held` added
    #[arg(long)]
    out: PathBuf,
    /// Instead of the positions themselves, those after up to N random moves of each one, if they are quiet; they have no label
    #[arg(long, value_name = "N")]
    children: Option<u16>,
}

/// Writes samples.
pub fn run(args: &SamplesArgs) -> Result<()> {
    if let Some(children) = args.children {
        return write(&args.out, &children_of_files(&args.data, usize::from(children))?);
    }
    let samples = Samples::read(&args.data.records, args.data.choice(), args.data.threads())?;
    write(&args.out, &samples.fitted)?;
    write(&args.out.with_added_extension("held"), &samples.held_out)
}

fn children_of_files(data: &DataArgs, count: usize) -> Result<Vec<Sample>> {
    let tables = Tapered::default();
    let mut children = Vec::new();
    for path in &data.records {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (records, _) = bytes.as_chunks();
        let first = records.len().min(usize::try_from(data.first).unwrap_or(usize::MAX));
        let of_file = of_records(&records[..first], data.threads(), |bytes| {
            quiet_children(&Record::read(bytes)?, count, &tables)
        });
        children.extend(of_file.with_context(|| format!("{}", path.display()))?);
    }
    Ok(children)
}

fn write(path: &Path, samples: &[Sample]) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
    let mut file = BufWriter::new(file);
    let write = |sample: &Sample| file.write_all(&sample.bytes());
    samples.iter().try_for_each(write).context("cannot write the samples")?;
    file.flush().context("cannot write the samples")
}
