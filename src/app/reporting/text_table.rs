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
    fn a_remark_does_not_widen_a_column() -> io::Result<()> {
        let rows = [vec!["e4".into(), "1".into()], vec!["and many more".into()]];
        let mut out = Vec::new();
        write(&rows, |column| column == 0, &mut out)?;
        assert_eq!(String::from_utf8_lossy(&out), "e4  1\nand many more\n");
        Ok(())
    }
}
