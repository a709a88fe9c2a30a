//! Pictures that a game file names: where they come from, and how large they are.
//! Their bytes are neither changed nor painted here.

use crate::path::Point;
use crate::scene::Area;

/// A place where picture files may be.
pub trait Pictures {
    /// The bytes of the picture of this name, SVG or PNG.
    fn bytes(&self, file: &str) -> Option<Vec<u8>>;
}

/// Has no picture: for games that need none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {
    fn bytes(&self, _file: &str) -> Option<Vec<u8>> {
        None
    }
}

/// How large a picture is, and where the point (0, 0) of its own coordinates lies in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Pixels of the board.
    width: f64,
    height: f64,
    /// Own coordinates of its left upper corner.
    corner: Point,
    /// Pixels of the board for one of its own.
    scale: (f64, f64),
}

/// Larger pictures are none.
const MOST: f64 = 100_000.0;

/// What every PNG begins with, up to the width.
const PNG: &[u8; 16] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// Whether these bytes are a PNG.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG)
}

impl Frame {
    /// The frame of a picture with these bytes; `None` if they are not a picture with a size.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if is_png(bytes) {
            let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
            return Self::new(number(16)?.into(), number(20)?.into(), None);
        }
        let text = std::str::from_utf8(bytes).ok()?;
        let (_, rest) = text.split_once("<svg")?;
        let (head, _) = rest.split_once('>')?;
        let view: Option<Vec<f64>> = attribute(head, "viewBox").and_then(|list| {
            list.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect()
        });
        let view = view.and_then(|numbers| <[f64; 4]>::try_from(numbers).ok());
        let length = |name: &str| attribute(head, name).and_then(pixels);
        let width = length("width").or(view.map(|view| view[2]))?;
        let height = length("height").or(view.map(|view| view[3]))?;
        Self::new(width, height, view)
    }

    fn new(width: f64, height: f64, view: Option<[f64; 4]>) -> Option<Self> {
        let [left, top, own_width, own_height] = view.unwrap_or([0.0, 0.0, width, height]);
        let sized = |length: f64| length > 0.0 && length <= MOST;
        if ![width, height, own_width, own_height].into_iter().all(sized) || left.abs() > MOST || top.abs() > MOST {
            return None;
        }
        let scale = (width / own_width, height / own_height);
        Some(Self { width, height, corner: Point::new(left, top), scale })
    }

    /// Where the picture lies if the hot spot, in its own coordinates, lies on a point.
    pub fn placed(&self, at: Point, hot_spot: Point) -> Area {
        let left = at.x - (hot_spot.x - self.corner.x) * self.scale.0;
        let top = at.y - (hot_spot.y - self.corner.y) * self.scale.1;
        Area { left, top, right: left + self.width, bottom: top + self.height }
    }

    /// Where the picture lies if its left upper corner lies on (0, 0).
    pub fn at_origin(&self) -> Area {
        Area { left: 0.0, top: 0.0, right: self.width, bottom: self.height }
    }
}

/// The value of an attribute in the head of an element.
fn attribute<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    for (at, _) in head.match_indices(name) {
        let after = head[at + name.len()..].trim_start();
        let before = head[..at].chars().next_back();
        let (Some(value), Some(true)) = (after.strip_prefix('='), before.map(char::is_whitespace)) else { continue };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        return value[1..].split(quote).next();
    }
    None
}

/// A length without unit or in pixels.
fn pixels(text: &str) -> Option<f64> {
    text.trim().trim_end_matches("px").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(svg: &str) -> Option<Frame> {
        Frame::of(svg.as_bytes())
    }

    #[test]
    fn the_hot_spot_counts_in_the_coordinates_of_the_picture() {
        let centred = frame("<svg xmlns='x' width=\"60\" height=\"40\" viewBox=\"-30 -20 60 40\">").unwrap();
        let area = centred.placed(Point::new(100.0, 50.0), Point::default());
        assert_eq!(area, Area { left: 70.0, top: 30.0, right: 130.0, bottom: 70.0 });
        let cornered = frame("<?xml?>\n<svg height='40px' width = '60px'/>").unwrap();
        assert_eq!(cornered.placed(Point::new(100.0, 50.0), Point::new(30.0, 20.0)), area);
        let halved = frame("<svg viewBox='-60,-40 120 80' width='60' height='40'>").unwrap();
        assert_eq!(halved.placed(Point::new(100.0, 50.0), Point::default()), area);
    }

    #[test]
    fn a_png_says_how_large_it_is() {
        let mut bytes = PNG.to_vec();
        bytes.extend([0, 0, 1, 0, 0, 0, 0, 32, 8, 6, 0, 0, 0]);
        let area = Frame::of(&bytes).unwrap().at_origin();
        assert_eq!((area.width(), area.height()), (256.0, 32.0));
        assert_eq!(Frame::of(&bytes[..18]), None);
    }

    #[test]
    fn what_has_no_size_is_no_picture() {
        for text in
            ["", "<svg>", "<svg width='0' height='9'>", "<svg width='1e9' height='9'>", "<svg stroke-width='2'>", "<p>"]
        {
            assert_eq!(frame(text), None, "{text}");
        }
        assert_eq!(Frame::of(&[0xff; 40]), None);
        assert!(frame("<svg viewBox='0 0 5 5' width='100%' height='100%'>").is_some());
    }
}
