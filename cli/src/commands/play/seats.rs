//! Who sits where: what `--players` says, and where random players and chance draw from.
//! How a person is asked for a move is in [`human`](super::human).

use std::sync::atomic::AtomicBool;

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::Player as Number;
use boardwright_engine::record::Seat;
use boardwright_players::{Asked, AskedError, Player, Question};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::failure::Failure;
use crate::load::{Job, Loaded, refuse_options, split_options};
use crate::seeds;

/// The players of a game, and chance.
#[derive(Debug)]
pub struct Seats {
    list: Vec<(Seat, Mind)>,
    chance: Pcg64Mcg,
}

/// What decides for a player.
pub enum Mind {
    /// A person at the terminal.
    Human,
    /// A player that chooses by itself.
    Player(Box<dyn Chooser>),
}

impl std::fmt::Debug for Mind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Self::Human) { "Human" } else { "Player" })
    }
}

/// A player whose game is not known when the program is built.
pub trait Chooser {
    /// The move that it makes in a position in which it is its turn.
    fn choose(&mut self, state: &AnyState) -> Result<AnyMove, Fault>;
}

struct Seated<G: Game> {
    game: G,
    asked: Asked,
    player: Box<dyn Player<G>>,
    moves: Vec<G::Move>,
}

impl<G> Chooser for Seated<G>
where
    G: Game,
    G::State: 'static,
    G::Move: Send + Sync + 'static,
{
    fn choose(&mut self, state: &AnyState) -> Result<AnyMove, Fault> {
        let state = state.downcast_ref().expect("a state is only given to the game that it is of");
        let turn = self.game.turn(state, &mut self.moves)?;
        let me = turn.player().expect("a player is asked when it is its turn");
        let stop = AtomicBool::new(false);
        let limits = self.asked.limits(&stop);
        let question = Question { game: &self.game, state, me, moves: &self.moves, limits, listener: None };
        Ok(AnyMove::new(self.player.choose(&question)?.mv))
    }
}

/// Makes the player that was asked for.
struct Seating<'a> {
    asked: &'a Asked,
    seed: u64,
}

impl Job for Seating<'_> {
    type Output = Result<Box<dyn Chooser>, AskedError>;

    fn run<G>(self, game: &G) -> Self::Output
    where
        G: Game + Clone + Send + Sync + 'static,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let player = self.asked.make(game, self.seed)?;
        Ok(Box::new(Seated { game: game.clone(), asked: self.asked.clone(), player, moves: Vec::new() }))
    }
}

/// Who sits where without being told: a person, and then these.
const HUMAN: &str = "human";
const OTHERS: &str = "random";

impl Seats {
    /// The players that `text` names; without it a person and then random players. Who has no seed of their own gets
    /// one that can be typed.
    pub fn new(text: Option<&str>, loaded: &Loaded, seed: u64) -> Result<Self, Failure> {
        let players = loaded.game().players();
        let written = match text {
            Some(text) => split(text),
            None => (0..players).map(|index| if index == 0 { HUMAN } else { OTHERS }.to_owned()).collect(),
        };
        if written.len() != players {
            let named = written.len();
            let reason = format!("{} has {players} players, but --players names {named}", loaded.name);
            return Err(Failure::Usage(reason));
        }
        let seats =
            written.iter().zip(1..).map(|(text, number)| seat(text, loaded, seeds::derived(seed, number) >> 32));
        Ok(Self { list: seats.collect::<Result<_, _>>()?, chance: Pcg64Mcg::seed_from_u64(seeds::derived(seed, 0)) })
    }

    /// As the record has them.
    pub fn recorded(&self) -> Vec<Seat> {
        self.list.iter().map(|(seat, _)| seat.clone()).collect()
    }

    pub fn mind(&mut self, player: Number) -> &mut Mind {
        &mut self.list[player.index()].1
    }

    pub fn chance(&mut self) -> &mut Pcg64Mcg {
        &mut self.chance
    }

    /// The players that are people.
    pub fn humans(&self) -> impl Iterator<Item = Number> {
        let numbered = self.list.iter().zip(1..);
        numbered.filter(|((_, mind), _)| matches!(mind, Mind::Human)).filter_map(|(_, number)| Number::new(number))
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

fn seat(text: &str, loaded: &Loaded, derived: u64) -> Result<(Seat, Mind), Failure> {
    let kind = text.split(':').next().unwrap_or_default();
    if kind == HUMAN {
        let (_, parameters) = split_options(text)?;
        refuse_options(kind, &parameters, &[])?;
        return Ok((Seat { player: kind.to_owned(), parameters }, Mind::Human));
    }
    let asked = boardwright_players::parse_beside(text, &[HUMAN]).map_err(|error| Failure::Usage(error.to_string()))?;
    let chooser = loaded.with(Seating { asked: &asked, seed: derived });
    let chooser = chooser.map_err(|error| Failure::Usage(error.to_string()))?;
    let mut parameters = asked.values.texts().clone();
    if asked.entry.options.iter().any(|opt| opt.key == "seed") {
        parameters.entry("seed".to_owned()).or_insert_with(|| derived.to_string());
    }
    Ok((Seat { player: kind.to_owned(), parameters }, Mind::Player(chooser)))
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
        assert_eq!(
            message("human,wizard"),
            "unknown player \"wizard\"; there are human, random, bfs, dfs, astar, minimax, minimax-stochastic, monte-carlo, \
             monte-carlo-ratio, monte-carlo-ratio2"
        );
        assert_eq!(message("human,random:sed=1"), "random: there is no option \"sed\", its options are seed");
        assert_eq!(message("human,random:seed=x"), "random: seed must be a whole number from 0, not \"x\"");
    }

    #[test]
    fn without_a_list_the_first_player_is_a_person() {
        let seats = Seats::new(None, &load("nim").unwrap(), 1).unwrap();
        assert_eq!(seats.humans().collect::<Vec<_>>(), [Number::FIRST]);
        assert!(seats.recorded()[1].parameters.contains_key("seed"));
    }
}
