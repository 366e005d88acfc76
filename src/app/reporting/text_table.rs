//! Tables of text.

use std::io::{self, Write};

/// The cells of one row, the head of the table included.
pub type Row = Vec<String>;

/// Writes a table whose columns are as wide as their cells need. Columns for which `is_text`
/// holds are aligned to the left, the others to the right. A row of a single cell is a remark: it
/// does not widen its column.
pub fn write(rows: &[Row], is_text: impl Fn(usize) -> bool, out: &mut dyn Write) -> io::Result<()> {
    write_in(rows, is_text, None, out)
}

/// The same in lines of at most this many characters; what is left out is marked by `…`.
pub fn write_in(
    rows: &[Row],
    is_text: impl Fn(usize) -> bool,
    most: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().filter(|row| row.len() > 1).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cell = |(column, cell): (usize, &String)| match widths[column] {
            width if is_text(column) => format!("{cell:<width$}"),
            width => format!("{cell:>width$}"),
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        writeln!(out, "{}", shortened(cells.join("  ").trim_end(), most))?;
    }
    Ok(())
}

/// The beginning of a text that is longer than `most` characters.
pub fn shortened(text: &str, most: Option<usize>) -> String {
    match most {
        Some(most) if text.chars().count() > most => {
            let kept: String = text.chars().take(most.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
        _ => text.to_string(),
    }
}

/// A line of moves behind a label, in lines of at most this many characters; further lines begin below the first move.
/// No line ends with the number of a move.
pub fn hanging(label: &str, moves: &str, most: Option<usize>) -> String {
    let width = most.unwrap_or(usize::MAX);
    let indent = label.chars().count();
    let (mut text, mut column, mut number) = (label.to_string(), indent, String::new());
    for word in moves.split_whitespace() {
        number.push_str(word);
        if word.ends_with('.') && word != "..." {
            number.push(' ');
            continue;
        }
        let length = number.chars().count();
        let is_first = column == indent;
        if !is_first && column + 1 + length > width {
            text.push_str(&format!("\n{:indent$}{number}", ""));
            column = indent + length;
        } else {
            let blank = if is_first { "" } else { " " };
            text.push_str(blank);
            text.push_str(&number);
            column += blank.len() + length;
        }
        number.clear();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_to_the_left_and_numbers_to_the_right() -> io::Result<()> {
        let row = |cells: [&str; 3]| cells.map(str::to_string).to_vec();
        let rows = [row(["move", "n", "line"]), row(["e4", "100", "1. e4 e5"])];
        let mut out = Vec::new();
        write(&rows, |column| column != 1, &mut out)?;
        assert_eq!(String::from_utf8_lossy(&out), "move    n  line\ne4    100  1. e4 e5\n");
        let mut out = Vec::new();
        write_in(&rows, |column| column != 1, Some(16), &mut out)?;
        assert_eq!(String::from_utf8_lossy(&out), "move    n  line\ne4    100  1. e…\n");
        Ok(())
    }

    #[test]
    fn a_long_line_goes_on_below_its_first_move() {
        let moves = "3... a6 4. Ba4 Nf6 5. O-O ...";
        assert_eq!(hanging("best  ", moves, None), "best  3... a6 4. Ba4 Nf6 5. O-O ...");
        let told = "best  3... a6\n      4. Ba4\n      Nf6\n      5. O-O";
        assert_eq!(hanging("best  ", "3... a6 4. Ba4 Nf6 5. O-O", Some(14)), told);
        let told = "best  3... a6 4. Ba4\n      Nf6 5. O-O";
        assert_eq!(hanging("best  ", "3... a6 4. Ba4 Nf6 5. O-O", Some(20)), told);
        let narrow = hanging("best  ", "1. e4 e5", Some(3));
        assert_eq!(narrow, "best  1. e4\n      e5", "each move stays whole");
    }

    #[test]
    fn a_remark_does_not_widen_a_column() -> io::Result<()> {
        let rows = [vec!["e4".into(), "1".into()], vec!["and many more".into()]];
        let mut out = Vec::new();
        write(&rows, |column| column == 0, &mut out)?;
        assert_eq!(String::from_utf8_lossy(&out), "e4  1\nand many more\n");
        Ok(())
    }
}
