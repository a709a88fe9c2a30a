//! Games that the players themselves hold for decided: what their values say, move after move. Nobody else judges the position.

use boardwright_engine::game::Outcome;
use boardwright_engine::ids::Player;

use crate::course::Course;

/// When what the players think decides a game. A player that tells no values keeps it from being decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Over so many values of each player on end.
    pub values: usize,
    /// A draw, if all of them are at most so far from 0.
    pub draw: Option<f64>,
    /// Won, if all those of one player are at least this, and all of the others at most this with a minus.
    pub win: Option<f64>,
}

impl Verdict {
    /// What the players agree on by now.
    pub(crate) fn of(&self, course: &Course<'_>) -> Option<Outcome> {
        let players: Vec<Player> = (1..=course.game().players()).filter_map(Player::new).collect();
        if players.len() < 2 || self.values == 0 {
            return None;
        }
        let last = |&player: &Player| -> Vec<f64> { course.values(player).take(self.values).collect() };
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
