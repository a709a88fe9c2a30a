//! The table of the games of a file. Only the rows in sight are drawn.

use std::sync::Arc;

use boardwright_library::game_index::{GameEntry, GameIndex};
use eframe::egui::accesskit::Role;
use eframe::egui::{Align, Button, Key, Label, Layout, Modifiers, Response, RichText, Sense, Ui, WidgetInfo};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use super::order::{Column, Order, Sorting};
use super::reading::can_open;
use crate::texts::{t, with};
use crate::theme::icons::{self, Icon};
use crate::theme::{metrics, palette};

/// Number of rows of a page, for the keys.
const PAGE: usize = 20;

/// The table.
#[derive(Debug, Default)]
pub struct GamesTable {
    /// The searched words.
    pub search: String,
    column: Column,
    is_descending: bool,
    order: Order,
    /// The selected game, from 0.
    selected: Option<usize>,
}

impl GamesTable {
    /// Takes another file, or the same one after a change.
    pub fn begin(&mut self, is_same: bool) {
        if is_same {
            self.order.reset();
        } else {
            *self = Self::default();
        }
    }

    /// Number of games that contain the searched words.
    pub fn found(&self) -> usize {
        self.order.found()
    }

    /// Shows the table; returns the number, from 1, of the game that is to be opened. The keys of the table count while
    /// no other widget than the search field has the keyboard.
    pub fn ui(&mut self, ui: &mut Ui, file: &Arc<GameIndex>, searches: bool) -> Option<usize> {
        let sorting = Sorting { search: self.search.clone(), column: self.column, is_descending: self.is_descending };
        let games = self.order.games(ui.ctx(), file, &sorting);
        let has_keys = searches || ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
        let (mut wanted, moved) = if has_keys { self.keys(ui, &games) } else { (None, None) };
        if games.is_empty() && !self.search.is_empty() {
            ui.label(with("games_of_file.none", &[&self.search.trim()]));
        }
        let (columns, has_colours) = (columns(file), file.colours().is_some());
        let mut table = TableBuilder::new(ui)
            .id_salt("games of a file")
            .striped(true)
            .resizable(true)
            // The keys select among the rows, so that they take no focus of their own.
            .sense(Sense::CLICK)
            .auto_shrink(false)
            .cell_layout(Layout::left_to_right(Align::Center));
        for (_, _, width) in &columns {
            table = table.column(*width);
        }
        if let Some(row) = moved {
            table = table.scroll_to_row(row, None);
        }
        let table = table.header(metrics::CONTROL, |mut header| {
            for &(column, name, _) in &columns {
                header.col(|ui| self.heading(ui, column, name));
            }
        });
        table.body(|body| {
            body.rows(metrics::CONTROL, games.len(), |mut row| {
                let game = games[row.index()];
                let Some(entry) = file.entries.get(game) else { return };
                row.set_selected(self.selected == Some(game));
                let is_open = can_open(file, game + 1);
                for &(column, _, _) in &columns {
                    cell(&mut row, entry, game, column, (is_open, has_colours));
                }
                let response = reason(row.response(), entry, is_open);
                if response.clicked() {
                    self.selected = Some(game);
                }
                if response.double_clicked() && is_open {
                    wanted = Some(game);
                }
            });
        });
        wanted.filter(|&game| can_open(file, game + 1)).map(|game| game + 1)
    }

    /// Heading of a column; a click sorts by it, another one in the other direction.
    fn heading(&mut self, ui: &mut Ui, column: Column, name: &'static str) {
        let text = RichText::new(t(name)).strong();
        let is_sorted = self.column == column;
        let arrow = if self.is_descending { Icon::ArrowDown } else { Icon::ArrowUp };
        let button =
            if is_sorted { Button::new((text, icons::sized(arrow, metrics::SMALL))) } else { Button::new(text) };
        let response = ui.add(button.frame(false));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, t(name)));
        let response = response.on_hover_text(with("games_of_file.sort", &[&t(name)]));
        if response.clicked() {
            self.is_descending = is_sorted && !self.is_descending;
            self.column = column;
        }
    }

    /// Follows the keys: arrows and page keys select, Enter opens. Returns the game that is opened, and the row to which the
    /// selection has moved.
    fn keys(&mut self, ui: &Ui, games: &[usize]) -> (Option<usize>, Option<usize>) {
        let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let last = games.len().saturating_sub(1);
        let at = self.selected.and_then(|game| games.iter().position(|&other| other == game));
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        let (page_down, page_up) = (pressed(Key::PageDown), pressed(Key::PageUp));
        let steps = [(down, 1), (page_down, PAGE)].into_iter().find(|(pressed, _)| *pressed);
        let back = [(up, 1), (page_up, PAGE)].into_iter().find(|(pressed, _)| *pressed);
        let row = match (steps, back) {
            (Some((_, steps)), _) => Some(at.map_or(0, |at| (at + steps).min(last))),
            (None, Some((_, steps))) => Some(at.map_or(0, |at| at.saturating_sub(steps))),
            (None, None) => None,
        };
        let row = row.filter(|_| !games.is_empty());
        if let Some(row) = row {
            self.selected = Some(games[row]);
        }
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        // The only game that is found needs no selection.
        let only = (games.len() == 1).then(|| games[0]);
        (self.selected.filter(|game| games.contains(game)).or(only).filter(|_| enter), row)
    }
}

/// Columns of a file: what they show, their names, and their widths.
fn columns(file: &GameIndex) -> Vec<(Column, &'static str, Width)> {
    let text = |width: f32| Width::initial(width).at_least(60.0).clip(true);
    let mut columns = vec![(Column::Number, "games_of_file.number", Width::initial(52.0).at_least(40.0))];
    match file.colours() {
        Some(colours) => {
            let name = |colour: &str| if colour == "White" { "games_of_file.white" } else { "games_of_file.black" };
            columns.push((Column::First, name(colours[0]), text(190.0)));
            columns.push((Column::Second, name(colours[1]), text(190.0)));
        }
        None => columns.push((Column::First, "games_of_file.players", text(320.0))),
    }
    columns.push((Column::Event, "games_of_file.event", Width::remainder().at_least(100.0).clip(true)));
    if file.entries.iter().take(PROBED).any(|entry| !entry.opening.is_empty()) {
        columns.push((Column::Opening, "games_of_file.opening", text(130.0)));
    }
    columns.extend([
        (Column::Date, "games_of_file.date", text(92.0)),
        (Column::Result, "games_of_file.result", text(80.0)),
        (Column::Length, "games_of_file.length", Width::initial(64.0).at_least(50.0)),
    ]);
    columns
}

/// Number of games of which one must have an opening for the column to be shown.
const PROBED: usize = 200;

/// Shows a cell of a game that can be opened or not, with a column for each colour or one for all players.
fn cell(row: &mut TableRow<'_, '_>, entry: &GameEntry, game: usize, column: Column, shown: (bool, bool)) {
    let (is_open, has_colours) = shown;
    row.col(|ui| {
        ui.style_mut().interaction.selectable_labels = false;
        let players =
            |range: std::ops::Range<usize>| entry.players.get(range).map(|names| names.join(" – ")).unwrap_or_default();
        let text = match column {
            Column::Number => (game + 1).to_string(),
            Column::First if !is_open && entry.players.is_empty() => t("games_of_file.unreadable").to_owned(),
            Column::First => players(0..if has_colours { 1 } else { entry.players.len() }),
            Column::Second => players(1..2),
            Column::Event => entry.event.clone(),
            Column::Opening => entry.opening.clone(),
            Column::Date => entry.date.clone(),
            Column::Result => match entry.result.as_str() {
                "1-0" => "1–0".to_owned(),
                "0-1" => "0–1".to_owned(),
                "1/2-1/2" => "½–½".to_owned(),
                other => other.to_owned(),
            },
            Column::Length => entry.moves.to_string(),
        };
        let palette = palette(ui);
        let colour = match column {
            _ if !is_open => palette.error,
            Column::Number => palette.weak,
            _ => palette.text,
        };
        let label = Label::new(RichText::new(text).color(colour)).truncate();
        if matches!(column, Column::Number | Column::Length) {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(label));
        } else {
            ui.add(label);
        }
    });
}

/// Says why a game cannot be opened.
fn reason(row: Response, entry: &GameEntry, is_open: bool) -> Response {
    match &entry.error {
        Some(reason) if !is_open => row.on_hover_text(reason),
        _ => row,
    }
}
