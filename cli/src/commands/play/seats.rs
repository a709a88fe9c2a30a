//! Who sits where: what `--players` says. How a person is asked for a move is in [`human`](super::human).

use boardwright_arena::{Computer, Person, Seat};
use boardwright_engine::ids::Player as Number;
use boardwright_players::registry::Beside;
use boardwright_players::{Asked, AskedError};
use boardwright_shelf::contest::Seating;
use boardwright_shelf::load::{Loaded, refuse_options, split_options};

use crate::failure::Failure;
use crate::players::split;
use crate::seeds;
use crate::taken;

/// Who sits where without being told: a person, and then these.
const OTHERS: &str = "random";

/// The seats that `text` names; without it a person and then random players. Who has no seed of their own gets one that can be
/// typed.
pub fn seats(text: Option<&str>, loaded: &Loaded, seed: u64) -> Result<Vec<Box<dyn Seat>>, Failure> {
    let players = loaded.game().players();
    let written = match text {
        Some(text) => split(text),
        None => (0..players).map(|index| if index == 0 { Person::NAME } else { OTHERS }.to_owned()).collect(),
    };
    if written.len() != players {
        let named = written.len();
        let reason = format!("{} has {players} players, but --players names {named}", loaded.name);
        return Err(Failure::Usage(reason));
    }
    written.iter().zip(1..).map(|(text, number)| seat(text, loaded, drawn(seed, number))).collect()
}

/// The player that is asked for hints; made when that first happens, for it may take a while.
#[derive(Debug)]
pub struct Hints<'a> {
    loaded: &'a Loaded,
    asked: Asked,
    seed: u64,
    beside: Beside,
    made: Option<Computer>,
}

impl<'a> Hints<'a> {
    pub fn new(text: &str, loaded: &'a Loaded, seed: u64) -> Result<Self, Failure> {
        let asked = boardwright_players::parse(text).map_err(|error| usage(&error))?;
        let seed = drawn(seed, loaded.game().players() as u64 + 1);
        Ok(Self { loaded, asked, seed, beside: taken::beside(loaded)?, made: None })
    }

    /// The player; an error if it does not play such games.
    pub fn player(&mut self) -> Result<&mut Computer, AskedError> {
        let made = match self.made.take() {
            Some(made) => made,
            None => self.loaded.with(Seating { asked: &self.asked, seed: self.seed, beside: &self.beside })?,
        };
        Ok(self.made.insert(made))
    }
}

/// A seed of one player that can be typed.
fn drawn(seed: u64, stream: u64) -> u64 {
    seeds::derived(seed, stream) >> 32
}

fn usage(error: &AskedError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Who plays, for people.
#[derive(Clone, Debug)]
pub struct Who {
    /// By player: a name, or nothing for a person.
    names: Vec<Option<String>>,
    /// By player: whether a camera sees what they do.
    seen: Vec<bool>,
}

impl Who {
    pub fn new(seats: &[Box<dyn Seat>]) -> Self {
        let names = seats.iter().map(|seat| (!seat.is_person()).then(|| seat.recorded().player));
        let seen = seats.iter().map(|seat| seat.recorded().player == Person::CAMERA);
        Self { names: names.collect(), seen: seen.collect() }
    }

    /// The players that are people.
    pub fn people(&self) -> impl Iterator<Item = Number> {
        let numbered = self.names.iter().zip(1..).filter(|(name, _)| name.is_none());
        numbered.filter_map(|(_, number)| Number::new(number))
    }

    /// Whether a camera sees what a player does.
    pub fn is_seen(&self, player: Number) -> bool {
        self.seen.get(player.index()) == Some(&true)
    }

    pub fn any_seen(&self) -> bool {
        self.seen.contains(&true)
    }

    pub fn any_person(&self) -> bool {
        self.people().next().is_some()
    }

    pub fn told(&self, loaded: &Loaded) -> String {
        let person = if self.people().count() > 1 { "a person" } else { "played by you" };
        let told = loaded.players().zip(&self.names);
        let told =
            told.map(|(player, name)| format!("{} is {}", loaded.person(player), name.as_deref().unwrap_or(person)));
        told.collect::<Vec<_>>().join(", ")
    }
}

fn seat(text: &str, loaded: &Loaded, seed: u64) -> Result<Box<dyn Seat>, Failure> {
    let people = [(Person::NAME, Person::Asked), (Person::CAMERA, Person::Seen)];
    if let Some((name, person)) = people.into_iter().find(|(name, _)| text.split(':').next() == Some(name)) {
        let (_, parameters) = split_options(text)?;
        refuse_options(name, &parameters, &[])?;
        return Ok(Box::new(person));
    }
    let asked = boardwright_players::parse_beside(text, &[Person::NAME]).map_err(|error| usage(&error))?;
    let beside = taken::beside(loaded)?;
    Ok(Box::new(loaded.with(Seating { asked: &asked, seed, beside: &beside }).map_err(|error| usage(&error))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_shelf::load::load;

    fn message(text: &str) -> String {
        match seats(Some(text), &load("nim").unwrap(), 1) {
            Err(Failure::Usage(message)) => message,
            Err(other) => panic!("{text}: {other:?}"),
            Ok(_) => panic!("{text}: is fine"),
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(message("human"), "nim has 2 players, but --players names 1");
        assert_eq!(message("human,randm"), "unknown player \"randm\", did you mean \"random\"?");
        // A person is among those that there are, and then all players.
        let known: Vec<&str> = boardwright_players::registry::PLAYERS.iter().map(|entry| entry.name).collect();
        let wanted = format!("unknown player \"wizard\"; there are human, {}", known.join(", "));
        assert_eq!(message("human,wizard"), wanted);
        assert_eq!(
            message("human,random:sed=1"),
            "random: there is no option \"sed\" (did you mean \"seed\"?); its options are seed"
        );
        assert_eq!(message("human,random:seed=x"), "random: seed must be a whole number from 0, not \"x\"");
    }

    #[test]
    fn without_a_list_the_first_player_is_a_person() {
        let seats = seats(None, &load("nim").unwrap(), 1).unwrap();
        assert_eq!(Who::new(&seats).people().collect::<Vec<_>>(), [Number::FIRST]);
        assert!(seats[1].recorded().parameters.contains_key("seed"));
    }
}
