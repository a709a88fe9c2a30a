//! The arm thread: it runs the table session of the window. Orders arrive over a channel, and reports go back as news. It
//! contains no user interface.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_game::ids::Player;
use boardwright_games::shipped_names;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_library::explain;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::Pulses;
use boardwright_robot::motion::{Jog, PickStage, PlaceId};
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::perception::{
    Class, HsvRanges, LiveView, LocateMethod, LocateSettings, PerceptionError, PieceClasses, WatchError, read_lens,
};
use boardwright_table::{
    ArmConnection, BoardContents, CameraSession, FrontEnd, LearntLooks, MoveOrigin, Prompt, Request, RequestRefused,
    Rig, SessionError, Table, TableNames, TableSession, Task as TableTask,
};
use eframe::egui::Context;

use crate::session::OpenedGame;
use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// Order to the arm or to the camera.
#[derive(Debug)]
pub enum Order {
    /// Jog one step.
    Step(Jog),
    /// Move to a place, this many mm above the board.
    Visit(PlaceId, f64),
    /// Park and switch the servos off.
    Rest,
    /// Bring the table from one position to the next.
    Follow(Box<(State, State)>, MoveOrigin),
    /// Use a better calibrated table.
    SetTable(Box<Table>),
    /// Start a camera.
    OpenCamera(Box<CameraSettings>),
    /// Calibrate the appearance of pieces and places.
    LearnLooks,
    /// Set the colour range of a class.
    SetRanges(Class, HsvRanges),
    /// Have the camera wait for a move in this position; these players move at the table.
    WaitForTurn(Box<State>, Vec<Player>),
    /// Have the simulated person make a move.
    SimulateTurn(Box<State>),
    /// Stop the camera.
    CloseCamera,
    /// Confirm that a request has been fulfilled.
    Confirm,
}

/// Configuration of a camera.
#[derive(Clone, Debug)]
pub struct CameraSettings {
    /// Source as on the command line; `None` for a simulated camera with a simulated person.
    pub source: Option<String>,
    /// Method to locate the board.
    pub method: LocateMethod,
    /// Lens calibration file.
    pub lens: Option<PathBuf>,
    /// Piece classes with their colours.
    pub classes: PieceClasses,
    /// Live view for the pictures.
    pub live: LiveView,
}

/// Seed of the simulated camera and the simulated person.
const SEED: u64 = 1;

/// Queue of orders. The next one can be peeked.
#[derive(Debug)]
struct Orders {
    received: Receiver<Order>,
    next: RefCell<Option<Order>>,
}

/// Interval at which a waiting thread checks for orders.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Orders {
    fn next(&self) -> Result<Order, RecvTimeoutError> {
        let peeked = self.next.borrow_mut().take();
        peeked.map_or_else(|| self.received.recv_timeout(POLL_INTERVAL), Ok)
    }

    /// `true` if an order is waiting.
    fn is_waiting(&self) -> bool {
        let mut next = self.next.borrow_mut();
        if next.is_none() {
            *next = self.received.try_recv().ok();
        }
        next.is_some()
    }
}

/// Report of the arm thread.
#[derive(Clone, Debug)]
pub enum News {
    /// Joint positions and width of the fingers.
    Joints(Option<Pulses>, Option<f64>),
    /// Pieces on the places and in the slots.
    Contents(BoardContents),
    /// A piece is being carried.
    Stage {
        /// Description of the task.
        description: String,
        /// Origin and target.
        carried: (PlaceId, PlaceId),
        /// Stage of the pick-and-place cycle.
        stage: PickStage,
    },
    /// A person is asked for something and has to confirm it.
    Prompt {
        /// The request.
        text: String,
        /// `true` if the confirmation means that it is safe again, so that the stop is released.
        releases_stop: bool,
    },
    /// Something was done by hand, or observed.
    Note(String),
    /// A person is asked for something that the camera observes.
    TaskRequest(String),
    /// `true` if a camera has started, `false` if it has stopped.
    CameraRunning(bool),
    /// A camera was stopped because the markers belong to another board.
    WrongBoard,
    /// Calibrated colour ranges.
    LearntRanges(Vec<(Class, HsvRanges)>),
    /// Recognised moves; empty if the camera has stopped waiting.
    RecognisedMoves(Vec<Move>),
    /// An order failed.
    Failed(String),
    /// No orders are left.
    Idle,
    /// The thread has ended.
    Ended,
}

/// Handle of the arm thread.
#[derive(Debug)]
pub struct ArmThread {
    orders: Sender<Order>,
    task: Task<News>,
    /// Emergency stop, usable from any thread.
    pub stop: EmergencyStop,
    /// Number of orders that are not done.
    pub waiting: usize,
}

impl ArmThread {
    /// Starts an arm at a table with a position on it; without an arm, people make all moves.
    pub fn start(
        window: &Context,
        opened: &Arc<OpenedGame>,
        connection: Option<ArmConnection>,
        table: Table,
        position: &State,
    ) -> Self {
        let (orders, received) = channel();
        let received = Orders { received, next: RefCell::default() };
        let stop = EmergencyStop::new();
        let (opened, position, latch) = (Arc::clone(opened), position.clone(), stop.clone());
        let task = Task::start_urgent(window, "arm", move |reporter: &Reporter<News>| {
            if let Err(reason) = run(reporter, &received, &opened, connection.as_ref(), table, &position, &latch) {
                reporter.report(News::Failed(reason));
            }
            reporter.report(News::Ended);
        });
        Self { orders, task, stop, waiting: 0 }
    }

    /// Queues an order.
    pub fn order(&mut self, order: Order) {
        self.waiting += usize::from(!matches!(order, Order::Confirm));
        // The thread may have ended; it has reported that.
        let _ = self.orders.send(order);
    }

    /// Returns the reports since the last call.
    pub fn news(&mut self) -> Vec<News> {
        let mut news = self.task.messages();
        news.extend(self.task.take_panic().map(News::Failed));
        news
    }

    /// Parks the arm and ends the thread.
    pub fn end(&self) {
        self.task.stop();
    }
}

/// Thread function: executes orders until the task is stopped.
fn run(
    reporter: &Reporter<News>,
    orders: &Orders,
    opened: &OpenedGame,
    connection: Option<&ArmConnection>,
    table: Table,
    position: &State,
    stop: &EmergencyStop,
) -> Result<(), String> {
    let Some(game) = opened.loaded.spec() else { return Ok(()) };
    let slots = table.layout().slots();
    let contents =
        BoardContents::set_up(game, &game.initial_state(), position, slots).map_err(|error| error.to_string())?;
    // Without an arm, a simulated arm that is never moved provides the geometry of the table.
    let none = ArmConnection::Simulated { baud: Baud::FAST, real_time: false };
    let rig = Rig::new(connection.unwrap_or(&none), table, contents, Log::default(), stop);
    let rig = rig.map_err(|error| error.to_string())?;
    let session = TableSession::new(game, rig, connection.is_some(), position.clone());
    let mut executor =
        OrderExecutor { game, session, front_end: WindowFrontEnd { reporter, orders, opened, game, stop } };
    executor.session.start(&mut executor.front_end).map_err(|error| error.to_string())?;
    executor.report_table();
    let mut idle = 0_u32;
    while !reporter.is_stopped() {
        let order = match orders.next() {
            Ok(order) => order,
            Err(RecvTimeoutError::Timeout) => {
                idle += 1;
                executor.idle(idle);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if matches!(order, Order::Confirm) {
            continue;
        }
        if let Err(reason) = executor.execute(order) {
            reporter.report(News::Failed(reason));
        }
        executor.report_table();
        reporter.report(News::Idle);
    }
    executor.session.end().map_err(|error| error.to_string())
}

/// The camera looks once in this number of idle intervals.
const GLANCE_INTERVAL: u32 = 10;

/// Executes the window's orders in a table session.
struct OrderExecutor<'a> {
    game: &'a CompiledGame,
    session: TableSession<'a>,
    front_end: WindowFrontEnd<'a>,
}

impl OrderExecutor<'_> {
    /// Reports the pieces on the table and the joint positions.
    fn report_table(&mut self) {
        self.front_end.reporter.report(News::Contents(self.session.contents().clone()));
        if self.session.is_armed() {
            let arm = self.session.arm();
            let joints = News::Joints(arm.commanded_pulses().copied(), arm.commanded_width());
            self.front_end.reporter.report(joints);
        }
    }

    /// Handles an idle interval.
    fn idle(&mut self, intervals: u32) {
        if self.session.is_armed() && self.session.arm().rest_when_idle() == Ok(true) {
            self.report_table();
        }
        if intervals.is_multiple_of(GLANCE_INTERVAL) && self.session.glance() {
            self.front_end.reporter.repaint();
        }
    }

    fn execute(&mut self, order: Order) -> Result<(), String> {
        let failed = |error: SessionError| error.to_string();
        let reporter = self.front_end.reporter;
        let Self { session, front_end, .. } = self;
        match order {
            Order::Step(step) => session.step(step, front_end).map_err(failed),
            Order::Visit(place, above) => session.visit(place, above, front_end).map_err(failed),
            Order::Rest => session.rest(front_end).map_err(failed),
            Order::Follow(states, origin) => {
                if origin == MoveOrigin::Arm && session.is_armed() {
                    session.wake(front_end).map_err(failed)?;
                }
                match session.follow(&states.0, &states.1, origin, front_end) {
                    // Another order has come.
                    Err(SessionError::Watch(WatchError::Stopped)) => Ok(()),
                    Err(error) if error.is_end_of_film() => {
                        self.end_film();
                        Ok(())
                    }
                    followed => followed.map_err(failed),
                }
            }
            Order::SetTable(table) => {
                session.set_table(*table);
                Ok(())
            }
            Order::OpenCamera(settings) => {
                session.set_camera(None);
                match self.open_camera(*settings) {
                    Ok(camera) => {
                        self.session.set_camera(Some(camera));
                        reporter.report(News::CameraRunning(true));
                        Ok(())
                    }
                    Err(error) => {
                        let is_wrong_board = matches!(error, SessionError::Perception(PerceptionError::WrongBoard(_)));
                        reporter.report(News::CameraRunning(false));
                        if is_wrong_board {
                            reporter.report(News::WrongBoard);
                        }
                        Err(error.to_string())
                    }
                }
            }
            Order::LearnLooks => {
                let learnt = match session.learn_looks() {
                    Err(error) if error.is_end_of_film() => {
                        self.end_film();
                        return Ok(());
                    }
                    learnt => learnt.map_err(failed)?,
                };
                let Some(LearntLooks { ranges, merged }) = learnt else { return Ok(()) };
                reporter.report(News::LearntRanges(ranges));
                for pair in merged {
                    reporter.report(News::Note(pair));
                }
                Ok(())
            }
            Order::SetRanges(class, ranges) => {
                if let Some(camera) = session.camera_mut() {
                    camera.set_ranges(class, ranges);
                }
                Ok(())
            }
            Order::WaitForTurn(state, players) => {
                if let Some(camera) = session.camera_mut() {
                    camera.set_players(players);
                }
                let waited = session.wait_for_turn(&state, front_end);
                let Some(camera) = session.camera_mut() else { return Ok(()) };
                match waited {
                    // Another order has come.
                    Ok(()) | Err(SessionError::Watch(WatchError::Stopped)) => {}
                    Err(error) if error.is_end_of_film() => {
                        self.end_film();
                        return Ok(());
                    }
                    Err(error) => return Err(error.to_string()),
                }
                reporter.report(News::RecognisedMoves(camera.take_moves()));
                Ok(())
            }
            Order::SimulateTurn(state) => session.simulate_turn(&state).map_err(failed),
            Order::CloseCamera => {
                session.set_camera(None);
                reporter.report(News::CameraRunning(false));
                Ok(())
            }
            Order::Confirm => Ok(()),
        }
    }

    /// Stops the camera at the end of its film.
    fn end_film(&mut self) {
        self.session.set_camera(None);
        let reporter = self.front_end.reporter;
        reporter.report(News::CameraRunning(false));
        reporter.report(News::Note(t("camera.film_ends").to_owned()));
    }

    /// Opens a camera.
    fn open_camera(&self, settings: CameraSettings) -> Result<CameraSession, SessionError> {
        let CameraSettings { source, method, lens, classes, live } = settings;
        let (game, layout) = (self.game, self.session.table().layout());
        let board_error = |reason: String| SessionError::from(PerceptionError::Board(reason));
        if let Some(source) = source {
            let lens = lens.as_deref().map(read_lens).transpose().map_err(board_error)?;
            let locate = LocateSettings { method, lens, known_games: shipped_names() };
            let perception = live.open(&source, locate, game.rules(), layout, classes)?;
            return Ok(CameraSession::new(perception, true));
        }
        let Some(simulation) = self.session.simulation() else {
            return Err(board_error(t("camera.no_table").to_owned()));
        };
        let pictures = NearbyFiles::of_game(&self.front_end.opened.loaded);
        CameraSession::simulated(
            game,
            (layout, classes),
            &pictures,
            simulation,
            (SEED, true),
            |camera, finder, classes| live.open_with(camera, finder, layout, classes),
        )
    }
}

/// Front end of the table session: orders come from the window, and reports go there.
struct WindowFrontEnd<'a> {
    reporter: &'a Reporter<News>,
    orders: &'a Orders,
    opened: &'a OpenedGame,
    game: &'a CompiledGame,
    stop: &'a EmergencyStop,
}

impl WindowFrontEnd<'_> {
    /// Reports that a task is done by hand.
    fn by_hand(&self, task: &str) {
        self.reporter.report(News::Note(with("table.by_hand", &[&task])));
    }
}

/// Describes a task.
fn describe(task: &TableTask, names: &TableNames<'_>) -> String {
    match task {
        TableTask::Carry { appearance, from, to } => {
            with("table.carry", &[&names.piece(*appearance), &names.place(*from), &names.place(*to)])
        }
        TableTask::Ask(request) => names.request(request),
    }
}

impl FrontEnd for WindowFrontEnd<'_> {
    fn notify(&mut self, text: &str) {
        self.reporter.report(News::Note(text.to_owned()));
    }

    fn stage_begins(&mut self, task: &TableTask, stage: PickStage, names: &TableNames<'_>) {
        if let TableTask::Carry { from, to, .. } = *task {
            self.reporter.report(News::Stage { description: describe(task, names), carried: (from, to), stage });
        }
    }

    /// Waits for the confirmation in the window. A pressed stop is released by it; a stop that is pressed later stays in
    /// effect.
    fn confirm(&mut self, prompt: &Prompt<'_>, names: &TableNames<'_>) -> Result<(), RequestRefused> {
        let text = match prompt {
            Prompt::Request(request) => names.request(request),
            Prompt::SetUp(_) => t("table.set_up").to_owned(),
            Prompt::PlaceArmAtPark => t("table.park_it").to_owned(),
            Prompt::MakeSafe { .. } if self.stop.is_pressed() => t("table.stopped").to_owned(),
            Prompt::MakeSafe { error, .. } => with("table.make_safe", &[error]),
        };
        self.reporter.report(News::Prompt { text, releases_stop: matches!(prompt, Prompt::MakeSafe { .. }) });
        while !self.reporter.is_stopped() {
            match self.orders.next() {
                Ok(Order::Confirm) => return Ok(()),
                Ok(_) => self.reporter.report(News::Idle),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(RequestRefused)
    }

    fn request_fulfilled(&mut self, request: &Request, names: &TableNames<'_>) {
        self.by_hand(&names.request(request));
    }

    fn tasks_by_hand(
        &mut self,
        tasks: &[TableTask],
        _contents: &BoardContents,
        names: &TableNames<'_>,
    ) -> Result<(), RequestRefused> {
        for task in tasks {
            self.by_hand(&describe(task, names));
        }
        Ok(())
    }

    fn request_tasks(&mut self, tasks: &[TableTask], names: &TableNames<'_>) -> Result<(), RequestRefused> {
        let tasks: Vec<String> = tasks.iter().map(|task| describe(task, names)).collect();
        self.reporter.report(News::TaskRequest(with("camera.please", &[&tasks.join(", ")])));
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.reporter.is_stopped()
    }

    fn is_wait_cancelled(&self) -> bool {
        self.reporter.is_stopped() || self.orders.is_waiting()
    }

    fn explain_illegal(&self, state: &State, mv: &str) -> Option<String> {
        explain::refusal_reason_in(&self.opened.loaded, self.game, state, mv)
    }
}
