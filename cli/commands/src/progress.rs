//! Progress bars on standard error; they are hidden if standard error is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Spinner with a message and the elapsed time.
pub fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {msg} [{elapsed}]").expect("a template that does not change"),
    );
    bar
}

/// Bar that fills in `seconds`.
pub fn countdown(seconds: f64) -> ProgressBar {
    let bar = ProgressBar::new((seconds * 10.0).ceil() as u64);
    let template = "{bar:40} {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("a template that does not change"));
    bar
}

/// Update interval of a bar.
pub const TICK: Duration = Duration::from_millis(100);
