//! The searchers by name: `NAME`, or `NAME:OPTION+OPTION` where parts of one are switched on or
//! off.

use super::kind::{Parts, SearcherKind, engine_of};
use super::options::{
    ALPHA_BETA, ENGINE, NEGAMAX, PVS, PVS_CLASSIC, QUIESCENCE, SEARCH, UnknownSearcher,
    chance_model, ranking, switched,
};

/// The default searcher. Its full name may be shortened to this.
pub const DEFAULT: &str = "best-first";
/// The full name.
pub const DEFAULT_FULL: &str = "best-first:search";
/// The tree whose leaves an engine searches.
pub const OVER_ENGINE: &str = "best-first:engine";
/// The pure form: leaves are valued at first sight, and every explored position is a node.
pub const FIRST_SIGHT: &str = "best-first:quiescence";

/// The names without their options.
const NAMES: [&str; 6] = [DEFAULT, "pvs", "pvs-classic", "alpha-beta", "negamax", ENGINE];

/// The searcher with this name.
///
/// # Errors
///
/// [`UnknownSearcher`] lists all names, or all options of the searcher.
pub fn by_name(text: &str) -> Result<SearcherKind, UnknownSearcher> {
    let (name, words) = match text.split_once(':') {
        Some((name, words)) => (name, words.split('+').collect()),
        None => (text, Vec::new()),
    };
    let (ranking, others) = ranking(&words);
    let parts = match name {
        DEFAULT => Parts::BestFirst(chance_model(&others)?),
        "pvs" => Parts::Pvs(switched(name, &words, PVS)?),
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
    let name = if text == DEFAULT { DEFAULT_FULL } else { text };
    Ok(SearcherKind::of(name, parts).that_ranks(ranking))
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
        let leaves = words.split('+').find(|word| [QUIESCENCE, ENGINE].contains(word));
        by_name(&format!("{DEFAULT}:{}", leaves.unwrap_or(SEARCH)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{ChanceModel, KillerPlace, PvsClassicOptions};

    #[test]
    fn every_name_is_known_and_others_get_the_list() {
        for name in NAMES {
            assert!(by_name(name).is_ok_and(|kind| kind.name.starts_with(name)), "{name}");
        }
        assert_eq!(by_name(DEFAULT).map(|kind| kind.name), Ok(DEFAULT_FULL.to_string()));
        assert_eq!(by_name(DEFAULT_FULL).map(|kind| kind.name), Ok(DEFAULT_FULL.to_string()));
        let message = by_name("mcts").map(|kind| kind.name).expect_err("mcts").to_string();
        assert!(message.contains("mcts") && message.contains("best-first, pvs"), "{message}");
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
                captures_first: true,
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
        for word in ["ply", "ply=", "ply=-1", "ply=nan", "ply=1e9", "play=3", ""] {
            let name = format!("best-first:{word}");
            let message = by_name(&name).map(|kind| kind.name).expect_err(&name).to_string();
            assert!(message.contains("ply=NUMBER"), "{message}");
        }
        Ok(())
    }

    #[test]
    fn candidates_may_be_ranked() -> Result<(), UnknownSearcher> {
        let ranking =
            |name: &str| by_name(name).map(|kind| (kind.ranking().lines, kind.ranking().share));
        assert_eq!(ranking("best-first")?, (1, 0.0));
        assert_eq!(ranking("best-first:lines=3")?, (3, 0.25));
        assert_eq!(ranking("best-first:quiescence+share=0.1+lines=4")?, (4, 0.1));
        for name in ["lines=0", "lines=x", "share=0.5", "lines=3+share=2", "lines=3+share=NaN"] {
            let message = ranking(&format!("best-first:{name}")).expect_err(name).to_string();
            assert!(message.contains("lines=NUMBER, share=NUMBER"), "{message}");
        }
        assert!(ranking("pvs:lines=3").is_err());
        Ok(())
    }

    #[test]
    fn numbers_belong_to_a_kind_of_leaf() -> Result<(), UnknownSearcher> {
        let kind = by_name("best-first:search+effort=1000")?;
        let effort = match kind.parts {
            Parts::BestFirst(model) => model.leaf_search.map(|leaves| leaves.effort),
            _ => None,
        };
        assert_eq!(effort, Some(1000.0));
        for (name, known) in [
            ("best-first:burst=0", "effort=NUMBER"),
            ("best-first:effort=x", "effort=NUMBER"),
            ("best-first:quiescence+effort=1000", "burst=NUMBER"),
            ("best-first:engine+effort=1000", "split=NUMBER"),
        ] {
            let message = by_name(name).map(|kind| kind.name).expect_err(name).to_string();
            assert!(message.contains(known), "{message}");
        }
        Ok(())
    }

    #[test]
    fn the_name_of_a_tree_may_hold_unknown_words() -> Result<(), UnknownSearcher> {
        for (name, known_as) in [
            ("best-first:ply=90", "best-first:ply=90"),
            ("best-first:burst=0", "best-first:search"),
            ("best-first:quiescence+effort=1", "best-first:quiescence"),
            ("best-first:engine+effort=1", "best-first:engine"),
        ] {
            assert_eq!(of_tree(name)?.name, known_as);
        }
        assert!(of_tree("pvs:burst=0").is_err() && of_tree("worst-first:burst=0").is_err());
        Ok(())
    }
}
