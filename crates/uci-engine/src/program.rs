//! Where the program of an engine is.

use std::io;
use std::path::{Path, PathBuf};

use crate::command::Command;
use crate::error::EngineError;

/// Where systems put engines without naming the folder in `PATH` for everyone.
const OTHER_FOLDERS: [&str; 5] =
    ["/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/snap/bin"];

/// The whole path of the program of a command.
///
/// # Errors
///
/// [`EngineError::NoProgram`].
pub(crate) fn find(command: &Command) -> Result<PathBuf, EngineError> {
    let program = &command.program;
    if is_path(program) {
        // A relative path is meant from here, not from the working directory of the engine.
        let absolute = std::path::absolute(program).unwrap_or_else(|_| program.clone());
        let found = which::which(&absolute).or_else(|error| match absolute.exists() {
            // Whatever is wrong with it, the system says it better.
            true => Ok(absolute),
            false => Err(error),
        });
        return found.map_err(|_| no_program(program));
    }
    let elsewhere = || {
        let folders = std::env::join_paths(OTHER_FOLDERS).ok();
        which::which_in(program, folders, "/")
    };
    which::which(program).or_else(|_| elsewhere()).map_err(|_| no_program(program))
}

/// Whether it is named with a folder; otherwise it is looked for.
fn is_path(program: &Path) -> bool {
    program.components().count() > 1
}

fn no_program(program: &Path) -> EngineError {
    EngineError::NoProgram { program: program.display().to_string(), advice: advice(program) }
}

/// What to do about a program that is not there.
fn advice(program: &Path) -> String {
    if is_path(program) {
        return "check the path, and put it in quotes where it holds spaces".to_string();
    }
    if program.is_file() {
        return format!("for the file of that name here, write ./{}", program.display());
    }
    let name = program.to_string_lossy().to_lowercase();
    let install = if name.starts_with("stockfish") {
        "install it (apt install stockfish, brew install stockfish, or stockfishchess.org/download)"
    } else {
        "install it"
    };
    format!("{install}, or give its whole path")
}

/// Why a program does not start, in plain words.
pub(crate) fn reason(program: &Path, cause: &io::Error) -> String {
    /// `ENOEXEC` of Unix systems.
    const NO_PROGRAM: i32 = 8;
    match cause.kind() {
        io::ErrorKind::PermissionDenied if program.is_dir() => "it is a folder".to_string(),
        io::ErrorKind::PermissionDenied => {
            "the file may not be executed (chmod +x allows it)".to_string()
        }
        io::ErrorKind::NotFound if program.exists() => {
            "the interpreter that its first line names does not exist".to_string()
        }
        _ if cfg!(unix) && cause.raw_os_error() == Some(NO_PROGRAM) => {
            "the file is not a program for this machine".to_string()
        }
        _ => cause.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_do_is_told() {
        let advice = |program: &str| advice(Path::new(program));
        assert!(advice("stockfish").contains("apt install stockfish"));
        assert!(advice("Stockfish-17").contains("stockfishchess.org"));
        assert_eq!(advice("lc0"), "install it, or give its whole path");
        assert!(advice("/opt/lc0").contains("quotes"));
        assert_eq!(advice("Cargo.toml"), "for the file of that name here, write ./Cargo.toml");
    }

    #[test]
    fn a_relative_path_is_meant_from_here() {
        let here = find(&Command::new("./Cargo.toml")).expect("a file");
        assert!(here.is_absolute() && here.ends_with("Cargo.toml"));
        let missing = find(&Command::new("engines/lc0")).expect_err("none").to_string();
        assert!(missing.starts_with("there is no program engines/lc0: check"), "{missing}");
    }
}
