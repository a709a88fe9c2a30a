//! `boardwright carcassonne tables`: the games of the thesis's tables of results, beside the published figures.

use std::io::Write as _;

use boardwright_arena::tournament::{Budget, Entrant, PlayerConfig};

use super::matches::{Seating, Table, Tally};
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Tables to be played, like 7.3; all of them by default.
    names: Vec<String>,
    /// Number of games of each table; the published number by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Play the evaluations of the thesis (`weighted`, and `19/3-pr` for two players) with its literal term 7: free meeples per
    /// remaining turn.
    #[arg(long)]
    literal: bool,
}

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
struct PublishedTable {
    name: &'static str,
    /// Options of the game beside the number of players.
    options: &'static str,
    games: u32,
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

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let is_wanted = |table: &PublishedTable, name: &String| table.name.split(' ').next() == Some(name.as_str());
    if let Some(unknown) = args.names.iter().find(|name| !TABLES.iter().any(|table| is_wanted(table, name))) {
        let mut known: Vec<_> = TABLES.iter().filter_map(|table| table.name.split(' ').next()).collect();
        known.dedup();
        return Err(Failure::Usage(format!("there is no table \"{unknown}\"; the tables are {}", known.join(", "))));
    }
    let seed = seed.unwrap_or(1);
    writeln!(out, "| table | player | points | published | wins | published |\n|---|---|---|---|---|---|")?;
    for table in TABLES {
        if !args.names.is_empty() && !args.names.iter().any(|name| is_wanted(table, name)) {
            continue;
        }
        let games = args.games.unwrap_or(table.games);
        say(&format!("table {}: {games} games\n", table.name));
        let players: Vec<String> =
            table.rows.iter().map(|(row, _)| player_of(row, table.rows.len(), args.literal)).collect();
        let tallies = play(table, &players, games, seed)?;
        for ((player, (_, (mean, wins))), tally) in players.iter().zip(table.rows).zip(&tallies) {
            let published = mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
            let (low, high) = tally.win_interval(games);
            writeln!(
                out,
                "| {} | `{player}` | {:.1} ± {:.1} | {published} | {} ({:.0} to {high:.0}) of {games} | {wins} of {} |",
                table.name,
                tally.total / f64::from(games),
                tally.half_interval(games),
                tally.wins,
                low.max(0.0),
                table.games,
            )?;
        }
        out.flush()?;
    }
    Ok(Answer::Yes)
}

fn play(table: &PublishedTable, players: &[String], games: u32, seed: u64) -> Result<Vec<Tally>, Failure> {
    let players = players.iter().enumerate().map(|(seat, player)| PlayerConfig {
        label: Some(format!("{player} {}", seat + 1)),
        ..PlayerConfig::player(player)
    });
    let entrants = players.map(|player| Entrant::new(&player, &Budget::default()));
    let entrants = entrants.collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
    let game = format!("carcassonne:players={}{}", table.rows.len(), table.options);
    Table::new(&game, entrants)?.with_seating(table.seating).play_all(games, seed, &|_, _| Ok(()))?.complete()
}
