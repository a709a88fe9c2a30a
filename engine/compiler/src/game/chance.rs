//! Chance moves and observations of a compiled game, where native code does not cover them.

use boardwright_game::game::GameExt as _;
use boardwright_game::fault::Fault;
use boardwright_game::game::Game as _;
use boardwright_game::playout::Playout;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use rand_pcg::Pcg64Mcg;

use super::CompiledGame;

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
