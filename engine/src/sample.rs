//! A tiny game with which the tests of generic modules show what these do: two players take from a heap.
//! It ships with nothing; the games that do are in `boardwright-games`.

use crate::fault::Fault;
use crate::game::{Game, Outcome, StateError, Turn};
use crate::ids::Player;

/// Players take one or two from a heap in turn; who takes the last one wins.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
pub(crate) struct Heap {
    /// How many lie there at the start.
    pub size: u32,
    /// Who takes two moves on.
    pub two_again: bool,
    /// After each move a coin may remove one more, with probability 1/4; nobody wins by that.
    pub coin: bool,
    /// Taking the last two is a mistake of the rules.
    pub broken: bool,
    /// Different positions have different keys; else some collide on purpose.
    pub keys: bool,
    /// It says that more than the position counts.
    pub remembers: bool,
}

/// What is left, whose turn it is, and whether the coin falls first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    pub rest: u32,
    pub mover: Player,
    pub coin: bool,
    pub drawn: bool,
}

impl Heap {
    pub fn of(size: u32) -> Self {
        Self { size, ..Self::default() }
    }
}

impl Game for Heap {
    type State = Left;
    type Move = u32;

    fn players(&self) -> usize {
        2
    }

    fn remembers(&self) -> bool {
        self.remembers
    }

    fn start(&self) -> Left {
        Left { rest: self.size, mover: Player::FIRST, coin: false, drawn: false }
    }

    fn turn(&self, state: &Left, moves: &mut Vec<u32>) -> Result<Turn, Fault> {
        moves.clear();
        if state.rest == 0 {
            let last = if state.drawn { Outcome::Draw } else { Outcome::Won(state.mover.next(2)) };
            return Ok(Turn::Over(last));
        }
        if state.coin {
            moves.extend(0..=1);
            return Ok(Turn::Chance);
        }
        moves.extend((1..=2).filter(|&n| n <= state.rest));
        Ok(Turn::Player(state.mover))
    }

    fn apply(&self, state: &mut Left, mv: u32) -> Result<(), Fault> {
        if self.broken && mv == 2 && state.rest == 2 {
            return Err(Fault {
                kind: crate::fault::FaultKind::DivisionByZero,
                span: crate::rules::Span::default(),
                within: crate::fault::Within::Rule("take".into()),
            });
        }
        state.rest -= mv;
        if state.coin {
            state.coin = false;
            state.drawn = state.rest == 0;
            return Ok(());
        }
        if !(self.two_again && mv == 2) || state.rest == 0 {
            state.mover = state.mover.next(2);
        }
        state.coin = self.coin;
        Ok(())
    }

    fn score(&self, state: &Left, player: Player) -> f64 {
        if player == state.mover { 0.0 } else { f64::from(self.size - state.rest) }
    }

    fn key(&self, state: &Left) -> u64 {
        if !self.keys {
            return u64::from(state.rest % 3);
        }
        u64::from(state.rest) << 4
            | (state.mover.number() as u64) << 2
            | u64::from(state.coin) << 1
            | u64::from(state.drawn)
    }

    fn position(&self, state: &Left, out: &mut Vec<u8>) {
        out.extend(self.state_text(state).into_bytes());
    }

    fn chances(&self, _state: &Left, chances: &mut Vec<f64>) {
        chances.clear();
        chances.extend([0.75, 0.25]);
    }

    fn move_text(&self, _state: &Left, mv: u32) -> String {
        format!("take {mv}")
    }

    fn state_text(&self, state: &Left) -> String {
        format!("{} {} {} {}", state.rest, state.mover, state.coin, state.drawn)
    }

    fn parse_state(&self, text: &str) -> Result<Left, StateError> {
        let bad = || StateError { line: 1, reason: "four words are needed".into() };
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [left, mover, coin, drawn] = parts[..] else {
            return Err(bad());
        };
        Ok(Left {
            rest: left.parse().map_err(|_| bad())?,
            mover: mover.parse().ok().and_then(Player::new).ok_or_else(bad)?,
            coin: coin.parse().map_err(|_| bad())?,
            drawn: drawn.parse().map_err(|_| bad())?,
        })
    }
}
