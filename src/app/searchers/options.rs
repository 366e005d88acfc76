//! The options of searchers by name, and what each changes.

use std::fmt;

use thiserror::Error;

use crate::search::{
    AlphaBetaOptions, ChanceModel, Fail, KillerPlace, Leaf, LeafSearchModel, MoveOrder, Parameter,
    PvsClassicOptions, PvsNumbers, PvsOptions, Tuning,
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
    /// Its options take more room than a tree file has for them.
    #[error(
        "a searcher with its options has at most {most} bytes, not {given}; leave out repeated options"
    )]
    TooLong {
        /// The most bytes.
        most: usize,
        /// The bytes given.
        given: usize,
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

/// The word of the pure form.
pub(super) const QUIESCENCE: &str = "quiescence";

/// What a name says of moves that are to have a value: how many.
const LINES: &str = "lines=";

/// Changes a number of the chance model.
type Set = fn(&mut ChanceModel, f32);

/// A number of the chance model, or of the rules beside it.
#[derive(Clone, Copy)]
enum Number {
    Model(Set, f32),
    Rules(&'static Parameter<Tuning>, f64),
}

/// Numbers of a model whose leaves are valued by quiescence alone by name, written `ply=300`: for measurements.
const OF_QUIESCENCE: &[(&str, Set)] = &[
    ("ply", |model, cp| model.ply = cp),
    ("late", |model, cp| model.late = cp),
    ("forced", |model, share| model.forced_share = share),
    ("forcing", |model, share| model.forcing_share = share),
    ("fallen", |model, share| model.fallen_share = share),
    ("burst", |model, cp| model.burst = cp),
];
/// Those of a model whose leaves are searched.
const OF_SEARCH: &[(&str, Set)] = &[
    (FIRST, |model, nodes| set_leaf_search(model, |leaves| leaves.first = nodes)),
    (SPLIT, |model, nodes| set_leaf_search(model, |leaves| leaves.split = nodes)),
    (GROWTH, |model, times| set_leaf_search(model, |leaves| leaves.growth = times)),
    ("halvings", |model, times| set_leaf_search(model, |leaves| leaves.halvings = times)),
    ("edge", |model, doublings| set_leaf_search(model, |leaves| leaves.edge = doublings)),
    ("alone", |model, nodes| set_leaf_search(model, |leaves| leaves.alone = nodes)),
    ("anchor", |model, share| set_leaf_search(model, |leaves| leaves.anchor = share)),
    ("ply", |model, cp| model.ply = cp),
    ("spread", |model, cp| set_leaf_search(model, |leaves| leaves.spread = cp)),
];
/// Counts of nodes, doublings and moves.
const WHOLE: [&str; 5] = [FIRST, SPLIT, "alone", "halvings", "lines"];
const FIRST: &str = "first";
const SPLIT: &str = "split";
const GROWTH: &str = "growth";

fn set_leaf_search(model: &mut ChanceModel, set: impl FnOnce(&mut LeafSearchModel)) {
    if let Some(leaves) = &mut model.leaf_search {
        set(leaves);
    }
}

/// Numbers of the chance model that are not the defaults.
#[derive(Clone, Default)]
pub(super) struct Numbers(Vec<Number>);

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.0.len())
    }
}

impl Numbers {
    /// This model with these numbers.
    pub(super) fn in_place_of(&self, mut model: ChanceModel) -> ChanceModel {
        for &number in &self.0 {
            match number {
                Number::Model(set, number) => set(&mut model, number),
                Number::Rules(parameter, number) => _ = parameter.set(&mut model.tuning, number),
            }
        }
        model
    }

    /// These numbers, and others in place of those that are in both.
    pub(super) fn and(self, others: Numbers) -> Numbers {
        Numbers(self.0.into_iter().chain(others.0).collect())
    }
}

/// The numbers with which the first search of a leaf gets this many nodes, as words, too: a leaf is split after four
/// times as many, however many there are in all.
pub(super) fn first_grant(nodes: u64) -> (String, Numbers) {
    let first = nodes.min(MOST as u64 / LEAF_NODES_TO_SPLIT);
    let numbers = [(FIRST, first), (SPLIT, LEAF_NODES_TO_SPLIT * first), (GROWTH, 0)];
    let words = numbers.map(|(name, number)| format!("{name}={number}")).join("+");
    let known = numbers.map(|(name, number)| setting(OF_SEARCH, name, number as f32));
    (words, Numbers(known.into_iter().flatten().collect()))
}

/// How many times the nodes of its first search a leaf gets at most before it is split, where those are given.
const LEAF_NODES_TO_SPLIT: u64 = 4;

fn setting(settings: &[(&str, Set)], name: &str, number: f32) -> Option<Number> {
    settings.iter().find(|(known, _)| *known == name).map(|&(_, set)| Number::Model(set, number))
}

/// How the parameters of a table are written, with their bounds.
fn told<T>(table: &[Parameter<T>]) -> String {
    let told = |it: &Parameter<T>| {
        let number = if it.is_whole { "WHOLE NUMBER" } else { "NUMBER" };
        format!("{}={number} from {} to {}", it.word(), it.least, it.most)
    };
    table.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// The largest number that can be set.
const MOST: f32 = 1e9;

const PVS: &Switches<PvsOptions> = &[
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
    ("static-leaf", |pvs| pvs.plain.leaf = Leaf::Static),
    ("no-table", |pvs| pvs.table_bytes = 0),
    ("no-known-move", |pvs| pvs.forms.table_move = false),
    ("no-carried-line", |pvs| pvs.forms.carried_line = false),
    ("no-raised-alpha", |pvs| pvs.forms.raised_alpha = false),
    ("no-killers", |pvs| pvs.killers = KillerPlace::Off),
    ("killers-first", |pvs| pvs.killers = KillerPlace::BeforeCaptures),
    ("no-captures-first", |pvs| pvs.plain.order = MoveOrder::AsListed),
];

pub(super) const ALPHA_BETA: &Switches<AlphaBetaOptions> = &[
    ("static-leaf", |alpha_beta| alpha_beta.leaf = Leaf::Static),
    ("fail-hard", |alpha_beta| alpha_beta.fail = Fail::Hard),
    ("by-estimate", |alpha_beta| alpha_beta.order = MoveOrder::Estimates),
    ("by-chance", |alpha_beta| alpha_beta.order = MoveOrder::Random),
    ("worst-first", |alpha_beta| alpha_beta.order = MoveOrder::Worst),
];

pub(super) const NEGAMAX: &Switches<Leaf> = &[("static-leaf", |leaf| *leaf = Leaf::Static)];

/// How many moves are to have a value by the words of a name, and the other words.
pub(super) fn lines<'a>(words: &[&'a str]) -> (Option<u16>, Vec<&'a str>) {
    let number = words.iter().find_map(|word| word.strip_prefix(LINES)?.parse().ok());
    let lines = number.filter(|&lines| lines > 0);
    let is_used = |word: &&&str| word.starts_with(LINES) && lines.is_some();
    (lines, words.iter().filter(|word| !is_used(word)).copied().collect())
}

/// The default model of one kind of leaf with these numbers set, and the numbers.
pub(super) fn chance_model(words: &[&str]) -> Result<(ChanceModel, Numbers), UnknownSearcher> {
    let (model, settings) = match words.contains(&QUIESCENCE) {
        true => (ChanceModel::default(), OF_QUIESCENCE),
        false => (ChanceModel::searching(), OF_SEARCH),
    };
    let mut numbers = Vec::new();
    for &word in words.iter().filter(|&&word| word != QUIESCENCE) {
        let number = word.split_once('=').and_then(|(name, number)| {
            let number: f64 = number.parse().ok()?;
            if let Some(of_rules) = Parameter::named(Tuning::TABLE, name) {
                let fits = of_rules.set(&mut Tuning::default(), number);
                return fits.then_some(Number::Rules(of_rules, number));
            }
            let number = Some(number as f32).filter(|number| (0.0..=MOST).contains(number))?;
            let fits = number.fract() == 0.0 || !WHOLE.contains(&name);
            setting(settings, name, number).filter(|_| fits)
        });
        numbers.push(number.ok_or_else(|| {
            let names = settings.iter().map(|(name, _)| *name).chain(["lines"]);
            let kind = |name| if WHOLE.contains(&name) { "WHOLE NUMBER" } else { "NUMBER" };
            let known = names.map(|name| format!("{name}={}", kind(name)));
            let known: Vec<String> = [QUIESCENCE.to_string()].into_iter().chain(known).collect();
            UnknownSearcher::Option {
                searcher: "best-first".to_string(),
                given: word.to_string(),
                known: format!("{} from 0 to {MOST}, {}", known.join(", "), told(Tuning::TABLE)),
            }
        })?);
    }
    let numbers = Numbers(numbers);
    Ok((numbers.in_place_of(model), numbers))
}

/// The options of the selective search by words, of which those with a number change it for analysis and for games.
pub(super) fn pvs(words: &[&str]) -> Result<PvsOptions, UnknownSearcher> {
    let (numbers, switches): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.contains('='));
    let mut options = switched("pvs", &switches, PVS)?;
    for word in numbers {
        let set = word.split_once('=').and_then(|(name, number)| {
            let (parameter, number) =
                (Parameter::named(PvsNumbers::TABLE, name)?, number.parse().ok()?);
            let fits = parameter.set(&mut options.numbers, number);
            (fits && parameter.set(&mut options.numbers_in_games, number)).then_some(())
        });
        set.ok_or_else(|| UnknownSearcher::Option {
            searcher: "pvs".to_string(),
            given: word.to_string(),
            known: format!("{}, {}", names(PVS), told(PvsNumbers::TABLE)),
        })?;
    }
    Ok(options)
}

fn names<O>(known: &Switches<O>) -> String {
    known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
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
            known: names(known),
        })?;
        switch(&mut options);
    }
    Ok(options)
}
