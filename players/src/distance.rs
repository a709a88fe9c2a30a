//! Distances of a player's pieces from the places where the goal requires them, when the goal can be read from the
//! rules. Distances are numbers of steps on the empty board; blocking pieces are ignored.

use boardwright_game::game::Game;
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::{BoardGeometry, GoalCondition};

/// Distance tables of all players to their goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// By player; `None` where the goal of the player is unknown.
    by_player: Vec<Option<Vec<GoalRegion>>>,
}

/// Places that the goal requires to be filled by the same classes of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GoalRegion {
    /// Classes of pieces that may fill these places.
    classes: Vec<usize>,
    /// Number of these places.
    places: usize,
    /// By location: number of moves to the nearest of these places; [`UNREACHABLE`] where none is reachable.
    distances: Vec<u32>,
}

/// Distance of unreachable locations.
const UNREACHABLE: u32 = u32::MAX;

impl Distances {
    /// Computes the distance tables of a game; `None` if no player's goal can be read from the rules.
    pub fn from_game<G: Game>(game: &G) -> Option<Self> {
        let structure = game.structure()?;
        let goals = structure.goals()?;
        let players = (1..=game.players()).filter_map(Player::new);
        let by_player: Vec<_> =
            players.map(|player| goals.goal(player).map(|goal| goal_regions(structure, goal))).collect();
        let some = |camps: &Option<Vec<GoalRegion>>| camps.as_ref().is_some_and(|camps| !camps.is_empty());
        by_player.iter().any(some).then_some(Self { by_player })
    }

    /// Lower bound of the number of moves that the pieces of a player, or pieces without an owner, need to fill the
    /// places of the goal, each piece alone on an empty board; `None` if the goal is unknown. If more pieces than
    /// places qualify, the nearest count; a missing piece counts as one move.
    pub fn moves_left<S>(&self, geometry: &dyn BoardGeometry<S>, state: &S, player: Player) -> Option<u32> {
        let camps = self.by_player[player.index()].as_ref()?;
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); camps.len()];
        for at in (0..geometry.location_count()).map(LocationId::new) {
            let Some(element) = geometry.content(state, at) else { continue };
            if geometry.owner(state, element).is_some_and(|owner| owner != player) {
                continue;
            }
            let class = geometry.class(state, element);
            for (camp, near) in camps.iter().zip(&mut near) {
                if camp.classes.binary_search(&class).is_ok() && camp.distances[at.index()] != UNREACHABLE {
                    near.push(camp.distances[at.index()]);
                }
            }
        }
        let sum = |(camp, near): (&GoalRegion, &mut Vec<u32>)| {
            near.sort_unstable();
            near.truncate(camp.places);
            near.iter().sum::<u32>() + (camp.places - near.len()) as u32
        };
        Some(camps.iter().zip(&mut near).map(sum).sum())
    }

    /// Moves that the others need minus moves that the player needs: greater is better.
    pub fn value<S>(&self, geometry: &dyn BoardGeometry<S>, state: &S, player: Player) -> f64 {
        let players = (1..=self.by_player.len()).filter_map(Player::new);
        let left = players.filter_map(|other| Some((other, f64::from(self.moves_left(geometry, state, other)?))));
        left.map(|(other, left)| if other == player { -left } else { left }).sum()
    }
}

/// The places that a goal requires to be filled, grouped by equal classes of pieces.
fn goal_regions<S>(geometry: &dyn BoardGeometry<S>, goal: &GoalCondition) -> Vec<GoalRegion> {
    let mut sets: Vec<(Vec<usize>, Vec<LocationId>)> = Vec::new();
    for want in goal.requirements.iter().filter(|want| !want.allows_empty) {
        match sets.iter_mut().find(|(classes, _)| *classes == want.classes) {
            Some((_, places)) => places.push(want.location),
            None => sets.push((want.classes.clone(), vec![want.location])),
        }
    }
    let mut to = vec![Vec::new(); geometry.location_count()];
    let mut near = Vec::new();
    for from in (0..geometry.location_count()).map(LocationId::new) {
        geometry.neighbours(from, &mut near);
        for at in &near {
            to[at.index()].push(from);
        }
    }
    sets.into_iter()
        .map(|(classes, places)| GoalRegion { places: places.len(), distances: distances_to(&to, &places), classes })
        .collect()
}

/// By location: number of steps to the nearest of `places`, by breadth-first search. `to` lists the predecessors of
/// each location.
fn distances_to(to: &[Vec<LocationId>], places: &[LocationId]) -> Vec<u32> {
    let mut far = vec![UNREACHABLE; to.len()];
    for at in places {
        far[at.index()] = 0;
    }
    let mut queue = places.to_vec();
    let mut next = 0;
    while next < queue.len() {
        let at = queue[next];
        next += 1;
        for &from in &to[at.index()] {
            if far[from.index()] == UNREACHABLE {
                far[from.index()] = far[at.index()] + 1;
                queue.push(from);
            }
        }
    }
    far
}
