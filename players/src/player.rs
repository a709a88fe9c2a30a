//! The trait of all players, with its request and its answer. No player is implemented here.

use std::borrow::Cow;
use std::hash::Hasher as _;
use std::time::Duration;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Outcome};
use boardwright_game::ids::Player as Number;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHasher;
use serde::Serialize;

use crate::limits::{Limits, unless_interrupted};

/// A computer player: it chooses moves. It may keep search results between the moves of one game, but none between
/// games.
pub trait Player<G: Game>: Send {
    /// Chooses one of the legal moves, and returns when the limits are reached.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail in a position of the search.
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault>;

    /// `true` if the player asks the game for nothing but its own legal moves. In games with hidden information it then
    /// needs no possible position, and none is looked for.
    fn reads_own_moves_only(&self) -> bool {
        false
    }

    /// Description of how the player plays this game, for people; `None` if there is nothing to describe.
    fn description(&self) -> Option<String> {
        None
    }
}

/// Share of the time that is left for finding out what a player may know. Few games need so much.
const KNOWLEDGE_SHARE: f64 = 0.8;

/// The state as a player may get it in a game with hidden information: the hidden part is replaced by a possible one,
/// which depends on nothing but what the player has seen. `None` if nothing is hidden.
///
/// # Errors
/// If no state is found that agrees with what the player has seen, or not within a share of the time.
pub fn masked_state<G: Game>(
    game: &G,
    state: &G::State,
    player: Number,
    limits: &Limits<'_>,
) -> Result<Option<G::State>, Fault> {
    if !game.has_hidden_information() {
        return Ok(None);
    }
    let _deadline = limits.share(KNOWLEDGE_SHARE).set_deadline();
    let mut seen = vec![player.number() as u8];
    game.information_state(state, player, &mut seen);
    let mut hasher = FxHasher::default();
    hasher.write(&seen);
    game.resample(state, player, &mut Pcg64Mcg::seed_from_u64(hasher.finish())).map(Some)
}

/// The state that a player gets in order to answer a question, which has the state of the game. `None` if it gets none,
/// as there is no choice, or no time to find out what it may know: then it answers with the first move.
///
/// # Errors
/// If no state is found that agrees with what the player has seen.
pub fn state_to_ask<'a, G: Game>(
    asked: &dyn Player<G>,
    question: &Question<'a, G>,
) -> Result<Option<Cow<'a, G::State>>, Fault> {
    let Question { game, state, me, moves, ref limits, .. } = *question;
    if !game.has_hidden_information() || asked.reads_own_moves_only() {
        return Ok(Some(Cow::Borrowed(state)));
    }
    if moves.len() == 1 {
        return Ok(None);
    }
    Ok(unless_interrupted(masked_state(game, state, me, limits))?.flatten().map(Cow::Owned))
}

/// Current score of a player, mapped to the range from -1 to 1, if the payoff of the game is a score.
pub(crate) fn scaled_score<G: Game>(game: &G, state: &G::State, player: Number) -> Option<f64> {
    let payoff = game.payoff();
    // A payoff that is a score does not depend on the outcome.
    payoff.score().map(|_| payoff.scaled_value(game, state, Outcome::Draw, player))
}

/// The players of a game.
pub(crate) fn players<G: Game>(game: &G) -> impl Iterator<Item = Number> {
    (1..=game.players()).filter_map(Number::new)
}

/// A request for a move.
pub struct Question<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The current position.
    pub state: &'a G::State,
    /// The player to move.
    pub me: Number,
    /// The distinct legal moves, at least one.
    pub moves: &'a [G::Move],
    /// Limits of time, nodes and depth.
    pub limits: Limits<'a>,
    /// Receiver of intermediate results, if any.
    pub listener: Option<Listener<'a, G::Move>>,
    /// Clocks by player, where players have time for the whole game; empty without such clocks.
    pub clocks: &'a [Option<ClockTime>],
}

/// Time on the clock of a player, for players that divide it themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// Time left for the game.
    pub left: Duration,
    /// Increment after each move.
    pub increment: Duration,
}

impl<G: Game> Question<'_, G> {
    /// Number of best moves with exact values that are required (multi-PV), at least 1.
    pub fn lines(&self) -> usize {
        self.listener.as_ref().map_or(1, |listener| listener.lines).clamp(1, self.moves.len().max(1))
    }

    /// Reports the best moves so far, the best first, to the listener, if there is one.
    pub fn report(&self, best: &[Choice<G::Move>]) {
        if let Some(listener) = &self.listener {
            (listener.on_update)(best);
        }
    }
}

/// A receiver of the intermediate results of a search.
#[derive(Clone, Copy)]
pub struct Listener<'a, M> {
    /// Number of best moves that are required (multi-PV).
    pub lines: usize,
    /// Called with the best moves, the best first, whenever the player improves its result. Players that do not compare
    /// moves never call it.
    pub on_update: &'a (dyn Fn(&[Choice<M>]) + Sync),
}

/// A move with the player's evaluation of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Value of the move for the player to move: 1 for a win, -1 for a loss, and an expectation between these; `None`
    /// if the player computed none.
    pub value: Option<f64>,
    /// Proven result of the move, if there is one.
    pub proven: Option<ProvenResult>,
    /// Score in the units of an external engine; `None` for all other players.
    pub score: Option<EngineScore>,
    /// Search depth in plies.
    pub depth: u32,
    /// Number of positions that the search made.
    pub nodes: u64,
    /// Number of playouts on which the value of the move rests; `None` if the value does not come from playouts.
    pub playouts: Option<u64>,
    /// Principal variation: the expected line of play, beginning with this move.
    pub line: Vec<M>,
}

/// The proven result of a move under best play of all sides, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenResult {
    /// Result for the player to move.
    pub result: Wdl,
    /// Distance to the end in plies; 0 where it is unknown.
    pub plies: u32,
}

/// Score of an external engine for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Number of own moves to mate; negative if the player to move is mated.
    Mate(i32),
}

impl std::fmt::Display for EngineScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "{score:+} cp"),
            Self::Mate(moves @ 1..) => write!(f, "mate in {moves}"),
            Self::Mate(moves) => write!(f, "mated in {}", moves.unsigned_abs()),
        }
    }
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// The result that an outcome is for `player`.
    pub fn from_outcome(outcome: Outcome, player: Number) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Won(winner) if winner == player => Self::Win,
            Outcome::Won(_) => Self::Loss,
        }
    }

    /// Numeric value: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn value(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.0,
            Self::Loss => -1.0,
        }
    }

    /// Stable name for machine-readable output: `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl<M: Copy> Choice<M> {
    /// A move that was chosen without search.
    pub fn without_search(mv: M) -> Self {
        Self { mv, value: None, proven: None, score: None, depth: 0, nodes: 0, playouts: None, line: vec![mv] }
    }
}
