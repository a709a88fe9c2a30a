//! Light and cameras as they are found: in an office, and where it is hard.

use boardwright_vision::render::{Band, Light, Sensor, Stand};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

use super::Stage;
use crate::layout::Layout;

/// How hard a table is to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Even white light, a good camera almost straight above.
    Office,
    /// Dim coloured light from one side, a band of shadow, a poor camera 35 degrees aslant.
    Hard,
}

/// From which ranges conditions are drawn: software is made with some, and measured with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranges {
    /// To make it with.
    Making,
    /// To measure it with: wider, and other chances.
    Measuring,
}

/// A camera before a table in some light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Where the camera stands.
    pub stand: Stand,
    /// The light.
    pub light: Light,
    /// What the camera makes of it.
    pub sensor: Sensor,
}

impl Conditions {
    /// Nothing is wrong: even white light, a good camera a little aslant.
    pub fn even(layout: &Layout, size: (u32, u32)) -> Self {
        Self {
            stand: Stage::overlooking(layout, size, 9.0),
            light: Light { tone: [0.95; 3], from: 0.0, gradient: 0.0, band: None },
            sensor: Sensor { exposure: 0.9, blur: 0.8, noise: 0.012, jpeg: Some(90) },
        }
    }

    /// Any of a level.
    pub fn any(level: Level, ranges: Ranges, layout: &Layout, size: (u32, u32), random: &mut Pcg64Mcg) -> Self {
        let wide = match ranges {
            Ranges::Making => 0.8,
            Ranges::Measuring => 1.0,
        };
        let mut around = |middle: f64, far: f64| middle + wide * far * random.random_range(-1.0..1.0);
        match level {
            Level::Office => {
                let tilt = around(9.0, 9.0);
                let side = around(-90.0, 25.0);
                let roll = around(0.0, 6.0);
                let tone = [0.95 * around(1.0, 0.06), 0.95, 0.95 * around(1.0, 0.08)].map(|light| light as f32);
                let light = Light { tone, from: around(0.0, 180.0), gradient: around(0.1, 0.1), band: None };
                let sensor = Sensor {
                    exposure: around(0.9, 0.12) as f32,
                    blur: around(0.8, 0.3) as f32,
                    noise: around(0.012, 0.006) as f32,
                    jpeg: Some(around(90.0, 5.0) as u8),
                };
                let stand = Stand { side, roll, ..Stage::overlooking(layout, size, tilt.max(0.0)) };
                Self { stand, light, sensor }
            }
            Level::Hard => {
                let stand = Stand {
                    side: around(-90.0, 20.0),
                    roll: around(0.0, 8.0),
                    ..Stage::overlooking(layout, size, around(33.0, 2.0))
                };
                // A lamp of an evening: red half as strong again as blue.
                let dim = around(0.3, 0.1);
                let tone = [dim * around(1.2, 0.1), dim, dim * around(0.72, 0.12)].map(|light| light as f32);
                let band = Band {
                    across: around(0.0, 180.0),
                    middle: around(0.0, 70.0),
                    width: around(70.0, 30.0),
                    left: around(0.5, 0.1),
                };
                let light = Light { tone, from: around(0.0, 180.0), gradient: around(0.25, 0.08), band: Some(band) };
                let sensor = Sensor {
                    exposure: 1.0,
                    blur: around(1.2, 0.4) as f32,
                    noise: around(0.025, 0.008) as f32,
                    jpeg: Some(50),
                };
                Self { stand, light, sensor }
            }
        }
    }

    /// The same a while later: the light has changed a little.
    #[must_use]
    pub fn later(mut self, random: &mut Pcg64Mcg) -> Self {
        let dimmed = random.random_range(0.88..1.12_f32);
        self.light.tone = self.light.tone.map(|tone| tone * dimmed * random.random_range(0.98..1.02));
        self.light.from += random.random_range(-6.0..6.0);
        self
    }
}
