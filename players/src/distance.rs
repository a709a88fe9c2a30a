//! How far a player's pieces are from where the goal wants them, when the goal can be read from the rules. It counts steps on the
//! empty board; who stands in the way is not looked at.

use boardwright_engine::game::Game;
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::{Goal, Structure};

/// The distances of all players to their goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// By player; `None` where the goal of that player is not known.
    by_player: Vec<Option<Vec<Camp>>>,
}

/// Places that the goal wants filled alike.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Camp {
    /// By what.
    classes: Vec<usize>,
    /// How many places these are.
    places: usize,
    /// By location: how many moves it is to the nearest of them; [`FAR`] where no way leads.
    far: Vec<u32>,
}

/// No way.
const FAR: u32 = u32::MAX;

impl Distances {
    /// Those of a game; `None` if no player's goal can be read.
    pub fn of<G: Game>(game: &G) -> Option<Self> {
        let structure = game.structure()?;
        let players = (1..=game.players()).filter_map(Player::new);
        let by_player: Vec<_> =
            players.map(|player| structure.goal(player).map(|goal| camps(structure, goal))).collect();
        let some = |camps: &Option<Vec<Camp>>| camps.as_ref().is_some_and(|camps| !camps.is_empty());
        by_player.iter().any(some).then_some(Self { by_player })
    }

    /// How many moves the pieces of a player, or of nobody, need at least to fill what the goal wants, each by itself and on an
    /// empty board; `None` if the goal is not known. Of several pieces that can fill as many places the nearest count; one that is
    /// missing counts as one move.
    pub fn left<S, M>(&self, structure: &dyn Structure<S, M>, state: &S, player: Player) -> Option<u32> {
        let camps = self.by_player[player.index()].as_ref()?;
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); camps.len()];
        for at in (0..structure.locations()).map(LocationId::new) {
            let Some(element) = structure.content(state, at) else { continue };
            if structure.owner(state, element).is_some_and(|owner| owner != player) {
                continue;
            }
            let class = structure.class(state, element);
            for (camp, near) in camps.iter().zip(&mut near) {
                if camp.classes.binary_search(&class).is_ok() && camp.far[at.index()] != FAR {
                    near.push(camp.far[at.index()]);
                }
            }
        }
        let sum = |(camp, near): (&Camp, &mut Vec<u32>)| {
            near.sort_unstable();
            near.truncate(camp.places);
            near.iter().sum::<u32>() + (camp.places - near.len()) as u32
        };
        Some(camps.iter().zip(&mut near).map(sum).sum())
    }

    /// What is left to the others less what is left to the player: the more, the better.
    pub fn value<S, M>(&self, structure: &dyn Structure<S, M>, state: &S, player: Player) -> f64 {
        let players = (1..=self.by_player.len()).filter_map(Player::new);
        let left = players.filter_map(|other| Some((other, f64::from(self.left(structure, state, other)?))));
        left.map(|(other, left)| if other == player { -left } else { left }).sum()
    }
}

/// The places that a goal wants filled, those that are wanted alike together.
fn camps<S, M>(structure: &dyn Structure<S, M>, goal: &Goal) -> Vec<Camp> {
    let mut sets: Vec<(Vec<usize>, Vec<LocationId>)> = Vec::new();
    for want in goal.wants.iter().filter(|want| !want.empty) {
        match sets.iter_mut().find(|(classes, _)| *classes == want.classes) {
            Some((_, places)) => places.push(want.location),
            None => sets.push((want.classes.clone(), vec![want.location])),
        }
    }
    let mut to = vec![Vec::new(); structure.locations()];
    let mut near = Vec::new();
    for from in (0..structure.locations()).map(LocationId::new) {
        structure.neighbours(from, &mut near);
        for at in &near {
            to[at.index()].push(from);
        }
    }
    sets.into_iter().map(|(classes, places)| Camp { places: places.len(), far: far(&to, &places), classes }).collect()
}

/// By location: how many steps it is to the nearest of some places; `to` has the locations from which one step leads to each.
fn far(to: &[Vec<LocationId>], places: &[LocationId]) -> Vec<u32> {
    let mut far = vec![FAR; to.len()];
    for at in places {
        far[at.index()] = 0;
    }
    let mut queue = places.to_vec();
    let mut next = 0;
    while next < queue.len() {
        let at = queue[next];
        next += 1;
        for &from in &to[at.index()] {
            if far[from.index()] == FAR {
                far[from.index()] = far[at.index()] + 1;
                queue.push(from);
            }
        }
    }
    far
}
