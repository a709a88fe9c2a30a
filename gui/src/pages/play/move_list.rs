//! The list of moves: the main line in numbered columns, and comments and variations below the moves to which they belong.

use std::ops::Range;

use eframe::egui::{Align, Color32, Label, Layout, Response, RichText, ScrollArea, Sense, Ui, Vec2};

use super::move_outline::{Part, Row, outline};
use super::note_menu::{NoteRequest, before_menu, menu};
use super::review::Review;
use super::seen_moves::MoveLabels;
use super::study::SeenLine;
use super::turns::columns;
use crate::session::{NodeId, Session, is_move_mark, mark_sign};
use crate::texts::t;
use crate::theme::{metrics, palette};

/// Width of the column of numbers.
const NUMBERS: f32 = 34.0;
/// Height of a row.
const ROW: f32 = 22.0;
/// Indentation of a variation inside of another one.
const INDENT: f32 = 12.0;
/// Greatest number of indentations.
const MAX_INDENTS: usize = 6;

/// List of the moves of a game.
pub struct MoveList<'a> {
    /// The game.
    pub session: &'a Session,
    /// The people who look at it.
    pub seen: SeenLine,
    /// Known positions of the main line.
    pub line: Vec<NodeId>,
    /// Judgements on moves.
    pub review: Option<&'a Review>,
}

/// Wishes of the user after the list was shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListAnswer {
    /// The position to which the user goes.
    pub shown: Option<NodeId>,
    /// Change of notes or variations.
    pub request: Option<NoteRequest>,
}

impl MoveList<'_> {
    /// Shows the list in a room of this height, with the result at its end.
    pub fn ui(&self, ui: &mut Ui, labels: &mut MoveLabels, result: Option<&str>, height: f32) -> ListAnswer {
        let viewer = self.seen.viewer;
        let label = |node: NodeId, labels: &mut MoveLabels| Some((node, labels.label(self.session, viewer, node)?));
        let line: Vec<(NodeId, String)> = self.line.iter().filter_map(|&node| label(node, labels)).collect();
        let nodes: Vec<NodeId> = line.iter().map(|(node, _)| *node).collect();
        let mut answer = ListAnswer::default();
        let area = ScrollArea::vertical().id_salt("moves").max_height(height).auto_shrink(false);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::new(4.0, 1.0);
            ui.spacing_mut().button_padding = Vec2::new(6.0, 2.0);
            ui.spacing_mut().interact_size.y = ROW;
            if line.is_empty() && result.is_none() {
                ui.weak(t("study.no_moves"));
            }
            for row in outline(self.session, &nodes, !self.session.hides_information()) {
                match row {
                    Row::Turn { number, cells, is_late } => {
                        self.turn_ui(ui, &line, number, &cells, is_late, &mut answer);
                    }
                    Row::Flow { depth, parts } => self.flow_ui(ui, labels, depth, &parts, &mut answer),
                }
            }
            if let Some(result) = result {
                ui.add_space(metrics::GAP);
                ui.vertical_centered(|ui| ui.label(RichText::new(result).strong()));
            }
        });
        answer
    }

    /// Shows moves of one turn.
    fn turn_ui(
        &self,
        ui: &mut Ui,
        line: &[(NodeId, String)],
        number: usize,
        cells: &[Range<usize>],
        is_late: bool,
        answer: &mut ListAnswer,
    ) {
        let columns = columns(self.session);
        ui.horizontal_top(|ui| {
            let number = RichText::new(format!("{number}.")).color(palette(ui).weak);
            ui.allocate_ui_with_layout(Vec2::new(NUMBERS, ROW), Layout::right_to_left(Align::Center), |ui| {
                ui.label(number)
            });
            let width = (ui.available_width() - metrics::GAP) / columns as f32;
            for (column, cell) in cells.iter().enumerate() {
                let layout = Layout::left_to_right(Align::Min).with_main_wrap(true);
                ui.allocate_ui_with_layout(Vec2::new(width, ROW), layout, |ui| {
                    ui.set_min_width(width);
                    if is_late && column == 0 && cell.is_empty() {
                        ui.weak("…");
                    }
                    for (node, label) in &line[cell.clone()] {
                        let response = self.entry(ui, *node, RichText::new(self.marked(*node, label)));
                        self.listen(&response, *node, answer);
                    }
                });
            }
        });
    }

    /// Shows moves and comments in one flow.
    fn flow_ui(&self, ui: &mut Ui, labels: &mut MoveLabels, depth: usize, parts: &[Part], answer: &mut ListAnswer) {
        let tree = &self.session.tree;
        let indent = NUMBERS + INDENT * depth.saturating_sub(1).min(MAX_INDENTS) as f32;
        let row = ui.horizontal_top(|ui| {
            ui.add_space(indent);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = Vec2::new(2.0, 0.0);
                ui.spacing_mut().button_padding = Vec2::new(2.0, 1.0);
                ui.spacing_mut().interact_size.y = metrics::BODY;
                let weak = palette(ui).weak;
                let sign = |ui: &mut Ui, text: &str| ui.label(RichText::new(text).color(weak));
                for part in parts {
                    match part {
                        Part::Open => drop(sign(ui, "(")),
                        Part::Close => drop(sign(ui, ")")),
                        Part::Number(number) => drop(sign(ui, &number.text())),
                        Part::Move(node) => {
                            // Moves after one that the viewer may not see are not known either.
                            let Some(label) = labels.label(self.session, self.seen.viewer, *node) else { break };
                            let text = RichText::new(self.marked(*node, &label));
                            let response = self.entry(ui, *node, text);
                            self.listen(&response, *node, answer);
                        }
                        Part::Comment(node) => {
                            let response = comment(ui, &tree.comment(*node));
                            if response.double_clicked() {
                                answer.request = Some(NoteRequest::Edit(*node));
                            }
                            let wanted = menu(&response, self.session, *node);
                            answer.request = wanted.or(answer.request);
                        }
                        Part::CommentBefore(node) => {
                            let response = comment(ui, &tree.node(*node).before.join("\n"));
                            answer.request = before_menu(&response, *node).or(answer.request);
                        }
                    }
                }
            });
        });
        if depth > 0 {
            let room = row.response.rect;
            let at = room.left() + indent - 5.0;
            let line = eframe::egui::Stroke::new(1.0, palette(ui).border);
            ui.painter().vline(at, room.y_range(), line);
        }
    }

    /// A move with its marks, or else with the judgement of the analysis.
    fn marked(&self, node: NodeId, label: &str) -> String {
        let marks: Vec<&str> = self.session.tree.marks(node).filter_map(mark_sign).collect();
        let is_judged = marks.iter().any(|mark| is_move_mark(mark));
        let judgement = self.review.and_then(|review| review.judgement(node)).filter(|_| !is_judged);
        let mut text = label.to_owned();
        text.push_str(judgement.map_or("", |judgement| judgement.mark()));
        for mark in marks {
            if !is_move_mark(mark) {
                text.push(' ');
            }
            text.push_str(mark);
        }
        text
    }

    /// Shows a move.
    fn entry(&self, ui: &mut Ui, node: NodeId, text: RichText) -> Response {
        let is_shown = node == self.session.visible_node();
        let judgement = self.review.and_then(|review| review.judgement(node));
        let mut text = text;
        if let Some(judgement) = judgement.filter(|_| !is_shown) {
            text = text.color(judgement.colour(ui));
        } else if self.session.tree.node(node).player.is_none() && !is_shown {
            text = text.color(palette(ui).weak);
        }
        if node == self.session.match_node() {
            text = text.underline();
        }
        let response = ui.selectable_label(is_shown, text);
        if is_shown {
            response.scroll_to_me(None);
        }
        response
    }

    /// Takes over what the user does with a move.
    fn listen(&self, response: &Response, node: NodeId, answer: &mut ListAnswer) {
        if response.clicked() {
            answer.shown = Some(node);
        }
        if !self.session.hides_information() {
            answer.request = menu(response, self.session, node).or(answer.request);
        }
    }
}

/// Shows a comment.
fn comment(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(text).color(palette(ui).comment);
    ui.add(Label::new(text).sense(Sense::click()))
}

/// Colour of a judgement's mark in the theme.
pub fn mark_colour(ui: &Ui, is_blunder: bool) -> Color32 {
    if is_blunder { palette(ui).error } else { palette(ui).warning }
}
