//! The results of one tournament, running or not: its state with buttons, the standings, and the list of games.

use std::path::Path;
use std::sync::Arc;

use boardwright_arena::tournament::Config;
use boardwright_library::store::StoredRecord;
use eframe::egui::{Label, ProgressBar, RichText, ScrollArea, Spinner, Ui};

use super::game_choice::game_title;
use super::games::GamesList;
use super::reader;
use super::running::{RunProgress, Running};
use super::terms::pairing_name;
use super::view::TournamentView;
use super::{cross_table, rating_chart};
use crate::desktop::DesktopOpening;
use crate::task::Task;
use crate::texts::{t, with};
use crate::theme::icons::{self, Icon};
use crate::theme::widgets::{IconButton, icon_text_button, section};
use crate::theme::{error_label, metrics, palette};

/// Parts of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Standings,
    Games,
}

/// Request of the user.
#[derive(Debug)]
pub enum ResultsRequest {
    /// Stop the tournament.
    Stop,
    /// Go on with the tournament.
    Resume,
    /// Read the folder again.
    ReadAgain,
    /// Fill the form with the settings of the tournament.
    UseSettings,
    /// Show a game on the page Play.
    Show(Box<StoredRecord>),
}

/// Relation of the shown tournament to the one that is being played.
#[derive(Clone, Copy, Debug)]
pub enum RunState<'r> {
    /// It is the one that is being played.
    Running(&'r Running),
    /// No tournament is being played.
    Free,
    /// Another one is being played.
    Other,
}

/// The results of one tournament.
#[derive(Debug, Default)]
pub struct ResultsPage {
    tab: Tab,
    games: GamesList,
    desktop: DesktopOpening,
    /// Game that is read from the journal.
    reading: Option<Task<Result<Box<StoredRecord>, String>>>,
    /// Reason why a game cannot be shown.
    refusal: Option<String>,
}

impl ResultsPage {
    /// Shows another tournament: filters and messages are about one only.
    pub fn clear(&mut self) {
        *self = Self { tab: self.tab, ..Self::default() };
    }

    /// Shows the results; returns the user's request. `error` is the reason why the tournament ended early or cannot be read.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        folder: &Path,
        view: Option<&Arc<TournamentView>>,
        run: RunState<'_>,
        error: Option<&str>,
    ) -> Option<ResultsRequest> {
        self.desktop.poll();
        let mut asked = self.poll_game();
        asked = self.head_ui(ui, folder, view, run).or(asked);
        for reason in [error, self.desktop.error.as_deref(), self.refusal.as_deref()].into_iter().flatten() {
            error_label(ui, reason);
        }
        let Some(view) = view else {
            if error.is_none() {
                ui.horizontal(|ui| {
                    ui.add(Spinner::new().size(metrics::ICON));
                    let text =
                        if matches!(run, RunState::Running(_)) { "tournament.prepares" } else { "tournament.reads" };
                    ui.label(t(text));
                });
            }
            return asked;
        };
        if let RunState::Running(running) = run {
            for notice in &running.notices {
                ui.label(RichText::new(notice).color(palette(ui).warning));
            }
        }
        self.faults_ui(ui, view);
        ui.add_space(metrics::GAP);
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.tab, Tab::Standings, t("tournament.standings"));
            ui.selectable_value(&mut self.tab, Tab::Games, with("tournament.games_tab", &[&view.rows.len()]));
        });
        ui.separator();
        match self.tab {
            Tab::Standings => {
                if let Some(pair) = standings_ui(ui, view) {
                    self.games.show_pair(pair);
                    self.tab = Tab::Games;
                }
            }
            Tab::Games => {
                if let Some(row) = self.games.ui(ui, view) {
                    self.refusal = None;
                    self.reading = Some(reader::read_game(ui.ctx(), view, &row));
                }
            }
        }
        asked
    }

    /// Takes over a game that was read.
    fn poll_game(&mut self) -> Option<ResultsRequest> {
        let task = self.reading.as_mut()?;
        let read = task.messages().pop().or_else(|| task.take_panic().map(Err))?;
        self.reading = None;
        match read {
            Ok(game) => Some(ResultsRequest::Show(game)),
            Err(reason) => {
                self.refusal = Some(reason);
                None
            }
        }
    }

    /// Shows title, state and buttons.
    fn head_ui(
        &mut self,
        ui: &mut Ui,
        folder: &Path,
        view: Option<&Arc<TournamentView>>,
        run: RunState<'_>,
    ) -> Option<ResultsRequest> {
        let mut asked = None;
        let folder_name = || folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        ui.add(Label::new(RichText::new(view.map_or_else(folder_name, |view| view.title())).heading()).truncate());
        if let Some(view) = view {
            let about = RichText::new(description(&view.config)).color(palette(ui).weak);
            ui.add(Label::new(about).wrap());
        }
        ui.add_space(4.0);
        if let RunState::Running(running) = run {
            progress_ui(ui, running);
        } else if let Some(view) = view {
            ui.label(state_text(view));
        }
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            match run {
                RunState::Running(running) => {
                    ui.add_enabled_ui(!running.is_stopping, |ui| {
                        if icon_text_button(ui, Icon::CircleStop, t("tournament.stop")).clicked() {
                            asked = Some(ResultsRequest::Stop);
                        }
                    });
                }
                RunState::Free | RunState::Other if view.is_some_and(|view| !view.is_complete) => {
                    let is_free = matches!(run, RunState::Free);
                    let resume =
                        ui.add_enabled_ui(is_free, |ui| icon_text_button(ui, Icon::Play, t("tournament.resume")));
                    let hint = if is_free { "tournament.resume_hint" } else { "tournament.busy" };
                    let resume = resume.inner.on_hover_text(t(hint)).on_disabled_hover_text(t(hint));
                    if resume.clicked() {
                        asked = Some(ResultsRequest::Resume);
                    }
                }
                RunState::Free | RunState::Other => {}
            }
            if icon_text_button(ui, Icon::FileText, t("tournament.open_report")).clicked() {
                let of = folder.to_owned();
                self.desktop.open(ui.ctx(), move || reader::report(&of));
            }
            let open = icon_text_button(ui, Icon::FolderOpen, t("tournament.open_folder"));
            if open.on_hover_text(folder.display().to_string()).clicked() {
                let of = folder.to_owned();
                self.desktop.open(ui.ctx(), move || Ok(of));
            }
            if IconButton::new(Icon::ClipboardCopy, t("tournament.copy_path")).show(ui).clicked() {
                ui.ctx().copy_text(folder.display().to_string());
            }
            let again = icon_text_button(ui, Icon::CopyPlus, t("tournament.use_settings"));
            if again.on_hover_text(t("tournament.use_settings_hint")).clicked() {
                asked = Some(ResultsRequest::UseSettings);
            }
            let is_running = matches!(run, RunState::Running(_));
            if !is_running && IconButton::new(Icon::RefreshCw, t("tournament.read_again")).show(ui).clicked() {
                asked = Some(ResultsRequest::ReadAgain);
            }
        });
        asked
    }

    /// Shows how many games failures have ended, with a button for their list.
    fn faults_ui(&mut self, ui: &mut Ui, view: &TournamentView) {
        let faults = view.faults();
        if faults.is_empty() {
            return;
        }
        let each = faults.iter().map(|(culprit, count)| {
            let name = culprit.map_or(t("tournament.rules"), |player| view.name(player));
            with("tournament.fault_count", &[&name, count])
        });
        let each = each.collect::<Vec<_>>().join(", ");
        let count: usize = faults.iter().map(|(_, count)| count).sum();
        ui.horizontal_wrapped(|ui| {
            ui.label(icons::icon(Icon::TriangleAlert).color(palette(ui).warning));
            ui.label(RichText::new(with("tournament.fault_sum", &[&count, &each])).color(palette(ui).warning));
            if ui.link(t("tournament.show_faults")).clicked() {
                self.games.show_faults();
                self.tab = Tab::Games;
            }
        });
    }
}

/// Shows the tables and charts of all games; returns the players whose games the user wants to see.
fn standings_ui(ui: &mut Ui, view: &TournamentView) -> Option<cross_table::Pair> {
    let mut chosen = None;
    ScrollArea::vertical().id_salt("standings").auto_shrink(false).show(ui, |ui| {
        let has_several = view.standings.all().count() > 1;
        for standing in view.standings.all() {
            if has_several {
                section(ui, if standing.seats == 0 { t("tournament.all_games") } else { &standing.game });
            }
            chosen = cross_table::ui(ui, view, standing).or(chosen);
            if !standing.ratings.is_empty() {
                ui.add_space(metrics::SECTION);
                section(ui, t("tournament.ratings"));
                rating_chart::ui(ui, view, standing);
            }
            ui.add_space(metrics::SECTION);
        }
        if let Some(text) = view.standings.sequential_text() {
            ui.add(Label::new(text).wrap());
        }
    });
    chosen
}

/// Shows the progress of a running tournament.
fn progress_ui(ui: &mut Ui, running: &Running) {
    let progress = &running.progress;
    let part = progress.done as f32 / progress.games.max(1) as f32;
    let of = if progress.games == 0 {
        t("tournament.prepares").to_owned()
    } else {
        with("tournament.of", &[&progress.done, &progress.games])
    };
    let bar = ProgressBar::new(part).desired_width(ui.available_width().min(520.0)).text(of);
    ui.add(bar);
    let said = if running.is_stopping { t("tournament.stopping").to_owned() } else { speed_text(progress) };
    ui.label(RichText::new(said).color(palette(ui).weak));
}

/// Speed and estimated time until the end.
fn speed_text(progress: &RunProgress) -> String {
    let rate = progress.rate();
    let speed = if rate == 0.0 {
        t("tournament.first_game").to_owned()
    } else {
        with("tournament.rate", &[&format!("{rate:.*}", usize::from(rate < 10.0))])
    };
    match progress.seconds_left() {
        Some(seconds) => with("tournament.left", &[&speed, &duration_text(seconds)]),
        None if progress.is_open => with("tournament.rounds_follow", &[&speed]),
        None => speed,
    }
}

/// Duration for people.
fn duration_text(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..60 => with("tournament.seconds", &[&seconds]),
        60..3600 => with("tournament.minutes", &[&(seconds / 60), &(seconds % 60)]),
        _ => with("tournament.hours", &[&(seconds / 3600), &(seconds % 3600 / 60)]),
    }
}

/// State of a tournament that is not running.
fn state_text(view: &TournamentView) -> String {
    let done = view.rows.len();
    match view.games {
        _ if view.is_complete => with("tournament.complete", &[&done]),
        Some(games) => with("tournament.incomplete", &[&done, &games]),
        None => with("tournament.finished", &[&done]),
    }
}

/// Settings of a tournament in one line.
fn description(config: &Config) -> String {
    let budget = &config.budget;
    let limits = [
        budget.seconds.map(|seconds| with("tournament.each_move", &[&seconds])),
        budget.total.map(|total| with("tournament.each_game", &[&total, &budget.increment.unwrap_or(0.0)])),
        budget.nodes.map(|nodes| with("tournament.each_nodes", &[&nodes])),
        budget.depth.map(|depth| with("tournament.each_depth", &[&depth])),
    ];
    let start = &config.start;
    let starts = match (&start.lines, start.plies) {
        (Some(_), _) => t("tournament.with_openings").to_owned(),
        (None, 0) => t("tournament.from_initial").to_owned(),
        (None, plies) => with("tournament.from_random", &[&plies]),
    };
    let games: Vec<String> = config.games.iter().map(|game| game_title(game)).collect();
    let first = [
        games.join(", "),
        pairing_name(config.pairing).to_owned(),
        with("tournament.per_pairing", &[&config.games_per_pairing]),
    ];
    let parts: Vec<String> = first.into_iter().chain(limits.into_iter().flatten()).chain([starts]).collect();
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn speed_and_time_are_rounded_for_people() {
        let progress = RunProgress { done: 30, games: 300, is_open: false, played: (30, Duration::from_secs(120)) };
        let text = speed_text(&progress);
        assert!(text.contains("15 games") && text.contains("18 min 0 s"), "{text}");
        assert!(speed_text(&RunProgress { is_open: true, ..progress }).contains("round"), "{text}");
        assert_eq!(duration_text(7300.0), "2 h 1 min");
    }
}
