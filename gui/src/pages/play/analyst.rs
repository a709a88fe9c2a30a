//! A player that thinks of every position that is shown, and what it thinks.

use eframe::egui::{Color32, ComboBox, DragValue, Rect, RichText, Sense, Stroke, Ui, Vec2};

use crate::analysis::{Analysis, Best, worth};
use crate::board::Legal;
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// A player that thinks while a person looks.
#[derive(Debug)]
pub struct Analyst {
    /// What its switch is called.
    name: &'static str,
    on: bool,
    /// Who thinks, as on the command line.
    player: String,
    /// How many of the best moves are told.
    lines: usize,
    live: Option<(NodeId, Analysis)>,
}

/// Who can be asked here; any other in a match.
const ANALYSTS: [&str; 5] =
    ["portfolio:seconds=30", "alphabeta:seconds=30", "mcts:seconds=30", "monte-carlo:seconds=5", "greedy"];

impl Analyst {
    /// One that is not asked yet.
    pub fn new(name: &'static str, player: &str, lines: usize) -> Self {
        Self { name, on: false, player: player.to_owned(), lines, live: None }
    }

    /// Hears what it thinks by now.
    pub fn hear(&mut self) {
        if let Some((_, analysis)) = &mut self.live {
            analysis.hear();
        }
    }

    /// Forgets of which position it thinks.
    pub fn forget(&mut self) {
        self.live = None;
    }

    /// What it thinks of a position, if that is the one it thinks of.
    pub fn of(&self, shown: NodeId) -> Option<&Analysis> {
        self.live.as_ref().filter(|(node, _)| *node == shown).map(|(_, live)| live)
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, legal: &Legal) {
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
        let shown = session.shown();
        if self.on && !legal.choices.is_empty() && self.of(shown).is_none() {
            let analysis = Analysis::begin(ui.ctx(), &session.opened, session.state(), &self.player, self.lines);
            self.live = Some((shown, analysis));
        }
        if let Some(analysis) = self.of(shown) {
            told(ui, analysis);
        }
    }
}

/// What is thought, the best first.
pub fn told(ui: &mut Ui, analysis: &Analysis) {
    if let Some(reason) = &analysis.failed {
        ui.colored_label(ui.visuals().error_fg_color, reason);
    }
    if let Some(value) = analysis.best.first().and_then(|best| best.told.value) {
        bar(ui, value);
    }
    for (Best { told, line }, rank) in analysis.best.iter().zip(1..) {
        let head = format!("{rank}. {}", worth(told));
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(head).strong());
            ui.label(line);
            ui.weak(with("study.depth", &[&told.depth, &told.nodes]));
        });
    }
}

/// How good the position is for who is to move: a bar that is full for a win, and a number.
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
