//! Time of a frame of the window while a game is played by clicks and while pieces are dragged.
//!
//! `cargo bench -p boardwright-gui --bench frame` measures the CPU time of layout and tessellation on the window's thread; other
//! threads and processes are not measured. With `-- --paint` a window is opened, and the wall time from frame to frame is
//! measured, painting with OpenGL included; `xvfb-run` provides a screen where there is none. `-- chess` measures one game only.

use std::time::{Duration, Instant};

use boardwright_gui::{App, Folders, Page, WindowOptions};
use cpu_time::ThreadTime;
use eframe::egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Ui, Vec2, ViewportBuilder};

/// Number of measured frames.
const FRAMES: usize = 3_000;
/// Number of frames of a click or a drag.
const GESTURE: usize = 12;
/// Number of gestures after which a new game begins.
const GAME: usize = 40;
/// Duration of a frame, in seconds of the window's clock.
const SEEN: f64 = 1.0 / 60.0;
/// Size of the window, in points.
const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

/// Movement of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gesture {
    Click,
    Drag,
}

/// The measured games. The moves of the computer's stones and dice change the board while the pointer moves.
const GAMES: [(&str, Gesture); 4] =
    [("gomoku", Gesture::Click), ("chess", Gesture::Drag), ("backgammon", Gesture::Drag), ("holdem", Gesture::Drag)];

/// Events of a pointer that visits all parts of the board.
struct Pointer {
    gesture: Gesture,
    frames: usize,
}

impl Pointer {
    /// A place of the board, in an order that visits all of them.
    fn spot(number: usize) -> Pos2 {
        let (column, row) = ((number * 7) % 15, (number * 7 / 15 * 4 + number) % 15);
        Pos2::new(120.0 + 42.0 * column as f32, 110.0 + 42.0 * row as f32)
    }

    /// Events of the next frame.
    fn events(&mut self) -> Vec<Event> {
        let (number, step) = (self.frames / GESTURE, self.frames % GESTURE);
        self.frames += 1;
        let begin = Self::spot(number);
        let (pos, is_pressed) = match (self.gesture, step) {
            (_, 0) => (begin, Some(true)),
            (Gesture::Click, 1) => (begin, Some(false)),
            (Gesture::Click, _) => return Vec::new(),
            (Gesture::Drag, _) => {
                let end = Self::spot(number + 1);
                let part = step as f32 / (GESTURE - 1) as f32;
                (begin + (end - begin) * part, (step + 1 == GESTURE).then_some(false))
            }
        };
        if step == 0 && (number + 1) % GAME == 0 {
            let modifiers = Modifiers::CTRL | Modifiers::COMMAND;
            return vec![Event::Key { key: Key::N, physical_key: None, pressed: true, repeat: false, modifiers }];
        }
        let mut events = vec![Event::PointerMoved(pos)];
        if let Some(pressed) = is_pressed {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            events.push(Event::PointerButton { pos, button, pressed, modifiers });
        }
        events
    }
}

/// Options of a window with a game.
fn opening(game: &str) -> (WindowOptions, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder for the settings");
    let folders = Folders { config: Some(folder.path().join("config")), data: Some(folder.path().join("data")) };
    let opening = WindowOptions { game: Some(game.to_owned()), folders, seed: Some(1), ..WindowOptions::default() };
    (opening, folder)
}

/// CPU times of layout and tessellation.
fn lay_out(game: &str, gesture: Gesture) -> Vec<Duration> {
    let (opening, _folder) = opening(game);
    let window = Context::default();
    let mut app = App::new(&window, opening);
    let (mut taken, mut pointer) = (Vec::new(), Pointer { gesture, frames: 0 });
    for number in 0.. {
        // The game is loaded on another thread first.
        let is_ready = app.page() == Page::Play;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(f64::from(number) * SEEN),
            events: if is_ready { pointer.events() } else { Vec::new() },
            ..RawInput::default()
        };
        let start = ThreadTime::now();
        let mut output = window.run_ui(input, |ui| app.show(ui));
        let shapes = window.tessellate(output.shapes, output.pixels_per_point);
        let time = start.elapsed();
        // Nothing is painted; font textures are dropped.
        output.textures_delta.clear();
        std::hint::black_box(shapes);
        if is_ready {
            taken.push(time);
        }
        if taken.len() == FRAMES {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    taken
}

/// A window that is moved in by itself, as fast as it can be painted.
struct PaintedWindow {
    app: App,
    pointer: Pointer,
    begun: Option<Instant>,
    taken: std::sync::mpsc::Sender<Duration>,
    count: usize,
}

impl eframe::App for PaintedWindow {
    fn raw_input_hook(&mut self, _: &Context, input: &mut RawInput) {
        input.events = if self.app.page() == Page::Play { self.pointer.events() } else { Vec::new() };
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let now = Instant::now();
        let is_ready = self.app.page() == Page::Play;
        if let Some(begun) = self.begun.filter(|_| is_ready) {
            let _ = self.taken.send(now - begun);
            self.count += 1;
        }
        self.begun = Some(now);
        self.app.show(ui);
        if self.count == FRAMES {
            ui.ctx().send_viewport_cmd(eframe::egui::ViewportCommand::Close);
        }
        ui.ctx().request_repaint();
    }
}

/// Wall times from frame to frame of a window that paints; `None` if no window can be opened.
fn paint(game: &str, gesture: Gesture) -> Option<Vec<Duration>> {
    let (opening, _folder) = opening(game);
    let (taken, times) = std::sync::mpsc::channel();
    let create = move |creation: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let (app, pointer) = (App::new(&creation.egui_ctx, opening), Pointer { gesture, frames: 0 });
        Ok(Box::new(PaintedWindow { app, pointer, begun: None, taken, count: 0 }))
    };
    let viewport = ViewportBuilder::default().with_inner_size(SIZE);
    let mut options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    options.glow_options.vsync = false;
    options.dithering = false;
    if let Err(error) = eframe::run_native("frame", options, Box::new(create)) {
        eprintln!("no window can be opened: {error}");
        return None;
    }
    Some(times.into_iter().take(FRAMES).collect())
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_painted = words.iter().any(|word| word == "--paint");
    let named: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    let games = GAMES.iter().filter(|(game, _)| named.is_empty() || named.iter().any(|name| *name == game));
    for &(game, gesture) in games {
        let taken = if is_painted { paint(game, gesture) } else { Some(lay_out(game, gesture)) };
        let Some(mut taken) = taken.filter(|taken| !taken.is_empty()) else { continue };
        taken.sort_unstable();
        let at = |part: f64| taken[((taken.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
        println!(
            "{game}: {} frames, median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
            taken.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}
