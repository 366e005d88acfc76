//! Principal variations, collected while the search returns.

/// The best line found so far from each ply of the present path.
#[derive(Clone, Debug)]
pub(in crate::search) struct Lines<M>(Vec<Vec<M>>);

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Lines(Vec::new())
    }
}

impl<M: Copy> Lines<M> {
    /// Forgets the line at `ply`: a node begins.
    pub(in crate::search) fn clear(&mut self, ply: u16) {
        let ply = usize::from(ply);
        if ply >= self.0.len() {
            self.0.resize_with(ply + 1, Vec::new);
        }
        self.0[ply].clear();
    }

    /// The line at `ply` becomes `mv` and the line of the child it led to.
    pub(in crate::search) fn lead(&mut self, ply: u16, mv: M) {
        let ply = usize::from(ply);
        if ply + 2 > self.0.len() {
            self.0.resize_with(ply + 2, Vec::new);
        }
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// The line after the root's present move.
    pub(in crate::search) fn below_root(&self) -> &[M] {
        self.0.get(1).map_or(&[], Vec::as_slice)
    }

    /// The line from the root; empty if nothing raised the window there.
    pub(in crate::search) fn root_line(&self) -> &[M] {
        self.0.first().map_or(&[], Vec::as_slice)
    }
}
