//! The chart of ratings: the estimate of each player as a dot on its 95 % interval, all on one scale.

use std::sync::Arc;

use boardwright_arena::results::Standing;
use boardwright_arena::statistics::{Rating, Side};
use eframe::egui::accesskit::Role;
use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{Align2, FontId, Galley, Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo};

use super::cross_table::{elo_text, interval_text};
use super::view::TournamentView;
use crate::texts::{t, with};
use crate::theme::{metrics, palette};

/// Height of a row and of the scale below the rows.
const ROW: f32 = 26.0;
const SCALE: f32 = 22.0;
/// Greatest width of the names, and their greatest share of the chart.
const NAME: f32 = 200.0;
const NAME_SHARE: f32 = 0.3;
/// Width of the texts of the intervals.
const VALUE: f32 = 170.0;
/// Width of the chart below which the intervals have no texts.
const NARROW: f32 = 520.0;
/// Greatest width of the chart; wider ones are harder to read.
const WIDEST: f32 = 900.0;
/// Radius of a dot, and half the height of the end of an interval.
const DOT: f32 = 4.5;
const END: f32 = 5.0;
/// Least width of the scale in Elo, so that equal players do not look far apart.
const LEAST_SPAN: f64 = 40.0;
/// Share of the scale beyond the ratings.
const MARGIN: f64 = 0.06;
/// Distance between two numbers of the scale in points.
const TICK: f32 = 70.0;

/// Scale of a chart: the least and the greatest rating, and the distance of the numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    from: f64,
    to: f64,
    step: f64,
}

impl Scale {
    /// Scale for these ratings with at most `ticks` distances between numbers. Ends of intervals that only a prior sets do
    /// not count.
    fn of(ratings: &[Rating], ticks: usize) -> Self {
        let ends = ratings.iter().flat_map(|rating| {
            let (open_low, open_high) = open_sides(rating);
            [Some(rating.elo), (!open_low).then_some(rating.low), (!open_high).then_some(rating.high)]
        });
        let (mut from, mut to) =
            ends.flatten().fold((0.0_f64, 0.0_f64), |(from, to), value| (from.min(value), to.max(value)));
        let missing = (LEAST_SPAN - (to - from)).max((to - from) * MARGIN) / 2.0;
        (from, to) = (from - missing, to + missing);
        Self { from, to, step: round_step((to - from) / ticks.max(1) as f64) }
    }

    /// Numbers of the scale: multiples of the step.
    fn ticks(self) -> impl Iterator<Item = f64> {
        let first = (self.from / self.step).ceil() as i32;
        let last = (self.to / self.step).floor() as i32;
        (first..=last).map(move |number| f64::from(number) * self.step)
    }

    /// Share of the scale below a rating, from 0 to 1.
    fn share(self, elo: f64) -> f32 {
        (((elo - self.from) / (self.to - self.from)) as f32).clamp(0.0, 1.0)
    }
}

/// The next larger number of 1, 2 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|step| *step >= least).unwrap_or(10.0 * power)
}

/// `true` for the lower and the upper end if the games set no limit there.
fn open_sides(rating: &Rating) -> (bool, bool) {
    match rating.unbounded_side {
        None => (false, false),
        Some(Side::Below) => (true, false),
        Some(Side::Above) => (false, true),
        Some(Side::Both) => (true, true),
    }
}

/// Shows the chart, within the width of the page.
pub fn ui(ui: &mut Ui, view: &TournamentView, standing: &Standing) {
    let ratings = &standing.ratings;
    if ratings.is_empty() {
        return;
    }
    let order = standing.order();
    let width = ui.available_width().min(WIDEST);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, ROW * order.len() as f32 + SCALE), Sense::hover());
    let names: Vec<_> =
        order.iter().map(|&player| name_galley(ui, view.name(player), NAME.min(width * NAME_SHARE))).collect();
    let name_width = names.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    let value_width = if width < NARROW { 0.0 } else { VALUE };
    let plot = Rect::from_min_max(
        Pos2::new(rect.min.x + name_width + metrics::PADDING, rect.min.y),
        Pos2::new(rect.max.x - value_width - metrics::PADDING, rect.max.y - SCALE),
    );
    let scale = Scale::of(ratings, (plot.width() / TICK) as usize);
    let x = |elo: f64| plot.min.x + plot.width() * scale.share(elo);
    let palette = palette(ui);
    let small = FontId::proportional(metrics::SMALL);
    for tick in scale.ticks() {
        let colour = if tick.abs() < 1e-6 { palette.weak } else { palette.border };
        ui.painter().vline(x(tick), plot.y_range(), Stroke::new(1.0, colour));
        let at = Pos2::new(x(tick), plot.max.y + 5.0);
        ui.painter().text(at, Align2::CENTER_TOP, elo_text(tick), small.clone(), palette.weak);
    }
    let at = Pos2::new(rect.min.x, plot.max.y + 5.0);
    ui.painter().text(at, Align2::LEFT_TOP, t("tournament.elo"), small.clone(), palette.weak);
    for ((number, &player), galley) in order.iter().enumerate().zip(names) {
        let Some(rating) = ratings.get(player) else { continue };
        let row =
            Rect::from_min_size(Pos2::new(rect.min.x, rect.min.y + ROW * number as f32), Vec2::new(rect.width(), ROW));
        let y = row.center().y;
        ui.painter().galley(Pos2::new(row.min.x, y - galley.size().y / 2.0), galley, palette.text);
        interval(ui, rating, y, x, plot);
        if value_width > 0.0 {
            let at = Pos2::new(rect.max.x, y);
            ui.painter().text(at, Align2::RIGHT_CENTER, rating_text(rating), small.clone(), palette.text);
        }
        let response = ui.interact(row, ui.scope_id().with(("rating", &standing.game, player)), Sense::hover());
        let spoken = with("tournament.spoken_rating", &[&view.name(player), &rating_text(rating)]);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &spoken));
        response.on_hover_text(&spoken);
    }
}

/// Lays out the name of a player, cut off at a width.
fn name_galley(ui: &Ui, name: &str, width: f32) -> Arc<Galley> {
    let format = TextFormat::simple(FontId::proportional(metrics::BODY), palette(ui).text);
    let mut job = LayoutJob::single_section(name.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(width);
    ui.painter().layout_job(job)
}

/// Paints a rating with its interval. An end without a limit has an arrow instead of a bar.
fn interval(ui: &Ui, rating: &Rating, y: f32, x: impl Fn(f64) -> f32, plot: Rect) {
    let palette = palette(ui);
    let (open_low, open_high) = open_sides(rating);
    let left = if open_low { plot.min.x } else { x(rating.low) };
    let right = if open_high { plot.max.x } else { x(rating.high) };
    let painter = ui.painter();
    let stroke = Stroke::new(2.0, palette.accent);
    painter.hline(left..=right, y, stroke);
    for (at, is_open, inwards) in [(left, open_low, END), (right, open_high, -END)] {
        let tip = Pos2::new(at, y);
        if is_open {
            painter.line_segment([tip, tip + Vec2::new(inwards, -END)], stroke);
            painter.line_segment([tip, tip + Vec2::new(inwards, END)], stroke);
        } else {
            painter.vline(at, y - END..=y + END, stroke);
        }
    }
    painter.circle(Pos2::new(x(rating.elo), y), DOT, palette.accent, Stroke::new(1.5, palette.ground));
}

/// Rating with its interval; a bound where the games set no limit.
fn rating_text(rating: &Rating) -> String {
    match rating.unbounded_side {
        None => format!("{} ({})", elo_text(rating.elo), interval_text(rating.low, rating.high)),
        Some(Side::Above) => with("tournament.at_least", &[&elo_text(rating.low)]),
        Some(Side::Below) => with("tournament.at_most", &[&elo_text(rating.high)]),
        Some(Side::Both) => t("tournament.unrated").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(elo: f64, low: f64, high: f64, unbounded_side: Option<Side>) -> Rating {
        Rating { elo, low, high, unbounded_side, group: 0 }
    }

    #[test]
    fn the_scale_has_round_numbers_and_contains_all_intervals() {
        let ratings = [rating(120.0, 31.0, 233.0, None), rating(-120.0, -210.0, -40.0, None)];
        let scale = Scale::of(&ratings, 6);
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [-200.0, -100.0, 0.0, 100.0, 200.0]);
        assert!(scale.to < 250.0);
        assert!(ratings.iter().all(|rating| scale.from <= rating.low && rating.high <= scale.to));
        // Equal players get a scale, too.
        assert!(Scale::of(&[rating(0.0, 0.0, 0.0, None)], 5).to >= 20.0);
    }

    #[test]
    fn an_end_that_only_a_prior_sets_does_not_stretch_the_scale() {
        let ratings = [rating(150.0, 20.0, 900.0, Some(Side::Above)), rating(-150.0, -900.0, -20.0, Some(Side::Below))];
        let scale = Scale::of(&ratings, 6);
        assert!(scale.to <= 200.0 && scale.from >= -200.0, "{scale:?}");
    }
}
