//! The editor of game files and poker scripts: a text editor with highlighting and diagnostics, beside the board of the game or
//! a trial of the script, which follow each valid change.

mod arrange;
mod bar;
mod brackets;
mod check;
mod completions;
mod debugger;
mod field;
mod find;
mod folded;
mod gutter;
mod highlight;
mod hover;
mod keys;
mod language;
mod panels;
mod problems;
mod recovery;
mod saving;
mod signature;
mod tools;
mod trial;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use boardwright_lang::analysis::{Edit, Fold, FoldKind, QuickFix, apply};
use eframe::egui::util::undoer::Undoer;
use eframe::egui::{CentralPanel, Context, Id, Key, Modifiers, Panel, Rect, Ui};

use self::arrange::ArrangePanel;
use self::check::{CheckResult, check_text};
use self::completions::Completions;
use self::debugger::Debugger;
use self::field::FieldLayout;
use self::find::{FindBar, FindRequest};
use self::folded::FoldedText;
use self::keys::EditorAction;
pub use self::keys::KEYS;
pub use self::language::Language;
use self::language::TextAnalysis;
use self::panels::BottomPanel;
pub use self::panels::PanelSizes;
use self::problems::FixList;
use self::recovery::recovery_path;
pub use self::recovery::{recovery_folder, unsaved_texts};
use self::tools::Tools;
use self::trial::ScriptTrial;
use crate::dialog::Dialog;
use crate::pages::play::Sketch;
use crate::session::OpenedGame;
use crate::settings::Settings;
use crate::task::Task;
use crate::texts::t;

/// The editor of one file.
#[derive(Debug)]
pub struct Editor {
    path: PathBuf,
    text: FoldedText,
    /// Contents of the file on disk.
    saved: String,
    /// Number of changes.
    version: u64,
    undo: Undoer<String>,
    checking: Option<Task<CheckResult>>,
    checked: Option<CheckResult>,
    /// The board of the last text without errors.
    sketch: Option<Sketch>,
    /// Version of the text of that board.
    sketch_version: u64,
    arrange: ArrangePanel,
    trial: ScriptTrial,
    layout: FieldLayout,
    /// Byte offset of the cursor.
    cursor: usize,
    /// Selected byte range; empty at the cursor if nothing is selected.
    selection: Range<usize>,
    /// Place of the cursor in the window.
    cursor_rect: Rect,
    /// Byte range to be selected; an empty one moves the cursor.
    cursor_target: Option<Range<usize>>,
    /// Request of a click outside the text field. It is carried out in the next frame, because the field loses the focus
    /// in the frame of the click.
    field_request: Option<FieldRequest>,
    completions: Completions,
    /// The list of quick fixes at the cursor.
    fix_list: FixList,
    find: FindBar,
    /// `true` while the signature of the call at the cursor is shown.
    shows_signature: bool,
    bottom: BottomPanel,
    /// Time of the last change, in seconds; `None` until the text is changed.
    changed_at: Option<f64>,
    /// Identity of the text field, so that every file has its own cursor and scroll position.
    field_id: Id,
    /// `true` until the text was shown at its beginning.
    begins_at_top: bool,
    /// `true` once the text has been saved, until the application takes note of it.
    is_just_saved: bool,
    /// Error of the last attempt to save; `None` once the text has been saved.
    save_error: Option<String>,
    rename: Option<String>,
    /// The path entered for "Save as", while that field is open.
    save_as: Option<String>,
    dialog: Dialog,
    tools: Tools,
    debugger: Debugger,
    /// Path of the recovery file.
    recovery: Option<PathBuf>,
    /// Version of the text in the recovery file.
    recovery_version: u64,
    /// `true` if the last write of the recovery file succeeded.
    is_recovery_writable: bool,
    /// Messages for the user.
    pub notes: Vec<String>,
    /// Request to the application.
    pub request: Option<EditorRequest>,
}

/// Request of the user to the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorRequest {
    /// Begin another, new game file.
    New,
    /// Begin a new script.
    NewScript,
    /// Play this file, which has been saved.
    Play,
    /// Show the position of the game on the page Play.
    PlayedPosition,
}

/// Request for the text field.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FieldRequest {
    /// Select this byte range; an empty one moves the cursor.
    Select(Range<usize>),
    /// List completions at the cursor.
    Complete,
    /// Give the focus to the field.
    Focus,
}

impl Editor {
    /// Opens a file, and restores unsaved changes from its recovery file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(path: &Path, folder: Option<&Path>) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let saved = String::from_utf8_lossy(&bytes).into_owned();
        let recovery = folder.map(|folder| recovery_path(folder, path));
        let mut editor = Self::new(path.to_owned(), saved, recovery);
        editor.recover();
        Ok(editor)
    }

    /// Opens a text that is to be saved as `path`: a copy of a shipped game, which counts as unchanged, or a new game. Unsaved changes
    /// are restored.
    pub fn copy(text: String, path: PathBuf, folder: Option<&Path>, is_changed: bool) -> Self {
        let recovery = folder.map(|folder| recovery_path(folder, &path));
        let saved = if is_changed { String::new() } else { text.clone() };
        let mut editor = Self::new(path, saved, recovery);
        editor.text = FoldedText::new(text);
        editor.recover();
        editor
    }

    /// Restores the text of the recovery file; the replaced text is available through undo.
    fn recover(&mut self) {
        let left = self.recovery.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        if let Some(left) = left.filter(|left| left != self.text.text()) {
            self.notes.push(t("editor.recovered").to_owned());
            self.edit(left);
        }
    }

    fn new(path: PathBuf, saved: String, recovery: Option<PathBuf>) -> Self {
        Self {
            path,
            text: FoldedText::new(saved.clone()),
            saved,
            version: 1,
            undo: Undoer::default(),
            checking: None,
            checked: None,
            sketch: None,
            sketch_version: 0,
            arrange: ArrangePanel::default(),
            trial: ScriptTrial::default(),
            layout: FieldLayout::default(),
            cursor: 0,
            selection: 0..0,
            cursor_rect: Rect::ZERO,
            cursor_target: None,
            field_request: None,
            completions: Completions::default(),
            fix_list: FixList::default(),
            find: FindBar::default(),
            shows_signature: false,
            bottom: BottomPanel::default(),
            changed_at: None,
            field_id: new_field_id(),
            begins_at_top: true,
            is_just_saved: false,
            save_error: None,
            rename: None,
            save_as: None,
            dialog: Dialog::default(),
            tools: Tools::default(),
            debugger: Debugger::default(),
            recovery,
            recovery_version: 1,
            is_recovery_writable: true,
            notes: Vec::new(),
            request: None,
        }
    }

    /// Number of changes of the text.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Shows the position after these moves on the board, as far as they are legal.
    pub fn go_along(&mut self, line: &[String]) {
        if let Some(sketch) = &mut self.sketch {
            sketch.go_along(line);
        }
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Language of the text.
    fn language(&self) -> Language {
        Language::of(&self.path)
    }

    fn on_change(&mut self) {
        self.version += 1;
        self.completions.on_change();
        self.fix_list.close();
        self.changed_at = None;
    }

    /// Starts to check the text, and takes over finished results.
    fn check(&mut self, window: &Context) {
        if let Some(task) = &mut self.checking {
            let news = task.messages();
            let over = task.is_over();
            if let Some(message) = task.take_panic() {
                self.notes.push(message);
            }
            for checked in news {
                if let Some(opened) = &checked.opened {
                    self.show(opened);
                    self.sketch_version = checked.version;
                }
                self.checked = Some(checked);
            }
            if over {
                self.checking = None;
            }
        }
        let behind = self.current().is_none();
        if behind && self.checking.is_none() {
            self.checking = Some(check_text(window, self.version, self.text.text().to_owned(), self.path.clone()));
        }
    }

    /// Shows the board of a new game; the position is kept if its moves are still legal.
    fn show(&mut self, opened: &Arc<OpenedGame>) {
        self.sketch = Some(match self.sketch.take() {
            Some(sketch) => sketch.with_rules(opened.clone()),
            None => Sketch::new(opened.clone()),
        });
    }

    /// Results of the check for the current text; `None` shortly after a change.
    fn current(&self) -> Option<&CheckResult> {
        self.checked.as_ref().filter(|checked| checked.version == self.version)
    }

    fn analysis(&self) -> Option<&TextAnalysis> {
        self.current().map(|checked| &checked.analysis)
    }

    /// `true` if the text has been saved since the last call.
    pub fn take_saved(&mut self) -> bool {
        std::mem::take(&mut self.is_just_saved)
    }

    /// Shows the editor.
    pub fn ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        let window = ui.ctx().clone();
        let now = ui.input(|input| input.time);
        self.check(&window);
        match self.field_request.take() {
            Some(FieldRequest::Select(range)) => self.cursor_target = Some(range),
            Some(FieldRequest::Complete) => {
                self.cursor_target = Some(self.cursor..self.cursor);
                self.complete(&window);
            }
            Some(FieldRequest::Focus) => self.cursor_target = Some(self.selection.clone()),
            None => {}
        }
        self.apply_arrangement();
        self.handle_keys(ui);
        let total = ui.available_height();
        Panel::top("editor bar").show(ui, |ui| {
            self.bar(ui);
            self.find_ui(ui);
        });
        self.bottom_ui(ui, total, settings);
        let panel = Panel::right("editor board").resizable(true).default_size(settings.editor.board);
        let shown = panel.show(ui, |ui| {
            // The width stays while there is no board.
            ui.take_available_width();
            self.board_ui(ui);
        });
        let shown = shown.response.rect;
        panels::remember(ui, &mut settings.editor.board, shown.width());
        CentralPanel::default().show(ui, |ui| self.field(ui));
        self.write_recovery();
        if self.field_request.is_some() {
            window.request_repaint();
        }
        if self.changed_at.is_none() && self.version > 1 {
            self.changed_at = Some(now);
        }
        self.undo.feed_state(now, &self.text.text().to_owned());
    }

    fn handle_keys(&mut self, ui: &Ui) {
        if let Some(completion) = self.completions.handle_keys(ui) {
            self.insert(&completion);
        }
        if let Some(fix) = self.fix_list.handle_keys(ui) {
            self.make_edits(&fix.edits);
        }
        // The text field would lose the focus.
        if self.shows_signature && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.shows_signature = false;
        }
        for action in keys::pressed(ui) {
            self.act(ui.ctx(), action);
        }
    }

    fn act(&mut self, window: &Context, action: EditorAction) {
        match action {
            EditorAction::Save => drop(self.save()),
            EditorAction::Redo => {
                if let Some(text) = self.undo.redo(&self.text.text().to_owned()).cloned() {
                    self.restore(text);
                }
            }
            EditorAction::Undo => {
                if let Some(text) = self.undo.undo(&self.text.text().to_owned()).cloned() {
                    self.restore(text);
                }
            }
            EditorAction::Signature => self.shows_signature = true,
            EditorAction::Complete => self.complete(window),
            EditorAction::Fix => self.list_fixes(),
            EditorAction::Find => self.open_find(false),
            EditorAction::Replace => self.open_find(true),
            EditorAction::PreviousMatch => self.go_to_match(false),
            EditorAction::NextMatch => self.go_to_match(true),
            EditorAction::Fold => self.fold_at_cursor(),
            EditorAction::Unfold => {
                let line = self.text.line_at(self.cursor);
                self.text.unfold(line);
            }
            EditorAction::Rename if self.language() == Language::Game => self.rename = Some(String::new()),
            EditorAction::Rename => {}
            EditorAction::StepBack => self.debugger.step(false),
            EditorAction::StepForward => self.debugger.step(true),
        }
    }

    fn go_to_match(&mut self, is_forward: bool) {
        if let Some(found) = self.find.step(&self.selection, is_forward) {
            self.cursor_target = Some(found);
        }
    }

    /// Puts an earlier or later text back, with the cursor where the texts differ.
    fn restore(&mut self, text: String) {
        let changed = folded::changed_range(self.text.text(), &text);
        self.text.set(text);
        self.cursor_target = Some(changed.new.end..changed.new.end);
        self.on_change();
    }

    fn open_find(&mut self, replaces: bool) {
        let selected = self.text.text().get(self.selection.clone()).map(str::to_owned);
        self.find.open(replaces, selected.as_deref());
    }

    /// Shows the bar for finding and replacing.
    fn find_ui(&mut self, ui: &mut Ui) {
        match self.find.ui(ui, self.version, self.text.text(), &self.selection) {
            Some(FindRequest::Select(found)) => {
                self.layout.reveal(&mut self.text, &found);
                self.selection = found.clone();
                self.cursor = found.end;
                self.layout.show_selection(found);
            }
            Some(FindRequest::Replace(ranges, replacement)) => {
                let at = ranges.first().map_or(0, |first| first.start + replacement.len());
                self.edit(find::replace(self.text.text(), &ranges, &replacement));
                self.selection = at..at;
                self.layout.show_selection(at..at);
            }
            Some(FindRequest::Close) => self.field_request = Some(FieldRequest::Focus),
            None => {}
        }
    }

    /// Lists the quick fixes for the line of the cursor.
    fn list_fixes(&mut self) {
        let Some(checked) = self.current() else { return };
        let line = self.text.line_at(self.cursor);
        let touches = |fix: &&QuickFix| {
            let span = checked.analysis.diagnostics()[fix.diagnostic].span;
            (span.start as usize) <= line.end && line.start <= span.end as usize
        };
        let fixes = checked.fixes.iter().filter(touches).cloned().collect();
        self.fix_list.open(fixes);
    }

    fn fold_at_cursor(&mut self) {
        let Some(checked) = self.current() else { return };
        let within = |fold: &&Fold| (fold.span.start as usize..=fold.span.end as usize).contains(&self.cursor);
        // The innermost part is the one that begins last.
        let part = checked.folds.iter().rev().find(within).map(|fold| fold.span.start as usize..fold.span.end as usize);
        if let Some(part) = part {
            self.fold(part);
        }
    }

    /// Folds a part; a cursor in it goes to its first line.
    fn fold(&mut self, part: Range<usize>) {
        self.text.fold(part.clone());
        if self.text.is_hidden(self.cursor) {
            let end = self.text.text()[part.start..].find('\n').map_or(part.start, |length| part.start + length);
            self.cursor_target = Some(end..end);
        }
    }

    /// Folds all sections except the one of the cursor.
    fn fold_sections(&mut self) {
        let Some(checked) = self.current() else { return };
        let is_section = |fold: &&Fold| {
            let range = fold.span.start as usize..=fold.span.end as usize;
            fold.kind == FoldKind::Section && !range.contains(&self.cursor)
        };
        let parts: Vec<_> = checked.folds.iter().filter(is_section).map(|fold| fold.span).collect();
        for span in parts {
            self.text.fold(span.start as usize..span.end as usize);
        }
    }

    /// Replaces the text by an edit that was not typed; it can be undone.
    fn edit(&mut self, text: String) {
        self.undo.add_undo(&self.text.text().to_owned());
        self.text.set(text);
        self.undo.add_undo(&self.text.text().to_owned());
        self.on_change();
    }

    /// Makes edits of the analysis as one step that can be undone; the cursor goes to the end of the first one.
    fn make_edits(&mut self, edits: &[Edit]) {
        let old = self.text.text().to_owned();
        let new = apply(&old, edits);
        let changed = folded::changed_range(&old, &new);
        self.edit(new);
        self.cursor_target = Some(changed.new.end..changed.new.end);
    }

    fn format(&mut self) {
        let Some(analysis) = self.analysis().cloned() else { return };
        match analysis.formatted(self.text.text()) {
            Some(text) => self.edit(text),
            None => self.notes.push(t("editor.not_formatted").to_owned()),
        }
    }
}

/// Returns a new identity for a text field.
fn new_field_id() -> Id {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    Id::unique(("game file", NEXT.fetch_add(1, Ordering::Relaxed)))
}
