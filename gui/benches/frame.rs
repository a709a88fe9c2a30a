//! CPU time of a frame: layout and tessellation on the window's thread, without painting. Gomoku 15 x 15 is played by clicks against
//! the computer, so that stones appear all the time. Other threads and processes are not measured.
//!
//! `cargo bench -p boardwright-gui --bench frame`

use std::time::Duration;

use boardwright_gui::{App, Folders, Page, WindowOptions};
use cpu_time::ThreadTime;
use eframe::egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2};

/// Number of measured frames.
const FRAMES: usize = 3_000;
/// Frames between two clicks.
const BETWEEN: u32 = 12;
/// Number of stones after which a new game begins.
const GAME: usize = 40;
/// Duration of a frame, in seconds of the window's clock.
const SEEN: f64 = 1.0 / 60.0;
/// Size of the window, in points.
const SIZE: Vec2 = Vec2::new(1180.0, 780.0);

/// Position of a click: places of a board that fills the middle, in an order that visits all of them.
fn spot(number: usize) -> Pos2 {
    let (column, row) = ((number * 7) % 15, (number * 7 / 15 * 4 + number) % 15);
    Pos2::new(80.0 + 42.0 * column as f32, 160.0 + 40.0 * row as f32)
}

fn main() {
    let folder = std::env::temp_dir().join("boardwright-frame");
    let folders = Folders { config: Some(folder.join("config")), data: Some(folder.join("data")) };
    let opening = WindowOptions { game: Some("gomoku".to_owned()), folders, seed: Some(1), ..WindowOptions::default() };
    let window = Context::default();
    let mut app = App::new(&window, opening);
    let (mut taken, mut clicks) = (Vec::new(), 0);
    for number in 0.. {
        let mut events = Vec::new();
        // The game is loaded on another thread first.
        let ready = app.page() == Page::Play;
        if ready && number % BETWEEN == 0 {
            let pos = spot(clicks);
            clicks += 1;
            let button = |pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            events = vec![Event::PointerMoved(pos), button(true), button(false)];
            if clicks % GAME == 0 {
                let modifiers = Modifiers::CTRL | Modifiers::COMMAND;
                events = vec![Event::Key { key: Key::N, physical_key: None, pressed: true, repeat: false, modifiers }];
            }
        }
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(f64::from(number) * SEEN),
            events,
            ..RawInput::default()
        };
        let start = ThreadTime::now();
        let mut output = window.run_ui(input, |ui| app.show(ui));
        let shapes = window.tessellate(output.shapes, output.pixels_per_point);
        let time = start.elapsed();
        // Nothing is painted; font textures are dropped.
        output.textures_delta.clear();
        std::hint::black_box(shapes);
        if ready {
            taken.push(time);
        }
        if taken.len() == FRAMES {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    taken.sort_unstable();
    let at = |part: f64| taken[((taken.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!(
        "{FRAMES} frames of Gomoku, {clicks} clicks: median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    // The files of the bench are removed.
    let _ = std::fs::remove_dir_all(folder);
}
