//! What is seen of one place.

use image::RgbImage;

use super::Board;
use crate::geometry::View;
use crate::tone::{hsv, level, linear};

/// A colour that light of other strength changes in its first number only: the mean logarithm of red, green and blue light, and by how
/// much those of red and of blue exceed that of green.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hue(pub [f64; 3]);

/// So much light is always there: the logarithm of a black pixel would tell of noise only.
const FAINT: f64 = 0.004;

impl Hue {
    fn of([red, green, blue]: [f64; 3]) -> Self {
        let [red, green, blue] = [red, green, blue].map(|light| (light + FAINT).ln());
        Self([(red + green + blue) / 3.0, red - green, blue - green])
    }

    /// As seen at a pixel.
    pub(super) fn at(picture: &RgbImage, x: u32, y: u32) -> Self {
        Self::of(picture.get_pixel(x, y).0.map(|level| f64::from(linear(level))))
    }

    /// Red, green and blue light, linear.
    pub(super) fn light(self) -> [f64; 3] {
        let [light, red, blue] = self.0;
        let green = light - (red + blue) / 3.0;
        [green + red, green, green + blue].map(|log| log.exp() - FAINT)
    }

    /// The levels of a picture that look so.
    pub(super) fn levels(self) -> [u8; 3] {
        self.light().map(|light| level(light as f32))
    }

    /// By how much another one differs, number by number.
    pub(super) fn minus(self, other: Self) -> [f64; 3] {
        std::array::from_fn(|at| self.0[at] - other.0[at])
    }
}

/// What is seen of one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Its colour.
    pub hue: Hue,
    /// How surely this is known, as standard deviations.
    pub noise: [f64; 3],
    /// Hue in degrees, saturation and value of its points.
    pub(super) points: Vec<[f64; 3]>,
}

/// The pixels in which the top of a piece would be seen that stands on a place.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    pixels: Vec<(u32, u32)>,
}

/// How many points of a piece's top are looked at.
const POINTS: usize = 61;

impl Probe {
    /// The middle of a piece's top, so many mm around the axis and so many above the board. `None` where it is not in the picture.
    pub(super) fn new(view: &View, size: (u32, u32), [u, v]: [f64; 2], radius: f64, above: f64) -> Option<Self> {
        let point = |at: usize| {
            // Points in a spiral of sunflower seeds cover a disc evenly (Vogel 1979).
            let (far, turn) = (radius * ((at as f64 + 0.5) / POINTS as f64).sqrt(), 2.399_963 * at as f64);
            inside(view.pixel([u + far * turn.cos(), v + far * turn.sin()], above), size)
        };
        Some(Self { pixels: (0..POINTS).map(point).collect::<Option<_>>()? })
    }

    /// What is seen there.
    pub(super) fn sample(&self, picture: &RgbImage) -> Sample {
        let mut lights: Vec<[f64; 3]> = Vec::with_capacity(self.pixels.len());
        let mut points = Vec::with_capacity(self.pixels.len());
        for &(x, y) in &self.pixels {
            let levels = picture.get_pixel(x, y).0;
            points.push(hsv(levels));
            lights.push(levels.map(|level| f64::from(linear(level))));
        }
        // Glints, rims and dirt are brighter or darker than the rest.
        lights.sort_by(|one, other| one.iter().sum::<f64>().total_cmp(&other.iter().sum()));
        let kept = &lights[POINTS / 5..POINTS - POINTS / 5];
        let count = kept.len() as f64;
        let mean = std::array::from_fn(|channel| kept.iter().map(|light| light[channel]).sum::<f64>() / count);
        let hues: Vec<Hue> = kept.iter().map(|light| Hue::of(*light)).collect();
        let hue = Hue::of(mean);
        // Neighbouring pixels share their noise, so it falls by less than the root of their number.
        let spread = |at: usize| hues.iter().map(|one| (one.0[at] - hue.0[at]).powi(2)).sum::<f64>() / count;
        let noise = std::array::from_fn(|at| (spread(at) / count * 4.0).sqrt());
        Sample { hue, noise, points }
    }
}

/// Red, green and blue light at a pixel and those around it, which have less noise together.
pub(super) fn light_around(picture: &RgbImage, x: u32, y: u32) -> [f64; 3] {
    let (width, height) = picture.dimensions();
    let within = |at: u32, size: u32| at.saturating_sub(1)..(at + 2).min(size);
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for (x, y) in within(y, height).flat_map(|y| within(x, width).map(move |x| (x, y))) {
        let light = picture.get_pixel(x, y).0.map(|level| f64::from(linear(level)));
        (sum, count) = (std::array::from_fn(|at| sum[at] + light[at]), count + 1.0);
    }
    sum.map(|light| light / count)
}

/// A picture of a board, by the tops of its pieces.
#[derive(Clone, Copy)]
pub(super) struct Tops<'a> {
    pub picture: &'a RgbImage,
    pub view: &'a View,
    pub board: &'a Board,
}

impl Tops<'_> {
    /// Where a point of a piece's top is seen, in mm of the board; `None` outside of the picture.
    pub(super) fn pixel(&self, at: [f64; 2]) -> Option<(u32, u32)> {
        inside(self.view.pixel(at, self.board.height), self.picture.dimensions())
    }
}

/// The pixel at a point, if it is in the picture.
fn inside([x, y]: [f64; 2], (width, height): (u32, u32)) -> Option<(u32, u32)> {
    let within = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
    within.then_some((x as u32, y as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_those_that_were_seen() {
        for levels in [[200, 30, 40], [20, 20, 20], [250, 240, 230], [10, 90, 200]] {
            let picture = RgbImage::from_pixel(1, 1, image::Rgb(levels));
            let again = Hue::at(&picture, 0, 0).levels();
            assert!(levels.iter().zip(again).all(|(one, other)| one.abs_diff(other) <= 2), "{levels:?} {again:?}");
        }
    }
}
