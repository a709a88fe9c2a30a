//! The camera helper of the program with cameras, for tests only.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardwright_opencv::helper_main()
}
