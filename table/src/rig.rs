//! An arm at a table, ready to be started: a real one behind a serial port, or a simulated one.

use boardwright_robot::arm::Config;
use boardwright_robot::motion::Arm;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Faults, SimLine, SimWire};
use boardwright_robot::wire::{Log, Wire, open_port};
use boardwright_robot::{Clock, Driver, DriverError, EmergencyStop, detect_baud};

use crate::board_contents::BoardContents;
use crate::move_executor::MoveExecutor;
use crate::simulation::{ArmDeviation, SimulatedGame, SimulatedTable};
use crate::table::Table;

/// The connection to an arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArmConnection {
    /// A simulated arm, in virtual time or in real time.
    #[allow(missing_docs)]
    Simulated { baud: Baud, real_time: bool },
    /// A real arm behind a serial port; the baud rate is detected if it is not given.
    #[allow(missing_docs)]
    Port { name: String, baud: Option<Baud> },
}

/// An arm at a table.
#[derive(Debug)]
pub struct Rig {
    /// The executor of moves.
    pub executor: MoveExecutor,
    /// The simulated game, for a simulated arm.
    pub simulation: Option<SimulatedGame>,
}

impl Rig {
    /// Connects an arm to a table with given contents. Nothing moves yet.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when the port cannot be opened, or the controller does not answer.
    pub fn new(
        connection: &ArmConnection,
        table: Table,
        contents: BoardContents,
        log: Log,
        stop: &EmergencyStop,
    ) -> Result<Self, DriverError> {
        let config: Config = table.config().clone();
        let (wire, simulation): (Box<dyn Wire>, _) = match connection {
            ArmConnection::Simulated { baud, real_time } => {
                let layout = table.layout();
                let simulated_table =
                    SimulatedTable::new(config.clone(), ArmDeviation::EXACT, *table.frame(), layout.sizes);
                let simulation = SimulatedGame::new(simulated_table, layout, &contents);
                let clock = if *real_time { Clock::wall() } else { Clock::virtual_time() };
                let line = SimLine::new(*baud, simulation.body(), Faults::default());
                (Box::new(SimWire::new(line, clock)), Some(simulation))
            }
            ArmConnection::Port { name, baud } => (Box::new(open_wire(name, *baud)?), None),
        };
        let arm = Arm::new(Driver::new(wire, log, stop.clone()), config);
        Ok(Self { executor: MoveExecutor::new(arm, table, contents), simulation })
    }
}

/// Opens a serial port at a given or detected baud rate.
///
/// # Errors
///
/// [`DriverError`] when the port cannot be opened, or the controller answers at no rate.
pub fn open_wire(name: &str, baud: Option<Baud>) -> Result<impl Wire + 'static, DriverError> {
    let at = |baud| open_port(name, baud, Clock::wall());
    let baud = match baud {
        Some(baud) => baud,
        None => detect_baud(at)?,
    };
    Ok(at(baud)?)
}
