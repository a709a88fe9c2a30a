//! `boardwright robot ports`: the serial ports there are.

use std::io::Write as _;

use boardwright_robot::wire::ports;
use serde_json::json;

use crate::commands::Answer;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(out: &mut Output) -> Result<Answer, Failure> {
    let ports = ports();
    if out.is_json() {
        for port in &ports {
            out.json(&json!({ "port": port.name, "what": port.what }))?;
        }
        return Ok(Answer::Yes);
    }
    if ports.is_empty() {
        writeln!(
            out,
            "this machine shows no serial ports: plug the board's USB cable in, or try `boardwright robot sim`"
        )?;
    }
    for port in &ports {
        writeln!(out, "{:<16} {}", port.name, port.what)?;
    }
    Ok(Answer::Yes)
}
