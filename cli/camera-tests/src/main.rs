//! The program with cameras and without the window, for tests only. Loading `OpenCV` takes longer than most commands, so
//! the other tests of the program run without it.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardwright_opencv::install();
    boardwright_commands::main(None)
}
