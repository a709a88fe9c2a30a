//! Tables of results of the thesis: their games are played again, and their figures are beside the published ones.

use boardwright_arena::series::{Seating, Series};
use boardwright_arena::tournament::PlayerConfig;

use super::GAME;
use super::matches::Surroundings;
use crate::error::Error;

/// The player of a row, with the literal evaluation of the thesis if it is wanted and the thesis has published it.
fn player_of(row: &str, players: usize, is_literal: bool) -> String {
    match row {
        "weighted" if is_literal => "weighted:weights=weighted-literal".to_owned(),
        "19/3-pr" if is_literal && players == 2 => "weighted:weights=19/3-pr-literal".to_owned(),
        "19/3-pr:players=2" if is_literal => "weighted:weights=19/3-pr-literal,players=2".to_owned(),
        row => row.to_owned(),
    }
}

/// Published result of a participant: mean points, where they are given, and number of wins.
type Published = (Option<f64>, u32);

/// A table of the thesis.
#[derive(Clone, Copy, Debug)]
pub struct PublishedTable {
    /// Number of the table, and the variant of the game after a space.
    pub name: &'static str,
    /// Options of the game beside the number of players.
    options: &'static str,
    /// Published number of games.
    pub games: u32,
    seating: Seating,
    rows: &'static [(&'static str, Published)],
}

const fn points(mean: f64, wins: u32) -> Published {
    (Some(mean), wins)
}

const fn wins(wins: u32) -> Published {
    (None, wins)
}

const fn duel(name: &'static str, options: &'static str, rows: &'static [(&'static str, Published)]) -> PublishedTable {
    PublishedTable { name, options, games: 200, seating: Seating::Rotating, rows }
}

const fn seated(
    name: &'static str,
    options: &'static str,
    rows: &'static [(&'static str, Published)],
) -> PublishedTable {
    PublishedTable { name, options, games: 500, seating: Seating::Fixed, rows }
}

/// The tables. Another one is one entry.
const TABLES: &[PublishedTable] = &[
    duel("7.1", "", &[("random", points(20.85, 102)), ("random", points(20.36, 103))]),
    duel("7.2", "", &[("greedy", points(97.12, 200)), ("random", points(17.11, 0))]),
    duel("7.3", "", &[("two-parameter", points(89.05, 124)), ("greedy", points(83.23, 79))]),
    duel("7.4", "", &[("weighted", points(100.03, 124)), ("two-parameter", points(93.79, 80))]),
    duel("7.5", "", &[("19/3", points(108.02, 151)), ("weighted", points(94.59, 52))]),
    duel("7.6", "", &[("19/3", points(101.14, 87)), ("19/3-pr", points(105.16, 118))]),
    duel("7.7", "", &[("19/3-pr", points(103.85, 119)), ("19/5-pr", points(99.82, 86))]),
    PublishedTable {
        name: "7.8",
        options: "",
        games: 500,
        seating: Seating::Rotating,
        rows: &[
            ("greedy", points(41.16, 72)),
            ("19/3:players=2", points(43.37, 95)),
            ("19/5-pr:players=2", points(42.96, 100)),
            ("19/3-pr:players=2", points(44.54, 111)),
            ("19/3-pr", points(46.34, 147)),
        ],
    },
    duel("9.1", ",small-city-2=1", &[("weighted", points(89.76, 119)), ("two-parameter", points(85.45, 84))]),
    duel("9.2", ",small-city-2=1", &[("19/3-pr", points(98.85, 123)), ("19/5-pr", points(93.71, 80))]),
    seated("9.3", "", &[("19/3-pr", wins(272)), ("19/3-pr", wins(236))]),
    seated("9.3 fair", ",fair=1", &[("19/3-pr", wins(273)), ("19/3-pr", wins(238))]),
    seated("9.4", "", &[("greedy", wins(281)), ("greedy", wins(223))]),
    seated("9.4 fair", ",fair=1", &[("greedy", wins(273)), ("greedy", wins(235))]),
    seated(
        "9.5",
        "",
        &[("greedy", wins(108)), ("two-parameter", wins(104)), ("19/3:players=2", wins(161)), ("19/3-pr", wins(148))],
    ),
    seated(
        "9.5 fair",
        ",fair=1",
        &[("greedy", wins(109)), ("two-parameter", wins(79)), ("19/3:players=2", wins(163)), ("19/3-pr", wins(172))],
    ),
];

/// Result of a participant beside the published one.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredRow {
    /// Player.
    pub player: String,
    /// Mean points.
    pub mean: f64,
    /// Half the length of the 95 % interval of the mean points.
    pub half_interval: f64,
    /// Number of wins.
    pub wins: u32,
    /// 95 % interval of the number of wins.
    pub win_interval: (f64, f64),
    /// Published mean points, if there are any.
    pub published_mean: Option<f64>,
    /// Published number of wins.
    pub published_wins: u32,
}

/// The tables with these numbers, such as 7.3; all of them if there are no numbers.
///
/// # Errors
/// If there is no such table.
pub fn find(names: &[String]) -> Result<Vec<&'static PublishedTable>, Error> {
    if let Some(unknown) = names.iter().find(|name| !TABLES.iter().any(|table| table.number() == name.as_str())) {
        let mut known: Vec<_> = TABLES.iter().map(PublishedTable::number).collect();
        known.dedup();
        return Err(Error::Usage(format!("there is no table \"{unknown}\"; the tables are {}", known.join(", "))));
    }
    let is_wanted = |table: &&PublishedTable| names.is_empty() || names.iter().any(|name| table.number() == name);
    Ok(TABLES.iter().filter(is_wanted).collect())
}

impl PublishedTable {
    /// Number of the table, without the variant of the game.
    fn number(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }

    /// Plays a number of games of the table. With `is_literal`, the evaluations of the thesis have its literal term 7.
    ///
    /// # Errors
    /// If a game is not finished.
    pub fn play(
        &self,
        games: u32,
        is_literal: bool,
        seed: u64,
        surroundings: Surroundings<'_>,
    ) -> Result<Vec<MeasuredRow>, Error> {
        let count = self.rows.len();
        let players: Vec<String> = self.rows.iter().map(|(row, _)| player_of(row, count, is_literal)).collect();
        let entries = players.iter().zip(1..).map(|(player, seat): (&String, usize)| PlayerConfig {
            label: Some(format!("{player} {seat}")),
            ..PlayerConfig::player(player)
        });
        let game = format!("{GAME}:players={count}{}", self.options);
        let series = surroundings.series(&game, &entries.collect::<Vec<_>>())?;
        let series = Series { seating: self.seating, ..series };
        let tallies = surroundings.play_all(&series, games, seed)?;
        let rows = players.into_iter().zip(self.rows).zip(&tallies);
        let rows = rows.map(|((player, &(_, (published_mean, published_wins))), tally)| MeasuredRow {
            player,
            mean: tally.total / f64::from(games),
            half_interval: tally.half_interval(),
            wins: tally.wins,
            win_interval: tally.win_interval(games),
            published_mean,
            published_wins,
        });
        Ok(rows.collect())
    }
}
