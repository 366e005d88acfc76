//! `shans lab perft`: counts move sequences, or checks a file of known counts.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

use crate::app::args::PerftArgs;
use crate::app::exit::{self, Exit};
use crate::app::printable::{printable, printable_path};
use crate::app::reporting::score::counted;
use crate::app::usage::UsageError;
use crate::chess::Position;
use crate::chess::perft::{self, Case};
use crate::game::Notation;

/// Writes the counts to `out`. [`Exit::Failed`] if a known count is wrong or a line of the file
/// cannot be read.
///
/// # Errors
///
/// [`UsageError`] if the position cannot be read; a file that cannot be read; `out` that
/// cannot be written.
pub fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let is_right = match &args.suite {
        Some(file) => check(file, args.max_nodes.unwrap_or(u64::MAX), out)?,
        None => {
            count(args, out)?;
            true
        }
    };
    Ok(if is_right { Exit::Done } else { Exit::Failed })
}

fn count(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (position, warnings) =
        <Position>::from_fen(&args.fen.join(" ")).map_err(UsageError::new)?;
    warnings.iter().for_each(|warning| exit::warn(warning));
    let depth = args.depth.unwrap_or(1);
    if !args.divide {
        writeln!(out, "{}", perft::perft(position.chess(), depth))?;
        return Ok(());
    }
    let counts = perft::divide(position.chess(), depth);
    for &(mv, count) in &counts {
        writeln!(out, "{}: {count}", position.machine_text(mv))?;
    }
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    writeln!(out, "total: {total}")?;
    Ok(())
}

#[derive(Default)]
struct Summary {
    positions: usize,
    checked: usize,
    left_out: usize,
    wrong: usize,
    unreadable: usize,
}

fn check(file: &Path, max_nodes: u64, out: &mut dyn Write) -> anyhow::Result<bool> {
    let name = printable_path(file);
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the perft suite {name}"))?;
    let mut summary = Summary::default();
    for (line, case) in perft::read_suite(&text) {
        match case {
            Ok(case) => summary.check(&case, max_nodes, &format!("{name}:{line}"), out)?,
            Err(error) => {
                summary.unreadable += 1;
                writeln!(out, "{name}:{line}: {}", printable(&error.to_string()))?;
            }
        }
    }
    writeln!(
        out,
        "{}, {} checked, {} left out, {} wrong, {} unreadable",
        counted(summary.positions as u64, "position"),
        counted(summary.checked as u64, "count"),
        summary.left_out,
        summary.wrong,
        counted(summary.unreadable as u64, "line"),
    )?;
    anyhow::ensure!(
        summary.positions + summary.unreadable > 0,
        "{name} has no positions; give a file with lines like FEN ;D1 20 ;D2 400"
    );
    Ok(summary.wrong == 0 && summary.unreadable == 0)
}

impl Summary {
    fn check(
        &mut self,
        case: &Case,
        max_nodes: u64,
        place: &str,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let checked_before = self.checked;
        for count in case.run(max_nodes) {
            self.checked += 1;
            if !count.is_right() {
                self.wrong += 1;
                let perft::Count { depth, expected, got } = count;
                let fen = printable(&case.fen);
                writeln!(out, "{place}: depth {depth} gives {got}, not {expected}: {fen}")?;
            }
        }
        self.positions += 1;
        self.left_out += case.counts.len() - (self.checked - checked_before);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        perft: PerftArgs,
    }

    fn output(arguments: &[&str]) -> anyhow::Result<(Exit, String)> {
        let command = Command::try_parse_from([&["perft"], arguments].concat())?;
        let mut out = Vec::new();
        let exit = run(&command.perft, &mut out)?;
        Ok((exit, String::from_utf8(out)?))
    }

    #[test]
    fn counts_and_divides() -> anyhow::Result<()> {
        assert_eq!(output(&["--depth", "3"])?, (Exit::Done, "8902\n".to_string()));
        let (_, divided) = output(&["startpos", "--depth", "2", "--divide"])?;
        assert_eq!(divided.lines().count(), 21);
        let unquoted = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 --depth 1".split(' ').collect::<Vec<_>>();
        assert_eq!(output(&unquoted)?.1, "15\n");
        assert!(divided.contains("e2e4: 20\n") && divided.ends_with("total: 400\n"));
        Ok(())
    }

    #[test]
    fn checks_a_file() -> anyhow::Result<()> {
        let file = std::env::temp_dir().join(format!("shans-perft-{}.epd", std::process::id()));
        std::fs::write(&file, "startpos D1 20; D2 401; D5 4865609;\n\nnonsense\n")?;
        let path = file.display().to_string();
        let result = output(&["--suite", &path, "--max-nodes", "1k"]);
        std::fs::remove_file(&file)?;
        let (exit, text) = result?;
        assert_eq!(exit, Exit::Failed);
        assert!(text.contains(":1: depth 2 gives 400, not 401: startpos\n"), "{text}");
        assert!(text.contains(":3: "), "{text}");
        let summary = "1 position, 2 counts checked, 1 left out, 1 wrong, 1 line unreadable\n";
        assert!(text.ends_with(summary), "{text}");
        Ok(())
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for arguments in [
            &[][..],
            &["--depth", "0"],
            &["--depth", "101"],
            &["nonsense", "--depth", "1"],
            &["--suite", "x", "--depth", "1"],
            &["--suite", "/no/such/file"],
            &["--depth", "1", "--max-nodes", "5"],
            &["--suite", "x", "--divide"],
        ] {
            assert!(output(arguments).is_err(), "{arguments:?}");
        }
    }
}
