//! Native code generation (JIT) for random playouts and for single moves. Conditions are evaluated bit-parallel.
//!
//! Terms:
//! - *Lane*: the location that is the bit index of a move: where its piece stands, or, for a piece that enters the
//!   board, where it goes. A word holds 64 lanes, so one instruction evaluates a condition for 64 moves.
//! - *Move group*: moves of one rule that differ by lane only.
//! - *Kernel*: a condition, value or effect, written once for all lanes of a move group. Parts that only some lanes
//!   have are masked with a set of lanes.
//! - *Off-board supply*: the pieces off the board that rules can bring in.
//!
//! Passes: [`move_groups`] divides the moves of all rules into move groups ([`supply`] determines the kinds of pieces
//! in the off-board supply). [`kernel_builder`] merges the code of the lanes of a group into one kernel ([`kernel`]);
//! [`player_kernels`] collects the kernels of a player. [`lane_parallel`] generates code that evaluates conditions for
//! all lanes at once, and [`availability`] code that finds the lanes that can move; [`single_lane`] with [`lines`]
//! generates code for the lane of a single move. [`board`] with [`state_fields`] generates reads and writes of the
//! state, [`make_move`] the making of a move and [`ends`] its last part. Two programs consist of these parts:
//! [`playout`], in which [`random_move`] selects the moves of a whole playout, and [`move_program`], which lists and
//! makes moves for a caller, through [`native_moves`]. `boardwright-jit` compiles the programs.
//!
//! Unsupported rules ([`Unsupported`]) fall back to the portable interpreter.

mod availability;
mod baseline;
mod board;
mod ends;
mod journal;
mod kernel;
mod kernel_builder;
mod lane_parallel;
mod lines;
mod make_move;
mod move_groups;
mod move_program;
mod native_moves;
mod player_kernels;
mod playout;
mod random_move;
mod single_lane;
mod stages;
mod state_fields;
mod supply;

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use boardwright_jit::{CompiledProgram, FunctionId, Program};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::Unsupported;
use crate::tables::CompiledRules;
use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_game::playout::Playout;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

pub(crate) use baseline::{BaselineCode, DrawnMove, HeuristicCode};
pub(crate) use native_moves::NativeMoves;
pub(crate) use stages::condition_stages;

use playout::scratch;

/// Reason why native code did not finish a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bailout {
    /// A legal move fails; the portable interpreter determines the fault.
    MoveFailed,
    /// The playout cannot continue after this number of moves: the position history is full, or pieces are where no
    /// rule puts them.
    AfterMoves(u64),
}

/// Outcome of a playout that ended with a code: 1 for a draw, and the numbers of the players from 2.
#[inline]
fn outcome_of(code: u64) -> Outcome {
    Player::new(code as usize - 1).map_or(Outcome::Draw, Outcome::Won)
}

/// Layout of the position history, for games that test for repetitions: number of positions, a bit set of key hashes
/// (so that most lookups need no comparison of keys), then the keys.
pub(crate) mod history {
    use boardwright_interpreter::state::State;
    use boardwright_jit::{Arg, Binary, MemoryId, Width, Writer};

    /// Offset of the number of positions.
    pub(crate) const COUNT: usize = 0;
    /// Offset of the bit set of the hashes of all positions.
    pub(crate) const HASH_SET: usize = 8;
    /// Number of different hashes; the hash consists of the lowest bits of the key.
    pub(crate) const HASHES: u64 = 1 << 15;
    /// Offset of the keys, the oldest first.
    pub(crate) const KEYS: usize = HASH_SET + HASHES as usize / 8;
    /// Maximum number of positions.
    pub(crate) const MAX_POSITIONS: usize = 1 << 14;
    /// Length in bytes.
    pub(crate) const BYTES: usize = KEYS + 8 * MAX_POSITIONS;

    /// Number of moves after a state for which there is room, in games with (`has_history`) or without a history.
    #[inline]
    pub(crate) fn room(has_history: bool, from: &State) -> u64 {
        if has_history { (MAX_POSITIONS - 1).saturating_sub(from.history().len()) as u64 } else { u64::MAX }
    }

    /// Writes code that adds the key of a position to the history. Returns how often the position has occurred, this time
    /// included.
    pub(crate) fn record(w: &mut Writer, history: MemoryId, key: Arg) -> Arg {
        let before = count_earlier(w, history, key);
        let count = w.load(history, Width::Eight, 0, COUNT);
        let at = w.binary(Binary::ShiftLeft, count, 3);
        w.store(history, Width::Eight, at, KEYS, key);
        let more = w.binary(Binary::Add, count, 1);
        w.store(history, Width::Eight, 0, COUNT, more);
        let (byte, bit) = hash(w, key);
        let known = w.load(history, Width::Byte, byte, HASH_SET);
        let known = w.binary(Binary::Or, known, bit);
        w.store(history, Width::Byte, byte, HASH_SET, known);
        w.binary(Binary::Add, before, 1)
    }

    /// Byte of the bit set for a key, and its bit in it.
    fn hash(w: &mut Writer, key: Arg) -> (Arg, Arg) {
        let hash = w.binary(Binary::And, key, HASHES - 1);
        let byte = w.binary(Binary::ShiftRight, hash, 3);
        let bit = w.binary(Binary::And, hash, 7);
        (byte, w.binary(Binary::ShiftLeft, 1, bit))
    }

    /// Writes code that counts how often a key is in the history.
    pub(crate) fn count_earlier(w: &mut Writer, history: MemoryId, key: Arg) -> Arg {
        let (byte, bit) = hash(w, key);
        let known = w.load(history, Width::Byte, byte, HASH_SET);
        let seen = w.binary(Binary::And, known, bit);
        let (found, index) = (w.add_variable(), w.add_variable());
        w.set(found, 0);
        w.open_list();
        let count = w.load(history, Width::Eight, 0, COUNT);
        let end = w.binary(Binary::ShiftLeft, count, 3);
        w.set(index, end);
        w.open_list();
        let none = w.binary(Binary::Equal, index, 0);
        w.if_then(none, Writer::break_loop);
        let before = w.binary(Binary::Sub, index, 8);
        w.set(index, before);
        let other = w.load(history, Width::Eight, index, KEYS);
        let same = w.binary(Binary::Equal, other, key);
        let sum = w.binary(Binary::Add, found, same);
        w.set(found, sum);
        let round = w.close_list();
        w.write_loop(round);
        let compare = w.close_list();
        w.write_if(seen, compare, Vec::new());
        found.into()
    }
}

/// Return code of native code: the game continues.
const CONTINUES: u64 = 0;
/// Return code: pieces are where no rule puts them.
const UNSUPPORTED_STATE: u64 = u64::MAX - 1;
/// Return code: the last move fails. Smaller codes except 0 are outcomes: the number of the winner plus one, 1 for a
/// draw.
const MOVE_FAILED: u64 = u64::MAX;

/// Native code of a game for random playouts.
#[derive(Debug)]
pub(crate) struct NativePlayouts {
    compiled: CompiledProgram,
    play: FunctionId,
    summary: String,
    /// `true` if the game tests how often a position has occurred.
    has_history: bool,
}

impl NativePlayouts {
    /// Compiles a game; returns the reason if the rules are unsupported.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: &CompiledRules) -> Result<Self, String> {
        let playout_program = playout::write_playout_program(rules, layout, fast);
        let playout::PlayoutProgram { program, play } = playout_program.map_err(|Unsupported(what)| what.to_owned())?;
        let compiled = CompiledProgram::new(&program).map_err(|error| error.to_string())?;
        let summary = summary(&program, &compiled);
        Ok(Self { compiled, play, summary, has_history: layout.counts_repetitions })
    }

    /// Description of the size of the code.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// Plays a random playout. On an error `state` is the position of the playout from which it cannot continue.
    #[inline]
    pub(crate) fn play_out(
        &self,
        from: &State,
        state: &mut State,
        most: u64,
        rng: &mut Pcg64Mcg,
    ) -> Result<Playout, Bailout> {
        let random = rng.next_u64();
        state.clone_from(from);
        let room = history::room(self.has_history, from);
        if room == 0 && most > 0 {
            return Err(Bailout::AfterMoves(0));
        }
        let (ended, length, _) = self.call(state, most.min(room), (random, None));
        let outcome = match ended {
            CONTINUES if length < most => return Err(Bailout::AfterMoves(length)),
            UNSUPPORTED_STATE => return Err(Bailout::AfterMoves(0)),
            CONTINUES => None,
            MOVE_FAILED => {
                state.clone_from(from);
                self.call(state, length - 1, (random, None));
                return Err(Bailout::MoveFailed);
            }
            winner => Some(outcome_of(winner)),
        };
        Ok(Playout { length, outcome })
    }

    /// Returns the code with which the playout ended, the number of moves made, and the number of moves from which the
    /// last one was drawn. With `take`, each move is the one with this number in generation order; then at most one
    /// move should be made.
    #[inline]
    fn call(&self, state: &mut State, most: u64, (random, chosen): (u64, Option<u64>)) -> (u64, u64, u64) {
        let mut buffer = [0; scratch::BYTES];
        buffer[scratch::RANDOM..][..8].copy_from_slice(&random.to_le_bytes());
        buffer[scratch::LIMIT..][..8].copy_from_slice(&most.to_le_bytes());
        buffer[scratch::CHOSEN..][..8].copy_from_slice(&chosen.map_or(0, |number| number + 1).to_le_bytes());
        let ended = if self.has_history {
            with_history(state, |body, history| self.compiled.call(self.play, [body, &mut buffer, history]))
        } else {
            self.compiled.call(self.play, [&mut state.bytes, &mut buffer, &mut []])
        };
        (ended, read_word(&buffer, scratch::LENGTH), read_word(&buffer, scratch::TOTAL))
    }

    /// Returns the position after each legal move, in generation order: `None` for a move that fails. Returns `None` if
    /// native code does not support the state.
    pub(crate) fn successors(&self, state: &State) -> Option<Vec<Option<State>>> {
        let (ended, length, total) = self.call(&mut state.clone(), 1, (1, Some(0)));
        if ended == UNSUPPORTED_STATE {
            return None;
        }
        let after = |number: u64| {
            let mut state = state.clone();
            let (ended, _, _) = self.call(&mut state, 1, (0, Some(number)));
            (ended != MOVE_FAILED).then_some(state)
        };
        Some(if length == 0 { Vec::new() } else { (0..total).map(after).collect() })
    }
}

/// Description of the size of a program.
fn summary(program: &Program, compiled: &CompiledProgram) -> String {
    format!(
        "{} instructions, {} bytes of machine code, {} bytes of tables",
        program.instruction_count(),
        compiled.code_bytes(),
        program.table_bytes()
    )
}

fn read_word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

thread_local! {
    /// Memory of a position history; reused, because it is large.
    static HISTORY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Stores keys in the layout of [`history`].
fn fill_history(memory: &mut Vec<u8>, keys: &[u64]) {
    memory.resize(history::BYTES, 0);
    memory[history::HASH_SET..history::KEYS].fill(0);
    memory[history::COUNT..][..8].copy_from_slice(&(keys.len() as u64).to_le_bytes());
    for (key, slot) in keys.iter().zip(memory.split_at_mut(history::KEYS).1.chunks_exact_mut(8)) {
        slot.copy_from_slice(&key.to_le_bytes());
    }
    for &key in keys {
        let hash = (key % history::HASHES) as usize;
        memory[history::HASH_SET + hash / 8] |= 1 << (hash % 8);
    }
}

/// Calls `then` with a position history of these keys, for reading only.
fn with_history_of<T>(keys: &[u64], then: impl FnOnce(&mut [u8]) -> T) -> T {
    let mut memory = HISTORY.take();
    fill_history(&mut memory, keys);
    let result = then(&mut memory);
    HISTORY.set(memory);
    result
}

/// Calls `then` with memory for a position history, whatever it contains.
pub(super) fn with_history_memory<T>(then: impl FnOnce(&mut [u8]) -> T) -> T {
    let mut memory = HISTORY.take();
    memory.resize(history::BYTES, 0);
    let result = then(&mut memory);
    HISTORY.set(memory);
    result
}

/// Calls `then` with a state and its position history in the layout of [`history`], and stores the extended history in
/// the state.
fn with_history<T>(state: &mut State, then: impl FnOnce(&mut [u8], &mut [u8]) -> T) -> T {
    let mut memory = HISTORY.take();
    fill_history(&mut memory, state.history());
    let result = then(&mut state.bytes, &mut memory);
    let count = read_word(&memory, history::COUNT) as usize;
    let keys = memory[history::KEYS..].chunks_exact(8).take(count).map(|key| read_word(key, 0));
    state.set_history(keys);
    HISTORY.set(memory);
    result
}
