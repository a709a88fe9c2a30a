//! `scores.csv`: mean scores per deal, for games whose payoff is the score. One row for each player, for the difference
//! of every two players, and for each category and player.

use super::super::scores::{ScoreMean, ScoreStatistics};
use super::super::standings::Standings;
use super::{csv, format_rounded};

/// Returns the table as CSV; `None` if the payoff of no game is the score.
pub fn scores(standings: &Standings) -> Option<Vec<u8>> {
    let header = [
        "game",
        "player",
        "opponent",
        "category",
        "unit",
        "mean",
        "error",
        "low",
        "high",
        "mbb",
        "mbb_error",
        "deals",
        "observations",
        "observation",
        "interval_ratio",
    ];
    let games: Vec<_> =
        standings.games.iter().filter_map(|game| Some((&game.game, game.score_means.as_ref()?))).collect();
    let labels = &standings.player_names;
    let mut rows = Vec::new();
    for (game, scores) in &games {
        let mut add = |player: usize, opponent: &str, category: &str, mean: &ScoreMean| {
            if mean.deals > 0 {
                let mut cells = vec![(*game).clone(), labels[player].clone(), opponent.to_owned(), category.to_owned()];
                cells.extend(mean_cells(scores, mean));
                rows.push(cells);
            }
        };
        for (player, mean) in scores.players.iter().enumerate() {
            add(player, "", "", mean);
        }
        for ([one, other], mean) in &scores.meetings {
            add(*one, &labels[*other], "", mean);
        }
        for (category, means) in &scores.categories {
            for (player, mean) in means.iter().enumerate() {
                add(player, "", category, mean);
            }
        }
    }
    (!games.is_empty()).then(|| csv(&header, rows))
}

/// Cells of a mean, from the unit on.
fn mean_cells(scores: &ScoreStatistics, mean: &ScoreMean) -> Vec<String> {
    let observed = &mean.observations;
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format_rounded(value, 5));
    let (value, error) = (observed.mean(), observed.error_95());
    vec![
        scores.unit.to_string(),
        number(Some(value)),
        number(observed.standard_error()),
        number(error.map(|error| value - error)),
        number(error.map(|error| value + error)),
        number(scores.milli_big_blinds(value)),
        number(observed.standard_error().and_then(|error| scores.milli_big_blinds(error))),
        mean.deals.to_string(),
        observed.count().to_string(),
        if scores.set_size.is_some() { "deck set" } else { "game" }.to_owned(),
        number(mean.interval_ratio()),
    ]
}
