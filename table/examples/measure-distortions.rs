//! Measures the accuracy of board reading under single image distortions of growing strength. Prints a table in
//! Markdown and writes a contact sheet of images: `measure-distortions FILE.jpg`.

#[allow(dead_code, reason = "other measurements use more of it")]
#[path = "../tests/simulation/camera/trial.rs"]
mod trial;

use std::fs::File;
use std::io::BufWriter;
use std::process::ExitCode;

use boardwright_games::ROBOT_GAMES;
use boardwright_table::Layout;
use boardwright_table::simulation::{CameraScene, ViewingConditions};
use boardwright_vision::render::{CameraPose, ShadowBand};
use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, crop_imm, replace, resize};
use trial::{Counts, Trial};

/// A distortion at four strengths.
struct Distortion {
    name: &'static str,
    strengths: [f64; 4],
    /// Format of a strength; `{}` is replaced by the number.
    written: &'static str,
    apply: fn(&mut ViewingConditions, &Layout, f64),
}

const SIZE: (u32, u32) = (1280, 720);

/// Number of boards of each game.
const BOARDS: usize = 6;

/// The game and the tile size of the contact sheet.
const SHOWN: &str = "draughts";
const TILE: (u32, u32) = (320, 180);

const DISTORTIONS: [Distortion; 11] = [
    Distortion {
        name: "camera aslant",
        strengths: [20.0, 35.0, 45.0, 55.0],
        written: "{} degrees",
        apply: |conditions, layout, tilt| conditions.pose = CameraScene::pose_over(layout, SIZE, tilt),
    },
    Distortion {
        name: "lens",
        strengths: [-0.1, -0.2, -0.3, -0.4],
        written: "k1 {}",
        apply: |conditions, _, k1| conditions.pose.lens.k1 = k1,
    },
    Distortion {
        name: "light left",
        strengths: [0.3, 0.1, 0.05, 0.025],
        written: "{}",
        apply: |conditions, _, left| conditions.light.tone = conditions.light.tone.map(|tone| tone * left as f32),
    },
    Distortion {
        name: "red light to blue",
        strengths: [1.5, 2.0, 3.0, 5.0],
        written: "{} to 1",
        apply: |conditions, _, times| {
            let root = times.sqrt() as f32;
            let [red, green, blue] = conditions.light.tone;
            conditions.light.tone = [red * root, green, blue / root].map(|tone| tone / root);
        },
    },
    Distortion {
        name: "light from a side",
        strengths: [0.15, 0.3, 0.45, 0.6],
        written: "{} over 10 cm",
        apply: |conditions, _, gradient| conditions.light.gradient = gradient,
    },
    Distortion {
        name: "light left in a band of shadow",
        strengths: [0.6, 0.4, 0.2, 0.1],
        written: "{}",
        apply: |conditions, _, left| {
            conditions.light.band = Some(ShadowBand { across: 60.0, middle: 20.0, width: 70.0, remaining: left });
        },
    },
    Distortion {
        name: "too much light",
        strengths: [1.2, 1.6, 2.2, 3.0],
        written: "{} times",
        apply: |conditions, _, times| conditions.sensor.exposure *= times as f32,
    },
    Distortion {
        name: "blur",
        strengths: [1.5, 3.0, 5.0, 8.0],
        written: "{} pixels",
        apply: |conditions, _, blur| conditions.sensor.blur = blur as f32,
    },
    Distortion {
        name: "noise",
        strengths: [0.03, 0.06, 0.12, 0.2],
        written: "{} of white",
        apply: |conditions, _, noise| conditions.sensor.noise = noise as f32,
    },
    Distortion {
        name: "JPEG",
        strengths: [50.0, 25.0, 12.0, 6.0],
        written: "quality {}",
        apply: |conditions, _, quality| conditions.sensor.jpeg = Some(quality as u8),
    },
    Distortion {
        name: "pixels",
        strengths: [960.0, 640.0, 480.0, 320.0],
        written: "{} across",
        apply: |conditions, _, across| {
            let (width, height) = (across as u32, (across * 0.5625) as u32);
            let CameraPose { target: towards, tilt, distance, .. } = conditions.pose;
            conditions.pose = CameraPose { target: towards, tilt, distance, ..CameraPose::above(width, height, 1.0) };
        },
    },
];

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("which file shall the pictures be in? `measure-distortions FILE.jpg`");
        return ExitCode::from(2);
    };
    let mut sheet = RgbImage::new(TILE.0 * 4, TILE.1 * DISTORTIONS.len() as u32);
    println!("| | weak | | | strong |\n|---|---|---|---|---|");
    for (row, distortion) in DISTORTIONS.iter().enumerate() {
        let mut cells = Vec::new();
        for (column, strength) in distortion.strengths.into_iter().enumerate() {
            let written = distortion.written.replace("{}", &strength.to_string());
            cells.push(format!("{written}: {}", measured(distortion, strength)));
            let tile = resize(&rendered(distortion, strength), TILE.0, TILE.1, FilterType::Triangle);
            replace(&mut sheet, &tile, i64::from(TILE.0) * column as i64, i64::from(TILE.1) * row as i64);
        }
        println!("| {} | {} |", distortion.name, cells.join(" | "));
    }
    let written = File::create(&path)
        .map_err(image::ImageError::from)
        .and_then(|file| JpegEncoder::new_with_quality(BufWriter::new(file), 80).encode_image(&sheet));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A game under even light with one distortion.
fn trial(distortion: &Distortion, strength: f64, name: trial::Name, seed: u64) -> Trial {
    Trial::with_conditions(name, seed, |layout, _| {
        let mut conditions = ViewingConditions::ideal(layout, SIZE);
        (distortion.apply)(&mut conditions, layout, strength);
        conditions
    })
}

/// Percentages of places read correctly and of moves recognised, over all table games.
fn measured(distortion: &Distortion, strength: f64) -> String {
    let (mut counts, mut refused) = (Counts::default(), 0);
    for (number, name) in ROBOT_GAMES.into_iter().enumerate() {
        let mut trial = trial(distortion, strength, name, 500_000 + number as u64);
        refused += usize::from(trial.session(BOARDS, 0, &mut counts).is_err());
    }
    let share = |part: usize, all: usize| format!("{:.1}", 100.0 * part as f64 / all.max(1) as f64);
    let wrong = if counts.wrong_moves > 0 { format!(", {} wrong", counts.wrong_moves) } else { String::new() };
    let refused = if refused > 0 { format!(", {refused} games refused") } else { String::new() };
    if counts.all_boards == 0 {
        return "refused".to_owned();
    }
    format!("{} / {}{wrong}{refused}", share(counts.places, counts.all_places), share(counts.moves, counts.all_boards))
}

/// An image of the board and a margin around it.
fn rendered(distortion: &Distortion, strength: f64) -> RgbImage {
    let mut trial = trial(distortion, strength, (SHOWN, &[]), 1);
    let (_, state) = trial.random_position(20);
    let contents = trial.contents(&state);
    let picture = trial.picture(&contents);
    let spots = &trial.layout.spots[..trial.layout.board_places];
    let pixels: Vec<[f64; 2]> = spots.iter().map(|spot| trial.scene.view().pixel([spot.u, spot.v], 0.0)).collect();
    let ends = |axis: usize| {
        let all = pixels.iter().map(|pixel| pixel[axis]);
        all.fold((f64::INFINITY, 0.0_f64), |(least, most), at| (least.min(at), most.max(at)))
    };
    let ((left, right), (top, bottom)) = (ends(0), ends(1));
    let height = (1.3 * (bottom - top)).max(0.75 * (right - left)).min(f64::from(picture.height()));
    let width = (height * f64::from(TILE.0) / f64::from(TILE.1)).min(f64::from(picture.width()));
    let from = |middle: f64, size: f64, whole: u32| (middle - size / 2.0).clamp(0.0, f64::from(whole) - size) as u32;
    let x = from(f64::midpoint(left, right), width, picture.width());
    let y = from(f64::midpoint(top, bottom), height, picture.height());
    crop_imm(&picture, x, y, width as u32, height as u32).to_image()
}
