//! Pig, a race with one die: a player rolls as often as they like and keeps the sum, but loses it with a roll of 1.
//!
//! It is the reference implementation of the game file, and contains no player.

use std::fmt;

use boardwright_game::dialog::Dialog;
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, Outcome, StateError, Turn};
use boardwright_game::ids::Player;
use boardwright_game::table::{ObjectKind, Table, TableGroup, TableObject};

/// Pig for two players; the first to have `target` points wins.
///
/// A turn begins with a roll. A roll of 2 to 6 is added to the sum of the turn, and the player chooses: roll
/// again, or hold, which adds the sum to the score and passes the turn. A roll of 1 passes the turn with
/// nothing gained. Points count when they are held, so a game is won by holding.
#[derive(Clone, Copy, Debug)]
pub struct Pig {
    target: u32,
}

impl Pig {
    /// Pig to `target` points; at least 1.
    pub fn new(target: u32) -> Self {
        Self { target: target.max(1) }
    }

    fn winner(self, state: &PigState) -> Option<Player> {
        [Player::FIRST, Player::FIRST.next(2)].into_iter().find(|player| state.held[player.index()] >= self.target)
    }
}

impl Default for Pig {
    /// The usual race to 100 points.
    fn default() -> Self {
        Self::new(100)
    }
}

/// State of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PigState {
    /// Points held, by player.
    pub held: [u32; 2],
    /// Sum of the rolls of this turn.
    pub sum: u32,
    /// Player to move.
    pub mover: Player,
    /// `true` if the next move is a roll of the die, by chance.
    pub rolling: bool,
    /// The last roll, for people who look at the die. It is no part of the position.
    pub last_roll: Option<u8>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PigMove {
    /// The player casts the die.
    Roll,
    /// The player keeps the sum and passes the turn.
    Hold,
    /// The die shows this number, 1 to 6 (chance move).
    Shows(u8),
}

impl fmt::Display for PigMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => f.write_str("roll"),
            Self::Hold => f.write_str("hold"),
            Self::Shows(face) => face.fmt(f),
        }
    }
}

impl Game for Pig {
    type State = PigState;
    type Move = PigMove;

    fn players(&self) -> usize {
        2
    }

    fn initial_state(&self) -> PigState {
        PigState { held: [0, 0], sum: 0, mover: Player::FIRST, rolling: false, last_roll: None }
    }

    fn legal_moves(&self, state: &PigState, moves: &mut Vec<PigMove>) -> Result<Turn, Fault> {
        moves.clear();
        if let Some(winner) = self.winner(state) {
            return Ok(Turn::Over(Outcome::Won(winner)));
        }
        if state.rolling {
            moves.extend((1..=6).map(PigMove::Shows));
            return Ok(Turn::Chance);
        }
        moves.push(PigMove::Roll);
        if state.sum > 0 {
            moves.push(PigMove::Hold);
        }
        Ok(Turn::Player(state.mover))
    }

    fn apply(&self, state: &mut PigState, mv: PigMove) -> Result<(), Fault> {
        let pass = |state: &mut PigState| {
            state.sum = 0;
            state.mover = state.mover.next(2);
        };
        match mv {
            PigMove::Roll => state.rolling = true,
            PigMove::Hold => {
                state.held[state.mover.index()] += state.sum;
                pass(state);
            }
            PigMove::Shows(face) => {
                (state.rolling, state.last_roll) = (false, Some(face));
                if face == 1 {
                    pass(state);
                } else {
                    state.sum += u32::from(face);
                }
            }
        }
        Ok(())
    }

    fn score(&self, state: &PigState, player: Player) -> f64 {
        f64::from(state.held[player.index()])
    }

    fn key(&self, state: &PigState) -> u64 {
        // Unique for every state while points stay below 2^20; points above the target are distinguished too, because
        // the scores differ. The multiplication spreads the number over all bits.
        let number = (u64::from(state.held[0]) << 42)
            ^ (u64::from(state.held[1]) << 22)
            ^ (u64::from(state.sum) << 2)
            ^ (state.mover.index() as u64) << 1
            ^ u64::from(state.rolling);
        number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn encode(&self, state: &PigState, out: &mut Vec<u8>) {
        for number in [state.held[0], state.held[1], state.sum] {
            out.extend(number.to_le_bytes());
        }
        out.extend([state.mover.index() as u8, u8::from(state.rolling)]);
    }

    fn texts(&self) -> &dyn game::Texts<PigState, PigMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<PigState, PigMove>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<PigState>> {
        Some(self)
    }
}

impl game::Texts<PigState, PigMove> for Pig {
    fn move_text(&self, _state: &PigState, mv: PigMove) -> String {
        mv.to_string()
    }

    fn state_text(&self, state: &PigState) -> String {
        let PigState { held: [first, second], sum, mover, rolling, .. } = state;
        let die = if *rolling { "rolling" } else { "choosing" };
        format!("held {first} {second}\nsum {sum}\nplayer {mover} {die}\n")
    }

    fn view_text(&self, state: &PigState, _player: Player) -> String {
        let [first, second] = state.held;
        format!("player 1 has {first}, player 2 has {second} of {}; this turn: {}\n", self.target, state.sum)
    }

    fn parse_state(&self, text: &str) -> Result<PigState, StateError> {
        let mut lines = text.lines();
        let held = line(&mut lines, 1, "held", "held, and the points of both players")?;
        let sum = line(&mut lines, 2, "sum", "sum, and the points of this turn")?;
        let turn = line(&mut lines, 3, "player", "player, then 1 or 2, then rolling or choosing")?;
        let number = |at: usize, word: Option<&&str>| {
            let number = word.and_then(|word| word.parse().ok());
            number.ok_or_else(|| StateError { line: at, reason: "a number of points is missing".into() })
        };
        let held = [number(1, held.first())?, number(1, held.get(1))?];
        let sum = number(2, sum.first())?;
        let mover = match turn.first() {
            Some(&"1") => Player::FIRST,
            Some(&"2") => Player::FIRST.next(2),
            _ => return Err(StateError { line: 3, reason: "the player must be 1 or 2".into() }),
        };
        let rolling = match turn.get(1) {
            Some(&"rolling") => true,
            Some(&"choosing") => false,
            _ => return Err(StateError { line: 3, reason: "the player must be rolling or choosing".into() }),
        };
        Ok(PigState { held, sum, mover, rolling, last_roll: None })
    }
}

impl game::Chance<PigState, PigMove> for Pig {
    fn probabilities(&self, state: &PigState, chances: &mut Vec<f64>) {
        chances.clear();
        if state.rolling {
            chances.resize(6, 1.0 / 6.0);
        }
    }
}

impl game::Display<PigState> for Pig {
    fn table(&self, state: &PigState, viewer: Option<Player>) -> Option<Table> {
        let mut moves = Vec::new();
        let turn = self.legal_moves(state, &mut moves).ok()?;
        let is_asked = turn.player().is_some_and(|player| viewer.is_none_or(|viewer| viewer == player));
        let with_move = |object: TableObject, mv: PigMove| {
            if is_asked && moves.contains(&mv) { object.with_move(mv.to_string()) } else { object }
        };
        let seats = state.held.map(|points| {
            let score = ObjectKind::Score { points: points.into(), unit: format!("of {}", self.target) };
            vec![TableGroup::new("points", vec![TableObject::new(score, format!("{points} of {}", self.target))])]
        });
        let die = state.last_roll;
        let name = die.map_or_else(|| "die".to_owned(), |face| format!("die, showing {face}"));
        let die = with_move(TableObject::new(ObjectKind::Die(die), name), PigMove::Roll);
        let sum = ObjectKind::Score { points: state.sum.into(), unit: "this turn".to_owned() };
        let sum = with_move(TableObject::new(sum, format!("sum of this turn: {}", state.sum)), PigMove::Hold);
        let centre = vec![TableGroup::new("die", vec![die]), TableGroup::new("sum", vec![sum])];
        Some(Table { seats: seats.to_vec(), centre, ..Table::default() })
    }

    fn dialog(&self, state: &PigState) -> Option<Dialog> {
        Dialog::of_moves(self, state)
    }
}

/// Words after the keyword `head`, with which the next line must begin.
fn line<'a>(
    lines: &mut std::str::Lines<'a>,
    number: usize,
    head: &str,
    should: &str,
) -> Result<Vec<&'a str>, StateError> {
    let mut words = lines.next().unwrap_or_default().split_whitespace();
    if words.next() == Some(head) {
        Ok(words.collect())
    } else {
        Err(StateError { line: number, reason: format!("this should be: {should}") })
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::GameExt as _;

    use super::*;

    #[test]
    fn a_one_loses_the_sum_and_holding_keeps_it() {
        let game = Pig::new(10);
        let mut state = game.initial_state();
        for mv in [PigMove::Roll, PigMove::Shows(4), PigMove::Roll, PigMove::Shows(1)] {
            game.apply(&mut state, mv).unwrap();
        }
        assert_eq!(
            state,
            PigState { held: [0, 0], sum: 0, mover: Player::FIRST.next(2), rolling: false, last_roll: Some(1) }
        );
        for mv in [PigMove::Roll, PigMove::Shows(6), PigMove::Roll, PigMove::Shows(5), PigMove::Hold] {
            assert_eq!(game.outcome(&state).unwrap(), None);
            game.apply(&mut state, mv).unwrap();
        }
        assert_eq!(game.outcome(&state).unwrap(), Some(Outcome::Won(Player::FIRST.next(2))));
    }

    #[test]
    fn nothing_to_hold_before_the_first_roll() {
        let game = Pig::default();
        let mut moves = Vec::new();
        assert_eq!(game.legal_moves(&game.initial_state(), &mut moves).unwrap(), Turn::Player(Player::FIRST));
        assert_eq!(moves, [PigMove::Roll]);
    }

    #[test]
    fn an_invalid_state_is_refused_with_its_line() {
        let game = Pig::default();
        let refused = |text: &str| game.parse_state(text).unwrap_err().to_string();
        assert_eq!(refused(""), "line 1 of the state: this should be: held, and the points of both players");
        assert_eq!(refused("held 3 x\nsum 0\nplayer 1 rolling"), "line 1 of the state: a number of points is missing");
        assert_eq!(refused("held 3 0\nsum 0\nplayer 3 rolling"), "line 3 of the state: the player must be 1 or 2");
    }
}
