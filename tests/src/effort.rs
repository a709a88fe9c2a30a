//! The length of tests that play random games: few games in a usual run, many with the environment variable `EFFORT`.

/// Environment variable with the factor by which more games are played; `cargo xtask random-games` sets it.
const EFFORT: &str = "EFFORT";

/// Number of repetitions of a test that has `few` in a usual run.
///
/// # Panics
/// If the environment variable is not a number.
pub fn repetitions(few: u64) -> u64 {
    match std::env::var(EFFORT) {
        Ok(text) => few * text.parse::<u64>().unwrap_or_else(|error| panic!("{EFFORT}={text}: {error}")),
        Err(_) => few,
    }
}
