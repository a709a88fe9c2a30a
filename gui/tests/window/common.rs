//! Helpers of the window tests: a headless window, and waiting for events of other threads. It contains no tests.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boardwright_gui::{App, Chooser, FileChoice, FileRequest, Folders, WindowOptions};
use eframe::egui::{Key, Modifiers, Pos2, Ui, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

/// A window with the application.
pub type Window = Harness<'static, Option<App>>;

/// Timeout of a wait.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Opens a window with a game or with the gallery; files are written below `folder`.
pub fn open_window(game: Option<&str>, folder: &Path) -> Window {
    open_sized(game, folder, Vec2::new(1180.0, 780.0), 1.0)
}

/// Opens a window of this size in points, with this number of pixels for each point.
pub fn open_sized(game: Option<&str>, folder: &Path, size: Vec2, pixels: f32) -> Window {
    open_with(game, folder, size, pixels, Chooser::new(|_| Err("no dialogs in tests".to_owned())))
}

/// Opens a window with a replacement of the file dialogs.
pub fn open_with_chooser(
    game: Option<&str>,
    folder: &Path,
    choose: impl Fn(&FileRequest) -> FileChoice + Send + Sync + 'static,
) -> Window {
    let mut window = open_with(game, folder, Vec2::new(1180.0, 1600.0), 1.0, Chooser::new(choose));
    window.step();
    window
}

fn open_with(game: Option<&str>, folder: &Path, size: Vec2, pixels: f32, chooser: Chooser) -> Window {
    let folders = Folders { config: Some(folder.join("config")), data: Some(folder.join("data")) };
    let opening = WindowOptions { game: game.map(str::to_owned), folders, seed: Some(1), chooser };
    let show = move |ui: &mut Ui, app: &mut Option<App>| {
        app.get_or_insert_with(|| App::new(ui.ctx(), opening.clone())).show(ui);
    };
    let builder = Harness::builder().with_size(size).with_pixels_per_point(pixels);
    builder.build_ui_state(show, None)
}

/// Opens a window with a game and waits until it can be played.
pub fn open_game(game: &str, folder: &Path) -> Window {
    let mut window = open_window(Some(game), folder);
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    window
}

/// Opens a window in which nothing has to be scrolled.
pub fn open_tall(game: &str, folder: &Path) -> Window {
    let mut window = open_sized(Some(game), folder, Vec2::new(1180.0, 1600.0), 1.0);
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    window
}

/// Opens the editor with a file of this content.
pub fn open_editor_with(text: impl AsRef<[u8]>, folder: &Path) -> (Window, PathBuf) {
    let path = folder.join("own.game");
    std::fs::write(&path, text).unwrap();
    let mut window = open_game(&path.display().to_string(), folder);
    click(&mut window, "Editor");
    wait_until(&mut window, |window| window.query_by_label("Text of the game file").is_some());
    wait_for_text(&mut window, "0 errors");
    (window, path)
}

/// Replaces the contents of a text field.
pub fn fill(window: &mut Window, label: &str, text: &str) {
    window.get_by_label(label).focus();
    window.step();
    window.step();
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::A);
    window.step();
    window.get_by_label(label).type_text(text);
    window.step();
}

/// Opens the dialog of a new game, acts there, and applies the choices to the game that is played.
pub fn in_setup(window: &mut Window, act: impl FnOnce(&mut Window)) {
    in_dialog(window, act, "Apply to this game");
}

/// Opens the dialog of a new game, acts there, and clicks one of its buttons.
pub fn in_dialog(window: &mut Window, act: impl FnOnce(&mut Window), button: &str) {
    click(window, "New game");
    wait_until(window, |window| window.query_by_label("Cancel").is_some());
    act(window);
    click(window, button);
    wait_until(window, |window| window.query_by_label("Cancel").is_none());
}

/// Clicks an entry of the menu of what is needed seldom.
pub fn choose_more(window: &mut Window, entry: &str) {
    click(window, "More");
    click(window, entry);
    window.run_steps(2);
}

/// Begins the game again.
pub fn begin_again(window: &mut Window) {
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::N);
    window.run_steps(2);
}

/// Shows frames until a condition holds.
pub fn wait_until(window: &mut Window, so: impl Fn(&Window) -> bool) {
    let began = Instant::now();
    loop {
        window.step();
        if so(window) {
            return;
        }
        assert!(began.elapsed() < TIMEOUT, "it does not come about; there is:\n{}", window_text(window));
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until a person has the turn. The position is shown earlier: the buttons of the turn become usable only when the match asks.
pub fn wait_for_turn(window: &mut Window) {
    wait_until(window, |window| {
        window.query_by_label("Move for me").is_some_and(|button| !button.accesskit_node().is_disabled())
    });
}

/// Returns all texts in the window.
pub fn window_text(window: &Window) -> String {
    let mut text = String::new();
    for node in window.root().children_recursive() {
        let node = node.accesskit_node();
        let label: Option<String> = node.label().or(node.value());
        if let Some(label) = label {
            text.push_str(&label);
            text.push('\n');
        }
    }
    text
}

/// Waits until a text appears in the window.
pub fn wait_for_text(window: &mut Window, text: &str) {
    wait_until(window, |window| window_text(window).contains(text));
}

/// Clicks the widget with this label, once it exists, is enabled and does not move.
pub fn click(window: &mut Window, label: &str) {
    let stood = Cell::new(None);
    wait_until(window, |window| {
        let usable = window.query_by_label(label).filter(|node| !node.accesskit_node().is_disabled());
        let stands = usable.map(|node| node.rect());
        stands.is_some() && stood.replace(stands) == stands
    });
    window.get_by_label(label).click();
    window.step();
    window.step();
}

/// Drags from one point to another.
pub fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    drag_without_drop(window, from, to);
    window.drop_at(to);
    window.step();
}

/// Drags from one point to another, and does not drop yet.
pub fn drag_without_drop(window: &mut Window, from: Pos2, to: Pos2) {
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    for at in [from + (to - from) * 0.5, to] {
        window.hover_at(at);
        window.step();
    }
}

/// Centre of the widget with this label.
pub fn centre_of(window: &Window, label: &str) -> Pos2 {
    window.get_by_label(label).rect().center()
}

/// `true` if a label is that of a place of tic-tac-toe: its name and its contents.
pub fn is_place_label(label: &str) -> bool {
    let mut letters = label.chars();
    matches!((letters.next(), letters.next()), (Some('a'..='c'), Some('1'..='3'))) && letters.as_str().starts_with(", ")
}

/// Occupied places of tic-tac-toe with their contents.
pub fn occupied_places(window: &Window) -> Vec<String> {
    let text = window_text(window);
    text.lines().filter(|line| is_place_label(line) && !line.ends_with("empty")).map(str::to_owned).collect()
}

/// Clicks a point by the events that a pointer causes.
pub fn click_at(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.step();
    window.step();
}

/// Clicks the centre of the widget with this label by the events that a pointer causes.
pub fn point_and_click(window: &mut Window, label: &str) {
    wait_until(window, |window| window.query_by_label(label).is_some());
    let at = centre_of(window, label);
    click_at(window, at);
}

/// Names of the files of a folder, sorted.
pub fn file_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
