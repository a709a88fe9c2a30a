//! The page on which many games are played between players: set up, followed, stopped and gone on with, and looked at.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_arena::results::ledger::Ledger;
use boardwright_arena::results::{Standing, Standings, record_places};
use boardwright_arena::tournament::{Conduct, Config, Entry, Pairing, Progress, Setup, run};
use boardwright_games::shipped;
use boardwright_shelf::contest::Games;
use eframe::egui::{ComboBox, DragValue, Grid, Label, ProgressBar, RichText, ScrollArea, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};
use egui_plot::{Bar, BarChart, GridMark, Plot};

use crate::task::{Task, Teller};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// A record of a file of records: the file, and which of its games, from 1.
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
    running: Option<Task<News>>,
    shown: Option<Shown>,
    /// Games that are finished, and how many there will be.
    done: (u64, u64),
    failed: Option<String>,
    /// A record that a person wants to see on the board.
    pub wanted: Option<RecordPlace>,
}

/// What is known of the results.
#[derive(Clone, Debug)]
struct Shown {
    standings: Standings,
    rows: Vec<Row>,
    folder: PathBuf,
    /// Whether nothing is played any more.
    over: bool,
}

/// A finished game.
#[derive(Clone, Debug)]
struct Row {
    id: u64,
    players: String,
    points: String,
    plies: usize,
    /// The file of its record below the folder, and which of its games; there once the tournament is over.
    record: String,
}

/// What a running tournament tells.
#[derive(Debug)]
enum News {
    Progress(u64, u64, Option<Box<Shown>>),
    Failed(String),
    Over,
}

impl Tournament {
    /// A form with something in it that can be started.
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
            shown: None,
            done: (0, 0),
            failed: None,
            wanted: None,
        }
    }

    fn config(&self) -> Result<Config, String> {
        let players = self.players.lines().map(str::trim).filter(|line| !line.is_empty()).map(Entry::player).collect();
        let mut config = Config::usual(vec![self.game.clone()], players);
        config.games_per_pairing = self.games;
        config.pairing = self.pairing;
        config.start.plies = self.plies;
        config.budget.nodes = (self.nodes > 0).then_some(self.nodes);
        config.check()?;
        Ok(config)
    }

    /// Begins the tournament of the form, or goes on with it.
    fn begin(&mut self, ui: &Ui, resume: bool) {
        self.failed = None;
        let config = match self.config() {
            Ok(config) => config,
            Err(reason) => {
                self.failed = Some(reason);
                return;
            }
        };
        let out = PathBuf::from(self.out.trim());
        // One core is for the window.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let conduct = Conduct { out: out.clone(), resume, shard: None, threads: (cores - 1).max(1) };
        let task = Task::begin(ui.ctx(), "tournament", move |teller: &Teller<News>| {
            if let Err(reason) = play(teller, config, &conduct) {
                teller.tell(News::Failed(reason));
            }
            teller.tell(News::Over);
        });
        self.running = Some(task);
    }

    fn hear(&mut self) {
        let Some(task) = &mut self.running else { return };
        let mut over = task.is_over();
        for news in task.news() {
            match news {
                News::Progress(done, games, shown) => {
                    self.done = (done, games);
                    if let Some(shown) = shown {
                        self.shown = Some(*shown);
                    }
                }
                News::Failed(reason) => self.failed = Some(reason),
                News::Over => over = true,
            }
        }
        if over {
            self.failed = task.broken().or(self.failed.take());
            self.running = None;
        }
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.hear();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.add_enabled_ui(self.running.is_none(), |ui| self.form(ui));
            ui.horizontal_wrapped(|ui| {
                if let Some(task) = &self.running {
                    if ui.button(t("tournament.stop")).clicked() {
                        task.stop();
                    }
                    let (done, games) = self.done;
                    let part = done as f32 / games.max(1) as f32;
                    ui.add(ProgressBar::new(part).text(with("tournament.of", &[&done, &games])).desired_width(240.0));
                } else {
                    let start = ui.button(t("tournament.start")).clicked();
                    let resume = ui.button(t("tournament.resume")).clicked();
                    if start || resume {
                        self.begin(ui, resume);
                    }
                    if ui.button(t("tournament.open")).clicked() {
                        self.open();
                    }
                }
            });
            if let Some(reason) = &self.failed {
                ui.colored_label(ui.visuals().error_fg_color, reason);
            }
            if let Some(shown) = &self.shown {
                ui.separator();
                for standing in shown.standings.all() {
                    table(ui, &shown.standings, standing);
                    chart(ui, &shown.standings, standing);
                }
                ui.label(RichText::new(with("tournament.folder", &[&shown.folder.display()])).weak());
                self.wanted = games(ui, shown);
            }
        });
    }

    /// What a tournament is described by.
    fn form(&mut self, ui: &mut Ui) {
        ui.heading(t("tournament.title"));
        Grid::new("tournament").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            let label = ui.label(t("tournament.game"));
            let list = ComboBox::from_id_salt("game").selected_text(self.game.as_str()).show_ui(ui, |ui| {
                for game in shipped() {
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

    /// Results that are there already.
    fn open(&mut self) {
        let folder = PathBuf::from(self.out.trim());
        match boardwright_arena::tournament::remake(&folder) {
            Ok(ended) => {
                let config = ended.results.config().clone();
                self.shown = Some(shown(&config, &ended.results.ledger, &folder, true));
                self.failed = None;
            }
            Err(error) => self.failed = Some(error.to_string()),
        }
    }
}

/// Plays it, and tells how far it is.
fn play(teller: &Teller<News>, config: Config, conduct: &Conduct) -> Result<(), String> {
    if let Some(folder) = conduct.out.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let setup = Arc::new(Setup::new(config, &Games { note: |_| {} }, Path::new("."))?);
    let mut tell = |progress: &Progress<'_>| {
        let table = shown(&setup.config, progress.ledger, &conduct.out, false);
        teller.tell(News::Progress(progress.ledger.len() as u64, progress.games, Some(Box::new(table))));
    };
    let ended = run(&setup, conduct, &teller.stop, &mut tell).map_err(|error| error.to_string())?;
    let table = shown(&setup.config, &ended.results.ledger, &conduct.out, true);
    let games = ended.results.ledger.len() as u64;
    teller.tell(News::Progress(games, games, Some(Box::new(table))));
    Ok(())
}

fn shown(config: &Config, ledger: &Ledger, folder: &Path, over: bool) -> Shown {
    let labels = config.labels();
    let row = |(row, record): (&boardwright_arena::results::ledger::Row, String)| {
        let players: Vec<&str> = row.job.seats.iter().map(|&seat| labels[seat].as_str()).collect();
        let points: Vec<String> = row.gained().0.iter().map(ToString::to_string).collect();
        Row { id: row.job.id, players: players.join(" - "), points: points.join(" - "), plies: row.plies(), record }
    };
    let standings = Standings::of(config, ledger);
    Shown {
        standings,
        rows: ledger.rows().zip(record_places(ledger)).map(row).collect(),
        folder: folder.to_owned(),
        over,
    }
}

/// Who stands where.
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
                let scored = &standing.scored[player];
                let elo = standing.ratings.get(player);
                let elo =
                    elo.map_or_else(String::new, |elo| format!("{:.0} ({:.0} to {:.0})", elo.elo, elo.low, elo.high));
                let cells = [
                    standings.labels[player].clone(),
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

/// The points of all players.
fn chart(ui: &mut Ui, standings: &Standings, standing: &Standing) {
    let bar = |(at, player): (usize, usize)| {
        let scored = &standing.scored[player];
        let share = scored.points / (scored.games().max(1) as f64) * 100.0;
        Bar::new(at as f64, share).name(&standings.labels[player]).width(0.6).fill(ACCENT)
    };
    let order = standing.order();
    let names: Vec<String> = order.iter().map(|&player| standings.labels[player].clone()).collect();
    let bars: Vec<Bar> = order.into_iter().enumerate().map(bar).collect();
    // There is a bar at each whole number, and nothing between them.
    let name = move |mark: GridMark, _: &RangeInclusive<f64>| {
        let at = (0..names.len()).find(|at| (mark.value - *at as f64).abs() < 1e-6);
        at.map_or_else(String::new, |at| names[at].clone())
    };
    let plot = Plot::new(("points", &standing.game)).height(130.0).include_y(0.0).include_y(100.0);
    let plot = plot.allow_scroll(false).allow_drag(false).allow_zoom(false).y_axis_label(t("tournament.share"));
    let plot = plot.x_axis_formatter(name).show_grid([false, true]);
    plot.show(ui, |plot| plot.bar_chart(BarChart::new(t("tournament.share"), bars)));
}

/// The finished games; gives the record that a person wants to see.
fn games(ui: &mut Ui, shown: &Shown) -> Option<RecordPlace> {
    let mut wanted = None;
    ui.collapsing(with("tournament.finished", &[&shown.rows.len()]), |ui| {
        let table = TableBuilder::new(ui).striped(true).max_scroll_height(260.0);
        let table = table.column(Column::auto().at_least(50.0)).column(Column::auto().at_least(260.0));
        let table = table.columns(Column::auto().at_least(70.0), 3);
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
                    // Records are written when a tournament is over.
                    if ui.add_enabled(shown.over, eframe::egui::Button::new(t("tournament.show"))).clicked() {
                        wanted = number.parse().ok().map(|number| (path, number));
                    }
                });
            });
        });
    });
    wanted
}
