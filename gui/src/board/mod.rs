//! The board widget of a game: painting, zooming, selecting; the table of games with cards and dice, and boards that grow. Legal moves are passed in, the chosen move is returned; the widget
//! does not apply moves.

mod arrange;
mod colours;
mod dice;
mod drop_axis;
mod effects;
mod growing;
mod hands;
#[cfg(test)]
mod marked_games;
mod marks;
mod motion;
mod moves;
mod pictures;
mod piece_icon;
#[cfg(test)]
mod pointer_tests;
mod prepared;
mod primitives;
mod steer;
mod table_view;
mod view;

pub use arrange::{DragKind, DragResult, LinkedPlaces};
pub use colours::{BoardColours, PieceColours, player_swatch};
pub use dice::{dice_button, faces, has_dice};
pub use growing::{GrowingBoard, GrowingFrame, TurnMode, TurnValue, TurnValues, WeightsChoice};
pub use hands::drawn_contents;
pub use marks::{Arrow, Marks};
pub use moves::{LegalMoves, MoveChoice, Origin, origin};
pub use piece_icon::{LoosePiece, PieceIcon};
pub use primitives::ViewTransform;
pub use table_view::TableView;
pub use view::{Board, BoardAction, Transition};
