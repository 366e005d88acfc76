//! `shans check`: a judge for claims about a position.

use std::io::{self, Read, Write};

use serde::Serialize;
use thiserror::Error;

use crate::app::args::CheckArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::files::output_file::OutputFile;
use crate::app::games::{ClaimVerdict, CommandLineGame, Judgement};
use crate::app::reporting::json_line;
use crate::app::reporting::score::counted;
use crate::app::reporting::variation::numbered;
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::inspect::Trials;

/// The searches for one claim may take so many times the nodes of one.
const MOST_SEARCHES: u64 = 12;
/// No longer text is read.
const MOST_BYTES: u64 = 1 << 20;

/// The game of the position knows no claims.
#[derive(Debug, Error)]
#[error("claims can be checked of chess positions only")]
struct NoClaims;

/// Judges the claims of the arguments.
///
/// # Errors
///
/// A position or a claim that cannot be read; `out` that cannot be written.
pub fn run<G: CommandLineGame>(
    args: &CheckArgs,
    input: impl Read,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let output = OutputFile::of_report(&args.report, [])?;
    let interrupt = signals::catch()?;
    let evaluator = ending_tables::evaluator::<G>(&args.evaluation.kind, &args.tables);
    let given = G::read_position(&args.position, evaluator)?;
    given.warnings.iter().for_each(|warning| exit::warn(warning));
    let mut judged = Vec::new();
    for claim in claims(&args.claims, input)? {
        let most = args.nodes.saturating_mul(MOST_SEARCHES);
        let mut trials = Trials::new(args.nodes, most, interrupt.clone());
        let judgement = G::check(&given, &claim, &mut trials);
        let judgement = judgement.ok_or_else(|| UsageError::new(NoClaims))??;
        judged.push(Judged { claim, judgement });
    }
    let report = CheckReport { fen: given.position.describe(), claims: judged };
    OutputFile::write_or(output, out, |out| match args.json {
        true => Ok(json_line::write(&report, out)?),
        false => Ok(write_text(&given.position, &report, out)?),
    })?;
    Ok(Exit::Done)
}

/// Scripts rely on the names: add to them, do not rename.
#[derive(Serialize)]
struct CheckReport {
    fen: String,
    claims: Vec<Judged>,
}

#[derive(Serialize)]
struct Judged {
    claim: String,
    #[serde(flatten)]
    judgement: Judgement,
}

/// The claims of the arguments, or those of standard input.
fn claims(given: &[String], input: impl Read) -> io::Result<Vec<String>> {
    let mut text = given.join(",");
    if given == ["-"] {
        text.clear();
        input.take(MOST_BYTES).read_to_string(&mut text)?;
    }
    let parts = text.split([',', '\n']).map(str::trim);
    Ok(parts.filter(|part| !part.is_empty()).map(str::to_string).collect())
}

fn write_text<G: CommandLineGame>(
    position: &G,
    report: &CheckReport,
    out: &mut dyn Write,
) -> io::Result<()> {
    for Judged { claim, judgement } in &report.claims {
        let nodes = judgement.nodes;
        let verdict = match judgement.verdict {
            ClaimVerdict::Proven => "proven".to_string(),
            ClaimVerdict::Holds => format!("holds to {}", counted(nodes, "node")),
            ClaimVerdict::False => "false".to_string(),
            ClaimVerdict::Unknown => "unknown".to_string(),
        };
        write!(out, "{claim}: {verdict}")?;
        if let Some(because) = &judgement.because {
            write!(out, ", {because}")?;
        }
        let mut at = position.clone();
        let line = judgement.line.iter().map_while(|text| {
            let mv = at.parse_move(text)?;
            at.play(mv);
            Some(mv)
        });
        let line: Vec<G::Move> = line.collect();
        match line.is_empty() {
            true => writeln!(out)?,
            false => writeln!(out, ": {}", numbered(position, &line, usize::MAX))?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_stand_in_arguments_or_lines() -> io::Result<()> {
        let words = |text: &[&str]| text.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        assert_eq!(
            claims(&words(&["mate 1, draw", "legal e4"]), io::empty())?,
            ["mate 1", "draw", "legal e4"]
        );
        assert_eq!(claims(&words(&["-"]), &b"mate 1\n\ndraw\n"[..])?, ["mate 1", "draw"]);
        Ok(())
    }
}
