//! Records a simulated game between a person and an arm, seen by the simulated camera, as an animated GIF: `film
//! FILE.gif`.

#[allow(dead_code, reason = "tests look at more of it")]
#[path = "../tests/simulation/game_loop/setting.rs"]
mod setting;

use std::fs::File;
use std::io::BufWriter;
use std::process::ExitCode;

use image::codecs::gif::{GifEncoder, Repeat};
use image::imageops::{FilterType, resize};
use image::{Delay, DynamicImage, Frame};
use setting::Setting;

/// One of this many frames is shown, for this many milliseconds.
const EVERY: usize = 3;
const SHOWN: u32 = 200;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("which file shall the film be in? `film FILE.gif`");
        return ExitCode::from(2);
    };
    let mut setting = Setting::new("tic-tac-toe", 11);
    setting.play(100);
    let pictures = setting.film.images();
    let write = || -> image::ImageResult<()> {
        let mut encoder = GifEncoder::new_with_speed(BufWriter::new(File::create(&path)?), 10);
        encoder.set_repeat(Repeat::Infinite)?;
        for picture in pictures.iter().step_by(EVERY) {
            let small = resize(picture, picture.width() / 2, picture.height() / 2, FilterType::Triangle);
            let frame = DynamicImage::ImageRgb8(small).into_rgba8();
            encoder.encode_frame(Frame::from_parts(frame, 0, 0, Delay::from_numer_denom_ms(SHOWN, 1)))?;
        }
        Ok(())
    };
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}
