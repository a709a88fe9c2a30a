//! Steering by direction: in games all of whose legal moves are directions, such as 2048 and Sokoban, an arrow key or a swipe makes
//! the move.

use eframe::egui::{Key, Ui, Vec2};

use super::Board;
use super::moves::{LegalMoves, MoveChoice};

/// Smallest length of a swipe, in points.
const MIN_SWIPE: f32 = 24.0;
/// A move has a direction if its step along one axis is this many times longer than along the other.
const STRAIGHT: f64 = 4.0;

/// Direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl Direction {
    /// All directions, with their keys and the words of game files.
    const ALL: [(Self, Key, &str); 4] = [
        (Self::Left, Key::ArrowLeft, "left"),
        (Self::Right, Key::ArrowRight, "right"),
        (Self::Up, Key::ArrowUp, "up"),
        (Self::Down, Key::ArrowDown, "down"),
    ];

    /// Direction of a step; `None` if it is oblique.
    fn of(x: f64, y: f64) -> Option<Self> {
        if x.abs() > STRAIGHT * y.abs() {
            Some(if x < 0.0 { Self::Left } else { Self::Right })
        } else if y.abs() > STRAIGHT * x.abs() {
            Some(if y < 0.0 { Self::Up } else { Self::Down })
        } else {
            None
        }
    }

    /// Direction of a swipe; `None` if it is too short.
    fn of_swipe(swipe: Vec2) -> Option<Self> {
        if swipe.length() < MIN_SWIPE {
            return None;
        }
        Some(match (swipe.x.abs() > swipe.y.abs(), swipe.x < 0.0, swipe.y < 0.0) {
            (true, true, _) => Self::Left,
            (true, false, _) => Self::Right,
            (false, _, true) => Self::Up,
            (false, _, false) => Self::Down,
        })
    }
}

impl Board {
    /// Directions of the legal moves, in their order; `None` unless every move has one and no two have the same. Steps of pieces
    /// count in games for one player only: others are not played by arrow keys.
    fn directions(&self, legal: &LegalMoves) -> Option<Vec<Direction>> {
        let direction = |choice: &MoveChoice| match (choice.from, choice.at.zip(choice.to)) {
            (None, _) => {
                let word = choice.word.as_deref()?;
                Direction::ALL.iter().find(|(_, _, name)| *name == word).map(|(direction, ..)| *direction)
            }
            (Some(_), Some((at, to))) if self.table.is_solitary => {
                let (at, to) = (self.table.centre(at), self.table.centre(to));
                let turn = if self.is_flipped() { -1.0 } else { 1.0 };
                Direction::of(turn * (to.x - at.x), turn * (to.y - at.y))
            }
            (Some(_), _) => None,
        };
        let directions: Vec<Direction> = legal.choices.iter().map(direction).collect::<Option<_>>()?;
        let is_distinct = (1..directions.len()).all(|at| !directions[..at].contains(&directions[at]));
        (is_distinct && !directions.is_empty()).then_some(directions)
    }

    /// Index of the move in a direction.
    fn move_towards(&self, wanted: Direction, legal: &LegalMoves) -> Option<usize> {
        self.directions(legal)?.iter().position(|direction| *direction == wanted)
    }

    /// Takes the arrow keys where the legal moves are directions; returns the move of a key that was pressed.
    pub fn arrow_move(&self, ui: &Ui, legal: &LegalMoves) -> Option<usize> {
        // The arrows belong to the widget that has the keyboard.
        if ui.ctx().egui_wants_keyboard_input() || self.directions(legal).is_none() {
            return None;
        }
        let is_pressed = |key: Key| {
            ui.input_mut(|input| input.modifiers.is_none() && input.consume_key(eframe::egui::Modifiers::NONE, key))
        };
        let pressed = Direction::ALL.iter().filter(|(_, key, _)| is_pressed(*key)).last()?;
        self.move_towards(pressed.0, legal)
    }

    /// The move of a swipe over the board.
    pub(super) fn swipe_move(&self, swipe: Vec2, legal: &LegalMoves) -> Option<usize> {
        self.move_towards(Direction::of_swipe(swipe)?, legal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_swipes_have_directions() {
        assert_eq!(Direction::of(-50.0, 3.0), Some(Direction::Left));
        assert_eq!(Direction::of(0.0, 50.0), Some(Direction::Down));
        assert_eq!(Direction::of(40.0, 40.0), None, "it is oblique");
        assert_eq!(Direction::of_swipe(Vec2::new(10.0, -80.0)), Some(Direction::Up));
        assert_eq!(Direction::of_swipe(Vec2::new(30.0, 5.0)), Some(Direction::Right));
        assert_eq!(Direction::of_swipe(Vec2::new(3.0, 5.0)), None, "it is a click");
    }
}
