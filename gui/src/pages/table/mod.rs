//! The table page: connecting, jogging, calibrating and stopping the arm, which follows the match. `boardwright-table` controls the
//! arm.

mod arm_thread;
mod calibration_wizard;
mod camera;
mod connect;
mod connected;
mod jog;
mod plan;
mod prepare;
mod seen;
mod status;
mod views;

use std::path::{Path, PathBuf};

use boardwright_compiler::game::CompiledGame;
use eframe::egui::{Button, Color32, Label, RichText, ScrollArea, Ui};

use crate::board::Board;
use crate::session::Session;
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::{self, metrics, widgets};
use arm_thread::News;
use connect::{ArmKind, ConnectForm};
use connected::ConnectedTable;
use plan::{Plan, PlanDrawings};
use prepare::{TableChoice, TablePlanner};
use status::TableFacts;
use views::Shown;

/// Request of the page to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableRequest {
    /// Show the page Play.
    Play,
}

/// The page.
#[derive(Debug, Default)]
pub struct TablePage {
    /// Data folder with the table files.
    data: Option<PathBuf>,
    form: ConnectForm,
    planner: TablePlanner,
    drawings: PlanDrawings,
    /// `true` if the table is to be connected as soon as it is planned.
    is_connecting: bool,
    connected: Option<ConnectedTable>,
    error: Option<String>,
    /// `true` if the order that is executed now has failed.
    has_order_failed: bool,
}

impl TablePage {
    /// Creates the page without an arm.
    pub fn new(data: Option<&Path>) -> Self {
        Self { data: data.map(Path::to_owned), ..Self::default() }
    }

    /// Shows the page beside a game, whose board draws the pieces.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, board: Option<&Board>) -> Option<TableRequest> {
        let Some(game) = session.loaded().spec() else {
            widgets::empty_page(ui, Icon::RobotArm, &with("table.no_board", &[&session.loaded().title]), |_| ());
            return None;
        };
        let mut asked = None;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            match &mut self.connected {
                None => self.connect_ui(ui, session, game, board),
                Some(connected) if connected.is_at(session) => asked = connected.ui(ui, session, game, board),
                Some(_) => {
                    ui.label(t("table.other_game"));
                }
            }
            if let Some(error) = &self.error {
                theme::error_label(ui, error);
            }
        });
        asked
    }

    /// Processes reports of the arm thread and has the arm follow the match.
    pub fn follow(&mut self, session: &mut Session) {
        self.process_news();
        if let Some(connected) = &mut self.connected {
            if !connected.is_at(session) {
                connected.end();
                return;
            }
            connected.follow(session);
            if let Some(message) = connected.camera.attend(session, connected.node, &mut connected.arm_thread) {
                connected.add_log_line(message);
            }
        }
    }

    /// `true` if an arm is connected, real or simulated.
    pub fn has_arm(&self) -> bool {
        self.connected.as_ref().is_some_and(|connected| connected.kind != ArmKind::No)
    }

    /// Shows the stop button on other pages, with the request if the arm waits for a person.
    pub fn stop_ui(&self, ui: &mut Ui) {
        let Some(connected) = self.connected.as_ref().filter(|connected| connected.kind != ArmKind::No) else { return };
        let stop = RichText::new(t("table.stop")).strong().color(Color32::WHITE);
        if ui.add(Button::new(stop).fill(theme::palette(ui).stop)).clicked() {
            connected.arm_thread.stop.press();
        }
        if let Some(prompt) = connected.prompt_text() {
            // On one line: other widgets must not move down when the arm waits. The tooltip shows the whole text.
            let waiting = RichText::new(prompt).color(ui.visuals().warn_fg_color);
            ui.add(Label::new(waiting).truncate());
        }
    }

    /// Processes the reports of the arm thread.
    fn process_news(&mut self) {
        let Some(connected) = &mut self.connected else { return };
        let mut has_ended = false;
        for news in connected.arm_thread.news() {
            match news {
                News::Failed(reason) => {
                    self.error = Some(reason.clone());
                    self.has_order_failed = true;
                    connected.add_log_line(reason);
                }
                News::Idle => {
                    // The error disappears when a later order succeeds.
                    if !std::mem::take(&mut self.has_order_failed) {
                        self.error = None;
                    }
                    connected.apply_news(News::Idle);
                }
                News::Ended => has_ended = true,
                news => connected.apply_news(news),
            }
        }
        if has_ended {
            // A calibration may have written the file of the table.
            self.planner.forget();
            self.connected = None;
        }
    }

    /// Shows the form to connect an arm, beside the plan of the table.
    fn connect_ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame, board: Option<&Board>) {
        let facts = TableFacts { is_idle: true, ..TableFacts::default() };
        self.is_connecting |= status::next_step(&facts).ui(ui).is_some();
        ui.add_space(metrics::GAP);
        let choice = self.choice(session);
        let Self { planner, drawings, form, .. } = self;
        let prepared = planner.table(ui.ctx(), &session.opened, &choice);
        ui.columns(columns(ui), |columns| {
            if let Some(column) = columns.first_mut() {
                match prepared {
                    None => drop(column.weak(t("table.planning"))),
                    Some(Err(reason)) => drop(theme::error_label(column, reason)),
                    Some(Ok(table)) => {
                        let shown = Shown { table: &table.table, at: None, waypoints: &[] };
                        let width = column.available_width().min(views::MAX_WIDTH);
                        let (contents, held, goal) = (&table.contents, None, None);
                        Plan { shown, game, board, prepared: table, contents, held, goal }.ui(column, width, drawings);
                    }
                }
            }
            if let Some(column) = columns.last_mut() {
                form.ui(column);
            }
        });
        if self.is_connecting
            && let Some(prepared) = prepared
        {
            self.is_connecting = false;
            match prepared.clone().and_then(|prepared| ConnectedTable::new(ui.ctx(), session, form, prepared)) {
                Ok(connected) => (self.error, self.connected) = (None, Some(connected)),
                // Without a plan, the reason stands in its place.
                Err(reason) => self.error = prepared.is_ok().then_some(reason),
            }
        }
    }

    /// The chosen table of the open game.
    fn choice(&self, session: &Session) -> TableChoice {
        let own = self.data.as_deref().map_or_else(PathBuf::new, |data| data.join("tables"));
        let own = own.join(format!("{}.table.toml", session.loaded().name));
        TableChoice { arm: self.form.arm.clone(), file: self.form.file.clone(), own }
    }
}

/// Width of the page from which on the plan stands beside the controls, in points.
const TWO_COLUMNS: f32 = 720.0;

/// Number of columns of the page.
fn columns(ui: &Ui) -> usize {
    if ui.available_width() < TWO_COLUMNS { 1 } else { 2 }
}
