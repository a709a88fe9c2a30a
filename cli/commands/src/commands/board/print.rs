//! `boardwright board print`: a printable page with a game's board and markers around it. `boardwright-draw` draws the board.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use boardwright_library::nearby_files::NearbyFiles;
use boardwright_table::{BoardPoint, Layout, PrintTheme, PrintedBoard};
use boardwright_vision::find::markers::{BoardExtent, MarkerSize};
use clap::ValueEnum;
use serde_json::json;

use crate::answer::Answer;
use crate::board_geometry::{BoardGeometry, BoardSizeArgs, board_geometry};
use crate::failure::{Failure, say};
use crate::load_game::load;
use crate::output::Output;
use crate::page::{self, PRINTER_MARGIN, Paper};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    size: BoardSizeArgs,
    /// Paper size: a4, a3, or width and height in mm, such as 594x841. Default: A4 if the board fits, otherwise A3.
    #[arg(long, value_name = "PAPER")]
    paper: Option<Paper>,
    /// Colours of the board: those of the game, or shades of green, which contrast with the usual pieces.
    #[arg(long, value_enum, default_value_t = Theme::Contrast, hide_possible_values = true, value_name = "contrast|game")]
    theme: Theme,
    /// Write the page to this file, as PDF or SVG. Default: NAME.pdf.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Colours of a printed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Theme {
    /// Shades of green.
    Contrast,
    /// As in the game.
    Game,
}

impl From<Theme> for PrintTheme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Contrast => Self::Contrast,
            Theme::Game => Self::Game,
        }
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.pdf", loaded.name)));
    page::file_extension(&path)?;
    let board = board_geometry(&loaded, &args.size, args.paper.unwrap_or(Paper::A3))?;
    let pitch = board.layout.pitch;
    if (pitch - pitch.round()).abs() > 1e-6 {
        return Err(Failure::Usage(format!(
            "the markers of a printed board tell its pitch in whole millimetres, so a board of {pitch} mm would pass for \
             another one: --pitch {} or --pitch {}",
            pitch.floor(),
            pitch.ceil()
        )));
    }
    let outer = board.extent.with_markers(MarkerSize::default());
    let papers = args.paper.map_or(vec![Paper::A4, Paper::A3], |paper| vec![paper]);
    let Some(paper) = papers.iter().find_map(|paper| paper.oriented_for(outer.width, outer.height)) else {
        return Err(too_large(&board, papers.last().copied().unwrap_or(Paper::A3)));
    };
    let drawn = PrintedBoard::draw(board.rules, &board.layout, &NearbyFiles::of_game(&loaded));
    let drawn = drawn.map_err(|error| Failure::Input(error.to_string()))?;
    let mut shapes = drawn.with_theme(args.theme.into()).shapes;
    shapes.extend(board.markers.iter().map(page::marker));
    let (slots, slots_outside) = slot_outlines(&board.layout, paper);
    shapes += &slots;
    let edge = board.extent.height / 2.0;
    if board.extent.width >= 60.0 {
        let [a, b, c, d] = board.markers.map(|marker| marker.id);
        let sheet = format!("{}, {} mm, markers {a}, {b}, {c}, {d}", loaded.name, board.layout.pitch);
        shapes += &page::caption([0.0, -edge - 3.0], &sheet);
    }
    // There is always room for a short line between the two lower markers.
    let length = if board.extent.width >= 60.0 { 50.0 } else { 10.0 };
    shapes += &page::ruler([0.0, edge + 3.0], length);
    page::write(&path, &page::page(paper, &loaded.name, &shapes))?;
    let BoardExtent { width, height } = board.extent;
    if out.is_json() {
        out.json(
            &json!({ "file": path, "paper": paper.to_string(), "pitch": pitch, "width": width, "height": height }),
        )?;
    } else {
        writeln!(out, "{}, {pitch} mm from place to place: {width:.0} x {height:.0} mm on {paper}", loaded.title)?;
        if slots_outside > 0 {
            let Paper { width, height } = paper_with_slots(&board);
            say(&format!(
                "{slots_outside} slots beside the board lie outside the page: --paper {width:.0}x{height:.0} has room for all\n"
            ));
        }
        say(&format!("the page is {}: print it at 100 %, and measure the line on it\n", path.display()));
    }
    Ok(Answer::Yes)
}

/// Outlines of the slots that lie on the page, with their numbers, and the number of slots outside it.
fn slot_outlines(layout: &Layout, paper: Paper) -> (String, usize) {
    let (mut shapes, mut outside) = (String::new(), 0);
    let radius = layout.sizes.width / 2.0;
    for (number, slot) in (1..).zip(&layout.spots[layout.board_places..]) {
        if slot.u.abs() + radius > paper.width / 2.0 || slot.v.abs() + radius > paper.height / 2.0 {
            outside += 1;
            continue;
        }
        let (x, y) = (slot.u, -slot.v);
        let _ = writeln!(
            shapes,
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"none\" stroke=\"#bbb\" stroke-width=\"0.3\"/>"
        );
        shapes += &page::caption([x, y + radius - 1.5], &format!("{number}"));
    }
    (shapes, outside)
}

/// The smallest paper on which the board and all slots fit.
fn paper_with_slots(BoardGeometry { layout, extent, .. }: &BoardGeometry) -> Paper {
    let outer = extent.with_markers(MarkerSize::default());
    let side = |board: f64, axis: fn(&BoardPoint) -> f64| {
        let farthest = layout.spots[layout.board_places..].iter().map(|slot| axis(slot).abs()).fold(0.0, f64::max);
        (board + 2.0 * PRINTER_MARGIN).max(2.0 * farthest + layout.sizes.width).ceil()
    };
    Paper { width: side(outer.width, |slot| slot.u), height: side(outer.height, |slot| slot.v) }
}

/// Error for a board that does not fit the paper, with the largest pitch that fits.
fn too_large(board: &BoardGeometry, paper: Paper) -> Failure {
    let BoardExtent { width, height } = board.extent;
    let outer = board.extent.with_markers(MarkerSize::default());
    let pitch = board.layout.pitch;
    let smaller = paper
        .largest_pitch(board.extent, pitch, pitch)
        .map_or(String::new(), |largest| format!("; --pitch {largest} fits"));
    Failure::Input(format!(
        "at {pitch} mm from place to place the board and its markers are {:.0} x {:.0} mm, too large for {paper}{smaller}, \
         and --paper WIDTHxHEIGHT takes a larger sheet; or lay the markers of `boardwright camera markers` around a board of \
         {width:.0} x {height:.0} mm",
        outer.width, outer.height
    ))
}
