//! A folder of one test, and the program run with files in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::program::{object, run, start, stderr, stdout};

/// A folder that is gone after the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap_or_else(|error| panic!("{error}")))
    }

    /// The folder itself.
    pub fn place(&self) -> &Path {
        self.0.path()
    }

    /// A file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The same as a word of a command line.
    pub fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// A new file in it, as a word of a command line.
    pub fn with(&self, name: &str, content: &str) -> String {
        self.write(name, content);
        self.name(name)
    }

    /// What a file says.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap_or_else(|error| panic!("{error}"));
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of everything in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).into_iter().flatten().flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The words of a command line in which `@NAME` is a file of this folder.
    pub fn words(&self, line: &str) -> Vec<String> {
        let named = |word: &str| match word.strip_prefix('@') {
            Some(name) => self.name(name),
            None => word.to_string(),
        };
        line.split_whitespace().map(named).collect()
    }

    /// Runs such a command line.
    pub fn run(&self, line: &str) -> Output {
        run(&self.words(line).iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Starts it, with nothing on standard input.
    pub fn start(&self, line: &str) -> Child {
        let words = self.words(line);
        start(&words.iter().map(String::as_str).collect::<Vec<_>>(), Stdio::null())
    }

    /// The object that a successful run prints.
    pub fn json(&self, line: &str) -> Value {
        let output = self.run(&format!("{line} --json"));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        object(&stdout(&output))
    }

    /// The exit code of a run that does not do what it should, and the one line that it ends with.
    pub fn failure(&self, line: &str) -> (Option<i32>, String) {
        let output = self.run(line);
        let message = stderr(&output);
        assert_eq!(message.lines().count(), 1, "{line}: {message}");
        assert!(message.starts_with("error: "), "{line}: {message}");
        assert_eq!(stdout(&output), "", "{line}");
        (output.status.code(), message)
    }
}
