//! The program as a user runs it.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

pub fn shans(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shans"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(arguments: &[&str]) -> Output {
    shans(arguments).output().unwrap_or_else(|error| panic!("{error}"))
}

pub fn start(arguments: &[&str], stdin: Stdio) -> Child {
    shans(arguments).stdin(stdin).spawn().unwrap_or_else(|error| panic!("{error}"))
}

/// The same in this folder.
pub fn start_in(folder: &Path, arguments: &[&str], stdin: Stdio) -> Child {
    let mut command = shans(arguments);
    command.current_dir(folder).stdin(stdin).spawn().unwrap_or_else(|error| panic!("{error}"))
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The text that a successful run prints.
pub fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

pub fn object(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Sends a signal to this child only.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()));
}
