//! A shipped game on a simulated table with a simulated arm.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_games::ShippedFiles;
use boardwright_interpreter::state::State;
use boardwright_lang::{LoadRequest, load_with};
use boardwright_robot::arm::{Config, preset};
use boardwright_robot::motion::Arm;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Body, Faults, SimLine, SimWire, Terminal, serve};
use boardwright_robot::wire::{Log, Wire, WireError, open_port};
use boardwright_robot::{Clock, Driver, EmergencyStop};
use boardwright_table::simulation::{ArmDeviation, SimulatedGame, SimulatedTable};
use boardwright_table::{ArmConnection, BoardContents, Layout, MoveError, MoveExecutor, Rig, Table};

/// Loads a game with options.
pub fn game((name, options): (&str, &[(&str, &str)])) -> CompiledGame {
    let options: Vec<(String, String)> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let shipped = boardwright_games::shipped_game(name).expect("it ships");
    let loaded = load_with(
        &shipped.source(),
        &LoadRequest { files: &ShippedFiles, options: &options, ..LoadRequest::default() },
    );
    CompiledGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough")
}

/// The layout of a game for the preset arm.
pub fn layout(game: &CompiledGame) -> Layout {
    let config = preset("al5d").expect("it is known");
    Layout::for_game(game, &config).unwrap_or_else(|misfit| panic!("{misfit}"))
}

/// A game on a simulated table.
pub struct Setting {
    pub game: CompiledGame,
    pub executor: MoveExecutor,
    pub simulation: SimulatedGame,
    pub stop: EmergencyStop,
    fails_at: Arc<Mutex<Option<Duration>>>,
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

    /// An input of the controller serves as an emergency stop.
    pub fn with_stop_input(name: Name<'_>, input: char, faults: Faults) -> Self {
        let mut config = preset("al5d").expect("it is known");
        config.stop_input = Some(input);
        Self::of(config, name, Baud::SLOW, faults, &EmergencyStop::new(), false, |body| body)
    }

    /// The controller is behind a pseudo-terminal.
    pub fn behind_a_terminal(name: Name<'_>, baud: Baud) -> Self {
        Self::made(name, baud, Faults::default(), &EmergencyStop::new(), true, |body| body)
    }

    /// The emergency stop is pressed at time `press`; the actual time is recorded in `note`.
    pub fn pressed_at(name: Name<'_>, baud: Baud, press: Duration, note: Arc<Mutex<Option<Duration>>>) -> Self {
        let stop = EmergencyStop::new();
        let key = stop.clone();
        Self::made(name, baud, Faults::default(), &stop, false, |body| {
            Box::new(StopKey { body, stop: key, press, note })
        })
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
        let start = game.initial_state();
        let layout = layout(&game);
        let slots = layout.slots();
        let contents = BoardContents::set_up(&game, &start, &start, slots).expect("there are slots enough");
        let simulated_table = SimulatedTable::new(config.clone(), ArmDeviation::EXACT, layout.frame, layout.sizes);
        let simulation = SimulatedGame::new(simulated_table, &layout, &contents);
        let line = SimLine::new(baud, watched(simulation.body()), faults);
        let fails_at = Arc::new(Mutex::new(None));
        let (wire, terminal): (Box<dyn Wire>, _) = if behind_a_terminal {
            let clock = Clock::virtual_time();
            let terminal = serve(line, clock.clone()).expect("the system has pseudo-terminals");
            (Box::new(open_port(terminal.name(), baud, clock).expect("it can be opened")), Some(terminal))
        } else {
            (
                Box::new(FailingWire {
                    wire: SimWire::new(line, Clock::virtual_time()),
                    fails_at: Arc::clone(&fails_at),
                }),
                None,
            )
        };
        let driver = Driver::new(wire, Log::default(), stop.clone());
        let table = Table::from_plan(&config, layout);
        let mut arm = Arm::new(driver, config);
        arm.start().expect("the arm starts");
        Self {
            game,
            executor: MoveExecutor::new(arm, table, contents),
            simulation,
            stop: stop.clone(),
            fails_at,
            _terminal: terminal,
        }
    }

    /// A given table.
    pub fn at(game: CompiledGame, table: Table) -> Self {
        let start = game.initial_state();
        let slots = table.layout().slots();
        let contents = BoardContents::set_up(&game, &start, &start, slots).expect("there are slots enough");
        let (stop, simulated) = (EmergencyStop::new(), ArmConnection::Simulated { baud: Baud::FAST, real_time: false });
        let rig = Rig::new(&simulated, table, contents, Log::default(), &stop).expect("it is not there");
        let (mut executor, mut simulation) = (rig.executor, rig.simulation.expect("it is not there"));
        executor.start_arm(&mut simulation).expect("the arm starts");
        Self { game, executor, simulation, stop, fails_at: Arc::default(), _terminal: None }
    }

    /// The arm executes a move.
    pub fn make(&mut self, before: &State, after: &State) -> Result<(), MoveError> {
        self.executor.execute_move(&self.game, before, after, &mut self.simulation)
    }

    /// Nothing is sent from this time on, as if the program had been killed.
    pub fn fails_at(&mut self, moment: Duration) {
        *self.fails_at.lock().expect("nobody panicked") = Some(moment);
    }

    /// A new program starts.
    pub fn restart(&mut self) {
        *self.fails_at.lock().expect("nobody panicked") = None;
    }
}

/// Presses the emergency stop at time `press`.
struct StopKey {
    body: Box<dyn Body>,
    stop: EmergencyStop,
    press: Duration,
    note: Arc<Mutex<Option<Duration>>>,
}

impl Body for StopKey {
    fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]) {
        let mut note = self.note.lock().expect("nobody panicked");
        if now >= self.press && note.is_none() {
            *note = Some(now);
            self.stop.press();
        }
        self.body.follow(now, pulses);
    }
}

/// A line that fails after a time.
struct FailingWire {
    wire: SimWire,
    fails_at: Arc<Mutex<Option<Duration>>>,
}

impl FailingWire {
    fn check_alive(&self) -> Result<(), WireError> {
        let fails_at = self.fails_at.lock().expect("nobody panicked");
        if fails_at.is_some_and(|moment| self.wire.now() >= moment) {
            return Err(WireError::Gone("the program is dead".to_owned()));
        }
        Ok(())
    }
}

impl Wire for FailingWire {
    fn now(&self) -> Duration {
        self.wire.now()
    }

    fn baud(&self) -> Baud {
        self.wire.baud()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        for byte in bytes {
            self.check_alive()?;
            self.wire.send(&[*byte])?;
        }
        Ok(())
    }

    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError> {
        self.check_alive()?;
        self.wire.receive(until)
    }

    fn wait(&mut self, until: Duration) {
        self.wire.wait(until);
    }

    fn discard_buffers(&mut self) -> Result<(), WireError> {
        self.check_alive()?;
        self.wire.discard_buffers()
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        self.check_alive()?;
        self.wire.reopen()
    }
}
