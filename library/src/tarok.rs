//! Tools for the games of tarok: duels between their players with the same cards, and measurements of the published search.
//! Rules and search are in [`boardwright_games::tarok`].

use boardwright_game::fault::Fault;
use boardwright_games::tarok::four::Four;
use boardwright_games::tarok::search::alphabeta::AlphaBeta;
use boardwright_games::tarok::search::duel::{DuelGame, play_duplicate};
use boardwright_games::tarok::search::options::{NAME, settings};
use boardwright_games::tarok::three::Three;
use boardwright_games::tarok::three::search::measure::{VARIANTS, first_card_samples};
use boardwright_games::tarok::three::search::play_position::PlayPosition;

pub use boardwright_games::tarok::search::duel::{Duellist, DuplicateScores};

use crate::error::Error;

/// A game in which duels are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TarokGame {
    /// Three-handed tarok.
    Three,
    /// Taroky for four.
    Four,
}

impl TarokGame {
    /// All games.
    pub const ALL: [Self; 2] = [Self::Three, Self::Four];

    /// Name in the registry of games.
    pub fn name(self) -> &'static str {
        match self {
            Self::Three => "tarok3",
            Self::Four => "taroky",
        }
    }

    /// The game with this name.
    ///
    /// # Errors
    /// If no game of tarok has this name.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        let names = || Self::ALL.map(Self::name).join(" and ");
        let game = Self::ALL.into_iter().find(|game| game.name() == name);
        game.ok_or_else(|| Error::Usage(format!("there are no duels of {name}; there are those of {}", names())))
    }
}

/// The player of a duel that a text selects. Limits of time and nodes are left out.
///
/// # Errors
/// If the text selects no player, or one that cannot play a duel.
pub fn duellist(game: TarokGame, text: &str) -> Result<Duellist, Error> {
    let spec = boardwright_players::parse(text).map_err(|error| Error::Usage(error.to_string()))?;
    match spec.entry.name {
        "random" => Ok(Duellist::Random),
        NAME => {
            let texts = spec.values.texts();
            let default = match game {
                TarokGame::Three => Three::default_settings(),
                TarokGame::Four => Four::default_settings(),
            };
            Ok(Duellist::Search(settings(default, &|key| texts.get(key).and_then(|text| text.parse().ok()))))
        }
        other => Err(Error::Usage(format!(
            "{other} cannot play a duel; random and {NAME} can, and all players meet in tournaments"
        ))),
    }
}

/// Plays a deal once for each seat: one player in each seat in turn, against others of a kind, with the same cards.
///
/// # Errors
/// If no hidden cards are found that agree with what a player has seen.
pub fn play_deal(game: TarokGame, one: Duellist, other: Duellist, seed: u64) -> Result<DuplicateScores, Fault> {
    match game {
        TarokGame::Three => play_duplicate(&Three::default(), one, other, seed),
        TarokGame::Four => play_duplicate(&Four::default(), one, other, seed),
    }
}

/// Measurement of a variant of the search: some enhancements on, the others off.
pub struct SearchMeasurement {
    /// Name of the variant.
    pub name: &'static str,
    search: AlphaBeta,
    positions: Vec<PlayPosition>,
}

impl SearchMeasurement {
    /// All variants, in the order of the published tables.
    pub fn all() -> impl Iterator<Item = Self> {
        VARIANTS.into_iter().map(|(name, settings)| Self {
            name,
            search: AlphaBeta::new(settings),
            positions: Vec::new(),
        })
    }

    /// Prepares the first card of a hand, with this number of samples of the hidden cards.
    ///
    /// # Errors
    /// If no hidden cards are found that agree with what the player has seen.
    pub fn prepare(&mut self, hand: u64, samples: u32) -> Result<(), Fault> {
        self.positions = first_card_samples(hand, samples)?;
        Ok(())
    }

    /// Searches all samples to a depth in cards; `is_exact` asks for the exact value of every card instead of the best card.
    /// Returns the number of nodes.
    pub fn search(&mut self, depth: u8, is_exact: bool) -> u64 {
        let before = self.search.nodes;
        for position in &self.positions {
            if is_exact {
                self.search.card_values(position, depth);
            } else {
                self.search.best_card(position, depth);
            }
        }
        self.search.nodes - before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_players_are_refused() {
        let duellist = |text| duellist(TarokGame::Three, text);
        assert!(matches!(duellist("random"), Ok(Duellist::Random)));
        let Err(Error::Usage(message)) = duellist("mcts") else { panic!("it is refused") };
        assert_eq!(message, "mcts cannot play a duel; random and tarokist can, and all players meet in tournaments");
        let Ok(Duellist::Search(settings)) = duellist("tarokist:samples=7,full=0") else { panic!("it plays") };
        assert_eq!((settings.samples, settings.full.to_bits()), (7, 0));
    }

    #[test]
    fn games_of_duels_have_names() {
        assert_eq!(TarokGame::ALL.map(|game| TarokGame::by_name(game.name()).ok()), TarokGame::ALL.map(Some));
        let Err(Error::Usage(message)) = TarokGame::by_name("chess") else { panic!("it is refused") };
        assert_eq!(message, "there are no duels of chess; there are those of tarok3 and taroky");
    }

    #[test]
    fn enhancements_save_nodes() {
        let nodes = |wanted: &str| {
            let mut variant = SearchMeasurement::all().find(|variant| variant.name == wanted).expect("a variant");
            variant.prepare(1, 2).expect("hidden cards are found");
            variant.search(6, false)
        };
        assert!(nodes("all") < nodes("none"), "{} and {}", nodes("all"), nodes("none"));
    }
}
