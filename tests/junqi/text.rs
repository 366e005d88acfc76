//! Positions as text: what is read is what was written, and what is wrong is named.

use super::random_start;
use shans::junqi::{Position, START, Seat};

#[test]
fn the_documented_start_is_four_times_the_same_line_up() {
    let zones: String =
        Seat::ALL.iter().map(|seat| format!("{}:{START} ", seat.letter())).collect();
    let start = Position::from_text("startpos").expect("a position");
    assert_eq!(start.text(), format!("{zones}turn=S").replace("5.6.5", "5.6.5"));
    assert_eq!(Position::from_text(&zones).as_ref(), Ok(&start));
    assert_eq!(
        Position::from_text(&start.text().to_lowercase()).map(|p| p.text()),
        Ok(start.text())
    );
}

#[test]
fn what_is_hidden_is_written_and_read() {
    let start = random_start(5);
    for view in ["S", "SN", "w"] {
        let read = Position::from_text(&format!("{} view={view}", start.text())).expect("read");
        let seats: Vec<Seat> = view.chars().filter_map(Seat::by_letter).collect();
        assert_eq!(read, start.seen_by(&seats));
        assert_eq!(Position::from_text(&read.text()).as_ref(), Ok(&read));
    }
    let text = start.seen_by(&[Seat::South]).text();
    assert!(text.contains("E:?????/?.?.?/??.??/?.?.?/?????/????? "), "{text}");
}

#[test]
fn what_is_wrong_is_named() {
    let start = Position::from_text("startpos").expect("a position").text();
    let changed = |from: &str, to: &str| start.replacen(from, to, 1);
    let f6 = "S:...../...../...../...../...../.F.";
    for (text, part) in [
        (String::new(), "no piece"),
        ("hello".into(), "\"hello\" is not part of a position"),
        (changed("1F29M", "1F2FM"), "South has 2 pieces F; there is 1"),
        (changed("1F29M", "1929M"), "South has 2 pieces 9; there is 1"),
        (changed("1F29M", "1.29M"), "24 pieces at the start"),
        (changed("5.6.5", "526.5"), "South has 26 pieces; there are 25"),
        (changed("74347", "M4347").replacen("M8B6M", "78B6M", 1), "S11: a mine cannot stand there"),
        (changed("74347", "B4347").replacen("2.B.2", "2.7.2", 1), "S11: a bomb cannot stand there"),
        (changed("5.6.5", "56..5"), "S22: the camp is occupied at the start"),
        (changed("74347", "7434"), "S, row 1: 4 points, not 5"),
        (changed("74347/", ""), "S has 5 rows, not 6"),
        (changed("74347", "74x47"), "S13: \"x\" is not a piece"),
        (changed("74347", "74[]47"), "S13: \"[]\" is not a piece"),
        (changed("74347", "74[347"), "row 1: 3 points"),
        (changed("1F29M", "1M2FM").replacen("M8B6M", "98B6M", 1), "turn"),
        (format!("{start} S:x"), "S: is given twice"),
        (format!("{start} turn=N"), "turn is given twice"),
        (changed("turn=S", "turn=X"), "turn=\"X\": a seat is S, E, N or W"),
        (format!("{start} plies=x"), "plies=\"x\""),
        (format!("{start} plies=99999"), "plies=\"99999\""),
        (format!("{start} rules=mine"), "use standard"),
        (format!("{start} view="), "view=\"\""),
        (format!("{start} lost=S:77777"), "lost="),
        (format!("{start} battle=S15xE11"), "battle="),
        ("C:.../.9./... plies=3".into(), "C22: whose piece"),
        (
            format!("{f6}.. W{} plies=9 turn=E", &f6[1..].replace(".F.", ".F.2.")),
            "turn: East has no pieces",
        ),
        (
            format!("{f6}.. E{} plies=9", &f6[1..].replace(".F.", ".F...")),
            "South has no legal move",
        ),
        ("S:...../...../...../...../...../..9.. plies=4".into(), "South has pieces and no flag"),
        (format!("{f6}9. plies=9 lost=S:9"), "South cannot have these pieces and have lost"),
        (format!("{f6}[89]. plies=9 lost=S:89"), "South cannot have these pieces and have lost"),
    ] {
        match Position::from_text(&text) {
            Ok(position) if part == "turn" => assert!(position.text().contains(part)),
            Ok(position) => panic!("{text} is {}", position.text()),
            Err(error) => assert!(error.to_string().contains(part), "{text}: {error}"),
        }
    }
}

#[test]
fn no_text_panics() {
    let start = random_start(1).seen_by(&[Seat::East]).text();
    let letters: Vec<char> = "SENWC:/.=?+[]19BMFx é0-".chars().collect();
    let mut random = shans::random::Random::new(3);
    for _ in 0..3_000 {
        let mut text: Vec<char> = start.chars().collect();
        for _ in 0..1 + random.below(4) {
            let place = random.below(text.len());
            text[place] = random.pick(&letters).unwrap_or('x');
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = Position::from_text(&text) {
            assert_eq!(Position::from_text(&position.text()).as_ref(), Ok(&position), "{text}");
        }
    }
}
