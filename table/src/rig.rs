//! An arm at a table, ready to be started: a real one behind a port, or one that is not there.

use boardwright_robot::arm::Config;
use boardwright_robot::motion::Arm;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Faults, Line, SimWire};
use boardwright_robot::wire::{Log, Wire, open};
use boardwright_robot::{Clock, Driver, DriverError, EmergencyStop, detect};

use crate::hand::Hand;
use crate::standing::Standing;
use crate::table::Table;
use crate::world::{Rehearsal, Truth, World};

/// Which arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// One that is not there; as fast as it can be worked out, or as slow as a real one.
    #[allow(missing_docs)]
    Simulated { baud: Baud, real_time: bool },
    /// One behind a port; its speed is found out if it is not told.
    #[allow(missing_docs)]
    Port { name: String, baud: Option<Baud> },
}

/// An arm at a table.
#[derive(Debug)]
pub struct Rig {
    /// What makes moves.
    pub hand: Hand,
    /// The table, where it is not there.
    pub rehearsal: Option<Rehearsal>,
}

impl Rig {
    /// Puts an arm to a table on which things stand. Nothing moves yet.
    ///
    /// # Errors
    ///
    /// When the port cannot be opened, or nothing there answers.
    pub fn new(
        which: &Which,
        table: Table,
        standing: Standing,
        log: Log,
        stop: &EmergencyStop,
    ) -> Result<Self, DriverError> {
        let config: Config = table.config().clone();
        let (wire, rehearsal): (Box<dyn Wire>, _) = match which {
            Which::Simulated { baud, real_time } => {
                let layout = table.layout();
                let world = World::new(config.clone(), Truth::EXACT, *table.frame(), layout.sizes);
                let rehearsal = Rehearsal::new(world, layout, &standing);
                let clock = if *real_time { Clock::wall() } else { Clock::moved() };
                let line = Line::new(*baud, rehearsal.body(), Faults::default());
                (Box::new(SimWire::new(line, clock)), Some(rehearsal))
            }
            Which::Port { name, baud } => (Box::new(port(name, *baud)?), None),
        };
        let arm = Arm::new(Driver::new(wire, log, stop.clone()), config);
        Ok(Self { hand: Hand::new(arm, table, standing), rehearsal })
    }
}

/// Opens a port at its speed.
///
/// # Errors
///
/// When it cannot be opened, or nothing answers at any speed.
pub fn port(name: &str, baud: Option<Baud>) -> Result<impl Wire + 'static, DriverError> {
    let at = |baud| open(name, baud, Clock::wall());
    let baud = match baud {
        Some(baud) => baud,
        None => detect(at)?,
    };
    Ok(at(baud)?)
}
