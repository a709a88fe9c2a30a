//! A place as the camera saw it, and its look in overlays over the picture.

use boardwright_robot::motion::PlaceId;
use boardwright_vision::read::Class;

/// A place as the camera saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenPlace {
    /// The place.
    pub place: PlaceId,
    /// The pixel of its centre.
    pub pixel: [f64; 2],
    /// The radius of a piece on it, in pixels.
    pub radius: f64,
    /// The most probable contents and their probability; `None` if they are unclear.
    pub seen: Option<(Option<Class>, f64)>,
}

/// Colours of the classes, as levels of red, green and blue.
const CLASSES: [[u8; 3]; 6] =
    [[255, 59, 48], [0, 122, 255], [255, 149, 0], [175, 82, 222], [0, 199, 190], [255, 204, 0]];

/// Probability from which on the contents of a place are certain.
const CERTAIN: f64 = 0.995;

impl SeenPlace {
    /// Colour of empty places in overlays.
    pub const EMPTY: [u8; 3] = [255, 255, 255];

    /// Colour of unclear places in overlays.
    pub const UNCLEAR: [u8; 3] = [0, 0, 0];

    /// Colour of the places with a piece of a class in overlays.
    pub fn class_colour(Class(class): Class) -> [u8; 3] {
        CLASSES[class % CLASSES.len()]
    }

    /// Colour of the place in overlays.
    pub fn colour(&self) -> [u8; 3] {
        match self.seen {
            None => Self::UNCLEAR,
            Some((None, _)) => Self::EMPTY,
            Some((Some(class), _)) => Self::class_colour(class),
        }
    }

    /// The confidence in percent, or a question mark for an unclear place; `None` if the contents are certain.
    pub fn doubt(&self) -> Option<String> {
        match self.seen {
            None => Some("?".to_owned()),
            Some((_, probability)) => (probability < CERTAIN).then(|| format!("{:.0} %", 100.0 * probability)),
        }
    }
}
