//! Where a player's last chance below a move lies.

use shakmaty::Move;

use super::super::IllegalMove;
use super::super::study::Study;
use super::super::untried::untried;
use super::super::view::View;
use super::Candidate;
use crate::chess::Position;
use crate::game::{Game, Notation};
use crate::tree::Holder;
use crate::value::Player;

/// A chance and what it rests on.
#[derive(Debug)]
pub struct Hope {
    /// What the player may still reach, the plies from the position asked about paid:
    /// centipawns.
    pub cp: i64,
    /// The moves that lead to where it lies, the one asked about first.
    pub line: Vec<Move>,
    /// The position there.
    pub position: Position,
    /// The move that waits there; `None` where the tree does not tell.
    pub untried: Option<Move>,
}

/// Follows a player's chance from a move down to the untried move that holds it. `None` where
/// he has none.
///
/// # Errors
///
/// [`IllegalMove`] where the tree holds one.
pub fn find(
    study: &Study,
    candidate: &Candidate,
    player: Player,
) -> Result<Option<Hope>, IllegalMove> {
    let view = View::of(&study.position).down(study.price(study.at, candidate.rank));
    let Some(cp) = view.chance(player, study.node(candidate.id).chance(player)) else {
        return Ok(None);
    };
    let mut hope = Hope { cp, line: Vec::new(), position: study.position.clone(), untried: None };
    let mut before = study.line.clone();
    let mut next = Some(candidate.id);
    while let Some(id) = next {
        let mv = study.move_to(id, &hope.position).map_err(|fault| fault.after(&before))?;
        before.push(hope.position.machine_text(mv));
        hope.line.push(mv);
        hope.position.play(mv);
        let node = study.node(id);
        next = match study.digest(id).holder(player, node.next) {
            Holder::Child(child, _) => Some(child),
            Holder::Next | Holder::Nobody => None,
        };
        // Without children both players' chances rest on the first move, unless there was more
        // below before.
        let has_children = study.tree().children(id).next().is_some();
        if next.is_none() && (has_children || node.effort <= 1) {
            hope.untried = untried(study, id, &hope.position).first().map(|first| first.mv);
        }
    }
    Ok(Some(hope))
}
