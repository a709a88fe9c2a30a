//! Crosstable of a tournament: points and tie-break scores. It neither pairs players nor orders the tie-breaks.

/// Result of one game of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// The two players, counted from 0.
    pub players: [usize; 2],
    /// Points of each: mostly 1 and 0, or half a point each. The player with more points has won.
    pub points: [f64; 2],
}

/// Error for results that cannot be added to a crosstable.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CrosstableError {
    /// A player number is out of range.
    #[error("result {result} is one of player {player}, and there are {players} players, counted from 0")]
    Player {
        /// Index of the result.
        result: usize,
        /// The player number.
        player: usize,
        /// Number of players.
        players: usize,
    },
    /// Both sides of a game are the same player.
    #[error("result {result} is one of player {player} against itself")]
    Alone {
        /// Index of the result.
        result: usize,
        /// The player.
        player: usize,
    },
    /// Points are out of range, or not a number.
    #[error("result {result} has {points} points, which must lie between -1000000 and 1000000")]
    Points {
        /// Index of the result.
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
    /// Creates a crosstable of the results of `players` players. Two players may meet any number of times; every game
    /// counts.
    ///
    /// # Errors
    /// If a result has an unknown player, one player on both sides, or points out of range.
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

    /// Iterates over every game from both sides: player, opponent, points of the player, points of the opponent.
    fn sides(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        self.results.iter().flat_map(|game| {
            let ([one, other], [points, against]) = (game.players, game.points);
            [(one, other, points, against), (other, one, against, points)]
        })
    }

    /// Sum of `value` over the games of every player.
    fn sum_over_games(&self, value: impl Fn(usize, f64, f64) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.players];
        for (player, opponent, points, against) in self.sides() {
            sums[player] += value(opponent, points, against);
        }
        sums
    }

    /// Points of every player.
    pub fn points(&self) -> Vec<f64> {
        self.sum_over_games(|_, points, _| points)
    }

    /// Points of each player (row) in games against each other (column): the input of
    /// [`bradley_terry`](super::bradley_terry).
    pub fn matrix(&self) -> Vec<Vec<f64>> {
        self.pairwise_sums(|points| points)
    }

    /// Number of games of each player (row) against each other (column).
    pub fn games(&self) -> Vec<Vec<f64>> {
        self.pairwise_sums(|_| 1.0)
    }

    fn pairwise_sums(&self, value: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; self.players]; self.players];
        for (player, opponent, points, _) in self.sides() {
            matrix[player][opponent] += value(points);
        }
        matrix
    }

    /// Mean score of each player (row) in a game against each other (column): the input of
    /// [`alpha_rank`](super::alpha_rank()). It is 0.5 where two never met, and on the diagonal.
    pub fn score_matrix(&self) -> Vec<Vec<f64>> {
        let (mut matrix, games) = (self.matrix(), self.games());
        for (points, games) in matrix.iter_mut().flatten().zip(games.iter().flatten()) {
            *points = if *games > 0.0 { *points / games } else { 0.5 };
        }
        matrix
    }

    /// Buchholz score (FIDE Handbook C.07): the points of all opponents. An opponent met twice counts twice.
    pub fn buchholz(&self) -> Vec<f64> {
        let points = self.points();
        self.sum_over_games(|opponent, _, _| points[opponent])
    }

    /// Sonneborn-Berger score (FIDE Handbook C.07): the points of beaten opponents, and half of those of opponents
    /// drawn with.
    pub fn sonneborn_berger(&self) -> Vec<f64> {
        let all = self.points();
        self.sum_over_games(|opponent, points, against| game_score(points, against) * all[opponent])
    }

    /// Points by the three-one-zero rule: three for a win and one for a draw.
    pub fn three_one_zero(&self) -> Vec<f64> {
        self.sum_over_games(|_, points, against| {
            if points > against {
                3.0
            } else if points < against {
                0.0
            } else {
                1.0
            }
        })
    }

    /// Number of wins of each player.
    pub fn wins(&self) -> Vec<f64> {
        self.sum_over_games(|_, points, against| game_score(points, against).floor())
    }

    /// Direct encounter: the points of each of `tied` in games against the others of them, in the order of `tied`.
    /// Unknown players have zero points.
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

/// Returns 1 for a win, 0.5 for a draw and 0 for a loss.
fn game_score(points: f64, against: f64) -> f64 {
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

    /// Round robin of four players. By hand:
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
        // All six points of the table, minus the points of the player.
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
