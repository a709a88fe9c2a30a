//! A position as a drawing: plain shapes in the order in which they are painted.
//! It opens no file, no window, and knows no rule of any game but how its things look.
//!
//! [`scene`] makes a [`Scene`] of a rule set and of what lies on its board; whoever has a canvas paints that. [`svg`]
//! writes it as a picture that stands alone.

mod base64;
mod chess;
mod compose;
mod ink;
mod lines;
mod marks;
mod ornaments;
mod path;
mod picture;
mod place;
mod scene;
mod svg;

pub use compose::{Piece, pieces, scene};
pub use ink::Ink;
pub use path::{Outline, Point, Step};
pub use picture::{NoPictures, Pictures};
pub use place::{Place, places};
pub use scene::{Area, Item, Of, Scene, Shape, Stroke};
pub use svg::svg;
