//! A game that ships, an arm that is not there, and the table between them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_engine::game::Game as _;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_games::ShippedFiles;
use boardwright_lang::{Request, load_with};
use boardwright_robot::arm::{Config, preset};
use boardwright_robot::motion::Arm;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Body, Faults, Line, SimWire, Terminal, serve};
use boardwright_robot::wire::{Log, Wire, WireError, open};
use boardwright_robot::{Clock, Driver, EmergencyStop};
use boardwright_table::world::{Rehearsal, Truth, World};
use boardwright_table::{Hand, HandError, Layout, Rig, Standing, Table, Which};

/// A game with its options.
pub fn game((name, options): (&str, &[(&str, &str)])) -> SpecGame {
    let options: Vec<(String, String)> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let shipped = boardwright_games::named(name).expect("it ships");
    let loaded =
        load_with(&shipped.source(), &Request { files: &ShippedFiles, options: &options, ..Request::default() });
    SpecGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough")
}

/// A game before an arm.
pub fn layout(game: &SpecGame) -> Layout {
    let config = preset("al5d").expect("it is known");
    Layout::of(game, &config).unwrap_or_else(|misfit| panic!("{misfit}"))
}

/// A game that is played on a table that is not there.
pub struct Setting {
    pub game: SpecGame,
    pub hand: Hand,
    pub rehearsal: Rehearsal,
    pub stop: EmergencyStop,
    dies: Arc<Mutex<Option<Duration>>>,
    _terminal: Option<Terminal>,
}

type Name<'a> = (&'a str, &'a [(&'a str, &'a str)]);

impl Setting {
    pub fn new(name: Name<'_>, baud: Baud) -> Self {
        Self::with(name, baud, Faults::default())
    }

    pub fn with(name: Name<'_>, baud: Baud, faults: Faults) -> Self {
        let stop = EmergencyStop::new();
        Self::made(name, baud, faults, &stop, false, |body| body)
    }

    /// An input of the board is an emergency stop.
    pub fn with_stop_input(name: Name<'_>, input: char, faults: Faults) -> Self {
        let mut config = preset("al5d").expect("it is known");
        config.stop_input = Some(input);
        Self::of(config, name, Baud::SLOW, faults, &EmergencyStop::new(), false, |body| body)
    }

    /// The board is behind a pseudo-terminal.
    pub fn behind_a_terminal(name: Name<'_>, baud: Baud) -> Self {
        Self::made(name, baud, Faults::default(), &EmergencyStop::new(), true, |body| body)
    }

    /// Somebody presses the stop at a time, and notes when that was.
    pub fn pressed_at(name: Name<'_>, baud: Baud, press: Duration, note: Arc<Mutex<Option<Duration>>>) -> Self {
        let stop = EmergencyStop::new();
        let key = stop.clone();
        Self::made(name, baud, Faults::default(), &stop, false, |body| Box::new(Key { body, stop: key, press, note }))
    }

    fn made(
        name: Name<'_>,
        baud: Baud,
        faults: Faults,
        stop: &EmergencyStop,
        behind_a_terminal: bool,
        watched: impl FnOnce(Box<dyn Body>) -> Box<dyn Body>,
    ) -> Self {
        let config = preset("al5d").expect("it is known");
        Self::of(config, name, baud, faults, stop, behind_a_terminal, watched)
    }

    fn of(
        config: Config,
        name: Name<'_>,
        baud: Baud,
        faults: Faults,
        stop: &EmergencyStop,
        behind_a_terminal: bool,
        watched: impl FnOnce(Box<dyn Body>) -> Box<dyn Body>,
    ) -> Self {
        let game = game(name);
        let start = game.start();
        let layout = layout(&game);
        let slots = layout.spots.len() - layout.board;
        let standing = Standing::set_up(&game, &start, &start, slots).expect("there are slots enough");
        let world = World::new(config.clone(), Truth::EXACT, layout.frame, layout.sizes);
        let rehearsal = Rehearsal::new(world, &layout, &standing);
        let line = Line::new(baud, watched(rehearsal.body()), faults);
        let dies = Arc::new(Mutex::new(None));
        let (wire, terminal): (Box<dyn Wire>, _) = if behind_a_terminal {
            let clock = Clock::moved();
            let terminal = serve(line, clock.clone()).expect("the system has pseudo-terminals");
            (Box::new(open(terminal.name(), baud, clock).expect("it can be opened")), Some(terminal))
        } else {
            (Box::new(Mortal { wire: SimWire::new(line, Clock::moved()), dies: Arc::clone(&dies) }), None)
        };
        let driver = Driver::new(wire, Log::default(), stop.clone());
        let table = Table::planned(&config, layout);
        let mut arm = Arm::new(driver, config);
        arm.start().expect("the arm starts");
        Self { game, hand: Hand::new(arm, table, standing), rehearsal, stop: stop.clone(), dies, _terminal: terminal }
    }

    /// A table of its own.
    pub fn at(game: SpecGame, table: Table) -> Self {
        let start = game.start();
        let slots = table.layout().spots.len() - table.layout().board;
        let standing = Standing::set_up(&game, &start, &start, slots).expect("there are slots enough");
        let (stop, simulated) = (EmergencyStop::new(), Which::Simulated { baud: Baud::FAST, real_time: false });
        let rig = Rig::new(&simulated, table, standing, Log::default(), &stop).expect("it is not there");
        let (mut hand, mut rehearsal) = (rig.hand, rig.rehearsal.expect("it is not there"));
        hand.wake(&mut rehearsal).expect("the arm starts");
        Self { game, hand, rehearsal, stop, dies: Arc::default(), _terminal: None }
    }

    /// The arm makes a move.
    pub fn make(&mut self, before: &State, after: &State) -> Result<(), HandError> {
        self.hand.make(&self.game, before, after, &mut self.rehearsal)
    }

    /// Nothing is sent any more from this time on, as if the program had been killed.
    pub fn dies_at(&mut self, moment: Duration) {
        *self.dies.lock().expect("nobody panicked") = Some(moment);
    }

    /// Another program begins.
    pub fn lives_again(&mut self) {
        *self.dies.lock().expect("nobody panicked") = None;
    }
}

/// A hand at the emergency stop.
struct Key {
    body: Box<dyn Body>,
    stop: EmergencyStop,
    press: Duration,
    note: Arc<Mutex<Option<Duration>>>,
}

impl Body for Key {
    fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]) {
        let mut note = self.note.lock().expect("nobody panicked");
        if now >= self.press && note.is_none() {
            *note = Some(now);
            self.stop.press();
        }
        self.body.follow(now, pulses);
    }
}

/// A line over which nothing is said after a time.
struct Mortal {
    wire: SimWire,
    dies: Arc<Mutex<Option<Duration>>>,
}

impl Mortal {
    fn alive(&self) -> Result<(), WireError> {
        let dies = self.dies.lock().expect("nobody panicked");
        if dies.is_some_and(|moment| self.wire.now() >= moment) {
            return Err(WireError::Gone("the program is dead".to_owned()));
        }
        Ok(())
    }
}

impl Wire for Mortal {
    fn now(&self) -> Duration {
        self.wire.now()
    }

    fn baud(&self) -> Baud {
        self.wire.baud()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        for byte in bytes {
            self.alive()?;
            self.wire.send(&[*byte])?;
        }
        Ok(())
    }

    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError> {
        self.alive()?;
        self.wire.receive(until)
    }

    fn wait(&mut self, until: Duration) {
        self.wire.wait(until);
    }

    fn forget(&mut self) -> Result<(), WireError> {
        self.alive()?;
        self.wire.forget()
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        self.alive()?;
        self.wire.reopen()
    }
}
