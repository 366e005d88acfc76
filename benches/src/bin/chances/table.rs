//! How often values rose, by the plies to which they were checked.

use std::fmt;

use shans::value::Player;

use crate::sample::{LOOKS, Look, Sample};

/// What counts as a rise, centipawns.
pub const RISES: [f32; 3] = [10.0, 30.0, 100.0];
/// A row with fewer chances than this is put together with the next one.
const FEWEST: usize = 200;
/// A row more than this many standard errors above the one before it is not due to chance.
const LUCK: f64 = 2.0;

/// A column: at this look, risen by this much ([`RISES`]).
pub const COLUMNS: usize = LOOKS * RISES.len();

/// Chances that were checked to the same plies.
#[derive(Clone, Default)]
pub struct Row {
    /// The least plies and the most.
    pub plies: (u16, u16),
    /// The number of chances: each node has one for each player.
    pub chances: usize,
    /// The efforts of their nodes together.
    effort: u64,
    /// How often the value rose for the player, by column.
    pub rose: [usize; COLUMNS],
}

/// Rows by plies.
pub struct Table {
    pub looks: [Look; LOOKS],
    pub rows: Vec<Row>,
}

impl Row {
    fn add(&mut self, sample: &Sample, player: Player) {
        self.chances += 1;
        self.effort += u64::from(sample.effort);
        for (column, rose) in self.rose.iter_mut().enumerate() {
            let (look, rise) = (column / RISES.len(), RISES[column % RISES.len()]);
            *rose += usize::from(sample.rise(player, look) > rise);
        }
    }

    fn merge(&mut self, next: &Row) {
        self.plies.1 = next.plies.1;
        self.chances += next.chances;
        self.effort += next.effort;
        self.rose.iter_mut().zip(next.rose).for_each(|(rose, more)| *rose += more);
    }

    /// The share of a column, from 0 to 1.
    pub fn share(&self, column: usize) -> f64 {
        self.rose[column] as f64 / self.chances.max(1) as f64
    }

    /// The standard error of that share.
    pub fn error(&self, column: usize) -> f64 {
        let share = self.share(column);
        (share * (1.0 - share) / self.chances.max(1) as f64).sqrt()
    }

    /// `4`, `9-12`.
    fn name(&self) -> String {
        let (least, most) = self.plies;
        if least == most { least.to_string() } else { format!("{least}-{most}") }
    }
}

impl Table {
    /// Of these nodes; chances of players who have nothing left to try are left out.
    pub fn of(samples: &[&Sample], looks: [Look; LOOKS]) -> Table {
        let mut by_plies: Vec<Row> = Vec::new();
        for sample in samples {
            for player in [Player::Max, Player::Min] {
                let Some(plies) = sample.checked.of(player) else { continue };
                let place = usize::from(plies);
                if by_plies.len() <= place {
                    by_plies.resize(place + 1, Row::default());
                }
                by_plies[place].plies = (plies, plies);
                by_plies[place].add(sample, player);
            }
        }
        Table { looks, rows: merged(by_plies) }
    }

    /// Where a later row lies above the one before it by more than luck: column, row, and by how
    /// many standard errors.
    fn rises(&self, column: usize) -> Vec<(usize, f64)> {
        let pairs = self.rows.windows(2).enumerate();
        let above = pairs.filter_map(|(place, pair)| {
            let more = pair[1].share(column) - pair[0].share(column);
            let error = pair[0].error(column).hypot(pair[1].error(column));
            (more > LUCK * error).then(|| (place + 1, more / error))
        });
        above.collect()
    }
}

/// Small rows together with the one after them; the last one with the one before.
fn merged(rows: Vec<Row>) -> Vec<Row> {
    let mut merged: Vec<Row> = Vec::new();
    for row in rows.into_iter().filter(|row| row.chances > 0) {
        match merged.last_mut() {
            Some(last) if last.chances < FEWEST => last.merge(&row),
            _ => merged.push(row),
        }
    }
    if let Some(last) = merged.pop_if(|last| last.chances < FEWEST) {
        match merged.last_mut() {
            Some(before) => before.merge(&last),
            None => merged.push(last),
        }
    }
    merged
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| plies checked | chances | mean effort e |")?;
        for look in self.looks {
            for rise in RISES {
                write!(f, " > {rise} cp, {look} |")?;
            }
        }
        writeln!(f, "\n|---|---|---|{}", "---|".repeat(COLUMNS))?;
        for row in &self.rows {
            let effort = row.effort / row.chances.max(1) as u64;
            write!(f, "| {} | {} | {effort} |", row.name(), row.chances)?;
            (0..COLUMNS)
                .try_for_each(|column| write!(f, " {:.1} % |", 100.0 * row.share(column)))?;
            writeln!(f)?;
        }
        for column in 0..COLUMNS {
            for (row, errors) in self.rises(column) {
                let name = self.rows[row].name();
                writeln!(f, "not monotone: column {column} rises at {name} by {errors:.1} errors")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(plies: u16, chances: usize, rose: usize) -> Row {
        Row { plies: (plies, plies), chances, effort: 0, rose: [rose; COLUMNS] }
    }

    #[test]
    fn small_rows_are_put_together() {
        let rows =
            vec![row(0, 0, 0), row(3, 150, 60), row(4, 150, 40), row(5, 900, 9), row(6, 10, 1)];
        let merged = merged(rows);
        let told: Vec<_> =
            merged.iter().map(|row| (row.name(), row.chances, row.rose[0])).collect();
        assert_eq!(told, [("3-4".to_string(), 300, 100), ("5-6".to_string(), 910, 10)]);
    }

    #[test]
    fn a_rise_beyond_luck_is_told() {
        let looks = [Look::Nodes(9), Look::Times(4)];
        let table = |second| Table { looks, rows: vec![row(3, 1000, 100), row(4, 1000, second)] };
        assert!(table(110).rises(0).is_empty());
        assert_eq!(table(200).rises(0).first().map(|(place, _)| *place), Some(1));
        assert!(table(200).to_string().contains("not monotone: column 0 rises at 4 by 6.3"));
    }
}
