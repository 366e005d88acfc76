//! What a page shows of a position.

use serde::Serialize;

use super::second::Opinion;
use super::status::Status;
use super::story::Story;
use super::tables::{TableMove, table_moves};
use super::walk::{PathMove, Walk};
use crate::app::commands::user_comments::without_line;
use crate::app::games::{CommandLineGame, Openings};
use crate::app::reporting::left_out;
use crate::app::reporting::score::mover;
use crate::inspect::{
    Chances, Elsewhere, IllegalMove, InPractice, MoveText, Others, Perspective, Score, TreeReader,
    TreeSelection, UnsettledBy, UntriedMove, untried_moves, variation_text,
};
use crate::search::RestsOn;
use crate::win_draw_loss::WinDrawLoss;

/// Nodes of a picture: more would be too small to be seen. That many are found in milliseconds,
/// however large the tree is.
pub const PICTURE_NODES: usize = 300;
/// Moves of a candidate's line.
pub const LINE_PLIES: usize = 16;
/// Moves that are counted of a candidate's line.
const MOST_DEPTH: usize = 100;
/// Moves of the best line of the position.
pub const BEST_LINE_PLIES: usize = 24;
/// No opening with a name is longer.
const OPENING_PLIES: usize = 40;
/// Other places of the position.
const MOST_PLACES: usize = 4;

/// A position as a page shows it. All numbers are those of its side to move.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    /// How the analysis stands.
    pub status: Status,
    /// The position.
    pub fen: String,
    /// Whose turn it is.
    pub to_move: &'static str,
    /// The moves that lead to it from the root of the tree.
    pub path: Vec<PathMove>,
    /// How many of them are in the tree.
    pub known: usize,
    /// Whether it is the position analysed.
    pub analysed: bool,
    /// What people say about it.
    pub comment: Option<String>,
    /// The moves that the search was told not to consider, in words: what is proven is proven without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// The name of the opening that led to it, with its code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Why the game is over, or what is known about the position without a search.
    pub ending: Option<String>,
    /// All moves that can be made.
    pub legal: Vec<MoveText>,
    /// What is certain of its moves, as in endgame tables; absent where nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certain: Vec<TableMove>,
    /// The best moves from it, as far as tree and tables know them.
    pub line: Vec<PathMove>,
    /// What the tree knows of it; `None` if it has no node for it.
    pub known_of_it: Option<Known>,
    /// The other places of the tree at which the position stands, those with most effort first.
    pub transpositions: Vec<OtherPlace>,
    /// What a second engine says of it, beside the tree; absent where none was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Opinion>,
    /// How the answer and its value came about; `None` if the position is not analysed.
    pub story: Option<Story>,
}

/// Another place at which a position stands.
#[derive(Clone, Debug, Serialize)]
pub struct OtherPlace {
    /// The moves to it from the root of the tree.
    pub path: Vec<PathMove>,
    /// What it is worth there to its side to move.
    pub score: Score,
    /// The work that went into it there.
    pub effort: u64,
}

/// What the tree knows of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// The position itself.
    #[serde(flatten)]
    pub numbers: Numbers,
    /// The moves that were tried: the preferred one first, then by value.
    pub candidates: Vec<Candidate>,
    /// The others by their estimates; the next one first, if leaves are valued statically.
    pub untried: Vec<UntriedMove>,
    /// What those are worth at most; `None` if there are none, or that is not known.
    pub others: Option<Others>,
    /// The nodes below it into which most effort went.
    pub picture: Vec<PictureNode>,
}

/// A node of the picture of the tree below a position: one of those into which most effort went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureNode {
    /// The place of the node above in the list; the position itself has none, and is the first.
    pub parent: Option<usize>,
    /// The move that leads here.
    #[serde(flatten)]
    pub mv: Option<MoveText>,
    /// The work that went into it.
    pub effort: u64,
    /// What it is worth to the side to move in the position.
    pub score: Score,
}

/// The numbers of a node.
#[derive(Clone, Debug, Serialize)]
pub struct Numbers {
    /// What it is worth.
    pub score: Score,
    /// How likely a win, a draw and a loss are, in thousandths, where the evaluation tells and the score is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<WinDrawLoss>,
    /// Whether moves that were not searched one by one may still change that; in a file only where they may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsettled: Option<bool>,
    /// Which moves these are; no field if it is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsettled_by: Option<UnsettledBy>,
    /// The same in a sentence, with the scores of the side to move and with those of the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_settled: Option<[String; 2]>,
    /// How little the score rests on; no field if that is not little.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests_on: Option<RestsOn>,
    /// What both players may still reach; absent in a file.
    #[serde(flatten)]
    pub chances: Option<Chances>,
    /// The work that went into it.
    pub effort: u64,
    /// What games say of it, and what it makes in practice.
    #[serde(flatten)]
    pub in_practice: InPractice,
    /// Whether the outcome, a win of either side or a draw, is certain; in a file only where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<bool>,
    /// Whether that is proven only of the game without the moves that were left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub conditional: bool,
}

/// A move that was tried.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What is known about it.
    #[serde(flatten)]
    pub numbers: Numbers,
    /// The move and the preferred ones behind it.
    pub line: Vec<MoveText>,
    /// How long that line is as far as it was searched: plies.
    pub depth: usize,
}

/// What is known about a position, to be shown, with a picture of no more than `picture_nodes`.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
pub fn look<G: CommandLineGame>(
    walk: Walk<'_, G>,
    status: Status,
    openings: &Openings,
    picture_nodes: usize,
    story: impl FnOnce() -> Story,
) -> Result<Look, IllegalMove> {
    let is_in_tree = walk.is_in_tree();
    let analysed = is_in_tree && walk.reader.is_analysed();
    Ok(Look {
        status,
        fen: walk.position().describe(),
        to_move: G::player_name(mover(walk.position())),
        known: walk.known,
        analysed,
        comment: comment(&walk),
        left_out: left_out::note(walk.reader.search().root()),
        ending: walk.ending(),
        opening: opening(&walk, openings),
        legal: walk.legal_moves(),
        certain: if walk.is_over() { Vec::new() } else { table_moves(walk.position()) },
        line: walk.best_line(BEST_LINE_PLIES)?,
        known_of_it: is_in_tree.then(|| known(&walk.reader, picture_nodes)).transpose()?,
        transpositions: other_places(&walk),
        second: None,
        story: analysed.then(story),
        path: walk.path,
    })
}

/// The name of the last position on the way that has one.
fn opening<G: CommandLineGame>(walk: &Walk<'_, G>, openings: &Openings) -> Option<String> {
    let moves = walk.root.moves();
    let line = walk.root.start().positions_along(&moves[..moves.len().min(OPENING_PLIES)]);
    openings.of_line(&line).map(|opening| format!("{} {}", opening.eco, opening.name))
}

fn comment<G: CommandLineGame>(walk: &Walk<'_, G>) -> Option<String> {
    let search = walk.reader.search();
    let said = without_line(search.notes().comment_on(&search.root().line_to(&walk.root)?)?);
    (!said.is_empty()).then_some(said)
}

fn other_places<G: CommandLineGame>(walk: &Walk<'_, G>) -> Vec<OtherPlace> {
    let search = walk.reader.search();
    let own = walk.is_in_tree().then(|| walk.reader.at());
    let perspective = Perspective::new(walk.position());
    let others = walk.reader.elsewhere(walk.position(), own, &perspective).into_iter();
    let place = |other: Elsewhere| {
        let moves: Vec<String> = other.path.iter().map(|mv| mv.machine.clone()).collect();
        let path = Walk::new(search, &moves).ok()?.path;
        Some(OtherPlace { path, score: other.score, effort: other.effort })
    };
    others.take(MOST_PLACES).filter_map(place).collect()
}

fn known<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    picture_nodes: usize,
) -> Result<Known, IllegalMove> {
    let selection = TreeSelection::of_shape(reader, 1, usize::MAX, usize::MAX)?;
    let candidate = |index: usize| candidate(&selection, index);
    let children = selection.node(0).children.iter().copied();
    Ok(Known {
        numbers: numbers(&selection, 0)?,
        candidates: children.map(candidate).collect::<Result<_, _>>()?,
        untried: untried_moves(reader),
        others: selection.others(),
        picture: picture(reader, picture_nodes)?,
    })
}

fn numbers<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    index: usize,
) -> Result<Numbers, IllegalMove> {
    let (told, unsettled_by) = (selection.told(index), selection.unsettled_by(index));
    Ok(Numbers {
        score: selection.score(index),
        wdl: selection.win_draw_loss(index),
        unsettled: Some(told.is_unsettled()),
        not_settled: unsettled_by
            .clone()
            .map(|moves| [moves.to_string(), moves.of_opponent().to_string()]),
        unsettled_by,
        rests_on: told.rests_on(),
        chances: Some(selection.chances(index)),
        effort: told.effort,
        in_practice: selection.in_practice(index)?,
        proven: Some(told.is_decided),
        conditional: told.is_conditional,
    })
}

fn candidate<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    index: usize,
) -> Result<Candidate, IllegalMove> {
    // It begins with the move itself.
    let whole = selection.variation(index, MOST_DEPTH)?;
    let line = variation_text(selection.before(index), &whole[..whole.len().min(LINE_PLIES)]);
    let (mv, depth) = (line[0].clone(), whole.len());
    Ok(Candidate { mv, numbers: numbers(selection, index)?, line, depth })
}

/// The most important nodes from the place of the reader on, `most` of them, each after the one above it.
fn picture<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    most: usize,
) -> Result<Vec<PictureNode>, IllegalMove> {
    let selection = TreeSelection::most_important(reader, most)?;
    let node = |index: usize| PictureNode {
        parent: selection.node(index).parent,
        mv: selection.move_text(index),
        effort: selection.told(index).effort,
        score: selection.score(index),
    };
    Ok((0..selection.nodes().len()).map(node).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;

    #[test]
    fn children_take_no_more_than_their_parent() -> anyhow::Result<()> {
        let search = Example::start().search();
        let nodes = picture(&TreeReader::new(&search), PICTURE_NODES)?;
        assert_eq!(nodes.len(), PICTURE_NODES);
        for (index, node) in nodes.iter().enumerate() {
            let children = nodes.iter().filter(|child| child.parent == Some(index));
            assert!(children.map(|child| child.effort).sum::<u64>() <= node.effort);
            assert!(node.parent.is_none_or(|parent| parent < index));
            assert_eq!(node.parent.is_none(), node.mv.is_none());
        }
        Ok(())
    }
}
