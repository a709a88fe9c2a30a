//! A plan of the table as SVG: the arm's base, its reach, the board and the slots, seen from above.

use std::fmt::Write as _;

use boardwright_robot::arm::{Config, Pose, Tip};
use boardwright_rules::RuleSet;

use crate::layout::Layout;

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
    let radius = layout.sizes.width / 2.0 * SCALE;
    for (place, spot) in layout.spots.iter().enumerate() {
        let [px, py, _] = layout.frame.arm_point(*spot, 0.0);
        let (px, py) = at(px, py);
        let (fill, size) = if place < layout.board_places { ("#d9b98a", 7.5) } else { ("#c9d3de", 7.0) };
        let name = layout.name(rules, place);
        let name = name.strip_prefix("slot ").unwrap_or(&name);
        let _ = writeln!(
            svg,
            "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"{radius:.1}\" fill=\"{fill}\"/><text x=\"{px:.1}\" y=\"{:.1}\" \
             font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
            py + 2.5,
            escaped(name)
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
