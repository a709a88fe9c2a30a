//! The table page: connecting, jogging, calibrating and stopping the arm, which follows the match. `boardwright-table` controls the
//! arm.

mod arm_thread;
mod calibration_wizard;
mod camera;
mod jog;
mod views;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyState;
use boardwright_robot::arm::{Config, PRESETS, Pulses};
use boardwright_robot::motion::PickStage;
use boardwright_robot::protocol::Baud;
use boardwright_table::{ArmConnection, Layout, MoveOrigin, Table, TableFile, preset_arm};
use eframe::egui::{Button, Color32, ComboBox, Key, Label, RichText, ScrollArea, TextEdit, Ui};

use crate::session::{GameTree, NodeId, Occupant, OpenedGame, Session};
use crate::texts::{t, with};
use crate::theme::ERROR;
use arm_thread::{ArmThread, News, Order};
use calibration_wizard::{CalibrationWizard, WizardRequest};
use camera::{Camera, PanelRequest};
use jog::JogControls;
use views::{CarriedPiece, Reach};

/// Duration for which the drawing of the arm moves in each stage, in seconds.
const STAGE_SECONDS: f64 = 0.8;
/// Maximum number of log lines shown.
const MAX_LOG_LINES: usize = 12;

/// The page.
#[derive(Debug)]
pub struct TablePage {
    /// Data folder with the table files.
    data: Option<PathBuf>,
    form: ConnectForm,
    connected: Option<ConnectedTable>,
    error: Option<String>,
    /// `true` if the order that is executed now has failed.
    has_order_failed: bool,
}

/// Form to connect an arm.
#[derive(Debug)]
struct ConnectForm {
    kind: ArmKind,
    real_time: bool,
    hardware: bool,
    port: String,
    like: String,
    file: String,
}

/// Kind of arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArmKind {
    Simulated,
    Port,
    /// No arm: people make the moves.
    No,
}

/// A connected arm.
#[derive(Debug)]
struct ConnectedTable {
    /// The game of the table.
    opened: Arc<OpenedGame>,
    arm_thread: ArmThread,
    table: Table,
    arm_config: Config,
    file: TableFile,
    path: PathBuf,
    names: Vec<String>,
    reach: Reach,
    at: Option<Pulses>,
    width: Option<f64>,
    /// Current action, and log of the last actions.
    current_action: Option<String>,
    /// Carried piece: origin, target and stage.
    carried: Option<CarriedPiece>,
    /// Start of the current stage.
    stage_began: Option<Instant>,
    /// Part of the stage at which the arm was stopped.
    stopped_part: Option<f64>,
    log: Vec<String>,
    /// Request to a person, and `true` if its confirmation means that it is safe again.
    prompt: Option<(String, bool)>,
    /// Node of the position on the table, in the tree of the followed match.
    node: NodeId,
    state: AnyState,
    follows: bool,
    follows_all: bool,
    jog: JogControls,
    wizard: Option<CalibrationWizard>,
    camera: Camera,
    kind: ArmKind,
    ended: bool,
}

impl TablePage {
    /// Creates the page without an arm.
    pub fn new(data: Option<&Path>) -> Self {
        let like = PRESETS[0].0.to_owned();
        let (port, file) = (String::new(), String::new());
        let form = ConnectForm { kind: ArmKind::Simulated, real_time: true, hardware: false, port, like, file };
        Self { data: data.map(Path::to_owned), form, connected: None, error: None, has_order_failed: false }
    }

    /// Shows the page beside a game.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session) {
        let Some(game) = session.loaded().spec() else {
            ui.label(with("table.no_board", &[&session.loaded().title]));
            return;
        };
        ScrollArea::vertical().show(ui, |ui| {
            match &mut self.connected {
                None => self.connect_ui(ui, session, game),
                Some(connected) if connected.is_at(session) => connected.ui(ui, session, game),
                Some(_) => {
                    ui.label(t("table.other_game"));
                }
            }
            if let Some(error) = &self.error {
                crate::theme::error_label(ui, error);
            }
        });
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

    /// Shows the stop button on other pages, with the request if the arm waits for a person.
    pub fn stop_ui(&self, ui: &mut Ui) {
        let Some(connected) = self.connected.as_ref().filter(|connected| connected.kind != ArmKind::No) else { return };
        let stop = RichText::new(t("table.stop")).strong().color(Color32::WHITE);
        if ui.add(Button::new(stop).fill(ERROR)).clicked() {
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
            self.connected = None;
        }
    }

    fn connect_ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
        let form = &mut self.form;
        ui.horizontal_wrapped(|ui| {
            ui.label(t("table.arm"));
            for (kind, name) in
                [(ArmKind::Simulated, "table.simulated"), (ArmKind::Port, "table.port"), (ArmKind::No, "table.no_arm")]
            {
                ui.selectable_value(&mut form.kind, kind, t(name));
            }
            if form.kind == ArmKind::Simulated {
                ui.checkbox(&mut form.real_time, t("table.real_time"));
            } else if form.kind == ArmKind::Port {
                let label = ui.label(t("table.port_name"));
                ui.add(TextEdit::singleline(&mut form.port).desired_width(140.0)).labelled_by(label.id);
                for port in boardwright_robot::wire::list_ports() {
                    if ui.button(&port.name).on_hover_text(&port.device).clicked() {
                        form.port.clone_from(&port.name);
                    }
                }
                ui.checkbox(&mut form.hardware, t("table.hardware"));
            }
        });
        if form.kind == ArmKind::Port && !form.hardware {
            ui.small(t("table.dry"));
        }
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("table.like"));
            let known = ComboBox::from_id_salt("like").selected_text(form.like.clone()).show_ui(ui, |ui| {
                for (name, _) in PRESETS {
                    ui.selectable_value(&mut form.like, name.to_owned(), name);
                }
            });
            known.response.labelled_by(label.id);
            let label = ui.label(t("table.file"));
            let field = TextEdit::singleline(&mut form.file).desired_width(260.0).hint_text(t("table.file_hint"));
            ui.add(field).labelled_by(label.id);
        });
        if ui.button(t("table.connect")).clicked() {
            self.error = None;
            match self.connect(ui, session, game) {
                Ok(connected) => self.connected = Some(connected),
                Err(reason) => self.error = Some(reason),
            }
        }
    }

    /// Connects an arm to the table of the open game.
    fn connect(&self, ui: &Ui, session: &Session, game: &CompiledGame) -> Result<ConnectedTable, String> {
        let loaded = session.loaded();
        let form = &self.form;
        let own = self.data.as_deref().map_or_else(PathBuf::new, |data| data.join("tables"));
        let kept = own.join(format!("{}.table.toml", loaded.name));
        let path = if form.file.trim().is_empty() { kept } else { PathBuf::from(form.file.trim()) };
        let (file, described) = if path.is_file() {
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let file = TableFile::read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            let described = preset_arm(&file.arm).map_err(|error| error.to_string())?;
            (file, described)
        } else if form.file.trim().is_empty() {
            let described = preset_arm(&form.like).map_err(|error| error.to_string())?;
            let layout = Layout::for_game(game, &described).map_err(|error| error.to_string())?;
            (TableFile::from_layout(&loaded.argument, &form.like, &layout), described)
        } else {
            return Err(with("table.no_file", &[&path.display()]));
        };
        let table = file.table(game.rules(), &described).map_err(|error| error.to_string())?;
        let node = session.match_node();
        let state = session.tree.node(node).state.clone();
        let Some((_, now)) = loaded.as_spec(&state) else { return Err(loaded.title.clone()) };
        let simulated = |real_time| Some(ArmConnection::Simulated { baud: Baud::FAST, real_time });
        let which = match (form.kind, form.hardware) {
            (ArmKind::Port, true) => Some(ArmConnection::Port { name: form.port.trim().to_owned(), baud: None }),
            (ArmKind::Port, false) => simulated(true),
            (ArmKind::Simulated, _) => simulated(form.real_time),
            (ArmKind::No, _) => None,
        };
        let arm_thread = ArmThread::start(ui.ctx(), &session.opened, which, table.clone(), now);
        let layout = table.layout();
        let names = layout.place_labels(game.rules());
        let reach = Reach::of(&table);
        Ok(ConnectedTable {
            opened: Arc::clone(&session.opened),
            arm_thread,
            arm_config: described,
            file,
            path,
            names,
            reach,
            table,
            at: None,
            width: None,
            current_action: None,
            carried: None,
            stage_began: None,
            stopped_part: None,
            log: Vec::new(),
            prompt: None,
            node,
            state,
            follows: true,
            follows_all: false,
            jog: JogControls::default(),
            wizard: None,
            camera: Camera::default(),
            kind: form.kind,
            ended: false,
        })
    }
}

impl ConnectedTable {
    fn add_log_line(&mut self, what: String) {
        if self.log.last() == Some(&what) {
            return;
        }
        if self.log.len() == MAX_LOG_LINES {
            self.log.remove(0);
        }
        self.log.push(what);
    }

    /// Estimated part of the current stage that the arm has done, from 0 to 1.
    fn stage_part(&self) -> f64 {
        let elapsed = || self.stage_began.map_or(0.0, |began| began.elapsed().as_secs_f64() / STAGE_SECONDS);
        self.stopped_part.unwrap_or_else(elapsed).min(1.0)
    }

    /// Request to a person: a stopped arm says itself what to do, other requests say that the arm waits.
    fn prompt_text(&self) -> Option<String> {
        let (text, releases_stop) = self.prompt.as_ref()?;
        Some(if *releases_stop { text.clone() } else { with("table.waiting", &[text]) })
    }

    fn apply_news(&mut self, news: News) {
        match news {
            News::Joints(at, width) => (self.at, self.width) = (at, width),
            News::Stage { description, carried: (from, to), stage } => {
                if stage == PickStage::Opening {
                    self.add_log_line(description.clone());
                }
                self.current_action = Some(with("table.stage", &[&description, &stage]));
                self.carried = Some(CarriedPiece { from, to, stage });
                (self.stage_began, self.stopped_part) = (Some(Instant::now()), None);
            }
            News::Prompt { text, releases_stop } => {
                if releases_stop {
                    self.stopped_part = Some(self.stage_part());
                }
                self.prompt = Some((text, releases_stop));
            }
            News::Note(text) => self.add_log_line(text),
            News::TaskRequest(text) => {
                self.add_log_line(text.clone());
                self.current_action = Some(text);
            }
            News::CameraRunning(is_running) => self.camera.set_running(is_running),
            News::WrongBoard => self.camera.set_wrong_board(),
            News::LearntRanges(ranges) => self.camera.set_learnt_ranges(&ranges),
            News::RecognisedMoves(moves) => self.camera.queue_moves(moves),
            News::Idle => {
                self.arm_thread.waiting = self.arm_thread.waiting.saturating_sub(1);
                (self.current_action, self.carried, self.stage_began, self.stopped_part) = (None, None, None, None);
            }
            News::Failed(_) | News::Ended => {}
        }
    }

    fn follow(&mut self, session: &Session) {
        let live = session.match_node();
        if !self.follows || live == self.node {
            return;
        }
        let line = session.tree.line(live);
        let known = match self.node {
            GameTree::ROOT => Some(0),
            node => line.iter().position(|other| *other == node).map(|at| at + 1),
        };
        match known {
            // Several moves may have been made since the last frame.
            Some(known) => {
                for node in &line[known..] {
                    let seat = session.tree.node(*node).player.and_then(|player| session.seats.get(player.index()));
                    let person = seat.is_some_and(|seat| matches!(seat.who, Occupant::Person));
                    let origin = match person {
                        true if self.camera.take_recognised() => MoveOrigin::Recognised,
                        true if !self.follows_all => MoveOrigin::Hand,
                        _ => MoveOrigin::Arm,
                    };
                    self.order_follow(session, *node, origin);
                }
            }
            // Moves were taken back: the arm sets up the difference.
            None => self.order_follow(session, live, MoveOrigin::Arm),
        }
        self.node = live;
    }

    /// Orders the table to be brought to a position.
    fn order_follow(&mut self, session: &Session, node: NodeId, origin: MoveOrigin) {
        let before = std::mem::replace(&mut self.state, session.tree.node(node).state.clone());
        let loaded = session.loaded();
        if let Some(((_, before), (_, after))) = loaded.as_spec(&before).zip(loaded.as_spec(&self.state)) {
            self.arm_thread.order(Order::Follow(Box::new((before.clone(), after.clone())), origin));
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
        self.status_ui(ui);
        ui.columns(2, |columns| {
            if let [left, right] = columns {
                let goal = self.wizard.as_ref().and_then(CalibrationWizard::place);
                let waypoints = self.carried.map_or_else(Vec::new, |carried| views::trajectory(&self.table, carried));
                // The arm reports its joints after each order; while it carries a piece, the drawing follows the stages.
                let part = self.stage_part();
                let carrying = self
                    .carried
                    .and_then(|carried| views::carrying_joints(&self.table, carried, self.at.as_ref(), part));
                if carrying.is_some() {
                    left.ctx().request_repaint_after(Duration::from_millis(30));
                }
                let at = carrying.as_ref().or(self.at.as_ref());
                let shown = views::Shown { table: &self.table, at, waypoints: &waypoints };
                let width = views::width(left, self.reach);
                if let Some(place) = views::top_view(left, width, shown, &self.names, self.reach, goal) {
                    self.arm_thread.order(Order::Visit(place, 15.0));
                }
                if self.kind != ArmKind::No {
                    views::side_view(left, width, shown);
                }
                self.camera_ui(right, session, game);
                if let Some(at) = &self.at {
                    self.jog.ui(right, self.table.config(), at, self.width, &mut self.arm_thread);
                }
                if self.kind != ArmKind::No {
                    self.calibration_ui(right, game);
                }
                for line in &self.log {
                    right.small(line);
                }
            }
        });
    }

    /// `true` if the arm is at the table of the open game.
    fn is_at(&self, session: &Session) -> bool {
        Arc::ptr_eq(&self.opened, &session.opened)
    }

    fn end(&mut self) {
        if !self.ended {
            self.ended = true;
            self.arm_thread.end();
        }
    }

    /// Shows the stop button, the current action, and the request to a person.
    fn status_ui(&mut self, ui: &mut Ui) {
        if self.kind == ArmKind::No {
            ui.horizontal_wrapped(|ui| {
                if ui.add_enabled(!self.ended, Button::new(t("table.end"))).clicked() {
                    self.end();
                }
                match &self.current_action {
                    Some(wanted) => ui.strong(wanted),
                    None => ui.label(t("table.none")),
                };
            });
            ui.separator();
            return;
        }
        ui.horizontal_wrapped(|ui| {
            let stop = RichText::new(t("table.stop")).size(26.0).strong().color(Color32::WHITE);
            let button = ui.add(Button::new(stop).fill(ERROR).min_size([150.0, 54.0].into()));
            if button.on_hover_text(t("table.stop_key")).clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
                self.arm_thread.stop.press();
            }
            ui.vertical(|ui| {
                // Always on one line: widgets below must not move while the user is about to click them.
                ui.horizontal(|ui| {
                    match (&self.current_action, &self.at) {
                        (Some(doing), _) => ui.label(doing),
                        (None, None) => ui.label(t("table.limp")),
                        (None, Some(_)) => ui.label(t("table.idle")),
                    };
                    match self.arm_thread.waiting.saturating_sub(1) {
                        0 => {}
                        1 => drop(ui.weak(t("table.one_queued"))),
                        more => drop(ui.weak(with("table.queued", &[&more]))),
                    }
                });
                ui.horizontal_wrapped(|ui| {
                    ui.checkbox(&mut self.follows, t("table.follows"));
                    ui.add_enabled_ui(self.follows, |ui| ui.checkbox(&mut self.follows_all, t("table.follows_all")));
                    if ui.button(t("table.rest")).clicked() {
                        self.arm_thread.order(Order::Rest);
                    }
                    if ui.add_enabled(!self.ended, Button::new(t("table.parking"))).clicked() {
                        self.end();
                    }
                });
            });
        });
        if let (Some(prompt), Some((_, releases_stop))) = (self.prompt_text(), self.prompt.clone()) {
            ui.horizontal_wrapped(|ui| {
                ui.colored_label(ui.visuals().warn_fg_color, prompt);
                let button = if releases_stop { t("table.resume") } else { t("table.safe") };
                if ui.button(button).clicked() {
                    self.prompt = None;
                    if releases_stop {
                        self.arm_thread.stop.release();
                    }
                    self.arm_thread.order(Order::Confirm);
                }
            });
        }
        ui.separator();
    }

    /// Shows the camera panel.
    fn camera_ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
        let Some((_, state)) = session.loaded().as_spec(&self.state) else { return };
        let (layout, names) = (self.table.layout(), self.names.as_slice());
        let arm = (self.kind == ArmKind::Port, self.kind == ArmKind::Simulated);
        let table = camera::Table { game, layout, names, file: &self.file, state, arm };
        if let Some(PanelRequest::SaveRanges) = self.camera.ui(ui, &table, &mut self.arm_thread) {
            self.camera.save_ranges(game.rules(), &mut self.file);
            self.add_log_line(calibration_wizard::write_file(&self.file, &self.path));
        }
        ui.separator();
    }

    fn calibration_ui(&mut self, ui: &mut Ui, game: &CompiledGame) {
        ui.separator();
        let Some(wizard) = &mut self.wizard else {
            // A column makes its widgets as wide as itself.
            if ui.horizontal(|ui| ui.button(t("table.teach"))).inner.clicked() {
                let layout = self.table.layout().clone();
                self.wizard = Some(CalibrationWizard::new(self.arm_config.clone(), layout, self.file.clone()));
            }
            return;
        };
        let layout = self.table.layout().clone();
        let request = wizard.ui(ui, game.rules(), &self.arm_config, &layout, self.at.as_ref(), &self.path);
        match request {
            Some(WizardRequest::Order(order)) => {
                if let Order::SetTable(table) = &order {
                    self.table = (**table).clone();
                }
                self.arm_thread.order(order);
            }
            Some(WizardRequest::Calibrated(taught)) => {
                let (table, file) = *taught;
                // Colours may have been saved since the calibration began.
                self.file = TableFile { colours: self.file.colours.clone(), ..file };
                self.table = table.clone();
                self.arm_thread.order(Order::SetTable(Box::new(table)));
            }
            None => {}
        }
    }
}
