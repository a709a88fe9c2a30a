//! Export of positions and games to files: vector drawings (SVG), pictures (PNG), animations (GIF) and records.
//! `boardwright-draw` makes the drawings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boardwright_draw::{Contents, scene, svg};
use boardwright_game::any::AnyState;
use boardwright_library::files;
use boardwright_library::nearby_files::NearbyFiles;
use eframe::egui::Context;
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::session::OpenedGame;
use crate::task::{Reporter, Task};

/// File extensions that can be written.
pub const EXTENSIONS: [&str; 4] = ["png", "svg", "gif", "jsonl"];
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
    /// The positions of the line up to the visible one, which is the last.
    pub states: Vec<AnyState>,
    /// The record of the line.
    pub record: String,
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
    let last = export.states.last().ok_or_else(|| "there is no position".to_owned())?;
    match ending.as_str() {
        "svg" => Ok(draw_svg(&export.opened, last)?.into_bytes()),
        "png" => {
            rasterize(&draw_svg(&export.opened, last)?, PICTURE_SIDE)?.encode_png().map_err(|error| error.to_string())
        }
        "gif" => encode_gif(export, stopped),
        "jsonl" => Ok(export.record.clone().into_bytes()),
        _ => Err(format!("{}: the ending must be svg, png, gif or jsonl", path.display())),
    }
}

/// Returns a position as SVG.
fn draw_svg(opened: &OpenedGame, state: &AnyState) -> Result<String, String> {
    let loaded = &opened.loaded;
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
    for state in &export.states {
        if stopped() {
            return Err("it was stopped".to_owned());
        }
        let pixels = rasterize(&draw_svg(&export.opened, state)?, ANIMATION_SIDE)?;
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
        let opened = Arc::new(open_game("puzzle15").expect("it ships"));
        let game = opened.loaded.game();
        let mut states = vec![game.initial_state()];
        for _ in 0..2 {
            let mut next = states[states.len() - 1].clone();
            let (_, moves) = game.legal_moves(&next).expect("no fault");
            game.apply(&mut next, &moves[0]).expect("no fault");
            states.push(next);
        }
        Export { opened, states, record: "{}\n".to_owned() }
    }

    #[test]
    fn each_ending_gives_its_kind_of_file() {
        let of = |name: &str| encode(&export(), Path::new(name), || false);
        let starts = |name: &str, with: &[u8]| assert!(of(name).expect(name).starts_with(with), "{name}");
        starts("a.svg", b"<svg");
        starts("a.PNG", b"\x89PNG");
        starts("a.gif", b"GIF89a");
        starts("a.jsonl", b"{}");
        assert!(of("a.bmp").expect_err("no such kind").contains("must be svg, png, gif or jsonl"));
    }

    #[test]
    fn a_picture_is_painted_with_its_numbers() {
        let export = export();
        let with =
            rasterize(&draw_svg(&export.opened, &export.states[0]).expect("a board"), 200.0).expect("it is painted");
        let colours: std::collections::HashSet<[u8; 4]> =
            with.data().chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect();
        assert!(colours.len() > 20, "letters have soft edges: {} colours", colours.len());
    }
}
