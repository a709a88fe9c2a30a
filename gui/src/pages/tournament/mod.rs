//! The page of tournaments: a list of them, the form of a new one, and the results of the chosen one. Evolution of weights
//! stands beside them.

mod cross_table;
mod fields;
mod form;
mod game_choice;
mod games;
mod openings;
mod players;
mod rating_chart;
mod reader;
mod results;
mod running;
mod terms;
mod view;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_library::store::StoredRecord;
use eframe::egui::{CentralPanel, ComboBox, Context, Frame, Margin, Panel, ScrollArea, Ui};

use self::form::TournamentForm;
use self::reader::{ReadView, TournamentEntry};
use self::results::{ResultsPage, ResultsRequest, RunState};
use self::running::{Plan, RunEnd, Running};
use self::view::TournamentView;
use super::evolution::Evolution;
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::settings::Settings;
use crate::task::Task;
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::widgets::{icon_text_button, row};
use crate::theme::{error_label, metrics};

/// Width of the list of tournaments.
const LIST: f32 = 230.0;

/// Part of the page beside the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Shown {
    /// The form of a new tournament.
    #[default]
    Form,
    /// The results in a folder.
    Results(PathBuf),
    /// Evolution of weights.
    Evolution,
}

/// The page.
#[derive(Debug)]
pub struct Tournament {
    /// Folder below which the program keeps tournaments.
    below: PathBuf,
    shown: Shown,
    form: TournamentForm,
    results: ResultsPage,
    evolution: Evolution,
    running: Option<Running>,
    entries: Vec<TournamentEntry>,
    listing: Option<Task<Vec<TournamentEntry>>>,
    /// Results that were read from the shown folder.
    view: Option<Arc<TournamentView>>,
    reading: Option<Task<ReadView>>,
    /// Reason why the tournament of the form has not begun.
    form_error: Option<String>,
    /// Reason why the shown folder cannot be read.
    unreadable: Option<String>,
    /// Reason why the shown tournament ended early, or another message about it.
    error: Option<String>,
    /// Folder of the tournament that was played last, and what is to be said about its end.
    ended: Option<(PathBuf, String)>,
    dialog: Dialog,
    /// Number of the last frame in which the page was shown.
    last_frame: Option<u64>,
}

impl Tournament {
    /// Creates the page with an example configuration.
    pub fn new(data: Option<&Path>) -> Self {
        let below = data.map_or_else(|| PathBuf::from("results"), |data| data.join("tournaments"));
        Self {
            shown: Shown::default(),
            form: TournamentForm::new(below.clone()),
            results: ResultsPage::default(),
            evolution: Evolution::new(data),
            running: None,
            entries: Vec::new(),
            listing: None,
            view: None,
            reading: None,
            form_error: None,
            unreadable: None,
            error: None,
            ended: None,
            dialog: Dialog::default(),
            last_frame: None,
            below,
        }
    }

    /// Takes over what has happened in the background. A tournament goes on while other pages are shown.
    pub fn poll(&mut self, window: &Context, settings: &Settings) {
        if let Some(entries) = self.listing.as_ref().and_then(|task| task.messages().pop()) {
            self.entries = entries;
            self.listing = None;
        }
        if let Some(task) = &mut self.reading
            && let Some(read) = task.messages().pop().or_else(|| task.take_panic().map(Err))
        {
            self.reading = None;
            match read {
                Ok(view) => self.view = Some(view),
                Err(reason) => self.unreadable = Some(reason),
            }
        }
        let Some(running) = &mut self.running else { return };
        let had_folder = running.folder.is_some();
        let end = running.poll();
        let folder = end.as_ref().map_or(&running.folder, |end| &end.folder).clone();
        if let Some(folder) = folder.filter(|_| !had_folder) {
            if self.shown == Shown::Form {
                self.show(Shown::Results(folder));
            }
            self.list(window, settings);
        }
        if let Some(end) = end {
            self.running = None;
            self.finish(end);
            self.list(window, settings);
        }
    }

    /// Number of finished games and of all games of the running tournament.
    pub fn progress(&self) -> Option<(u64, u64)> {
        self.running.as_ref().map(|running| (running.progress.done, running.progress.games))
    }

    /// Shows the results of a folder.
    pub fn open_results(&mut self, folder: &Path) {
        self.show(Shown::Results(folder.to_owned()));
    }

    /// Takes over the end of the tournament that was played.
    fn finish(&mut self, end: RunEnd) {
        let said = end.notices.into_iter().chain(end.error).collect::<Vec<_>>().join("\n");
        let said = Some(said).filter(|said| !said.is_empty());
        let Some(folder) = end.folder else {
            self.form_error = said;
            return;
        };
        if self.shown == Shown::Results(folder.clone()) {
            (self.view, self.error) = (end.view.or(self.view.take()), said.clone());
        }
        self.ended = said.map(|said| (folder, said));
    }

    /// Lists the tournaments again.
    fn list(&mut self, window: &Context, settings: &Settings) {
        self.listing = Some(reader::list(window, Some(self.below.clone()), settings.tournaments.clone()));
    }

    /// Shows another part of the page.
    fn show(&mut self, shown: Shown) {
        if self.shown != shown {
            let of_folder = |(folder, _): &&(PathBuf, String)| shown == Shown::Results(folder.clone());
            let said = self.ended.as_ref().filter(of_folder).map(|(_, said)| said.clone());
            (self.view, self.reading, self.unreadable, self.error) = (None, None, None, said);
            self.shown = shown;
            self.results.clear();
        }
    }

    /// Shows the page; returns the game that is to be shown on the page Play.
    pub fn ui(&mut self, ui: &mut Ui, settings: &mut Settings) -> Option<Box<StoredRecord>> {
        let frame = ui.ctx().cumulative_frame_nr();
        let was_shown = self.last_frame.replace(frame).is_some_and(|last| last + 1 >= frame);
        if !was_shown {
            self.list(ui.ctx(), settings);
        }
        let margin = Margin::same(metrics::GAP as i8);
        if ui.available_width() < metrics::NARROW {
            let frame = Frame::side_top_panel(ui.style()).inner_margin(margin);
            Panel::top("tournaments").frame(frame).show(ui, |ui| self.bar_ui(ui, settings));
        } else {
            let frame = Frame::side_top_panel(ui.style()).inner_margin(margin);
            let list = Panel::left("tournaments").exact_size(LIST).resizable(false).frame(frame);
            list.show(ui, |ui| self.list_ui(ui, settings));
        }
        let mut answer = None;
        CentralPanel::default().show(ui, |ui| match self.shown.clone() {
            Shown::Form => self.form_ui(ui, settings),
            Shown::Results(folder) => answer = self.results_ui(ui, &folder),
            Shown::Evolution => {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.evolution.ui(ui));
            }
        });
        answer
    }

    /// Shows the list of tournaments.
    fn list_ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        let mut wanted = None;
        let is_form = self.shown == Shown::Form;
        if row(ui, Icon::Plus, t("tournament.new"), "", is_form).clicked() {
            wanted = Some(Shown::Form);
        }
        let is_evolution = self.shown == Shown::Evolution;
        if row(ui, Icon::Dna, t("evolution.title"), "", is_evolution).clicked() {
            wanted = Some(Shown::Evolution);
        }
        ui.separator();
        let bottom = metrics::CONTROL + 2.0 * metrics::GAP;
        let height = (ui.available_height() - bottom).max(metrics::CONTROL);
        ScrollArea::vertical().max_height(height).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for entry in &self.entries {
                let (icon, detail) = self.entry_state(entry);
                let is_selected = self.shown == Shown::Results(entry.folder.clone());
                let line = row(ui, icon, &entry.title, &detail, is_selected);
                if line.on_hover_text(entry.folder.display().to_string()).clicked() {
                    wanted = Some(Shown::Results(entry.folder.clone()));
                }
            }
            if self.entries.is_empty() && self.listing.is_none() {
                ui.weak(t("tournament.none"));
            }
        });
        wanted = self.open_ui(ui, settings).or(wanted);
        if let Some(wanted) = wanted {
            self.show(wanted);
        }
    }

    /// Shows a button that opens another folder.
    fn open_ui(&mut self, ui: &mut Ui, settings: &mut Settings) -> Option<Shown> {
        if icon_text_button(ui, Icon::FolderOpen, t("tournament.open")).clicked() {
            let title = t("tournament.folder").to_owned();
            self.dialog.ask(ui.ctx(), FileRequest { title, purpose: Purpose::Folder, kinds: Vec::new() });
        }
        match self.dialog.answer()? {
            Ok(folder) => {
                settings.add_tournament(&folder);
                Some(Shown::Results(folder))
            }
            Err(reason) => {
                self.error = Some(reason);
                None
            }
        }
    }

    /// Shows the same as a bar, where there is no room for the list.
    fn bar_ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        ui.horizontal_wrapped(|ui| {
            let mut shown = self.shown.clone();
            let name = match &self.shown {
                Shown::Form => t("tournament.new").to_owned(),
                Shown::Evolution => t("evolution.title").to_owned(),
                Shown::Results(folder) => folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            };
            let label = ui.label(t("tournament.title"));
            let list =
                ComboBox::from_id_salt("tournaments").selected_text(name).width(LIST).truncate().show_ui(ui, |ui| {
                    ui.selectable_value(&mut shown, Shown::Form, t("tournament.new"));
                    ui.selectable_value(&mut shown, Shown::Evolution, t("evolution.title"));
                    for entry in &self.entries {
                        let (_, detail) = self.entry_state(entry);
                        let text = format!("{}, {detail}", entry.title);
                        ui.selectable_value(&mut shown, Shown::Results(entry.folder.clone()), text);
                    }
                });
            list.response.labelled_by(label.id);
            let opened = self.open_ui(ui, settings);
            self.show(opened.unwrap_or(shown));
        });
    }

    /// Icon and number of games of a tournament in the list.
    fn entry_state(&self, entry: &TournamentEntry) -> (Icon, String) {
        let running = self.running.as_ref().filter(|running| running.folder.as_ref() == Some(&entry.folder));
        let finished = running.map_or(entry.finished, |running| running.progress.done.max(entry.finished));
        let is_complete = entry.games.is_some_and(|games| finished >= games);
        let icon = match running {
            Some(_) => Icon::Play,
            None if is_complete => Icon::Trophy,
            None => Icon::CirclePause,
        };
        let detail = match entry.games.filter(|_| !is_complete) {
            Some(games) => with("tournament.entry", &[&finished, &games]),
            None => finished.to_string(),
        };
        (icon, detail)
    }

    /// Shows the form.
    fn form_ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        if let Some(reason) = &self.error {
            error_label(ui, reason);
        }
        let refusal = self
            .running
            .as_ref()
            .map(|running| t(if running.folder.is_some() { "tournament.busy" } else { "tournament.prepares" }));
        let begun = self.form.ui(ui, &mut settings.engines, refusal, self.form_error.as_deref());
        if let Some(new) = begun {
            self.form_error = None;
            self.running = Some(Running::start(ui.ctx(), Plan::New(new)));
        }
    }

    /// Shows the results in a folder; returns the game that is to be shown on the page Play.
    fn results_ui(&mut self, ui: &mut Ui, folder: &Path) -> Option<Box<StoredRecord>> {
        let own = self.running.as_ref().filter(|running| running.folder.as_deref() == Some(folder));
        if own.is_none() && self.view.is_none() && self.reading.is_none() && self.unreadable.is_none() {
            self.reading = Some(reader::read(ui.ctx(), folder.to_owned()));
        }
        let run = match (own, &self.running) {
            (Some(running), _) => RunState::Running(running),
            (None, Some(_)) => RunState::Other,
            (None, None) => RunState::Free,
        };
        let live = own.and_then(|running| running.view.clone());
        let view = live.or_else(|| self.view.clone());
        let error = self.unreadable.as_deref().or(self.error.as_deref());
        match self.results.ui(ui, folder, view.as_ref(), run, error)? {
            ResultsRequest::Show(game) => return Some(game),
            ResultsRequest::Stop => self.running.iter_mut().for_each(Running::stop),
            ResultsRequest::Resume => {
                self.error = None;
                self.running = Some(Running::start(ui.ctx(), Plan::Resume(folder.to_owned())));
            }
            ResultsRequest::ReadAgain => (self.view, self.unreadable, self.error) = (None, None, None),
            ResultsRequest::UseSettings => {
                if view.is_some_and(|view| self.form.take_over(&view.config, folder)) {
                    self.show(Shown::Form);
                } else {
                    self.error = Some(t("tournament.not_shown").to_owned());
                }
            }
        }
        None
    }
}
