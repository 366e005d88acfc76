//! `shans profile`: what a player keeps doing wrong, and puzzles of it.

use serde_json::Value;
use shans::app::commands::profile::Puzzle;

use crate::common::folder::Folder;
use crate::common::program::stdout;

/// White loses the queen, as often as that is wanted; the clocks are those of a game of a minute.
fn lost_queens(games: usize) -> String {
    let game = |number: usize| {
        format!(
            "[White \"<i>Anna</i>\"]\n[Black \"Bo {number}\"]\n[Date \"2025.{:02}.01\"]\n[Result \"0-1\"]\n[TimeControl \"60\"]\n\n\
             1. e4 {{[%clk 0:00:59]}} e5 {{[%clk 0:00:50]}} 2. Qh5 {{[%clk 0:00:58]}} Nc6 {{[%clk 0:00:40]}} \
             3. Qxe5+ {{[%clk 0:00:57]}} Nxe5 {{[%clk 0:00:30]}} 4. d4 {{[%clk 0:00:56]}} Ng6 {{[%clk 0:00:20]}} 0-1\n\n",
            number % 12 + 1
        )
    };
    (0..games).map(game).collect()
}

/// Black does not take the queen.
const NOT_TAKEN: &str = "[White \"Anna\"]\n[Black \"Carl\"]\n[Site \"https://lichess.org/abc\"]\n[Result \"1-0\"]\n\n\
                         1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Be7 4. Qxg7 Bf6 5. Qg3 d6 1-0\n\n";

fn category<'a>(found: &'a Value, subject: &str, category: &str) -> &'a Value {
    let subjects = found["subjects"].as_array().expect("subjects");
    let subject = subjects.iter().find(|it| it["subject"] == subject).expect("a subject");
    let mut categories = subject["categories"].as_array().expect("categories").iter();
    categories.find(|it| it["category"] == category).unwrap_or_else(|| panic!("{subject}"))
}

#[test]
fn errors_are_counted_by_cause_and_place_and_chance_is_no_weakness() {
    let folder = Folder::new();
    folder.write("a.pgn", lost_queens(20));
    let found = folder.json("profile @a.pgn --player anna --nodes 20k");
    assert_eq!(
        (&found["games"], &found["results"], &found["points"]),
        (&20.into(), &20.into(), &0.0.into())
    );
    let phase = category(&found, "phase", "opening");
    assert_eq!((&phase["events"], &phase["of"]), (&20.0.into(), &80.0.into()), "{phase}");
    assert_eq!(phase["own"]["rate"], 25.0, "{phase}");
    let fallen = category(&found, "wing", "on the files d and e");
    assert_eq!((&fallen["events"], &fallen["verdict"]), (&20.0.into(), &Value::Null), "{fallen}");
    assert_eq!(category(&found, "pace", "seconds for a move")["own"]["rate"], 1.0);
    let sentences = |name: &str| found[name].as_array().map_or(0, Vec::len);
    // No move of the player is compared with others: the queen falls in each game at the same place.
    assert_eq!((sentences("weaknesses"), sentences("habits")), (0, 1), "{found}");
    assert_eq!(found["costliest"][0]["examples"].as_array().map(Vec::len), Some(3));
    assert_eq!(found["costliest"][0]["examples"][0]["played"], "3. Qxe5+??");
    // A few games tell nothing.
    folder.write("few.pgn", lost_queens(5));
    let few = folder.json("profile @few.pgn --player anna --nodes 20k");
    assert!(
        ["weaknesses", "strengths", "habits"].iter().all(|name| few[name] == Value::Array(vec![]))
    );
    let bo = folder.json("profile @few.pgn --player bo --nodes 20k");
    assert_eq!(
        (&bo["games"], &bo["points"], &bo["errors"]["rate"]),
        (&5.into(), &5.0.into(), &0.0.into())
    );
}

#[test]
fn a_position_is_searched_once_and_a_kill_changes_nothing() {
    let folder = Folder::new();
    folder.write("a.pgn", lost_queens(2) + NOT_TAKEN);
    let command = |tree: &str| {
        format!("profile @a.pgn --player anna --nodes 10k --save @{tree} --checkpoint 1ms --quiet")
    };
    let whole = folder.json(&command("whole.tree"));
    let mut child = folder.start(&command("killed.tree"));
    let killed = folder.path("killed.tree");
    while !killed.exists() && child.try_wait().is_ok_and(|status| status.is_none()) {
        std::thread::yield_now();
    }
    child.kill().expect("a child");
    let _ = child.wait();
    assert_eq!(folder.json(&command("killed.tree")), whole);
    // What is done is found in the file, and nothing is searched again.
    assert_eq!(folder.json(&command("whole.tree")), whole);
    // As often as it is asked without a file.
    assert_eq!(folder.json("profile @a.pgn --player anna --nodes 10k"), whole);
}

#[test]
fn a_limit_on_all_leaves_the_first_games() {
    let folder = Folder::new();
    folder.write("a.pgn", lost_queens(1) + NOT_TAKEN);
    let part = folder.json("profile @a.pgn --player anna --nodes 1k --total-nodes 16k");
    assert_eq!(
        (&part["games"], &part["of_games"], &part["is_complete"]),
        (&1.into(), &2.into(), &false.into())
    );
}

#[test]
fn what_was_missed_becomes_a_puzzle() {
    let folder = Folder::new();
    // The same position in two games is one puzzle.
    folder.write("a.pgn", NOT_TAKEN.to_string() + &NOT_TAKEN.replace("Carl", "Dora"));
    let command = "profile @a.pgn --player anna --nodes 20k --puzzle-nodes 20k --puzzles";
    let made = folder.run(&format!("{command} @p.json"));
    assert!(stdout(&made).contains("written."), "{}", stdout(&made));
    let puzzles: Vec<Puzzle> = serde_json::from_str(&folder.read("p.json")).expect("puzzles");
    let taken: Vec<&Puzzle> = puzzles.iter().filter(|it| it.solution[0] == "c6e5").collect();
    assert_eq!(taken.len(), 1, "{puzzles:?}");
    let puzzle = taken[0];
    assert_eq!((puzzle.last_move.as_str(), puzzle.is_own, puzzle.ply), ("h5e5", false, 5));
    assert!(puzzle.wrong[0].was_played && puzzle.wrong[0].san == "Be7", "{puzzle:?}");
    assert!(!puzzle.wrong[0].refutation.is_empty() && puzzle.hints.len() == 3, "{puzzle:?}");
    assert_eq!(puzzle.hints[0], "Look at the knight on c6.");
    let ids: std::collections::HashSet<&str> = puzzles.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids.len(), puzzles.len());
    folder.run(&format!("{command} @p.csv"));
    let table = folder.read("p.csv");
    assert!(
        table.starts_with("PuzzleId,FEN,Moves,Rating,") && table.contains(",h5e5 c6e5"),
        "{table}"
    );
    folder.run(&format!("{command} @p.pgn"));
    let games = folder.read("p.pgn").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(games.contains("3... Nxe5 $1") && games.contains("( 3... Be7 $2"), "{games}");
    assert_eq!(folder.failure(&format!("{command} @p.txt")).0, Some(2));
}

#[test]
fn the_page_loads_nothing_and_names_stay_text() {
    let folder = Folder::new();
    folder.write("a.pgn", lost_queens(2));
    folder.run("profile @a.pgn --player <i>Anna</i> --nodes 500 --html @a.html");
    let page = folder.read("a.html");
    assert!(page.contains("default-src 'none'; style-src 'sha256-"), "{page}");
    assert!(page.contains("&lt;i&gt;Anna&lt;/i&gt;") && !page.contains("<i>"), "{page}");
    assert!(["<script", "http:", "https:", "url("].iter().all(|it| !page.contains(it)), "{page}");
    // A board for each example.
    assert!(page.contains("class=\"board\""), "{page}");
}

#[test]
fn what_cannot_be_followed_is_refused_in_one_line() {
    let folder = Folder::new();
    folder.write("a.pgn", NOT_TAKEN);
    for (words, told) in [
        (
            "--player nobody",
            "none of 1 game is one of \"nobody\" that can be analysed; check --player",
        ),
        ("--player anna --html -", "--html and --puzzles write files"),
        ("--player anna --searcher pvs", "keeps no tree in which all games could be"),
    ] {
        let (code, line) = folder.failure(&format!("profile @a.pgn {words}"));
        assert!(code == Some(2) && line.contains(told), "{code:?} {line}");
    }
    assert_eq!(folder.names(), ["a.pgn"]);
}
