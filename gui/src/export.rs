//! Export of positions and games to files: vector drawings (SVG), pictures (PNG), animations (GIF), records, and games in the standard
//! notations (PGN, PDN, SGF). `boardwright-draw` makes the drawings, `boardwright-games` the notations.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boardwright_draw::{BoardPicture, Contents, NoPictures, Scoreboard, board_scene, joined_extent, scene, svg};
use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::record::{MoveTimes, Record};
use boardwright_games::notation::{self, Notation};
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_library::{LoadedGame, files, store};
use eframe::egui::Context;
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::session::OpenedGame;
use crate::task::{Reporter, Task};

/// File extensions that can be written for every game.
const EXTENSIONS: [&str; 4] = ["png", "svg", "gif", "jsonl"];
/// Longer side of a picture, in pixels.
const PICTURE_SIDE: f32 = 1_200.0;
/// Longer side of an animation, in pixels.
const ANIMATION_SIDE: f32 = 480.0;
/// Duration of each frame of an animation.
const FRAME_DURATION: Duration = Duration::from_millis(700);

/// Contents of an export.
#[derive(Clone, Debug)]
pub struct Export {
    /// The game.
    pub opened: Arc<OpenedGame>,
    /// The visible position.
    pub shown: AnyState,
    /// The positions of the whole line.
    pub states: Vec<AnyState>,
    /// The record of the line, and the time of each move if it is known.
    pub record: (Record, Option<MoveTimes>),
}

/// Notation of a game, if it has one.
fn notation_of(loaded: &LoadedGame) -> Option<Notation> {
    Notation::of_game(&loaded.spec()?.rules().name)
}

/// File extensions that can be written for a game.
pub fn extensions(loaded: &LoadedGame) -> Vec<&'static str> {
    EXTENSIONS.into_iter().chain(notation_of(loaded).map(Notation::name)).collect()
}

/// Writes a file in the format of its extension; the task returns its path.
pub fn save(window: &Context, export: Export, path: PathBuf) -> Task<Result<PathBuf, String>> {
    Task::start(window, "export", move |reporter: &Reporter<_>| {
        let bytes = encode(&export, &path, || reporter.is_stopped());
        let written = bytes.and_then(|bytes| {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            }
            files::write(&path, &bytes).map_err(|error| error.to_string())
        });
        reporter.report(written.map(|()| path));
    })
}

/// Returns the contents of the file.
fn encode(export: &Export, path: &Path, stopped: impl Fn() -> bool) -> Result<Vec<u8>, String> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    match ending.as_str() {
        "svg" => Ok(draw_svg(&export.opened, &export.shown, [0; 4])?.into_bytes()),
        "png" => rasterize(&draw_svg(&export.opened, &export.shown, [0; 4])?, PICTURE_SIDE)?
            .encode_png()
            .map_err(|error| error.to_string()),
        "gif" => encode_gif(export, stopped),
        "jsonl" => Ok(store::record_text(&export.record.0, export.record.1.as_ref()).into_bytes()),
        other => {
            let loaded = &export.opened.loaded;
            let known = notation_of(loaded).filter(|notation| notation.name() == other);
            if let Some((game, _)) = loaded.spec().zip(known) {
                return Ok(notation::write(game, &export.record.0)?.into_bytes());
            }
            let known = extensions(loaded).join(", ");
            Err(format!("{}: games of {} are written with one of the endings {known}", path.display(), loaded.title))
        }
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

/// Rasterises an SVG drawing; `side` is the length of the longer side in pixels.
fn rasterize(svg: &str, side: f32) -> Result<Pixmap, String> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let scale = side / size.width().max(size.height());
    let (width, height) = ((size.width() * scale).round() as u32, (size.height() * scale).round() as u32);
    let mut pixels = Pixmap::new(width.max(1), height.max(1)).ok_or_else(|| "the picture is too large".to_owned())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Encodes a line of positions as a GIF that repeats forever.
fn encode_gif(export: &Export, stopped: impl Fn() -> bool) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, 10);
    encoder.set_repeat(Repeat::Infinite).map_err(|error| error.to_string())?;
    let boards = export.states.iter().filter_map(|state| export.opened.loaded.game().tile_board(state));
    // All frames of an animation have one size.
    let extent = boards.map(|board| board.extent()).fold([0; 4], joined_extent);
    for state in &export.states {
        if stopped() {
            return Err("it was stopped".to_owned());
        }
        let pixels = rasterize(&draw_svg(&export.opened, state, extent)?, ANIMATION_SIDE)?;
        let (width, height) = (pixels.width(), pixels.height());
        let image = RgbaImage::from_raw(width, height, pixels.take()).ok_or_else(|| "no pixels".to_owned())?;
        let frame = Frame::from_parts(image, 0, 0, Delay::from_saturating_duration(FRAME_DURATION));
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
        let record = session.visible_record().expect("people can be seated");
        Export { opened: opened.clone(), shown: states[2].clone(), states, record }
    }

    #[test]
    fn each_ending_gives_its_kind_of_file() {
        let of = |name: &str| encode(&export(), Path::new(name), || false);
        let starts = |name: &str, with: &[u8]| assert!(of(name).expect(name).starts_with(with), "{name}");
        starts("a.svg", b"<svg");
        starts("a.PNG", b"\x89PNG");
        starts("a.gif", b"GIF89a");
        starts("a.jsonl", b"{");
        assert!(of("a.bmp").expect_err("no such kind").contains("endings png, svg, gif, jsonl"));
        assert!(of("a.pgn").expect_err("it has no notation").contains("endings png, svg, gif, jsonl"));
    }

    #[test]
    fn frames_of_a_growing_board_have_one_size() {
        let bytes = encode(&export_of("carcassonne"), Path::new("a.gif"), || false).expect("its board is drawn");
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
            let text = encode(&export_of(game), Path::new(name), || false).expect(name);
            assert!(text.starts_with(begins), "{}", String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn a_picture_is_painted_with_its_numbers() {
        let export = export();
        let with = rasterize(&draw_svg(&export.opened, &export.states[0], [0; 4]).expect("a board"), 200.0)
            .expect("it is painted");
        let colours: std::collections::HashSet<[u8; 4]> =
            with.data().chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect();
        assert!(colours.len() > 20, "letters have soft edges: {} colours", colours.len());
    }
}
