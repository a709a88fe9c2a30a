//! Seat configuration: people and computers by player, and its conversion to the seats of a match.

use std::time::Duration;

use boardwright_arena::{Person, Seat, TimeControl};
use boardwright_library::LoadedGame;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{PlayerSpec, PlayerSpecError, parse};

/// Occupant of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatChoice {
    /// Name of the occupant; empty for the default name.
    pub name: String,
    /// Person or computer.
    pub who: Occupant,
}

/// Kind of occupant.
#[derive(Clone, Debug, PartialEq)]
pub enum Occupant {
    /// A person at this window.
    Person,
    /// The default player, at a level from 1 to 10.
    Level(u64),
    /// A player as on the command line: `mcts:seconds=2`.
    Player(String),
}

impl Occupant {
    /// `true` if it is a person.
    pub fn is_person(&self) -> bool {
        *self == Self::Person
    }

    /// The player as on the command line; `None` for a person.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Person => None,
            Self::Level(level) => Some(format!("portfolio:level={level}")),
            Self::Player(text) => Some(text.clone()),
        }
    }

    /// The parsed player; `None` for a person.
    ///
    /// # Errors
    /// If the text does not name a player.
    pub fn parse(&self) -> Result<Option<PlayerSpec>, PlayerSpecError> {
        self.text().map(|text| parse(&text)).transpose()
    }
}

impl SeatChoice {
    /// A person at this window.
    pub fn person() -> Self {
        Self { name: String::new(), who: Occupant::Person }
    }

    /// The default player at a level.
    pub fn level(level: u64) -> Self {
        Self { name: String::new(), who: Occupant::Level(level) }
    }
}

/// Returns the seats of a match.
///
/// # Errors
/// A message if an occupant cannot take a seat.
pub fn seats(
    loaded: &LoadedGame,
    beside: &PlayerArtifacts,
    choices: &[SeatChoice],
    seed: u64,
) -> Result<Vec<Box<dyn Seat>>, String> {
    let seat = |(choice, number): (&SeatChoice, u64)| -> Result<Box<dyn Seat>, String> {
        let Some(asked) = choice.who.parse().map_err(|error| error.to_string())? else {
            return Ok(Box::new(Person::Interactive));
        };
        let seated = loaded.create_player(&asked, boardwright_arena::derive_seed(seed, number), beside);
        Ok(Box::new(seated.map_err(|error| error.to_string())?))
    };
    choices.iter().zip(1..).map(seat).collect()
}

/// Time setting of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeSetting {
    /// No clock; only limits that players set themselves.
    #[default]
    Free,
    /// Seconds for each move.
    Move(f64),
    /// Seconds for the whole game, and increment in seconds after each move.
    Game(f64, f64),
}

impl TimeSetting {
    /// The time control of a match.
    pub fn time_control(self) -> Option<TimeControl> {
        match self {
            Self::Free => None,
            Self::Move(seconds) => Some(TimeControl::Move(Duration::from_secs_f64(seconds))),
            Self::Game(total, increment) => Some(TimeControl::Game {
                total: Duration::from_secs_f64(total),
                increment: Duration::from_secs_f64(increment),
            }),
        }
    }
}
