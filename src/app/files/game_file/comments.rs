//! What people say in the comments of a game, without what programs say there.

use std::ops::Range;

use super::tags::decoded;
use super::written::WrittenGame;

impl WrittenGame {
    /// The comments on the move that leads to a position, those before the first move where none does. `text` is that
    /// of the file. Commands of programs (`[%clk 0:01:00]`) are left out.
    pub fn comments_at(&self, place: usize, text: &[u8]) -> Vec<String> {
        let comments = match place.checked_sub(1) {
            None => &self.introduction[..],
            Some(before) => self.moves.get(before).map_or(&[][..], |mv| &mv.comments),
        };
        let said = comments.iter().filter_map(|bytes: &Range<usize>| text.get(bytes.clone()));
        said.map(words_of).filter(|words| !words.is_empty()).collect()
    }
}

/// What is said in a comment, in one line.
fn words_of(comment: &[u8]) -> String {
    let text = decoded(comment);
    let text = text.strip_prefix(['{', ';']).unwrap_or(&text);
    let text = text.strip_suffix('}').unwrap_or(text);
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("[%") {
        words.push_str(before);
        rest = behind.split_once(']').map_or("", |(_, behind)| behind);
    }
    words.push_str(rest);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::split::written_games;

    #[test]
    fn people_are_told_from_programs() {
        let text = b"{An old\nopening} 1. e4 {[%clk 0:05:00]} e5 { [%eval 0.5] sch\xf6n [%cal Ga1a2] } ; oh\n(1... c5 {no}) 2. d4 {x";
        let game = written_games(text).next().expect("a game");
        let said = |place| game.comments_at(place, text).join("|");
        assert_eq!([said(0), said(1), said(2), said(3)], ["An old opening", "", "schön|oh", "x"]);
        assert_eq!(said(9), "");
    }
}
