//! The list of finished games with its filter. A click opens a game on the page Play.

use std::sync::Arc;

use eframe::egui::{Align, ComboBox, Label, Layout, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder, TableRow};

use super::cross_table::Pair;
use super::view::{GameRow, TournamentView};
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::widgets::IconButton;
use crate::theme::{metrics, palette};

/// Height of a row.
const ROW: f32 = 26.0;
/// Width of the page below which the reasons of the ends stand in tooltips only.
const NARROW: f32 = 640.0;
/// Width of the columns for numbers, and for the points of more than two players.
const NUMBER: f32 = 56.0;
const SEVERAL: f32 = 120.0;
/// Share of the names in what the other columns leave.
const NAMES_SHARE: f32 = 0.55;
/// Width of the choices of the filter.
const CHOICE: f32 = 150.0;

/// Results that the list shows. Without a chosen player they are those of the first seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ResultFilter {
    #[default]
    All,
    Won,
    Drawn,
    Lost,
    Faults,
}

impl ResultFilter {
    const ALL: [Self; 5] = [Self::All, Self::Won, Self::Drawn, Self::Lost, Self::Faults];

    /// Name for people.
    fn name(self, has_player: bool) -> &'static str {
        t(match (self, has_player) {
            (Self::All, _) => "tournament.all_results",
            (Self::Won, true) => "tournament.won",
            (Self::Won, false) => "tournament.first_won",
            (Self::Drawn, _) => "tournament.drawn",
            (Self::Lost, true) => "tournament.lost",
            (Self::Lost, false) => "tournament.first_lost",
            (Self::Faults, _) => "tournament.faults",
        })
    }
}

/// Filter of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Filter {
    player: Option<usize>,
    opponent: Option<usize>,
    result: ResultFilter,
}

impl Filter {
    /// `true` if a game is listed.
    fn accepts(self, row: &GameRow) -> bool {
        let plays = |player: Option<usize>| player.is_none_or(|player| row.seats.contains(&player));
        if !plays(self.player) || !plays(self.opponent) {
            return false;
        }
        let first = row.seats.first().copied();
        let points = self.player.or(first).and_then(|player| row.points_of(player)).unwrap_or(0.0);
        // A share of a win is a draw, as in the standings.
        match self.result {
            ResultFilter::All => true,
            ResultFilter::Won => points >= 1.0,
            ResultFilter::Drawn => points > 0.0 && points < 1.0,
            ResultFilter::Lost => points <= 0.0,
            ResultFilter::Faults => row.is_fault() && (self.player.is_none() || row.culprit == self.player),
        }
    }
}

/// The list of games.
#[derive(Debug, Default)]
pub struct GamesList {
    filter: Filter,
    /// Listed games: the filter and the games for which they were computed, and their indices.
    listed: Option<(Filter, Arc<TournamentView>, Vec<usize>)>,
}

impl GamesList {
    /// Lists the games of two players against each other, or all games of a player if both are the same.
    pub fn show_pair(&mut self, (player, opponent): Pair) {
        let opponent = Some(opponent).filter(|opponent| *opponent != player);
        self.filter = Filter { player: Some(player), opponent, result: ResultFilter::All };
    }

    /// Lists the games that a failure ended.
    pub fn show_faults(&mut self) {
        self.filter = Filter { result: ResultFilter::Faults, ..Filter::default() };
    }

    /// Shows filter and list; returns the game that the user wants to see.
    pub fn ui(&mut self, ui: &mut Ui, view: &Arc<TournamentView>) -> Option<GameRow> {
        self.filter_ui(ui, view);
        let is_current =
            self.listed.as_ref().is_some_and(|(filter, of, _)| *filter == self.filter && Arc::ptr_eq(of, view));
        if !is_current {
            let numbered = view.rows.iter().enumerate();
            let indices = numbered.filter(|(_, row)| self.filter.accepts(row)).map(|(index, _)| index).collect();
            self.listed = Some((self.filter, view.clone(), indices));
        }
        let (_, _, indices) = self.listed.as_ref()?;
        ui.label(RichText::new(with("tournament.listed", &[&indices.len(), &view.rows.len()])).color(palette(ui).weak));
        if indices.is_empty() {
            return None;
        }
        table(ui, view, indices)
    }

    /// Shows the choices of the filter.
    fn filter_ui(&mut self, ui: &mut Ui, view: &TournamentView) {
        // Another tournament may have fewer players.
        let is_known = |player: &usize| *player < view.standings.player_names.len();
        self.filter.player = self.filter.player.filter(is_known);
        self.filter.opponent = self.filter.opponent.filter(is_known);
        ui.horizontal_wrapped(|ui| {
            player_choice(ui, view, "tournament.filter_player", &mut self.filter.player);
            player_choice(ui, view, "tournament.filter_opponent", &mut self.filter.opponent);
            let has_player = self.filter.player.is_some();
            let label = ui.label(t("tournament.filter_result"));
            let name = self.filter.result.name(has_player);
            let list = ComboBox::from_id_salt("result").selected_text(name).width(CHOICE).show_ui(ui, |ui| {
                for result in ResultFilter::ALL {
                    ui.selectable_value(&mut self.filter.result, result, result.name(has_player));
                }
            });
            list.response.labelled_by(label.id);
            let is_filtered = self.filter != Filter::default();
            if IconButton::new(Icon::X, t("tournament.clear_filter")).show_enabled(ui, is_filtered).clicked() {
                self.filter = Filter::default();
            }
        });
    }
}

/// Shows the choice of a player, or of none.
fn player_choice(ui: &mut Ui, view: &TournamentView, name: &'static str, chosen: &mut Option<usize>) {
    let label = ui.label(t(name));
    let everybody = t("tournament.everybody");
    let text = chosen.map_or(everybody, |player| view.name(player)).to_owned();
    let list = ComboBox::from_id_salt(name).selected_text(text).width(CHOICE).truncate().show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, everybody);
        for (player, name) in view.standings.player_names.iter().enumerate() {
            ui.selectable_value(chosen, Some(player), name);
        }
    });
    list.response.labelled_by(label.id);
}

/// Shows the games; returns the one that was clicked.
fn table(ui: &mut Ui, view: &TournamentView, indices: &[usize]) -> Option<GameRow> {
    let is_narrow = ui.available_width() < NARROW;
    let seats = view.rows.iter().map(|row| row.seats.len()).max().unwrap_or(2);
    let mut wanted = None;
    let result_width = if seats > 2 { SEVERAL } else { NUMBER };
    let spaces = if is_narrow { 5.0 } else { 6.0 } * ui.spacing().item_spacing.x + metrics::PADDING;
    let width = ui.available_width() - 2.0 * NUMBER - result_width - metrics::ICON_BUTTON - spaces;
    let mut table = TableBuilder::new(ui)
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(NUMBER))
        .column(Column::exact((width * if is_narrow { 1.0 } else { NAMES_SHARE }).max(120.0)).clip(true))
        .column(Column::exact(result_width))
        .column(Column::exact(NUMBER));
    if !is_narrow {
        table = table.column(Column::remainder().at_least(90.0).clip(true));
    }
    let table = table.column(Column::exact(metrics::ICON_BUTTON)).header(ROW, |mut header| {
        let heading = |header: &mut TableRow<'_, '_>, name: &'static str| {
            header.col(|ui| {
                ui.label(RichText::new(t(name)).size(metrics::SMALL).color(palette(ui).weak));
            });
        };
        for name in ["tournament.number", "tournament.players", "tournament.result", "tournament.plies_played"] {
            heading(&mut header, name);
        }
        if !is_narrow {
            heading(&mut header, "tournament.end");
        }
        header.col(|_| {});
    });
    table.body(|body| {
        body.rows(ROW, indices.len(), |mut line| {
            let row = &view.rows[indices[line.index()]];
            let text = |line: &mut TableRow<'_, '_>, text: &str, is_fault: bool| {
                line.col(|ui| {
                    let colour = if is_fault { palette(ui).error } else { palette(ui).text };
                    ui.add(Label::new(RichText::new(text).color(colour)).truncate().selectable(false));
                });
            };
            let names: Vec<&str> = row.seats.iter().map(|seat| view.name(*seat)).collect();
            let several = view.config.games.len() > 1;
            let names = names.join(" – ");
            let players = if several { format!("{names} ({})", view.config.games[row.game]) } else { names };
            text(&mut line, &row.id.to_string(), false);
            text(&mut line, &players, false);
            text(&mut line, &row.result(), false);
            text(&mut line, &row.plies.to_string(), false);
            if !is_narrow {
                text(&mut line, &row.end_text(), row.is_fault());
            }
            line.col(|ui| {
                let name = with("tournament.show", &[&row.id]);
                if IconButton::new(Icon::Eye, &name).show(ui).clicked() {
                    wanted = Some(row.clone());
                }
            });
            let response = line.response().on_hover_text(with("tournament.game_hint", &[&row.id, &row.end_text()]));
            if response.clicked() {
                wanted = Some(row.clone());
            }
        });
    });
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_game::record::EndReason;

    fn row(seats: [usize; 2], points: [f64; 2], reason: EndReason, culprit: Option<usize>) -> GameRow {
        GameRow {
            id: 1,
            game: 0,
            seats: seats.to_vec(),
            points: points.to_vec(),
            plies: 3,
            reason,
            culprit,
            note: None,
            position: boardwright_arena::results::journal::JournalPosition::default(),
        }
    }

    #[test]
    fn the_filter_sees_results_from_the_side_of_the_chosen_player() {
        let won = row([0, 1], [1.0, 0.0], EndReason::Finished, None);
        let drawn = row([1, 2], [0.5, 0.5], EndReason::Finished, None);
        let crashed = row([2, 0], [1.0, 0.0], EndReason::Crash, Some(0));
        let listed = |player, opponent, result| {
            let filter = Filter { player, opponent, result };
            [&won, &drawn, &crashed].map(|row| filter.accepts(row))
        };
        assert_eq!(listed(None, None, ResultFilter::All), [true; 3]);
        assert_eq!(listed(Some(0), None, ResultFilter::Won), [true, false, false]);
        assert_eq!(listed(Some(0), None, ResultFilter::Lost), [false, false, true]);
        assert_eq!(listed(Some(1), Some(0), ResultFilter::All), [true, false, false]);
        assert_eq!(listed(None, None, ResultFilter::Won), [true, false, true]);
        assert_eq!(listed(Some(2), None, ResultFilter::Drawn), [false, true, false]);
        assert_eq!(listed(None, None, ResultFilter::Faults), [false, false, true]);
        assert_eq!(listed(Some(2), None, ResultFilter::Faults), [false; 3]);
    }
}
