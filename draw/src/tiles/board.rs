//! A board of tiles as a scene: tiles, meeples, places for the drawn tile, and the scoreboard beside them.

use boardwright_game::ids::Player;
use boardwright_game::tile_board::{Hand, SegmentKind, TileBoard};
use boardwright_rules::Colour;

use super::geometry::TILE;
use super::meeple::{meeple_shapes, player_ink};
use super::{TileMap, tile_shapes};
use crate::ink::Ink;
use crate::path::{Outline, Point};
use crate::scene::{Area, Item, LETTER_WIDTH, Scene, Shape, Stroke, Subject};

/// Width of the scoreboard.
const PANEL: f64 = 300.0;
/// Room around the tiles.
const MARGIN: f64 = 40.0;
/// Height of the entry of a player.
const ENTRY: f64 = 84.0;
/// Least height of a picture: the scoreboard of two players with the drawn tile.
const LEAST_HEIGHT: f64 = 460.0;

const TABLE: Colour = Colour(0x2f, 0x3d, 0x3a);
const PANEL_GROUND: Colour = Colour(0x24, 0x2f, 0x2d);
const LETTERS: Colour = Colour(0xee, 0xf2, 0xee);
const WEAK: Colour = Colour(0xb4, 0xc2, 0xbc);
const GOLD: Colour = Colour(0xf0, 0xc2, 0x4b);
const BACK: Colour = Colour(0x6a, 0x4b, 0x3a);
const BACK_LINE: Colour = Colour(0xd8, 0xc1, 0xa0);

/// Marks of a picture beside the tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPicture {
    /// The scoreboard; `None` for a picture without.
    pub scoreboard: Option<Scoreboard>,
    /// `true` if meeples that went home are shown, faded.
    pub shows_home: bool,
    /// Columns and rows that are shown at least, as [`TileBoard::extent`] counts them, so that several pictures can have
    /// one size.
    pub extent: [i32; 4],
}

/// Names beside a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scoreboard {
    /// Names of the players.
    pub names: Vec<String>,
    /// Player to move, if the game is not over.
    pub active: Option<Player>,
}

/// Upper left corner of a cell.
pub fn cell_corner(x: i32, y: i32) -> Point {
    Point::new(f64::from(x) * TILE, f64::from(y) * TILE)
}

/// Square of a cell.
fn cell_area(x: i32, y: i32) -> Area {
    let corner = cell_corner(x, y);
    Area { left: corner.x, top: corner.y, right: corner.x + TILE, bottom: corner.y + TILE }
}

/// Draws a board.
pub fn board_scene(board: &TileBoard, picture: &BoardPicture) -> Scene {
    let maps: Vec<TileMap> = board.kinds.iter().map(TileMap::new).collect();
    let [left, right, top, bottom] = joined_extent(board.extent(), picture.extent);
    let tiles = cell_area(left, top).union(cell_area(right, bottom)).expanded(MARGIN);
    let mut items = tile_items(board, &maps);
    items.extend(place_items(board));
    items.extend(meeple_items(board, &maps, picture.shows_home));
    let area = picture.scoreboard.as_ref().map_or(tiles, |scoreboard| {
        let missing = (LEAST_HEIGHT.max(panel_height(board)) - tiles.height()).max(0.0) / 2.0;
        let (top, bottom) = (tiles.top - missing, tiles.bottom + missing);
        let panel = Area { left: tiles.right, right: tiles.right + PANEL, top, bottom };
        items.extend(panel_items(board, &maps, scoreboard, panel));
        tiles.union(panel)
    });
    Scene { area, ground: TABLE.into(), items }
}

/// The extent that covers both.
pub fn joined_extent(one: [i32; 4], other: [i32; 4]) -> [i32; 4] {
    let [left, right, top, bottom] = one;
    [left.min(other[0]), right.max(other[1]), top.min(other[2]), bottom.max(other[3])]
}

fn item(name: String, shapes: Vec<Shape>) -> Item {
    Item { subject: Subject::Ground, name, shapes }
}

/// Tiles; the last one of each player has a frame in the colour of the player.
fn tile_items(board: &TileBoard, maps: &[TileMap]) -> Vec<Item> {
    let last = board.last_tiles();
    let draw = |(index, tile): (usize, &boardwright_game::tile_board::LaidTile)| {
        let corner = cell_corner(tile.x, tile.y);
        let shapes = tile_shapes(&board.kinds[tile.kind], &maps[tile.kind], tile.rotation);
        let mut shapes: Vec<Shape> = shapes.into_iter().map(|shape| shape.transformed(corner, 1.0)).collect();
        if let Some(player) = tile.player.filter(|_| last.contains(&index)) {
            let ink = player_ink(player);
            let area = cell_area(tile.x, tile.y).expanded(-2.0);
            let fill = Some(Ink { opacity: 0.16, ..ink });
            shapes.push(Shape::Rectangle { area, round: 2.0, fill, stroke: Some(Stroke { ink, width: 4.0 }) });
        }
        item(format!("{} at {},{}", board.kinds[tile.kind].id, tile.x, tile.y), shapes)
    };
    board.tiles.iter().enumerate().map(draw).collect()
}

/// Cells in which the drawn tile fits.
fn place_items(board: &TileBoard) -> Vec<Item> {
    let mut cells: Vec<(i32, i32)> = board.places.iter().map(|place| (place.x, place.y)).collect();
    cells.sort_unstable();
    cells.dedup();
    let draw = |(x, y): (i32, i32)| {
        let stroke = Some(Stroke { ink: Ink { colour: GOLD, opacity: 0.8 }, width: 2.0 });
        let fill = Some(Ink { colour: GOLD, opacity: 0.08 });
        let area = cell_area(x, y).expanded(-6.0);
        item(format!("free cell {x},{y}"), vec![Shape::Rectangle { area, round: 6.0, fill, stroke }])
    };
    cells.into_iter().map(draw).collect()
}

fn meeple_items(board: &TileBoard, maps: &[TileMap], shows_home: bool) -> Vec<Item> {
    let shown = board.meeples.iter().filter(|meeple| shows_home || !meeple.is_home);
    let draw = |meeple: &boardwright_game::tile_board::LaidMeeple| {
        let tile = &board.tiles[meeple.tile];
        let kind = board.kinds[tile.kind].segments[meeple.segment].kind;
        let (corner, spot) = (cell_corner(tile.x, tile.y), maps[tile.kind].spot(meeple.segment, tile.rotation));
        let centre = Point::new(corner.x + spot.x, corner.y + spot.y);
        let opacity = if meeple.is_home { 0.35 } else { 1.0 };
        let name = format!("{} of player {} at {},{}", kind.meeple_name(), meeple.player, tile.x, tile.y);
        item(name, meeple_shapes(meeple.player, kind, centre, 1.0, opacity))
    };
    shown.map(draw).collect()
}

/// The back of a tile, within a square of [`TILE`] pixels at the origin.
pub fn tile_back() -> Vec<Shape> {
    let area = Area { left: 0.0, top: 0.0, right: TILE, bottom: TILE };
    let line = |width: f64| Some(Stroke { ink: BACK_LINE.into(), width });
    let diamond = |reach: f64| {
        let middle = TILE / 2.0;
        let corners = [(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0)];
        Outline::polygon(corners.map(|(x, y)| Point::new(middle + x, middle + y)))
    };
    vec![
        Shape::Rectangle { area: area.expanded(-0.6), round: 5.0, fill: Some(BACK.into()), stroke: line(1.2) },
        Shape::Rectangle { area: area.expanded(-8.0), round: 3.0, fill: None, stroke: line(2.0) },
        Shape::Outline { outline: diamond(32.0), fill: None, stroke: line(2.0) },
        Shape::Outline { outline: diamond(20.0), fill: Some(BACK_LINE.into()), stroke: None },
    ]
}

/// A text that begins at a point; its width is an estimate.
fn left_text(at: Point, size: f64, text: &str, colour: Colour) -> Shape {
    // Letters of a proportional font are on average narrower than the upper estimate.
    let width = 0.9 * LETTER_WIDTH * size * text.chars().count() as f64;
    Shape::Text { centre: Point::new(at.x + width / 2.0, at.y), size, text: text.to_owned(), fill: colour.into() }
}

/// Height of the scoreboard.
fn panel_height(board: &TileBoard) -> f64 {
    board.hands.len() as f64 * ENTRY + 260.0
}

/// The scoreboard, the stack, and the drawn tile.
fn panel_items(board: &TileBoard, maps: &[TileMap], scoreboard: &Scoreboard, area: Area) -> Vec<Item> {
    let ground = Shape::Rectangle { area, round: 0.0, fill: Some(PANEL_GROUND.into()), stroke: None };
    let mut items = vec![item(String::new(), vec![ground])];
    let left = area.left + 20.0;
    let mut top = area.top + 20.0;
    for (index, hand) in board.hands.iter().enumerate() {
        let Some(player) = Player::new(index + 1) else { continue };
        let name = scoreboard.names.get(index).cloned().unwrap_or_else(|| format!("player {player}"));
        let frame = Area { left: area.left + 10.0, top, right: area.right - 10.0, bottom: top + ENTRY - 8.0 };
        items.push(item(String::new(), entry(hand, player, &name, scoreboard.active == Some(player), frame)));
        top += ENTRY;
    }
    let tile = |shapes: Vec<Shape>, at: Point| shapes.into_iter().map(move |shape| shape.transformed(at, 1.0));
    let (stack, drawn) = (Point::new(left + 4.0, top + 44.0), Point::new(left + 144.0, top + 44.0));
    let count = board.tiles_left();
    let mut shapes = vec![left_text(Point::new(left, top + 24.0), 15.0, &format!("{count} tiles left"), WEAK)];
    for layer in 0..count.min(4) {
        let shift = 2.0 * layer as f64;
        shapes.extend(tile(tile_back(), Point::new(stack.x + shift, stack.y - shift)));
    }
    items.push(item(format!("stack of {count} tiles"), shapes));
    if let Some(kind) = board.drawn {
        let mut shapes = vec![left_text(Point::new(drawn.x, top + 24.0), 15.0, "drawn", WEAK)];
        shapes.extend(tile(tile_shapes(&board.kinds[kind], &maps[kind], 0), drawn));
        items.push(item(format!("drawn tile {}", board.kinds[kind].id), shapes));
    }
    if !board.set_aside.is_empty() {
        let ids: Vec<&str> = board.set_aside.iter().map(|&kind| board.kinds[kind].id.as_str()).collect();
        let text = format!("set aside: {}", ids.join(", "));
        items.push(item(text.clone(), vec![left_text(Point::new(left, top + 168.0), 15.0, &text, GOLD)]));
    }
    items
}

/// Entry of a player: meeple, name, points by kind, and meeples in hand.
fn entry(hand: &Hand, player: Player, name: &str, is_active: bool, frame: Area) -> Vec<Shape> {
    let stroke = is_active.then_some(Stroke { ink: GOLD.into(), width: 2.0 });
    let fill = Some(Ink { colour: LETTERS, opacity: 0.08 });
    let mut shapes = vec![Shape::Rectangle { area: frame, round: 8.0, fill, stroke }];
    let centre = Point::new(frame.left + 24.0, frame.top + 26.0);
    shapes.extend(meeple_shapes(player, SegmentKind::City, centre, 1.3, 1.0));
    shapes.push(left_text(Point::new(frame.left + 48.0, frame.top + 20.0), 17.0, name, LETTERS));
    let points = Point::new(frame.right - 32.0, frame.top + 24.0);
    shapes.push(Shape::Text { centre: points, size: 26.0, text: hand.points.to_string(), fill: GOLD.into() });
    for number in 0..hand.meeples {
        let at = Point::new(frame.left + 56.0 + 16.0 * number as f64, frame.top + 40.0);
        shapes.extend(meeple_shapes(player, SegmentKind::City, at, 0.55, 1.0).into_iter().take(2));
    }
    let details: Vec<String> = hand.details.iter().map(|(kind, points)| format!("{kind} {points}")).collect();
    shapes.push(left_text(Point::new(frame.left + 10.0, frame.top + 62.0), 13.0, &details.join("  "), WEAK));
    shapes
}
