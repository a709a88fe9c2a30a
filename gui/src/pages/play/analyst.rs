//! A player that analyses every visible position, and the display of its results.

use eframe::egui::{Color32, ComboBox, DragValue, Rect, RichText, Sense, Stroke, Ui, Vec2};

use crate::analysis::{BestMove, PlayerAnalysis, evaluation_text};
use crate::board::LegalMoves;
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// A player for analysis.
#[derive(Debug)]
pub struct Analyst {
    /// Text key of the switch.
    name: &'static str,
    on: bool,
    /// The player, as on the command line.
    player: String,
    /// Number of moves in the list.
    lines: usize,
    live: Option<(NodeId, PlayerAnalysis)>,
}

/// Players offered for analysis; matches accept any player.
const ANALYSTS: [&str; 5] =
    ["portfolio:seconds=30", "alphabeta:seconds=30", "mcts:seconds=30", "monte-carlo:seconds=5", "greedy"];

impl Analyst {
    /// Creates an analyst that is switched off.
    pub fn new(name: &'static str, player: &str, lines: usize) -> Self {
        Self { name, on: false, player: player.to_owned(), lines, live: None }
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

    /// The player that analyses; `None` while it is switched off.
    pub fn player(&self) -> Option<&str> {
        self.on.then_some(self.player.as_str())
    }

    /// Returns the analysis of a position, if it is the analysed one.
    pub fn analysis_of(&self, shown: NodeId) -> Option<&PlayerAnalysis> {
        self.live.as_ref().filter(|(node, _)| *node == shown).map(|(_, live)| live)
    }

    /// Shows the switch and the results.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, legal: &LegalMoves) {
        ui.horizontal_wrapped(|ui| {
            let on = ui.checkbox(&mut self.on, t(self.name));
            let by = ui.label(t("study.by"));
            let list = ComboBox::from_id_salt(self.name).selected_text(self.player.as_str()).width(150.0);
            let before = self.player.clone();
            let list = list.show_ui(ui, |ui| {
                for player in ANALYSTS {
                    ui.selectable_value(&mut self.player, player.to_owned(), player);
                }
            });
            list.response.labelled_by(by.id);
            let lines = ui.add(DragValue::new(&mut self.lines).range(1..=9).prefix(t("study.best")));
            if lines.changed() || before != self.player || on.changed() {
                self.live = None;
            }
        });
        let shown = session.visible_node();
        if self.on && !legal.choices.is_empty() && self.analysis_of(shown).is_none() {
            let analysis = PlayerAnalysis::start(ui.ctx(), &session.opened, session.state(), &self.player, self.lines);
            self.live = Some((shown, analysis));
        }
        if let Some(analysis) = self.analysis_of(shown) {
            results_ui(ui, analysis);
        }
    }
}

/// Shows the results, best first.
pub fn results_ui(ui: &mut Ui, analysis: &PlayerAnalysis) {
    if let Some(reason) = &analysis.error {
        crate::theme::error_label(ui, reason);
    }
    if let Some(value) = analysis.best.first().and_then(|best| best.analysis.value) {
        bar(ui, value);
    }
    for (BestMove { analysis: best, line }, rank) in analysis.best.iter().zip(1..) {
        let head = format!("{rank}. {}", evaluation_text(best));
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(head).strong());
            ui.label(line);
            ui.weak(with("study.depth", &[&best.depth, &best.nodes]));
        });
    }
}

/// Shows the evaluation for the player to move: a bar, full for a win, and a number.
fn bar(ui: &mut Ui, value: f64) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width().min(280.0), 14.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let part = f64::midpoint(value.clamp(-1.0, 1.0), 1.0) as f32;
    let full = Rect::from_min_size(rect.min, Vec2::new(rect.width() * part, rect.height()));
    painter.rect_filled(full, 3.0, ACCENT);
    let middle = rect.center();
    painter.line_segment([middle - Vec2::new(0.0, 7.0), middle + Vec2::new(0.0, 7.0)], Stroke::new(1.0, Color32::GRAY));
}
