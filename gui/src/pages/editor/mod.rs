//! The editor of game files and poker scripts: a text editor with highlighting and diagnostics, beside the board of the game or
//! a trial of the script, which follow each valid change.

mod arrange;
mod check;
mod completions;
mod highlight;
mod hover;
mod language;
mod recovery;
mod rule_tokens;
mod tools;
mod trial;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use boardwright_lang::Severity;
use boardwright_lang::analysis::{Completion, apply};
use boardwright_library::files;
use eframe::egui::text::{CCursor, CCursorRange, CharIndex, LayoutJob};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::util::undoer::Undoer;
use eframe::egui::{
    Align2, Button, CentralPanel, Context, FontId, Galley, Id, Key, Margin, Modifiers, Panel, Pos2, Rect, RichText,
    ScrollArea, TextEdit, Ui, Vec2,
};

use self::arrange::ArrangePanel;
use self::check::{CheckResult, check_text};
use self::completions::Completions;
use self::hover::HoverInfo;
pub use self::language::Language;
use self::language::TextAnalysis;
use self::recovery::recovery_path;
pub use self::recovery::{recovery_folder, unsaved_texts};
use self::tools::Tools;
use self::trial::ScriptTrial;
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::pages::play::Sketch;
use crate::session::OpenedGame;
use crate::task::Task;
use crate::texts::{t, with};

/// The editor of one file.
#[derive(Debug)]
pub struct Editor {
    path: PathBuf,
    text: String,
    /// Contents of the file on disk.
    saved: String,
    /// Number of changes.
    version: u64,
    undo: Undoer<String>,
    checking: Option<Task<CheckResult>>,
    checked: Option<CheckResult>,
    /// The board of the last text without errors.
    sketch: Option<Sketch>,
    arrange: ArrangePanel,
    trial: ScriptTrial,
    layout: Option<CachedLayout>,
    /// Byte offset of the cursor.
    cursor: usize,
    /// Place of the cursor in the window.
    cursor_rect: Rect,
    /// Byte offset to which the cursor is to move.
    cursor_target: Option<usize>,
    /// Request of a click outside the text field. It is carried out in the next frame, because the field loses the focus
    /// in the frame of the click.
    field_request: Option<FieldRequest>,
    completions: Completions,
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
}

/// Request for the text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FieldRequest {
    /// Move the cursor to this byte offset.
    GoTo(usize),
    /// List completions at the cursor.
    Complete,
}

/// Cached layout of the highlighted text.
#[derive(Debug)]
struct CachedLayout {
    version: u64,
    checked: u64,
    dark: bool,
    job: LayoutJob,
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
        editor.text = text;
        editor.recover();
        editor
    }

    /// Restores the text of the recovery file; the replaced text is available through undo.
    fn recover(&mut self) {
        let left = self.recovery.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        if let Some(left) = left.filter(|left| *left != self.text) {
            self.notes.push(t("editor.recovered").to_owned());
            self.edit(left);
        }
    }

    fn new(path: PathBuf, saved: String, recovery: Option<PathBuf>) -> Self {
        Self {
            path,
            text: saved.clone(),
            saved,
            version: 1,
            undo: Undoer::default(),
            checking: None,
            checked: None,
            sketch: None,
            arrange: ArrangePanel::default(),
            trial: ScriptTrial::default(),
            layout: None,
            cursor: 0,
            cursor_rect: Rect::ZERO,
            cursor_target: None,
            field_request: None,
            completions: Completions::default(),
            field_id: new_field_id(),
            begins_at_top: true,
            is_just_saved: false,
            save_error: None,
            rename: None,
            save_as: None,
            dialog: Dialog::default(),
            tools: Tools::default(),
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
                }
                self.checked = Some(checked);
            }
            if over {
                self.checking = None;
            }
        }
        let behind = self.current().is_none();
        if behind && self.checking.is_none() {
            self.checking = Some(check_text(window, self.version, self.text.clone(), self.path.clone()));
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

    /// Writes the file; `true` on success.
    fn save(&mut self) -> bool {
        let written = self.write(&self.path.clone());
        if written {
            self.remove_recovery();
        }
        written
    }

    /// Writes the text to a file; `true` on success. A failure is reported.
    fn write(&mut self, path: &Path) -> bool {
        let written = match path.parent().map(std::fs::create_dir_all) {
            Some(Err(error)) => Err(format!("{}: {error}", path.display())),
            _ => files::write(path, self.text.as_bytes()).map_err(|error| error.to_string()),
        };
        if written.is_ok() {
            self.saved.clone_from(&self.text);
            self.is_just_saved = true;
        }
        self.save_error = written.err();
        self.save_error.is_none()
    }

    /// `true` if the text has been saved since the last call.
    pub fn take_saved(&mut self) -> bool {
        std::mem::take(&mut self.is_just_saved)
    }

    /// Removes the recovery file after saving.
    fn remove_recovery(&self) {
        if let Some(path) = &self.recovery {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Writes unsaved changes to the recovery file.
    fn write_recovery(&mut self) {
        if self.recovery_version == self.version {
            return;
        }
        self.recovery_version = self.version;
        // A text whose changes are undone needs no recovery.
        if self.text == self.saved {
            self.remove_recovery();
            return;
        }
        let Some(path) = &self.recovery else { return };
        let keep = || -> Result<(), String> {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            }
            files::write(path, self.text.as_bytes()).map_err(|error| error.to_string())
        };
        match keep() {
            Ok(()) => self.is_recovery_writable = true,
            // Reported once, not after every keystroke.
            Err(reason) if self.is_recovery_writable => {
                self.notes.push(reason);
                self.is_recovery_writable = false;
            }
            Err(_) => {}
        }
    }

    /// Shows the editor.
    pub fn ui(&mut self, ui: &mut Ui) {
        let window = ui.ctx().clone();
        self.check(&window);
        match self.field_request.take() {
            Some(FieldRequest::GoTo(at)) => self.cursor_target = Some(at),
            Some(FieldRequest::Complete) => {
                self.cursor_target = Some(self.cursor);
                self.complete(&window);
            }
            None => {}
        }
        self.apply_arrangement();
        self.handle_keys(ui);
        Panel::top("editor bar").show(ui, |ui| self.bar(ui));
        // The panel never takes more than half of the room: the typed line stays visible.
        let most = (ui.available_height() * 0.5).max(60.0);
        let panel = Panel::bottom("editor tools").resizable(true).default_size(190.0_f32.min(most)).max_size(most);
        panel.show(ui, |ui| {
            let checked = self.checked.as_ref();
            let wrong = checked.map(|checked| checked.analysis.clone());
            ui.take_available_height();
            let clicked = problems(ui, wrong.as_ref(), &self.text, self.sketch.is_some()).map(FieldRequest::GoTo);
            self.field_request = clicked.or(self.field_request);
            self.tools.ui(ui, self.sketch.as_ref());
        });
        Panel::right("editor board").resizable(true).default_size(420.0).show(ui, |ui| self.board_ui(ui));
        CentralPanel::default().show(ui, |ui| self.field(ui));
        self.write_recovery();
        if self.field_request.is_some() {
            window.request_repaint();
        }
        let now = ui.input(|input| input.time);
        self.undo.feed_state(now, &self.text);
    }

    fn handle_keys(&mut self, ui: &Ui) {
        if let Some(completion) = self.completions.handle_keys(ui) {
            self.insert(&completion);
        }
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::COMMAND, Key::S) {
            self.save();
        }
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            if let Some(text) = self.undo.redo(&self.text).cloned() {
                self.text = text;
                self.on_change();
            }
        } else if pressed(Modifiers::COMMAND, Key::Z)
            && let Some(text) = self.undo.undo(&self.text).cloned()
        {
            self.text = text;
            self.on_change();
        }
        if pressed(Modifiers::COMMAND, Key::Space) {
            self.complete(ui.ctx());
        }
        if pressed(Modifiers::NONE, Key::F2) && self.language() == Language::Game {
            self.rename = Some(String::new());
        }
    }

    fn bar(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let star = if self.text == self.saved { "" } else { " *" };
            ui.label(RichText::new(format!("{name}{star}")).heading().strong());
            if ui.button(t("editor.new")).on_hover_text(t("games.new_hint")).clicked() {
                self.request = Some(EditorRequest::New);
            }
            if ui.button(t("editor.new_script")).on_hover_text(t("editor.new_script_hint")).clicked() {
                self.request = Some(EditorRequest::NewScript);
            }
            if ui.button(t("editor.save")).on_hover_text("Ctrl+S").clicked() {
                self.save();
            }
            if ui.button(t("editor.save_as")).clicked() {
                self.save_as = Some(self.path.display().to_string());
            }
            self.path_field(ui);
            let plays = self.current().is_some_and(|checked| checked.opened.is_some());
            let play = ui.add_enabled(plays, Button::new(t("editor.play"))).on_hover_text(t("editor.play_hint"));
            // A shipped game that was not saved has no file yet.
            if play.clicked() && ((self.text == self.saved && self.path.is_file()) || self.save()) {
                self.request = Some(EditorRequest::Play);
            }
            if ui.button(t("editor.complete")).on_hover_text("Ctrl+Space").clicked() {
                self.field_request = Some(FieldRequest::Complete);
            }
            let has_names = self.language() == Language::Game;
            if ui.add_enabled(has_names, Button::new(t("editor.rename"))).on_hover_text("F2").clicked() {
                self.rename = Some(String::new());
            }
            if ui.button(t("editor.format")).clicked() {
                self.format();
            }
            self.rename_field(ui);
            if let Some(reason) = &self.save_error {
                crate::theme::error_label(ui, reason);
            }
            let hover = self.analysis().and_then(|analysis| analysis.hover(self.cursor));
            if let Some(first) = hover.as_ref().and_then(|hover| hover.lines().find(|line| !line.is_empty())) {
                ui.weak(first.replace('`', "")).on_hover_text(hover.clone().unwrap_or_default());
            }
        });
    }

    /// Shows the "Save as" field: a path that is typed, or chosen in a dialog.
    fn path_field(&mut self, ui: &mut Ui) {
        let Some(path) = &mut self.save_as else { return };
        let label = ui.label(t("editor.path"));
        let field = ui.add(TextEdit::singleline(path).desired_width(220.0)).labelled_by(label.id);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let written = PathBuf::from(path.trim());
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kinds = match self.language() {
            Language::Game => vec![(t("dialog.games").to_owned(), vec!["game"])],
            Language::Script => vec![(t("dialog.scripts").to_owned(), vec![Language::SCRIPT_EXTENSION])],
            Language::Rules => vec![(t("dialog.scripts").to_owned(), vec![boardwright_bots::rules::EXTENSION])],
        };
        let title = t("dialog.file_as").to_owned();
        let wanted = || FileRequest { title, purpose: Purpose::Save(name), kinds };
        let chosen = self.dialog.button(ui, "editor.choose", wanted);
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.save_as = None;
        }
        if let Some(path) = chosen.or(entered.then_some(written)).filter(|path| !path.as_os_str().is_empty()) {
            self.save_as(path);
        }
    }

    /// Saves under another path, which becomes the path of the editor.
    fn save_as(&mut self, path: PathBuf) {
        if !self.write(&path) {
            return;
        }
        self.remove_recovery();
        self.recovery = self
            .recovery
            .as_deref()
            .and_then(Path::parent)
            .and_then(Path::parent)
            .map(|data| recovery_path(data, &path));
        self.path = path;
        self.save_as = None;
    }

    /// Shows the field for the new name of the symbol at the cursor.
    fn rename_field(&mut self, ui: &mut Ui) {
        let Some(word) = &mut self.rename else { return };
        let label = ui.label(t("editor.new_name"));
        let field = ui.add(TextEdit::singleline(word).desired_width(110.0)).labelled_by(label.id);
        if !field.lost_focus() {
            field.request_focus();
            return;
        }
        let word = self.rename.take().unwrap_or_default();
        if !ui.input(|input| input.key_pressed(Key::Enter)) {
            return;
        }
        let Some(analysis) = self.analysis().and_then(TextAnalysis::game).cloned() else { return };
        match analysis.rename(self.cursor, &word) {
            Ok(edits) => self.edit(apply(&self.text, &edits)),
            Err(refused) => self.notes.push(refused.to_string()),
        }
    }

    /// Replaces the text by an edit that was not typed; it can be undone.
    fn edit(&mut self, text: String) {
        self.undo.add_undo(&self.text);
        self.text = text;
        self.undo.add_undo(&self.text);
        self.on_change();
    }

    fn format(&mut self) {
        let Some(analysis) = self.analysis().cloned() else { return };
        match analysis.formatted(&self.text) {
            Some(text) => self.edit(text),
            None => self.notes.push(t("editor.not_formatted").to_owned()),
        }
    }

    /// Requests completions at the cursor; they are listed as soon as the text is checked.
    fn complete(&mut self, window: &Context) {
        self.completions.request();
        window.memory_mut(|memory| memory.request_focus(self.field_id));
    }

    /// Takes over requested completions.
    fn poll_completions(&mut self) {
        if !self.completions.is_requested() {
            return;
        }
        let Some(analysis) = self.analysis().cloned() else { return };
        let found = analysis.completion(self.cursor);
        let typed = found.first().and_then(|first| self.text.get(first.replace.start as usize..self.cursor));
        let typed = typed.unwrap_or_default().to_owned();
        self.completions.set(found, &typed);
    }

    /// Inserts a completion at the cursor.
    fn insert(&mut self, completion: &Completion) {
        let (start, end) = (completion.replace.start as usize, completion.replace.end as usize);
        if self.text.get(start..end).is_some() {
            let mut text = self.text.clone();
            text.replace_range(start..end, &completion.insert);
            self.edit(text);
            self.cursor_target = Some(start + completion.insert.len());
        }
    }

    /// Shows the text field.
    fn field(&mut self, ui: &mut Ui) {
        self.poll_completions();
        let visuals = ui.visuals().clone();
        let language = self.language();
        let (version, at) = (self.version, self.checked.as_ref().map_or(0, |checked| checked.version));
        let fits =
            |laid: &CachedLayout| laid.version == version && laid.checked == at && laid.dark == visuals.dark_mode;
        if !self.layout.as_ref().is_some_and(fits) {
            let wrong = self.analysis().map(|analysis| analysis.diagnostics().to_vec()).unwrap_or_default();
            let job = highlight::layout_job(&self.text, language, &wrong, &visuals);
            self.layout = Some(CachedLayout { version, checked: at, dark: visuals.dark_mode, job });
        }
        let laid = self.layout.take();
        let mut chosen = None;
        let mut layouter = |ui: &Ui, text: &dyn eframe::egui::TextBuffer, _: f32| -> Arc<Galley> {
            let job = match &laid {
                Some(laid) if laid.job.text == text.as_str() => laid.job.clone(),
                // The text has changed since the last check; diagnostics are not underlined until the next result.
                _ => highlight::layout_job(text.as_str(), language, &[], &visuals),
            };
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let id = self.field_id;
        if std::mem::take(&mut self.begins_at_top) {
            let mut state = TextEditState::default();
            state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(CharIndex(0)))));
            state.store(ui.ctx(), id);
        }
        let cursor_target = self.cursor_target.take();
        if let Some(at) = cursor_target {
            let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
            let index = self.text.get(..at).map_or(0, |before| before.chars().count());
            state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(CharIndex(index)))));
            state.store(ui.ctx(), id);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        ScrollArea::both().id_salt(id).auto_shrink(false).show(ui, |ui| {
            let rows = (ui.available_height() / 16.0) as usize;
            let field = TextEdit::multiline(&mut self.text).id(id).code_editor().desired_rows(rows.max(8));
            let field = field.margin(Margin { left: GUTTER, ..Margin::symmetric(4, 2) });
            let shown = field.desired_width(f32::INFINITY).layouter(&mut layouter).show(ui);
            let name = t("editor.text");
            shown.response.response.widget_info(|| {
                eframe::egui::WidgetInfo::labeled(eframe::egui::accesskit::Role::MultilineTextInput, true, name)
            });
            let byte = |index: usize| self.text.char_indices().nth(index).map_or(self.text.len(), |(at, _)| at);
            line_numbers(ui, &shown.galley, shown.galley_pos);
            if let Some(range) = shown.cursor_range {
                self.cursor = byte(range.primary.index.0);
                let at = shown.galley.pos_from_cursor(range.primary).translate(shown.galley_pos.to_vec2());
                if cursor_target.is_some() {
                    // Some lines around the cursor are visible.
                    ui.scroll_to_rect(at.expand2(Vec2::new(8.0, 48.0)), None);
                }
                self.cursor_rect = at;
            }
            // The field loses the focus as soon as a completion is pressed; the list stays until it is clicked.
            if let Some(completion) = self.completions.ui(ui, self.cursor_rect) {
                chosen = Some(completion);
            }
            let changed = shown.response.response.changed();
            let pointer = shown.response.response.hover_pos();
            let under = pointer.and_then(|pointer| hover::char_at(&shown.galley, pointer - shown.galley_pos)).map(byte);
            let analysis = self.analysis();
            if let Some(said) = analysis.zip(under).and_then(|(analysis, at)| HoverInfo::of(analysis, at)) {
                shown.response.response.on_hover_ui_at_pointer(|ui| said.ui(ui));
            }
            if changed {
                self.on_change();
            }
        });
        self.layout = laid;
        if let Some(completion) = chosen {
            self.insert(&completion);
        }
    }
}

/// Returns a new identity for a text field.
fn new_field_id() -> Id {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    Id::unique(("game file", NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// Width of the line numbers, in points.
const GUTTER: i8 = 44;

/// Paints the line numbers to the left of the text.
fn line_numbers(ui: &Ui, galley: &Galley, origin: Pos2) {
    let painter = ui.painter();
    let visible = painter.clip_rect();
    let font = FontId::monospace(11.0);
    let (mut line, mut begins) = (1_u32, true);
    for row in &galley.rows {
        let y = origin.y + row.pos.y + row.row.height() / 2.0;
        if begins && visible.y_range().contains(y) {
            let at = Pos2::new(origin.x - 10.0, y);
            painter.text(at, Align2::RIGHT_CENTER, line, font.clone(), ui.visuals().weak_text_color());
        }
        begins = row.ends_with_newline;
        line += u32::from(begins);
    }
}

/// Number of things with their name: "1 error", "2 errors".
fn counted(count: usize, one: &'static str, many: &'static str) -> String {
    if count == 1 { t(one).to_owned() } else { with(many, &[&count]) }
}

/// Height of the tools below the list of the diagnostics, in points.
const TOOLS_HEIGHT: f32 = 76.0;
/// Least height of the list of the diagnostics, in points.
const LEAST_PROBLEMS: f32 = 24.0;

/// Lists the diagnostics, one a line, in all the room that the tools leave; returns the byte offset of a clicked one.
fn problems(ui: &mut Ui, analysis: Option<&TextAnalysis>, text: &str, has_tools: bool) -> Option<usize> {
    let mut go = None;
    let Some(analysis) = analysis else {
        ui.weak(t("editor.checking"));
        return None;
    };
    let found = analysis.diagnostics();
    let errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let warnings = counted(found.len() - errors, "editor.one_warning", "editor.warnings");
    ui.strong(with("editor.problems", &[&counted(errors, "editor.one_error", "editor.errors"), &warnings]));
    // Always of the same height, so that nothing moves while the user types.
    let room = ui.available_height();
    let height = if has_tools { (room - TOOLS_HEIGHT).max(room * 0.5) } else { room }.max(LEAST_PROBLEMS);
    let list = ScrollArea::vertical().id_salt("problems").max_height(height).min_scrolled_height(height);
    list.auto_shrink(false).show(ui, |ui| {
        for diagnostic in found {
            let at = diagnostic.span.start as usize;
            let line = text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
            let text = with("editor.problem", &[&line, &diagnostic.message]);
            let colour = if diagnostic.severity == Severity::Error {
                ui.visuals().error_fg_color
            } else {
                ui.visuals().warn_fg_color
            };
            let mut link = ui.add(Button::new(RichText::new(text).color(colour)).frame(false));
            if let Some(help) = &diagnostic.help {
                link = link.on_hover_text(help);
            }
            if link.clicked() && diagnostic.span.source == 0 {
                go = Some(at);
            }
        }
    });
    go
}
