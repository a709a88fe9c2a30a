//! Asking a player what it thinks of a position, as texts. How that is shown is up to the commands.

use std::sync::atomic::AtomicBool;

use boardwright_engine::any::AnyState;
use boardwright_engine::game::{Game, Turn};
use boardwright_players::registry::Beside;
use boardwright_players::{Asked, Choice, Listener, Proven, Question};
use serde::Serialize;

use crate::error::Error;
use crate::load::{Job, Known, Loaded};

/// A move, and what a player thinks of it.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth to who makes it: 1 for a win, -1 for a loss.
    pub value: Option<f64>,
    /// What is certain.
    pub proven: Option<Certain>,
    /// How many moves deep everything was looked at.
    pub depth: u32,
    /// How many positions were made.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The line that is expected, the move itself first.
    pub pv: Vec<String>,
}

/// How the game ends for certain, for the player to move.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Certain {
    /// Won, lost or drawn.
    pub result: &'static str,
    /// After how many moves.
    pub plies: u32,
}

/// What a player answered.
#[derive(Debug)]
pub struct Thought {
    /// The move that it would make.
    pub best: Told,
    /// What it says of how it plays this game.
    pub about: Option<String>,
}

/// Who follows what a player thinks.
pub type Hear<'a> = &'a (dyn Fn(&[Told]) + Sync);

/// A question to a player.
pub struct Thinking<'a> {
    /// Who is asked.
    pub asked: &'a Asked,
    /// The game.
    pub loaded: &'a Loaded,
    /// What is kept beside the game.
    pub beside: &'a Beside,
    /// The position.
    pub state: &'a AnyState,
    /// From which it draws.
    pub seed: u64,
    /// Set when nobody wants to know any more.
    pub stop: &'a AtomicBool,
    /// How many of the best moves are wanted while it thinks, and who wants them.
    pub listener: Option<(usize, Hear<'a>)>,
}

impl Job for Thinking<'_> {
    type Output = Result<Thought, Error>;

    fn run<G: Known>(self, game: &G) -> Self::Output {
        let state: &G::State = self.state.downcast_ref().expect("the line was played in this game");
        let fault = |fault| self.loaded.fault(&fault);
        let mut moves = Vec::new();
        let me = match game.turn(state, &mut moves).map_err(fault)? {
            Turn::Player(player) => player,
            Turn::Over(_) => {
                return Err(Error::Input("the game is over here: there is no move to choose".to_owned()));
            }
            Turn::Chance => {
                return Err(Error::Input("chance decides here: nobody has a move to choose".to_owned()));
            }
        };
        let player = self.asked.make_beside(game, self.seed, self.beside);
        let mut player = player.map_err(|error| Error::Usage(error.to_string()))?;
        let limits = self.asked.limits(self.stop);
        let tell = |choice: &Choice<G::Move>| told(game, state, choice, limits.began.elapsed().as_secs_f64());
        let hear = |best: &[Choice<G::Move>]| {
            if let Some((_, hear)) = self.listener {
                hear(&best.iter().map(tell).collect::<Vec<_>>());
            }
        };
        let listener = self.listener.map(|(lines, _)| Listener { lines, hear: &hear });
        let question = Question { game, state, me, moves: &moves, limits, listener };
        let choice = player.choose(&question).map_err(fault)?;
        Ok(Thought { best: tell(&choice), about: player.told() })
    }
}

fn told<G: Game>(game: &G, state: &G::State, choice: &Choice<G::Move>, seconds: f64) -> Told {
    let mut pv = Vec::new();
    let mut at = state.clone();
    for &mv in &choice.line {
        pv.push(game.move_text(&at, mv));
        // A line that cannot be made any more is told as far as it goes.
        if game.apply(&mut at, mv).is_err() {
            break;
        }
    }
    let certain = |proven: Proven| Certain { result: proven.result.name(), plies: proven.plies };
    let Choice { mv, value, proven, depth, nodes, .. } = *choice;
    Told { mv: game.move_text(state, mv), value, proven: proven.map(certain), depth, nodes, seconds, pv }
}
