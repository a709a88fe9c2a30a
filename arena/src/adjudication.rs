//! Adjudication of games that the players' own evaluations agree on, over several moves. No other evaluation is used.

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;

use crate::game_history::GameHistory;

/// Condition of an adjudication by the players' values. A player that reports no values prevents adjudication.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjudication {
    /// Number of consecutive values of each player that must agree.
    pub values: usize,
    /// Largest distance from 0 of all these values for a draw.
    pub draw: Option<f64>,
    /// Value that all those of the winner reach, while all those of the others are at most its negative.
    pub win: Option<f64>,
}

impl Adjudication {
    /// Outcome that the players agree on, if they do.
    pub(crate) fn outcome(&self, history: &GameHistory<'_>) -> Option<Outcome> {
        let players: Vec<Player> = (1..=history.game().players()).filter_map(Player::new).collect();
        if players.len() < 2 || self.values == 0 {
            return None;
        }
        let last = |&player: &Player| -> Vec<f64> { history.values(player).take(self.values).collect() };
        let values: Vec<Vec<f64>> = players.iter().map(last).collect();
        if values.iter().any(|values| values.len() < self.values) {
            return None;
        }
        let all = |index: usize, test: &dyn Fn(f64) -> bool| values[index].iter().all(|&value| test(value));
        if let Some(window) = self.draw
            && (0..values.len()).all(|index| all(index, &|value| value.abs() <= window))
        {
            return Some(Outcome::Draw);
        }
        let win = self.win?;
        let wins = |winner: usize| {
            let loses = |index| index == winner || all(index, &|value| value <= -win);
            all(winner, &|value| value >= win) && (0..values.len()).all(loses)
        };
        (0..values.len()).find(|&winner| wins(winner)).map(|winner| Outcome::Won(players[winner]))
    }
}
