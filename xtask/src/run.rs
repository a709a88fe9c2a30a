//! Builds the program in release mode and starts it.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use crate::cargo_call::{CargoCall, Outcome};
use crate::packages;

/// Features of the program without the job queue, which takes a minute to compile and few people need.
const WINDOW: &str = "window";
const QUEUE: &str = "queue";
/// Feature of the program with cameras.
const CAMERA: &str = "camera";
/// Feature of the program with the renderer wgpu.
const WGPU: &str = "wgpu";

/// Builds the program and starts it with these arguments.
pub fn run(arguments: Vec<String>) -> ExitCode {
    let mut arguments = without_separator(arguments);
    let is_first = !Path::new("target/release/boardwright").exists();
    let mut features = vec![WINDOW];
    if packages::prepare_for_cameras() {
        features.push(CAMERA);
    }
    if asks_for_wgpu(&arguments) {
        features.push(WGPU);
    }
    if arguments.iter().any(|word| word == "worker" || word.starts_with("--queue")) {
        features.push(QUEUE);
    }
    if arguments.is_empty() {
        let screen =
            ["WAYLAND_DISPLAY", "DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|set| !set.is_empty()));
        let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        arguments = default_arguments(screen, person).iter().copied().map(String::from).collect();
    }
    if is_first {
        eprintln!(
            "building Boardwright with all optimisations; the first time takes about 10 minutes on two cores, later \
             builds take less"
        );
    }
    let selection = ["--release", "--package", "boardwright", "--no-default-features", "--features"].map(str::to_owned);
    let call = |words: &[&str]| {
        let words = words.iter().copied().map(str::to_owned);
        CargoCall::cargo([]).with(words).with(selection.clone()).with([features.join(",")])
    };
    // `cargo run` alone builds only the program that it starts, without the helper beside it.
    match call(&["build"]).run() {
        Outcome::Done => call(&["run", "--quiet"]).with(["--".to_owned()]).with(arguments).run().into(),
        failed => failed.into(),
    }
}

/// The arguments of the program, without the `--` that people write before them as for `cargo run`.
fn without_separator(mut arguments: Vec<String>) -> Vec<String> {
    if arguments.first().is_some_and(|first| first == "--") {
        arguments.remove(0);
    }
    arguments
}

/// `true` if the window is requested with the renderer wgpu.
fn asks_for_wgpu(arguments: &[String]) -> bool {
    arguments.iter().any(|word| word == "--renderer=wgpu")
        || arguments.windows(2).any(|words| words[0] == "--renderer" && words[1] == WGPU)
}

/// Default command: the window if there is a screen; otherwise a game against a person at a terminal, or a game between
/// random players.
fn default_arguments(screen: bool, person: bool) -> &'static [&'static str] {
    match (screen, person) {
        (true, _) => &["gui"],
        (false, true) => &["play", "connect-four", "--players", "human,portfolio:level=4"],
        (false, false) => &["play", "connect-four", "--players", "random,random"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn without_a_terminal_no_person_plays() {
        assert!(!default_arguments(false, false).iter().any(|word| word.contains("human")));
        assert!(default_arguments(false, true).iter().any(|word| word.contains("human")));
        assert_eq!(default_arguments(true, true), ["gui"]);
    }

    #[test]
    fn a_leading_separator_is_dropped() {
        assert_eq!(without_separator(words("-- games")), ["games"]);
        assert_eq!(without_separator(words("eval nim -- -1")), words("eval nim -- -1"));
        assert!(without_separator(Vec::new()).is_empty());
    }

    #[test]
    fn the_renderer_wgpu_is_a_feature() {
        assert!(asks_for_wgpu(&words("gui chess --renderer wgpu")) && asks_for_wgpu(&words("gui --renderer=wgpu")));
        assert!(!asks_for_wgpu(&words("gui --renderer glow")));
    }
}
