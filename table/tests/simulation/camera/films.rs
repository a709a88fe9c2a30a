//! Whole games in ray-traced pictures of printed boards: every turn is recognised, none wrongly, and none while a hand
//! is in view. One picture shows each situation; `truth.json` lists what it shows and for how many frames.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_lang::{LoadRequest, load_with};
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::preset;
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::perception::{
    FixedBoard, Observer, Perception, PerceptionError, PieceClasses, STILL_TIME, TurnWatcher, WatchError,
};
use boardwright_table::{ArmConnection, BoardContents, Layout, Rig, Table};
use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::geometry::{Homography, View};
use image::RgbImage;
use serde::Deserialize;

/// The description of a film.
#[derive(Debug, Deserialize)]
struct Truth {
    game: String,
    /// The location of the board, as its markers show it.
    plane: Homography,
    /// All moves in order.
    line: Vec<String>,
    pictures: Vec<Shown>,
}

/// A picture of a film and the number of frames for which it stands.
#[derive(Clone, Debug, Deserialize)]
struct Shown {
    picture: String,
    shows: String,
    frames: usize,
    /// The centre of a cup that stands on the table, in pixels.
    #[serde(default)]
    cup: Option<[i32; 2]>,
}

/// Radius of the cup, in pixels.
const CUP: i32 = 45;

fn draw_cup(picture: &mut RgbImage, [x, y]: [i32; 2]) {
    for (right, down) in (-CUP..=CUP).flat_map(|down| (-CUP..=CUP).map(move |right| (right, down))) {
        if right * right + down * down <= CUP * CUP {
            picture.put_pixel((x + right) as u32, (y + down) as u32, image::Rgb([20, 60, 190]));
        }
    }
}

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "simulation", "camera", "films", name].iter().collect()
}

/// A camera that shows the pictures of a film.
struct Film {
    folder: PathBuf,
    pictures: Vec<Shown>,
    /// The picture that is shown now, for the test.
    shown: Arc<AtomicUsize>,
    next: usize,
    left: usize,
    image: Option<RgbImage>,
    at: Duration,
}

impl Camera for Film {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        if self.left == 0 {
            let shown = self.pictures.get(self.next).ok_or(CameraError::EndOfStream)?;
            let picture = image::open(self.folder.join(&shown.picture)).expect("a picture of the film");
            let mut picture = picture.into_rgb8();
            if let Some(cup) = shown.cup {
                draw_cup(&mut picture, cup);
            }
            self.image = Some(picture);
            self.left = shown.frames;
            self.shown.store(self.next, Ordering::Relaxed);
            self.next += 1;
        }
        self.left -= 1;
        self.at += Duration::from_millis(100);
        Ok(Frame { image: self.image.clone().expect("there is a picture"), at: self.at })
    }
}

/// Collects the messages of the turn watcher.
#[derive(Default)]
struct Messages(Vec<String>);

impl Observer for Messages {
    fn notify(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }

    fn should_stop(&self) -> bool {
        false
    }
}

fn truth(name: &str) -> Truth {
    let text = std::fs::read_to_string(folder(name).join("truth.json")).expect("the truth of the film");
    serde_json::from_str(&text).expect("a description of a film")
}

/// Watches a film as a game is watched, and asserts that exactly the moves of the film are recognised. Returns the
/// messages.
fn assert_read_whole(name: &str, truth: &Truth) -> Vec<String> {
    let shipped = boardwright_games::shipped_game(&truth.game).expect("it ships");
    let loaded = load_with(&shipped.source(), &LoadRequest::default());
    let game = CompiledGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough");
    let config = preset("al5d").expect("it is known");
    let layout = Layout::for_game(&game, &config).expect("it fits");
    let (mut state, slots) = (game.initial_state(), layout.slots());
    let contents = BoardContents::set_up(&game, &state, &state, slots).expect("there are slots enough");
    let which = ArmConnection::Simulated { baud: Baud::FAST, real_time: false };
    let table = Table::from_plan(&config, layout.clone());
    let mut rig = Rig::new(&which, table, contents.clone(), Log::default(), &EmergencyStop::new()).expect("simulated");
    let shown = Arc::new(AtomicUsize::new(0));
    let film = Film {
        folder: folder(name),
        pictures: truth.pictures.clone(),
        shown: shown.clone(),
        next: 0,
        left: 0,
        image: None,
        at: Duration::ZERO,
    };
    let view = View::new(truth.plane, None, (1280, 720)).expect("an invertible homography");
    let finder = Box::new(FixedBoard(view));
    let mut perception =
        Perception::open(Box::new(film), finder, &layout, PieceClasses::for_game(&game), STILL_TIME, None)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    perception.learn(&contents).unwrap_or_else(|error| panic!("{name}: {error}"));
    let names: Vec<String> = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
    let (mut messages, mut read) = (Messages::default(), Vec::new());
    let ended = loop {
        let mut watcher = TurnWatcher::new(&game, &names, &mut messages);
        let turn = match watcher.wait_for_turn(&mut perception, &state, rig.executor.contents()) {
            Ok(turn) => turn,
            Err(error) => break error,
        };
        let picture = &truth.pictures[shown.load(Ordering::Relaxed)];
        let mut now = state.clone();
        for mv in &turn.moves {
            read.push(game.move_text(&now, *mv));
            game.apply(&mut now, *mv).expect("a legal move");
        }
        assert!(!picture.shows.starts_with("hand"), "{name}: {read:?} in {picture:?}");
        assert_eq!(read, truth.line[..read.len().min(truth.line.len())], "{name}: {picture:?}");
        rig.executor.record_manual_move(&game, &state, &turn.state).expect("there is room");
        state = now;
    };
    assert_eq!(ended, WatchError::Perception(PerceptionError::Camera(CameraError::EndOfStream)));
    assert_eq!(read, truth.line, "{name}: {:#?}", messages.0);
    messages.0
}

#[test]
fn films_of_alquerque_are_read_whole() {
    assert_read_whole("alquerque-office", &truth("alquerque-office"));
}

#[test]
fn moves_that_leave_the_board_alone_are_understood_by_the_next_one() {
    assert_read_whole("alquerque-stop", &truth("alquerque-stop"));
}

#[test]
fn films_of_draughts_with_ivory_men_are_read_whole() {
    assert_read_whole("draughts-ivory", &truth("draughts-ivory"));
}

#[test]
fn films_of_draughts_in_hard_conditions_are_read_whole() {
    assert_read_whole("draughts-ivory-hard", &truth("draughts-ivory-hard"));
}

#[test]
fn films_of_draughts_with_tinted_men_are_read_whole() {
    assert_read_whole("draughts-tint", &truth("draughts-tint"));
}

#[test]
fn films_of_mill_in_hard_conditions_are_read_whole() {
    assert_read_whole("mill-hard", &truth("mill-hard"));
}

#[test]
fn a_cup_on_the_table_is_named_with_its_place() {
    let mut truth = truth("draughts-tint");
    truth.line.truncate(1);
    let mut moved = truth.pictures[2].clone();
    let cup = Shown { frames: 25, cup: Some([330, 200]), ..moved.clone() };
    moved.frames = 12;
    truth.pictures = vec![truth.pictures[0].clone(), cup, moved];
    let messages = assert_read_whole("draughts-tint", &truth);
    assert!(messages.len() == 1 && messages[0].starts_with("something covers the table"), "{messages:?}");
    assert!(messages[0].contains("mm to the left of sq(1,7)") && messages[0].ends_with("take it away"), "{messages:?}");
}
