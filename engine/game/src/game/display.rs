//! Pictures, scores and questions that are displayed of a position beside, or instead of, a board of locations.

use crate::dialog::Dialog;
use crate::ids::Player;
use crate::table::Table;
use crate::tile_board::TileBoard;

/// Display of positions beside, or instead of, a board of locations.
pub trait Display<State> {
    /// Objects on the table as `viewer` sees them; all of them for `None`. Only games with a table of cards or dice have
    /// one.
    fn table(&self, _state: &State, _viewer: Option<Player>) -> Option<Table> {
        None
    }

    /// Question to the player to move, with its answers. Only that player may see it: its answers can depend on hidden
    /// information. Every listed move is an answer of the dialog or belongs to an object on the table.
    fn dialog(&self, _state: &State) -> Option<Dialog> {
        None
    }

    /// The board of a game whose board grows tile by tile. Such games have no hidden information.
    fn tile_board(&self, _state: &State) -> Option<TileBoard> {
        None
    }

    /// Scores of a player by category, in games whose scores have categories; their sum is
    /// [`Game::score`](super::Game::score).
    fn score_details(&self, _state: &State, _player: Player) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
}
