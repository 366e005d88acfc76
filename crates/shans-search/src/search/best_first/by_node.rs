//! What is kept for some nodes of a tree: apart from them, and gone with them.

use std::collections::HashMap;

use crate::tree::{FileOrder, NodeId, Renaming, Tree};

/// At most one `T` for each node.
#[derive(Clone, Debug)]
pub struct ByNode<T> {
    pub all: HashMap<NodeId, T>,
    /// That of the tree when what belonged to freed nodes went last.
    generation: u64,
}

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        ByNode { all: HashMap::new(), generation: 0 }
    }
}

impl<T: Copy> ByNode<T> {
    /// For how many nodes anything is kept.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// What is kept for this node.
    pub fn get(&self, id: NodeId) -> Option<&T> {
        self.all.get(&id)
    }

    /// Drops what belongs to nodes that were freed. To be asked for before new nodes get their names.
    pub fn drop_freed(&mut self, tree: &Tree) {
        if self.generation != tree.generation() {
            self.generation = tree.generation();
            self.all.retain(|&id, _| tree.contains(id));
        }
    }

    /// Nodes have moved.
    pub fn rename(&mut self, renaming: &Renaming, tree: &Tree) {
        let all = std::mem::take(&mut self.all);
        self.all = all.into_iter().map(|(id, it)| (renaming.now(id), it)).collect();
        self.generation = tree.generation();
    }

    /// All, each with the place of its node in the order of files.
    pub fn in_file_order<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = (u32, T)> + 'a {
        let places = (0..).zip(FileOrder::new(tree)).take_while(|_| !self.all.is_empty());
        places.filter_map(|(place, id)| Some((place, *self.all.get(&id)?)))
    }

    /// All of a tree that was just loaded, whose nodes are in the order of files.
    pub fn loaded(all: impl IntoIterator<Item = (u32, T)>, tree: &Tree) -> ByNode<T> {
        let named = |(place, it)| Some((tree.nth_loaded(place)?, it));
        ByNode { all: all.into_iter().filter_map(named).collect(), generation: tree.generation() }
    }
}
