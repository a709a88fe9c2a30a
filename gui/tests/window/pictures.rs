//! Snapshot tests of boards and pages, among them the pictures of the documentation. `UPDATE_SNAPSHOTS=1` renders the snapshots
//! anew.
//!
//! Small differences are tolerated, because antialiased letters differ between renderers.

use std::path::Path;

use boardwright_gui::{App, Page};
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{SnapshotOptions, SnapshotResults};

use crate::cards::{click_object, has_object};
use crate::common::{
    Window, centre_of, click, drag_without_drop, fill, open_game, open_sized, wait_for_text, wait_for_turn, wait_until,
    window_text,
};
use crate::growing::{free_cells, has_placed, turn_over};
use crate::holdem::{HANDS, can_act, seat_script};
use crate::left_work::{leave_game, leave_tournament};
use crate::play::seat_people;
use crate::tournaments::{can_start, enter};

/// Tolerance: threshold for each pixel, and number of pixels that may exceed it.
fn tolerance() -> SnapshotOptions {
    SnapshotOptions::new().threshold(1.2).max_failed_pixels(400)
}

/// `true` if a renderer works. Without a graphics card and without `mesa-vulkan-drivers` the snapshot tests are skipped with a message.
pub fn can_paint() -> bool {
    let drivers = std::fs::read_dir("/usr/share/vulkan/icd.d").is_ok_and(|mut files| files.next().is_some());
    if cfg!(target_os = "linux") && !drivers {
        eprintln!(
            "nothing can paint here, pictures are not compared; the package mesa-vulkan-drivers paints without a card"
        );
        return false;
    }
    true
}

pub fn compare(window: &mut Window, name: &str) {
    compare_with(window, name, &tolerance());
}

/// Compares with a picture of the documentation.
pub fn compare_documented(window: &mut Window, name: &str) {
    compare_with(window, name, &tolerance().output_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures")));
}

fn compare_with(window: &mut Window, name: &str, options: &SnapshotOptions) {
    for _ in 0..40 {
        window.step();
    }
    window.snapshot_options(name, options);
}

/// Twelve boards with different drawings.
const BOARDS: [&str; 12] = [
    "alquerque",
    "amazons",
    "brandub",
    "chess",
    "connect-four",
    "dots-and-boxes",
    "gomoku",
    "halma",
    "hex",
    "mill",
    "peg-solitaire",
    "reversi",
];

#[test]
fn boards_look_as_they_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for game in BOARDS {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_game(game, folder.path());
        wait_for_turn(&mut window);
        compare(&mut window, game);
        results.extend_harness(&mut window);
    }
}

/// Opens a window of the size at which pages are compared, in one of the themes.
fn open_page(game: Option<&str>, folder: &Path, theme: &str) -> Window {
    let mut window = open_sized(game, folder, Vec2::new(1280.0, 800.0), 1.0);
    window.step();
    if game.is_some() {
        wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    }
    click(&mut window, "Settings");
    click(&mut window, theme);
    window
}

/// Themes as named on the page Settings, with the ends of the names of their pictures.
pub const THEMES: [(&str, &str); 2] = [("Light", "light"), ("Dark", "dark")];

#[test]
fn pages_look_as_they_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_page(None, folder.path(), theme);
        compare(&mut window, &format!("page-settings-{name}"));
        click(&mut window, "Tournaments");
        click(&mut window, "Evolution");
        fill(&mut window, "Folder of the results", "results");
        compare(&mut window, &format!("page-evolution-{name}"));
        assert!(window.state().as_ref().is_some_and(|app| app.page() == Page::Tournament));
        results.extend_harness(&mut window);
    }
}

#[test]
fn the_page_home_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        leave_tournament(folder.path());
        leave_game(folder.path(), "connect-four", &["4", "4", "3"]);
        leave_game(folder.path(), "chess", &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"]);
        let mut window = open_page(None, folder.path(), theme);
        // A file that was opened.
        let file = folder.path().join("own.game");
        std::fs::write(&file, boardwright_games::shipped_game("tic-tac-toe").unwrap().text).unwrap();
        click(&mut window, "Home");
        fill(&mut window, "Game file", &file.display().to_string());
        click(&mut window, "Open");
        click(&mut window, "Start game");
        wait_for_text(&mut window, "to move");
        click(&mut window, "Home");
        fill(&mut window, "Game file", "own.game");
        window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::A);
        window.key_press(Key::Delete);
        wait_until(&mut window, |window| window.state().as_ref().is_some_and(App::has_drawn_visible));
        match theme {
            "Light" => compare_documented(&mut window, "window-home-light"),
            _ => compare(&mut window, &format!("page-home-{name}")),
        }
        window.set_size(Vec2::new(640.0, 480.0));
        window.run_steps(3);
        wait_until(&mut window, |window| window.state().as_ref().is_some_and(App::has_drawn_visible));
        compare(&mut window, &format!("page-home-small-{name}"));
        results.extend_harness(&mut window);
    }
}

/// A file of games with openings, results and dates; the first one has comments, marks and variations.
const STUDIED: &str = "[Event \"Casual game\"]\n[Site \"London\"]\n[Date \"1851.06.21\"]\n[White \"Adolf Anderssen\"]\n\
    [Black \"Lionel Kieseritzky\"]\n[Result \"1-0\"]\n[ECO \"C33\"]\n\n\
    {The Immortal Game.} 1. e4 e5 2. f4 {The King's Gambit.} exf4 (2... d5 {the Falkbeer Countergambit} 3. exd5 (3. Nf3 \
    dxe4 4. Nxe5) 3... e4 $13) 3. Bc4 Qh4+ 4. Kf1 b5?! 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 \
    11. Rg1! {a knight for the attack} cxb5? 1-0\n\n";

/// Players, event, date, opening and result of the other games.
const OTHERS: [[&str; 6]; 7] = [
    ["Paul Morphy", "Duke Karl and Count Isouard", "Paris Opera", "1858.11.02", "C41", "1-0"],
    ["Adolf Anderssen", "Jean Dufresne", "Berlin", "1852.??.??", "C52", "1-0"],
    ["Johannes Zukertort", "Joseph Blackburne", "London", "1883.05.05", "A13", "0-1"],
    ["Emanuel Lasker", "Johann Bauer", "Amsterdam", "1889.08.26", "A03", "1-0"],
    ["Georg Rotlewi", "Akiba Rubinstein", "Lodz", "1907.12.26", "D40", "0-1"],
    ["Edward Lasker", "George Thomas", "London City", "1912.10.29", "A83", "1-0"],
    ["Richard Reti", "Alexander Alekhine", "Baden-Baden", "1925.04.25", "A00", "1/2-1/2"],
];

#[test]
fn the_page_of_a_file_of_games_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let other = |[white, black, event, date, opening, result]: [&str; 6]| {
        format!(
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
             [ECO \"{opening}\"]\n\n1. Nf3 Nf6 2. c4 g6 {result}\n\n"
        )
    };
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("classics.pgn");
        std::fs::write(&path, format!("{STUDIED}{}", OTHERS.map(other).concat())).unwrap();
        let mut window = open_page(None, folder.path(), theme);
        click(&mut window, "Study");
        fill(&mut window, "File", &path.display().to_string());
        click(&mut window, "Open");
        wait_until(&mut window, |window| window.query_by_label("Richard Reti").is_some());
        fill(&mut window, "File", "classics.pgn");
        window.get_by_label("Akiba Rubinstein").click();
        window.step();
        match theme {
            "Light" => compare_documented(&mut window, "window-study-light"),
            _ => compare(&mut window, &format!("page-study-{name}")),
        }
        window.get_by_label("Lionel Kieseritzky").click();
        window.step();
        window.key_press(Key::Enter);
        wait_until(&mut window, |window| window.query_by_label("Play from here").is_some());
        wait_for_text(&mut window, "The Immortal Game.");
        click(&mut window, "exf4");
        compare(&mut window, &format!("page-play-notes-{name}"));
        results.extend_harness(&mut window);
    }
}

/// Plays the tournament of the form, of which a picture is taken before.
fn play_for_pictures(window: &mut Window, take: impl FnOnce(&mut Window)) {
    wait_until(window, can_start);
    // In a small window the controls would have to be scrolled to.
    if window.get_by_label("Start").rect().max.y > 500.0 {
        click(window, "Any player");
        click(window, "Options");
        enter(window, "nodes", "100");
    }
    take(window);
    click(window, "Start");
    wait_for_text(window, "Complete: ");
}

#[test]
fn tournaments_look_as_they_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_page(None, folder.path(), theme);
        click(&mut window, "Tournaments");
        play_for_pictures(&mut window, |window| compare(window, &format!("page-tournaments-{name}")));
        match theme {
            "Light" => compare_documented(&mut window, "window-tournaments"),
            _ => compare(&mut window, &format!("page-tournament-standings-{name}")),
        }
        click(&mut window, "Games (60)");
        compare(&mut window, &format!("page-tournament-games-{name}"));
        results.extend_harness(&mut window);
    }
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(640.0, 480.0), 1.0);
    window.step();
    click(&mut window, "Tournaments");
    play_for_pictures(&mut window, |window| compare(window, "page-tournaments-small"));
    compare(&mut window, "page-tournament-standings-small");
    results.extend_harness(&mut window);
}

/// Makes moves by clicks: the labels of the origin, of the target, and of the target after the move.
fn make_moves<'l>(window: &mut Window, moves: impl IntoIterator<Item = (&'l str, &'l str, &'l str)>) {
    for (from, to, after) in moves {
        wait_for_text(window, "to move");
        click(window, from);
        click(window, to);
        wait_until(window, |window| window.query_by_label(after).is_some());
    }
}

#[test]
fn the_page_of_a_game_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_page(Some("chess"), folder.path(), theme);
        click(&mut window, "Play");
        seat_people(&mut window);
        make_moves(
            &mut window,
            [
                ("e2, White pawn", "e4, empty", "e4, White pawn"),
                ("d7, Black pawn", "d5, empty", "d5, Black pawn"),
                ("e4, White pawn", "d5, Black pawn", "d5, White pawn"),
                ("d8, Black queen", "d5, White pawn", "d5, Black queen"),
            ],
        );
        compare(&mut window, &format!("page-play-{name}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn the_documented_game_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(Some("chess"), folder.path(), "Light");
    click(&mut window, "Play");
    seat_people(&mut window);
    make_moves(
        &mut window,
        [
            ("e2, White pawn", "e4, empty", "e4, White pawn"),
            ("e7, Black pawn", "e5, empty", "e5, Black pawn"),
            ("b1, White knight", "c3, empty", "c3, White knight"),
            ("g8, Black knight", "f6, empty", "f6, Black knight"),
            ("f2, White pawn", "f4, empty", "f4, White pawn"),
            ("d7, Black pawn", "d5, empty", "d5, Black pawn"),
        ],
    );
    // The result of this analyst depends on the position only.
    window.get_by_value("portfolio:seconds=30").click();
    window.step();
    click(&mut window, "greedy");
    click(&mut window, "Analyse");
    wait_until(&mut window, |window| window_text(window).contains(" positions"));
    compare_documented(&mut window, "window-play");
    results.extend_harness(&mut window);
}

/// A game, the buttons to click in its beginning, and the condition for the picture.
type TablePicture = (&'static str, &'static [&'static str], fn(&Window) -> bool);

#[test]
fn tables_of_cards_and_dice_look_as_they_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let games: [TablePicture; 2] = [
        ("kuhn", &["Bet"], |window| has_object(window, "Fold")),
        ("leduc", &["Bet", "Call"], |window| {
            has_object(window, "Check") && !window_text(window).contains("no card yet")
        }),
    ];
    for (game, actions, is_reached) in games {
        for (theme, name) in THEMES {
            let folder = tempfile::tempdir().unwrap();
            let mut window = open_page(Some(game), folder.path(), theme);
            click(&mut window, "Play");
            seat_people(&mut window);
            for action in actions {
                take_over_until(&mut window, |window| has_object(window, action));
                click_object(&mut window, action);
            }
            take_over_until(&mut window, is_reached);
            match theme {
                "Light" => compare_documented(&mut window, &format!("window-{game}")),
                _ => compare(&mut window, &format!("page-{game}-{name}")),
            }
            results.extend_harness(&mut window);
        }
    }
}

#[test]
fn the_table_of_holdem_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_page(Some("holdem:deals=3"), folder.path(), theme);
        click(&mut window, "Play");
        seat_script(&mut window);
        wait_until(&mut window, can_act);
        click(&mut window, "Pot");
        match theme {
            "Light" => compare_documented(&mut window, "window-holdem"),
            _ => compare(&mut window, &format!("page-holdem-{name}")),
        }
        click(&mut window, "Call 50");
        wait_until(&mut window, |window| can_act(window) || window_text(window).contains("Next hand"));
        click(&mut window, "At once");
        compare(&mut window, &format!("page-holdem-reasons-{name}"));
        results.extend_harness(&mut window);
        let mut window = open_page(Some(HANDS), folder.path(), theme);
        click(&mut window, "Play");
        window.key_press(Key::End);
        wait_for_text(&mut window, "shows 7h7c");
        compare(&mut window, &format!("page-holdem-replay-{name}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn a_growing_board_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_page(Some("carcassonne"), folder.path(), theme);
        click(&mut window, "Play");
        seat_people(&mut window);
        for turn in 0..9 {
            turn_over(&mut window);
            let cell = free_cells(&window)[0].clone();
            click(&mut window, &cell);
            wait_until(&mut window, has_placed);
            let text = window_text(&window);
            if let Some(meeple) = text.lines().find(|line| line.starts_with("Put ") && turn % 2 == 0) {
                click(&mut window, meeple);
            }
            click(&mut window, "End turn");
            wait_until(&mut window, |window| !has_placed(window));
        }
        turn_over(&mut window);
        click(&mut window, "Show all");
        click(&mut window, "Values of the turns");
        wait_until(&mut window, |window| free_cells(window).iter().all(|cell| cell.contains(": ")));
        compare(&mut window, &format!("page-carcassonne-values-{name}"));
        click(&mut window, "Values of the turns");
        let cell = free_cells(&window)[0].clone();
        click(&mut window, &cell);
        wait_until(&mut window, has_placed);
        match theme {
            "Light" => compare_documented(&mut window, "window-carcassonne-light"),
            _ => compare(&mut window, &format!("page-carcassonne-{name}")),
        }
        results.extend_harness(&mut window);
    }
}

#[test]
fn a_board_with_dice_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(Some("backgammon"), folder.path(), "Light");
    click(&mut window, "Play");
    seat_people(&mut window);
    wait_for_text(&mut window, "to move");
    compare_documented(&mut window, "window-backgammon");
    results.extend_harness(&mut window);
}

#[test]
fn the_gallery_shows_tables_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(None, folder.path(), "Light");
    click(&mut window, "Home");
    click(&mut window, "Cards, dice and tiles");
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(App::has_drawn_visible));
    compare(&mut window, "page-home-tables");
    results.extend_harness(&mut window);
}

/// Takes over the screen whenever the next person has to, until a condition holds.
fn take_over_until(window: &mut Window, is_reached: impl Fn(&Window) -> bool) {
    let own = |window: &Window| window_text(window).lines().find(|line| line.starts_with("I am ")).map(str::to_owned);
    loop {
        wait_until(window, |window| own(window).is_some() || is_reached(window));
        let Some(own) = own(window) else { return };
        click(window, &own);
    }
}

#[test]
fn a_won_line_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(Some("connect-four"), folder.path(), "Light");
    click(&mut window, "Play");
    wait_for_text(&mut window, "to move");
    seat_people(&mut window);
    // Every click is on the top row of a column.
    for (column, place) in
        [(1, "c 1-1"), (1, "c 1-2"), (2, "c 2-1"), (2, "c 2-2"), (3, "c 3-1"), (3, "c 3-2"), (4, "c 4-1")]
    {
        wait_for_text(&mut window, "to move");
        click(&mut window, &format!("c {column}-6, empty"));
        wait_until(&mut window, |window| window.query_by_label(&format!("{place}, empty")).is_none());
    }
    wait_until(&mut window, |window| window.query_by_label("Rematch").is_some());
    compare(&mut window, "won-line");
    results.extend_harness(&mut window);
}

#[test]
fn the_editor_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_page(Some("alquerque"), folder.path(), theme);
        click(&mut window, "Editor");
        wait_for_text(&mut window, "Make moves");
        match theme {
            "Light" => compare_documented(&mut window, "window-editor"),
            _ => compare(&mut window, &format!("page-editor-{name}")),
        }
        results.extend_harness(&mut window);
    }
}

#[test]
fn the_table_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_page(Some("draughts"), folder.path(), theme);
        click(&mut window, "Table");
        click(&mut window, "Real-time speed");
        click(&mut window, "Connect");
        wait_for_text(&mut window, "Arm ready");
        // The match has asked the person.
        wait_for_text(&mut window, "Make your move");
        match theme {
            "Light" => compare_documented(&mut window, "window-table"),
            _ => compare(&mut window, &format!("page-table-{name}")),
        }
        results.extend_harness(&mut window);
    }
}

#[test]
fn a_dragged_piece_follows_the_pointer() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(Some("chess"), folder.path(), "Light");
    click(&mut window, "Play");
    wait_for_text(&mut window, "to move");
    let (from, to) = (centre_of(&window, "e2, White pawn"), centre_of(&window, "d5, empty"));
    drag_without_drop(&mut window, from, to);
    compare(&mut window, "dragged-piece");
    results.extend_harness(&mut window);
}
