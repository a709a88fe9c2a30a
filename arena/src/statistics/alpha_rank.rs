//! Alpha-Rank (Omidshafiei et al., "α-Rank: Multi-Agent Evaluation by Evolution", 2019): the stationary distribution of
//! a population that imitates successful players. It shows cycles, which a rating hides, and gives no intervals.

use super::components;

/// Selection intensity: the alpha of the name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Intensity {
    /// Infinite-alpha limit: any advantage is taken over, so that the ranking does not depend on the size of
    /// advantages.
    #[default]
    Infinite,
    /// Finite alpha, above 0, in inverse units of the score. Between two populations of the same size, an advantage of
    /// 1 / alpha has a noticeable effect.
    Finite(f64),
}

/// Parameters of the evolutionary process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// Number of individuals; at least 2.
    pub population: u32,
    /// Selection intensity.
    pub intensity: Intensity,
}

impl Default for Selection {
    /// 50 individuals and infinite intensity.
    fn default() -> Self {
        Self { population: 50, intensity: Intensity::Infinite }
    }
}

/// Error for invalid scores or parameters.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum AlphaRankError {
    /// The matrix is not square.
    #[error("player {player} has scores against {columns} players, and there are {players}")]
    Shape {
        /// The row, counted from 0.
        player: usize,
        /// Length of the row.
        columns: usize,
        /// Number of rows.
        players: usize,
    },
    /// A score is out of range, or not a number.
    #[error(
        "player {player} has a score of {score} against player {opponent}, which must lie between -1000000 and 1000000"
    )]
    Score {
        /// The row, counted from 0.
        player: usize,
        /// The column, counted from 0.
        opponent: usize,
        /// The rejected score.
        score: f64,
    },
    /// The population is too small.
    #[error("a population of {0} cannot evolve, it needs 2")]
    Population(u32),
    /// The selection intensity is not positive and finite.
    #[error("an intensity of {0} selects nothing, it must be above 0 and finite")]
    Intensity(f64),
}

/// Share of time, between 0 and 1, that a monomorphic population spends with each player; the shares sum to 1.
///
/// `scores[i][j]` is the mean score of a game of player `i` against player `j`; only the difference to `scores[j][i]`
/// counts. All individuals of the population play as one player. From time to time a mutant appears that plays as
/// another one, all equally often. It takes over the population with the fixation probability (1 - e^(-alpha d)) / (1 -
/// e^(-m alpha d)), where d is its advantage and m the size of the population. In the limit of an infinite intensity
/// that probability is 1 with an advantage, 1 / m without any, and 0 otherwise.
///
/// # Errors
/// If the matrix is not square, a score is out of range, or the population cannot evolve.
pub fn alpha_rank(scores: &[Vec<f64>], selection: Selection) -> Result<Vec<f64>, AlphaRankError> {
    let players = scores.len();
    check(scores, selection)?;
    let fixation = |resident: usize, mutant: usize| {
        selection.fixation_probability(scores[mutant][resident] - scores[resident][mutant])
    };
    // Between any two players an edge exists in at least one direction, so there is one sink component: number 0.
    let classes = components::strongly_connected(players, |from, to| fixation(from, to) > 0.0);
    let last: Vec<usize> = (0..players).filter(|player| classes[*player] == 0).collect();
    let rates = last.iter().map(|from| last.iter().map(|to| fixation(*from, *to)).collect());
    let mut shares = vec![0.0; players];
    for (player, share) in last.iter().zip(stationary_distribution(rates.collect())) {
        shares[*player] = share;
    }
    Ok(shares)
}

fn check(scores: &[Vec<f64>], selection: Selection) -> Result<(), AlphaRankError> {
    let players = scores.len();
    for (player, row) in scores.iter().enumerate() {
        if row.len() != players {
            return Err(AlphaRankError::Shape { player, columns: row.len(), players });
        }
        if let Some((opponent, &score)) = row.iter().enumerate().find(|(_, score)| !(-1e6..=1e6).contains(*score)) {
            return Err(AlphaRankError::Score { player, opponent, score });
        }
    }
    if selection.population < 2 {
        return Err(AlphaRankError::Population(selection.population));
    }
    match selection.intensity {
        Intensity::Finite(alpha) if !(f64::MIN_POSITIVE..=f64::MAX).contains(&alpha) => {
            Err(AlphaRankError::Intensity(alpha))
        }
        _ => Ok(()),
    }
}

impl Selection {
    /// Fixation probability of a mutant with this advantage.
    fn fixation_probability(self, advantage: f64) -> f64 {
        let size = f64::from(self.population);
        let Intensity::Finite(alpha) = self.intensity else {
            // Means of the same games, summed in another order, must not look like an advantage.
            return if advantage.abs() < 1e-12 { 1.0 / size } else { f64::from(u8::from(advantage > 0.0)) };
        };
        // Clamped against infinity: beyond these limits the result does not change.
        let pull = (alpha * advantage).clamp(-1e6, 1e6);
        if pull.abs() * size < 1e-12 {
            1.0 / size
        } else if pull > 0.0 {
            (-pull).exp_m1() / (-pull * size).exp_m1()
        } else {
            // The same formula with both parts multiplied by e^(m pull), which avoids an infinite exponential.
            ((size - 1.0) * pull).exp() * pull.exp_m1() / (size * pull).exp_m1()
        }
    }
}

/// Stationary distribution of a Markov chain, from the transition rates between states that are all reachable from each
/// other. The diagonal is ignored.
///
/// Uses the algorithm of Grassmann, Taksar and Heyman (1985), which has no subtractions, so that tiny rates keep their
/// digits.
fn stationary_distribution(mut rates: Vec<Vec<f64>>) -> Vec<f64> {
    let states = rates.len();
    for state in (1..states).rev() {
        // Rates this small underflow in products; the states they lead to get a share of zero.
        let out = rates[state][..state].iter().sum::<f64>().max(1e-300);
        let (remaining, left) = rates.split_at_mut(state);
        for row in remaining {
            row[state] /= out;
            let through = row[state];
            for (rate, onward) in row[..state].iter_mut().zip(&left[0][..state]) {
                *rate += through * onward;
            }
        }
    }
    let mut shares = vec![0.0; states];
    if let Some(first) = shares.first_mut() {
        *first = 1.0;
    }
    for state in 1..states {
        shares[state] = (0..state).map(|from| shares[from] * rates[from][state]).sum();
        // Normalized in each step, because the shares could overflow.
        let sum: f64 = shares[..=state].iter().sum();
        shares[..=state].iter_mut().for_each(|share| *share /= sum);
    }
    shares
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn finite(alpha: f64) -> Selection {
        Selection { intensity: Intensity::Finite(alpha), ..Selection::default() }
    }

    fn rank(scores: &[Vec<f64>], selection: Selection) -> Vec<f64> {
        alpha_rank(scores, selection).expect("scores that are right")
    }

    fn close(one: &[f64], other: &[f64], tolerance: f64) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| (one - other).abs() < tolerance)
    }

    #[test]
    fn rock_paper_and_scissors_have_a_third_each() {
        let scores = [vec![0.5, 0.0, 1.0], vec![1.0, 0.5, 0.0], vec![0.0, 1.0, 0.5]];
        for selection in [Selection::default(), finite(0.1), finite(5.0), finite(1e9)] {
            assert!(close(&rank(&scores, selection), &[1.0 / 3.0; 3], 1e-9), "{selection:?}");
        }
    }

    #[test]
    fn a_dominant_player_has_the_whole_share() {
        let scores = [vec![0.5, 0.4, 1.0], vec![0.6, 0.5, 0.7], vec![0.0, 0.3, 0.5]];
        assert_eq!(rank(&scores, Selection::default()), [0.0, 1.0, 0.0]);
        assert!(close(&rank(&scores, finite(100.0)), &[0.0, 1.0, 0.0], 1e-6));
    }

    #[test]
    fn a_cycle_on_top_divides_the_share_among_its_members() {
        // Three players beat each other in a cycle, the fourth loses to all of them; in the second table two equals
        // share all.
        let scores =
            [vec![0.5, 0.0, 1.0, 0.9], vec![1.0, 0.5, 0.0, 0.6], vec![0.0, 1.0, 0.5, 0.7], vec![0.1, 0.4, 0.3, 0.5]];
        let third = 1.0 / 3.0;
        assert!(close(&rank(&scores, Selection::default()), &[third, third, third, 0.0], 1e-12));
        let equals = [vec![0.5, 0.5, 1.0], vec![0.5, 0.5, 1.0], vec![0.0, 0.0, 0.5]];
        assert_eq!(rank(&equals, Selection::default()), [0.5, 0.5, 0.0]);
    }

    #[test]
    fn with_two_players_the_odds_are_those_of_the_formula() {
        // The two fixation probabilities differ by the factor e^((m - 1) alpha d).
        let scores = [vec![0.0, 0.51], vec![0.49, 0.0]];
        let shares = rank(&scores, finite(2.0));
        assert!(((shares[0] / shares[1]).ln() - 49.0 * 2.0 * 0.02).abs() < 1e-9);
    }

    /// Reference implementation: the transition matrix as published, applied until it converges.
    fn iterate(scores: &[Vec<f64>], alpha: f64, population: u32) -> Vec<f64> {
        let players = scores.len();
        let eta = 1.0 / (players as f64 - 1.0);
        let mut matrix = vec![vec![0.0; players]; players];
        for from in 0..players {
            for to in (0..players).filter(|to| *to != from) {
                let difference = scores[to][from] - scores[from][to];
                let fixation = if difference == 0.0 {
                    1.0 / f64::from(population)
                } else {
                    (1.0 - (-alpha * difference).exp()) / (1.0 - (-alpha * f64::from(population) * difference).exp())
                };
                matrix[from][to] = eta * fixation;
            }
            matrix[from][from] = 1.0 - matrix[from].iter().sum::<f64>();
        }
        let mut shares = vec![1.0 / players as f64; players];
        for _ in 0..100_000 {
            shares = (0..players).map(|to| (0..players).map(|from| shares[from] * matrix[from][to]).sum()).collect();
        }
        shares
    }

    #[test]
    fn iterating_the_transition_matrix_gives_the_same_shares() {
        let mut random = Pcg64Mcg::seed_from_u64(41);
        for players in 2..6 {
            let mut scores = vec![vec![0.5; players]; players];
            for (one, other) in (0..players).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let score = f64::from(random.random_range(0..=10_u8)) / 10.0;
                (scores[one][other], scores[other][one]) = (score, 1.0 - score);
            }
            for (alpha, population) in [(0.3, 10), (0.02, 50), (1.0, 4)] {
                let selection = Selection { population, intensity: Intensity::Finite(alpha) };
                let (found, expected) = (rank(&scores, selection), iterate(&scores, alpha, population));
                assert!(close(&found, &expected, 1e-6), "{scores:?} {selection:?}: {found:?}, iterated {expected:?}");
            }
        }
    }

    #[test]
    fn every_matrix_gives_shares() {
        let mut random = Pcg64Mcg::seed_from_u64(43);
        let values = [0.0, 0.5, 1.0, 0.3, -1e6, 1e6, 1e-9];
        for round in 0..300 {
            let players = round % 7;
            let row = |random: &mut Pcg64Mcg| (0..players).map(|_| values[random.random_range(0..7)]).collect();
            let scores: Vec<Vec<f64>> = (0..players).map(|_| row(&mut random)).collect();
            for selection in [Selection::default(), finite(1e-300), finite(3.0), finite(14.0), finite(1e300)] {
                let shares = rank(&scores, selection);
                let sum: f64 = shares.iter().sum();
                assert!(players == 0 || (sum - 1.0).abs() < 1e-9, "{scores:?} {selection:?}: {shares:?}");
                assert!(shares.iter().all(|share| *share >= 0.0));
            }
        }
    }

    #[test]
    fn wrong_input_is_refused() {
        let scores = [vec![0.5, 1.0], vec![0.0, 0.5]];
        let text = |scores: &[Vec<f64>], selection| alpha_rank(scores, selection).expect_err("wrong input").to_string();
        let small = Selection { population: 1, ..Selection::default() };
        assert_eq!(text(&scores, small), "a population of 1 cannot evolve, it needs 2");
        assert_eq!(text(&scores, finite(0.0)), "an intensity of 0 selects nothing, it must be above 0 and finite");
        let ragged = text(&[vec![0.5, 1.0], vec![]], Selection::default());
        assert_eq!(ragged, "player 1 has scores against 0 players, and there are 2");
        assert!(alpha_rank(&[vec![f64::NAN]], Selection::default()).is_err());
    }
}
