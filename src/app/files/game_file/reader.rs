//! Puts the parts of games together, and tells where one game ends and the next one begins.

use std::ops::Range;

use super::scanner::{Found, Part, TextPlace};
use super::tags::line_end;
use super::written::{Step, WrittenGame, WrittenMove};
use crate::app::args::move_words::{
    bare_move, begins_with_number_one, is_double_forfeit, mark_in, mark_of, may_be_move, result,
    sign_in, sign_of,
};

/// Puts the parts of a game together.
#[derive(Default)]
pub struct Reader {
    game: WrittenGame,
    /// Whether anything of a game was read.
    pub(super) has_begun: bool,
    is_over: bool,
    /// Where the open variations began.
    variations: Vec<TextPlace>,
    /// Whether the variation that is open has no move yet.
    awaits_move: bool,
    /// Whether a result stands in a variation that is open.
    variation_is_over: bool,
    /// Whether a move number came since the last move.
    has_number: bool,
    /// Where a move number stands behind the result: it is of the next game.
    pub(super) number_behind: Option<usize>,
    /// Whether nothing but marks came since the last move.
    only_marks: bool,
    /// Whether a blank line came since the last move or tag.
    follows_blank_line: bool,
}

impl Reader {
    /// Begins with the next game, which begins at this byte: with the number of a move, or not.
    pub fn begin_behind(&mut self, at: usize, has_number: bool) {
        self.game.bytes.start = at;
        self.has_number = has_number;
    }

    /// The game, which ends at this byte.
    pub fn finish(self, at: usize) -> WrittenGame {
        let Reader { mut game, variations, .. } = self;
        game.open = variations.first().map(|&place| ("variation", place)).or(game.open);
        game.bytes.end = at;
        settle_forfeit(&mut game);
        game
    }

    /// Tells tags without quotes from remarks: they stand where tags do.
    pub fn settle(&mut self, found: &mut Found<'_>) {
        self.follows_blank_line |= found.follows_blank_line;
        let stands_there = self.game.moves.is_empty() || self.is_over || self.follows_blank_line;
        if let Part::UnquotedTag(name, value) = &mut found.part
            && stands_there
        {
            found.part = Part::Tag(std::mem::take(name), std::mem::take(value));
        }
    }

    /// Whether this part is of another game.
    pub fn is_followed_by(&self, found: &Found<'_>) -> bool {
        match &found.part {
            Part::Tag(..) if self.is_in_variation(found.place) => false,
            Part::Tag(name, _) => {
                // Between two sections of tags there may be no moves: the tag comes again, behind a blank line.
                let comes_again = self.follows_blank_line && self.game.tag(name).is_some();
                self.is_over || !self.game.moves.is_empty() || comes_again
            }
            Part::Word(word) if self.begins_anew(word) => true,
            Part::Word(word) => {
                self.is_over
                    && self.variations.is_empty()
                    && bare_move(word).is_some_and(may_be_move)
            }
            _ => false,
        }
    }

    /// Whether a tag at this place is none. One that begins a line is, also where a variation was not closed.
    fn is_in_variation(&self, place: TextPlace) -> bool {
        !self.variations.is_empty() && place.column > 1
    }

    /// Whether a game without tags begins with this word: with the number of a first move behind a blank line.
    fn begins_anew(&self, word: &str) -> bool {
        let is_in_line = self.variations.is_empty() || self.variation_is_over;
        !self.game.moves.is_empty()
            && is_in_line
            && self.follows_blank_line
            && begins_with_number_one(word)
    }

    /// Takes the next part of the game; `text` is that of the file.
    pub fn take(&mut self, text: &[u8], found: Found<'_>) {
        let Found { part, bytes, place, .. } = found;
        match part {
            Part::Tag(name, value) => self.tag(name, value, place),
            Part::Begin => {
                self.awaits_move = self.variations.is_empty();
                self.variations.push(place);
                self.game.steps.push((place, Step::Begin));
            }
            Part::Close => {
                let was_open = self.variations.pop().is_some();
                self.awaits_move = false;
                self.variation_is_over &= !self.variations.is_empty();
                self.game.steps.extend(was_open.then_some((place, Step::Close)));
                self.extend_to(bytes.end, was_open);
            }
            Part::Word(word) => self.word(&word, bytes, place),
            Part::Comment | Part::Nag if !self.variations.is_empty() => {}
            Part::Comment => self.comment(text, bytes),
            Part::Nag => self.nag(&text[bytes.clone()], bytes.end),
            Part::Reserved => self.game.reserved = self.game.reserved.or(Some(place)),
            Part::UnquotedTag(..) => {}
        }
    }

    fn word(&mut self, word: &str, bytes: Range<usize>, place: TextPlace) {
        let is_in_variation = !self.variations.is_empty();
        // Words behind the result are remarks, unless a game begins with them.
        let is_remark = |mv: &&str| self.is_over && !is_in_variation && !may_be_move(mv);
        match bare_move(word) {
            Some(mv) if is_remark(&mv) => {}
            Some(mv) => self.mv(word, mv, bytes, place),
            None if is_in_variation => self.variation_is_over |= result(word).is_some(),
            None if result(word).is_some() => {
                self.is_over |= self.has_begun;
                self.game.result = self.game.result.or(result(word).filter(|_| self.has_begun));
            }
            None if word.starts_with(|first: char| first.is_ascii_digit()) => {
                self.has_number = true;
                let at = self.is_over.then_some(bytes.start);
                self.number_behind = self.number_behind.or(at);
            }
            None if word.starts_with(['.', '…']) => {}
            // A remark like `N` stands among the marks.
            None => self.mark(mark_in(word), sign_in(word), bytes.end),
        }
    }

    fn begin(&mut self, place: TextPlace) {
        if !self.has_begun {
            self.has_begun = true;
            self.game.place = place;
        }
    }

    fn tag(&mut self, name: String, value: String, place: TextPlace) {
        if self.is_in_variation(place) {
            return;
        }
        self.begin(place);
        let open = self.variations.drain(..).next();
        self.game.open = open.map(|place| ("variation", place)).or(self.game.open);
        self.game.tags.push((name, value));
        self.follows_blank_line = false;
    }

    fn mv(&mut self, word: &str, mv: &str, bytes: Range<usize>, place: TextPlace) {
        let before = if mv.len() == word.len() { 0 } else { word.find(mv).unwrap_or_default() };
        let text = mv.to_string();
        let of_move = TextPlace { column: place.column + before as u64, ..place };
        self.game.steps.push((of_move, Step::Move(text.clone())));
        self.follows_blank_line = false;
        if !self.variations.is_empty() {
            let replaced = self.game.moves.last_mut().filter(|_| self.awaits_move);
            replaced.into_iter().for_each(|mv| mv.variations.push(text.clone()));
            self.awaits_move = false;
            return;
        }
        self.begin(place);
        let behind = &word[before + text.len()..];
        let (mark, sign) = (mark_in(behind), sign_in(behind));
        self.game.moves.push(WrittenMove {
            place: of_move,
            text,
            has_number: self.has_number || before > 0,
            mark,
            signs: sign.map(str::to_string).into_iter().collect(),
            mark_at: bytes.end,
            end: bytes.end,
            ..WrittenMove::default()
        });
        (self.has_number, self.only_marks) = (false, true);
    }

    fn nag(&mut self, nag: &[u8], end: usize) {
        let nag = std::str::from_utf8(nag).unwrap_or_default();
        let number: Option<u8> = nag.strip_prefix('$').and_then(|number| number.parse().ok());
        let mark = number.filter(|&number| mark_of(number).is_some());
        let sign = mark.is_none().then(|| number.and_then(sign_of).unwrap_or(nag));
        self.mark(mark, sign.filter(|&sign| sign != "$"), end);
    }

    /// Notes a mark of the last move, the first one that judges it, and other signs.
    fn mark(&mut self, mark: Option<u8>, sign: Option<&str>, end: usize) {
        let (only_marks, is_over) = (self.only_marks, self.is_over);
        if let Some(mv) = self.game.moves.last_mut().filter(|_| !is_over) {
            mv.mark = mv.mark.or(mark);
            mv.signs.extend(sign.map(str::to_string));
            mv.end = end;
            if only_marks {
                mv.mark_at = end;
            }
        }
    }

    fn comment(&mut self, text: &[u8], bytes: Range<usize>) {
        let is_braced = text[bytes.start] == b'{';
        // Nothing may stand behind a semicolon: it would be part of the comment.
        let end = if is_braced { bytes.end } else { bytes.end + line_end(&text[bytes.end..]) };
        let follows_at_once = is_braced && self.only_marks && !self.is_over;
        match self.game.moves.last_mut() {
            Some(mv) => {
                mv.comment = mv.comment.take().or(follows_at_once.then(|| bytes.clone()));
                mv.comments.push(bytes);
            }
            None => self.game.introduction.push(bytes),
        }
        self.extend_to(end, true);
    }

    /// What was read belongs to the last move.
    fn extend_to(&mut self, end: usize, belongs: bool) {
        self.only_marks = false;
        // What stands behind the result belongs to the game, and to none of its moves.
        let belongs = belongs && !self.is_over;
        if let Some(mv) = self.game.moves.last_mut().filter(|_| belongs) {
            mv.end = end;
        }
    }
}

/// Tells the result of a game that both have lost by forfeit, `0-0`, from castling: it stands alone behind the moves,
/// and the tag says so, or there is no move before it.
fn settle_forfeit(game: &mut WrittenGame) {
    let is_told = game.tag("Result").is_some_and(|told| is_double_forfeit(told.trim()));
    let may_castle = game.moves.len() > 1 || game.tag("FEN").is_some();
    let is_forfeit = |last: &WrittenMove| !last.has_number && is_double_forfeit(&last.text);
    let stands_alone = game.result.is_none() && (is_told || !may_castle);
    if stands_alone && let Some(last) = game.moves.pop_if(|last| is_forfeit(last)) {
        game.steps.retain(|(place, _)| *place != last.place);
        game.result = Some("0-0");
    }
}
