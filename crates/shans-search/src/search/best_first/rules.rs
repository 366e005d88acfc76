//! What is asked next, where leaves are searched: rules in the order in which they are asked. The first that asks is
//! heard; one that waits keeps those below it silent until an answer comes, all but the last. `self.rules` is the chance model.
//! What each of them asks, with its numbers and what was measured, is in `docs/algorithm.md`, *What is asked next*.

use super::change::Errand;
use super::included::IncludedMove;
use super::path_node::Aim;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};

/// What a rule says: to ask this about the node at the end of the path, with this many doublings; `None` if it has nothing to
/// ask, and the next rule is asked.
type Said = Result<Option<(Errand, u8)>, Wait>;

/// Nothing of the rules below now. If no spare move is asked either, nothing is asked again before the next answer.
struct Wait;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What is asked next about the node to which it has walked, and with how many doublings. `None` if all that can be asked is
    /// out.
    pub(super) fn select(&mut self) -> Option<(Errand, u8)> {
        let in_order: [fn(&mut BestFirst<G>) -> Said; 8] = [
            BestFirst::an_included_line,
            BestFirst::the_last_lines,
            BestFirst::a_first_value,
            BestFirst::a_faster_win,
            BestFirst::the_furthest_behind,
            BestFirst::a_short_line,
            BestFirst::the_larger_chance,
            BestFirst::the_anchor_early,
        ];
        for rule in in_order {
            match rule(self) {
                Ok(None) => {}
                Ok(asked) => return asked,
                Err(Wait) => break,
            }
        }
        self.a_spare_move()
    }

    fn an_included_line(&mut self) -> Said {
        let Some(included) = self.included_move() else { return Ok(None) };
        // It may need a node that something else is asked about.
        if !self.focus.asked.out.is_empty() {
            return Err(Wait);
        }
        self.go_along(&included.way);
        let doublings = self.doublings_of_included(&included);
        // Such a leaf is searched as a whole first, so that its own best move is known.
        let is_new = self.end_was_never_searched();
        let errand = if is_new { Errand::Search } else { Errand::Make(included.mv) };
        Ok(Some((errand, doublings)))
    }

    /// With how many doublings a position of a line is searched: people look at these values, so they get more nodes than other
    /// leaves, as far as the limit has them.
    fn doublings_of_included(&self, included: &IncludedMove) -> u8 {
        // The way begins with the root. Of the lines, the first ones lie beside the position analysed and take nothing.
        let plies = (self.included[included.line].len() + 1).saturating_sub(included.way.len());
        let positions = (plies * (self.included.len() - self.focus.lines_passed)) as u64;
        let tuning = self.rules.tuning();
        let nodes = self.nodes_left() / positions.saturating_mul(tuning.included_part).max(1);
        self.rules.doublings_of(nodes.min(tuning.included_nodes)).max(1)
    }

    /// Before a limit ends the search: how lines go on that are too short, and with what is left over how others do.
    fn the_last_lines(&mut self) -> Said {
        if !self.is_time_for_line_ends() {
            return Ok(None);
        }
        if self.focus.asked.asks_for_more_than_lines() {
            return Err(Wait);
        }
        let tuning = self.rules.tuning();
        let plies = [tuning.line_plies, tuning.long_line_plies];
        Ok(plies.into_iter().find_map(|plies| self.select_line_of_fewer(plies)))
    }

    fn a_first_value(&mut self) -> Said {
        Ok(if self.lacks_values() { self.select_first_value() } else { None })
    }

    fn a_faster_win(&mut self) -> Said {
        if !self.wants_faster_win() {
            return Ok(None);
        }
        let seen = self.faster_win_seen().and_then(|id| self.select_chance_below(id));
        seen.or_else(|| self.select_anchor()).map(Some).ok_or(Wait)
    }

    fn the_furthest_behind(&mut self) -> Said {
        // Beside the anchor of a leaf nothing is asked: both would search all its moves.
        if self.node().is_leaf() && self.focus.asked.has_anchor() {
            return Err(Wait);
        }
        Ok(self.select_furthest_behind())
    }

    /// How the first line that is told and too short to be read goes on, the answer's before others, as far as that is cheap.
    fn a_short_line(&mut self) -> Said {
        let tuning = self.rules.tuning();
        let in_all = self.stats.for_lines.saturating_add(tuning.end_nodes);
        let is_cheap = in_all.saturating_mul(tuning.ends_part) <= self.budget.nodes();
        let may_ask = is_cheap && !self.wants_just_a_move();
        Ok(if may_ask { self.select_line_of_fewer(tuning.line_plies) } else { None })
    }

    /// A proof leaves no chance to follow; what is asked already is waited for.
    fn the_larger_chance(&mut self) -> Said {
        if self.node().is_proven() { Err(Wait) } else { Ok(self.select_chance()) }
    }

    /// Walks to the node on which the larger chance rests. Nodes that are asked about, and those that are dear
    /// ([`BestFirst::is_dear`]), are passed: each has a virtual loss until one is selected.
    fn select_chance(&mut self) -> Option<(Errand, u8)> {
        let mut passed = Vec::new();
        let mut selected = None;
        for _ in 0..=self.rules.tuning().passed + self.focus.asked.out.len() {
            self.descend_to_chance(None);
            let (id, node) = self.end();
            if !self.is_asked(id) && !self.is_dear(&node) {
                selected = Some(self.focus.walk.way());
                break;
            }
            passed.push(self.count_end_deeper());
        }
        passed.into_iter().rev().flatten().for_each(|counted| self.count_as_before(counted));
        let way = selected?;
        self.go_along(&way);
        Some(self.search_of_end())
    }

    fn the_anchor_early(&mut self) -> Said {
        Ok(self.select_anchor())
    }

    /// A move that waits along the best line, for a worker who has nothing else to do. The walk leads to its position.
    ///
    /// The selection goes past everything that somebody searches already; in a small tree nothing is left then. So
    /// moves of the best line that have no value of their own get one, the most likely first: one that turns out to be needed
    /// is there already. With that eight engines are busy all the time, without it for 81 % of it.
    fn a_spare_move(&mut self) -> Option<(Errand, u8)> {
        // Where the tree is to be the same for any number of threads, it is made of what is due alone.
        let is_free = !self.focus.asked.out.is_empty() && !self.rules.searches_apart();
        let is_narrow = self.budget.limits().narrowing.is_any();
        let may_ask = is_free && !is_narrow && !self.is_time_for_line_ends();
        if !may_ask || self.node().is_proven() || self.included_move().is_some() {
            return None;
        }
        self.descend_through(None, Aim::BestLine);
        let way = self.focus.walk.way();
        for level in self.levels_with_moves() {
            self.go_along(&way[..=level]);
            let asked = self.focus.asked.spare_moves(way[level]);
            let waiting = self.moves_that_wait().unwrap_or_default();
            if let Some(mv) = waiting.into_iter().find(|mv| !asked.contains(mv)) {
                return Some((Errand::Spare(mv), 1));
            }
        }
        None
    }

    /// The levels of the path in which moves wait and fewer have a value than there are workers, that with the fewest
    /// first.
    pub(super) fn levels_with_moves(&self) -> Vec<usize> {
        let first = self.focus.walk.stem.len() - 1;
        let mut found = Vec::new();
        for (level, at) in self.focus.walk.path.iter().enumerate().skip(first) {
            let node = self.tree.node(at.id);
            // A leaf further down is searched with all its moves.
            let is_split = level == first || !node.is_leaf();
            let has_moves = is_split && node.next.exists() && node.turn().player().is_some();
            let searched =
                usize::from(self.tree.made(at.id)) + self.focus.asked.spare_moves(at.id).len();
            if has_moves && searched < self.leaves.workers.capacity() {
                found.push((searched + self.rules.tuning().spare_step * (level - first), level));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, level)| level).collect()
    }
}
