//! Colours of marks on boards and tables. Boards have the same colours in the light and the dark theme.

use boardwright_rules::Colour;
use eframe::egui::Color32;

/// Places of the last move.
pub const LAST: Color32 = Color32::from_rgb(0xe0, 0xa8, 0x2e);
/// The place that is picked.
pub const PICKED: Color32 = Color32::from_rgb(0x1f, 0x77, 0xd0);
/// Places to which the picked piece can go.
pub const TARGET: Color32 = Color32::from_rgb(0x1f, 0x77, 0xd0);
/// The line that decided the game.
pub const WON: Color32 = Color32::from_rgb(0x0f, 0x8a, 0x4a);
/// Moves that analysis shows.
pub const THOUGHT: Color32 = Color32::from_rgb(0x12, 0x8a, 0x6a);
/// Light and dark squares in blue and grey.
pub const BLUE_GREY: [Color32; 2] = [Color32::from_rgb(0xde, 0xe3, 0xe6), Color32::from_rgb(0x8c, 0xa2, 0xad)];
/// Light and dark squares that differ in lightness and hue for people with any kind of colour vision.
pub const HIGH_CONTRAST: [Color32; 2] = [Color32::from_rgb(0xff, 0xf4, 0xd6), Color32::from_rgb(0x4c, 0x74, 0xa8)];
/// Colours of players for people with any kind of colour vision, after Okabe and Ito, "Color Universal Design" (2008).
pub const SAFE_PLAYERS: [Colour; 6] = [
    Colour(0xe6, 0x9f, 0x00),
    Colour(0x00, 0x72, 0xb2),
    Colour(0xf0, 0xe4, 0x42),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0x00, 0x9e, 0x73),
    Colour(0x56, 0xb4, 0xe9),
];
/// Strong colours of players.
pub const STRONG_PLAYERS: [Colour; 6] = [
    Colour(0xe0, 0x1b, 0x24),
    Colour(0x1c, 0x5a, 0xd6),
    Colour(0xff, 0xd2, 0x1f),
    Colour(0x12, 0x9a, 0x3c),
    Colour(0x86, 0x2f, 0xb8),
    Colour(0xf3, 0x7a, 0x12),
];
/// A piece that is attacked and decides the game, as a king in check.
pub const CHECK: Color32 = Color32::from_rgb(0xd6, 0x2f, 0x22);
/// A move that is made as soon as it is legal.
pub const PREMOVE: Color32 = Color32::from_rgb(0x8a, 0x4f, 0xc0);
/// The tray of pieces beside a board.
pub const TRAY: Color32 = Color32::from_rgb(0xa8, 0x9c, 0x86);
/// The table below a board that grows.
pub const TABLE: Color32 = Color32::from_rgb(0x2f, 0x3d, 0x3a);
/// Places where a tile can lie.
pub const FREE: Color32 = Color32::from_rgb(0xf0, 0xc2, 0x4b);
/// Chosen or highlighted things on a table.
pub const CHOSEN: Color32 = Color32::from_rgb(0xff, 0xf2, 0xb8);
/// Ground of counts and names on a board, below white text.
pub const PLATE: Color32 = Color32::from_rgb(40, 40, 40);
/// Dice on buttons.
pub const DIE: Color32 = Color32::from_rgb(0xf7, 0xf3, 0xe8);
/// Places beside the board in the view of the table.
pub const BESIDE: Color32 = Color32::from_rgb(0x9f, 0xb2, 0xc6);
