//! How selective the search is. Games and analysis want different things: in games the depth that is won by reducing and pruning more
//! counts, and in hard positions what is overlooked by it.

use super::history::MOST;
use crate::search::parameters::parameters;

parameters! {
    /// The numbers of the selective search. Those for analysis are the defaults: each step was taken for the positions that it solves.
    pub struct PvsNumbers {
        /// Half the width of the first window.
        aspiration: f32 = 25.0, 1 to 10_000, "centipawns";
        /// Windows wider than this are opened fully.
        widest: f32 = 600.0, 1 to 100_000, "centipawns";
        /// Iterations below this depth have the full window.
        aspiration_depth: u32 = 4, 1 to 128, "plies";

        /// The greatest depth of reverse futility.
        reverse_depth: i32 = 3, 0 to 128, "plies";
        /// What the opponent may gain per ply there.
        reverse_margin: f32 = 150.0, 0 to 10_000, "centipawns";
        /// The least depth at which a pass is tried.
        pass_depth: i32 = 3, 1 to 128, "plies";
        /// From this depth on a pass that refutes is verified.
        verified_depth: i32 = 12, 1 to 128, "plies";
        /// From this depth on, a position of which no best move is known is searched a ply less deep.
        unknown_depth: i32 = 1_000, 1 to 1_000, "plies";
        /// In games, a capture that keeps this far above the window in a shallower search refutes.
        probcut: f32 = 180.0, 0 to 10_000, "centipawns";
        /// The least depth at which it is tried.
        probcut_depth: i32 = 5, 1 to 128, "plies";
        /// How much shallower the search is that has to agree.
        probcut_shallower: i32 = 4, 1 to 128, "plies";

        /// Moves are left out no deeper than this.
        pruned_depth: i32 = 6, 0 to 128, "plies";
        /// What a quiet move may gain at the last ply,
        futility: f32 = 100.0, 0 to 10_000, "centipawns";
        /// and with every ply more.
        futility_ply: f32 = 90.0, 0 to 10_000, "centipawns";
        /// What captures may lose in exchanges per ply of depth,
        capture_loss: i32 = 100, 0 to 10_000, "centipawns";
        /// and quiet moves.
        quiet_loss: i32 = 60, 0 to 10_000, "centipawns";
        /// In games, quiet moves are left out whose history is worse than this for each ply of depth,
        least_history: i32 = -3_500, -1_000_000 to 0, "of the history";
        /// no deeper than this.
        failed_depth: i32 = 5, 0 to 128, "plies";

        /// Plies of reduction: this,
        reduction: f64 = 0.5, 0 to 10, "plies";
        /// and the product of the logarithms of the depth and of the moves tried, divided by this.
        reduction_divisor: f64 = 2.25, 0.25 to 100, "";
        /// In games, plies more where the position is expected to be refuted.
        cut_reduction: i32 = 1, 0 to 10, "plies";
        /// A history score of this is worth a ply of reduction.
        history_ply: i32 = 12_000, 1 to 1_000_000, "of the history";
        /// In games, a reduced move is searched a ply deeper that is better than the best so far by this,
        much_better: f32 = 40.0, 0 to 10_000, "centipawns";
        /// and by so much more for each ply;
        much_better_ply: f32 = 2.0, 0 to 1_000, "centipawns";
        /// and a ply less deep if it is better by less than this.
        hardly_better: f32 = 8.0, 0 to 10_000, "centipawns";

        /// The least depth at which a move is tested for being singular.
        singular_depth: i32 = 6, 1 to 128, "plies";
        /// The table's value may stem from a search that is this many plies less deep.
        singular_slack: i32 = 3, 0 to 128, "plies";
        /// How far the others must stay behind for each ply of depth.
        singular_margin: f32 = 2.0, 0 to 1_000, "centipawns";
        /// In games, the others stay so far behind that two plies are added,
        far_behind: f32 = 20.0, 0 to 10_000, "centipawns";
        /// no more often than this on the way to a position.
        most_doubled: u8 = 6, 0 to 128, "times";

        /// Nodes less deep than this do not ask how likely a move is the best one: it takes too long for what is left to search.
        likely_depth: i32 = 3, 1 to 128, "plies";
        /// What log odds count for beside the history: a move that is e times as likely has this times 256 more, about a fifth
        /// of a ply of reduction.
        per_odds: i32 = 10, 0 to 1_000, "of the history";
        /// They count for no more than this: by itself, than a history at its limit.
        most_promise: i32 = 4 * MOST, 0 to 1_000_000, "of the history";
        /// In games, where captures are ordered by what they refuted, too, what a step of their order by victims counts for,
        per_gain: i32 = 250, 0 to 100_000, "";
        /// and how many points of the history of captures make one.
        capture_scores: i32 = 4, 1 to 1_000, "";
        /// In games, an entry of the same position is kept that is more than this many plies deeper.
        kept_deeper: i32 = 3, 0 to 1_000, "plies";
    }
}

impl PvsNumbers {
    /// Those for games. They began as what other engines have there, and were tuned by 7,400 games of `pvs` against itself: +44 Elo (+22 to +66)
    /// (`docs/journal/selective-search.md`).
    pub const IN_GAMES: PvsNumbers = PvsNumbers {
        aspiration: 16.0,
        reverse_depth: 8,
        reverse_margin: 71.0,
        unknown_depth: 4,
        probcut: 161.0,
        pruned_depth: 8,
        futility: 95.0,
        futility_ply: 73.0,
        quiet_loss: 70,
        least_history: -2_980,
        reduction: 0.78,
        reduction_divisor: 1.83,
        history_ply: 10_500,
        much_better: 42.5,
        singular_depth: 5,
        singular_margin: 1.75,
        far_behind: 18.5,
        per_odds: 15,
        per_gain: 229,
        ..PvsNumbers::DEFAULT
    };
}
