//! The weights.

/// One for each piece of either side on each square.
pub(super) const INPUTS: usize = 2 * 6 * 64;
/// Sets of output weights: which one counts depends on the number of pieces.
pub(super) const BUCKETS: usize = 8;
/// Views of a board: the mover's, then the other one.
pub(super) const VIEWS: usize = 2;
/// The size of a block of units.
pub(super) const LANES: usize = 32;

/// The numbers of a file.
#[derive(Debug)]
pub(super) struct Weights {
    /// Hidden units for each side's view.
    pub(super) units: usize,
    /// Input by input the weights of all units, in blocks.
    pub(super) inputs: Vec<[i16; LANES]>,
    pub(super) unit_bias: Vec<i16>,
    /// Bucket by bucket the weights of all units of the mover's view, then those of the other one.
    pub(super) outputs: Vec<i16>,
    pub(super) hash: u64,
}

impl Weights {
    /// The weights of an input for the units of a block.
    #[inline(always)]
    pub(super) fn lanes(&self, input: usize, block: usize) -> &[i16; LANES] {
        &self.inputs[input * self.units / LANES + block]
    }
}
