//! A small take-away game (a heap of matches), written in Rust: the example of the documentation, and the game on which
//! generic modules are tested. The shipped games are in `boardwright-games`.

use crate::fault::Fault;
use crate::game::{Chance, Game, Outcome, StateError, Texts, Turn};
use crate::ids::Player;

/// Players alternately take one or two from a heap; the player who takes the last one wins.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // independent flags
pub struct Heap {
    /// Initial size of the heap.
    pub size: u32,
    /// `true` if a player who takes two moves again.
    pub extra_turn_after_two: bool,
    /// `true` if after each move a coin removes one more with probability 1/4; the game is drawn if that empties the
    /// heap.
    pub has_coin: bool,
    /// `true` if taking the last two is a fault of the rules.
    pub has_fault: bool,
    /// `true` if different positions have different keys; otherwise some keys collide on purpose.
    pub has_unique_keys: bool,
    /// `true` if the game claims to be history dependent.
    pub is_history_dependent: bool,
}

/// Game state: the rest of the heap, the player to move, and whether the coin is tossed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapState {
    /// Number of matches left.
    pub rest: u32,
    /// The player to move.
    pub mover: Player,
    /// `true` if the coin is tossed next.
    pub is_coin_next: bool,
    /// `true` if the coin emptied the heap, which draws the game.
    pub drawn: bool,
}

impl Heap {
    /// Creates the plain game with a heap of `size` matches.
    pub fn with_size(size: u32) -> Self {
        Self { size, ..Self::default() }
    }
}

impl Game for Heap {
    type State = HeapState;
    type Move = u32;

    fn players(&self) -> usize {
        2
    }

    fn is_history_dependent(&self) -> bool {
        self.is_history_dependent
    }

    fn initial_state(&self) -> HeapState {
        HeapState { rest: self.size, mover: Player::FIRST, is_coin_next: false, drawn: false }
    }

    fn legal_moves(&self, state: &HeapState, moves: &mut Vec<u32>) -> Result<Turn, Fault> {
        moves.clear();
        if state.rest == 0 {
            let last = if state.drawn { Outcome::Draw } else { Outcome::Won(state.mover.next(2)) };
            return Ok(Turn::Over(last));
        }
        if state.is_coin_next {
            moves.extend(0..=1);
            return Ok(Turn::Chance);
        }
        moves.extend((1..=2).filter(|&n| n <= state.rest));
        Ok(Turn::Player(state.mover))
    }

    fn apply(&self, state: &mut HeapState, mv: u32) -> Result<(), Fault> {
        if self.has_fault && mv == 2 && state.rest == 2 {
            return Err(Fault {
                kind: crate::fault::FaultKind::DivisionByZero,
                span: crate::fault::Span::default(),
                context: crate::fault::FaultContext::Rule("take".into()),
            });
        }
        state.rest -= mv;
        if state.is_coin_next {
            state.is_coin_next = false;
            state.drawn = state.rest == 0;
            return Ok(());
        }
        if !(self.extra_turn_after_two && mv == 2) || state.rest == 0 {
            state.mover = state.mover.next(2);
        }
        state.is_coin_next = self.has_coin;
        Ok(())
    }

    fn score(&self, state: &HeapState, player: Player) -> f64 {
        if player == state.mover { 0.0 } else { f64::from(self.size - state.rest) }
    }

    fn key(&self, state: &HeapState) -> u64 {
        if !self.has_unique_keys {
            return u64::from(state.rest % 3);
        }
        u64::from(state.rest) << 4
            | (state.mover.number() as u64) << 2
            | u64::from(state.is_coin_next) << 1
            | u64::from(state.drawn)
    }

    fn encode(&self, state: &HeapState, out: &mut Vec<u8>) {
        out.extend(self.state_text(state).into_bytes());
    }

    fn texts(&self) -> &dyn Texts<HeapState, u32> {
        self
    }

    fn chance(&self) -> Option<&dyn Chance<HeapState, u32>> {
        self.has_coin.then_some(self)
    }
}

impl Chance<HeapState, u32> for Heap {
    fn probabilities(&self, _state: &HeapState, chances: &mut Vec<f64>) {
        chances.clear();
        chances.extend([0.75, 0.25]);
    }
}

impl Texts<HeapState, u32> for Heap {
    fn move_text(&self, _state: &HeapState, mv: u32) -> String {
        format!("take {mv}")
    }

    fn state_text(&self, state: &HeapState) -> String {
        format!("{} {} {} {}", state.rest, state.mover, state.is_coin_next, state.drawn)
    }

    fn parse_state(&self, text: &str) -> Result<HeapState, StateError> {
        let bad = || StateError { line: 1, reason: "four words are needed".into() };
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [left, mover, coin, drawn] = parts[..] else {
            return Err(bad());
        };
        Ok(HeapState {
            rest: left.parse().map_err(|_| bad())?,
            mover: mover.parse().ok().and_then(Player::new).ok_or_else(bad)?,
            is_coin_next: coin.parse().map_err(|_| bad())?,
            drawn: drawn.parse().map_err(|_| bad())?,
        })
    }
}
