//! The arguments of `completions` and `man`, which write what is made from the arguments of all
//! commands.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// `shans completions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Bash reads them from ~/.local/share/bash-completion/completions/shans, zsh from a file _shans in a
folder of its fpath, fish from ~/.config/fish/completions/shans.fish.")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// `shans man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// Write a page for each command into this folder, as ~/.local/share/man/man1; without it, the
    /// page of the program goes to standard output
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,

    /// Overwrite existing pages (a saved tree is never overwritten)
    #[arg(long, requires = "folder")]
    pub force: bool,
}
