//! Statistics of scores, for games whose payoff is the score: means per deal with their intervals, by player, by meeting
//! and by category. The unit of the statistics is a game, or a set of games with the same deals in all seatings, because
//! these share the luck of their cards. It writes no files.

use std::collections::BTreeMap;

use boardwright_game::payoff::PayoffUnit;
use boardwright_game::record::EndReason;

use super::ledger::LedgerRow;
use super::standings::pairs_of;
use crate::statistics::Sample;
use crate::tournament::{Config, seatings};

/// Statistics of the scores of a game.
#[derive(Clone, Debug)]
pub struct ScoreStatistics {
    /// Unit of the scores.
    pub unit: PayoffUnit,
    /// Number of games with the same deals, one for each seating; `None` without duplicate deals.
    pub set_size: Option<usize>,
    /// Scores by player.
    pub players: Vec<ScoreMean>,
    /// Differences of the scores of every two players who met, the smaller number first.
    pub meetings: Vec<([usize; 2], ScoreMean)>,
    /// Scores by category and player.
    pub categories: BTreeMap<String, Vec<ScoreMean>>,
    /// Number of games that are left out: those that the rules did not end, and those of incomplete sets.
    pub games_left_out: u64,
}

/// Mean of a score per deal.
#[derive(Clone, Debug, Default)]
pub struct ScoreMean {
    /// Number of deals.
    pub deals: u64,
    /// Observations that are independent of each other: sets of games with the same deals, or games.
    pub observations: Sample,
    /// Games, as if they were independent.
    pub games: Sample,
}

impl ScoreMean {
    /// Ratio of the interval to the one of as many independent games; `None` if it is unknown.
    pub fn interval_ratio(&self) -> Option<f64> {
        let independent = self.games.error_95().filter(|&error| error > 0.0)?;
        Some(self.observations.error_95()? / independent)
    }
}

/// Scores per deal of some games, with their number of deals, by start.
#[derive(Clone, Debug, Default)]
struct ScoresByStart {
    deals: u64,
    starts: BTreeMap<usize, Vec<f64>>,
}

impl ScoresByStart {
    fn add(&mut self, row: &LedgerRow, score: f64) {
        self.deals += row.end.deals;
        self.starts.entry(row.job.start).or_default().push(score);
    }

    /// Mean of the games; a start is one observation if its games have the same deals.
    fn mean(&self, has_duplicates: bool) -> ScoreMean {
        let games: Sample = self.starts.values().flatten().copied().collect();
        let set_mean = |scores: &Vec<f64>| scores.iter().sum::<f64>() / scores.len() as f64;
        let observations = if has_duplicates { self.starts.values().map(set_mean).collect() } else { games };
        ScoreMean { deals: self.deals, observations, games }
    }
}

impl ScoreStatistics {
    /// Computes the statistics of the games of one kind; `None` if their payoff is not the score.
    pub fn compute(rows: &[&LedgerRow], config: &Config) -> Option<Self> {
        let unit = rows.first()?.unit?;
        let (players, seats) = (config.players.len(), rows[0].job.seats.len());
        let set_size = config.duplicates.then(|| seatings(seats).len());
        let complete = complete_games(rows, set_size);
        let mut by_player = vec![ScoresByStart::default(); players];
        let mut by_meeting: BTreeMap<[usize; 2], ScoresByStart> = BTreeMap::new();
        let mut by_category: BTreeMap<String, Vec<ScoresByStart>> = BTreeMap::new();
        for row in &complete {
            for &player in &row.job.seats {
                by_player[player].add(row, row.score_per_deal(player));
            }
            for (one, other) in pairs_of(&row.job.meeting) {
                let difference = row.score_per_deal(one) - row.score_per_deal(other);
                by_meeting.entry([one, other]).or_default().add(row, difference);
            }
            for (category, scores) in &row.end.details {
                let scored =
                    by_category.entry(category.clone()).or_insert_with(|| vec![ScoresByStart::default(); players]);
                for (&player, score) in row.job.seats.iter().zip(scores) {
                    scored[player].add(row, score / row.end.deals as f64);
                }
            }
        }
        let has_duplicates = set_size.is_some();
        let means = |scores: &Vec<ScoresByStart>| scores.iter().map(|scores| scores.mean(has_duplicates)).collect();
        Some(Self {
            unit,
            set_size,
            players: means(&by_player),
            meetings: by_meeting.iter().map(|(&players, scores)| (players, scores.mean(has_duplicates))).collect(),
            categories: by_category.iter().map(|(category, scores)| (category.clone(), means(scores))).collect(),
            games_left_out: (rows.len() - complete.len()) as u64,
        })
    }

    /// A score in thousandths of a big blind, if the unit is chips.
    pub fn milli_big_blinds(&self, score: f64) -> Option<f64> {
        match self.unit {
            PayoffUnit::Points => None,
            PayoffUnit::Chips { big_blind } => Some(1000.0 * score / f64::from(big_blind.max(1))),
        }
    }
}

/// Games that the rules ended; with duplicate deals, those of complete sets.
fn complete_games<'a>(rows: &[&'a LedgerRow], set_size: Option<usize>) -> Vec<&'a LedgerRow> {
    let is_finished = |row: &LedgerRow| row.end.reason == EndReason::Finished;
    let set = |row: &'a LedgerRow| (row.job.round, &row.job.meeting, row.job.start);
    let mut finished: BTreeMap<_, usize> = BTreeMap::new();
    for &row in rows.iter().filter(|row| is_finished(row)) {
        *finished.entry(set(row)).or_default() += 1;
    }
    let is_complete = |row: &LedgerRow, count: usize| is_finished(row) && set_size.is_none_or(|size| count == size);
    rows.iter().copied().filter(|&row| is_complete(row, finished.get(&set(row)).copied().unwrap_or(0))).collect()
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::Outcome;
    use boardwright_game::record::GameEnd;

    use super::*;
    use crate::results::journal::JournalPosition;
    use crate::tournament::{Job, PlayerConfig};

    /// Two games of two players with swapped seats for each of `scores`, the scores of the first player.
    fn rows(scores: &[[f64; 2]]) -> Vec<LedgerRow> {
        let mut rows = Vec::new();
        for (start, pair) in scores.iter().enumerate() {
            for (seating, &score) in pair.iter().enumerate() {
                let id = rows.len() as u64 + 1;
                let (seats, by_seat) = if seating == 0 { ([0, 1], [score, -score]) } else { ([1, 0], [-score, score]) };
                let job = Job {
                    id,
                    round: 1,
                    game: 0,
                    meeting: vec![0, 1],
                    start,
                    seating,
                    seats: seats.into(),
                    seed: id,
                    deck_seed: Some(start as u64),
                };
                let details = [("ante".to_owned(), by_seat.map(|score| score / 2.0).to_vec())].into();
                let end = GameEnd::new(EndReason::Finished, Some(Outcome::Draw), by_seat.to_vec());
                rows.push(LedgerRow {
                    job,
                    end: GameEnd { deals: 2, details, ..end },
                    unit: Some(PayoffUnit::Chips { big_blind: 2 }),
                    opening: 0,
                    moves: 1,
                    choices: (0, 0),
                    usage: Vec::new(),
                    position: JournalPosition::default(),
                });
            }
        }
        rows
    }

    fn compute(rows: &[LedgerRow], duplicates: bool) -> ScoreStatistics {
        let players = ["a", "b"].map(PlayerConfig::player).to_vec();
        let config = Config { duplicates, ..Config::with_defaults(vec!["g".to_owned()], players) };
        ScoreStatistics::compute(&rows.iter().collect::<Vec<_>>(), &config).expect("the payoff is the score")
    }

    #[test]
    fn sets_of_duplicates_are_the_unit() {
        let rows = rows(&[[10.0, -6.0], [-8.0, 12.0], [2.0, 4.0], [6.0, -4.0]]);
        let scores = compute(&rows, true);
        let first = &scores.players[0];
        // Per deal the sets have the means 1, 1, 1.5 and 0.5; the games vary by ten times as much.
        let expected: Sample = [1.0, 1.0, 1.5, 0.5].into_iter().collect();
        assert_eq!((first.observations, first.deals, scores.set_size), (expected, 16, Some(2)));
        assert!((scores.players[1].observations.mean() + 1.0).abs() < 1e-12);
        let ratio = first.interval_ratio().unwrap();
        let games: Sample = [5.0, -3.0, -4.0, 6.0, 1.0, 2.0, 3.0, -2.0].into_iter().collect();
        assert!((ratio - expected.error_95().unwrap() / games.error_95().unwrap()).abs() < 1e-12 && ratio < 0.3);
        let (players, difference) = &scores.meetings[0];
        assert_eq!((*players, difference.observations.mean(), difference.observations.count()), ([0, 1], 2.0, 4));
        assert_eq!(scores.milli_big_blinds(2.0), Some(1000.0));
        assert!((scores.categories["ante"][0].observations.mean() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn without_duplicates_the_game_is_the_unit() {
        let scores = compute(&rows(&[[10.0, -6.0], [-8.0, 12.0]]), false);
        assert_eq!((scores.players[0].observations.count(), scores.set_size), (4, None));
        assert_eq!(scores.players[0].interval_ratio(), Some(1.0));
    }

    #[test]
    fn forfeits_and_incomplete_sets_are_left_out() {
        let mut rows = rows(&[[10.0, -6.0], [-8.0, 12.0], [2.0, 4.0]]);
        rows[2].end.reason = EndReason::Crash;
        rows.pop();
        let scores = compute(&rows, true);
        assert_eq!((scores.players[0].observations.count(), scores.games_left_out), (1, 3));
        let scores = compute(&rows, false);
        assert_eq!((scores.players[0].observations.count(), scores.games_left_out), (4, 1));
    }

    #[test]
    fn board_games_have_no_score_statistics() {
        let mut rows = rows(&[[1.0, 1.0]]);
        for row in &mut rows {
            row.unit = None;
        }
        let players = ["a", "b"].map(PlayerConfig::player).to_vec();
        let config = Config::with_defaults(vec!["g".to_owned()], players);
        assert!(ScoreStatistics::compute(&rows.iter().collect::<Vec<_>>(), &config).is_none());
        assert!(ScoreStatistics::compute(&[], &config).is_none());
    }
}
