//! What a file holds: what the program would answer about a part of a tree.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use indicatif::HumanCount;
use serde::Serialize;

use super::super::answers::Why;
use super::super::curve::{GameCurve, Reasons};
use super::super::index::Index;
use super::super::library::{Library, Listed};
use super::super::line::line_of;
use super::super::look::{Look, look};
use super::super::notation::Notation;
use super::super::question::Moves;
use super::super::status::Status;
use super::super::story::Stories;
use super::super::walk::{Walk, analysed_line};
use super::places::Places;
use super::row::{Row, rows};
use crate::app::args::JudgingArgs;
use crate::app::games::{CommandLineGame, Openings};
use crate::app::reporting::no_progress::no_progress_text;
use crate::app::reporting::score::counted;
use crate::app::reporting::variation::machine_texts;
use crate::inspect::{TreeReader, Trials};
use crate::search::{BestFirst, Interrupt};

/// For so many moves it is told why they are preferred or are not, those with most effort: each takes 170 bytes of the file.
const MOST_WHYS: usize = 1_500;

/// A part of a tree.
pub struct Subject<'a, G: CommandLineGame> {
    /// The first position shown.
    pub reader: TreeReader<'a, G>,
    /// The engine that searched its leaves.
    pub engine: Option<String>,
    /// How many nodes of the tree there are at most.
    pub most: usize,
    /// What the moves of a game are judged by.
    pub judging: JudgingArgs,
    /// Why they are bad or good, where that was asked.
    pub reasons: Reasons,
}

/// What stands in the file.
#[derive(Debug, Serialize)]
pub struct Content {
    status: Status,
    /// The moves to the first position shown.
    first: Moves,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    games: Listed,
    notation: Notation,
    /// The curve of the main line of the notation, and that line.
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<(Moves, GameCurve)>,
    rows: Vec<Row>,
}

impl Content {
    /// What the program would answer about a part of a tree.
    ///
    /// # Errors
    ///
    /// A tree with a move that is not legal.
    pub fn new<G: CommandLineGame>(subject: &Subject<'_, G>) -> anyhow::Result<Content> {
        let search = subject.reader.search();
        let notation = Notation::of(search);
        let first = moves_to(&subject.reader);
        let places = Places::new(&subject.reader, &first, &notation, subject.most)?;
        let mut index = Index::default();
        index.follow(search);
        let openings = Openings::new::<G>(search.position().evaluator().clone());
        let line = line_of(search);
        let (mut looks, mut efforts) = (Vec::new(), Vec::new());
        for place in places.list() {
            let walk = Walk::new(search, &place.moves)?;
            efforts.push(walk.reader.tree().effort(walk.reader.at()));
            let story = || Stories::default().told(&line, search);
            let walk = walk.with_transpositions(&index.transpositions);
            looks.push(look(walk, Status::default(), &openings, 0, story)?);
        }
        let left_out = looks.first().and_then(|look| look.left_out.clone());
        let whys = whys(search, &places, &looks, &index);
        let main_line = notation.main_line();
        let curve = match main_line.is_empty() {
            true => None,
            false => GameCurve::new(search, &main_line, &subject.judging, &subject.reasons)
                .ok()
                .map(|curve| (main_line, curve)),
        };
        let rows = rows(&places, looks, efforts, whys);
        let games = Library::default().listed(search);
        let status = status(subject, told_of_rest(search, &places));
        Ok(Content { status, first, left_out, games, notation, curve, rows })
    }

    /// What of the tree is not in the file, in a sentence.
    pub fn told_of_rest(&self) -> Option<&str> {
        self.status.notice.as_deref()
    }
}

/// The moves from the root of the tree to the position of a reader.
fn moves_to<G: CommandLineGame>(reader: &TreeReader<'_, G>) -> Moves {
    let root = reader.search().root();
    machine_texts(root.game(), &reader.root().moves()[root.moves().len()..])
}

/// How the analysis stands, as the program tells it of a tree at rest.
fn status<G: CommandLineGame>(subject: &Subject<'_, G>, left_out: Option<String>) -> Status {
    let search = subject.reader.search();
    let analysed = analysed_line(search);
    Status {
        home: analysed.clone(),
        analysed,
        nodes: search.nodes(),
        tree_nodes: search.tree().len(),
        no_progress: search.view().no_progress().map(no_progress_text),
        leaves_searched: search.rules().searches_leaves(),
        engine: subject.engine.clone(),
        notice: left_out,
        ..Status::default()
    }
}

/// Why moves are preferred or are not, by their positions. Nothing is searched for it.
fn whys<G: CommandLineGame>(
    search: &BestFirst<G>,
    places: &Places,
    looks: &[Look],
    index: &Index,
) -> Vec<BTreeMap<String, Why>> {
    let mut asked: Vec<(u64, usize, &str)> = Vec::new();
    for (row, look) in looks.iter().enumerate() {
        let candidates = look.known_of_it.iter().flat_map(|known| &known.candidates);
        asked.extend(candidates.map(|it| (it.numbers.effort, row, &*it.mv.machine)));
    }
    asked.sort_by_key(|&(effort, row, _)| (Reverse(effort), row));
    asked.truncate(MOST_WHYS);
    let mut whys: Vec<_> = looks.iter().map(|_| BTreeMap::new()).collect();
    for (_, row, mv) in asked {
        let mut none = Trials::new(1, 0, Interrupt::default());
        let moves = &places.list()[row].moves;
        if let Ok(why) = Why::new(search, moves, mv, &index.transpositions, &mut none) {
            whys[row].insert(mv.to_string(), why);
        }
    }
    whys
}

/// What of the tree is not in the file; `None` where all of it is.
fn told_of_rest<G: CommandLineGame>(search: &BestFirst<G>, places: &Places) -> Option<String> {
    let (all, here) = (search.tree().len(), places.list().len());
    (all > here).then(|| {
        let all = counted(all as u64, "position");
        format!(
            "This file has {} of the {all} of the tree, those searched most.",
            HumanCount(here as u64)
        )
    })
}
