//! Lighting of the simulated table.

use crate::tone::LinearRgb;

/// The light on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Linear light at the centre of the board.
    pub tone: LinearRgb,
    /// Direction of the light source, in degrees counter-clockwise from the board's right.
    pub from: f64,
    /// Gradient: relative increase of the light over 100 mm towards the source.
    pub gradient: f64,
    /// An optional band of shadow.
    pub band: Option<ShadowBand>,
}

/// A band of shadow across the table, like that of a window frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShadowBand {
    /// The direction across the band, in degrees.
    pub across: f64,
    /// Distance of the band's centre line from the centre of the board, in mm.
    pub middle: f64,
    /// Width of the band, in mm.
    pub width: f64,
    /// Fraction of the light that remains in the band.
    pub remaining: f64,
}

impl Light {
    /// The light at a point of the board.
    pub(super) fn at(&self, [u, v]: [f32; 2]) -> LinearRgb {
        let (sine, cosine) = (self.from.to_radians() as f32).sin_cos();
        let mut gain = (1.0 + self.gradient as f32 * (u * cosine + v * sine) / 100.0).max(0.15);
        if let Some(band) = self.band {
            let (sine, cosine) = (band.across.to_radians() as f32).sin_cos();
            let off = (u * cosine + v * sine - band.middle as f32).abs();
            // The edges of the band are soft over 12 mm.
            let inside = ((band.width as f32 / 2.0 - off) / 12.0 + 0.5).clamp(0.0, 1.0);
            gain *= 1.0 - inside * (1.0 - band.remaining as f32);
        }
        self.tone.map(|tone| tone * gain)
    }

    /// The direction in which shadows fall.
    pub(super) fn shadow_direction(&self) -> [f64; 2] {
        let (sine, cosine) = self.from.to_radians().sin_cos();
        [-cosine, -sine]
    }
}
