//! The evaluations by name: what positions are worth before anything is searched.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::printable::printable_path;
use crate::chess::{Network, WeightsError};

/// An evaluation that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum EvaluationKind {
    /// Piece-square tables corrected by the trained network of this program.
    #[default]
    Network,
    /// The tables alone.
    Tables,
    /// The tables corrected by the network of a file.
    File(Box<NetworkFile>),
}

/// A network of one's own.
#[derive(Clone, Debug)]
pub struct NetworkFile {
    /// The file, as it was given.
    name: String,
    /// What is in it.
    pub network: Network,
}

/// The same weights, whatever their file is called.
impl PartialEq for NetworkFile {
    fn eq(&self, other: &NetworkFile) -> bool {
        self.network.hash() == other.network.hash()
    }
}

impl Eq for NetworkFile {}

/// No evaluation has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// There is no such file either, or it cannot be read.
    #[error(
        "no evaluation is called {name}: give network, tables, or the file of a network ({error})"
    )]
    Unknown {
        /// What was given.
        name: String,
        /// Why it cannot be read.
        error: String,
    },
    /// There is such a file, and it is no network.
    #[error(
        "{name} cannot be used as a network: {error}; docs/network-file.md describes the format"
    )]
    NoNetwork {
        /// The file.
        name: String,
        /// What is wrong with it.
        error: WeightsError,
    },
}

impl EvaluationKind {
    /// Those that need no file.
    pub const NAMED: [EvaluationKind; 2] = [EvaluationKind::Network, EvaluationKind::Tables];
    /// The greatest file that may be a network; others are not read.
    const MOST_BYTES: u64 = 1 << 24;

    fn of_file(name: &str) -> Result<EvaluationKind, EvaluationError> {
        let shown = printable_path(Path::new(name)).to_string();
        let read = || {
            let about = fs::metadata(name)?;
            // A pipe may never end.
            if about.is_file() && about.len() <= Self::MOST_BYTES {
                fs::read(name)
            } else {
                Ok(Vec::new())
            }
        };
        match read().map(|bytes| Network::read(&bytes)) {
            Ok(Ok(network)) => {
                Ok(EvaluationKind::File(Box::new(NetworkFile { name: name.to_string(), network })))
            }
            Ok(Err(error)) => Err(EvaluationError::NoNetwork { name: shown, error }),
            Err(error) => Err(EvaluationError::Unknown { name: shown, error: error.to_string() }),
        }
    }
}

/// A name, in small letters or capitals, or a file.
impl FromStr for EvaluationKind {
    type Err = EvaluationError;

    fn from_str(text: &str) -> Result<EvaluationKind, EvaluationError> {
        let named = EvaluationKind::NAMED.into_iter();
        let mut named = named.filter(|kind| kind.to_string().eq_ignore_ascii_case(text));
        named.next().map_or_else(|| EvaluationKind::of_file(text), Ok)
    }
}

impl fmt::Display for EvaluationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EvaluationKind::Network => "network",
            EvaluationKind::Tables => "tables",
            EvaluationKind::File(file) => &file.name,
        })
    }
}

impl Serialize for EvaluationKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluation_has_a_name() -> Result<(), EvaluationError> {
        for kind in EvaluationKind::NAMED {
            assert_eq!(kind.to_string().to_uppercase().parse::<EvaluationKind>()?, kind);
        }
        Ok(())
    }

    #[test]
    fn a_file_is_an_evaluation_if_it_is_a_network() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name).display().to_string();
        let read = |name: &str| path(name).parse::<EvaluationKind>();
        fs::write(path("own.net"), include_bytes!("../chess/network/trained.net"))?;
        let own = read("own.net")?;
        assert_eq!(own.to_string(), path("own.net"));
        let EvaluationKind::File(file) = own else { anyhow::bail!("{own:?} is no file") };
        assert_eq!(file.network.hash(), Network::embedded().hash());
        fs::write(path("text.net"), "no network")?;
        assert!(matches!(read("text.net"), Err(EvaluationError::NoNetwork { .. })));
        assert!(matches!(read("nnue"), Err(EvaluationError::Unknown { .. })));
        let told = path("").parse::<EvaluationKind>().expect_err("a folder").to_string();
        assert!(told.contains("not a weights file"), "{told}");
        Ok(())
    }
}
