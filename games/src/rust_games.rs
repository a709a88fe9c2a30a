//! Registry of the games written in Rust. A new game is a module with an implementation of [`RustGame`], and one line
//! in the list at the end of this file.

use std::collections::BTreeMap;
use std::fmt;

use boardwright_game::any::AnyGame;
use boardwright_game::deals::{Deals, MAX_DEALS};
use boardwright_game::operation::{ConcreteGame, GameOperation};
use thiserror::Error;

pub use crate::genre::Genre;

/// Description of a game written in Rust.
#[derive(Clone, Copy, Debug)]
pub struct RustGameInfo {
    /// Name on the command line: lower case with hyphens.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Number of players.
    pub players: usize,
    /// Genre of the game.
    pub genre: Genre,
    /// Usual duration of a game between people, in minutes.
    pub minutes: u16,
    /// Rules in a few sentences, with their source.
    pub about: &'static str,
}

/// An option of a game written in Rust. Its values are whole numbers.
#[derive(Clone, Copy, Debug)]
pub struct RustGameOption {
    /// Name.
    pub name: &'static str,
    /// Description in a few words.
    pub about: &'static str,
    /// Possible values.
    pub range: OptionRange,
    /// Value that is taken if none is chosen.
    pub default: u32,
}

impl RustGameOption {
    /// An option with the values 0 and 1.
    pub const fn switch(name: &'static str, about: &'static str, default: u32) -> Self {
        Self { name, about, range: OptionRange { min: 0, max: 1 }, default }
    }
}

/// Range of the values of an option, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct OptionRange {
    /// Smallest value.
    pub min: u32,
    /// Largest value.
    pub max: u32,
}

impl fmt::Display for OptionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.min, self.max)
    }
}

/// Option for the number of deals in a match.
pub const DEALS_OPTION: RustGameOption = RustGameOption {
    name: "deals",
    about: "number of deals in a match",
    range: OptionRange { min: 1, max: MAX_DEALS },
    default: 1,
};

/// Values of all options of a game.
#[derive(Clone, Debug)]
pub struct RustGameOptions(BTreeMap<&'static str, u32>);

/// Error of an option of a game written in Rust.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RustGameOptionError {
    /// The game has no such option.
    #[error("the game has no option \"{name}\", it has {}", if known.is_empty() { "none" } else { known })]
    #[allow(missing_docs)]
    Unknown { name: String, known: String },
    /// The option does not have this value.
    #[error("the option \"{name}\" cannot be \"{value}\", it can be {range}")]
    #[allow(missing_docs)]
    Value { name: &'static str, value: String, range: String },
    /// Options that contradict one another; the reason.
    #[error("{0}")]
    Contradiction(String),
}

impl RustGameOptions {
    /// Checks chosen values, and adds the defaults of all others.
    ///
    /// # Errors
    /// If an option is unknown, or does not have the chosen value.
    pub fn new(known: &[RustGameOption], chosen: &BTreeMap<String, String>) -> Result<Self, RustGameOptionError> {
        let mut values: BTreeMap<_, _> = known.iter().map(|option| (option.name, option.default)).collect();
        for (name, value) in chosen {
            let Some(option) = known.iter().find(|option| option.name == name) else {
                let known: Vec<&str> = known.iter().map(|option| option.name).collect();
                return Err(RustGameOptionError::Unknown { name: name.clone(), known: known.join(", ") });
            };
            let RustGameOption { name, range, .. } = *option;
            let number = value.parse().ok().filter(|number| (range.min..=range.max).contains(number));
            let Some(number) = number else {
                return Err(RustGameOptionError::Value { name, value: value.clone(), range: range.to_string() });
            };
            values.insert(name, number);
        }
        Ok(Self(values))
    }

    /// Value of an option.
    ///
    /// # Panics
    /// If the game does not declare this option.
    pub fn integer(&self, name: &str) -> u32 {
        *self.0.get(name).unwrap_or_else(|| panic!("the game does not declare the option \"{name}\""))
    }
}

/// A game written in Rust, as the registry needs it.
pub trait RustGame: ConcreteGame {
    /// Description.
    const INFO: RustGameInfo;
    /// Options.
    const OPTIONS: &'static [RustGameOption];

    /// Checks that the options do not contradict one another; each alone is in its range.
    ///
    /// # Errors
    /// The reason why there is no game with these options.
    fn check_options(_options: &RustGameOptions) -> Result<(), String> {
        Ok(())
    }

    /// The game with these options.
    fn with_options(options: &RustGameOptions) -> Self;
}

/// An entry of the registry.
#[derive(Clone, Copy, Debug)]
pub struct RustGameEntry {
    /// Description.
    pub info: RustGameInfo,
    /// Options.
    pub options: &'static [RustGameOption],
    check: fn(&RustGameOptions) -> Result<(), String>,
    load: fn(&RustGameOptions) -> LoadedRustGame,
}

impl RustGameEntry {
    /// The game with the chosen options.
    ///
    /// # Errors
    /// If an option is unknown, does not have the chosen value, or contradicts another option.
    pub fn load(&self, chosen: &BTreeMap<String, String>) -> Result<LoadedRustGame, RustGameOptionError> {
        let options = RustGameOptions::new(self.options, chosen)?;
        (self.check)(&options).map_err(RustGameOptionError::Contradiction)?;
        Ok((self.load)(&options))
    }
}

/// Game of this name that is written in Rust.
pub fn rust_game(name: &str) -> Option<&'static RustGameEntry> {
    RUST_GAMES.iter().find(|entry| entry.info.name == name)
}

/// Defines [`LoadedRustGame`] and [`RUST_GAMES`] from a list of variants and types.
macro_rules! rust_games {
    ($($(#[$condition:meta])? $variant:ident($game:ty)),+ $(,)?) => {
        /// A game written in Rust with its options.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)]
        pub enum LoadedRustGame {
            $($(#[$condition])? $variant($game)),+
        }

        /// All games written in Rust, by name.
        pub const RUST_GAMES: &[RustGameEntry] = &[$($(#[$condition])? RustGameEntry {
            info: <$game as RustGame>::INFO,
            options: <$game as RustGame>::OPTIONS,
            check: <$game as RustGame>::check_options,
            load: |options| LoadedRustGame::$variant(<$game as RustGame>::with_options(options)),
        }),+];

        impl LoadedRustGame {
            /// The game with its types erased.
            pub fn game(&self) -> &dyn AnyGame {
                match self {
                    $($(#[$condition])? Self::$variant(game) => game),+
                }
            }

            /// Runs a generic operation on the concrete game.
            pub fn run<O: GameOperation>(&self, operation: O) -> O::Output {
                match self {
                    $($(#[$condition])? Self::$variant(game) => operation.run(game)),+
                }
            }
        }
    };
}

rust_games! {
    Carcassonne(crate::carcassonne::Carcassonne),
    #[cfg(test)]
    HighCard(crate::recipe::HighCard),
    Holdem(Deals<crate::holdem::Holdem>),
    Kuhn(Deals<crate::kuhn::Kuhn>),
    Leduc(Deals<crate::leduc::Leduc>),
    Tarok3(Deals<crate::tarok::three::Three>),
    Taroky(Deals<crate::tarok::four::Four>),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(options: &[(&str, &str)]) -> BTreeMap<String, String> {
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn games_are_listed_once_and_by_name() {
        let names: Vec<&str> = RUST_GAMES.iter().map(|entry| entry.info.name).collect();
        assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
        for entry in RUST_GAMES {
            let game = entry.load(&BTreeMap::new()).unwrap();
            assert_eq!(game.game().players(), entry.info.players, "{}", entry.info.name);
            assert!(crate::shipped_game(entry.info.name).is_none(), "{}: a game file has this name", entry.info.name);
        }
    }

    #[test]
    fn invalid_options_are_refused() {
        let refused = |options| rust_game("leduc").unwrap().load(&chosen(options)).unwrap_err().to_string();
        assert!(refused(&[("goal", "3")]).starts_with("the game has no option \"goal\", it has "));
        assert_eq!(refused(&[("deals", "many")]), "the option \"deals\" cannot be \"many\", it can be 1 to 1000000");
        let deals = rust_game("leduc").unwrap().load(&chosen(&[("deals", "0")])).unwrap_err().to_string();
        assert_eq!(deals, "the option \"deals\" cannot be \"0\", it can be 1 to 1000000");
        let blinds = [("small-blind", "30"), ("big-blind", "20")];
        let blinds = rust_game("holdem").unwrap().load(&chosen(&blinds)).unwrap_err().to_string();
        assert_eq!(blinds, "the option \"small-blind\" cannot be more than \"big-blind\": 30 is more than 20");
        assert!(RustGameOptions::new(&[], &chosen(&[("x", "1")])).unwrap_err().to_string().ends_with("it has none"));
    }
}
