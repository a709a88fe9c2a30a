//! What a game can tell of its board beyond the rules of play: the optional companion of
//! [`Game`](crate::game::Game). Players ask it and work without it.

use crate::fault::Fault;
use crate::game::Outcome;
use crate::ids::{ElementId, LocationId, Player};
use crate::symmetry::Among;

/// The board of a game, and what moves do to it.
pub trait Structure<State, Move> {
    /// How many locations there are; ids count from 0 to this.
    fn locations(&self) -> usize;

    /// Who is to move by a position, also when the game is over.
    fn mover(&self, state: &State) -> Player;

    /// Where a location lies on the board, in pixels of its picture.
    fn point(&self, location: LocationId) -> (i32, i32);

    /// Whether it matters which location of its type this is.
    fn relevant(&self, location: LocationId) -> bool;

    /// Relevant locations that some rule can ever move an element to from here, in order; `near` is emptied first.
    fn neighbours(&self, location: LocationId, near: &mut Vec<LocationId>);

    /// How many elements there are; ids count from 0 to this.
    fn elements(&self) -> usize;

    /// What stands on a location.
    fn content(&self, state: &State, location: LocationId) -> Option<ElementId>;

    /// The class of an element: equal for elements that differ by name only. Classes count from 0.
    fn class(&self, state: &State, element: ElementId) -> usize;

    /// Whose an element is; `None` is nobody's.
    fn owner(&self, state: &State, element: ElementId) -> Option<Player>;

    /// How many classes there are.
    fn classes(&self) -> usize;

    /// Whose pieces of a class are; `None` is nobody's.
    fn class_owner(&self, class: usize) -> Option<Player>;

    /// The class of what stands on a location.
    fn class_at(&self, state: &State, location: LocationId) -> Option<usize>;

    /// The locations on which pieces of different classes stand in two positions, in order; `changed` is emptied first.
    fn changes(&self, before: &State, after: &State, changed: &mut Vec<LocationId>);

    /// The element that a move moves and where it goes.
    fn moved(&self, mv: Move) -> Option<(ElementId, LocationId)>;

    /// Whether a move is made to take something: it goes where another piece stands, or its rule always removes one. What a
    /// move takes only if something more holds does not count.
    fn takes(&self, state: &State, mv: Move) -> bool;

    /// What a move would change.
    fn effect(&self, state: &State, mv: Move) -> Result<Effect, Fault>;

    /// The names of the heuristics that the game declares, in its order.
    fn measures(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a heuristic that the game declares, by its position in [`Structure::measures`], gives for a player.
    fn measure(&self, _state: &State, _index: usize, _player: Player) -> Result<f64, Fault> {
        Ok(0.0)
    }

    /// How the game ends by a move, one that can be made; `None` if it goes on. It ends as well when the player to move
    /// next cannot. The position stays as it is.
    ///
    /// # Errors
    /// If the rules fail.
    fn ends(&self, state: &State, mv: Move) -> Result<Option<Outcome>, Fault>;

    /// Those of some moves with which a player, who is to move, wins at once, in their order; `wins` is emptied first.
    ///
    /// # Errors
    /// If the rules fail.
    fn winning_moves(&self, state: &State, player: Player, moves: &[Move], wins: &mut Vec<Move>) -> Result<(), Fault>
    where
        Move: Copy,
    {
        wins.clear();
        for &mv in moves {
            if self.ends(state, mv)? == Some(Outcome::Won(player)) {
                wins.push(mv);
            }
        }
        Ok(())
    }

    /// The moves with which a player who is *not* to move would win at once if it were that player's turn: what the player
    /// to move must parry, or win first. Into `wins`, which is emptied first; false, and none, where that makes no sense.
    ///
    /// "If it were that player's turn" means: the same position, with that player to move and variables that are reset by a move
    /// or when another player's turn begins reset. Scores, counters and what has stood before are as they are. It makes no sense
    /// when the game is over, when that player is to move anyway, in games in which a player may move several times running
    /// and something other than the pieces tells how far that is, and where the rules fail in such a position.
    ///
    /// # Errors
    /// If the rules fail.
    fn winning_replies(&self, _state: &State, _player: Player, wins: &mut Vec<Move>) -> Result<bool, Fault> {
        wins.clear();
        Ok(false)
    }

    /// Whether there are rules that change a score.
    fn scores(&self) -> bool {
        false
    }

    /// Which of some moves, by their positions in the list, change a score at once; `which` is emptied first.
    ///
    /// # Errors
    /// If the rules fail.
    fn scoring_moves(&self, _state: &State, _moves: &[Move], which: &mut Vec<u32>) -> Result<(), Fault> {
        which.clear();
        Ok(())
    }

    /// The lines of the game: see [`Line`]. None where nothing is known of them.
    fn lines(&self) -> &[Line] {
        &[]
    }

    /// The numbers of the lines through a location, in [`Structure::lines`].
    fn lines_through(&self, _location: LocationId) -> &[u32] {
        &[]
    }

    /// What lies on a line, by its number.
    ///
    /// # Panics
    /// If there is no such line.
    fn tally(&self, _state: &State, line: usize) -> Tally {
        panic!("a game without lines has no line {line}")
    }

    /// Whether no rule can lower a score.
    fn scores_only_grow(&self) -> bool;

    /// In a game whose scores only add up: a key of all that what is still to come depends on, moves and points alike, the same for positions
    /// that are each other's images with the players in place, and the number of the symmetry that leads to that one of them by which it is
    /// known. Points that were made before are no part of it. `None` if that is not known of the game.
    fn to_come(&self, _state: &State) -> Option<(u64, usize)> {
        None
    }

    /// What must lie where for a player to win, proven from the rules: see [`Goal`]. `None` where winning is no matter of one
    /// such condition, or that is not seen.
    fn goal(&self, _player: Player) -> Option<&Goal> {
        None
    }

    /// Whether, proven from the rules, the game is for one player and its moves are just these: any element goes to any empty
    /// location among the [neighbours](Structure::neighbours) of its own, and nothing else changes.
    fn slides(&self) -> bool {
        false
    }

    /// The symmetries of the game; `None`: none is known but that which changes nothing.
    fn symmetries(&self) -> Option<&dyn Symmetric<State, Move>> {
        None
    }
}

/// Symmetries of a game, by their numbers; 0 changes nothing. The moves of a position's image are the images of its moves,
/// lead to the images of what those lead to, and end the game as they do, with the players' images for the players. So
/// what a position is worth to the player to move, its images are worth to theirs.
///
/// How often positions have stood before is not part of them: a game that asks begins to count anew with an image.
pub trait Symmetric<State, Move> {
    /// How many there are. Those that leave every player in place come first.
    fn count(&self, among: Among) -> usize;

    /// The least key of all images of a position, which is the same for all of them, and the number of a symmetry that
    /// leads to it.
    fn canonical_key(&self, state: &State, among: Among) -> (u64, usize);

    /// The image of a position.
    fn image(&self, which: usize, state: &State) -> State;

    /// The image of a legal move of a position, legal in the position's image; `None` for moves that are not legal.
    fn move_image(&self, which: usize, state: &State, mv: Move) -> Option<Move>;

    /// Where a location goes.
    fn place_image(&self, which: usize, location: LocationId) -> LocationId;

    /// What pieces of a [class](Structure::class) become.
    fn class_image(&self, which: usize, class: usize) -> usize;

    /// Whom a player becomes.
    fn player_image(&self, which: usize, player: Player) -> Player;

    /// The number of the symmetry that undoes another.
    fn inverse(&self, which: usize) -> usize;
}

/// A line: cells of which a rule asks, after a move of a player to any of them, whether pieces of some classes lie on all of
/// them. It need not be straight, and what else the rule asks for is not part of it. Rules that ask in another way, as by
/// counting how far pieces go on, have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In order.
    pub cells: Vec<LocationId>,
    /// After whose moves it is asked for.
    pub player: Player,
    /// The [classes](Structure::class) of pieces that fill it, in order.
    pub classes: Vec<usize>,
    /// How the game ends when it is full; it does so in whatever way play from the start has filled it. `None`: it may go on.
    pub ends: Option<Outcome>,
}

/// What lies on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cells with pieces that fill it.
    pub filled: usize,
    /// Cells with nothing.
    pub empty: usize,
    /// Cells with other pieces.
    pub blocked: usize,
}

/// What must lie where for a player to win: after a move by which the player wins, all of it is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// In the order of the locations, at least one.
    pub wants: Vec<Want>,
    /// Nothing else is asked: every move after which all of it is so wins.
    pub whole: bool,
    /// The game ends in no other way, unless somebody cannot move.
    pub only: bool,
}

/// What must lie on a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// Where.
    pub location: LocationId,
    /// An element of one of these [classes](Structure::class), in order.
    pub classes: Vec<usize>,
    /// Or nothing.
    pub empty: bool,
}

/// What a move changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Elements that stand elsewhere afterwards or changed their class.
    pub elements: Vec<ElementId>,
    /// By player: how much the score changes.
    pub scores: Vec<i32>,
    /// How the game ends by it, if it does.
    pub outcome: Option<Outcome>,
}
