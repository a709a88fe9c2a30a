//! Line charts as stand-alone SVG.

use std::fmt::Write as _;

use super::chart::{scale, svg_open, ticks};
use super::escape_html;

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct LineSeries {
    /// Name beside the chart.
    pub name: String,
    /// Abscissas and ordinates, in the order in which they are joined.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 120.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;
/// Colours of lines that are distinguished with all common kinds of colour blindness (Okabe and Ito 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Draws lines over an axis with a name.
pub fn line_chart(axis: &str, series: &[LineSeries]) -> String {
    let points = || series.iter().flat_map(|line| line.points.iter().copied());
    let range = |coordinate: fn((f64, f64)) -> f64| {
        let values = || points().map(coordinate);
        scale(values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((first, x_step, last), (from, y_step, to)) = (range(|point| point.0), range(|point| point.1));
    let x = |value: f64| LEFT + (value - first) / (last - first) * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - (value - from) / (to - from) * (HEIGHT - TOP - BOTTOM);
    let mut svg = svg_open(WIDTH, HEIGHT);
    let _ = write!(svg, r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>"#);
    let _ = write!(svg, r##"<g font-family="sans-serif" font-size="12" fill="#333" stroke-width="1">"##);
    for tick in ticks(from, y_step, to) {
        let at = y(tick);
        let _ = write!(svg, r##"<path d="M{LEFT} {at:.1}H{:.1}" stroke="#ddd"/>"##, WIDTH - RIGHT);
        let _ = write!(svg, r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{tick}</text>"#, LEFT - 6.0, at + 4.0);
    }
    for tick in ticks(first, x_step, last) {
        let (at, below) = (x(tick), HEIGHT - BOTTOM + 18.0);
        let _ = write!(svg, r#"<text x="{at:.1}" y="{below:.1}" text-anchor="middle">{tick}</text>"#);
    }
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    let _ = write!(
        svg,
        r#"<text x="{middle:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
        HEIGHT - 6.0,
        escape_html(axis)
    );
    for (index, (line, colour)) in series.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let points: Vec<String> =
            line.points.iter().map(|&(at, value)| format!("{:.1},{:.1}", x(at), y(value))).collect();
        let _ = write!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="1.5"/>"#,
            points.join(" ")
        );
        let (at, row) = (WIDTH - RIGHT + 10.0, TOP + 18.0 * (index as f64 + 1.0));
        let name = escape_html(&line.name);
        let _ = write!(svg, r#"<text x="{at:.1}" y="{row:.1}" fill="{colour}" stroke="none">{name}</text>"#);
    }
    svg.push_str("</g></svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_are_drawn_and_names_are_escaped() {
        let line = |points: &[(f64, f64)]| LineSeries { name: "a < b".to_owned(), points: points.to_vec() };
        let svg = line_chart("generation", &[line(&[(0.0, 1.0), (14.0, -3.0), (28.0, 2.0)]), line(&[(0.0, 5.0)])]);
        let drawn = svg.split("points=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or(""));
        assert_eq!(drawn.map(|points| points.split(' ').count()).collect::<Vec<_>>(), [3, 1]);
        assert!(svg.contains("a &lt; b") && svg.contains(">generation<"));
        assert!(line_chart("x", &[]).ends_with("</svg>\n"));
    }
}
