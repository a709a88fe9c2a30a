//! `boardwright camera list`: the cameras there are.

use std::io::Write as _;

use boardwright_vision::capture::cameras;
use serde_json::json;

use crate::commands::Answer;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(out: &mut Output) -> Result<Answer, Failure> {
    let cameras = cameras();
    if out.is_json() {
        for camera in &cameras {
            out.json(&json!({ "camera": camera.source, "name": camera.name }))?;
        }
        return Ok(Answer::Yes);
    }
    if cameras.is_empty() {
        writeln!(
            out,
            "this machine shows no camera: plug one in, or give a film or a folder of pictures where a camera is asked for"
        )?;
    }
    for camera in &cameras {
        writeln!(out, "{:<16} {}", camera.source, camera.name)?;
    }
    Ok(Answer::Yes)
}
