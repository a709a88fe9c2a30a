//! Dropping pieces into lines of places, as into the columns of Connect Four: a click anywhere in a line is enough.

use boardwright_game::ids::LocationId;
use boardwright_library::LoadedGame;

use super::moves::{LegalMoves, MoveChoice};
use super::prepared::PreparedPosition;

/// Direction of lines of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropAxis {
    /// Places with the same x.
    Column,
    /// Places with the same y.
    Row,
}

impl DropAxis {
    /// Coordinate that the places of a line share, rounded to pixels.
    pub fn line_of(self, table: &PreparedPosition, location: LocationId) -> i64 {
        let centre = table.centre(location);
        (match self {
            Self::Column => centre.x,
            Self::Row => centre.y,
        })
        .round() as i64
    }
}

/// Axis of the lines along which pieces are dropped: in the initial position every line of places has exactly one place where a piece
/// of the supply can be put, as the columns of Connect Four. `None` for all other games.
pub fn drop_axis(loaded: &LoadedGame, table: &PreparedPosition) -> Option<DropAxis> {
    let start = loaded.game().initial_state();
    let (game, _) = loaded.as_spec(&start)?;
    let legal = LegalMoves::of(loaded, &start).ok()?;
    let is_placement = MoveChoice::is_from_supply;
    if !legal.choices.iter().all(is_placement) {
        return None;
    }
    let mut targets: Vec<LocationId> = legal.choices.iter().filter_map(|choice| choice.to).collect();
    targets.sort_unstable();
    targets.dedup();
    let locations = game.rules().locations.iter().enumerate().filter(|(_, location)| location.is_relevant);
    let places: Vec<LocationId> = locations.map(|(index, _)| LocationId::new(index)).collect();
    if targets.is_empty() || places.len() <= targets.len() {
        return None;
    }
    let lines = |axis: DropAxis, among: &[LocationId]| {
        let mut lines: Vec<i64> = among.iter().map(|&place| axis.line_of(table, place)).collect();
        lines.sort_unstable();
        lines
    };
    [DropAxis::Column, DropAxis::Row].into_iter().find(|&axis| {
        let mut all = lines(axis, &places);
        all.dedup();
        all == lines(axis, &targets)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pictures::PictureCache;

    #[test]
    fn only_connect_four_is_played_by_columns() {
        let by_lines = |game: &&boardwright_games::ShippedGame| {
            let loaded = boardwright_library::load(game.name).expect("it ships");
            let start = loaded.game().initial_state();
            let (game, state) = loaded.as_spec(&start).expect("a game file");
            let table = PreparedPosition::new(game, state, None, &PictureCache::new(""));
            drop_axis(&loaded, &table).is_some()
        };
        let names: Vec<&str> =
            boardwright_games::shipped_games().iter().filter(by_lines).map(|game| game.name).collect();
        assert_eq!(names, ["connect-four"]);
    }
}
