//! The positions of a repertoire, as far as games come there: one's own best move in each of one's own turns, and
//! the moves that were played in those of the opponent.

use std::collections::HashMap;

use shakmaty::{Color, Move};

use super::opponent::{ENOUGH_GAMES, MANY, Opponent};
use super::place::{Own, Place};
use crate::app::files::game_file::MainLine;
use crate::app::games::CommandLineGame as _;
use crate::chess::Position;
use crate::game::{Game, Past};
use crate::inspect::{IllegalMove, TreeReader, likely, mean_points, win_draw_loss};
use crate::search::{BestFirst, Habits};
use crate::sorting::falling;
use crate::value::{Player, Value};

/// Positions of a repertoire are no deeper: plies.
const MOST_PLIES: usize = 60;
/// What one place takes over from another is known a pass later: as many as transpositions may lie behind one another.
const MOST_PASSES: u32 = 20;

/// What belongs to a repertoire.
#[derive(Debug)]
pub struct Plan {
    /// Whose it is.
    pub side: Color,
    /// What the opponent plays.
    pub opponent: Opponent,
    /// Positions that a smaller share of all games comes to do not matter: from 0 to 1.
    pub cover: f64,
    /// The nodes of an answer.
    pub nodes: u64,
    /// How many moves of one's own a position has at most.
    pub width: usize,
    /// Those beside the best one are worth at most so much less: centipawns.
    pub window: f32,
    /// Moves of one's own that are played whatever the tree says, by the key of the position.
    pub chosen: HashMap<u64, Move>,
    /// Where one's own lines have several.
    pub several: Vec<SeveralAnswers>,
    /// Whether all moves that come to mind are looked at, of both sides, and not only those of one's own that many choose.
    pub why_not: bool,
}

/// A position in which one's own lines have several answers.
#[derive(Debug)]
pub struct SeveralAnswers {
    /// Where a line begins that comes there, and its moves.
    pub line: MainLine<Position>,
    /// The answers; the first one is followed.
    pub answers: Vec<Move>,
}

/// The places of a repertoire of which each stands for its position, by the key.
pub type Known = HashMap<u64, Place>;

impl Plan {
    /// The player whose repertoire it is.
    pub fn player(&self) -> Player {
        self.side.fold_wb(Player::Max, Player::Min)
    }

    /// With how many more nodes a position is to be searched: in a turn of one's own, behind a move of one's own lines,
    /// and, as far as a quarter goes, behind any move of one's own: one that looks best after a few nodes may not be.
    pub fn nodes_left(&self, place: &Place) -> u64 {
        let wanted = match place.own {
            _ if place.is_decided || place.joins.is_some() => 0,
            _ if place.is_aside => self.nodes / 4,
            _ if self.is_own(&place.position) => self.nodes,
            Some(Own::Chosen) => self.nodes,
            Some(Own::Best | Own::Also) => self.nodes / 4,
            None => 0,
        };
        // A move that was left out took with it what was known.
        let has_no_answer =
            self.is_own(&place.position) && place.next.is_empty() && !place.is_aside;
        if has_no_answer { wanted } else { wanted.saturating_sub(place.effort) }
    }

    /// With how many nodes it is searched next: with those that are left, with all of them where it was searched for
    /// fewer moves of one's own than it may have, and with a quarter where the opponent may have a better move.
    pub fn nodes_due(&self, place: &Place) -> u64 {
        match self.nodes_left(place) {
            0 if place.lacks_moves => self.nodes,
            0 if place.overlooks_replies => self.nodes / 4,
            left => left,
        }
    }

    /// Whether a position is still to be searched.
    pub fn is_open(&self, place: &Place) -> bool {
        self.nodes_left(place) > 0
    }

    /// Whether the repertoire has a move of one's own here.
    pub fn has_answer(&self, place: &Place) -> bool {
        self.is_own(&place.position) && !place.next.is_empty()
    }

    /// Whether it is a turn of one's own.
    pub fn is_own(&self, position: &Position) -> bool {
        position.turn().player() == Some(self.player())
    }

    /// The repertoire that a tree holds. `known`: what was known the last time, if anything; what one place takes over
    /// from others is there in the first pass then, so that two or three do in place of 15 (900 positions).
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] for a tree with a move that is not legal.
    pub fn repertoire(
        &self,
        search: &BestFirst<Position>,
        known: &mut Known,
    ) -> Result<Place, IllegalMove> {
        let starts = self.is_own(search.root().game());
        let mut passes = 0;
        loop {
            let first = Place::new(Vec::new(), search.root().game().clone(), 1.0);
            let filler = Filler { plan: self, search, known };
            let first = filler.filled(first, Some(Reader::by_value(search)))?;
            let next = known_of(&first, starts);
            let is_same = |(key, place): (&u64, &Place)| {
                known.get(key).is_some_and(|before| before.is_like(place))
            };
            let is_over = next.len() == known.len() && next.iter().all(is_same);
            *known = next;
            passes += 1;
            if is_over || passes == MOST_PASSES {
                return Ok(first);
            }
        }
    }

    /// What the opponent plays in the positions of a repertoire, as a tree keeps it.
    pub fn habits(&self, first: &Place) -> Habits {
        let mut habits = Habits::of(self.player().opponent());
        for place in first.all() {
            if !self.is_own(&place.position) && !place.next.is_empty() {
                habits.insert(place.position.key(), self.opponent.habits(&place.position));
            }
        }
        habits
    }

    /// The moves beside the best one that are in the repertoire.
    fn nearly_as_good(&self, reader: &Reader<'_>, place: &Place) -> Result<Vec<Move>, IllegalMove> {
        let worth = |id| reader.worth_of_move(id, reader.position());
        let own = |id| self.player().sign() * worth(id).in_centipawns();
        let mut ranked = reader.ranked(reader.at()).into_iter().map(|(_, id)| id);
        let Some(least) = ranked.next().map(|best| own(best) - self.window) else {
            return Ok(Vec::new());
        };
        let near = ranked.filter(|&id| own(id) >= least).take(self.width - 1);
        near.map(|id| reader.move_to(id, &place.position)).collect()
    }

    /// Whether no game has this move although some come to the position, nor comes to the position behind it by
    /// another order.
    fn is_new(&self, position: &Position, mv: Move) -> bool {
        let (moves, of) = self.opponent.counted(position);
        let is_played = moves.iter().any(|&(played, _)| played == mv);
        of >= ENOUGH_GAMES && !is_played && {
            let behind = position.after(mv);
            self.opponent.counted(&behind).1 == 0
        }
    }

    /// Whether the opponent may have a better move there than those that were played, and it was not looked for: the nodes
    /// behind these moves do not look for it, and may be many. After 1. e4 Nf6 2. e5 Ne4 3. d4 all play 3... c5, which
    /// loses a piece: the position was worth as much, +3.78, and 5,000 nodes find 3... f6, +1.59.
    fn overlooks(&self, reader: &Reader<'_>, place: &Place) -> bool {
        let effort_behind = |next: &Place| {
            let behind = behind(Some(reader), next.mv()?)?;
            Some(behind.told_here().effort)
        };
        let behind: u64 = place.next.iter().filter_map(effort_behind).sum();
        !place.is_decided
            && behind > 0
            && place.effort.saturating_sub(behind) < self.nodes
            && reader.search().rules().waiting_matters(reader.node(reader.at()))
    }

    /// The points to be expected here with the best play of both: those of one's own move, or of the opponent's best
    /// one, which may be one of the games that the tree does not have.
    fn expected(&self, place: &Place) -> Option<f64> {
        let here =
            place.value.and_then(|value| self.points(&place.position, value, place.is_decided));
        let mut behind = place.next.iter().filter_map(|next| next.expected);
        match self.is_own(&place.position) {
            true => behind.next().or(here),
            false => behind.chain(here).reduce(f64::min),
        }
    }

    /// The points to be expected for one's own side in a position of this value.
    pub fn points(&self, position: &Position, value: Value, is_decided: bool) -> Option<f64> {
        win_draw_loss(position, value, is_decided, self.player()).map(|chances| chances.expected())
    }

    /// The same at a place of which the value counts, and not what is behind it.
    pub fn points_at(&self, place: &Place) -> Option<f64> {
        place.value.and_then(|value| self.points(&place.position, value, false))
    }

    /// The points to be expected where the opponent plays as in the games: the average over the moves of the games, as
    /// far as they are likely to be played again; moves that are too rare to be in the repertoire count as the best one.
    fn practical(&self, place: &Place) -> Option<f64> {
        if self.is_own(&place.position) {
            let practical = place.next.iter().filter_map(|next| next.practical);
            return practical.reduce(f64::max).or(place.expected);
        }
        let played = place.next.iter().filter_map(|next| {
            let reply = next.reply?;
            Some((likely(reply.share, reply.of), next.practical?))
        });
        mean_points(played, place.expected)
    }
}

/// What places of a repertoire are filled with.
struct Filler<'a> {
    plan: &'a Plan,
    search: &'a BestFirst<Position>,
    known: &'a Known,
}

type Reader<'s> = TreeReader<'s, Position>;

impl Filler<'_> {
    /// What the tree and the games say of a place, and the places behind it. `reader` stands there; `None` where the tree
    /// does not have it.
    fn filled(&self, mut place: Place, reader: Option<Reader<'_>>) -> Result<Place, IllegalMove> {
        if let Some(known) = self.known.get(&place.position.key()) {
            if known.line != place.line {
                return Ok(place.joining(known));
            }
            place.reach = known.reach;
        }
        let told = reader.as_ref().map(TreeReader::told_here);
        // Mate and stalemate are known, whether the tree has them or not.
        let outcome = || place.position.outcome(&Past::default());
        let over = place.position.legal_moves().is_empty().then(outcome).flatten();
        place.value = over.or(told.map(|told| told.value));
        place.effort = told.map_or(0, |told| told.effort);
        place.is_decided = over.is_some() || told.is_some_and(|told| told.is_decided);
        if place.line.len() < MOST_PLIES && over.is_none() && !place.is_aside {
            match self.plan.is_own(&place.position) {
                true => self.answers(&mut place, reader)?,
                false => self.replies(&mut place, reader)?,
            }
        }
        place.expected = self.plan.expected(&place);
        place.practical = self.plan.practical(&place);
        Ok(place)
    }

    /// The positions behind one's own moves.
    fn answers(&self, place: &mut Place, reader: Option<Reader<'_>>) -> Result<(), IllegalMove> {
        let plan = self.plan;
        let best =
            match reader.as_ref().and_then(|reader| Some((reader, reader.preferred(reader.at())?)))
            {
                Some((reader, (_, id))) => Some(reader.move_to(id, &place.position)?),
                None => None,
            };
        let chosen = plan.chosen.get(&place.position.key()).copied();
        let chosen = chosen.filter(|&mv| self.is_allowed(place, mv));
        let Some(mv) = chosen.or(best) else { return Ok(()) };
        let mut next = place.behind(mv);
        next.own = Some(if chosen.is_some() { Own::Chosen } else { Own::Best });
        next.is_new = plan.is_new(&place.position, mv);
        place.better = best.filter(|&best| best != mv).zip(place.value);
        place.next.push(self.filled(next, behind(reader.as_ref(), mv))?);
        if let (Some(reader), None) = (&reader, chosen) {
            let made = reader.ranked(reader.at()).len();
            place.lacks_moves =
                !place.is_decided && made < plan.width && made < place.position.legal_moves().len();
            for mv in plan.nearly_as_good(reader, place)? {
                let mut next = place.behind(mv);
                (next.own, next.is_new) = (Some(Own::Also), plan.is_new(&place.position, mv));
                place.next.push(self.filled(next, behind(Some(reader), mv))?);
            }
        }
        place.aside = self.aside(place, reader.as_ref())?;
        Ok(())
    }

    /// The positions behind other moves that come to mind.
    fn aside(&self, place: &Place, reader: Option<&Reader<'_>>) -> Result<Vec<Place>, IllegalMove> {
        let moves = match self.plan.why_not {
            true => self.plan.opponent.natural(&place.position),
            false => self.plan.opponent.played_by(&place.position, MANY),
        };
        let mut aside = Vec::new();
        for (mv, reply) in moves {
            let is_answer = place.next.iter().any(|next| next.mv() == Some(mv));
            // What was left out cannot be searched.
            if is_answer || !self.is_allowed(place, mv) {
                continue;
            }
            let mut next = place.behind(mv);
            (next.is_aside, next.reply) = (true, Some(reply));
            // What is likelier is searched first, and none of it before the answer.
            next.reach *= reply.share;
            aside.push(self.filled(next, behind(reader, mv))?);
        }
        Ok(aside)
    }

    /// The positions behind the moves that the opponent plays often enough.
    fn replies(&self, place: &mut Place, reader: Option<Reader<'_>>) -> Result<(), IllegalMove> {
        let plan = self.plan;
        for (mv, reply) in plan.opponent.replies(&place.position) {
            let mut next = place.behind(mv);
            next.reach *= reply.share;
            next.way_reach = next.reach;
            next.reply = Some(reply);
            let is_rare = next.reach < plan.cover && !reply.is_wanted;
            if is_rare || !self.is_allowed(place, mv) {
                continue;
            }
            let next = self.filled(next, behind(reader.as_ref(), mv))?;
            // The game may have a move that the tree does not have.
            let values = next.value_of_move().into_iter().chain(place.value);
            let opponent = plan.player().opponent();
            let own = |value: &Value| value.for_player(opponent);
            place.value = values.max_by(|one, other| own(one).total_cmp(&own(other)));
            place.next.push(next);
        }
        // Behind the last move of a line nobody comes.
        if plan.why_not && !place.next.is_empty() {
            place.aside = self.aside(place, reader.as_ref())?;
        }
        place.overlooks_replies = reader.is_some_and(|reader| plan.overlooks(&reader, place));
        Ok(())
    }

    /// Whether a move is not left out there.
    fn is_allowed(&self, place: &Place, mv: Move) -> bool {
        self.search.root().allows(&place.position, place.line.len(), mv)
    }
}

/// Of each position the place that most games come to, with those that come on other ways. Games that come back to a
/// position do not come there anew. `starts`: whether the first turn is one's own.
fn known_of(first: &Place, starts: bool) -> Known {
    let mut known = Known::new();
    let mut ways: HashMap<u64, Vec<&Place>> = HashMap::new();
    let mut places = first.all();
    places.sort_by_cached_key(|one| falling(one.way_reach));
    for place in places {
        let ways = ways.entry(place.position.key()).or_default();
        match ways.first() {
            None => drop(known.insert(place.position.key(), place.alone())),
            Some(main) if place.line.starts_with(&main.line) => continue,
            Some(_) => {}
        }
        ways.push(place);
    }
    for (key, ways) in ways.iter().filter(|(_, ways)| ways.len() > 1) {
        if let Some(main) = known.get_mut(key) {
            main.reach = together(ways, 0, starts).min(1.0);
        }
    }
    known
}

/// How often games come to a position on these ways, which are the same up to a ply: where the opponent parts them, on
/// all of them; where one's own moves do, which cannot both be played, on the one that most games take.
fn together(ways: &[&Place], ply: usize, is_own: bool) -> f64 {
    let [first, others @ ..] = ways else { return 0.0 };
    if others.is_empty() {
        return first.way_reach;
    }
    // A way that ends goes on at another one only in a circle.
    let mv = |place: &Place| place.line.get(ply).copied();
    let (same, parted): (Vec<&Place>, Vec<&Place>) =
        ways.iter().partition(|way| mv(way) == mv(first));
    let same = match mv(first) {
        Some(_) => together(&same, ply + 1, !is_own),
        None => first.way_reach,
    };
    let parted = together(&parted, ply, is_own);
    if is_own { same.max(parted) } else { same + parted }
}

/// A reader behind a move, where the tree has it.
fn behind<'s>(reader: Option<&Reader<'s>>, mv: Move) -> Option<Reader<'s>> {
    let mut reader = reader?.clone();
    reader.step(mv).is_ok().then_some(reader)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    /// The place behind these moves, which games come to so often.
    fn way(text: &str, reach: f64) -> Place {
        let mut place = Place::new(Vec::new(), Position::default(), reach);
        for word in text.split(' ') {
            let mv = place.position.read_move(word).expect("a move");
            place = place.behind(mv);
        }
        place
    }

    #[test]
    fn ways_that_the_opponent_parts_add_up_and_those_that_one_parts_oneself_do_not() {
        let ways = [
            way("d4 d5 c4 e6", 0.5),
            way("d4 e6 c4 d5", 0.3),
            way("c4 d5 d4 e6", 0.1),
            way("c4 e6 d4 d5", 0.9),
        ];
        let of = |ways: &[&Place], starts| (100.0 * together(ways, 0, starts)).round();
        let [a, b, c, d] = ways.each_ref();
        assert_eq!(of(&[a, b], true), 80.0);
        assert_eq!(of(&[a, b, c], true), 80.0);
        assert_eq!(of(&[a, b, c, d], true), 100.0);
        assert_eq!(of(&[a, c], false), 60.0);
        assert_eq!(of(&[a], true), 50.0);
    }
}
