//! Downsampled frames in linear light.

use image::RgbImage;

use crate::geometry::View;
use crate::tone::linear_from_srgb;

/// A frame downsampled by [`DOWNSAMPLING`] along each side, in linear light. Pixels that are unknown, because the camera
/// did not see them before it moved, are not a number.
#[derive(Clone, Debug)]
pub(super) struct LightImage {
    pub width: usize,
    pub height: usize,
    pub light: Vec<[f32; 3]>,
    /// The least and the greatest light around each pixel of an image that was moved: the new view is not exact to a fraction of a
    /// pixel, which changes much at edges such as that of the paper.
    around: Option<Vec<[[f32; 3]; 2]>>,
}

/// Downsampling factor along each side.
pub(super) const DOWNSAMPLING: u32 = 4;

impl LightImage {
    pub(super) fn downsample(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() / DOWNSAMPLING, picture.height() / DOWNSAMPLING);
        let stride = 3 * picture.width() as usize;
        let bytes = picture.as_raw();
        let light = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| {
            let mut sum = [0.0; 3];
            for row in 0..DOWNSAMPLING {
                let start = (y * DOWNSAMPLING + row) as usize * stride + (x * DOWNSAMPLING) as usize * 3;
                for pixel in bytes[start..start + 3 * DOWNSAMPLING as usize].chunks_exact(3) {
                    for channel in 0..3 {
                        sum[channel] += linear_from_srgb(pixel[channel]);
                    }
                }
            }
            sum.map(|sum| sum / (DOWNSAMPLING * DOWNSAMPLING) as f32)
        });
        Self { width: width as usize, height: height as usize, light: light.collect(), around: None }
    }

    pub(super) fn normalised_position(&self, at: usize) -> [f32; 2] {
        let (x, y) = (at % self.width, at / self.width);
        [x as f32 / self.width as f32 - 0.5, y as f32 / self.height as f32 - 0.5]
    }

    /// The centre of a pixel in the frame.
    pub(super) fn frame_pixel(&self, at: usize) -> [f64; 2] {
        let (x, y) = (at % self.width, at / self.width);
        [x, y].map(|number| (number as f64 + 0.5) * f64::from(DOWNSAMPLING))
    }

    /// The light at a point of the frame, interpolated bilinearly; not a number outside.
    fn at_frame_pixel(&self, pixel: [f64; 2]) -> [f32; 3] {
        let [x, y] = pixel.map(|number| (number / f64::from(DOWNSAMPLING) - 0.5) as f32);
        if !(x >= 0.0 && y >= 0.0 && x <= (self.width - 1) as f32 && y <= (self.height - 1) as f32) {
            return [f32::NAN; 3];
        }
        let (left, top) = (x as usize, y as usize);
        let (right, low) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (across, down) = (x - left as f32, y - top as f32);
        let pixel = |x: usize, y: usize, channel: usize| self.light[y * self.width + x][channel];
        std::array::from_fn(|channel| {
            let upper = pixel(left, top, channel) * (1.0 - across) + pixel(right, top, channel) * across;
            let lower = pixel(left, low, channel) * (1.0 - across) + pixel(right, low, channel) * across;
            upper * (1.0 - down) + lower * down
        })
    }

    /// The image as the camera sees it after it moved: `before` and `now` are the views of the board.
    pub(super) fn moved(&self, before: &View, now: &View) -> Self {
        let source = |at: usize| before.pixel(now.board_point(self.frame_pixel(at)), 0.0);
        let light = (0..self.light.len()).map(|at| self.at_frame_pixel(source(at))).collect();
        let mut moved = Self { width: self.width, height: self.height, light, around: None };
        moved.around = Some((0..moved.light.len()).map(|at| moved.bounds_around(at)).collect());
        moved
    }

    /// The least and the greatest light in the 3 x 3 pixels around a pixel, as far as they are known.
    fn bounds_around(&self, at: usize) -> [[f32; 3]; 2] {
        let (x, y) = (at % self.width, at / self.width);
        let rows = y.saturating_sub(1)..(y + 2).min(self.height);
        let columns = x.saturating_sub(1)..(x + 2).min(self.width);
        let mut bounds = [self.light[at]; 2];
        for near in rows.flat_map(|y| columns.clone().map(move |x| y * self.width + x)) {
            let [least, greatest] = &mut bounds;
            for ((least, greatest), light) in least.iter_mut().zip(greatest).zip(self.light[near]) {
                // The minimum and the maximum of a number and what is none are the number.
                (*least, *greatest) = (least.min(light), greatest.max(light));
            }
        }
        bounds
    }

    /// The light of a pixel, or what is most similar to `wanted` around it if the image was moved; not a number where it is
    /// unknown.
    pub(super) fn most_similar(&self, at: usize, channel: usize, wanted: f32) -> f32 {
        let here = self.light[at][channel];
        match &self.around {
            Some(around) if !here.is_nan() => {
                let [least, greatest] = around[at];
                wanted.max(least[channel]).min(greatest[channel])
            }
            _ => here,
        }
    }

    /// Replaces a pixel.
    pub(super) fn set(&mut self, at: usize, light: [f32; 3]) {
        self.light[at] = light;
        if let Some(around) = &mut self.around {
            around[at] = [light; 2];
        }
    }
}
