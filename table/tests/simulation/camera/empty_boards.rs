//! Empty boards located by their squares or their markers: orientation, mirrored pictures, and patterns that are no
//! chessboard.

use std::path::Path;
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::NoPictures;
use boardwright_games::{shipped_game, shipped_names};
use boardwright_lang::{LoadRequest, load_with};
use boardwright_rules::RuleSet;
use boardwright_table::perception::{
    LiveView, LocateMethod, LocateSettings, MarkedBoard, PerceptionError, PieceClasses, checkered_grid, square_grid,
};
use boardwright_table::{BoardFrame, Layout, PieceSizes, PrintedBoard};
use boardwright_vision::find::{BoardLocation, FindError, Grid, ImageSide, locate_by_corners};
use boardwright_vision::geometry::Homography;
use image::{Rgb, RgbImage, imageops};

const SIZE: (u32, u32) = (800, 600);
const PITCH: f64 = 25.0;
const PRINT_RESOLUTION: f64 = 3.0;

/// The sides of a picture, by the number of quarter turns clockwise of a board whose top points to it.
const SIDES: [ImageSide; 4] = [ImageSide::Top, ImageSide::Right, ImageSide::Bottom, ImageSide::Left];

/// The board of a game for people.
fn board(name: &str) -> Option<(Arc<RuleSet>, Layout)> {
    let loaded = load_with(&shipped_game(name)?.source(), &LoadRequest::default());
    let rules = loaded.rules?;
    let layout = Layout::at_pitch(&rules, PITCH, BoardFrame::default(), PieceSizes::for_people(PITCH)).ok()?;
    Some((rules, layout))
}

/// Boards of shipped games whose places form a grid that is large enough.
fn grids() -> Vec<(&'static str, Arc<RuleSet>, Layout, Grid)> {
    let grid = |name: &&'static str| {
        let (rules, layout) = board(name)?;
        let grid = checkered_grid(&rules, &layout).ok()?;
        Some((*name, rules, layout, grid))
    };
    shipped_names().iter().filter_map(grid).collect()
}

/// A camera that is tilted and turned a little, above a board that is turned by a number of quarter turns clockwise.
fn camera_above(extent: f64, turns: usize) -> Homography {
    let scale = 400.0 / extent;
    let pixel = |[u, v]: [f64; 2]| {
        let [u, v] = (0..turns).fold([u, v], |[u, v], _| [v, -u]);
        let (u, v) = (u * 0.99 + v * 0.1, v * 0.99 - u * 0.1);
        let depth = 1.0 + 0.15 * v / extent;
        [410.0 + scale * u / depth, 290.0 - 0.96 * scale * v / depth]
    };
    let far = extent / 2.0;
    let corners = [[-far, far], [far, far], [far, -far], [-far, -far]];
    Homography::fit(&corners.map(|corner| (corner, pixel(corner)))).unwrap()
}

/// A picture of a drawing on white paper on a table; `extent` is the width of the paper.
fn picture(drawing: &RgbImage, plane: &Homography, extent: f64) -> RgbImage {
    const PARTS: u32 = 3;
    let back = plane.inverse().unwrap();
    let (columns, rows) = drawing.dimensions();
    let colour = |x: f64, y: f64| {
        let [u, v] = back.map([x, y]);
        let (column, row) =
            (u * PRINT_RESOLUTION + f64::from(columns) / 2.0, f64::from(rows) / 2.0 - v * PRINT_RESOLUTION);
        let is_drawn = column >= 0.0 && row >= 0.0 && column < f64::from(columns) && row < f64::from(rows);
        match is_drawn {
            true => drawing.get_pixel(column as u32, row as u32).0,
            false if u.abs() < extent / 2.0 && v.abs() < extent / 2.0 => [245; 3],
            false => [122, 110, 90],
        }
    };
    RgbImage::from_fn(SIZE.0, SIZE.1, |x, y| {
        let part = |at: u32, part: u32| f64::from(at) + (f64::from(part) + 0.5) / f64::from(PARTS) - 0.5;
        let mut sum = [0_u32; 3];
        for at in 0..PARTS * PARTS {
            let colour = colour(part(x, at % PARTS), part(y, at / PARTS));
            sum.iter_mut().zip(colour).for_each(|(sum, level)| *sum += u32::from(level));
        }
        Rgb(sum.map(|sum| (sum / (PARTS * PARTS)) as u8))
    })
}

/// An empty board without markers, seen by a camera, and the true location.
fn empty_board(rules: &RuleSet, layout: &Layout, turns: usize) -> (RgbImage, Homography) {
    let print = PrintedBoard::draw(rules, layout, &NoPictures).unwrap();
    let side = print.extent.width.max(print.extent.height);
    let plane = camera_above(side, turns);
    (picture(&print.render_board(PRINT_RESOLUTION as f32), &plane, 1.3 * side), plane)
}

/// Maximum distance of the places from their true pixels.
fn off(found: &BoardLocation, truth: &Homography, layout: &Layout) -> f64 {
    let far = |spot: [f64; 2]| {
        let (one, other) = (found.plane.map(spot), truth.map(spot));
        (one[0] - other[0]).hypot(one[1] - other[1])
    };
    let places = layout.spots[..layout.board_places].iter();
    places.map(|spot| far([spot.u, spot.v])).fold(0.0, f64::max)
}

#[test]
fn shades_of_squares_leave_the_orientations_of_a_board_without_markers() {
    assert!(boardwright_opencv::install());
    let mut checkered = Vec::new();
    for (name, rules, layout, grid) in grids() {
        if grid.upper_left.is_none() {
            continue;
        }
        checkered.push(name);
        for (turns, side) in SIDES.into_iter().enumerate() {
            let (seen, truth) = empty_board(&rules, &layout, turns);
            let found = locate_by_corners(&seen, grid, None);
            let found = found.unwrap_or_else(|error| panic!("{name}, top at the {side}: {error}"));
            let right = found.with_top(side, grid);
            let right = right.unwrap_or_else(|| panic!("{name}: {} and its like, not {side}", found.top()));
            assert!(off(&right, &truth, &layout) < 1.0, "{name}, top at the {side}: {right:?}");
            // Without a hint the top is at the side or at the opposite one, never where dark squares would be light.
            let opposite = SIDES[(turns + 2) % 4];
            assert!([side, opposite].contains(&found.top()), "{name}: {} for {side}", found.top());
        }
    }
    for name in ["chess", "draughts"] {
        assert!(checkered.contains(&name), "{name} is played on squares of two colours: {checkered:?}");
    }
}

/// A pattern that resembles a chessboard by chance would be located wrongly.
#[test]
fn boards_without_two_colours_are_not_located_by_corners() {
    let is_plain = |name: &&str| {
        board(name).is_some_and(|(rules, layout)| checkered_grid(&rules, &layout) == Err(FindError::PlainBoard))
    };
    let plain: Vec<&str> = shipped_names().into_iter().filter(is_plain).collect();
    for name in ["alquerque", "connect-four", "reversi"] {
        assert!(plain.contains(&name), "{name}: {plain:?}");
    }
}

/// Ray-traced pictures of other boards, in which corners were found far from the places.
#[test]
fn corners_in_pictures_of_other_boards_are_refused() {
    assert!(boardwright_opencv::install());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simulation/camera/corners");
    for (file, game) in [("alquerque-alq-office-10.jpg", "alquerque"), ("connect-four-hard-10.png", "connect-four")] {
        let seen = image::open(folder.join(file)).unwrap().to_rgb8();
        let (_, layout) = board(game).unwrap();
        let grid = square_grid(&layout).unwrap();
        let refused = locate_by_corners(&seen, grid, None).unwrap_err();
        assert!(
            matches!(
                refused,
                FindError::NoCorners { .. } | FindError::NotCheckered { .. } | FindError::CornersMismatch { .. }
            ),
            "{file}: {refused}"
        );
    }
}

#[test]
fn a_part_of_a_larger_board_is_no_smaller_board() {
    assert!(boardwright_opencv::install());
    let (rules, layout) = board("chess").unwrap();
    let grid = checkered_grid(&rules, &layout).unwrap();
    let (seen, _) = empty_board(&rules, &layout, 0);
    for (columns, rows) in [(6, 6), (8, 6), (7, 8), (5, 5)] {
        let smaller = Grid { columns, rows, ..grid };
        let refused = locate_by_corners(&seen, smaller, None).unwrap_err();
        assert!(
            matches!(
                refused,
                FindError::NoCorners { .. }
                    | FindError::LargerBoard { .. }
                    | FindError::NotCheckered { .. }
                    | FindError::CornersMismatch { .. }
            ),
            "{columns} x {rows}: {refused}"
        );
    }
}

#[test]
fn markers_in_a_mirrored_picture_are_named() {
    assert!(boardwright_opencv::install());
    for name in ["draughts", "chess", "mill", "tic-tac-toe", "hex", "reversi"] {
        let (rules, layout) = board(name).unwrap();
        let print = PrintedBoard::draw(&rules, &layout, &NoPictures).unwrap();
        let sheet = print.render_sheet(PRINT_RESOLUTION as f32);
        let side = f64::from(sheet.width().max(sheet.height())) / PRINT_RESOLUTION;
        for turns in [0, 1, 2] {
            let seen = picture(&sheet, &camera_above(side, turns), side);
            let mut marked = MarkedBoard::for_layout(&rules, &layout, None);
            marked.locate(&seen).unwrap_or_else(|error| panic!("{name}: {error}"));
            for mirrored in [imageops::flip_horizontal(&seen), imageops::flip_vertical(&seen)] {
                let mut marked = MarkedBoard::for_layout(&rules, &layout, None);
                let refused = marked.locate(&mirrored).unwrap_err();
                let ids = print.markers.map(|marker| marker.id).to_vec();
                assert_eq!(refused, FindError::Mirrored(ids), "{name}: {refused}");
                assert!(
                    refused.is_conclusive() && refused.to_string().starts_with("the picture is mirrored: markers ")
                );
            }
        }
    }
}

/// The window gets the same answer, and searches for nothing else.
#[test]
fn a_mirrored_picture_is_named_in_the_live_view() {
    assert!(boardwright_opencv::install());
    let folder = tempfile::tempdir().unwrap();
    let (rules, layout) = board("chess").unwrap();
    let print = PrintedBoard::draw(&rules, &layout, &NoPictures).unwrap();
    let file = folder.path().join("mirrored.png");
    imageops::flip_horizontal(&print.render_sheet(4.0)).save(&file).unwrap();
    let settings = LocateSettings { method: LocateMethod::Automatic, lens: None, known_games: Vec::new() };
    let source = file.to_str().unwrap();
    let opened = LiveView::default().open(
        source,
        settings,
        &rules,
        &layout,
        PieceClasses::for_game(&CompiledGame::new(Arc::clone(&rules)).unwrap()),
    );
    let Err(PerceptionError::Board(message)) = opened.map(|_| ()) else { panic!("it is not refused") };
    assert!(message.starts_with("the picture is mirrored"), "{message}");
}
