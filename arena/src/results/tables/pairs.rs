//! `pairs.csv`: one row for every two players in each game.

use super::super::standings::{MeetingEstimate, Standings};
use super::{csv, format_rounded};
use crate::statistics::Tally;
use crate::tournament::SequentialTest;

/// Returns the table as CSV.
pub fn pairs(standings: &Standings) -> Vec<u8> {
    let header = [
        "game",
        "player",
        "opponent",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "ll",
        "ld",
        "wl_dd",
        "wd",
        "ww",
        "elo",
        "elo_low",
        "elo_high",
        "normalized_elo",
        "los",
        "interval",
        "llr",
        "llr_lower",
        "llr_upper",
    ];
    let labels = &standings.player_names;
    let meetings = standings.all().flat_map(|standing| &standing.meetings);
    csv(
        &header,
        meetings.map(|meeting| {
            let games = meeting.games;
            let mut cells = vec![
                meeting.game.clone(),
                labels[meeting.players[0]].clone(),
                labels[meeting.players[1]].clone(),
                games.games().to_string(),
                games.wins.to_string(),
                games.draws.to_string(),
                games.losses.to_string(),
                format_rounded(games.score(), 4),
            ];
            let whole = meeting.pairs.filter(|pairs| pairs.pairs() > 0);
            cells.extend((0..5).map(|class| whole.map_or_else(String::new, |pairs| pairs.0[class].to_string())));
            let estimate = MeetingEstimate::compute(standings, meeting);
            cells.extend([
                format_rounded(estimate.elo.elo, 2),
                format_rounded(estimate.elo.low, 2),
                format_rounded(estimate.elo.high, 2),
                format_rounded(estimate.normalized, 2),
                format_rounded(estimate.likelihood_of_superiority, 5),
                estimate.interval.to_owned(),
            ]);
            let test = standings.sequential.as_ref().map(SequentialTest::state);
            let of = |value: f64| format_rounded(value, 4);
            cells.extend(
                test.map_or_else(
                    || vec![String::new(); 3],
                    |state| vec![of(state.llr), of(state.lower), of(state.upper)],
                ),
            );
            cells
        }),
    )
}
