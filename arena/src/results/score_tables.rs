//! Mean scores as tables for people, for `summary.md`, `report.html` and the terminal. It contains no times.

use boardwright_game::payoff::PayoffUnit;

use super::scores::{ScoreMean, ScoreStatistics};
use super::standings::{Standing, Standings};
use super::summary::markdown_table;
use super::tables::format_rounded;

/// A table with its heading.
pub(super) struct ScoreTable {
    /// Sentence above the table.
    pub about: String,
    /// Column headings.
    pub header: Vec<&'static str>,
    /// Cells by row; the first one is a name.
    pub rows: Vec<Vec<String>>,
}

/// Tables of a standing; empty if the payoff of the game is not the score, or nothing was played.
pub(super) fn score_tables(standings: &Standings, standing: &Standing) -> Vec<ScoreTable> {
    let Some(scores) = standing.score_means.as_ref().filter(|scores| scores.players.iter().any(|mean| mean.deals > 0))
    else {
        return Vec::new();
    };
    let labels = &standings.player_names;
    let mut tables = vec![ScoreTable {
        about: about_means(scores),
        header: columns("player", scores, true),
        rows: standing
            .order()
            .into_iter()
            .filter(|&player| scores.players[player].deals > 0)
            .map(|player| row(labels[player].clone(), scores, &scores.players[player], true))
            .collect(),
    }];
    tables.push(ScoreTable {
        about: about_differences(scores),
        header: columns("difference", scores, true),
        rows: scores
            .meetings
            .iter()
            .map(|([one, other], mean)| row(format!("{} - {}", labels[*one], labels[*other]), scores, mean, true))
            .collect(),
    });
    if !scores.categories.is_empty() {
        let rows = scores.categories.iter().flat_map(|(category, means)| {
            let played = labels.iter().zip(means).filter(|(_, mean)| mean.deals > 0);
            played.map(move |(label, mean)| row(format!("{category}: {label}"), scores, mean, false))
        });
        tables.push(ScoreTable {
            about: "Mean scores by category:".to_owned(),
            header: columns("category", scores, false),
            rows: rows.collect(),
        });
    }
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// The tables as Markdown.
pub(super) fn score_text(standings: &Standings, standing: &Standing) -> String {
    let table = |table: ScoreTable| format!("{}\n\n{}\n", table.about, markdown_table(&table.header, &table.rows));
    score_tables(standings, standing).into_iter().map(table).collect()
}

fn about_means(scores: &ScoreStatistics) -> String {
    let observation = match scores.set_size {
        Some(size) => format!("the games with the same deals in {size} seatings are one observation"),
        None => "each game is an observation".to_owned(),
    };
    let left_out = match scores.games_left_out {
        0 => String::new(),
        count => format!(
            "; {count} games are left out, as the rules did not end them or games with the same deals are missing"
        ),
    };
    format!("Mean scores per deal in {}, with 95 % intervals; {observation}{left_out}:", scores.unit)
}

fn about_differences(scores: &ScoreStatistics) -> String {
    let duplicates = if scores.set_size.is_some() {
        "; the last column compares the interval with that of as many independent games"
    } else {
        ""
    };
    format!("Differences of the scores of two players per deal{duplicates}:")
}

fn columns(first: &'static str, scores: &ScoreStatistics, is_total: bool) -> Vec<&'static str> {
    let chips = matches!(scores.unit, PayoffUnit::Chips { .. });
    let mut columns = vec![first, "mean", "95 %"];
    columns.extend(chips.then_some("mbb/hand"));
    columns.extend(["deals", "observations"]);
    columns.extend((is_total && scores.set_size.is_some()).then_some("interval"));
    columns
}

fn row(name: String, scores: &ScoreStatistics, mean: &ScoreMean, is_total: bool) -> Vec<String> {
    let observed = &mean.observations;
    let interval = |value: f64, error: Option<f64>, digits| match error {
        Some(error) => {
            format!("{} to {}", format_rounded(value - error, digits), format_rounded(value + error, digits))
        }
        None => "unknown".to_owned(),
    };
    let error = observed.error_95();
    let mut cells = vec![name, format_rounded(observed.mean(), 3), interval(observed.mean(), error, 3)];
    cells.extend(scores.milli_big_blinds(observed.mean()).map(|value| {
        let error = error.and_then(|error| scores.milli_big_blinds(error));
        error.map_or_else(
            || format_rounded(value, 0),
            |error| format!("{} +- {}", format_rounded(value, 0), format_rounded(error, 0)),
        )
    }));
    cells.extend([mean.deals.to_string(), observed.count().to_string()]);
    if is_total && scores.set_size.is_some() {
        cells.push(mean.interval_ratio().map_or_else(|| "-".to_owned(), |ratio| format!("{:.0} %", 100.0 * ratio)));
    }
    cells
}
