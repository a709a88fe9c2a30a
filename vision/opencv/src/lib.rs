//! `OpenCV` as the computer vision library behind cameras: images in, numbers out. No other crate uses `OpenCV`. Without
//! the feature `installed`, [`install`] and [`helper_main`] have no effect.

use std::io::IsTerminal as _;
use std::process::ExitCode;

#[cfg(feature = "installed")]
mod adapter;

/// Makes `OpenCV` the computer vision library of the process; returns `false` if this build has none.
pub fn install() -> bool {
    #[cfg(feature = "installed")]
    adapter::install();
    cfg!(feature = "installed")
}

/// Runs the camera helper: answers the program that has started it, until that program ends.
pub fn helper_main() -> ExitCode {
    let arguments = std::env::args().count();
    if arguments > 1 || std::io::stdin().is_terminal() {
        eprintln!("the program boardwright starts this one when it needs a camera, and asks it through pipes");
        return ExitCode::from(2);
    }
    #[cfg(feature = "installed")]
    return match adapter::serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the camera helper ends: {error}");
            ExitCode::FAILURE
        }
    };
    #[cfg(not(feature = "installed"))]
    ExitCode::FAILURE
}
