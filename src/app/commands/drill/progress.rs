//! The answers that were given, a line each, in a file of its own. What is remembered follows from them.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::bail;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::memory::{Grade, Memory, time};

/// What the name of the file ends with, behind that of the tree or of the puzzles.
const ENDING: &str = ".drill";

/// An answer, as it is kept.
#[derive(Serialize, Deserialize)]
struct Answer {
    /// Milliseconds after the beginning of 1970.
    at: i64,
    /// The name of the question.
    position: String,
    #[serde(rename = "move")]
    mv: String,
    grade: Grade,
}

/// All answers so far.
#[derive(Debug, Default)]
pub struct Progress {
    file: Option<PathBuf>,
    known: HashMap<String, Memory>,
    /// Whether the file ends within a line: the program was killed while it wrote.
    is_torn: bool,
}

impl Progress {
    /// The answers in the file beside this one; none without it, and nothing is kept then.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or holds something else.
    pub fn beside(path: Option<&Path>) -> anyhow::Result<Progress> {
        let file = path.map(|path| {
            let mut name = path.as_os_str().to_owned();
            name.push(ENDING);
            PathBuf::from(name)
        });
        let text = match file.as_ref().map(fs::read_to_string) {
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            Some(Ok(text)) => text,
            _ => String::new(),
        };
        let is_torn = !text.is_empty() && !text.ends_with('\n');
        let mut progress = Progress { file, known: HashMap::new(), is_torn };
        // The last line may have been cut off.
        let answers: Vec<Answer> =
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if let Some(file) =
            progress.file.as_ref().filter(|_| answers.is_empty() && text.contains('\n'))
        {
            bail!(
                "{} is no file of answers; the drill keeps them there, so give the file another name",
                file.display()
            );
        }
        for answer in answers {
            if let Some(at) = time(answer.at) {
                progress.remember(answer.position, at, answer.grade);
            }
        }
        Ok(progress)
    }

    /// Whether these are the answers of the file beside this one.
    pub fn is_beside(&self, path: Option<&Path>) -> bool {
        let name = |path: &Path| format!("{}{ENDING}", path.display());
        self.file.as_ref().map(|file| file.display().to_string()) == path.map(name)
    }

    /// Keeps an answer before anything else is done: whoever kills the program loses at most this one.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn note(
        &mut self,
        position: &str,
        mv: &str,
        grade: Grade,
        at: DateTime<Utc>,
    ) -> io::Result<()> {
        if let Some(path) = &self.file {
            let (position, mv) = (position.to_string(), mv.to_string());
            let answer = Answer { at: at.timestamp_millis(), position, mv, grade };
            let before = if self.is_torn { "\n" } else { "" };
            let line = format!("{before}{}\n", serde_json::to_string(&answer)?);
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.write_all(line.as_bytes())?;
            file.sync_data()?;
            self.is_torn = false;
        }
        self.remember(position.to_string(), at, grade);
        Ok(())
    }

    fn remember(&mut self, position: String, at: DateTime<Utc>, grade: Grade) {
        let known = self.known.entry(position);
        known
            .and_modify(|memory| memory.answer(at, grade))
            .or_insert_with(|| Memory::new(at, grade));
    }

    /// What is remembered of a question; `None` where it was never answered.
    pub fn of(&self, position: &str) -> Option<&Memory> {
        self.known.get(position)
    }

    /// The name of the file, where answers are kept.
    pub fn file_name(&self) -> Option<String> {
        self.file.as_ref()?.file_name().map(|name| name.to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_there_again_and_at_most_the_last_one_is_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let tree = folder.path().join("white.tree");
        let at = |hours: i64| time(1_700_000_000_000 + hours * 3_600_000).expect("a time");
        let read = || Progress::beside(Some(&tree)).expect("a file of answers");
        let mut progress = read();
        assert!(progress.of("a").is_none() && progress.is_beside(Some(&tree)));
        progress.note("a", "e2e4", Grade::Good, at(0)).expect("a disk");
        progress.note("b", "e2e4", Grade::Again, at(1)).expect("a disk");
        let due = |name: &str| read().of(name).map(Memory::due);
        assert_eq!(due("a"), progress.of("a").map(Memory::due));
        // Killed in the middle of the third answer.
        let file = folder.path().join("white.tree.drill");
        let text = fs::read_to_string(&file).expect("a text");
        fs::write(&file, format!("{text}{{\"at\":17000")).expect("a disk");
        let mut progress = read();
        assert!(progress.of("a").is_some() && progress.of("b").is_some());
        progress.note("c", "e2e4", Grade::Good, at(2)).expect("a disk");
        assert!(["a", "b", "c"].iter().all(|name| due(name).is_some()));
        fs::write(&file, "1. e4 e5\n").expect("a disk");
        assert!(Progress::beside(Some(&tree)).is_err());
        assert!(Progress::beside(None).expect("nothing").file_name().is_none());
    }
}
