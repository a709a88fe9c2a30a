//! Charts as inline SVG: intervals and histograms of plain numbers and names.

use std::fmt::Write as _;

use super::escape_html;

/// A value with its interval.
pub struct Whisker {
    pub name: String,
    pub low: f64,
    pub value: f64,
    pub high: f64,
}

const WIDTH: f64 = 620.0;
const ROW: f64 = 26.0;

/// Interval chart: rows of whiskers on a common scale.
pub fn whiskers(rows: &[Whisker], unit: &str) -> String {
    let least = rows.iter().map(|row| row.low).fold(f64::INFINITY, f64::min);
    let most = rows.iter().map(|row| row.high).fold(f64::NEG_INFINITY, f64::max);
    let (from, step, to) = scale(least, most);
    let names = rows.iter().map(|row| text_width(row.name.chars().take(34))).fold(0.0, f64::max);
    let left = 12.0 + names;
    let x = |value: f64| left + (value - from) / (to - from) * (WIDTH - left - 30.0);
    let height = ROW * (rows.len() as f64) + 34.0;
    let mut svg = svg_open(WIDTH, height);
    let bottom = height - 22.0;
    for tick in ticks(from, step, to) {
        let at = x(tick);
        let _ = write!(svg, r#"<line class="axis" x1="{at:.1}" x2="{at:.1}" y1="4" y2="{bottom:.1}"/>"#);
        let _ = write!(
            svg,
            r#"<text class="faint" x="{at:.1}" y="{:.1}" text-anchor="middle">{tick}</text>"#,
            height - 6.0
        );
    }
    for (index, row) in rows.iter().enumerate() {
        let y = ROW * (index as f64 + 0.6);
        let name = shorten(&row.name, 34);
        let _ = write!(svg, r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{name}</text>"#, left - 8.0, y + 4.0);
        let (low, value, high) = (x(row.low), x(row.value), x(row.high));
        let _ = write!(svg, r#"<line class="whisker" x1="{low:.1}" x2="{high:.1}" y1="{y:.1}" y2="{y:.1}"/>"#);
        let title = format!("{}: {:.0} ({:.0} to {:.0}) {unit}", row.name, row.value, row.low, row.high);
        let _ = write!(
            svg,
            r#"<circle class="dot" cx="{value:.1}" cy="{y:.1}" r="4.5"><title>{}</title></circle>"#,
            escape_html(&title)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Histogram with some twenty bins.
pub fn histogram(values: &[f64], unit: &str) -> String {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (from, step, to) = scale(least, most);
    let whole = values.iter().all(|value| value.fract() == 0.0);
    let wide = if whole { (step / 4.0).ceil().max(1.0) } else { step / 4.0 };
    let bins = ((to - from) / wide).ceil().max(1.0) as usize + 1;
    let mut counts = vec![0_usize; bins];
    for value in values {
        counts[(((value - from) / wide) as usize).min(bins - 1)] += 1;
    }
    let used = counts.iter().rposition(|&count| count > 0).map_or(1, |last| last + 1);
    let highest = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let (width, height, left, bottom) = (460.0, 170.0, 48.0, 30.0);
    let end = (from + wide * used as f64).max(to);
    let x = |value: f64| left + (value - from) / (end - from) * (width - left - 12.0);
    let mut svg = svg_open(width, height);
    let floor = height - bottom;
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (low, high) = (from + wide * index as f64, from + wide * (index as f64 + 1.0));
        let tall = (floor - 14.0) * count as f64 / highest;
        let title = if whole && wide <= 1.0 {
            format!("{low}: {count}")
        } else {
            format!("{low:.4} to {high:.4} {unit}: {count}")
        };
        let _ = write!(
            svg,
            r#"<rect class="bar" x="{:.1}" y="{:.1}" width="{:.1}" height="{tall:.1}"><title>{title}</title></rect>"#,
            x(low),
            floor - tall,
            (x(high) - x(low) - 1.0).max(1.0)
        );
    }
    let _ = write!(svg, r#"<line class="axis" x1="{left}" x2="{width}" y1="{floor}" y2="{floor}"/>"#);
    let _ = write!(svg, r#"<text class="faint" x="{:.1}" y="14" text-anchor="end">{highest}</text>"#, left - 6.0);
    let _ = write!(svg, r#"<text class="faint" x="{:.1}" y="{floor}" text-anchor="end">0</text>"#, left - 6.0);
    for tick in ticks(from, step, end) {
        let _ = write!(
            svg,
            r#"<text class="faint" x="{:.1}" y="{:.1}" text-anchor="middle">{tick}</text>"#,
            x(tick),
            height - 12.0
        );
    }
    svg.push_str("</svg>");
    svg
}

pub(crate) fn svg_open(width: f64, height: f64) -> String {
    format!(
        r#"<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" xmlns="http://www.w3.org/2000/svg">"#
    )
}

/// Upper bound of the width of a text in pixels, for any font: capitals are wider.
fn text_width(letters: impl Iterator<Item = char>) -> f64 {
    letters.map(|letter| if letter.is_uppercase() { 10.0 } else { 7.2 }).sum()
}

fn shorten(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return escape_html(name);
    }
    let prefix: String = name.chars().take(most - 1).collect();
    format!("{}…", escape_html(&prefix))
}

/// Round axis scale around a range: first value, step and last value.
pub(crate) fn scale(least: f64, most: f64) -> (f64, f64, f64) {
    let (least, most) = if least.is_finite() && most.is_finite() { (least, most) } else { (0.0, 1.0) };
    let span = (most - least).max(most.abs() * 1e-6).max(1e-6);
    let rough = span / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    ((least / step).floor() * step, step, (most / step).ceil() * step)
}

/// Tick values of a scale.
pub(crate) fn ticks(from: f64, step: f64, to: f64) -> impl Iterator<Item = f64> {
    let count = ((to - from) / step).round() as i64;
    let digits = (-step.log10().floor()).max(0.0) as i32;
    let round = 10_f64.powi(digits);
    (0..=count).map(move |index| ((from + step * index as f64) * round).round() / round + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_and_cover_the_range() {
        assert_eq!(scale(-37.0, 118.0), (-50.0, 50.0, 150.0));
        assert_eq!(scale(5.0, 42.0), (0.0, 10.0, 50.0));
        let (from, step, to) = scale(0.003, 0.0031);
        assert!(from <= 0.003 && to >= 0.0031 && step > 0.0);
        assert_eq!(ticks(0.0, 0.2, 0.6).collect::<Vec<_>>(), [0.0, 0.2, 0.4, 0.6]);
    }

    #[test]
    fn charts_are_drawn_for_all_values() {
        for values in [&[][..], &[0.0], &[3.0, 3.0], &[1e-9, 1e9], &[-5.0, 0.25]] {
            assert!(histogram(values, "plies").ends_with("</svg>"));
        }
        assert!(whiskers(&[], "Elo").ends_with("</svg>"));
    }
}
