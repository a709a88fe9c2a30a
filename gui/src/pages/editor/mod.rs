//! The page on which a game file is written: its text with colours and mistakes, and beside it the board, made anew at each change
//! that is valid.

mod arrange;
mod check;
mod highlight;
mod hover;
mod tools;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_lang::Severity;
use boardwright_lang::analysis::{Analysis, Completion, apply};
use boardwright_shelf::files;
use eframe::egui::text::{CCursor, CCursorRange, CharIndex, LayoutJob};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::util::undoer::Undoer;
use eframe::egui::{
    Button, CentralPanel, Context, Galley, Id, Key, Modifiers, Panel, RichText, ScrollArea, TextEdit, Ui, Vec2,
};

use self::arrange::Arrange;
use self::check::{Checked, check, recovery};
use self::hover::Said;
use self::tools::Tools;
use crate::dialog::{Dialog, Purpose, Wanted};
use crate::pages::play::Sketch;
use crate::session::Opened;
use crate::task::Task;
use crate::texts::{t, with};

/// The editor of one game file.
#[derive(Debug)]
pub struct Editor {
    path: PathBuf,
    text: String,
    /// As it is in the file.
    saved: String,
    /// Counts the changes.
    version: u64,
    undo: Undoer<String>,
    checking: Option<Task<Checked>>,
    checked: Option<Checked>,
    /// The board of the last text without mistakes.
    sketch: Option<Sketch>,
    arrange: Arrange,
    laid: Option<Laid>,
    /// Where the cursor is, as a byte.
    at: usize,
    /// Where it is to go.
    go: Option<usize>,
    completions: Vec<Completion>,
    rename: Option<String>,
    /// The path at which it is to be saved, while it is asked for.
    save_as: Option<String>,
    dialog: Dialog,
    tools: Tools,
    /// Where what was not saved is kept.
    recovery: Option<PathBuf>,
    /// Which version that is.
    kept: u64,
    /// Whether it could be kept the last time.
    keeps: bool,
    /// What a person should know.
    pub notes: Vec<String>,
    /// What is asked for beside the file.
    pub asked: Option<Asked>,
}

/// What a person asks for who writes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Another, new file.
    New,
    /// To play this one, which is saved.
    Play,
}

/// A text with its colours, as long as nothing of it changes.
#[derive(Debug)]
struct Laid {
    version: u64,
    checked: u64,
    dark: bool,
    job: LayoutJob,
}

impl Editor {
    /// The editor of a file, with what was not saved the last time.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(path: &Path, folder: Option<&Path>) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let saved = String::from_utf8_lossy(&bytes).into_owned();
        let recovery = folder.map(|folder| recovery(folder, path));
        let mut editor = Self::of(path.to_owned(), saved, recovery);
        editor.recover();
        Ok(editor)
    }

    /// A copy of a game that ships, or a new one, to be saved as `path`; with what was not saved the last time.
    pub fn copy(text: String, path: PathBuf, folder: Option<&Path>) -> Self {
        let recovery = folder.map(|folder| recovery(folder, &path));
        let mut editor = Self::of(path, String::new(), recovery);
        editor.text = text;
        editor.recover();
        editor
    }

    /// Takes what was not saved the last time; what would have been there instead can be had back.
    fn recover(&mut self) {
        let left = self.recovery.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        if let Some(left) = left.filter(|left| *left != self.text) {
            self.notes.push(t("editor.recovered").to_owned());
            self.edit(left);
        }
    }

    fn of(path: PathBuf, saved: String, recovery: Option<PathBuf>) -> Self {
        Self {
            path,
            text: saved.clone(),
            saved,
            version: 1,
            undo: Undoer::default(),
            checking: None,
            checked: None,
            sketch: None,
            arrange: Arrange::default(),
            laid: None,
            at: 0,
            go: None,
            completions: Vec::new(),
            rename: None,
            save_as: None,
            dialog: Dialog::default(),
            tools: Tools::default(),
            recovery,
            kept: 1,
            keeps: true,
            notes: Vec::new(),
            asked: None,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn changed(&mut self) {
        self.version += 1;
        self.completions.clear();
    }

    /// Has the text looked at, and takes what was found.
    fn check(&mut self, window: &Context) {
        if let Some(task) = &mut self.checking {
            let news = task.news();
            let over = task.is_over();
            if let Some(message) = task.broken() {
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
            self.checking = Some(check(window, self.version, self.text.clone(), self.path.clone()));
        }
    }

    /// The board of a game that is new; the position is kept if it still comes about.
    fn show(&mut self, opened: &Arc<Opened>) {
        self.sketch = Some(match self.sketch.take() {
            Some(sketch) => sketch.with_rules(opened.clone()),
            None => Sketch::new(opened.clone()),
        });
    }

    /// What is known of the text as it stands; nothing for the moment after a change.
    fn current(&self) -> Option<&Checked> {
        self.checked.as_ref().filter(|checked| checked.version == self.version)
    }

    fn analysis(&self) -> Option<&Arc<Analysis>> {
        self.current().map(|checked| &checked.analysis)
    }

    /// Writes the file; whether that could be done.
    fn save(&mut self) -> bool {
        let written = self.write(&self.path.clone());
        if written {
            self.forget_kept();
        }
        written
    }

    /// Writes the text to a file; whether it is there then. If not, that is told.
    fn write(&mut self, path: &Path) -> bool {
        let written = match path.parent().map(std::fs::create_dir_all) {
            Some(Err(error)) => Err(format!("{}: {error}", path.display())),
            _ => files::write(path, self.text.as_bytes()).map_err(|error| error.to_string()),
        };
        match written {
            Ok(()) => self.saved.clone_from(&self.text),
            Err(reason) => {
                self.notes.push(reason);
                return false;
            }
        }
        true
    }

    /// What is saved need not be kept a second time.
    fn forget_kept(&self) {
        if let Some(path) = &self.recovery {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Keeps what is not saved, so that nothing typed is lost.
    fn keep(&mut self) {
        if self.kept == self.version || self.text == self.saved {
            return;
        }
        let Some(path) = &self.recovery else { return };
        self.kept = self.version;
        let keep = || -> Result<(), String> {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            }
            files::write(path, self.text.as_bytes()).map_err(|error| error.to_string())
        };
        match keep() {
            Ok(()) => self.keeps = true,
            // Told once, not for every letter.
            Err(reason) if self.keeps => {
                self.notes.push(reason);
                self.keeps = false;
            }
            Err(_) => {}
        }
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui) {
        let window = ui.ctx().clone();
        self.check(&window);
        self.take_arranged();
        self.keys(ui);
        Panel::top("editor bar").show(ui, |ui| self.bar(ui));
        Panel::bottom("editor tools").resizable(true).default_size(190.0).show(ui, |ui| {
            let checked = self.checked.as_ref();
            let wrong = checked.map(|checked| checked.analysis.clone());
            self.go = problems(ui, wrong.as_deref(), &self.text).or(self.go);
            self.tools.ui(ui, self.sketch.as_ref());
        });
        Panel::right("editor board").resizable(true).default_size(420.0).show(ui, |ui| self.board(ui));
        CentralPanel::default().show(ui, |ui| self.field(ui));
        self.keep();
        let now = ui.input(|input| input.time);
        self.undo.feed_state(now, &self.text);
    }

    fn keys(&mut self, ui: &Ui) {
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::COMMAND, Key::S) {
            self.save();
        }
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            if let Some(text) = self.undo.redo(&self.text).cloned() {
                self.text = text;
                self.changed();
            }
        } else if pressed(Modifiers::COMMAND, Key::Z)
            && let Some(text) = self.undo.undo(&self.text).cloned()
        {
            self.text = text;
            self.changed();
        }
        if pressed(Modifiers::COMMAND, Key::Space) {
            self.complete();
        }
        if pressed(Modifiers::NONE, Key::F2) {
            self.rename = Some(String::new());
        }
    }

    fn bar(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let star = if self.text == self.saved { "" } else { " *" };
            ui.label(RichText::new(format!("{name}{star}")).heading().strong());
            if ui.button(t("editor.new")).on_hover_text(t("games.new_hint")).clicked() {
                self.asked = Some(Asked::New);
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
            if play.clicked() && (self.text == self.saved || self.save()) {
                self.asked = Some(Asked::Play);
            }
            if ui.button(t("editor.complete")).on_hover_text("Ctrl+Space").clicked() {
                self.complete();
            }
            if ui.button(t("editor.rename")).on_hover_text("F2").clicked() {
                self.rename = Some(String::new());
            }
            if ui.button(t("editor.format")).clicked() {
                self.format();
            }
            self.rename_field(ui);
            let hover = self.analysis().and_then(|analysis| analysis.hover(self.at));
            if let Some(first) = hover.as_ref().and_then(|hover| hover.markdown.lines().find(|line| !line.is_empty())) {
                ui.weak(first).on_hover_text(hover.map(|hover| hover.markdown).unwrap_or_default());
            }
        });
    }

    /// Where it is to be saved instead: a path that is written, or one that is chosen.
    fn path_field(&mut self, ui: &mut Ui) {
        let Some(path) = &mut self.save_as else { return };
        let label = ui.label(t("editor.path"));
        let field = ui.add(TextEdit::singleline(path).desired_width(220.0)).labelled_by(label.id);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let written = PathBuf::from(path.trim());
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kinds = vec![(t("dialog.games").to_owned(), vec!["game"])];
        let title = t("dialog.file_as").to_owned();
        let wanted = || Wanted { title, purpose: Purpose::Save(name), kinds };
        let chosen = self.dialog.button(ui, "editor.choose", wanted);
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.save_as = None;
        }
        if let Some(path) = chosen.or(entered.then_some(written)).filter(|path| !path.as_os_str().is_empty()) {
            self.save_as(path);
        }
    }

    /// Writes another file, which is the one that is written from then on.
    fn save_as(&mut self, path: PathBuf) {
        if !self.write(&path) {
            return;
        }
        self.forget_kept();
        self.recovery =
            self.recovery.as_deref().and_then(Path::parent).and_then(Path::parent).map(|data| recovery(data, &path));
        self.path = path;
        self.save_as = None;
    }

    /// The new word for the name at the cursor.
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
        let Some(analysis) = self.analysis().cloned() else { return };
        match analysis.rename(self.at, &word) {
            Ok(edits) => self.edit(apply(&self.text, &edits)),
            Err(refused) => self.notes.push(refused.to_string()),
        }
    }

    /// A change that was not typed; it can be taken back like one that was.
    fn edit(&mut self, text: String) {
        self.undo.add_undo(&self.text);
        self.text = text;
        self.undo.add_undo(&self.text);
        self.changed();
    }

    fn format(&mut self) {
        let Some(analysis) = self.analysis().cloned() else { return };
        match analysis.format() {
            Ok(edits) => self.edit(apply(&self.text, &edits)),
            Err(_) => self.notes.push(t("editor.not_formatted").to_owned()),
        }
    }

    fn complete(&mut self) {
        let Some(analysis) = self.analysis() else { return };
        let mut found = analysis.completion(self.at);
        found.sort_by_key(|completion| completion.rank);
        found.truncate(40);
        self.completions = found;
    }

    /// The text.
    fn field(&mut self, ui: &mut Ui) {
        self.suggestions(ui);
        let visuals = ui.visuals().clone();
        let (version, at) = (self.version, self.checked.as_ref().map_or(0, |checked| checked.version));
        let fits = |laid: &Laid| laid.version == version && laid.checked == at && laid.dark == visuals.dark_mode;
        if !self.laid.as_ref().is_some_and(fits) {
            let wrong = self.analysis().map(|analysis| analysis.diagnostics().to_vec()).unwrap_or_default();
            let job = highlight::job(&self.text, &wrong, &visuals);
            self.laid = Some(Laid { version, checked: at, dark: visuals.dark_mode, job });
        }
        let laid = self.laid.take();
        let mut layouter = |ui: &Ui, text: &dyn eframe::egui::TextBuffer, _: f32| -> Arc<Galley> {
            let job = match &laid {
                Some(laid) if laid.job.text == text.as_str() => laid.job.clone(),
                // A letter was typed a moment ago.
                _ => highlight::job(text.as_str(), &[], &visuals),
            };
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let id = Id::unique("game file");
        if let Some(at) = self.go.take() {
            let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
            let index = self.text.get(..at).map_or(0, |before| before.chars().count());
            state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(CharIndex(index)))));
            state.store(ui.ctx(), id);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let rows = (ui.available_height() / 16.0) as usize;
            let field = TextEdit::multiline(&mut self.text).id(id).code_editor().desired_rows(rows.max(8));
            let shown = field.desired_width(f32::INFINITY).layouter(&mut layouter).show(ui);
            let name = t("editor.text");
            shown.response.response.widget_info(|| {
                eframe::egui::WidgetInfo::labeled(eframe::egui::accesskit::Role::MultilineTextInput, true, name)
            });
            let byte = |index: usize| self.text.char_indices().nth(index).map_or(self.text.len(), |(at, _)| at);
            if let Some(range) = shown.cursor_range {
                self.at = byte(range.primary.index.0);
            }
            let changed = shown.response.response.changed();
            let pointer = shown.response.response.hover_pos();
            let under = pointer.and_then(|pointer| hover::under(&shown.galley, pointer - shown.galley_pos)).map(byte);
            let analysis = self.analysis();
            if let Some(said) = analysis.zip(under).and_then(|(analysis, at)| Said::of(analysis, at)) {
                shown.response.response.on_hover_ui_at_pointer(|ui| said.ui(ui));
            }
            if changed {
                self.changed();
            }
        });
        self.laid = laid;
    }

    /// What could stand at the cursor.
    fn suggestions(&mut self, ui: &mut Ui) {
        if self.completions.is_empty() {
            return;
        }
        let mut chosen = None;
        ScrollArea::horizontal().id_salt("suggestions").show(ui, |ui| {
            ui.horizontal(|ui| {
                for (number, completion) in self.completions.iter().enumerate() {
                    let button = ui.button(&completion.label).on_hover_text(&completion.detail);
                    if button.clicked() {
                        chosen = Some(number);
                    }
                }
            });
        });
        if let Some(completion) = chosen.map(|number| self.completions.swap_remove(number)) {
            let (start, end) = (completion.replace.start as usize, completion.replace.end as usize);
            if self.text.get(start..end).is_some() {
                let mut text = self.text.clone();
                text.replace_range(start..end, &completion.insert);
                self.edit(text);
                self.go = Some(start + completion.insert.len());
            }
        }
    }
}

/// What is wrong, a line each; gives the place of the one that was clicked.
fn problems(ui: &mut Ui, analysis: Option<&Analysis>, text: &str) -> Option<usize> {
    let mut go = None;
    let found = analysis.map_or(&[][..], |analysis| analysis.diagnostics());
    let errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    ui.strong(with("editor.problems", &[&errors, &(found.len() - errors)]));
    ScrollArea::vertical().id_salt("problems").max_height(90.0).min_scrolled_height(40.0).show(ui, |ui| {
        ui.set_min_size(Vec2::new(ui.available_width(), 0.0));
        for diagnostic in found {
            let at = diagnostic.span.start as usize;
            let line = text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
            let told = with("editor.problem", &[&line, &diagnostic.message]);
            let colour = if diagnostic.severity == Severity::Error {
                ui.visuals().error_fg_color
            } else {
                ui.visuals().warn_fg_color
            };
            let mut link = ui.add(Button::new(RichText::new(told).color(colour)).frame(false));
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
