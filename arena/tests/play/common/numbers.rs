//! A game of points for the tests of duplicate deals and scores. Each player in turn gets a number by chance, and keeps
//! or halves it. The highest score wins.

use boardwright_game::deals::DealtGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, Outcome, StateError, Turn};
use boardwright_game::ids::Player;
use boardwright_game::payoff::{Payoff, PayoffUnit, ScorePayoff};

/// Largest number of players.
pub const MOST_PLAYERS: usize = 5;

/// The game; numbers are less than `numbers`.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    pub players: usize,
    pub numbers: u32,
}

/// State: numbers by player, and the number that the next player has been given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NumbersState {
    scores: [Option<(u32, bool)>; MOST_PLAYERS],
    given: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumbersMove {
    Give(u32),
    Keep,
    Halve,
    NextDeal,
}

impl NumbersState {
    fn turn(&self) -> usize {
        self.scores.iter().flatten().count()
    }
}

impl Game for Numbers {
    type State = NumbersState;
    type Move = NumbersMove;

    fn players(&self) -> usize {
        self.players
    }

    fn payoff(&self) -> Payoff {
        let max = f64::from(self.numbers);
        Payoff::Score(ScorePayoff { unit: PayoffUnit::Points, is_zero_sum: false, min: 0.0, max })
    }

    fn initial_state(&self) -> NumbersState {
        NumbersState::default()
    }

    fn legal_moves(&self, state: &NumbersState, moves: &mut Vec<NumbersMove>) -> Result<Turn, Fault> {
        moves.clear();
        if state.turn() == self.players {
            let score = |player: &Player| self.score(state, *player);
            let all = || (1..=self.players).filter_map(Player::new);
            let most = all().map(|player| score(&player)).fold(0.0, f64::max);
            let mut best = all().filter(|player| score(player) >= most);
            let outcome = best.next().filter(|_| best.next().is_none()).map_or(Outcome::Draw, Outcome::Won);
            return Ok(Turn::Over(outcome));
        }
        if state.given.is_none() {
            moves.extend((0..self.numbers).map(NumbersMove::Give));
            return Ok(Turn::Chance);
        }
        moves.extend([NumbersMove::Keep, NumbersMove::Halve]);
        Ok(Turn::Player(Player::new(state.turn() + 1).expect("players are counted from 1")))
    }

    fn apply(&self, state: &mut NumbersState, mv: NumbersMove) -> Result<(), Fault> {
        let turn = state.turn();
        match mv {
            NumbersMove::Give(number) => state.given = Some(number),
            NumbersMove::Keep => state.scores[turn] = state.given.take().map(|number| (number, true)),
            NumbersMove::Halve => state.scores[turn] = state.given.take().map(|number| (number / 2, false)),
            NumbersMove::NextDeal => {}
        }
        Ok(())
    }

    fn score(&self, state: &NumbersState, player: Player) -> f64 {
        state.scores[player.index()].map_or(0.0, |(score, _)| f64::from(score))
    }

    fn key(&self, _: &NumbersState) -> u64 {
        7
    }

    fn encode(&self, state: &NumbersState, out: &mut Vec<u8>) {
        out.extend(format!("{state:?}").bytes());
    }

    fn texts(&self) -> &dyn game::Texts<NumbersState, NumbersMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<NumbersState, NumbersMove>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<NumbersState>> {
        Some(self)
    }
}

impl game::Texts<NumbersState, NumbersMove> for Numbers {
    fn move_text(&self, _: &NumbersState, mv: NumbersMove) -> String {
        match mv {
            NumbersMove::Give(number) => format!("give {number}"),
            NumbersMove::Keep => "keep".to_owned(),
            NumbersMove::Halve => "halve".to_owned(),
            NumbersMove::NextDeal => "next".to_owned(),
        }
    }

    fn state_text(&self, state: &NumbersState) -> String {
        format!("{state:?}")
    }

    fn parse_state(&self, _: &str) -> Result<NumbersState, StateError> {
        Err(StateError { line: 1, reason: "nobody reads this".to_owned() })
    }
}

impl game::Chance<NumbersState, NumbersMove> for Numbers {
    fn probabilities(&self, state: &NumbersState, chances: &mut Vec<f64>) {
        chances.clear();
        if state.given.is_none() && state.turn() < self.players {
            chances.extend((0..self.numbers).map(|_| 1.0 / f64::from(self.numbers)));
        }
    }
}

impl game::Display<NumbersState> for Numbers {
    fn score_details(&self, state: &NumbersState, player: Player) -> Vec<(&'static str, f64)> {
        let scored = state.scores[player.index()];
        let of = |kept| scored.filter(|&(_, is_kept)| is_kept == kept).map_or(0.0, |(score, _)| f64::from(score));
        vec![("kept", of(true)), ("halved", of(false))]
    }
}

impl DealtGame for Numbers {
    const NEXT_DEAL: NumbersMove = NumbersMove::NextDeal;

    fn next_deal(&self, _: &NumbersState, _: &[f64]) -> Option<NumbersState> {
        Some(NumbersState::default())
    }

    fn deal_starts(&self) -> Vec<NumbersState> {
        vec![NumbersState::default()]
    }
}
