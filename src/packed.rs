//! Files that are part of the program, as `build.rs` has packed them.

use miniz_oxide::inflate::decompress_to_vec_zlib;

/// The packed bytes of the file with this name.
macro_rules! packed {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name))
    };
}
pub(crate) use packed;

/// What was packed.
pub(crate) fn unpacked(packed: &[u8]) -> Vec<u8> {
    decompress_to_vec_zlib(packed).expect("packed when the program was built")
}

/// The same of a text.
pub(crate) fn unpacked_text(packed: &[u8]) -> String {
    String::from_utf8(unpacked(packed)).expect("a text")
}
