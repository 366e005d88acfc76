//! What the user asks for: the program to start, and the options to set.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{EngineError, ParseError};
use crate::program;

/// How an engine is started, and the options it is given.
///
/// ```
/// use uci_engine::{Command, ParseError};
///
/// let command: Command = r#"/opt/lc0 --weights="my net.pb""#.parse()?;
/// assert_eq!(command.args, ["--weights=my net.pb"]);
/// let command = command.option("Threads", "2");
/// assert_eq!(command.options[0].to_string(), "Threads=2");
/// assert_eq!("".parse::<Command>(), Err(ParseError::NoProgram));
/// # Ok::<(), ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// A path, or a name that is looked for in `PATH` and where systems put games (`/usr/games`).
    pub program: PathBuf,
    /// Arguments of the program, one a string. No shell reads them.
    pub args: Vec<String>,
    /// Options to set, in this order. The engine's own values hold for the others.
    pub options: Vec<EngineOption>,
    /// The working directory of the engine; that of this process where `None`.
    pub directory: Option<PathBuf>,
}

impl Command {
    /// A program without arguments and options.
    pub fn new(program: impl Into<PathBuf>) -> Command {
        Command { program: program.into(), ..Command::default() }
    }

    /// The same with one more option.
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Command {
        self.options.push(EngineOption { name: name.into(), value: value.into() });
        self
    }

    /// Where the program is: the path, or the place at which its name was found in `PATH` or where systems put games.
    ///
    /// # Errors
    ///
    /// [`EngineError::NoProgram`].
    pub fn find(&self) -> Result<PathBuf, EngineError> {
        program::find(self)
    }

    /// The name of the engine before it has reported one.
    pub(crate) fn short_name(&self) -> String {
        let name = self.program.file_name().map(Path::new).unwrap_or(&self.program);
        name.display().to_string()
    }
}

/// One line as typed in a shell: `stockfish`, `/opt/lc0 --weights="my net.pb"`.
///
/// Words are separated as POSIX shells do, with quotes and backslashes, and nothing is expanded.
/// **On Windows, too, a backslash outside quotes is an escape:** write `C:/engines/lc0.exe`, or
/// `'C:\engines\lc0.exe'` in single quotes. A `#` at the beginning of a word begins a comment.
///
/// A path that holds spaces needs no quotes if there is a file of that name, and none of its first word.
impl FromStr for Command {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Command, ParseError> {
        let words = shlex::split(line);
        let is_usual = words.iter().flatten().next().is_some_and(|word| Path::new(word).is_file());
        if let Some(command) = path_with_spaces(line).filter(|_| !is_usual) {
            return Ok(command);
        }
        let mut words = words.ok_or(ParseError::Quotes)?.into_iter();
        let program = words.next().filter(|word| !word.is_empty()).ok_or(ParseError::NoProgram)?;
        Ok(Command { args: words.collect(), ..Command::new(OsStr::new(&program)) })
    }
}

/// The file whose path the line begins with, spaces and all, and the arguments behind it.
fn path_with_spaces(line: &str) -> Option<Command> {
    let line = line.trim();
    let ends = line.match_indices(char::is_whitespace).map(|(end, _)| end).chain([line.len()]);
    let ends: Vec<usize> = ends.skip(1).collect();
    let is_file = |&end: &usize| Path::new(&line[..end]).is_file();
    let end = ends.into_iter().rev().find(is_file)?;
    let args = shlex::split(&line[end..])?;
    Some(Command { args, ..Command::new(&line[..end]) })
}

/// The line from which it could be read, without the options.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program.display().to_string();
        let words = std::iter::once(program.as_str()).chain(self.args.iter().map(String::as_str));
        // No shell could be given a zero byte, which is the only thing that cannot be quoted.
        f.write_str(&shlex::try_join(words).unwrap_or_else(|_| program.clone()))
    }
}

/// An option and the value it is to have.
///
/// ```
/// use uci_engine::{EngineOption, ParseError};
///
/// let option: EngineOption = "Skill Level=3".parse()?;
/// assert_eq!((option.name.as_str(), option.value.as_str()), ("Skill Level", "3"));
/// assert!("Skill Level".parse::<EngineOption>().is_err());
/// # Ok::<(), ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name; upper and lower case are the same.
    pub name: String,
    /// The value as text. Empty for a button, and for the empty string.
    pub value: String,
}

/// `Name=Value`, as it is read.
impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// `Name=Value`, where the first `=` separates: `Hash=64`, `Skill Level=3`, `Clear Hash=`.
impl FromStr for EngineOption {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<EngineOption, ParseError> {
        let no_option = || ParseError::NoOption(text.to_string());
        let (name, value) = text.split_once('=').ok_or_else(no_option)?;
        let (name, value) = (name.trim().to_string(), value.trim().to_string());
        if name.is_empty() {
            return Err(no_option());
        }
        Ok(EngineOption { name, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_program_and_its_arguments() {
        let command: Command = "/opt/lc0 --weights='my net.pb' -v".parse().expect("a command");
        assert_eq!(command.program, Path::new("/opt/lc0"));
        assert_eq!(command.args, ["--weights=my net.pb", "-v"]);
        assert_eq!(command.short_name(), "lc0");
        assert_eq!(command.to_string().parse(), Ok(command));
        let quoted: Command = r"'C:\engines\lc0.exe'".parse().expect("a command");
        assert_eq!(quoted.program, Path::new(r"C:\engines\lc0.exe"));
    }

    #[test]
    fn lines_that_name_no_program_are_refused() {
        for line in ["", "  ", "''", "# stockfish"] {
            assert_eq!(line.parse::<Command>(), Err(ParseError::NoProgram), "{line}");
        }
        assert_eq!("lc0 'net".parse::<Command>(), Err(ParseError::Quotes));
    }

    #[test]
    fn options_have_a_name_and_a_value() {
        let option = |name: &str, value: &str| EngineOption {
            name: name.to_string(),
            value: value.to_string(),
        };
        assert_eq!("Skill Level = 3".parse(), Ok(option("Skill Level", "3")));
        assert_eq!(option("Skill Level", "3").to_string(), "Skill Level=3");
        assert_eq!("SyzygyPath=/a=b".parse(), Ok(option("SyzygyPath", "/a=b")));
        assert_eq!("Clear Hash=".parse(), Ok(option("Clear Hash", "")));
        for text in ["Hash", "=64", ""] {
            assert_eq!(text.parse::<EngineOption>(), Err(ParseError::NoOption(text.to_string())));
        }
    }

    #[test]
    fn a_file_may_have_spaces_in_its_path() {
        let folder = std::env::temp_dir().join(format!("uci engine's {}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("my engine");
        std::fs::write(&path, "").expect("a file");
        let line = path.display().to_string();
        let read = |line: &str| line.parse::<Command>().expect("a command");
        assert_eq!(read(&line), Command::new(&path));
        let with_args = read(&format!(" {line} --net 'a b' "));
        assert_eq!(
            (with_args.program, with_args.args),
            (path.clone(), vec!["--net".into(), "a b".into()])
        );
        assert_eq!(read(&Command::new(&path).to_string()), Command::new(&path), "with quotes");
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(line.parse::<Command>(), Err(ParseError::Quotes), "there is no such file");
    }
}
