//! The arguments of `import`.

use std::path::PathBuf;

use clap::Args;

use super::ResumeArgs;

/// `shans import`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every line of LINES.pgn, variations included, that comes to the position analysed is searched from there on before
anything else; then the search goes on as that of shans resume does, whose options all hold here. What a limit
leaves undone is done by the next resume. A game that does not come to the position is named and left
out.

Exit codes: 0 done, 1 failed, 2 wrong usage, a move that is not legal, or no line that comes to the position. FILE
is as it was then.")]
pub struct ImportArgs {
    /// The tree, and how to continue with it.
    #[command(flatten)]
    pub resume: ResumeArgs,

    /// Games in PGN, or - for standard input
    #[arg(value_name = "LINES.pgn")]
    pub pgn: PathBuf,
}
