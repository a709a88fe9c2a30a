//! The program `boardwright-camera`: `OpenCV` for the program `boardwright`, which starts it for the first camera or picture of
//! a board. Without it every command would load the two hundred libraries that `OpenCV` needs.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardwright_opencv::helper_main()
}
