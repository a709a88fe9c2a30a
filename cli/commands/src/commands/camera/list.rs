//! `boardwright camera list`: the cameras of this machine.

use std::io::Write as _;

use boardwright_vision::capture::list_webcams;
use serde_json::json;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(out: &mut Output) -> Result<Answer, Failure> {
    let cameras = list_webcams();
    if out.is_json() {
        for camera in &cameras {
            out.json(&json!({ "camera": camera.source, "name": camera.name }))?;
        }
        return Ok(Answer::Yes);
    }
    if cameras.is_empty() {
        writeln!(out, "no camera found: plug one in, or use a video file or a folder of pictures as the camera")?;
    }
    for camera in &cameras {
        writeln!(out, "{:<16} {}", camera.source, camera.name)?;
    }
    Ok(Answer::Yes)
}
