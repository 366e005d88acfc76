//! The numbers of the rules by which the best-first search chooses, where leaves are searched: each with its bounds, and with
//! what was measured.

use crate::search::parameters::parameters;

parameters! {
    /// Numbers of the best-first search beside those of the chance model. Trees of other numbers do not mix.
    pub struct Tuning {
        /// The positions of lines that are to be in the tree are searched with so many nodes each,
        included_nodes: u64 = 2_400, 75 to 1_000_000, "nodes";
        /// and all of them together with one part in so many of the nodes that the limit leaves.
        included_part: u64 = 8, 1 to 64, "parts";
        /// How many nodes a selection passes over beside those that something is asked about.
        passed: usize = 8, 0 to 64, "nodes of the tree";

        /// A win that was seen is proven by searches with one part in so many of the nodes that are due: of 28 mates in three and
        /// four over Stockfish with 300,000 nodes 26 are proven so, and 19 with all of them.
        proof_part: u64 = 32, 1 to 1_024, "parts";
        /// No such search gets fewer nodes.
        proof_nodes: u64 = 300, 1 to 100_000, "nodes";
        /// A win that the whole position was seen to have is to be proven, until so many times the nodes were spent that it took
        /// to see it,
        proof_effort: u64 = 16, 1 to 1_024, "times";
        /// and no fewer than these.
        proof_effort_nodes: u64 = 1_000, 1 to 1_000_000, "nodes";
        /// A faster win than the proven one is looked for until this many times the nodes were spent that it took to find.
        faster_win_effort: u64 = 16, 1 to 1_024, "times";

        /// A search of the end of a line takes so many nodes.
        end_nodes: u64 = 75, 1 to 10_000, "nodes";
        /// All searches of the ends of lines together take no more than one part in so many of all nodes, until a limit comes near,
        ends_part: u64 = 24, 1 to 1_024, "parts";
        /// before which the nodes of so many of them are kept back for each line that is told.
        ends_kept: u64 = 4, 0 to 100, "searches";
        /// A line that is told goes on for so many plies, if the game does; what is left of the nodes kept back for that
        line_plies: usize = 8, 0 to 64, "plies";
        /// makes lines longer until they have so many.
        long_line_plies: usize = 16, 0 to 64, "plies";
        /// A value that differs by more at the end of a line says that its last move was a mistake. Of 239 ends of lines 44 did.
        end_apart: f32 = 100.0, 0 to 10_000, "centipawns";

        /// The first search of another move that is told has this many doublings less than the anchor.
        behind: u8 = 4, 0 to 20, "doublings";
        /// A move that is told beside the answer has this part of the anchor's nodes,
        rival: f64 = 0.0625, 0 to 8, "of the anchor";
        /// and this one where it looks better than the answer; so has the answer then.
        disputed: f64 = 0.5, 0 to 8, "of the anchor";
        /// A search of a leaf waits until the tree's share is one in so many of its nodes.
        patience: f64 = 4.0, 0 to 1_000, "times";
        /// A search of moves that wait is not dear if it takes at most this part of the nodes of the position analysed.
        cheap: f64 = 0.0625, 0 to 1, "of all nodes";
        /// The leaf at the end of a line of no more plies gets its share before moves that wait further up.
        near_leaf: u16 = 4, 0 to 1_000, "plies";
        /// A position of the best line counts as if so many more of its moves had a value as the one before it, where an idle
        /// worker looks for a move.
        spare_step: usize = 2, 0 to 64, "moves";

        /// The tree's move takes the place of the anchor's if it is clearly better, and at least one node was spent on it for
        /// this many of the anchor.
        answer_part: u64 = 2, 1 to 64, "parts";
        /// A move that is not clearly better takes its place with more nodes than the anchor's, and where that is one of many
        /// workers with more than this many times as many: there every rival has more.
        answer_times: u64 = 2, 1 to 64, "times";

        /// Where a move is wanted and not a tree, the tree gets this part of its nodes.
        games_tree: f64 = 0.0625, 0 to 8, "of its share";
        /// There, a doubling of the nodes of our own search of the whole position has this many parts at most: it ends after nearly
        /// every iteration, so that whoever looks at a clock may end it there. Cut in the middle of an iteration, it has 37 % of 216
        /// games of 1 s + 0.02 s against `pvs`, and between two 45 % of 770.
        games_parts: u64 = 8, 1 to 64, "parts";

        /// An answer that holds with this probability ends a search without other limits.
        settled: f64 = 0.98, 0 to 1, "probability";
        /// No such search ends before this many nodes: twice the smallest number with which answers were measured.
        settled_nodes: u64 = 20_000, 1 to 1_000_000_000, "nodes";
    }
}
