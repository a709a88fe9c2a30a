//! Picture files named by a game file: their source and their size.
//! This module does not decode or paint them.

use boardwright_game::ids::Player;
use boardwright_rules::Colour;

use crate::path::Point;
use crate::scene::Area;

/// A source of picture files.
pub trait Pictures {
    /// Returns the bytes of the picture with this name, SVG or PNG.
    fn bytes(&self, file: &str) -> Option<Vec<u8>>;

    /// Returns the colour in which the viewer wants the pieces of a player, or `None` for that of the game file.
    fn player_colour(&self, _player: Player) -> Option<Colour> {
        None
    }
}

/// A source without pictures, for games that need none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {
    fn bytes(&self, _file: &str) -> Option<Vec<u8>> {
        None
    }
}

/// Size of a picture, and position of the origin of its own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Width and height in board pixels.
    width: f64,
    height: f64,
    /// Upper left corner in the picture's own coordinates.
    corner: Point,
    /// Board pixels for each unit of the picture's own coordinates, by axis.
    scale: (f64, f64),
}

/// Upper bound of width and height; larger pictures are rejected.
const MAX_SIDE: f64 = 100_000.0;

/// Leading bytes of every PNG, up to the width field.
const PNG: &[u8; 16] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// `true` if the bytes begin like a PNG file.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG)
}

impl Frame {
    /// Returns the frame of a picture; `None` if the bytes are not a picture with a size.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
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
        let sized = |length: f64| length > 0.0 && length <= MAX_SIDE;
        if ![width, height, own_width, own_height].into_iter().all(sized)
            || left.abs() > MAX_SIDE
            || top.abs() > MAX_SIDE
        {
            return None;
        }
        let scale = (width / own_width, height / own_height);
        Some(Self { width, height, corner: Point::new(left, top), scale })
    }

    /// Returns the area of the picture when its hot spot, in its own coordinates, lies on `at`.
    pub fn area_at(&self, at: Point, hot_spot: Point) -> Area {
        let left = at.x - (hot_spot.x - self.corner.x) * self.scale.0;
        let top = at.y - (hot_spot.y - self.corner.y) * self.scale.1;
        Area { left, top, right: left + self.width, bottom: top + self.height }
    }

    /// Returns the area of the picture when its upper left corner lies on (0, 0).
    pub fn at_origin(&self) -> Area {
        Area { left: 0.0, top: 0.0, right: self.width, bottom: self.height }
    }
}

/// Returns the value of an attribute in the start tag of an element.
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

/// Parses a length without unit or in `px`.
fn pixels(text: &str) -> Option<f64> {
    text.trim().trim_end_matches("px").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(svg: &str) -> Option<Frame> {
        Frame::from_bytes(svg.as_bytes())
    }

    #[test]
    fn the_hot_spot_counts_in_the_coordinates_of_the_picture() {
        let centred = frame("<svg xmlns='x' width=\"60\" height=\"40\" viewBox=\"-30 -20 60 40\">").unwrap();
        let area = centred.area_at(Point::new(100.0, 50.0), Point::default());
        assert_eq!(area, Area { left: 70.0, top: 30.0, right: 130.0, bottom: 70.0 });
        let cornered = frame("<?xml?>\n<svg height='40px' width = '60px'/>").unwrap();
        assert_eq!(cornered.area_at(Point::new(100.0, 50.0), Point::new(30.0, 20.0)), area);
        let halved = frame("<svg viewBox='-60,-40 120 80' width='60' height='40'>").unwrap();
        assert_eq!(halved.area_at(Point::new(100.0, 50.0), Point::default()), area);
    }

    #[test]
    fn a_png_says_how_large_it_is() {
        let mut bytes = PNG.to_vec();
        bytes.extend([0, 0, 1, 0, 0, 0, 0, 32, 8, 6, 0, 0, 0]);
        let area = Frame::from_bytes(&bytes).unwrap().at_origin();
        assert_eq!((area.width(), area.height()), (256.0, 32.0));
        assert_eq!(Frame::from_bytes(&bytes[..18]), None);
    }

    #[test]
    fn bytes_without_a_size_are_rejected() {
        for text in
            ["", "<svg>", "<svg width='0' height='9'>", "<svg width='1e9' height='9'>", "<svg stroke-width='2'>", "<p>"]
        {
            assert_eq!(frame(text), None, "{text}");
        }
        assert_eq!(Frame::from_bytes(&[0xff; 40]), None);
        assert!(frame("<svg viewBox='0 0 5 5' width='100%' height='100%'>").is_some());
    }
}
