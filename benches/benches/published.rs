//! The published experiment of 2013: Connect Four on seven columns and five rows, every player against every other, each beginning in
//! half of the games. Instead of 15 seconds, a player has a number of positions for a move, so that the same seed gives the same games.
//!
//! `cargo bench -p boardwright-benches --bench published -- --nodes 20000 --rounds 40`

use std::time::Instant;

use boardwright_benches::matches::{Course, named, play};
use boardwright_engine::game::Game as _;
use boardwright_engine::ids::Player;
use boardwright_players::registry::Beside;
use clap::Parser;

/// The players by the names of the publication. The stochastic one kept three tenths of its moves.
const PLAYERS: [(&str, &str); 5] = [
    ("MM", "minimax:"),
    ("MMS", "minimax-stochastic:keep=0.3,"),
    ("MC", "monte-carlo:"),
    ("MCR", "monte-carlo-ratio:"),
    ("MCR2", "monte-carlo-ratio2:"),
];

/// Percent of games that the row won against the column, as published; nobody met MCR but MCR2, and of that pair the publication has
/// points for percent. Here are the wins of the raw lists.
const PUBLISHED: [[Option<f64>; 5]; 5] = [
    [None, Some(82.93), Some(41.30), None, Some(48.08)],
    [Some(8.54), None, Some(11.67), None, Some(3.19)],
    [Some(54.35), Some(88.33), None, None, Some(51.72)],
    [None, None, None, None, Some(30.36)],
    [Some(44.23), Some(96.81), Some(46.55), Some(66.07), None],
];

#[derive(Parser)]
struct Args {
    /// How many positions each may make for a move.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Games of each pair.
    #[arg(long, default_value_t = 40)]
    rounds: u64,
    /// Where all random choices come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Told by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let args = Args::parse();
    let (_, game) = named("connect-four:width=7+height=5");
    let (start, none, began) = (game.start(), Beside::default(), Instant::now());
    // By row and column: games won by the row.
    let mut won = [[0_u64; 5]; 5];
    for (row, column) in (0..5).flat_map(|row| (row + 1..5).map(move |column| (row, column))) {
        for round in 0..args.rounds {
            let (first, second) = if round % 2 == 0 { (row, column) } else { (column, row) };
            let text = |player: usize| format!("{}nodes={}", PLAYERS[player].1, args.nodes);
            let texts = [text(first), text(second)];
            let players = [(&*texts[0], &none), (&*texts[1], &none)];
            // Each game of each pair has seeds of its own.
            let seed = ((args.seed * 25 + (row * 5 + column) as u64) << 32) + round;
            // The published program kept moves in hash tables: whoever took the first of equal ones took any.
            let course = Course { seed, most: usize::MAX, shuffled: true };
            match play(&game, &start, players, course).0.map(Player::index) {
                Some(0) => won[first][second] += 1,
                Some(_) => won[second][first] += 1,
                None => {}
            }
        }
        let (wins, losses) = (won[row][column], won[column][row]);
        let drawn = args.rounds - wins - losses;
        let seconds = began.elapsed().as_secs();
        println!("{} against {}: +{wins} ={drawn} -{losses}; {seconds} s so far", PLAYERS[row].0, PLAYERS[column].0);
    }
    let share = |count: u64| 100.0 * count as f64 / args.rounds as f64;
    println!("\npercent of games that the row won against the column, published ones in brackets");
    table(|row, column| {
        let published = PUBLISHED[row][column].map_or_else(String::new, |percent| format!(" ({percent:.0})"));
        format!("{:.1}{published}", share(won[row][column]))
    });
    println!("\npercent of points of the row, 3 for a win and 1 for a draw, and in all");
    let points = |row: usize, column: usize| {
        let drawn = args.rounds - won[row][column] - won[column][row];
        3 * won[row][column] + drawn
    };
    table(|row, column| {
        let (own, others) = (points(row, column), points(column, row));
        format!("{:.1}", 100.0 * own as f64 / (own + others).max(1) as f64)
    });
    for (row, (name, _)) in PLAYERS.iter().enumerate() {
        let sum: u64 = (0..5).filter(|&column| column != row).map(|column| points(row, column)).sum();
        println!("{name}: {sum} points");
    }
}

/// A table of all players against all, to stand in a page.
fn table(entry: impl Fn(usize, usize) -> String) {
    let names = PLAYERS.map(|(name, _)| name);
    println!("\n| | {} |\n|---|---|---|---|---|---|", names.join(" | "));
    for (row, name) in names.iter().enumerate() {
        let entries = (0..5).map(|column| if row == column { "x".to_owned() } else { entry(row, column) });
        println!("| {name} | {} |", entries.collect::<Vec<_>>().join(" | "));
    }
}
