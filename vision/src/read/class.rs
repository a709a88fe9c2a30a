//! What pieces are told apart by.

use serde::{Deserialize, Serialize};

/// Pieces of one colour, by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
}

impl Ranges {
    /// Whether a colour, as hue, saturation and value, is in.
    pub fn hold(&self, [hue, saturation, value]: [f64; 3]) -> bool {
        let within = |[least, most]: [f64; 2], at: f64| least <= at && at <= most;
        let [least, most] = self.hue;
        let turned = if least < most { within(self.hue, hue) } else { hue >= least || hue <= most };
        turned && within(self.saturation, saturation) && within(self.value, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_may_go_through_zero() {
        let red = Ranges { hue: [340.0, 20.0], saturation: [0.4, 1.0], value: [0.2, 1.0] };
        assert!(red.hold([350.0, 0.8, 0.5]) && red.hold([10.0, 0.4, 1.0]) && red.hold([20.0, 0.5, 0.2]));
        assert!(!red.hold([30.0, 0.8, 0.5]) && !red.hold([350.0, 0.3, 0.5]) && !red.hold([0.0, 0.8, 0.1]));
        let green = Ranges { hue: [90.0, 150.0], ..red };
        assert!(green.hold([90.0, 0.5, 0.5]) && !green.hold([89.0, 0.5, 0.5]));
    }
}
