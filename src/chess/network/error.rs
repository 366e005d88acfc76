//! What is wrong with a file of weights.

use thiserror::Error;

/// Bytes that are no network of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// It does not begin like one.
    #[error("this is no file of weights")]
    NoNetwork,
    /// It is made for a network of another size.
    #[error("the weights are for {found:?} inputs, units and outputs, not {expected:?}")]
    Size {
        /// What the file is for.
        found: [u32; 3],
        /// What the program has.
        expected: [u32; 3],
    },
    /// Its length does not fit the size of the network.
    #[error("the file of weights has {found} bytes, not {expected}")]
    Length {
        /// Bytes of the file.
        found: usize,
        /// Bytes of such a network.
        expected: usize,
    },
    /// Bytes have changed.
    #[error("the file of weights is damaged: its hash is {found:016x}, not {expected:016x}")]
    Hash {
        /// What follows from the bytes.
        found: u64,
        /// What the file says.
        expected: u64,
    },
    /// A weight with which sums could leave their range.
    #[error("the weight {0} is too large")]
    Weight(i16),
}
