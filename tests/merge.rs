//! Two searches that become one.

use crate::common::hostile::parts;
use crate::common::positions::config;
use crate::common::toy::{Rules, Toy, ToyMove, minimax, rules};
use crate::common::trees::{SEARCHER, go_on, loaded, models, saved, searching_models};
use proptest::prelude::*;
use shans::game::{Game, MoveCode};
use shans::search::{Anchor, BestFirst, CannotMerge, ChanceModel, MemoryLimits, Merged, Root};
use shans::store::{SaveOptions, write_to};
use shans::tree::Watch;

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// A search of this many nodes, in a tree of at most that many, that makes a line first.
fn search(toy: Toy, model: ChanceModel, nodes: u64, most: usize, line: &[u8]) -> BestFirst<Toy> {
    let room = MemoryLimits { tree_nodes: Some(most), ..ROOM };
    let mut search = BestFirst::new(Root::new(toy), model, room);
    let line: Vec<ToyMove> = line.iter().map(|&number| ToyMove(number)).collect();
    // A line that is not legal is left out.
    let _ = search.include(&line);
    go_on(&mut search, nodes);
    search
}

/// The bytes of both as one; every number is right then.
fn merged(one: &[u8], two: &[u8]) -> Vec<u8> {
    let [mut one, mut two] = [one, two].map(loaded::<Toy>);
    if one.goes_before(&two) != Ok(true) {
        std::mem::swap(&mut one, &mut two);
    }
    let done = one.merge(&two, ROOM, |_| Watch::GoOn);
    assert!(done.is_ok_and(|done| done != Merged::Stopped));
    one.forget_leaves();
    assert_eq!(one.check(), Ok(one.tree().len()));
    saved(&one, false)
}

/// What a tree knows is known in another one, as long as what is above it is open: every win and every value that
/// is certain is at least as certain there, nothing has less work behind it, no leaf was searched less deep, and no
/// move is missing.
fn keeps_knowledge(one: &BestFirst<Toy>, two: &BestFirst<Toy>) -> Result<(), String> {
    let (one, two) = (one.tree(), two.tree());
    let mut waiting = vec![(one.root(), two.root())];
    while let Some((a, b)) = waiting.pop() {
        let [known, found] = [one.node(a), two.node(b)];
        let is_kept = match known.proven_win() {
            Some((winner, plies)) => {
                found.proven_win().is_some_and(|(who, fast)| who == winner && fast <= plies)
            }
            None => !known.is_proven() || found.is_proven() && known.value == found.value,
        };
        if !is_kept {
            return Err(format!("a proof is lost: {known:?} {found:?}"));
        }
        if known.is_decided() || found.is_decided() {
            continue;
        }
        let [before, now]: [Vec<_>; 2] = [(one, a), (two, b)]
            .map(|(tree, id)| tree.children(id).map(|(_, id, node)| (node.mv, id)).collect());
        let place = |mv| now.iter().position(|&(there, _)| there == mv);
        let has_less_work = two.effort(b) < one.effort(a);
        let is_less_deep = [known, found].iter().all(|node| node.is_leaf() && !node.is_freed())
            && found.doublings() < known.doublings();
        let places: Vec<_> = before.iter().filter_map(|&(mv, _)| place(mv)).collect();
        if has_less_work || is_less_deep || places.len() < before.len() {
            return Err(format!("something is lost: {known:?} {found:?}"));
        }
        waiting.extend(before.iter().filter_map(|&(mv, id)| Some((id, now[place(mv)?].1))));
    }
    Ok(())
}

/// Whether the moves of the root stand in their order. Of two roots that have made the same ones in the same order they
/// stay; else they stand in the order of their codes, or where leaves are valued statically, where moves have
/// ranks, where they stand earlier in either of them, and the earlier in the other one goes first of equals.
fn is_in_order(one: &BestFirst<Toy>, two: &BestFirst<Toy>, both: &BestFirst<Toy>) -> bool {
    let moves = |search: &BestFirst<Toy>| -> Vec<_> {
        let tree = search.tree();
        tree.children(tree.root()).map(|(.., node)| node.mv).collect()
    };
    let is_decided =
        |search: &BestFirst<Toy>| search.tree().node(search.tree().root()).is_decided();
    let [first, second] = [one, two].map(moves);
    if is_decided(one) || is_decided(two) || first.is_empty() || second.is_empty() {
        return true;
    }
    let found = moves(both);
    if first.starts_with(&second) || second.starts_with(&first) {
        let longer = if first.len() < second.len() { &second } else { &first };
        if both.rules().searches_leaves() && first.len() == second.len()
            || !both.rules().searches_leaves()
        {
            return found == *longer;
        }
    }
    if both.rules().searches_leaves() {
        return found.is_sorted();
    }
    let place = |moves: &[_], mv| moves.iter().position(|&other| other == mv).unwrap_or(usize::MAX);
    let places = |mv| [place(&first, mv), place(&second, mv)];
    let keys =
        found.into_iter().map(|mv| (places(mv).into_iter().min(), places(mv).into_iter().max()));
    keys.is_sorted()
}

/// Everything in a search that is merged, byte by byte: its nodes and the lines behind leaves, and what searches of
/// whole positions have found.
fn knowledge(search: &BestFirst<Toy>) -> (Vec<u8>, Vec<(u32, Anchor)>) {
    let options = SaveOptions { searcher: SEARCHER, compress: false, tables: 0 };
    let mut file = Vec::new();
    write_to(&mut file, search, options).unwrap_or_else(|error| panic!("{error}"));
    (parts(&file).1.to_vec(), search.anchors())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn two_searches_become_one(
        rules in rules(2..7, 2..5, 0..60),
        model in models(),
        nodes in (0..600_u64, 0..600_u64, 0..600_u64),
        most in (3..400_usize, 3..400_usize),
        line in prop::collection::vec(0..4_u8, 0..4),
    ) {
        let toy = Toy::new(rules);
        let one = search(toy, model, nodes.0, most.0, &line);
        let two = search(toy, model, nodes.1, most.1, &[]);
        let [a, b] = [&one, &two].map(|search| saved(search, false));
        let both = merged(&a, &b);
        prop_assert!(both == merged(&b, &a), "the order matters");
        prop_assert!(merged(&both, &both) == both, "not the same with itself");
        prop_assert!(merged(&both, &b) == both && merged(&both, &a) == both, "a part of it adds something");
        let again = loaded::<Toy>(&both).merge(&loaded(&both), ROOM, |_| Watch::GoOn);
        prop_assert_eq!(again, Ok(Merged::AsItWas));
        let mut new = loaded::<Toy>(&both);
        // Where the moves of a proof were freed in one tree, those of the other may stand in their place.
        if [&one, &two].iter().all(|search| search.state().stats.freed == 0) {
            prop_assert_eq!(keeps_knowledge(&one, &new), Ok(()), "of the first");
            prop_assert_eq!(keeps_knowledge(&two, &new), Ok(()), "of the second");
        }
        prop_assert_eq!(new.state().nodes, one.state().nodes.max(two.state().nodes));
        prop_assert!(is_in_order(&one, &two, &new), "moves stand in another order");
        let [least, effort] = [&one, &new].map(|it| it.tree().effort(it.tree().root()));
        prop_assert!(effort >= least || new.tree().node(new.tree().root()).is_decided());
        go_on(&mut new, 200);
        if let Some((winner, _)) = new.tree().node(new.tree().root()).proven_win() {
            prop_assert_eq!(minimax(&toy).win().map(|(truth, _)| truth), Some(winner));
        }
    }

    /// Whatever the order, three trees become the same one, as long as no proof was freed.
    #[test]
    fn merging_is_associative(
        rules in rules(2..7, 2..5, 0..60),
        model in searching_models(),
        nodes in (0..600_u64, 0..600_u64, 0..600_u64),
        line in prop::collection::vec(0..4_u8, 0..4),
    ) {
        let toy = Toy::new(rules);
        let files = [(nodes.0, &line[..]), (nodes.1, &[]), (nodes.2, &[])]
            .map(|(nodes, line)| saved(&search(toy, model, nodes, usize::MAX, line), false));
        let [a, b, c] = &files;
        let known = |one: &[u8], two: &[u8]| knowledge(&loaded(&merged(one, two)));
        let all = known(&merged(a, b), c);
        prop_assert!(all == known(a, &merged(b, c)), "a (b c)");
        prop_assert!(all == known(&merged(a, c), b), "(a c) b");
    }

    /// With freed proofs three trees may become another one in another order, but no less is known in any.
    #[test]
    fn three_searches_become_one_in_any_order(
        rules in rules(2..7, 2..5, 0..60),
        model in models(),
        nodes in (0..600_u64, 0..600_u64, 0..600_u64),
        most in (3..400_usize, 3..400_usize, 3..400_usize),
        line in prop::collection::vec(0..4_u8, 0..4),
    ) {
        let toy = Toy::new(rules);
        let searches = [
            search(toy, model, nodes.0, most.0, &line),
            search(toy, model, nodes.1, most.1, &[]),
            search(toy, model, nodes.2, most.2, &[]),
        ];
        let [a, b, c] = searches.each_ref().map(|search| saved(search, false));
        let work = searches.iter().map(|search| search.state().nodes).max();
        for (one, two, last) in [(&a, &b, &c), (&a, &c, &b), (&b, &c, &a)] {
            let all = merged(&merged(one, two), last);
            prop_assert!(merged(&all, &all) == all, "not the same with itself");
            let all = loaded::<Toy>(&all);
            prop_assert_eq!(Some(all.state().nodes), work);
            for search in &searches {
                prop_assert_eq!(keeps_knowledge(search, &all), Ok(()));
            }
        }
    }

    #[test]
    fn a_search_of_a_later_position_goes_into_the_tree(
        rules in rules(3..7, 2..5, 0..60),
        model in models(),
        nodes in (100..600_u64, 0..600_u64),
        number in 0..4_u8,
    ) {
        let toy = Toy::new(rules);
        let one = search(toy, model, nodes.0, 400, &[number]);
        let mut root = Root::new(toy);
        let Some(mv) = toy.decode(toy.encode(ToyMove(number))) else { return Ok(()) };
        root.play(mv);
        let mut two = BestFirst::new(root, model, ROOM);
        go_on(&mut two, nodes.1);
        let [a, b] = [&one, &two].map(|search| saved(search, false));
        let is_there = one.tree().children(one.tree().root()).any(|(.., node)| node.mv == toy.encode(mv));
        if is_there {
            let both = merged(&b, &a);
            prop_assert!(both == merged(&a, &b), "the order matters");
            let mut new = loaded::<Toy>(&both);
            prop_assert_eq!(keeps_knowledge(&one, &new), Ok(()));
            // Work that found nothing new does not count.
            let is_same = new.tree().len() == one.tree().len();
            let work = [one.state().nodes, one.state().nodes.max(two.state().nodes)];
            prop_assert!(new.state().nodes == work[1] || is_same && new.state().nodes == work[0]);
            go_on(&mut new, 200);
        } else {
            let done = loaded::<Toy>(&a).merge(&two, ROOM, |_| Watch::GoOn);
            prop_assert_eq!(done, Err(CannotMerge::NotReached(1)));
        }
    }
}

#[test]
fn lines_to_be_searched_first_are_those_of_both() {
    let toy = Toy::new(Rules { width: 4, length: 6, wins: 0, ..Rules::default() });
    let lines = [2, 3, 4].map(|plies| vec![ToyMove(0); plies]);
    let [one, two] = [&lines[..2], &lines[1..]].map(|lines| {
        let mut search = BestFirst::new(Root::new(toy), ChanceModel::default(), ROOM);
        lines.iter().for_each(|line| search.include(line).expect("it is legal"));
        saved(&search, false)
    });
    let both = loaded::<Toy>(&merged(&one, &two));
    let codes = lines.map(|line| vec![MoveCode(0); line.len()]);
    assert_eq!(both.included().len(), 3);
    assert!(codes.iter().all(|line| both.included().contains(line)), "{:?}", both.included());
}
