//! Who sits where: what `--players` says, and where random players and chance draw from.
//! How a person is asked for a move is in [`human`](super::human).

use std::collections::BTreeMap;

use boardwright_engine::ids::Player;
use boardwright_engine::record::Seat;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::failure::Failure;
use crate::load::{Loaded, nearest, refuse_options, split_options};
use crate::seeds;

/// The players of a game, and chance.
#[derive(Debug)]
pub struct Seats {
    list: Vec<(Seat, Mind)>,
    chance: Pcg64Mcg,
}

/// What decides for a player.
#[derive(Debug)]
pub enum Mind {
    /// A person at the terminal.
    Human,
    /// Any distinct move is as likely as another.
    Random(Pcg64Mcg),
}

/// The kinds of players, by name.
const KINDS: [&str; 2] = ["human", "random"];

impl Seats {
    /// The players that `text` names; without it a person and then random players. Who has no seed of their own gets
    /// one that can be typed.
    pub fn new(text: Option<&str>, loaded: &Loaded, seed: u64) -> Result<Self, Failure> {
        let players = loaded.game().players();
        let written = match text {
            Some(text) => split(text),
            None => (0..players).map(|index| KINDS[index.min(1)].to_owned()).collect(),
        };
        if written.len() != players {
            let named = written.len();
            let reason = format!("{} has {players} players, but --players names {named}", loaded.name);
            return Err(Failure::Usage(reason));
        }
        let seats = written.iter().zip(1..).map(|(text, number)| seat(text, seeds::derived(seed, number) >> 32));
        Ok(Self { list: seats.collect::<Result<_, _>>()?, chance: Pcg64Mcg::seed_from_u64(seeds::derived(seed, 0)) })
    }

    /// As the record has them.
    pub fn recorded(&self) -> Vec<Seat> {
        self.list.iter().map(|(seat, _)| seat.clone()).collect()
    }

    pub fn mind(&mut self, player: Player) -> &mut Mind {
        &mut self.list[player.index()].1
    }

    pub fn chance(&mut self) -> &mut Pcg64Mcg {
        &mut self.chance
    }

    /// The players that are people.
    pub fn humans(&self) -> impl Iterator<Item = Player> {
        let numbered = self.list.iter().zip(1..);
        numbered.filter(|((_, mind), _)| matches!(mind, Mind::Human)).filter_map(|(_, number)| Player::new(number))
    }

    pub fn any_human(&self) -> bool {
        self.humans().next().is_some()
    }

    /// Who plays, for people.
    pub fn told(&self, loaded: &Loaded) -> String {
        let person = if self.humans().count() > 1 { "a person" } else { "played by you" };
        let told = loaded.players().zip(&self.list).map(|(player, (seat, mind))| {
            let who = if matches!(mind, Mind::Human) { person } else { &seat.player };
            format!("{} is {who}", loaded.person(player))
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

/// The players of a list, apart by commas. A piece that is only `key=value` belongs to the player before it.
fn split(text: &str) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for piece in text.split(',') {
        let key = piece.split_once('=').map(|(key, _)| key);
        match players.last_mut() {
            Some(player) if key.is_some_and(|key| !key.contains(':')) => {
                player.push(',');
                player.push_str(piece);
            }
            _ => players.push(piece.trim().to_owned()),
        }
    }
    players
}

fn seat(text: &str, derived: u64) -> Result<(Seat, Mind), Failure> {
    let (kind, mut parameters) = split_options(text)?;
    let mind = match kind {
        "human" => {
            refuse_options(kind, &parameters, &[])?;
            Mind::Human
        }
        "random" => {
            refuse_options(kind, &parameters, &["seed"])?;
            let seed = seed(&parameters)?.unwrap_or(derived);
            parameters.insert("seed".to_owned(), seed.to_string());
            Mind::Random(Pcg64Mcg::seed_from_u64(seed))
        }
        other => {
            let near = nearest(other, KINDS).map(|near| format!(", did you mean \"{near}\"?"));
            let known = || format!("; there are {}", KINDS.join(", "));
            return Err(Failure::Usage(format!("unknown player \"{other}\"{}", near.unwrap_or_else(known))));
        }
    };
    Ok((Seat { player: kind.to_owned(), parameters }, mind))
}

fn seed(parameters: &BTreeMap<String, String>) -> Result<Option<u64>, Failure> {
    let Some(text) = parameters.get("seed") else { return Ok(None) };
    let wrong = || Failure::Usage(format!("random: the seed must be a whole number, not \"{text}\""));
    text.parse().map(Some).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;

    fn message(text: &str) -> String {
        match Seats::new(Some(text), &load("nim").unwrap(), 1) {
            Err(Failure::Usage(message)) => message,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn lists_are_split_between_players_only() {
        assert_eq!(split("human,random:seed=3"), ["human", "random:seed=3"]);
        assert_eq!(split("a:x=1,y=2,b:z=3, c"), ["a:x=1,y=2", "b:z=3", "c"]);
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(message("human"), "nim has 2 players, but --players names 1");
        assert_eq!(message("human,randm"), "unknown player \"randm\", did you mean \"random\"?");
        assert_eq!(message("human,wizard"), "unknown player \"wizard\"; there are human, random");
        assert_eq!(message("human,random:sed=1"), "random: there is no option \"sed\", its options are seed");
        assert_eq!(message("human,random:seed=x"), "random: the seed must be a whole number, not \"x\"");
    }

    #[test]
    fn without_a_list_the_first_player_is_a_person() {
        let seats = Seats::new(None, &load("nim").unwrap(), 1).unwrap();
        assert_eq!(seats.humans().collect::<Vec<_>>(), [Player::FIRST]);
        assert!(seats.recorded()[1].parameters.contains_key("seed"));
    }
}
