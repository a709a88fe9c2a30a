//! Assignment of seats from the option `--players`. [`human`](super::human) asks people for their moves.

use boardwright_arena::{Computer, Person, Seat};
use boardwright_game::ids::Player as Number;
use boardwright_library::load::{LoadedGame, check_option_names, split_options};
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{PlayerSpec, PlayerSpecError};

use crate::failure::Failure;
use crate::load_game;
use crate::player_list::{ListedPlayer, split_players};
use crate::seeds;

/// Default player of all seats but the first, which is a person.
const DEFAULT_PLAYER: &str = "random";

/// Creates the seats that `text` names; by default a person and random players. Players without a seed of their own get a
/// derived one that is short enough to type.
pub fn create_seats(text: Option<&str>, loaded: &LoadedGame, seed: u64) -> Result<Vec<Box<dyn Seat>>, Failure> {
    let players = loaded.game().players();
    let specs: Vec<String> = match text {
        Some(text) => split_players(text).into_iter().map(text_without_label).collect::<Result<_, _>>()?,
        None => (0..players).map(|index| if index == 0 { Person::NAME } else { DEFAULT_PLAYER }.to_owned()).collect(),
    };
    if specs.len() != players {
        let count = specs.len();
        let reason = format!("{} has {players} players, but --players names {count}", loaded.name);
        return Err(Failure::Usage(reason));
    }
    specs.iter().zip(1..).map(|(text, number)| create_seat(text, loaded, player_seed(seed, number))).collect()
}

/// Text of a player; an error if the player has a label, which only the tables of a tournament show.
fn text_without_label(player: ListedPlayer) -> Result<String, Failure> {
    let ListedPlayer { label, text } = player;
    match label {
        None => Ok(text),
        Some(label) => Err(Failure::Usage(format!(
            "\"{label}={text}\": labels are for tournaments; write the player without one: {text}"
        ))),
    }
}

/// Hint player, created on first use because that may take a while.
#[derive(Debug)]
pub struct HintPlayer<'a> {
    loaded: &'a LoadedGame,
    spec: PlayerSpec,
    seed: u64,
    artifacts: PlayerArtifacts,
    player: Option<Computer>,
}

impl<'a> HintPlayer<'a> {
    pub fn new(text: &str, loaded: &'a LoadedGame, seed: u64) -> Result<Self, Failure> {
        let spec = boardwright_players::parse(text).map_err(|error| usage_failure(&error))?;
        let seed = player_seed(seed, loaded.game().players() as u64 + 1);
        Ok(Self { loaded, spec, seed, artifacts: load_game::load_artifacts(loaded)?, player: None })
    }

    /// The hint player; an error if it does not support the game.
    pub fn player(&mut self) -> Result<&mut Computer, PlayerSpecError> {
        let player = match self.player.take() {
            Some(player) => player,
            None => self.loaded.create_player(&self.spec, self.seed, &self.artifacts)?,
        };
        Ok(self.player.insert(player))
    }
}

/// Derives the seed of one player, short enough to type.
fn player_seed(seed: u64, stream: u64) -> u64 {
    seeds::derive_seed(seed, stream) >> 32
}

fn usage_failure(error: &PlayerSpecError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Names of the participants, for messages.
#[derive(Clone, Debug)]
pub struct Participants {
    /// By seat: the name of a player, or `None` for a person.
    names: Vec<Option<String>>,
    /// By seat: `true` if a camera observes the moves.
    on_camera: Vec<bool>,
}

impl Participants {
    pub fn new(seats: &[Box<dyn Seat>]) -> Self {
        let names = seats.iter().map(|seat| (!seat.is_person()).then(|| seat.record_seat().player));
        let on_camera = seats.iter().map(|seat| seat.record_seat().player == Person::CAMERA);
        Self { names: names.collect(), on_camera: on_camera.collect() }
    }

    /// The seats of people.
    pub fn people(&self) -> impl Iterator<Item = Number> {
        let numbered = self.names.iter().zip(1..).filter(|(name, _)| name.is_none());
        numbered.filter_map(|(_, number)| Number::new(number))
    }

    /// `true` if a camera observes the moves of a seat.
    pub fn is_on_camera(&self, player: Number) -> bool {
        self.on_camera.get(player.index()) == Some(&true)
    }

    /// The seats whose moves a camera observes.
    pub fn on_camera(&self) -> Vec<Number> {
        let seats = (1..=self.on_camera.len()).filter_map(Number::new);
        seats.filter(|player| self.is_on_camera(*player)).collect()
    }

    pub fn has_camera_player(&self) -> bool {
        self.on_camera.contains(&true)
    }

    pub fn has_person(&self) -> bool {
        self.people().next().is_some()
    }

    pub fn describe(&self, loaded: &LoadedGame) -> String {
        let person = if self.people().count() > 1 { "a person" } else { "played by you" };
        let names = loaded.players().zip(&self.names);
        let names = names
            .map(|(player, name)| format!("{} is {}", loaded.player_label(player), name.as_deref().unwrap_or(person)));
        names.collect::<Vec<_>>().join(", ")
    }
}

fn create_seat(text: &str, loaded: &LoadedGame, seed: u64) -> Result<Box<dyn Seat>, Failure> {
    let people = [(Person::NAME, Person::Interactive), (Person::CAMERA, Person::OnCamera)];
    if let Some((name, person)) = people.into_iter().find(|(name, _)| text.split(':').next() == Some(name)) {
        let (_, parameters) = split_options(text)?;
        check_option_names(name, &parameters, &[])?;
        return Ok(Box::new(person));
    }
    let spec = boardwright_players::parse_with_others(text, &[Person::NAME]).map_err(|error| usage_failure(&error))?;
    let artifacts = load_game::load_artifacts(loaded)?;
    Ok(Box::new(loaded.create_player(&spec, seed, &artifacts).map_err(|error| usage_failure(&error))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_library::load::load;

    fn message(text: &str) -> String {
        match create_seats(Some(text), &load("nim").unwrap(), 1) {
            Err(Failure::Usage(message)) => message,
            Err(other) => panic!("{text}: {other:?}"),
            Ok(_) => panic!("{text}: is fine"),
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(message("human"), "nim has 2 players, but --players names 1");
        assert_eq!(message("human,randm"), "unknown player \"randm\", did you mean \"random\"?");
        // `human` is listed as an alternative, before all players.
        let names: Vec<&str> = boardwright_players::registry::PLAYERS.iter().map(|entry| entry.name).collect();
        let expected = format!("unknown player \"wizard\"; there are human, {}", names.join(", "));
        assert_eq!(message("human,wizard"), expected);
        assert_eq!(
            message("human,random:sed=1"),
            "random: there is no option \"sed\" (did you mean \"seed\"?); its options are seed"
        );
        assert!(
            message("human,b=random").ends_with("labels are for tournaments; write the player without one: random")
        );
        assert_eq!(message("human,random:seed=x"), "random: seed must be a whole number from 0, not \"x\"");
    }

    #[test]
    fn without_a_list_the_first_player_is_a_person() {
        let seats = create_seats(None, &load("nim").unwrap(), 1).unwrap();
        assert_eq!(Participants::new(&seats).people().collect::<Vec<_>>(), [Number::FIRST]);
        assert!(seats[1].record_seat().parameters.contains_key("seed"));
    }
}
