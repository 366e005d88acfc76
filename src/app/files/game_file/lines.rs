//! The lines of all games of a file, variations included, that continue from one position.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use super::error::GameFileError;
use super::main_line::MainLine;
use super::move_tree::{GameTree, MOST_PLIES, Way};
use super::played::Played;
use super::read::text_of;
use super::split::written_games;
use crate::app::exit;
use crate::app::games::CommandLineGame;
use crate::search::BestFirst;

/// The lines of a file, as far as they can be played.
pub struct GameLines<G: CommandLineGame> {
    file: String,
    games: Vec<GameTree<G>>,
    /// What was ignored to make sense of first positions.
    pub warnings: Vec<String>,
    /// What cannot be read or played, in the order of the file; all before it can.
    pub faults: Vec<GameFileError>,
}

/// Lines that continue from a position.
pub struct FoundLines<'l, G: CommandLineGame> {
    lines: &'l GameLines<G>,
    found: Vec<FoundLine<G>>,
    /// The message about games that do not reach the position.
    pub left_out: Vec<String>,
}

/// A line that continues from a position.
struct FoundLine<G: CommandLineGame> {
    /// Which game it is of.
    game: usize,
    /// Where it ends in the file.
    line: u64,
    /// The position from which it continues.
    from: usize,
    /// Its last one.
    end: usize,
    /// The moves to the first one, where that is a later one than that asked for.
    before: Rc<MainLine<G>>,
}

/// What lines are, together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// The games that they are of.
    pub games: usize,
    /// The other games.
    pub other_games: usize,
    /// How many they are.
    pub lines: usize,
    /// Their moves; those that lines of a game have in common count once.
    pub moves: usize,
}

/// Reads the games in a file or, for `-`, in standard input, and tells what is wrong with them.
///
/// # Errors
///
/// A file that cannot be read.
pub fn read_lines<G: CommandLineGame>(
    path: &Path,
    evaluator: G::Evaluator,
) -> anyhow::Result<GameLines<G>> {
    let (file, text) = text_of(path)?;
    let mut lines = GameLines::new(file);
    for game in written_games(&text) {
        let played = Played::from_start(&game, &lines.file, evaluator.clone());
        lines.take(played);
    }
    lines.warnings.iter().for_each(|warning| exit::warn(warning));
    lines.faults.iter().for_each(|fault| exit::complain(&fault.with_what_is_left_out()));
    Ok(lines)
}

/// Reads the games in a text that messages call `file`. One without tags continues from the end of the line `here` if it
/// can.
pub fn lines_in<G: CommandLineGame>(
    text: &str,
    file: &str,
    here: &MainLine<G>,
    evaluator: &G::Evaluator,
) -> GameLines<G> {
    let mut lines = GameLines::new(file.to_string());
    for game in written_games(text.as_bytes()) {
        let of_game = || Played::from_start(&game, file, evaluator.clone());
        let of_line = game.tags.is_empty().then(|| Played::continued(&game, file, here));
        lines.take(match of_line {
            None => of_game(),
            Some(line) if line.faults.is_empty() => line,
            // The beginning that was meant is the one from which more moves can be made.
            Some(line) => {
                let of_game = of_game();
                let goes_further = match (of_game.goes_wrong_at(), line.goes_wrong_at()) {
                    (None, _) => true,
                    (at_game, at_line) => at_line.is_some() && at_game > at_line,
                };
                if goes_further { of_game } else { line }
            }
        });
    }
    lines
}

impl<G: CommandLineGame> GameLines<G> {
    fn new(file: String) -> GameLines<G> {
        GameLines { file, games: Vec::new(), warnings: Vec::new(), faults: Vec::new() }
    }

    fn take(&mut self, played: Played<G>) {
        self.games.extend(played.game);
        self.warnings.extend(played.warnings);
        self.faults.extend(played.faults);
    }

    /// Whether there is no game at all.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty() && self.faults.is_empty()
    }

    /// The lines that come to this position, from there on. A game may also begin at a position of other lines, as chapters
    /// of a study do, or at one to which `ways` lead, which is asked for the others by their first positions.
    ///
    /// # Errors
    ///
    /// [`GameFileError::NoLine`] where there are none.
    pub fn through(
        &self,
        position: &G,
        ways: impl FnOnce(&[&G]) -> Vec<Option<MainLine<G>>>,
    ) -> Result<FoundLines<'_, G>, GameFileError> {
        let mut lines = FoundLines { lines: self, found: Vec::new(), left_out: Vec::new() };
        let here = Rc::new(MainLine { start: position.clone(), moves: Vec::new() });
        let mut others: Vec<usize> = (0..self.games.len()).collect();
        others.retain(|&game| !lines.take(game, position.key(), &here));
        lines.take_chapters(&mut others);
        let starts: Vec<&G> = others.iter().map(|&game| &self.games[game].start).collect();
        for (&game, way) in others.iter().zip(ways(&starts)) {
            if let Some(way) = way {
                lines.take(game, self.games[game].start.key(), &Rc::new(way));
            }
        }
        let taken: HashSet<usize> = lines.found.iter().map(|found| found.game).collect();
        others.retain(|game| !taken.contains(game));
        lines.take_chapters(&mut others);
        lines.found.sort_by_cached_key(|found| found.game);
        lines.left_out.extend(others.iter().map(|&game| {
            let (file, line) = (&self.file, self.games[game].line);
            format!(
                "{file}, line {line}: the game that starts here does not reach the position \
                 analysed and is skipped"
            )
        }));
        match lines.found.is_empty() {
            true => Err(GameFileError::NoLine {
                file: self.file.clone(),
                position: position.describe(),
            }),
            false => Ok(lines),
        }
    }
}

impl<G: CommandLineGame> FoundLines<'_, G> {
    /// Takes the lines of a game from the position with this key on, to which these moves lead; whether there are any.
    fn take(&mut self, number: usize, key: u64, before: &Rc<MainLine<G>>) -> bool {
        let game = &self.lines.games[number];
        let count = self.found.len();
        let reached = game.reached(key);
        let mut cut = HashSet::new();
        for &(line, end) in &game.ends {
            let Some(way) = reached[end].filter(|way| way.from != end) else { continue };
            // Lines that are cut at one place are one line.
            if way.end == end || cut.insert(way.end) {
                let Way { from, end, .. } = way;
                self.found.push(FoundLine {
                    game: number,
                    line,
                    from,
                    end,
                    before: before.clone(),
                });
            }
        }
        if let Some((file, line)) = (!cut.is_empty()).then_some((&self.lines.file, game.line)) {
            self.left_out.push(format!(
                "{file}, line {line}: of longer lines of the game that starts here only the first {MOST_PLIES} \
                 moves are taken"
            ));
        }
        self.found.len() > count
    }

    /// Takes those of these games that begin at a position of a line taken before.
    fn take_chapters(&mut self, others: &mut Vec<usize>) {
        let (mut known, mut seen) = (HashMap::new(), 0);
        while seen < self.found.len() && !others.is_empty() {
            for (line, found) in self.found.iter().enumerate().skip(seen) {
                let nodes = &self.lines.games[found.game].nodes;
                let mut at = Some(found.end);
                while let Some(node) = at.filter(|&node| node != found.from) {
                    known.entry(nodes[node].key).or_insert((line, node));
                    at = nodes[node].from.map(|(before, _)| before);
                }
            }
            seen = self.found.len();
            others.retain(|&game| {
                let key = self.lines.games[game].start.key();
                let Some(&(line, node)) = known.get(&key) else { return true };
                let FoundLine { game: of, from, before, .. } = &self.found[line];
                let between = self.lines.games[*of].moves_between(*from, node);
                let moves = [&before.moves[..], &between].concat();
                let before = Rc::new(MainLine { start: before.start.clone(), moves });
                !self.take(game, key, &before)
            });
        }
    }

    /// Where each ends in the file, and its moves, mostly from the position on. Lines that lie one within another have
    /// most of their moves in common, so each is made when it is asked for.
    pub fn lines(&self) -> impl Iterator<Item = (String, MainLine<G>)> {
        self.found.iter().map(|FoundLine { game, line, from, end, before }| {
            let between = self.lines.games[*game].moves_between(*from, *end);
            let moves = [&before.moves[..], &between].concat();
            let line_of = MainLine { start: before.start.clone(), moves };
            (format!("{}, line {line}", self.lines.file), line_of)
        })
    }

    /// Counts them without those of these places in [`FoundLines::lines`].
    pub fn counts(&self, without: &[usize]) -> LineCounts {
        let without: HashSet<usize> = without.iter().copied().collect();
        let (mut games, mut ends, mut lines) = (HashSet::new(), HashSet::new(), 0);
        for (place, found) in self.found.iter().enumerate() {
            if without.contains(&place) {
                continue;
            }
            games.insert(found.game);
            lines += 1;
            let nodes = &self.lines.games[found.game].nodes;
            let mut at = found.end;
            while at != found.from && ends.insert((found.game, at)) {
                let Some((before, _)) = nodes[at].from else { break };
                at = before;
            }
        }
        let other_games = self.lines.games.len() - games.len();
        LineCounts { games: games.len(), other_games, lines, moves: ends.len() }
    }
}

/// The ways by which a tree comes to these positions from the one analysed, of several the one that was searched most;
/// `None` for those that are not below it.
pub fn ways_in_tree<G: CommandLineGame>(
    search: &BestFirst<G>,
    positions: &[&G],
) -> Vec<Option<MainLine<G>>> {
    // Without any, nothing is looked for in a tree that may be large.
    let mut ways: HashMap<u64, (u64, Vec<G::Move>)> =
        positions.iter().map(|position| (position.key(), (0, Vec::new()))).collect();
    let first = search.position();
    let (mut path, mut moves) = (vec![first.clone()], Vec::new());
    let below =
        |id, depth| search.tree().children(id).map(move |(_, id, node)| (id, node.mv, depth));
    let mut waiting: Vec<_> = below(search.at(), 0).collect();
    while !positions.is_empty()
        && let Some((id, code, depth)) = waiting.pop()
    {
        path.truncate(depth + 1);
        moves.truncate(depth);
        let mut position = path[depth].clone();
        let Some(mv) = position.decode(code) else { continue };
        position.play(mv);
        moves.push(mv);
        let effort = search.tree().effort(id);
        if let Some(way) =
            ways.get_mut(&position.key()).filter(|way| way.1.is_empty() || way.0 < effort)
        {
            *way = (effort, moves.clone());
        }
        path.push(position);
        waiting.extend(below(id, depth + 1));
    }
    let way = |position: &&G| {
        let (_, moves) = ways.get(&position.key()).filter(|(_, moves)| !moves.is_empty())?;
        Some(MainLine { start: first.clone(), moves: moves.clone() })
    };
    positions.iter().map(way).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::game::{Game as _, Notation};

    fn lines(text: &str, before: &str) -> Result<Vec<String>, String> {
        let mut lines = GameLines::<Position>::new("a.pgn".to_string());
        for game in written_games(text.as_bytes()) {
            let played = Played::from_start(&game, &lines.file, Tapered::default());
            lines.take(played);
        }
        let mut position = <Position>::default();
        for word in before.split_whitespace() {
            let mv = position.read_move(word).map_err(|why| why.to_string())?;
            position.play(mv);
        }
        let found = lines.through(&position, |_| Vec::new()).map_err(|error| error.to_string())?;
        let text = |(place, line): (String, MainLine<Position>)| {
            let mut game = line.start;
            let words = line.moves.into_iter().map(|mv| {
                let word = game.human_text(mv);
                game.play(mv);
                word
            });
            format!("{place}: {}", words.collect::<Vec<_>>().join(" "))
        };
        let told = found.lines().map(text).chain(found.left_out.iter().cloned());
        let faults = lines.faults.iter().map(GameFileError::with_what_is_left_out);
        Ok(told.chain(faults).collect())
    }

    #[test]
    fn main_lines_and_variations_go_on_from_the_position() {
        let text = "1. e4 e5\n(1... c5 2. Nf3 (2. c3))\n2. Nf3 *\n\n1. d4 d5 *\n";
        let left_out = "a.pgn, line 5: the game that starts here does not reach the position \
                        analysed and is skipped";
        let after_e4 = ["a.pgn, line 3: e5 Nf3", "a.pgn, line 2: c5 c3", "a.pgn, line 2: c5 Nf3"];
        let expected = after_e4.iter().chain([&left_out]).map(|line| line.to_string());
        assert_eq!(lines(text, "e4"), Ok(expected.collect()));
        assert_eq!(lines(text, "").map(|all| all.len()), Ok(4));
        // By another order of moves.
        let moved = "1. Nf3 e5 2. e4 d6 *";
        assert_eq!(lines(moved, "e4 e5 Nf3"), Ok(vec!["a.pgn, line 1: d6".to_string()]));
    }

    #[test]
    fn chapters_begin_at_positions_of_other_lines() {
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let behind = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        let text = format!(
            "[FEN \"{behind}\"]\n\n2... d6 *\n\n[FEN \"{fen}\"]\n\n2. Nf3 *\n\n1. e4 c5 *\n"
        );
        let expected =
            ["a.pgn, line 3: e4 c5 Nf3 d6", "a.pgn, line 7: e4 c5 Nf3", "a.pgn, line 9: e4 c5"];
        assert_eq!(lines(&text, ""), Ok(expected.map(str::to_string).to_vec()));
    }

    #[test]
    fn a_fault_costs_no_more_than_the_rest_of_its_line() {
        let told = |text: &str| lines(text, "").expect(text);
        let none = lines("1. d4 *", "e4").expect_err("none");
        assert!(none.starts_with("a.pgn: no line continues from the position analysed, "));
        let main = told("1. e4 (1. c4) e4 (1... c5 2. Nf3) 2. d4 (2. c4) *");
        assert_eq!(
            main[..3],
            ["a.pgn, line 1: e4", "a.pgn, line 1: c4", "a.pgn, line 1: e4 c5 Nf3"]
        );
        assert!(main[3].starts_with("a.pgn, line 1, column 15: \"e4\" is not legal in "));
        assert_eq!(main.len(), 4, "{main:?}");
        let inner = told(
            "1. e4 (1. d4 -- 2. c4 (2. c3)) e5 (0.35) (time (left)) 2. Nf3 1-0 (White resigned)",
        );
        assert_eq!(inner[..2], ["a.pgn, line 1: e4 e5 Nf3", "a.pgn, line 1: d4"]);
        assert!(inner[2].starts_with("a.pgn, line 1, column 14: \"--\" is not"), "{inner:?}");
        assert_eq!(inner.len(), 3, "words in brackets are remarks: {inner:?}");
        let words = told("1. e4 (better was d4) e5 *");
        assert!(words[1].contains("column 8: \"better\" is not written like a move"), "{words:?}");
        let open = told("1. e4 (1. d4");
        assert_eq!(open[..2], ["a.pgn, line 1: e4", "a.pgn, line 1: d4"]);
        assert_eq!(open[2], "a.pgn, line 1, column 7: the variation that begins here has no end");
        let other = told("1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *");
        assert_eq!(other[0], "a.pgn, line 1: e4");
        assert!(other[1].starts_with("a.pgn, line 3, column 1: the variant \"Atomic\""));
    }

    #[test]
    fn moves_that_lines_have_in_common_count_once() {
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *\n\n1. d4 d5 *\n";
        let here = MainLine { start: Position::default(), moves: Vec::new() };
        let games = lines_in::<Position>(text, "a.pgn", &here, &Tapered::default());
        let mut after_e4 = Position::default();
        after_e4.play(after_e4.read_move("e4").expect("legal"));
        let counts = |position: &Position, without: &[usize]| {
            let found = games.through(position, |_| Vec::new());
            found.map(|found| found.counts(without)).unwrap_or_default()
        };
        let all = LineCounts { games: 2, other_games: 0, lines: 4, moves: 8 };
        assert_eq!(counts(&here.start, &[]), all);
        let some = LineCounts { games: 1, other_games: 1, lines: 3, moves: 5 };
        assert_eq!(counts(&after_e4, &[]), some);
        // 1... c5 2. c3 is left out.
        assert_eq!(counts(&after_e4, &[1]), LineCounts { lines: 2, moves: 4, ..some });
    }

    #[test]
    fn nesting_costs_no_more_than_its_moves() {
        let text = format!("1. e4{}", "(d4(c4".repeat(10_000));
        let games = lines_in::<Position>(
            &text,
            "a.pgn",
            &MainLine { start: Position::default(), moves: Vec::new() },
            &Tapered::default(),
        );
        let found =
            games.through(&Position::default(), |_| Vec::new()).map(|found| found.lines().count());
        assert_eq!(found.ok(), Some(20_001));
        assert!(games.games[0].nodes.len() == 20_002);
    }

    #[test]
    fn lines_are_not_longer_than_any_game() {
        let knights = ["Nf3 Nf6 ", "Ng1 Ng8 "].concat().repeat(300);
        let told = lines(&format!("{knights} Nf3 (Nc3)"), "").expect("lines");
        assert_eq!(told[0].split(' ').count(), "a.pgn, line 1:".split(' ').count() + MOST_PLIES);
        assert!(told[1].contains("only the first 1000 moves are taken"), "{told:?}");
        assert_eq!(told.len(), 2, "both are cut at one place");
    }
}
