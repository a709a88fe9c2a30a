//! The board widget of a game: painting, zooming, selecting; and the table of games with cards and dice. Legal moves are passed in, the chosen move is returned; the widget
//! does not apply moves.

mod arrange;
mod marks;
mod motion;
mod moves;
mod pictures;
mod prepared;
mod primitives;
mod table_view;
mod view;

pub use arrange::{DragKind, DragResult, LinkedPlaces};
pub use marks::{Arrow, Marks};
pub use moves::{LegalMoves, Origin, origin};
pub use pictures::PictureCache;
pub use prepared::PreparedPosition;
pub use primitives::ViewTransform;
pub use table_view::TableView;
pub use view::{Board, BoardAction};
