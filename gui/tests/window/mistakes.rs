//! Error handling: errors are reported in the window, and no data is lost.

use eframe::egui::Vec2;
use egui_kittest::kittest::Queryable as _;

use crate::common::{click, fill, open_game, open_sized, open_window, wait_for_text, wait_until, window_text};

#[test]
fn a_file_with_an_error_is_reported_with_its_location_and_mended_in_the_editor() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.game");
    let nim = std::str::from_utf8(boardwright_games::shipped_game("nim").unwrap().text).unwrap();
    std::fs::write(&path, nim.replacen('[', "[NO SUCH ", 1)).unwrap();
    let mut window = open_window(Some(&path.display().to_string()), folder.path());
    wait_for_text(&mut window, "error");
    wait_for_text(&mut window, "wrong.game");
    wait_until(&mut window, |window| window_text(window).contains("[NO SUCH "));
    click(&mut window, "Home");
    wait_until(&mut window, |window| window.query_by_label("Chess").is_some());
    wait_for_text(&mut window, "wrong.game");
}

#[test]
fn an_unknown_game_is_reported_with_a_suggestion() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(Some("tictactoe"), folder.path());
    wait_for_text(&mut window, "did you mean \"tic-tac-toe\"?");
}

#[test]
fn an_unwritable_record_is_reported_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "a file where a folder should be").unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    wait_for_text(&mut window, "data");
    wait_for_text(&mut window, "to move");
    window.get_by_label("b2, empty").click();
    wait_until(&mut window, |window| window.query_by_label("b2, empty").is_none());
}

#[test]
fn a_narrow_window_and_one_of_many_pixels_show_everything() {
    let folder = tempfile::tempdir().unwrap();
    for (size, pixels) in [(Vec2::new(320.0, 480.0), 1.0), (Vec2::new(400.0, 300.0), 3.0)] {
        let mut window = open_sized(Some("chess"), folder.path(), size, pixels);
        wait_until(&mut window, |window| window.query_by_label("e2, White pawn").is_some());
        let pawn = window.get_by_label("e2, White pawn").rect();
        assert!(pawn.width() > 3.0 && pawn.height() > 3.0, "{pawn:?}");
        assert!(pawn.right() <= size.x && pawn.bottom() <= size.y, "{pawn:?} is outside");
    }
}

#[test]
fn a_board_of_five_thousand_places_is_shown_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.game");
    std::fs::write(&path, boardwright_tests::large_games::large_games()[0].1.text()).unwrap();
    let mut window = open_game(&path.display().to_string(), folder.path());
    wait_for_text(&mut window, "to move");
    let places = window_text(&window).lines().filter(|line| line.contains(", empty")).count();
    assert!(places > 4_000, "{places} places");
}

#[test]
fn a_picture_that_is_none_leaves_the_board_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pictured.game");
    let nim = std::str::from_utf8(boardwright_games::shipped_game("nim").unwrap().text).unwrap();
    let pictured = nim.replacen("[BOARD]", "[BOARD]\nimage = broken.png", 1);
    assert_ne!(pictured, nim);
    std::fs::write(&path, pictured).unwrap();
    std::fs::write(folder.path().join("broken.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10 and no more")
        .unwrap();
    let mut window = open_game(&path.display().to_string(), folder.path());
    wait_for_text(&mut window, "to move");
    assert!(window.query_by_label("a1, match").is_some(), "{}", window_text(&window));
}

#[test]
fn a_file_that_vanishes_while_it_is_open_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    std::fs::write(&path, boardwright_games::shipped_game("nim").unwrap().text).unwrap();
    let mut window = open_game(&path.display().to_string(), folder.path());
    click(&mut window, "Editor");
    wait_until(&mut window, |window| window.query_by_label("Text of the game file").is_some());
    std::fs::remove_file(&path).unwrap();
    fill(&mut window, "Text of the game file", "// all that is left\n");
    wait_for_text(&mut window, "own.game *");
    click(&mut window, "Save");
    wait_until(&mut window, |_| std::fs::read_to_string(&path).is_ok_and(|text| text.contains("all that is left")));
    // A missing folder is reported as well, and the text is not lost.
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    fill(&mut window, "Text of the game file", "// more\n");
    click(&mut window, "Save");
    wait_for_text(&mut window, "it is a folder");
    wait_for_text(&mut window, "own.game *");
}

/// A full disk: the old file stays intact, the text is kept, and it can be saved when there is room.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_nothing_is_lost() {
    const FULL: &str = "BOARDWRIGHT_WINDOW_ON_A_FULL_DISK";
    if std::env::var_os(FULL).is_none() {
        let mut limited = std::process::Command::new("sh");
        // A process that ignores SIGXFSZ gets the error "file too large", as with a full disk.
        let line = "trap '' XFSZ; ulimit -f 20; exec \"$@\"";
        limited.args(["-c", line, "sh"]).arg(std::env::current_exe().unwrap()).env(FULL, "yes");
        let output =
            limited.args(["--exact", "mistakes::a_full_disk_is_reported_and_nothing_is_lost"]).output().unwrap();
        let output_text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && output_text.contains("1 passed"), "{output_text}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    let before = boardwright_games::shipped_game("nim").unwrap().text;
    std::fs::write(&path, before).unwrap();
    let mut window = open_game(&path.display().to_string(), folder.path());
    click(&mut window, "Editor");
    wait_until(&mut window, |window| window.query_by_label("Text of the game file").is_some());
    let long = format!("{}// the last line\n", "// a line of many\n".repeat(3_000));
    fill(&mut window, "Text of the game file", &long);
    wait_for_text(&mut window, "cannot write");
    click(&mut window, "Save");
    let of_file = |line: &str| line.contains("cannot write") && line.contains("/own.game");
    wait_until(&mut window, |window| window_text(window).lines().any(of_file));
    wait_for_text(&mut window, "own.game *");
    assert_eq!(std::fs::read(&path).unwrap(), before, "the old file is whole");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| ["own.game", "config", "data"].iter().any(|known| name == known)), "{left:?}");
    // A shorter text fits.
    fill(&mut window, "Text of the game file", "// short\n");
    click(&mut window, "Save");
    wait_until(&mut window, |_| std::fs::read_to_string(&path).unwrap().contains("// short"));
}

#[test]
fn an_error_disappears_with_its_cause() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(Some("tictactoe"), folder.path());
    wait_for_text(&mut window, "did you mean \"tic-tac-toe\"?");
    fill(&mut window, "Game file", "nim");
    click(&mut window, "Open");
    click(&mut window, "Start game");
    wait_for_text(&mut window, "to move");
    assert!(!window_text(&window).contains("did you mean"), "{}", window_text(&window));
}
