//! Colour conversions: sRGB levels, linear light and HSV.

use std::sync::LazyLock;

/// Linear red, green and blue light: 0 is no light, 1 is the reflection of a white sheet in full light.
pub type LinearRgb = [f32; 3];

static LINEAR_LEVELS: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|level| {
        let share = level as f32 / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    })
});

/// The linear light of an sRGB level (IEC 61966-2-1).
pub fn linear_from_srgb(level: u8) -> f32 {
    LINEAR_LEVELS[usize::from(level)]
}

/// sRGB levels of linear light in steps of 1/4095.
static SRGB_LEVELS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let level = |step: usize| {
        let light = step as f32 / 4095.0;
        let share = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        (share * 255.0).round() as u8
    };
    (0..4096).map(level).collect()
});

/// The sRGB level of linear light, clamped to 0 to 1.
pub fn srgb_from_linear(light: f32) -> u8 {
    SRGB_LEVELS[(light.clamp(0.0, 1.0) * 4095.0) as usize]
}

/// HSV of sRGB levels: hue in degrees, saturation and value from 0 to 1.
pub fn hsv_from_srgb([red, green, blue]: [u8; 3]) -> [f64; 3] {
    let [red, green, blue] = [red, green, blue].map(|level| f64::from(level) / 255.0);
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let range = most - least;
    if range <= 0.0 {
        return [0.0, 0.0, most];
    }
    let sixth = if red >= most {
        ((green - blue) / range).rem_euclid(6.0)
    } else if green >= most {
        (blue - red) / range + 2.0
    } else {
        (red - green) / range + 4.0
    };
    [60.0 * sixth, range / most, most]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_between_srgb_and_linear_light_are_inverse() {
        for value in 8..=255 {
            assert!(srgb_from_linear(linear_from_srgb(value)).abs_diff(value) <= 1, "{value}");
        }
        assert_eq!((srgb_from_linear(0.0), srgb_from_linear(1.0), srgb_from_linear(7.0)), (0, 255, 255));
    }

    #[test]
    fn hues_follow_the_colour_circle() {
        let rounded = |levels| hsv_from_srgb(levels).map(|number| (number * 100.0).round() as i32);
        assert_eq!(rounded([255, 0, 0]), [0, 100, 100]);
        assert_eq!(rounded([0, 255, 0]), [12_000, 100, 100]);
        assert_eq!(rounded([0, 0, 255]), [24_000, 100, 100]);
        assert_eq!(rounded([255, 0, 255]), [30_000, 100, 100]);
        assert_eq!(rounded([51, 51, 51]), [0, 0, 20]);
    }
}
