//! What the tests of the window share: a window without a screen, and waiting for what happens on other threads. It checks nothing.

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use boardwright_gui::{App, Chooser, Chosen, Folders, Opening, Wanted};
use eframe::egui::{Key, Modifiers, Pos2, Ui, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

/// A window with the application in it.
pub type Window = Harness<'static, Option<App>>;

/// What is not there after this will not come.
const PATIENCE: Duration = Duration::from_mins(1);

/// A window with a game in it, or with all games, that keeps its files in a folder.
pub fn window(game: Option<&str>, folder: &Path) -> Window {
    sized(game, folder, Vec2::new(1180.0, 780.0), 1.0)
}

/// A window of this size in points, with so many pixels for each.
pub fn sized(game: Option<&str>, folder: &Path, size: Vec2, pixels: f32) -> Window {
    opened(game, folder, size, pixels, Chooser::new(|_| Err("no dialogs in tests".to_owned())))
}

/// The same where files are chosen like this.
pub fn choosing(
    game: Option<&str>,
    folder: &Path,
    choose: impl Fn(&Wanted) -> Chosen + Send + Sync + 'static,
) -> Window {
    let mut window = opened(game, folder, Vec2::new(1180.0, 1600.0), 1.0, Chooser::new(choose));
    window.step();
    window
}

fn opened(game: Option<&str>, folder: &Path, size: Vec2, pixels: f32, chooser: Chooser) -> Window {
    let folders = Folders { config: Some(folder.join("config")), data: Some(folder.join("data")) };
    let opening = Opening { game: game.map(str::to_owned), folders, seed: Some(1), chooser };
    let show = move |ui: &mut Ui, app: &mut Option<App>| {
        app.get_or_insert_with(|| App::new(ui.ctx(), opening.clone())).show(ui);
    };
    let builder = Harness::builder().with_size(size).with_pixels_per_point(pixels);
    builder.build_ui_state(show, None)
}

/// A window with a game that is ready to be played.
pub fn playing(game: &str, folder: &Path) -> Window {
    let mut window = window(Some(game), folder);
    until(&mut window, |window| window.query_by_label("New game").is_some());
    window
}

/// The same in a window in which nothing has to be scrolled.
pub fn tall(game: &str, folder: &Path) -> Window {
    let mut window = sized(Some(game), folder, Vec2::new(1180.0, 1600.0), 1.0);
    until(&mut window, |window| window.query_by_label("New game").is_some());
    window
}

/// Writes into a field instead of what stands there.
pub fn fill(window: &mut Window, label: &str, text: &str) {
    window.get_by_label(label).focus();
    window.step();
    window.step();
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::A);
    window.step();
    window.get_by_label(label).type_text(text);
    window.step();
}

/// Shows frames until something is so.
pub fn until(window: &mut Window, so: impl Fn(&Window) -> bool) {
    let began = Instant::now();
    loop {
        window.step();
        if so(window) {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "it does not come about; there is:\n{}", told(window));
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// All that is written in the window.
pub fn told(window: &Window) -> String {
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

/// Waits until something is written somewhere in the window.
pub fn says(window: &mut Window, text: &str) {
    until(window, |window| told(window).contains(text));
}

/// Clicks what has this written on it, once it is there, can be used and stands still.
pub fn click(window: &mut Window, label: &str) {
    let stood = Cell::new(None);
    until(window, |window| {
        let usable = window.query_by_label(label).filter(|node| !node.accesskit_node().is_disabled());
        let stands = usable.map(|node| node.rect());
        stands.is_some() && stood.replace(stands) == stands
    });
    window.get_by_label(label).click();
    window.step();
    window.step();
}

/// Draws something from a point to another one.
pub fn draw(window: &mut Window, from: Pos2, to: Pos2) {
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    for at in [from + (to - from) * 0.5, to] {
        window.hover_at(at);
        window.step();
    }
    window.drop_at(to);
    window.step();
}

/// Where the middle of something is.
pub fn middle(window: &Window, label: &str) -> Pos2 {
    window.get_by_label(label).rect().center()
}

/// The places of tic-tac-toe on which something lies, each with what it is.
pub fn marked(window: &Window) -> Vec<String> {
    let told = told(window);
    let marked = told.lines().filter(|line| line.starts_with("s(") && line.contains(", ") && !line.ends_with("empty"));
    marked.map(str::to_owned).collect()
}
