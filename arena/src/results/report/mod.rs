//! `report.html`: the summary as a self-contained page with charts. It is the only report that shows times.

mod chart;
pub mod lines;

use std::fmt::Write as _;

use super::ledger::Ledger;
use super::score_tables::score_tables;
use super::standings::{MeetingEstimate, Standing, Standings};
use super::summary::{column_names, format_mean, heading, player_cells, sprt_sentence, statistics_sentence};
use crate::statistics::Tally;
use crate::tournament::Config;
use chart::{Whisker, histogram, whiskers};

const STYLE: &str = include_str!("style.css");

/// HTML-escaped text.
fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the page.
pub fn report(config: &Config, ledger: &Ledger, standings: &Standings) -> String {
    let title = escape_html(if config.name.is_empty() { "Tournament" } else { &config.name });
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>\n{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    let _ = writeln!(
        page,
        "<p class=\"about\">{} games, {} players, {}, seed {}. boardwright {}.</p>",
        ledger.len(),
        config.players.len(),
        config.pairing.name(),
        config.seed,
        env!("CARGO_PKG_VERSION")
    );
    if let Some(sentence) = sprt_sentence(standings) {
        let _ = writeln!(page, "<p>{}</p>", escape_html(&sentence));
    }
    for standing in standings.all() {
        section(&mut page, config, ledger, standings, standing);
    }
    page.push_str("</body></html>\n");
    page
}

fn section(page: &mut String, config: &Config, ledger: &Ledger, standings: &Standings, standing: &Standing) {
    let _ = writeln!(page, "<h2>{}</h2>", escape_html(&heading(standing)));
    table(page, standings, standing);
    if standing.ratings.len() > 1 && standing.statistics.games > 0 {
        let rows: Vec<Whisker> = standing
            .order()
            .into_iter()
            .map(|player| {
                let rating = &standing.ratings[player];
                Whisker {
                    name: standings.player_names[player].clone(),
                    low: rating.low,
                    value: rating.elo,
                    high: rating.high,
                }
            })
            .collect();
        let _ = writeln!(
            page,
            "<h3>Ratings</h3><figure><figcaption>Elo, Bradley-Terry maximum likelihood, with 95 % intervals</figcaption>{}</figure>",
            whiskers(&rows, "Elo")
        );
    }
    if standing.meetings.len() > 1 {
        crosstable(page, standings, standing);
    }
    meetings(page, standings, standing);
    scores(page, standings, standing);
    charts(page, config, ledger, standing);
}

fn table(page: &mut String, standings: &Standings, standing: &Standing) {
    page.push_str("<div class=\"wide\"><table><tr><th>#</th><th class=\"name\">player</th>");
    for cell in column_names(standings, standing).iter().chain(&["depth", "ms/move"]) {
        let _ = write!(page, "<th>{cell}</th>");
    }
    page.push_str("</tr>\n");
    for (player, rank) in standing.order().into_iter().zip(1..) {
        let scored = &standing.scores[player];
        let mut cells = player_cells(standings, standing, player);
        cells.extend([
            format_mean(scored.depth as f64, scored.moves, 1),
            format_mean(1000.0 * scored.seconds, scored.moves, 2),
        ]);
        let _ =
            write!(page, "<tr><td>{rank}</td><td class=\"name\">{}</td>", escape_html(&standings.player_names[player]));
        for cell in &cells {
            let _ = write!(page, "<td>{cell}</td>");
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
    if standing.ratings.iter().any(|rating| rating.unbounded_side.is_some()) {
        page.push_str("<p class=\"about\">Players who won or lost all games have no rating, only a bound.</p>\n");
    }
}

/// Crosstable of scores, with colours from red to blue.
fn crosstable(page: &mut String, standings: &Standings, standing: &Standing) {
    let order = standing.order();
    page.push_str("<h3>Crosstable</h3><div class=\"wide\"><table><tr><th>#</th><th class=\"name\">score of</th>");
    for rank in 1..=order.len() {
        let _ = write!(page, "<th>{rank}</th>");
    }
    page.push_str("</tr>\n");
    for (&player, rank) in order.iter().zip(1..) {
        let _ =
            write!(page, "<tr><td>{rank}</td><td class=\"name\">{}</td>", escape_html(&standings.player_names[player]));
        for &other in &order {
            let meeting = standing
                .meetings
                .iter()
                .find(|meeting| meeting.players == [player, other] || meeting.players == [other, player]);
            match meeting {
                _ if player == other => page.push_str("<td class=\"cell self\"></td>"),
                None => page.push_str("<td class=\"cell\">–</td>"),
                Some(meeting) => {
                    let games = meeting.games;
                    let (won, lost) = if meeting.players[0] == player {
                        (games.wins, games.losses)
                    } else {
                        (games.losses, games.wins)
                    };
                    let score = if meeting.players[0] == player { games.score() } else { 1.0 - games.score() };
                    let (colour, strength) = if score >= 0.5 { ("good", score - 0.5) } else { ("bad", 0.5 - score) };
                    let results = format!("{won} won, {} drawn, {lost} lost", games.draws);
                    let _ = write!(
                        page,
                        "<td class=\"cell\" style=\"background:rgba(var(--{colour}),{:.2})\" title=\"{results}\">{:.1} %</td>",
                        1.2 * strength,
                        100.0 * score
                    );
                }
            }
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

fn meetings(page: &mut String, standings: &Standings, standing: &Standing) {
    if standing.meetings.is_empty() {
        return;
    }
    page.push_str(
        "<h3>Meetings</h3><div class=\"wide\"><table><tr><th class=\"name\">player</th><th class=\"name\">opponent</th><th>won</th>\
         <th>drawn</th><th>lost</th><th>Elo [95 %]</th><th>superior</th><th>LL LD WL+DD WD WW</th><th class=\"name\">interval</th></tr>\n",
    );
    for meeting in &standing.meetings {
        let estimate = MeetingEstimate::compute(standings, meeting);
        let [one, other] = meeting.players.map(|player| escape_html(&standings.player_names[player]));
        let pairs = meeting.pairs.map_or_else(String::new, |pairs| pairs.0.map(|count| count.to_string()).join(" "));
        let games = meeting.games;
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{one}</td><td class=\"name\">{other}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{:.1} %</td><td>{pairs}</td><td class=\"name\">{}</td></tr>",
            games.wins,
            games.draws,
            games.losses,
            estimate.text(),
            100.0 * estimate.likelihood_of_superiority,
            estimate.interval
        );
    }
    page.push_str("</table></div>\n");
}

/// Tables of mean scores.
fn scores(page: &mut String, standings: &Standings, standing: &Standing) {
    let tables = score_tables(standings, standing);
    if !tables.is_empty() {
        page.push_str("<h3>Scores</h3>\n");
    }
    for table in tables {
        let _ = write!(page, "<p>{}</p><div class=\"wide\"><table><tr>", escape_html(&table.about));
        for (index, cell) in table.header.iter().enumerate() {
            let _ = write!(page, "<th{}>{cell}</th>", name_class(index));
        }
        page.push_str("</tr>\n");
        for row in &table.rows {
            page.push_str("<tr>");
            for (index, cell) in row.iter().enumerate() {
                let _ = write!(page, "<td{}>{}</td>", name_class(index), escape_html(cell));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n");
    }
}

/// Style of the first column, which has names.
fn name_class(column: usize) -> &'static str {
    if column == 0 { " class=\"name\"" } else { "" }
}

fn charts(page: &mut String, config: &Config, ledger: &Ledger, standing: &Standing) {
    let measures = &standing.statistics;
    if measures.games == 0 {
        return;
    }
    let _ = writeln!(page, "<h3>The games</h3><p>{}</p>", escape_html(&statistics_sentence(standing)));
    let plies: Vec<f64> = measures.plies.iter().map(|&plies| plies as f64).collect();
    let here = |game: usize| standing.seats == 0 || config.games[game] == standing.game;
    let rows = ledger.rows().filter(|row| here(row.job.game));
    let times: Vec<f64> = rows
        .flat_map(|row| row.usage.iter().filter(|spent| spent.moves > 0))
        .map(|spent| 1000.0 * spent.seconds / f64::from(spent.moves))
        .collect();
    let _ = writeln!(
        page,
        "<div class=\"charts\"><figure><figcaption>length of the games in plies</figcaption>{}</figure>\
         <figure><figcaption>milliseconds a move, mean of a player in a game</figcaption>{}</figure></div>",
        histogram(&plies, "plies"),
        histogram(&times, "ms")
    );
}
