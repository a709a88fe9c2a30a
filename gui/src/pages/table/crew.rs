//! The arm thread: it executes orders for the arm and the camera, and reports news. It contains no user interface.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::Pulses;
use boardwright_robot::motion::{ArmError, Jog, PickStage, PlaceId};
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::perception::{CameraAttendant, Class, Helper, HsvRanges, Observer};
use boardwright_table::simulation::SimulatedGame;
use boardwright_table::{
    ArmConnection, Attendant, BoardContents, MoveError, MoveExecutor, Request, RequestRefused, Rig, Table,
    Task as Doing,
};
use eframe::egui::Context;

use super::sight::{Begin, Hears, Learnt, Sight};
use crate::session::OpenedGame;
use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// Origin of a move on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The arm makes it.
    Arm,
    /// A person made it in the window and is to repeat it on the table.
    Hand,
    /// A person made it on the table, observed by the camera.
    Seen,
}

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
    Follow(Box<(State, State)>, By),
    /// Use a better calibrated table.
    Learn(Box<Table>),
    /// Start a camera.
    Look(Box<Begin>),
    /// Calibrate the appearance of pieces and places.
    LearnLooks,
    /// Set the colour range of a class.
    Give(Class, HsvRanges),
    /// Have the camera wait for a move in this position.
    Watch(Box<State>),
    /// Have the simulated person make a move.
    Act(Box<State>),
    /// Stop the camera.
    Blind,
    /// Confirm that a request has been fulfilled.
    Done,
}

/// Queue of orders. The next one can be peeked.
#[derive(Debug)]
pub struct Orders {
    received: Receiver<Order>,
    next: RefCell<Option<Order>>,
}

/// Interval at which a waiting thread checks for orders.
const PATIENCE: Duration = Duration::from_millis(50);

impl Orders {
    fn next(&self) -> Result<Order, RecvTimeoutError> {
        let seen = self.next.borrow_mut().take();
        seen.map_or_else(|| self.received.recv_timeout(PATIENCE), Ok)
    }

    /// `true` if an order is waiting.
    pub fn is_waiting(&self) -> bool {
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
    At(Option<Pulses>, Option<f64>),
    /// A piece is being carried.
    Stage {
        /// Description of the piece.
        told: String,
        /// Origin and target.
        carried: (PlaceId, PlaceId),
        /// Stage of the pick-and-place cycle.
        stage: PickStage,
    },
    /// A person is asked for something and has to confirm it.
    Asked {
        /// The request.
        told: String,
        /// `true` if the confirmation means that it is safe again, so that the stop is released.
        safe: bool,
    },
    /// Something was done by hand, or observed.
    Told(String),
    /// A person is asked for something that the camera observes.
    Wanted(String),
    /// `true` if a camera has started, `false` if it has stopped.
    Looks(bool),
    /// Calibrated colour ranges.
    Learnt(Vec<(Class, HsvRanges)>),
    /// Observed moves; empty if the camera has stopped waiting.
    Seen(Vec<Move>),
    /// An order failed.
    Failed(String),
    /// No orders are left.
    Idle,
    /// The thread has ended.
    Gone,
}

/// Handle of the arm thread.
#[derive(Debug)]
pub struct Crew {
    orders: Sender<Order>,
    task: Task<News>,
    /// Emergency stop, usable from any thread.
    pub stop: EmergencyStop,
    /// Number of orders that are not done.
    pub waiting: usize,
}

impl Crew {
    /// Starts an arm at a table with a position on it; without an arm, people make all moves.
    pub fn start(
        window: &Context,
        opened: &Arc<OpenedGame>,
        which: Option<ArmConnection>,
        table: Table,
        now: &State,
    ) -> Self {
        let (orders, received) = channel();
        let received = Orders { received, next: RefCell::default() };
        let stop = EmergencyStop::new();
        let (opened, now, latch) = (Arc::clone(opened), now.clone(), stop.clone());
        let task = Task::start_real_time(window, "arm", move |teller: &Reporter<News>| {
            if let Err(reason) = work(teller, &received, &opened, which.as_ref(), table, &now, &latch) {
                teller.report(News::Failed(reason));
            }
            teller.report(News::Gone);
        });
        Self { orders, task, stop, waiting: 0 }
    }

    /// Queues an order.
    pub fn order(&mut self, order: Order) {
        self.waiting += usize::from(!matches!(order, Order::Done));
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
fn work(
    teller: &Reporter<News>,
    orders: &Orders,
    opened: &OpenedGame,
    which: Option<&ArmConnection>,
    table: Table,
    now: &State,
    stop: &EmergencyStop,
) -> Result<(), String> {
    let Some(game) = opened.loaded.spec() else { return Ok(()) };
    let slots = table.layout().spots.len() - table.layout().board_places;
    let standing = BoardContents::set_up(game, &game.initial_state(), now, slots).map_err(|error| error.to_string())?;
    // Without an arm, a simulated arm that is never moved provides the geometry of the table.
    let none = ArmConnection::Simulated { baud: Baud::FAST, real_time: false };
    let rig = Rig::new(which.unwrap_or(&none), table, standing, Log::default(), stop);
    let Rig { executor: hand, simulation: rehearsal } = rig.map_err(|error| error.to_string())?;
    let mut person = Person { teller, orders, game, names: Vec::new(), rehearsal };
    person.names =
        (0..hand.table().layout().spots.len()).map(|place| hand.name(game.rules(), PlaceId(place))).collect();
    let mut bench = Bench { opened, armed: which.is_some(), hand, person, sight: None };
    if bench.armed {
        bench.hand.start_arm(&mut bench.person).map_err(|error| error.to_string())?;
        bench.tell();
    }
    let mut idle = 0_u32;
    while !teller.is_stopped() {
        let order = match orders.next() {
            Ok(order) => order,
            Err(RecvTimeoutError::Timeout) => {
                idle += 1;
                bench.idle(idle);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if matches!(order, Order::Done) {
            continue;
        }
        if let Err(reason) = bench.obey(order) {
            teller.report(News::Failed(reason));
        }
        bench.tell();
        teller.report(News::Idle);
    }
    if bench.armed { bench.hand.arm().rest().map_err(|error| error.to_string()) } else { Ok(()) }
}

/// The camera looks once in this number of idle intervals.
const GLANCE: u32 = 10;

/// Arm, camera and person at a table; arm and camera are optional.
struct Bench<'a> {
    opened: &'a OpenedGame,
    armed: bool,
    hand: MoveExecutor,
    person: Person<'a>,
    sight: Option<Sight>,
}

impl Bench<'_> {
    /// Reports the joint positions.
    fn tell(&mut self) {
        if self.armed {
            let arm = self.hand.arm();
            self.person.teller.report(News::At(arm.commanded_pulses().copied(), arm.commanded_width()));
        }
    }

    /// Handles an idle interval.
    fn idle(&mut self, times: u32) {
        if self.armed && self.hand.arm().rest_when_idle() == Ok(true) {
            self.tell();
        }
        if let Some(sight) = &mut self.sight
            && times.is_multiple_of(GLANCE)
        {
            sight.glance(self.hand.contents());
            self.person.teller.repaint();
        }
    }

    fn obey(&mut self, order: Order) -> Result<(), String> {
        let game = self.person.game;
        let teller = self.person.teller;
        match order {
            Order::Step(step) => {
                self.wake()?;
                let done = step.execute(self.hand.arm());
                self.moved(done)
            }
            Order::Visit(place, above) => {
                self.wake()?;
                let table = self.hand.table();
                let (over, near) = (table.pose(place, table.layout().sizes.travel_height()), table.pose(place, above));
                let arm = self.hand.arm();
                let done = arm.sweep_to(&over, 0.7).and_then(|()| arm.sweep_to(&near, 0.4));
                self.moved(done)
            }
            Order::Rest => {
                let done = self.hand.arm().rest();
                self.moved(done)
            }
            Order::Follow(states, by) => self.follow(&states.0, &states.1, by),
            Order::Learn(table) => {
                self.hand.set_table(*table);
                Ok(())
            }
            Order::Look(begin) => {
                let (loaded, layout) = (&self.opened.loaded, self.hand.table().layout().clone());
                self.sight = None;
                let opened = Sight::open(*begin, loaded, game, &layout, self.person.rehearsal.as_ref());
                teller.report(News::Looks(opened.is_ok()));
                self.sight = Some(opened?);
                Ok(())
            }
            Order::LearnLooks => {
                let Some(sight) = &mut self.sight else { return Ok(()) };
                let Learnt { ranges, alike } = sight.learn(self.hand.contents())?;
                teller.report(News::Learnt(ranges));
                for pair in alike {
                    teller.report(News::Told(sight.eye.piece_classes().describe_merged(game.rules(), pair)));
                }
                Ok(())
            }
            Order::Give(class, ranges) => {
                if let Some(sight) = &mut self.sight {
                    sight.eye.set_ranges(class, ranges);
                }
                Ok(())
            }
            Order::Watch(state) => {
                let Some(sight) = &mut self.sight else { return Ok(()) };
                let asked = Some((&self.opened.loaded, game, &*state));
                let (mut hears, names) = (Hears { teller, orders: self.person.orders, asked }, &self.person.names);
                let seen = sight.turn(game, &state, (self.hand.contents(), names), &mut hears)?;
                teller.report(News::Seen(seen.unwrap_or_default()));
                Ok(())
            }
            Order::Act(state) => {
                let Some(sight) = &mut self.sight else { return Ok(()) };
                sight.act(game, &state, self.hand.contents())
            }
            Order::Blind => {
                self.sight = None;
                teller.report(News::Looks(false));
                Ok(())
            }
            Order::Done => Ok(()),
        }
    }

    /// Restarts an arm that has parked.
    fn wake(&mut self) -> Result<(), String> {
        if self.hand.arm().commanded_pulses().is_some() {
            return Ok(());
        }
        self.hand.start_arm(&mut self.person).map_err(|error| error.to_string())
    }

    /// Converts the result of a movement, and handles errors.
    fn moved(&mut self, done: Result<(), ArmError>) -> Result<(), String> {
        match done {
            // Unreachable targets are rejected before any movement.
            Err(error @ (ArmError::Unreachable(_) | ArmError::NotStarted)) => Err(error.to_string()),
            Err(why) => {
                let recovered = self.hand.recover(&MoveError::Start { why }, &mut self.person);
                recovered.map_err(|error| error.to_string())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Brings the table from one position to the next.
    fn follow(&mut self, before: &State, after: &State, by: By) -> Result<(), String> {
        let said = |error: MoveError| error.to_string();
        let (game, teller) = (self.person.game, self.person.teller);
        if by == By::Arm && self.armed {
            self.wake()?;
            let Some(Sight { eye, .. }) = self.sight.as_mut().filter(|sight| sight.knows) else {
                return self.hand.execute_move(game, before, after, &mut self.person).map_err(said);
            };
            let names = &self.person.names.clone();
            let mut seeing =
                CameraAttendant { game, names, perception: eye, helper: &mut self.person, corrects_aim: true };
            return self.hand.execute_move(game, before, after, &mut seeing).map_err(said);
        }
        let done = self.hand.record_manual_move(game, before, after).map_err(said)?;
        if by == By::Seen {
            return Ok(());
        }
        let Some(sight) = self.sight.as_mut().filter(|sight| sight.knows) else {
            self.person.by_hand(&done);
            return Ok(());
        };
        let todo: Vec<String> = done.iter().map(|task| self.person.told(task)).collect();
        teller.report(News::Wanted(with("camera.please", &[&todo.join(", ")])));
        let (mut hears, names) = (Hears { teller, orders: self.person.orders, asked: None }, &self.person.names);
        sight.done(game, &done, (self.hand.contents(), names), &mut hears)
    }
}

/// The person at the window and at the table.
struct Person<'a> {
    teller: &'a Reporter<News>,
    orders: &'a Orders,
    game: &'a CompiledGame,
    names: Vec<String>,
    rehearsal: Option<SimulatedGame>,
}

impl Person<'_> {
    fn name(&self, place: PlaceId) -> String {
        self.names.get(place.0).cloned().unwrap_or_default()
    }

    fn told(&self, task: &Doing) -> String {
        match task {
            Doing::Carry { appearance: look, from, to } => {
                with("table.carry", &[&look.describe(self.game.rules()), &self.name(*from), &self.name(*to)])
            }
            Doing::Ask(request) => request.describe(self.game.rules(), |place| self.name(place)),
        }
    }

    /// Reports a move that a person has made on the table.
    fn by_hand(&mut self, done: &[Doing]) {
        for task in done {
            if let Some(rehearsal) = &self.rehearsal {
                rehearsal.perform_by_hand(task);
            }
            self.teller.report(News::Told(with("table.by_hand", &[&self.told(task)])));
        }
    }

    /// Waits for a confirmation.
    fn confirmed(&mut self, told: String, safe: bool) -> Result<(), RequestRefused> {
        self.teller.report(News::Asked { told, safe });
        while !self.teller.is_stopped() {
            match self.orders.next() {
                Ok(Order::Done) => return Ok(()),
                Ok(_) => self.teller.report(News::Idle),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(RequestRefused)
    }
}

impl Observer for Person<'_> {
    fn notify(&mut self, text: &str) {
        self.teller.report(News::Told(text.to_owned()));
    }

    fn should_stop(&self) -> bool {
        self.teller.is_stopped()
    }
}

impl Helper for Person<'_> {
    fn as_observer(&mut self) -> &mut dyn Observer {
        self
    }
}

impl Attendant for Person<'_> {
    fn stage_begins(&mut self, task: &Doing, stage: PickStage) {
        if let Doing::Carry { from, to, .. } = *task {
            self.teller.report(News::Stage { told: self.told(task), carried: (from, to), stage });
        }
        if let Some(rehearsal) = &mut self.rehearsal {
            rehearsal.stage_begins(task, stage);
        }
    }

    fn fulfil(&mut self, request: &Request) -> Result<(), RequestRefused> {
        let told = self.told(&Doing::Ask(*request));
        let Some(rehearsal) = &mut self.rehearsal else { return self.confirmed(told, false) };
        rehearsal.fulfil_request(request);
        self.teller.report(News::Told(with("table.by_hand", &[&told])));
        Ok(())
    }

    fn is_as_expected(&mut self, standing: &BoardContents) -> bool {
        self.rehearsal.as_mut().is_none_or(|rehearsal| rehearsal.is_as_expected(standing))
    }

    fn make_safe(&mut self, trouble: &MoveError) -> Result<(), RequestRefused> {
        // The stop is released at the confirmation; a stop that is pressed later stays in effect.
        self.confirmed(with("table.make_safe", &[trouble]), true)?;
        self.rehearsal.as_mut().map_or(Ok(()), |rehearsal| rehearsal.make_safe(trouble))
    }

    fn set_up(&mut self, standing: &BoardContents) -> Result<(), RequestRefused> {
        match &mut self.rehearsal {
            Some(rehearsal) => rehearsal.set_up(standing),
            None => self.confirmed(t("table.set_up").to_owned(), false),
        }
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        match &mut self.rehearsal {
            Some(rehearsal) => rehearsal.place_arm_at_park(),
            None => self.confirmed(t("table.park_it").to_owned(), false),
        }
    }
}
