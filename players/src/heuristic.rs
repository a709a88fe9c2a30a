//! Heuristics: static evaluations of positions by name, without search. Evaluations with weights are in
//! [`crate::evaluation`].

use boardwright_game::fault::Fault;
use boardwright_game::features::{WeightSet, shipped_weights};
use boardwright_game::game::{Game, GameExt};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::{DeclaredHeuristics, Goals, Structure};

use crate::distance::Distances;
use crate::feature_player::bounded;

/// A heuristic that a user can select by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Heuristic {
    /// 0 for every position (no heuristic).
    Zero,
    /// Larger share of the pieces on the board, negative if it belongs to the others: more than 1/2 and at most 1 in
    /// magnitude, 0 if both have equally many. Pieces without an owner count as the others'. The program of 2013 used
    /// integer division here, which left only 1, 0 and -1; this implementation corrects that.
    MoreStones,
    /// Number of moves that the others need to reach their goals minus the number that the player needs: see
    /// [`Distances`]. (The program of 2013 had the name, and 0 for every position.)
    DistanceFromGoal(Distances),
    /// Distances from the goal for sliding puzzles, where they are the Manhattan distance and admissible. (The program
    /// of 2013 computed it for one puzzle only, with the wrong sign.)
    Manhattan(Distances),
    /// A heuristic of the game file, by its number in the file.
    Declared(usize),
    /// Weighted sum of the features of the game, by weights that come with it.
    Weights(Box<WeightSet>),
}

/// Names of the heuristics that are independent of the game file.
pub const BUILTIN_NAMES: [&str; 4] = ["zero", "more-stones", "distance-from-goal", "manhattan"];

impl Heuristic {
    /// The heuristic with this name; `None` if neither this crate nor the game file defines it.
    pub fn by_name<G: Game>(game: &G, name: &str) -> Option<Self> {
        match name {
            "zero" => Some(Self::Zero),
            "more-stones" => game.structure().map(|_| Self::MoreStones),
            "distance-from-goal" => Distances::from_game(game).map(Self::DistanceFromGoal),
            "manhattan" => Distances::from_game(game).filter(|_| is_sliding_puzzle(game)).map(Self::Manhattan),
            name => {
                let declared = game.structure().and_then(Structure::heuristics);
                let declared = declared.map(DeclaredHeuristics::heuristic_names).unwrap_or_default();
                let declared = declared.iter().position(|known| known == name).map(Self::Declared);
                declared.or_else(|| shipped_weights(game, name).map(|weights| Self::Weights(Box::new(weights))))
            }
        }
    }

    /// The most informative heuristic for any number of players: the first one of the game file, else the distance from
    /// the goal.
    pub fn best_for<G: Game>(game: &G) -> Self {
        let declared = game.structure().and_then(Structure::heuristics).map(|_| Self::Declared(0));
        declared.or_else(|| Self::by_name(game, "distance-from-goal")).unwrap_or(Self::Zero)
    }

    /// Names of the heuristics that exist for a game.
    pub fn names<G: Game>(game: &G) -> Vec<String> {
        let declared = game.structure().and_then(Structure::heuristics);
        let declared = declared.map(DeclaredHeuristics::heuristic_names).unwrap_or_default();
        let known = BUILTIN_NAMES.iter().filter(|name| Self::by_name(game, name).is_some());
        let weights = game.weight_sets().into_iter().map(|set| set.name);
        let mut weights: Vec<String> = weights.filter(|name| shipped_weights(game, name).is_some()).collect();
        weights.dedup();
        known.map(|name| (*name).to_owned()).chain(declared).chain(weights).collect()
    }

    /// `true` if the values of ended games are not comparable to it: they are points of one player, not differences.
    pub fn replaces_payoffs(&self) -> bool {
        matches!(self, Self::Weights(_))
    }

    /// Value in the range from -1 to 1, comparable to wins and losses. Distances and heuristics of game files are
    /// unbounded, so they are squashed into the range from -1/2 to 1/2: no heuristic value exceeds a win that is
    /// certain within some sixty moves.
    pub fn bounded_value<G: Game>(&self, game: &G, state: &G::State, player: Player) -> Result<f64, Fault> {
        let value = self.value(game, state, player)?;
        Ok(match self {
            Self::Zero | Self::MoreStones => value,
            Self::Weights(_) => bounded(value as f32),
            _ => value / (1.0 + value.abs()) / 2.0,
        })
    }

    /// Heuristic value of a position for a player: greater is better.
    pub fn value<G: Game>(&self, game: &G, state: &G::State, player: Player) -> Result<f64, Fault> {
        match (self, game.structure()) {
            (Self::Weights(weights), _) => {
                let Ok(set) = weights.feature_set(game) else { return Ok(0.0) };
                let mut values = Vec::new();
                game.feature_values(state, set, player, &mut values)?;
                Ok(weights.value(&values, weights.phase_at(game.progress(state))).into())
            }
            (Self::Zero, _) | (_, None) => Ok(0.0),
            (Self::MoreStones, Some(structure)) => {
                let places =
                    (0..structure.location_count()).map(LocationId::new).filter(|&at| structure.is_relevant(at));
                let (mut own, mut others) = (0, 0);
                for element in places.filter_map(|at| structure.content(state, at)) {
                    if structure.owner(state, element) == Some(player) {
                        own += 1;
                    } else {
                        others += 1;
                    }
                }
                let all = f64::from(own + others);
                Ok(match own.cmp(&others) {
                    std::cmp::Ordering::Greater => f64::from(own) / all,
                    std::cmp::Ordering::Less => -f64::from(others) / all,
                    std::cmp::Ordering::Equal => 0.0,
                })
            }
            (Self::DistanceFromGoal(distances) | Self::Manhattan(distances), Some(structure)) => {
                Ok(distances.value(structure, state, player))
            }
            (Self::Declared(index), Some(structure)) => {
                structure.heuristics().map_or(Ok(0.0), |declared| declared.heuristic_value(state, *index, player))
            }
        }
    }
}

fn is_sliding_puzzle<G: Game>(game: &G) -> bool {
    game.structure().and_then(Structure::goals).is_some_and(Goals::is_sliding_puzzle)
}
