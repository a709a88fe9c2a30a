//! End of the work of an arm: it parks, or, after an interruption, stays halted where it stands.

use boardwright_robot::arm::{Config, PRESETS, preset};
use boardwright_robot::motion::{Arm, HaltedPose};
use boardwright_table::ArmConnection;

use super::DEFAULT_ARM;
use crate::failure::Failure;
use crate::interrupt;

/// Parks an arm at the end of its work and switches its servos off. An interrupted arm stays halted where it stands.
pub fn end_work<T>(worked: Result<T, Failure>, arm: &mut Arm, connection: &ArmConnection) -> Result<T, Failure> {
    let parked = match worked {
        Ok(value) if !interrupt::is_interrupted() => {
            arm.rest().map(|()| value).map_err(|error| Failure::Input(format!("the arm does not park: {error}")))
        }
        worked => worked,
    };
    unless_interrupted(parked, arm, connection)
}

/// Result of the work of an arm. If it was interrupted, the arm is halted, and the error says where it stands and what to
/// do; an arm that is limp has nothing to halt.
pub fn unless_interrupted<T>(
    worked: Result<T, Failure>,
    arm: &mut Arm,
    connection: &ArmConnection,
) -> Result<T, Failure> {
    if !interrupt::is_interrupted() {
        return worked;
    }
    let is_simulated = matches!(connection, ArmConnection::Simulated { .. });
    let name = if is_simulated { "the simulated arm" } else { "the arm" };
    let stands = match arm.halt() {
        Ok(HaltedPose::Limp) => return worked,
        Ok(HaltedPose::PartlyLimp) => {
            format!("interrupted: {name} has stopped while its servos were started; some of them are limp")
        }
        Ok(HaltedPose::At(tip)) => format!(
            "interrupted: {name} has stopped; its servos hold the fingertips {:.0} mm {} and {:.0} mm before the base, \
             {:.0} mm above the table",
            tip.x.abs(),
            if tip.x < 0.0 { "left" } else { "right" },
            tip.y,
            tip.z
        ),
        Err(error) => {
            let reason = format!(
                "interrupted, but {name} does not answer: {error}; if it still moves, switch off the supply of its servos"
            );
            return Err(Failure::Input(reason));
        }
    };
    Err(Failure::Input(match connection {
        ArmConnection::Simulated { .. } => stands,
        ArmConnection::Port { name, .. } => format!(
            "{stands}; take out what is between the fingers and keep clear, then `boardwright robot park {name}{} \
             --hardware` raises the arm, parks it and switches its servos off",
            arm_option(arm.config())
        ),
    }))
}

/// Option of `boardwright robot park` for an arm.
fn arm_option(config: &Config) -> String {
    let is_this = |name: &str| preset(name).is_some_and(|preset| preset.name == config.name);
    match PRESETS.iter().find(|(name, _)| is_this(name)) {
        Some((name, _)) if *name == DEFAULT_ARM => String::new(),
        Some((name, _)) => format!(" --arm {name}"),
        None => " --arm FILE".to_owned(),
    }
}
