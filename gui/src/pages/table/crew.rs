//! The arm on a thread of its own: it gets orders, and tells what it does. What is shown of it is not its business.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use boardwright_engine::game::Game as _;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::Pulses;
use boardwright_robot::motion::{ArmError, PlaceId, Stage, Step};
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::eye::{Bystander, Class, Helper, Ranges, Seeing};
use boardwright_table::world::Rehearsal;
use boardwright_table::{Attendant, Hand, HandError, Refused, Request, Rig, Standing, Table, Task as Doing, Which};
use eframe::egui::Context;

use super::sight::{Begin, Hears, Learnt, Sight};
use crate::session::Opened;
use crate::task::{Task, Teller};
use crate::texts::{t, with};

/// Who brings the table from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The arm.
    Arm,
    /// Somebody who made the move in the window.
    Hand,
    /// Somebody who made it on the table, where the camera saw it.
    Seen,
}

/// What the arm, and the camera beside it, are told to do.
#[derive(Debug)]
pub enum Order {
    /// One step.
    Step(Step),
    /// To a place, so many mm above the board.
    Visit(PlaceId, f64),
    /// To where it parks, and let go.
    Rest,
    /// From one position to the next.
    Follow(Box<(State, State)>, By),
    /// The table is known better now.
    Learn(Box<Table>),
    /// A camera looks at the table from now on.
    Look(Box<Begin>),
    /// The camera learns how everything looks.
    LearnLooks,
    /// Pieces of a colour look so.
    Give(Class, Ranges),
    /// The camera waits for whoever is to move.
    Watch(Box<State>),
    /// Whoever sits before a camera that is not there makes a move.
    Act(Box<State>),
    /// No camera looks any more.
    Blind,
    /// What was asked for has been done.
    Done,
}

/// Orders as they come in. One may be looked at before its time.
#[derive(Debug)]
pub struct Orders {
    received: Receiver<Order>,
    next: RefCell<Option<Order>>,
}

/// How long nobody looks whether there is an order.
const PATIENCE: Duration = Duration::from_millis(50);

impl Orders {
    fn next(&self) -> Result<Order, RecvTimeoutError> {
        let seen = self.next.borrow_mut().take();
        seen.map_or_else(|| self.received.recv_timeout(PATIENCE), Ok)
    }

    /// Whether there is one.
    pub fn is_waiting(&self) -> bool {
        let mut next = self.next.borrow_mut();
        if next.is_none() {
            *next = self.received.try_recv().ok();
        }
        next.is_some()
    }
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
    /// Something was done by hand, or seen.
    Told(String),
    /// Somebody is asked to do something; the camera sees when it is done.
    Wanted(String),
    /// Whether a camera looks at the table now.
    Looks(bool),
    /// How the pieces look that it knows now.
    Learnt(Vec<(Class, Ranges)>),
    /// It saw these moves; none if it does not wait for any more.
    Seen(Vec<Move>),
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
    /// Starts an arm at a table on which a position stands; without an arm everything is done by hand.
    pub fn start(window: &Context, opened: &Arc<Opened>, which: Option<Which>, table: Table, now: &State) -> Self {
        let (orders, received) = channel();
        let received = Orders { received, next: RefCell::default() };
        let stop = EmergencyStop::new();
        let (opened, now, latch) = (Arc::clone(opened), now.clone(), stop.clone());
        let task = Task::in_time(window, "arm", move |teller: &Teller<News>| {
            if let Err(reason) = work(teller, &received, &opened, which.as_ref(), table, &now, &latch) {
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
    orders: &Orders,
    opened: &Opened,
    which: Option<&Which>,
    table: Table,
    now: &State,
    stop: &EmergencyStop,
) -> Result<(), String> {
    let Some(game) = opened.loaded.spec() else { return Ok(()) };
    let slots = table.layout().spots.len() - table.layout().board;
    let standing = Standing::set_up(game, &game.start(), now, slots).map_err(|error| error.to_string())?;
    // Without an arm the table is known all the same, as one at which an arm that is not there does nothing.
    let none = Which::Simulated { baud: Baud::FAST, real_time: false };
    let rig = Rig::new(which.unwrap_or(&none), table, standing, Log::default(), stop);
    let Rig { hand, rehearsal } = rig.map_err(|error| error.to_string())?;
    let mut person = Person { teller, orders, game, names: Vec::new(), rehearsal };
    person.names =
        (0..hand.table().layout().spots.len()).map(|place| hand.name(game.rules(), PlaceId(place))).collect();
    let mut bench = Bench { opened, armed: which.is_some(), hand, person, sight: None };
    if bench.armed {
        bench.hand.wake(&mut bench.person).map_err(|error| error.to_string())?;
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
            teller.tell(News::Failed(reason));
        }
        bench.tell();
        teller.tell(News::Idle);
    }
    if bench.armed { bench.hand.arm().rest().map_err(|error| error.to_string()) } else { Ok(()) }
}

/// Of so many times that nothing is to be done a camera looks once.
const GLANCE: u32 = 10;

/// An arm, a camera and a person at a table; arm and camera may be missing.
struct Bench<'a> {
    opened: &'a Opened,
    armed: bool,
    hand: Hand,
    person: Person<'a>,
    sight: Option<Sight>,
}

impl Bench<'_> {
    /// Where the arm is.
    fn tell(&mut self) {
        if self.armed {
            let arm = self.hand.arm();
            self.person.teller.tell(News::At(arm.at().copied(), arm.gripped()));
        }
    }

    /// Nothing is to be done.
    fn idle(&mut self, times: u32) {
        if self.armed && self.hand.arm().rest_when_idle() == Ok(true) {
            self.tell();
        }
        if let Some(sight) = &mut self.sight
            && times.is_multiple_of(GLANCE)
        {
            sight.glance(self.hand.standing());
            self.person.teller.repaint();
        }
    }

    fn obey(&mut self, order: Order) -> Result<(), String> {
        let game = self.person.game;
        let teller = self.person.teller;
        match order {
            Order::Step(step) => {
                self.wake()?;
                let done = step.make(self.hand.arm());
                self.moved(done)
            }
            Order::Visit(place, above) => {
                self.wake()?;
                let table = self.hand.table();
                let (over, near) = (table.pose(place, table.layout().sizes.travel()), table.pose(place, above));
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
                self.hand.learn(*table);
                Ok(())
            }
            Order::Look(begin) => {
                let (loaded, layout) = (&self.opened.loaded, self.hand.table().layout().clone());
                self.sight = None;
                let opened = Sight::open(*begin, loaded, game, &layout, self.person.rehearsal.as_ref());
                teller.tell(News::Looks(opened.is_ok()));
                self.sight = Some(opened?);
                Ok(())
            }
            Order::LearnLooks => {
                let Some(sight) = &mut self.sight else { return Ok(()) };
                let Learnt { ranges, alike } = sight.learn(self.hand.standing())?;
                teller.tell(News::Learnt(ranges));
                for pair in alike {
                    teller.tell(News::Told(sight.eye.colours().told_alike(game.rules(), pair)));
                }
                Ok(())
            }
            Order::Give(class, ranges) => {
                if let Some(sight) = &mut self.sight {
                    sight.eye.give(class, ranges);
                }
                Ok(())
            }
            Order::Watch(state) => {
                let Some(sight) = &mut self.sight else { return Ok(()) };
                let asked = Some((&self.opened.loaded, game, &*state));
                let (mut hears, names) = (Hears { teller, orders: self.person.orders, asked }, &self.person.names);
                let seen = sight.turn(game, &state, (self.hand.standing(), names), &mut hears)?;
                teller.tell(News::Seen(seen.unwrap_or_default()));
                Ok(())
            }
            Order::Act(state) => {
                let Some(sight) = &mut self.sight else { return Ok(()) };
                sight.act(game, &state, self.hand.standing())
            }
            Order::Blind => {
                self.sight = None;
                teller.tell(News::Looks(false));
                Ok(())
            }
            Order::Done => Ok(()),
        }
    }

    /// An arm that has parked starts again.
    fn wake(&mut self) -> Result<(), String> {
        if self.hand.arm().at().is_some() {
            return Ok(());
        }
        self.hand.wake(&mut self.person).map_err(|error| error.to_string())
    }

    /// What became of a movement.
    fn moved(&mut self, done: Result<(), ArmError>) -> Result<(), String> {
        match done {
            // What cannot be reached has moved nothing.
            Err(error @ (ArmError::Unreachable(_) | ArmError::NotStarted)) => Err(error.to_string()),
            Err(why) => {
                let recovered = self.hand.recover(&HandError::Start { why }, &mut self.person);
                recovered.map_err(|error| error.to_string())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Brings the table from one position to the next.
    fn follow(&mut self, before: &State, after: &State, by: By) -> Result<(), String> {
        let said = |error: HandError| error.to_string();
        let (game, teller) = (self.person.game, self.person.teller);
        if by == By::Arm && self.armed {
            self.wake()?;
            let Some(Sight { eye, .. }) = self.sight.as_mut().filter(|sight| sight.knows) else {
                return self.hand.make(game, before, after, &mut self.person).map_err(said);
            };
            let names = &self.person.names.clone();
            let mut seeing = Seeing { game, names, eye, helper: &mut self.person, aims: true };
            return self.hand.make(game, before, after, &mut seeing).map_err(said);
        }
        let done = self.hand.by_hand(game, before, after).map_err(said)?;
        if by == By::Seen {
            return Ok(());
        }
        let Some(sight) = self.sight.as_mut().filter(|sight| sight.knows) else {
            self.person.by_hand(&done);
            return Ok(());
        };
        let todo: Vec<String> = done.iter().map(|task| self.person.told(task)).collect();
        teller.tell(News::Wanted(with("camera.please", &[&todo.join(", ")])));
        let (mut hears, names) = (Hears { teller, orders: self.person.orders, asked: None }, &self.person.names);
        sight.done(game, &done, (self.hand.standing(), names), &mut hears)
    }
}

/// Whoever sits at the window, and at the table.
struct Person<'a> {
    teller: &'a Teller<News>,
    orders: &'a Orders,
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
            match self.orders.next() {
                Ok(Order::Done) => return Ok(()),
                Ok(_) => self.teller.tell(News::Idle),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(Refused)
    }
}

impl Bystander for Person<'_> {
    fn hear(&mut self, text: &str) {
        self.teller.tell(News::Told(text.to_owned()));
    }

    fn stopped(&self) -> bool {
        self.teller.is_stopped()
    }
}

impl Helper for Person<'_> {
    fn hears(&mut self) -> &mut dyn Bystander {
        self
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
