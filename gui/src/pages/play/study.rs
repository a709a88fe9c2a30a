//! What was played, as a list with its variations, and what a player thinks of the position that is shown.

use boardwright_engine::ids::Player;
use eframe::egui::{CollapsingHeader, Color32, Context, Key, RichText, Slider, Ui};
use egui_plot::{HLine, Line, Plot, PlotPoints};

use super::analyst::{Analyst, told};
use super::keep::Files;
use crate::analysis::Analysis;
use crate::board::{Arrow, Legal};
use crate::session::{NodeId, Session, Tree};
use crate::texts::t;
use crate::theme::ACCENT;

/// What was played and what is thought of the position that is shown.
#[derive(Debug)]
pub struct Study {
    analyst: Analyst,
    /// Another one, to be compared with the first.
    rival: Analyst,
    hint: Option<(NodeId, Analysis, bool)>,
    failed: Option<String>,
    files: Files,
}

impl Default for Study {
    fn default() -> Self {
        let analyst = Analyst::new("study.analyse", "portfolio:seconds=30", 3);
        let rival = Analyst::new("study.compare", "mcts:seconds=30", 1);
        Self { analyst, rival, hint: None, failed: None, files: Files::default() }
    }
}

/// Who gives hints and moves for people.
const ADVISER: &str = "portfolio:seconds=1";

impl Study {
    /// Hears what is thought by now; a move that was asked for is made.
    pub fn hear(&mut self, session: &mut Session, legal: &Legal) {
        self.analyst.hear();
        self.rival.hear();
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

    /// Forgets what is thought of positions that are not there any more.
    pub fn forget(&mut self) {
        self.analyst.forget();
        self.rival.forget();
        self.hint = None;
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
        let of = self.analyst.of(shown).or(hint);
        of.map_or_else(Vec::new, |analysis| analysis.arrows(&session.opened, session.state()))
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session, legal: &Legal) {
        ui.strong(t("study.moves"));
        slider(ui, session);
        moves(ui, session);
        if session.conceals() {
            ui.weak(t("study.hidden"));
            return;
        }
        ui.separator();
        self.analyst.ui(ui, session, legal);
        self.rival.ui(ui, session, legal);
        if let Some(reason) = &self.failed {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
        let shown = session.shown();
        let hint = self.hint.as_ref().filter(|(node, _, make)| *node == shown && !make);
        if let Some((_, analysis, _)) = hint.filter(|_| self.analyst.of(shown).is_none()) {
            told(ui, analysis);
        }
        CollapsingHeader::new(t("study.graph")).default_open(true).show(ui, |ui| graph(ui, session));
        CollapsingHeader::new(t("study.texts")).show(ui, |ui| self.files.ui(ui, session));
    }
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
    let mut line = session.tree.whole_line(session.shown());
    if session.conceals() {
        // What chance did is not for everybody.
        line.retain(|&node| session.tree.node(node).player.is_some());
    }
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
