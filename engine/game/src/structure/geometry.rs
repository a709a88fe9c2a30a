//! Board and pieces: locations and their neighbours, elements with their classes and owners, and their positions.

use crate::ids::{ElementId, LocationId, Player};

/// Board and pieces of a game.
pub trait BoardGeometry<State> {
    /// Number of locations; ids count from 0.
    fn location_count(&self) -> usize;

    /// Player to move in a state, also when the game is over.
    fn mover(&self, state: &State) -> Player;

    /// Centre of a location on the board picture, in pixels.
    fn point(&self, location: LocationId) -> (i32, i32);

    /// `true` if locations of this location's type are distinguishable from each other.
    fn is_relevant(&self, location: LocationId) -> bool;

    /// Lists the relevant locations to which some rule can ever move an element from here, in order. `near` is cleared
    /// first.
    fn neighbours(&self, location: LocationId, near: &mut Vec<LocationId>);

    /// Number of elements; ids count from 0.
    fn element_count(&self) -> usize;

    /// Element on a location.
    fn content(&self, state: &State, location: LocationId) -> Option<ElementId>;

    /// Class of an element: equal for elements that differ by name only. Classes count from 0.
    fn class(&self, state: &State, element: ElementId) -> usize;

    /// Owner of an element; `None` for neutral elements.
    fn owner(&self, state: &State, element: ElementId) -> Option<Player> {
        self.class_owner(self.class(state, element))
    }

    /// Number of classes.
    fn class_count(&self) -> usize;

    /// Owner of the elements of a class; `None` for neutral elements.
    fn class_owner(&self, class: usize) -> Option<Player>;

    /// Class of the element on a location.
    fn class_at(&self, state: &State, location: LocationId) -> Option<usize> {
        self.content(state, location).map(|element| self.class(state, element))
    }

    /// Lists the locations whose class of element differs between two states, in order. `changed` is cleared first.
    fn changed_locations(&self, before: &State, after: &State, changed: &mut Vec<LocationId>) {
        changed.clear();
        let locations = (0..self.location_count()).map(LocationId::new);
        changed.extend(locations.filter(|&location| self.class_at(before, location) != self.class_at(after, location)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of three cells. A state is the element on each cell; element 0 belongs to player 1, element 1 is neutral.
    struct Row;

    impl BoardGeometry<[Option<ElementId>; 3]> for Row {
        fn location_count(&self) -> usize {
            3
        }

        fn mover(&self, _state: &[Option<ElementId>; 3]) -> Player {
            Player::FIRST
        }

        fn point(&self, location: LocationId) -> (i32, i32) {
            (location.index() as i32, 0)
        }

        fn is_relevant(&self, _location: LocationId) -> bool {
            true
        }

        fn neighbours(&self, _location: LocationId, near: &mut Vec<LocationId>) {
            near.clear();
        }

        fn element_count(&self) -> usize {
            2
        }

        fn content(&self, state: &[Option<ElementId>; 3], location: LocationId) -> Option<ElementId> {
            state[location.index()]
        }

        fn class(&self, _state: &[Option<ElementId>; 3], element: ElementId) -> usize {
            element.index()
        }

        fn class_count(&self) -> usize {
            2
        }

        fn class_owner(&self, class: usize) -> Option<Player> {
            (class == 0).then_some(Player::FIRST)
        }
    }

    #[test]
    fn owners_classes_and_changes_follow_from_content() {
        let [first, second] = [0, 1].map(ElementId::new);
        let (before, after) = ([Some(first), None, Some(second)], [None, Some(first), Some(second)]);
        assert_eq!((Row.owner(&before, first), Row.owner(&before, second)), (Some(Player::FIRST), None));
        assert_eq!([0, 1, 2].map(|at| Row.class_at(&after, LocationId::new(at))), [None, Some(0), Some(1)]);
        let mut changed = vec![LocationId::new(2)];
        Row.changed_locations(&before, &after, &mut changed);
        assert_eq!(changed, [0, 1].map(LocationId::new));
    }
}
