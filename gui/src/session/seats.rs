//! Seat configuration: people and computers by player, and its conversion to the seats of a match.

use std::time::Duration;

use boardwright_arena::{
    DrawOffer, Host, HostUnavailable, MoveRequest, Person, Reply, Seat, SeatError, TimeControl, derive_seed,
};
use boardwright_game::record;
use boardwright_library::LoadedGame;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{PlayerSpec, PlayerSpecError, parse};
use serde::{Deserialize, Serialize};

/// Occupant of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatChoice {
    /// Name of the occupant; empty for the default name.
    pub name: String,
    /// Person or computer.
    pub who: Occupant,
}

/// Kind of occupant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

    /// Occupants of a first game: the user, and the default player in all other seats.
    pub fn defaults(players: usize) -> Vec<Self> {
        (0..players).map(|seat| if seat == 0 { Self::person() } else { Self::level(DEFAULT_LEVEL) }).collect()
    }

    /// Occupant of a recorded seat, the one with this number from 1 in a game with this seed. People observed by a camera
    /// are asked by the window.
    pub fn recorded(seat: &record::Seat, seed: u64, number: u64) -> Self {
        if let Some(name) = person_name(seat) {
            return Self { name: name.to_owned(), who: Occupant::Person };
        }
        // A seed that the program has chosen is chosen again.
        let own = derive_seed(seed, number).to_string();
        let is_given = |key: &str, value: &str| key != NAME && (key != SEED || value != own);
        let given = seat.parameters.iter().filter(|(key, value)| is_given(key, value));
        let options: Vec<String> = given.map(|(key, value)| format!("{key}={value}")).collect();
        let text =
            if options.is_empty() { seat.player.clone() } else { format!("{}:{}", seat.player, options.join(",")) };
        let mut levels = (LEAST_LEVEL..=GREATEST_LEVEL).map(Occupant::Level);
        let who = levels.find(|level| level.text().as_ref() == Some(&text)).unwrap_or(Occupant::Player(text));
        Self { name: seat.parameters.get(NAME).cloned().unwrap_or_default(), who }
    }
}

/// Key of the name of an occupant in a record.
const NAME: &str = "name";
/// Key of the seed of a player in a record.
const SEED: &str = "seed";

/// Level of the default player at first.
pub const DEFAULT_LEVEL: u64 = 4;
/// Least level of the default player.
pub const LEAST_LEVEL: u64 = 1;
/// Greatest level of the default player.
pub const GREATEST_LEVEL: u64 = 10;

/// Name of a person of a record, empty without one; `None` for programs.
fn person_name(seat: &record::Seat) -> Option<&str> {
    let is_person = [Person::NAME, Person::CAMERA].contains(&seat.player.as_str());
    is_person.then(|| seat.parameters.get(NAME).map_or("", String::as_str))
}

/// Name of an occupant of a record; programs without a name are named as on the command line, people not at all.
pub fn occupant_name(seat: &record::Seat) -> String {
    if let Some(name) = person_name(seat).or(seat.parameters.get(NAME).map(String::as_str)) {
        return name.to_owned();
    }
    let options: Vec<String> = seat.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if options.is_empty() { seat.player.clone() } else { format!("{}:{}", seat.player, options.join(",")) }
}

/// A seat with the typed name of its occupant, which its record keeps.
struct NamedSeat {
    name: String,
    seat: Box<dyn Seat>,
}

impl Seat for NamedSeat {
    fn record_seat(&self) -> record::Seat {
        let mut seat = self.seat.record_seat();
        seat.parameters.insert(NAME.to_owned(), self.name.clone());
        seat
    }

    fn is_person(&self) -> bool {
        self.seat.is_person()
    }

    fn decide(&mut self, request: &MoveRequest<'_>, host: &mut dyn Host) -> Result<Reply, SeatError> {
        self.seat.decide(request, host)
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>, host: &mut dyn Host) -> Result<bool, HostUnavailable> {
        self.seat.accepts_draw(offer, host)
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
        let seat: Box<dyn Seat> = match choice.who.parse().map_err(|error| error.to_string())? {
            None => Box::new(Person::Interactive),
            Some(asked) => {
                let seated = loaded.create_player(&asked, derive_seed(seed, number), beside);
                Box::new(seated.map_err(|error| error.to_string())?)
            }
        };
        let name = choice.name.trim().to_owned();
        Ok(if name.is_empty() { seat } else { Box::new(NamedSeat { name, seat }) })
    };
    choices.iter().zip(1..).map(seat).collect()
}

/// Time setting of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The time controls of the players, who have these times left of the whole game; without any, the one for all players.
    pub fn time_controls(self, left: &[Duration]) -> Vec<Option<TimeControl>> {
        match self {
            Self::Game(_, increment) if !left.is_empty() => {
                let increment = Duration::from_secs_f64(increment);
                left.iter().map(|&total| Some(TimeControl::Game { total, increment })).collect()
            }
            _ => vec![self.time_control()],
        }
    }

    /// The time control of a match.
    fn time_control(self) -> Option<TimeControl> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::open_game;

    #[test]
    fn seats_are_read_back_from_a_record() {
        let opened = open_game("chess").expect("it ships");
        let named = |name: &str| SeatChoice { name: name.to_owned(), who: Occupant::Person };
        let player = |text: &str| SeatChoice { name: String::new(), who: Occupant::Player(text.to_owned()) };
        for choice in [
            named("Ann \u{e9} Lee"),
            SeatChoice::person(),
            SeatChoice::level(LEAST_LEVEL),
            SeatChoice::level(GREATEST_LEVEL),
            player("mcts:nodes=300,seed=5"),
            player("random"),
            SeatChoice { name: "Deep Thought".to_owned(), ..SeatChoice::level(3) },
        ] {
            let choices = [SeatChoice::person(), choice.clone()];
            let seated = seats(&opened.loaded, &opened.artifacts, &choices, 7).expect("they can be seated");
            assert_eq!(SeatChoice::recorded(&seated[1].record_seat(), 7, 2), choice);
        }
    }
}
