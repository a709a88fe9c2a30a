//! From light to the levels of a picture.

use std::io::Cursor;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::{DynamicImage, RgbImage};
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::tone::{Tone, level};

/// What a camera does to light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    /// The level of light that is its white.
    pub exposure: f32,
    /// The standard deviation of its blur, in pixels.
    pub blur: f32,
    /// The standard deviation of its noise at white, as a share of white; in the dark it falls to a quarter of this.
    pub noise: f32,
    /// The quality of its JPEG pictures, from 1 to 100; without it pictures are as they are.
    pub jpeg: Option<u8>,
}

impl Sensor {
    /// A picture of light, row by row.
    pub(super) fn develop(&self, mut tones: Vec<Tone>, width: usize, height: usize, random: &mut Pcg64Mcg) -> RgbImage {
        if self.blur > 0.05 {
            blurred(&mut tones, width, height, self.blur);
        }
        let mut picture = RgbImage::new(width as u32, height as u32);
        for (pixel, tone) in picture.pixels_mut().zip(&tones) {
            let noise = noises(random.next_u64());
            for channel in 0..3 {
                let light = tone[channel] * self.exposure;
                // The noise of light grows with its root.
                let spread = self.noise * (0.0625 + light.clamp(0.0, 1.0)).sqrt();
                pixel.0[channel] = level(light + spread * noise[channel]);
            }
        }
        match self.jpeg {
            None => picture,
            Some(quality) => pressed(&picture, quality),
        }
    }
}

/// Three numbers of mean 0 and standard deviation 1, each a sum of bits of chance: near enough to a normal distribution.
fn noises(bits: u64) -> [f32; 3] {
    [0, 21, 42].map(|shift| {
        let part = (bits >> shift) as u32 & 0x1f_ffff;
        (part.count_ones() as f32 - 10.5) / 2.291_3 + ((part & 0xff) as f32 - 127.5) / 500.0
    })
}

/// A Gaussian blur, along rows and then along columns.
fn blurred(tones: &mut [Tone], width: usize, height: usize, deviation: f32) {
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

/// A picture as it is after it was sent as JPEG.
fn pressed(picture: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Vec::new();
    let done = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(picture);
    let back = done.and_then(|()| JpegDecoder::new(Cursor::new(&bytes))).and_then(DynamicImage::from_decoder);
    // What was just pressed is unpressed.
    back.map_or_else(|_| picture.clone(), DynamicImage::into_rgb8)
}
