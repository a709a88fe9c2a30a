//! Bradley-Terry ratings (Bradley and Terry 1952) of any number of players, from the points of each against each. All
//! games are rated at once; nothing is updated from game to game.
//!
//! The ratings are the maximum likelihood estimate if the expected score of a game follows the Elo scale. The estimate
//! exists and is unique if no group of players won everything against all others (Ford 1957). Where a group did,
//! [`PRIOR`] replaces the missing information, and [`Rating::unbounded_side`] marks the ratings concerned.

use super::cholesky::CholeskyFactor;
use super::components;
use super::elo::{ELO_LIMIT, Side};
use super::normal;

/// Elo per unit of the natural logarithm of odds: 400 / ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Number of drawn games added between two players who met, if one of them belongs to a group that won everything
/// against the group of the other. All other players are rated by their games alone.
const PRIOR: f64 = 0.5;

/// Points against an opponent below which they count as none.
const MIN_POINTS: f64 = 1e-6;
/// Largest number of points against an opponent; more is an error.
const MAX_POINTS: f64 = 1e9;

/// The rating of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, in Elo; the mean of a group is 0.
    pub elo: f64,
    /// The lower end of the 95 % interval, in Elo.
    pub low: f64,
    /// The upper end of the 95 % interval, in Elo.
    pub high: f64,
    /// Side on which the games set no limit: the rating and the end of the interval on that side come from a weak
    /// prior, and could be any amount further out.
    pub unbounded_side: Option<Side>,
    /// The number of the group in [`Ratings::groups`]. Ratings of different groups cannot be compared.
    pub group: usize,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The rating of every player, in the order of the points.
    pub ratings: Vec<Rating>,
    /// Groups of players who met, directly or through others. Players of different groups cannot be compared.
    pub groups: Vec<Vec<usize>>,
    /// The covariance of the ratings, in Elo squared.
    covariance: Vec<Vec<f64>>,
}

/// Error for points that cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// The matrix is not square.
    #[error("player {player} has points against {columns} players, and there are {players}")]
    Shape {
        /// The row, counted from 0.
        player: usize,
        /// Length of the row.
        columns: usize,
        /// Number of rows.
        players: usize,
    },
    /// Points are negative, too large, or not a number.
    #[error("player {player} has {points} points against player {opponent}, which must lie between 0 and {most}", most = MAX_POINTS)]
    Points {
        /// The row, counted from 0.
        player: usize,
        /// The column, counted from 0.
        opponent: usize,
        /// The rejected points.
        points: f64,
    },
}

impl Ratings {
    /// Rating difference of two players, in Elo, and half the length of its 95 % interval. The ratings of the two are
    /// correlated, so that this interval cannot be derived from theirs. `None` if the players cannot be compared, or
    /// are the same.
    pub fn difference(&self, player: usize, opponent: usize) -> Option<(f64, f64)> {
        let (one, other) = (self.ratings.get(player)?, self.ratings.get(opponent)?);
        if one.group != other.group || player == opponent {
            return None;
        }
        let covariance = &self.covariance;
        let variance = covariance[player][player] + covariance[opponent][opponent] - 2.0 * covariance[player][opponent];
        Some((one.elo - other.elo, normal::two_sided_95() * variance.max(0.0).sqrt()))
    }

    /// Likelihood of superiority: the probability, between 0 and 1, that `player` is better than `opponent`, by the
    /// normal approximation. `None` if the players cannot be compared, or are the same.
    pub fn likelihood_of_superiority(&self, player: usize, opponent: usize) -> Option<f64> {
        let (difference, error) = self.difference(player, opponent)?;
        Some(normal::cumulative(difference / (error / normal::two_sided_95()).max(1e-9)))
    }
}

/// Rates players by `points`: `points[i][j]` are the points of player `i` in games against player `j`, one for a win
/// and half a point for a draw. The diagonal is ignored. Games of more than two players enter as comparisons of every
/// two of them.
///
/// The intervals come from the inverse of the information matrix, restricted to ratings that sum to zero.
///
/// # Errors
/// If the matrix is not square, or points are out of range.
pub fn bradley_terry(points: &[Vec<f64>]) -> Result<Ratings, RatingError> {
    let points = check_points(points)?;
    let players = points.len();
    let met = |one: usize, other: usize| points[one][other] + points[other][one] > 0.0;
    let groups = components::members(&components::strongly_connected(players, met));
    // Edges lead from loser to winner: a group without outgoing edges won everything.
    let classes = components::strongly_connected(players, |one, other| points[other][one] > 0.0);

    let mut completed = points.clone();
    for one in 0..players {
        for other in 0..players {
            if met(one, other) && classes[one] != classes[other] {
                completed[one][other] += PRIOR / 2.0;
            }
        }
    }
    let unrated = Rating { elo: 0.0, low: -ELO_LIMIT, high: ELO_LIMIT, unbounded_side: Some(Side::Both), group: 0 };
    let mut ratings = vec![unrated; players];
    let mut covariance = vec![vec![0.0; players]; players];
    for (group, members) in groups.iter().enumerate() {
        ratings[members[0]].group = group;
        if members.len() == 1 {
            continue;
        }
        let own = members.iter().map(|one| members.iter().map(|other| completed[*one][*other]).collect());
        let fit = Fit::estimate(&own.collect::<Vec<Vec<f64>>>());
        let inverse = CholeskyFactor::new(&fit.information).inverse();
        for (row, &player) in members.iter().enumerate() {
            for (column, &opponent) in members.iter().enumerate() {
                covariance[player][opponent] = inverse[row][column] * ELO * ELO;
            }
            let elo = fit.strengths[row] * ELO;
            let error = normal::two_sided_95() * covariance[player][player].max(0.0).sqrt();
            let unbounded_side = unbounded_side(&points, &classes, player);
            ratings[player] = Rating { elo, low: elo - error, high: elo + error, unbounded_side, group };
        }
    }
    Ok(Ratings { ratings, groups, covariance })
}

/// Returns the points with a zero diagonal, after checking shape and range.
fn check_points(points: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, RatingError> {
    let players = points.len();
    let mut checked = points.to_vec();
    for (player, row) in checked.iter_mut().enumerate() {
        if row.len() != players {
            return Err(RatingError::Shape { player, columns: row.len(), players });
        }
        row[player] = 0.0;
        for (opponent, points) in row.iter_mut().enumerate() {
            if !(0.0..=MAX_POINTS).contains(points) {
                return Err(RatingError::Points { player, opponent, points: *points });
            }
            if *points < MIN_POINTS {
                *points = 0.0;
            }
        }
    }
    Ok(checked)
}

/// Side on which the games do not limit the class of `player`. Players of one class won and lost among each other.
fn unbounded_side(points: &[Vec<f64>], classes: &[usize], player: usize) -> Option<Side> {
    let (mut won, mut lost) = (false, false);
    for one in (0..classes.len()).filter(|one| classes[*one] == classes[player]) {
        for other in (0..classes.len()).filter(|other| classes[*other] != classes[player]) {
            won |= points[one][other] > 0.0;
            lost |= points[other][one] > 0.0;
        }
    }
    match (won, lost) {
        (false, false) => None,
        (true, false) => Some(Side::Above),
        (false, true) => Some(Side::Below),
        (true, true) => Some(Side::Both),
    }
}

/// Maximum likelihood strengths of players who are all connected by games.
struct Fit {
    /// Strengths as natural logarithms of odds; they sum to zero.
    strengths: Vec<f64>,
    /// Fisher information of the games of every two about their difference: games times p (1 - p).
    information: Vec<Vec<f64>>,
}

impl Fit {
    /// Maximizes the likelihood, which is concave, by Newton's method with step halving.
    fn estimate(points: &[Vec<f64>]) -> Self {
        let players = points.len();
        let mut fit = Self { strengths: vec![0.0; players], information: vec![vec![0.0; players]; players] };
        let mut likelihood = log_likelihood(points, &fit.strengths);
        for _ in 0..500 {
            let slopes = fit.gradient(points);
            let step = CholeskyFactor::new(&fit.information).solve(&slopes);
            let mean = step.iter().sum::<f64>() / players as f64;
            let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
            if longest < 1e-6 {
                // This close, the likelihood is flat in floating point, and the step is right.
                fit.strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step - mean);
                break;
            }
            let mut share = 1.0;
            let accepted = loop {
                let tried: Vec<f64> =
                    fit.strengths.iter().zip(&step).map(|(strength, step)| strength + share * (step - mean)).collect();
                let reached = log_likelihood(points, &tried);
                if reached > likelihood {
                    fit.strengths = tried;
                    likelihood = reached;
                    break true;
                }
                share /= 2.0;
                if share * longest < 1e-12 || share < 1e-12 {
                    break false;
                }
            };
            if !accepted {
                break;
            }
        }
        fit.gradient(points);
        fit
    }

    /// Gradient of the log-likelihood, by player; updates the information as well.
    fn gradient(&mut self, points: &[Vec<f64>]) -> Vec<f64> {
        let players = points.len();
        let mut slopes = vec![0.0; players];
        for one in 0..players {
            for other in (0..players).filter(|other| *other != one) {
                let games = points[one][other] + points[other][one];
                let odds = (self.strengths[other] - self.strengths[one]).clamp(-300.0, 300.0).exp();
                let expected = 1.0 / (1.0 + odds);
                slopes[one] += points[one][other] - games * expected;
                self.information[one][other] = games * odds * expected * expected;
            }
        }
        slopes
    }
}

fn log_likelihood(points: &[Vec<f64>], strengths: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (one, row) in points.iter().enumerate() {
        for (other, points) in row.iter().enumerate().filter(|(_, points)| **points > 0.0) {
            let behind = strengths[other] - strengths[one];
            // ln(1 + e^behind) without overflow.
            sum -= points * (behind.max(0.0) + (-behind.abs()).exp().ln_1p());
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::statistics::{elo_difference, expected_score};

    fn rate(points: &[&[f64]]) -> Ratings {
        let points: Vec<Vec<f64>> = points.iter().map(|row| row.to_vec()).collect();
        bradley_terry(&points).expect("points that are right")
    }

    fn pairs(players: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..players).flat_map(|one| (0..one).map(move |other| (one, other)))
    }

    fn finite(ratings: &Ratings) -> bool {
        ratings.ratings.iter().all(|rating| [rating.elo, rating.low, rating.high].iter().all(|elo| elo.is_finite()))
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let ratings = rate(&[&[0.0, 75.0], &[25.0, 0.0]]);
        let (difference, error) = ratings.difference(0, 1).expect("they met");
        assert!((difference - elo_difference(0.75)).abs() < 1e-6);
        // 1.96 standard deviations, each of 1 / sqrt(100 * 0.75 * 0.25) units of the logarithm of odds.
        assert!((error - 78.6306).abs() < 1e-3, "{error}");
        assert!((ratings.ratings[0].elo - difference / 2.0).abs() < 1e-9);
        assert!(ratings.likelihood_of_superiority(0, 1) > Some(0.999));
        assert_eq!((ratings.ratings[0].unbounded_side, ratings.groups), (None, vec![vec![0, 1]]));
    }

    /// Reference implementation: gradient ascent on the likelihood, which needs no matrix.
    fn gradient_ascent(points: &[Vec<f64>]) -> Vec<f64> {
        let players = points.len();
        let mut elo = vec![0.0_f64; players];
        for _ in 0..40_000 {
            let slopes: Vec<f64> = (0..players)
                .map(|one| {
                    let parts = (0..players).filter(|other| *other != one).map(|other| {
                        let expected = 1.0 / (1.0 + 10_f64.powf((elo[other] - elo[one]) / 400.0));
                        points[one][other] - (points[one][other] + points[other][one]) * expected
                    });
                    parts.sum()
                })
                .collect();
            elo.iter_mut().zip(slopes).for_each(|(elo, slope)| *elo += 5.0 * slope);
        }
        elo
    }

    #[test]
    fn gradient_ascent_gives_the_same_ratings() {
        let mut random = Pcg64Mcg::seed_from_u64(11);
        for players in 3..7 {
            let mut points = vec![vec![0.0; players]; players];
            for (one, other) in pairs(players) {
                let won = f64::from(random.random_range(1..12_u8)) / 2.0;
                (points[one][other], points[other][one]) = (won, 6.0 - won);
            }
            let ratings = bradley_terry(&points).expect("points that are right");
            for (rating, elo) in ratings.ratings.iter().zip(gradient_ascent(&points)) {
                assert!((rating.elo - elo).abs() < 1e-4, "{points:?}: {rating:?}, climbed {elo}");
                assert!(rating.unbounded_side.is_none() && rating.low < rating.elo && rating.elo < rating.high);
            }
        }
    }

    #[test]
    fn the_intervals_cover_the_truth_as_often_as_stated() {
        let truth = [120.0, 30.0, -50.0, -100.0];
        let mut random = Pcg64Mcg::seed_from_u64(23);
        let mut covered = 0;
        for _ in 0..300 {
            let mut points = vec![vec![0.0; 4]; 4];
            for (one, other) in pairs(4) {
                let expected = expected_score(truth[one] - truth[other]);
                let won = f64::from((0..50).map(|_| u8::from(random.random_bool(expected))).sum::<u8>());
                (points[one][other], points[other][one]) = (won, 50.0 - won);
            }
            let ratings = bradley_terry(&points).expect("points that are right").ratings;
            covered +=
                ratings.iter().zip(truth).filter(|(rating, truth)| (rating.low..=rating.high).contains(truth)).count();
        }
        // 1140 of 1200 are expected; the four of a tournament depend on each other a little.
        assert!((1110..=1170).contains(&covered), "{covered}");
    }

    #[test]
    fn a_player_who_won_everything_has_a_bound() {
        let ratings = rate(&[&[0.0, 10.0, 10.0], &[0.0, 0.0, 6.0], &[0.0, 4.0, 0.0]]);
        let sides: Vec<_> = ratings.ratings.iter().map(|rating| rating.unbounded_side).collect();
        assert_eq!(sides, [Some(Side::Above), Some(Side::Below), Some(Side::Below)]);
        assert!(finite(&ratings) && ratings.ratings[0].elo > 300.0);
        // Among themselves the others are rated almost by their games alone.
        let (difference, _) = ratings.difference(1, 2).expect("they met");
        assert!((difference - 70.44).abs() < 5.0, "{difference}");
        assert!(ratings.ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn a_strict_order_is_unbounded_in_the_middle_too() {
        let ratings = rate(&[&[0.0, 3.0, 3.0], &[0.0, 0.0, 3.0], &[0.0, 0.0, 0.0]]);
        let sides: Vec<_> = ratings.ratings.iter().map(|rating| rating.unbounded_side).collect();
        assert_eq!(sides, [Some(Side::Above), Some(Side::Both), Some(Side::Below)]);
        let elo: Vec<f64> = ratings.ratings.iter().map(|rating| rating.elo).collect();
        assert!(elo[0] > 100.0 && elo[1].abs() < 1e-6 && elo[2] < -100.0);
    }

    #[test]
    fn players_who_never_met_cannot_be_compared() {
        let ratings = rate(&[
            &[0.0, 3.0, 0.0, 0.0, 0.0],
            &[1.0, 0.0, 0.0, 0.0, 0.0],
            &[0.0, 0.0, 0.0, 2.0, 0.0],
            &[0.0, 0.0, 2.0, 0.0, 0.0],
            &[0.0, 0.0, 0.0, 0.0, 7.0],
        ]);
        assert_eq!(ratings.groups, [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!((ratings.difference(0, 2), ratings.difference(0, 0), ratings.difference(0, 9)), (None, None, None));
        assert!((ratings.ratings[0].elo - 95.42).abs() < 0.01 && ratings.ratings[3].elo.abs() < 1e-9);
        let alone = Rating { elo: 0.0, low: -ELO_LIMIT, high: ELO_LIMIT, unbounded_side: Some(Side::Both), group: 2 };
        assert_eq!(ratings.ratings[4], alone);
    }

    #[test]
    fn every_matrix_gives_finite_numbers() {
        let mut random = Pcg64Mcg::seed_from_u64(31);
        let values = [0.0, 0.0, 1e-9, 1e-6, 0.5, 1.0, 20.0, 1e5, 1e9];
        for round in 0..200 {
            let players = round % 8;
            let row = |random: &mut Pcg64Mcg| (0..players).map(|_| values[random.random_range(0..9)]).collect();
            let points: Vec<Vec<f64>> = (0..players).map(|_| row(&mut random)).collect();
            let ratings = bradley_terry(&points).expect("points that are right");
            assert!(finite(&ratings), "{points:?}: {ratings:?}");
            for (one, other) in (0..players).flat_map(|one| (0..players).map(move |other| (one, other))) {
                let likelihood = ratings.likelihood_of_superiority(one, other);
                assert!(likelihood.is_none_or(|likelihood| (0.0..=1.0).contains(&likelihood)), "{points:?}");
            }
        }
    }

    #[test]
    fn wrong_points_are_refused() {
        let text = |points: &[Vec<f64>]| bradley_terry(points).expect_err("wrong points").to_string();
        assert_eq!(text(&[vec![0.0, 1.0], vec![0.0]]), "player 1 has points against 1 players, and there are 2");
        let expected = "player 1 has -1 points against player 0, which must lie between 0 and 1000000000";
        assert_eq!(text(&[vec![0.0, 1.0], vec![-1.0, 0.0]]), expected);
        assert!(bradley_terry(&[vec![0.0, f64::NAN], vec![0.0, 0.0]]).is_err());
    }
}
