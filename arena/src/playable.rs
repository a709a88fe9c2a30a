//! What a match is played of: a game, and what its record tells of it. Where the game comes from is not asked.

use std::collections::BTreeMap;

use boardwright_engine::any::{AnyGame, AnyMove};
use boardwright_engine::fault::Fault;
use boardwright_engine::record::{FORMAT, Header, Seat, Stop};

/// A game, and what only those know who loaded it.
pub trait Playable {
    /// The game.
    fn game(&self) -> &dyn AnyGame;

    /// The head of a record of it.
    fn header(&self, players: Vec<Seat>, seed: u64, opening: Vec<String>) -> Header;

    /// The rule by which a move is made, where moves have one.
    fn rule(&self, _mv: &AnyMove) -> Option<String> {
        None
    }

    /// A mistake of the rules, as a record has it: with the move that could not be made, and its place in the game file.
    fn stop(&self, fault: &Fault, text: Option<String>) -> Stop {
        Stop { message: fault.to_string(), text, line: None, column: None, expression: None }
    }
}

/// A game with nothing but a name.
#[allow(missing_debug_implementations, reason = "games need not be shown")]
pub struct Bare<'a> {
    /// Its name.
    pub name: &'a str,
    /// The game.
    pub game: &'a dyn AnyGame,
}

impl Playable for Bare<'_> {
    fn game(&self) -> &dyn AnyGame {
        self.game
    }

    fn header(&self, players: Vec<Seat>, seed: u64, opening: Vec<String>) -> Header {
        let (game, name, options) = (self.name.to_owned(), self.name.to_owned(), BTreeMap::new());
        Header { format: FORMAT, game, name, hash: None, options, players, seed, position: None, opening }
    }
}
