//! The board widget of a game: painting, zooming, selecting; the table of games with cards and dice, and boards that grow. Legal moves are passed in, the chosen move is returned; the widget
//! does not apply moves.

mod arrange;
mod dice;
mod drop_axis;
mod growing;
#[cfg(test)]
mod marked_games;
mod marks;
mod motion;
mod moves;
mod pictures;
#[cfg(test)]
mod pointer_tests;
mod prepared;
mod primitives;
mod table_view;
mod view;

pub use arrange::{DragKind, DragResult, LinkedPlaces};
pub use growing::{GrowingBoard, GrowingFrame, TurnMode, TurnValue, TurnValues, WeightsChoice};
pub use marks::{Arrow, Marks};
pub use moves::{LegalMoves, Origin, origin};
pub use pictures::PictureCache;
pub use prepared::{PreparedPosition, describe_piece};
pub use primitives::ViewTransform;
pub use table_view::TableView;
pub use view::{Board, BoardAction, Transition};
