//! Who sits where, as a person has set it, and how that becomes seats of a match.

use std::time::Duration;

use boardwright_arena::{Control, Person, Seat};
use boardwright_players::registry::Beside;
use boardwright_players::{Asked, AskedError, parse};
use boardwright_shelf::Loaded;
use boardwright_shelf::contest::Seating;

/// Who sits at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatChoice {
    /// The name of whoever it is; empty for the usual one.
    pub name: String,
    /// Who.
    pub who: Who,
}

/// Who can sit at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Who {
    /// Somebody at this window.
    Person,
    /// The usual player, at a level from 1 to 10.
    Level(u64),
    /// A player as on the command line: `mcts:seconds=2`.
    Player(String),
}

impl Who {
    /// Whether it is a person.
    pub fn is_person(&self) -> bool {
        *self == Self::Person
    }

    /// The player that it stands for, as on the command line; `None` for a person.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Person => None,
            Self::Level(level) => Some(format!("portfolio:level={level}")),
            Self::Player(text) => Some(text.clone()),
        }
    }

    /// The player that it stands for, read.
    ///
    /// # Errors
    /// If a text asks for no player.
    pub fn asked(&self) -> Result<Option<Asked>, AskedError> {
        self.text().map(|text| parse(&text)).transpose()
    }
}

impl SeatChoice {
    /// Somebody at this window.
    pub fn person() -> Self {
        Self { name: String::new(), who: Who::Person }
    }

    /// The usual player at a level.
    pub fn level(level: u64) -> Self {
        Self { name: String::new(), who: Who::Level(level) }
    }
}

/// The seats of a match of a game.
///
/// # Errors
/// Why somebody cannot sit there, in words.
pub fn seats(
    loaded: &Loaded,
    beside: &Beside,
    choices: &[SeatChoice],
    seed: u64,
) -> Result<Vec<Box<dyn Seat>>, String> {
    let seat = |(choice, number): (&SeatChoice, u64)| -> Result<Box<dyn Seat>, String> {
        let Some(asked) = choice.who.asked().map_err(|error| error.to_string())? else {
            return Ok(Box::new(Person::Asked));
        };
        let seating = Seating { asked: &asked, seed: boardwright_arena::derived(seed, number), beside };
        Ok(Box::new(loaded.with(seating).map_err(|error| error.to_string())?))
    };
    choices.iter().zip(1..).map(seat).collect()
}

/// What time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Pace {
    /// As long as they like, but for what players set themselves.
    #[default]
    Free,
    /// So many seconds for each move.
    Move(f64),
    /// So many seconds for the game, and so many more after every move.
    Game(f64, f64),
}

impl Pace {
    /// As a match has it.
    pub fn control(self) -> Option<Control> {
        match self {
            Self::Free => None,
            Self::Move(seconds) => Some(Control::Move(Duration::from_secs_f64(seconds))),
            Self::Game(total, increment) => Some(Control::Game {
                total: Duration::from_secs_f64(total),
                increment: Duration::from_secs_f64(increment),
            }),
        }
    }
}
