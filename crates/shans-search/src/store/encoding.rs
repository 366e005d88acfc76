//! How plain structs become bytes in a header: bincode, with little-endian numbers of fixed size.

use bincode::error::EncodeError;
use serde::{Serialize, de::DeserializeOwned};

use super::preamble::LONGEST_HEADER;

/// The bytes of a value.
///
/// # Errors
///
/// A value of more than [`LONGEST_HEADER`] bytes.
pub fn encode(value: &impl Serialize) -> Result<Vec<u8>, EncodeError> {
    bincode::serde::encode_to_vec(value, config())
}

/// The value of these bytes, all of them; `None` if they are none.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    decode_front(bytes).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
}

/// The value at the front of these bytes, and what follows it.
pub fn decode_front<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    let (value, length) = bincode::serde::decode_from_slice(bytes, config()).ok()?;
    Some((value, &bytes[length..]))
}

/// No length beyond [`LONGEST_HEADER`] is trusted.
fn config() -> impl bincode::config::Config {
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<LONGEST_HEADER>()
}
