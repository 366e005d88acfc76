//! Lines that begin with `info`.

use std::iter::Peekable;
use std::str::FromStr;

use super::printable;
use crate::found::{Bound, Exact, Found, Score};

/// What one line tells. What it does not tell is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Info {
    multipv: Option<u32>,
    score: Option<Score>,
    bound: Bound,
    wdl: Option<[u16; 3]>,
    depth: Option<u32>,
    seldepth: Option<u32>,
    nodes: Option<u64>,
    time_ms: Option<u64>,
    tbhits: Option<u64>,
    hashfull: Option<u16>,
    line: Option<Vec<String>>,
    likely: Option<(String, f32)>,
}

/// No game has more moves in a position that engines tell of.
const MOST_MOVES: usize = 512;

/// What may follow a line of moves.
const KEYWORDS: &str = "depth seldepth time nodes pv multipv score currmove currmovenumber hashfull nps tbhits sbhits \
     cpuload string refutation currline wdl";

impl Info {
    /// Reads the words behind `info`. `None` for `info string`, which is for people, unless it tells how likely a move
    /// is.
    pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Option<Info> {
        let mut words = words.peekable();
        if words.next_if_eq(&"string").is_some() {
            let likely = Some(likely(words)?);
            return Some(Info { likely, ..Info::default() });
        }
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "multipv" => replace(&mut info.multipv, number(&mut words)),
                "depth" => replace(&mut info.depth, number(&mut words)),
                "seldepth" => replace(&mut info.seldepth, number(&mut words)),
                "nodes" => replace(&mut info.nodes, number(&mut words)),
                "time" => replace(&mut info.time_ms, number(&mut words)),
                "tbhits" => replace(&mut info.tbhits, number(&mut words)),
                "hashfull" => replace(&mut info.hashfull, number(&mut words)),
                "cp" => replace(&mut info.score, number(&mut words).map(Score::Centipawns)),
                "mate" => replace(&mut info.score, number(&mut words).map(Score::Mate)),
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "wdl" => replace(&mut info.wdl, three(&mut words)),
                "pv" => info.line = Some(moves(&mut words)),
                // Other moves, of which nothing here may be mistaken for a score.
                "refutation" | "currline" => drop(moves(&mut words)),
                "string" => break,
                _ => {}
            }
        }
        Some(info)
    }

    /// Puts what is reported over what was known; see [`Found`].
    pub(crate) fn update(mut self, found: &mut Found) {
        if let Some(likely) = self.likely.take() {
            if found.likely.len() < MOST_MOVES {
                found.likely.push(likely);
            }
            return;
        }
        if let Some(number) = self.multipv.filter(|&number| number > 1) {
            return self.update_other(number as usize - 2, found);
        }
        if self.score.is_some() {
            found.score = self.score;
            found.bound = self.bound;
            found.wdl = self.wdl;
            found.depth = self.depth.unwrap_or(found.depth);
            found.seldepth = self.seldepth.unwrap_or(found.seldepth);
        }
        found.nodes = self.nodes.unwrap_or(found.nodes);
        found.time_ms = self.time_ms.unwrap_or(found.time_ms);
        found.tbhits = self.tbhits.unwrap_or(found.tbhits);
        found.hashfull = self.hashfull.or(found.hashfull);
        if let Some(line) = self.line.filter(|line| !line.is_empty()) {
            found.line = line;
        }
        if let Some(score) = self.score.filter(|_| self.bound == Bound::Exact) {
            let (wdl, depth, line) = (found.wdl, found.depth, found.line.clone());
            found.last_exact = Some(Box::new(Exact { score, wdl, depth, line }));
        }
    }

    /// Puts it in place of what was known of a line behind the first one.
    fn update_other(self, index: usize, found: &mut Found) {
        let (Some(score), Some(line)) = (self.score, self.line) else { return };
        let depth = self.depth.unwrap_or_default();
        let told = Exact { score, wdl: self.wdl, depth, line };
        if index < found.others.len() {
            found.others[index] = told;
        } else if index == found.others.len() && index < MOST_MOVES {
            found.others.push(told);
        }
    }
}

/// `e2e4  (322 ) N:  1 (+ 0) (P:  7.65%) ...`: the move, and the share behind `(P:`.
fn likely<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<(String, f32)> {
    let mv = printable(words.next()?);
    let told = words.skip_while(|word| !word.starts_with("(P:"));
    let mut rest = told.map(|word| word.trim_start_matches("(P:")).filter(|word| !word.is_empty());
    let share: f32 = rest.next()?.split('%').next()?.parse().ok()?;
    (0.0..=100.0).contains(&share).then_some((mv, share / 100.0))
}

/// What cannot be read counts as not reported.
fn replace<T>(field: &mut Option<T>, told: Option<T>) {
    if told.is_some() {
        *field = told;
    }
}

/// The next word, if it is a number of this type; otherwise it is left where it is.
fn number<'a, T: FromStr>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<T> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

fn three<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<[u16; 3]> {
    Some([number(words)?, number(words)?, number(words)?])
}

fn moves<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(word) = words.next_if(|word| !KEYWORDS.split(' ').any(|known| known == *word)) {
        moves.push(printable(word));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Message;

    /// What is known after these lines.
    fn after(lines: &[&str]) -> Found {
        let mut found = Found::default();
        for line in lines {
            if let Message::Info(info) = Message::read(line) {
                info.update(&mut found);
            }
        }
        found
    }

    #[test]
    fn a_line_of_stockfish_is_read_whole() {
        let line = "info depth 12 seldepth 17 multipv 1 score cp -35 wdl 31 880 89 nodes 20345 \
                    nps 923000 hashfull 7 tbhits 2 time 22 pv e2e4 e7e5 g1f3";
        let expected = Found {
            best: None,
            ponder: None,
            score: Some(Score::Centipawns(-35)),
            bound: Bound::Exact,
            wdl: Some([31, 880, 89]),
            depth: 12,
            seldepth: 17,
            nodes: 20_345,
            time_ms: 22,
            tbhits: 2,
            hashfull: Some(7),
            line: ["e2e4", "e7e5", "g1f3"].map(str::to_string).to_vec(),
            ..Found::default()
        };
        let line_told = expected.line.clone();
        let told =
            Exact { score: Score::Centipawns(-35), wdl: expected.wdl, depth: 12, line: line_told };
        let expected = Found { last_exact: Some(Box::new(told)), ..expected };
        assert_eq!(after(&[line]), expected);
    }

    #[test]
    fn a_line_of_lc0_is_read() {
        let found =
            after(&["info depth 5 seldepth 14 time 1203 nodes 431 score cp 8 wdl 210 620 \
                             170 nps 402 tbhits 0 pv d2d4 g8f6"]);
        assert_eq!(found.score, Some(Score::Centipawns(8)));
        assert_eq!((found.depth, found.nodes, found.time_ms), (5, 431, 1203));
        assert_eq!(found.wdl, Some([210, 620, 170]));
        assert_eq!(found.line, ["d2d4", "g8f6"]);
    }

    #[test]
    fn mates_and_bounds_are_read() {
        let score = |line: &str| (after(&[line]).score, after(&[line]).bound);
        assert_eq!(score("info score mate 3"), (Some(Score::Mate(3)), Bound::Exact));
        assert_eq!(score("info score mate -2"), (Some(Score::Mate(-2)), Bound::Exact));
        assert_eq!(score("info depth 0 score mate 0"), (Some(Score::Mate(0)), Bound::Exact));
        let lower = (Some(Score::Centipawns(40)), Bound::Lower);
        assert_eq!(score("info score cp 40 lowerbound nodes 7"), lower);
        assert_eq!(score("info score lowerbound cp 40"), lower);
        let upper = (Some(Score::Centipawns(-4)), Bound::Upper);
        assert_eq!(score("info score cp -4 upperbound"), upper);
    }

    #[test]
    fn the_last_score_counts_with_its_bound() {
        let exact = "info depth 9 score cp 20 wdl 1 998 1 nodes 100 pv e2e4";
        let bound = "info depth 10 score cp 50 lowerbound nodes 150 pv d2d4";
        let found = after(&[exact, bound]);
        assert_eq!((found.score, found.bound), (Some(Score::Centipawns(50)), Bound::Lower));
        assert_eq!((found.depth, found.nodes, found.wdl), (10, 150, None));
        assert_eq!(found.line, ["d2d4"]);
        let before = found.exact();
        assert_eq!((before.score, before.bound), (Some(Score::Centipawns(20)), Bound::Exact));
        assert_eq!((before.depth, before.nodes, before.wdl), (9, 150, Some([1, 998, 1])));
        assert_eq!(before.line, ["e2e4"]);
        assert_eq!(after(&[bound, exact]).bound, Bound::Exact);
        assert_eq!(after(&[bound]).exact(), after(&[bound]), "there was no exact one");
    }

    #[test]
    fn lines_without_a_score_leave_its_depth() {
        let found = after(&[
            "info depth 9 seldepth 12 score cp 20 nodes 100 pv e2e4 e7e5",
            "info depth 10 currmove d2d4 currmovenumber 2",
            "info nodes 300 time 5 hashfull 1",
            "info depth 11 score cp 25",
        ]);
        assert_eq!((found.depth, found.seldepth), (11, 12));
        assert_eq!((found.nodes, found.time_ms, found.hashfull), (300, 5, Some(1)));
        assert_eq!(found.line, ["e2e4", "e7e5"], "none came since");
        assert_eq!(after(&["info depth 10 currmove d2d4"]).depth, 0);
    }

    #[test]
    fn the_first_of_several_lines_counts_and_the_others_are_kept() {
        let found = after(&[
            "info depth 2 multipv 2 score cp 9 pv c2c4",
            "info depth 2 multipv 7 score cp 1 pv a2a3",
            "info depth 3 multipv 1 score cp 20 pv e2e4",
            "info depth 3 multipv 2 score cp 10 pv d2d4",
        ]);
        assert_eq!((found.score, found.line), (Some(Score::Centipawns(20)), vec!["e2e4".into()]));
        let other = &found.others[0];
        let told = (found.others.len(), other.score, other.depth, other.line[0].as_str());
        assert_eq!(told, (1, Score::Centipawns(10), 3, "d2d4"));
    }

    #[test]
    fn what_lc0_says_of_moves_is_read() {
        let found = after(&[
            "info string e2e4  (322 ) N:       0 (+ 0) (P: 75.00%) (WL:  -.-----) (D: -.---)",
            "info string d2d4  (293 ) N:       1 (+ 0) (P:12.5%) (WL:  0.03)",
            "info string a2a3 (P: x%)",
            "info string a2a3 (P: 101%)",
            "info string weights loaded",
        ]);
        assert_eq!(found.likely, [("e2e4".to_string(), 0.75), ("d2d4".to_string(), 0.125)]);
        assert_eq!(found.score, None);
    }

    #[test]
    fn what_is_broken_is_left_out() {
        let known = "info depth 3 score cp 20 wdl 1 2 3 nodes 7 pv e2e4";
        for broken in [
            "info depth",
            "info score cp",
            "info score cp 99999999999",
            "info score mate x depth 70000000000",
            "info nodes -5 hashfull 70000 time 1e9",
            "info wdl 1 2",
            "info pv",
            "info depth 3 score cp 20 wdl 1 2 3 pv nodes 7",
            "info refutation d1h5 g6h5 string score cp 90",
            "info",
        ] {
            assert_eq!(after(&[known, broken]), after(&[known]), "{broken}");
        }
        assert_eq!(after(&["info depth seldepth 4 score cp 1"]).seldepth, 4);
        assert_eq!(after(&["info pv e2e4 e7e5 nodes 9"]).line.len(), 2);
        assert_eq!(after(&["info pv e2e4 e7e5 nodes 9"]).nodes, 9);
    }
}
