//! The study panel: the move list with variations, and the analysis of the visible position.

use boardwright_game::ids::Player;
use eframe::egui::{CollapsingHeader, Color32, Context, Key, RichText, Slider, Ui};
use egui_plot::{HLine, Line, Plot, PlotPoints};

use super::analyst::{Analyst, results_ui};
use super::chances::ChancePanel;
use super::files::FilesPanel;
use super::seen_moves::MoveLabels;
use super::viewer::Viewer;
use crate::analysis::PlayerAnalysis;
use crate::board::{Arrow, LegalMoves};
use crate::session::{GameTree, NodeId, Session};
use crate::texts::t;
use crate::theme::ACCENT;

/// The study panel.
#[derive(Debug)]
pub struct Study {
    analyst: Analyst,
    /// A second analyst for comparison.
    rival: Analyst,
    chances: ChancePanel,
    hint: Option<(NodeId, PlayerAnalysis, bool)>,
    failed: Option<String>,
    files: FilesPanel,
    labels: MoveLabels,
}

/// The part of the visible line that people may see.
#[derive(Clone, Copy)]
pub struct SeenLine {
    /// The people who look at the window.
    pub viewer: Viewer,
    /// Last position whose move is listed; `None` for the whole line.
    pub last: Option<NodeId>,
}

impl Default for Study {
    fn default() -> Self {
        let analyst = Analyst::new("study.analyse", "portfolio:seconds=30", 3);
        let rival = Analyst::new("study.compare", "mcts:seconds=30", 1);
        Self {
            analyst,
            rival,
            chances: ChancePanel::default(),
            hint: None,
            failed: None,
            files: FilesPanel::default(),
            labels: MoveLabels::default(),
        }
    }
}

/// The player that gives hints and makes moves on behalf of people.
const ADVISER: &str = "portfolio:seconds=1";

impl Study {
    /// Takes over current results, and makes a requested move once it is known.
    pub fn poll(&mut self, session: &mut Session) {
        self.analyst.poll();
        self.rival.poll();
        self.chances.poll();
        let Some((node, analysis, make)) = &mut self.hint else { return };
        analysis.poll();
        if *node != session.visible_node() {
            self.hint = None;
            return;
        }
        if let Some(reason) = analysis.error.take() {
            self.failed = Some(reason);
            self.hint = None;
            return;
        }
        if *make && analysis.is_over() {
            let best = analysis.best.first().map(|best| best.analysis.mv.clone());
            self.hint = None;
            // It may be a move of an equal piece that is not listed.
            let best = best.and_then(|best| session.loaded().game().parse_move(session.state(), &best).ok());
            if let Some(best) = best {
                self.failed = session.make(&best).err();
            }
        }
    }

    /// Discards analyses of positions that no longer exist.
    pub fn clear(&mut self) {
        self.analyst.clear();
        self.rival.clear();
        self.chances.clear();
        self.labels.clear();
        self.hint = None;
    }

    /// Requests a hint for the visible position.
    pub fn hint(&mut self, window: &Context, session: &Session) {
        self.request_move(window, session, false);
    }

    /// Requests a hint and makes the move.
    pub fn move_for_me(&mut self, window: &Context, session: &Session) {
        self.request_move(window, session, true);
    }

    fn request_move(&mut self, window: &Context, session: &Session, make: bool) {
        self.failed = None;
        let analysis = PlayerAnalysis::start(window, &session.opened, session.state(), ADVISER, 1);
        self.hint = Some((session.visible_node(), analysis, make));
    }

    /// Analysed moves as arrows.
    pub fn arrows(&self, session: &Session) -> Vec<Arrow> {
        let shown = session.visible_node();
        let hint = self.hint.as_ref().filter(|(node, _, make)| *node == shown && !make).map(|(_, hint, _)| hint);
        let of = self.analyst.analysis_of(shown).or(hint);
        of.map_or_else(Vec::new, |analysis| analysis.arrows(&session.opened, session.state()))
    }

    /// Shows the panel; `result` is the result of the visible line.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session, legal: &LegalMoves, seen: SeenLine, result: Option<&str>) {
        ui.strong(t("study.moves"));
        slider(ui, session, seen.last);
        move_list(ui, session, seen, &mut self.labels);
        if let Some(result) = result {
            ui.label(result);
        }
        if session.hides_information() {
            ui.weak(t("study.hidden"));
            return;
        }
        ui.separator();
        self.analyst.ui(ui, session, legal);
        self.rival.ui(ui, session, legal);
        if let Some(text) = self.chances.ui(ui, session, self.analyst.player())
            && let Some(choice) = legal.choices.iter().find(|choice| choice.text == text)
        {
            self.failed = session.make(&choice.mv).err();
        }
        if let Some(reason) = &self.failed {
            crate::theme::error_label(ui, reason);
        }
        let shown = session.visible_node();
        let hint = self.hint.as_ref().filter(|(node, _, make)| *node == shown && !make);
        if let Some((_, analysis, _)) = hint.filter(|_| self.analyst.analysis_of(shown).is_none()) {
            results_ui(ui, analysis);
        }
        CollapsingHeader::new(t("study.graph")).default_open(true).show(ui, |ui| evaluation_graph(ui, session));
        CollapsingHeader::new(t("study.texts")).show(ui, |ui| self.files.ui(ui, session, seen.last));
    }
}

/// Shows the controls to go through the visible line.
fn slider(ui: &mut Ui, session: &mut Session, last: Option<NodeId>) {
    let mut line = session.tree.whole_line(session.visible_node());
    // The visible position itself is always on the way.
    let visible = line.iter().position(|&node| node == session.visible_node());
    let known = known_moves(&line, last).max(visible.map_or(0, |visible| visible + 1));
    line.truncate(known);
    let mut at = session.tree.line(session.visible_node()).len();
    let last = line.len();
    let go = |session: &mut Session, at: usize| {
        let node = if at == 0 { GameTree::ROOT } else { line[at - 1] };
        session.show(node);
    };
    ui.horizontal(|ui| {
        // Keys count only while no text field has the focus.
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
        ui.spacing_mut().slider_width = (ui.available_width() - 10.0).clamp(40.0, 160.0);
        ui.add(Slider::new(&mut at, 0..=last).show_value(false)).on_hover_text(t("study.position"));
    });
    if at != session.tree.line(session.visible_node()).len() {
        go(session, at);
    }
}

/// Number of moves of a line that are known to people if `last` is the last known position.
fn known_moves(line: &[NodeId], last: Option<NodeId>) -> usize {
    match last {
        Some(GameTree::ROOT) => 0,
        Some(last) => line.iter().position(|&node| node == last).map_or(line.len(), |index| index + 1),
        None => line.len(),
    }
}

/// Lists the moves of the visible line with their variations, as the viewer may see them.
fn move_list(ui: &mut Ui, session: &mut Session, seen: SeenLine, labels: &mut MoveLabels) {
    let SeenLine { viewer, last } = seen;
    let mut whole = session.tree.whole_line(session.visible_node());
    whole.truncate(known_moves(&whole, last));
    let seen = whole.into_iter().filter_map(|node| Some((node, labels.label(session, viewer, node)?)));
    let line: Vec<(NodeId, String)> = seen.collect();
    let mut wanted = None;
    eframe::egui::ScrollArea::vertical().id_salt("moves").max_height(220.0).auto_shrink([false, true]).show(ui, |ui| {
        let movers: Vec<Option<Player>> = line.iter().map(|(node, _)| session.tree.node(*node).player).collect();
        for (number, row) in (1..).zip(turns(&movers)) {
            ui.horizontal_wrapped(|ui| {
                let begins = movers[row.start].is_none_or(|player| player.index() == 0);
                ui.weak(if begins { format!("{number:>3}.") } else { format!("{number:>3}. ...") });
                for (node, label) in &line[row] {
                    wanted = move_entry(ui, session, viewer, labels, *node, label).or(wanted);
                }
            });
        }
    });
    if let Some(node) = wanted {
        session.show(node);
    }
}

/// Splits the moves of a line into turns, in each of which every player moves at most once in a row: a turn begins when the order of
/// the players begins again. Events of chance belong to the turn before them. In games of one player every move is a turn.
fn turns(movers: &[Option<Player>]) -> Vec<std::ops::Range<usize>> {
    let is_alone = movers.iter().flatten().all(|player| player.index() == 0);
    let mut turns: Vec<std::ops::Range<usize>> = Vec::new();
    let mut last: Option<Player> = None;
    for (at, &mover) in movers.iter().enumerate() {
        let wraps = |player: Player| last.is_some_and(|last| player < last || (is_alone && player == last));
        match turns.last_mut() {
            Some(turn) if !mover.is_some_and(wraps) => turn.end = at + 1,
            _ => turns.push(at..at + 1),
        }
        last = mover.or(last);
    }
    turns
}

/// Shows a move and its variations; returns the position to which the user goes.
fn move_entry(
    ui: &mut Ui,
    session: &Session,
    viewer: Viewer,
    labels: &mut MoveLabels,
    node: NodeId,
    label: &str,
) -> Option<NodeId> {
    let tree = &session.tree;
    let mut wanted = None;
    let mut text = RichText::new(label);
    if node == session.match_node() {
        text = text.underline();
    }
    let response = ui.selectable_label(node == session.visible_node(), text);
    if node == session.visible_node() {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        wanted = Some(node);
    }
    let others = tree.parent(node).map_or(&[][..], |parent| tree.children(parent));
    for &other in others.iter().filter(|other| **other != node) {
        let Some(label) = labels.label(session, viewer, other) else { continue };
        let text = RichText::new(format!("({label})")).weak().small();
        if ui.selectable_label(false, text).clicked() {
            wanted = Some(other);
        }
    }
    wanted
}

/// Position of each move on an axis of turns as the move list counts them: the number of the turn, plus the part of the turn that is
/// over. In games of two players the moves of turn 3 stand at 3 and 3.5.
fn axis_positions(movers: &[Option<Player>], players: usize) -> Vec<f64> {
    let mut positions = Vec::new();
    for (number, turn) in (1..).zip(turns(movers)) {
        // A line that begins with the second player begins within a turn.
        let first = movers[turn.start].map_or(0, Player::index);
        let parts = players.max(first + turn.len()) as f64;
        positions.extend((first..first + turn.len()).map(|part| f64::from(number) + part as f64 / parts));
    }
    positions
}

/// Plots the players' evaluations of their moves over the turns of the visible line: 1 is a win of the first player.
fn evaluation_graph(ui: &mut Ui, session: &mut Session) {
    let line = session.tree.whole_line(session.visible_node());
    let players = session.loaded().game().players();
    let movers: Vec<Option<Player>> = line.iter().map(|&node| session.tree.node(node).player).collect();
    let positions = axis_positions(&movers, players);
    let first = Player::new(1);
    let point = |(node, position): (&NodeId, &f64)| {
        let node = session.tree.node(*node);
        let sign = if node.player == first { 1.0 } else { -1.0 };
        node.value.map(|value| [*position, sign * value])
    };
    let points: Vec<[f64; 2]> = line.iter().zip(&positions).filter_map(point).collect();
    let at = session.tree.line(session.visible_node()).len().checked_sub(1).map(|last| positions[last]);
    let last = positions.last().copied().unwrap_or(1.0).max(2.0);
    let plot = Plot::new("values").height(110.0).include_y(-1.0).include_y(1.0).allow_scroll(false).allow_drag(false);
    let plot = plot.include_x(1.0).include_x(last).allow_zoom(false).show_axes([true, true]);
    // The axis has labels for whole turns only.
    let plot = plot.x_axis_formatter(|mark, _| {
        if mark.value >= 0.5 && mark.value.fract().abs() < 1e-6 { mark.value.to_string() } else { String::new() }
    });
    let plot = plot.x_grid_spacer(egui_plot::uniform_grid_spacer(|_| [100.0, 10.0, 1.0]));
    plot.show(ui, |plot| {
        plot.hline(HLine::new("", 0.0).color(Color32::GRAY));
        plot.line(Line::new(t("study.value"), PlotPoints::from(points)).color(ACCENT).width(2.0));
        if let Some(at) = at {
            plot.vline(egui_plot::VLine::new("", at).color(Color32::GRAY));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_by_turns() {
        let movers = |numbers: &[usize]| numbers.iter().map(|&number| Player::new(number)).collect::<Vec<_>>();
        assert_eq!(turns(&movers(&[1, 2, 1, 2, 1])), [0..2, 2..4, 4..5]);
        // The second player begins, and the first one moves twice in a row; player 0 stands for chance.
        assert_eq!(turns(&movers(&[2, 1, 1, 0, 2, 1])), [0..1, 1..5, 5..6]);
        assert_eq!(turns(&movers(&[1, 1, 1])), [0..1, 1..2, 2..3]);
        assert!(turns(&[]).is_empty());
    }

    #[test]
    fn the_graph_counts_as_the_move_list() {
        let positions = |numbers: &[usize], players: usize| {
            let movers: Vec<Option<Player>> = numbers.iter().map(|&number| Player::new(number)).collect();
            axis_positions(&movers, players)
        };
        assert_eq!(positions(&[1, 2, 1, 2, 1], 2), [1.0, 1.5, 2.0, 2.5, 3.0]);
        // The second player begins.
        assert_eq!(positions(&[2, 1, 2], 2), [1.5, 2.0, 2.5]);
        assert_eq!(positions(&[1, 1], 1), [1.0, 2.0]);
        // Two moves in a row and an event of chance stay within their turn.
        assert_eq!(positions(&[1, 1, 0, 2, 1], 2), [1.0, 1.25, 1.5, 1.75, 2.0]);
        assert!(positions(&[], 2).is_empty());
    }
}
