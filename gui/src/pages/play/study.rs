//! What was played, as a list with its variations, and what a player thinks of the position that is shown.

use boardwright_engine::ids::Player;
use eframe::egui::{
    CollapsingHeader, Color32, ComboBox, Context, DragValue, Key, Rect, RichText, Sense, Slider, Stroke, Ui, Vec2,
};
use egui_plot::{HLine, Line, Plot, PlotPoints};

use crate::analysis::{Analysis, Best, worth};
use crate::board::{Arrow, Legal};
use crate::session::{NodeId, Session, Tree};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// What is thought of the position that is shown.
#[derive(Debug)]
pub struct Study {
    /// Whether a player thinks of every position that is shown.
    on: bool,
    /// Who thinks, as on the command line.
    player: String,
    /// How many of the best moves are told.
    lines: usize,
    live: Option<(NodeId, Analysis)>,
    hint: Option<(NodeId, Analysis, bool)>,
    failed: Option<String>,
}

impl Default for Study {
    fn default() -> Self {
        let player = "portfolio:seconds=30".to_owned();
        Self { on: false, player, lines: 3, live: None, hint: None, failed: None }
    }
}

/// Who gives hints and moves for people.
const ADVISER: &str = "portfolio:seconds=1";

impl Study {
    /// Hears what is thought by now; a move that was asked for is made.
    pub fn hear(&mut self, session: &mut Session, legal: &Legal) {
        if let Some((_, analysis)) = &mut self.live {
            analysis.hear();
        }
        let Some((node, analysis, make)) = &mut self.hint else { return };
        analysis.hear();
        if *node != session.shown() {
            self.hint = None;
            return;
        }
        if let Some(reason) = analysis.failed.take() {
            self.failed = Some(reason);
            self.hint = None;
            return;
        }
        if *make && analysis.is_over() {
            let best = analysis.best.first().map(|best| best.told.mv.clone());
            self.hint = None;
            let choice = best.and_then(|best| legal.choices.iter().find(|choice| choice.text == best));
            if let Some(choice) = choice {
                self.failed = session.make(&choice.mv.clone()).err();
            }
        }
    }

    /// Asks for a good move in the position that is shown.
    pub fn hint(&mut self, window: &Context, session: &Session) {
        self.ask(window, session, false);
    }

    /// The same, and makes it.
    pub fn move_for_me(&mut self, window: &Context, session: &Session) {
        self.ask(window, session, true);
    }

    fn ask(&mut self, window: &Context, session: &Session, make: bool) {
        self.failed = None;
        let analysis = Analysis::begin(window, &session.opened, session.state(), ADVISER, 1);
        self.hint = Some((session.shown(), analysis, make));
    }

    /// What is thought of, as arrows.
    pub fn arrows(&self, session: &Session) -> Vec<Arrow> {
        let shown = session.shown();
        let hint = self.hint.as_ref().filter(|(node, _, make)| *node == shown && !make).map(|(_, hint, _)| hint);
        let live = self.live.as_ref().filter(|(node, _)| *node == shown).map(|(_, live)| live);
        let of = live.or(hint);
        of.map_or_else(Vec::new, |analysis| analysis.arrows(&session.opened, session.state()))
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session, legal: &Legal) {
        ui.strong(t("study.moves"));
        slider(ui, session);
        moves(ui, session);
        ui.separator();
        self.thinking(ui, session, legal);
        CollapsingHeader::new(t("study.graph")).default_open(true).show(ui, |ui| graph(ui, session));
        CollapsingHeader::new(t("study.texts")).show(ui, |ui| texts(ui, session));
    }

    /// The player that thinks, and what it thinks.
    fn thinking(&mut self, ui: &mut Ui, session: &Session, legal: &Legal) {
        ui.horizontal_wrapped(|ui| {
            let on = ui.checkbox(&mut self.on, t("study.analyse"));
            if on.changed() && !self.on {
                self.live = None;
            }
            let by = ui.label(t("study.by"));
            let who =
                ComboBox::from_id_salt("analyst").selected_text(self.player.as_str()).width(150.0).show_ui(ui, |ui| {
                    for player in ["portfolio:seconds=30", "alphabeta:seconds=30", "mcts:seconds=30", "greedy"] {
                        if ui.selectable_label(self.player == player, player).clicked() {
                            player.clone_into(&mut self.player);
                            self.live = None;
                        }
                    }
                });
            who.response.labelled_by(by.id);
            let lines = ui.add(DragValue::new(&mut self.lines).range(1..=9).prefix(t("study.best")));
            if lines.changed() {
                self.live = None;
            }
        });
        let shown = session.shown();
        if self.on && !legal.choices.is_empty() && self.live.as_ref().is_none_or(|(node, _)| *node != shown) {
            let analysis = Analysis::begin(ui.ctx(), &session.opened, session.state(), &self.player, self.lines);
            self.live = Some((shown, analysis));
        }
        if let Some(reason) = &self.failed {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
        let hint = self.hint.as_ref().filter(|(node, _, make)| *node == shown && !make).map(|(_, hint, _)| hint);
        let Some(analysis) = self.live.as_ref().filter(|(node, _)| *node == shown).map(|(_, live)| live).or(hint)
        else {
            return;
        };
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

/// The way through the line that is shown.
fn slider(ui: &mut Ui, session: &mut Session) {
    let line = session.tree.whole_line(session.shown());
    let mut at = session.tree.line(session.shown()).len();
    let last = line.len();
    let go = |session: &mut Session, at: usize| {
        let node = if at == 0 { Tree::ROOT } else { line[at - 1] };
        session.show(node);
    };
    ui.horizontal(|ui| {
        // Keys only when nobody types.
        let free = !ui.ctx().egui_wants_keyboard_input();
        let key = |key| free && ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        let (left, right, home, end) = (key(Key::PageUp), key(Key::PageDown), key(Key::Home), key(Key::End));
        if ui.button("|<").on_hover_text(t("study.first")).clicked() || home {
            at = 0;
        }
        if ui.button("<").on_hover_text(t("study.back")).clicked() || left {
            at = at.saturating_sub(1);
        }
        if ui.button(">").on_hover_text(t("study.on")).clicked() || right {
            at = (at + 1).min(last);
        }
        if ui.button(">|").on_hover_text(t("study.last")).clicked() || end {
            at = last;
        }
        ui.spacing_mut().slider_width = (ui.available_width() - 60.0).clamp(40.0, 160.0);
        ui.add(Slider::new(&mut at, 0..=last)).on_hover_text(t("study.position"));
    });
    if at != session.tree.line(session.shown()).len() {
        go(session, at);
    }
}

/// The moves of the line that is shown, each with those that were played instead.
fn moves(ui: &mut Ui, session: &mut Session) {
    let line = session.tree.whole_line(session.shown());
    let mut wanted = None;
    eframe::egui::ScrollArea::vertical().id_salt("moves").max_height(220.0).auto_shrink([false, true]).show(ui, |ui| {
        for (row, pair) in line.chunks(2).enumerate() {
            ui.horizontal_wrapped(|ui| {
                ui.weak(format!("{:>3}.", row * 2 + 1));
                for &node in pair {
                    wanted = entry(ui, session, node).or(wanted);
                }
            });
        }
    });
    if let Some(node) = wanted {
        session.show(node);
    }
}

/// A move of the list and its variations; gives the position to which a person wants to go.
fn entry(ui: &mut Ui, session: &Session, node: NodeId) -> Option<NodeId> {
    let tree = &session.tree;
    let mut wanted = None;
    let told = &tree.node(node).label;
    let mut text = RichText::new(told);
    if node == session.live() {
        text = text.underline();
    }
    let response = ui.selectable_label(node == session.shown(), text);
    if node == session.shown() {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        wanted = Some(node);
    }
    let others = tree.parent(node).map_or(&[][..], |parent| tree.children(parent));
    for &other in others.iter().filter(|other| **other != node) {
        let text = RichText::new(format!("({})", tree.node(other).label)).weak().small();
        if ui.selectable_label(false, text).clicked() {
            wanted = Some(other);
        }
    }
    wanted
}

/// What the players thought of their moves, over the line that is shown: 1 is a win of the first player.
fn graph(ui: &mut Ui, session: &mut Session) {
    let line = session.tree.whole_line(session.shown());
    let first = Player::new(1);
    let point = |(index, node): (usize, &NodeId)| {
        let node = session.tree.node(*node);
        let sign = if node.player == first { 1.0 } else { -1.0 };
        node.value.map(|value| [index as f64 + 1.0, sign * value])
    };
    let points: Vec<[f64; 2]> = line.iter().enumerate().filter_map(point).collect();
    let at = session.tree.line(session.shown()).len() as f64;
    let plot = Plot::new("values").height(110.0).include_y(-1.0).include_y(1.0).allow_scroll(false).allow_drag(false);
    plot.allow_zoom(false).show_axes([true, true]).show(ui, |plot| {
        plot.hline(HLine::new("", 0.0).color(Color32::GRAY));
        plot.line(Line::new(t("study.value"), PlotPoints::from(points)).color(ACCENT).width(2.0));
        plot.vline(egui_plot::VLine::new("", at).color(Color32::GRAY));
    });
}

/// The position and the line as texts to be copied.
fn texts(ui: &mut Ui, session: &Session) {
    let game = session.loaded().game();
    let line = session.tree.texts(&session.tree.line(session.shown())).join("; ");
    let position = game.state_text(session.state());
    for (name, text) in [("study.copy_line", &line), ("study.copy_position", &position)] {
        if ui.button(t(name)).clicked() {
            ui.ctx().copy_text(text.clone());
        }
    }
    if let Some(record) = session.record_text()
        && ui.button(t("study.copy_record")).clicked()
    {
        ui.ctx().copy_text(record);
    }
    if let Some(path) = &session.kept {
        ui.weak(with("study.kept", &[&path.display()]));
    }
    let mut shown = line;
    ui.add(eframe::egui::TextEdit::multiline(&mut shown).desired_rows(2).desired_width(f32::INFINITY));
}
