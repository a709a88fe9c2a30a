//! Synthetic camera images: renders a table with pieces, hands and light by ray casting, as a camera would see it.
//!
//! All coordinates are board coordinates: mm, `u` to the right of the board's picture, `v` up, `z` away from the board.

mod camera_pose;
mod light;
mod limb;
mod sensor;

use image::RgbImage;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

pub use camera_pose::{CameraPose, Renderer};
pub use light::{Light, ShadowBand};
pub use limb::{Hand, Limb};
pub use sensor::Sensor;

use crate::tone::{LinearRgb, linear_from_srgb};

/// The ground plane: a print of known size around the centre of the board, and the table's top around it.
#[derive(Clone, Debug)]
pub struct GroundPlane {
    /// The image of the print.
    pub print: RgbImage,
    /// Width of the print, in mm; the height follows from the aspect ratio.
    pub width: f64,
    /// The colour of the table, in linear light.
    pub table: LinearRgb,
    /// The print in linear light, row by row.
    tones: Vec<LinearRgb>,
}

impl GroundPlane {
    /// Creates the ground plane of a printed board on a table.
    pub fn new(print: RgbImage, width: f64, table: LinearRgb) -> Self {
        let tones = print.pixels().map(|pixel| pixel.0.map(linear_from_srgb)).collect();
        Self { print, width, table, tones }
    }

    fn at(&self, [u, v]: [f32; 2]) -> LinearRgb {
        let (columns, rows) = self.print.dimensions();
        let scale = columns as f32 / self.width as f32;
        let (x, y) = (u * scale + columns as f32 / 2.0 - 0.5, rows as f32 / 2.0 - v * scale - 0.5);
        if x < 0.0 || y < 0.0 || x >= (columns - 1) as f32 || y >= (rows - 1) as f32 {
            // Wood grain: bands across the table.
            let grain = 1.0 + 0.06 * (v * 0.21 + (u * 0.013).sin() * 2.0).sin() + 0.03 * (v * 0.83).sin();
            return self.table.map(|tone| tone * grain);
        }
        let (left, top) = (x as usize, y as usize);
        let (right, low) = (x - left as f32, y - top as f32);
        let one = |x: usize, y: usize| self.tones[y * columns as usize + x];
        let upper = interpolate(one(left, top), one(left + 1, top), right);
        let lower = interpolate(one(left, top + 1), one(left + 1, top + 1), right);
        interpolate(upper, lower, low)
    }
}

/// Linear interpolation between two colours.
fn interpolate(one: LinearRgb, other: LinearRgb, share: f32) -> LinearRgb {
    std::array::from_fn(|channel| one[channel] + (other[channel] - one[channel]) * share)
}

/// A mark painted on the top of a piece, darker than the rest of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TopMark {
    /// No mark.
    #[default]
    Plain,
    /// A cross through the centre.
    Cross,
    /// A ring around the centre.
    Ring,
}

impl TopMark {
    /// `true` if a point of the top is painted. The point is relative to the centre, in units of the piece's radius.
    fn covers(self, [right, up]: [f32; 2]) -> bool {
        match self {
            Self::Plain => false,
            Self::Cross => right.abs().min(up.abs()) < 0.14 && right.hypot(up) < 0.7,
            Self::Ring => (0.45..0.6).contains(&right.hypot(up)),
        }
    }
}

/// An upright disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// The centre.
    pub at: [f64; 2],
    /// Height of the lower side, in mm.
    pub foot: f64,
    /// The radius, in mm.
    pub radius: f64,
    /// Height of the disc, in mm.
    pub height: f64,
    /// The colour, in linear light.
    pub tone: LinearRgb,
    /// The mark on the top.
    pub mark: TopMark,
    /// Rotation, counter-clockwise, in radians.
    pub turn: f64,
}

/// The objects on and above the table at one moment.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The pieces.
    pub discs: Vec<Disc>,
    /// Arms and hands of people or robots.
    pub limbs: Vec<Limb>,
}

impl Renderer {
    /// Renders a camera image. Equal seeds give equal images.
    pub fn render(&self, ground: &GroundPlane, scene: &Scene, light: &Light, sensor: &Sensor, seed: u64) -> RgbImage {
        let mut tones: Vec<LinearRgb> = self
            .rays
            .iter()
            .map(|&ray| {
                let [red, green, blue] = ground.at(ray);
                let gain = light.at(ray);
                [red * gain[0], green * gain[1], blue * gain[2]]
            })
            .collect();
        for disc in &scene.discs {
            self.draw_shadow(&mut tones, disc, light);
        }
        // Painter's algorithm: discs farther from the camera first, so that nearer ones occlude them.
        let mut order: Vec<&Disc> = scene.discs.iter().collect();
        let [cu, cv, _] = self.pose.centre();
        let far = |disc: &Disc| (disc.at[0] - cu).hypot(disc.at[1] - cv);
        order.sort_by(|one, other| one.foot.total_cmp(&other.foot).then(far(other).total_cmp(&far(one))));
        for disc in order {
            self.draw_disc(&mut tones, disc, light);
        }
        for limb in &scene.limbs {
            limb.draw(&mut tones, self, light);
        }
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        sensor.expose(tones, self.pose.width as usize, self.pose.height as usize, &mut random)
    }

    fn draw_disc(&self, tones: &mut [LinearRgb], disc: &Disc, light: &Light) {
        const LEVELS: usize = 6;
        let [cu, cv, cz] = self.pose.centre().map(|at| at as f32);
        let middle = disc.at.map(|at| at as f32);
        let (radius, foot, high) = (disc.radius as f32, disc.foot as f32, disc.height as f32);
        // Offset of a ray from the disc's axis at a height: the ray runs straight from its board point to the camera.
        let beside = |[u, v]: [f32; 2], z: f32| {
            [(u + (cu - u) * z / cz - middle[0]) / radius, (v + (cv - v) * z / cz - middle[1]) / radius]
        };
        let out = |ray: [f32; 2], z: f32| {
            let [right, up] = beside(ray, z);
            right.hypot(up)
        };
        let (sin, cos) = (disc.turn as f32).sin_cos();
        let painted = |ray: [f32; 2]| {
            let [right, up] = beside(ray, foot + high);
            disc.mark.covers([right * cos + up * sin, up * cos - right * sin])
        };
        let gain = light.at(middle);
        for at in self.disc_pixels(disc.at, disc.foot, disc.radius, disc.height) {
            let ray = self.rays[at];
            let met = (0..=LEVELS).rev().find(|level| out(ray, foot + high * *level as f32 / LEVELS as f32) <= 1.0);
            // The top has a turned rim; the sides are darker.
            let shine = match met {
                None => continue,
                Some(LEVELS) if (0.78..0.86).contains(&out(ray, foot + high)) => 0.8,
                Some(LEVELS) if painted(ray) => 0.4,
                Some(LEVELS) => 1.0,
                Some(_) => 0.55,
            };
            tones[at] = std::array::from_fn(|channel| disc.tone[channel] * gain[channel] * shine);
        }
    }

    /// Draws the shadow that a disc casts around its foot, away from the light.
    fn draw_shadow(&self, tones: &mut [LinearRgb], disc: &Disc, light: &Light) {
        let away = light.shadow_direction();
        let middle = [disc.at[0] + away[0] * disc.height * 0.4, disc.at[1] + away[1] * disc.height * 0.4];
        let reach = disc.radius + disc.height * 0.5;
        for at in self.disc_pixels(middle, 0.0, reach, 0.0) {
            let [u, v] = self.rays[at].map(f64::from);
            let out = (u - middle[0]).hypot(v - middle[1]);
            let depth = ((reach - out) / (disc.height * 0.7)).clamp(0.0, 1.0) as f32 * 0.45;
            tones[at] = tones[at].map(|tone| tone * (1.0 - depth));
        }
    }
}
