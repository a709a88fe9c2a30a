//! Positions, lines and games as text, pictures and files: copying, entering, saving.

use std::path::PathBuf;

use boardwright_library::LoadedGame;
use eframe::egui::{Button, Context, ProgressBar, TextEdit, Ui};

use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::export::{self, Export, ExportNews, Target, extensions, notation_of};
use crate::keys::PlayAction;
use crate::session::{GameSource, GameTree, NodeId, Session};
use crate::task::Task;
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::widgets::IconButton;

/// File extension of records.
const RECORD: &str = "jsonl";

/// The panel for texts and files.
#[derive(Debug, Default)]
pub struct FilesPanel {
    /// A position or a line entered by the user.
    text: String,
    /// Path of the file to be saved.
    path: String,
    dialog: Dialog,
    running: Option<RunningExport>,
    /// Result of the last action.
    result: Option<Result<String, String>>,
    /// The file that was written last, until it is taken.
    saved: Option<PathBuf>,
}

/// An export that runs in the background.
#[derive(Debug)]
struct RunningExport {
    task: Task<ExportNews>,
    /// Number of frames that are done, and of all.
    frames: Option<(usize, usize)>,
    /// Number of the change that is saved, if the game is.
    saves: Option<usize>,
}

impl FilesPanel {
    /// Saves to the file that was chosen in the dialog; returns the result of an export once it is known.
    pub fn poll(&mut self, window: &Context, session: &mut Session) -> Option<Result<String, String>> {
        match self.dialog.answer() {
            Some(Ok(path)) => {
                self.path = path.display().to_string();
                self.save(window, session);
            }
            Some(Err(reason)) => self.result = Some(Err(reason)),
            None => {}
        }
        let running = self.running.as_mut()?;
        let mut news = running.task.messages();
        let broken = running.task.take_panic().map(ExportNews::Failed);
        let mut result = None;
        for news in news.drain(..).chain(broken) {
            result = match news {
                ExportNews::Frames(done, all) => {
                    running.frames = Some((done, all));
                    continue;
                }
                ExportNews::Saved(path) => {
                    if let Some(count) = running.saves {
                        session.mark_saved(count);
                        let is_source = session.source.as_ref().is_some_and(|source| source.path == path);
                        if !is_source {
                            session.source = Some(GameSource { path: path.clone(), number: 1 });
                        }
                    }
                    self.saved = Some(path.clone());
                    Some(Ok(with("study.saved", &[&path.display()])))
                }
                ExportNews::Text(text) => {
                    window.copy_text(text);
                    Some(Ok(t("study.copied").to_owned()))
                }
                ExportNews::Picture(picture) => {
                    window.copy_image(picture.as_ref().clone());
                    Some(Ok(t("study.copied").to_owned()))
                }
                ExportNews::Failed(reason) => Some(Err(reason)),
            };
        }
        if result.is_some() {
            self.running = None;
            self.result.clone_from(&result);
        }
        result
    }

    /// The file that was written since the last call.
    pub fn take_saved(&mut self) -> Option<PathBuf> {
        self.saved.take()
    }

    /// Asks for a file, and saves the game, or a picture of it, there.
    fn ask(&mut self, window: &Context, game: &LoadedGame) {
        self.dialog.ask(window, file_request(game, extensions(game)));
    }

    /// Asks for a file for the whole game; formats for pictures are offered last.
    pub fn ask_game(&mut self, window: &Context, game: &LoadedGame) {
        let mut endings = extensions(game);
        endings.sort_by_key(|ending| (!is_whole_game(game, ending), *ending == RECORD));
        self.dialog.ask(window, file_request(game, endings));
    }

    /// Saves the game to the file from which it was opened, or asks for a file.
    pub fn save_game(&mut self, window: &Context, session: &Session) {
        match &session.source {
            Some(source) => self.export(window, session, Target::Source(source.clone())),
            None => self.ask_game(window, session.loaded()),
        }
    }

    /// Shows the entries of a menu: to copy the line, the position, a picture or the game, and to save the game.
    pub fn menu(&mut self, ui: &mut Ui, session: &Session, last: Option<NodeId>) {
        if session.hides_information() {
            ui.weak(t("study.hidden"));
            return;
        }
        for (name, text) in texts(session, last) {
            if ui.button(t(name)).clicked() {
                ui.ctx().copy_text(text);
                ui.close();
            }
        }
        let is_free = self.running.is_none();
        for (name, target) in [(game_name(session.loaded()), Target::GameText), (picture_name(), Target::Picture)] {
            if ui.add_enabled(is_free, Button::new(name)).clicked() {
                self.export(ui.ctx(), session, target);
                ui.close();
            }
        }
        ui.separator();
        if let Some(source) = &session.source {
            let file = source.path.file_name().unwrap_or_default().to_string_lossy();
            let button = Button::new(with("study.save_in", &[&file])).shortcut_text(PlayAction::Save.key(ui.ctx()));
            if ui.add_enabled(is_free && session.has_unsaved_edits(), button).clicked() {
                self.save_game(ui.ctx(), session);
                ui.close();
            }
        }
        if ui.add_enabled(is_free, Button::new(t("study.choose"))).clicked() {
            self.ask(ui.ctx(), session.loaded());
            ui.close();
        }
    }

    /// Shows the fields and buttons. The copied line ends at `last` if that is before the visible position.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session, last: Option<NodeId>) {
        ui.horizontal_wrapped(|ui| {
            for (name, text) in texts(session, last) {
                if ui.button(t(name)).clicked() {
                    ui.ctx().copy_text(text);
                }
            }
        });
        let label = ui.label(t("study.set"));
        let field = TextEdit::multiline(&mut self.text).desired_rows(2).hint_text(t("study.set_hint"));
        ui.add(field).labelled_by(label.id);
        if ui.button(t("study.go")).clicked() {
            self.result = session.go_to(&self.text).err().map(Err);
        }
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("study.file"));
            let field = TextEdit::singleline(&mut self.path).desired_width(150.0);
            let field = field.hint_text(with("study.file_hint", &[&extensions(session.loaded()).join(", .")]));
            ui.add(field).labelled_by(label.id);
            let ready = self.running.is_none() && !self.path.trim().is_empty();
            if ui.add_enabled(ready, Button::new(t("study.save"))).clicked() {
                self.save(ui.ctx(), session);
            }
            if ui.button(t("study.choose")).clicked() {
                self.ask(ui.ctx(), session.loaded());
            }
        });
        match &self.result {
            Some(Ok(text)) => drop(ui.label(text)),
            Some(Err(reason)) => drop(crate::theme::error_label(ui, reason)),
            None => {}
        }
        if let Some(path) = &session.record_path {
            ui.weak(with("study.kept", &[&path.display()]));
        }
    }

    /// Shows the progress of an export that takes long, with a button that stops it.
    pub fn progress_ui(&mut self, ui: &mut Ui) {
        let frames = self.running.as_ref().and_then(|running| running.frames);
        let Some((done, all)) = frames else { return };
        ui.horizontal(|ui| {
            if IconButton::new(Icon::X, t("study.stop_export")).show(ui).clicked() {
                self.running = None;
            }
            let text = with("study.frames", &[&(done + 1), &all]);
            ui.add(ProgressBar::new(done as f32 / all as f32).text(text).desired_width(ui.available_width()));
        });
    }

    fn save(&mut self, window: &Context, session: &Session) {
        self.export(window, session, Target::File(PathBuf::from(self.path.trim())));
    }

    fn export(&mut self, window: &Context, session: &Session, target: Target) {
        if self.running.is_some() {
            return;
        }
        let record = match session.game_record() {
            Ok(record) => record,
            Err(reason) => {
                self.result = Some(Err(reason));
                return;
            }
        };
        let (opened, shown, fen) = (session.opened.clone(), session.state().clone(), session.fen());
        let export = Export { opened, shown, fen, states: session.states(), record };
        let saves = match &target {
            Target::Source(_) => true,
            Target::File(path) => {
                let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
                ending.is_some_and(|ending| is_whole_game(session.loaded(), &ending))
            }
            Target::GameText | Target::Picture => false,
        };
        let saves = saves.then(|| session.edit_count());
        self.running = Some(RunningExport { task: export::start(window, export, target), frames: None, saves });
    }
}

/// `true` if a file with this extension has the whole game with its comments and variations.
fn is_whole_game(loaded: &LoadedGame, ending: &str) -> bool {
    ending == RECORD || notation_of(loaded).is_some_and(|notation| ending == notation.name())
}

/// The line and the position as texts, by the name of the button that copies them.
fn texts(session: &Session, last: Option<NodeId>) -> [(&'static str, String); 2] {
    let shown = session.visible_node();
    let last = last.filter(|last| session.tree.line(shown).contains(last) || *last == GameTree::ROOT);
    [("study.copy_line", session.line_text(last.unwrap_or(shown))), ("study.copy_position", session.position_text())]
}

/// Name of the button that copies the game.
fn game_name(game: &LoadedGame) -> String {
    match notation_of(game) {
        Some(notation) => with("study.copy_game", &[&notation.name().to_uppercase()]),
        None => t("study.copy_record").to_owned(),
    }
}

/// Name of the button that copies a picture.
fn picture_name() -> String {
    t("study.copy_picture").to_owned()
}

/// The dialog to save a position or a game in one of these formats.
fn file_request(game: &LoadedGame, extensions: Vec<&'static str>) -> FileRequest {
    let kinds = extensions.iter().map(|&ending| (ending.to_uppercase(), vec![ending])).collect();
    let name = format!("{}.{}", game.name, extensions[0]);
    FileRequest { title: t("study.file").to_owned(), purpose: Purpose::Save(name), kinds }
}
