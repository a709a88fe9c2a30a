//! A game whose moves take long to list, by the deadline of the thread alone: no test waits for it.

use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::deadline;
use boardwright_game::fault::{Fault, FaultContext, FaultKind, Span};
use boardwright_game::game::{Chance, Game, Hidden, Texts, Turn};
use boardwright_game::ids::Player;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

/// The game. Its moves are listed if the time that is left suffices for it; else the listing is interrupted at once.
pub struct SlowGame<'g> {
    pub game: &'g CompiledGame,
    /// Time that the listing of moves takes.
    pub listing: Duration,
}

impl Game for SlowGame<'_> {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn initial_state(&self) -> State {
        self.game.initial_state()
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        if deadline::time_left().is_some_and(|left| left < self.listing) {
            return Err(Fault {
                kind: FaultKind::Interrupted,
                span: Span::default(),
                context: FaultContext::Knowledge(1),
            });
        }
        self.game.legal_moves(state, moves)
    }

    fn apply(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        self.game.apply(state, mv)
    }

    fn score(&self, state: &State, player: Player) -> f64 {
        self.game.score(state, player)
    }

    fn key(&self, state: &State) -> u64 {
        self.game.key(state)
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        self.game.encode(state, out);
    }

    fn texts(&self) -> &dyn Texts<State, Move> {
        self.game.texts()
    }

    fn chance(&self) -> Option<&dyn Chance<State, Move>> {
        self.game.chance()
    }

    fn hidden(&self) -> Option<&dyn Hidden<State, Move>> {
        self.game.hidden()
    }
}
