//! How plain structs become bytes in a header: bincode, with little-endian numbers of fixed size.

use std::io;

use bincode::config::Config;
use bincode::error::DecodeError;
use serde::{Serialize, de::DeserializeOwned};

/// The bytes of a value.
///
/// # Errors
///
/// A value that has no such form.
pub fn encode(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let encoded = bincode::serde::encode_to_vec(value, config::<{ u32::MAX as usize }>());
    encoded.map_err(io::Error::other)
}

/// The value of these bytes, all of them; `None` if they are none.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    decode_front(bytes).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
}

/// The value at the front of these bytes, and what follows it.
pub fn decode_front<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    // What is allocated for lengths in it, which are not trusted, is at most four times as much as there is.
    let decoded = match bytes.len() >> 20 {
        0..16 => decoded(bytes, config::<{ 16 << 20 }>()),
        16..64 => decoded(bytes, config::<{ 64 << 20 }>()),
        64..256 => decoded(bytes, config::<{ 256 << 20 }>()),
        256..1024 => decoded(bytes, config::<{ 1024 << 20 }>()),
        _ => decoded(bytes, config::<{ u32::MAX as usize }>()),
    };
    let (value, length) = decoded.ok()?;
    Some((value, &bytes[length..]))
}

fn decoded<T: DeserializeOwned>(
    bytes: &[u8],
    config: impl Config,
) -> Result<(T, usize), DecodeError> {
    bincode::serde::decode_from_slice(bytes, config)
}

/// At most this many bytes are allocated for what is decoded.
fn config<const MOST: usize>() -> impl Config {
    bincode::config::standard().with_little_endian().with_fixed_int_encoding().with_limit::<MOST>()
}
