//! Whether a running search is to end: by the depth reached, a mate found, or the clock.
//!
//! At the soft limit of the clock ([`ThinkingTime`]) the search ends, times a factor:
//!
//! * less for an answer that has stood for long, four fifths of it if it never changed;
//! * half again for one that is far ahead of all others, and that stands;
//! * more while another move has a better value, and while the value falls.

use std::time::{Duration, Instant};

use super::clock::ThinkingTime;
use super::go::GoLimits;
use crate::app::games::CommandLineGame;
use crate::game::MoveCode;
use crate::search::{BestFirst, Interrupt, Report};
use crate::value::Player;

/// Depths that programs can read.
pub const DEEPEST: u32 = 255;
/// Between two looks at the standing of the moves; less where there is little time.
const INTERVAL: Duration = Duration::from_millis(1);
/// What an answer gets that has just changed, as a share of the soft limit. With 1.5, and the clock divided by 32 moves in place of 24,
/// `pvs` has 43.8 % of 200 games of 1 s + 0.01 s.
const CHANGED: f64 = 1.8;
/// An answer this far ahead of all others wins without much thought, centipawns.
const FAR_AHEAD: f32 = 150.0;
/// A value that has fallen by this is looked at for twice as long, centipawns.
const FALL: f32 = 100.0;
/// A depth-first search does not begin an iteration after this share of its time, since it ends the one
/// that it has begun. Nor does the search of a whole position beside a tree: with 0.6 it has 45 % against `pvs` (770 games
/// of 1 s + 0.02 s), with 0.75 and 0.9 52 % (400 games). To `pvs` itself it is the same (0.75 has 50 % of 200 against 0.6).
const LAST_BEGIN: f64 = 0.75;
/// Where others search, or leaves have static values, a search ends as soon as it is told to, so it may take
/// this share: both use as much of the clock then.
const LAST_QUESTION: f64 = 1.3;
/// Where the search of the whole position was as deep with so many times fewer nodes, and no fewer than these, its depth does
/// not rise any more: engines that search leaves tell of depth what they like. One ply takes two to four times the nodes.
const STANDSTILL: u64 = 64;
const LEAST_STANDSTILL: u64 = 1_000;
/// A search that is deep enough continues until as many moves have a value as are wanted, if no more than its nodes go into
/// that, and these for each line.
const NODES_A_LINE: u64 = 1_000;

/// What ends a search.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The limits that count.
    pub limits: GoLimits,
    /// When the clock started.
    pub started: Instant,
    /// Thrown to end it.
    pub interrupt: Interrupt,
    /// The greatest depth so far: this is what is reported.
    pub depth: u32,
    /// The nodes of the search of the whole position when the depth rose to this one.
    risen_with: Option<u64>,
    /// Whether the mate that was looked for has been found.
    has_mate: bool,
    /// The nodes after which a search that is deep enough does not wait for more lines.
    lines_until: Option<u64>,
    best: Option<MoveCode>,
    best_since: Duration,
    first_value: Option<f32>,
    next_look: Duration,
}

/// How the answer stands, for any searcher.
#[derive(Clone, Copy, Debug)]
struct Look {
    best: Option<MoveCode>,
    /// Centipawns, from the mover's view.
    value: f32,
    /// How far the answer is ahead of every other move, centipawns.
    lead: f32,
}

impl Look {
    fn of<G: CommandLineGame>(search: &BestFirst<G>) -> Option<Look> {
        let (answer, standing) = (search.answer()?, search.view().standing()?);
        let lead = standing.lead.unwrap_or(f32::INFINITY);
        Some(Look {
            best: Some(search.tree().node(answer).mv),
            value: standing.value,
            lead: lead.min(standing.rest.map_or(f32::INFINITY, |rest| (-rest).max(0.0))),
        })
    }
}

/// How deep a position is searched, plies: as deep as the search of the whole position is, or else as everything was
/// checked by what either player can still hope for.
pub fn depth_of<G: CommandLineGame>(search: &BestFirst<G>) -> Option<u32> {
    if let Some(anchor) = search.anchor() {
        return Some(anchor.line.depth().into());
    }
    let rules = search.rules();
    let gap = rules.largest_gap(search.tree().node(search.at()));
    // A cast saturates.
    gap.is_finite().then(|| (-gap / rules.doubling()) as u32)
}

impl Watch {
    /// These limits end it, and the interrupt.
    pub fn new(limits: GoLimits, started: Instant, interrupt: Interrupt) -> Watch {
        Watch {
            limits,
            started,
            interrupt,
            depth: 0,
            risen_with: None,
            has_mate: false,
            lines_until: None,
            best: None,
            best_since: Duration::ZERO,
            first_value: None,
            next_look: Duration::ZERO,
        }
    }

    /// Looks at a best-first search.
    pub fn look_at_tree<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        let node = search.tree().node(search.at());
        self.note_depth_of_tree(search);
        self.note_win(node.proven_win(), node.turn().player());
        if self.is_enough() && !self.waits_for_lines(search) {
            self.interrupt.throw();
        }
        let elapsed = self.started.elapsed();
        if let Some(soft) = self.limits.time.and_then(|time| time.soft)
            && elapsed >= self.next_look
            && !search.is_in_deepening()
        {
            self.next_look = elapsed + INTERVAL.min(soft / 8);
            let share = if search.searches_itself() { LAST_BEGIN } else { LAST_QUESTION };
            match Look::of(search) {
                Some(look) => self.consider(elapsed, look, share),
                // Nothing has been answered yet, so nothing speaks for more time: what is found until it is cut counts.
                None if elapsed >= soft.mul_f64(share) => self.interrupt.throw(),
                None => {}
            }
        }
    }

    /// Looks at a depth-first search between two iterations.
    pub fn look_at_report<G: CommandLineGame>(&mut self, position: &G, report: &Report<G::Move>) {
        self.note_depth(report.depth);
        let mover = position.turn().player();
        self.note_win(report.value.win(), mover);
        if self.is_enough() {
            self.interrupt.throw();
        }
        let look = Look {
            best: report.best_move().map(|mv| position.encode(mv)),
            value: report.value.for_player(mover.unwrap_or(Player::Max)),
            lead: 0.0,
        };
        self.consider(self.started.elapsed(), look, LAST_BEGIN);
    }

    /// Takes in what a report tells of the depth.
    pub fn note_depth(&mut self, depth: Option<u32>) {
        self.depth = self.depth.max(depth.unwrap_or(0).min(DEEPEST));
    }

    /// Takes in how deep a tree is. Where the depth cannot rise any more, the limit on it has been reached.
    fn note_depth_of_tree<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        let before = self.depth;
        self.note_depth(depth_of(search));
        let nodes = search.anchor().map_or(0, |anchor| anchor.nodes);
        let risen_with = match self.risen_with {
            Some(nodes) if self.depth == before => nodes,
            _ => *self.risen_with.insert(nodes),
        };
        if search.is_seen_whole() || nodes / STANDSTILL >= risen_with.max(LEAST_STANDSTILL) {
            self.note_depth(self.limits.depth);
        }
    }

    fn note_win(&mut self, win: Option<(Player, u16)>, mover: Option<Player>) {
        let moves = win.filter(|&(winner, _)| Some(winner) == mover);
        let moves = moves.map(|(_, plies)| u32::from(plies.div_ceil(2)));
        self.has_mate |= self.limits.mate.zip(moves).is_some_and(|(most, moves)| moves <= most);
    }

    /// Whether it is as deep as was asked for, or has found what was looked for.
    fn is_enough(&self) -> bool {
        self.has_mate || self.limits.depth.is_some_and(|limit| self.depth >= limit.min(DEEPEST))
    }

    /// Whether a search that has found enough has still to give other moves a value.
    fn waits_for_lines<G: CommandLineGame>(&mut self, search: &BestFirst<G>) -> bool {
        let (nodes, lines) = (search.nodes(), u64::from(search.wanted_lines()));
        let until = *self.lines_until.get_or_insert(2 * nodes + NODES_A_LINE * lines);
        search.lacks_values() && nodes < until
    }

    /// Ends the search if its time is used well enough; `share` is how much of it may be.
    fn consider(&mut self, elapsed: Duration, look: Look, share: f64) {
        let Some(ThinkingTime { soft: Some(soft), .. }) = self.limits.time else { return };
        if look.best != self.best {
            let is_first = self.best.is_none();
            self.best = look.best;
            self.best_since = if is_first { Duration::ZERO } else { elapsed };
        }
        let elapsed = elapsed.as_secs_f64();
        let enough = soft.as_secs_f64() * self.factor(elapsed, &look) * share;
        if look.best.is_some() && elapsed >= enough {
            self.interrupt.throw();
        }
    }

    fn factor(&mut self, elapsed: f64, look: &Look) -> f64 {
        let first = *self.first_value.get_or_insert(look.value);
        let stood = 1.0 - self.best_since.as_secs_f64() / elapsed.max(f64::EPSILON);
        let mut factor = CHANGED - stood.clamp(0.0, 1.0);
        if look.lead < 0.0 {
            factor *= 1.4;
        } else if look.lead > FAR_AHEAD && stood > 0.5 {
            factor *= 0.5;
        }
        let fallen = (first - look.value).clamp(0.0, FALL);
        factor * f64::from(1.0 + fallen / FALL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(soft: u64, hard: u64) -> Watch {
        let ms = Duration::from_millis;
        let time = ThinkingTime { soft: Some(ms(soft)), hard: ms(hard) };
        within(GoLimits { time: Some(time), ..GoLimits::default() })
    }

    fn within(limits: GoLimits) -> Watch {
        Watch::new(limits, Instant::now(), Interrupt::default())
    }

    /// Whether the search has ended after it stood like this at these milliseconds.
    fn ends(watch: &mut Watch, at: u64, best: u16, value: f32, lead: f32) -> bool {
        let look = Look { best: Some(MoveCode(best)), value, lead };
        watch.consider(Duration::from_millis(at), look, 1.0);
        watch.interrupt.is_thrown()
    }

    #[test]
    fn an_answer_that_stands_takes_less_time_than_one_that_changes() {
        let mut quiet = watch(100, 400);
        assert!(!ends(&mut quiet, 1, 1, 20.0, 10.0) && !ends(&mut quiet, 78, 1, 20.0, 10.0));
        assert!(ends(&mut quiet, 81, 1, 20.0, 10.0));
        let mut ahead = watch(100, 400);
        assert!(!ends(&mut ahead, 1, 1, 20.0, 300.0) && ends(&mut ahead, 41, 1, 20.0, 300.0));
        let mut changing = watch(100, 400);
        assert!(!ends(&mut changing, 1, 1, 20.0, 10.0) && !ends(&mut changing, 120, 2, 20.0, 10.0));
        assert!(ends(&mut changing, 160, 2, 20.0, 10.0));
    }

    #[test]
    fn a_falling_value_or_a_better_rival_takes_more() {
        let mut falling = watch(100, 400);
        assert!(!ends(&mut falling, 1, 1, 20.0, 10.0) && !ends(&mut falling, 155, 1, -90.0, 10.0));
        assert!(ends(&mut falling, 161, 1, -90.0, 10.0));
        let mut trial = watch(100, 400);
        assert!(!ends(&mut trial, 1, 1, 20.0, 10.0) && !ends(&mut trial, 105, 1, 20.0, -10.0));
        assert!(ends(&mut trial, 113, 1, 20.0, -10.0));
    }

    #[test]
    fn depth_and_mate_end_a_search() {
        let mut deep = within(GoLimits { depth: Some(5), ..GoLimits::default() });
        deep.note_depth(Some(4));
        deep.note_depth(None);
        assert!(deep.depth == 4 && !deep.is_enough());
        deep.note_depth(Some(7));
        deep.note_depth(Some(3));
        assert!(deep.depth == 7 && deep.is_enough());
        let mut mate = within(GoLimits { mate: Some(2), ..GoLimits::default() });
        let mover = Some(Player::Min);
        mate.note_win(Some((Player::Max, 1)), mover);
        mate.note_win(Some((Player::Min, 5)), mover);
        assert!(!mate.is_enough());
        mate.note_win(Some((Player::Min, 3)), mover);
        assert!(mate.is_enough());
    }
}
