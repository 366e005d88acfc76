//! What a tree tells, as a program sees it that uses the library: on the toy game, whose turns
//! need not alternate and may be chance's.

use std::collections::HashSet;

use crate::common::toy::{Rules, Toy, ToyMove, Turns};
use serde_json::{Value as Json, json};
use shans::game::Game;
use shans::inspect::{
    Bracket, MAX_PLIES, MoveExplanation, MoveQuestion, NodeReport, OpinionLimits, PathError, Score,
    TreeReader, TreeSelection, TreeStatistics, Verdict, mover, untried_moves,
};
use shans::search::{BestFirst, ChanceModel, Interrupt, Limits, MemoryLimits, Root, Searcher};
use shans::value::Player;

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// Wide and long enough that a search does not come to the end.
fn toy(seed: u64, turns: Turns) -> Toy {
    let rules =
        Rules { seed, turns, length: 30, width: 8, spread: 60, wins: 4, forced: 20, merged: None };
    Toy::new(rules)
}

fn searched(toy: Toy, nodes: u64) -> BestFirst<Toy> {
    // A move at a time: `burst` would make several.
    let model = ChanceModel { ply: 20.0, late: 60.0, burst: -1.0, ..ChanceModel::default() };
    let mut search = BestFirst::new(Root::new(toy), model, ROOM);
    search.search(&Limits { nodes: Some(nodes), ..Limits::default() }, &mut |_| {});
    search
}

fn searches() -> impl Iterator<Item = BestFirst<Toy>> {
    let seeds = Turns::ALL.into_iter().flat_map(|turns| (0..8).map(move |seed| (seed, turns)));
    seeds.map(|(seed, turns)| searched(toy(seed, turns), 600))
}

fn legal(toy: &Toy) -> Vec<ToyMove> {
    let mut moves = Vec::new();
    toy.moves(&mut moves);
    moves
}

/// The position analysed and those that follow in the principal variation, a few plies deep.
fn readers(search: &BestFirst<Toy>) -> Vec<TreeReader<'_, Toy>> {
    let top = TreeReader::new(search);
    let selection =
        TreeSelection::of_shape(&top, 0, 0, 1).unwrap_or_else(|error| panic!("{error}"));
    let pv = report(&selection, 0).pv;
    let reader = |plies| {
        let mut reader = TreeReader::new(search);
        let moves = pv.iter().take(plies).map(|mv| mv.machine.as_str());
        reader.follow(moves).unwrap_or_else(|error| panic!("{error}"));
        reader
    };
    (0..=pv.len().min(4))
        .map(reader)
        .filter(|reader| !legal(reader.position()).is_empty())
        .collect()
}

fn explain(reader: &TreeReader<'_, Toy>, mv: ToyMove) -> MoveExplanation {
    let question = MoveQuestion::new(reader, mv).unwrap_or_else(|error| panic!("{error}"));
    question.explain().unwrap_or_else(|error| panic!("{error}"))
}

fn report(selection: &TreeSelection<'_, Toy>, index: usize) -> NodeReport {
    selection.node_report(index).unwrap_or_else(|error| panic!("{error}"))
}

/// A number of a report in the view of the side to move in the position shown.
fn cp(score: Score) -> f64 {
    match score {
        Score::Cp(cp) => cp as f64,
        Score::Seen { won, .. } => {
            if won {
                1e5
            } else {
                -1e5
            }
        }
        Score::Mate(moves) if moves > 0 => 1e6 - moves as f64,
        Score::Mate(moves) => -1e6 - moves as f64,
        Score::Table { won: true, plies } => 5e5 - f64::from(plies),
        Score::Table { won: false, plies } => f64::from(plies) - 5e5,
    }
}

#[test]
fn a_selection_tells_what_the_tree_holds() -> anyhow::Result<()> {
    let mut chance_turns = 0;
    for search in searches() {
        let reader = TreeReader::new(&search);
        let selection = TreeSelection::of_shape(&reader, 3, 3, 1000)?;
        for (index, node) in selection.nodes().iter().enumerate() {
            let (told, tree_node) = (report(&selection, index), selection.tree_node(index));
            assert_eq!(told.effort, search.tree().effort(node.id));
            assert_eq!(told.tree_nodes, search.tree().below(node.id).count() as u64);
            assert_eq!(told.moves_tried, search.tree().children(node.id).count());
            assert_eq!(told.moves_legal, legal(&node.position).len());
            assert_eq!(told.proven, tree_node.is_decided());
            assert_eq!(told.mv.is_none(), index == 0);
            assert!(told.mv.is_none() || told.mv.as_ref() == told.pv.first());
            assert!(told.proven || !matches!(told.score, Score::Mate(_)), "{told:?}");
            assert_eq!(node.position.turn(), tree_node.turn());
            assert_eq!(
                node.children.len(),
                told.moves_tried.min(3) * usize::from(node.perspective.plies() < 3)
            );
            let is_choice = node.position.turn().player().is_some();
            chance_turns += usize::from(!is_choice);
            if let Some(&first) = node.children.first() {
                let first_move = report(&selection, first).mv;
                let next = told.pv.get(usize::from(index > 0));
                assert_eq!(next, first_move.as_ref().filter(|_| is_choice));
                let is_principal = node.is_principal && is_choice;
                assert_eq!(selection.node(first).is_principal, is_principal);
            }
        }
        let top = selection.position_report()?;
        let best = report(&selection, 1);
        let is_choice = search.position().turn().player().is_some();
        assert!(!is_choice || top.node.score == best.score, "{top:?}");
        assert!(top.path.is_empty());
    }
    assert!(chance_turns > 20, "{chance_turns}");
    Ok(())
}

#[test]
fn a_path_is_followed_and_told() -> anyhow::Result<()> {
    let search = searched(toy(3, Turns::Alternating), 600);
    let mut reader = TreeReader::new(&search);
    let first = report(&TreeSelection::of_shape(&reader, 1, 1, 2)?, 0).pv;
    let moves: Vec<&str> = first.iter().take(2).map(|mv| mv.machine.as_str()).collect();
    reader.follow(moves.iter().copied())?;
    assert_eq!(reader.path(), &first[..2]);
    let numbers = moves.iter().map(|text| text.parse()).collect::<Result<Vec<u8>, _>>()?;
    assert_eq!(*reader.position(), search.position().after(&numbers));
    let selection = TreeSelection::of_shape(&reader, 1, 9, 99)?;
    assert_eq!(selection.position_report()?.path, &first[..2]);
    let told = serde_json::to_value(&selection)?;
    assert_eq!(told["moves"], json!(moves));
    Ok(())
}

#[test]
fn a_path_that_leads_nowhere_says_why() -> anyhow::Result<()> {
    let search = searched(toy(1, Turns::Alternating), 30);
    let mut reader = TreeReader::new(&search);
    assert!(matches!(reader.follow(["99"]), Err(PathError::NoMove { text, .. }) if text == "99"));
    let deep = TreeSelection::most_important(&reader, 1000)?;
    let leaf = deep.nodes().iter().find(|node| node.children.is_empty());
    let mut leaf = leaf.unwrap_or_else(|| panic!("no leaf"));
    let mut path = Vec::new();
    while let (Some(parent), Some(mv)) = (leaf.parent, leaf.mv) {
        path.insert(0, mv.0.to_string());
        leaf = deep.node(parent);
    }
    path.push("0".to_string());
    let mut lost = TreeReader::new(&search);
    let error = lost.follow(path.iter().map(String::as_str));
    assert!(matches!(&error, Err(PathError::Untried { mv, .. }) if mv.human == "0"), "{error:?}");
    assert_eq!(lost.path().len(), path.len() - 1, "the reader stays before the move");
    let over = searched(Toy::new(Rules { length: 0, ..Rules::default() }), 10);
    let error = TreeReader::new(&over).legal_move("0");
    assert!(matches!(error, Err(PathError::Over { .. })), "{error:?}");
    Ok(())
}

#[test]
fn a_selection_is_serialized_as_nested_objects() -> anyhow::Result<()> {
    fn count(object: &Json) -> usize {
        object["children"].as_array().map_or(0, |list| list.iter().map(count).sum::<usize>()) + 1
    }
    for search in searches() {
        let reader = TreeReader::new(&search);
        let selection = TreeSelection::most_important(&reader, 60)?;
        let text = serde_json::to_string(&selection)?;
        let told: Json = serde_json::from_str(&text)?;
        assert_eq!(count(&told), selection.nodes().len());
        let names = |object: &Json| {
            object.as_object().map(|fields| fields.keys().cloned().collect::<HashSet<_>>())
        };
        let common = "score unsettled own_chance_cp opponent_chance_cp tree_nodes effort pv \
                      proven ending moves_tried moves_legal children";
        let with = |own: &str| {
            let all = common.split_whitespace().chain(own.split_whitespace());
            Some(all.map(str::to_string).collect::<HashSet<_>>())
        };
        let others = if selection.others().is_some() { "others" } else { "" };
        assert_eq!(names(&told), with(&format!("fen moves next_untried {others}")));
        assert_eq!(names(&told["children"][0]), with("move san"));
        // The brackets tell the same nesting.
        let mut open = Vec::new();
        for bracket in selection.brackets() {
            match bracket {
                Bracket::Open(index) => {
                    assert_eq!(selection.node(index).parent, open.last().copied());
                    open.push(index);
                }
                Bracket::Close(index) => assert_eq!(open.pop(), Some(index)),
            }
        }
        assert!(open.is_empty());
    }
    Ok(())
}

#[test]
fn no_selection_is_deeper_than_readers_can_read() -> anyhow::Result<()> {
    // One move in each position, down to the end.
    let rules = Rules { length: 90, width: 1, wins: 0, ..Rules::default() };
    let mut search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::default(), ROOM);
    // The root's only move would end a search.
    let limits = Limits { nodes: Some(900), beyond_only_move: true, ..Limits::default() };
    search.search(&limits, &mut |_| {});
    let reader = TreeReader::new(&search);
    assert!(reader.tree().len() > usize::from(MAX_PLIES) + 1);
    for selection in [
        TreeSelection::of_shape(&reader, u16::MAX, 9, 9999)?,
        TreeSelection::most_important(&reader, 9999)?,
    ] {
        assert_eq!(selection.nodes().len(), usize::from(MAX_PLIES) + 1);
        let text = serde_json::to_string(&selection)?;
        assert!(serde_json::from_str::<Json>(&text).is_ok());
    }
    Ok(())
}

#[test]
fn every_move_is_explained() {
    let mut seen = HashSet::new();
    for search in searches() {
        for reader in readers(&search) {
            seen.extend(explain_all(&reader));
        }
    }
    for name in ["preferred", "ahead", "rejected", "untried", "outcome"] {
        assert!(seen.contains(name), "{name} is missing in {seen:?}");
    }
}

/// Explains every legal move of a position; returns the verdicts.
fn explain_all(reader: &TreeReader<'_, Toy>) -> Vec<String> {
    let untried = untried_moves(reader);
    let told: Vec<_> = legal(reader.position()).iter().map(|&mv| explain(reader, mv)).collect();
    // All effort is behind these moves, but for the position itself.
    let share: f64 = told.iter().filter_map(|told| told.effort_share).sum();
    let effort = reader.tree().effort(reader.at()) as f64;
    assert!(((1.0 - share) * effort - 1.0).abs() < 1e-6, "{share} of {effort}");
    let is_choice = reader.position().turn().player().is_some();
    let preferred = told.iter().filter(|told| told.verdict == Verdict::Preferred).count();
    let has_children = reader.tree().children(reader.at()).next().is_some();
    assert_eq!(preferred, usize::from(is_choice && has_children));
    for told in &told {
        let waits = untried.iter().position(|waiting| waiting.mv == told.mv);
        assert_eq!(told.candidate.is_some(), waits.is_none());
        assert_eq!(told.verdict == Verdict::Untried, waits.is_some() && is_choice);
        match told.verdict {
            Verdict::Rejected => assert!(told.behind_cp.is_none_or(|cp| cp >= 0), "{told:?}"),
            Verdict::Ahead => assert!(told.behind_cp.is_none_or(|cp| cp <= 0), "{told:?}"),
            _ => {}
        }
        if let Some(turn) = told.waiting.as_ref().and_then(|waiting| waiting.turn.as_ref()) {
            assert_eq!((Some(turn.before), &turn.next_untried), (waits, &untried[0].mv));
        }
        let own = told.candidate.as_ref().map(|own| &own.mv);
        assert_eq!(told.refutation.first().map(|step| &step.mv), own);
    }
    let name =
        |told: &MoveExplanation| json!(told.verdict).as_str().unwrap_or_default().to_string();
    told.iter().map(name).collect()
}

/// The names on which scripts rely.
#[test]
fn an_explanation_is_serialized_with_its_names() -> anyhow::Result<()> {
    let search = searched(toy(3, Turns::Alternating), 600);
    let reader = TreeReader::new(&search);
    let selection = TreeSelection::of_shape(&reader, 1, 2, 3)?;
    let second = selection.node(2).mv.unwrap_or_else(|| panic!("no second move"));
    let told = serde_json::to_value(explain(&reader, second))?;
    let names = |object: &Json| {
        let fields = object.as_object().unwrap_or_else(|| panic!("no object: {object}"));
        fields.keys().cloned().collect::<Vec<_>>().join(" ")
    };
    // In the order of the alphabet.
    assert_eq!(
        names(&told),
        "behind_cp candidate chance effort_share fen first_sight move moves refutation rival san \
         verdict verified waiting"
    );
    let tried = "effort move opponent_chance_cp own_chance_cp proven pv san score \
                 tree_nodes unsettled";
    assert_eq!((names(&told["candidate"]), names(&told["rival"])), (tried.into(), tried.into()));
    assert_eq!(names(&told["chance"]), "cp greater line short_cp untried");
    let step = &told["refutation"][0];
    assert_eq!(names(step), "alternative first_sight greatest_drop move san score");
    assert_eq!(names(&step["alternative"]), "move san score");
    let deeper = readers(&search);
    let waiting = deeper.iter().find_map(|reader| Some((reader, untried_moves(reader).pop()?)));
    let (reader, last) = waiting.unwrap_or_else(|| panic!("all moves were tried"));
    let told = serde_json::to_value(explain(reader, reader.legal_move(&last.mv.machine)?))?;
    assert_eq!(
        names(&told["waiting"]),
        "before chance_cp gain_cp moves_legal next_chance_cp next_untried rank tried_chance_cp"
    );
    Ok(())
}

/// The walk of the search goes where an explanation says that the chance lies.
#[test]
fn the_search_makes_the_move_on_which_the_chance_rests() -> anyhow::Result<()> {
    let (mut seen, mut behind_chance) = (0, 0);
    for seed in 0..150 {
        for turns in Turns::ALL {
            let mut search = searched(toy(seed, turns), 300);
            let Some(expected) = expected_move(&search)? else { continue };
            let iterations = |search: &BestFirst<Toy>| search.state().stats.iterations;
            let before = iterations(&search);
            // What a limit cuts off is not made, but its values are known the next time.
            for nodes in 1..100 {
                if iterations(&search) > before {
                    break;
                }
                let nodes = Some(search.nodes() + nodes);
                let limits = Limits { nodes, ..Limits::default() };
                search.search(&limits, &mut |_| {});
            }
            if iterations(&search) == before {
                continue; // a proven win was found long ago
            }
            let mut reader = TreeReader::new(&search);
            let followed = reader.follow(expected.iter().map(String::as_str));
            assert_eq!(followed, Ok(()), "seed {seed}, {turns:?}: {expected:?}");
            seen += 1;
            behind_chance += usize::from(passes_chance(search.position(), &expected));
        }
    }
    assert!(seen > 100 && behind_chance > 10, "{seen} searches, {behind_chance} through chance");
    Ok(())
}

/// The move that the search makes next, and the way to it, where it clearly rests on a chance of
/// the side to move behind a move already tried.
fn expected_move(search: &BestFirst<Toy>) -> anyhow::Result<Option<Vec<String>>> {
    let reader = TreeReader::new(search);
    let position = reader.position();
    if position.turn().player().is_none() {
        return Ok(None);
    }
    let (own, root) = (mover(position), search.tree().node(search.at()));
    let gap = |player: Player| root.chance(player).against(player, root.value);
    if gap(own) < gap(own.opponent()) + 2.0 {
        return Ok(None);
    }
    let mut chances: Vec<_> = legal(position)
        .iter()
        .map(|&mv| explain(&reader, mv))
        .filter_map(|told| Some((told.chance.as_ref()?.cp, told)))
        .collect();
    chances.sort_by_key(|&(cp, _)| -cp);
    let next = untried_moves(&reader).first().and_then(|next| next.turn?.chance_cp);
    let second = chances.get(1).map(|&(cp, _)| cp).max(next).unwrap_or(i64::MIN);
    let Some((cp, told)) = chances.first().filter(|&&(cp, _)| cp > second.saturating_add(1)) else {
        return Ok(None);
    };
    let Some(chance) = &told.chance else { return Ok(None) };
    assert_eq!(
        (chance.greater, Some(*cp)),
        (0, told.candidate.as_ref().and_then(|own| own.chances.own))
    );
    let Some(untried) = &chance.untried else { return Ok(None) };
    let way = chance.variation.iter().chain([untried]);
    Ok(Some(way.map(|mv| mv.machine.clone()).collect()))
}

fn passes_chance(position: &Toy, moves: &[String]) -> bool {
    let mut at = *position;
    moves.iter().any(|text| {
        at = at.after(&[text.parse().unwrap_or_default()]);
        at.turn().player().is_none()
    })
}

#[test]
fn scores_are_those_of_the_side_to_move() -> anyhow::Result<()> {
    for search in searches() {
        let reader = TreeReader::new(&search);
        if search.position().turn().player().is_none() {
            continue;
        }
        let selection = TreeSelection::of_shape(&reader, 1, 99, 99)?;
        let scores: Vec<f64> =
            (1..selection.nodes().len()).map(|index| cp(selection.score(index))).collect();
        // The answer may have been overtaken; all others are in order.
        assert!(scores[1..].is_sorted_by(|a, b| a >= b), "{scores:?}");
        for index in 0..selection.nodes().len() {
            let chances = selection.chances(index);
            let node = selection.tree_node(index);
            let own = mover(search.position());
            assert_eq!(chances.own.is_some(), node.chance(own).exists());
            assert_eq!(chances.opponent.is_some(), node.chance(own.opponent()).exists());
        }
    }
    Ok(())
}

#[test]
fn a_second_opinion_confirms_an_exact_tree() -> anyhow::Result<()> {
    let rules = Rules { seed: 5, length: 4, spread: 90, wins: 0, ..Rules::default() };
    let mut search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::default(), ROOM);
    search.search(&Limits::default(), &mut |_| {});
    let reader = TreeReader::new(&search);
    let selection = TreeSelection::of_shape(&reader, 1, 9, 99)?;
    assert!(selection.nodes().len() > 2, "nothing to compare");
    for node in &selection.nodes()[1..] {
        let mv = node.mv.unwrap_or_else(|| panic!("no move"));
        let question = MoveQuestion::new(&reader, mv)?;
        let limits =
            OpinionLimits { nodes: 9999, memory: 8 << 20, interrupt: Interrupt::default() };
        let opinion = question.second_opinion(&limits).unwrap_or_else(|| panic!("interrupted"));
        assert!(opinion.holds, "{opinion:?}");
        let told = serde_json::to_value(opinion)?;
        assert_eq!(told["score"], json!(opinion.score));
        assert_eq!((told["nodes"].clone(), told["holds"].clone()), (json!(9999), json!(true)));
    }
    Ok(())
}

#[test]
fn statistics_add_up() -> anyhow::Result<()> {
    for search in searches() {
        let told = TreeStatistics::new(&search);
        assert_eq!(told.tree_nodes, search.tree().len() as u64);
        assert_eq!(told.nodes_by_depth.iter().sum::<u64>(), told.tree_nodes);
        assert_eq!(told.tree_bytes, search.tree().bytes());
        let kinds = told.inner_nodes + told.leaves + told.finished_nodes;
        assert_eq!(kinds, told.tree_nodes, "{told:?}");
        assert!(told.branching >= 1.0 && told.depth_mean > 0.0);
        assert_eq!(serde_json::to_value(&told)?["leaves"], told.leaves);
    }
    Ok(())
}
