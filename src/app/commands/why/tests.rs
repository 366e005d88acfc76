use anyhow::Context;
use serde_json::Value as Json;

use super::asked::{Asked, follow};
use super::causes::causes;
use super::claim::ClaimKind;
use super::command::Told;
use super::sentences::{claim, write};
use crate::app::games::{CauseStory, Causes, Weight};
use crate::app::tests::Example;
use crate::chess::Position;
use crate::game::Notation;
use crate::inspect::{
    MoveQuestion, OpinionLimits, Score, SecondOpinion, TreeReader, Trials, untried_moves,
};
use crate::search::Interrupt;

type Story = CauseStory<shakmaty::Move>;

/// What is reported of the last of these moves, as text and as JSON.
fn why(example: &Example, moves: &str) -> anyhow::Result<(String, Json)> {
    let search = example.search();
    let mut reader = TreeReader::new(&search);
    let (Asked::One(mv) | Asked::Two(mv, _)) = follow(&mut reader, &[moves.to_string()])?;
    let explanation = MoveQuestion::new(&reader, mv)?.explain()?;
    let (mut text, mut json) = (Vec::new(), Vec::new());
    let mut trials = Trials::new(5_000, 100_000, Interrupt::default());
    let causes = causes(&explanation, reader.position(), &mut trials);
    let told = Told { explanation: &explanation, causes: &causes, test_nodes: 5_000 };
    super::command::write(&told, &reader, false, &mut text)?;
    super::command::write(&told, &reader, true, &mut json)?;
    Ok((String::from_utf8(text)?, serde_json::from_slice(&json)?))
}

#[test]
fn a_move_that_allows_mate_is_told_in_plain_words() -> anyhow::Result<()> {
    let (text, json) = why(&Example::fools_mate(), "g4")?;
    let plain = "g4 allows mate in 1: 2... Qh4#.\n";
    assert!(text.contains(plain), "{text}");
    assert!(text.contains("g4: Black mates by force in 1; "), "{text}");
    assert_eq!(json["claim"]["kind"], "allows-mate");
    assert_eq!(json["claim"]["text"], "allows mate in 1");
    assert!(text.contains("By static eval White loses most at Qh4#: from -"), "{text}");
    assert!(text.contains("It cannot improve: White has nothing left to try"), "{text}");
    assert!(text.contains("<- greatest loss") && !text.contains("To be preferred"), "{text}");
    assert_eq!(json["verdict"], "rejected");
    assert_eq!(json["candidate"]["score"]["mate"], -1);
    assert!(json["chance"].is_null() && json["behind_cp"].is_null(), "{json}");
    assert_eq!(json["refutation"][1]["san"], "Qh4#");
    assert_eq!(json["refutation"][1]["greatest_drop"], true);
    Ok(())
}

/// What is said of h4 in the first position, if it and its rival had these scores, and these causes held.
fn said(own: Score, other: Score, causes: &[Story]) -> anyhow::Result<(ClaimKind, String)> {
    let search = Example::start().search();
    let reader = TreeReader::new(&search);
    let mut explanation = MoveQuestion::new(&reader, reader.legal_move("h4")?)?.explain()?;
    explanation.behind_cp = match (own, other) {
        (Score::Cp(own), Score::Cp(other)) => Some(other - own),
        _ => None,
    };
    let moves = [(&mut explanation.candidate, own, "h4"), (&mut explanation.rival, other, "e4")];
    for (tried, score, san) in moves {
        let tried = tried.as_mut().context("no other move has a value")?;
        (tried.score, tried.mv.human) = (score, san.to_string());
        // What a line takes would be told first.
        tried.pv.truncate(1);
    }
    let mut out = Vec::new();
    let causes = Causes { held: causes.to_vec(), ..Causes::default() };
    write::<Position>(&explanation, &causes, &reader, &mut out)?;
    let claim = claim(&explanation, reader.position()).context("no claim")?;
    Ok((claim.kind, String::from_utf8(out)?))
}

#[test]
fn what_changes_no_result_is_not_called_worse() -> anyhow::Result<()> {
    let cases = [
        (
            Score::Mate(3),
            Score::Mate(1),
            ClaimKind::WinsToo,
            "h4 mates, too, but in 3 moves where e4 takes 1.",
        ),
        (Score::Mate(3), Score::Mate(3), ClaimKind::Equal, "by force in 3; e4 is as good (#3)."),
        (Score::Mate(-2), Score::Mate(-5), ClaimKind::LosesToo, "h4 is mated in 2, and e4 in 5."),
        (Score::Cp(900), Score::Cp(1200), ClaimKind::WinsToo, "h4 is winning, too."),
        (
            Score::Cp(900),
            Score::Seen { won: true, mate: None },
            ClaimKind::WinsToo,
            "h4 is winning, too.",
        ),
        (Score::Cp(900), Score::Mate(4), ClaimKind::MissesMate, "h4 misses mate in 4"),
        (
            Score::Cp(-1200),
            Score::Cp(-900),
            ClaimKind::LosesToo,
            "h4 loses, as the best move does.",
        ),
        (Score::Mate(-2), Score::Cp(-900), ClaimKind::AllowsMate, "h4 allows mate in 2"),
        (Score::Cp(100), Score::Cp(900), ClaimKind::Worse, "h4 is worth +1.00, e4 +9.00."),
        (Score::Cp(-900), Score::Cp(-100), ClaimKind::Worse, "h4 is worth -9.00, e4 -1.00."),
        (Score::Cp(900), Score::Cp(910), ClaimKind::Equal, "h4 is worth +9.00, e4 +9.10."),
    ];
    for (own, other, kind, text) in cases {
        let told = said(own, other, &[])?;
        assert!(told.0 == kind && told.1.contains(text), "{own:?} {other:?}: {told:?}");
    }
    Ok(())
}

#[test]
fn what_a_move_costs_is_no_reason_for_a_result_that_stays() -> anyhow::Result<()> {
    let start: Position = Position::default();
    let misses = Story {
        kind: "unprotected",
        text: "takes the centre".to_string(),
        line: vec![start.read_move("e4")?],
        subject: 0,
        targets: Vec::new(),
        guards: Vec::new(),
        is_own: false,
        origin: None,
        test: None,
        share: Some(0.8),
        weight: Weight::Because,
    };
    for (own, other, text) in [
        (900, 1200, "h4 is winning, too, but it misses e4, which takes the centre: 1. e4."),
        (-1200, -900, "h4 loses, as the best move does, and it misses e4, which"),
        (-100, 200, "h4 turns a better position into a worse one, because it misses e4, which"),
    ] {
        let (_, told) = said(Score::Cp(own), Score::Cp(other), std::slice::from_ref(&misses))?;
        assert!(told.contains(text), "{told}");
    }
    Ok(())
}

#[test]
fn a_rejected_move_is_compared_and_its_chance_is_found() -> anyhow::Result<()> {
    let (text, json) = why(&Example::start(), "h4")?;
    assert_eq!((&json["verdict"], &json["move"]), (&"rejected".into(), &"h2h4".into()), "{json}");
    let score = |of: &str| json[of]["score"]["cp"].as_i64().unwrap_or_else(|| panic!("{json}"));
    let behind = score("rival") - score("candidate");
    assert!(behind >= 0 && json["behind_cp"] == behind, "{json}");
    assert!(json["effort_share"].as_f64().is_some_and(|share| 0.0 < share && share < 1.0));
    let chance = &json["chance"];
    assert_eq!(chance["cp"], json["candidate"]["own_chance_cp"]);
    assert_eq!(chance["line"][0], "h2h4");
    assert!(chance["untried"]["san"].is_string(), "{json}");
    let short = chance["short_cp"].as_i64().zip(chance["cp"].as_i64());
    assert!(short.is_some_and(|(short, cp)| short + cp == score("rival")), "{json}");
    for part in
        ["h4 is worth ", "To be preferred, it must gain", " 1... ", "The best try left to White "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    Ok(())
}

#[test]
fn a_move_never_tried_waits_behind_others() -> anyhow::Result<()> {
    let search = Example::start().search();
    let mut reader = TreeReader::new(&search);
    reader.follow(["a3"])?;
    let waiting = untried_moves(&reader);
    let last = waiting.last().map(|last| last.mv.human.clone()).unwrap_or_default();
    let (text, json) = why(&Example::start(), &format!("a3 {last}"))?;
    assert_eq!(json["verdict"], "untried");
    assert!(json["candidate"].is_null());
    let wait = &json["waiting"];
    assert_eq!((&wait["rank"], &wait["moves_legal"]), (&20.into(), &20.into()), "{json}");
    assert_eq!(wait["before"], waiting.len() - 1);
    assert!(wait["chance_cp"].as_i64() < wait["next_chance_cp"].as_i64(), "{json}");
    assert!(text.contains(&format!("{last} was never tried. It is number 20 of 20")), "{text}");
    Ok(())
}

#[test]
fn the_preferred_move_is_compared_with_the_second_best() -> anyhow::Result<()> {
    let search = Example::start().search();
    let reader = TreeReader::new(&search);
    let (_, best) = reader.best_variation(reader.at(), reader.position(), 1)?[0];
    let best = reader.position().human_text(best);
    let (text, json) = why(&Example::start(), &best)?;
    assert_eq!(json["verdict"], "preferred");
    assert_ne!(json["rival"]["san"], best);
    assert!(json["behind_cp"].as_i64().is_some_and(|cp| cp <= 0), "{json}");
    assert!(text.contains(&format!("{best} is the best move")), "{text}");
    assert_eq!(json["refutation"][0]["alternative"]["san"], json["rival"]["san"]);
    assert!(!text.contains("loss"), "nothing is to be explained: {text}");
    Ok(())
}

#[test]
fn a_move_left_out_of_the_search_is_no_move_that_waits() -> anyhow::Result<()> {
    let example = Example { only: &["a3", "h3"], ..Example::start() };
    let (text, json) = why(&example, "e4")?;
    assert_eq!(json["verdict"], "excluded");
    assert!(text.contains("e4 was excluded from the search"), "{text}");
    Ok(())
}

#[test]
fn the_greatest_loss_is_where_first_sight_falls_most() -> anyhow::Result<()> {
    let (_, json) = why(&Example::start(), "g4")?;
    let steps = json["refutation"].as_array().cloned().unwrap_or_default();
    let mut sights: Vec<i64> = json["first_sight"]["cp"].as_i64().into_iter().collect();
    sights.extend(steps.iter().filter_map(|step| step["first_sight"]["cp"].as_i64()));
    assert_eq!(sights.len(), steps.len() + 1, "{json}");
    let drops: Vec<i64> = sights.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let greatest = drops.iter().copied().max().unwrap_or_default();
    assert!(greatest > 0, "{json}");
    let marked: Vec<usize> =
        (0..steps.len()).filter(|&place| steps[place]["greatest_drop"] == true).collect();
    assert_eq!(marked, [drops.iter().position(|&drop| drop == greatest).unwrap_or_default()]);
    Ok(())
}

#[test]
fn a_second_opinion_is_told() -> anyhow::Result<()> {
    let search = Example::fools_mate().search();
    let reader = TreeReader::new(&search);
    let question = MoveQuestion::new(&reader, reader.legal_move("g4")?)?;
    let limits = OpinionLimits { nodes: 3000, memory: 16 << 20, interrupt: Interrupt::default() };
    let mut explanation = question.explain()?;
    explanation.verified = question.second_opinion(&limits);
    let mut out = Vec::new();
    write::<Position>(&explanation, &Causes::default(), &reader, &mut out)?;
    let text = String::from_utf8(out)?;
    let told = "Searched afresh, at most 3,000 nodes each:\n  g4 #-1, the same as in the tree\n  ";
    assert!(text.contains(told), "{text}");
    let told = text.lines().find(|line| line.starts_with("The preference holds: "));
    assert!(told.is_some_and(|line| line.ends_with(" is better than g4.")), "{text}");
    // What the tree and the fresh search say of the same move stands side by side.
    if let Some(candidate) = &mut explanation.candidate {
        candidate.score = Score::Cp(55);
    }
    explanation.verified = explanation.verified.map(|opinion| SecondOpinion {
        score: Score::Cp(-247),
        difference_cp: Some(-302),
        rival_score: Score::Mate(-3),
        rival_difference_cp: None,
        holds: false,
        ..opinion
    });
    let mut out = Vec::new();
    write::<Position>(&explanation, &Causes::default(), &reader, &mut out)?;
    let text = String::from_utf8(out)?;
    assert!(text.contains("\n  g4 -2.47, 3.02 less than in the tree (+0.55)\n"), "{text}");
    assert!(text.contains(" #-3; the tree has "), "{text}");
    assert!(text.contains("\nThe preference does not hold: g4 is better than "), "{text}");
    Ok(())
}

#[test]
fn a_bad_path_names_the_move_asked_about() {
    let search = Example::start().search();
    let mut reader = TreeReader::new(&search);
    let error = follow(&mut reader, &["e4".to_string(), "Ke2".to_string()]).expect_err("no error");
    assert!(error.to_string().starts_with("\"Ke2\" is not legal"), "{error}");
}

#[test]
fn no_move_is_the_best_one_and_two_are_compared() -> anyhow::Result<()> {
    let search = Example::start().search();
    let words = |moves: &[&str]| moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>();
    let asked = |moves: &[&str]| follow(&mut TreeReader::new(&search), &words(moves));
    let reader = TreeReader::new(&search);
    let legal = |mv| reader.legal_move(mv);
    let (_, best) = reader.best_variation(reader.at(), reader.position(), 1)?[0];
    assert_eq!(asked(&[])?, Asked::One(best));
    assert_eq!(asked(&["e4", "Nf3"])?, Asked::Two(legal("e4")?, legal("Nf3")?));
    // A move that can follow the other one does.
    assert!(matches!(asked(&["e4", "e5"])?, Asked::One(_)));
    assert!(matches!(asked(&["e4"])?, Asked::One(_)));
    Ok(())
}
