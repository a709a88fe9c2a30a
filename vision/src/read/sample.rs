//! Colour samples of places.

use image::RgbImage;

use super::BoardGeometry;
use super::light::Light;
use crate::geometry::View;
use crate::tone::{hsv_from_srgb, linear_from_srgb, srgb_from_linear};

/// A colour in log space: the log-luminance (mean logarithm of red, green and blue light) and two log-chromaticities
/// (the logarithms of red and of blue light minus that of green). A change of illumination strength affects the first
/// number only.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LogChroma(pub [f64; 3]);

/// Light added before taking logarithms: the logarithm of a black pixel would consist of noise.
const LIGHT_FLOOR: f64 = 0.004;

impl LogChroma {
    fn from_light([red, green, blue]: [f64; 3]) -> Self {
        let [red, green, blue] = [red, green, blue].map(|light| (light + LIGHT_FLOOR).ln());
        Self([(red + green + blue) / 3.0, red - green, blue - green])
    }

    /// The colour of a pixel.
    pub(super) fn at(picture: &RgbImage, x: u32, y: u32) -> Self {
        Self::from_light(picture.get_pixel(x, y).0.map(|level| f64::from(linear_from_srgb(level))))
    }

    /// The mean colour of a pixel and its neighbours, which has less noise.
    pub(super) fn around(picture: &RgbImage, x: u32, y: u32) -> Self {
        Self::from_light(mean_light_around(picture, x, y))
    }

    /// The componentwise mean with another colour.
    pub(super) fn midpoint(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| f64::midpoint(self.0[at], other.0[at])))
    }

    /// Linear red, green and blue light.
    pub(super) fn linear_light(self) -> [f64; 3] {
        let [light, red, blue] = self.0;
        let green = light - (red + blue) / 3.0;
        [green + red, green, green + blue].map(|log| log.exp() - LIGHT_FLOOR)
    }

    /// The colour as it was before a change of light.
    pub(super) fn before(self, light: Light) -> Self {
        Self::from_light(light.before(self.linear_light()))
    }

    /// The colour after a change of light, as a camera sees it, which overexposes what is too bright. The logarithms of dark
    /// colours change less, because light was added to them.
    pub(super) fn after(self, light: Light) -> Self {
        Self::from_light(light.after(self.linear_light()).map(|light| light.min(1.0)))
    }

    /// `true` if the colour may have been brighter than the camera has seen it.
    pub(super) fn is_overexposed(self) -> bool {
        /// Mean light of a place of which some pixels are overexposed.
        const OVEREXPOSED: f64 = 0.93;
        self.linear_light().iter().any(|light| *light > OVEREXPOSED)
    }

    /// The sRGB levels of the colour.
    pub(super) fn srgb_levels(self) -> [u8; 3] {
        self.linear_light().map(|light| srgb_from_linear(light as f32))
    }

    /// The componentwise difference to another colour.
    pub(super) fn difference(self, other: Self) -> [f64; 3] {
        std::array::from_fn(|at| self.0[at] - other.0[at])
    }
}

/// The colour sample of one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The mean colour.
    pub chroma: LogChroma,
    /// Standard errors of the mean colour.
    pub standard_error: [f64; 3],
    /// HSV of the sample points: hue in degrees, saturation and value.
    pub(super) points: Vec<[f64; 3]>,
}

/// The pixels in which the top of a piece on a place would be seen.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    pixels: Vec<(u32, u32)>,
}

/// Number of sample points on a piece's top.
const SAMPLE_POINTS: usize = 61;

impl Probe {
    /// The pixels of the top of a piece, within `radius` mm of its axis and `above` mm above the board; `None` if a
    /// pixel is outside the image.
    pub(super) fn new(view: &View, size: (u32, u32), [u, v]: [f64; 2], radius: f64, above: f64) -> Option<Self> {
        let point = |at: usize| {
            // Sunflower spiral: its points cover a disc evenly (Vogel 1979).
            let (far, turn) = (radius * ((at as f64 + 0.5) / SAMPLE_POINTS as f64).sqrt(), 2.399_963 * at as f64);
            pixel_inside(view.pixel([u + far * turn.cos(), v + far * turn.sin()], above), size)
        };
        Some(Self { pixels: (0..SAMPLE_POINTS).map(point).collect::<Option<_>>()? })
    }

    /// Samples an image at these pixels.
    pub(super) fn sample(&self, picture: &RgbImage) -> Sample {
        let mut lights: Vec<[f64; 3]> = Vec::with_capacity(self.pixels.len());
        let mut points = Vec::with_capacity(self.pixels.len());
        for &(x, y) in &self.pixels {
            let levels = picture.get_pixel(x, y).0;
            points.push(hsv_from_srgb(levels));
            lights.push(levels.map(|level| f64::from(linear_from_srgb(level))));
        }
        // Trimmed mean: glints, rims and dirt are brighter or darker than the rest.
        lights.sort_by(|one, other| one.iter().sum::<f64>().total_cmp(&other.iter().sum()));
        let trimmed = &lights[SAMPLE_POINTS / 5..SAMPLE_POINTS - SAMPLE_POINTS / 5];
        let count = trimmed.len() as f64;
        let mean = std::array::from_fn(|channel| trimmed.iter().map(|light| light[channel]).sum::<f64>() / count);
        let chromas: Vec<LogChroma> = trimmed.iter().map(|light| LogChroma::from_light(*light)).collect();
        let chroma = LogChroma::from_light(mean);
        // Neighbouring pixels have correlated noise, so the variance of the mean falls more slowly than with
        // independent pixels.
        let spread = |at: usize| chromas.iter().map(|one| (one.0[at] - chroma.0[at]).powi(2)).sum::<f64>() / count;
        let noise = std::array::from_fn(|at| (spread(at) / count * 4.0).sqrt());
        Sample { chroma, standard_error: noise, points }
    }
}

/// Mean linear light of a pixel and its neighbours, which has less noise than a single pixel.
pub(super) fn mean_light_around(picture: &RgbImage, x: u32, y: u32) -> [f64; 3] {
    let (width, height) = picture.dimensions();
    let within = |at: u32, size: u32| at.saturating_sub(1)..(at + 2).min(size);
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for (x, y) in within(y, height).flat_map(|y| within(x, width).map(move |x| (x, y))) {
        let light = picture.get_pixel(x, y).0.map(|level| f64::from(linear_from_srgb(level)));
        (sum, count) = (std::array::from_fn(|at| sum[at] + light[at]), count + 1.0);
    }
    sum.map(|light| light / count)
}

/// An image of a board, sampled at the height of the pieces' tops.
#[derive(Clone, Copy)]
pub(super) struct TopView<'a> {
    pub picture: &'a RgbImage,
    pub view: &'a View,
    pub board: &'a BoardGeometry,
}

impl TopView<'_> {
    /// The pixel of a point, in mm of the board, at the height of a piece's top; `None` outside the image.
    pub(super) fn pixel(&self, at: [f64; 2]) -> Option<(u32, u32)> {
        pixel_inside(self.view.pixel(at, self.board.height), self.picture.dimensions())
    }
}

/// The pixel at image coordinates; `None` outside the image.
fn pixel_inside([x, y]: [f64; 2], (width, height): (u32, u32)) -> Option<(u32, u32)> {
    let within = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
    within.then_some((x as u32, y as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_levels_are_recovered() {
        for levels in [[200, 30, 40], [20, 20, 20], [250, 240, 230], [10, 90, 200]] {
            let picture = RgbImage::from_pixel(1, 1, image::Rgb(levels));
            let again = LogChroma::at(&picture, 0, 0).srgb_levels();
            assert!(levels.iter().zip(again).all(|(one, other)| one.abs_diff(other) <= 2), "{levels:?} {again:?}");
        }
    }
}
