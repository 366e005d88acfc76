//! The game that the root of a tree is from: who played it, and what people say about its moves.

use std::collections::BTreeMap;

use super::comment::Comment;

/// What is known of the game that leads to the root of a tree. The search does not read it: it is kept with the tree,
/// so that the game can be written again.
///
/// Texts come from files of others. So there are bounds: a tag that does not fit is left out, and a text that is too
/// long is cut.
///
/// ```
/// use shans_search::search::SourceGame;
///
/// let mut game = SourceGame::default();
/// game.set_tag("White", "Morphy");
/// game.say(2, "an open game");
/// assert_eq!(game.tag("white"), Some("Morphy"));
/// assert_eq!(game.said(2), Some("an open game"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceGame {
    tags: Vec<(String, String)>,
    said: BTreeMap<u32, String>,
}

impl SourceGame {
    /// The most tags.
    pub const MOST_TAGS: usize = 256;
    /// The longest name of a tag, in bytes.
    pub const LONGEST_NAME: usize = 64;
    /// The longest value of a tag, in bytes.
    pub const LONGEST_VALUE: usize = 1 << 10;

    /// The game with these tags and texts, each text with the number of moves before its position; `None` where they
    /// break the bounds.
    pub fn from_parts(tags: Vec<(String, String)>, said: Vec<(u32, String)>) -> Option<SourceGame> {
        let mut game = SourceGame::default();
        for (name, value) in &tags {
            game.set_tag(name, value);
        }
        let in_order = said.is_sorted_by(|(one, _), (two, _)| one < two);
        let fits = |text: &String| (1..=Comment::LONGEST).contains(&text.len());
        if game.tags != tags || !in_order || !said.iter().all(|(_, text)| fits(text)) {
            return None;
        }
        game.said = said.into_iter().take(Comment::MOST + 1).collect();
        (game.said.len() <= Comment::MOST).then_some(game)
    }

    /// Its tags, names and values, as they were given.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag. Case does not matter in its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Adds a tag. It is left out if it is there already, if there are as many as there may be, or if its name is not
    /// made of letters, digits and `_` of ASCII. Control characters in the value become blanks.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'_';
        let is_name =
            (1..=SourceGame::LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_letter);
        if !is_name || self.tag(name).is_some() || self.tags.len() == SourceGame::MOST_TAGS {
            return;
        }
        let value: String =
            value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let value = Comment::cut(&value, SourceGame::LONGEST_VALUE).to_string();
        self.tags.push((name.to_string(), value));
    }

    /// What is said about the position after so many moves of the game.
    pub fn said(&self, moves: usize) -> Option<&str> {
        let moves = u32::try_from(moves).ok()?;
        self.said.get(&moves).map(String::as_str)
    }

    /// All that is said, each text with the number of moves before its position.
    pub fn all_said(&self) -> impl Iterator<Item = (u32, &str)> {
        self.said.iter().map(|(&moves, text)| (moves, text.as_str()))
    }

    /// Says something about the position after so many moves, beside what is said there already. An empty text says
    /// nothing.
    pub fn say(&mut self, moves: usize, text: &str) {
        let (Ok(moves), text) = (u32::try_from(moves), text.trim()) else { return };
        if text.is_empty() {
            return;
        }
        if self.said.len() < Comment::MOST || self.said.contains_key(&moves) {
            Comment::join(self.said.entry(moves).or_default(), text);
        }
    }

    /// Whether nothing is known of a game.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.said.is_empty()
    }

    /// Takes in what another one knows of the same game: its tags where this one has none, and all that is said.
    pub fn take_in(&mut self, other: &SourceGame) {
        if self.tags.is_empty() {
            self.tags.clone_from(&other.tags);
        }
        other.all_said().for_each(|(moves, text)| self.say(moves as usize, text));
    }

    /// Takes out what is said about positions after so many moves or more, and returns it.
    pub fn split_off(&mut self, moves: usize) -> Vec<(usize, String)> {
        let Ok(first) = u32::try_from(moves) else { return Vec::new() };
        let behind = self.said.split_off(&first);
        behind.into_iter().map(|(moves, text)| (moves as usize, text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_or_cut() {
        let mut game = SourceGame::default();
        for name in ["", "a b", "x]\n", "Ünsinn", &"n".repeat(SourceGame::LONGEST_NAME + 1)] {
            game.set_tag(name, "x");
        }
        assert!(game.is_empty());
        game.set_tag("White", "A\n\u{1b}[2J\"\\");
        game.set_tag("white", "B");
        assert_eq!(game.tags(), [("White".to_string(), "A  [2J\"\\".to_string())]);
        game.set_tag("Black", &"é".repeat(SourceGame::LONGEST_VALUE));
        assert_eq!(game.tag("Black").map(str::len), Some(SourceGame::LONGEST_VALUE));
        (0..999).for_each(|number| game.set_tag(&format!("T{number}"), ""));
        assert_eq!(game.tags().len(), SourceGame::MOST_TAGS);
        game.say(3, &"x".repeat(Comment::LONGEST + 9));
        assert_eq!(game.said(3).map(str::len), Some(Comment::LONGEST));
        game.say(4, " \n");
        assert_eq!(game.said(4), None);
    }

    #[test]
    fn parts_that_break_the_bounds_are_no_game() {
        let tag = |name: &str, value: &str| (name.to_string(), value.to_string());
        let said = |moves: u32, text: &str| (moves, text.to_string());
        let good =
            SourceGame::from_parts(vec![tag("Event", "x")], vec![said(0, "a"), said(2, "b")]);
        assert!(good.is_some_and(|game| game.all_said().eq([(0, "a"), (2, "b")])));
        for tags in [
            vec![tag("a b", "x")],
            vec![tag("A", "x"), tag("a", "x")],
            vec![tag("A", "\n")],
            vec![tag("A", &"x".repeat(SourceGame::LONGEST_VALUE + 1))],
        ] {
            assert_eq!(SourceGame::from_parts(tags.clone(), Vec::new()), None, "{tags:?}");
        }
        for texts in [vec![said(1, "")], vec![said(1, "a"), said(1, "b")]] {
            assert_eq!(SourceGame::from_parts(Vec::new(), texts.clone()), None, "{texts:?}");
        }
    }

    #[test]
    fn two_become_one_and_what_is_behind_can_be_taken_out() {
        let mut one = SourceGame::default();
        one.say(1, "mine");
        let mut two = SourceGame::default();
        two.set_tag("White", "A");
        two.say(1, "yours");
        two.say(5, "behind");
        one.take_in(&two);
        one.take_in(&two);
        assert_eq!((one.tag("White"), one.said(1)), (Some("A"), Some("mine\nyours")));
        assert_eq!(one.split_off(5), [(5, "behind".to_string())]);
        assert_eq!(one.all_said().count(), 1);
    }
}
