//! The searchers by name: `NAME`, or `NAME:OPTION+OPTION` where parts of one are switched on or
//! off.

use super::kind::{Parts, SearcherKind, engine_of};
use super::options::{
    ALPHA_BETA, NEGAMAX, PVS_CLASSIC, QUIESCENCE, UnknownSearcher, chance_model, lines, pvs,
    switched,
};
use crate::search::PvsOptions;

/// The default searcher: a tree whose leaves are searched, by this program or by an engine.
pub const DEFAULT: &str = "best-first";
/// The pure form: leaves are valued statically, and every explored position is a node.
pub const FIRST_SIGHT: &str = "best-first:quiescence";
/// An engine by itself.
const ENGINE: &str = "engine";

/// The longest name with options: bytes. With what `--leaf-nodes` adds and the name of an engine it fits into a tree
/// file.
const LONGEST_NAME: usize = 130;

/// The names without their options.
const NAMES: [&str; 6] = [DEFAULT, "pvs", "pvs-classic", "alpha-beta", "negamax", ENGINE];

/// The searcher with this name.
///
/// # Errors
///
/// [`UnknownSearcher`] lists all names, or all options of the searcher.
pub fn by_name(text: &str) -> Result<SearcherKind, UnknownSearcher> {
    if text.len() > LONGEST_NAME {
        return Err(UnknownSearcher::TooLong { most: LONGEST_NAME, given: text.len() });
    }
    let (name, words) = match text.split_once(':') {
        Some((name, words)) => (name, words.split('+').collect()),
        None => (text, Vec::new()),
    };
    let parts = match name {
        DEFAULT => return best_first(text, &words),
        "pvs" => Parts::Pvs(pvs(&words)?),
        "pvs-classic" => Parts::PvsClassic(switched(name, &words, PVS_CLASSIC)?),
        "alpha-beta" => Parts::AlphaBeta(switched(name, &words, ALPHA_BETA)?),
        "negamax" => Parts::Negamax { leaf: switched(name, &words, NEGAMAX)? },
        ENGINE => {
            switched::<()>(name, &words, &[])?;
            Parts::Engine
        }
        _ => {
            return Err(UnknownSearcher::Name { given: text.to_string(), known: NAMES.join(", ") });
        }
    };
    Ok(SearcherKind::of(text, parts))
}

/// `pvs` with options that may be too many for a name.
pub fn pvs_with(options: PvsOptions) -> SearcherKind {
    SearcherKind::of("pvs", Parts::Pvs(options))
}

fn best_first(text: &str, words: &[&str]) -> Result<SearcherKind, UnknownSearcher> {
    let (lines, others) = lines(words);
    let (model, numbers) = chance_model(&others)?;
    let mut kind = SearcherKind::of(text, Parts::BestFirst(model));
    kind.numbers = numbers;
    Ok(match lines {
        Some(lines) => kind.with_lines(lines),
        None => kind,
    })
}

/// The searcher of this name that made a tree. Its numbers are in the tree, so words of the name that
/// are none of this program's do not keep anyone from continuing with it.
///
/// # Errors
///
/// As [`by_name`], for a searcher that keeps no tree of this name.
pub fn of_tree(name: &str) -> Result<SearcherKind, UnknownSearcher> {
    let name = engine_of(name).map_or(name, |(name, _)| name);
    by_name(name).or_else(|error| {
        let Some((DEFAULT, words)) = name.split_once(':') else { return Err(error) };
        by_name(if words.split('+').any(|word| word == QUIESCENCE) { FIRST_SIGHT } else { DEFAULT })
    })
}

#[cfg(test)]
mod tests {
    use uci_engine::Command;

    use super::*;
    use crate::app::engines::{EngineScores, EngineSettings};
    use crate::search::{
        AlphaBetaOptions, ChanceModel, Interrupt, KillerPlace, LeafSearchModel, MoveOrder,
        PvsClassicOptions,
    };

    #[test]
    fn every_name_is_known_and_others_get_the_list() {
        for name in NAMES {
            assert!(by_name(name).is_ok_and(|kind| kind.name.starts_with(name)), "{name}");
        }
        assert!(by_name("best-first:engine").is_err());
        let message = by_name("mcts").map(|kind| kind.name).expect_err("mcts").to_string();
        assert!(message.contains("mcts") && message.contains("best-first, pvs"), "{message}");
    }

    #[test]
    fn a_name_fits_into_a_tree_file() {
        let longest = format!("best-first:{}", "ply=300+".repeat(20));
        let message = by_name(&longest).map(|kind| kind.name).expect_err("long").to_string();
        assert!(message.contains("at most 130 bytes"), "{message}");
    }

    #[test]
    fn options_switch_parts() -> Result<(), UnknownSearcher> {
        let kind = by_name("pvs-classic:no-killers+no-table")?;
        assert_eq!(kind.name, "pvs-classic:no-killers+no-table");
        assert!(matches!(
            kind.parts,
            Parts::PvsClassic(PvsClassicOptions {
                killers: KillerPlace::Off,
                table_bytes: 0,
                plain: AlphaBetaOptions { order: MoveOrder::CapturesFirst, .. },
                ..
            })
        ));
        for name in ["pvs:", "pvs:no-killers", "pvs-classic:no-table,no-killers", "negamax:x"] {
            let message = by_name(name).map(|kind| kind.name).expect_err(name).to_string();
            assert!(message.contains("static-leaf"), "{message}");
        }
        Ok(())
    }

    #[test]
    fn the_chance_model_has_numbers() -> Result<(), UnknownSearcher> {
        let kind = by_name("best-first:quiescence+ply=300+burst=0")?;
        let expected = ChanceModel { ply: 300.0, burst: 0.0, ..ChanceModel::default() };
        assert!(matches!(kind.parts, Parts::BestFirst(model) if model == expected));
        for word in ["ply", "ply=", "ply=-1", "ply=nan", "ply=1e10", "play=3", ""] {
            let name = format!("best-first:{word}");
            let message = by_name(&name).map(|kind| kind.name).expect_err(&name).to_string();
            assert!(message.contains("ply=NUMBER"), "{message}");
        }
        Ok(())
    }

    /// What a tuner may change, in the search of trees and in the selective one.
    #[test]
    fn parameters_have_names_and_bounds() -> Result<(), UnknownSearcher> {
        let Parts::BestFirst(model) = by_name("best-first:rival=0.125+line-plies=6")?.parts else {
            panic!("another searcher");
        };
        assert_eq!((model.tuning.rival, model.tuning.line_plies), (0.125, 6));
        assert_ne!(model.fingerprint(), ChanceModel::searching().fingerprint());
        let Parts::Pvs(options) = by_name("pvs:futility=80+no-table")?.parts else {
            panic!("another searcher");
        };
        let futility = [options.numbers, options.numbers_in_games].map(|it| it.futility);
        assert_eq!((futility, options.table_bytes), ([80.0; 2], 0));
        for name in
            ["best-first:rival=9", "best-first:line-plies=6.5", "pvs:futility=-1", "pvs:x=1"]
        {
            let message = by_name(name).map(|kind| kind.name).expect_err(name).to_string();
            assert!(message.contains("from 0 to 8") || message.contains("futility="), "{message}");
        }
        Ok(())
    }

    #[test]
    fn several_moves_may_have_a_value() -> Result<(), UnknownSearcher> {
        let lines = |name: &str| by_name(name).map(|kind| kind.lines());
        assert_eq!(lines("best-first")?, None);
        assert_eq!(lines("best-first:lines=3")?, Some(3));
        assert_eq!(lines("best-first:quiescence+ply=100+lines=4")?, Some(4));
        for name in ["lines=0", "lines=x", "share=0.5"] {
            let message = lines(&format!("best-first:{name}")).expect_err(name).to_string();
            assert!(message.contains("lines=WHOLE NUMBER"), "{message}");
        }
        assert!(lines("pvs:lines=3").is_err());
        Ok(())
    }

    fn leaves(kind: &SearcherKind) -> Option<LeafSearchModel> {
        match kind.parts {
            Parts::BestFirst(model) => model.leaf_search,
            _ => None,
        }
    }

    #[test]
    fn numbers_belong_to_a_kind_of_leaf() -> Result<(), UnknownSearcher> {
        let kind = by_name("best-first:first=1000+alone=5e6")?;
        let expected =
            LeafSearchModel { first: 1_000.0, alone: 5_000_000.0, ..LeafSearchModel::default() };
        assert_eq!(leaves(&kind), Some(expected));
        for (name, known) in [
            ("best-first:burst=0", "first=WHOLE NUMBER"),
            ("best-first:first=x", "first=WHOLE NUMBER"),
            ("best-first:halvings=1.5", "halvings=WHOLE NUMBER"),
            ("best-first:quiescence+first=1000", "burst=NUMBER"),
        ] {
            let message = by_name(name).map(|kind| kind.name).expect_err(name).to_string();
            assert!(message.contains(known), "{message}");
        }
        Ok(())
    }

    #[test]
    fn an_engine_brings_its_own_numbers_but_for_those_that_are_given() -> Result<(), UnknownSearcher>
    {
        let engine = || {
            let (scores, interrupt) = (EngineScores::default(), Interrupt::default());
            EngineSettings::new(Command::new("none"), 1, scores, &interrupt)
        };
        let over = |name: &str| Ok(by_name(name)?.over(engine()));
        let defaults = ChanceModel::over_engine().leaf_search.unwrap_or_default();
        assert_eq!(over("best-first")?.and_then(|kind| leaves(&kind)), Some(defaults));
        let given = over("best-first:split=7+anchor=0")?.and_then(|kind| leaves(&kind));
        assert_eq!(given, Some(LeafSearchModel { split: 7.0, anchor: 0.0, ..defaults }));
        assert!(over("best-first:quiescence")?.is_none() && over("pvs")?.is_none());
        let kind = over("engine")?.map(|kind| (kind.name.clone(), kind.reproducible().is_none()));
        assert_eq!(kind, Some(("engine".to_string(), true)));
        assert!(over("best-first")?.is_some_and(|kind| kind.reproducible().is_none()));
        Ok(())
    }

    #[test]
    fn the_first_grant_of_a_leaf_may_be_given() -> Result<(), UnknownSearcher> {
        let kind = by_name("best-first:anchor=0.5")?.with_leaf_nodes(1_000);
        let name = "best-first:anchor=0.5+first=1000+split=4000+growth=0";
        assert_eq!(kind.as_ref().map(|kind| kind.name.as_str()), Some(name));
        assert_eq!(kind.as_ref().and_then(leaves), leaves(&by_name(name)?));
        let most = by_name(DEFAULT)?.with_leaf_nodes(u64::MAX);
        assert!(most.is_some_and(|kind| by_name(&kind.name).is_ok()));
        assert!(by_name(FIRST_SIGHT)?.with_leaf_nodes(1_000).is_none());
        Ok(())
    }

    #[test]
    fn the_name_of_a_tree_may_hold_unknown_words() -> Result<(), UnknownSearcher> {
        for (name, known_as) in [
            ("best-first:ply=90", "best-first:ply=90"),
            ("best-first:burst=0", "best-first"),
            ("best-first:quiescence+first=1", "best-first:quiescence"),
            ("best-first:split=9 over Fake 1.0", "best-first:split=9"),
        ] {
            assert_eq!(of_tree(name)?.name, known_as);
        }
        assert!(of_tree("pvs:burst=0").is_err() && of_tree("worst-first:burst=0").is_err());
        Ok(())
    }
}
