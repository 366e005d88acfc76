use serde_json::Value as Json;

use super::super::example::{Example, damaged};
use super::*;
use crate::search::Interrupt;

/// What is told of the last move of a line, as text and as JSON.
fn why(example: &Example, line: &str) -> anyhow::Result<(String, Json)> {
    let mut study = example.study();
    let mv = follow(&mut study, &[line.to_string()])?;
    let case = Case::new(&study, mv)?;
    let (mut text, mut json) = (Vec::new(), Vec::new());
    write(&case, false, &mut text)?;
    write(&case, true, &mut json)?;
    Ok((String::from_utf8(text)?, serde_json::from_slice(&json)?))
}

#[test]
fn a_move_that_allows_mate_is_told_in_plain_words() -> anyhow::Result<()> {
    let (text, json) = why(&Example::fools_mate(), "g4")?;
    let plain = "g4 is not preferred: Black mates by force in 1; ";
    assert!(text.contains(plain), "{text}");
    assert!(text.contains("At first sight White loses most at Qh4#: from -"), "{text}");
    assert!(text.contains("It cannot become better: White has no chance left"), "{text}");
    assert!(text.contains("<- greatest loss") && !text.contains("To be preferred"), "{text}");
    assert_eq!(json["verdict"], "rejected");
    assert_eq!(json["candidate"]["score"]["mate"], -1);
    assert!(json["chance"].is_null() && json["behind_cp"].is_null(), "{json}");
    assert_eq!(json["refutation"][1]["san"], "Qh4#");
    assert_eq!(json["refutation"][1]["greatest_drop"], true);
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
    assert_eq!(chance["cp"], json["candidate"]["alpha_chance_cp"]);
    assert_eq!(chance["line"][0], "h2h4");
    assert!(chance["untried"]["san"].is_string(), "{json}");
    let short = chance["short_cp"].as_i64().zip(chance["cp"].as_i64());
    assert!(short.is_some_and(|(short, cp)| short + cp == score("rival")), "{json}");
    for part in [
        "h4 is not preferred: worth ",
        "To be preferred it must gain",
        "White's chance in it is -",
        "A chance is what",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    Ok(())
}

/// The chance of a node lies where the walk of the search would look for it.
#[test]
fn the_holder_waits_at_the_end_of_its_line() -> anyhow::Result<()> {
    let mut study = Example::start().study();
    let mv = follow(&mut study, &["h4".to_string()])?;
    let case = Case::new(&study, mv)?;
    let known = case.verdict.known().unwrap_or_else(|| panic!("not tried"));
    let hope = known.hope.as_ref().unwrap_or_else(|| panic!("no chance"));
    let line: Vec<String> = {
        let mut at = study.position.clone();
        let text = |&mv: &Move| {
            let text = at.machine_text(mv);
            crate::game::Game::play(&mut at, mv);
            text
        };
        hope.line.iter().map(text).collect()
    };
    // The chance as it is seen at the end, every price on the way paid.
    let mut view = case.view;
    let mut down = Example::start().study();
    for text in &line {
        let mv = down.legal_move(text)?;
        let id = down.child(mv);
        let rank = down.tree().children(down.at).find(|&(_, child, _)| Some(child) == id);
        view = view.down(down.price(down.at, rank.map_or(0, |(rank, ..)| rank)));
        down.follow(std::slice::from_ref(text))?;
    }
    let node = down.node(down.at);
    assert_eq!(view.chance(view.viewer, node.chance(view.viewer)), Some(hope.cp));
    let untried = untried(&down, down.at, &down.position);
    assert_eq!(hope.untried, untried.first().map(|untried| untried.mv));
    Ok(())
}

#[test]
fn a_move_never_tried_waits_behind_others() -> anyhow::Result<()> {
    let mut study = Example::start().study();
    study.follow(&["a3".to_string()])?;
    let waiting = untried(&study, study.at, &study.position);
    let last = waiting.last().map(|last| study.position.human_text(last.mv)).unwrap_or_default();
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
    let study = Example::start().study();
    let (_, best) = study.best_line(study.at, &study.position, 1)?[0];
    let best = study.position.human_text(best);
    let (text, json) = why(&Example::start(), &best)?;
    assert_eq!(json["verdict"], "preferred");
    assert_ne!(json["rival"]["san"], best);
    assert!(json["behind_cp"].as_i64().is_some_and(|cp| cp <= 0), "{json}");
    assert!(text.contains(&format!("{best} is the preferred move: worth ")), "{text}");
    assert_eq!(json["refutation"][0]["alternative"]["san"], json["rival"]["san"]);
    assert!(!text.contains("loss"), "nothing is to be explained: {text}");
    Ok(())
}

#[test]
fn a_better_looking_move_is_on_trial() -> anyhow::Result<()> {
    let mut study = Example::start().study();
    let ranked = study.ranked(study.at);
    study.answer = ranked.last().map(|&(_, id)| id);
    let mv = study.move_to(ranked[0].1, &study.position)?;
    let case = Case::new(&study, mv)?;
    assert_eq!(case.verdict.name(), "on-trial");
    assert!(case.behind().is_some_and(|cp| cp < 0));
    Ok(())
}

#[test]
fn a_move_left_out_of_the_search_is_no_move_that_waits() -> anyhow::Result<()> {
    let example = Example { only: &["a3", "h3"], ..Example::start() };
    let (text, json) = why(&example, "e4")?;
    assert_eq!(json["verdict"], "excluded");
    assert!(text.contains("e4 was left out of the search"), "{text}");
    Ok(())
}

#[test]
fn the_greatest_loss_is_where_first_sight_falls_most() -> anyhow::Result<()> {
    let (_, json) = why(&Example::start(), "g4")?;
    let line = json["refutation"].as_array().cloned().unwrap_or_default();
    let mut sights: Vec<i64> = json["first_sight"]["cp"].as_i64().into_iter().collect();
    sights.extend(line.iter().filter_map(|ply| ply["first_sight"]["cp"].as_i64()));
    assert_eq!(sights.len(), line.len() + 1, "{json}");
    let drops: Vec<i64> = sights.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let greatest = drops.iter().copied().max().unwrap_or_default();
    assert!(greatest > 0, "{json}");
    let marked: Vec<usize> =
        (0..line.len()).filter(|&ply| line[ply]["greatest_drop"] == true).collect();
    assert_eq!(marked, [drops.iter().position(|&drop| drop == greatest).unwrap_or_default()]);
    Ok(())
}

#[test]
fn fresh_searches_confirm_a_clear_verdict() -> anyhow::Result<()> {
    let study = Example::fools_mate().study();
    let mv = study.legal_move("g4")?;
    let mut case = Case::new(&study, mv)?;
    case.verified = verify::verify(&case, 3000, Interrupt::default())?;
    let verified = case.verified.unwrap_or_else(|| panic!("not verified"));
    assert!(verified.holds && case.view.score(verified.asked) == Score::Mate(-1));
    let mut out = Vec::new();
    write(&case, false, &mut out)?;
    let text = String::from_utf8(out)?;
    assert!(text.contains("Searched anew, at most 3,000 nodes each: g4 #-1, "), "{text}");
    assert!(text.contains("The verdict holds."), "{text}");
    Ok(())
}

#[test]
fn a_wrong_verdict_does_not_hold() -> anyhow::Result<()> {
    let mut study = Example::fools_mate().study();
    let mate = study.legal_move("g4")?;
    let e4 = study.legal_move("e4")?;
    study.answer = study.child(mate);
    let case = Case::new(&study, e4)?;
    let verified = verify::verify(&case, 3000, Interrupt::default())?;
    assert_eq!(verified.map(|verified| verified.holds), Some(false));
    Ok(())
}

#[test]
fn an_interrupted_search_verifies_nothing() -> anyhow::Result<()> {
    let study = Example::start().study();
    let case = Case::new(&study, study.legal_move("h4")?)?;
    let interrupt = Interrupt::default();
    interrupt.throw();
    assert_eq!(verify::verify(&case, 3000, interrupt)?, None);
    Ok(())
}

#[test]
fn illegal_moves_are_told_apart() -> anyhow::Result<()> {
    let mut study = Example::start().study();
    let fault = follow(&mut study, &["e4".to_string(), "Ke2".to_string()]);
    assert!(matches!(fault, Err(BadLine::Illegal { text, .. }) if text == "Ke2"));
    let damaged = damaged();
    let king = damaged.legal_move("Ke2")?;
    assert!(Case::new(&damaged, king).is_err_and(|fault| fault.line.is_empty()));
    Ok(())
}
