//! The arguments of `import`.

use std::path::PathBuf;

use clap::Args;

use super::ResumeArgs;

/// `shans import`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every line of LINES.pgn, variations included, that reaches the position analysed is searched from there on before
anything else. Then the search continues as with shans resume, and takes all of its options. The next resume
completes what a limit leaves undone. A game that does not reach the position is reported and skipped. A line with a
fault is searched up to it, and the fault is reported.

Exit codes: 0 done, 1 failed, or part of LINES.pgn was left out and all the rest done, 2 wrong usage, or no line that
reaches the position (FILE is then unchanged).")]
pub struct ImportArgs {
    /// The tree, and how to continue with it.
    #[command(flatten)]
    pub resume: ResumeArgs,

    /// Games in PGN, or - for standard input
    #[arg(value_name = "LINES.pgn")]
    pub pgn: PathBuf,
}
