//! Colours as amounts of light.

use std::sync::LazyLock;

/// Red, green and blue light, linear: 0 is none, 1 is what a white sheet gives back in full light.
pub type Tone = [f32; 3];

static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|level| {
        let share = level as f32 / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    })
});

/// The light that a level of a picture stands for (IEC 61966-2-1, sRGB).
pub fn linear(level: u8) -> f32 {
    LINEAR[usize::from(level)]
}

/// By light in steps of 1/4095: its level.
static LEVELS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let level = |step: usize| {
        let light = step as f32 / 4095.0;
        let share = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        (share * 255.0).round() as u8
    };
    (0..4096).map(level).collect()
});

/// The level that a picture has for an amount of light; what is too bright is as bright as it gets.
pub fn level(light: f32) -> u8 {
    LEVELS[(light.clamp(0.0, 1.0) * 4095.0) as usize]
}

/// Hue in degrees, saturation and value from 0 to 1, of levels.
pub fn hsv([red, green, blue]: [u8; 3]) -> [f64; 3] {
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
    fn levels_are_found_again_from_their_light() {
        for value in 8..=255 {
            assert!(level(linear(value)).abs_diff(value) <= 1, "{value}");
        }
        assert_eq!((level(0.0), level(1.0), level(7.0)), (0, 255, 255));
    }

    #[test]
    fn hues_are_those_of_the_circle() {
        let rounded = |levels| hsv(levels).map(|number| (number * 100.0).round() as i32);
        assert_eq!(rounded([255, 0, 0]), [0, 100, 100]);
        assert_eq!(rounded([0, 255, 0]), [12_000, 100, 100]);
        assert_eq!(rounded([0, 0, 255]), [24_000, 100, 100]);
        assert_eq!(rounded([255, 0, 255]), [30_000, 100, 100]);
        assert_eq!(rounded([51, 51, 51]), [0, 0, 20]);
    }
}
