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
fn a_board_too_large_for_an_arm_fits_on_the_paper() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let print = |args: &[&str]| run(&[&["board", "print", "gomoku", "--out", text(&path)], args].concat());
    let ran = print(&[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "Gomoku, 14 mm from place to place: 210 x 210 mm on A3\n"), "{ran:?}");
    assert!(ran.err.contains("places are taken to be 14 mm apart, the most that fits on A3; --pitch MM"), "{ran:?}");
    let ran = print(&["--paper", "a4"]);
    assert!(ran.code == 0 && ran.out.starts_with("Gomoku, 9 mm from place to place"), "{ran:?}");
    assert!(ran.err.contains("the most that fits on A4"), "{ran:?}");
    let ran = print(&["--pitch", "12"]);
    assert!(ran.code == 0 && !ran.err.contains("taken to be"), "{ran:?}");
}

/// Boards at the pitch of the arm would not fit on the paper.
#[test]
fn boards_are_printed_at_a_pitch_that_suits_paper_and_arm() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    for game in ["mill", "reversi", "chess", "halma", "breakthrough", "ludo", "backgammon:checkers=3"] {
        let ran = run(&["board", "print", game, "--out", text(&path)]);
        assert_eq!(ran.code, 0, "{game}: {ran:?}");
        let (_, rest) = ran.out.split_once(", ").unwrap();
        let (pitch, _) = rest.split_once(" mm from place to place").unwrap();
        assert!(pitch.parse::<u32>().is_ok(), "{game}: {}", ran.out);
        assert!(ran.err.contains(&format!("{pitch} mm apart, the most")), "{game}: {ran:?}");
        // No pitch of Ludo's large board suits both.
        if game == "ludo" {
            continue;
        }
        let plan = run(&["robot", "plan", game]);
        assert!(plan.code == 0 && plan.out.contains(&format!(" {pitch} mm apart")), "{game}: {pitch} {plan:?}");
    }
}

#[test]
fn the_pitch_of_a_printed_board_is_a_whole_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let ran = run(&["board", "print", "tic-tac-toe", "--pitch", "31.5", "--out", text(&path)]);
    assert!(ran.code == 2 && ran.err.contains("--pitch 31 or --pitch 32") && !path.exists(), "{ran:?}");
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
        (&["board", "print", "chess", "--pitch", "31"] as &[&str], 1, "too large for A3; --pitch 27 fits"),
        (&["board", "print", "chess", "--pitch", "25", "--paper", "a4"], 1, "too large for A4; --pitch 17 fits"),
        (
            &["board", "print", "gomoku", "--paper", "70x70"],
            1,
            "the board does not fit on 70 x 70 mm: give the distance",
        ),
        (&["board", "print", "kuhn"], 1, "has no board"),
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
