//! `boardwright robot ports`: the serial ports of this machine.

use std::io::Write as _;

use boardwright_robot::wire::list_ports;
use serde_json::json;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(out: &mut Output) -> Result<Answer, Failure> {
    let ports = list_ports();
    if out.is_json() {
        for port in &ports {
            out.json(&json!({ "port": port.name, "what": port.device }))?;
        }
        return Ok(Answer::Yes);
    }
    if ports.is_empty() {
        writeln!(
            out,
            "no serial ports found: plug in the USB cable of the servo controller, or try `boardwright robot sim`"
        )?;
    }
    for port in &ports {
        writeln!(out, "{:<16} {}", port.name, port.device)?;
    }
    Ok(Answer::Yes)
}
