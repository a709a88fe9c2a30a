//! The row of what goes on: the game and the tournament that are played, and work of earlier sessions that can go on. Cards
//! that do not fit are reached by scrolling to the right.

use std::path::PathBuf;
use std::time::SystemTime;

use eframe::egui::{Align2, CornerRadius, FontId, Rect, Response, ScrollArea, Ui, UiBuilder, Vec2};

use super::card::{clipped, frame};
use super::{HomeRequest, Ongoing, RunningWork};
use crate::game_pictures::{GamePictures, PictureSize, PictureSource};
use crate::settings::Settings;
use crate::texts::{t, with};
use crate::theme::icons::{self, Icon};
use crate::theme::widgets::{IconButton, section};
use crate::theme::{metrics, palette};

/// Size of a card, in points.
const CARD: Vec2 = Vec2::new(232.0, 78.0);
/// Side of its picture.
const PICTURE: f32 = 58.0;
/// Greatest number of unfinished games that are offered.
const MAX_GAMES: usize = 5;

/// Contents of a card beside its title.
struct Entry<'a> {
    title: &'a str,
    detail: String,
    /// Name of the action of a click.
    action: &'static str,
    /// Name for screen readers, which tells cards with the same title apart.
    name: String,
    sign: Sign,
    /// Part of the work that is done, from 0 to 1.
    part: Option<f32>,
}

/// Picture or icon at the left of a card.
enum Sign {
    Icon(Icon),
    Picture(PictureSource),
}

/// Shows the row, or nothing if nothing goes on; returns the user's request.
pub fn strip(
    ui: &mut Ui,
    pictures: &mut GamePictures,
    ongoing: &Ongoing,
    running: RunningWork<'_>,
    settings: &mut Settings,
) -> Option<HomeRequest> {
    let entries = entries(ongoing, running, settings);
    if entries.is_empty() {
        return None;
    }
    let (mut asked, mut dismissed) = (None, None);
    section(ui, t("home.ongoing"));
    ScrollArea::horizontal().id_salt("ongoing").auto_shrink([false, true]).show(ui, |ui| {
        ui.horizontal(|ui| {
            for (entry, request) in &entries {
                let (rect, response) = card_ui(ui, entry, pictures);
                if let HomeRequest::Resume(path) = request
                    && dismiss_button(ui, rect).clicked()
                {
                    dismissed = Some(path.clone());
                } else if response.clicked() {
                    asked = Some(request.clone());
                }
            }
        });
    });
    ui.add_space(metrics::GAP);
    if let Some(path) = dismissed {
        settings.dismiss(path);
    }
    asked
}

/// The cards in their order: first what is played now, then the work of earlier sessions, the last one first.
fn entries<'a>(ongoing: &'a Ongoing, running: RunningWork<'a>, settings: &Settings) -> Vec<(Entry<'a>, HomeRequest)> {
    let mut entries = Vec::new();
    if let Some(game) = running.game {
        entries.push((
            Entry {
                title: &game.title,
                detail: t("home.played").to_owned(),
                action: t("home.show"),
                name: with("home.game_played", &[&game.title]),
                sign: Sign::Icon(Icon::ChessKnight),
                part: None,
            },
            HomeRequest::ShowGame,
        ));
    }
    if let Some((done, games)) = running.tournament {
        entries.push((
            Entry {
                title: t("home.tournament"),
                detail: with("home.games_of", &[&done, &games]),
                action: t("home.show"),
                name: with("home.tournament_played", &[&done, &games]),
                sign: Sign::Icon(Icon::Trophy),
                part: Some(part(done, games)),
            },
            HomeRequest::ShowTournament,
        ));
    }
    let mut earlier: Vec<(SystemTime, (Entry<'a>, HomeRequest))> = Vec::new();
    let offered = ongoing.games.iter().filter(|game| !settings.dismissed.contains(&game.path));
    for game in offered.take(MAX_GAMES) {
        let entry = Entry {
            title: &game.title,
            detail: with("home.moves_ago", &[&game.line.len(), &ago(game.changed)]),
            action: t("home.resume"),
            name: with("home.game_left", &[&game.title, &game.line.len()]),
            sign: Sign::Picture(PictureSource::Record(game.path.clone())),
            part: None,
        };
        earlier.push((game.changed, (entry, HomeRequest::Resume(game.path.clone()))));
    }
    let is_played = running.tournament.is_some();
    for tournament in ongoing.tournaments.iter().filter(|_| !is_played) {
        let entry = Entry {
            title: &tournament.title,
            detail: with("home.games_of", &[&tournament.done, &tournament.games]),
            action: t("home.open_tournament"),
            name: with("home.tournament_left", &[&tournament.title, &tournament.done, &tournament.games]),
            sign: Sign::Icon(Icon::Trophy),
            part: Some(part(tournament.done, tournament.games)),
        };
        earlier.push((tournament.changed, (entry, HomeRequest::OpenTournament(tournament.folder.clone()))));
    }
    earlier.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    let texts = ongoing.texts.iter().filter(|path| Some(path.as_path()) != running.text);
    entries.extend(texts.map(|path| (text_entry(path), HomeRequest::Edit(path.clone()))));
    entries.extend(earlier.into_iter().map(|(_, entry)| entry));
    entries
}

/// The card of a text that was not saved.
fn text_entry(path: &PathBuf) -> Entry<'_> {
    let title = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    Entry {
        title,
        detail: t("home.unsaved").to_owned(),
        action: t("home.edit"),
        name: with("home.text_left", &[&title]),
        sign: Sign::Icon(Icon::FileCode),
        part: None,
    }
}

fn part(done: u64, games: u64) -> f32 {
    done as f32 / games.max(1) as f32
}

/// Text for the time since an event.
fn ago(time: SystemTime) -> String {
    let hours = SystemTime::now().duration_since(time).unwrap_or_default().as_secs() / 3600;
    match hours {
        0 => t("home.now").to_owned(),
        1 => t("home.hour_ago").to_owned(),
        2..24 => with("home.hours_ago", &[&hours]),
        24..48 => t("home.yesterday").to_owned(),
        _ => with("home.days_ago", &[&(hours / 24)]),
    }
}

/// Shows a card.
fn card_ui(ui: &mut Ui, entry: &Entry<'_>, pictures: &mut GamePictures) -> (Rect, Response) {
    let (rect, response) = frame(ui, CARD, &entry.name);
    if !ui.is_rect_visible(rect) {
        return (rect, response);
    }
    let palette = palette(ui);
    let inner = rect.shrink((CARD.y - PICTURE) / 2.0);
    let room = Rect::from_min_size(inner.min, Vec2::splat(PICTURE));
    match &entry.sign {
        Sign::Icon(icon) => {
            ui.painter().rect_filled(room, CornerRadius::same(metrics::RADIUS), palette.stripe);
            let font = icons::font(26.0);
            ui.painter().text(room.center(), Align2::CENTER_CENTER, icon.unicode(), font, palette.weak);
        }
        Sign::Picture(source) => {
            let size = PictureSize::of(room.size(), ui.ctx().pixels_per_point());
            if let Some(picture) = pictures.show(source, size) {
                picture.paint(ui, room, entry.title);
            }
        }
    }
    let left = room.right() + metrics::GAP;
    let width = inner.right() - left;
    // The button that dismisses a game stands beside its title.
    let title = clipped(ui, entry.title, metrics::BODY, palette.strong, width - metrics::CONTROL, 1);
    let detail = clipped(ui, &entry.detail, metrics::SMALL, palette.weak, width, 1);
    let mut at = eframe::egui::Pos2::new(left, inner.top());
    for text in [title, detail] {
        let height = text.size().y;
        ui.painter().galley(at, text, palette.text);
        at.y += height + 1.0;
    }
    let action = FontId::proportional(metrics::BODY - 1.0);
    let below = eframe::egui::Pos2::new(left, inner.bottom());
    ui.painter().text(below, Align2::LEFT_BOTTOM, entry.action, action, palette.accent);
    if let Some(part) = entry.part {
        let bar = Rect::from_min_max(
            eframe::egui::Pos2::new(left + 0.5 * width, inner.bottom() - 9.0),
            eframe::egui::Pos2::new(inner.right(), inner.bottom() - 4.0),
        );
        ui.painter().rect_filled(bar, CornerRadius::same(2), palette.border);
        let done = bar.with_max_x(bar.left() + bar.width() * part.clamp(0.0, 1.0));
        ui.painter().rect_filled(done, CornerRadius::same(2), palette.success);
    }
    (rect, response)
}

/// Shows the button that dismisses a game, over its card.
fn dismiss_button(ui: &mut Ui, card: Rect) -> Response {
    let size = Vec2::splat(metrics::CONTROL);
    let rect = Rect::from_min_size(card.right_top() + Vec2::new(-size.x - 4.0, 4.0), size);
    // The card has allocated the room already.
    IconButton::new(Icon::X, t("home.dismiss")).show(&mut ui.new_child(UiBuilder::new().max_rect(rect)))
}
