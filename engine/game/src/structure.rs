//! The [`Structure`] trait: board structure of a game beyond the rules of play, the optional companion of
//! [`Game`](crate::game::Game). Players use it for search and evaluation and work without it.

use crate::fault::Fault;
use crate::game::Outcome;
use crate::ids::{ElementId, LocationId, Player};

/// Board structure of a game, and the effects of moves on the board.
pub trait Structure<State, Move> {
    /// Number of locations; ids count from 0.
    fn location_count(&self) -> usize;

    /// Player to move in a state, also when the game is over.
    fn mover(&self, state: &State) -> Player;

    /// Centre of a location on the board picture, in pixels.
    fn point(&self, location: LocationId) -> (i32, i32);

    /// `true` if locations of this location's type are distinguishable from each other.
    fn is_relevant(&self, location: LocationId) -> bool;

    /// Lists the relevant locations to which some rule can ever move an element from here, in order. `near` is cleared
    /// first.
    fn neighbours(&self, location: LocationId, near: &mut Vec<LocationId>);

    /// Number of elements; ids count from 0.
    fn element_count(&self) -> usize;

    /// Element on a location.
    fn content(&self, state: &State, location: LocationId) -> Option<ElementId>;

    /// Class of an element: equal for elements that differ by name only. Classes count from 0.
    fn class(&self, state: &State, element: ElementId) -> usize;

    /// Owner of an element; `None` for neutral elements.
    fn owner(&self, state: &State, element: ElementId) -> Option<Player>;

    /// Number of classes.
    fn class_count(&self) -> usize;

    /// Owner of the elements of a class; `None` for neutral elements.
    fn class_owner(&self, class: usize) -> Option<Player>;

    /// Class of the element on a location.
    fn class_at(&self, state: &State, location: LocationId) -> Option<usize>;

    /// Lists the locations whose class of element differs between two states, in order. `changed` is cleared first.
    fn changed_locations(&self, before: &State, after: &State, changed: &mut Vec<LocationId>);

    /// Element that a move moves, and its target location.
    fn moved_element(&self, mv: Move) -> Option<(ElementId, LocationId)>;

    /// `true` if the move is a capture: its target is occupied by another element, or its rule always removes an
    /// element. Captures that depend on a further condition do not count.
    fn is_capture(&self, state: &State, mv: Move) -> bool;

    /// Computes the changes that a move makes.
    fn move_effect(&self, state: &State, mv: Move) -> Result<MoveEffect, Fault>;

    /// Names of the heuristics that the game declares, in their order.
    fn heuristic_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Value for a player of a heuristic that the game declares, by its index in [`Structure::heuristic_names`].
    fn heuristic_value(&self, _state: &State, _index: usize, _player: Player) -> Result<f64, Fault> {
        Ok(0.0)
    }

    /// Outcome of the game after a legal move; `None` if the game goes on. The game also ends if the next player cannot
    /// move. `state` is not changed.
    ///
    /// # Errors
    /// If the rules fail.
    fn outcome_after(&self, state: &State, mv: Move) -> Result<Option<Outcome>, Fault>;

    /// Lists those of `moves` with which `player`, who is to move, wins at once, in their order. `wins` is cleared
    /// first.
    ///
    /// # Errors
    /// If the rules fail.
    fn winning_moves(&self, state: &State, player: Player, moves: &[Move], wins: &mut Vec<Move>) -> Result<(), Fault>
    where
        Move: Copy,
    {
        wins.clear();
        for &mv in moves {
            if self.outcome_after(state, mv)? == Some(Outcome::Won(player)) {
                wins.push(mv);
            }
        }
        Ok(())
    }

    /// Lists threats: the moves with which a player who is *not* to move would win at once if it were that player's
    /// turn. The player to move must parry them or win first. `wins` is cleared first. Returns `false`, with no moves,
    /// where threats are undefined.
    ///
    /// "If it were that player's turn" means the same position with that player to move, and with all variables reset
    /// that are reset by a move or when another player's turn begins. Scores, counters and the history stay as they
    /// are. Threats are undefined when the game is over, when that player is to move anyway, in games in which a player
    /// may move several times in a row and something other than the pieces determines how far the turn has come, and
    /// where the rules fail in such a position.
    ///
    /// # Errors
    /// If the rules fail.
    fn winning_replies(&self, _state: &State, _player: Player, wins: &mut Vec<Move>) -> Result<bool, Fault> {
        wins.clear();
        Ok(false)
    }

    /// `true` if some rule changes a score.
    fn has_scoring(&self) -> bool {
        false
    }

    /// Lists the moves that change a score at once, as indices into `_moves`. `which` is cleared first.
    ///
    /// # Errors
    /// If the rules fail.
    fn scoring_moves(&self, _state: &State, _moves: &[Move], which: &mut Vec<u32>) -> Result<(), Fault> {
        which.clear();
        Ok(())
    }

    /// Lines of the game (see [`BoardLine`]); empty if none are known.
    fn lines(&self) -> &[BoardLine] {
        &[]
    }

    /// Indices into [`Structure::lines`] of the lines through a location.
    fn lines_through(&self, _location: LocationId) -> &[u32] {
        &[]
    }

    /// Contents of a line, given by its index.
    ///
    /// # Panics
    /// If the line does not exist.
    fn line_contents(&self, _state: &State, line: usize) -> LineContents {
        panic!("a game without lines has no line {line}")
    }

    /// `true` if no rule can lower a score.
    fn has_nondecreasing_scores(&self) -> bool;

    /// Key of the remaining game, in games whose scores only accumulate: two states with equal keys have the same
    /// continuations, with the same moves and the same points still to be made. Points made before are not part of the
    /// key. States that are images of each other under a symmetry that keeps the players have the same key; the second
    /// number is the index of the symmetry that maps the state to its canonical image. `None` if the game is not known
    /// to have this property.
    fn continuation_key(&self, _state: &State) -> Option<(u64, usize)> {
        None
    }

    /// Goal of a player, proven from the rules (see [`GoalCondition`]). `None` if winning does not depend on one such
    /// condition, or if the condition is not recognised.
    fn goal(&self, _player: Player) -> Option<&GoalCondition> {
        None
    }

    /// `true` if the game is proven to be a sliding puzzle: it has one player, its moves are exactly those of any
    /// element to any empty location among the [neighbours](Structure::neighbours) of its own, and nothing else
    /// changes.
    fn is_sliding_puzzle(&self) -> bool {
        false
    }

    /// Symmetries of the game; `None` if only the identity is known.
    fn symmetries(&self) -> Option<&dyn SymmetryGroup<State, Move>> {
        None
    }
}

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

    /// Image of a [class](Structure::class) of elements.
    fn class_image(&self, which: usize, class: usize) -> usize;

    /// Image of a player.
    fn player_image(&self, which: usize, player: Player) -> Player;

    /// Index of the inverse symmetry.
    fn inverse(&self, which: usize) -> usize;
}

/// A line of cells: after a move of a player to any of them, a rule tests whether pieces of certain classes occupy all
/// of them. A line need not be straight, and further conditions of the rule are not part of it. Rules that test in
/// another way, for example by counting how far a row of pieces goes on, have no lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Cells, in order.
    pub cells: Vec<LocationId>,
    /// Player after whose moves the line is tested.
    pub player: Player,
    /// [Classes](Structure::class) of the pieces that fill the line, in order.
    pub classes: Vec<usize>,
    /// Outcome of the game when the line is full, however play from the initial state has filled it; `None` if the game
    /// may go on.
    pub outcome: Option<Outcome>,
}

/// Contents of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineContents {
    /// Number of cells with pieces that fill the line.
    pub filled: usize,
    /// Number of empty cells.
    pub empty: usize,
    /// Number of cells with other pieces.
    pub blocked: usize,
}

/// Winning condition of a player: all of it holds after every move by which the player wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalCondition {
    /// Required contents by location, in the order of the locations; at least one.
    pub requirements: Vec<LocationRequirement>,
    /// `true` if the condition is also sufficient: every move after which it holds wins.
    pub is_sufficient: bool,
    /// `true` if the game ends in no other way, except when a player cannot move.
    pub is_only_ending: bool,
}

/// Required content of one location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationRequirement {
    /// The location.
    pub location: LocationId,
    /// Allowed [classes](Structure::class) of the element there, in order.
    pub classes: Vec<usize>,
    /// `true` if the location may also be empty.
    pub allows_empty: bool,
}

/// Changes made by a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEffect {
    /// Elements whose location or class changed.
    pub changed_elements: Vec<ElementId>,
    /// Score difference by player.
    pub score_changes: Vec<i32>,
    /// Outcome of the game after the move, if it ended.
    pub outcome: Option<Outcome>,
}

/// Subgroup over which a canonical key is minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetrySubset {
    /// Symmetries that fix every player.
    SamePlayers,
    /// All symmetries: the image may be the game from the view of another player.
    All,
}
