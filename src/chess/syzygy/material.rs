//! What is on the board, as tables name it: `KQvKR`; the files of tables in folders, and which of them are missing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use shakmaty::{Chess, Color, Position as _, Role};

/// The order in which names have the pieces.
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The men of both sides, the stronger one first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Men {
    strong: Vec<Role>,
    weak: Vec<Role>,
}

impl Men {
    /// Of two sides, in either order.
    fn new(one: Vec<Role>, other: Vec<Role>) -> Men {
        let (mut one, mut other) = (one, other);
        one.sort_unstable_by_key(place);
        other.sort_unstable_by_key(place);
        let strength = |men: &[Role]| (men.len(), men.iter().map(|role| *role as u8).collect());
        let (strong, weak): ((usize, Vec<u8>), (usize, Vec<u8>)) =
            (strength(&one), strength(&other));
        if strong < weak {
            Men { strong: other, weak: one }
        } else {
            Men { strong: one, weak: other }
        }
    }

    /// On the board.
    pub fn of(chess: &Chess) -> Men {
        let board = chess.board();
        let men = |color| {
            let squares = board.by_color(color).into_iter();
            squares.filter_map(|square| board.role_at(square)).collect()
        };
        Men::new(men(Color::White), men(Color::Black))
    }

    /// Those of a name; `None` where it is none of a table.
    pub fn from_name(name: &str) -> Option<Men> {
        let (one, other) = name.split_once('v')?;
        let men = |text: &str| -> Option<Vec<Role>> {
            let letters = text
                .chars()
                .map(|letter| Role::from_char(letter).filter(|_| letter.is_ascii_uppercase()));
            let men: Vec<Role> = letters.collect::<Option<_>>()?;
            let kings = men.iter().filter(|&&role| role == Role::King).count();
            (kings == 1).then_some(men)
        };
        Some(Men::new(men(one)?, men(other)?)).filter(|men| men.count() > 2)
    }

    /// `KQvKR`.
    pub fn name(&self) -> String {
        let text = |men: &[Role]| -> String { men.iter().map(|role| role.upper_char()).collect() };
        format!("{}v{}", text(&self.strong), text(&self.weak))
    }

    /// How many there are, kings included.
    pub fn count(&self) -> usize {
        self.strong.len() + self.weak.len()
    }

    /// Both sides.
    pub fn sides(&self) -> [&[Role]; 2] {
        [&self.strong, &self.weak]
    }

    /// What a capture or a promotion may leave; nothing where kings alone are left.
    pub fn successors(&self) -> Vec<Men> {
        let mut all = Vec::new();
        for (own, other) in [(&self.strong, &self.weak), (&self.weak, &self.strong)] {
            for (index, &role) in own.iter().enumerate() {
                let mut rest = own.clone();
                rest.remove(index);
                if role == Role::Pawn {
                    all.extend([Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|new| {
                        let promoted = rest.iter().copied().chain([new]).collect();
                        Men::new(promoted, other.clone())
                    }));
                }
                if role != Role::King {
                    all.push(Men::new(rest, other.clone()));
                }
            }
        }
        all.retain(|men| men.count() > 2);
        all
    }
}

fn place(role: &Role) -> usize {
    ROLES.iter().position(|known| known == role).unwrap_or(ROLES.len())
}

/// `KQvKR.rtbw`, whichever side a name has first.
pub(super) fn file_name(name: &str, ending: &str) -> String {
    let name = Men::from_name(name).map_or_else(|| name.to_string(), |men| men.name());
    format!("{name}.{ending}")
}

/// The files in a folder that have the names of tables, in the order of their names.
///
/// # Errors
///
/// A folder that cannot be read.
pub(super) fn tables_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if name_of(&path).is_some() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// `KQvKR.rtbw`, the stronger side first; `None` where a file has no name of a table.
pub(super) fn name_of(path: &Path) -> Option<String> {
    let men = Men::from_name(path.file_stem()?.to_str()?)?;
    let ending = path.extension()?.to_str()?;
    matches!(ending, "rtbw" | "rtbz").then(|| format!("{}.{ending}", men.name()))
}

/// How names of files end: who wins, and in how many plies the next zeroing move follows.
const ENDINGS: [&str; 2] = ["rtbw", "rtbz"];

/// The names of files that captures and promotions in the available endgames lead to, and that are not
/// there, those with fewer men first. Each table is two files.
pub(super) fn missing(files: &BTreeSet<String>) -> Vec<String> {
    let stem = |file: &String| file.split('.').next().and_then(Men::from_name);
    let mut needed: BTreeSet<Men> = files.iter().filter_map(stem).collect();
    let mut new: Vec<Men> = needed.iter().cloned().collect();
    while let Some(men) = new.pop() {
        new.extend(men.successors().into_iter().filter(|men| needed.insert(men.clone())));
    }
    let mut names: Vec<(usize, String)> = needed
        .iter()
        .flat_map(|men| ENDINGS.map(|ending| (men.count(), format!("{}.{ending}", men.name()))))
        .filter(|(_, name)| !files.contains(name))
        .collect();
    names.sort();
    names.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_stronger_side_first() {
        let name = |text: &str| Men::from_name(text).map(|men| men.name()).unwrap_or_default();
        for (text, expected) in [
            ("KQvKR", "KQvKR"),
            ("KRvKQ", "KQvKR"),
            ("KvKP", "KPvK"),
            ("KPPvKQ", "KPPvKQ"),
            ("KNBvKBB", "KBBvKBN"),
        ] {
            assert_eq!(name(text), expected);
        }
        for text in ["KvK", "QvK", "KQ", "KQvkr", "KKvK", "notes", "KQvKR "] {
            assert_eq!(Men::from_name(text), None, "{text}");
        }
        let chess: Chess = "4k3/8/8/8/8/8/8/R3K1N1 w - - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .ok()
            .and_then(|fen| fen.into_position(shakmaty::CastlingMode::Standard).ok())
            .unwrap_or_default();
        assert_eq!(Men::of(&chess).name(), "KRNvK");
        assert_eq!(file_name("KvKQ", "rtbz"), "KQvK.rtbz");
    }

    #[test]
    fn captures_and_promotions_leave_other_men() {
        let names = |text: &str| -> Vec<String> {
            let men = Men::from_name(text);
            let all = men.iter().flat_map(Men::successors);
            let mut names: Vec<String> = all.map(|men| men.name()).collect();
            names.sort();
            names
        };
        assert_eq!(names("KPvK"), ["KBvK", "KNvK", "KQvK", "KRvK"]);
        assert_eq!(names("KQvKR"), ["KQvK", "KRvK"]);
    }

    #[test]
    fn what_captures_and_promotions_lead_to_is_needed() {
        let names = |text: &str| text.split_whitespace().map(str::to_string).collect();
        assert_eq!(missing(&names("KQvK.rtbw KQvK.rtbz")), Vec::<String>::new());
        assert_eq!(missing(&names("KQvK.rtbw")), ["KQvK.rtbz"]);
        let missing = missing(&names("KPvK.rtbw KPvK.rtbz KQvK.rtbw KQvK.rtbz"));
        assert_eq!(missing.len(), 6);
        assert_eq!(missing[..2], ["KBvK.rtbw", "KBvK.rtbz"]);
    }
}
