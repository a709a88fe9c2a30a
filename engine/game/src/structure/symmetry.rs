//! Symmetries of a game: images of states, moves, locations, classes and players, and canonical keys.

use crate::ids::{LocationId, Player};

/// Symmetry group of a game; symmetries are given by index, and 0 is the identity.
///
/// The legal moves of a state's image are the images of its legal moves. They lead to the images of the successors and
/// end the game alike, with the players' images in place of the players. Hence the value of a state for the player to
/// move is the value of its image for the image of that player.
///
/// The position history is not mapped: a game that counts repetitions starts counting again with an image.
pub trait SymmetryGroup<State, Move> {
    /// Number of symmetries. Those that keep every player in place come first.
    fn count(&self, subset: SymmetrySubset) -> usize;

    /// Returns the least key of all images of a state, which is the same for all of them, and the index of a symmetry
    /// that maps the state to that image.
    fn canonical_key(&self, state: &State, subset: SymmetrySubset) -> (u64, usize);

    /// Image of a state.
    fn image(&self, which: usize, state: &State) -> State;

    /// Image of a legal move of `state`, which is legal in the image of `state`; `None` for illegal moves.
    fn move_image(&self, which: usize, state: &State, mv: Move) -> Option<Move>;

    /// Image of a location.
    fn location_image(&self, which: usize, location: LocationId) -> LocationId;

    /// Image of a [class](super::BoardGeometry::class) of elements.
    fn class_image(&self, which: usize, class: usize) -> usize;

    /// Image of a player.
    fn player_image(&self, which: usize, player: Player) -> Player;

    /// Index of the inverse symmetry.
    fn inverse(&self, which: usize) -> usize;
}

/// Subgroup over which a canonical key is minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetrySubset {
    /// Symmetries that fix every player.
    SamePlayers,
    /// All symmetries: the image may be the game from the view of another player.
    All,
}
