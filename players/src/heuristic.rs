//! What a position seems to be worth, without looking further.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::Structure;

use crate::distance::Distances;

/// A heuristic that a player was asked to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// 0 for every position.
    Zero,
    /// The greater share of the pieces on the board, with a minus if it is that of the others: more than 1/2 and at most 1, 0 if
    /// both have as many. Pieces of nobody count as the others'. The published program divided whole numbers here, which left
    /// only 1, 0 and -1; that is mended.
    MoreStones,
    /// How far the pieces are from where the goal wants them, with a minus, and how far those of the others are: see
    /// [`Distances`]. (The published program had the name, and 0 for every position.)
    DistanceFromGoal(Distances),
    /// The same for sliding puzzles, in which it is never more than what is left. (The published program added it up for one
    /// puzzle, with the wrong sign.)
    Manhattan(Distances),
    /// What the game file declares, by its number in the file.
    Declared(usize),
}

/// Names of the heuristics that do not come from a game file.
pub const NAMES: [&str; 4] = ["zero", "more-stones", "distance-from-goal", "manhattan"];

impl Heuristic {
    /// The heuristic of a name; `None` if neither players nor the game know it.
    pub fn named<G: Game>(game: &G, name: &str) -> Option<Self> {
        match name {
            "zero" => Some(Self::Zero),
            "more-stones" => game.structure().map(|_| Self::MoreStones),
            "distance-from-goal" => Distances::of(game).map(Self::DistanceFromGoal),
            "manhattan" => Distances::of(game).filter(|_| slides(game)).map(Self::Manhattan),
            name => game.structure()?.measures().iter().position(|known| known == name).map(Self::Declared),
        }
    }

    /// What tells most of a game for any number of players: what its file declares first, else distances from the goal.
    pub fn best<G: Game>(game: &G) -> Self {
        let declared = game.structure().is_some_and(|structure| !structure.measures().is_empty());
        let declared = declared.then_some(Self::Declared(0));
        declared.or_else(|| Self::named(game, "distance-from-goal")).unwrap_or(Self::Zero)
    }

    /// The names that a game has.
    pub fn names<G: Game>(game: &G) -> Vec<String> {
        let declared = game.structure().map(Structure::measures).unwrap_or_default();
        let known = NAMES.iter().filter(|name| Self::named(game, name).is_some());
        known.map(|name| (*name).to_owned()).chain(declared).collect()
    }

    /// The same between -1 and 1, to be compared with wins and losses: distances and what a game file declares have no bounds, so
    /// they are pressed between -1/2 and 1/2, and no hope is worth more than a win that is certain within some sixty moves.
    pub fn bounded<G: Game>(&self, game: &G, state: &G::State, player: Player) -> Result<f64, Fault> {
        let value = self.value(game, state, player)?;
        let bounded = matches!(self, Self::Zero | Self::MoreStones);
        Ok(if bounded { value } else { value / (1.0 + value.abs()) / 2.0 })
    }

    /// What a position seems to be worth to a player: the more, the better.
    pub fn value<G: Game>(&self, game: &G, state: &G::State, player: Player) -> Result<f64, Fault> {
        match (self, game.structure()) {
            (Self::Zero, _) | (_, None) => Ok(0.0),
            (Self::MoreStones, Some(structure)) => {
                let places = (0..structure.locations()).map(LocationId::new).filter(|&at| structure.relevant(at));
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
            (Self::Declared(index), Some(structure)) => structure.measure(state, *index, player),
        }
    }
}

fn slides<G: Game>(game: &G) -> bool {
    game.structure().is_some_and(Structure::slides)
}
