//! A camera that is not there: a table with pieces, hands and light as a camera would see it.
//!
//! Everything is told in board coordinates: mm, `u` to the right of the board's picture, `v` up, `z` away from the board.

mod light;
mod limb;
mod sensor;
mod stand;

use image::RgbImage;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

pub use light::{Band, Light};
pub use limb::{Hand, Limb};
pub use sensor::Sensor;
pub use stand::{Stand, Studio};

use crate::tone::{Tone, linear};

/// What is on the board's plane: a picture of known size around the middle of the board, and the table's top beyond it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The picture.
    pub print: RgbImage,
    /// Its width in mm; its height follows.
    pub width: f64,
    /// The colour of the table, linear.
    pub table: Tone,
    /// The print as linear light, row by row.
    tones: Vec<Tone>,
}

impl Ground {
    /// A printed board on a table.
    pub fn new(print: RgbImage, width: f64, table: Tone) -> Self {
        let tones = print.pixels().map(|pixel| pixel.0.map(linear)).collect();
        Self { print, width, table, tones }
    }

    fn at(&self, [u, v]: [f32; 2]) -> Tone {
        let (columns, rows) = self.print.dimensions();
        let scale = columns as f32 / self.width as f32;
        let (x, y) = (u * scale + columns as f32 / 2.0 - 0.5, rows as f32 / 2.0 - v * scale - 0.5);
        if x < 0.0 || y < 0.0 || x >= (columns - 1) as f32 || y >= (rows - 1) as f32 {
            // The grain of a wooden table: bands across it.
            let grain = 1.0 + 0.06 * (v * 0.21 + (u * 0.013).sin() * 2.0).sin() + 0.03 * (v * 0.83).sin();
            return self.table.map(|tone| tone * grain);
        }
        let (left, top) = (x as usize, y as usize);
        let (right, low) = (x - left as f32, y - top as f32);
        let one = |x: usize, y: usize| self.tones[y * columns as usize + x];
        let upper = between(one(left, top), one(left + 1, top), right);
        let lower = between(one(left, top + 1), one(left + 1, top + 1), right);
        between(upper, lower, low)
    }
}

/// So much of the way from one to the other.
fn between(one: Tone, other: Tone, share: f32) -> Tone {
    std::array::from_fn(|channel| one[channel] + (other[channel] - one[channel]) * share)
}

/// What is painted on the top of a piece, darker than the rest of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    #[default]
    Plain,
    /// A cross through its middle.
    Cross,
    /// A ring around its middle.
    Ring,
}

impl Mark {
    /// Whether a point of the top is painted, from its middle, in halves of the piece's width.
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
    /// Its middle.
    pub at: [f64; 2],
    /// How high its lower side is.
    pub foot: f64,
    /// Half its width.
    pub radius: f64,
    /// How high it is.
    pub height: f64,
    /// Its colour, linear.
    pub tone: Tone,
    /// What is on its top.
    pub mark: Mark,
    /// How it is turned, counter-clockwise, in radians.
    pub turn: f64,
}

/// A table as it is at one moment.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The pieces.
    pub discs: Vec<Disc>,
    /// Arms and hands, of people or not.
    pub limbs: Vec<Limb>,
}

impl Studio {
    /// What the camera sees. Equal seeds give equal pictures.
    pub fn picture(&self, ground: &Ground, scene: &Scene, light: &Light, sensor: &Sensor, seed: u64) -> RgbImage {
        let mut tones: Vec<Tone> = self
            .rays
            .iter()
            .map(|&ray| {
                let [red, green, blue] = ground.at(ray);
                let gain = light.at(ray);
                [red * gain[0], green * gain[1], blue * gain[2]]
            })
            .collect();
        for disc in &scene.discs {
            self.shade(&mut tones, disc, light);
        }
        // Those farther from the camera first: nearer ones hide them.
        let mut order: Vec<&Disc> = scene.discs.iter().collect();
        let [cu, cv, _] = self.stand.centre();
        let far = |disc: &Disc| (disc.at[0] - cu).hypot(disc.at[1] - cv);
        order.sort_by(|one, other| one.foot.total_cmp(&other.foot).then(far(other).total_cmp(&far(one))));
        for disc in order {
            self.stand_up(&mut tones, disc, light);
        }
        for limb in &scene.limbs {
            limb.draw(&mut tones, self, light);
        }
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        sensor.develop(tones, self.stand.width as usize, self.stand.height as usize, &mut random)
    }

    fn stand_up(&self, tones: &mut [Tone], disc: &Disc, light: &Light) {
        const LEVELS: usize = 6;
        let [cu, cv, cz] = self.stand.centre().map(|at| at as f32);
        let middle = disc.at.map(|at| at as f32);
        let (radius, foot, high) = (disc.radius as f32, disc.foot as f32, disc.height as f32);
        // Where beside the disc's axis a ray is at a height: it comes straight from where it meets the board to the camera.
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
        for at in self.around(disc.at, disc.foot, disc.radius, disc.height) {
            let ray = self.rays[at];
            let met = (0..=LEVELS).rev().find(|level| out(ray, foot + high * *level as f32 / LEVELS as f32) <= 1.0);
            // A turned rim on the top, and sides that are darker.
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

    /// The shadow that a disc throws around its foot, away from the light.
    fn shade(&self, tones: &mut [Tone], disc: &Disc, light: &Light) {
        let away = light.away();
        let middle = [disc.at[0] + away[0] * disc.height * 0.4, disc.at[1] + away[1] * disc.height * 0.4];
        let reach = disc.radius + disc.height * 0.5;
        for at in self.around(middle, 0.0, reach, 0.0) {
            let [u, v] = self.rays[at].map(f64::from);
            let out = (u - middle[0]).hypot(v - middle[1]);
            let depth = ((reach - out) / (disc.height * 0.7)).clamp(0.0, 1.0) as f32 * 0.45;
            tones[at] = tones[at].map(|tone| tone * (1.0 - depth));
        }
    }
}
