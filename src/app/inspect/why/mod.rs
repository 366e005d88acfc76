//! `shans why`: why a move is not preferred, as far as the tree knows.

mod hope;
mod json;
mod refutation;
mod text;
mod verify;

use std::io::Write;

use shakmaty::Move;

use self::hope::Hope;
use self::refutation::Step;
use self::verify::Verified;
use super::super::exit::Exit;
use super::super::score::Score;
use super::super::signals;
use super::args::WhyArgs;
use super::study::{self, Study};
use super::untried::{Untried, order, untried};
use super::view::View;
use super::{BadLine, IllegalMove};
use crate::game::Notation;
use crate::tree::NodeId;
use crate::value::Value;

/// Plies of a refutation that are looked at.
const REFUTATION_PLIES: usize = 24;

/// Answers what the arguments ask.
///
/// # Errors
///
/// A file that is no tree; [`BadLine`] where the moves lead out of it; [`IllegalMove`] where its
/// own do not fit; `out` that cannot be written.
pub fn run(args: &WhyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut study = study::load(&args.file)?;
    let asked = follow(&mut study, &args.moves)?;
    let mut case = Case::new(&study, asked)?;
    if let Some(nodes) = args.verify {
        case.verified = verify::verify(&case, nodes, signals::catch()?)?;
    }
    write(&case, args.json, out)?;
    out.flush()?;
    Ok(Exit::Done)
}

fn write(case: &Case<'_>, as_json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if as_json { json::write(case, out) } else { text::write(case, out) }
}

/// Goes to the position in which the last of the moves is asked about; returns that move.
fn follow(study: &mut Study, moves: &[String]) -> Result<Move, BadLine> {
    let words = moves.iter().flat_map(|words| words.split_whitespace()).map(str::to_string);
    let mut words: Vec<String> = words.collect();
    let asked = words.pop().unwrap_or_default();
    study.follow(&words)?;
    study.legal_move(&asked)
}

/// A move and everything that is told of it.
struct Case<'a> {
    study: &'a Study,
    view: View,
    mv: Move,
    verdict: Verdict,
    /// The preferred move, or the second best where the preferred one is asked about; `None`
    /// where no other was tried.
    rival: Option<Candidate>,
    verified: Option<Verified>,
}

/// How a move stands.
enum Verdict {
    /// It is the answer.
    Preferred(Known),
    /// It looks better than the answer, but its refutation is still being looked for.
    OnTrial(Known),
    /// Another move is worth more, or as much with less doubt.
    Rejected(Known),
    /// It waits for its turn.
    Untried(Waiting),
    /// The search was told to leave it out.
    Excluded,
}

/// A move that was tried.
#[derive(Clone, Debug)]
struct Candidate {
    id: NodeId,
    rank: u16,
    mv: Move,
    /// As the position sees it, from Max's view.
    value: Value,
}

/// What the tree holds below a move.
struct Known {
    candidate: Candidate,
    /// What the position was worth before any move was tried.
    first_sight: Score,
    /// The move itself and the line of both players' best moves below it.
    line: Vec<Step>,
    /// Where the mover's chance lies; `None` where he has none.
    hope: Option<Hope>,
    /// How many moves tried here hold a greater chance for the mover.
    greater: usize,
    /// Its part of the tree nodes below the position, 0 to 1.
    share: f64,
}

/// A move that waits.
struct Waiting {
    untried: Untried,
    /// How many moves may be tried here.
    legal: usize,
    /// Untried moves that come before it.
    before: usize,
    /// The one that comes next.
    next: Untried,
    /// The mover's greatest chance in the moves that were tried, and the move.
    best_tried: Option<(Move, i64)>,
}

impl Verdict {
    /// The name in reports.
    fn name(&self) -> &'static str {
        match self {
            Verdict::Preferred(_) => "preferred",
            Verdict::OnTrial(_) => "on-trial",
            Verdict::Rejected(_) => "rejected",
            Verdict::Untried(_) => "untried",
            Verdict::Excluded => "excluded",
        }
    }

    fn known(&self) -> Option<&Known> {
        match self {
            Verdict::Preferred(known) | Verdict::OnTrial(known) | Verdict::Rejected(known) => {
                Some(known)
            }
            Verdict::Untried(_) | Verdict::Excluded => None,
        }
    }

    fn waiting(&self) -> Option<&Waiting> {
        match self {
            Verdict::Untried(waiting) => Some(waiting),
            _ => None,
        }
    }
}

impl Candidate {
    /// How its node is seen.
    fn view(&self, case: &Case<'_>) -> View {
        case.view.down(case.study.price(case.study.at, self.rank))
    }
}

impl<'a> Case<'a> {
    fn new(study: &'a Study, mv: Move) -> Result<Case<'a>, IllegalMove> {
        let view = View::of(&study.position);
        let ranked = study.ranked(study.at);
        let asked = study.child(mv);
        let is_preferred = asked.is_some() && asked == ranked.first().map(|&(_, id)| id);
        let rival = ranked.get(usize::from(is_preferred));
        let rival = rival.map(|&(rank, id)| candidate(study, rank, id)).transpose()?;
        let mut case = Case { study, view, mv, verdict: Verdict::Excluded, rival, verified: None };
        case.verdict = match ranked.iter().find(|&&(_, id)| Some(id) == asked) {
            Some(&(rank, id)) => {
                let known = case.known(rank, id)?;
                match &case.rival {
                    _ if is_preferred => Verdict::Preferred(known),
                    Some(rival) if case.own(known.candidate.value) > case.own(rival.value) => {
                        Verdict::OnTrial(known)
                    }
                    _ => Verdict::Rejected(known),
                }
            }
            None => case.waiting()?.map_or(Verdict::Excluded, Verdict::Untried),
        };
        Ok(case)
    }

    /// From the mover's view.
    fn own(&self, value: Value) -> f32 {
        value.for_player(self.view.viewer)
    }

    fn known(&self, rank: u16, id: NodeId) -> Result<Known, IllegalMove> {
        let study = self.study;
        let candidate = candidate(study, rank, id)?;
        let mover = self.view.viewer;
        let chance =
            |rank, id| study.node(id).chance(mover).for_player(mover) - study.price(study.at, rank);
        let greater = study.tree().children(study.at);
        let greater = greater.filter(|&(other, child, _)| chance(other, child) > chance(rank, id));
        let effort = |id| f64::from(study.node(id).effort);
        Ok(Known {
            first_sight: self.view.score(refutation::first_sight(study, study.at, &study.position)),
            line: refutation::line(study, &candidate)?,
            hope: hope::find(study, &candidate, mover)?,
            greater: greater.count(),
            share: effort(id) / effort(study.at),
            candidate,
        })
    }

    fn waiting(&self) -> Result<Option<Waiting>, IllegalMove> {
        let (study, mover) = (self.study, self.view.viewer);
        let waiting = untried(study, study.at, &study.position);
        let Some(before) = waiting.iter().position(|untried| untried.mv == self.mv) else {
            return Ok(None);
        };
        let mut best_tried = None;
        for (rank, id, node) in study.tree().children(study.at) {
            let view = self.view.down(study.price(study.at, rank));
            if let Some(cp) = view.chance(mover, node.chance(mover))
                && best_tried.is_none_or(|(_, best)| cp > best)
            {
                best_tried = Some((candidate(study, rank, id)?.mv, cp));
            }
        }
        Ok(Some(Waiting {
            untried: waiting[before],
            legal: order(study, study.at, &study.position).len(),
            before,
            next: waiting[0],
            best_tried,
        }))
    }

    /// How much more the rival is worth, in centipawns of the mover, negative where it is worth
    /// less; `None` where one of the two mates, and where one was never tried.
    fn behind(&self) -> Option<i64> {
        let score = |candidate: &Candidate| match self.view.score(candidate.value) {
            Score::Cp(cp) => Some(cp),
            Score::Mate(_) => None,
        };
        Some(score(self.rival.as_ref()?)? - score(&self.verdict.known()?.candidate)?)
    }

    /// How far a chance of the mover lies below the rival's value, in centipawns; `None` where
    /// the rival mates, or there is none.
    fn short_of_rival(&self, chance: i64) -> Option<i64> {
        match self.view.score(self.rival.as_ref()?.value) {
            Score::Cp(cp) => Some(cp - chance),
            Score::Mate(_) => None,
        }
    }

    /// SAN of a move of the position.
    fn san(&self, mv: Move) -> String {
        self.study.position.human_text(mv)
    }
}

fn candidate(study: &Study, rank: u16, id: NodeId) -> Result<Candidate, IllegalMove> {
    let mv = study.move_to(id, &study.position).map_err(|fault| fault.after(&study.line))?;
    Ok(Candidate { id, rank, mv, value: study.node(id).value.one_ply_up() })
}

#[cfg(test)]
mod tests;
