//! The window on a virtual screen: Xvfb shows it, xdotool moves the pointer, and the record of the game shows what happened.
//! A headless window of the same size with the same contents gives the positions of the controls.
//!
//! The test is skipped with a message where Xvfb, which brings OpenGL, or xdotool is missing; `cargo xtask test` installs them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boardwright_gui::{App, Chooser, Folders, WindowOptions};
use eframe::egui::{Pos2, Rect, Ui, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;
use serde_json::Value;

use crate::common::parse_lines;

/// Size of the screen and of the window, in pixels.
const SIZE: (u32, u32) = (1180, 780);
/// Margin that the test harness leaves around the application.
const HARNESS_MARGIN: f32 = 8.0;
/// Time limit of all waits; only a hang exceeds it.
const DEADLINE: Duration = Duration::from_secs(40);
/// Time after which an action without an effect is repeated, since the window may not have been ready for it.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pauses between the parts of an action, in seconds: one for each attempt.
const PAUSES: [f64; 5] = [0.1, 0.3, 0.6, 1.2, 2.4];

/// A game in which White can promote a pawn.
const GAME: &str = "[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"*\"]\n[SetUp \"1\"]\n\
                    [FEN \"4k3/P7/8/8/8/8/8/4K2R w - - 0 1\"]\n\n*\n";

/// A child process that is killed when the test ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // A process that has ended cannot be killed.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// Returns `true` if the window can be shown and driven here; otherwise says what is missing.
fn can_show() -> bool {
    let is_there = |program: &str, argument: &str| {
        Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    let missing: Vec<&str> =
        [(is_there("Xvfb", "-version"), "Xvfb (package xvfb)"), (is_there("xdotool", "version"), "xdotool")]
            .into_iter()
            .filter_map(|(is_there, name)| (!is_there).then_some(name))
            .collect();
    if !missing.is_empty() {
        eprintln!("the window is not tested on a screen, because there is no {}", missing.join(", no "));
    }
    missing.is_empty()
}

/// A virtual screen.
struct Screen {
    display: String,
    /// File with the pixels.
    pixels: PathBuf,
    _server: Process,
}

impl Screen {
    fn open(folder: &Path) -> Self {
        let (width, height) = SIZE;
        let mut server = Command::new("Xvfb");
        server.args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", &format!("{width}x{height}x24"), "-fbdir"]);
        server.arg(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = Process(server.spawn().expect("it was started before"));
        let mut number = String::new();
        let output = server.0.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut number).expect("it writes the number of its display");
        assert!(!number.trim().is_empty(), "Xvfb ended");
        Self { display: format!(":{}", number.trim()), pixels: folder.join("Xvfb_screen0"), _server: server }
    }

    /// Colours of the pixels of a rectangle, as blue, green and red.
    fn region(&self, area: Rect) -> Vec<[u8; 3]> {
        // An X window dump: a header of 32-bit numbers, a colour map of 12 bytes for each entry, then the rows.
        let bytes = fs::read(&self.pixels).expect("Xvfb writes it");
        let number = |index: usize| {
            let bytes = bytes[4 * index..4 * index + 4].try_into().expect("four bytes");
            u32::from_be_bytes(bytes) as usize
        };
        let (header, bits, row, colours) = (number(0), number(11), number(12), number(19));
        assert_eq!((bits, number(7)), (32, 0), "pixels have four bytes, the least first");
        let first = header + 12 * colours;
        let mut found = Vec::new();
        for y in area.top() as usize..=area.bottom() as usize {
            for x in area.left() as usize..=area.right() as usize {
                let at = first + y * row + 4 * x;
                found.push([bytes[at], bytes[at + 1], bytes[at + 2]]);
            }
        }
        found
    }

    /// Pixels of a rectangle that no longer change.
    fn settled(&self, area: Rect) -> Vec<[u8; 3]> {
        let begin = Instant::now();
        let mut before = self.region(area);
        while begin.elapsed() < DEADLINE {
            std::thread::sleep(Duration::from_millis(400));
            let now = self.region(area);
            if now == before {
                return now;
            }
            before = now;
        }
        panic!("the screen does not come to rest");
    }

    /// Runs xdotool with the words of a line as its arguments.
    fn xdotool(&self, line: &str) {
        let status = Command::new("xdotool").args(line.split_whitespace()).env("DISPLAY", &self.display).status();
        assert!(status.expect("it was started before").success(), "xdotool {line}");
    }

    fn click(&self, Pos2 { x, y }: Pos2, pause: f64) {
        self.xdotool(&format!("mousemove {x:.0} {y:.0} sleep {pause} mousedown 1 sleep {pause} mouseup 1"));
    }

    fn drag(&self, from: Pos2, to: Pos2, pause: f64) {
        let middle = from + (to - from) * 0.5;
        let go = |Pos2 { x, y }: Pos2| format!("mousemove {x:.0} {y:.0} sleep {pause}");
        self.xdotool(&format!("{} mousedown 1 sleep {pause} {} {} mouseup 1", go(from), go(middle), go(to)));
    }

    /// Repeats an action until it has an effect. The action gets a pause in seconds, which grows, since a press and a release
    /// between two frames of a slow window are no click. If there is no effect, the screen is kept for inspection, as an X window
    /// dump.
    fn act(&self, what: &str, action: impl Fn(f64), has_effect: impl Fn() -> bool) {
        for pause in PAUSES {
            action(pause);
            let acted = Instant::now();
            while acted.elapsed() < PATIENCE {
                if has_effect() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(30));
            }
        }
        let kept = concat!(env!("CARGO_TARGET_TMPDIR"), "/real-window.xwd");
        let kept = fs::copy(&self.pixels, kept).map_or_else(|error| error.to_string(), |_| kept.to_owned());
        panic!("{what} has no effect; the screen is in {kept}");
    }
}

/// A headless window with the positions of the controls of the real one.
struct Map(Harness<'static, Option<App>>);

impl Map {
    fn open(game: &Path, folder: &Path) -> Self {
        let folders = Folders { config: Some(folder.join("config")), data: Some(folder.join("data")) };
        let chooser = Chooser::new(|_| Err("no dialogs in tests".to_owned()));
        let opening = WindowOptions { game: Some(game.display().to_string()), folders, seed: Some(1), chooser };
        let show = move |ui: &mut Ui, app: &mut Option<App>| {
            app.get_or_insert_with(|| App::new(ui.ctx(), opening.clone())).show(ui);
        };
        let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32) + Vec2::splat(2.0 * HARNESS_MARGIN);
        Self(Harness::builder().with_size(size).build_ui_state(show, None))
    }

    /// Rectangle in this window of the enabled control whose label begins so, once it is there and does not move.
    fn find(&mut self, label: &str) -> Rect {
        let begin = Instant::now();
        let mut stood = None;
        while begin.elapsed() < DEADLINE {
            self.0.step();
            let root = self.0.root();
            let found = root.children_recursive().find(|node| {
                let node = node.accesskit_node();
                !node.is_disabled() && node.label().is_some_and(|text: String| text.starts_with(label))
            });
            let rect = found.map(|node| node.rect());
            match rect {
                Some(rect) if stood == Some(rect) => return rect,
                _ => stood = rect,
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("there is no {label}");
    }

    fn click(&mut self, label: &str) {
        let at = self.find(label).center();
        self.0.hover_at(at);
        self.0.step();
        self.0.drag_at(at);
        self.0.step();
        self.0.drop_at(at);
        self.0.step();
    }

    fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.find(from).center(), self.find(to).center());
        self.0.hover_at(from);
        self.0.step();
        self.0.drag_at(from);
        self.0.step();
        self.0.hover_at(to);
        self.0.step();
        self.0.drop_at(to);
        self.0.step();
    }

    /// Rectangle of a control in the real window.
    fn real(&mut self, label: &str) -> Rect {
        self.find(label).translate(Vec2::splat(-HARNESS_MARGIN))
    }
}

/// The record of the last match so far; the names of the files contain the time of their beginning.
fn record(data: &Path) -> Vec<Value> {
    let files = fs::read_dir(data.join("boardwright/games"));
    let last = files.into_iter().flatten().flatten().map(|file| file.path()).max();
    let text = last.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    // The last line may not be complete.
    parse_lines(&text[..text.rfind('\n').map_or(0, |end| end + 1)])
}

/// Texts of the moves of a record.
fn moves(record: &[Value]) -> Vec<String> {
    record.iter().filter_map(|line| line["move"].as_str()).map(str::to_owned).collect()
}

#[test]
fn a_game_is_played_in_a_real_window() {
    if !can_show() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let home = |name: &str| folder.path().join(name);
    let (game, data) = (home("game.pgn"), home("data"));
    fs::write(&game, GAME).unwrap();
    fs::create_dir(home("screen")).unwrap();
    let screen = Screen::open(&home("screen"));
    let mut program = Command::new(crate::PROGRAM);
    program.arg("gui").arg(&game).env("DISPLAY", &screen.display).env_remove("WAYLAND_DISPLAY");
    program.env("HOME", folder.path()).env("XDG_DATA_HOME", &data).env("XDG_CONFIG_HOME", home("config"));
    program.env("WINIT_X11_SCALE_FACTOR", "1").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _window = Process(program.spawn().expect("the program can be started"));
    let mut map = Map::open(&game, &home("map"));

    // The window shows the board where the headless one does. A corner of a square is free of pieces.
    let corner = |square: Rect| Rect::from_min_size(square.min + Vec2::splat(4.0), Vec2::splat(2.0));
    let (light, dark) = ([0xb5, 0xd9, 0xf0], [0x63, 0x88, 0xb5]);
    let (a8, a1) = (corner(map.real("a8, ")), corner(map.real("a1, ")));
    let is = |area: Rect, colour: [u8; 3]| screen.region(area).iter().all(|pixel| *pixel == colour);
    screen.act("opening the window", |_| (), || is(a8, light) && is(a1, dark));

    // A match between two people begins.
    let button = map.real("Play from here").center();
    screen.act("a click on Play from here", |pause| screen.click(button, pause), || !record(&data).is_empty());
    map.click("Play from here");

    // A dragged pawn is promoted: the pieces are offered, and one of them is clicked.
    let (from, to) = (map.real("a7, White pawn").center(), map.real("a8, ").center());
    map.drag("a7, White pawn", "a8, ");
    let choice = map.real("knight");
    // The menu of pieces reaches beside the squares of the pawn, where nothing else changes.
    let ways = [map.real("a7, "), map.real("a8, ")];
    let pieces = ["queen", "rook", "bishop", "knight"].map(|piece| map.real(piece));
    let beside = pieces.into_iter().find(|piece| !ways.iter().any(|way| way.intersects(*piece)));
    let beside = beside.expect("one of the pieces is offered beside the squares of the pawn");
    let before = screen.settled(beside);
    screen.act("dragging the pawn", |pause| screen.drag(from, to, pause), || screen.region(beside) != before);
    assert!(moves(&record(&data)).is_empty(), "nothing is chosen yet");
    screen.act("choosing a knight", |pause| screen.click(choice.center(), pause), || moves(&record(&data)).len() == 1);
    map.click("knight");

    // A piece and its target are clicked.
    let (from, to) = (map.real("e8, Black").center(), map.real("e7, ").center());
    let click_both = |pause| {
        screen.click(from, pause);
        screen.click(to, pause);
    };
    screen.act("a move by clicks", click_both, || moves(&record(&data)).len() == 2);
    map.click("e8, Black");
    map.click("e7, empty");

    // The board is flipped; the square of the king distinguishes the sides.
    let king = map.real("e7, Black");
    let before = screen.settled(king);
    let flip = map.real("Flip").center();
    screen.act("a click on Flip", |pause| screen.click(flip, pause), || screen.region(king) != before);
    map.click("Flip");
    assert!(map.real("a8, White knight").center().x > map.real("h1, White").center().x, "a is at the right");

    // A piece is dragged on the flipped board.
    let (from, to) = (map.real("h1, ").center(), map.real("h2, ").center());
    screen.act("dragging the rook", |pause| screen.drag(from, to, pause), || moves(&record(&data)).len() == 3);
    map.drag("h1, ", "h2, ");

    // Resigning is confirmed; the window is dimmed behind the question.
    let resign = map.real("Resign").center();
    screen.act("a click on Resign", |pause| screen.click(resign, pause), || !is(a8, dark) && !is(a8, light));
    map.click("Resign");
    let (yes, no) = (map.real("Yes, resign").center(), map.real("Play on").center());
    screen.act("a click on Play on", |pause| screen.click(no, pause), || is(a8, dark) || is(a8, light));
    assert!(record(&data).iter().all(|line| line["type"] != "end"), "nobody has resigned");
    // Clicks that a slow window takes twice close the question again, so that each try begins with the button.
    let confirm = |pause| {
        if is(a8, dark) || is(a8, light) {
            screen.click(resign, pause);
            screen.settled(king);
        }
        screen.click(yes, pause);
    };
    let has_ended = || record(&data).iter().any(|line| line["reason"] == "resigned");
    screen.act("a click on Yes, resign", confirm, has_ended);

    let record = record(&data);
    let texts = moves(&record);
    assert_eq!(texts.len(), 3, "{texts:?}");
    for (text, end) in texts.iter().zip(["sq(1,7) sq(1,8) knight", "sq(5,8) sq(5,7)", "sq(8,1) sq(8,2)"]) {
        assert!(text.ends_with(end), "{texts:?}");
    }
    let end = record.iter().find(|line| line["type"] == "end").expect("the game has ended");
    assert_eq!((&end["by"], &end["outcome"]["winner"]), (&Value::from(2), &Value::from(1)), "{end}");
}
