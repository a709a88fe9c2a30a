//! The table to which an arm is connected, or at which people make all moves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyState;
use boardwright_robot::arm::Pulses;
use boardwright_robot::motion::PickStage;
use boardwright_table::{Appearance, BoardContents, MoveOrigin, Table, TableFile};
use eframe::egui::{Button, Color32, Context, Key, RichText, Ui};

use super::arm_thread::{ArmThread, News, Order};
use super::calibration_wizard::{self, CalibrationWizard, WizardRequest};
use super::camera::{self, Camera, PanelRequest};
use super::connect::{ArmKind, ConnectForm};
use super::jog::JogControls;
use super::plan::{Plan, PlanDrawings};
use super::prepare::PreparedTable;
use super::status::{self, ArmStatus, StepAction, TableFacts};
use super::views::{self, CarriedPiece, Shown};
use super::{TableRequest, columns};
use crate::board::Board;
use crate::session::{GameTree, NodeId, Occupant, OpenedGame, Session};
use crate::texts::{t, with};
use crate::theme::{self, metrics};

/// Duration for which the drawing of the arm moves in each stage, in seconds.
const STAGE_SECONDS: f64 = 0.8;
/// Maximum number of log lines shown.
const MAX_LOG_LINES: usize = 12;

/// A connected arm.
#[derive(Debug)]
pub struct ConnectedTable {
    /// The game of the table.
    opened: Arc<OpenedGame>,
    pub arm_thread: ArmThread,
    table: Table,
    /// The table as it was connected, with its file.
    prepared: PreparedTable,
    /// Pieces on the places and in the slots.
    contents: BoardContents,
    drawings: PlanDrawings,
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
    pub node: NodeId,
    state: AnyState,
    follows: bool,
    follows_all: bool,
    jog: JogControls,
    wizard: Option<CalibrationWizard>,
    pub camera: Camera,
    pub kind: ArmKind,
    ended: bool,
}

impl ConnectedTable {
    /// Connects the arm of a form to a prepared table of the open game.
    ///
    /// # Errors
    ///
    /// The title of a game without a board.
    pub fn new(
        window: &Context,
        session: &Session,
        form: &ConnectForm,
        prepared: PreparedTable,
    ) -> Result<Self, String> {
        let loaded = session.loaded();
        let node = session.match_node();
        let state = session.tree.node(node).state.clone();
        let Some((_, now)) = loaded.as_spec(&state) else { return Err(loaded.title.clone()) };
        let table = prepared.table.clone();
        let arm_thread = ArmThread::start(window, &session.opened, form.connection(), table.clone(), now);
        Ok(Self {
            opened: Arc::clone(&session.opened),
            arm_thread,
            table,
            contents: prepared.contents.clone(),
            prepared,
            drawings: PlanDrawings::default(),
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

    /// Adds a line to the log.
    pub fn add_log_line(&mut self, what: String) {
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
    pub fn prompt_text(&self) -> Option<String> {
        let (text, releases_stop) = self.prompt.as_ref()?;
        Some(if *releases_stop { text.clone() } else { with("table.waiting", &[text]) })
    }

    /// Takes over a report of the arm thread.
    pub fn apply_news(&mut self, news: News) {
        match news {
            News::Joints(at, width) => (self.at, self.width) = (at, width),
            News::Contents(contents) => self.contents = contents,
            News::Stage { description, carried: (from, to), stage } => {
                if stage == PickStage::Opening {
                    self.add_log_line(description.clone());
                }
                self.current_action = Some(with("table.stage", &[&description, &stage]));
                // A cycle of the same order that follows another begins with the pieces as that one left them.
                if stage == PickStage::Opening {
                    self.finish_cycle();
                }
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

    /// Notes that the last cycle has brought its piece to its target.
    fn finish_cycle(&mut self) {
        if let Some(CarriedPiece { from, to, stage: PickStage::Releasing | PickStage::Rising }) = self.carried.take() {
            let piece = self.contents.at(from);
            self.contents.set(from, None);
            self.contents.set(to, piece);
        }
    }

    /// Has the table follow the match.
    pub fn follow(&mut self, session: &Session) {
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

    /// The state of the arm.
    fn status(&self) -> ArmStatus {
        let has_arm = self.kind != ArmKind::No;
        match (&self.prompt, &self.current_action) {
            _ if self.ended => ArmStatus::Ending,
            _ if has_arm && self.arm_thread.stop.is_pressed() => ArmStatus::Stopped,
            (Some((_, true)), _) => ArmStatus::Stopped,
            (Some(_), _) => ArmStatus::Waiting,
            _ if !has_arm => ArmStatus::NoArm,
            (None, Some(action)) => ArmStatus::Working(action.clone(), self.arm_thread.waiting.saturating_sub(1)),
            (None, None) if self.at.is_none() => ArmStatus::ServosOff,
            (None, None) => ArmStatus::Ready,
        }
    }

    /// Facts about the table from which the next step follows.
    fn facts(&self, session: &Session) -> TableFacts {
        TableFacts {
            status: Some(self.status()),
            prompt: self.prompt.as_ref().map(|(text, _)| text.clone()),
            camera: self.camera.phase(),
            asks_person: session.asked_person().is_some(),
            is_idle: !session.is_running(),
            task: self.current_action.clone().filter(|_| self.kind == ArmKind::No),
        }
    }

    /// Shows the page; returns its request to the window.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        game: &CompiledGame,
        board: Option<&Board>,
    ) -> Option<TableRequest> {
        self.status_ui(ui);
        let asked = status::next_step(&self.facts(session)).ui(ui);
        ui.add_space(metrics::GAP);
        ui.columns(columns(ui), |columns| {
            if let Some(column) = columns.first_mut() {
                self.views_ui(column, game, board);
            }
            if let Some(column) = columns.last_mut() {
                self.controls_ui(column, session, game);
            }
        });
        match asked? {
            StepAction::Play => return Some(TableRequest::Play),
            StepAction::Learn => self.arm_thread.order(Order::LearnLooks),
            StepAction::Release => self.arm_thread.stop.release(),
            StepAction::Confirm => {
                if self.prompt.take().is_some_and(|(_, releases_stop)| releases_stop) {
                    self.arm_thread.stop.release();
                }
                self.arm_thread.order(Order::Confirm);
            }
            StepAction::Connect => {}
        }
        None
    }

    /// Shows the plan of the table and the arm from the side.
    fn views_ui(&mut self, ui: &mut Ui, game: &CompiledGame, board: Option<&Board>) {
        let waypoints = self.carried.map_or_else(Vec::new, |carried| views::trajectory(&self.table, carried));
        // The arm reports its joints after each order; while it carries a piece, the drawing follows the stages.
        let part = self.stage_part();
        let carrying =
            self.carried.and_then(|carried| views::carrying_joints(&self.table, carried, self.at.as_ref(), part));
        if carrying.is_some() {
            ui.ctx().request_repaint_after(Duration::from_millis(30));
        }
        let shown = Shown { table: &self.table, at: carrying.as_ref().or(self.at.as_ref()), waypoints: &waypoints };
        let width = views::width(ui, self.prepared.reach);
        let (contents, held) = self.visible_contents();
        let goal = self.wizard.as_ref().and_then(CalibrationWizard::place);
        let plan = Plan { shown, game, board, prepared: &self.prepared, contents: &contents, held, goal };
        let clicked = plan.ui(ui, width, &mut self.drawings);
        if self.kind != ArmKind::No {
            views::side_view(ui, width, shown);
            if let Some(place) = clicked {
                self.arm_thread.order(Order::Visit(place, 15.0));
            }
        }
    }

    /// The pieces as they stand at the stage of a cycle, and the piece between the fingers.
    fn visible_contents(&self) -> (BoardContents, Option<Appearance>) {
        let mut contents = self.contents.clone();
        let Some(CarriedPiece { from, to, stage }) = self.carried else { return (contents, None) };
        let piece = contents.at(from);
        match stage {
            PickStage::Opening | PickStage::Reaching | PickStage::Lowering => (contents, None),
            PickStage::Gripping | PickStage::Lifting | PickStage::Carrying | PickStage::Setting => {
                contents.set(from, None);
                (contents, piece)
            }
            PickStage::Releasing | PickStage::Rising => {
                contents.set(from, None);
                contents.set(to, piece);
                (contents, None)
            }
        }
    }

    /// Shows the camera, the joints, the calibration and the log.
    fn controls_ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
        self.camera_ui(ui, session, game);
        if let Some(at) = &self.at {
            self.jog.ui(ui, self.table.config(), at, self.width, &mut self.arm_thread);
        }
        if self.kind != ArmKind::No {
            self.calibration_ui(ui, game);
        }
        for line in &self.log {
            ui.small(line);
        }
    }

    /// `true` if the arm is at the table of the open game.
    pub fn is_at(&self, session: &Session) -> bool {
        Arc::ptr_eq(&self.opened, &session.opened)
    }

    /// Parks the arm and disconnects it.
    pub fn end(&mut self) {
        if !self.ended {
            self.ended = true;
            self.arm_thread.end();
        }
    }

    /// Shows the stop button, the state of the arm, and what it follows.
    fn status_ui(&mut self, ui: &mut Ui) {
        let status = self.status();
        let has_arm = self.kind != ArmKind::No;
        ui.horizontal_wrapped(|ui| {
            if has_arm {
                let stop = RichText::new(t("table.stop")).size(26.0).strong().color(Color32::WHITE);
                let button = ui.add(Button::new(stop).fill(theme::palette(ui).stop).min_size([150.0, 54.0].into()));
                let is_pressed = ui.input(|input| input.key_pressed(Key::Escape));
                if button.on_hover_text(t("table.stop_key")).clicked() || is_pressed {
                    self.arm_thread.stop.press();
                }
            }
            ui.vertical(|ui| {
                status.ui(ui);
                ui.horizontal_wrapped(|ui| {
                    if has_arm {
                        ui.checkbox(&mut self.follows, t("table.follows"));
                        let all = |ui: &mut Ui| ui.checkbox(&mut self.follows_all, t("table.follows_all"));
                        ui.add_enabled_ui(self.follows, all);
                        if ui.button(t("table.rest")).clicked() {
                            self.arm_thread.order(Order::Rest);
                        }
                    }
                    let end = t(if has_arm { "table.parking" } else { "table.end" });
                    if ui.add_enabled(!self.ended, Button::new(end)).clicked() {
                        self.end();
                    }
                });
            });
        });
        ui.add_space(metrics::GAP);
    }

    /// Shows the camera panel.
    fn camera_ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
        let Some((_, state)) = session.loaded().as_spec(&self.state) else { return };
        let (layout, names) = (self.table.layout(), self.prepared.names.as_slice());
        let arm = (self.kind == ArmKind::Port, self.kind == ArmKind::Simulated);
        let table = camera::Table { game, layout, names, file: &self.prepared.file, state, arm };
        if let Some(PanelRequest::SaveRanges) = self.camera.ui(ui, &table, &mut self.arm_thread) {
            self.camera.save_ranges(game.rules(), &mut self.prepared.file);
            self.add_log_line(calibration_wizard::write_file(&self.prepared.file, &self.prepared.path));
        }
        ui.separator();
    }

    fn calibration_ui(&mut self, ui: &mut Ui, game: &CompiledGame) {
        ui.separator();
        let Some(wizard) = &mut self.wizard else {
            // A column makes its widgets as wide as itself.
            if ui.horizontal(|ui| ui.button(t("table.teach"))).inner.clicked() {
                let layout = self.table.layout().clone();
                self.wizard =
                    Some(CalibrationWizard::new(self.prepared.arm_config.clone(), layout, self.prepared.file.clone()));
            }
            return;
        };
        let layout = self.table.layout().clone();
        let request =
            wizard.ui(ui, game.rules(), &self.prepared.arm_config, &layout, self.at.as_ref(), &self.prepared.path);
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
                self.prepared.file = TableFile { colours: self.prepared.file.colours.clone(), ..file };
                self.table = table.clone();
                self.arm_thread.order(Order::SetTable(Box::new(table)));
            }
            None => {}
        }
    }
}
