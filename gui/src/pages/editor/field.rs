//! The text field: the highlighted text with its gutter, the current line, matching brackets, and the lists at the cursor.

use std::ops::Range;
use std::sync::Arc;

use boardwright_lang::analysis::Completion;
use eframe::egui::text::{CCursor, CCursorRange, CharIndex, LayoutJob};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Color32, Context, Event, EventFilter, Frame, Galley, Margin, Pos2, Rect, ScrollArea, Shape, Stroke, StrokeKind,
    TextBuffer, TextEdit, Ui, Vec2,
};

use super::Editor;
use super::brackets;
use super::folded::FoldedText;
use super::gutter::{self, GutterRequest};
use super::highlight::{self, Highlights};
use super::hover::{self, HoverInfo};
use super::signature;
use crate::texts::t;
use crate::theme::palette;

/// The layout of the text, which is made anew when the text, its folds or its diagnostics change.
#[derive(Debug, Default)]
pub struct FieldLayout {
    /// Tokens of the whole text.
    highlights: Highlights,
    /// Version of the analysis of which the tokens are.
    analysed: u64,
    visible: Option<VisibleLayout>,
    /// Range to be scrolled into view and selected without taking the focus from another field.
    selected: Option<Range<usize>>,
}

impl FieldLayout {
    /// Shows the folded parts of a range.
    pub fn reveal(&mut self, text: &mut FoldedText, range: &Range<usize>) {
        text.unfold(range.clone());
    }

    /// Selects a range without taking the focus.
    pub fn show_selection(&mut self, range: Range<usize>) {
        self.selected = Some(range);
    }
}

/// Layout of the visible text.
#[derive(Clone, Debug)]
struct VisibleLayout {
    /// Revision of the visible text, version of the check, and theme.
    key: (u64, u64, bool),
    highlights: Highlights,
    job: LayoutJob,
    /// Numbers of the visible lines.
    lines: Vec<usize>,
}

/// Results of the text field.
#[derive(Debug, Default)]
struct FieldResult {
    completion: Option<Completion>,
    edits: Option<Vec<boardwright_lang::analysis::Edit>>,
    is_changed: bool,
}

impl Editor {
    /// Requests completions at the cursor; they are listed as soon as the text is checked.
    pub(super) fn complete(&mut self, window: &Context) {
        self.completions.request(true);
        window.memory_mut(|memory| memory.request_focus(self.field_id));
    }

    /// Takes over requested completions.
    fn poll_completions(&mut self) {
        if !self.completions.is_requested() {
            return;
        }
        let Some(analysis) = self.analysis().cloned() else { return };
        let found = analysis.completion(self.cursor);
        let typed = found.first().and_then(|first| self.text.text().get(first.replace.start as usize..self.cursor));
        let typed = typed.unwrap_or_default().to_owned();
        self.completions.set(found, &typed);
    }

    /// Inserts a completion at the cursor.
    pub(super) fn insert(&mut self, completion: &Completion) {
        let (start, end) = (completion.replace.start as usize, completion.replace.end as usize);
        // Letters typed since the completions were found are part of the word.
        let end = end.max(self.cursor);
        if self.text.text().get(start..end).is_some() {
            let mut text = self.text.text().to_owned();
            text.replace_range(start..end, &completion.insert);
            self.edit(text);
            let at = start + completion.insert.len();
            self.cursor_target = Some(at..at);
            self.shows_signature = completion.insert.ends_with('(');
        }
    }

    /// Brings the layout up to date.
    fn lay_out(&mut self, ui: &Ui) {
        let text = self.text.text();
        let current = self.checked.as_ref().filter(|checked| checked.version == self.version);
        match current {
            Some(checked) if self.layout.analysed != checked.version => {
                self.layout.highlights.set(text, checked.tokens.clone());
                self.layout.analysed = checked.version;
            }
            _ => self.layout.highlights.follow(text, self.language()),
        }
        let checked = self.checked.as_ref().map_or(0, |checked| checked.version);
        let key = (self.text.revision(), checked, ui.visuals().dark_mode);
        if self.layout.visible.as_ref().is_none_or(|visible| visible.key != key) {
            let highlights = self.layout.highlights.visible(&self.text);
            let wrong = current.map_or(&[][..], |checked| checked.analysis.diagnostics());
            let job = highlights.layout_job(&highlight::marks(wrong, &self.text), ui.visuals());
            let lines = self.text.line_numbers();
            self.layout.visible = Some(VisibleLayout { key, highlights, job, lines });
        }
    }

    /// Moves the cursor to where it was asked for; `true` if it moves.
    fn move_cursor(&mut self, window: &Context) -> bool {
        let silent = self.layout.selected.take();
        let takes_focus = self.cursor_target.is_some();
        let Some(range) = self.cursor_target.take().or(silent) else {
            if std::mem::take(&mut self.begins_at_top) {
                self.store_selection(window, 0..0);
            }
            return false;
        };
        self.begins_at_top = false;
        self.text.unfold(range.clone());
        let length = self.text.text().len();
        let range = range.start.min(length)..range.end.min(length);
        self.store_selection(window, range.clone());
        (self.cursor, self.selection) = (range.end, range);
        if takes_focus {
            window.memory_mut(|memory| memory.request_focus(self.field_id));
        }
        true
    }

    fn store_selection(&self, window: &Context, range: Range<usize>) {
        let mut state = TextEditState::load(window, self.field_id).unwrap_or_default();
        let cursor = |full: usize| {
            let shown = self.text.shown();
            let at = shown.floor_char_boundary(self.text.to_shown(full));
            CCursor::new(CharIndex(shown[..at].chars().count()))
        };
        state.cursor.set_char_range(Some(CCursorRange::two(cursor(range.start), cursor(range.end))));
        state.store(window, self.field_id);
    }

    /// Shows the text field.
    pub(super) fn field(&mut self, ui: &mut Ui) {
        self.poll_completions();
        let is_moved = self.move_cursor(ui.ctx());
        self.lay_out(ui);
        let Some(laid) = self.layout.visible.take() else { return };
        ui.painter().rect_filled(ui.max_rect().expand(4.0), 0.0, palette(ui).field);
        let area = ScrollArea::both().id_salt(self.field_id).auto_shrink(false);
        let result = area.show(ui, |ui| self.text_ui(ui, &laid, is_moved)).inner;
        // A text that was edited in this frame is laid out anew in the next one.
        self.layout.visible = Some(laid);
        if result.is_changed {
            self.on_change();
            self.on_typed(ui);
        }
        if let Some(completion) = result.completion {
            self.insert(&completion);
        }
        if let Some(edits) = result.edits {
            self.make_edits(&edits);
        }
    }

    /// Opens the lists that follow what was typed.
    fn on_typed(&mut self, ui: &Ui) {
        let typed = ui.input(|input| {
            let last = input.events.iter().rev().find_map(|event| match event {
                Event::Text(text) => text.chars().last(),
                _ => None,
            });
            last
        });
        match typed {
            Some('(' | ',') => self.shows_signature = true,
            Some(letter) if letter.is_alphanumeric() || letter == '$' || letter == '[' => {
                self.completions.request(false)
            }
            _ => {}
        }
    }

    fn text_ui(&mut self, ui: &mut Ui, laid: &VisibleLayout, is_moved: bool) -> FieldResult {
        let language = self.language();
        let visuals = ui.visuals().clone();
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| -> Arc<Galley> {
            let job = if laid.job.text == text.as_str() {
                laid.job.clone()
            } else {
                // The text has changed in this frame; diagnostics are not underlined until the next result.
                let mut highlights = laid.highlights.clone();
                highlights.follow(text.as_str(), language);
                highlights.layout_job(&[], &visuals)
            };
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let rows = (ui.available_height() / ui.fonts_mut(|fonts| fonts.row_height(&code_font()))) as usize;
        let behind = ui.painter().add(Shape::Noop);
        let frame = Frame::NONE.inner_margin(Margin { left: gutter::WIDTH, ..Margin::symmetric(4, 2) });
        let field = TextEdit::multiline(&mut self.text).id(self.field_id).code_editor().frame(frame);
        // Esc closes lists and keeps the focus in the text.
        let keys = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
        let field = field.event_filter(keys);
        let field = field.desired_rows(rows.saturating_sub(1).max(8)).desired_width(f32::INFINITY);
        let shown = field.layouter(&mut layouter).show(ui);
        let response = shown.response.response;
        let name = t("editor.text");
        response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::accesskit::Role::MultilineTextInput, true, name)
        });
        let mut result = FieldResult { is_changed: response.changed(), ..FieldResult::default() };
        let (galley, origin) = (&shown.galley, shown.galley_pos);
        if let Some(range) = shown.cursor_range {
            self.take_cursor(ui.ctx(), range);
        }
        let at = row_of(&self.text, galley, self.cursor).translate(origin.to_vec2());
        if shown.cursor_range.is_some() || is_moved {
            if is_moved {
                // Some lines around the cursor are visible.
                ui.scroll_to_rect(at.expand2(Vec2::new(8.0, 48.0)), None);
            }
            self.cursor_rect = at;
        }
        let shapes = self.shapes(ui, galley, origin, at, response.rect);
        ui.painter().set(behind, Shape::Vec(shapes));
        self.gutter_ui(ui, laid, galley, origin);
        self.lists_ui(ui, &mut result, response.has_focus());
        let pointer = response.hover_pos();
        let under = pointer.and_then(|pointer| hover::char_at(galley, pointer - origin));
        let under = under.map(|index| self.text.to_full(byte_of(self.text.shown(), index)));
        if let Some(said) = self.analysis().zip(under).and_then(|(analysis, at)| HoverInfo::of(analysis, at)) {
            response.on_hover_ui_at_pointer(|ui| said.ui(ui));
        }
        result
    }

    /// Takes over the selection of the text field. Folded parts inside of it are opened, so that nothing is copied or removed
    /// unseen.
    fn take_cursor(&mut self, window: &Context, range: CCursorRange) {
        let byte = |cursor: CCursor| byte_of(self.text.shown(), cursor.index.0);
        let (primary, secondary) = (byte(range.primary), byte(range.secondary));
        let (from, to) = (primary.min(secondary), primary.max(secondary));
        let holds_fold = from < to && self.text.folded_places().iter().any(|place| (from..to).contains(place));
        let is_reversed = primary < secondary;
        let (start, end) = (self.text.to_full(from), self.text.to_full(to));
        if holds_fold {
            self.text.unfold(start..end);
            self.store_selection(window, if is_reversed { end..start } else { start..end });
        }
        self.selection = start..end;
        self.cursor = if is_reversed { start } else { end };
    }

    /// Shapes behind the text: the current line, matches of a search, the selection of a match, and matching brackets.
    fn shapes(&self, ui: &Ui, galley: &Galley, origin: Pos2, cursor: Rect, field: Rect) -> Vec<Shape> {
        let palette = palette(ui);
        let visible = ui.clip_rect();
        let line = Rect::from_x_y_ranges(field.x_range(), cursor.y_range());
        let mut shapes = vec![Shape::rect_filled(line, 0.0, palette.stripe)];
        let outline = |range: Range<usize>, fill: Color32, stroke: Stroke| {
            let (start, end) = (row_of(&self.text, galley, range.start), row_of(&self.text, galley, range.end));
            let right = if end.top() > start.top() { galley.rect.right() } else { end.left() };
            let rect =
                Rect::from_min_max(start.left_top(), Pos2::new(right, start.bottom())).translate(origin.to_vec2());
            Shape::Rect(eframe::egui::epaint::RectShape::new(rect, 2.0, fill, stroke, StrokeKind::Outside))
        };
        let step = self.debugger.span(self.version).filter(|span| span.end <= self.text.text().len());
        if let Some(span) = step.filter(|span| !self.text.is_hidden(span.end)) {
            shapes.push(outline(span, palette.selection, Stroke::new(1.0, palette.warning)));
        }
        // Rows of matches are found only as far as they are visible.
        let y = |at: f32| Vec2::new(0.0, at - origin.y);
        let first = galley.cursor_from_pos(y(visible.top())).index.0;
        let last = galley.cursor_from_pos(Vec2::new(galley.rect.right(), visible.bottom() - origin.y)).index.0;
        let seen =
            self.text.to_full(byte_of(self.text.shown(), first))..=self.text.to_full(byte_of(self.text.shown(), last));
        for found in self.find.matches().iter().filter(|found| seen.contains(&found.start)) {
            if !self.text.is_hidden(found.start) {
                let is_selected = *found == self.selection;
                let fill = if is_selected { palette.selection } else { Color32::TRANSPARENT };
                shapes.push(outline(found.clone(), fill, Stroke::new(1.0, palette.accent)));
            }
        }
        if let Some((one, other)) = brackets::matching(self.text.text(), self.cursor, self.language()) {
            for at in [one, other].into_iter().filter(|at| !self.text.is_hidden(at + 1)) {
                shapes.push(outline(at..at + 1, palette.pressed, Stroke::new(1.0, palette.accent)));
            }
        }
        shapes
    }

    fn gutter_ui(&mut self, ui: &Ui, laid: &VisibleLayout, galley: &Galley, origin: Pos2) {
        let edited = (laid.job.text != self.text.shown()).then(|| self.text.line_numbers());
        let lines = edited.as_ref().unwrap_or(&laid.lines);
        let number = self.text.text()[..self.cursor].matches('\n').count() + 1;
        let folds = self.current().map_or(&[][..], |checked| &checked.folds);
        match gutter::ui(ui, galley, origin, &self.text, lines, folds, number) {
            Some(GutterRequest::Fold(part)) => self.fold(part),
            Some(GutterRequest::Unfold(at)) => drop(self.text.unfold(at..at)),
            None => {}
        }
    }

    /// Shows the lists at the cursor.
    fn lists_ui(&mut self, ui: &Ui, result: &mut FieldResult, has_focus: bool) {
        // The field loses the focus as soon as a completion is pressed; the list stays until it is clicked.
        result.completion = self.completions.ui(ui, self.cursor_rect);
        result.edits = self.fix_list.ui(ui, self.cursor_rect).map(|fix| fix.edits);
        if self.shows_signature
            && let Some(analysis) = self.analysis()
        {
            match analysis.signature(self.cursor) {
                Some(help) if has_focus => signature::ui(ui, &help, self.cursor_rect),
                Some(_) => {}
                None => self.shows_signature = false,
            }
        }
    }
}

/// Font of the text.
pub fn code_font() -> eframe::egui::FontId {
    eframe::egui::FontId::monospace(crate::theme::metrics::CODE)
}

/// Byte offset of a character.
fn byte_of(text: &str, index: usize) -> usize {
    text.char_indices().nth(index).map_or(text.len(), |(at, _)| at)
}

/// Place of the cursor before a byte of the whole text in the galley of the visible text.
fn row_of(text: &FoldedText, galley: &Galley, full: usize) -> Rect {
    let shown = text.shown();
    let at = shown.floor_char_boundary(text.to_shown(full).min(shown.len()));
    galley.pos_from_cursor(CCursor::new(CharIndex(shown[..at].chars().count())))
}
