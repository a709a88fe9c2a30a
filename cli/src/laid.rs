//! Boards as they lie on a table, for whoever prints or looks at them: how far apart their places are, and where markers lie around them.

use std::path::PathBuf;
use std::str::FromStr;

use boardwright_engine::rules::RuleSet;
use boardwright_shelf::load::Loaded;
use boardwright_table::eye::by_points;
use boardwright_table::{Frame, Layout, Sizes, TableFile, place};
use boardwright_vision::find::markers::{Extent, MarkerSize, Placed, around};
use boardwright_vision::find::{FindError, Found};
use boardwright_vision::geometry::Lens;

use crate::arm::{Asked, board_game};
use crate::failure::Failure;

/// How large the board is.
#[derive(Debug, clap::Args)]
pub struct Size {
    /// How far apart the nearest places are, in mm; without this as in the table file, or as it would be planned for an arm.
    #[arg(long, value_name = "MM")]
    pitch: Option<f64>,
    /// The table file; without this NAME.table.toml if there is one here.
    #[arg(long, value_name = "FILE", conflicts_with = "pitch")]
    table: Option<PathBuf>,
}

/// A board with its markers.
pub struct Laid<'a> {
    pub rules: &'a RuleSet,
    pub layout: Layout,
    pub extent: Extent,
    pub markers: [Placed; 4],
}

/// The board of a game, at the size that is asked for.
pub fn laid<'a>(loaded: &'a Loaded, size: &Size) -> Result<Laid<'a>, Failure> {
    let rules = board_game(loaded)?.rules();
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let layout = match size.pitch {
        Some(pitch) if (2.0..=500.0).contains(&pitch) => {
            // Nobody grips these pieces: their size makes no difference.
            let sizes = Sizes { width: pitch, height: pitch, grip: 0.0 };
            Layout::at_pitch(rules, pitch, Frame::default(), sizes).map_err(|error| wrong(&error))?
        }
        Some(pitch) => return Err(Failure::Usage(format!("places are 2 to 500 mm apart, not {pitch}"))),
        None => {
            let asked = Asked { table: size.table.clone(), ..Asked::default() };
            let (file, _): (TableFile, _) = asked.file(loaded).map_err(|error| match error {
                Failure::Input(why) if size.table.is_none() => {
                    Failure::Input(format!("{why}; without an arm, --pitch MM says how far apart its places are"))
                }
                other => other,
            })?;
            file.layout(rules).map_err(|error| wrong(&error))?
        }
    };
    let places: Vec<[f64; 2]> = spots(&layout).collect();
    let extent = Extent::of(&places, layout.pitch);
    Ok(Laid { rules, extent, markers: around(extent, MarkerSize::default()), layout })
}

/// The places of the board, in mm around its middle.
pub fn spots(layout: &Layout) -> impl Iterator<Item = [f64; 2]> {
    layout.spots[..layout.board].iter().map(|spot| [spot.u, spot.v])
}

/// A place and a pixel.
#[derive(Clone, Debug)]
pub struct Click {
    place: String,
    pixel: [f64; 2],
}

impl FromStr for Click {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let click = || {
            let (place, pixel) = text.rsplit_once('=')?;
            let (x, y) = pixel.split_once(',')?;
            Some(Self { place: place.to_owned(), pixel: [x.trim().parse().ok()?, y.trim().parse().ok()?] })
        };
        click().ok_or_else(|| format!("\"{text}\" is no place with its pixel, as in \"s(1,1)=320,200\""))
    }
}

/// Where the board is by places that somebody points at.
pub fn clicks(
    clicks: &[Click],
    rules: &RuleSet,
    layout: &Layout,
    lens: Option<&Lens>,
) -> Result<Result<Found, FindError>, Failure> {
    let pair = |click: &Click| {
        let place = place(rules, layout, &click.place).map_err(|error| Failure::Input(error.to_string()))?;
        Ok((layout.spots[place.0], click.pixel))
    };
    let points: Vec<_> = clicks.iter().map(pair).collect::<Result<_, Failure>>()?;
    Ok(by_points(&points, lens))
}

/// In which way a board was found, and how well, for people.
pub fn told(way: &str, Found { residual, points, .. }: &Found) -> String {
    let (mean, most) = (residual.mean, residual.most);
    format!("{way}: found by {points} points, {mean:.2} pixels off on average and {most:.2} at most")
}
