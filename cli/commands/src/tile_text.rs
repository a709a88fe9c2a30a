//! Text pictures of boards that grow tile by tile: cities, roads, fields and cloisters as characters, with the places where
//! the drawn tile fits. It knows no rules of the game.

use std::fmt::Write as _;

use boardwright_game::tile_board::{Hand, LaidTile, SegmentKind, TileBoard, TilePicture, TileSegment};

use crate::board::BoardText;
use crate::symbols::INFALLIBLE_WRITE;

/// Characters of a row of a tile.
const WIDTH: usize = 7;
/// Rows of a tile.
const HEIGHT: usize = 3;

const FIELD: char = '.';
const CITY: char = '#';
const SHIELD: char = '*';
const JUNCTION: char = '+';

const LEGEND: [&str; 5] = ["#: city", "*: shield", "- | +: road", ".: field", "[C]: cloister"];
const MEEPLES: &str = "a digit: a meeple of that player";
const PLACES: &str = "(column,row): a place for the drawn tile";

/// Row and column of a character of a tile.
type Square = (usize, usize);

/// Characters of a tile.
type TileText = [[char; WIDTH]; HEIGHT];

/// Renders a board: the players, the drawn tile in its possible rotations, and the tiles with the columns and rows by which
/// people name places.
pub fn tile_board_text(board: &TileBoard, names: &[String], active: Option<usize>) -> BoardText {
    let mut text = String::new();
    if !board.final_order.is_empty() {
        text.push_str(&final_table(board, names));
        text.push_str(&grid(board));
        return BoardText { text, legend: LEGEND.map(str::to_owned).to_vec() };
    }
    for (index, (hand, name)) in board.hands.iter().zip(names).enumerate() {
        let mark = if active == Some(index) { '>' } else { ' ' };
        writeln!(text, "{mark} {name}: {} points, {} meeples in hand", hand.points, hand.meeples)
            .expect(INFALLIBLE_WRITE);
    }
    let left = board.tiles_left();
    match board.drawn.map(|kind| &board.kinds[kind]) {
        Some(kind) => {
            writeln!(text, "  drawn: tile {} ({}); {left} tiles left", kind.id, kind.name).expect(INFALLIBLE_WRITE);
            text.push_str(&rotations(board, kind));
        }
        None => writeln!(text, "  {left} tiles left").expect(INFALLIBLE_WRITE),
    }
    let aside: Vec<&str> = board.set_aside.iter().map(|&kind| board.kinds[kind].id.as_str()).collect();
    if !aside.is_empty() {
        writeln!(text, "  set aside, as it fits nowhere: {}", aside.join(", ")).expect(INFALLIBLE_WRITE);
    }
    text.push('\n');
    text.push_str(&grid(board));
    let mut legend: Vec<String> = LEGEND.map(str::to_owned).to_vec();
    legend.extend(board.meeples.iter().any(|meeple| !meeple.is_home).then(|| MEEPLES.to_owned()));
    legend.extend((!board.places.is_empty()).then(|| PLACES.to_owned()));
    BoardText { text, legend }
}

/// The players by points, of equal points the one who sits later first, with the points by kind of feature.
fn final_table(board: &TileBoard, names: &[String]) -> String {
    let name = |seat: usize| names.get(seat).map_or("", String::as_str);
    let width = board.final_order.iter().map(|&seat| name(seat).chars().count()).max().unwrap_or(0);
    let mut text = String::from("  Final table (of equal points, the player who sits later comes first)\n");
    for &seat in &board.final_order {
        let Hand { points, details, .. } = &board.hands[seat];
        // Players with equal points share a place.
        let place = 1 + board.hands.iter().filter(|other| other.points > *points).count();
        let details: Vec<String> = details.iter().map(|(kind, points)| format!("{kind} {points}")).collect();
        writeln!(text, "  {place}. {:width$}  {points:>4} points: {}", name(seat), details.join(", "))
            .expect(INFALLIBLE_WRITE);
    }
    text.push('\n');
    text
}

/// The drawn tile in each rotation that is legal somewhere, above the degrees by which people name it.
fn rotations(board: &TileBoard, kind: &TilePicture) -> String {
    let mut rotations: Vec<u8> = board.places.iter().map(|place| place.rotation).collect();
    rotations.sort_unstable();
    rotations.dedup();
    let tiles: Vec<TileText> = rotations.iter().map(|&rotation| tile_text(kind, rotation)).collect();
    let mut text = String::new();
    for row in 0..HEIGHT {
        let parts: Vec<String> = tiles.iter().map(|tile| tile[row].iter().collect()).collect();
        writeln!(text, "    {}", parts.join("   ")).expect(INFALLIBLE_WRITE);
    }
    let degrees: Vec<String> =
        rotations.iter().map(|rotation| format!("{:^WIDTH$}", 90 * u16::from(*rotation))).collect();
    text + format!("    {}", degrees.join("   ")).trim_end() + "\n"
}

/// The tiles on the table, with the numbers of columns and rows.
fn grid(board: &TileBoard) -> String {
    let [left, right, top, bottom] = board.extent();
    let mut text = String::new();
    let heading: String = (left..=right).map(|x| format!("{x:^WIDTH$}")).collect();
    text.push_str(format!("     {heading}").trim_end());
    text.push('\n');
    for y in top..=bottom {
        let tiles: Vec<TileText> = (left..=right).map(|x| cell(board, x, y)).collect();
        for row in 0..HEIGHT {
            let head = if row == HEIGHT / 2 { y.to_string() } else { String::new() };
            let line: String = tiles.iter().flat_map(|tile| tile[row]).collect();
            text.push_str(format!("{head:>4} {line}").trim_end());
            text.push('\n');
        }
    }
    text
}

/// A tile with its meeple, a place where the drawn tile fits, or nothing.
fn cell(board: &TileBoard, x: i32, y: i32) -> TileText {
    if let Some(index) = board.tiles.iter().position(|tile| (tile.x, tile.y) == (x, y)) {
        let LaidTile { kind, rotation, .. } = board.tiles[index];
        let kind = &board.kinds[kind];
        let mut tile = tile_text(kind, rotation);
        for meeple in board.meeples.iter().filter(|meeple| meeple.tile == index && !meeple.is_home) {
            let (row, column) = meeple_square(&tile, kind.segments[meeple.segment], rotation);
            tile[row][column] = char::from_digit(meeple.player.number() as u32, 10).unwrap_or('?');
        }
        return tile;
    }
    let mut empty = [[' '; WIDTH]; HEIGHT];
    if board.places.iter().any(|place| (place.x, place.y) == (x, y)) {
        let name = format!("{:^WIDTH$}", format!("({x},{y})"));
        empty[HEIGHT / 2].iter_mut().zip(name.chars()).for_each(|(square, letter)| *square = letter);
    }
    empty
}

/// Sides of a segment after clockwise quarter turns, clockwise from north.
fn sides(segment: TileSegment, rotation: u8) -> Vec<usize> {
    (0..4)
        .map(|side| (side + usize::from(rotation)) % 4)
        .filter(|side| segment.sides >> ((side + 4 - usize::from(rotation)) % 4) & 1 == 1)
        .collect()
}

/// Squares of a side from its middle to the left and right of somebody who looks out of the tile: north, east, south, west.
const EDGES: [&[Square]; 4] =
    [&[(0, 3), (0, 2), (0, 4)], &[(1, 6), (1, 5)], &[(2, 3), (2, 2), (2, 4)], &[(1, 0), (1, 1)]];
/// Squares of a side that reach into its corners.
const CORNERS: [&[Square]; 4] = [&[(0, 1), (0, 5)], &[(0, 6), (2, 6)], &[(2, 1), (2, 5)], &[(0, 0), (2, 0)]];
/// Squares of roads from each side to the middle.
const ROADS: [&[Square]; 4] = [&[(0, 3)], &[(1, 6), (1, 5), (1, 4)], &[(2, 3)], &[(1, 0), (1, 1), (1, 2)]];
/// Squares of the half-edges, clockwise from the western half of the north side.
const HALVES: [Square; 8] = [(0, 1), (0, 5), (0, 6), (2, 6), (2, 5), (2, 1), (2, 0), (0, 0)];
const MIDDLE: Square = (1, 3);

fn tile_text(kind: &TilePicture, rotation: u8) -> TileText {
    let mut tile = [[FIELD; WIDTH]; HEIGHT];
    for segment in kind.segments.iter().filter(|segment| segment.kind == SegmentKind::City) {
        draw_city(&mut tile, &sides(*segment, rotation));
    }
    let roads: Vec<Vec<usize>> = kind
        .segments
        .iter()
        .filter(|segment| segment.kind == SegmentKind::Road)
        .map(|segment| sides(*segment, rotation))
        .collect();
    for side in roads.iter().flatten() {
        let mark = if side % 2 == 0 { '|' } else { '-' };
        put(&mut tile, ROADS[*side], mark);
    }
    match &roads[..] {
        [] => {}
        [road] => match road[..] {
            [one, other] if (one + 2) % 4 == other => put(&mut tile, &[MIDDLE], if one % 2 == 0 { '|' } else { '-' }),
            [_, _] => put(&mut tile, &[MIDDLE], JUNCTION),
            _ => {}
        },
        _ => put(&mut tile, &[MIDDLE], JUNCTION),
    }
    if kind.segments.iter().any(|segment| segment.kind == SegmentKind::Cloister) {
        tile[1][2] = '[';
        tile[1][3] = 'C';
        tile[1][4] = ']';
    }
    if let Some(city) = kind.segments.iter().find(|segment| kind.has_shield && segment.kind == SegmentKind::City)
        && let Some(&(row, column)) = sides(*city, rotation).first().and_then(|side| EDGES[*side].last())
    {
        tile[row][column] = SHIELD;
    }
    tile
}

fn put(tile: &mut TileText, squares: &[Square], mark: char) {
    for &(row, column) in squares {
        tile[row][column] = mark;
    }
}

/// Draws a city along its sides; opposite sides, and three or four, are joined through the middle.
fn draw_city(tile: &mut TileText, sides: &[usize]) {
    if sides.len() > 2 {
        *tile = [[CITY; WIDTH]; HEIGHT];
        for side in (0..4).filter(|side| !sides.contains(side)) {
            put(tile, EDGES[side], FIELD);
        }
        return;
    }
    for &side in sides {
        put(tile, EDGES[side], CITY);
    }
    if let [one, other] = *sides {
        if (one + 2) % 4 == other {
            put(tile, &[(1, 2), MIDDLE, (1, 4)], CITY);
        } else {
            put(tile, CORNERS[one], CITY);
            put(tile, CORNERS[other], CITY);
            // Of the corners only those next to the other side belong to the city.
            for side in [(one + 2) % 4, (other + 2) % 4] {
                let far: Vec<Square> = CORNERS[one]
                    .iter()
                    .chain(CORNERS[other])
                    .copied()
                    .filter(|square| is_beside(*square, side))
                    .collect();
                put(tile, &far, FIELD);
            }
        }
    }
}

/// `true` if a square lies at a side, corners included.
fn is_beside((row, column): Square, side: usize) -> bool {
    match side {
        0 => row == 0,
        1 => column >= WIDTH - 2,
        2 => row == HEIGHT - 1,
        _ => column <= 1,
    }
}

/// Square of a meeple on a segment.
fn meeple_square(tile: &TileText, segment: TileSegment, rotation: u8) -> Square {
    match segment.kind {
        SegmentKind::Cloister => MIDDLE,
        SegmentKind::City => sides(segment, rotation).first().map_or(MIDDLE, |side| EDGES[*side][0]),
        SegmentKind::Road => sides(segment, rotation).first().map_or(MIDDLE, |side| ROADS[*side][0]),
        SegmentKind::Field => {
            let turned = |half: usize| HALVES[(half + 2 * usize::from(rotation)) % 8];
            let own: Vec<Square> = (0..8).filter(|half| segment.halves >> half & 1 == 1).map(turned).collect();
            let free = own.iter().find(|(row, column)| tile[*row][*column] == FIELD);
            free.or(own.first()).copied().unwrap_or(MIDDLE)
        }
    }
}

#[cfg(test)]
mod tests {
    use boardwright_library::load::load;

    use super::*;
    use crate::position::play;

    fn text(line: &str) -> BoardText {
        let loaded = load("carcassonne").expect("it ships");
        let reached = play(&loaded, line).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        let board = loaded.game().tile_board(&reached.state).expect("it has tiles");
        tile_board_text(&board, &["Ann".to_owned(), "Ben".to_owned()], Some(1))
    }

    #[test]
    fn the_first_tile_has_a_city_and_a_road() {
        let start = text("");
        let picture = "\n        0\n     ..###..\n   0 -------\n     .......\n";
        assert!(start.text.ends_with(picture), "{}", start.text);
        assert!(start.text.starts_with("  Ann: 0 points, 7 meeples in hand\n> Ben: 0 points, "), "{}", start.text);
        assert_eq!(start.legend.len(), 5);
    }

    #[test]
    fn the_drawn_tile_is_shown_in_its_rotations_and_its_places() {
        let drawn = text("draw V");
        let tile = "\
    .......   ...|...   ...|...   .......
    ---+...   ---+...   ...+---   ...+---
    ...|...   .......   .......   ...|...
       0        90        180       270
";
        assert!(drawn.text.contains("drawn: tile V (bent road S-W); 70 tiles left\n"), "{}", drawn.text);
        let rows = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
        let shown = rows(&drawn.text);
        assert!(shown.windows(4).any(|lines| lines == rows(tile)), "{}", drawn.text);
        for place in ["(1,0)", "(-1,0)", "(0,1)"] {
            assert!(drawn.text.contains(place), "{place} in {}", drawn.text);
        }
        assert!(!drawn.text.contains("(0,-1)"), "a road does not meet the city: {}", drawn.text);
        assert!(drawn.legend.iter().any(|line| line == PLACES));
    }

    #[test]
    fn meeples_stand_on_their_segments() {
        let robber = text("draw V; 1,0 0 robber S");
        assert!(robber.text.contains("   0 ----------+...\n     ..........1...\n"), "{}", robber.text);
        assert!(robber.legend.iter().any(|line| line == MEEPLES));
        let farmer = text("draw V; 1,0 0 farmer SW");
        assert!(farmer.text.contains("   0 ----------+...\n     ........1.|...\n"), "{}", farmer.text);
        let monk = text("draw B; 0,1 0 monk C");
        assert!(monk.text.contains("\n   1 ..[1]..\n"), "{}", monk.text);
        let knight = text("draw E; 0,1 90 knight E");
        assert!(knight.text.contains("\n   1 .....#1\n"), "{}", knight.text);
    }

    #[test]
    fn cities_cover_their_sides() {
        let board = load("carcassonne").expect("it ships").game().initial_state();
        let loaded = load("carcassonne").expect("it ships");
        let kinds = loaded.game().tile_board(&board).expect("it has tiles").kinds;
        let tile = |id: &str, rotation: u8| {
            let kind = kinds.iter().find(|kind| kind.id == id).expect("it is in the box");
            tile_text(kind, rotation).map(|row| row.iter().collect::<String>())
        };
        // Four sides, three sides without the south, one side, and two opposite ones.
        assert_eq!(tile("C", 0).map(|row| row.replace('*', "#")), ["#######"; 3]);
        assert_eq!(tile("R", 0).map(|row| row.replace('*', "#"))[2], "##...##");
        assert_eq!(tile("E", 0), ["..###..", ".......", "......."]);
        assert_eq!(tile("E", 1), [".......", ".....##", "......."]);
        assert_eq!(tile("X", 0), ["...|...", "---+---", "...|..."]);
    }
}
