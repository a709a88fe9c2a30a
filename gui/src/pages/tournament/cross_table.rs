//! The cross table: a row for each player, best first, with rating, points, and the result against every other player.

use boardwright_arena::results::{Meeting, PlayerScore, Standing};
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo,
};

use super::view::{TournamentView, points_text};
use crate::texts::{t, with};
use crate::theme::{metrics, palette};

/// Height of the heading and of a row.
const HEADING: f32 = 26.0;
const ROW: f32 = 38.0;
/// Width of a column with results against a player.
const OPPONENT: f32 = 62.0;
/// Widths of the columns for rank and numbers.
const RANK: f32 = 28.0;
const NUMBER: f32 = 66.0;
const INTERVAL: f32 = 128.0;
/// Least and greatest width of the column of names.
const NAME: [f32; 2] = [130.0, 280.0];
/// Width of the page below which the less important columns are left out.
const NARROW: f32 = 640.0;
/// Opacity of the colour of a cell in which a player has won or lost all games.
const TINT: f32 = 0.45;

/// Two players whose games the user wants to see.
pub type Pair = (usize, usize);

/// A column of numbers: heading, width and contents.
struct NumberColumn {
    heading: &'static str,
    width: f32,
    text: Box<dyn Fn(usize) -> String>,
}

/// Results of one player against another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
}

impl Score {
    /// Results of `player` in a meeting.
    fn of(meeting: &Meeting, player: usize) -> Self {
        let games = &meeting.games;
        let (won, lost) =
            if meeting.players[0] == player { (games.wins, games.losses) } else { (games.losses, games.wins) };
        Self { won, drawn: games.draws, lost }
    }

    fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn points(self) -> f64 {
        self.won as f64 + 0.5 * self.drawn as f64
    }

    /// Share of the points, from 0 to 1.
    fn share(self) -> f64 {
        self.points() / self.games().max(1) as f64
    }
}

/// Results of a player against another; `None` if they have not met.
fn score(standing: &Standing, player: usize, opponent: usize) -> Option<Score> {
    let of_both = |meeting: &&Meeting| meeting.players.contains(&player) && meeting.players.contains(&opponent);
    let meeting = standing.meetings.iter().find(of_both)?;
    Some(Score::of(meeting, player)).filter(|score| score.games() > 0)
}

/// Columns of numbers for a standing, on a page of this width.
fn number_columns(standing: &Standing, width: f32) -> Vec<NumberColumn> {
    let scores = standing.scores.clone();
    let ratings = standing.ratings.clone();
    let of_score = |text: fn(&PlayerScore) -> String| {
        let scores = scores.clone();
        Box::new(move |player: usize| scores.get(player).map_or_else(String::new, text)) as Box<dyn Fn(usize) -> String>
    };
    let column = |heading, width, text| NumberColumn { heading, width, text };
    if standing.seats == 1 {
        return vec![
            column("tournament.played", NUMBER, of_score(|scored| scored.games().to_string())),
            column("tournament.solved", NUMBER, of_score(|scored| scored.wins.to_string())),
            column("tournament.mean_moves", INTERVAL, of_score(|scored| mean(scored.won_plies as f64, scored.wins))),
            column("tournament.mean_score", INTERVAL, of_score(|scored| mean(scored.score, scored.games()))),
        ];
    }
    let rated = ratings.clone();
    let elo = move |player: usize| rated.get(player).map_or_else(String::new, |rating| elo_text(rating.elo));
    let interval = move |player: usize| {
        ratings.get(player).map_or_else(String::new, |rating| interval_text(rating.low, rating.high))
    };
    let mut columns = vec![column("tournament.elo", NUMBER, Box::new(elo))];
    if width >= NARROW {
        columns.push(column("tournament.interval", INTERVAL, Box::new(interval)));
        columns.push(column("tournament.played", NUMBER, of_score(|scored| scored.games().to_string())));
    }
    columns.push(column("tournament.points", NUMBER, of_score(|scored| points_text(scored.points))));
    if let Some(means) = &standing.score_means {
        let means = means.clone();
        let text = move |player: usize| {
            let Some(mean) = means.players.get(player) else { return String::new() };
            match mean.observations.error_95() {
                Some(error) => format!("{:+.2} ± {error:.2}", mean.observations.mean()),
                None => format!("{:+.2}", mean.observations.mean()),
            }
        };
        columns.push(column("tournament.per_deal", INTERVAL, Box::new(text)));
    }
    columns
}

/// Formats a rating with its sign; the mean of all ratings is 0.
pub fn elo_text(elo: f64) -> String {
    match elo.round() {
        0.0 => "0".to_owned(),
        elo if elo < 0.0 => format!("\u{2212}{:.0}", -elo),
        elo => format!("+{elo:.0}"),
    }
}

/// Formats the ends of an interval of ratings.
pub fn interval_text(low: f64, high: f64) -> String {
    with("tournament.from_to", &[&elo_text(low), &elo_text(high)])
}

fn mean(sum: f64, count: u64) -> String {
    if count == 0 { "–".to_owned() } else { format!("{:.1}", sum / count as f64) }
}

/// Shows the table; returns the two players whose games the user wants to see, twice the same one for all games of a player.
pub fn ui(ui: &mut Ui, view: &TournamentView, standing: &Standing) -> Option<Pair> {
    let order = standing.order();
    let columns = number_columns(standing, ui.available_width());
    let has_opponents = standing.seats != 1;
    let opponents = if has_opponents { order.len() as f32 * OPPONENT } else { 0.0 };
    let fixed = RANK + columns.iter().map(|column| column.width).sum::<f32>() + opponents;
    let name_width = (ui.available_width() - fixed - metrics::GAP).clamp(NAME[0], NAME[1]);
    let size = Vec2::new(fixed + name_width, HEADING + ROW * order.len() as f32);
    let mut chosen = None;
    ScrollArea::horizontal().id_salt(("cross table", &standing.game)).show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let numbers = rect.min.x + RANK + name_width;
        let first_opponent = numbers + columns.iter().map(|column| column.width).sum::<f32>();
        let opponent_x = |at: usize| first_opponent + OPPONENT * at as f32;
        heading(ui, rect, &columns, numbers);
        if has_opponents {
            for (at, &player) in order.iter().enumerate() {
                let cell = Rect::from_min_size(Pos2::new(opponent_x(at), rect.min.y), Vec2::new(OPPONENT, HEADING));
                text(ui.painter(), cell, Align2::CENTER_CENTER, &(at + 1).to_string(), small(), palette(ui).weak);
                let heading =
                    ui.interact(cell, ui.scope_id().with(("heading", &standing.game, player)), Sense::hover());
                heading.on_hover_text(view.name(player));
            }
        }
        for (rank, &player) in order.iter().enumerate() {
            let top = rect.min.y + HEADING + ROW * rank as f32;
            let row = Rect::from_min_size(Pos2::new(rect.min.x, top), Vec2::new(rect.width(), ROW));
            if rank % 2 == 0 {
                ui.painter().rect_filled(row, 0.0, palette(ui).stripe);
            }
            if name_ui(ui, row, rank, name_width, view, standing, player).clicked() {
                chosen = Some((player, player));
            }
            let mut left = numbers;
            for column in &columns {
                let cell = Rect::from_min_size(Pos2::new(left, top), Vec2::new(column.width, ROW));
                left += column.width;
                let font = FontId::proportional(metrics::BODY);
                let inner = cell.shrink2(Vec2::new(metrics::GAP, 0.0));
                text(ui.painter(), inner, Align2::RIGHT_CENTER, &(column.text)(player), font, palette(ui).text);
            }
            for (at, &opponent) in order.iter().enumerate().filter(|_| has_opponents) {
                let cell = Rect::from_min_size(Pos2::new(opponent_x(at), top), Vec2::new(OPPONENT, ROW));
                if cell_ui(ui, cell, view, standing, (player, opponent)) {
                    chosen = Some((player, opponent));
                }
            }
        }
        ui.painter().rect_stroke(
            rect,
            f32::from(metrics::RADIUS),
            Stroke::new(1.0, palette(ui).border),
            eframe::egui::StrokeKind::Inside,
        );
    });
    chosen
}

fn small() -> FontId {
    FontId::proportional(metrics::SMALL)
}

/// Paints a text that is cut off at the edges of its cell.
fn text(painter: &Painter, cell: Rect, align: Align2, text: &str, font: FontId, colour: Color32) {
    let painter = painter.with_clip_rect(cell.intersect(painter.clip_rect()));
    painter.text(align.pos_in_rect(&cell), align, text, font, colour);
}

/// Paints the headings of the columns of numbers.
fn heading(ui: &Ui, rect: Rect, columns: &[NumberColumn], mut left: f32) {
    let weak = palette(ui).weak;
    let cell = |left: f32, width: f32| {
        Rect::from_min_size(Pos2::new(left, rect.min.y), Vec2::new(width, HEADING))
            .shrink2(Vec2::new(metrics::GAP, 0.0))
    };
    let name = cell(rect.min.x + RANK, left - rect.min.x - RANK);
    text(ui.painter(), name, Align2::LEFT_CENTER, t("tournament.player"), small(), weak);
    for column in columns {
        text(ui.painter(), cell(left, column.width), Align2::RIGHT_CENTER, t(column.heading), small(), weak);
        left += column.width;
    }
}

/// Shows rank and name of a player, which screen readers read with the numbers of the row.
fn name_ui(
    ui: &Ui,
    row: Rect,
    rank: usize,
    width: f32,
    view: &TournamentView,
    standing: &Standing,
    player: usize,
) -> Response {
    let palette = palette(ui);
    let rank_cell = Rect::from_min_size(row.min, Vec2::new(RANK, ROW)).shrink2(Vec2::new(6.0, 0.0));
    text(ui.painter(), rank_cell, Align2::RIGHT_CENTER, &(rank + 1).to_string(), small(), palette.weak);
    let cell = Rect::from_min_size(row.min + Vec2::new(RANK, 0.0), Vec2::new(width, ROW));
    let response = ui.interact(cell, ui.scope_id().with(("player", &standing.game, player)), Sense::click());
    let scored = &standing.scores[player];
    let spoken = with(
        "tournament.spoken_row",
        &[
            &(rank + 1),
            &view.name(player),
            &points_text(scored.points),
            &scored.games(),
            &scored.wins,
            &scored.draws,
            &scored.losses,
        ],
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let colour = if response.hovered() || response.has_focus() { palette.accent } else { palette.strong };
    let inner = cell.shrink2(Vec2::new(metrics::GAP, 0.0));
    text(ui.painter(), inner, Align2::LEFT_CENTER, view.name(player), FontId::proportional(metrics::BODY), colour);
    response.on_hover_text(with("tournament.row_hint", &[&view.name(player)]))
}

/// Shows the result of two players against each other; `true` if it was clicked.
fn cell_ui(ui: &Ui, cell: Rect, view: &TournamentView, standing: &Standing, (player, opponent): Pair) -> bool {
    let palette = palette(ui);
    let inner = cell.shrink(1.0);
    if player == opponent {
        ui.painter().rect_filled(inner, 0.0, palette.border.gamma_multiply(0.6));
        return false;
    }
    let Some(score) = score(standing, player, opponent) else {
        text(ui.painter(), inner, Align2::CENTER_CENTER, "–", small(), palette.weak);
        return false;
    };
    let response = ui.interact(cell, ui.scope_id().with(("cell", &standing.game, player, opponent)), Sense::click());
    let lead = (score.share() - 0.5) as f32 * 2.0;
    let colour = if lead >= 0.0 { palette.success } else { palette.error };
    ui.painter().rect_filled(inner, 2.0, colour.gamma_multiply(TINT * lead.abs()));
    if response.hovered() || response.has_focus() {
        let stroke = Stroke::new(1.0, palette.accent);
        ui.painter().rect_stroke(inner, 2.0, stroke, eframe::egui::StrokeKind::Inside);
    }
    let (upper, lower) = inner.split_top_bottom_at_fraction(0.56);
    let points = points_text(score.points());
    text(ui.painter(), upper, Align2::CENTER_CENTER, &points, FontId::proportional(metrics::BODY), palette.strong);
    let counts = format!("{}–{}–{}", score.won, score.drawn, score.lost);
    text(ui.painter(), lower, Align2::CENTER_CENTER, &counts, small(), palette.text);
    let spoken = with(
        "tournament.spoken_cell",
        &[&view.name(player), &view.name(opponent), &points, &score.games(), &score.won, &score.drawn, &score.lost],
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    response.on_hover_text(&spoken).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_arena::statistics::Trinomial;

    #[test]
    fn ratings_have_a_sign_unless_they_are_zero() {
        assert_eq!([0.3, -0.4, 12.6, -7.0].map(elo_text), ["0", "0", "+13", "\u{2212}7"]);
    }

    #[test]
    fn a_meeting_is_seen_from_both_sides() {
        let games = Trinomial { wins: 5, draws: 3, losses: 2 };
        let meeting = Meeting { game: String::new(), players: [0, 2], games, pairs: None };
        let (first, second) = (Score::of(&meeting, 0), Score::of(&meeting, 2));
        assert_eq!((first.points(), second.points()), (6.5, 3.5));
        assert_eq!((second.won, second.drawn, second.lost), (2, 3, 5));
        assert!((first.share() + second.share() - 1.0).abs() < 1e-9);
    }
}
