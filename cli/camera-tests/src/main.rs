//! The program with cameras and without the window, for tests only.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardwright_vision::helper::install("boardwright_camera_helper");
    boardwright_commands::main(None)
}
