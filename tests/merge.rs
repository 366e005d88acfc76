//! Two searches that become one.

use crate::common::positions::config;
use crate::common::toy::{Toy, ToyMove, minimax, rules};
use crate::common::trees::{go_on, loaded, models, saved};
use proptest::prelude::*;
use shans::game::Game;
use shans::search::{
    BestFirst, CannotMerge, ChanceModel, LeafSearchModel, MemoryLimits, Merged, Root,
};
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

/// Every node of a tree in which a win or a value is certain is at least as certain in another one, as long as
/// what is above it is open.
fn keeps_proofs(one: &BestFirst<Toy>, two: &BestFirst<Toy>) -> bool {
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
            return false;
        }
        if known.is_decided() || found.is_decided() {
            continue;
        }
        for (.., child, node) in one.children(a) {
            let there = two.children(b).find(|(.., other)| other.mv == node.mv);
            waiting.extend(there.map(|(_, there, _)| (child, there)));
        }
    }
    true
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
        let other_jobs = ChanceModel {
            leaf_search: model.leaf_search.map(|leaves| LeafSearchModel { jobs: 2, ..leaves }),
            ..model
        };
        let one = search(toy, model, nodes.0, most.0, &line);
        let two = search(toy, other_jobs, nodes.1, most.1, &[]);
        let [a, b] = [&one, &two].map(|search| saved(search, false));
        let both = merged(&a, &b);
        prop_assert!(both == merged(&b, &a), "the order matters");
        prop_assert!(merged(&both, &both) == both, "not the same with itself");
        let mut new = loaded::<Toy>(&both);
        prop_assert!(keeps_proofs(&one, &new), "a proof of the first is lost");
        prop_assert!(keeps_proofs(&two, &new), "a proof of the second is lost");
        prop_assert_eq!(new.state().nodes, one.state().nodes.max(two.state().nodes));
        let (least, root) = (one.tree().node(one.tree().root()), new.tree().node(new.tree().root()));
        prop_assert!(root.effort >= least.effort || root.is_decided());
        go_on(&mut new, 200);
        if let Some((winner, _)) = new.tree().node(new.tree().root()).proven_win() {
            prop_assert_eq!(minimax(&toy).win().map(|(truth, _)| truth), Some(winner));
        }
    }

    /// Three trees may become another one in another order, but no less is known in any.
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
                prop_assert!(keeps_proofs(search, &all), "a proof is lost");
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
            prop_assert!(keeps_proofs(&one, &loaded(&both)), "a proof is lost");
            go_on(&mut loaded::<Toy>(&both), 200);
        } else {
            let done = loaded::<Toy>(&a).merge(&two, ROOM, |_| Watch::GoOn);
            prop_assert_eq!(done, Err(CannotMerge::NotReached(1)));
        }
    }
}
