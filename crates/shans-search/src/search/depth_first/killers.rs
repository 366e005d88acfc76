//! Killer moves: quiet moves that refuted a sibling are likely to refute this position too.

/// Two moves for each ply, the newest first.
#[derive(Clone, Debug)]
pub(in crate::search) struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Killers(Vec::new())
    }
}

impl<M: Copy + PartialEq> Killers<M> {
    /// The killers of a ply.
    pub(in crate::search) fn at(&self, ply: u16) -> [Option<M>; 2] {
        self.0.get(usize::from(ply)).copied().unwrap_or([None; 2])
    }

    /// A quiet move refuted a position of this ply: it pushes the first killer to the second
    /// place.
    pub(in crate::search) fn add(&mut self, ply: u16, mv: M) {
        let ply = usize::from(ply);
        if ply >= self.0.len() {
            self.0.resize(ply + 1, [None; 2]);
        }
        if self.0[ply][0] != Some(mv) {
            self.0[ply] = [Some(mv), self.0[ply][0]];
        }
    }

    /// Forgets all.
    pub(in crate::search) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_killer_pushes_the_old_one_to_second_place() {
        let mut killers = Killers::default();
        assert_eq!(killers.at(3), [None, None]);
        killers.add(3, 'a');
        killers.add(3, 'b');
        killers.add(3, 'b');
        assert_eq!(killers.at(3), [Some('b'), Some('a')]);
        killers.add(3, 'c');
        assert_eq!(killers.at(3), [Some('c'), Some('b')]);
        assert_eq!(killers.at(2), [None, None]);
    }
}
