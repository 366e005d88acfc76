//! The drill: questions, answers, hints, and the file in which answers are kept.

use std::fs;

use serde_json::{Value, json};

use super::client::{Answer, Explorer};
use crate::common::folder::Folder;

/// The 14th of November 2023.
const NOW: i64 = 1_700_000_000_000;
const DAY: i64 = 86_400_000;

/// A tree in which Black answers 1. f3 e5 2. g4 and, less often, 2. e4.
fn prepared() -> Folder {
    let folder = Folder::new();
    folder.write(
        "games.pgn",
        "1. f3 e5 2. g4 Qh4# 0-1\n\n".repeat(10) + &"1. f3 e5 2. e4 Nf6 *\n\n".repeat(5),
    );
    folder.write("mine.pgn", "1. f3 e5 *\n");
    folder.json("prepare @black.tree --side black --games @games.pgn --mine @mine.pgn --nodes 4k --cover 5%");
    folder
}

fn asked(explorer: &Explorer, now: i64) -> Value {
    let answer = explorer.get(&format!("drill?now={now}"));
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

fn answer(explorer: &Explorer, question: &Value, mv: &str, now: i64) -> Answer {
    let body = json!({
        "question": question["name"], "played": question["played"], "move": mv, "hints": 0, "now": now
    });
    explorer.post("drill-answer", &body.to_string())
}

/// The moves that lead to a question.
fn way(question: &Value) -> String {
    let path = question["path"].as_array().expect("a path").iter();
    path.filter_map(|step| step["san"].as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn questions_come_again_when_they_are_due_and_the_tree_stays_as_it_is() {
    let folder = prepared();
    let tree = folder.bytes("black.tree");
    let explorer = Explorer::start(&folder, "@black.tree");
    let first = asked(&explorer, NOW);
    assert_eq!([&first["deck"], &first["file"]], ["repertoire", "black.tree.drill"]);
    assert_eq!(
        (first["due"].as_u64(), first["fresh"].clone()),
        (Some(0), first["questions"].clone())
    );
    // The likeliest first.
    let mut ways = Vec::new();
    loop {
        let question = asked(&explorer, NOW)["question"].clone();
        if question.is_null() {
            break;
        }
        ways.push(way(&question));
        let told = match ways.last().map(String::as_str) {
            Some("f3 e5 g4") => {
                let wrong = answer(&explorer, &question, "a6", NOW).json();
                assert_eq!([&wrong["verdict"], &wrong["answer"]["san"]], ["wrong", "Qh4#"]);
                assert!(wrong["loss_cp"].as_i64() > Some(1_000), "{wrong}");
                wrong
            }
            _ => {
                let hint = |number: u8| {
                    let body = json!({ "question": question["name"], "hint": number });
                    explorer.post("drill-hint", &body.to_string()).json()["text"].clone()
                };
                assert!(hint(1).as_str().is_some_and(|text| text.starts_with("Look at the ")));
                assert!(hint(2).as_str().is_some_and(|text| text.contains("idea")));
                let mv = hint(3).as_str().expect("a move").trim_end_matches('.').to_string();
                let right = answer(&explorer, &question, &mv, NOW).json();
                assert_eq!(right["verdict"], "right", "{right}");
                right
            }
        };
        assert!(told["due_ms"].as_i64() > Some(NOW), "{told}");
    }
    assert_eq!(ways.iter().position(|way| way == "f3 e5 g4"), Some(1), "{ways:?}");
    assert!(ways.contains(&"f3 e5 e4".to_string()), "{ways:?}");
    // What was wrong is due a minute later, the others after ten.
    let minutes = asked(&explorer, NOW + 300_000);
    assert_eq!(
        (minutes["due"].as_u64(), way(&minutes["question"])),
        (Some(1), "f3 e5 g4".to_string())
    );
    let months = asked(&explorer, NOW + 90 * DAY);
    assert_eq!(months["due"], months["questions"]);
    drop(explorer);
    assert!(folder.bytes("black.tree") == tree, "the tree is as it was");
    let kept = folder.bytes("black.tree.drill");
    assert_eq!(String::from_utf8_lossy(&kept).lines().count(), ways.len());
    // Another program knows it, and so does the command line.
    let explorer = Explorer::start(&folder, "@black.tree");
    assert_eq!(asked(&explorer, NOW)["question"], Value::Null);
    let due = folder.json("prepare @black.tree --due 2023-11-14");
    assert_eq!(
        (due["due"].as_array().map(Vec::len), due["fresh"].as_u64()),
        (Some(ways.len()), Some(0))
    );
    assert_eq!(
        [&due["due"][1]["wrong"], &due["due"][1]["line"][2]["san"]],
        [&json!(1), &json!("g4")]
    );
    let before = folder.json("prepare @black.tree --due 2023-11-13");
    assert_eq!(
        (before["due"].as_array().map(Vec::len), before["next"].as_str()),
        (Some(0), Some("2023-11-14"))
    );
    let text = folder.run("prepare @black.tree --due 2030-01-01");
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(
        text.contains(
            "  after 1. f3 e5 2. g4  66.7 % of games, since 2023-11-14, 1 wrong of 1 answer\n"
        ),
        "{text}"
    );
}

#[test]
fn an_answer_that_is_as_good_is_accepted_and_named() {
    let folder = prepared();
    let explorer = Explorer::start(&folder, "@black.tree");
    let question = asked(&explorer, NOW)["question"].clone();
    assert_eq!(way(&question), "f3");
    let mut verdicts = Vec::new();
    for mv in
        question["legal"].as_array().expect("moves").iter().filter_map(|mv| mv["san"].as_str())
    {
        let told = answer(&explorer, &question, mv, NOW).json();
        let loss = told["loss_cp"].as_i64().expect("a loss");
        let verdict = told["verdict"].as_str().expect("a verdict").to_string();
        assert_eq!(verdict == "wrong", loss > 30, "{told}");
        assert_eq!(verdict == "right", told["answer"]["san"] == mv, "{told}");
        verdicts.push(verdict);
    }
    for verdict in ["right", "alternative", "wrong"] {
        assert!(verdicts.iter().any(|it| it == verdict), "{verdicts:?}");
    }
    let bad = answer(&explorer, &question, "Ke4", NOW);
    assert_eq!(bad.status, 409, "{}", bad.body);
}

#[test]
fn puzzles_are_solved_to_their_end() {
    let folder = Folder::new();
    folder.json("analyze startpos --nodes 1k --save @a.tree");
    folder.write(
        "puzzles.csv",
        "PuzzleId,FEN,Moves,Rating,Themes\n\
         bad,8/8 w - - 0 1,e2e4 e7e5,1,\n\
         00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,mate mateIn2\n",
    );
    let explorer = Explorer::start(&folder, "@a.tree --puzzles @puzzles.csv");
    let first = asked(&explorer, NOW);
    assert_eq!([&first["deck"], &first["left_out"]], [&json!("puzzles"), &json!(1)]);
    let question = &first["question"];
    let hint = explorer
        .post("drill-hint", &json!({ "question": question["name"], "hint": 2 }).to_string());
    assert_eq!(hint.json()["text"], "The idea: mate, mate in 2.");
    let on = answer(&explorer, question, "Be6+", NOW).json();
    assert_eq!((on["verdict"].as_str(), &on["due_ms"]), (Some("right"), &Value::Null));
    assert_eq!(on["goes_on"]["played"], json!(["a2e6", "d7d8"]));
    let over = answer(&explorer, &on["goes_on"], "Qf8#", NOW).json();
    assert!(over["goes_on"].is_null() && over["due_ms"].as_i64() > Some(NOW), "{over}");
    drop(explorer);
    let kept = fs::read_to_string(folder.path("puzzles.csv.drill")).expect("answers");
    assert!(kept.contains("\"move\":\"f7f8\",\"grade\":\"good\""), "{kept}");
    let (code, told) = folder.failure("explore @a.tree --puzzles @a.tree --no-open");
    assert!(code == Some(1) || code == Some(2), "{told}");
}
