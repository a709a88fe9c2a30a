//! What pieces are told apart by.

use serde::{Deserialize, Serialize};

/// Pieces of one colour, by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Class(pub usize);

/// The colours of a class as ranges, with both ends in; a range of hues whose end is below its beginning goes through 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranges {
    /// In degrees, from 0 to 360.
    pub hue: [f64; 2],
    /// From 0 to 1.
    pub saturation: [f64; 2],
    /// From 0 to 1.
    pub value: [f64; 2],
    /// How many pixels of such colours there are where a piece stands, in a picture 640 pixels wide; any number if it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f64; 2]>,
}

impl Ranges {
    /// Around a colour, as hue, saturation and value: light differs by a factor of three from day to day, and its colour a little.
    pub fn around([hue, saturation, value]: [f64; 3]) -> Self {
        // Greys have any hue.
        let hue =
            if saturation < 0.2 { [0.0, 360.0] } else { [hue - 20.0, hue + 20.0].map(|hue| hue.rem_euclid(360.0)) };
        let near = [saturation - 0.25, saturation + 0.25].map(|saturation| saturation.clamp(0.0, 1.0));
        Self { hue, saturation: near, value: [0.55 * value, (1.8 * value).min(1.0)], size: None }
    }

    /// Whether a colour, as hue, saturation and value, is in.
    pub fn hold(&self, [hue, saturation, value]: [f64; 3]) -> bool {
        let within = |[least, most]: [f64; 2], at: f64| least <= at && at <= most;
        let [least, most] = self.hue;
        let turned = if least < most { within(self.hue, hue) } else { hue >= least || hue <= most };
        turned && within(self.saturation, saturation) && within(self.value, value)
    }

    /// Whether a piece may be seen with so many pixels of its colours, in a picture 640 pixels wide.
    pub fn fit(&self, pixels: f64) -> bool {
        self.size.is_none_or(|[least, most]| least <= pixels && pixels <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_around_a_colour_hold_it_and_what_is_near_to_it() {
        for colour in [[5.0, 0.8, 0.6], [355.0, 0.9, 0.3], [180.0, 0.5, 0.9], [77.0, 0.05, 0.1], [0.0, 0.0, 0.95]] {
            let ranges = Ranges::around(colour);
            assert!(ranges.hold(colour), "{colour:?} {ranges:?}");
            let [hue, saturation, value] = colour;
            assert!(ranges.hold([(hue + 15.0) % 360.0, saturation, value]), "{ranges:?}");
            assert!(ranges.hold([hue, saturation, 0.7 * value]) && !ranges.hold([hue, saturation, 0.4 * value]));
        }
        assert!(!Ranges::around([5.0, 0.8, 0.6]).hold([330.0, 0.8, 0.6]));
        assert!(!Ranges::around([0.0, 0.0, 0.95]).hold([0.0, 0.5, 0.95]));
    }

    #[test]
    fn hues_may_go_through_zero() {
        let red = Ranges { hue: [340.0, 20.0], saturation: [0.4, 1.0], value: [0.2, 1.0], size: None };
        assert!(red.hold([350.0, 0.8, 0.5]) && red.hold([10.0, 0.4, 1.0]) && red.hold([20.0, 0.5, 0.2]));
        assert!(!red.hold([30.0, 0.8, 0.5]) && !red.hold([350.0, 0.3, 0.5]) && !red.hold([0.0, 0.8, 0.1]));
        let green = Ranges { hue: [90.0, 150.0], ..red };
        assert!(
            red.fit(0.0) && !Ranges { size: Some([120.0, 4000.0]), ..red }.fit(119.0),
            "sizes count where they are told"
        );
        assert!(green.hold([90.0, 0.5, 0.5]) && !green.hold([89.0, 0.5, 0.5]));
    }
}
