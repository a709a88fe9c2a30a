//! Log-log line plot as SVG, with the features that the benchmark `growth` needs.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Width and height of the image, and edges of the plot area: left, top, right, bottom.
const SIZE: (f64, f64) = (760.0, 520.0);
const PLOT_AREA: (f64, f64, f64, f64) = (80.0, 56.0, 630.0, 450.0);
/// Minimum distance of the labels at the ends of the lines.
const LABEL_SPACING: f64 = 19.0;

/// A plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Title above the plot.
    pub title: String,
    /// Label of the x axis with its unit, and its range.
    pub x: (String, RangeInclusive<f64>),
    /// Label and range of the y axis.
    pub y: (String, RangeInclusive<f64>),
    /// Data series.
    pub series: Vec<Series>,
    /// Reference lines.
    pub guides: Vec<Guide>,
}

/// A polyline.
#[derive(Clone, Debug)]
pub struct Series {
    /// Label at its right end.
    pub name: String,
    /// Colour as `#rrggbb`.
    pub colour: String,
    /// Points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A reference line y = c x^slope.
#[derive(Clone, Debug)]
pub struct Guide {
    /// Label at its right end.
    pub name: String,
    /// Exponent of x.
    pub slope: f64,
    /// Start point.
    pub from: (f64, f64),
    /// Largest x.
    pub to: f64,
}

impl Plot {
    /// Renders the plot.
    pub fn svg(&self) -> String {
        let (width, height) = SIZE;
        let (left, top, right, bottom) = PLOT_AREA;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"14\" fill=\"#222222\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        let middle = f64::midpoint(left, right);
        svg += &text((middle, top - 24.0), "middle", &self.title, "font-size=\"17\"");
        for x in ticks(&self.x.1) {
            let at = self.image_point((x, *self.y.1.start())).0;
            svg += &line((at, top), (at, bottom), "#dddddd", "");
            svg += &text((at, bottom + 20.0), "middle", &x.to_string(), "");
        }
        for y in ticks(&self.y.1) {
            let at = self.image_point((*self.x.1.start(), y)).1;
            svg += &line((left, at), (right, at), "#dddddd", "");
            svg += &text((left - 8.0, at + 5.0), "end", &y.to_string(), "");
        }
        svg += &line((left, bottom), (right, bottom), "#222222", "");
        svg += &line((left, top), (left, bottom), "#222222", "");
        svg += &text((middle, bottom + 48.0), "middle", &self.x.0, "");
        let centre = (left - 56.0, f64::midpoint(top, bottom));
        let turned = format!("transform=\"rotate(-90 {} {})\"", centre.0, centre.1);
        svg += &text(centre, "middle", &self.y.0, &turned);
        let mut labels: Vec<(f64, &str, &str)> = Vec::new();
        for guide in &self.guides {
            let end = (guide.to, guide.from.1 * (guide.to / guide.from.0).powf(guide.slope));
            svg += &line(self.image_point(guide.from), self.image_point(end), "#777777", "stroke-dasharray=\"6 5\"");
            labels.push((self.image_point(end).1, &guide.name, "#666666"));
        }
        for series in &self.series {
            let places: Vec<(f64, f64)> = series.points.iter().map(|&point| self.image_point(point)).collect();
            let joined = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ");
            let colour = &series.colour;
            let _ =
                writeln!(svg, "<polyline points=\"{joined}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>");
            for (x, y) in &places {
                let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
            }
            labels.extend(places.last().map(|(_, y)| (*y, series.name.as_str(), colour.as_str())));
        }
        labels.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut above = top - LABEL_SPACING;
        for (y, name, colour) in labels {
            above = y.max(above + LABEL_SPACING);
            svg += &text((right + 8.0, above + 5.0), "start", name, &format!("fill=\"{colour}\""));
        }
        svg + "</svg>\n"
    }

    /// Image coordinates of a data point.
    fn image_point(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (left, top, right, bottom) = PLOT_AREA;
        let part =
            |value: f64, range: &RangeInclusive<f64>| (value / range.start()).ln() / (range.end() / range.start()).ln();
        (left + (right - left) * part(x, &self.x.1), bottom - (bottom - top) * part(y, &self.y.1))
    }
}

/// Tick values: 1, 2 and 5 times all powers of ten in a range.
fn ticks(range: &RangeInclusive<f64>) -> Vec<f64> {
    let powers = (0..9).map(|power| 10_f64.powi(power));
    powers.flat_map(|ten| [ten, 2.0 * ten, 5.0 * ten]).filter(|tick| range.contains(tick)).collect()
}

fn line(from: (f64, f64), to: (f64, f64), colour: &str, more: &str) -> String {
    let ((x0, y0), (x1, y1)) = (from, to);
    format!("<line x1=\"{x0:.1}\" y1=\"{y0:.1}\" x2=\"{x1:.1}\" y2=\"{y1:.1}\" stroke=\"{colour}\" {more}/>\n")
}

fn text(at: (f64, f64), anchor: &str, text: &str, more: &str) -> String {
    format!("<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" {more}>{text}</text>\n", at.0, at.1)
}
