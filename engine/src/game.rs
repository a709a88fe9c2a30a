//! What a game is to anything that plays it: the [`Game`] trait.
//!
//! One, two or many players; perfect or hidden information; chance or none. It says nothing of spec files,
//! pixels or servos, and chooses no moves.

use std::fmt::{self, Debug, Display};

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::fault::Fault;
use crate::ids::Player;
use crate::playout::Playout;
use crate::structure::Structure;

/// A game: how it starts, what can be done, what that leads to.
///
/// A game whose rules are a text file can fail while it runs, so what works out rules gives a [`Fault`];
/// games written in Rust never do.
pub trait Game {
    /// A position; cloning it is cheap.
    type State: Clone + Debug;
    /// What a player, or chance, can do.
    type Move: Copy + PartialEq + Debug;

    /// How many players there are.
    fn players(&self) -> usize;

    /// The name of a player, for people.
    fn player_name(&self, player: Player) -> String {
        format!("Player {player}")
    }

    /// Makes ready what is worth its while only if very many moves are listed and made: all that follows gives the same
    /// answers, sooner. It may take a tenth of a second.
    fn prepare(&self) {}

    /// Whether what may follow depends on more than the position and its [key](Game::key): on which positions stood before.
    fn remembers(&self) -> bool {
        false
    }

    /// Whether it can ever be [`Turn::Chance`].
    fn has_chance(&self) -> bool {
        false
    }

    /// Whether some player cannot see all of the position: [`Game::resample`] may give another one.
    fn hides(&self) -> bool {
        false
    }

    /// The position in which every game begins.
    fn start(&self) -> Self::State;

    /// Whose turn it is, and into `moves` what can be done: one move of each class of equal moves, in a fixed
    /// order. `moves` is emptied first, and stays so when the game is over.
    fn turn(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Result<Turn, Fault>;

    /// Like [`Game::turn`], with every move by its own name, equal or not.
    fn every_move(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Result<Turn, Fault> {
        self.turn(state, moves)
    }

    /// Makes a move that [`Game::turn`] or [`Game::every_move`] gave for this state.
    /// After a fault the state is worthless.
    fn apply(&self, state: &mut Self::State, mv: Self::Move) -> Result<(), Fault>;

    /// Plays on from a state with random moves, each distinct one as likely as the others, until the game ends or `most`
    /// were made, by a way of its own that is faster than [`Game::turn`] and [`Game::apply`]. `state` is written over.
    /// `None`: there is no such way.
    fn play_out(
        &self,
        _from: &Self::State,
        _state: &mut Self::State,
        _most: u64,
        _rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        None
    }

    /// How the game ended, or `None` while it runs.
    fn outcome(&self, state: &Self::State) -> Result<Option<Outcome>, Fault> {
        Ok(self.turn(state, &mut Vec::new())?.outcome())
    }

    /// What a player has by now: the score of the game where it keeps one.
    fn score(&self, state: &Self::State, player: Player) -> f64;

    /// A number that equal positions share and different ones hardly ever do.
    fn key(&self, state: &Self::State) -> u64;

    /// Bytes that are the same for two states exactly when these are equal positions; appended to `out`.
    fn position(&self, state: &Self::State, out: &mut Vec<u8>);

    /// The probability of each move that [`Game::turn`] gave with [`Turn::Chance`]; `chances` is emptied first.
    fn chances(&self, _state: &Self::State, chances: &mut Vec<f64>) {
        chances.clear();
    }

    /// Bytes that are the same for two states exactly when this player cannot tell them apart; appended to `out`.
    /// All of the position, where nothing is hidden.
    fn information(&self, state: &Self::State, _player: Player, out: &mut Vec<u8>) {
        self.position(state, out);
    }

    /// A state that this player cannot tell from `state`, drawn by `rng` from all of them as the game makes them
    /// likely. The same state, where nothing is hidden.
    fn resample(&self, state: &Self::State, _player: Player, _rng: &mut dyn Rng) -> Self::State {
        state.clone()
    }

    /// How a move is written.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The legal move that a text means; any move of a class of equal ones is understood.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError> {
        let mut moves = Vec::new();
        self.every_move(state, &mut moves)?;
        let wanted = words(text);
        let found = moves.iter().copied().find(|&mv| words(&self.move_text(state, mv)) == wanted);
        found.ok_or_else(|| MoveError::Illegal { text: wanted, reason: "it is not one of the legal moves".into() })
    }

    /// The whole state in words that [`Game::parse_state`] reads.
    fn state_text(&self, state: &Self::State) -> String;

    /// The state that [`Game::state_text`] wrote.
    fn parse_state(&self, text: &str) -> Result<Self::State, StateError>;

    /// The position in words for people, as this player may see it: all of it, where nothing is hidden.
    /// Nothing reads it back.
    fn view_text(&self, state: &Self::State, _player: Player) -> String {
        self.state_text(state)
    }

    /// What more is known of the board, for players that look closer.
    fn structure(&self) -> Option<&dyn Structure<Self::State, Self::Move>> {
        None
    }
}

/// A text with single blanks between its words.
pub fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Who does something next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player.
    Player(Player),
    /// Nobody: a die is cast, a card dealt. See [`Game::chances`].
    Chance,
    /// Nobody any more.
    Over(Outcome),
}

impl Turn {
    /// How the game ended, if it did.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Player(_) | Self::Chance => None,
        }
    }

    /// The player to move, if one is.
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Chance | Self::Over(_) => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Winner", into = "Winner")]
pub enum Outcome {
    /// Nobody won.
    Draw,
    /// This player won.
    Won(Player),
}

#[derive(Serialize, Deserialize)]
struct Winner {
    winner: usize,
}

impl From<Winner> for Outcome {
    fn from(written: Winner) -> Self {
        Player::new(written.winner).map_or(Self::Draw, Self::Won)
    }
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Self {
        Self { winner: outcome.winner() }
    }
}

impl Outcome {
    /// Number of the winner, 0 for a draw.
    pub fn winner(self) -> usize {
        match self {
            Self::Draw => 0,
            Self::Won(player) => player.number(),
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("a draw"),
            Self::Won(player) => write!(f, "player {player} wins"),
        }
    }
}

/// Why a text is not a move here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It names something that the game does not have.
    #[error("{reason} in the move \"{text}\"")]
    Unknown {
        /// The text given.
        text: String,
        /// What is unknown, and what would be near.
        reason: String,
    },
    /// It can be read, and the rules do not allow it here.
    #[error("the move \"{text}\" is not legal here: {reason}")]
    Illegal {
        /// The text given.
        text: String,
        /// Why, as far as can be said.
        reason: String,
    },
    /// The rules failed while the legal moves were listed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Why a text is not a state.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the state: {reason}")]
pub struct StateError {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}
