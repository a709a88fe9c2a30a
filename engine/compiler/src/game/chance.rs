//! Chance moves and observations of a compiled game, where native code does not cover them.

use boardwright_game::fault::Fault;
use boardwright_game::game::GameExt as _;
use boardwright_game::playout::Playout;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use rand_pcg::Pcg64Mcg;

use super::CompiledGame;
use crate::codegen::DrawnMove;

impl CompiledGame {
    /// `true` unless chance is to move.
    pub(super) fn is_player_next(&self, state: &State) -> bool {
        !state.is_chance_next(self.layout())
    }

    /// Returns the state after a move with what the players have seen of it.
    pub(super) fn observed(&self, before: &State, mv: Move, mut after: State) -> State {
        if self.has_hidden_information() {
            after.observe(self.rules(), self.layout(), before, mv);
        }
        after
    }

    /// Draws a chance move by native code and makes it, without recording what the players have seen. Returns `None`, with
    /// the state unchanged, if there is no such code for the position.
    pub(super) fn play_native_chance(&self, state: &mut State, rng: &mut Pcg64Mcg) -> Option<DrawnMove> {
        if self.initial_fault().is_some() || state.outcome().is_some() || self.is_player_next(state) {
            return None;
        }
        self.prepared_baseline()?.play_chance(state, rng)
    }

    /// Draws and makes a chance move by native code; see [`Game::play_chance`](boardwright_game::game::Game::play_chance).
    pub(super) fn play_observed_chance(&self, state: &mut State, rng: &mut Pcg64Mcg) -> bool {
        if self.is_player_next(state) {
            return false;
        }
        if !self.has_hidden_information() {
            return self.play_native_chance(state, rng).is_some();
        }
        let before = state.clone();
        let Some(drawn) = self.play_native_chance(state, rng) else { return false };
        let (rules, layout) = (self.rules(), self.layout());
        state.observe(rules, layout, &before, drawn.in_state(rules, layout, &before));
        true
    }

    /// Lists the chance moves of a position by native code, if all of them are equally likely. Returns `false` if the
    /// interpreter must do it.
    pub(super) fn list_native_chance<const ALL: bool>(&self, state: &State, moves: &mut Vec<Move>) -> bool {
        let has_weights =
            || self.rules().rules.iter().any(|rule| rule.chance.is_some_and(|chance| chance.weight.is_some()));
        if state.outcome().is_some() || self.is_player_next(state) {
            return false;
        }
        let Some(native) = self.prepared_baseline().filter(|native| native.moves_chance() && !has_weights()) else {
            return false;
        };
        moves.clear();
        // The interpreter reports a lack of moves.
        native.list_moves(self.rules(), self.layout(), state, ALL, moves) && !moves.is_empty()
    }

    /// Plays out from a position in which chance is to move: chance moves until a player is to move, then a playout.
    pub(super) fn play_out_after_chance(
        &self,
        from: &State,
        state: &mut State,
        max_moves: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        self.shared.compiled.as_ref()?;
        let (mut start, mut made) = (from.clone(), 0);
        while start.is_chance_next(self.layout()) && start.outcome().is_none() && made < max_moves {
            let mv = match self.sample_chance(&start, rng) {
                Ok(mv) => mv,
                Err(fault) => return Some(Err(fault)),
            };
            if let Err(fault) = self.interpreter().apply(&mut start, mv) {
                return Some(Err(fault));
            }
            made += 1;
        }
        if start.is_chance_next(self.layout()) {
            state.clone_from(&start);
            return Some(Ok(Playout { length: made, outcome: start.outcome() }));
        }
        let rest = self.play_out(&start, state, max_moves - made, rng)?;
        Some(rest.map(|rest| Playout { length: rest.length + made, ..rest }))
    }
}
