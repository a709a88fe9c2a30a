//! Deals of a session: the deal history in words and as files, and the graph of the points by deal.

use std::path::Path;

use boardwright_game::any::{AnyGame, AnyState};
use boardwright_game::dialog::capitalized;
use boardwright_game::game::DealReader;
use boardwright_game::ids::Player;
use boardwright_game::payoff::PayoffUnit;
use boardwright_library::hands::{DealFormat, deal_format, save_deals};
use eframe::egui::{Button, CollapsingHeader, Color32, ScrollArea, TextEdit, Ui};
use egui_plot::{HLine, Legend, Line, Plot, PlotPoints};

use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// The panel of the deal history and the session graph.
#[derive(Debug, Default)]
pub struct HistoryPanel {
    /// Path of the file to be saved.
    path: String,
    /// Result of the last attempt to save.
    result: Option<Result<String, String>>,
    /// Totals after the deals that ended at these positions.
    totals: Vec<(NodeId, Vec<f64>)>,
}

/// Last positions of the deals on a line, the unfinished one included.
pub(super) fn deals_of(session: &Session, line: &[NodeId]) -> Vec<NodeId> {
    let number = |node: NodeId| session.loaded().game().deal_number(&session.tree.node(node).state);
    let mut deals: Vec<NodeId> = Vec::new();
    for &node in line {
        match deals.last_mut().filter(|last| number(**last) == number(node)) {
            Some(last) => *last = node,
            None => deals.push(node),
        }
    }
    deals
}

/// Plural of the name of a deal.
fn plural(deal_name: &str) -> String {
    format!("{deal_name}s")
}

/// Deals that the user can copy and save.
struct DealList<'a> {
    /// Name of a deal of the game.
    deal_name: &'a str,
    /// Format of files of deals, if the game has one.
    format: Option<DealFormat>,
    /// Last state of each deal.
    states: &'a [&'a AnyState],
    /// Text of each deal.
    texts: &'a [String],
}

impl HistoryPanel {
    /// Discards totals of positions that no longer exist.
    pub fn clear(&mut self) {
        self.totals.clear();
    }

    /// Shows the panel with the information that the reader may have. The curve and the total of `player` come first.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, deal_name: &str, reader: DealReader<'_>, player: Player) {
        let game = session.loaded().game();
        let title = with("deals.history", &[&capitalized(deal_name)]);
        // A deal that was played but not shown yet must not be counted.
        let deals = deals_of(session, &session.tree.line(session.visible_node()));
        let states: Vec<&AnyState> = deals.iter().map(|&node| &session.tree.node(node).state).collect();
        CollapsingHeader::new(title).id_salt("history").default_open(true).show(ui, |ui| {
            let texts: Vec<String> = states.iter().map(|state| game.deal_text(state, reader)).collect();
            ScrollArea::vertical().id_salt("deals").max_height(170.0).stick_to_bottom(true).show(ui, |ui| {
                for text in &texts {
                    ui.label(text);
                }
            });
            let format = deal_format(session.state());
            self.files_ui(ui, &DealList { deal_name, format, states: &states, texts: &texts }, reader);
        });
        CollapsingHeader::new(t("deals.graph")).default_open(true).show(ui, |ui| {
            let finished: Vec<(NodeId, &AnyState)> =
                deals.into_iter().zip(states).filter(|(_, state)| game.is_deal_over(state)).collect();
            self.update_totals(game, &finished);
            let first = player.index();
            let players = (0..reader.names.len()).map(|step| (first + step) % reader.names.len()).collect::<Vec<_>>();
            self.graph(ui, game, &plural(deal_name), reader.names, &players);
        });
    }

    /// Shows the buttons to copy, and to save where the game has a format for its deals.
    fn files_ui(&mut self, ui: &mut Ui, deals: &DealList<'_>, reader: DealReader<'_>) {
        let DealList { deal_name, format, states, texts } = *deals;
        ui.horizontal_wrapped(|ui| {
            if ui.button(with("deals.copy", &[&plural(deal_name)])).clicked() {
                ui.ctx().copy_text(texts.join("\n\n"));
            }
            let Some(DealFormat { name, extension }) = format else { return };
            let label = ui.label(with("deals.file", &[&capitalized(&plural(deal_name)), &name]));
            let hint = format!("{}.{extension}", plural(deal_name));
            ui.add(TextEdit::singleline(&mut self.path).desired_width(120.0).hint_text(hint)).labelled_by(label.id);
            let is_ready = !self.path.trim().is_empty();
            if ui.add_enabled(is_ready, Button::new(with("deals.save", &[&plural(deal_name)]))).clicked() {
                self.result = Some(save(Path::new(self.path.trim()), deal_name, states, reader));
            }
        });
        match &self.result {
            Some(Ok(text)) => drop(ui.label(text)),
            Some(Err(reason)) => drop(crate::theme::error_label(ui, reason)),
            None => {}
        }
    }

    /// Computes the totals after the deals that are over; those of earlier calls are kept, because a score can take long.
    fn update_totals(&mut self, game: &dyn AnyGame, finished: &[(NodeId, &AnyState)]) {
        let known = self.totals.iter().zip(finished).take_while(|((known, _), (node, _))| known == node).count();
        self.totals.truncate(known);
        for (node, state) in &finished[known..] {
            let players = (1..=game.players()).filter_map(Player::new);
            self.totals.push((*node, players.map(|player| game.score(state, player)).collect()));
        }
    }

    /// Plots the totals of the players, the first of `players` in front.
    fn graph(&self, ui: &mut Ui, game: &dyn AnyGame, deals: &str, names: &[String], players: &[usize]) {
        let (chips, unit) = match game.payoff().score().map(|score| score.unit) {
            Some(PayoffUnit::Chips { big_blind }) if big_blind > 1 => (f64::from(big_blind), "deals.big_blinds"),
            Some(PayoffUnit::Chips { .. }) => (1.0, "deals.chips"),
            _ => (1.0, "deals.points"),
        };
        let count = self.totals.len();
        let curves: Vec<Vec<[f64; 2]>> = players.iter().map(|&player| curve(&self.totals, player, chips)).collect();
        for (&player, points) in players.iter().zip(&curves) {
            let total = points.last().map_or(0.0, |last| last[1]);
            ui.label(with("deals.total", &[&names[player], &deals, &count, &format!("{total:+.1}"), &t(unit)]));
        }
        let plot = Plot::new("session").height(120.0).include_y(-1.0).include_y(1.0).include_x(0.0);
        let plot = plot.include_x((count as f64).max(5.0)).allow_scroll(false).allow_drag(false).allow_zoom(false);
        let plot = if players.len() > 2 { plot.legend(Legend::default()) } else { plot };
        plot.x_grid_spacer(egui_plot::uniform_grid_spacer(|_| [100.0, 10.0, 1.0])).show(ui, |plot| {
            plot.hline(HLine::new("", 0.0).color(Color32::GRAY));
            for (index, (&player, points)) in players.iter().zip(curves).enumerate().rev() {
                let line = Line::new(names[player].clone(), PlotPoints::from(points));
                plot.line(if index == 0 { line.color(ACCENT).width(2.0) } else { line.width(1.0) });
            }
        });
    }
}

/// Points of a curve: the number of the deal, and the total of a player by then in units of `chips`.
fn curve(totals: &[(NodeId, Vec<f64>)], player: usize, chips: f64) -> Vec<[f64; 2]> {
    let by_deal = totals.iter().zip(1..).map(|((_, totals), deal)| [f64::from(deal), totals[player] / chips]);
    [[0.0, 0.0]].into_iter().chain(by_deal).collect()
}

/// Saves the deals that are over, and returns a message.
fn save(path: &Path, deal_name: &str, states: &[&AnyState], reader: DealReader<'_>) -> Result<String, String> {
    match save_deals(path, states, reader).map_err(|error| error.to_string())? {
        0 => Err(with("deals.nothing", &[&deal_name])),
        count => {
            let folder = path.parent().unwrap_or(Path::new("")).display();
            Ok(with("deals.saved", &[&capitalized(deal_name), &count, &folder]))
        }
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::DealView;

    use super::super::sample::session;
    use super::*;

    #[test]
    fn totals_are_added_up_by_deal() {
        let (session, end) = session();
        let deals = deals_of(&session, &session.tree.line(end));
        assert_eq!(deals.len(), 2);
        let mut panel = HistoryPanel::default();
        let finished: Vec<_> = deals.iter().map(|&node| (node, &session.tree.node(node).state)).collect();
        panel.update_totals(session.loaded().game(), &finished[..1]);
        assert_eq!(curve(&panel.totals, 0, 1.0), [[0.0, 0.0], [1.0, 2.0]]);
        panel.update_totals(session.loaded().game(), &finished);
        assert_eq!(curve(&panel.totals, 1, 2.0), [[0.0, 0.0], [1.0, -1.0], [2.0, -1.5]]);
    }

    #[test]
    fn a_deal_without_words_of_its_own_has_number_and_scores() {
        let (session, end) = session();
        let names = ["Ann", "Bob"].map(str::to_owned);
        let reader = DealReader { view: DealView::Public, names: &names };
        let text = session.loaded().game().deal_text(&session.tree.node(end).state, reader);
        assert_eq!(text, "Deal 2: Ann +1, Bob -1");
    }
}
