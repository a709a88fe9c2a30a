//! Arms and hands over the table, rendered as capsules by ray casting.

use nalgebra::Vector3;
use rand::Rng as _;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

use super::{Light, Renderer};
use crate::tone::LinearRgb;

/// A capsule: a cylinder with hemispherical ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    /// One end of the axis.
    pub from: [f64; 3],
    /// The other end of the axis.
    pub to: [f64; 3],
    /// The radius.
    pub radius: f64,
    /// The colour, in linear light.
    pub tone: LinearRgb,
}

impl Limb {
    /// Draws the capsule over the image.
    pub(super) fn draw(&self, tones: &mut [LinearRgb], renderer: &Renderer, light: &Light) {
        let centre = Vector3::from(renderer.pose.centre());
        let (from, to) = (Vector3::from(self.from), Vector3::from(self.to));
        let along = to - from;
        let ends = [self.from, self.to].map(|[u, v, z]| renderer.view.pixel([u, v], z));
        // The thickness in pixels where the capsule is nearest to the camera.
        let near = (centre - from).norm().min((centre - to).norm()).max(1.0);
        let thick = self.radius * renderer.pose.lens.fx / near * 1.5 + 3.0;
        let gain = light.at([from.x as f32, from.y as f32]);
        for at in renderer.pixels_around(&ends, thick) {
            let [u, v] = renderer.rays[at].map(f64::from);
            let ray = Vector3::new(u, v, 0.0) - centre;
            // The closest points of the ray and the axis.
            let off = from - centre;
            let (long, slant) = (ray.dot(&ray), ray.dot(&along));
            let square = (long * along.dot(&along) - slant * slant).max(1e-9);
            let share = ((slant * ray.dot(&off) - long * along.dot(&off)) / square).clamp(0.0, 1.0);
            let point = off + along * share;
            let separation = (point - ray * (point.dot(&ray) / long)).norm();
            if separation < self.radius {
                let round = (0.45 + 0.55 * (1.0 - (separation / self.radius).powi(2)).sqrt()) as f32;
                tones[at] = std::array::from_fn(|channel| self.tone[channel] * gain[channel] * round);
            }
        }
    }
}

/// A person's hand that reaches over the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// Position of the fingertips.
    pub at: [f64; 2],
    /// Direction from which the hand comes, in degrees counter-clockwise from the board's right.
    pub from: f64,
    /// The colour of the skin, in linear light.
    pub skin: LinearRgb,
    /// The colour of the sleeve, in linear light.
    pub sleeve: LinearRgb,
}

impl Hand {
    /// A random hand that reaches to a point from the near side or from left or right.
    pub fn random(at: [f64; 2], random: &mut Pcg64Mcg) -> Self {
        const SKINS: [LinearRgb; 4] = [[0.62, 0.40, 0.30], [0.45, 0.26, 0.17], [0.25, 0.13, 0.08], [0.72, 0.50, 0.40]];
        let from = random.random_range(-170.0..-10.0);
        let skin = SKINS[(random.next_u32() % 4) as usize];
        let sleeve = std::array::from_fn(|_| random.random_range(0.03..0.6));
        Self { at, from, skin, sleeve }
    }

    /// The capsules of the hand: fingers, palm, and an arm that extends beyond every frame.
    pub fn limbs(&self) -> Vec<Limb> {
        let (sine, cosine) = self.from.to_radians().sin_cos();
        let point = |out: f64, aside: f64, z: f64| {
            [self.at[0] + cosine * out - sine * aside, self.at[1] + sine * out + cosine * aside, z]
        };
        let skin = |from, to, radius| Limb { from, to, radius, tone: self.skin };
        vec![
            skin(point(0.0, -4.0, 14.0), point(55.0, -14.0, 40.0), 8.0),
            skin(point(0.0, 6.0, 14.0), point(58.0, 2.0, 42.0), 8.0),
            skin(point(16.0, 26.0, 20.0), point(60.0, 18.0, 42.0), 7.5),
            skin(point(60.0, -10.0, 42.0), point(110.0, 0.0, 48.0), 27.0),
            skin(point(110.0, 0.0, 48.0), point(170.0, 0.0, 55.0), 24.0),
            Limb { from: point(165.0, 0.0, 55.0), to: point(1200.0, 0.0, 90.0), radius: 33.0, tone: self.sleeve },
        ]
    }
}
