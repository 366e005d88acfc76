//! What is asked next, where leaves are searched: rules in the order in which they are asked. The first that asks is
//! heard; one that waits keeps those below it silent until an answer comes, all but the last. `self.rules` is the chance model.
//! What each of them asks, with its numbers and what was measured, is in `docs/algorithm.md`, *What is asked next*.

use super::change::Errand;
use super::included::IncludedMove;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};

/// What a rule says.
enum Said {
    /// This, about the node at the end of the path, with this many doublings.
    Ask((Errand, u8)),
    /// Nothing of the rules below now. If no spare move is asked either, nothing is asked again before the next answer.
    Wait,
    /// Nothing; the next rule is asked.
    Pass,
}

impl Said {
    fn or_pass(asked: Option<(Errand, u8)>) -> Said {
        asked.map_or(Said::Pass, Said::Ask)
    }

    fn or_wait(asked: Option<(Errand, u8)>) -> Said {
        asked.map_or(Said::Wait, Said::Ask)
    }
}

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
                Said::Ask(asked) => return Some(asked),
                Said::Wait => break,
                Said::Pass => {}
            }
        }
        self.a_spare_move()
    }

    fn an_included_line(&mut self) -> Said {
        let Some(included) = self.included_move() else { return Said::Pass };
        // It may need a node that something else is asked about.
        if !self.focus.asked.is_empty() {
            return Said::Wait;
        }
        self.go_along(&included.way);
        let doublings = self.doublings_of_included(&included);
        // Such a leaf is searched as a whole first, so that its own best move is known.
        let is_new = self.end_was_never_searched();
        Said::Ask((if is_new { Errand::Search } else { Errand::Make(included.mv) }, doublings))
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

    fn the_last_lines(&mut self) -> Said {
        if !self.is_time_for_line_ends() {
            return Said::Pass;
        }
        if self.focus.asked.asks_for_more_than_lines() {
            return Said::Wait;
        }
        Said::or_pass(self.select_last_line())
    }

    fn a_first_value(&mut self) -> Said {
        if self.lacks_values() { Said::or_pass(self.select_first_value()) } else { Said::Pass }
    }

    fn a_faster_win(&mut self) -> Said {
        if !self.wants_faster_win() {
            return Said::Pass;
        }
        let seen = self.faster_win_seen().and_then(|id| self.select_chance_below(id));
        Said::or_wait(seen.or_else(|| self.select_anchor()))
    }

    fn the_furthest_behind(&mut self) -> Said {
        // Beside the anchor of a leaf nothing is asked: both would search all its moves.
        if self.node().is_leaf() && self.focus.asked.has_anchor() {
            return Said::Wait;
        }
        Said::or_pass(self.select_furthest_behind())
    }

    fn a_short_line(&mut self) -> Said {
        if self.wants_just_a_move() { Said::Pass } else { Said::or_pass(self.select_short_line()) }
    }

    /// A proof leaves no chance to follow; what is asked already is waited for.
    fn the_larger_chance(&mut self) -> Said {
        if self.node().is_proven() { Said::Wait } else { Said::or_pass(self.select_chance()) }
    }

    /// Walks to the node on which the larger chance rests. Nodes that are asked about, and those that are dear
    /// ([`BestFirst::is_dear`]), are passed: each has a virtual loss until one is selected.
    fn select_chance(&mut self) -> Option<(Errand, u8)> {
        let mut passed = Vec::new();
        let mut selected = None;
        for _ in 0..=self.rules.tuning().passed + self.focus.asked.len() {
            self.descend_to_chance(None);
            let Some((id, node)) = self.end() else { break };
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
        Said::or_pass(self.select_anchor())
    }
}
