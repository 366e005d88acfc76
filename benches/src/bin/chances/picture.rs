//! The table as a picture (SVG).

use std::error::Error;

use plotters::prelude::*;

use crate::sample::LOOKS;
use crate::table::{RISES, Row, Table};

/// Pixels.
const SIZE: (u32, u32) = (960, 520);
/// Colours that colour-blind people can tell apart (Okabe and Ito), one for each rise.
const COLOURS: [RGBColor; RISES.len()] =
    [RGBColor(86, 180, 233), RGBColor(0, 114, 178), RGBColor(213, 94, 0)];

/// Draws the shares, with two standard errors to either side.
pub fn draw(table: &Table) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    for (look, part) in area.split_evenly((1, LOOKS)).iter().enumerate() {
        draw_look(table, look, part)?;
    }
    area.present()?;
    drop(area);
    Ok(svg)
}

fn draw_look(
    table: &Table,
    look: usize,
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
) -> Result<(), Box<dyn Error>> {
    let column = |rise: usize| look * RISES.len() + rise;
    let last = table.rows.last().map_or(1.0, place);
    let caption = format!("value risen, {}", table.looks[look]);
    let most = table.rows.iter().map(|row| row.share(column(0)) + 2.0 * row.error(column(0)));
    let top = 100.0 * most.fold(0.1, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last + 1.0, 0.0..top)?;
    chart
        .configure_mesh()
        .x_desc("plies checked for the player")
        .y_desc("% of chances")
        .light_line_style(WHITE)
        .draw()?;
    for ((rise, &colour), cp) in COLOURS.iter().enumerate().zip(RISES) {
        let at = |row: &Row, errors: f64| {
            let share = row.share(column(rise)) + errors * row.error(column(rise));
            (place(row), 100.0 * share.max(0.0))
        };
        let line = table.rows.iter().map(|row| at(row, 0.0));
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(format!("by more than {cp} cp"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(2)));
        let error = |row| PathElement::new([at(row, -2.0), at(row, 2.0)], colour.stroke_width(1));
        chart.draw_series(table.rows.iter().map(error))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .legend_area_size(32)
        .label_font(("sans-serif", 14))
        .draw()?;
    Ok(())
}

/// Where a row is drawn: in the middle of its plies.
fn place(row: &Row) -> f64 {
    f64::from(row.plies.0 + row.plies.1) / 2.0
}
