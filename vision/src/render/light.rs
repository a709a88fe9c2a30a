//! Light on a table.

use crate::tone::Tone;

/// Light as it falls on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// How bright it is in the middle, and of which colour.
    pub tone: Tone,
    /// From where it comes, in degrees against the clock from the board's right.
    pub from: f64,
    /// By how much of the middle's brightness it grows over 100 mm towards where it comes from.
    pub gradient: f64,
    /// A band of shadow.
    pub band: Option<Band>,
}

/// A band of shadow across the table, as a window frame throws it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The direction across it, in degrees.
    pub across: f64,
    /// How far its middle is from the middle of the board, in mm.
    pub middle: f64,
    /// Its width in mm.
    pub width: f64,
    /// How much of the light is left in it.
    pub left: f64,
}

impl Light {
    /// How much light of each colour falls on a point of the board.
    pub(super) fn at(&self, [u, v]: [f32; 2]) -> Tone {
        let (sine, cosine) = (self.from.to_radians() as f32).sin_cos();
        let mut gain = (1.0 + self.gradient as f32 * (u * cosine + v * sine) / 100.0).max(0.15);
        if let Some(band) = self.band {
            let (sine, cosine) = (band.across.to_radians() as f32).sin_cos();
            let off = (u * cosine + v * sine - band.middle as f32).abs();
            // Its edges are soft over 12 mm.
            let inside = ((band.width as f32 / 2.0 - off) / 12.0 + 0.5).clamp(0.0, 1.0);
            gain *= 1.0 - inside * (1.0 - band.left as f32);
        }
        self.tone.map(|tone| tone * gain)
    }

    /// The direction in which shadows fall.
    pub(super) fn away(&self) -> [f64; 2] {
        let (sine, cosine) = self.from.to_radians().sin_cos();
        [-cosine, -sine]
    }
}
