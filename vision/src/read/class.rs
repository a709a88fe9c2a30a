//! Piece classes and HSV thresholds.

use serde::{Deserialize, Serialize};

/// A piece class: pieces of one appearance, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Class(pub usize);

/// HSV thresholds of a class, as closed intervals; a hue interval whose end is below its start wraps around 360
/// degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HsvRanges {
    /// Hue in degrees, from 0 to 360.
    pub hue: [f64; 2],
    /// Saturation, from 0 to 1.
    pub saturation: [f64; 2],
    /// Value, from 0 to 1.
    pub value: [f64; 2],
    /// Number of matching pixels where a piece stands, in an image 640 pixels wide; `None` for any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f64; 2]>,
}

impl HsvRanges {
    /// Thresholds around a colour (hue, saturation, value): brightness varies by a factor of three from day to day, the
    /// colour a little.
    pub fn around([hue, saturation, value]: [f64; 3]) -> Self {
        // Greys have no defined hue.
        let hue =
            if saturation < 0.2 { [0.0, 360.0] } else { [hue - 20.0, hue + 20.0].map(|hue| hue.rem_euclid(360.0)) };
        let near = [saturation - 0.25, saturation + 0.25].map(|saturation| saturation.clamp(0.0, 1.0));
        Self { hue, saturation: near, value: [0.55 * value, (1.8 * value).min(1.0)], size: None }
    }

    /// `true` if a colour (hue, saturation, value) is within the thresholds.
    pub fn contains(&self, [hue, saturation, value]: [f64; 3]) -> bool {
        let within = |[least, most]: [f64; 2], at: f64| least <= at && at <= most;
        let [least, most] = self.hue;
        let turned = if least < most { within(self.hue, hue) } else { hue >= least || hue <= most };
        turned && within(self.saturation, saturation) && within(self.value, value)
    }

    /// `true` if a number of matching pixels is plausible for a piece, in an image 640 pixels wide.
    pub fn accepts_size(&self, pixels: f64) -> bool {
        self.size.is_none_or(|[least, most]| least <= pixels && pixels <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_around_a_colour_contain_it_and_similar_colours() {
        for colour in [[5.0, 0.8, 0.6], [355.0, 0.9, 0.3], [180.0, 0.5, 0.9], [77.0, 0.05, 0.1], [0.0, 0.0, 0.95]] {
            let ranges = HsvRanges::around(colour);
            assert!(ranges.contains(colour), "{colour:?} {ranges:?}");
            let [hue, saturation, value] = colour;
            assert!(ranges.contains([(hue + 15.0) % 360.0, saturation, value]), "{ranges:?}");
            assert!(
                ranges.contains([hue, saturation, 0.7 * value]) && !ranges.contains([hue, saturation, 0.4 * value])
            );
        }
        assert!(!HsvRanges::around([5.0, 0.8, 0.6]).contains([330.0, 0.8, 0.6]));
        assert!(!HsvRanges::around([0.0, 0.0, 0.95]).contains([0.0, 0.5, 0.95]));
    }

    #[test]
    fn hue_ranges_may_wrap_around_zero() {
        let red = HsvRanges { hue: [340.0, 20.0], saturation: [0.4, 1.0], value: [0.2, 1.0], size: None };
        assert!(red.contains([350.0, 0.8, 0.5]) && red.contains([10.0, 0.4, 1.0]) && red.contains([20.0, 0.5, 0.2]));
        assert!(!red.contains([30.0, 0.8, 0.5]) && !red.contains([350.0, 0.3, 0.5]) && !red.contains([0.0, 0.8, 0.1]));
        let green = HsvRanges { hue: [90.0, 150.0], ..red };
        assert!(
            red.accepts_size(0.0) && !HsvRanges { size: Some([120.0, 4000.0]), ..red }.accepts_size(119.0),
            "sizes count where they are told"
        );
        assert!(green.contains([90.0, 0.5, 0.5]) && !green.contains([89.0, 0.5, 0.5]));
    }
}
