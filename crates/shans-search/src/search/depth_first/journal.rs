//! What was overwritten in a list of places, to put it back.

/// The first thing that was overwritten at each place since the last commit. It takes no more
/// memory than the list, however often a place is overwritten, and less if that is asked for.
#[derive(Clone, Debug)]
pub(in crate::search) struct Journal<T> {
    /// Places, and what was there.
    overwritten: Vec<(u32, T)>,
    /// A bit for each place: whether it is among them.
    noted: Vec<u64>,
    /// At most this many places are noted at a time.
    most: usize,
}

impl<T: Copy> Journal<T> {
    /// Nothing overwritten in a list of this many places, of which at most `most` can be noted.
    pub(in crate::search) fn new(places: usize, most: usize) -> Journal<T> {
        Journal { overwritten: Vec::new(), noted: vec![0; places.div_ceil(64)], most }
    }

    /// Notes what is at a place before that is overwritten; `false` if there is no room for
    /// it: the place has to stay as it is.
    pub(in crate::search) fn note(&mut self, place: usize, old: T) -> bool {
        let Some(word) = self.noted.get_mut(place / 64) else { return false };
        let bit = 1 << (place % 64);
        if *word & bit != 0 {
            return true;
        }
        if self.overwritten.len() >= self.most {
            return false;
        }
        *word |= bit;
        self.overwritten.push((place as u32, old));
        true
    }

    /// What was overwritten stays so.
    pub(in crate::search) fn commit(&mut self) {
        self.take_back(|_, _| {});
    }

    /// Gives every place that was overwritten, and what was there; nothing is noted then.
    pub(in crate::search) fn take_back(&mut self, mut put_back: impl FnMut(usize, T)) {
        for (place, old) in self.overwritten.drain(..) {
            let place = place as usize;
            self.noted[place / 64] &= !(1 << (place % 64));
            put_back(place, old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_place_is_put_back() {
        let mut list = [1, 2, 3];
        let mut journal = Journal::new(list.len(), 2);
        for (place, new, fits) in [(0, 7, true), (2, 8, true), (0, 9, true), (1, 9, false)] {
            assert_eq!(journal.note(place, list[place]), fits);
            if fits {
                list[place] = new;
            }
        }
        assert_eq!(list, [9, 2, 8]);
        journal.take_back(|place, old| list[place] = old);
        assert_eq!(list, [1, 2, 3]);
        assert!(journal.note(1, list[1]), "there is room again");
        journal.commit();
        journal.take_back(|_, _| panic!("nothing was overwritten since the commit"));
        assert!(!journal.note(64, 0), "no place of the list");
    }
}
