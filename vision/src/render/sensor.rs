//! The simulated image sensor: from linear light to sRGB levels.

use std::io::Cursor;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::{DynamicImage, RgbImage};
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::tone::{LinearRgb, srgb_from_linear};

/// The imaging properties of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    /// Exposure: factor from linear light to the sensor's full scale.
    pub exposure: f32,
    /// Standard deviation of the Gaussian blur, in pixels.
    pub blur: f32,
    /// Standard deviation of the noise at white, as a fraction of white; in the dark it falls to a quarter of this.
    pub noise: f32,
    /// JPEG quality, from 1 to 100; `None` for uncompressed images.
    pub jpeg: Option<u8>,
}

impl Sensor {
    /// Converts linear light, row by row, to an image.
    pub(super) fn expose(
        &self,
        mut tones: Vec<LinearRgb>,
        width: usize,
        height: usize,
        random: &mut Pcg64Mcg,
    ) -> RgbImage {
        if self.blur > 0.05 {
            blur_image(&mut tones, width, height, self.blur);
        }
        let mut picture = RgbImage::new(width as u32, height as u32);
        for (pixel, tone) in picture.pixels_mut().zip(&tones) {
            let noise = normal_triple(random.next_u64());
            for channel in 0..3 {
                let light = tone[channel] * self.exposure;
                // Shot noise grows with the square root of the light.
                let spread = self.noise * (0.0625 + light.clamp(0.0, 1.0)).sqrt();
                pixel.0[channel] = srgb_from_linear(light + spread * noise[channel]);
            }
        }
        match self.jpeg {
            None => picture,
            Some(quality) => jpeg_round_trip(&picture, quality),
        }
    }
}

/// Three approximately normal numbers of mean 0 and standard deviation 1, each from a sum of random bits.
fn normal_triple(bits: u64) -> [f32; 3] {
    [0, 21, 42].map(|shift| {
        let part = (bits >> shift) as u32 & 0x1f_ffff;
        (part.count_ones() as f32 - 10.5) / 2.291_3 + ((part & 0xff) as f32 - 127.5) / 500.0
    })
}

/// Separable Gaussian blur, along rows and then along columns.
fn blur_image(tones: &mut [LinearRgb], width: usize, height: usize, deviation: f32) {
    let weight = |far: i32| (-(far * far) as f32 / (2.0 * deviation * deviation)).exp();
    let reach = (2.5 * deviation).ceil() as i32;
    let weights: Vec<f32> = (-reach..=reach).map(weight).collect();
    let sum: f32 = weights.iter().sum();
    let mut pass = |count: usize, length: usize, step: usize, next: usize| {
        let mut line = vec![[0.0; 3]; length];
        for at in 0..count {
            let start = at * next;
            for (place, tone) in line.iter_mut().enumerate() {
                let mut total = [0.0; 3];
                for (weight, far) in weights.iter().zip(-reach..) {
                    let from = (place as i32 + far).clamp(0, length as i32 - 1) as usize;
                    let seen = tones[start + from * step];
                    for channel in 0..3 {
                        total[channel] += weight * seen[channel];
                    }
                }
                *tone = total.map(|total| total / sum);
            }
            for (place, tone) in line.iter().enumerate() {
                tones[start + place * step] = *tone;
            }
        }
    };
    pass(height, width, 1, width);
    pass(width, height, width, 1);
}

/// Encodes an image as JPEG and decodes it again.
fn jpeg_round_trip(picture: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Vec::new();
    let done = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(picture);
    let back = done.and_then(|()| JpegDecoder::new(Cursor::new(&bytes))).and_then(DynamicImage::from_decoder);
    // A freshly encoded image always decodes.
    back.map_or_else(|_| picture.clone(), DynamicImage::into_rgb8)
}
