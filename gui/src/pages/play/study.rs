//! The study of a game: moves with variations, the analysis of the visible position, and that of the whole game.

use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use eframe::egui::{Button, CollapsingHeader, Color32, Context, Ui};
use egui_plot::{HLine, Line, Plot, PlotPoints, VLine};

use super::analyst::{Analyst, results_ui};
use super::chances::ChancePanel;
use super::evaluation::EvaluationUnit;
use super::files::FilesPanel;
use super::move_list::MoveList;
use super::note_editor::NoteEditor;
use super::note_menu::NoteRequest;
use super::review::Review;
use super::seen_moves::MoveLabels;
use super::turns::{movers, turns};
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
    /// The analyst of the evaluation bar, while no other one analyses.
    bar: Analyst,
    chances: ChancePanel,
    hint: Option<(NodeId, PlayerAnalysis, bool)>,
    /// The analysis of the whole game.
    review: Option<Review>,
    failed: Option<String>,
    /// Texts and files of the game.
    pub files: FilesPanel,
    labels: MoveLabels,
    /// The editor of a comment, while it is open.
    editor: Option<NoteEditor>,
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
        Self {
            analyst: Analyst::new("study.analyse", "portfolio:seconds=30", 3),
            rival: Analyst::new("study.compare", "mcts:seconds=30", 1),
            bar: Analyst::new("study.analyse", "portfolio:seconds=5", 1),
            chances: ChancePanel::default(),
            hint: None,
            review: None,
            failed: None,
            files: FilesPanel::default(),
            labels: MoveLabels::default(),
            editor: None,
        }
    }
}

/// The player that gives hints and makes moves on behalf of people.
const ADVISER: &str = "portfolio:seconds=1";
/// Least height of the list of moves below the editor of a comment.
const MIN_LIST: f32 = 60.0;
/// Least number of moves of a game that can be analysed as a whole.
const MIN_REVIEWED: usize = 2;

impl Study {
    /// Takes over current results, and makes a requested move once it is known.
    pub fn poll(&mut self, session: &mut Session) {
        self.analyst.poll();
        self.rival.poll();
        self.bar.poll();
        self.chances.poll();
        if let Some(review) = &mut self.review {
            review.poll(session);
        }
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
        self.bar.clear();
        self.chances.clear();
        self.labels.clear();
        self.hint = None;
        self.review = None;
        self.failed = None;
        self.editor = None;
    }

    /// Switches the analysis on or off.
    pub fn switch_analysis(&mut self) {
        self.analyst.switch();
    }

    /// `true` if the whole game can be analysed now: it has moves, and what is hidden in it may be known.
    pub fn can_review(&self, session: &Session) -> bool {
        let game = session.loaded().game();
        let moves = session.tree.whole_line(session.visible_node()).len();
        !game.has_hidden_information() && session.seats.len() == 2 && moves >= MIN_REVIEWED
    }

    /// Analyses the whole game.
    pub fn review(&mut self, window: &Context, session: &Session) {
        self.review = Some(Review::start(window, session));
    }

    /// Label of the move that led to a position, as the viewer may see it.
    pub fn label(&mut self, session: &Session, viewer: Viewer, node: NodeId) -> Option<String> {
        self.labels.label(session, viewer, node)
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

    /// The hint for a position, if one is shown.
    fn shown_hint(&self, shown: NodeId) -> Option<&PlayerAnalysis> {
        self.hint.as_ref().filter(|(node, _, make)| *node == shown && !make).map(|(_, hint, _)| hint)
    }

    /// Analysed moves as arrows.
    pub fn arrows(&self, session: &Session) -> Vec<Arrow> {
        let shown = session.visible_node();
        let of = self.analyst.analysis_of(shown).or_else(|| self.shown_hint(shown));
        of.map_or_else(Vec::new, |analysis| analysis.arrows(&session.opened, session.state()))
    }

    /// Value of the visible position for the first player, and its text, for the evaluation bar. It is analysed for that
    /// if no other analysis knows it.
    pub fn evaluation(&mut self, window: &Context, session: &Session, legal: &LegalMoves) -> Option<(f64, String)> {
        let shown = session.visible_node();
        let player = match legal.turn {
            Some(Turn::Player(player)) => player,
            _ => return None,
        };
        let unit = EvaluationUnit::of(session.loaded());
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        let known = self.analyst.analysis_of(shown).filter(|analysis| !analysis.best.is_empty());
        let known = match known {
            Some(known) => Some(known),
            None if self.analyst.player().is_none() => {
                self.bar.analyse(window, session, legal);
                self.bar.analysis_of(shown)
            }
            None => None,
        };
        if let Some(best) = known.and_then(|analysis| analysis.best.first()) {
            let value = best.analysis.value?;
            return Some((sign * value, unit.move_text(best, player)));
        }
        let value = self.review.as_ref().and_then(|review| review.value(shown))?;
        Some((value, unit.text(sign * value, player)))
    }

    /// Changes notes or variations, or opens the editor for a comment.
    pub fn note(&mut self, session: &mut Session, request: NoteRequest) {
        self.commit_comment(session);
        match request {
            NoteRequest::Edit(node) => self.editor = Some(NoteEditor::new(session, node)),
            other => other.apply(session),
        }
    }

    /// Takes over the comment that is being written.
    pub fn commit_comment(&mut self, session: &mut Session) {
        if let Some(editor) = self.editor.take() {
            editor.commit(session);
        }
    }

    /// Shows the list of moves; `result` is the result of the main line. An open editor of a comment takes part of the height.
    pub fn moves_ui(&mut self, ui: &mut Ui, session: &mut Session, seen: SeenLine, result: Option<&str>, height: f32) {
        let below = ui.cursor().top() + height;
        if let Some(editor) = &mut self.editor
            && editor.ui(ui, session)
        {
            self.editor = None;
        }
        let height = (below - ui.cursor().top()).max(MIN_LIST);
        let line = known_part(session, GameTree::ROOT, seen.last);
        let list = MoveList { session, seen, line, review: self.review.as_ref() };
        let answer = list.ui(ui, &mut self.labels, result, height);
        if let Some(node) = answer.shown {
            self.commit_comment(session);
            session.show(node);
        }
        if let Some(request) = answer.request {
            self.note(session, request);
        }
    }

    /// Shows the analysis of the visible position and of the game.
    pub fn analysis_ui(&mut self, ui: &mut Ui, session: &mut Session, legal: &LegalMoves, last: Option<NodeId>) {
        if session.hides_information() {
            ui.weak(t("study.hidden"));
            return;
        }
        self.analyst.ui(ui, session, legal);
        CollapsingHeader::new(t("study.another")).show(ui, |ui| self.rival.ui(ui, session, legal));
        if let Some(text) = self.chances.ui(ui, session, self.analyst.player())
            && let Some(choice) = legal.choices.iter().find(|choice| choice.text == text)
        {
            self.failed = session.make(&choice.mv).err();
        }
        if let Some(reason) = &self.failed {
            crate::theme::error_label(ui, reason);
        }
        let shown = session.visible_node();
        if let Some(analysis) = self.shown_hint(shown).filter(|_| self.analyst.analysis_of(shown).is_none()) {
            results_ui(ui, session, legal, analysis);
        }
        self.review_ui(ui, session);
        let has_values = session.tree.whole_line(shown).iter().any(|&node| session.tree.node(node).value.is_some());
        if has_values || self.review.is_some() {
            CollapsingHeader::new(t("study.graph")).default_open(true).show(ui, |ui| {
                if let Some(node) = evaluation_graph(ui, session, self.review.as_ref()) {
                    session.show(node);
                }
            });
        }
        CollapsingHeader::new(t("study.texts")).show(ui, |ui| self.files.ui(ui, session, last));
    }

    /// Shows the analysis of the whole game, or the button for it.
    fn review_ui(&mut self, ui: &mut Ui, session: &mut Session) {
        if let Some(review) = &self.review {
            let (wanted, closes) = review.ui(ui, session);
            if let Some(node) = wanted {
                session.show(node);
            }
            if closes {
                self.review = None;
            }
        } else if self.can_review(session) {
            // Against a computer, advice on the game that is still played would be a hint at each move.
            let is_open = !session.has_open_match();
            let button = ui.add_enabled(is_open, Button::new(t("review.start")));
            if button.on_disabled_hover_text(t("review.later")).clicked() {
                self.review(ui.ctx(), session);
            }
        }
    }
}

/// The positions of the visible line that people know if `last` is the last known one. The visible position is always on the way.
pub fn known_line(session: &Session, last: Option<NodeId>) -> Vec<NodeId> {
    known_part(session, session.visible_node(), last)
}

/// The positions that people know of the line through a position.
fn known_part(session: &Session, through: NodeId, last: Option<NodeId>) -> Vec<NodeId> {
    let mut line = session.tree.whole_line(through);
    let visible = line.iter().position(|&node| node == session.visible_node());
    // What is visible is known, except a draw whose tile still lies face down.
    let is_face_down = last.is_some() && session.tree.parent(session.visible_node()) == last;
    let visible = visible.filter(|_| !is_face_down).map_or(0, |visible| visible + 1);
    let known = known_moves(&line, last).max(visible);
    line.truncate(known);
    line
}

/// Number of moves of a line that are known to people if `last` is the last known position.
fn known_moves(line: &[NodeId], last: Option<NodeId>) -> usize {
    match last {
        Some(GameTree::ROOT) => 0,
        Some(last) => line.iter().position(|&node| node == last).map_or(line.len(), |index| index + 1),
        None => line.len(),
    }
}

/// Position of each move on an axis of turns as the move list counts them: the number of the turn, plus the part of the turn that is
/// over. In games of two players the moves of turn 3 stand at 3 and 3.5. `begin` is the number of the first turn.
fn axis_positions(movers: &[Option<Player>], players: usize, begin: usize) -> Vec<f64> {
    let mut positions = Vec::new();
    for (number, turn) in (begin..).zip(turns(movers)) {
        // A line that begins with the second player begins within a turn.
        let first = movers[turn.start].map_or(0, Player::index);
        let parts = players.max(first + turn.len()) as f64;
        positions.extend((first..first + turn.len()).map(|part| number as f64 + part as f64 / parts));
    }
    positions
}

/// Plots the evaluations of the positions over the turns of the visible line, by the analysis of the game or by the players: 1 is a
/// win of the first player. Returns the position on which the user clicks.
fn evaluation_graph(ui: &mut Ui, session: &Session, review: Option<&Review>) -> Option<NodeId> {
    let line = session.tree.whole_line(session.visible_node());
    let players = session.loaded().game().players();
    let begin = session.first_turn();
    let positions = axis_positions(&movers(session, &line), players, begin);
    let first = Player::new(1);
    let point = |(id, position): (&NodeId, &f64)| {
        let node = session.tree.node(*id);
        let sign = if node.player == first { 1.0 } else { -1.0 };
        let value = match review {
            Some(review) => review.value(*id),
            None => node.value.map(|value| sign * value),
        };
        value.map(|value| [*position, value])
    };
    let points: Vec<[f64; 2]> = line.iter().zip(&positions).filter_map(point).collect();
    let at = session.tree.line(session.visible_node()).len().checked_sub(1).map(|last| positions[last]);
    let begin = begin as f64;
    let last = positions.last().copied().unwrap_or(begin).max(begin + 1.0);
    let plot = Plot::new("values").height(110.0).include_y(-1.0).include_y(1.0).allow_scroll(false).allow_drag(false);
    let plot = plot.include_x(begin).include_x(last).allow_zoom(false).show_axes([true, false]);
    // The axis has labels for whole turns only.
    let plot = plot.x_axis_formatter(|mark, _| {
        if mark.value >= 0.5 && mark.value.fract().abs() < 1e-6 { mark.value.to_string() } else { String::new() }
    });
    let plot = plot.x_grid_spacer(egui_plot::uniform_grid_spacer(|_| [100.0, 10.0, 1.0]));
    let shown = plot.show(ui, |plot| {
        plot.hline(HLine::new("", 0.0).color(Color32::GRAY));
        plot.line(Line::new(t("study.value"), PlotPoints::from(points)).color(ACCENT).width(2.0));
        if let Some(at) = at {
            plot.vline(VLine::new("", at).color(Color32::GRAY));
        }
        plot.pointer_coordinate()
    });
    let pointed = shown.inner.filter(|_| shown.response.clicked())?;
    let distance = |position: f64| (position - pointed.x).abs();
    let nearest = positions.iter().zip(&line).min_by(|one, other| distance(*one.0).total_cmp(&distance(*other.0)));
    nearest.map(|(_, node)| *node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_counts_as_the_move_list() {
        let positions = |numbers: &[usize], players: usize| {
            let movers: Vec<Option<Player>> = numbers.iter().map(|&number| Player::new(number)).collect();
            axis_positions(&movers, players, 1)
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
