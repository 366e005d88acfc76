//! What game files call chess and Chess960.

use thiserror::Error;

use crate::chess::CastlingRules;

/// A game of another variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the variant {0:?} is not supported; only chess and Chess960 are")]
pub struct OtherVariant(String);

/// Names that say nothing about castling, as [`letters`] leaves them.
const UNKNOWN: &str = "chess fromposition chessfromposition setup unknown none";

/// Names of ordinary chess.
const STANDARD: &str = "standard standardchess normal normalchess classical classic orthodox orthochess regular regularchess \
                        illegal";

/// Names of Chess960.
const CHESS960: &str = "chess960 960 960chess c960 frc fischerandom fischerandomchess fischerrandom fischerrandomchess \
                        chess960fischerandom chess960fischerrandom wildfr freestyle freestylechess chess9lx";

/// What the name of a variant says about castling.
///
/// # Errors
///
/// [`OtherVariant`] for the name of another game.
pub fn castling_rules(name: &str) -> Result<CastlingRules, OtherVariant> {
    let letters = letters(name);
    let is_one_of = |names: &str| names.split(' ').any(|known| known == letters);
    match () {
        () if letters.is_empty() || is_one_of(UNKNOWN) => Ok(CastlingRules::Unknown),
        () if is_one_of(STANDARD) => Ok(CastlingRules::Standard),
        () if is_one_of(CHESS960) => Ok(CastlingRules::Chess960),
        () => Err(OtherVariant(name.to_string())),
    }
}

/// The letters and digits of a name, in small letters: programs differ in what stands between.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_letters_and_digits() {
        let read = |name: &str| castling_rules(name).ok();
        for name in ["", "?", "-", " Chess ", "From Position", "from_position"] {
            assert_eq!(read(name), Some(CastlingRules::Unknown), "{name}");
        }
        for name in ["normal", "Standard", "STANDARD", "Classical"] {
            assert_eq!(read(name), Some(CastlingRules::Standard), "{name}");
        }
        for name in ["Chess 960", "chess-960", "Chess960", "Fischer-Random", "wild/fr", "FRC"] {
            assert_eq!(read(name), Some(CastlingRules::Chess960), "{name}");
        }
        let error = castling_rules("Three-check").map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err("the variant \"Three-check\" is not supported; only chess and Chess960 are".into())
        );
    }
}
