//! Points of a tournament and what breaks ties of them. It neither pairs players nor says which tie-break comes first.

/// What two players got in a game against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// The two players, counted from 0.
    pub players: [usize; 2],
    /// What each of them got: mostly 1 and 0, or half a point each. Whoever got more has won.
    pub points: [f64; 2],
}

/// Why there is no crosstable of some results.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CrosstableError {
    /// A player that is not there.
    #[error("result {result} is one of player {player}, and there are {players} players, counted from 0")]
    Player {
        /// Which of the results, counted from 0.
        result: usize,
        /// The player.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// Somebody who plays alone.
    #[error("result {result} is one of player {player} against itself")]
    Alone {
        /// Which of the results, counted from 0.
        result: usize,
        /// The player.
        player: usize,
    },
    /// Points that cannot be added.
    #[error("result {result} has {points} points, which must lie between -1000000 and 1000000")]
    Points {
        /// Which of the results, counted from 0.
        result: usize,
        /// The points.
        points: f64,
    },
}

/// The results of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    players: usize,
    results: Vec<GameResult>,
}

impl Crosstable {
    /// The results of so many players. Two players may meet any number of times; every game counts.
    pub fn new(players: usize, results: &[GameResult]) -> Result<Self, CrosstableError> {
        for (result, game) in results.iter().enumerate() {
            if let Some(&player) = game.players.iter().find(|player| **player >= players) {
                return Err(CrosstableError::Player { result, player, players });
            }
            if game.players[0] == game.players[1] {
                return Err(CrosstableError::Alone { result, player: game.players[0] });
            }
            if let Some(&points) = game.points.iter().find(|points| !(-1e6..=1e6).contains(*points)) {
                return Err(CrosstableError::Points { result, points });
            }
        }
        Ok(Self { players, results: results.to_vec() })
    }

    /// Every game from both sides: player, opponent, points of the player, points of the opponent.
    fn sides(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        self.results.iter().flat_map(|game| {
            let ([one, other], [points, against]) = (game.players, game.points);
            [(one, other, points, against), (other, one, against, points)]
        })
    }

    /// A number for every player, added up over games.
    fn summed(&self, value: impl Fn(usize, f64, f64) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.players];
        for (player, opponent, points, against) in self.sides() {
            sums[player] += value(opponent, points, against);
        }
        sums
    }

    /// The points of every player.
    pub fn points(&self) -> Vec<f64> {
        self.summed(|_, points, _| points)
    }

    /// The points of each player (row) in games against each other (column), as [`bradley_terry`](super::bradley_terry) takes
    /// them.
    pub fn matrix(&self) -> Vec<Vec<f64>> {
        self.between(|points| points)
    }

    /// How many games each player (row) has had against each other (column).
    pub fn games(&self) -> Vec<Vec<f64>> {
        self.between(|_| 1.0)
    }

    fn between(&self, value: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; self.players]; self.players];
        for (player, opponent, points, _) in self.sides() {
            matrix[player][opponent] += value(points);
        }
        matrix
    }

    /// The mean score of each player (row) in a game against each other (column), as [`alpha_rank`](super::alpha_rank) takes
    /// it: half of 1 where two never met, and on the diagonal.
    pub fn score_matrix(&self) -> Vec<Vec<f64>> {
        let (mut matrix, games) = (self.matrix(), self.games());
        for (points, games) in matrix.iter_mut().flatten().zip(games.iter().flatten()) {
            *points = if *games > 0.0 { *points / games } else { 0.5 };
        }
        matrix
    }

    /// Buchholz (FIDE Handbook C.07): the points of all opponents. An opponent met twice counts twice.
    pub fn buchholz(&self) -> Vec<f64> {
        let points = self.points();
        self.summed(|opponent, _, _| points[opponent])
    }

    /// Sonneborn-Berger (FIDE Handbook C.07): the points of opponents who were beaten, and half of those of opponents with whom was drawn.
    pub fn sonneborn_berger(&self) -> Vec<f64> {
        let all = self.points();
        self.summed(|opponent, points, against| won(points, against) * all[opponent])
    }

    /// Three points for every game won and one for a draw.
    pub fn three_one_zero(&self) -> Vec<f64> {
        self.summed(|_, points, against| {
            if points > against {
                3.0
            } else if points < against {
                0.0
            } else {
                1.0
            }
        })
    }

    /// How many games each player has won.
    pub fn wins(&self) -> Vec<f64> {
        self.summed(|_, points, against| won(points, against).floor())
    }

    /// Direct encounter: the points of each of `tied` in games against the others of them, in their order. Whoever is not
    /// there has none.
    pub fn direct_encounter(&self, tied: &[usize]) -> Vec<f64> {
        let mut sums = vec![0.0; self.players];
        for (player, opponent, points, _) in self.sides() {
            if tied.contains(&player) && tied.contains(&opponent) {
                sums[player] += points;
            }
        }
        tied.iter().map(|player| sums.get(*player).copied().unwrap_or(0.0)).collect()
    }
}

/// 1 for a game won, half of it for a draw.
fn won(points: f64, against: f64) -> f64 {
    if points > against {
        1.0
    } else if points < against {
        0.0
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(one: usize, other: usize, points: f64) -> GameResult {
        GameResult { players: [one, other], points: [points, 1.0 - points] }
    }

    /// Four players, each against each. By hand:
    ///
    /// ```text
    ///      0   1   2   3   points
    /// 0    -   1   ½   0   1½
    /// 1    0   -   1   1   2
    /// 2    ½   0   -   1   1½
    /// 3    1   0   0   -   1
    /// ```
    fn table() -> Crosstable {
        let games =
            [game(0, 1, 1.0), game(2, 0, 0.5), game(0, 3, 0.0), game(1, 2, 1.0), game(3, 1, 0.0), game(2, 3, 1.0)];
        Crosstable::new(4, &games).expect("results that are right")
    }

    #[test]
    fn a_small_crosstable_by_hand() {
        let table = table();
        assert_eq!(table.points(), [1.5, 2.0, 1.5, 1.0]);
        // Of six points, those that a player does not have.
        assert_eq!(table.buchholz(), [4.5, 4.0, 4.5, 5.0]);
        // 2 + 1½/2; 1½ + 1; 1½/2 + 1; 1½.
        assert_eq!(table.sonneborn_berger(), [2.75, 2.5, 1.75, 1.5]);
        assert_eq!(table.three_one_zero(), [4.0, 6.0, 4.0, 3.0]);
        assert_eq!(table.wins(), [1.0, 2.0, 1.0, 1.0]);
        assert_eq!(table.direct_encounter(&[2, 0]), [0.5, 0.5]);
        assert_eq!(table.direct_encounter(&[3, 0, 1, 17]), [1.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn the_matrix_has_every_game_from_both_sides() {
        let table = Crosstable::new(3, &[game(0, 1, 1.0), game(1, 0, 0.5)]).expect("results that are right");
        assert_eq!(table.matrix(), [vec![0.0, 1.5, 0.0], vec![0.5, 0.0, 0.0], vec![0.0; 3]]);
        assert_eq!(table.score_matrix(), [vec![0.5, 0.75, 0.5], vec![0.25, 0.5, 0.5], vec![0.5; 3]]);
        assert_eq!(table.buchholz(), [1.0, 3.0, 0.0]);
    }

    #[test]
    fn wrong_results_are_refused() {
        let text = |game| Crosstable::new(2, &[game]).expect_err("a wrong result").to_string();
        assert_eq!(text(game(0, 2, 1.0)), "result 0 is one of player 2, and there are 2 players, counted from 0");
        assert_eq!(text(game(1, 1, 1.0)), "result 0 is one of player 1 against itself");
        let expected = "result 0 has inf points, which must lie between -1000000 and 1000000";
        assert_eq!(text(game(0, 1, f64::INFINITY)), expected);
    }
}
