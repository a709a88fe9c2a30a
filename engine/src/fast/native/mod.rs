//! Machine code for playouts.
//!
//! In order: [`groups`] divides what rules offer into moves that are alike but for the place, their lane; [`lift`] writes
//! what the lanes of a group ask for and do as one [`form`] (both together are [`ready`]); [`lanes`] works conditions
//! out for all lanes at once, 64 to a word, and [`one`] what a single move does; [`board`] looks at the state and changes it;
//! [`play`] puts them together to one function, which `boardwright-jit` compiles.
//!
//! What is [`Beyond`] it stays with the portable form.

mod board;
mod form;
mod groups;
mod lanes;
mod lift;
mod one;
mod play;
mod ready;

use boardwright_jit::{FunctionId, Machine, Program};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::fast::tables::Fast;
use crate::game::Outcome;
use crate::ids::Player;
use crate::layout::Layout;
use crate::playout::Playout;
use crate::rules::RuleSet;
use crate::state::State;

use play::scratch;

/// Why a game has no machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beyond(pub(crate) &'static str);

/// A move fails; the portable form tells how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failed;

/// A game's machine code.
#[derive(Debug)]
pub(crate) struct Native {
    machine: Machine,
    program: Program,
    play: FunctionId,
}

impl Native {
    /// Compiles a game.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: &Fast) -> Result<Self, String> {
        let playing = play::playing(rules, layout, fast, layout.bytes);
        let play::Playing { program, play } = playing.map_err(|Beyond(what)| what.to_owned())?;
        let machine = Machine::new(&program).map_err(|error| error.to_string())?;
        Ok(Self { machine, program, play })
    }

    /// How large it is, in words.
    pub(crate) fn summary(&self) -> String {
        format!(
            "{} instructions, {} bytes of machine code, {} bytes of tables",
            self.program.size(),
            self.machine.bytes(),
            self.program.table_bytes()
        )
    }

    /// Plays a game out with random moves. If a move fails, the state is the one in which it would have been made.
    #[inline]
    pub(crate) fn play_out(
        &self,
        from: &State,
        state: &mut State,
        most: u64,
        rng: &mut Pcg64Mcg,
    ) -> Result<Playout, Failed> {
        // The generator's state is odd.
        let random = u128::from(rng.next_u64() | 1) | u128::from(rng.next_u64()) << 64;
        state.clone_from(from);
        let (ended, length, _) = self.call(state, most, random);
        let outcome = match ended {
            play::STOPPED => None,
            play::FAILED => {
                state.clone_from(from);
                self.call(state, length - 1, random);
                return Err(Failed);
            }
            winner => Some(Player::new(winner as usize - 1).map_or(Outcome::Draw, Outcome::Won)),
        };
        Ok(Playout { length, outcome })
    }

    /// What it ended with, how many moves were made, and among how many the last one was drawn.
    #[inline]
    fn call(&self, state: &mut State, most: u64, random: u128) -> (u64, u64, u64) {
        let mut beside = [0; scratch::BYTES];
        beside[scratch::RANDOM..][..16].copy_from_slice(&random.to_le_bytes());
        beside[scratch::LIMIT..][..8].copy_from_slice(&most.to_le_bytes());
        let ended = self.machine.call(self.play, [&mut state.body, &mut beside, &mut []]);
        let word = |at: usize| u64::from_le_bytes(beside[at..at + 8].try_into().expect("eight bytes"));
        (ended, word(scratch::LENGTH), word(scratch::TOTAL))
    }

    /// The position after each of the moves that are drawn from, in their order; `None` where a move fails.
    /// Random numbers are chosen so that one after the other is drawn.
    pub(crate) fn every(&self, state: &State) -> Vec<Option<State>> {
        let (_, length, total) = self.call(&mut state.clone(), 1, 1);
        let after = |rank: u64| {
            let mut state = state.clone();
            let number = ((u128::from(rank) << 64).div_ceil(u128::from(total))) as u64;
            let (ended, _, _) = self.call(&mut state, 1, play::random_for(number));
            (ended != play::FAILED).then_some(state)
        };
        if length == 0 { Vec::new() } else { (0..total).map(after).collect() }
    }
}
