//! Machine code for random games, and for single moves.
//!
//! In order: [`groups`] divides what rules offer into moves that are alike but for the place, their lane ([`waiting`] tells
//! which pieces can wait off the board); [`lift`] writes what the lanes of a group ask for and do as one [`form`] ([`ready`]
//! has all of this for a player); [`lanes`] works conditions out for all lanes at once, 64 to a word, and [`offer`] which of
//! them can move, while [`one`] with [`lines`] works a form out for the lane of a single move; [`board`] with [`held`] is how
//! they look at the state and change it; [`making`] makes a move and [`ends`] is what comes last in it. Two programs are put
//! together of these: [`play`], in which [`draw`] chooses the moves of a whole game, and [`single`], which lists and makes the
//! moves that somebody else chooses, by way of [`steps`]. `boardwright-jit` compiles them.
//!
//! What is [`Beyond`] it stays with the portable form.

mod board;
mod draw;
mod ends;
mod form;
mod groups;
mod held;
mod lanes;
mod lift;
mod lines;
mod making;
mod offer;
mod one;
mod play;
mod ready;
mod single;
mod steps;
mod waiting;

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use boardwright_jit::{FunctionId, Machine, Program};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::fast::Beyond;
use crate::fast::tables::Fast;
use crate::game::Outcome;
use crate::ids::Player;
use crate::layout::Layout;
use crate::playout::Playout;
use crate::rules::RuleSet;
use crate::state::State;

pub(crate) use steps::Steps;

use play::scratch;

/// Why machine code did not play a game out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stuck {
    /// A move fails that can be made; the portable form tells how.
    Failed,
    /// After so many moves it cannot go on: there is no room to remember more positions, or pieces are where no rule puts
    /// them.
    Here(u64),
}

/// The memory in which positions that have stood are remembered, in games that ask for repetitions: how many there are, then
/// how many of them have a hash (so that mostly none need be compared), then their keys.
pub(super) mod past {
    /// How many there are.
    pub(crate) const COUNT: usize = 0;
    /// A bit for each hash: whether some position has it.
    pub(crate) const SEEN: usize = 8;
    /// How many different hashes there are: a key's lowest bits.
    pub(crate) const HASHES: u64 = 1 << 15;
    /// The keys, the oldest first.
    pub(crate) const KEYS: usize = SEEN + HASHES as usize / 8;
    /// Most positions.
    pub(crate) const MOST: usize = 1 << 14;
    /// How many bytes there are.
    pub(crate) const BYTES: usize = KEYS + 8 * MOST;
}

/// What a call of machine code gives where the game goes on.
const GOES_ON: u64 = 0;
/// Pieces are where no rule puts them.
const UNFIT: u64 = u64::MAX - 1;
/// The last move fails. Between them: one more than the number of the winner, 1 for a draw.
const FAILED: u64 = u64::MAX;

/// A game's machine code.
#[derive(Debug)]
pub(crate) struct Native {
    machine: Machine,
    play: FunctionId,
    summary: String,
    /// The game asks how often a position has stood.
    remembers: bool,
}

impl Native {
    /// Compiles a game.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: &Fast) -> Result<Self, String> {
        let playing = play::playing(rules, layout, fast);
        let play::Playing { program, play } = playing.map_err(|Beyond(what)| what.to_owned())?;
        let machine = Machine::new(&program).map_err(|error| error.to_string())?;
        let summary = summary(&program, &machine);
        Ok(Self { machine, play, summary, remembers: layout.repeats })
    }

    /// How large it is, in words.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// Plays a game out with random moves. Otherwise the state is one of the playout, from which it cannot go on.
    #[inline]
    pub(crate) fn play_out(
        &self,
        from: &State,
        state: &mut State,
        most: u64,
        rng: &mut Pcg64Mcg,
    ) -> Result<Playout, Stuck> {
        let random = rng.next_u64();
        state.clone_from(from);
        let room = if self.remembers { (past::MOST - 1).saturating_sub(from.past().len()) as u64 } else { u64::MAX };
        if room == 0 && most > 0 {
            return Err(Stuck::Here(0));
        }
        let (ended, length, _) = self.call(state, most.min(room), (random, None));
        let outcome = match ended {
            GOES_ON if length < most => return Err(Stuck::Here(length)),
            UNFIT => return Err(Stuck::Here(0)),
            GOES_ON => None,
            FAILED => {
                state.clone_from(from);
                self.call(state, length - 1, (random, None));
                return Err(Stuck::Failed);
            }
            winner => Some(Player::new(winner as usize - 1).map_or(Outcome::Draw, Outcome::Won)),
        };
        Ok(Playout { length, outcome })
    }

    /// What it ended with, how many moves were made, and among how many the last one was drawn. With a number to `take` each
    /// move is the one of this number in the order in which they are found, so at most one should be made.
    #[inline]
    fn call(&self, state: &mut State, most: u64, (random, take): (u64, Option<u64>)) -> (u64, u64, u64) {
        let mut beside = [0; scratch::BYTES];
        beside[scratch::RANDOM..][..8].copy_from_slice(&random.to_le_bytes());
        beside[scratch::LIMIT..][..8].copy_from_slice(&most.to_le_bytes());
        beside[scratch::TAKE..][..8].copy_from_slice(&take.map_or(0, |number| number + 1).to_le_bytes());
        let ended = if self.remembers {
            with_past(state, |body, past| self.machine.call(self.play, [body, &mut beside, past]))
        } else {
            self.machine.call(self.play, [&mut state.body, &mut beside, &mut []])
        };
        (ended, word(&beside, scratch::LENGTH), word(&beside, scratch::TOTAL))
    }

    /// The position after each of the moves that are drawn from, in the order in which they are found; `None` where a move
    /// fails, and if the state is none that machine code is for.
    pub(crate) fn every(&self, state: &State) -> Option<Vec<Option<State>>> {
        let (ended, length, total) = self.call(&mut state.clone(), 1, (1, Some(0)));
        if ended == UNFIT {
            return None;
        }
        let after = |number: u64| {
            let mut state = state.clone();
            let (ended, _, _) = self.call(&mut state, 1, (0, Some(number)));
            (ended != FAILED).then_some(state)
        };
        Some(if length == 0 { Vec::new() } else { (0..total).map(after).collect() })
    }
}

/// How large a program is, in words.
fn summary(program: &Program, machine: &Machine) -> String {
    format!(
        "{} instructions, {} bytes of machine code, {} bytes of tables",
        program.size(),
        machine.bytes(),
        program.table_bytes()
    )
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Hands on a state and the positions that stood before it, in the memory in which machine code remembers them.
fn with_past<T>(state: &mut State, then: impl FnOnce(&mut [u8], &mut [u8]) -> T) -> T {
    thread_local! {
        /// Kept, for it is large.
        static PAST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    let mut memory = PAST.take();
    memory.resize(past::BYTES, 0);
    memory[past::SEEN..past::KEYS].fill(0);
    memory[past::COUNT..][..8].copy_from_slice(&(state.past().len() as u64).to_le_bytes());
    for (key, slot) in state.past().iter().zip(memory.split_at_mut(past::KEYS).1.chunks_exact_mut(8)) {
        slot.copy_from_slice(&key.to_le_bytes());
    }
    for &key in state.past() {
        let hash = (key % past::HASHES) as usize;
        memory[past::SEEN + hash / 8] |= 1 << (hash % 8);
    }
    let given = then(&mut state.body, &mut memory);
    let count = word(&memory, past::COUNT) as usize;
    let keys = memory[past::KEYS..].chunks_exact(8).take(count).map(|key| word(key, 0));
    state.set_past(keys);
    PAST.set(memory);
    given
}
