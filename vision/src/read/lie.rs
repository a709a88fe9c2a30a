//! Where on its place a piece stands.

use super::sample::{Hue, Tops};

/// Where on its place a piece stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lie {
    /// How far its middle is from that of the place, in mm to the right and up.
    pub off: [f64; 2],
    /// So far that it does not stand there any more.
    pub askew: bool,
}

/// Points of a piece's top that are looked at, along each side.
const GRID: i32 = 21;

/// Whether a hue may be seen where a thing of another one is: light falls on it a little otherwise.
pub(super) fn is_near(seen: Hue, hue: Hue) -> bool {
    let [light, red, blue] = seen.minus(hue);
    light.abs() < 0.4 && red.hypot(blue) < 0.3
}

/// Finds the middle of what has a colour around a place. `None` where too little of it does.
pub(super) fn lie(tops: Tops<'_>, [u, v]: [f64; 2], hue: Hue) -> Option<Lie> {
    let Tops { picture, board, .. } = tops;
    let reach = board.width / 2.0 + 5.0;
    let step = 2.0 * reach / f64::from(GRID - 1);
    let (mut right, mut up, mut count) = (0.0, 0.0, 0.0);
    for row in 0..GRID {
        for column in 0..GRID {
            let (du, dv) = (f64::from(column) * step - reach, f64::from(row) * step - reach);
            let Some((x, y)) = tops.pixel([u + du, v + dv]) else { continue };
            if is_near(Hue::at(picture, x, y), hue) {
                (right, up, count) = (right + du, up + dv, count + 1.0);
            }
        }
    }
    // Less than a third of a piece's top tells nothing of its middle.
    let least = 0.33 * std::f64::consts::PI * (board.width / 2.0 / step).powi(2);
    (count >= least).then(|| Lie { off: [right / count, up / count], askew: false })
}
