//! Picture of the fitness over the generations, as a stand-alone SVG.

use std::fmt::Write as _;

use super::run::FitnessRow;
use crate::results::report::chart::{scale, svg_open, ticks};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;

/// Draws the curves of the highest, the median and the mean fitness.
pub(super) fn curves(rows: &[FitnessRow]) -> String {
    let series: [(&str, &str, Vec<f64>); 3] = [
        ("max", "#0072b2", rows.iter().map(|row| row.statistics.max).collect()),
        ("median", "#d55e00", rows.iter().map(|row| row.statistics.median).collect()),
        ("mean", "#009e73", rows.iter().map(|row| row.statistics.mean).collect()),
    ];
    let values = || series.iter().flat_map(|(_, _, values)| values.iter().copied());
    let (from, step, to) = scale(values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let (first, generation_step, last) = scale(0.0, rows.last().map_or(1.0, |row| row.generation.max(1) as f64));
    let x = |generation: f64| LEFT + (generation - first) / (last - first) * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - (value - from) / (to - from) * (HEIGHT - TOP - BOTTOM);
    let mut svg = svg_open(WIDTH, HEIGHT);
    let _ = write!(svg, r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>"#);
    let _ = write!(svg, r##"<g font-family="sans-serif" font-size="12" fill="#333" stroke-width="1">"##);
    for tick in ticks(from, step, to) {
        let at = y(tick);
        let _ = write!(svg, r##"<path d="M{LEFT} {at:.1}H{:.1}" stroke="#ddd"/>"##, WIDTH - RIGHT);
        let _ = write!(svg, r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{tick}</text>"#, LEFT - 6.0, at + 4.0);
    }
    for tick in ticks(first, generation_step, last) {
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{tick}</text>"#,
            x(tick),
            HEIGHT - BOTTOM + 18.0
        );
    }
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    let _ = write!(svg, r#"<text x="{middle:.1}" y="{:.1}" text-anchor="middle">generation</text>"#, HEIGHT - 6.0);
    for (index, (name, colour, values)) in series.iter().enumerate() {
        let points =
            rows.iter().zip(values).map(|(row, &value)| format!("{:.1},{:.1}", x(row.generation as f64), y(value)));
        let points: Vec<String> = points.collect();
        let _ = write!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="1.5"/>"#,
            points.join(" ")
        );
        let (at, line) = (WIDTH - RIGHT + 10.0, TOP + 18.0 * (index as f64 + 1.0));
        let _ = write!(svg, r#"<text x="{at:.1}" y="{line:.1}" fill="{colour}" stroke="none">{name}</text>"#);
    }
    svg.push_str("</g></svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use boardwright_players::evolution::FitnessStatistics;

    use super::*;

    #[test]
    fn all_measurements_are_drawn() {
        let row = |generation| FitnessRow {
            generation,
            statistics: FitnessStatistics { max: generation as f64, median: -3.0, mean: -2.0 },
        };
        let svg = curves(&[row(0), row(14), row(28)]);
        let lines: Vec<usize> = svg
            .split("points=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap_or("").split(' ').count())
            .collect();
        assert_eq!(lines, [3, 3, 3]);
        assert!(curves(&[]).ends_with("</svg>\n") && curves(&[row(0)]).ends_with("</svg>\n"));
    }
}
