//! `board print` and `camera` from the user's side: pages true to scale, and boards located in pictures.

use std::fs;
use std::path::Path;

#[cfg(feature = "camera")]
use boardwright_vision::find::MarkerIds;
#[cfg(feature = "camera")]
use boardwright_vision::find::markers::{BoardExtent, MarkerSize, markers_around};
use image::{Rgb, RgbImage};

use crate::common::{answer, objects, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("folders of tests have plain names")
}

#[test]
fn a_board_is_printed_true_to_scale() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, pdf) = (folder.path().join("board.svg"), folder.path().join("board.pdf"));
    let ran = run(&["board", "print", "tic-tac-toe", "--pitch", "30", "--out", text(&svg)]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "Tic-tac-toe, 30 mm from place to place: 90 x 90 mm on A4\n"),
        "{ran:?}"
    );
    let page = fs::read_to_string(&svg).unwrap();
    assert!(page.contains("width=\"210mm\" height=\"297mm\""), "{page}");
    assert_eq!(page.matches("fill=\"#000\"").count(), 4, "a marker at each corner");
    // The inner corner of the upper left marker is one quiet zone away from the board.
    assert!(page.contains("M-73.000 -73.000L-49.000 -73.000L-49.000 -49.000L-73.000 -49.000Z"), "{page}");
    let output = run(&["board", "print", "tic-tac-toe", "--out", text(&pdf), "--format", "json"]);
    assert!(output.out.contains("\"paper\":\"A4\""), "{output:?}");
    assert!(fs::read(&pdf).unwrap().starts_with(b"%PDF-"));
}

#[test]
fn a_board_too_large_for_an_arm_fits_on_the_paper() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let print = |args: &[&str]| run(&[&["board", "print", "gomoku", "--out", text(&path)], args].concat());
    let ran = print(&[]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "Gomoku, 14.5 mm from place to place: 218 x 218 mm on A3\n"),
        "{ran:?}"
    );
    assert!(ran.err.contains("places are taken to be 14.5 mm apart, the most that fits on A3; --pitch MM"), "{ran:?}");
    let ran = print(&["--paper", "a4"]);
    assert!(ran.code == 0 && ran.out.starts_with("Gomoku, 9 mm from place to place"), "{ran:?}");
    assert!(ran.err.contains("the most that fits on A4"), "{ran:?}");
    let ran = print(&["--pitch", "12"]);
    assert!(ran.code == 0 && !ran.err.contains("taken to be"), "{ran:?}");
}

#[test]
fn slots_are_printed_beside_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    // As planned for an arm, and at a given pitch.
    for args in [&[] as &[&str], &["--pitch", "30"], &["--pitch", "20"]] {
        let ran = run(&[&["board", "print", "tic-tac-toe", "--paper", "a3", "--out", text(&path)], args].concat());
        assert!(ran.code == 0 && !ran.err.contains("outside the page"), "{args:?}: {ran:?}");
        let page = fs::read_to_string(&path).unwrap();
        // Five crosses, four noughts, and a free slot.
        assert_eq!(page.matches("stroke=\"#bbb\"").count(), 10, "{args:?}");
        assert!(page.contains(">10</text>") && page.contains("tic-tac-toe, "), "{args:?}");
    }
}

#[test]
fn a_board_too_large_for_the_paper_gets_a_suggestion() {
    for (args, code, expected) in [
        (&["board", "print", "chess", "--pitch", "31"] as &[&str], 1, "too large for A3; --pitch 27.5 fits"),
        (&["board", "print", "chess", "--pitch", "25", "--paper", "a4"], 1, "too large for A4; --pitch 17 fits"),
        (
            &["board", "print", "gomoku", "--paper", "70x70"],
            1,
            "the board does not fit on 70 x 70 mm: give the distance",
        ),
        (&["board", "print", "pig"], 1, "has no board"),
        (&["board", "print", "chess", "--out", "board.png"], 2, "pages are PDF or SVG"),
        (&["board", "print", "chess", "--pitch", "0.5"], 2, "places are 2 to 500 mm apart, not 0.5"),
        (
            &["board", "print", "chess", "--paper", "b5"],
            2,
            "\"b5\" is not a paper size: write a4, a3, or width and height",
        ),
    ] {
        let ran = run(args);
        assert_eq!(ran.code, code, "{args:?}: {ran:?}");
        assert!(ran.err.contains(expected), "{args:?} should say {expected:?}: {}", ran.err);
    }
}

#[test]
fn markers_are_printed_with_their_distances() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("markers.svg");
    let ran = run(&["camera", "markers", "draughts", "--pitch", "40", "--out", text(&path)]);
    // Only dark squares are places: neighbouring ones touch at their corners.
    assert_eq!((ran.code, ran.out.contains("226 x 226 mm apart")), (0, true), "{ran:?}");
    let page = fs::read_to_string(&path).unwrap();
    for corner in ["44: upper left", "45: upper right", "34: lower right", "19: lower left"] {
        assert!(page.contains(corner), "{corner}: {page}");
    }
    // Without a game they are those of any board.
    let ran = run(&["camera", "markers", "--out", text(&path)]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let page = fs::read_to_string(&path).unwrap();
    for corner in ["0: upper left", "1: upper right", "2: lower right", "3: lower left"] {
        assert!(page.contains(corner), "{corner}: {page}");
    }
}

/// A sheet with the markers of a board of 8 x 8 squares, without the squares.
#[cfg(feature = "camera")]
fn sheet(ids: MarkerIds, pitch: f64) -> RgbImage {
    const PIXELS_PER_MM: f64 = 3.0;
    let extent = BoardExtent { width: 8.0 * pitch, height: 8.0 * pitch };
    let markers = markers_around(extent, MarkerSize::default(), ids);
    let whole = extent.with_markers(MarkerSize::default());
    let pixels = |length: f64| (length * PIXELS_PER_MM) as u32;
    RgbImage::from_fn(pixels(whole.width), pixels(whole.height), |x, y| {
        let at = |pixel: u32, length: f64| (f64::from(pixel) + 0.5) / PIXELS_PER_MM - length / 2.0;
        let point = [at(x, whole.width), -at(y, whole.height)];
        let is_black = markers.iter().any(|marker| marker.is_white(point) == Some(false));
        Rgb(if is_black { [10; 3] } else { [240; 3] })
    })
}

#[cfg(feature = "camera")]
#[test]
fn boards_of_other_games_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.png");
    let find = |ids: MarkerIds, args: &[&str]| {
        sheet(ids, 25.0).save(&path).unwrap();
        run(&[&["camera", "find", text(&path), "chess", "--pitch", "25"], args].concat())
    };
    let own = find(MarkerIds::for_board("chess", 25.0), &[]);
    assert!(own.code == 0 && own.out.starts_with("markers: found by 16 points, 0."), "{own:?}");
    // Boards that were printed before markers followed from the game.
    let generic = find(MarkerIds::GENERIC, &[]);
    assert!(generic.code == 0 && generic.out.starts_with("markers: found by 16 points, 0."), "{generic:?}");
    let other = find(MarkerIds::for_board("mill", 25.0), &[]);
    let expected = "markers: markers 8, 41, 18, 7 are visible, not 20, 17, 26, 7: these are the markers of mill for a \
                    pitch of 13, 25, 37 or 49 mm; use the board printed for this game";
    assert!(other.code == 1 && other.out.starts_with(expected), "{other:?}");
    assert!(!other.out.contains("corners"), "corners of another board are not searched: {other:?}");
    let forced = find(MarkerIds::for_board("mill", 25.0), &["--force"]);
    assert!(forced.code == 0 && forced.out.starts_with("markers: found by 16 points, 0."), "{forced:?}");
    let played =
        run(&["table", "play", "chess", "--players", "camera,random", "--camera", text(&path), "--pitch", "25"]);
    assert!(played.code == 1 && played.err.contains("sheet.png: markers 8, 41, 18, 7 are visible"), "{played:?}");
    let pitch = find(MarkerIds::for_board("chess", 30.0), &[]);
    assert!(
        pitch.code == 1 && pitch.out.contains("of this game for a pitch of 18, 30 or 42 mm, not of 25 mm"),
        "{pitch:?}"
    );
}

#[test]
fn cameras_are_listed() {
    for camera in objects(&["camera", "list"]) {
        assert!(camera["camera"].as_str().is_some_and(|name| name.starts_with("/dev/")), "{camera}");
    }
    assert!(!answer(&["camera", "list"]).is_empty());
}

#[test]
fn clicked_places_locate_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let (picture, shown) = (folder.path().join("table.png"), folder.path().join("shown.png"));
    RgbImage::from_pixel(400, 300, Rgb([90, 90, 90])).save(&picture).unwrap();
    let clicks = ["s(1,1)=100,50", "s(3,1)=300,50", "s(3,3)=320,250", "s(1,3)=80,250"];
    let mut args = vec!["camera", "find", text(&picture), "tic-tac-toe", "--pitch", "30", "--out", text(&shown)];
    args.extend(clicks.iter().flat_map(|click| ["--click", click]));
    let ran = run(&args);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("clicks: found by 4 points, 0.00 pixels off on average"), "{ran:?}");
    let shown = image::open(&shown).unwrap().into_rgb8();
    for at in [(100, 50), (300, 50), (320, 250), (80, 250)] {
        assert_ne!(shown.get_pixel(at.0, at.1), &Rgb([90, 90, 90]), "a place is marked at {at:?}");
    }
    for (click, expected) in [
        ("s(1,9)=1,2", "the game has no place \"s(1,9)\"; did you mean"),
        ("s(1,1)=left", "is not a place with its pixel, as in"),
    ] {
        let ran = run(&["camera", "find", text(&picture), "tic-tac-toe", "--pitch", "30", "--click", click]);
        assert!(ran.code != 0 && ran.err.contains(expected), "{click}: {ran:?}");
    }
    let missing = run(&["camera", "find", "no-such-picture.png", "chess"]);
    assert!(missing.code == 1 && missing.err.contains("there is no file or folder no-such-picture.png"), "{missing:?}");
}

/// Files of edition 2013 contain the image points of the places.
#[test]
fn image_points_of_a_game_file_locate_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("table.png");
    RgbImage::from_pixel(640, 480, Rgb([90, 90, 90])).save(&picture).unwrap();
    let file = |name: &str| format!("{}/../tests/data/2013/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let ran = run(&["camera", "find", text(&picture), &file("connect4"), "--pitch", "30"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let output = ran.out.lines().find_map(|line| line.strip_prefix("the game file: found by ")).unwrap();
    let (points, off) = output.split_once(" points, ").unwrap();
    let off: f64 = off.split_once(' ').unwrap().0.parse().unwrap();
    assert!(points.parse::<usize>().unwrap() > 4 && off < 5.0, "{output}");
    // The stones of this game are collinear.
    let ran = run(&["camera", "find", text(&picture), &file("frogs"), "--pitch", "30"]);
    assert!(ran.code == 1 && ran.out.contains("the game file: "), "{ran:?}");
}

#[cfg(not(feature = "camera"))]
#[test]
fn without_opencv_the_program_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("table.png");
    RgbImage::new(40, 30).save(&picture).unwrap();
    for args in [
        &["camera", "find", text(&picture), "chess"] as &[&str],
        &["camera", "calibrate", text(&picture), "--corners", "9x6"],
        &["camera", "find", "0", "chess"],
    ] {
        let ran = run(args);
        assert!(
            ran.code == 1 && ran.err.contains("`cargo xtask run` installs OpenCV and builds with it"),
            "{args:?}: {ran:?}"
        );
    }
}

#[cfg(feature = "camera")]
#[test]
fn a_lens_is_calibrated_and_its_distortion_removed() {
    let photographs = concat!(env!("CARGO_MANIFEST_DIR"), "/../vision/opencv/tests/photographs/data");
    let output = answer(&["camera", "calibrate", &format!("{photographs}/left%02d.jpg"), "--corners", "9x6"]);
    assert!(output.starts_with("# for pictures of 640 x 480 pixels") && output.contains("\nk1 = -0."), "{output}");
    let folder = tempfile::tempdir().unwrap();
    let lens = folder.path().join("lens.toml");
    fs::write(&lens, &output).unwrap();
    // The pictured board has no chess pieces, but its places can be used.
    let picture = format!("{photographs}/left01.jpg");
    let ran = run(&["camera", "find", &picture, "chess", "--pitch", "25", "--lens", text(&lens)]);
    assert!(ran.code == 1 && ran.out.contains("markers: no marker is visible, of 20, 17, 26, 7"), "{ran:?}");
    assert!(ran.out.contains("corners: the 7 x 7 inner corners of the chessboard are not visible"), "{ran:?}");
    fs::write(&lens, output.replacen("fx", "focal", 1)).unwrap();
    let wrong = run(&["camera", "find", &picture, "chess", "--pitch", "25", "--lens", text(&lens)]);
    assert!(wrong.code == 1 && wrong.err.contains("lens.toml") && wrong.err.contains("focal"), "{wrong:?}");
    let few = run(&["camera", "calibrate", &picture, "--corners", "9x6"]);
    assert!(few.code == 1 && few.err.contains("at least 3 images of a chessboard"), "{few:?}");
}
