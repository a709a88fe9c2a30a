//! Meeples in the colours of their players. Each carries the number of its player, so that colours need not be told apart.

use boardwright_game::ids::Player;
use boardwright_game::tile_board::SegmentKind;
use boardwright_rules::Colour;

use crate::ink::{Ink, contrast};
use crate::path::{Outline, PenCommand, Point};
use crate::scene::{Shape, Stroke};

/// Colours of the players, in their order.
const COLOURS: [Colour; 5] = [
    Colour(0xc4, 0x2f, 0x2a),
    Colour(0x2a, 0x62, 0xb5),
    Colour(0xf0, 0xc4, 0x2c),
    Colour(0x1f, 0x80, 0x60),
    Colour(0x33, 0x31, 0x36),
];
/// Size of a meeple on a tile, relative to its silhouette.
const SIZE: f64 = 0.85;
const HALO: Colour = Colour(0xfd, 0xfb, 0xf4);
const LINE: Colour = Colour(0x17, 0x14, 0x12);

/// Colour of a player's meeples.
pub fn player_ink(player: Player) -> Ink {
    COLOURS[player.index() % COLOURS.len()].into()
}

/// Silhouette of a standing meeple, 24 pixels high around the origin.
fn silhouette() -> Outline {
    let at = Point::new;
    Outline::mirrored(&[
        PenCommand::Move(at(0.0, -12.0)),
        PenCommand::Curve(at(3.6, -12.0), at(5.2, -8.6), at(3.8, -5.2)),
        PenCommand::Curve(at(7.6, -4.6), at(12.0, -1.6), at(12.0, 1.0)),
        PenCommand::Curve(at(12.0, 3.0), at(9.0, 3.4), at(6.2, 2.6)),
        PenCommand::Curve(at(6.8, 5.6), at(9.8, 9.0), at(9.8, 11.0)),
        PenCommand::Line(at(9.2, 12.0)),
        PenCommand::Line(at(2.8, 12.0)),
        PenCommand::Curve(at(2.4, 9.6), at(1.4, 8.0), at(0.0, 8.0)),
    ])
}

/// A meeple with its middle at a point; a farmer lies. `size` is 1 on a tile of normal size.
pub fn meeple_shapes(player: Player, kind: SegmentKind, centre: Point, size: f64, opacity: f64) -> Vec<Shape> {
    let size = size * SIZE;
    let Ink { colour, .. } = player_ink(player);
    let ink = |colour: Colour| Ink { colour, opacity };
    let outline = silhouette();
    let outline = if kind == SegmentKind::Field { outline.mapped(|Point { x, y }| Point::new(-y, x)) } else { outline };
    let outline = outline.transformed(centre, size);
    let line = |colour: Colour, width: f64| Some(Stroke { ink: ink(colour), width: width * size });
    // The number stands on the chest.
    let chest = if kind == SegmentKind::Field { Point::new(-1.0, 0.0) } else { Point::new(0.0, 1.0) };
    vec![
        Shape::Outline { outline: outline.clone(), fill: None, stroke: line(HALO, 4.0) },
        Shape::Outline { outline, fill: Some(ink(colour)), stroke: line(LINE, 1.4) },
        Shape::Text {
            centre: Point::new(centre.x + size * chest.x, centre.y + size * chest.y),
            size: 10.0 * size,
            text: player.to_string(),
            fill: ink(contrast(colour)),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::lightness;

    #[test]
    fn meeples_of_all_players_differ_and_carry_their_number() {
        for (index, player) in (1..=5).filter_map(Player::new).enumerate() {
            let shapes = meeple_shapes(player, SegmentKind::City, Point::default(), 1.0, 1.0);
            let number = (index + 1).to_string();
            assert!(shapes.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if *text == number)));
            let Ink { colour, .. } = player_ink(player);
            assert!((lightness(contrast(colour)) - lightness(colour)).abs() > 0.35, "player {number}");
            for other in COLOURS.iter().take(index) {
                let apart = |one: u8, other: u8| (i32::from(one) - i32::from(other)).abs();
                let sum = apart(colour.0, other.0) + apart(colour.1, other.1) + apart(colour.2, other.2);
                assert!(sum > 90, "{colour:?} and {other:?}");
            }
        }
    }
}
