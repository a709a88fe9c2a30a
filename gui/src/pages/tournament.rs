//! The tournament page: configure, run, stop, resume and inspect tournaments, and evolution of weights beside them.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_arena::results::ledger::Ledger;
use boardwright_arena::results::{Standing, Standings, record_places};
use boardwright_arena::tournament::{Config, Pairing, PlayerConfig, Progress, RunOptions, Setup, run};
use boardwright_games::shipped_games;
use boardwright_library::tournament_games::LibraryLoader;
use eframe::egui::{ComboBox, DragValue, Grid, Label, ProgressBar, RichText, ScrollArea, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};
use egui_plot::{Bar, BarChart, GridMark, Plot};

use super::evolution::Evolution;
use crate::task::{Reporter, Task};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// A record in a file of records: the file and the number of the game, from 1.
pub type RecordPlace = (PathBuf, usize);

/// The page.
#[derive(Debug)]
pub struct Tournament {
    game: String,
    players: String,
    games: u32,
    plies: u32,
    nodes: u64,
    pairing: Pairing,
    out: String,
    running: Option<Task<TournamentUpdate>>,
    results: Option<ResultsView>,
    /// Number of finished games and of all games.
    progress: (u64, u64),
    failed: Option<String>,
    /// A record that the user wants to see on the board.
    pub record_to_show: Option<RecordPlace>,
    evolution: Evolution,
    /// `true` if evolution is shown instead of tournaments.
    shows_evolution: bool,
}

/// Current results.
#[derive(Clone, Debug)]
struct ResultsView {
    standings: Standings,
    rows: Vec<GameRow>,
    folder: PathBuf,
    /// `true` if the tournament is over or stopped.
    over: bool,
}

/// A finished game.
#[derive(Clone, Debug)]
struct GameRow {
    id: u64,
    players: String,
    points: String,
    plies: usize,
    /// Record file below the folder and number of the game; it exists once the tournament is over.
    record: String,
}

/// Message of a running tournament.
#[derive(Debug)]
enum TournamentUpdate {
    Progress(u64, u64, Option<Box<ResultsView>>),
    Failed(String),
    Over,
}

impl Tournament {
    /// Creates the page with an example configuration.
    pub fn new(data: Option<&Path>) -> Self {
        let out = data.map_or_else(|| PathBuf::from("results"), |data| data.join("tournaments").join("first"));
        Self {
            game: "connect-four".to_owned(),
            players: "portfolio:level=2\nportfolio:level=4\nrandom".to_owned(),
            games: 10,
            plies: 2,
            nodes: 0,
            pairing: Pairing::RoundRobin,
            out: out.display().to_string(),
            running: None,
            results: None,
            progress: (0, 0),
            failed: None,
            record_to_show: None,
            evolution: Evolution::new(data),
            shows_evolution: false,
        }
    }

    fn config(&self) -> Result<Config, String> {
        let players =
            self.players.lines().map(str::trim).filter(|line| !line.is_empty()).map(PlayerConfig::player).collect();
        let mut config = Config::with_defaults(vec![self.game.clone()], players);
        config.games_per_pairing = self.games;
        config.pairing = self.pairing;
        config.start.plies = self.plies;
        config.budget.nodes = (self.nodes > 0).then_some(self.nodes);
        config.check()?;
        Ok(config)
    }

    /// Starts the tournament of the form, or goes on with it if some of its games have been played.
    fn begin(&mut self, ui: &Ui) {
        self.failed = None;
        self.progress = (0, 0);
        let config = match self.config() {
            Ok(config) => config,
            Err(reason) => {
                self.failed = Some(reason);
                return;
            }
        };
        let out = PathBuf::from(self.out.trim());
        // One core is reserved for the window.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let conduct = RunOptions { out: out.clone(), resume: true, shard: None, threads: (cores - 1).max(1) };
        let task = Task::start(ui.ctx(), "tournament", move |reporter: &Reporter<TournamentUpdate>| {
            if let Err(reason) = run_tournament(reporter, config, &conduct) {
                reporter.report(TournamentUpdate::Failed(reason));
            }
            reporter.report(TournamentUpdate::Over);
        });
        self.running = Some(task);
    }

    fn poll(&mut self) {
        let Some(task) = &mut self.running else { return };
        let mut over = task.is_over();
        for news in task.messages() {
            match news {
                TournamentUpdate::Progress(done, games, shown) => {
                    self.progress = (done, games);
                    if let Some(shown) = shown {
                        self.results = Some(*shown);
                    }
                }
                TournamentUpdate::Failed(reason) => self.failed = Some(reason),
                TournamentUpdate::Over => over = true,
            }
        }
        if over {
            self.failed = task.take_panic().or(self.failed.take());
            self.running = None;
        }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.poll();
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.shows_evolution, false, t("tournament.title"));
            ui.selectable_value(&mut self.shows_evolution, true, t("evolution.title"));
        });
        ui.separator();
        if self.shows_evolution {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.evolution.ui(ui));
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.add_enabled_ui(self.running.is_none(), |ui| self.form(ui));
            ui.horizontal_wrapped(|ui| {
                if let Some(task) = &self.running {
                    if ui.button(t("tournament.stop")).clicked() {
                        task.stop();
                    }
                    let (done, games) = self.progress;
                    let part = done as f32 / games.max(1) as f32;
                    ui.add(ProgressBar::new(part).text(with("tournament.of", &[&done, &games])).desired_width(240.0));
                } else {
                    if ui.button(t("tournament.start")).on_hover_text(t("tournament.start_hint")).clicked() {
                        self.begin(ui);
                    }
                    if ui.button(t("tournament.open")).clicked() {
                        self.open();
                    }
                }
            });
            if let Some(reason) = &self.failed {
                crate::theme::error_label(ui, reason);
            }
            if let Some(shown) = &self.results {
                ui.separator();
                for standing in shown.standings.all() {
                    table(ui, &shown.standings, standing);
                    chart(ui, &shown.standings, standing);
                }
                ui.label(RichText::new(with("tournament.folder", &[&shown.folder.display()])).weak());
                self.record_to_show = games(ui, shown);
            }
        });
    }

    /// Shows the configuration form.
    fn form(&mut self, ui: &mut Ui) {
        Grid::new("tournament").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            let label = ui.label(t("tournament.game"));
            let list = ComboBox::from_id_salt("game").selected_text(self.game.as_str()).show_ui(ui, |ui| {
                for game in shipped_games() {
                    ui.selectable_value(&mut self.game, game.name.to_owned(), game.title);
                }
            });
            list.response.labelled_by(label.id);
            ui.end_row();
            let label = ui.label(t("tournament.players"));
            ui.add(TextEdit::multiline(&mut self.players).desired_rows(3)).labelled_by(label.id);
            ui.end_row();
            let label = ui.label(t("tournament.pairing"));
            let list = ComboBox::from_id_salt("pairing").selected_text(self.pairing.name()).show_ui(ui, |ui| {
                for (name, pairing) in Pairing::ALL {
                    ui.selectable_value(&mut self.pairing, pairing, name);
                }
            });
            list.response.labelled_by(label.id);
            ui.end_row();
            let label = ui.label(t("tournament.games"));
            ui.add(DragValue::new(&mut self.games).range(1..=100_000)).labelled_by(label.id);
            ui.end_row();
            let label = ui.label(t("tournament.plies"));
            ui.add(DragValue::new(&mut self.plies).range(0..=100)).labelled_by(label.id);
            ui.end_row();
            let label = ui.label(t("tournament.nodes"));
            let nodes = ui.add(DragValue::new(&mut self.nodes).range(0..=u64::MAX)).labelled_by(label.id);
            nodes.on_hover_text(t("tournament.nodes_hint"));
            ui.end_row();
            let label = ui.label(t("tournament.out"));
            ui.add(TextEdit::singleline(&mut self.out).desired_width(520.0)).labelled_by(label.id);
            ui.end_row();
        });
    }

    /// Opens existing results.
    fn open(&mut self) {
        let folder = PathBuf::from(self.out.trim());
        match boardwright_arena::tournament::rebuild(&folder) {
            Ok(ended) => {
                let config = ended.results.config().clone();
                self.results = Some(results_view(&config, &ended.results.ledger, &folder, true));
                self.failed = None;
            }
            Err(error) => self.failed = Some(error.to_string()),
        }
    }
}

/// Runs the tournament and reports its progress.
fn run_tournament(reporter: &Reporter<TournamentUpdate>, config: Config, conduct: &RunOptions) -> Result<(), String> {
    if let Some(folder) = conduct.out.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let setup = Arc::new(Setup::new(config, &LibraryLoader { warn: |_| {} }, Path::new("."))?);
    let mut tell = |progress: &Progress<'_>| {
        let table = results_view(&setup.config, progress.ledger, &conduct.out, false);
        reporter.report(TournamentUpdate::Progress(
            progress.ledger.len() as u64,
            progress.games,
            Some(Box::new(table)),
        ));
    };
    let ended = run(&setup, conduct, &reporter.stop, &mut tell).map_err(|error| error.to_string())?;
    let table = results_view(&setup.config, &ended.results.ledger, &conduct.out, true);
    let games = ended.results.ledger.len() as u64;
    reporter.report(TournamentUpdate::Progress(games, games, Some(Box::new(table))));
    Ok(())
}

fn results_view(config: &Config, ledger: &Ledger, folder: &Path, over: bool) -> ResultsView {
    let labels = config.labels();
    let row = |(row, record): (&boardwright_arena::results::ledger::LedgerRow, String)| {
        let players: Vec<&str> = row.job.seats.iter().map(|&seat| labels[seat].as_str()).collect();
        let points: Vec<String> = row.game_points().0.iter().map(ToString::to_string).collect();
        GameRow { id: row.job.id, players: players.join(" - "), points: points.join(" - "), plies: row.plies(), record }
    };
    let standings = Standings::compute(config, ledger);
    ResultsView {
        standings,
        rows: ledger.rows().zip(record_places(ledger)).map(row).collect(),
        folder: folder.to_owned(),
        over,
    }
}

/// Shows the standings.
fn table(ui: &mut Ui, standings: &Standings, standing: &Standing) {
    ui.strong(if standing.seats == 0 { t("tournament.all_games") } else { &standing.game });
    ui.push_id(("table", &standing.game), |ui| {
        let columns =
            ["tournament.player", "tournament.played", "tournament.won", "tournament.drawn", "tournament.lost"];
        let table = TableBuilder::new(ui).striped(true).vscroll(false).column(Column::auto().at_least(180.0));
        let table = table.columns(Column::auto().at_least(60.0), columns.len()).column(Column::auto().at_least(150.0));
        let table = table.header(22.0, |mut header| {
            for name in columns.into_iter().chain(["tournament.points", "tournament.elo"]) {
                header.col(|ui| {
                    ui.strong(t(name));
                });
            }
        });
        table.body(|mut body| {
            for player in standing.order() {
                let scored = &standing.scores[player];
                let elo = standing.ratings.get(player);
                let elo =
                    elo.map_or_else(String::new, |elo| format!("{:.0} ({:.0} to {:.0})", elo.elo, elo.low, elo.high));
                let cells = [
                    standings.player_names[player].clone(),
                    scored.games().to_string(),
                    scored.wins.to_string(),
                    scored.draws.to_string(),
                    scored.losses.to_string(),
                    scored.points.to_string(),
                    elo,
                ];
                body.row(20.0, |mut row| {
                    for cell in cells {
                        row.col(|ui| {
                            ui.add(Label::new(cell).extend());
                        });
                    }
                });
            }
        });
    });
}

/// Shows a bar chart of the points.
fn chart(ui: &mut Ui, standings: &Standings, standing: &Standing) {
    let bar = |(at, player): (usize, usize)| {
        let scored = &standing.scores[player];
        let share = scored.points / (scored.games().max(1) as f64) * 100.0;
        Bar::new(at as f64, share).name(&standings.player_names[player]).width(0.6).fill(ACCENT)
    };
    let order = standing.order();
    let names: Vec<String> = order.iter().map(|&player| standings.player_names[player].clone()).collect();
    let bars: Vec<Bar> = order.into_iter().enumerate().map(bar).collect();
    // Bars stand at whole numbers; other grid marks have no label.
    let name = move |mark: GridMark, _: &RangeInclusive<f64>| {
        let at = (0..names.len()).find(|at| (mark.value - *at as f64).abs() < 1e-6);
        at.map_or_else(String::new, |at| names[at].clone())
    };
    let plot = Plot::new(("points", &standing.game)).height(130.0).include_y(0.0).include_y(100.0);
    let plot = plot.allow_scroll(false).allow_drag(false).allow_zoom(false).y_axis_label(t("tournament.share"));
    let plot = plot.x_axis_formatter(name).show_grid([false, true]);
    plot.show(ui, |plot| plot.bar_chart(BarChart::new(t("tournament.share"), bars)));
}

/// Shows the finished games; returns the record that the user wants to see.
fn games(ui: &mut Ui, shown: &ResultsView) -> Option<RecordPlace> {
    let mut wanted = None;
    ui.collapsing(with("tournament.finished", &[&shown.rows.len()]), |ui| {
        let table = TableBuilder::new(ui).striped(true).max_scroll_height(260.0);
        let table = table.column(Column::auto().at_least(50.0)).column(Column::auto().at_least(260.0));
        let table = table.columns(Column::auto().at_least(70.0), 3);
        let table = table.header(22.0, |mut header| {
            for name in ["tournament.number", "tournament.players", "tournament.points", "tournament.plies_played"] {
                header.col(|ui| {
                    ui.strong(t(name));
                });
            }
            header.col(|_| {});
        });
        table.body(|body| {
            body.rows(22.0, shown.rows.len(), |mut line| {
                let row = &shown.rows[line.index()];
                for cell in [row.id.to_string(), row.players.clone(), row.points.clone(), row.plies.to_string()] {
                    line.col(|ui| {
                        ui.label(cell);
                    });
                }
                line.col(|ui| {
                    let (file, number) = row.record.split_once('#').unwrap_or((&row.record, "1"));
                    let path = shown.folder.join(file);
                    // Records are written when the tournament is over.
                    if ui.add_enabled(shown.over, eframe::egui::Button::new(t("tournament.show"))).clicked() {
                        wanted = number.parse().ok().map(|number| (path, number));
                    }
                });
            });
        });
    });
    wanted
}
