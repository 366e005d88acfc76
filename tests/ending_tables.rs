//! Endgame tables from outside the program.
//!
//! Real ones are no part of the repository: most tests here ask a stand-in for the crate that reads them
//! ([`Probe`]). Those that ask real tables do so where the environment variable `SHANS_SYZYGY` names a folder with
//! all of three and four men, and pass otherwise.

use std::path::PathBuf;

use shakmaty::{Chess, Color, Position as _};
use shans::app::games::{CommandLineGame, EndingTables};
use shans::chess::syzygy::{Dtz, MaybeRounded, Probe, ProbeTrouble, Syzygy, Wdl};
use shans::chess::{Position, Tapered};
use shans::game::{Evaluate, Notation, Past};
use shans::inspect::Score;
use shans::search::{
    BestFirst, ChanceModel, Limits, MemoryLimits, Pvs, PvsOptions, Report, Root, Searcher, Stop,
};
use shans::value::{Player, Value};

use crate::common::folder::Folder;
use crate::common::program::{stderr, stdout};
use crate::common::trees::{open, saved};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);
/// Queen against rook, neither of which can be taken; the clock is added.
const QUEEN_OR_ROOK: &str = "8/8/3k4/8/7r/8/8/KQ6 w - -";

/// A side with a queen wins against a side without one, the next zeroing move being 20 plies away for the
/// winner.
struct QueensWin;

impl QueensWin {
    fn winner(chess: &Chess) -> Option<Color> {
        let queens = |color| chess.board().queens() & chess.board().by_color(color);
        let winner = |color: Color| queens(color).any() && queens(!color).is_empty();
        Color::ALL.into_iter().find(|&color| winner(color))
    }
}

impl Probe for QueensWin {
    fn most_pieces(&self) -> u32 {
        4
    }

    fn wdl(&self, chess: &Chess) -> Result<Wdl, ProbeTrouble> {
        Ok(match QueensWin::winner(chess) {
            Some(winner) if winner == chess.turn() => Wdl::Win,
            Some(_) => Wdl::Loss,
            None => Wdl::Draw,
        })
    }

    fn dtz(&self, chess: &Chess) -> Result<MaybeRounded<Dtz>, ProbeTrouble> {
        Ok(MaybeRounded::Precise(match QueensWin::winner(chess) {
            Some(winner) if winner == chess.turn() => Dtz(20),
            Some(_) => Dtz(-19),
            None => Dtz(0),
        }))
    }
}

/// All of its tables are damaged.
struct Damaged;

impl Probe for Damaged {
    fn most_pieces(&self) -> u32 {
        5
    }

    fn wdl(&self, _: &Chess) -> Result<Wdl, ProbeTrouble> {
        let why = "it is damaged or cut off".to_string();
        Err(ProbeTrouble::Unreadable { file: "KQvKR.rtbw".to_string(), why })
    }

    fn dtz(&self, chess: &Chess) -> Result<MaybeRounded<Dtz>, ProbeTrouble> {
        self.wdl(chess).map(|_| MaybeRounded::Precise(Dtz(0)))
    }
}

fn with(probe: impl Probe + 'static) -> Tapered {
    Tapered::default().with_tables(Some(Syzygy::new(Box::new(probe), 7)), 0)
}

fn position(fen: &str, evaluator: Tapered) -> Position {
    Position::from_fen_with(fen, evaluator).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

fn queens_win(clock: u32) -> Position {
    position(&format!("{QUEEN_OR_ROOK} {clock} 90"), with(QueensWin))
}

fn searched(position: Position, nodes: u64) -> (BestFirst<Position>, Report<shakmaty::Move>) {
    let mut search = BestFirst::new(Root::new(position), ChanceModel::searching(), ROOM);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    (search, report)
}

#[test]
fn a_root_in_the_tables_is_proven_at_once() {
    let (search, report) = searched(queens_win(3), 5_000);
    assert_eq!((report.stop, report.proven), (Some(Stop::Proven), true));
    assert_eq!(report.value, Value::table_win(Player::Max, 20));
    assert_eq!(Score::new(report.value, Player::Min), Score::Table { won: false, plies: 20 });
    let mut moves = Vec::new();
    shans::game::Game::moves(search.position(), &mut moves);
    assert_eq!(report.lines.len(), moves.len(), "the best of all moves");
    assert!(report.counters.nodes < 100, "{}", report.counters.nodes);
}

#[test]
fn the_clock_decides_whether_a_win_is_one() {
    let value = |clock| searched(queens_win(clock), 5_000).1.value;
    assert_eq!(value(80), Value::table_win(Player::Max, 20), "the zeroing move is the 100th ply");
    assert_eq!(value(81), Value::DRAW);
}

#[test]
fn who_may_castle_is_not_looked_up() {
    let exact = |rights: &str| {
        let fen = format!("r3k3/8/8/8/8/8/4Q3/4K3 b {rights} - 0 1");
        position(&fen, with(QueensWin)).exact(&Past::default())
    };
    assert_eq!(exact("-"), Some(Value::table_win(Player::Max, 0)));
    assert_eq!(exact("q"), None);
}

#[test]
fn positions_with_more_men_than_asked_for_are_not_looked_up() {
    let tables = Syzygy::new(Box::new(QueensWin), 3);
    let four = position(
        &format!("{QUEEN_OR_ROOK} 0 90"),
        Tapered::default().with_tables(Some(tables.clone()), 0),
    );
    assert_eq!((four.exact(&Past::default()), tables.probes()), (None, 0));
}

#[test]
fn in_the_midst_of_a_search_only_zeroing_moves_are_looked_up() {
    let at_once = |clock| queens_win(clock).exact_at_once(&Past::default());
    assert_eq!(at_once(0), Some(Value::table_win(Player::Max, 0)));
    assert_eq!(at_once(1), None);
}

#[test]
fn a_capture_into_a_won_table_is_found_and_told_as_such() {
    // The pawn can be taken; the queen wins then.
    let fen = "8/1p6/3k4/8/7r/8/8/KQ6 w - - 3 60";
    let (_, report) = searched(position(fen, with(QueensWin)), 400);
    assert!(report.proven && report.value.win().is_some_and(|(winner, _)| winner == Player::Max));
    let taken = position(fen, with(QueensWin));
    let mut pvs = Pvs::new(Root::new(taken), PvsOptions::default());
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let report = pvs.search(&limits, &mut |_| {});
    // Searches to a depth prove nothing.
    assert!(report.value.is_seen_win(), "{report:?}");
    assert_eq!(report.best_move().map(|mv| mv.to()), Some(shakmaty::Square::B7));
}

#[test]
fn a_tree_tells_that_tables_made_it_and_goes_on_without_them() {
    let (search, _) = searched(queens_win(3), 5_000);
    let bytes = saved(&search, false);
    let file = || open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(file().table_pieces(), 4);
    let loaded = |evaluator: Tapered| {
        assert!(file().info::<Position>(&evaluator).same_evaluation);
        let loaded = file().load_to_go_on::<Position>(evaluator, ROOM);
        loaded.unwrap_or_else(|error| panic!("{error}")).search
    };
    let refused = loaded(Tapered::default()).check().map(drop);
    assert!(refused.is_err_and(|broken| broken.to_string().contains("worth None")));
    let remembering = Tapered::default().with_tables(None, 4);
    let believing = loaded(remembering.clone());
    assert!(believing.check().is_ok());
    assert!(remembering.believed_proofs() >= 20, "{}", remembering.believed_proofs());
    assert_eq!(saved(&believing, false), bytes, "it keeps saying so");
    let at_hand = with(QueensWin).with_tables(Some(Syzygy::new(Box::new(QueensWin), 7)), 4);
    assert!(loaded(at_hand.clone()).check().is_ok());
    assert_eq!(at_hand.believed_proofs(), 0, "all was looked up again");
    let without = searched(position(&format!("{QUEEN_OR_ROOK} 3 90"), Tapered::default()), 300).0;
    let file = saved(&without, false);
    assert_eq!(open(&file).map(|file| file.table_pieces()).ok(), Some(0));
}

#[test]
fn damaged_tables_are_told_once_and_searches_go_on() {
    let evaluator = with(Damaged);
    let (_, report) = searched(position(&format!("{QUEEN_OR_ROOK} 3 90"), evaluator.clone()), 500);
    assert!(report.counters.nodes >= 400, "{}", report.counters.nodes);
    let told = Position::table_troubles(&evaluator);
    assert_eq!(told, ["the table KQvKR.rtbw is left out: it is damaged or cut off"]);
    assert!(Position::table_troubles(&evaluator).is_empty());
}

#[test]
fn verdicts_of_tables_are_told_in_words() {
    let queen = queens_win(3);
    let told = "a tablebase win for White (KQvKR), zeroing move in 20 plies";
    assert_eq!(queen.ending(&Past::default()), told);
    let rooks = position("8/8/3k4/8/7r/8/8/KR6 w - - 0 1", with(QueensWin));
    assert_eq!(rooks.ending(&Past::default()), "a tablebase draw (KRvKR)");
}

#[test]
fn files_that_are_no_tables_are_named_and_the_search_goes_on() {
    let folder = Folder::new();
    folder.write("KQvK.rtbw", [0_u8; 80]);
    folder.write("KQvK.rtbz", [0_u8; 79]);
    folder.write("notes.txt", "not a table");
    let words =
        format!("analyze --nodes 200 --memory 8MiB --syzygy {}:@none", folder.place().display());
    let mut words = folder.words(&words);
    let none = words.last_mut().map(|word| {
        *word = word.replace("@none", &folder.path("none").display().to_string());
    });
    assert!(none.is_some());
    words.push("4k3/8/8/8/8/8/8/R3K1N1 w - - 0 1".to_string());
    let output = crate::common::program::run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(stdout(&output).contains("best line"));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    assert!(lines[0].contains("none") && lines[0].starts_with("warning: no tables from"), "{told}");
    for (line, part) in [(lines[1], "KQvK.rtbz"), (lines[2], "KQvK.rtbw")] {
        assert!(line.contains(part) && line.contains("is left out"), "{told}");
    }
}

/// The folder with real tables, where there is one.
fn real_tables() -> Option<Tapered> {
    let folder = PathBuf::from(std::env::var_os("SHANS_SYZYGY")?);
    let (tables, troubles) = EndingTables::open(&[folder], 7);
    assert_eq!(troubles, Vec::<String>::new());
    Some(Position::with_tables(Tapered::default(), tables))
}

#[test]
fn real_tables_know_what_they_should() {
    let Some(evaluator) = real_tables() else { return };
    for (fen, expected) in [
        ("8/8/8/4k3/8/2n5/8/R3K3 w - - 3 60", Some(Value::DRAW)),
        ("7k/8/8/8/8/8/1r6/K1Q5 w - - 0 1", None),
        ("8/8/3k4/8/4r3/8/8/KQ6 w - - 99 90", Some(Value::table_win(Player::Max, 1))),
    ] {
        let found = position(fen, evaluator.clone()).exact(&Past::default());
        match expected {
            Some(expected) => assert_eq!(found, Some(expected), "{fen}"),
            None => assert!(found.is_some(), "{fen}"),
        }
    }
}

#[test]
fn commands_tell_what_real_tables_say() {
    let Some(tables) = std::env::var_os("SHANS_SYZYGY") else { return };
    let tables = format!("--syzygy {}", tables.display());
    let folder = Folder::new();
    let on = |line: &str| {
        let mut words = folder.words(&format!("{line} {tables}"));
        if line.starts_with("analyze") {
            words.push("8/8/3k4/8/4n3/8/8/K3R3 b - - 0 3".to_string());
        }
        let output =
            crate::common::program::run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{line}");
        stdout(&output)
    };
    let analysed = on("analyze --nodes 3k --memory 8MiB --quiet --save @a.tree");
    assert!(analysed.contains("a tablebase draw (KRvKN)"), "{analysed}");
    assert!(on("show @a.tree").contains("tables     a tablebase draw (KRvKN)"));
    let why = on("why @a.tree Kd5");
    assert!(why.contains("a tablebase draw (KRvKN) after 3... Kd5"), "{why}");
    assert!(on("verify @a.tree").contains("all their proofs were checked"));
    let verified = folder.json("verify @a.tree");
    assert_eq!(verified["table_pieces"], 4);
    assert!(verified["table_proofs_believed"].as_u64().is_some_and(|proofs| proofs > 0));
    let resumed = folder.run("resume @a.tree --nodes 100 --quiet");
    let told = stderr(&resumed);
    assert_eq!(resumed.status.code(), Some(0), "{told}");
    assert!(told.starts_with("warning: ") && told.contains("up to 4 men"), "{told}");
}

#[test]
fn whole_games_ask_real_tables() {
    let Some(tables) = std::env::var_os("SHANS_SYZYGY") else { return };
    let folder = Folder::new();
    // A rook is given for nothing: what is left is a draw.
    folder.write(
        "a.pgn",
        "[FEN \"8/8/3k4/8/4n3/8/8/K3RR2 w - - 0 3\"]\n\n3. Rf8 Ke7 4. Rd1 Kxf8 *\n",
    );
    let with = format!("--syzygy {}", tables.display());
    let game = "game @a.pgn --nodes 2k --quiet --save @a.tree";
    let told = folder.json(&format!("{game} {with}"));
    let scores: Vec<_> = (0..5).map(|place| &told["positions"][place]["score"]).collect();
    assert_eq!(scores[4]["cp"], 0, "{told}");
    assert_eq!(told["positions"][4]["score"]["bound"], serde_json::Value::Null, "{told}");
    let proven = folder.json("verify @a.tree");
    assert_eq!(proven["table_pieces"], 4);
    for (tables, warned) in [(with.as_str(), false), ("", true)] {
        let again = folder.run(&format!("{game} --rounds 3 {tables}"));
        let told = stderr(&again);
        assert_eq!(again.status.code(), Some(0), "{told}");
        assert_eq!(told.contains("up to 4 men"), warned, "{told}");
    }
}

/// Lines of `FEN;wdl;dtz;value` as another program has read them from the same tables, in the file that
/// `SHANS_SYZYGY_POSITIONS` names.
#[test]
fn real_tables_agree_with_another_program() {
    let Some(evaluator) = real_tables() else { return };
    let Some(path) = std::env::var_os("SHANS_SYZYGY_POSITIONS") else { return };
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}"));
    let mut compared = 0;
    for line in text.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let &[fen, wdl, dtz, value] = &fields[..] else { panic!("{line}") };
        // Positions that no game leads to are refused.
        let Ok((position, _)) = Position::from_fen_with(fen, evaluator.clone()) else { continue };
        compared += 1;
        let tables = evaluator.tables().unwrap_or_else(|| panic!("no tables"));
        let verdict = tables.verdict(position.chess()).unwrap_or_else(|| panic!("{line}"));
        let found = verdict.dtz.map(|dtz| i32::from(dtz.ignore_rounding()));
        assert_eq!(i32::from(verdict.wdl).to_string(), wdl, "{line}");
        assert_eq!(found.map(|dtz| dtz.to_string()).as_deref(), Some(dtz), "{line}");
        let exact = position.exact(&Past::default());
        let told = match exact.map(|value| value.win().map(|(winner, _)| winner)) {
            None => "unknown",
            Some(None) => "draw",
            Some(Some(Player::Max)) => "white",
            Some(Some(Player::Min)) => "black",
        };
        // One ply of rounding decides there.
        let is_right = value == "border" || told == value;
        assert!(is_right, "{told}: {line}");
    }
    assert!(compared > text.lines().count() / 2, "{compared} lines were compared");
}
