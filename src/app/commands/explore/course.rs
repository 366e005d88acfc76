//! What is left of the limits of a search that comes along to another position.

use std::time::Instant;

use super::question::{Limit, Moves};

/// Where a search goes, and how long it may continue, wherever it is.
#[derive(Clone, Debug)]
pub struct Course {
    /// The moves to the position that is to be searched.
    pub to: Moves,
    limit: Limit,
    nodes_before: u64,
    began: Instant,
}

impl Course {
    /// One that begins now, `nodes` having been searched before it.
    pub fn new(to: Moves, limit: Limit, nodes: u64) -> Course {
        Course { to, limit, nodes_before: nodes, began: Instant::now() }
    }

    /// What is left of its limits when this many nodes are searched in all.
    pub fn left(&self, nodes: u64) -> Limit {
        let searched = nodes.saturating_sub(self.nodes_before);
        Limit {
            nodes: self.limit.nodes.map(|most| most.saturating_sub(searched)),
            time: self.limit.time.map(|most| most.saturating_sub(self.began.elapsed())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn nodes_and_time_are_used_up_on_the_way() {
        let limit = Limit { nodes: Some(100), time: Some(Duration::from_secs(60)) };
        let course = Course::new(Moves::new(), limit, 1_000);
        assert_eq!(course.left(1_030).nodes, Some(70));
        assert_eq!(course.left(5_000).nodes, Some(0));
        assert!(course.left(1_000).time.is_some_and(|left| left < Duration::from_secs(60)));
        assert_eq!(Course::new(Moves::new(), Limit::default(), 0).left(9), Limit::default());
    }
}
