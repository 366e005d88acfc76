//! The options of searchers by name, and what each changes.

use thiserror::Error;

use crate::search::{
    AlphaBetaOptions, ChanceModel, ExactLeaves, Fail, KillerPlace, Leaf, LeafSearchModel,
    MoveOrder, PvsClassicOptions, PvsOptions, Ranking,
};

/// Why a name is not that of a searcher.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownSearcher {
    /// No searcher has that name.
    #[error("unknown searcher {given:?}; available: {known}")]
    Name {
        /// The name.
        given: String,
        /// The names of all searchers.
        known: String,
    },
    /// The searcher has no such option.
    #[error("{searcher} has no option {given:?}; write {searcher}:OPTION+OPTION, from {known}")]
    Option {
        /// The searcher.
        searcher: String,
        /// The option.
        given: String,
        /// All options of the searcher.
        known: String,
    },
}

/// Options by name, and what each changes.
pub(super) type Switches<O> = [(&'static str, fn(&mut O))];

/// The kinds of leaf; a name may include one.
pub(super) const QUIESCENCE: &str = "quiescence";
pub(super) const SEARCH: &str = "search";
pub(super) const ENGINE: &str = "engine";
const LEAVES: [&str; 3] = [QUIESCENCE, SEARCH, ENGINE];

/// What a name says of candidates that are to have a value: how many, and the share of the effort.
const LINES: &str = "lines=";
const SHARE: &str = "share=";

/// Numbers of the chance model by name, written `ply=300`: for measurements.
type Settings<O> = [(&'static str, fn(&mut O, f32))];

const CHANCE_MODEL: &Settings<ChanceModel> = &[
    ("ply", |model, cp| model.ply = cp),
    ("late", |model, cp| model.late = cp),
    ("forced", |model, share| model.forced_share = share),
];
/// Those of a model whose leaves are valued by quiescence alone, besides.
const OF_QUIESCENCE: &Settings<ChanceModel> = &[
    ("forcing", |model, share| model.forcing_share = share),
    ("fallen", |model, share| model.fallen_share = share),
    ("burst", |model, cp| model.burst = cp),
];
/// Those of a model whose leaves are searched, besides.
const OF_SEARCH: &Settings<ChanceModel> = &[
    ("spread", |model, cp| set_leaf_search(model, |leaves| leaves.spread = cp)),
    ("tactical", |model, share| set_leaf_search(model, |leaves| leaves.tactical_share = share)),
    ("effort", |model, nodes| set_leaf_search(model, |leaves| leaves.effort = nodes)),
    ("jobs", |model, jobs| set_leaf_search(model, |leaves| leaves.jobs = jobs_of(jobs))),
    ("apart", |model, apart| set_leaf_search(model, |leaves| leaves.apart = apart > 0.0)),
];

/// Those of a model whose leaves are searched by an engine, besides.
const OF_ENGINE: &Settings<ChanceModel> = &[
    ("first", |model, nodes| set_exact_leaves(model, |leaves| leaves.first = nodes)),
    ("split", |model, nodes| set_leaf_search(model, |leaves| leaves.effort = nodes)),
    ("spread", |model, cp| set_leaf_search(model, |leaves| leaves.spread = cp)),
    ("halvings", |model, times| set_exact_leaves(model, |leaves| leaves.halvings = times)),
    ("edge", |model, plies| set_exact_leaves(model, |leaves| leaves.edge = plies)),
    ("whole", |model, share| set_exact_leaves(model, |leaves| leaves.whole = share)),
    ("jobs", |model, jobs| set_leaf_search(model, |leaves| leaves.jobs = jobs_of(jobs))),
];

fn set_exact_leaves(model: &mut ChanceModel, set: impl FnOnce(&mut ExactLeaves)) {
    set_leaf_search(model, |leaves| {
        if let Some(exact) = &mut leaves.exact {
            set(exact);
        }
    });
}

fn set_leaf_search(model: &mut ChanceModel, set: impl FnOnce(&mut LeafSearchModel)) {
    if let Some(leaves) = &mut model.leaf_search {
        set(leaves);
    }
}

fn jobs_of(number: f32) -> u16 {
    (number as u16).clamp(1, LeafSearchModel::MOST_JOBS)
}

/// The largest number that can be set.
const MOST: f32 = 1e6;

pub(super) const PVS: &Switches<PvsOptions> = &[
    ("static-leaf", |pvs| pvs.leaf = Leaf::Static),
    ("no-table", |pvs| pvs.table_bytes = 0),
    ("no-leaf-table", |pvs| pvs.leaf_table = false),
    ("no-move-odds", |pvs| pvs.move_odds = false),
    ("no-aspiration", |pvs| pvs.aspiration = false),
    ("no-check-extension", |pvs| pvs.check_extension = false),
    ("no-singular-extension", |pvs| pvs.singular_extension = false),
    ("no-null-move", |pvs| pvs.null_move = false),
    ("no-reverse-futility", |pvs| pvs.reverse_futility = false),
    ("no-futility", |pvs| pvs.futility = false),
    ("no-late-move-pruning", |pvs| pvs.late_move_pruning = false),
    ("no-see-pruning", |pvs| pvs.see_pruning = false),
    ("no-late-move-reduction", |pvs| pvs.late_move_reduction = false),
];

pub(super) const PVS_CLASSIC: &Switches<PvsClassicOptions> = &[
    ("static-leaf", |pvs| pvs.leaf = Leaf::Static),
    ("no-table", |pvs| pvs.table_bytes = 0),
    ("no-known-move", |pvs| pvs.forms.table_move = false),
    ("no-carried-line", |pvs| pvs.forms.carried_line = false),
    ("no-raised-alpha", |pvs| pvs.forms.raised_alpha = false),
    ("no-killers", |pvs| pvs.killers = KillerPlace::Off),
    ("killers-first", |pvs| pvs.killers = KillerPlace::BeforeCaptures),
    ("no-captures-first", |pvs| pvs.captures_first = false),
];

pub(super) const ALPHA_BETA: &Switches<AlphaBetaOptions> = &[
    ("static-leaf", |alpha_beta| alpha_beta.leaf = Leaf::Static),
    ("fail-hard", |alpha_beta| alpha_beta.fail = Fail::Hard),
    ("by-estimate", |alpha_beta| alpha_beta.order = MoveOrder::Estimates),
    ("by-chance", |alpha_beta| alpha_beta.order = MoveOrder::Random),
    ("worst-first", |alpha_beta| alpha_beta.order = MoveOrder::Worst),
];

pub(super) const NEGAMAX: &Switches<Leaf> = &[("static-leaf", |leaf| *leaf = Leaf::Static)];

/// What the words of a name say of candidates that are to have a value, and the other words.
pub(super) fn ranking<'a>(words: &[&'a str]) -> (Ranking, Vec<&'a str>) {
    let number = |name: &str| words.iter().find_map(|word| word.strip_prefix(name));
    let lines = number(LINES).and_then(|lines| lines.parse().ok()).filter(|&lines| lines > 0);
    let share = number(SHARE).and_then(|share| share.parse().ok());
    let share = share.filter(|share| (0.0..=1.0).contains(share) && lines.is_some());
    let ranking = Ranking::of(lines.unwrap_or(1));
    let is_used = |word: &&&str| {
        word.starts_with(LINES) && lines.is_some() || word.starts_with(SHARE) && share.is_some()
    };
    let others = words.iter().filter(|word| !is_used(word)).copied().collect();
    (Ranking { share: share.unwrap_or(ranking.share), ..ranking }, others)
}

/// The default model of one kind of leaf with these numbers set.
pub(super) fn chance_model(words: &[&str]) -> Result<ChanceModel, UnknownSearcher> {
    let (mut model, of_leaves) = match () {
        () if words.contains(&QUIESCENCE) => (ChanceModel::default(), OF_QUIESCENCE),
        () if words.contains(&ENGINE) => (ChanceModel::over_engine(), OF_ENGINE),
        () => (ChanceModel::searching(), OF_SEARCH),
    };
    let settings = || CHANCE_MODEL.iter().chain(of_leaves);
    for &word in words.iter().filter(|&&word| !LEAVES.contains(&word)) {
        let setting = word.split_once('=').and_then(|(name, number)| {
            let (_, set) = settings().find(|(known, _)| *known == name)?;
            let number = number.parse().ok().filter(|number| (0.0..=MOST).contains(number))?;
            Some((set, number))
        });
        let (set, number) = setting.ok_or_else(|| {
            let names = settings().map(|(name, _)| *name).chain(["lines", "share"]);
            let numbers = names.map(|name| format!("{name}=NUMBER"));
            let leaves = [QUIESCENCE, ENGINE].map(str::to_string);
            let known: Vec<String> = leaves.into_iter().chain(numbers).collect();
            UnknownSearcher::Option {
                searcher: "best-first".to_string(),
                given: word.to_string(),
                known: format!("{} from 0 to {MOST}", known.join(", ")),
            }
        })?;
        set(&mut model, number);
    }
    Ok(model)
}

/// The default options with these switched.
pub(super) fn switched<O: Default>(
    searcher: &str,
    words: &[&str],
    known: &Switches<O>,
) -> Result<O, UnknownSearcher> {
    let mut options = O::default();
    for word in words {
        let found = known.iter().find(|(name, _)| name == word);
        let (_, switch) = found.ok_or_else(|| UnknownSearcher::Option {
            searcher: searcher.to_string(),
            given: word.to_string(),
            known: known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
        })?;
        switch(&mut options);
    }
    Ok(options)
}
