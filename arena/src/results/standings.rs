//! Who stands where: points, meetings and ratings, of each game and of all together, and what the games were like. It writes nothing.

use std::collections::BTreeMap;

use boardwright_engine::game::Outcome;
use boardwright_engine::record::Reason;

use super::ledger::{Ledger, Row};
use super::tables::rounded;
use crate::figures::{
    Crosstable, Estimate, GameResult, Pentanomial, Rating, Selection, Side, Tally, Trinomial, alpha_rank, bradley_terry,
};
use crate::tournament::{Config, Pairing, Sequential};

/// Who stands where.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players' names, by number.
    pub labels: Vec<String>,
    /// Each game by itself.
    pub games: Vec<Standing>,
    /// All games together, if there are several for more than one player.
    pub overall: Option<Standing>,
    /// The sequential test, if one was asked for.
    pub sequential: Option<Sequential>,
    /// Whether Swiss tie-breaks mean something.
    pub swiss: bool,
}

/// Who stands where in a game.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The game as it was asked for, or `all`.
    pub game: String,
    /// How many play it; 0 for several games together.
    pub seats: usize,
    /// By player.
    pub scored: Vec<Scored>,
    /// Of each two players, the smaller number first.
    pub meetings: Vec<Meeting>,
    /// By player, if it is not played alone.
    pub ratings: Vec<Rating>,
    /// By player: sums of the opponents' points.
    pub buchholz: Vec<f64>,
    /// By player: what was scored against opponents, times their points.
    pub sonneborn_berger: Vec<f64>,
    /// By player: how often a population that imitates success is found with it; if that was asked for and it is not played alone.
    pub alpha_rank: Option<Vec<f64>>,
    /// What the games were like.
    pub measures: Measures,
}

/// What a player has scored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scored {
    /// Games that it won, solved if it played alone.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that somebody else won, or that it did not solve.
    pub losses: u64,
    /// 1 for a win, a part of it where nobody won.
    pub points: f64,
    /// Games that it lost by time, an illegal move, a crash or silence.
    pub forfeits: u64,
    /// Moves in the games that it won.
    pub won_plies: u64,
    /// Its scores by the rules, added up.
    pub score: f64,
    /// Positions that it made.
    pub nodes: u64,
    /// Its moves.
    pub moves: u64,
    /// The sum of the depths of its searches.
    pub depth: u64,
    /// Its seconds.
    pub seconds: f64,
}

impl Scored {
    /// All its games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// 3 points for a win and 1 for a draw, as in the experiments of 2013.
    pub fn three_one_nil(&self) -> u64 {
        3 * self.wins + self.draws
    }
}

/// What two players have against each other.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The game as it was asked for, or `all`.
    pub game: String,
    /// Who.
    pub players: [usize; 2],
    /// Their games, from the view of the first.
    pub games: Trinomial,
    /// Their pairs of games with swapped seats, if it is a game for two.
    pub pairs: Option<Pentanomial>,
}

/// What the games were like.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// How many.
    pub games: u64,
    /// How many the first seat won.
    pub first: u64,
    /// How many nobody won.
    pub draws: u64,
    /// Lengths in plies, in the order of the ledger.
    pub plies: Vec<usize>,
    /// Distinct moves to choose from, and how often somebody chose.
    pub choices: (u64, u64),
    /// Why they ended.
    pub reasons: BTreeMap<&'static str, u64>,
}

impl Measures {
    /// The mean length in plies.
    pub fn length(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.plies.iter().sum::<usize>() as f64 / self.games as f64 }
    }

    /// How many distinct moves there are, on average.
    pub fn branching(&self) -> f64 {
        let (sum, count) = self.choices;
        if count == 0 { 0.0 } else { sum as f64 / count as f64 }
    }

    fn see(&mut self, row: &Row) {
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
    /// Of these games.
    pub fn of(config: &Config, ledger: &Ledger) -> Self {
        let each: Vec<_> = (0..config.games.len())
            .map(|game| {
                let rows: Vec<&Row> = ledger.rows().filter(|row| row.job.game == game).collect();
                Standing::of(&config.games[game], &rows, config)
            })
            .collect();
        let together = config.games.len() > 1 && each.iter().any(|standing| standing.seats > 1);
        let overall = together.then(|| {
            let alone = |row: &&Row| row.job.seats.len() > 1;
            let rows: Vec<&Row> = ledger.rows().filter(alone).collect();
            Standing { seats: 0, ..Standing::of("all", &rows, config) }
        });
        let mut sequential = config.sprt.map(Sequential::new);
        if let Some(test) = &mut sequential {
            test.see(ledger);
        }
        Self { labels: config.labels(), games: each, overall, sequential, swiss: config.pairing == Pairing::Swiss }
    }

    /// A standing as a table of text.
    pub fn table(&self, standing: &Standing) -> String {
        super::summary::table(self, standing)
    }

    /// All standings, all games together first.
    pub fn all(&self) -> impl Iterator<Item = &Standing> {
        self.overall.iter().chain(&self.games)
    }
}

impl Standing {
    fn of(game: &str, rows: &[&Row], config: &Config) -> Self {
        let players = config.players.len();
        let mut scored = vec![Scored::default(); players];
        let mut measures = Measures::default();
        let mut met: BTreeMap<[usize; 2], Pair> = BTreeMap::new();
        let mut results = Vec::new();
        for row in rows {
            measures.see(row);
            let gained = row.gained().0;
            for (seat, &entrant) in row.job.seats.iter().enumerate() {
                score(&mut scored[entrant], row, seat, gained[seat]);
            }
            for (one, other) in pairs_of(&row.job.meeting) {
                let points = [row.points(one), row.points(other)];
                let pair = met.entry([one, other]).or_default();
                pair.see(row, points);
                // Of more than two each two are compared: who has more has won.
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
            scored,
            meetings,
            ratings,
            buchholz,
            sonneborn_berger,
            alpha_rank: ranked,
            measures,
        }
    }

    /// The players, the best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.scored.len()).collect();
        let rate = |player: usize| {
            let scored = &self.scored[player];
            if scored.games() == 0 { -1.0 } else { scored.points / scored.games() as f64 }
        };
        let elo = |player: usize| self.ratings.get(player).map_or(0.0, |rating| rating.elo);
        order.sort_by(|&one, &other| {
            let by_elo = elo(other).total_cmp(&elo(one));
            let by_plies = self.scored[one].won_plies.cmp(&self.scored[other].won_plies);
            by_elo.then(rate(other).total_cmp(&rate(one))).then(by_plies)
        });
        order
    }
}

/// Every two of a meeting, the smaller number first.
fn pairs_of(meeting: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let each = meeting.iter().enumerate();
    each.flat_map(|(at, &one)| meeting[at + 1..].iter().map(move |&other| (one.min(other), one.max(other))))
}

fn score(scored: &mut Scored, row: &Row, seat: usize, points: f64) {
    let won = points >= 1.0;
    let lost = points <= 0.0;
    scored.wins += u64::from(won);
    scored.losses += u64::from(lost);
    scored.draws += u64::from(!won && !lost);
    scored.points += points;
    let forfeits = matches!(row.end.reason, Reason::Time | Reason::Illegal | Reason::Crash | Reason::Stall);
    scored.forfeits += u64::from(forfeits && row.end.by.is_some_and(|by| by.index() == seat));
    if won {
        scored.won_plies += row.plies() as u64;
    }
    scored.score += row.end.scores.get(seat).copied().unwrap_or(0.0);
    let spent = row.spent[seat];
    scored.nodes += spent.nodes;
    scored.moves += u64::from(spent.moves);
    scored.depth += spent.depth;
    scored.seconds += spent.seconds;
}

/// What two players have against each other, while it is counted.
#[derive(Default)]
struct Pair {
    games: Trinomial,
    /// By round, game and start: the points of the first in the games with swapped seats.
    starts: BTreeMap<(u32, usize, usize), Vec<f64>>,
}

impl Pair {
    fn see(&mut self, row: &Row, [one, other]: [f64; 2]) {
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

/// What a meeting says about its two players.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// By how much the first is better, with a 95 % interval.
    pub elo: Estimate,
    /// The same in normalized Elo.
    pub normalized: f64,
    /// How probable it is that the first is better.
    pub los: f64,
    /// Of which kind interval and probability are.
    pub interval: &'static str,
}

impl Told {
    /// Of a meeting: of pairs with swapped seats if all games are in such, and corrected if a sequential test has ended it.
    pub fn of(standings: &Standings, meeting: &Meeting) -> Self {
        let Meeting { games, pairs, .. } = meeting;
        match (pairs.filter(|pairs| 2 * pairs.pairs() == games.games() && pairs.pairs() > 0), &standings.sequential) {
            (Some(pairs), Some(test)) if test.is_decided() => {
                let (test, _, _) = test.standing();
                let (elo, los) = (test.elo(&pairs), test.likelihood_of_superiority(&pairs));
                Self { elo, normalized: pairs.normalized_elo(), los, interval: "sequential stop, pairs" }
            }
            (Some(pairs), _) => Self::fixed(&pairs, "fixed length, pairs"),
            (None, _) => Self::fixed(games, "fixed length, games"),
        }
    }

    /// The difference in Elo, for people.
    pub fn text(&self) -> String {
        let Estimate { elo, low, high, bounded } = self.elo;
        match bounded {
            None => format!("{} [{}, {}]", rounded(elo, 0), rounded(low, 0), rounded(high, 0)),
            Some(Side::Above) => format!("at least {}", rounded(low, 0)),
            Some(Side::Below) => format!("at most {}", rounded(high, 0)),
            Some(Side::Both) => "unknown".to_owned(),
        }
    }

    fn fixed(tally: &impl Tally, interval: &'static str) -> Self {
        let (elo, normalized) = (tally.elo(), tally.normalized_elo());
        Self { elo, normalized, los: tally.likelihood_of_superiority(), interval }
    }
}
