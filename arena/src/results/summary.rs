//! `summary.md`: the results as readable text. It contains no times, so that equal games give equal bytes.

use std::fmt::Write as _;

use super::ledger::Ledger;
use super::score_tables::score_text;
use super::standings::{MeetingEstimate, Standing, Standings};
use super::tables::format_rounded;
use crate::statistics::{Rating, SprtDecision};
use crate::tournament::{Config, SprtTest};

/// Returns the summary.
pub fn summary(config: &Config, ledger: &Ledger, standings: &Standings) -> String {
    let mut text = String::new();
    let title = if config.name.is_empty() { "Tournament" } else { &config.name };
    let _ = writeln!(text, "# {title}\n");
    let _ = writeln!(
        text,
        "{} games, {} players, {}, seed {}.\n",
        ledger.len(),
        config.players.len(),
        config.pairing.name(),
        config.seed
    );
    if let Some(sentence) = sprt_sentence(standings) {
        let _ = writeln!(text, "{sentence}\n");
    }
    for standing in standings.all() {
        let _ = writeln!(text, "## {}\n", heading(standing));
        text.push_str(&table(standings, standing));
        text.push_str(&meetings(standings, standing));
        text.push_str(&score_text(standings, standing));
        text.push_str(&statistics_sentence(standing));
        text.push_str("\n\n");
    }
    text
}

/// Heading of a standing.
pub(super) fn heading(standing: &Standing) -> String {
    if standing.seats == 0 { "All games together".to_owned() } else { standing.game.clone() }
}

/// State of the sequential test, as a sentence.
pub(super) fn sprt_sentence(standings: &Standings) -> Option<String> {
    let sequential = standings.sequential.as_ref()?;
    let (state, counts) = (sequential.state(), sequential.counts());
    let (name, [null, alternative], observations, [at_most, at_least]) = match sequential.test() {
        SprtTest::Elo(test) => {
            let settings = test.settings();
            let claims =
                ["that the first player is not stronger by more than", "that the first player is stronger by at least"];
            ("normalized Elo", [settings.elo0, settings.elo1], counts.pairs.pairs(), claims)
        }
        SprtTest::Score(test) => {
            let claims = ["a difference of at most", "a difference of at least"];
            ("the mean score difference", test.scores().into(), counts.differences.count(), claims)
        }
    };
    let result = match state.decision {
        SprtDecision::Continue => "is open".to_owned(),
        SprtDecision::AcceptAlternative => format!("accepts {at_least} {alternative}"),
        SprtDecision::AcceptNull => format!("accepts {at_most} {null}"),
    };
    Some(format!(
        "The sequential test of {name} {null} against {alternative} {result}: log-likelihood ratio {:.2} ({:.2}, {:.2}) after {observations} pairs.",
        state.llr, state.lower, state.upper,
    ))
}

/// Formats a Markdown table with aligned columns.
pub fn markdown_table(header: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([header[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        // Names are left-aligned, numbers right-aligned.
        let padded = cells.zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let blanks = " ".repeat(width - cell.chars().count());
            if column <= usize::from(header[0] == "#") { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        });
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    let mut text = line(&mut header.iter().copied());
    let rule = |(column, width): (usize, &usize)| {
        let end = if column <= usize::from(header[0] == "#") { '-' } else { ':' };
        format!("{}{end}", "-".repeat(width.saturating_sub(1)))
    };
    let rules: Vec<String> = widths.iter().enumerate().map(rule).collect();
    let _ = writeln!(text, "| {} |", rules.join(" | "));
    for row in rows {
        text.push_str(&line(&mut row.iter().map(String::as_str)));
    }
    text
}

/// Formats a standing as a table.
pub fn table(standings: &Standings, standing: &Standing) -> String {
    let header = [&["#", "player"][..], &column_names(standings, standing)].concat();
    let ranked = standing.order().into_iter().zip(1..);
    let row = |(player, rank): (usize, i32)| {
        let mut cells = vec![rank.to_string(), standings.player_names[player].clone()];
        cells.extend(player_cells(standings, standing, player));
        cells
    };
    let mut text = markdown_table(&header, &ranked.map(row).collect::<Vec<_>>());
    if standing.ratings.iter().any(|rating| rating.unbounded_side.is_some()) {
        text.push_str(
            "\nPlayers who won or lost all games have no rating, only a bound, at which Elo or an end of the interval stands.\n",
        );
    }
    text.push('\n');
    text
}

/// Column headings behind the name of the player.
pub(super) fn column_names(standings: &Standings, standing: &Standing) -> Vec<&'static str> {
    let alone = &["solved", "of", "plies", "score"][..];
    let met = &["Elo", "95 %", "games", "won", "drawn", "lost", "points", "3-1-0"][..];
    let ties = if standings.swiss { &["Buchholz", "Sonneborn-Berger"][..] } else { &[] };
    let ranked = if standing.alpha_rank.is_some() { &["alpha-Rank"][..] } else { &[] };
    [if standing.seats == 1 { alone } else { met }, ties, ranked, &["faults", "nodes/move"]].concat()
}

/// Cells of a player, for the columns of [`column_names`].
pub(super) fn player_cells(standings: &Standings, standing: &Standing, player: usize) -> Vec<String> {
    let scored = &standing.scores[player];
    let mut cells = if standing.seats == 1 {
        vec![
            scored.wins.to_string(),
            scored.games().to_string(),
            format_mean(scored.won_plies as f64, scored.wins, 1),
            format_mean(scored.score, scored.games(), 1),
        ]
    } else {
        let rating = standing.ratings.get(player);
        let rated = |format: &dyn Fn(&Rating) -> String| rating.map_or_else(|| "-".to_owned(), format);
        vec![
            rated(&|rating| format_rounded(rating.elo, 0)),
            rated(&|rating| format!("{} to {}", format_rounded(rating.low, 0), format_rounded(rating.high, 0))),
            scored.games().to_string(),
            scored.wins.to_string(),
            scored.draws.to_string(),
            scored.losses.to_string(),
            format!("{:.1}", scored.points),
            scored.three_one_zero().to_string(),
        ]
    };
    if standings.swiss {
        cells
            .extend([format!("{:.1}", standing.buchholz[player]), format!("{:.2}", standing.sonneborn_berger[player])]);
    }
    cells.extend(standing.alpha_rank.iter().map(|shares| format!("{:.1} %", 100.0 * shares[player])));
    cells.extend([scored.forfeits.to_string(), format_mean(scored.nodes as f64, scored.moves, 0)]);
    cells
}

/// Formats a mean; `-` without values.
pub(super) fn format_mean(sum: f64, count: u64, digits: usize) -> String {
    if count == 0 { "-".to_owned() } else { format!("{:.digits$}", sum / count as f64) }
}

fn meetings(standings: &Standings, standing: &Standing) -> String {
    if standing.meetings.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = standing
        .meetings
        .iter()
        .map(|meeting| {
            let estimate = MeetingEstimate::compute(standings, meeting);
            let [one, other] = meeting.players;
            vec![
                format!("{} against {}", standings.player_names[one], standings.player_names[other]),
                format!("{}-{}-{}", meeting.games.wins, meeting.games.draws, meeting.games.losses),
                estimate.text(),
                format!("{:.1} %", 100.0 * estimate.likelihood_of_superiority),
                meeting.pairs.map_or_else(String::new, |pairs| pairs.0.map(|count| count.to_string()).join(" ")),
                estimate.interval.to_owned(),
            ]
        })
        .collect();
    let header = ["meeting", "won-drawn-lost", "Elo", "superior", "pairs LL LD WL+DD WD WW", "interval"];
    format!("{}\n", markdown_table(&header, &rows))
}

/// Statistics of the games, as a sentence.
pub(super) fn statistics_sentence(standing: &Standing) -> String {
    let measures = &standing.statistics;
    let percent = |count: u64| if measures.games == 0 { 0.0 } else { 100.0 * count as f64 / measures.games as f64 };
    let reasons: Vec<String> = measures.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    let won = if standing.seats == 1 { "solved" } else { "won by the first seat" };
    format!(
        "{:.1} % {won}, {:.1} % won by nobody; {:.1} plies on average, {:.1} distinct moves to choose from. Ended: {}.",
        percent(measures.first),
        percent(measures.draws),
        measures.length(),
        measures.branching(),
        reasons.join(", ")
    )
}
