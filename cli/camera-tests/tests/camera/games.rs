//! Games on a table seen by a camera.

use crate::common::{boardwright, run, run_command};

/// The end of a film of the table is no error, whether a move or a request is waited for.
#[test]
fn the_end_of_a_film_ends_the_game() {
    let folder = tempfile::tempdir().unwrap();
    // The initial position on a board with the markers 0 to 3.
    let picture =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../table/tests/simulation/camera/films/alquerque-office/000.jpg");
    for number in 0..30 {
        std::fs::copy(picture, folder.path().join(format!("{number}.jpg"))).unwrap();
    }
    let film = folder.path().to_str().expect("folders of tests have plain names");
    for (players, expected) in [
        ("camera,random", "it is your turn, the camera is watching\nthe film ends here\n"),
        ("random,camera", "10.jpg: the table differs from the expected position: put the White man back on "),
    ] {
        let args = ["table", "play", "alquerque", "--players", players, "--camera", film, "--seed", "1"];
        let played = run_command(boardwright(&args).write_stdin("\n"));
        assert_eq!(played.code, 0, "{played:?}");
        assert!(
            played.out.contains(expected) && played.out.contains("\nthe film ends here\n"),
            "{players}: {played:?}"
        );
        assert!(played.out.contains("the game is left as it stands"), "{players}: {played:?}");
    }
    // Generic markers of a board of another size are refused, with the name of the picture.
    let args = ["table", "play", "draughts", "--players", "camera,random", "--camera", film];
    let refused = run(&args);
    assert!(refused.code == 1 && refused.err.contains("0.jpg: the markers fit this board only within"), "{refused:?}");
}

/// Without markers the board is located by the squares of the empty board.
#[test]
fn an_empty_board_without_markers_is_located_by_its_squares() {
    use image::{Rgb, RgbImage};

    let folder = tempfile::tempdir().unwrap();
    // A board of 8 x 8 squares of 24 pixels, with a light rim; the first picture has pieces on the board.
    let board = |pieces: bool| {
        RgbImage::from_fn(640, 480, |x, y| {
            let (right, down) = (i64::from(x) - 224, i64::from(y) - 144);
            let (column, row) = (right.div_euclid(24), down.div_euclid(24));
            let near = (right.rem_euclid(24) - 12).pow(2) + (down.rem_euclid(24) - 12).pow(2) < 9 * 9;
            match (column, row) {
                (-1..=8, -1..=8) if !(0..8).contains(&column) || !(0..8).contains(&row) => Rgb([225, 220, 205]),
                (0..8, 0..8) if pieces && near && !(3..5).contains(&row) => Rgb([150, 40, 40]),
                (0..8, 0..8) if (column + row) % 2 == 1 => Rgb([60, 50, 45]),
                (0..8, 0..8) => Rgb([225, 220, 205]),
                _ => Rgb([110, 80, 55]),
            }
        })
    };
    for (number, pieces) in [true, false, false].into_iter().enumerate() {
        board(pieces).save(folder.path().join(format!("{number}.png"))).unwrap();
    }
    let pictures = folder.path().to_str().expect("folders of tests have plain names");
    let args = ["table", "play", "draughts", "--players", "camera,random", "--camera", pictures];
    let played = run_command(boardwright(&args).write_stdin("\n\n"));
    let output = played.out.clone() + &played.err;
    assert!(
        output.contains("no marker is visible, of 44, 45, 34,") && output.contains("take everything off it"),
        "{played:?}"
    );
    assert!(output.contains("the board, corners: found by 49 points, 0."), "{played:?}");
    // Men stand on dark squares, which leaves two of the four sides.
    assert!(output.contains("looks the same from 2 sides, by the shades of its squares; its top, with "), "{played:?}");
    let orientation = "is taken to be at the top of the picture: if it is not, use --top bottom\n";
    assert!(output.contains(orientation), "{played:?}");
    let top = |side: &str| run_command(boardwright(&[&args as &[&str], &["--top", side]].concat()).write_stdin("\n\n"));
    let turned = top("bottom");
    assert!(
        turned.err.contains("is taken to be at the bottom of the picture: if it is not, use --top top\n"),
        "{turned:?}"
    );
    let refused = top("left");
    let reason = "the top of the board in this picture is at the top or at the bottom, not at the left";
    assert!(refused.code == 1 && refused.err.contains(reason), "{refused:?}");
    let find = ["camera", "find", &format!("{pictures}/1.png"), "draughts", "--format", "json"];
    let found = |top: &[&str]| -> serde_json::Value {
        let ran = run(&[&find as &[&str], top].concat());
        serde_json::from_str(ran.out.lines().last().unwrap()).unwrap_or_else(|_| panic!("{ran:?}"))
    };
    let (upright, turned) = (found(&[]), found(&["--top", "bottom"]));
    assert_eq!((&upright["top"], &upright["orientations"]), (&"top".into(), &2.into()), "{upright}");
    assert_eq!((&turned["top"], &turned["orientations"]), (&"bottom".into(), &2.into()), "{turned}");
    let first = |found: &serde_json::Value| found["plane"][0].as_f64().unwrap();
    assert!((first(&upright) + first(&turned)).abs() < 1e-6, "{upright} {turned}");
    let wrong = run(&[&find as &[&str], &["--top", "up"]].concat());
    assert!(wrong.code == 2 && wrong.err.contains("\"up\" is no side of a picture"), "{wrong:?}");
    // Then there are no more pictures: a film that ends so early is no fault of the table.
    let end = "the film ends before the table was seen at rest for long enough";
    assert!(played.code == 0 && output.contains(end), "{played:?}");
    // The prompt gets no answer.
    let alone = run_command(boardwright(&args).write_stdin(""));
    assert!(alone.code == 1 && alone.err.contains("nobody has emptied the board"), "{alone:?}");
    // A board without squares in two colours.
    let ran = run(&["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", pictures]);
    assert!(
        ran.code == 1 && ran.err.contains("no marker is visible") && ran.err.contains("--click PLACE=X,Y"),
        "{ran:?}"
    );
}

fn picture_of(film: &str) -> String {
    format!("{}/../../table/tests/simulation/camera/films/{film}/000.jpg", env!("CARGO_MANIFEST_DIR"))
}

/// Pieces and places that the camera will confuse are named before the game, with places and remedies.
#[test]
fn similar_pieces_and_places_are_named_before_the_game() {
    let tune = |game: &str, film: &str| run(&["camera", "tune", game, "--camera", &picture_of(film)]);
    let safe = tune("alquerque", "alquerque-office");
    assert_eq!(safe.code, 0, "{safe:?}");
    assert!(safe.out.contains("White man and Black man\n"), "{safe:?}");
    let white = tune("tic-tac-toe", "tic-tac-toe-white-men");
    assert_eq!(white.code, 1, "{white:?}");
    for expected in
        ["Crosses cross and the empty places ", "change: Crosses cross resembles 9 empty places: print the board"]
    {
        assert!(white.out.contains(expected), "{expected}: {white:?}");
    }
    let birch = tune("mill", "mill-birch");
    assert!(birch.code == 1 && birch.out.contains("White man and the empty places"), "{birch:?}");
    assert!(birch.out.contains(" and 12 more\n"), "{birch:?}");
    let none = run(&["camera", "tune", "mill", "--camera", "sim"]);
    assert!(none.code == 2 && none.err.contains("name a real one, or a picture"), "{none:?}");
}

/// `--debug` writes what the camera sees for each new reading, in the size of the frame.
#[test]
fn pictures_of_what_the_camera_sees_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let (film, seen) = (folder.path().join("film"), folder.path().join("seen"));
    std::fs::create_dir(&film).unwrap();
    for number in 0..20 {
        std::fs::copy(picture_of("alquerque-office"), film.join(format!("{number}.jpg"))).unwrap();
    }
    let [film, to] = [&film, &seen].map(|path| path.to_str().expect("folders of tests have plain names"));
    let args = ["table", "play", "alquerque", "--players", "camera,random", "--camera", film, "--seed", "1"];
    let args = [&args as &[&str], &["--debug", to]].concat();
    let played = run_command(boardwright(&args).write_stdin("\n"));
    assert_eq!(played.code, 0, "{played:?}");
    let written = image::open(seen.join("0001.png")).unwrap().into_rgb8();
    let frame = image::open(picture_of("alquerque-office")).unwrap().into_rgb8();
    assert_eq!(written.dimensions(), frame.dimensions());
    let changed = written.pixels().zip(frame.pixels()).filter(|(one, other)| one != other).count();
    assert!((1_000..100_000).contains(&changed), "{changed} pixels are drawn over");
}
