//! Files of puzzles: PGN for chess programs, CSV with the columns of the puzzles of lichess.org, JSON with all there is.

use std::io::{self, Write};
use std::path::Path;

use super::puzzles::{Puzzle, WrongAnswer};
use crate::app::files::movetext::Movetext;
use crate::app::files::pgn_tags::write_tag;
use crate::chess::Position;
use crate::game::{Game as _, Notation as _};

/// The columns of lichess's file of puzzles.
const COLUMNS: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
/// What a puzzle is rated that nobody has solved yet.
const UNRATED: &str = "1500,500,0,0";

/// A form of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Games with variations.
    Pgn,
    /// A table.
    Csv,
    /// A list of objects.
    Json,
}

impl Form {
    /// That of a file of this name.
    pub fn of(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pgn" => Some(Form::Pgn),
            "csv" => Some(Form::Csv),
            "json" => Some(Form::Json),
            _ => None,
        }
    }

    /// Writes the puzzles.
    ///
    /// # Errors
    ///
    /// `out` that cannot be written.
    pub fn write(self, puzzles: &[Puzzle], out: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            Form::Pgn => puzzles.iter().try_for_each(|puzzle| game(puzzle, out))?,
            Form::Csv => {
                writeln!(out, "{COLUMNS}")?;
                puzzles.iter().try_for_each(|puzzle| row(puzzle, out))?;
            }
            Form::Json => {
                serde_json::to_writer_pretty(&mut *out, puzzles)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// A game that begins with the position: the solution, the wrong answers beside its first move, and hints before it.
fn game(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    let known = |text: &str, unknown: &str| {
        if text.is_empty() { unknown.to_string() } else { text.to_string() }
    };
    write_tag("Event", &format!("Puzzle {}", puzzle.id), out)?;
    write_tag("Site", &known(&puzzle.site, "?"), out)?;
    write_tag("Date", &known(&puzzle.date, "????.??.??"), out)?;
    write_tag("Round", "?", out)?;
    write_tag("White", &known(&puzzle.white, "?"), out)?;
    write_tag("Black", &known(&puzzle.black, "?"), out)?;
    write_tag("Result", "*", out)?;
    write_tag("SetUp", "1", out)?;
    write_tag("FEN", &puzzle.fen, out)?;
    write_tag("Themes", &puzzle.themes.join(" "), out)?;
    writeln!(out)?;
    let mut text = Movetext::new(out);
    let hints: Vec<&str> = puzzle.hints.iter().take(2).map(String::as_str).collect();
    text.comment(None, &hints.join(" "))?;
    let Ok((position, _)) = Position::from_fen(&puzzle.fen) else {
        return Err(io::Error::other("a puzzle without a position"));
    };
    let mut at = position.clone();
    for (ply, mv) in puzzle.solution.iter().enumerate() {
        let Some(mv) = at.parse_move(mv) else { break };
        text.mv(&at, &at.human_text(mv))?;
        if ply == 0 {
            text.marks(&[1])?;
            text.comment(None, &puzzle.score)?;
            puzzle.wrong.iter().try_for_each(|wrong| variation(&position, wrong, &mut text))?;
        }
        at.play(mv);
    }
    text.end("*")?;
    writeln!(out)
}

/// A wrong answer with its refutation.
fn variation(position: &Position, wrong: &WrongAnswer, text: &mut Movetext<'_>) -> io::Result<()> {
    text.open()?;
    let mut at = position.clone();
    for (ply, mv) in [&wrong.mv].into_iter().chain(&wrong.refutation).enumerate() {
        let Some(mv) = at.parse_move(mv) else { break };
        text.mv(&at, &at.human_text(mv))?;
        if ply == 0 {
            text.marks(&[2])?;
            let played = if wrong.was_played { ", played in the game" } else { "" };
            text.comment(None, &format!("{}{played}", wrong.score))?;
        }
        at.play(mv);
    }
    text.close()
}

/// A row: the position before the last move, and that move first, as lichess.org has it.
fn row(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    let moves: Vec<&str> =
        [&puzzle.last_move].into_iter().chain(&puzzle.solution).map(String::as_str).collect();
    let is_address = puzzle.site.starts_with("https://") || puzzle.site.starts_with("http://");
    let url = if is_address { format!("{}#{}", puzzle.site, puzzle.ply) } else { String::new() };
    // Tags of lichess: Sicilian_Defense.
    let family = puzzle.opening.split(':').next().unwrap_or_default().replace('\'', "");
    let opening = family.split_whitespace().collect::<Vec<_>>().join("_");
    let texts = [puzzle.id.as_str(), &puzzle.fen_before, &moves.join(" ")].map(cell);
    let ends = [puzzle.themes.join(" ").as_str(), &url, &opening].map(cell);
    writeln!(out, "{},{UNRATED},{}", texts.join(","), ends.join(","))
}

/// A cell of a table: in quotes where it holds what would end it, and never what a spreadsheet would take for a formula.
fn cell(text: &str) -> String {
    let plain: String =
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let plain = plain.trim_start_matches(['=', '+', '@']);
    match plain.contains([',', '"']) {
        true => format!("\"{}\"", plain.replace('"', "\"\"")),
        false => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Puzzle {
        Puzzle {
            id: "0a1b2c3d".to_string(),
            fen_before: "r3k3/ppp2ppp/8/8/5N2/8/PPP2PPP/6K1 b - - 0 1".to_string(),
            last_move: "h7h6".to_string(),
            fen: "r3k3/ppp2pp1/7p/3N4/8/8/PPP2PPP/6K1 w - - 0 2".to_string(),
            solution: ["d5c7", "e8d7", "c7a8"].map(str::to_string).to_vec(),
            solution_san: "2. Nxc7+ Kd7 3. Nxa8".to_string(),
            score: "+3.20".to_string(),
            second_score: "-1.90".to_string(),
            themes: vec!["fork".to_string(), "short".to_string()],
            opening: "King's Gambit: x".to_string(),
            hints: vec!["Look at the knight on d5.".to_string(), "The idea: fork.".to_string()],
            wrong: vec![WrongAnswer {
                mv: "d5e3".to_string(),
                san: "Ne3".to_string(),
                was_played: true,
                refutation: vec!["a8d8".to_string()],
                line: "2. Ne3 Rd8".to_string(),
                score: "-1.90".to_string(),
            }],
            game: 1,
            ply: 3,
            white: "A \"B\"".to_string(),
            black: String::new(),
            date: String::new(),
            site: "https://lichess.org/x,y".to_string(),
            is_own: true,
        }
    }

    fn written(form: Form) -> String {
        let mut out = Vec::new();
        form.write(&[puzzle()], &mut out).expect("memory takes it");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_table_has_the_columns_of_lichess() {
        let text = written(Form::Csv);
        let row = text.lines().nth(1).unwrap_or_default();
        assert_eq!(
            row,
            "0a1b2c3d,r3k3/ppp2ppp/8/8/5N2/8/PPP2PPP/6K1 b - - 0 1,h7h6 d5c7 e8d7 c7a8,1500,500,0,0,fork short,\
             \"https://lichess.org/x,y#3\",Kings_Gambit"
        );
        assert_eq!(cell("=1+1\n"), "1+1 ");
    }

    #[test]
    fn a_game_has_the_solution_and_what_is_wrong() {
        let text = written(Form::Pgn);
        assert!(
            text.contains("[White \"A \\\"B\\\"\"]") && text.contains("[Black \"?\"]"),
            "{text}"
        );
        let moves = text.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ");
        assert_eq!(
            moves,
            "{ Look at the knight on d5. The idea: fork. } 2. Nxc7+ $1 { +3.20 } ( 2. Ne3 $2 { -1.90, played in the game } \
             2... Rd8 ) 2... Kd7 3. Nxa8 *"
        );
    }

    #[test]
    fn what_is_written_as_json_is_read_again() -> anyhow::Result<()> {
        let read: Vec<Puzzle> = serde_json::from_str(&written(Form::Json))?;
        assert_eq!(read, [puzzle()]);
        assert_eq!(Form::of(Path::new("a.CSV")), Some(Form::Csv));
        assert_eq!(Form::of(Path::new("a.txt")), None);
        Ok(())
    }
}
