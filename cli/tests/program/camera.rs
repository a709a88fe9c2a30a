//! `board print` and `camera` from the user's side: pages true to scale, and boards located in pictures.

use std::fs;
use std::path::Path;

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
fn a_board_too_large_for_the_paper_gets_a_suggestion() {
    for (args, code, expected) in [
        (&["board", "print", "chess", "--pitch", "31"] as &[&str], 1, "too large for A3; --pitch 27.5 fits"),
        (&["board", "print", "chess", "--pitch", "25", "--paper", "a4"], 1, "too large for A4; --pitch 17 fits"),
        (&["board", "print", "gomoku"], 1, "without an arm, --pitch MM says how far apart its places are"),
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
    for corner in ["0: upper left", "1: upper right", "2: lower right", "3: lower left"] {
        assert!(page.contains(corner), "{corner}: {page}");
    }
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
    let photographs = concat!(env!("CARGO_MANIFEST_DIR"), "/../vision/tests/photographs/data");
    let output = answer(&["camera", "calibrate", &format!("{photographs}/left%02d.jpg"), "--corners", "9x6"]);
    assert!(output.starts_with("# for pictures of 640 x 480 pixels") && output.contains("\nk1 = -0."), "{output}");
    let folder = tempfile::tempdir().unwrap();
    let lens = folder.path().join("lens.toml");
    fs::write(&lens, &output).unwrap();
    // The pictured board has no chess pieces, but its places can be used.
    let picture = format!("{photographs}/left01.jpg");
    let ran = run(&["camera", "find", &picture, "chess", "--pitch", "25", "--lens", text(&lens)]);
    assert!(ran.code == 1 && ran.out.contains("markers: no marker is visible, of 0, 1, 2, 3"), "{ran:?}");
    assert!(ran.out.contains("corners: the 7 x 7 inner corners of the chessboard are not visible"), "{ran:?}");
    fs::write(&lens, output.replacen("fx", "focal", 1)).unwrap();
    let wrong = run(&["camera", "find", &picture, "chess", "--pitch", "25", "--lens", text(&lens)]);
    assert!(wrong.code == 1 && wrong.err.contains("lens.toml") && wrong.err.contains("focal"), "{wrong:?}");
    let few = run(&["camera", "calibrate", &picture, "--corners", "9x6"]);
    assert!(few.code == 1 && few.err.contains("at least 3 images of a chessboard"), "{few:?}");
}
