//! The [`Game`] trait: a sequential game as players, arena, records and perft see it.
//!
//! A game has one or more players, perfect or hidden information, and may have chance moves. The trait knows nothing of
//! game files, pixels or servos, and chooses no moves.

use std::fmt::{self, Debug, Display};
use std::time::Duration;

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::betting::Betting;
use crate::fault::Fault;
use crate::features::{FeatureSet, WeightSet};
use crate::ids::Player;
use crate::payoff::Payoff;
use crate::playout::{Playout, random_below, random_weighted_index};
use crate::structure::Structure;
use crate::table::Table;
use crate::tile_board::TileBoard;

/// A sequential game: initial state, legal moves, state transitions and outcome.
///
/// A game whose rules are a text file can fail at run time. Methods that evaluate rules therefore return a [`Fault`];
/// games written in Rust never fail.
pub trait Game {
    /// Game state. Cloning is cheap.
    type State: Clone + Debug;
    /// Move of a player or of chance.
    type Move: Copy + PartialEq + Debug;

    /// Number of players.
    fn players(&self) -> usize;

    /// Display name of a player.
    fn player_name(&self, player: Player) -> String {
        format!("Player {player}")
    }

    /// Prepares the game for bulk move generation, for example by compiling native code; optional. All results stay the
    /// same and come sooner. May take a tenth of a second.
    fn prepare(&self) {}

    /// Prepares a part of the game and returns after about `patience` at the latest; returns `true` if the part is
    /// ready. Otherwise the preparation goes on in the background. Until it is done, [`Game::legal_moves`] and
    /// [`Game::apply`] work unprepared, and [`Game::play_out`] returns `None` instead of waiting.
    ///
    /// The default prepares in the foreground, which suits games whose preparation takes no time.
    fn prepare_within(&self, part: Preparation, _patience: Duration) -> bool {
        match part {
            Preparation::SingleMoves => self.prepare(),
            Preparation::Playouts => {}
        }
        true
    }

    /// `true` if legal moves or outcomes depend on earlier positions (repetition), so states with equal
    /// [keys](Game::key) may continue differently.
    fn is_history_dependent(&self) -> bool {
        false
    }

    /// `true` if the game has chance moves: [`Turn::Chance`] can occur.
    fn has_chance(&self) -> bool {
        false
    }

    /// `true` if the game has hidden information: some player cannot see the whole state, and [`Game::resample`] may
    /// return a different state.
    fn has_hidden_information(&self) -> bool {
        false
    }

    /// Utility for which the players play.
    fn payoff(&self) -> Payoff {
        Payoff::WinDrawLoss
    }

    /// Number of parts of a point in which scores count: all scores are multiples of one part.
    fn score_parts(&self) -> u32 {
        1
    }

    /// The part of the game that players search, if it is not the whole game: a match of many deals is searched one
    /// deal at a time. States and moves are the same in both.
    fn single_deal(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The states in which a game can begin: several, equally likely ones for a deal whose first player varies.
    fn initial_states(&self) -> Vec<Self::State> {
        vec![self.initial_state()]
    }

    /// Initial state of every game.
    fn initial_state(&self) -> Self::State;

    /// Returns whose turn it is and lists the legal moves into `moves`: one move of each class of equal moves, in a
    /// fixed order. `moves` is cleared first and stays empty when the game is over.
    ///
    /// Two kinds of positions have more legal moves than can be listed. A chance node with too many alternatives, such
    /// as a shuffle, lists none: use [`Game::sample_chance`]. A player's turn with a range of amounts lists a menu of
    /// them: [`Game::is_legal`] and [`Game::parse_move`] know all.
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
    /// [`Game::sample_chance`] drew, or that [`Game::is_legal`] accepts.
    /// After a fault the state must not be used.
    fn apply(&self, state: &mut Self::State, mv: Self::Move) -> Result<(), Fault>;

    /// Plays a random playout from `_from` with uniformly distributed distinct moves until the game ends or
    /// `_max_moves` moves were made. `_state` is a buffer and receives the last state. Returns `None` if the game has
    /// no implementation that is faster than [`Game::legal_moves`] and [`Game::apply`], or none yet (see
    /// [`Game::prepare_within`]).
    fn play_out(
        &self,
        _from: &Self::State,
        _state: &mut Self::State,
        _max_moves: u64,
        _rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        None
    }

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

    /// Scores of a player by category, in games whose scores have categories; their sum is [`Game::score`].
    fn score_details(&self, _state: &Self::State, _player: Player) -> Vec<(&'static str, f64)> {
        Vec::new()
    }

    /// Probability of each move that [`Game::legal_moves`] listed with [`Turn::Chance`]; `chances` is cleared first.
    fn chance_probabilities(&self, _state: &Self::State, chances: &mut Vec<f64>) {
        chances.clear();
    }

    /// Draws a chance move of a state in which chance is to move. Games override this for chance nodes that
    /// [`Game::legal_moves`] does not enumerate.
    fn sample_chance(&self, state: &Self::State, rng: &mut Pcg64Mcg) -> Result<Self::Move, Fault> {
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        self.legal_moves(state, &mut moves)?;
        self.chance_probabilities(state, &mut chances);
        Ok(moves[random_weighted_index(&chances, rng)])
    }

    /// Draws and makes a chance move by fast code. Returns `false`, with the state unchanged, if chance is not to move, or
    /// if the game has no fast code for it: then the moves are listed, and one is
    /// [drawn](crate::playout::draw_chance).
    fn play_chance(&self, _state: &mut Self::State, _rng: &mut Pcg64Mcg) -> bool {
        false
    }

    /// Number of the deal in a match of many deals, from 0. The chance moves of each deal come from a random stream of
    /// its own, so that a deal has the same cards whatever was played before.
    fn deal_number(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Appends an encoding of a player's information state to `out`. Two encodings are equal exactly if this player
    /// cannot distinguish the states. Without hidden information this is the encoding of the whole state.
    fn information_state(&self, state: &Self::State, _player: Player, out: &mut Vec<u8>) {
        self.encode(state, out);
    }

    /// Samples a state from the information set of `state` for this player (determinization), distributed as the game
    /// makes the states likely. Without hidden information this is the same state. The result depends on nothing that
    /// the player cannot see: states with equal [information](Game::information_state) and equal `rng` give the same.
    ///
    /// # Errors
    /// If no state is found that agrees with what the player has seen, or if the [deadline](crate::deadline) of the thread
    /// passes. The true state is no substitute: it would tell the player what is hidden.
    fn resample(&self, state: &Self::State, _player: Player, _rng: &mut dyn Rng) -> Result<Self::State, Fault> {
        Ok(state.clone())
    }

    /// Text of a move as `_viewer` sees it when it is made; without hidden information the [text](Game::move_text)
    /// itself. Hidden parts are replaced, as in `deal a card to player 2`.
    fn move_seen(&self, state: &Self::State, mv: Self::Move, _viewer: Player) -> String {
        self.move_text(state, mv)
    }

    /// Text of a move.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Parses the text of a legal move. Any move of a class of equal moves is accepted.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError> {
        let mut moves = Vec::new();
        self.all_legal_moves(state, &mut moves)?;
        let wanted = normalize_spaces(text);
        let found = moves.iter().copied().find(|&mv| normalize_spaces(&self.move_text(state, mv)) == wanted);
        found.ok_or_else(|| MoveError::Illegal { text: wanted, reason: "it is not one of the legal moves".into() })
    }

    /// Text of the whole state; the inverse of [`Game::parse_state`].
    fn state_text(&self, state: &Self::State) -> String;

    /// Parses the text that [`Game::state_text`] wrote.
    fn parse_state(&self, text: &str) -> Result<Self::State, StateError>;

    /// Description of the position for people, as this player may see it; without hidden information the whole state.
    /// Not meant to be parsed.
    fn view_text(&self, state: &Self::State, _player: Player) -> String {
        self.state_text(state)
    }

    /// Objects on the table as `_viewer` sees them; all of them for `None`. Only games with a table of cards or dice
    /// have one.
    fn table(&self, _state: &Self::State, _viewer: Option<Player>) -> Option<Table> {
        None
    }

    /// The board of a game whose board grows tile by tile; optional. Such games have no hidden information.
    fn tile_board(&self, _state: &Self::State) -> Option<TileBoard> {
        None
    }

    /// `true` if a player may move again after a move of its own, without a chance move between them.
    fn can_keep_turn(&self) -> bool {
        false
    }

    /// Sets of features of this game, for evaluations with weights; optional.
    fn feature_sets(&self) -> &[FeatureSet] {
        &[]
    }

    /// Computes the values of the features of a set, by its index in [`Game::feature_sets`], for a player. Features may
    /// depend on the last move. `values` is cleared first.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn feature_values(
        &self,
        _state: &Self::State,
        _set: usize,
        _player: Player,
        values: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        values.clear();
        Ok(())
    }

    /// Computes the values of the features of a set after each of `moves`, for a player, and calls `each` with the index of
    /// the move, the [progress](Game::progress) after it and the values, until `each` returns `false`. A game may share
    /// work among moves; the default makes each move in a copy of the state.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn feature_values_after(
        &self,
        state: &Self::State,
        moves: &[Self::Move],
        set: usize,
        player: Player,
        each: &mut dyn FnMut(usize, f32, &[f32]) -> bool,
    ) -> Result<(), Fault> {
        let (mut next, mut values) = (state.clone(), Vec::new());
        for (index, &mv) in moves.iter().enumerate() {
            next.clone_from(state);
            self.apply(&mut next, mv)?;
            self.feature_values(&next, set, player, &mut values)?;
            if !each(index, self.progress(&next), &values) {
                break;
            }
        }
        Ok(())
    }

    /// Progress of the game, from 0 at its beginning to 1 at its end, by which the phases of weights are chosen.
    fn progress(&self, _state: &Self::State) -> f32 {
        0.0
    }

    /// Weights for the feature sets that come with the game.
    fn weight_sets(&self) -> Vec<WeightSet> {
        Vec::new()
    }

    /// Bets on hidden cards, for players that weigh chips against the chance to win; optional.
    fn betting(&self) -> Option<&dyn Betting<Self::State, Self::Move>> {
        None
    }

    /// Board structure of the game, for players with a look-ahead search; optional.
    fn structure(&self) -> Option<&dyn Structure<Self::State, Self::Move>> {
        None
    }
}

/// A part of a game that [`Game::prepare_within`] prepares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// Listing and applying single moves, as [`Game::prepare`] does.
    SingleMoves,
    /// [`Game::play_out`].
    Playouts,
}

/// Replaces each run of white space by a single blank and trims both ends.
pub fn normalize_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The side that acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player is to move.
    Player(Player),
    /// A chance move is next: a die is cast, a card is dealt. If moves are listed, they are all alternatives and have
    /// [probabilities](Game::chance_probabilities); otherwise chance can only be [sampled](Game::sample_chance).
    Chance,
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// Outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Player(_) | Self::Chance => None,
        }
    }

    /// The player to move; `None` for chance moves and finished games.
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Chance | Self::Over(_) => None,
        }
    }
}

/// Result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "OutcomeRepr", into = "OutcomeRepr")]
pub enum Outcome {
    /// Draw.
    Draw,
    /// This player won.
    Won(Player),
}

/// Serialised form of an outcome: the number of the winner, 0 for a draw.
#[derive(Serialize, Deserialize)]
struct OutcomeRepr {
    winner: usize,
}

impl From<OutcomeRepr> for Outcome {
    fn from(written: OutcomeRepr) -> Self {
        Player::new(written.winner).map_or(Self::Draw, Self::Won)
    }
}

impl From<Outcome> for OutcomeRepr {
    fn from(outcome: Outcome) -> Self {
        Self { winner: outcome.winner() }
    }
}

impl Outcome {
    /// Number of the winner from 1, or 0 for a draw.
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

/// Error of [`Game::parse_move`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text names something that the game does not have.
    #[error("{reason} in the move \"{text}\"")]
    Unknown {
        /// Text as given.
        text: String,
        /// Unknown part, and possibly a similar name.
        reason: String,
    },
    /// The text can be parsed, but the rules do not allow the move here.
    #[error("the move \"{text}\" is not legal here: {reason}")]
    Illegal {
        /// Text as given.
        text: String,
        /// Reason, if it can be determined.
        reason: String,
    },
    /// The rules failed while the legal moves were listed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Error of [`Game::parse_state`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the state: {reason}")]
pub struct StateError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the error.
    pub reason: String,
}
