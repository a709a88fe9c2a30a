//! Boards located in pictures, and lens calibration.

use std::fs;
use std::path::Path;

use boardwright_vision::find::MarkerIds;
use boardwright_vision::find::markers::{BoardExtent, MarkerSize, markers_around};
use image::{Rgb, RgbImage, imageops};
use serde_json::Value;

use crate::common::{answer, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("folders of tests have plain names")
}

/// A sheet with the markers of a board of 8 x 8 squares, without the squares.
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

/// A picture of the tests.
fn data(name: &str) -> String {
    format!("{}/tests/camera/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn mirrored_pictures_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut pictures = vec![(data("draughts-board-mirrored.png"), "draughts", "44, 45, 34, 7")];
    for (game, ids) in [("chess", "20, 17, 26, 7"), ("mill", "8, 41, 18, 7"), ("alquerque", "0, 1, 38, 7")] {
        let path = folder.path().join(format!("{game}.png"));
        imageops::flip_horizontal(&sheet(MarkerIds::for_board(game, 25.0), 25.0)).save(&path).unwrap();
        pictures.push((text(&path).to_owned(), game, ids));
    }
    for (picture, game, ids) in &pictures {
        let expected = format!("the picture is mirrored: markers {ids} can be read in its mirror image only; ");
        let ran = run(&["camera", "find", picture, game, "--pitch", "25"]);
        assert!(ran.code == 1 && ran.out.starts_with(&format!("markers: {expected}")), "{ran:?}");
        assert!(!ran.out.contains("corners"), "no other location is right: {ran:?}");
        let players = ["--players", "camera,random", "--camera", picture, "--pitch", "25"];
        let played = run(&[&["table", "play", game], &players as &[&str]].concat());
        assert!(played.code == 1 && played.err.contains(&expected), "{played:?}");
    }
    // Clicked places in the order of a mirror.
    let clicks = ["--click", "a1=900,700", "--click", "h1=300,700", "--click", "h8=300,200", "--click", "a8=900,200"];
    let find = ["camera", "find", &*pictures[1].0, "chess", "--pitch", "25"];
    let ran = run(&[&find as &[&str], &clicks].concat());
    assert!(
        ran.code == 1 && ran.out.contains("clicks: the places are arranged in the picture as in a mirror"),
        "{ran:?}"
    );
}

/// The places of draughts are dark squares, and h1 of chess is light.
#[test]
fn the_shades_of_squares_exclude_two_sides() {
    let picture = data("draughts-board-without-markers-turned.png");
    let find = |args: &[&str]| run(&[&["camera", "find", &picture, "draughts", "--pitch", "25"], args].concat());
    let seen = find(&["--format", "json"]);
    let found: Value = serde_json::from_str(seen.out.lines().last().unwrap()).unwrap();
    assert!(seen.code == 0 && found["way"] == "corners" && found["orientations"] == 2, "{seen:?}");
    assert!(found["top"] == "right" || found["top"] == "left", "{found}");
    for (side, code) in [("right", 0), ("left", 0), ("top", 1), ("bottom", 1)] {
        let ran = find(&["--top", side]);
        assert_eq!(ran.code, code, "{side}: {ran:?}");
        if code == 1 {
            let reason = "by its shape and the shades of its squares, the top of the board in this picture is at the ";
            assert!(ran.err.contains(reason) && ran.err.contains("--click"), "{ran:?}");
        }
    }
}

#[test]
fn a_lens_is_calibrated_and_its_distortion_removed() {
    let photographs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vision/opencv/tests/photographs/data");
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
