//! Colours: player colours, default colours, shades and contrast.
//! Other modules decide which part of a drawing gets which colour.

use boardwright_game::ids::Player;
use boardwright_rules::{Colour, Paint, RuleSet};

/// A colour with an opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// The colour.
    pub colour: Colour,
    /// Opacity from 0 (transparent) to 1 (opaque).
    pub opacity: f64,
}

impl From<Colour> for Ink {
    fn from(colour: Colour) -> Self {
        Self { colour, opacity: 1.0 }
    }
}

const BLACK: Colour = Colour(0, 0, 0);
/// Colour of the numbers of stacks.
pub const WHITE: Colour = Colour(255, 255, 255);
/// Colour of the plates of these numbers.
pub const PLATE: Colour = Colour(40, 40, 40);

/// Background of a board whose file specifies none.
pub const PAPER: Colour = Colour(0xf4, 0xef, 0xe4);
/// Colour of places whose file does not describe their look.
pub const PLACE: Colour = Colour(0xdf, 0xd5, 0xc0);
/// Colour of board lines whose file specifies none.
pub const LINE: Colour = Colour(0x55, 0x4a, 0x3f);
/// Colour of pieces without owner and without a drawing.
pub const NOBODY: Colour = Colour(0x8c, 0x8c, 0x88);

/// Default colours of players, in order, for files that specify none.
const PLAYERS: [Colour; 6] = [
    Colour(0xf5, 0xf0, 0xe3),
    Colour(0x2d, 0x2d, 0x30),
    Colour(0xb8, 0x3a, 0x32),
    Colour(0x2f, 0x6c, 0xa8),
    Colour(0x3f, 0x8a, 0x4f),
    Colour(0xd9, 0xa3, 0x2a),
];

/// Returns the colour of a player by the game file.
pub fn player_colour(rules: &RuleSet, player: Player) -> Colour {
    let chosen = rules.player_colours.get(player.index()).copied().flatten();
    chosen.unwrap_or(PLAYERS[player.index() % PLAYERS.len()])
}

/// Resolves a paint to a colour, given the colour of the owner of the element.
pub fn paint_colour(paint: Paint, owner: Option<Colour>) -> Colour {
    match paint {
        Paint::Colour(colour) => colour,
        Paint::Owner => owner.unwrap_or(BLACK),
    }
}

/// Linear interpolation between two colours; `part` is the share of `other`, from 0 to 1.
pub fn mix(colour: Colour, other: Colour, part: f64) -> Colour {
    let mix = |one: u8, other: u8| (f64::from(one) + (f64::from(other) - f64::from(one)) * part).round() as u8;
    Colour(mix(colour.0, other.0), mix(colour.1, other.1), mix(colour.2, other.2))
}

/// Perceived lightness of a colour, from 0 to 1: luma by ITU-R BT.601.
pub fn lightness(colour: Colour) -> f64 {
    (0.299 * f64::from(colour.0) + 0.587 * f64::from(colour.1) + 0.114 * f64::from(colour.2)) / 255.0
}

/// Returns a slightly darker shade, for a rim that marks the edge of a shape.
pub fn rim(colour: Colour) -> Colour {
    if lightness(colour) < 0.25 { mix(colour, WHITE, 0.28) } else { mix(colour, BLACK, 0.38) }
}

/// Returns the outline colour of a figure: dark around light figures, light between the parts of dark ones.
pub fn outline(colour: Colour) -> Colour {
    if lightness(colour) < 0.25 { mix(colour, WHITE, 0.55) } else { mix(colour, BLACK, 0.78) }
}

/// Returns a colour that is readable on a shape of this colour.
pub fn contrast(colour: Colour) -> Colour {
    if lightness(colour) < 0.5 { mix(colour, WHITE, 0.82) } else { mix(colour, BLACK, 0.78) }
}

/// Drop shadow below a piece.
pub const SHADOW: Ink = Ink { colour: BLACK, opacity: 0.22 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_colours_differ_in_lightness() {
        for level in 0..=255 {
            let colour = Colour(level, level, level);
            assert!((lightness(contrast(colour)) - lightness(colour)).abs() > 0.35, "{colour:?}");
            assert!((lightness(rim(colour)) - lightness(colour)).abs() > 0.09, "{colour:?}");
        }
    }

    #[test]
    fn mixing_goes_from_one_to_the_other() {
        assert_eq!(mix(WHITE, BLACK, 0.0), WHITE);
        assert_eq!(mix(WHITE, BLACK, 1.0), BLACK);
        assert_eq!(mix(Colour(0, 100, 200), Colour(100, 0, 200), 0.5), Colour(50, 50, 200));
    }
}
