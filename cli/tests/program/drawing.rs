//! `draw` from the user's side: to a file, to standard output, as JSON, and with errors.
//! `boardwright-draw` tests the pictures themselves.

use std::fs;

use crate::common::{answer, objects, run};

const LINE: &str = "mark(1,1) box(1,1) s(2,2); mark(2,1) box(2,1) s(1,1)";

#[test]
fn a_picture_goes_to_standard_output() {
    let start = answer(&["draw", "tic-tac-toe"]);
    assert!(start.starts_with("<svg ") && start.ends_with("</svg>\n"), "{start}");
    assert!(start.contains("<title>mark(1,1)</title>"), "{start}");
    assert_ne!(answer(&["draw", "tic-tac-toe", "--line", LINE]), start);
}

#[test]
fn a_picture_goes_to_a_file_and_replaces_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let name = path.to_str().unwrap();
    fs::write(&path, "old").unwrap();
    let ran = run(&["draw", "chess", "--out", name]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
    assert!(ran.err.contains("board.svg"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), answer(&["draw", "chess"]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left there");
}

#[test]
fn drawings_are_written_as_json() {
    let drawn = objects(&["draw", "nim"]).remove(0);
    assert!(drawn["svg"].as_str().unwrap().starts_with("<svg "), "{drawn}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.svg");
    let drawn = objects(&["draw", "nim", "--out", path.to_str().unwrap()]).remove(0);
    assert_eq!(drawn["file"].as_str(), path.to_str());
}

#[test]
fn pictures_near_a_game_file_are_put_into_its_drawing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiny.game");
    let game = "[BOARD]\nimage=board.svg\n[LOCATION TYPES]\nname=place\n[PLAYER NAMES]\n1=A\n[LOCATIONS]\nname=l\ntype=place\npoint=5,5\n";
    fs::write(&path, game).unwrap();
    fs::create_dir(folder.path().join("images")).unwrap();
    fs::write(
        folder.path().join("images/board.svg"),
        "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>",
    )
    .unwrap();
    let ran = run(&["draw", path.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("width=\"30\" height=\"20\" href=\"data:image/svg+xml;base64,"), "{}", ran.out);
}

#[test]
fn tables_are_drawn_as_a_seat_sees_them() {
    let dealt = ["draw", "kuhn", "--line", "deal K; deal J; check"];
    let ranks = |seat: &[&str]| {
        let drawing = answer(&[&dealt[..], seat].concat());
        ["K", "J"].map(|rank| drawing.matches(&format!(">{rank}</text>")).count())
    };
    assert_eq!(ranks(&[]), [2, 2], "without a seat all cards are face up");
    assert_eq!(ranks(&["--seat", "1"]), [2, 0]);
    assert_eq!(ranks(&["--seat", "2"]), [0, 2]);
    for (args, said) in [
        (["draw", "kuhn", "--seat", "3"], "must be a player of Kuhn poker, from 1 to 2"),
        (["draw", "kuhn", "--seat", "0"], "invalid value '0' for '--seat"),
        (["draw", "nim", "--seat", "1"], "leave `--seat` out"),
    ] {
        let ran = run(&args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains(said), "{args:?} should say {said:?}: {}", ran.err);
    }
}

#[test]
fn unwritable_files_and_illegal_lines_are_refused() {
    for (args, said) in [
        (&["draw", "nim", "--out", "no/such/folder/nim.svg"] as &[&str], "its folder does not exist"),
        (&["draw", "nim", "--out", "."], "it is a folder"),
        (&["draw", "nim", "--line", "jump"], "move 1 of the line"),
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains(said), "{args:?} should say {said:?}: {}", ran.err);
    }
}

#[test]
fn other_image_formats_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["board.png", "board.JPG", "board.pdf"] {
        let path = folder.path().join(name);
        let ran = run(&["draw", "nim", "--out", path.to_str().unwrap()]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("drawings are SVG") && ran.err.contains("board.svg"), "{}", ran.err);
        assert!(!path.exists());
    }
}
