//! A player that analyses every visible position, and the display of its results.

use boardwright_game::game::Turn;
use eframe::egui::{ComboBox, Context, DragValue, PopupCloseBehavior, RichText, TextEdit, Ui};

use super::evaluation::EvaluationUnit;
use crate::analysis::{BestMove, PlayerAnalysis};
use crate::board::LegalMoves;
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::palette;

/// A player for analysis.
#[derive(Debug)]
pub struct Analyst {
    /// Text key of the switch.
    name: &'static str,
    on: bool,
    /// The player, as on the command line.
    player: String,
    /// Text of the field for any player; it is taken over when the field or the list is left, so that no unfinished
    /// command is started.
    entered: String,
    /// Number of moves in the list.
    lines: usize,
    live: Option<(NodeId, PlayerAnalysis)>,
}

/// Players offered for analysis; matches accept any player.
const ANALYSTS: [&str; 6] = [
    "portfolio:seconds=30",
    "alphabeta:seconds=30",
    "mcts:seconds=30",
    "monte-carlo:seconds=5",
    "greedy",
    "uci:seconds=30",
];

impl Analyst {
    /// Creates an analyst that is switched off.
    pub fn new(name: &'static str, player: &str, lines: usize) -> Self {
        Self { name, on: false, player: player.to_owned(), entered: player.to_owned(), lines, live: None }
    }

    /// Takes over the current results.
    pub fn poll(&mut self) {
        if let Some((_, analysis)) = &mut self.live {
            analysis.poll();
        }
    }

    /// Discards the analysis.
    pub fn clear(&mut self) {
        self.live = None;
    }

    /// Switches the analyst on or off.
    pub fn switch(&mut self) {
        self.on = !self.on;
        self.live = None;
    }

    /// The player that analyses; `None` while it is switched off.
    pub fn player(&self) -> Option<&str> {
        self.on.then_some(self.player.as_str())
    }

    /// Returns the analysis of a position, if it is the analysed one.
    pub fn analysis_of(&self, shown: NodeId) -> Option<&PlayerAnalysis> {
        self.live.as_ref().filter(|(node, _)| *node == shown).map(|(_, live)| live)
    }

    /// Analyses the visible position, if it has moves and is not analysed yet.
    pub fn analyse(&mut self, window: &Context, session: &Session, legal: &LegalMoves) {
        let shown = session.visible_node();
        if !legal.choices.is_empty() && self.analysis_of(shown).is_none() {
            let analysis = PlayerAnalysis::start(window, &session.opened, session.state(), &self.player, self.lines);
            self.live = Some((shown, analysis));
        }
    }

    /// Shows the switch and the results.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, legal: &LegalMoves) {
        ui.horizontal_wrapped(|ui| {
            let on = ui.checkbox(&mut self.on, t(self.name));
            let by = ui.label(t("study.by"));
            let list = ComboBox::from_id_salt(self.name).selected_text(self.player.as_str()).width(150.0);
            let list = list.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            let before = self.player.clone();
            let list = list.show_ui(ui, |ui| {
                for player in ANALYSTS {
                    if ui.selectable_value(&mut self.player, player.to_owned(), player).clicked() {
                        player.clone_into(&mut self.entered);
                        ui.close();
                    }
                }
                let label = ui.label(t("study.any_player"));
                let field = ui.add(TextEdit::singleline(&mut self.entered).desired_width(260.0)).labelled_by(label.id);
                field.lost_focus()
            });
            list.response.labelled_by(by.id);
            if list.inner.unwrap_or(true) {
                self.player.clone_from(&self.entered);
            }
            let lines = ui.add(DragValue::new(&mut self.lines).range(1..=9).prefix(t("study.best")));
            if lines.changed() || before != self.player || on.changed() {
                self.live = None;
            }
        });
        if self.on {
            self.analyse(ui.ctx(), session, legal);
        }
        if let Some(analysis) = self.analysis_of(session.visible_node()).filter(|_| self.on) {
            results_ui(ui, session, legal, analysis);
        }
    }
}

/// Shows the results, best first.
pub fn results_ui(ui: &mut Ui, session: &Session, legal: &LegalMoves, analysis: &PlayerAnalysis) {
    if let Some(reason) = &analysis.error {
        crate::theme::error_label(ui, reason);
    }
    let Some(Turn::Player(player)) = legal.turn else { return };
    let unit = EvaluationUnit::of(session.loaded());
    let text = |best: &BestMove| unit.move_text(best, player);
    let texts: Vec<String> = analysis.best.iter().map(text).collect();
    for (index, (best, text)) in analysis.best.iter().zip(&texts).enumerate() {
        // A number is not repeated where all moves are equally good.
        let is_repeated = index > 0 && texts[index - 1] == *text;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{}.", index + 1)).color(palette(ui).weak));
            ui.label(RichText::new(if is_repeated { "=" } else { text }).strong());
            ui.label(&best.line);
        });
    }
    if let Some(best) = analysis.best.first() {
        ui.weak(with("study.depth", &[&best.analysis.depth, &best.analysis.nodes]));
    }
}
