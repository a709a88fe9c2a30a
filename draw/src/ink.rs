//! Colours to paint with: whose they are, what goes with them, how light they are.
//! Which part of a drawing gets which is told elsewhere.

use boardwright_engine::ids::Player;
use boardwright_engine::rules::{Colour, Paint, RuleSet};

/// A colour, and how much it hides what is below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// The colour.
    pub colour: Colour,
    /// From 0, nothing, to 1, everything.
    pub opacity: f64,
}

impl From<Colour> for Ink {
    fn from(colour: Colour) -> Self {
        Self { colour, opacity: 1.0 }
    }
}

const BLACK: Colour = Colour(0, 0, 0);
const WHITE: Colour = Colour(255, 255, 255);

/// Behind a board whose file says nothing of it.
pub const PAPER: Colour = Colour(0xf4, 0xef, 0xe4);
/// Places of a file that says nothing of how they look.
pub const PLACE: Colour = Colour(0xdf, 0xd5, 0xc0);
/// Lines of a board whose file says nothing of their colour.
pub const LINE: Colour = Colour(0x55, 0x4a, 0x3f);
/// Pieces that are nobody's in a file that says nothing of how they look.
const NOBODY: Colour = Colour(0x8c, 0x8c, 0x88);

/// Of players whose file says nothing of their colours, one after another.
const PLAYERS: [Colour; 6] = [
    Colour(0xf5, 0xf0, 0xe3),
    Colour(0x2d, 0x2d, 0x30),
    Colour(0xb8, 0x3a, 0x32),
    Colour(0x2f, 0x6c, 0xa8),
    Colour(0x3f, 0x8a, 0x4f),
    Colour(0xd9, 0xa3, 0x2a),
];

/// The colour of what is a player's.
pub fn of_player(rules: &RuleSet, player: Player) -> Colour {
    let chosen = rules.player_colours.get(player.index()).copied().flatten();
    chosen.unwrap_or(PLAYERS[player.index() % PLAYERS.len()])
}

/// The colour of pieces that have no drawing.
pub fn of_owner(rules: &RuleSet, owner: Option<Player>) -> Colour {
    owner.map_or(NOBODY, |player| of_player(rules, player))
}

/// The colour that a paint is for an owner.
pub fn of_paint(rules: &RuleSet, paint: Paint, owner: Option<Player>) -> Colour {
    match paint {
        Paint::Colour(colour) => colour,
        Paint::Owner => owner.map_or(BLACK, |player| of_player(rules, player)),
    }
}

/// A colour with a part of another, from 0 to 1.
pub fn mixed(colour: Colour, other: Colour, part: f64) -> Colour {
    let mix = |one: u8, other: u8| (f64::from(one) + (f64::from(other) - f64::from(one)) * part).round() as u8;
    Colour(mix(colour.0, other.0), mix(colour.1, other.1), mix(colour.2, other.2))
}

/// How light a colour looks, from 0 to 1: luma by ITU-R BT.601.
pub fn lightness(colour: Colour) -> f64 {
    (0.299 * f64::from(colour.0) + 0.587 * f64::from(colour.1) + 0.114 * f64::from(colour.2)) / 255.0
}

/// A little darker: what a rim has that only says where a shape ends.
pub fn rim(colour: Colour) -> Colour {
    if lightness(colour) < 0.25 { mixed(colour, WHITE, 0.28) } else { mixed(colour, BLACK, 0.38) }
}

/// The outline of a figure, which shows a light one on light ground and the parts of a dark one.
pub fn outline(colour: Colour) -> Colour {
    if lightness(colour) < 0.25 { mixed(colour, WHITE, 0.55) } else { mixed(colour, BLACK, 0.78) }
}

/// What is drawn on a shape of this colour.
pub fn contrast(colour: Colour) -> Colour {
    if lightness(colour) < 0.5 { mixed(colour, WHITE, 0.82) } else { mixed(colour, BLACK, 0.78) }
}

/// What lies below a piece where no light falls.
pub const SHADOW: Ink = Ink { colour: BLACK, opacity: 0.22 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_on_a_colour_is_seen() {
        for level in 0..=255 {
            let colour = Colour(level, level, level);
            assert!((lightness(contrast(colour)) - lightness(colour)).abs() > 0.35, "{colour:?}");
            assert!((lightness(rim(colour)) - lightness(colour)).abs() > 0.09, "{colour:?}");
        }
    }

    #[test]
    fn mixing_goes_from_one_to_the_other() {
        assert_eq!(mixed(WHITE, BLACK, 0.0), WHITE);
        assert_eq!(mixed(WHITE, BLACK, 1.0), BLACK);
        assert_eq!(mixed(Colour(0, 100, 200), Colour(100, 0, 200), 0.5), Colour(50, 50, 200));
    }
}
