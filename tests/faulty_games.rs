//! Games with something wrong in them: the text before it is never lost or changed, by no command.

use serde_json::{Value, json};
use shans::app::files::game_counts::{GameCounts, Wanted};
use shans::chess::{CountedLine, MoveCounts, Position, Tapered};
use shans::game::{Game, Notation};
use shans::inspect::TreeReader;
use shans::random::Random;
use shans::store::TreeFile;

use crate::common::folder::Folder;
use crate::common::program::{object, stderr, stdout};
use crate::common::random_games::RandomGame;
use crate::explore::client::Explorer;

const SEEDS: u64 = 1_000;
/// Plies of a game at most.
const PLIES: usize = 14;

/// What is found in files that is no move, or none that can be played.
const DEFECTS: [&str; 24] = [
    "Ke9",
    "Qxh9",
    "hello",
    "--",
    "Z0",
    "Kd4",
    "{open",
    "(open",
    "(1. -- d5",
    "}",
    "]",
    ")",
    "((",
    "[%eval 0.3]",
    "[note here]",
    "(0.35)",
    "1-0 (time)",
    "\u{1a}",
    "$",
    "0-0-0-0",
    "\"",
    "<x>",
    "; a line",
    "\n% hidden\n",
];

/// A faulty game, its moves before the fault, and its seed.
struct Faulty {
    seed: u64,
    text: String,
    before: Vec<String>,
}

fn faulty(seed: u64) -> Faulty {
    let mut random = Random::new(seed + 1_000_000);
    let game = RandomGame::new(seed, PLIES);
    let defect = random.pick(&DEFECTS).unwrap_or_default();
    let (text, before) = game.with(defect, &mut random);
    Faulty { seed, text, before: game.moves[..before].to_vec() }
}

fn all() -> (Folder, Vec<Faulty>) {
    let games: Vec<Faulty> = (0..SEEDS).map(faulty).collect();
    let folder = Folder::new();
    folder.write("games.pgn", games.iter().map(|game| game.text.as_str()).collect::<String>());
    (folder, games)
}

#[test]
fn whole_games_keep_what_comes_before_a_fault() {
    let (folder, games) = all();
    let output = folder.run("game @games.pgn --nodes 1 --rounds 0 --json --quiet");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let told: Vec<Value> = stdout(&output).lines().map(object).collect();
    for Faulty { seed, text, before } in &games {
        let name = format!("Game {seed}");
        let game = told.iter().find(|game| game["white"] == name.as_str());
        let game = game.unwrap_or_else(|| panic!("{text}"));
        let positions = game["positions"].as_array().expect("positions").iter();
        let moves: Vec<_> =
            positions.filter_map(|position| position["played"]["san"].as_str()).collect();
        assert!(moves.len() >= before.len(), "{seed}: {text}\n{moves:?}");
        assert_eq!(moves[..before.len()], before[..], "{seed}: {text}");
    }
    let without = "--without evals,marks,lines,arrows,reasons";
    let copy =
        folder.run(&format!("game @games.pgn --nodes 1 --rounds 0 --quiet --pgn - {without}"));
    assert!(copy.stdout == folder.bytes("games.pgn"), "the file is as it was");
}

#[test]
fn imported_games_keep_what_comes_before_a_fault() {
    let (folder, games) = all();
    folder.json("analyze --nodes 1 --searcher best-first:quiescence --save @tree");
    let output = folder.run("import @tree @games.pgn --nodes 400k --quiet");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let file = TreeFile::open(&folder.path("tree")).expect("a tree");
    let search = file.load_to_look::<Position>(Tapered::learned()).expect("a tree").search;
    for Faulty { seed, text, before } in &games {
        let mut reader = TreeReader::new(&search);
        let found = reader.follow(before.iter().map(String::as_str));
        assert!(found.is_ok(), "{seed}: {text}: {found:?}");
    }
}

#[test]
fn opened_games_keep_what_comes_before_a_fault() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, "startpos");
    for Faulty { seed, text, before } in (0..SEEDS).map(faulty) {
        let body = json!({"text": text, "moves": []}).to_string();
        let answer = explorer.post("open", &body);
        assert_eq!(answer.status, 200, "{seed}: {text}: {}", answer.body);
        // Where a game has tags, it opens at its beginning.
        let (opened, games) = (answer.json(), explorer.get("games").json());
        let texts = |list: &Value, name: &str| -> Vec<String> {
            let text = |it: &Value| it.get(name).unwrap_or(it).as_str().map(str::to_string);
            list.as_array().into_iter().flatten().filter_map(text).collect()
        };
        let mut line = texts(&opened["moves"], "move");
        if line.is_empty() {
            line = texts(&games["line"], "move");
        }
        assert!(line.len() >= before.len(), "{seed}: {text}");
        assert_eq!(san(&line)[..before.len()], before[..], "{seed}: {text}");
    }
}

/// Moves in SAN.
fn san(moves: &[String]) -> Vec<String> {
    let mut position = <Position>::default();
    let text = |mv: &String| {
        let mv = position.parse_move(mv).expect("a legal move");
        let text = position.human_text(mv);
        position.play(mv);
        text
    };
    moves.iter().map(text).collect()
}

#[test]
fn analysed_games_keep_what_comes_before_a_fault() {
    let folder = Folder::new();
    for Faulty { seed, text, before } in (0..SEEDS).map(faulty) {
        folder.write("game.pgn", &text);
        let output = folder.run("analyze --pgn @game.pgn --nodes 1 --json");
        assert_ne!(output.status.code(), Some(2), "{seed}: {text}: {}", stderr(&output));
        let moves = object(&stdout(&output))["fen"].as_str().map(plies_of);
        assert!(moves >= Some(before.len()), "{seed}: {text}: {}", stdout(&output));
    }
}

/// How many moves lead to a position, as its FEN counts them.
fn plies_of(fen: &str) -> usize {
    let fields: Vec<&str> = fen.split(' ').collect();
    let number: usize = fields[5].parse().expect("a number");
    2 * (number - 1) + usize::from(fields[1] == "b")
}

/// Annotations are put in once: a file that has them stays as it is.
#[test]
fn annotated_games_are_annotated_once() {
    let folder = Folder::new();
    let games: String = (0..80).map(|seed| RandomGame::new(seed, PLIES).pgn()).collect();
    folder.write("games.pgn", &games);
    let annotate = |name: &str| {
        let output = folder.run(&format!("game @{name} --nodes 100 --rounds 0 --quiet --pgn -"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        output.stdout
    };
    let once = annotate("games.pgn");
    folder.write("once.pgn", &once);
    let twice = annotate("once.pgn");
    let (once, twice) = (String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
    for (before, after) in once.split("[White ").zip(twice.split("[White ")) {
        assert_eq!(before, after);
    }
    assert!(once.matches("( ").count() > 20 && once.matches("[%csl R").count() > 20);
}

/// What people and programs do to a game, each kind somewhere in it.
const KINDS: [fn(&RandomGame, &mut Random) -> Vec<u8>; 20] = [
    |game, random| between(game, random, "\n\n"),
    |game, random| between(game, random, "{no end "),
    |game, random| between(game, random, "(1. d4 "),
    |game, random| between(game, random, "-- "),
    |game, random| between(game, random, "hello "),
    |game, random| between(game, random, "<x y> "),
    |game, random| between(game, random, "1-0 "),
    |game, random| between(game, random, "\n% hidden\n"),
    |game, random| between(game, random, "} ] ) "),
    |game, random| between(game, random, "\n\n{ a paragraph }\n\n"),
    |game, random| between(game, random, "[Annotator \"x\"] "),
    |game, random| between(game, random, "\u{a0}\u{200b}0-0-0-0 "),
    |game, random| in_moves(game, random, figurine),
    |game, random| in_moves(game, random, |mv| mv.replace('N', "S")),
    |game, random| in_moves(game, random, str::to_lowercase),
    |game, _| game.pgn().replace("\n", "\r").into(),
    |game, _| game.pgn().replace("[White", "[white").replace("\"]", "]").into(),
    |game, _| {
        format!("[Event \"a\"]\n[Event \"b\"]\n[Variant \"From Position\"]\n{}", game.pgn()).into()
    },
    |game, _| game.pgn().replace("]\n\n", "]\n[FEN \"\"]\n[Site \"M\u{fc}nchen\"]\n\n").into(),
    |game, _| {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq e3 100 1";
        game.pgn().replace("]\n\n", &format!("]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n")).into()
    },
];

/// The game with this between two of its moves.
fn between(game: &RandomGame, random: &mut Random, defect: &str) -> Vec<u8> {
    game.with(defect, random).0.into()
}

/// The game with some of its moves written otherwise.
fn in_moves(game: &RandomGame, random: &mut Random, write: fn(&str) -> String) -> Vec<u8> {
    let mut text = game.head.clone();
    for word in game.text.split_inclusive([' ', '\n']) {
        let is_changed = random.below(3) == 0 && !word.contains(['{', '[', '$']);
        text.push_str(&if is_changed { write(word) } else { word.to_string() });
    }
    format!("{text}*\n\n").into()
}

fn figurine(mv: &str) -> String {
    mv.replace('N', "\u{2658}").replace('K', "\u{265a}").replace('Q', "\u{2655}\u{fe0e}")
}

/// What `shans game` reads of a file with these games is what is counted of it.
fn readers_agree(seeds: std::ops::Range<u64>) {
    let folder = Folder::new();
    let mut text = Vec::new();
    for seed in seeds.clone() {
        let mut random = Random::new(seed + 2_000_000);
        let kind = random.pick(&KINDS).expect("a kind");
        text.extend(kind(&RandomGame::new(seed, PLIES), &mut random));
        // Between two games there may be nothing to tell them apart but their tags.
        text.extend(random.pick(&["", "\n", "\u{1a}\n"]).unwrap_or_default().bytes());
    }
    folder.write("games.pgn", &text);
    let output = folder.run("game @games.pgn --nodes 1 --rounds 0 --json --quiet");
    let told: Vec<Value> = stdout(&output).lines().map(object).collect();
    assert!(told.len() as u64 >= seeds.end - seeds.start, "{}", stderr(&output));
    let (mut expected, mut positions) = (MoveCounts::new(1 << 30), Vec::new());
    for game in &told {
        let (first, _) =
            <Position>::from_fen(game["fen"].as_str().expect("a position")).expect("one");
        let (mut at, mut line) = (first.clone(), CountedLine::new(first.chess().clone()));
        for position in game["positions"].as_array().expect("positions") {
            positions.push(at.clone());
            let Some(mv) = position["played"]["move"].as_str() else { break };
            let mv = at.read_move(mv).expect("a legal move");
            at.play(mv);
            line.play(mv);
        }
        expected.add(&line, None);
    }
    expected.take_in();
    let mut counts = GameCounts::new(Wanted::default(), 1 << 30);
    let read = counts.read(&text[..]).expect("a text");
    assert_eq!((read.games, read.counted, read.again), (told.len() as u64, read.games, 0));
    let counts = counts.into_counts();
    let games = |counts: &MoveCounts, position: &Position| {
        let mut moves: Vec<_> = counts
            .of(position.chess())
            .into_iter()
            .map(|(mv, played)| (mv.to_string(), played.games))
            .collect();
        moves.sort();
        moves
    };
    for position in &positions {
        assert_eq!(games(&counts, position), games(&expected, position), "{}", position.fen());
    }
    assert_eq!(counts.len(), expected.len());
}

#[test]
fn games_are_counted_as_they_are_read() {
    readers_agree(0..2_000);
}

#[test]
#[ignore = "a minute"]
fn many_games_are_counted_as_they_are_read() {
    for begin in 0..10 {
        readers_agree(begin * 2_000..(begin + 1) * 2_000);
    }
}
