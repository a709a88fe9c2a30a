//! Films of whole games: pictures, each of which stands for a number of frames, and the truth about them.

use std::path::{Path, PathBuf};
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
    BoardFinder, FixedBoard, MarkedBoard, Observer, Perception, PerceptionError, PieceClasses, STILL_TIME, TurnWatcher,
    WatchError,
};
use boardwright_table::{ArmConnection, BoardContents, Layout, Rig, Table};
use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::geometry::{Homography, View};
use image::RgbImage;
use serde::Deserialize;

/// The description of a film.
#[derive(Debug, Deserialize)]
pub struct Truth {
    game: String,
    /// The distance of neighbouring places in mm, if it is not the planned one.
    #[serde(default)]
    pitch: Option<f64>,
    /// The location of the board, as its markers show it; without it the markers are searched.
    plane: Option<Homography>,
    /// All moves in order.
    pub line: Vec<String>,
    pub pictures: Vec<Shown>,
}

/// A picture of a film and the number of frames for which it stands.
#[derive(Clone, Debug, Deserialize)]
pub struct Shown {
    pub picture: String,
    pub shows: String,
    pub frames: usize,
    /// The centre of a cup that stands on the table, in pixels.
    #[serde(default)]
    pub cup: Option<[i32; 2]>,
    /// A piece of paper: its left and upper edge, its width and its height, in pixels.
    #[serde(default)]
    pub patch: Option<[u32; 4]>,
    /// Factors of the levels of red, green and blue: a change of light.
    #[serde(default)]
    pub gain: Option<[f32; 3]>,
    /// Shift of the picture to the right and down, in pixels: the camera was bumped.
    #[serde(default)]
    pub shift: [i32; 2],
    /// An arm from a point at the edge of the picture to its fingertips, in pixels.
    #[serde(default)]
    pub arm: Option<[[i32; 2]; 2]>,
}

impl Shown {
    /// `true` if a hand is in the picture.
    pub fn has_hand(&self) -> bool {
        self.shows.starts_with("hand ")
    }
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

fn change_light(picture: &mut RgbImage, gain: [f32; 3]) {
    for pixel in picture.pixels_mut() {
        pixel.0 = std::array::from_fn(|channel| (f32::from(pixel.0[channel]) * gain[channel]).round() as u8);
    }
}

/// Half the width of an arm, in pixels.
const ARM: f64 = 34.0;

/// Draws an arm as all points near a line.
fn draw_arm(picture: &mut RgbImage, [edge, tip]: [[i32; 2]; 2]) {
    let [edge, tip] = [edge, tip].map(|end| end.map(f64::from));
    let along = [tip[0] - edge[0], tip[1] - edge[1]];
    let length = along[0].hypot(along[1]).max(1.0);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let from = [f64::from(x) - edge[0], f64::from(y) - edge[1]];
        let at = (from[0] * along[0] + from[1] * along[1]) / length;
        let aside = (from[0] * along[1] - from[1] * along[0]) / length;
        let beyond = (at - length).max(0.0);
        if at >= 0.0 && aside.hypot(beyond) < ARM {
            let shade = 1.0 - 0.35 * (aside / ARM).powi(2);
            pixel.0 = [206.0, 152.0, 122.0].map(|level: f64| (level * shade) as u8);
        }
    }
}

/// Shifts a picture; its edges are repeated.
fn shift(picture: &RgbImage, [right, down]: [i32; 2]) -> RgbImage {
    let (width, height) = picture.dimensions();
    let from = |at: u32, by: i32, size: u32| (at as i32 - by).clamp(0, size as i32 - 1) as u32;
    RgbImage::from_fn(width, height, |x, y| *picture.get_pixel(from(x, right, width), from(y, down, height)))
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
            if let Some([left, top, width, height]) = shown.patch {
                for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (left + x, top + y))) {
                    picture.put_pixel(x, y, image::Rgb([206, 202, 150]));
                }
            }
            if let Some(arm) = shown.arm {
                draw_arm(&mut picture, arm);
            }
            if shown.shift != [0, 0] {
                picture = shift(&picture, shown.shift);
            }
            if let Some(gain) = shown.gain {
                change_light(&mut picture, gain);
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
struct Messages {
    texts: Vec<String>,
    /// The messages while a hand was in the picture.
    with_hand: Vec<String>,
    pictures: Vec<Shown>,
    shown: Arc<AtomicUsize>,
}

impl Observer for Messages {
    fn notify(&mut self, text: &str) {
        self.texts.push(text.to_owned());
        if self.pictures[self.shown.load(Ordering::Relaxed)].has_hand() {
            self.with_hand.push(text.to_owned());
        }
    }

    fn should_stop(&self) -> bool {
        false
    }
}

/// The description of the film in a folder.
///
/// # Panics
///
/// When there is none.
pub fn truth_in(folder: &Path) -> Truth {
    let text = std::fs::read_to_string(folder.join("truth.json")).expect("the truth of the film");
    serde_json::from_str(&text).expect("a description of a film")
}

/// The result of watching a film.
#[derive(Debug)]
pub struct FilmReading {
    /// The moves that were read.
    pub read: Vec<String>,
    /// The message about a move that was read wrongly, or while a hand was in view.
    pub mistake: Option<String>,
    /// The messages of the program.
    pub messages: Vec<String>,
    /// The messages while a hand was in the picture.
    pub messages_with_hand: Vec<String>,
}

/// The game of a film and the layout of its table.
pub fn table_of(truth: &Truth) -> (CompiledGame, Layout) {
    let shipped = boardwright_games::shipped_game(&truth.game).expect("it ships");
    let loaded = load_with(&shipped.source(), &LoadRequest::default());
    let game = CompiledGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough");
    let config = preset("al5d").expect("it is known");
    let layout = match truth.pitch {
        None => Layout::for_game(&game, &config).expect("it fits"),
        Some(pitch) => {
            let planned = Layout::for_game_at(&game, pitch, &config);
            planned.or_else(|_| Layout::for_people(&game, pitch)).expect("it can be laid out")
        }
    };
    (game, layout)
}

/// Watches a film as a game is watched, up to its end or the first mistake.
///
/// # Errors
///
/// When the board is not found, or the pieces are not told apart.
///
/// # Panics
///
/// When the film is not of a shipped game.
pub fn watch_film(folder: &Path, truth: &Truth) -> Result<FilmReading, String> {
    let (game, layout) = table_of(truth);
    let config = preset("al5d").expect("it is known");
    let (mut state, slots) = (game.initial_state(), layout.slots());
    let contents = BoardContents::set_up(&game, &state, &state, slots).expect("there are slots enough");
    let which = ArmConnection::Simulated { baud: Baud::FAST, real_time: false };
    let table = Table::from_plan(&config, layout.clone());
    let mut rig = Rig::new(&which, table, contents.clone(), Log::default(), &EmergencyStop::new()).expect("simulated");
    let shown = Arc::new(AtomicUsize::new(0));
    let mut film = Film {
        folder: folder.to_owned(),
        pictures: truth.pictures.clone(),
        shown: shown.clone(),
        next: 0,
        left: 0,
        image: None,
        at: Duration::ZERO,
    };
    let size = film.next_frame().map_err(|error| error.to_string())?.image.dimensions();
    let fixed = |plane| FixedBoard(View::new(plane, None, size).expect("an invertible homography"));
    let finder: Box<dyn BoardFinder> = match truth.plane {
        Some(plane) if truth.pitch.is_none() => Box::new(fixed(plane)),
        _ => {
            assert!(boardwright_opencv::install());
            Box::new(MarkedBoard::for_layout(game.rules(), &layout, None))
        }
    };
    let classes = PieceClasses::for_game(&game);
    let opened = Perception::open(Box::new(film), finder, &layout, classes, STILL_TIME, None);
    let mut perception = opened.map_err(|error| error.to_string())?;
    perception.learn(&contents).map_err(|error| error.to_string())?;
    let names: Vec<String> = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
    let (pictures, watched) = (truth.pictures.clone(), Arc::clone(&shown));
    let mut messages = Messages { texts: Vec::new(), with_hand: Vec::new(), pictures, shown: watched };
    let mut read = Vec::new();
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
        let is_wrong = read != truth.line[..read.len().min(truth.line.len())];
        if is_wrong || picture.has_hand() {
            let mistake = Some(format!("{read:?} in {picture:?}"));
            let (messages, messages_with_hand) = (messages.texts, messages.with_hand);
            return Ok(FilmReading { read, mistake, messages, messages_with_hand });
        }
        rig.executor.record_manual_move(&game, &state, &turn.state).expect("there is room");
        state = now;
    };
    assert_eq!(ended, WatchError::Perception(PerceptionError::Camera(CameraError::EndOfStream)));
    let (messages, messages_with_hand) = (messages.texts, messages.with_hand);
    Ok(FilmReading { read, mistake: None, messages, messages_with_hand })
}
