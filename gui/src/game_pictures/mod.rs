//! Pictures of games on cards and in dialogs: drawn in the background, kept as files, and painted as textures. Boards that are
//! played on are painted elsewhere.

mod cache;
mod drawing;
mod facts;
mod painter;
mod worker;

pub use drawing::GameDrawing;
pub use facts::GameFacts;
pub use painter::{GamePicture, PictureSize};
pub use worker::{GamePictures, PictureSource};
