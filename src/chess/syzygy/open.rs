//! Opening tables: what is in the folders, what of it can be read, and the message about the rest.
//!
//! Tables are tried before a search rests on them: the beginnings of their files are read, so that what cannot be read is
//! reported at once.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup as _, Role, Setup, Square};
use shakmaty_syzygy::{SyzygyError, Tablebase};

use super::held_files::HeldFiles;
use super::material::{Men, missing, name_of, tables_in};
use super::probe::{FileProbe, ProbeTrouble};
use super::tables::Syzygy;
use crate::random::Random;

/// Tables that were opened.
#[derive(Debug)]
pub struct OpenedTables {
    /// Those that can be asked; `None` where there are none.
    pub tables: Option<Syzygy>,
    /// How many files they have.
    pub files: usize,
    /// What could not be used, and why: a sentence for each.
    pub troubles: Vec<String>,
}

/// What was found so far.
#[derive(Default)]
struct Search {
    /// By the name of the table; the first folder that has one counts.
    files: BTreeMap<String, PathBuf>,
    troubles: Vec<String>,
}

impl OpenedTables {
    /// The tables in these folders, to be probed for positions with at most this many pieces. What
    /// cannot be used is left out, and told.
    pub fn open(folders: &[PathBuf], most_pieces: u32) -> OpenedTables {
        let mut search = Search::default();
        folders.iter().for_each(|folder| search.look_into(folder));
        search.leave_out_unreadable();
        let Search { files, mut troubles } = search;
        let held = HeldFiles::default();
        let mut tables = Tablebase::with_filesystem(Arc::new(held.clone()));
        for path in files.values() {
            if let Err(error) = tables.add_file(path) {
                troubles.push(left_out(path, &error));
            }
        }
        troubles.extend(told_missing(&files.keys().cloned().collect()));
        let probe = FileProbe { tables, files: held };
        let tables = (!files.is_empty()).then(|| Syzygy::new(Box::new(probe), most_pieces));
        OpenedTables { tables, files: files.len(), troubles }
    }
}

impl Search {
    fn look_into(&mut self, folder: &Path) {
        match tables_in(folder) {
            Ok(files) if files.is_empty() => {
                self.troubles.push(format!("there are no tables in {}", folder.display()));
            }
            Ok(files) => {
                for path in files {
                    if let Some(name) = name_of(&path) {
                        self.files.entry(name).or_insert(path);
                    }
                }
            }
            Err(error) => {
                self.troubles.push(format!("no tables from {}: {error}", folder.display()));
            }
        }
    }

    /// Reads the beginning of every file.
    fn leave_out_unreadable(&mut self) {
        let mut trial: Tablebase<Chess> = Tablebase::new();
        let mut unreadable = Vec::new();
        for (name, path) in &self.files {
            if let Err(error) = trial.add_file(path) {
                unreadable.push((name.clone(), left_out(path, &error)));
            }
        }
        let men: BTreeSet<Men> =
            self.files.keys().filter_map(|name| Men::from_name(name.split('.').next()?)).collect();
        for position in men.iter().filter_map(position_of) {
            unreadable.extend(self.unreadable_for(&trial, &position));
        }
        for (name, told) in unreadable {
            if self.files.remove(&name).is_some() {
                self.troubles.push(told);
            }
        }
    }

    /// The files of a position that cannot be read, with the message about them.
    fn unreadable_for(&self, trial: &Tablebase<Chess>, chess: &Chess) -> Vec<(String, String)> {
        let wdl = trial.probe_wdl_after_zeroing(chess).err();
        let dtz = trial.probe_dtz(chess).err();
        let troubles = [wdl, dtz].into_iter().flatten().map(|error: SyzygyError| error.into());
        let told = troubles.filter_map(|trouble| match trouble {
            ProbeTrouble::Unreadable { file, why } => {
                let path = self.files.get(&file)?.display();
                Some((file.clone(), format!("the table {path} is left out: {why}")))
            }
            _ => None,
        });
        told.collect()
    }
}

fn left_out(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::InvalidData => "it is damaged or cut off".to_string(),
        _ => format!("it cannot be read: {error}"),
    };
    format!("the table {} is left out: {why}", path.display())
}

/// The message about missing tables.
fn told_missing(files: &BTreeSet<String>) -> Option<String> {
    let missing = missing(files);
    match &missing[..] {
        [] => None,
        [only] => Some(format!("the table {only} is missing; endings that need it are searched")),
        [first, second, ..] => Some(format!(
            "{} tables are missing, such as {first} and {second}; endings that need them are searched",
            missing.len()
        )),
    }
}

/// This many placements are tried: nearly every second one is a position.
const TRIES: usize = 1_000;

/// Any position with these men.
pub(super) fn position_of(men: &Men) -> Option<Chess> {
    let mut random = Random::new(1);
    (0..TRIES).find_map(|_| placed(men, &mut random))
}

fn placed(men: &Men, random: &mut Random) -> Option<Chess> {
    let squares: Vec<Square> = Square::ALL.into_iter().collect();
    let mut board = Board::empty();
    for (side, color) in men.sides().into_iter().zip(Color::ALL) {
        for &role in side {
            let square = random.pick(&squares)?;
            let is_edge = square.rank().distance(shakmaty::Rank::First) % 7 == 0;
            if board.piece_at(square).is_some() || (role == Role::Pawn && is_edge) {
                return None;
            }
            board.set_piece_at(square, role.of(color));
        }
    }
    let setup = Setup { board, ..Setup::empty() };
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_position_of_any_men() {
        for name in ["KPvK", "KQQvKQ", "KPPPvKPP", "KBNvK"] {
            let men = Men::from_name(name);
            let position = men.as_ref().and_then(position_of);
            assert_eq!(position.map(|chess| Men::of(&chess)), men, "{name}");
        }
    }
}
