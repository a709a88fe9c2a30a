//! Pieces on their way from one position to the next: those that stay glide, those that come or go fade.

use std::collections::HashMap;

use boardwright_draw::Point;
use boardwright_engine::ids::ElementId;

use super::prims::Thing;
use super::table::Table;

/// How long pieces are on their way, in seconds.
const LASTS: f64 = 0.28;

/// A change from one position to the next.
#[derive(Debug)]
pub struct Motion {
    /// When it began, in seconds of the window's clock.
    began: f64,
    /// Where pieces lay before that lie elsewhere now.
    from: HashMap<ElementId, Point>,
    /// Those that were not there before.
    new: Vec<ElementId>,
    /// What was there before and is not any more.
    gone: Vec<Thing>,
}

impl Motion {
    /// The change between two positions of a game; `None` if all lies as it did.
    pub fn between(before: &Table, after: &Table, now: f64) -> Option<Self> {
        let places = |table: &Table| -> HashMap<ElementId, Point> {
            table.pieces.iter().map(|(piece, _)| (piece.element, table.centre(piece.location))).collect()
        };
        let (old, new) = (places(before), places(after));
        let from = old.iter().filter(|(element, at)| new.get(element).is_some_and(|there| there != *at));
        let from: HashMap<ElementId, Point> = from.map(|(element, at)| (*element, *at)).collect();
        let added: Vec<ElementId> = new.keys().filter(|element| !old.contains_key(element)).copied().collect();
        let gone = before.pieces.iter().filter(|(piece, _)| !new.contains_key(&piece.element));
        let gone: Vec<Thing> = gone.map(|(_, thing)| thing.clone()).collect();
        let moves = !(from.is_empty() && added.is_empty() && gone.is_empty());
        moves.then_some(Self { began: now, from, new: added, gone })
    }

    /// How far it is: 0 at its beginning, 1 when it is over. It is slow at both ends.
    pub fn part(&self, now: f64) -> f64 {
        let part = ((now - self.began) / LASTS).clamp(0.0, 1.0);
        part * part * (3.0 - 2.0 * part)
    }

    /// How far a piece is from where it belongs, when the change is so far.
    pub fn away(&self, element: ElementId, home: Point, part: f64) -> Point {
        match self.from.get(&element) {
            Some(from) => Point::new((from.x - home.x) * (1.0 - part), (from.y - home.y) * (1.0 - part)),
            None => Point::default(),
        }
    }

    /// Whether a piece glides; those that do are on top.
    pub fn glides(&self, element: ElementId) -> bool {
        self.from.contains_key(&element)
    }

    /// How much of a piece is seen.
    pub fn seen(&self, element: ElementId, part: f64) -> f32 {
        if self.new.contains(&element) { part as f32 } else { 1.0 }
    }

    /// What was there before.
    pub fn gone(&self) -> &[Thing] {
        &self.gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Album;
    use boardwright_engine::any::AnyState;
    use boardwright_shelf::{Loaded, load};

    fn table(loaded: &Loaded, state: &AnyState) -> Table {
        let (game, state) = loaded.as_spec(state).expect("a game file");
        Table::new(game, state, &Album::new(""))
    }

    #[test]
    fn a_man_glides_and_a_mark_appears() {
        for (name, glides, appears) in [("draughts", 1, 0), ("gomoku", 0, 1)] {
            let loaded = load(name).expect("it ships");
            let game = loaded.game();
            let (before, mut after) = (game.start(), game.start());
            let (_, moves) = game.turn(&after).expect("no fault");
            game.apply(&mut after, &moves[0]).expect("no fault");
            let (before, after) = (table(&loaded, &before), table(&loaded, &after));
            let motion = Motion::between(&before, &after, 10.0).expect("something moved");
            assert_eq!((motion.from.len(), motion.new.len()), (glides, appears), "{name}");
            assert!(motion.part(10.0).abs() < 1e-9 && (motion.part(11.0) - 1.0).abs() < 1e-9);
            for (piece, _) in &after.pieces {
                let home = after.centre(piece.location);
                assert_eq!(motion.away(piece.element, home, 1.0), Point::default());
            }
            assert!(Motion::between(&after, &after, 10.0).is_none());
        }
    }
}
