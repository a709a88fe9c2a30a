//! The [`Game`] trait: a sequential game as players, arena, records and perft see it.
//!
//! A game has one or more players, perfect or hidden information, and may have chance moves. The trait knows nothing of
//! game files, pixels or servos, and chooses no moves.

mod acceleration;
mod chance;
mod deal_match;
mod display;
mod extension;
mod hidden;
mod texts;
mod turn;

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use crate::betting::Betting;
use crate::fault::Fault;
use crate::features::Features;
use crate::ids::Player;
use crate::payoff::Payoff;
use crate::playout::random_below;
use crate::structure::Structure;

pub use acceleration::{Acceleration, Preparation};
pub use chance::Chance;
pub use deal_match::{DealMatch, DealReader, DealView};
pub use display::Display;
pub use extension::GameExt;
pub use hidden::Hidden;
pub use texts::{MoveError, StateError, Texts, normalize_spaces};
pub use turn::{Outcome, Turn};

/// A sequential game: initial state, legal moves, state transitions and outcome.
///
/// The trait is what every search needs. Everything else is in companions, which are fetched once: [`Texts`] of all games,
/// and optional ones for games with [`Chance`], [`Hidden`] information, matches of many deals ([`DealMatch`]), native code
/// ([`Acceleration`]), a [`Display`], [`Features`], [`Betting`] or board [`Structure`]. [`GameExt`] answers questions by
/// the companions, and states what holds without them. A wrapper of a game forwards or replaces each companion.
///
/// A game whose rules are a text file can fail at run time. Methods that evaluate rules therefore return a [`Fault`];
/// games written in Rust never fail.
pub trait Game: Sized {
    /// Game state. Cloning is cheap.
    type State: Clone + Debug;
    /// Move of a player or of chance.
    type Move: Copy + PartialEq + Debug;

    /// Number of players.
    fn players(&self) -> usize;

    /// Utility for which the players play.
    fn payoff(&self) -> Payoff {
        Payoff::WinDrawLoss
    }

    /// Number of parts of a point in which scores count: all scores are multiples of one part.
    fn score_parts(&self) -> u32 {
        1
    }

    /// `true` if legal moves or outcomes depend on earlier positions (repetition), so states with equal
    /// [keys](Game::key) may continue differently.
    fn is_history_dependent(&self) -> bool {
        false
    }

    /// `true` if a player may move again after a move of its own, without a chance move between them.
    fn can_keep_turn(&self) -> bool {
        false
    }

    /// Initial state of every game.
    fn initial_state(&self) -> Self::State;

    /// Returns whose turn it is and lists the legal moves into `moves`: one move of each class of equal moves, in a
    /// fixed order. `moves` is cleared first and stays empty when the game is over.
    ///
    /// Two kinds of positions have more legal moves than can be listed. A chance node with too many alternatives, such
    /// as a shuffle, lists none: use [`GameExt::sample_chance`]. A player's turn with a range of amounts lists a menu of
    /// them: [`Game::is_legal`] and [`GameExt::parse_move`] know all.
    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Result<Turn, Fault>;

    /// Number of legal moves, one of each class of equal moves; 0 if the game is over.
    fn count_moves(&self, state: &Self::State) -> Result<u64, Fault> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves)?;
        Ok(moves.len() as u64)
    }

    /// Lists every legal move by its own name, whereas [`Game::legal_moves`] lists one move of each class of equal
    /// moves.
    fn all_legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Result<Turn, Fault> {
        self.legal_moves(state, moves)
    }

    /// `true` if the move is legal in this state, listed or not.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> Result<bool, Fault> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves)?;
        if !moves.contains(&mv) {
            self.all_legal_moves(state, &mut moves)?;
        }
        Ok(moves.contains(&mv))
    }

    /// A random move of the player to move; `moves` are the listed legal moves, at least one. The default is uniform.
    /// Games with amounts draw the kind of move first and then the amount.
    fn random_move(&self, _state: &Self::State, moves: &[Self::Move], rng: &mut Pcg64Mcg) -> Self::Move {
        moves[random_below(moves.len(), rng)]
    }

    /// Makes a legal move of this state: one that [`Game::legal_moves`] or [`Game::all_legal_moves`] listed, that
    /// [`GameExt::sample_chance`] drew, or that [`Game::is_legal`] accepts.
    /// After a fault the state must not be used.
    fn apply(&self, state: &mut Self::State, mv: Self::Move) -> Result<(), Fault>;

    /// Outcome of the game, or `None` while the game runs.
    fn outcome(&self, state: &Self::State) -> Result<Option<Outcome>, Fault> {
        Ok(self.legal_moves(state, &mut Vec::new())?.outcome())
    }

    /// Current score of a player, in games that keep scores.
    fn score(&self, state: &Self::State, player: Player) -> f64;

    /// Hash key of a state (Zobrist 1970): equal positions have equal keys, and different positions hardly ever do.
    fn key(&self, state: &Self::State) -> u64;

    /// Appends an encoding of the state to `out`. Two encodings are equal exactly if the states are equal positions.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);

    /// Texts of moves and states.
    fn texts(&self) -> &dyn Texts<Self::State, Self::Move>;

    /// Chance moves; `None` if [`Turn::Chance`] cannot occur.
    fn chance(&self) -> Option<&dyn Chance<Self::State, Self::Move>> {
        None
    }

    /// Hidden information; `None` if every player sees the whole state.
    fn hidden(&self) -> Option<&dyn Hidden<Self::State, Self::Move>> {
        None
    }

    /// The match of many deals of which states are part; `None` for other games.
    fn deal_match(&self) -> Option<&dyn DealMatch<Self>> {
        None
    }

    /// Native code; `None` if all calls are equally fast from the beginning.
    fn acceleration(&self) -> Option<&dyn Acceleration<Self::State>> {
        None
    }

    /// Pictures, scores and questions that are displayed beside a board of locations.
    fn display(&self) -> Option<&dyn Display<Self::State>> {
        None
    }

    /// Features for evaluations with weights.
    fn features(&self) -> Option<&dyn Features<Self::State, Self::Move>> {
        None
    }

    /// Bets on hidden cards, for players that weigh chips against the chance to win.
    fn betting(&self) -> Option<&dyn Betting<Self::State, Self::Move>> {
        None
    }

    /// Board structure of the game, for players with a look-ahead search.
    fn structure(&self) -> Option<&dyn Structure<Self::State, Self::Move>> {
        None
    }
}
