//! The weights.

/// Places of the viewer's own king that are told apart.
pub(super) const PLACES: usize = 4;
/// One for each piece of either side on each square ...
pub(super) const ON_A_BOARD: usize = 2 * 6 * 64;
/// ... for each place of the king.
pub(super) const INPUTS: usize = PLACES * ON_A_BOARD;
/// Sets of output weights: which one counts depends on the number of pieces.
pub(super) const BUCKETS: usize = 8;
/// Views of a board: the mover's, then the other one.
pub(super) const VIEWS: usize = 2;
/// The size of a block of units. With 32, a search takes 7 % more instructions.
pub(super) const LANES: usize = 128;

/// The numbers of a file.
#[derive(Debug)]
pub(super) struct Weights {
    /// Hidden units for each side's view.
    pub(super) units: usize,
    /// Input by input the weights of all units, in blocks. In 8 bits they leave more of a near cache to everything else.
    pub(super) inputs: Vec<[i8; LANES]>,
    pub(super) unit_bias: Vec<i16>,
    /// Bucket by bucket the weights of all units of the mover's view, then those of the other one.
    pub(super) outputs: Vec<i16>,
    pub(super) hash: u64,
}
