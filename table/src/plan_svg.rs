//! A plan of the table as SVG: the arm's base, its reach, the board with its lines, and the slots, seen from above.

use std::fmt::Write as _;

use boardwright_draw::NoPictures;
use boardwright_robot::arm::{Config, Pose, Tip};
use boardwright_rules::RuleSet;

use crate::frame::BoardPoint;
use crate::layout::Layout;
use crate::print::PrintedBoard;

/// Pixels per mm.
const SCALE: f64 = 1.6;

/// The minimum and maximum radius that the hand reaches straight ahead at a height, in mm.
pub fn reach_radii(config: &Config, height: f64) -> Option<(f64, f64)> {
    let reached = |radius: &f64| config.reach(&Pose::at(Tip::down(0.0, *radius, height))).is_ok();
    let mut radii = (0..600).map(f64::from).filter(reached);
    let least = radii.next()?;
    Some((least, radii.next_back().unwrap_or(least)))
}

/// Draws the plan of the table, with the arm at the lower edge.
pub fn plan_svg(rules: &RuleSet, config: &Config, layout: &Layout) -> String {
    let (least, most) = reach_radii(config, layout.sizes.travel_height()).unwrap_or((0.0, 300.0));
    let (width, height) = ((2.0 * most + 40.0) * SCALE, (most + 90.0) * SCALE);
    let at = |x: f64, y: f64| ((x + most + 20.0) * SCALE, (most + 20.0 - y) * SCALE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#faf8f3\"/>\n"
    );
    // Writing into a string cannot fail.
    let (x, y) = at(0.0, 0.0);
    let ring = |svg: &mut String, radius: f64, fill: &str| {
        let radius = radius * SCALE;
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {y:.1} A{radius:.1} {radius:.1} 0 0 1 {:.1} {y:.1} Z\" fill=\"{fill}\"/>",
            x - radius,
            x + radius
        );
    };
    ring(&mut svg, most, "#e4efe2");
    ring(&mut svg, least, "#faf8f3");
    if let Ok(board) = PrintedBoard::draw(rules, layout, &NoPictures) {
        let [px, py, _] = layout.frame.arm_point(BoardPoint { u: 0.0, v: 0.0 }, 0.0);
        let (px, py) = at(px, py);
        // A positive turn is anticlockwise, and the picture's y axis points down.
        let turn = -layout.frame.turn;
        let _ = writeln!(
            svg,
            "<g transform=\"translate({px:.1} {py:.1}) rotate({turn:.1}) scale({SCALE})\">\n{}</g>",
            board.shapes
        );
    }
    let radius = layout.sizes.width / 2.0 * SCALE;
    for (place, (spot, label)) in layout.spots.iter().zip(layout.place_labels(rules)).enumerate() {
        let [px, py, _] = layout.frame.arm_point(*spot, 0.0);
        let (px, py) = at(px, py);
        let fill = if place < layout.board_places { "#fff" } else { "#c9d3de" };
        let label = label.strip_prefix("slot ").unwrap_or(&label);
        let size = font_size(label, 2.0 * radius);
        let _ = writeln!(
            svg,
            "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" fill-opacity=\"0.8\" stroke=\"#777\" \
             stroke-width=\"0.5\"/><text x=\"{px:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" text-anchor=\"middle\">{}</text>",
            py + 0.35 * size,
            escaped(label)
        );
    }
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#555\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" \
         text-anchor=\"middle\">{}, reaching {least:.0} to {most:.0} mm; places {:.0} mm apart</text>\n</svg>",
        30.0 * SCALE,
        y + 30.0 * SCALE + 18.0,
        escaped(&config.name),
        layout.pitch
    );
    svg
}

/// The font size with which a label fits into a circle of this width.
fn font_size(label: &str, width: f64) -> f64 {
    /// The width of a letter, and the largest font, in font sizes and pixels.
    const LETTER: f64 = 0.6;
    const LARGEST: f64 = 11.0;
    (0.85 * width / (LETTER * label.chars().count().max(1) as f64)).min(LARGEST)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::font_size;

    #[test]
    fn labels_fit_into_their_circles() {
        for label in ["a1", "12", "p(2,1,-1)", "a rather long name of a place"] {
            let size = font_size(label, 35.0);
            assert!(size <= 11.0 && size * 0.6 * label.chars().count() as f64 <= 35.0, "{label}: {size}");
        }
        assert!(font_size("b2", 35.0) > 10.0);
    }
}
