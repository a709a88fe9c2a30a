//! Mean points of two players against each other by the number of meeples (figure 9.1 of the thesis).

use boardwright_arena::tournament::PlayerConfig;

use super::GAME;
use super::matches::Surroundings;
use crate::error::Error;

/// Numbers of meeples that are measured.
pub const MEEPLES: std::ops::RangeInclusive<u32> = 3..=11;

/// Points of a player per game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanPoints {
    /// Mean.
    pub mean: f64,
    /// Half the length of the 95 % interval of the mean.
    pub half_interval: f64,
}

/// Plays games with a number of meeples; returns the points of each player.
///
/// # Errors
/// If a player is unknown, does not support the game or does not finish a game.
pub fn measure(
    players: &[String],
    meeples: u32,
    games: u32,
    seed: u64,
    surroundings: Surroundings<'_>,
) -> Result<Vec<MeanPoints>, Error> {
    let players: Vec<PlayerConfig> = players.iter().map(|player| PlayerConfig::player(player)).collect();
    let series = surroundings.series(&format!("{GAME}:meeples={meeples}"), &players)?;
    let tallies = surroundings.play_all(&series, games, seed)?;
    let points = tallies
        .iter()
        .map(|tally| MeanPoints { mean: tally.total / f64::from(games), half_interval: tally.half_interval() });
    Ok(points.collect())
}
