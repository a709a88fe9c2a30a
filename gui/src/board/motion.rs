//! Animation between two positions: pieces that stay glide, pieces that appear or disappear fade.

use std::collections::HashMap;

use boardwright_draw::{Piece, Point};
use boardwright_game::ids::ElementId;
use boardwright_interpreter::hidden::view::Side;

use super::prepared::PreparedPosition;
use super::primitives::PreparedItem;

/// Duration of an animation, in seconds.
const DURATION: f64 = 0.28;

/// The animation from one position to the next.
#[derive(Debug)]
pub struct Motion {
    /// Start time, in seconds of the window's clock.
    began: f64,
    /// Old positions of the pieces that have moved.
    from: HashMap<ElementId, Point>,
    /// Pieces that have appeared.
    appeared: Vec<ElementId>,
    /// Pieces that have disappeared, with their old positions.
    disappeared: Vec<(Point, PreparedItem)>,
}

impl Motion {
    /// Returns the animation between two positions of a game; `None` if nothing has moved.
    pub fn between(before: &PreparedPosition, after: &PreparedPosition, now: f64) -> Option<Self> {
        let places = |table: &PreparedPosition| -> HashMap<ElementId, Point> {
            // The motion of a piece whose place is not seen would tell which piece it is.
            let tracked = table.pieces.iter().filter(|(piece, _)| piece.side != Side::AnonymousBack);
            tracked.map(|(piece, _)| (piece.element, table.centre(piece.location))).collect()
        };
        let (old, new) = (places(before), places(after));
        let from = old.iter().filter(|(element, at)| new.get(element).is_some_and(|there| there != *at));
        let from: HashMap<ElementId, Point> = from.map(|(element, at)| (*element, *at)).collect();
        let added: Vec<ElementId> = new.keys().filter(|element| !old.contains_key(element)).copied().collect();
        let is_gone = |piece: &Piece| old.contains_key(&piece.element) && !new.contains_key(&piece.element);
        let gone = before.pieces.iter().filter(|(piece, _)| is_gone(piece));
        let gone = gone.map(|(piece, thing)| (before.centre(piece.location), thing.clone())).collect::<Vec<_>>();
        let moves = !(from.is_empty() && added.is_empty() && gone.is_empty());
        moves.then_some(Self { began: now, from, appeared: added, disappeared: gone })
    }

    /// Progress from 0 to 1, with smooth start and end.
    pub fn progress(&self, now: f64) -> f64 {
        let part = ((now - self.began) / DURATION).clamp(0.0, 1.0);
        part * part * (3.0 - 2.0 * part)
    }

    /// Offset of a piece from its final position at this progress.
    pub fn offset(&self, element: ElementId, home: Point, part: f64) -> Point {
        match self.from.get(&element) {
            Some(from) => Point::new((from.x - home.x) * (1.0 - part), (from.y - home.y) * (1.0 - part)),
            None => Point::default(),
        }
    }

    /// `true` if the piece glides; gliding pieces are painted on top.
    pub fn is_gliding(&self, element: ElementId) -> bool {
        self.from.contains_key(&element)
    }

    /// Opacity of a piece.
    pub fn opacity(&self, element: ElementId, part: f64) -> f32 {
        if self.appeared.contains(&element) { part as f32 } else { 1.0 }
    }

    /// Pieces that have disappeared, with their old positions.
    pub fn disappeared(&self) -> &[(Point, PreparedItem)] {
        &self.disappeared
    }

    /// Puts a piece on its final position at once, because the user has dragged it there.
    pub fn settle(&mut self, element: ElementId) {
        self.from.remove(&element);
        self.appeared.retain(|appeared| *appeared != element);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pictures::PictureCache;
    use boardwright_game::any::AnyState;
    use boardwright_library::{LoadedGame, load};

    fn table(loaded: &LoadedGame, state: &AnyState) -> PreparedPosition {
        let (game, state) = loaded.as_spec(state).expect("a game file");
        PreparedPosition::new(game, state, None, &PictureCache::new(""))
    }

    #[test]
    fn a_man_glides_and_a_mark_appears() {
        for (name, glides, appears) in [("draughts", 1, 0), ("gomoku", 0, 1)] {
            let loaded = load(name).expect("it ships");
            let game = loaded.game();
            let (before, mut after) = (game.initial_state(), game.initial_state());
            let (_, moves) = game.legal_moves(&after).expect("no fault");
            game.apply(&mut after, &moves[0]).expect("no fault");
            let (before, after) = (table(&loaded, &before), table(&loaded, &after));
            let motion = Motion::between(&before, &after, 10.0).expect("something moved");
            assert_eq!((motion.from.len(), motion.appeared.len()), (glides, appears), "{name}");
            assert!(motion.progress(10.0).abs() < 1e-9 && (motion.progress(11.0) - 1.0).abs() < 1e-9);
            for (piece, _) in &after.pieces {
                let home = after.centre(piece.location);
                assert_eq!(motion.offset(piece.element, home, 1.0), Point::default());
            }
            assert!(Motion::between(&after, &after, 10.0).is_none());
        }
    }
}
