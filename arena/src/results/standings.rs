//! Standings: points, meetings and ratings, for each game and for all together, and statistics of the games. It writes
//! no files.

use std::collections::BTreeMap;

use boardwright_game::game::Outcome;
use boardwright_game::record::EndReason;

use super::ledger::{Ledger, LedgerRow};
use super::scores::ScoreStatistics;
use super::tables::format_rounded;
use crate::statistics::{
    Crosstable, Estimate, GameResult, Pentanomial, Rating, Selection, Side, Tally, Trinomial, alpha_rank, bradley_terry,
};
use crate::tournament::{Config, Pairing, SequentialTest, SprtTest};

/// Standings of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Names of the players, by number.
    pub player_names: Vec<String>,
    /// Standing of each game.
    pub games: Vec<Standing>,
    /// Standing over all games, if there are several with more than one player.
    pub overall: Option<Standing>,
    /// Sequential test, if configured.
    pub sequential: Option<SequentialTest>,
    /// `true` if Swiss tie-breaks are shown.
    pub swiss: bool,
}

/// Standing of the players in a game.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Name of the game as configured, or `all`.
    pub game: String,
    /// Number of players of the game; 0 for several games together.
    pub seats: usize,
    /// Scores by player.
    pub scores: Vec<PlayerScore>,
    /// Results of every two players, the smaller number first.
    pub meetings: Vec<Meeting>,
    /// Ratings by player, unless the game has one player.
    pub ratings: Vec<Rating>,
    /// Buchholz scores by player.
    pub buchholz: Vec<f64>,
    /// Sonneborn-Berger scores by player.
    pub sonneborn_berger: Vec<f64>,
    /// Alpha-Rank shares by player, if configured, unless the game has one player.
    pub alpha_rank: Option<Vec<f64>>,
    /// Statistics of the games.
    pub statistics: GameStatistics,
    /// Mean scores, for a game whose payoff is the score. Scores of several games cannot be compared.
    pub score_means: Option<ScoreStatistics>,
}

/// Score of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerScore {
    /// Number of games won; of games solved in games for one player.
    pub wins: u64,
    /// Number of games without a winner.
    pub draws: u64,
    /// Number of games that another player won, or that were not solved.
    pub losses: u64,
    /// Sum of points: 1 for a win, a share where nobody won.
    pub points: f64,
    /// Number of games lost by time, an illegal move, a crash or a hang.
    pub forfeits: u64,
    /// Number of plies in the games won.
    pub won_plies: u64,
    /// Sum of the scores by the rules of the game.
    pub score: f64,
    /// Number of positions searched.
    pub nodes: u64,
    /// Number of moves.
    pub moves: u64,
    /// Sum of the search depths.
    pub depth: u64,
    /// Time in seconds.
    pub seconds: f64,
}

impl PlayerScore {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Three points for a win and one for a draw, as in the experiments of 2013.
    pub fn three_one_zero(&self) -> u64 {
        3 * self.wins + self.draws
    }
}

/// Results of two players against each other.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Name of the game as configured, or `all`.
    pub game: String,
    /// The two players.
    pub players: [usize; 2],
    /// Results of the games, from the view of the first player.
    pub games: Trinomial,
    /// Results of the pairs with swapped seats, for games of two players.
    pub pairs: Option<Pentanomial>,
}

/// Statistics of games.
#[derive(Clone, Debug, Default)]
pub struct GameStatistics {
    /// Number of games.
    pub games: u64,
    /// Number of games won by the first seat.
    pub first: u64,
    /// Number of games without a winner.
    pub draws: u64,
    /// Lengths in plies, in the order of the ledger.
    pub plies: Vec<usize>,
    /// Sum of the numbers of distinct legal moves over all decisions, and number of decisions.
    pub choices: (u64, u64),
    /// Number of games by the reason of their end.
    pub reasons: BTreeMap<&'static str, u64>,
}

impl GameStatistics {
    /// Mean length in plies.
    pub fn length(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.plies.iter().sum::<usize>() as f64 / self.games as f64 }
    }

    /// Branching factor: the mean number of distinct legal moves.
    pub fn branching(&self) -> f64 {
        let (sum, count) = self.choices;
        if count == 0 { 0.0 } else { sum as f64 / count as f64 }
    }

    fn add(&mut self, row: &LedgerRow) {
        self.games += 1;
        let winner = match row.end.outcome {
            Some(Outcome::Won(winner)) => Some(winner.index()),
            _ => None,
        };
        self.first += u64::from(winner == Some(0));
        self.draws += u64::from(winner.is_none());
        self.plies.push(row.plies());
        self.choices.0 += row.choices.0;
        self.choices.1 += row.choices.1;
        *self.reasons.entry(crate::tournament::reason_name(row.end.reason)).or_default() += 1;
    }
}

impl Standings {
    /// Computes the standings of these games.
    pub fn compute(config: &Config, ledger: &Ledger) -> Self {
        let each: Vec<_> = (0..config.games.len())
            .map(|game| {
                let rows: Vec<&LedgerRow> = ledger.rows().filter(|row| row.job.game == game).collect();
                Standing::compute(&config.games[game], &rows, config)
            })
            .collect();
        let together = config.games.len() > 1 && each.iter().any(|standing| standing.seats > 1);
        let overall = together.then(|| {
            let alone = |row: &&LedgerRow| row.job.seats.len() > 1;
            let rows: Vec<&LedgerRow> = ledger.rows().filter(alone).collect();
            Standing { seats: 0, score_means: None, ..Standing::compute("all", &rows, config) }
        });
        let mut sequential = config.sprt.map(SequentialTest::new);
        if let Some(test) = &mut sequential {
            test.update(ledger);
        }
        Self {
            player_names: config.labels(),
            games: each,
            overall,
            sequential,
            swiss: config.pairing == Pairing::Swiss,
        }
    }

    /// Formats a standing as a text table.
    pub fn table(&self, standing: &Standing) -> String {
        super::summary::table(self, standing)
    }

    /// Formats the mean scores of a standing as text tables; empty if the payoff of its game is not the score.
    pub fn score_tables(&self, standing: &Standing) -> String {
        super::score_tables::score_text(self, standing)
    }

    /// State of the sequential test as a sentence, if one is configured.
    pub fn sequential_text(&self) -> Option<String> {
        super::summary::sprt_sentence(self)
    }

    /// Iterates over all standings, the overall one first.
    pub fn all(&self) -> impl Iterator<Item = &Standing> {
        self.overall.iter().chain(&self.games)
    }
}

impl Standing {
    fn compute(game: &str, rows: &[&LedgerRow], config: &Config) -> Self {
        let players = config.players.len();
        let mut scores = vec![PlayerScore::default(); players];
        let mut statistics = GameStatistics::default();
        let mut met: BTreeMap<[usize; 2], PairResults> = BTreeMap::new();
        let mut results = Vec::new();
        for row in rows {
            statistics.add(row);
            let gained = row.game_points().0;
            for (seat, &entrant) in row.job.seats.iter().enumerate() {
                score(&mut scores[entrant], row, seat, gained[seat]);
            }
            for (one, other) in pairs_of(&row.job.meeting) {
                let points = [row.points(one), row.points(other)];
                let pair = met.entry([one, other]).or_default();
                pair.add(row, points);
                // Games of more than two players are compared pairwise: more points count as a win.
                let better = points[0].total_cmp(&points[1]) as i32;
                let share = [0.5 + f64::from(better) / 2.0, 0.5 - f64::from(better) / 2.0];
                results.push(GameResult { players: [one, other], points: share });
            }
        }
        let seats = rows.first().map_or(0, |row| row.job.seats.len());
        let alone = seats == 1;
        let meetings = met.into_iter().map(|(players, pair)| Meeting {
            game: game.to_owned(),
            players,
            games: pair.games,
            pairs: (seats == 2).then(|| pair.pairs()),
        });
        let meetings = meetings.collect();
        let table = Crosstable::new(players, &results)
            .expect("players are counted by the description, and nobody meets itself");
        let rated = (!alone && players > 1).then(|| bradley_terry(&table.matrix()).expect("points are none or more"));
        let ratings = rated.map_or_else(Vec::new, |rated| rated.ratings);
        let (buchholz, sonneborn_berger) = (table.buchholz(), table.sonneborn_berger());
        let ranked = (config.alpha_rank && !alone && players > 1)
            .then(|| alpha_rank(&table.score_matrix(), Selection::default()).expect("mean scores are from 0 to 1"));
        Self {
            game: game.to_owned(),
            seats,
            scores,
            meetings,
            ratings,
            buchholz,
            sonneborn_berger,
            alpha_rank: ranked,
            statistics,
            score_means: ScoreStatistics::compute(rows, config),
        }
    }

    /// Players ordered by rank, the best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        let rate = |player: usize| {
            let scored = &self.scores[player];
            if scored.games() == 0 { -1.0 } else { scored.points / scored.games() as f64 }
        };
        let elo = |player: usize| self.ratings.get(player).map_or(0.0, |rating| rating.elo);
        order.sort_by(|&one, &other| {
            let by_elo = elo(other).total_cmp(&elo(one));
            let by_plies = self.scores[one].won_plies.cmp(&self.scores[other].won_plies);
            by_elo.then(rate(other).total_cmp(&rate(one))).then(by_plies)
        });
        order
    }
}

/// Iterates over every two players of a meeting, the smaller number first.
pub(super) fn pairs_of(meeting: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let each = meeting.iter().enumerate();
    each.flat_map(|(at, &one)| meeting[at + 1..].iter().map(move |&other| (one.min(other), one.max(other))))
}

fn score(scored: &mut PlayerScore, row: &LedgerRow, seat: usize, points: f64) {
    let won = points >= 1.0;
    let lost = points <= 0.0;
    scored.wins += u64::from(won);
    scored.losses += u64::from(lost);
    scored.draws += u64::from(!won && !lost);
    scored.points += points;
    let forfeits = matches!(row.end.reason, EndReason::Time | EndReason::Illegal | EndReason::Crash | EndReason::Stall);
    scored.forfeits += u64::from(forfeits && row.end.by.is_some_and(|by| by.index() == seat));
    if won {
        scored.won_plies += row.plies() as u64;
    }
    scored.score += row.end.scores.get(seat).copied().unwrap_or(0.0);
    let spent = row.usage[seat];
    scored.nodes += spent.nodes;
    scored.moves += u64::from(spent.moves);
    scored.depth += spent.depth;
    scored.seconds += spent.seconds;
}

/// Accumulated results of two players against each other.
#[derive(Default)]
struct PairResults {
    games: Trinomial,
    /// Points of the first player in the games with swapped seats, by round, game and start.
    starts: BTreeMap<(u32, usize, usize), Vec<f64>>,
}

impl PairResults {
    fn add(&mut self, row: &LedgerRow, [one, other]: [f64; 2]) {
        match one.total_cmp(&other) {
            std::cmp::Ordering::Greater => self.games.wins += 1,
            std::cmp::Ordering::Less => self.games.losses += 1,
            std::cmp::Ordering::Equal => self.games.draws += 1,
        }
        self.starts.entry((row.job.round, row.job.game, row.job.start)).or_default().push(one);
    }

    fn pairs(&self) -> Pentanomial {
        let mut pairs = Pentanomial([0; 5]);
        for points in self.starts.values() {
            if let [one, other] = points[..] {
                pairs.add([one, other]);
            }
        }
        pairs
    }
}

/// Estimates from the results of a meeting.
#[derive(Clone, Copy, Debug)]
pub struct MeetingEstimate {
    /// Elo difference of the first player, with a 95 % interval.
    pub elo: Estimate,
    /// Difference in normalized Elo.
    pub normalized: f64,
    /// Likelihood of superiority of the first player.
    pub likelihood_of_superiority: f64,
    /// Method of the interval and the likelihood.
    pub interval: &'static str,
}

impl MeetingEstimate {
    /// Computes the estimates: from pairs with swapped seats if all games are paired, and corrected for the stop of a
    /// sequential test.
    pub fn compute(standings: &Standings, meeting: &Meeting) -> Self {
        let Meeting { games, pairs, .. } = meeting;
        let test = standings.sequential.as_ref().filter(|test| test.is_decided()).map(SequentialTest::test);
        match (pairs.filter(|pairs| 2 * pairs.pairs() == games.games() && pairs.pairs() > 0), test) {
            (Some(pairs), Some(SprtTest::Elo(test))) => {
                let (elo, likelihood_of_superiority) = (test.elo(&pairs), test.likelihood_of_superiority(&pairs));
                Self {
                    elo,
                    normalized: pairs.normalized_elo(),
                    likelihood_of_superiority,
                    interval: "sequential stop, pairs",
                }
            }
            (Some(pairs), _) => Self::for_fixed_length(&pairs, "fixed length, pairs"),
            (None, _) => Self::for_fixed_length(games, "fixed length, games"),
        }
    }

    /// Formats the Elo difference.
    pub fn text(&self) -> String {
        let Estimate { elo, low, high, unbounded_side } = self.elo;
        match unbounded_side {
            None => format!("{} [{}, {}]", format_rounded(elo, 0), format_rounded(low, 0), format_rounded(high, 0)),
            Some(Side::Above) => format!("at least {}", format_rounded(low, 0)),
            Some(Side::Below) => format!("at most {}", format_rounded(high, 0)),
            Some(Side::Both) => "unknown".to_owned(),
        }
    }

    fn for_fixed_length(tally: &impl Tally, interval: &'static str) -> Self {
        let (elo, normalized) = (tally.elo(), tally.normalized_elo());
        Self { elo, normalized, likelihood_of_superiority: tally.likelihood_of_superiority(), interval }
    }
}
