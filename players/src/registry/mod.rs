//! The list of all players: names, options, and the kinds of games that they support. Each player is registered in its
//! own module by the trait [`RegisteredPlayer`](registration::RegisteredPlayer); a line of the list below adds it.
//! [`player_spec`] parses the text that selects a player, [`factory`] and [`equilibrium`] build it.

mod equilibrium;
mod factory;
mod player_spec;
pub(crate) mod registration;
pub(crate) mod shared_options;
mod weight_choice;

use boardwright_game::features::WeightSet;
use boardwright_game::game::{Game, GameExt};

use crate::options::OptionSpec;
use crate::published::{minimax, monte_carlo, path, random};
use crate::{
    alphabeta, cfr, equity, expectimax, feature_player, greedy, mccfr, mcts, portfolio, scripted, tarokist, uci,
    value_iteration,
};
use registration::{BuildRequest, BuiltPlayer, BuiltSolver, PlayableGame, RegisteredPlayer};

pub use factory::PlayerArtifacts;
pub use player_spec::{PlayerSpec, PlayerSpecError, parse, parse_with_others};

/// A player of the list.
#[derive(Debug)]
pub struct PlayerEntry {
    /// Name by which users select the player.
    pub name: &'static str,
    /// Help text for users.
    pub about: &'static str,
    /// Options of the player.
    pub options: &'static [OptionSpec],
    /// `true` if the player supports games with chance.
    pub supports_chance: bool,
    /// `true` if the player supports games with hidden information.
    pub supports_hidden_information: bool,
}

/// Declares the list of all players and the calls of their registrations by name.
macro_rules! list_of_players {
    ($($(#[$condition:meta])? $registered:ty),* $(,)?) => {
        /// All players, in the order in which they are listed.
        pub const PLAYERS: &[PlayerEntry] = &[$($(#[$condition])? <$registered>::ENTRY),*];

        impl PlayerEntry {
            fn own_unsupported_reason<G: Game>(&self, game: &G, artifacts: &PlayerArtifacts) -> Option<&'static str> {
                match self.name {
                    $($(#[$condition])? name if name == <$registered>::ENTRY.name => <$registered>::unsupported_reason(game, artifacts),)*
                    name => unreachable!("{name} is not in the list"),
                }
            }

            fn weights<G: Game>(
                &self,
                spec: &PlayerSpec,
                game: &G,
                artifacts: &PlayerArtifacts,
            ) -> Result<Option<WeightSet>, PlayerSpecError> {
                match self.name {
                    $($(#[$condition])? name if name == <$registered>::ENTRY.name => <$registered>::weights(spec, game, artifacts),)*
                    name => unreachable!("{name} is not in the list"),
                }
            }

            fn needs_preparation(&self) -> bool {
                match self.name {
                    $($(#[$condition])? name if name == <$registered>::ENTRY.name => <$registered>::NEEDS_PREPARATION,)*
                    name => unreachable!("{name} is not in the list"),
                }
            }

            fn build<'g, G: PlayableGame + 'g>(&self, request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
                match self.name {
                    $($(#[$condition])? name if name == <$registered>::ENTRY.name => <$registered>::build(request),)*
                    name => unreachable!("{name} is not in the list"),
                }
            }

            fn solver<'g, G: Game + 'g>(&self, request: &BuildRequest<'_, G>) -> Option<BuiltSolver<'g, G>> {
                match self.name {
                    $($(#[$condition])? name if name == <$registered>::ENTRY.name => <$registered>::solver(request),)*
                    name => unreachable!("{name} is not in the list"),
                }
            }
        }

        /// Names of the players that compute a strategy of the whole game.
        fn names_of_solvers() -> Vec<&'static str> {
            let all = [$($(#[$condition])? (<$registered>::ENTRY.name, <$registered>::COMPUTES_STRATEGY)),*];
            all.into_iter().filter(|(_, computes_strategy)| *computes_strategy).map(|(name, _)| name).collect()
        }
    };
}

list_of_players! {
    random::RandomEntry,
    greedy::GreedyEntry,
    path::BfsEntry,
    path::DfsEntry,
    path::AstarEntry,
    minimax::MinimaxEntry,
    minimax::StochasticMinimaxEntry,
    monte_carlo::MonteCarloEntry,
    monte_carlo::MonteCarloRatioEntry,
    monte_carlo::MonteCarloDiscountEntry,
    alphabeta::AlphaBetaEntry,
    mcts::MctsEntry,
    value_iteration::ValueIterationEntry,
    cfr::CfrEntry,
    mccfr::MccfrEntry,
    equity::EquityEntry,
    scripted::ScriptEntry,
    scripted::BlueprintEntry,
    scripted::RulesEntry,
    feature_player::TwoParameterEntry,
    feature_player::WeightedEntry,
    expectimax::ExpectimaxEntry,
    portfolio::PortfolioEntry,
    tarokist::TarokistEntry,
    uci::UciEntry,
    #[cfg(test)]
    crate::recipe::LastMoveEntry,
}

impl PlayerEntry {
    /// The player that users select by this name: its own name, or that of weights, by which `weighted` plays.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = if is_weights_name(name) { feature_player::WeightedEntry::ENTRY.name } else { name };
        PLAYERS.iter().find(|entry| entry.name == name)
    }

    /// Reason why the player does not support a game, as the end of a sentence "... games ..."; `None` if it does, as
    /// far as can be determined without building the player.
    pub fn unsupported_reason<G: Game>(&self, game: &G) -> Option<&'static str> {
        self.unsupported_with(game, &PlayerArtifacts::default())
    }

    /// [`PlayerEntry::unsupported_reason`] with the artifacts of the game.
    fn unsupported_with<G: Game>(&self, game: &G, artifacts: &PlayerArtifacts) -> Option<&'static str> {
        if game.has_chance() && !self.supports_chance {
            return Some("with chance");
        }
        if game.has_hidden_information() && !self.supports_hidden_information {
            return Some("with hidden information");
        }
        self.own_unsupported_reason(game, artifacts)
    }
}

/// `true` if a name in place of a player's is that of weights, by which the player `weighted` plays: names of weights
/// have a slash, as `19/3`. Paths of files have an ending as well.
fn is_weights_name(name: &str) -> bool {
    name.contains('/') && !name.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_within_their_ranges_and_names_differ() {
        for (index, entry) in PLAYERS.iter().enumerate() {
            assert!(PLAYERS[..index].iter().all(|other| other.name != entry.name));
            for opt in entry.options.iter().filter(|opt| !opt.kind.default_text().is_empty()) {
                assert!(opt.kind.accepts(&opt.kind.default_text()), "{} {}", entry.name, opt.key);
            }
        }
    }

    #[test]
    fn players_that_compute_strategies_are_known() {
        assert_eq!(names_of_solvers(), ["cfr", "mccfr"]);
    }
}
