//! Games of a list that somebody looks for: by words, and by the position on the board, with what was played there.

use std::cmp::Reverse;

use serde::Serialize;

use super::answers::{Reply, json};
use super::question::Find;
use super::walk::Walk;
use crate::app::files::game_file::{MainLine, WrittenGame};
use crate::app::games::{CommandLineGame, Openings};
use crate::game::MoveCode;
use crate::inspect::MoveText;
use crate::search::BestFirst;

/// No more games are listed at once.
const MOST_LISTED: usize = 200;
/// Tags in whose values words are looked for.
const SEARCHED: [&str; 8] = ["White", "Black", "Event", "Site", "Date", "Result", "ECO", "Opening"];

/// What is kept of a game.
#[derive(Clone, Debug)]
pub struct KnownGame {
    /// What a page is told of it.
    pub(super) listed: ListedGame,
    /// How the players are rated, on average.
    rating: Option<u32>,
    year: Option<u32>,
    /// What words are looked for in: small letters.
    words: String,
}

/// A position of a game, and the move that was played there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayedPlace {
    key: u64,
    game: u32,
    /// The last position of a game has none.
    mv: Option<u16>,
}

/// A game as a page lists it.
#[derive(Clone, Debug, Serialize)]
pub struct ListedGame {
    /// Its place in the list.
    index: usize,
    /// Who played it, where and when, as far as its tags tell.
    pub(super) title: String,
    /// How it ended.
    result: Option<String>,
    /// The name of its opening.
    opening: Option<String>,
    /// Moves of its main line.
    plies: usize,
}

/// The games of a list, and where positions stand in them, by the keys of positions.
#[derive(Clone, Debug, Default)]
pub struct AllGames {
    /// The games.
    pub games: Vec<KnownGame>,
    /// The positions, in order.
    pub places: Vec<PlayedPlace>,
}

/// The games that were found.
#[derive(Debug, Serialize)]
struct FoundGames {
    /// How many there are.
    found: usize,
    /// The first of them.
    games: Vec<ListedGame>,
    /// What was played in the position on the board, most often first; empty where nobody asked.
    moves: Vec<PlayedMove>,
}

/// A move that was played in a position.
#[derive(Debug, Serialize)]
struct PlayedMove {
    #[serde(flatten)]
    mv: MoveText,
    /// In so many games, each counted once:
    games: usize,
    /// those that White won,
    white: usize,
    /// those that were drawn,
    drawn: usize,
    /// and those that Black won.
    black: usize,
    /// How the players were rated, on average, where that is known.
    rating: Option<u32>,
    /// When it was played last.
    year: Option<u32>,
}

impl KnownGame {
    /// What is kept of the game at this place of the list; its positions are added to `places`.
    pub fn new<G: CommandLineGame>(
        game: &WrittenGame,
        line: Option<&MainLine<G>>,
        openings: &Openings,
        index: usize,
        places: &mut Vec<PlayedPlace>,
    ) -> KnownGame {
        let tag = |name: &str| {
            game.tag(name).map(str::trim).filter(|it| !it.is_empty() && !it.contains('?'))
        };
        let own = tag("Opening").map(str::to_string);
        let found = line.and_then(|line| placed(line, openings, index, places));
        let opening = own.or(found);
        let result = game.result().map(str::to_string);
        let ratings = ["WhiteElo", "BlackElo"].map(|name| tag(name).and_then(|it| it.parse().ok()));
        let known: Vec<u32> = ratings.into_iter().flatten().collect();
        let year = game.tag("Date").and_then(|date| date.split(['.', '-']).next()?.parse().ok());
        let values = SEARCHED.into_iter().filter_map(|name| game.tag(name));
        let values = values.chain(result.as_deref()).chain(opening.as_deref());
        let words = values.map(str::to_lowercase).collect::<Vec<_>>().join("\n");
        KnownGame {
            listed: ListedGame {
                index,
                title: title(tag),
                result,
                opening,
                plies: game.moves.len(),
            },
            rating: (!known.is_empty()).then(|| known.iter().sum::<u32>() / known.len() as u32),
            year: year.filter(|year| *year > 0),
            words,
        }
    }
}

fn title<'t>(tag: impl Fn(&str) -> Option<&'t str>) -> String {
    let players = [tag("White"), tag("Black")].map(|name| name.unwrap_or("unknown")).join(" - ");
    let rest = [tag("Event"), tag("Date")].into_iter().flatten();
    let title: Vec<&str> = [players.as_str()].into_iter().chain(rest).collect();
    title.join(", ")
}

/// Adds the positions of a line; the name of its opening.
fn placed<G: CommandLineGame>(
    line: &MainLine<G>,
    openings: &Openings,
    index: usize,
    places: &mut Vec<PlayedPlace>,
) -> Option<String> {
    let game = u32::try_from(index).ok()?;
    let (mut at, mut name) = (line.start.clone(), None);
    for mv in line.moves.iter().map(Some).chain([None]) {
        name = openings.name(&at).or(name);
        let code = mv.map(|&mv| at.encode(mv).0);
        places.push(PlayedPlace { key: at.key(), game, mv: code });
        mv.into_iter().for_each(|&mv| at.play(mv));
    }
    name.map(|opening| format!("{} {}", opening.eco, opening.name))
}

/// The games of a list that fit what is looked for.
pub fn find<G: CommandLineGame>(library: &AllGames, search: &BestFirst<G>, find: &Find) -> Reply {
    let text = find.text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let fits = |game: &KnownGame| words.iter().all(|word| game.words.contains(word));
    let Some(moves) = &find.moves else {
        let all = (0..library.games.len()).filter(|&index| fits(&library.games[index]));
        return json(&listed(library, all.collect(), Vec::new()));
    };
    let walk = Walk::new(search, moves)?;
    let here = of_position(&library.places, walk.position().key());
    let here: Vec<PlayedPlace> =
        here.iter().filter(|it| fits(&library.games[it.game as usize])).copied().collect();
    let mut games: Vec<usize> = here.iter().map(|it| it.game as usize).collect();
    games.dedup();
    json(&listed(library, games, played(library, &here, walk.position())))
}

fn listed(library: &AllGames, found: Vec<usize>, moves: Vec<PlayedMove>) -> FoundGames {
    let first = found.iter().take(MOST_LISTED);
    let games = first.map(|&index| library.games[index].listed.clone()).collect();
    FoundGames { found: found.len(), games, moves }
}

/// The places at which a position stands, in the order of the games.
fn of_position(places: &[PlayedPlace], key: u64) -> &[PlayedPlace] {
    let begin = places.partition_point(|place| place.key < key);
    let length = places[begin..].partition_point(|place| place.key == key);
    &places[begin..begin + length]
}

/// What was played in a position: a game in which it came back counts once for each move, as `prepare` counts.
fn played<G: CommandLineGame>(
    library: &AllGames,
    here: &[PlayedPlace],
    position: &G,
) -> Vec<PlayedMove> {
    let mut moves: Vec<(u16, u32)> = here.iter().filter_map(|it| Some((it.mv?, it.game))).collect();
    moves.sort_unstable();
    moves.dedup();
    let mut told: Vec<PlayedMove> = moves
        .chunk_by(|one, other| one.0 == other.0)
        .filter_map(|chunk| {
            let mv = MoveText::new(position, position.legal(MoveCode(chunk[0].0))?);
            let games = || chunk.iter().map(|&(_, game)| &library.games[game as usize]);
            let with = |wanted: &str| {
                games().filter(|game| game.listed.result.as_deref() == Some(wanted)).count()
            };
            let ratings: Vec<u32> = games().filter_map(|game| game.rating).collect();
            let sum: u64 = ratings.iter().map(|&rating| u64::from(rating)).sum();
            Some(PlayedMove {
                mv,
                games: chunk.len(),
                white: with("1-0"),
                drawn: with("1/2-1/2"),
                black: with("0-1"),
                rating: (!ratings.is_empty()).then(|| (sum / ratings.len() as u64) as u32),
                year: games().filter_map(|game| game.year).max(),
            })
        })
        .collect();
    told.sort_by_cached_key(|played| (Reverse(played.games), played.mv.human.clone()));
    told
}

#[cfg(test)]
mod tests {
    use super::super::answers::Refused;
    use super::super::library::Library;
    use super::*;
    use crate::app::tests::Example;
    use crate::chess::{Position, Tapered};

    const GAMES: &str = "[White \"Anna\"]\n[Black \"Bob\"]\n[WhiteElo \"2000\"]\n[Date \"1999.01.02\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n\
                         [White \"Bob\"]\n[Black \"Carl\"]\n[Date \"2005.??.??\"]\n\n1. Nf3 e6 2. e4 d5 0-1\n\n\
                         [White \"Carl\"]\n[Black \"Anna\"]\n[Event \"Open\"]\n\n1. e4 e6 2. Nf3 d6 1/2-1/2\n";

    fn found(text: &str, moves: Option<&str>) -> serde_json::Value {
        let evaluator = Tapered::default();
        let openings = Openings::new::<Position>(evaluator.clone());
        let mut library = Library::default();
        library.open::<Position>(Some(GAMES), None, &evaluator, &openings);
        let moves = moves.map(|moves| moves.split_whitespace().map(str::to_string).collect());
        let wanted = Find { text: text.to_string(), moves };
        let found = find(&library.list, &Example::start().search(), &wanted);
        let body = found.unwrap_or_else(Refused::response).body;
        serde_json::from_str(&body).expect("JSON")
    }

    fn indices(found: &serde_json::Value) -> Vec<u64> {
        let games = found["games"].as_array().into_iter().flatten();
        games.filter_map(|game| game["index"].as_u64()).collect()
    }

    #[test]
    fn games_are_found_by_all_that_their_tags_tell_and_by_their_opening() {
        assert_eq!(indices(&found("", None)), [0, 1, 2]);
        assert_eq!(indices(&found("anna", None)), [0, 2]);
        assert_eq!(indices(&found("ANNA open", None)), [2]);
        assert_eq!(indices(&found("1999", None)), [0]);
        assert_eq!(indices(&found("0-1", None)), [1]);
        assert_eq!(indices(&found("ruy", None)), [0]);
        assert_eq!(found("nobody", None)["found"], 0);
        assert_eq!(found("", None)["games"][0]["opening"], "C60 Ruy Lopez");
    }

    #[test]
    fn games_are_found_by_position_whatever_the_order_of_moves() {
        let here = found("", Some("e4 e6 Nf3"));
        assert_eq!(indices(&here), [1, 2]);
        let moves = here["moves"].as_array().expect("moves");
        let told: Vec<_> = moves.iter().map(|it| (&it["san"], &it["games"])).collect();
        assert_eq!(told, [(&"d5".into(), &1.into()), (&"d6".into(), &1.into())]);
        let first = &found("", Some(""))["moves"][0];
        let counts = ["games", "white", "drawn", "black", "rating", "year"];
        assert_eq!(first["san"], "e4");
        assert_eq!(counts.map(|name| first[name].as_u64()), [2, 1, 1, 0, 2000, 1999].map(Some));
        assert_eq!(indices(&found("carl", Some("e4 e6 Nf3 d5"))), [1]);
    }
}
