//! The arm on a thread of its own: it gets orders, and tells what it does. What is shown of it is not its business.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use boardwright_engine::game::Game as _;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::Pulses;
use boardwright_robot::motion::{ArmError, PlaceId, Stage, Step};
use boardwright_robot::wire::Log;
use boardwright_table::world::Rehearsal;
use boardwright_table::{Attendant, Hand, HandError, Refused, Request, Rig, Standing, Table, Task as Doing, Which};
use eframe::egui::Context;

use crate::session::Opened;
use crate::task::{Task, Teller};
use crate::texts::{t, with};

/// What the arm is told to do.
#[derive(Debug)]
pub enum Order {
    /// One step.
    Step(Step),
    /// To a place, so many mm above the board.
    Visit(PlaceId, f64),
    /// To where it parks, and let go.
    Rest,
    /// From one position to the next: by the arm, or somebody does it.
    Follow(Box<(State, State)>, bool),
    /// The table is known better now.
    Learn(Box<Table>),
    /// What was asked for has been done.
    Done,
}

/// What is known of the arm.
#[derive(Clone, Debug)]
pub enum News {
    /// It has started, or gone on.
    At(Option<Pulses>, Option<f64>),
    /// A piece is carried.
    Stage {
        /// Which, as it is told.
        told: String,
        /// From where to where.
        carried: (PlaceId, PlaceId),
        /// How far the arm is with it.
        stage: Stage,
    },
    /// Somebody is asked for something, and has to say that it is done.
    Asked {
        /// For what.
        told: String,
        /// Whether that says that it is safe again, so that the stop is released.
        safe: bool,
    },
    /// Something was done by hand.
    Told(String),
    /// Something was not done.
    Failed(String),
    /// Nothing is left to be done.
    Idle,
    /// It has ended.
    Gone,
}

/// An arm at work.
#[derive(Debug)]
pub struct Crew {
    orders: Sender<Order>,
    task: Task<News>,
    /// Stops everything, from any thread.
    pub stop: EmergencyStop,
    /// Orders that have not been done.
    pub waiting: usize,
}

impl Crew {
    /// Starts an arm at a table on which a position stands.
    pub fn start(window: &Context, opened: &Arc<Opened>, which: Which, table: Table, now: &State) -> Self {
        let (orders, received) = channel();
        let stop = EmergencyStop::new();
        let (opened, now, latch) = (Arc::clone(opened), now.clone(), stop.clone());
        let task = Task::in_time(window, "arm", move |teller: &Teller<News>| {
            if let Some(game) = opened.loaded.spec()
                && let Err(reason) = work(teller, &received, game, &which, table, &now, &latch)
            {
                teller.tell(News::Failed(reason));
            }
            teller.tell(News::Gone);
        });
        Self { orders, task, stop, waiting: 0 }
    }

    /// Tells the arm to do something when it has done what it was told before.
    pub fn order(&mut self, order: Order) {
        self.waiting += usize::from(!matches!(order, Order::Done));
        // An arm that is gone has said so.
        let _ = self.orders.send(order);
    }

    /// What was told since the last time.
    pub fn news(&mut self) -> Vec<News> {
        let mut news = self.task.news();
        news.extend(self.task.broken().map(News::Failed));
        news
    }

    /// Parks the arm and ends.
    pub fn end(&self) {
        self.task.stop();
    }
}

/// Does what is ordered until nobody wants anything any more.
fn work(
    teller: &Teller<News>,
    orders: &Receiver<Order>,
    game: &SpecGame,
    which: &Which,
    table: Table,
    now: &State,
    stop: &EmergencyStop,
) -> Result<(), String> {
    let slots = table.layout().spots.len() - table.layout().board;
    let standing = Standing::set_up(game, &game.start(), now, slots).map_err(|error| error.to_string())?;
    let rig = Rig::new(which, table, standing, Log::default(), stop).map_err(|error| error.to_string())?;
    let Rig { mut hand, rehearsal } = rig;
    let mut person = Person { teller, orders, game, names: Vec::new(), rehearsal };
    person.names =
        (0..hand.table().layout().spots.len()).map(|place| hand.name(game.rules(), PlaceId(place))).collect();
    hand.wake(&mut person).map_err(|error| error.to_string())?;
    tell(teller, &mut hand);
    while !teller.is_stopped() {
        let order = match orders.recv_timeout(Duration::from_millis(50)) {
            Ok(order) => order,
            Err(RecvTimeoutError::Timeout) => {
                if hand.arm().rest_when_idle() == Ok(true) {
                    tell(teller, &mut hand);
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if matches!(order, Order::Done) {
            continue;
        }
        if let Err(reason) = obey(order, &mut hand, &mut person) {
            teller.tell(News::Failed(reason));
        }
        tell(teller, &mut hand);
        teller.tell(News::Idle);
    }
    hand.arm().rest().map_err(|error| error.to_string())
}

/// Where the arm is.
fn tell(teller: &Teller<News>, hand: &mut Hand) {
    let arm = hand.arm();
    teller.tell(News::At(arm.at().copied(), arm.gripped()));
}

fn obey(order: Order, hand: &mut Hand, person: &mut Person<'_>) -> Result<(), String> {
    let said = |error: HandError| error.to_string();
    if !matches!(order, Order::Rest | Order::Done | Order::Learn(_)) && hand.arm().at().is_none() {
        hand.wake(person).map_err(said)?;
    }
    let moved = |done: Result<(), ArmError>, hand: &mut Hand, person: &mut Person<'_>| match done {
        // What cannot be reached has moved nothing.
        Err(error @ (ArmError::Unreachable(_) | ArmError::NotStarted)) => Err(error.to_string()),
        Err(why) => hand.recover(&HandError::Start { why }, person).map_err(said),
        Ok(()) => Ok(()),
    };
    match order {
        Order::Step(step) => {
            let done = step.make(hand.arm());
            moved(done, hand, person)
        }
        Order::Visit(place, above) => {
            let table = hand.table();
            let (over, near) = (table.pose(place, table.layout().sizes.travel()), table.pose(place, above));
            let arm = hand.arm();
            let done = arm.sweep_to(&over, 0.7).and_then(|()| arm.sweep_to(&near, 0.4));
            moved(done, hand, person)
        }
        Order::Rest => {
            let done = hand.arm().rest();
            moved(done, hand, person)
        }
        Order::Follow(states, by_hand) => {
            let (before, after) = *states;
            if by_hand {
                let done = hand.by_hand(person.game, &before, &after).map_err(said)?;
                person.by_hand(&done);
                return Ok(());
            }
            hand.make(person.game, &before, &after, person).map_err(said)
        }
        Order::Learn(table) => {
            hand.learn(*table);
            Ok(())
        }
        Order::Done => Ok(()),
    }
}

/// Whoever sits at the window, and at the table.
struct Person<'a> {
    teller: &'a Teller<News>,
    orders: &'a Receiver<Order>,
    game: &'a SpecGame,
    names: Vec<String>,
    rehearsal: Option<Rehearsal>,
}

impl Person<'_> {
    fn name(&self, place: PlaceId) -> String {
        self.names.get(place.0).cloned().unwrap_or_default()
    }

    fn told(&self, task: &Doing) -> String {
        match task {
            Doing::Carry { look, from, to } => {
                with("table.carry", &[&look.told(self.game.rules()), &self.name(*from), &self.name(*to)])
            }
            Doing::Ask(request) => request.told(self.game.rules(), |place| self.name(place)),
        }
    }

    /// Somebody has made a move on the table.
    fn by_hand(&mut self, done: &[Doing]) {
        for task in done {
            if let Some(rehearsal) = &self.rehearsal {
                rehearsal.by_hand(task);
            }
            self.teller.tell(News::Told(with("table.by_hand", &[&self.told(task)])));
        }
    }

    /// Waits until somebody says that it is done.
    fn confirmed(&mut self, told: String, safe: bool) -> Result<(), Refused> {
        self.teller.tell(News::Asked { told, safe });
        while !self.teller.is_stopped() {
            match self.orders.recv_timeout(Duration::from_millis(50)) {
                Ok(Order::Done) => return Ok(()),
                Ok(_) => self.teller.tell(News::Idle),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(Refused)
    }
}

impl Attendant for Person<'_> {
    fn stage(&mut self, task: &Doing, stage: Stage) {
        if let Doing::Carry { from, to, .. } = *task {
            self.teller.tell(News::Stage { told: self.told(task), carried: (from, to), stage });
        }
        if let Some(rehearsal) = &mut self.rehearsal {
            rehearsal.stage(task, stage);
        }
    }

    fn ask(&mut self, request: &Request) -> Result<(), Refused> {
        let told = self.told(&Doing::Ask(*request));
        let Some(rehearsal) = &mut self.rehearsal else { return self.confirmed(told, false) };
        rehearsal.oblige(request);
        self.teller.tell(News::Told(with("table.by_hand", &[&told])));
        Ok(())
    }

    fn agrees(&mut self, standing: &Standing) -> bool {
        self.rehearsal.as_mut().is_none_or(|rehearsal| rehearsal.agrees(standing))
    }

    fn make_safe(&mut self, trouble: &HandError) -> Result<(), Refused> {
        // The stop is released where somebody says so: one that is pressed later is not lost.
        self.confirmed(with("table.make_safe", &[trouble]), true)?;
        self.rehearsal.as_mut().map_or(Ok(()), |rehearsal| rehearsal.make_safe(trouble))
    }

    fn set_up(&mut self, standing: &Standing) -> Result<(), Refused> {
        match &mut self.rehearsal {
            Some(rehearsal) => rehearsal.set_up(standing),
            None => self.confirmed(t("table.set_up").to_owned(), false),
        }
    }

    fn put_where_it_parks(&mut self) -> Result<(), Refused> {
        match &mut self.rehearsal {
            Some(rehearsal) => rehearsal.put_where_it_parks(),
            None => self.confirmed(t("table.park_it").to_owned(), false),
        }
    }
}
