//! `ratings.csv`: one row for each player in each game, and in all together. It contains no times.

use super::super::standings::{Standing, Standings};
use super::{csv, format_rounded};

/// Returns the table as CSV.
pub fn ratings(standings: &Standings) -> Vec<u8> {
    let header = [
        "game",
        "rank",
        "player",
        "elo",
        "low",
        "high",
        "interval",
        "games",
        "wins",
        "draws",
        "losses",
        "points",
        "points_3_1_0",
        "buchholz",
        "sonneborn_berger",
        "forfeits",
        "mean_score",
        "mean_won_plies",
        "nodes_per_move",
        "mean_depth",
        "alpha_rank",
    ];
    csv(&header, standings.all().flat_map(|standing| rows(standings, standing)))
}

fn rows(standings: &Standings, standing: &Standing) -> Vec<Vec<String>> {
    let ranked = standing.order().into_iter().zip(1..);
    let row = |(player, rank): (usize, i32)| {
        let scored = &standing.scores[player];
        let share =
            |sum: f64, count: u64| if count == 0 { String::new() } else { format_rounded(sum / count as f64, 3) };
        let rating = standing.ratings.get(player);
        let elo = |of: &dyn Fn(&crate::statistics::Rating) -> f64| {
            rating.map_or_else(String::new, |rating| format_rounded(of(rating), 1))
        };
        vec![
            standing.game.clone(),
            rank.to_string(),
            standings.player_names[player].clone(),
            elo(&|rating| rating.elo),
            elo(&|rating| rating.low),
            elo(&|rating| rating.high),
            rating.map_or_else(String::new, |rating| interval_kind(rating).to_owned()),
            scored.games().to_string(),
            scored.wins.to_string(),
            scored.draws.to_string(),
            scored.losses.to_string(),
            format_rounded(scored.points, 3),
            scored.three_one_zero().to_string(),
            format_rounded(standing.buchholz[player], 2),
            format_rounded(standing.sonneborn_berger[player], 2),
            scored.forfeits.to_string(),
            share(scored.score, scored.games()),
            share(scored.won_plies as f64, scored.wins),
            share(scored.nodes as f64, scored.moves),
            share(scored.depth as f64, scored.moves),
            standing.alpha_rank.as_ref().map_or_else(String::new, |shares| format_rounded(shares[player], 4)),
        ]
    };
    ranked.map(row).collect()
}

/// Method of a rating's interval.
fn interval_kind(rating: &crate::statistics::Rating) -> &'static str {
    if rating.unbounded_side.is_some() { "bound" } else { "fixed length" }
}
