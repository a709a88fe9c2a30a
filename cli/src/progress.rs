//! How far long work is, on the terminal; nothing where standard error goes elsewhere. The answer is not shown here.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line that shows that work goes on, with a message and the time.
pub fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {msg} [{elapsed}]").expect("a template that does not change"),
    );
    bar
}

/// A bar that fills in `seconds`.
pub fn countdown(seconds: f64) -> ProgressBar {
    let bar = ProgressBar::new((seconds * 10.0).ceil() as u64);
    let template = "{bar:40} {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("a template that does not change"));
    bar
}

/// How often a bar is brought up to date.
pub const TICK: Duration = Duration::from_millis(100);
