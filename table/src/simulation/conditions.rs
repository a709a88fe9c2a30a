//! Lighting and camera conditions: a typical office, and difficult conditions.

use boardwright_vision::render::{CameraPose, Light, Sensor, ShadowBand};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

use super::CameraScene;
use crate::layout::Layout;

/// The difficulty of the viewing conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Even white light, and a good camera nearly straight above.
    Office,
    /// Dim coloured light from one side, a band of shadow, and a poor camera tilted by 35 degrees.
    Hard,
}

/// The parameter set from which conditions are drawn: development and evaluation use different sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterSet {
    /// Conditions used during development.
    Development,
    /// Conditions used for evaluation: wider ranges and other random draws.
    Evaluation,
}

/// Camera pose, light and sensor of a simulated image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewingConditions {
    /// The pose of the camera.
    pub pose: CameraPose,
    /// The light.
    pub light: Light,
    /// The camera's sensor.
    pub sensor: Sensor,
}

impl ViewingConditions {
    /// Ideal conditions: even white light, and a good camera with a slight tilt.
    pub fn ideal(layout: &Layout, size: (u32, u32)) -> Self {
        Self {
            pose: CameraScene::pose_over(layout, size, 9.0),
            light: Light { tone: [0.95; 3], from: 0.0, gradient: 0.0, band: None },
            sensor: Sensor { exposure: 0.9, blur: 0.8, noise: 0.012, jpeg: Some(90) },
        }
    }

    /// Random conditions of a difficulty.
    pub fn random(
        level: Difficulty,
        ranges: ParameterSet,
        layout: &Layout,
        size: (u32, u32),
        random: &mut Pcg64Mcg,
    ) -> Self {
        let width = match ranges {
            ParameterSet::Development => 0.8,
            ParameterSet::Evaluation => 1.0,
        };
        let mut varied = |middle: f64, far: f64| middle + width * far * random.random_range(-1.0..1.0);
        match level {
            Difficulty::Office => {
                let tilt = varied(9.0, 9.0);
                let side = varied(-90.0, 25.0);
                let roll = varied(0.0, 6.0);
                let tone = [0.95 * varied(1.0, 0.06), 0.95, 0.95 * varied(1.0, 0.08)].map(|light| light as f32);
                let light = Light { tone, from: varied(0.0, 180.0), gradient: varied(0.1, 0.1), band: None };
                let sensor = Sensor {
                    exposure: varied(0.9, 0.12) as f32,
                    blur: varied(0.8, 0.3) as f32,
                    noise: varied(0.012, 0.006) as f32,
                    jpeg: Some(varied(90.0, 5.0) as u8),
                };
                let pose = CameraPose { side, roll, ..CameraScene::pose_over(layout, size, tilt.max(0.0)) };
                Self { pose, light, sensor }
            }
            Difficulty::Hard => {
                let pose = CameraPose {
                    side: varied(-90.0, 20.0),
                    roll: varied(0.0, 8.0),
                    ..CameraScene::pose_over(layout, size, varied(33.0, 2.0))
                };
                // Incandescent light: red is half as strong again as blue.
                let dim = varied(0.3, 0.1);
                let tone = [dim * varied(1.2, 0.1), dim, dim * varied(0.72, 0.12)].map(|light| light as f32);
                let band = ShadowBand {
                    across: varied(0.0, 180.0),
                    middle: varied(0.0, 70.0),
                    width: varied(70.0, 30.0),
                    remaining: varied(0.5, 0.1),
                };
                let light = Light { tone, from: varied(0.0, 180.0), gradient: varied(0.25, 0.08), band: Some(band) };
                let sensor = Sensor {
                    exposure: 1.0,
                    blur: varied(1.2, 0.4) as f32,
                    noise: varied(0.025, 0.008) as f32,
                    jpeg: Some(50),
                };
                Self { pose, light, sensor }
            }
        }
    }

    /// Returns the conditions a while later: the light has changed a little.
    #[must_use]
    pub fn vary_light(mut self, random: &mut Pcg64Mcg) -> Self {
        let dimmed = random.random_range(0.88..1.12_f32);
        self.light.tone = self.light.tone.map(|tone| tone * dimmed * random.random_range(0.98..1.02));
        self.light.from += random.random_range(-6.0..6.0);
        self
    }
}
