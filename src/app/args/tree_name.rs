//! Names of files that trees are saved to.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use thiserror::Error;

/// The endings that files of other kinds have, in words, and how such a file is made.
const OTHERS: [(&[&str], &str, &str); 6] = [
    (&["pgn"], "a game", "shans export {tree} --format pgn writes it as a game"),
    (
        &["json"],
        "a JSON file",
        "shans export {tree} --format json writes it as JSON, and --json the report",
    ),
    (&["dot"], "a graph", "shans export {tree} --format dot writes it as a graph"),
    (&["html", "htm"], "a page", "shans game GAME.pgn --html PAGE.html writes a page"),
    (&["svg"], "a picture", "shans game GAME.pgn --svg CURVE.svg draws the curve of a game"),
    (&["epd", "fen"], "a file of positions", "shans analyze shows the FEN of its position"),
];

/// A name by which a tree would be taken for something else.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a tree is saved here, and this is the name of {what}; name it {tree} ({how})", tree = tree.display())]
pub struct OtherKind {
    /// What it is the name of.
    what: &'static str,
    /// The same name with the ending of trees.
    tree: PathBuf,
    /// How a file of that kind is made.
    how: String,
}

/// Reads the name of a file that a tree is to be saved to. A tree may have any name but those of the files that
/// other options and commands write.
pub fn tree_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(checked)
}

fn checked(path: PathBuf) -> Result<PathBuf, OtherKind> {
    let has = |ending: &&str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let Some((_, what, how)) = OTHERS.iter().find(|(endings, ..)| endings.iter().any(has)) else {
        return Ok(path);
    };
    let tree = path.with_extension("tree");
    let how = how.replace("{tree}", &tree.display().to_string());
    Err(OtherKind { what, tree, how })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::app::args::Arguments;

    #[test]
    fn a_tree_has_no_name_of_another_file() {
        for name in ["a.tree", "a", "pgn", "a.pgn.tree", "games.2024", "x.json/a"] {
            assert_eq!(checked(name.into()), Ok(PathBuf::from(name)));
        }
        for (name, told) in [
            (
                "b/m.PGN",
                "a tree is saved here, and this is the name of a game; name it b/m.tree (shans export b/m.tree \
                 --format pgn writes it as a game)",
            ),
            (
                "x.json",
                "a tree is saved here, and this is the name of a JSON file; name it x.tree (shans export x.tree --format \
                 json writes it as JSON, and --json the report)",
            ),
        ] {
            let error = checked(name.into()).map_err(|error| error.to_string());
            assert_eq!(error, Err(told.to_string()));
        }
        for words in [
            "analyze --save m.pgn",
            "analyze -o m.pgn",
            "resume a.tree --save m.pgn",
            "import a.tree lines.pgn --save m.pgn",
            "explore a.tree --save m.pgn",
            "game g.pgn --save m.pgn",
            "merge a.tree b.tree -o m.pgn",
            "prepare m.pgn --side white --games g.pgn",
        ] {
            let words = ["shans"].into_iter().chain(words.split(' ')).map(OsString::from);
            let told = Arguments::read(words).err().map(|error| error.to_string());
            assert!(told.is_some_and(|told| told.contains("name it m.tree")));
        }
        for (endings, ..) in OTHERS {
            assert!(endings.iter().all(|ending| checked(format!("a.{ending}").into()).is_err()));
        }
    }
}
