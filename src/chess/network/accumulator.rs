//! The sums that go into the hidden layer.

/// Hidden units for each side's view.
pub(super) const UNITS: usize = 32;

/// What goes into the hidden units, as White sees the board and as Black does: the weights of all
/// pieces on the board, added up. It does not depend on whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    pub(super) white: [i16; UNITS],
    pub(super) black: [i16; UNITS],
}

impl Accumulator {
    /// What stays with an evaluation that has no network.
    pub const UNUSED: Accumulator = Accumulator { white: [0; UNITS], black: [0; UNITS] };

    /// Adds the weights of a piece in either view. No sum leaves its range (`Network::read`): the
    /// check would only be slow.
    pub(super) fn add(&mut self, white: &[i16; UNITS], black: &[i16; UNITS]) {
        change(&mut self.white, white, i16::wrapping_add);
        change(&mut self.black, black, i16::wrapping_add);
    }

    /// Takes the weights of a piece away again.
    pub(super) fn remove(&mut self, white: &[i16; UNITS], black: &[i16; UNITS]) {
        change(&mut self.white, white, i16::wrapping_sub);
        change(&mut self.black, black, i16::wrapping_sub);
    }
}

fn change(sums: &mut [i16; UNITS], weights: &[i16; UNITS], by: impl Fn(i16, i16) -> i16) {
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum = by(*sum, weight);
    }
}
