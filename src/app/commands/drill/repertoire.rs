//! The positions of a repertoire as questions. They are found in the tree: it knows what opponents play, and the best move.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use super::question::{Question, name_of};
use crate::app::games::CommandLineGame;
use crate::inspect::{IllegalMove, TreeReader};
use crate::search::{BestFirst, Habits};
use crate::sorting::falling;

/// No deeper, in plies, as repertoires are not.
const MOST_PLIES: usize = 60;
/// What fewer games come to is no question.
const LEAST_REACH: f64 = 0.000_1;

/// A position that is still to be looked at.
struct Way<M> {
    reach: f64,
    line: Vec<M>,
    /// Whether the opponent's move before it is the one that is played most often there.
    is_main: bool,
}

impl<M> Ord for Way<M> {
    fn cmp(&self, other: &Way<M>) -> Ordering {
        let by_reach = self.reach.total_cmp(&other.reach);
        by_reach.then(other.line.len().cmp(&self.line.len()))
    }
}

impl<M> PartialOrd for Way<M> {
    fn partial_cmp(&self, other: &Way<M>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> PartialEq for Way<M> {
    fn eq(&self, other: &Way<M>) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<M> Eq for Way<M> {}

/// A question, and what was searched for it.
struct Found<G: CommandLineGame> {
    question: Question<G>,
    effort: u64,
    is_decided: bool,
    /// Whether it belongs to the repertoire whatever was searched for it.
    is_main: bool,
}

/// The questions of the repertoire that a tree holds, those that most games come to first; none where the tree holds none. The
/// answer is the move behind which the tree knows what is played, which is that of the repertoire, also where one's own lines
/// have another one than the search; at the end of a line it is the best move by value.
///
/// A tree does not say which replies were too rare to be prepared for. The most frequent one of each position never is; of the
/// others those belong to the repertoire for which half as much was searched as for the least of these.
///
/// # Errors
///
/// [`IllegalMove`] for a tree with a move that is not legal.
pub fn questions<G: CommandLineGame>(
    search: &BestFirst<G>,
) -> Result<Vec<Question<G>>, IllegalMove> {
    let habits = search.notes().habits();
    let mut found: Vec<Found<G>> = Vec::new();
    let mut places: HashMap<u64, Option<usize>> = HashMap::new();
    let mut ways = BinaryHeap::new();
    if !habits.is_empty() {
        ways.push(Way { reach: 1.0, line: Vec::new(), is_main: true });
    }
    while let Some(way) = ways.pop() {
        let mut reader = TreeReader::by_value(search);
        if way.line.iter().any(|&mv| reader.step(mv).is_err()) {
            continue;
        }
        if let Some(&known) = places.get(&reader.position().key()) {
            // Games come there on several ways.
            if let Some(found) = known.and_then(|place| found.get_mut(place)) {
                found.question.reach = (found.question.reach + way.reach).min(1.0);
            }
            continue;
        }
        let place = match is_of(habits, reader.position()) {
            true => {
                replies(habits, &reader, &way, &mut ways);
                None
            }
            false => match question(&reader, &way)? {
                Some(asked) => {
                    let mut line = way.line;
                    line.extend(asked.question.solution.first());
                    ways.push(Way { reach: way.reach, line, is_main: way.is_main });
                    found.push(asked);
                    Some(found.len() - 1)
                }
                None => None,
            },
        };
        places.insert(reader.position().key(), place);
    }
    // A mate takes hardly a node.
    let main = found.iter().filter(|found| found.is_main && !found.is_decided);
    let least = main.map(|main| own_effort(main, &found)).min().unwrap_or_default() / 2;
    found.retain(|found| found.is_main || found.effort >= least);
    found.sort_by_cached_key(|one| falling(one.question.reach));
    Ok(found.into_iter().map(|found| found.question).collect())
}

/// What was searched for a question alone, without those that follow it.
fn own_effort<G: CommandLineGame>(of: &Found<G>, all: &[Found<G>]) -> u64 {
    let line = &of.question.line;
    let follows = |other: &&Found<G>| {
        other.question.line.len() == line.len() + 2 && other.question.line.starts_with(line)
    };
    let behind: u64 = all.iter().filter(follows).map(|other| other.effort).sum();
    of.effort.saturating_sub(behind)
}

/// Whether it is the turn of the player whose habits are known.
fn is_of<G: CommandLineGame>(habits: &Habits, position: &G) -> bool {
    position.turn().player() == Some(habits.player())
}

/// The ways behind what is played in a position.
fn replies<G: CommandLineGame>(
    habits: &Habits,
    reader: &TreeReader<'_, G>,
    way: &Way<G::Move>,
    ways: &mut BinaryHeap<Way<G::Move>>,
) {
    let played = habits.at(reader.position().key()).iter();
    let legal = played.filter_map(|habit| Some((reader.position().legal(habit.mv)?, habit.share)));
    for (index, (mv, share)) in legal.enumerate() {
        let reach = way.reach * f64::from(share);
        if reach >= LEAST_REACH && way.line.len() < MOST_PLIES {
            let line = [&way.line[..], &[mv]].concat();
            ways.push(Way { reach, line, is_main: way.is_main && index == 0 });
        }
    }
}

/// The question in the position of the reader; `None` where the tree has no answer.
fn question<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    way: &Way<G::Move>,
) -> Result<Option<Found<G>>, IllegalMove> {
    let Some(answer) = answer(reader)? else { return Ok(None) };
    let position = reader.position().clone();
    let question = Question {
        name: name_of(&position),
        start: reader.search().root().game().clone(),
        line: way.line.clone(),
        position,
        solution: vec![answer],
        reach: way.reach,
        ideas: String::new(),
    };
    let told = reader.told_here();
    let (effort, is_decided) = (told.effort, told.is_decided);
    Ok(Some(Found { question, effort, is_decided, is_main: way.is_main }))
}

/// The move of the repertoire in the position of the reader; `None` where the tree has none.
fn answer<G: CommandLineGame>(reader: &TreeReader<'_, G>) -> Result<Option<G::Move>, IllegalMove> {
    let habits = reader.search().notes().habits();
    let mut best = None;
    for (_, child) in reader.ranked(reader.at()) {
        let mv = reader.move_to(child, reader.position())?;
        let behind = reader.position().after(mv);
        if !habits.at(behind.key()).is_empty() {
            return Ok(Some(mv));
        }
        best = best.or(Some(mv));
    }
    Ok(best)
}
