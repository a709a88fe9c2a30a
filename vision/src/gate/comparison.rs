//! The comparison of two frames: which pixels changed beyond the change of light.

use super::light_image::LightImage;

/// Light added before comparing pixels by their ratio: in darker pixels noise exceeds the signal.
const LIGHT_FLOOR: f32 = 0.025;

/// Light above which a pixel may be overexposed.
const SATURATED: f32 = 0.95;

/// Minimum change of a pixel, as a difference of logarithms of light; noise and soft shadows stay below.
const MIN_CHANGE: f32 = 0.32;

/// Minimum step between pixels six apart that counts as an edge of an object.
const MIN_EDGE_STEP: f32 = 0.2;

/// The comparison of two frames beyond the change of light.
pub(super) struct Comparison {
    /// Pixels that changed beyond the change of light and beyond single-pixel noise.
    pub changed: Vec<bool>,
    light: [LightChange; 3],
}

impl Comparison {
    pub(super) fn new(before: &LightImage, now: &LightImage, ignored: &[bool]) -> Self {
        let light = std::array::from_fn(|channel| LightChange::fit(before, now, ignored, channel));
        let factor = MIN_CHANGE.exp();
        let mixed = [0, 1, 2].map(|channel| partly_overexposed(before, now, channel));
        let raw: Vec<bool> = (0..now.light.len())
            .map(|at| {
                let spot = now.normalised_position(at);
                !ignored[at]
                    && (0..3).any(|channel| {
                        let (expected, observed) = light[channel].pair(before, now, at, spot, channel);
                        let is_changed = observed > factor * expected || expected > factor * observed;
                        is_changed && !mixed[channel].get(at).is_some_and(|mixed| *mixed)
                    })
            })
            .collect();
        // A pixel counts only if at least four pixels of its 3 x 3 neighbourhood changed.
        let (width, height) = (now.width, now.height);
        let changed = (0..raw.len()).map(|at| {
            let (x, y) = (at % width, at / width);
            let rows = y.saturating_sub(1)..(y + 2).min(height);
            let near = rows.flat_map(|y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| y * width + x));
            raw[at] && near.filter(|at| raw[*at]).count() >= 4
        });
        Self { changed: changed.collect(), light }
    }

    /// The change of a pixel, as the logarithm of its ratio to the expected light.
    fn difference(&self, before: &LightImage, now: &LightImage, at: usize) -> [f32; 3] {
        let spot = now.normalised_position(at);
        std::array::from_fn(|channel| {
            let (expected, observed) = self.light[channel].pair(before, now, at, spot, channel);
            (observed / expected).ln()
        })
    }

    /// The light of a pixel of the later frame as it would have been in the earlier one.
    pub(super) fn in_earlier_light(&self, now: &LightImage, at: usize) -> [f32; 3] {
        let spot = now.normalised_position(at);
        std::array::from_fn(|channel| self.light[channel].before(now.light[at][channel], spot))
    }

    /// `true` if the change has an edge at a pixel: the differences a few pixels to both sides are unequal.
    pub(super) fn is_sharp(&self, before: &LightImage, now: &LightImage, at: usize) -> bool {
        [3, 3 * now.width].into_iter().any(|step| {
            let ends = at.checked_sub(step).filter(|_| at + step < now.light.len());
            let ends = ends.map(|low| [low, at + step].map(|at| self.difference(before, now, at)));
            ends.is_some_and(|[low, high]| (0..3).any(|channel| (low[channel] - high[channel]).abs() > MIN_EDGE_STEP))
        })
    }
}

/// Pixels beside overexposed ones, of whose light a part is missing; an empty list if nothing is overexposed.
fn partly_overexposed(before: &LightImage, now: &LightImage, channel: usize) -> Vec<bool> {
    let is_overexposed = |at: usize| before.light[at][channel] > SATURATED || now.light[at][channel] > SATURATED;
    let (width, height) = (now.width, now.height);
    let mut mixed = Vec::new();
    for at in (0..now.light.len()).filter(|at| is_overexposed(*at)) {
        mixed.resize(now.light.len(), false);
        let (x, y) = (at % width, at / width);
        for near in (y.saturating_sub(1)..(y + 2).min(height)).map(|y| y * width) {
            for near in (x.saturating_sub(1)..(x + 2).min(width)).map(|x| near + x) {
                mixed[near] |= !is_overexposed(near);
            }
        }
    }
    mixed
}

/// Minimum fraction of changed pixels that counts as motion.
const MIN_MOTION: f64 = 0.0006;

/// `true` if enough pixels differ from the previous frame.
pub(super) fn has_motion(before: &LightImage, now: &LightImage) -> bool {
    if before.light.len() != now.light.len() {
        return true;
    }
    let nothing = vec![false; now.light.len()];
    let changed = Comparison::new(before, now, &nothing).changed.into_iter().filter(|changed| *changed).count();
    changed as f64 > MIN_MOTION * now.light.len() as f64
}

/// A change of one component of the light: a gain that may be stronger at one side of the frame, and light that is added
/// everywhere, such as haze or a brighter black level.
#[derive(Clone, Copy, Debug)]
struct LightChange {
    /// The gain in the middle, and its increase to the right and down.
    gain: [f32; 3],
    added: f32,
}

/// Weight of the assumption that no light was added, relative to that of the pixels.
const NO_ADDED_LIGHT: f32 = 0.05;

/// Number of pixels from one sample of the light to the next.
const SAMPLE_STEP: usize = 7;

impl LightChange {
    /// Fits the change to a part of the pixels: weighted least squares (Cholesky) from the median on, with outliers
    /// trimmed in three rounds.
    fn fit(before: &LightImage, now: &LightImage, ignored: &[bool], channel: usize) -> Self {
        let some: Vec<([f32; 2], f32, f32)> = (0..now.light.len())
            .step_by(SAMPLE_STEP)
            .filter(|at| !ignored[*at])
            .map(|at| (now.normalised_position(at), before.light[at][channel], now.light[at][channel]))
            .filter(|(_, before, now)| *before < SATURATED && *now < SATURATED)
            .collect();
        let mut ratios: Vec<f32> =
            some.iter().map(|(_, before, now)| (now + LIGHT_FLOOR / 4.0) / (before + LIGHT_FLOOR / 4.0)).collect();
        ratios.sort_by(f32::total_cmp);
        let mut change = Self { gain: [ratios.get(ratios.len() / 2).copied().unwrap_or(1.0), 0.0, 0.0], added: 0.0 };
        for width in [0.5_f32, 0.25, 0.15] {
            let (mut normal, mut right) = (nalgebra::Matrix4::<f32>::zeros(), nalgebra::Vector4::<f32>::zeros());
            let (floor, factor) = (change.floor(), width.exp());
            for (spot, before, now) in &some {
                let (expected, observed) = (change.expected(*before, *spot) + floor, now + floor);
                if observed > factor * expected || expected > factor * observed {
                    continue;
                }
                let row = nalgebra::Vector4::new(*before, before * spot[0], before * spot[1], 1.0) / expected;
                normal += row * row.transpose();
                right += row * (now / expected);
            }
            // Without dark and bright pixels gain and added light are indistinguishable: it is the gain. Noise of the earlier
            // frame would favour added light otherwise (regression dilution).
            normal[(3, 3)] += NO_ADDED_LIGHT * normal[(3, 3)];
            for slope in [1, 2] {
                normal[(slope, slope)] += 1e-3;
            }
            if let Some(factors) = normal.cholesky() {
                let [middle, across, down, added]: [f32; 4] = factors.solve(&right).into();
                change = Self { gain: [middle, across, down], added };
            }
        }
        change
    }

    /// Light added before comparing: less in a darker picture, whose noise is weaker as well, and more where light was
    /// added, since cameras render the darkest parts in ways of their own.
    fn floor(&self) -> f32 {
        LIGHT_FLOOR * self.gain[0].clamp(0.3, 1.0) + 2.0 * self.added.abs()
    }

    fn expected(&self, before: f32, [x, y]: [f32; 2]) -> f32 {
        let [middle, across, down] = self.gain;
        (before * (middle + across * x + down * y) + self.added).clamp(0.0, 1.0)
    }

    /// The light before the change of a pixel that is seen now.
    fn before(&self, now: f32, [x, y]: [f32; 2]) -> f32 {
        let [middle, across, down] = self.gain;
        ((now - self.added) / (middle + across * x + down * y).max(0.05)).clamp(0.0, 1.0)
    }

    /// The expected and the observed light of a pixel, comparable by their ratio. An overexposed pixel may have been
    /// brighter than it was seen.
    fn pair(&self, before: &LightImage, now: &LightImage, at: usize, spot: [f32; 2], channel: usize) -> (f32, f32) {
        let (is, floor) = (now.light[at][channel], self.floor());
        let was = before.most_similar(at, channel, self.before(is, spot));
        let expected = self.expected(was, spot);
        let expected = if was > SATURATED { expected.max(is) } else { expected };
        (expected + floor, is + floor)
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// A noisy frame of a sheet of paper with a black square on a cloth; `change` gives levels after the change of light.
    fn frame(cloth: f32, seed: u64, change: impl Fn(f32) -> f32) -> LightImage {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let picture = RgbImage::from_fn(640, 480, |x, y| {
            let is_paper = (200..440).contains(&x) && (120..360).contains(&y);
            let is_square = (220..260).contains(&x) && (140..180).contains(&y);
            let level = if is_square {
                0.05
            } else if is_paper {
                0.77
            } else {
                cloth
            };
            let noise: f32 = (0..4).map(|_| random.random_range(-0.06..0.06)).sum();
            Rgb([change(level + noise).clamp(0.0, 1.0) * 255.0; 3].map(|level| level.round() as u8))
        });
        LightImage::downsample(&picture)
    }

    /// The number of pixels that changed beyond a change of light; the black square is ignored in `ignored` frames.
    fn changed_pixels(cloth: f32, ignores_square: bool, change: impl Fn(f32) -> f32) -> usize {
        let (before, now) = (frame(cloth, 1, |level| level), frame(cloth, 2, change));
        let is_ignored = |at: usize| {
            let [x, y] = now.frame_pixel(at);
            ignores_square && (210.0..270.0).contains(&x) && (130.0..190.0).contains(&y)
        };
        let ignored: Vec<bool> = (0..now.light.len()).map(is_ignored).collect();
        Comparison::new(&before, &now, &ignored).changed.into_iter().filter(|changed| *changed).count()
    }

    #[test]
    fn paper_that_becomes_overexposed_changes_by_the_gain_of_a_noisy_cloth() {
        for cloth in [0.25, 0.3, 0.4] {
            for factor in [1.2, 1.36, 1.5] {
                assert_eq!(changed_pixels(cloth, true, |level| level * factor), 0, "{cloth} {factor}");
            }
        }
    }

    #[test]
    fn a_darker_light_and_haze_change_nothing() {
        let haze = |level: f32| (0.6 * level.max(0.0).powf(2.2) + 0.015).powf(1.0 / 2.2);
        for cloth in [0.25, 0.4, 0.6] {
            assert_eq!(changed_pixels(cloth, true, |level| level * 0.6), 0, "{cloth}");
            assert_eq!(changed_pixels(cloth, false, haze), 0, "{cloth}");
        }
    }
}
