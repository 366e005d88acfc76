//! Another question about the position analysed, in the memory of the same search: the tree is put
//! aside as it is, and a second one grows in the room that it leaves.

use super::leaves::Leaves;
use super::search::{BestFirst, root_node};
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::memory::MemoryLimits;
use crate::search::report::Root;
use crate::tree::Tree;

/// The second tree has at least one part in this many of the room.
const LEAST_SHARE: usize = 4;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Puts the tree aside and begins a search of `root`, with the tables of this one and in the room
    /// that it leaves: both together keep within the memory. Where that is less than a quarter, what
    /// matters least is freed. This search must rest until [`BestFirst::end_aside`].
    ///
    /// `None` if the position analysed, its moves and the way to it leave less than a quarter.
    pub fn begin_aside(&mut self, root: Root<G>) -> Option<BestFirst<G>> {
        self.come_to_rest();
        let whole = self.tree.capacity();
        self.free_all_beyond(whole - whole / LEAST_SHARE).ok()?;
        self.refit(0);
        let left = whole - self.tree.len();
        let room = MemoryLimits { tree_nodes: Some(left), ..self.memory_limits };
        let rules = ChanceRules::new(*self.rules.model()).around(&root.game);
        let tree = Tree::new(root_node(&root, &rules), left);
        let leaves = std::mem::replace(&mut self.leaves, Leaves::of_nobody());
        Some(BestFirst { leaves, ..BestFirst::over(tree, root, rules, room) })
    }

    /// Ends a search that was begun with [`BestFirst::begin_aside`]: its tree goes, what it has
    /// learned from leaves stays, and this search has all of its room again.
    pub fn end_aside(&mut self, mut aside: BestFirst<G>) {
        aside.come_to_rest();
        self.leaves = aside.leaves;
        self.refit(self.memory_limits.tree_capacity(self.rules.searches_leaves()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::search::chance::ChanceModel;
    use crate::search::limits::Limits;
    use crate::search::report::Searcher;
    use crate::testing::Duel;

    fn search_on(search: &mut BestFirst<Duel>, nodes: u64) {
        let nodes = Some(search.nodes() + nodes);
        search.search(&Limits { nodes, ..Limits::default() }, &mut |_| {});
    }

    /// The numbers of all nodes.
    fn numbers(search: &BestFirst<Duel>) -> Vec<String> {
        let mut waiting = vec![search.tree.root()];
        let mut all = Vec::new();
        while let Some(id) = waiting.pop() {
            let node = search.tree.node(id);
            all.push(format!("{:?} {:?} {:?} {:?}", node.mv, node.value, node.alpha, node.beta));
            waiting.extend(search.tree.children(id).map(|(_, child, _)| child));
        }
        all
    }

    #[test]
    fn the_tree_put_aside_stays_and_both_keep_within_the_memory() {
        for model in [ChanceModel::default(), ChanceModel::searching()] {
            let root = Root::new(Duel::start());
            let room = MemoryLimits::new(8 << 20);
            let mut search = BestFirst::new(root.clone(), model, room);
            search_on(&mut search, 50_000);
            let (whole, before) = (search.tree.capacity(), numbers(&search));
            let mut other = root.clone();
            other.candidates = other.game().parse_move("5").map(|mv| vec![mv]);
            let mut aside = search.begin_aside(other).expect("room");
            assert_eq!(search.tree.capacity() + aside.tree.capacity(), whole);
            assert_eq!((search.table_bytes(), aside.table_bytes() > 0), (0, true));
            search_on(&mut aside, 20_000);
            assert_eq!(aside.tree.children(aside.at()).count(), 1);
            assert_eq!(aside.check(), Ok(aside.tree.len()));
            search.end_aside(aside);
            assert_eq!((search.tree.capacity(), numbers(&search)), (whole, before));
            assert_eq!(search.check(), Ok(search.tree.len()));
            let nodes = search.budget.nodes();
            search_on(&mut search, 5_000);
            assert!(search.budget.nodes() > nodes && search.table_bytes() > 0);
        }
    }

    #[test]
    fn a_full_tree_makes_room() {
        for model in [ChanceModel::default(), ChanceModel::searching()] {
            let room = MemoryLimits { tree_nodes: Some(2_000), ..MemoryLimits::new(8 << 20) };
            let mut search = BestFirst::new(Root::new(Duel::start()), model, room);
            search_on(&mut search, 200_000);
            let mut aside = search.begin_aside(Root::clone(&search.root)).expect("room");
            assert!(aside.tree.capacity() >= 500);
            search_on(&mut aside, 5_000);
            assert!(aside.tree.len() > 1 && aside.tree.len() <= aside.tree.capacity());
            search.end_aside(aside);
            assert_eq!(search.check(), Ok(search.tree.len()));
            assert_eq!(search.tree.capacity(), 2_000);
            let tiny = MemoryLimits { tree_nodes: Some(22), ..room };
            let mut search = BestFirst::new(Root::new(Duel::start()), model, tiny);
            search_on(&mut search, 5_000);
            if search.tree.len() > 17 {
                assert!(search.begin_aside(Root::clone(&search.root)).is_none());
            }
        }
    }
}
