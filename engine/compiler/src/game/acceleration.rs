//! Native code of a compiled game: its preparation, in the foreground or in the background, and whole playouts.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Acceleration, Preparation};
use boardwright_game::playout::{self, Playout, ScratchBuffers};
use boardwright_interpreter::state::State;
use rand_pcg::Pcg64Mcg;

use super::CompiledGame;
use crate::codegen::{Bailout, BaselineCode};

impl Acceleration<State> for CompiledGame {
    fn prepare(&self) {
        self.compile_native(Preparation::SingleMoves);
    }

    fn prepare_within(&self, part: Preparation, patience: Duration) -> bool {
        if self.is_ready(part) || patience == Duration::MAX {
            self.compile_native(part);
            return true;
        }
        if !self.shared.begun[part as usize].swap(true, Ordering::AcqRel) {
            let game = self.clone();
            std::thread::spawn(move || game.compile_native(part));
        }
        let start = Instant::now();
        while !self.is_ready(part) {
            if start.elapsed() >= patience {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.compile_native(part);
        true
    }

    #[inline]
    fn play_out(
        &self,
        from: &State,
        state: &mut State,
        max_moves: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        if let Some(fault) = self.initial_fault() {
            return Some(Err(fault.clone()));
        }
        if self.shared.begun[Preparation::Playouts as usize].load(Ordering::Relaxed)
            && !self.is_ready(Preparation::Playouts)
        {
            return None; // not to wait for code that is compiled in the background
        }
        let native = self.native_playouts();
        let plays_chance = native.is_err() && self.baseline().is_ok_and(BaselineCode::moves_chance);
        if !plays_chance && !self.is_player_next(from) {
            return self.play_out_after_chance(from, state, max_moves, rng);
        }
        let played = match native {
            Ok(native) => native.play_out(from, state, max_moves, rng),
            Err(_) => self.baseline().ok()?.play_out(from, state, max_moves, rng),
        };
        match played {
            Ok(playout) => Some(Ok(playout)),
            Err(Bailout::MoveFailed) => self.first_fault(state).map(Err),
            Err(Bailout::AfterMoves(length)) => {
                Some(playout::continue_playout(self, state, (length, max_moves), rng, &mut ScratchBuffers::default()))
            }
        }
    }
}
