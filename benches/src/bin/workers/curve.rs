//! What the time of one worker by itself buys.

/// How many positions one solves in a multiple of the nodes of a worker.
#[derive(Debug, Default)]
pub struct Curve {
    /// By the nodes; times that of a worker.
    points: Vec<(f64, f64)>,
}

impl Curve {
    /// One that was measured with more nodes than those before.
    pub fn add(&mut self, times: u64, solved: u64) {
        // What was solved with fewer nodes and is not with more was luck.
        let least = self.points.last().map_or(0.0, |&(_, solved)| solved);
        self.points.push((times as f64, (solved as f64).max(least)));
    }

    /// How many times the nodes one takes to solve as many: between two measured points in proportion to the doublings.
    /// `<` or `>` before a number that was not reached, or never missed; nothing where nothing was measured.
    pub fn worth(&self, solved: u64) -> String {
        let solved = solved as f64;
        let (Some(&(first, least)), Some(&(last, most))) =
            (self.points.first(), self.points.last())
        else {
            return String::new();
        };
        if solved < least {
            return format!("<{first}");
        }
        for pair in self.points.windows(2) {
            let [(few, fewer), (many, more)] = [pair[0], pair[1]];
            if solved < more {
                let part = (solved - fewer) / (more - fewer);
                return format!("{:.1}", few * (many / few).powf(part));
            }
        }
        let sign = if solved > most { ">" } else { "" };
        format!("{sign}{last:.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worth_lies_between_two_points_of_the_curve() {
        let mut curve = Curve::default();
        assert_eq!(curve.worth(10), "");
        for (times, solved) in [(1, 24), (2, 32), (4, 31), (8, 40)] {
            curve.add(times, solved);
        }
        let worth = |solved| curve.worth(solved);
        assert_eq!([worth(23), worth(24), worth(28), worth(36)], ["<1", "1.0", "1.4", "5.7"]);
        assert_eq!(worth(32), "4.0", "fewer with twice the nodes are no less knowledge");
        assert_eq!([worth(40), worth(41)], ["8.0", ">8.0"]);
    }
}
