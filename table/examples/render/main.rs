//! Films of whole games for the tests of the camera, rendered by POV-Ray: pictures and their truth in a folder for each game.
//! POV-Ray shares nothing with the renderer of the simulated camera.
//!
//! `cargo xtask render FOLDER LEVEL FIRST LAST [WIDTH [GAME]]` renders the films with these seeds, of a game that the seed chooses or
//! of GAME; films that exist are left alone.

mod scene;

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::NoPictures;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_interpreter::state::State;
use boardwright_lang::{LoadRequest, load_with};
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::preset;
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::perception::PieceClasses;
use boardwright_table::{
    ArmConnection, BoardContents, Layout, PieceSizes, PrintTheme, PrintedBoard, Rig, Table, board_appearances,
};
use boardwright_vision::find::markers::MarkerSize;
use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage, imageops};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use scene::{Camera, Ground, Hand, PAINTS, Piece, SHAPES, Setting, linear, random_hand};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// Games that seeds choose: boards of squares, of points and of hexagons.
const GAMES: [&str; 9] =
    ["draughts", "mill", "alquerque", "tic-tac-toe", "connect-four", "reversi", "breakthrough", "hex", "chess"];

/// Resolution of the printed sheet, in pixels per mm.
const PRINT_RESOLUTION: f32 = 5.0;

/// Number of frames that a picture of a position stands for: 1.2 s.
const FRAMES: usize = 12;

/// Seeds from this on are not for tuning: they have materials of their own.
const EVALUATION: u64 = 1000;

/// Conditions of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Office,
    Hard,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [folder, level, first, last, rest @ ..] = words.as_slice() else { return usage() };
    let (width, game) = match rest {
        [] => ("1280", None),
        [width] => (*width, None),
        [width, game] => (*width, Some(*game)),
        _ => return usage(),
    };
    let level = match *level {
        "office" => Level::Office,
        "hard" => Level::Hard,
        _ => return usage(),
    };
    let (Ok(first), Ok(last), Ok(width)) = (first.parse::<u64>(), last.parse::<u64>(), width.parse::<u32>()) else {
        return usage();
    };
    for seed in first..=last {
        let game = game.unwrap_or(GAMES[seed as usize % GAMES.len()]);
        if let Err(error) = render_film(Path::new(folder), game, level, seed, width) {
            eprintln!("seed {seed}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!(
        "render needs a folder, office or hard, the first and the last seed, and optionally a width in pixels and a game"
    );
    ExitCode::from(2)
}

/// A game of a film, with its table.
struct FilmedGame {
    game: CompiledGame,
    layout: Layout,
    classes: PieceClasses,
    rig: Rig,
}

impl FilmedGame {
    fn new(name: &str, random: &mut Pcg64Mcg) -> Result<Self, Failure> {
        let shipped = boardwright_games::shipped_game(name).ok_or("no such game")?;
        let loaded = load_with(&shipped.source(), &LoadRequest::default());
        let game = CompiledGame::new(loaded.rules.ok_or("the game has mistakes")?)?;
        let config = preset("al5d").ok_or("no such arm")?;
        let layout = match Layout::for_game(&game, &config) {
            Ok(planned) => {
                let pitch = planned.pitch.min(random.random_range(24..=32).into());
                Layout::for_game_at(&game, pitch, &config).unwrap_or(planned)
            }
            Err(_) => Layout::for_people(&game, 24.0)?,
        };
        let start = game.initial_state();
        let contents = BoardContents::set_up(&game, &start, &start, layout.slots())?;
        let which = ArmConnection::Simulated { baud: Baud::FAST, real_time: false };
        let table = Table::from_plan(&config, layout.clone());
        let rig = Rig::new(&which, table, contents, Log::default(), &EmergencyStop::new())?;
        let classes = PieceClasses::for_game(&game);
        Ok(Self { game, layout, classes, rig })
    }

    /// A random turn: its moves as texts, and the position after it. A turn that the camera cannot see is not chosen.
    fn random_turn(&self, state: &State, random: &mut Pcg64Mcg) -> Result<Option<(Vec<String>, State)>, Failure> {
        const ATTEMPTS: usize = 20;
        for _ in 0..ATTEMPTS {
            let (mut now, mut texts, mut moves) = (state.clone(), Vec::new(), Vec::new());
            let Turn::Player(mover) = self.game.legal_moves(&now, &mut moves)? else { return Ok(None) };
            loop {
                let mv = moves[random.random_range(0..moves.len())];
                texts.push(self.game.move_text(&now, mv));
                self.game.apply(&mut now, mv)?;
                if self.game.legal_moves(&now, &mut moves)? != Turn::Player(mover) || self.game.players() == 1 {
                    break;
                }
            }
            if board_appearances(&self.game, &now) != board_appearances(&self.game, state) {
                return Ok(Some((texts, now)));
            }
        }
        Ok(None)
    }
}

/// Renders one film, unless it exists.
fn render_film(folder: &Path, name: &str, level: Level, seed: u64, width: u32) -> Result<(), Failure> {
    let called = if level == Level::Office { "office" } else { "hard" };
    let folder = folder.join(format!("{called}-{seed:04}-{name}"));
    if folder.join("truth.json").exists() {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    let mut random = Pcg64Mcg::seed_from_u64(0x5ce7e + 2 * seed + u64::from(level == Level::Hard));
    let mut film = FilmedGame::new(name, &mut random)?;
    let (setting, look) = random_setting(&film, level, seed, (width, width * 9 / 16), &folder, &mut random)?;
    let mut shooting = Shooting { folder: folder.clone(), setting, level, random, pictures: Vec::new() };
    let mut pieces = look.pieces(&film, &mut shooting.random);
    shooting.shoot("start", 14, &pieces, None)?;
    let (mut state, mut line) = (film.game.initial_state(), Vec::new());
    let turns = shooting.random.random_range(8..=12);
    for _ in 0..turns {
        let Some((texts, next)) = film.random_turn(&state, &mut shooting.random)? else { break };
        let last = texts.last().cloned().unwrap_or_default();
        let before = pieces.clone();
        film.rig.executor.record_manual_move(&film.game, &state, &next)?;
        look.update(&mut pieces, &film, &mut shooting.random);
        // A hand before or after the move, for a moment or for a second.
        let hand_frames = [0, 4, 11][shooting.random.random_range(0..3)];
        if hand_frames > 0 {
            let places = film.layout.board_places;
            let spot = film.layout.spots[shooting.random.random_range(0..places)];
            let hand = random_hand([spot.u, spot.v], &mut shooting.random);
            let (when, shown) = if shooting.random.random() { ("before", &before) } else { ("after", &pieces) };
            shooting.shoot(&format!("hand {when} {last}"), hand_frames, shown, Some(hand))?;
        }
        shooting.shoot(&last, FRAMES, &pieces, None)?;
        line.extend(texts);
        state = next;
    }
    let truth = json!({
        "game": name, "level": called, "seed": seed, "pitch": film.layout.pitch, "width": film.layout.sizes.width,
        "height": film.layout.sizes.height, "plane": shooting.setting.camera.plane(), "colours": look.named(),
        "shape": format!("{:?}", shooting.setting.shape), "line": line, "pictures": shooting.pictures,
    });
    fs::write(folder.join("truth.json"), serde_json::to_string_pretty(&truth)? + "\n")?;
    fs::remove_file(folder.join(SHEET))?;
    println!("{}", folder.display());
    Ok(())
}

/// The file with the printed sheet while a film is rendered.
const SHEET: &str = "sheet.png";

/// The look of the pieces of a film.
struct Look {
    /// The colour of each class, as an index into [`PAINTS`].
    paints: Vec<usize>,
    is_wooden: bool,
    /// Standard deviation of the tints of pieces.
    tint: f64,
    sizes: PieceSizes,
}

/// A piece on a place, with its class.
#[derive(Clone, Copy, Debug)]
struct PlacedPiece {
    place: usize,
    class: usize,
    piece: Piece,
}

impl Look {
    fn named(&self) -> Vec<&'static str> {
        self.paints.iter().map(|paint| PAINTS[*paint].0).collect()
    }

    fn piece(&self, film: &FilmedGame, place: usize, class: usize, random: &mut Pcg64Mcg) -> PlacedPiece {
        let spot = film.layout.spots[place];
        let off = 0.06 * self.sizes.width;
        let at = [spot.u + random.random_range(-off..off), spot.v + random.random_range(-off..off)];
        let (_, levels) = PAINTS[self.paints[class]];
        let common = 1.0 + random.random_range(-self.tint..=self.tint);
        let colour = linear(levels).map(|light| light * common * (1.0 + random.random_range(-0.5..=0.5) * self.tint));
        let piece = Piece { at, colour, turn: random.random_range(0.0..360.0), is_wooden: self.is_wooden };
        PlacedPiece { place, class, piece }
    }

    /// The pieces on the table at the start.
    fn pieces(&self, film: &FilmedGame, random: &mut Pcg64Mcg) -> Vec<PlacedPiece> {
        let mut pieces = Vec::new();
        self.update(&mut pieces, film, random);
        pieces
    }

    /// Moves pieces to where they stand now: those that stay are untouched, and a piece that moves keeps its tint.
    fn update(&self, pieces: &mut Vec<PlacedPiece>, film: &FilmedGame, random: &mut Pcg64Mcg) {
        let class = |place: usize| -> Option<usize> {
            let appearance = film.rig.executor.contents().at(boardwright_robot::motion::PlaceId(place))?;
            film.classes.class(appearance).map(|class| class.0)
        };
        let (stay, mut lifted): (Vec<_>, Vec<_>) =
            pieces.drain(..).partition(|placed: &PlacedPiece| class(placed.place) == Some(placed.class));
        *pieces = stay;
        for place in 0..film.layout.spots.len() {
            let Some(class) = class(place) else { continue };
            if pieces.iter().any(|placed| placed.place == place) {
                continue;
            }
            let mut placed = self.piece(film, place, class, random);
            if let Some(at) = lifted.iter().position(|lifted| lifted.class == class) {
                placed.piece.colour = lifted.remove(at).piece.colour;
            }
            pieces.push(placed);
        }
    }
}

/// A random table, light, camera and set of pieces; prints the sheet into the folder.
fn random_setting(
    film: &FilmedGame,
    level: Level,
    seed: u64,
    size: (u32, u32),
    folder: &Path,
    random: &mut Pcg64Mcg,
) -> Result<(Setting, Look), Failure> {
    let is_evaluation = seed >= EVALUATION;
    let print = PrintedBoard::draw(film.game.rules(), &film.layout, &NoPictures)?;
    let theme = if random.random() { PrintTheme::Contrast } else { PrintTheme::Game };
    let markers = MarkerSize::default();
    let outer = print.extent.with_markers(markers);
    let sheet = folder.join(SHEET);
    print.with_theme(theme).render_sheet(PRINT_RESOLUTION).save(&sheet)?;
    let classes = film.classes.count();
    let paints = random_paints(classes, theme, random);
    // Stones and cloth appear in films that are not for tuning only.
    let shapes = if is_evaluation { &SHAPES[..] } else { &SHAPES[..2] };
    let shape = shapes[random.random_range(0..shapes.len())];
    let ground = match random.random_range(0..3) {
        0 if is_evaluation => Ground::Cloth([96, 110, 140]),
        1 if is_evaluation => Ground::Cloth([150, 120, 96]),
        0 => Ground::Cloth([120, 130, 90]),
        _ => Ground::Wood,
    };
    let hard = level == Level::Hard;
    let far = |of: fn(&boardwright_table::BoardPoint) -> f64| {
        film.layout.spots.iter().map(|spot| of(spot).abs()).fold(0.0, f64::max)
    };
    let width = 2.0 * far(|spot| spot.u).max(far(|spot| spot.v) * 16.0 / 9.0) + 90.0;
    let tilt = if hard { random.random_range(22.0..34.0) } else { random.random_range(0.0..18.0) };
    let slant = 1.0 + 0.5 * f64::sin(f64::to_radians(tilt));
    let pose = (tilt, random.random_range(-8.0..8.0), random.random_range(-6.0..6.0));
    let camera = camera_over(&film.layout, width * slant, pose, size);
    let warm: f64 = if hard { random.random_range(-0.25..0.25) } else { random.random_range(-0.08..0.08) };
    let strength = if hard { random.random_range(0.35..0.7) } else { random.random_range(0.75..0.95) };
    let lamp_colour = [strength * (1.0 + warm), strength, strength * (1.0 - warm)];
    let lamp =
        [random.random_range(-500.0..500.0), random.random_range(800.0..1300.0), random.random_range(-500.0..300.0)];
    let sizes = film.layout.sizes;
    let setting = Setting {
        sheet: sheet.display().to_string(),
        sheet_size: [outer.width, outer.height],
        ground,
        piece: [sizes.width, sizes.height],
        shape,
        gloss: random.random_range(0.0..1.0),
        lamp,
        lamp_colour,
        lamp_width: random.random_range(80.0..400.0),
        ambient: random.random_range(0.08..0.2) * strength,
        camera,
    };
    let look = Look { paints, is_wooden: random.random_range(0..3) == 0, tint: random.random_range(0.0..0.12), sizes };
    Ok((setting, look))
}

/// A camera over a table of a width in mm, or higher above it, so that it sees all places.
fn camera_over(layout: &Layout, width: f64, pose: (f64, f64, f64), size: (u32, u32)) -> Camera {
    let rim = 0.4 * layout.sizes.width;
    let is_inside = |camera: &Camera| {
        let plane = camera.plane();
        let spots = layout.spots.iter().flat_map(|spot| {
            [[-rim, -rim], [-rim, rim], [rim, -rim], [rim, rim]].map(|[right, up]| [spot.u + right, spot.v + up])
        });
        let mut pixels = spots.map(|spot| plane.map(spot));
        pixels.all(|[x, y]| (0.0..f64::from(size.0)).contains(&x) && (0.0..f64::from(size.1)).contains(&y))
    };
    let cameras = (0..20).map(|step| Camera::over(width * 1.05_f64.powi(step), pose, size));
    let first = Camera::over(width, pose, size);
    cameras.into_iter().find(is_inside).unwrap_or(first)
}

/// Random colours of the classes: different enough, and, on boards in the colours of their game, not like light paper.
fn random_paints(classes: usize, theme: PrintTheme, random: &mut Pcg64Mcg) -> Vec<usize> {
    const LIGHT: usize = 3;
    let mut paints: Vec<usize> = Vec::new();
    while paints.len() < classes {
        let paint = random.random_range(0..PAINTS.len());
        let is_similar = |other: &usize| {
            let both_light = paint < LIGHT && *other < LIGHT;
            let both_dark = [paint, *other].iter().all(|paint| ["walnut", "black"].contains(&PAINTS[*paint].0));
            paint == *other || both_light || both_dark
        };
        let is_pale = theme == PrintTheme::Game && paint < LIGHT && random.random_range(0..3) > 0;
        // Games with more classes than colours repeat them.
        if paints.len() >= PAINTS.len() - LIGHT || (!paints.iter().any(is_similar) && !is_pale) {
            paints.push(paint);
        }
    }
    paints
}

/// The pictures of a film so far.
struct Shooting {
    folder: PathBuf,
    setting: Setting,
    level: Level,
    random: Pcg64Mcg,
    pictures: Vec<Value>,
}

impl Shooting {
    /// Renders a picture and adds it to the film.
    fn shoot(&mut self, shows: &str, frames: usize, pieces: &[PlacedPiece], hand: Option<Hand>) -> Result<(), Failure> {
        let name = format!("{:03}.jpg", self.pictures.len());
        let pieces: Vec<Piece> = pieces.iter().map(|placed| placed.piece).collect();
        let (scene, rendered) = (self.folder.join("scene.pov"), self.folder.join("scene.png"));
        fs::write(&scene, self.setting.scene(&pieces, hand))?;
        let (width, height) = self.setting.camera.size;
        let povray = Command::new("povray")
            .args(["-D", "-GA", "+A0.25", "+R2", "+WT1"])
            .args([format!("+I{}", scene.display()), format!("+O{}", rendered.display())])
            .args([format!("+W{width}"), format!("+H{height}")])
            .output()
            .map_err(|error| format!("POV-Ray cannot be started ({error}): `apt-get install povray`"))?;
        if !povray.status.success() {
            return Err(String::from_utf8_lossy(&povray.stderr).into_owned().into());
        }
        let mut picture = image::open(&rendered)?.into_rgb8();
        let quality = if self.level == Level::Hard {
            picture = imageops::blur(&picture, 0.9 * width as f32 / 1280.0);
            add_noise(&mut picture, 5.0, &mut self.random);
            60
        } else {
            add_noise(&mut picture, 1.5, &mut self.random);
            85
        };
        let mut out = BufWriter::new(File::create(self.folder.join(&name))?);
        JpegEncoder::new_with_quality(&mut out, quality).encode_image(&picture)?;
        out.flush()?;
        fs::remove_file(scene)?;
        fs::remove_file(rendered)?;
        self.pictures.push(json!({ "picture": name, "shows": shows, "frames": frames }));
        Ok(())
    }
}

/// Adds noise of a standard deviation in levels: a sum of uniform numbers is nearly normal.
fn add_noise(picture: &mut RgbImage, deviation: f64, random: &mut Pcg64Mcg) {
    for Rgb(levels) in picture.pixels_mut() {
        for level in levels {
            let noise: f64 = (0..3).map(|_| random.random_range(-1.0..1.0)).sum::<f64>();
            *level = (f64::from(*level) + deviation * noise).round().clamp(0.0, 255.0) as u8;
        }
    }
}
