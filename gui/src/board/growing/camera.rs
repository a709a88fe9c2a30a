//! Part of a growing board that is visible. Until the user zooms or pans, all of it is.

use boardwright_draw::{Area, Point, TILE};
use boardwright_game::tile_board::TileBoard;
use eframe::egui::{Pos2, Rect, Vec2};

use crate::board::ViewTransform;

/// Room around the tiles, in tiles.
const MARGIN: f64 = 0.4;
/// Least and greatest size of a tile in window points.
const TILE_SIZES: (f32, f32) = (24.0, 320.0);
/// Greatest size of a tile that is chosen automatically.
const LARGEST_FIT: f32 = 150.0;

/// The visible part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Camera {
    /// Window points for each board pixel and board position of the middle; `None` for all of the board.
    chosen: Option<(f32, Point)>,
}

impl Camera {
    /// Transformation from the board to a room of the window.
    pub fn transform(&self, board: &TileBoard, room: Rect) -> ViewTransform {
        let (scale, centre) = self.chosen.unwrap_or_else(|| fitting(board, room));
        let origin = room.center() - Vec2::new(centre.x as f32, centre.y as f32) * scale;
        ViewTransform { scale, origin, is_flipped: false }
    }

    /// Moves the board by window points.
    pub fn pan(&mut self, board: &TileBoard, room: Rect, by: Vec2) {
        let (scale, centre) = self.chosen.unwrap_or_else(|| fitting(board, room));
        let moved = Point::new(centre.x - f64::from(by.x / scale), centre.y - f64::from(by.y / scale));
        self.chosen = Some((scale, moved));
    }

    /// Enlarges the board; the point at `fixed` keeps its place.
    pub fn zoom(&mut self, board: &TileBoard, room: Rect, factor: f32, fixed: Pos2) {
        let (scale, centre) = self.chosen.unwrap_or_else(|| fitting(board, room));
        let (least, greatest) = TILE_SIZES;
        let side = TILE as f32;
        let next = (scale * factor).clamp(least / side, greatest / side);
        let from_middle = fixed - room.center();
        let shift = f64::from(1.0 / scale - 1.0 / next);
        let centre =
            Point::new(centre.x + f64::from(from_middle.x) * shift, centre.y + f64::from(from_middle.y) * shift);
        self.chosen = Some((next, centre));
    }

    /// Shows all of the board.
    pub fn show_all(&mut self) {
        self.chosen = None;
    }
}

/// Scale and middle with which all tiles and all cells beside them are visible. They do not depend on the drawn tile, which
/// may lie face down.
fn fitting(board: &TileBoard, room: Rect) -> (f32, Point) {
    let cells = board.tiles.iter().map(|tile| (f64::from(tile.x), f64::from(tile.y)));
    let none = Area { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
    let tiles = cells.fold(none, |area, (x, y)| Area {
        left: area.left.min(x),
        top: area.top.min(y),
        right: area.right.max(x + 1.0),
        bottom: area.bottom.max(y + 1.0),
    });
    let area = tiles.expanded(1.0 + MARGIN);
    let side = (room.width() / area.width() as f32).min(room.height() / area.height() as f32);
    let middle = |from: f64, to: f64| from.midpoint(to) * TILE;
    let scale = side.clamp(1.0, LARGEST_FIT) / TILE as f32;
    (scale, Point::new(middle(area.left, area.right), middle(area.top, area.bottom)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_library::load;

    #[test]
    fn the_visible_part_does_not_depend_on_the_drawn_tile() {
        let loaded = load("carcassonne").expect("it ships");
        let mut state = loaded.game().initial_state();
        let room = Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::new(800.0, 600.0));
        let (_, draws) = loaded.game().legal_moves(&state).expect("no fault");
        let board = loaded.game().tile_board(&state).expect("its board grows");
        let before = fitting(&board, room);
        for draw in &draws {
            let mut drawn = state.clone();
            loaded.game().apply(&mut drawn, draw).expect("no fault");
            let board = loaded.game().tile_board(&drawn).expect("its board grows");
            assert_eq!(fitting(&board, room), before);
        }
        // The first tile is in the middle.
        assert_eq!(before.1, Point::new(TILE / 2.0, TILE / 2.0));
        loaded.game().apply(&mut state, &draws[0]).expect("no fault");
        let board = loaded.game().tile_board(&state).expect("its board grows");
        let lens = Camera::default().transform(&board, room);
        for place in &board.places {
            let corner = lens.point(boardwright_draw::cell_corner(place.x, place.y));
            assert!(room.contains(corner) && room.contains(corner + Vec2::splat(lens.length(TILE))), "{place:?}");
        }
    }

    #[test]
    fn the_point_below_the_pointer_keeps_its_place() {
        let loaded = load("carcassonne").expect("it ships");
        let board = loaded.game().tile_board(&loaded.game().initial_state()).expect("its board grows");
        let room = Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::new(800.0, 600.0));
        let mut camera = Camera::default();
        let fixed = Pos2::new(300.0, 500.0);
        let at = |camera: &Camera| {
            let lens = camera.transform(&board, room);
            (fixed - lens.origin) / lens.scale
        };
        let before = at(&camera);
        camera.zoom(&board, room, 1.3, fixed);
        assert!((at(&camera) - before).length() < 0.01);
        camera.pan(&board, room, Vec2::new(30.0, -12.0));
        let lens = camera.transform(&board, room);
        assert!(((at(&camera) - before) * lens.scale - Vec2::new(-30.0, 12.0)).length() < 0.01);
        camera.zoom(&board, room, 1e6, fixed);
        let side = camera.transform(&board, room).length(TILE);
        assert!((side - TILE_SIZES.1).abs() < 0.1, "{side}");
        camera.show_all();
        assert_eq!(camera, Camera::default());
    }
}
