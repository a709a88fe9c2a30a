//! The change of light since colours were learnt.

use nalgebra::{Matrix3, Matrix4, Vector3, Vector4};

use super::sample::LogChroma;

/// Linear light that reflections add to a dark surface.
const GLARE: f64 = 0.05;

/// Weight of a colour in the fit of the light: the reflections on dark pieces say little about the light.
pub(super) fn fit_weight(chroma: LogChroma) -> f64 {
    1.0 / (1.0 + (GLARE / chroma.0[0].exp()).powi(2))
}

/// Logarithm of the linear light of a bright colour, of which a change of contrast changes nothing.
const BRIGHT: f64 = -1.2;

/// Part of a change of light by which its estimate may be wrong at a place: light and cameras are less even.
pub(super) const LIGHT_ERROR: f64 = 0.25;

/// The change of light at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Light {
    /// The change of a bright colour: of the log-luminance and of the chromaticities.
    pub change: [f64; 3],
    /// The factors of red, green and blue light of a bright colour.
    gains: [f64; 3],
    /// The exponent of linear light, if it is not 1: cameras do not change dark colours by the same factor as bright ones.
    exponent: Option<f64>,
}

impl Default for Light {
    fn default() -> Self {
        Self::new([0.0; 3], 0.0)
    }
}

impl Light {
    fn new(change: [f64; 3], contrast: f64) -> Self {
        let [light, red, blue] = change;
        let green = light - (red + blue) / 3.0;
        Self {
            change,
            gains: [green + red, green, green + blue].map(f64::exp),
            exponent: (contrast != 0.0).then_some(1.0 + contrast),
        }
    }

    /// Linear light after the change.
    pub(super) fn after(&self, then: [f64; 3]) -> [f64; 3] {
        let contrast = |light: f64| self.exponent.map_or(light, |exponent| powered(light, exponent));
        std::array::from_fn(|channel| contrast(then[channel].max(0.0)) * self.gains[channel])
    }

    /// Linear light before the change.
    pub(super) fn before(&self, now: [f64; 3]) -> [f64; 3] {
        let contrast = |light: f64| self.exponent.map_or(light, |exponent| powered(light, 1.0 / exponent));
        std::array::from_fn(|channel| contrast(now[channel].max(0.0) / self.gains[channel]))
    }
}

/// The power of a light relative to that of a bright colour.
fn powered(light: f64, exponent: f64) -> f64 {
    let bright = BRIGHT.exp();
    (light / bright).powf(exponent) * bright
}

/// The difference of the colour of a place from its learnt colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct LightDifference {
    pub spot: [f64; 2],
    /// The learnt colour.
    pub before: LogChroma,
    pub difference: [f64; 3],
    /// The weight of the place: dark colours say little about the light.
    pub weight: f64,
}

/// Change of the light since learning: a plane over the board for each colour component, as a change of bright colours, and a
/// change of contrast, by which dark colours change otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LightChange {
    planes: [[f64; 3]; 3],
    contrast: f64,
}

/// Greatest change of contrast.
const MAX_CONTRAST: f64 = 0.3;

/// Weight of the assumption that contrast does not change, in places that are darker than bright ones by a factor of e.
const CONTRAST_PRIOR: f64 = 2.0;

impl LightChange {
    /// Robust fit: iteratively reweighted least squares with Tukey's biweight, so that the few places with changed
    /// contents are ignored.
    pub(super) fn fit(differences: &[LightDifference]) -> Self {
        let mut weights: Vec<f64> = differences.iter().map(|place| place.weight).collect();
        let mut change = Self::median(differences);
        for round in 0..8 {
            let width = if round < 3 { 0.6 } else { 0.25 };
            for (weight, place) in weights.iter_mut().zip(differences) {
                let expected = change.expected(place);
                let off: f64 = (0..3).map(|at| (place.difference[at] - expected[at]).powi(2)).sum();
                // Tukey's biweight.
                *weight = place.weight * (1.0 - off / (width * width)).max(0.0).powi(2);
            }
            let (plane, contrast) = fit_luminance(differences, &weights, change.planes[0][0]);
            let colour = |number: usize| fit_colour(differences, &weights, number, contrast, change.planes[number][0]);
            change = Self { planes: [plane, colour(1), colour(2)], contrast };
        }
        change
    }

    /// The weighted median difference, uniform over the board.
    fn median(differences: &[LightDifference]) -> Self {
        let half = differences.iter().map(|place| place.weight).sum::<f64>() / 2.0;
        let planes = std::array::from_fn(|number| {
            let mut values: Vec<(f64, f64)> =
                differences.iter().map(|place| (place.difference[number], place.weight)).collect();
            values.sort_by(|one, other| one.0.total_cmp(&other.0));
            let mut below = 0.0;
            let middle = values.iter().find(|(_, weight)| {
                below += weight;
                below >= half
            });
            [middle.map_or(0.0, |(value, _)| *value), 0.0, 0.0]
        });
        Self { planes, contrast: 0.0 }
    }

    /// The expected difference of a place.
    fn expected(&self, place: &LightDifference) -> [f64; 3] {
        let plane = self.plane(place.spot);
        std::array::from_fn(|number| plane[number] + self.contrast * darkness(place, number))
    }

    fn plane(&self, [u, v]: [f64; 2]) -> [f64; 3] {
        self.planes.map(|[level, right, up]| level + right * u / 100.0 + up * v / 100.0)
    }

    /// The change at a point.
    pub(super) fn at(&self, spot: [f64; 2]) -> Light {
        Light::new(self.plane(spot), self.contrast)
    }
}

/// The factor of the contrast in the difference of a place: its log-luminance relative to that of a bright colour, and its
/// chromaticities.
fn darkness(place: &LightDifference, number: usize) -> f64 {
    place.before.0[number] - if number == 0 { BRIGHT } else { 0.0 }
}

/// Weighted least squares fit of a plane and of the contrast to the differences of the log-luminance, by Cholesky decomposition.
fn fit_luminance(differences: &[LightDifference], weights: &[f64], before: f64) -> ([f64; 3], f64) {
    let prior = Vector4::new(1e-6, 0.5, 0.5, CONTRAST_PRIOR);
    let mut normal = Matrix4::from_diagonal(&prior);
    let mut right = Vector4::new(1e-6 * before, 0.0, 0.0, 0.0);
    for (place, weight) in differences.iter().zip(weights) {
        let [u, v] = place.spot;
        let row = Vector4::new(1.0, u / 100.0, v / 100.0, darkness(place, 0));
        normal += row * row.transpose() * *weight;
        right += row * (place.difference[0] * weight);
    }
    let solved = normal.cholesky().map_or(Vector4::new(before, 0.0, 0.0, 0.0), |factors| factors.solve(&right));
    ([solved[0], solved[1], solved[2]], solved[3].clamp(-MAX_CONTRAST, MAX_CONTRAST))
}

/// Weighted least squares fit of a plane to the differences of a chromaticity, by Cholesky decomposition.
fn fit_colour(differences: &[LightDifference], weights: &[f64], number: usize, contrast: f64, before: f64) -> [f64; 3] {
    let mut normal = Matrix3::from_diagonal(&Vector3::new(1e-6, 0.5, 0.5));
    let mut right = Vector3::new(1e-6 * before, 0.0, 0.0);
    for (place, weight) in differences.iter().zip(weights) {
        let [u, v] = place.spot;
        let row = Vector3::new(1.0, u / 100.0, v / 100.0);
        normal += row * row.transpose() * *weight;
        right += row * ((place.difference[number] - contrast * darkness(place, number)) * weight);
    }
    normal.cholesky().map_or([before, 0.0, 0.0], |factors| factors.solve(&right).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences of bright, middling and dark places, if a camera multiplies its levels by a factor.
    fn of_levels(factor: f64, at: impl Fn(usize) -> [f64; 2]) -> Vec<LightDifference> {
        let linear = |level: f64| ((level + 0.055) / 1.055).powf(2.4);
        let place = |number: usize| {
            let level = [0.5, 0.4, 0.25, 0.15][number % 4];
            let [before, after] =
                [level, factor * level].map(|level| LogChroma([(linear(level) + 0.004).ln(), 0.0, 0.0]));
            let weight = fit_weight(before);
            LightDifference { spot: at(number), before, difference: after.difference(before), weight }
        };
        (0..24).map(place).collect()
    }

    #[test]
    fn dark_places_change_less_if_a_camera_scales_its_levels() {
        let spread = |number: usize| [(number / 4) as f64 * 20.0 - 50.0, (number % 3) as f64 * 40.0 - 40.0];
        for factor in [0.5, 0.7, 1.4] {
            let places = of_levels(factor, spread);
            let change = LightChange::fit(&places);
            for place in places.iter().filter(|place| place.weight > 0.2) {
                let expected = place.before.after(change.at(place.spot));
                let observed = place.before.0[0] + place.difference[0];
                let within = 0.1 * place.difference[0].abs();
                assert!((expected.0[0] - observed).abs() < within, "{factor}: {expected:?} {observed} {change:?}");
                let again = expected.before(change.at(place.spot));
                assert!((again.0[0] - place.before.0[0]).abs() < 1e-9, "{again:?}");
            }
        }
    }

    #[test]
    fn a_change_of_light_alone_changes_no_contrast() {
        let spot = |number: usize| [number as f64 * 8.0 - 90.0, 0.0];
        let places: Vec<_> = of_levels(1.0, spot)
            .into_iter()
            .map(|place| {
                let after = place.before.after(Light::new([-0.7, 0.1, -0.1], 0.0));
                LightDifference { difference: after.difference(place.before), ..place }
            })
            .collect();
        let change = LightChange::fit(&places);
        assert!(change.contrast.abs() < 0.05, "{change:?}");
        assert!((change.planes[0][0] + 0.7).abs() < 0.05, "{change:?}");
    }
}
