//! Evolution of weights: run a description, stop it, go on with it, and watch the fitness.

use std::path::{Path, PathBuf};

use boardwright_arena::evolution::{FitnessRow, Observer};
use boardwright_games::evolution_runs::EVOLUTION_RUNS;
use boardwright_library::evolution::{ContestPlace, EvolutionOutcome, find_description, run_evolution};
use eframe::egui::{ComboBox, Grid, RichText, TextEdit, Ui};
use egui_plot::{Legend, Line, Plot, PlotPoints};

use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// The form, and the run that was started last.
#[derive(Debug)]
pub struct Evolution {
    /// Name of a shipped description, or a file.
    description: String,
    out: String,
    /// Folder below which runs are stored by default.
    folder: PathBuf,
    running: Option<Task<EvolutionUpdate>>,
    /// Number of the last generation, and of the games of this session.
    progress: (usize, u64),
    rows: Vec<FitnessRow>,
    ended: Option<String>,
    failed: Option<String>,
}

/// Message of a run.
#[derive(Debug)]
enum EvolutionUpdate {
    Games(u64),
    Generation(usize, Option<Vec<FitnessRow>>),
    Ended(Result<EvolutionOutcome, String>),
}

/// Reports the progress of a run to the window.
struct WindowObserver<'a> {
    reporter: &'a Reporter<EvolutionUpdate>,
    games: u64,
}

impl Observer for WindowObserver<'_> {
    fn contest_played(&mut self, games: usize) {
        self.games += games as u64;
        self.reporter.report(EvolutionUpdate::Games(self.games));
    }

    fn generation(&mut self, generation: usize, rows: &[FitnessRow], is_measured: bool) {
        self.reporter.report(EvolutionUpdate::Generation(generation, is_measured.then(|| rows.to_vec())));
    }
}

impl Evolution {
    /// Creates the form with the first shipped description.
    pub fn new(data: Option<&Path>) -> Self {
        let folder = data.map_or_else(|| PathBuf::from("evolution"), |data| data.join("evolution"));
        let description = EVOLUTION_RUNS.first().map_or("", |entry| entry.name).to_owned();
        Self {
            out: folder.join(&description).display().to_string(),
            description,
            folder,
            running: None,
            progress: (0, 0),
            rows: Vec::new(),
            ended: None,
            failed: None,
        }
    }

    /// Starts the run of the form, or goes on with it if its folder has results.
    fn begin(&mut self, ui: &Ui) {
        (self.failed, self.ended, self.progress) = (None, None, (0, 0));
        self.rows.clear();
        let description = match find_description(self.description.trim()) {
            Ok(description) => description,
            Err(error) => {
                self.failed = Some(error.to_string());
                return;
            }
        };
        let out = PathBuf::from(self.out.trim());
        // One core is reserved for the window.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = (cores - 1).max(1);
        self.running = Some(Task::start(ui.ctx(), "evolution", move |reporter: &Reporter<EvolutionUpdate>| {
            let mut observer = WindowObserver { reporter, games: 0 };
            let ended =
                run_evolution(&description, &out, ContestPlace::Threads(Some(threads)), &mut observer, &reporter.stop);
            reporter.report(EvolutionUpdate::Ended(ended.map_err(|error| error.to_string())));
        }));
    }

    fn poll(&mut self) {
        let Some(task) = &mut self.running else { return };
        let is_over = task.is_over();
        for message in task.messages() {
            match message {
                EvolutionUpdate::Games(games) => self.progress.1 = games,
                EvolutionUpdate::Generation(generation, rows) => {
                    self.progress.0 = generation;
                    self.rows = rows.unwrap_or(std::mem::take(&mut self.rows));
                }
                EvolutionUpdate::Ended(Ok(outcome)) => {
                    self.rows = outcome.finished.rows;
                    let best = outcome.finished.best.zip(outcome.weights);
                    self.ended = best.map(|(best, file)| {
                        let fitness = format!("{:.2}", best.fitness);
                        with("evolution.best", &[&fitness, &best.generation, &file.display()])
                    });
                }
                EvolutionUpdate::Ended(Err(reason)) => self.failed = Some(reason),
            }
        }
        if is_over {
            self.failed = task.take_panic().or(self.failed.take());
            self.running = None;
        }
    }

    /// Shows the form and the run.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.poll();
        ui.add_enabled_ui(self.running.is_none(), |ui| self.form(ui));
        ui.horizontal_wrapped(|ui| {
            if let Some(task) = &self.running {
                if ui.button(t("evolution.stop")).clicked() {
                    task.stop();
                }
                ui.spinner();
                ui.label(with("evolution.progress", &[&self.progress.0, &self.progress.1]));
            } else if ui.button(t("evolution.start")).on_hover_text(t("evolution.start_hint")).clicked() {
                self.begin(ui);
            }
        });
        if let Some(reason) = &self.failed {
            crate::theme::error_label(ui, reason);
        }
        if !self.rows.is_empty() {
            self.curves(ui);
        }
        if let Some(text) = &self.ended {
            ui.label(text);
        }
    }

    fn form(&mut self, ui: &mut Ui) {
        ui.label(RichText::new(t("evolution.about")).weak());
        Grid::new("evolution").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            let label = ui.label(t("evolution.description"));
            ui.horizontal(|ui| {
                ui.add(TextEdit::singleline(&mut self.description).desired_width(330.0)).labelled_by(label.id);
                let list = ComboBox::from_id_salt("shipped runs").selected_text(t("evolution.shipped"));
                list.show_ui(ui, |ui| {
                    for entry in EVOLUTION_RUNS {
                        if ui.selectable_label(self.description == entry.name, entry.name).clicked() {
                            entry.name.clone_into(&mut self.description);
                            self.out = self.folder.join(entry.name).display().to_string();
                        }
                    }
                });
            });
            ui.end_row();
            let label = ui.label(t("evolution.out"));
            ui.add(TextEdit::singleline(&mut self.out).desired_width(520.0)).labelled_by(label.id);
            ui.end_row();
        });
    }

    /// Highest, median and mean fitness over the generations.
    fn curves(&self, ui: &mut Ui) {
        let line = |name: &'static str, value: fn(&FitnessRow) -> f64| {
            let points = self.rows.iter().map(|row| [row.generation as f64, value(row)]);
            Line::new(t(name), points.collect::<PlotPoints<'_>>())
        };
        let plot = Plot::new("fitness").height(240.0).legend(Legend::default());
        let plot = plot.allow_scroll(false).allow_drag(false).allow_zoom(false);
        plot.x_axis_label(t("evolution.generation")).show(ui, |plot| {
            plot.line(line("evolution.max", |row| row.statistics.max));
            plot.line(line("evolution.median", |row| row.statistics.median));
            plot.line(line("evolution.mean", |row| row.statistics.mean));
        });
    }
}
