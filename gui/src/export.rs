//! Export of positions and games, to files and to the clipboard: vector drawings (SVG), pictures (PNG), animations (GIF),
//! positions (FEN), records, and games in the standard notations (PGN, PDN, SGF). `boardwright-draw` makes the drawings,
//! `boardwright-games` the notations.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boardwright_draw::{BoardPicture, Contents, NoPictures, Scoreboard, board_scene, joined_extent, scene, svg};
use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::record::{MoveTimes, Record};
use boardwright_games::notation::{self, Notation};
use boardwright_library::game_index::GameIndex;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_library::{LoadedGame, files, store};
use eframe::egui::{ColorImage, Context};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use crate::raster::rasterize;
use crate::session::{GameSource, OpenedGame};
use crate::task::{Reporter, Task};

/// File extensions that can be written for every game.
const EXTENSIONS: [&str; 4] = ["png", "svg", "gif", "jsonl"];
/// File extension of a position.
const FEN: &str = "fen";
/// Longer side of a picture, in pixels.
const PICTURE_SIDE: f32 = 1_200.0;
/// Longer side of an animation, in pixels.
const ANIMATION_SIDE: f32 = 480.0;
/// Duration of each frame of an animation.
const FRAME_DURATION: Duration = Duration::from_millis(700);
/// Duration of the last frame of an animation.
const LAST_FRAME: Duration = Duration::from_millis(2_800);

/// Contents of an export.
#[derive(Clone, Debug)]
pub struct Export {
    /// The game.
    pub opened: Arc<OpenedGame>,
    /// The visible position.
    pub shown: AnyState,
    /// The visible position as FEN, if the game has one.
    pub fen: Option<String>,
    /// The positions of the whole line.
    pub states: Vec<AnyState>,
    /// The record of the game, and the time of each move if it is known.
    pub record: (Record, Option<MoveTimes>),
}

/// Target of an export.
#[derive(Clone, Debug)]
pub enum Target {
    /// A new file, in the format of its extension.
    File(PathBuf),
    /// The game of a file, whose other games stay byte for byte.
    Source(GameSource),
    /// The game in its notation as text for the clipboard.
    GameText,
    /// The visible position as a picture for the clipboard.
    Picture,
}

/// News of an export that runs in the background.
#[derive(Debug)]
pub enum ExportNews {
    /// Number of frames that are done, and number of all.
    Frames(usize, usize),
    /// The file was written.
    Saved(PathBuf),
    /// Text for the clipboard.
    Text(String),
    /// Picture for the clipboard.
    Picture(Arc<ColorImage>),
    /// Reason why nothing was exported.
    Failed(String),
}

/// Notation of a game, if it has one.
pub fn notation_of(loaded: &LoadedGame) -> Option<Notation> {
    Notation::of_game(&loaded.spec()?.rules().name)
}

/// File extensions that can be written for a game.
pub fn extensions(loaded: &LoadedGame) -> Vec<&'static str> {
    let fen = loaded.spec().filter(|game| notation::has_fen(&game.rules().name)).map(|_| FEN);
    EXTENSIONS.into_iter().chain(notation_of(loaded).map(Notation::name)).chain(fen).collect()
}

/// Exports in the background.
pub fn start(window: &Context, export: Export, target: Target) -> Task<ExportNews> {
    Task::start(window, "export", move |reporter: &Reporter<_>| {
        let done = match target {
            Target::File(path) => write_file(&export, &path, reporter).map(|()| ExportNews::Saved(path)),
            Target::Source(source) => write_back(&export, &source).map(|()| ExportNews::Saved(source.path)),
            Target::GameText => game_text(&export).map(ExportNews::Text),
            Target::Picture => picture(&export).map(|picture| ExportNews::Picture(Arc::new(picture))),
        };
        reporter.report(done.unwrap_or_else(ExportNews::Failed));
    })
}

/// Writes a file in the format of its extension.
fn write_file(export: &Export, path: &Path, reporter: &Reporter<ExportNews>) -> Result<(), String> {
    // A file of many games is not replaced by one game.
    let games = if path.is_file() { GameIndex::read(path).map_or(0, |index| index.entries.len()) } else { 0 };
    if games > 1 {
        return Err(format!(
            "{}: the file has {games} games, which would be lost; choose another file",
            path.display()
        ));
    }
    let bytes = encode(export, path, &mut |done, all| {
        reporter.report(ExportNews::Frames(done, all));
        !reporter.is_stopped()
    })?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    files::write(path, &bytes).map_err(|error| error.to_string())
}

/// Replaces the game of a file. The file is read anew, so that what another program has changed in its other games stays.
fn write_back(export: &Export, source: &GameSource) -> Result<(), String> {
    let (record, clock) = &export.record;
    let index = GameIndex::read(&source.path).map_err(|error| error.to_string())?;
    let text = index.text_of(&export.opened.loaded, record, clock.as_ref())?;
    let changed = index.with_record(source.number, record, &text)?;
    files::write(&source.path, changed.bytes()).map_err(|error| error.to_string())
}

/// The game in its notation, or as a record if it has none.
fn game_text(export: &Export) -> Result<String, String> {
    let (record, clock) = &export.record;
    let loaded = &export.opened.loaded;
    match loaded.spec().zip(notation_of(loaded)) {
        Some((game, _)) => notation::write(game, record),
        None => Ok(store::record_text(record, clock.as_ref())),
    }
}

/// The visible position as a picture.
fn picture(export: &Export) -> Result<ColorImage, String> {
    let pixels = rasterize(&draw_svg(&export.opened, &export.shown, [0; 4])?, PICTURE_SIDE, PICTURE_SIDE)?;
    let size = [pixels.width() as usize, pixels.height() as usize];
    Ok(ColorImage::from_rgba_premultiplied(size, pixels.data()))
}

/// Returns the contents of the file. `go_on` hears of the frames that are done, and returns `false` to stop.
fn encode(export: &Export, path: &Path, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Vec<u8>, String> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let loaded = &export.opened.loaded;
    match (ending.as_str(), &export.fen) {
        ("svg", _) => Ok(draw_svg(&export.opened, &export.shown, [0; 4])?.into_bytes()),
        ("png", _) => {
            let drawing = draw_svg(&export.opened, &export.shown, [0; 4])?;
            let pixels = rasterize(&drawing, PICTURE_SIDE, PICTURE_SIDE)?;
            pixels.encode_png().map_err(|error| error.to_string())
        }
        ("gif", _) => encode_gif(export, go_on),
        ("jsonl", _) => Ok(store::record_text(&export.record.0, export.record.1.as_ref()).into_bytes()),
        (FEN, Some(fen)) => Ok(format!("{fen}\n").into_bytes()),
        (other, _) => match notation_of(loaded).filter(|notation| notation.name() == other) {
            Some(_) => Ok(game_text(export)?.into_bytes()),
            None => {
                let known = extensions(loaded).join(", ");
                let (path, title) = (path.display(), &loaded.title);
                Err(format!("{path}: games of {title} are written with one of the endings {known}"))
            }
        },
    }
}

/// Returns a position as SVG. A board that grows is shown with at least this extent.
fn draw_svg(opened: &OpenedGame, state: &AnyState, extent: [i32; 4]) -> Result<String, String> {
    let loaded = &opened.loaded;
    if let Some(board) = loaded.game().tile_board(state) {
        let names = loaded.players().map(|player| loaded.player_label(player)).collect();
        let active = loaded.game().legal_moves(state).ok().and_then(|(turn, _)| Turn::player(turn));
        let picture = BoardPicture { scoreboard: Some(Scoreboard { names, active }), shows_home: false, extent };
        return Ok(svg(&board_scene(&board, &picture), &loaded.title, &NoPictures));
    }
    let (game, state) = loaded.as_spec(state).ok_or_else(|| format!("{} has no board", loaded.title))?;
    let near = NearbyFiles::of_game(loaded);
    Ok(svg(&scene(game.rules(), &Contents::of(game, state), &near), &loaded.title, &near))
}

/// Encodes a line of positions as a GIF that repeats forever.
fn encode_gif(export: &Export, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, 10);
    encoder.set_repeat(Repeat::Infinite).map_err(|error| error.to_string())?;
    let boards = export.states.iter().filter_map(|state| export.opened.loaded.game().tile_board(state));
    // All frames of an animation have one size.
    let extent = boards.map(|board| board.extent()).fold([0; 4], joined_extent);
    let count = export.states.len();
    for (done, state) in export.states.iter().enumerate() {
        if !go_on(done, count) {
            return Err("it was stopped".to_owned());
        }
        let pixels = rasterize(&draw_svg(&export.opened, state, extent)?, ANIMATION_SIDE, ANIMATION_SIDE)?;
        let (width, height) = (pixels.width(), pixels.height());
        let image = RgbaImage::from_raw(width, height, pixels.take()).ok_or_else(|| "no pixels".to_owned())?;
        let duration = if done + 1 == count { LAST_FRAME } else { FRAME_DURATION };
        let frame = Frame::from_parts(image, 0, 0, Delay::from_saturating_duration(duration));
        encoder.encode_frame(frame).map_err(|error| error.to_string())?;
    }
    drop(encoder);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::open_game;

    fn export() -> Export {
        export_of("puzzle15")
    }

    fn export_of(game: &str) -> Export {
        let opened = Arc::new(open_game(game).expect("it ships"));
        let people = vec![crate::session::SeatChoice::person(); opened.loaded.game().players()];
        let mut session = crate::session::Session::new(opened.clone(), people, 1, crate::session::Records::default());
        let game = opened.loaded.game();
        let mut states = vec![game.initial_state()];
        for _ in 0..2 {
            let mut next = states[states.len() - 1].clone();
            let (_, moves) = game.legal_moves(&next).expect("no fault");
            game.apply(&mut next, &moves[0]).expect("no fault");
            session.make(&moves[0]).expect("it is legal");
            states.push(next);
        }
        let record = session.game_record().expect("people can be seated");
        Export { opened: opened.clone(), shown: states[2].clone(), fen: session.fen(), states, record }
    }

    #[test]
    fn each_ending_gives_its_kind_of_file() {
        let of = |name: &str| encode(&export(), Path::new(name), &mut |_, _| true);
        let starts = |name: &str, with: &[u8]| assert!(of(name).expect(name).starts_with(with), "{name}");
        starts("a.svg", b"<svg");
        starts("a.PNG", b"\x89PNG");
        starts("a.gif", b"GIF89a");
        starts("a.jsonl", b"{");
        assert!(of("a.fen").expect_err("it has no FEN").contains("endings png, svg, gif, jsonl"));
        assert!(of("a.bmp").expect_err("no such kind").contains("endings png, svg, gif, jsonl"));
        assert!(of("a.pgn").expect_err("it has no notation").contains("endings png, svg, gif, jsonl"));
    }

    #[test]
    fn frames_of_a_growing_board_have_one_size() {
        let bytes =
            encode(&export_of("carcassonne"), Path::new("a.gif"), &mut |_, _| true).expect("its board is drawn");
        let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(bytes)).expect("an animation");
        let frames = image::AnimationDecoder::into_frames(decoder).collect_frames().expect("all frames");
        let sizes: std::collections::HashSet<(u32, u32)> =
            frames.iter().map(|frame| frame.buffer().dimensions()).collect();
        assert_eq!((frames.len(), sizes.len()), (3, 1));
    }

    #[test]
    fn games_are_written_in_their_notations() {
        for (game, name, begins) in [
            ("chess", "a.pgn", &b"[Event"[..]),
            ("draughts", "a.pdn", b"[Event"),
            ("gomoku", "a.sgf", b"("),
            ("hex", "a.SGF", b"("),
        ] {
            let text = encode(&export_of(game), Path::new(name), &mut |_, _| true).expect(name);
            assert!(text.starts_with(begins), "{}", String::from_utf8_lossy(&text));
        }
        let fen = encode(&export_of("chess"), Path::new("a.fen"), &mut |_, _| true).expect("it has a FEN");
        assert!(fen.ends_with(b" 2\n"), "the second move: {}", String::from_utf8_lossy(&fen));
    }

    #[test]
    fn a_picture_is_painted_with_its_numbers() {
        let export = export();
        let drawing = draw_svg(&export.opened, &export.states[0], [0; 4]).expect("a board");
        let with = rasterize(&drawing, 200.0, 200.0).expect("it is painted");
        let colours: std::collections::HashSet<[u8; 4]> =
            with.data().chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect();
        assert!(colours.len() > 20, "letters have soft edges: {} colours", colours.len());
    }
}
