//! Drawings of board positions: a [`Scene`] of plain vector shapes, in painting order.
//!
//! [`Contents`] lists the pieces and texts on the board in a position, [`scene`] composes the board and its contents into a [`Scene`], and
//! [`svg`] writes a scene as a self-contained SVG file. A window or another canvas paints the scene itself: every [`Item`] says
//! which place or piece it depicts, so that a canvas can also map clicks back to the game.
//!
//! [`stacks`] counts the pieces that lie on one another; a scene shows their numbers.
//!
//! [`board_scene`] draws boards that grow tile by tile, and [`tile_sheet`] all types of tiles.
//!
//! [`table_scene`] draws the cards, dice and chips of games written in Rust, with an area and a move for each object.
//!
//! This crate is not for: opening windows, rasterising, animating, or reading files. Pictures that a game file names come
//! through the trait [`Pictures`]. The crate knows how the objects of a game look, and no rule of any game.
//!
//! # Example
//! A board of three fields with one piece, as SVG:
//!
//! ```
//! use boardwright_compiler::game::CompiledGame;
//! use boardwright_draw::{Contents, NoPictures, Subject, scene, svg};
//! use boardwright_game::game::Game as _;
//! use boardwright_lang::{AllPictures, Source, load};
//!
//! let text = "
//! [GAME]
//! edition = 2026
//! title = Walk
//! [PLAYERS]
//! 1 = White #f0f0f0
//! 2 = Black #101010
//! [ELEMENT TYPES]
//! name = man
//! draw = disc(owner, 80)
//! [LOCATION TYPES]
//! name = field
//! shape = rectangle(40,40)
//! draw = square(#a0a0a0, 100)
//! [LOCATIONS]
//! name = f($X: 1..3)
//! type = field
//! point = 50*$X, 100
//! [ELEMENTS]
//! name = m(1)
//! type = man
//! player = 1
//! location = f(1)
//! [RULES]
//! name = go
//! element = man
//! from = field
//! to = field
//! ";
//! let loaded = load(&Source::new("walk.game", text.as_bytes()), &AllPictures);
//! let game = CompiledGame::new(loaded.rules.expect("the rules are valid")).expect("the game is small");
//!
//! let contents = Contents::of(&game, &game.initial_state());
//! let scene = scene(game.rules(), &contents, &NoPictures);
//! assert!(scene.items.iter().any(|item| matches!(item.subject, Subject::Piece(..)) && item.name == "m(1)"));
//!
//! let file = svg(&scene, &game.rules().title, &NoPictures);
//! assert!(file.starts_with("<svg"));
//! ```

mod base64;
mod chess;
mod compose;
mod coordinates;
mod ink;
mod lines;
mod marks;
mod ornaments;
mod path;
mod picture;
mod place;
mod scene;
mod stacks;
mod svg;
mod table;
mod tiles;

pub use compose::{Contents, Piece, pieces, scene};
pub use ink::{Ink, player_colour};
pub use path::{Outline, PenCommand, Point};
pub use picture::{NoPictures, Pictures};
pub use place::{Place, places};
pub use scene::{Area, Item, Scene, Shape, Stroke, Subject};
pub use stacks::{Stack, stacks};
pub use svg::svg;
pub use table::{HitArea, TableScene, table_scene};
pub use tiles::{
    BoardPicture, Scoreboard, TILE, TileMap, board_scene, cell_corner, joined_extent, meeple_shapes, player_ink,
    tile_back, tile_shapes, tile_sheet, turned_point,
};
