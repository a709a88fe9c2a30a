//! Localization of the board from places whose pixels the user gives.

use std::str::FromStr;

use boardwright_rules::RuleSet;
use boardwright_table::perception;
use boardwright_table::{Layout, find_place};
use boardwright_vision::find::{BoardLocation, FindError};
use boardwright_vision::geometry::Lens;

use crate::failure::Failure;

/// A place of the board and its pixel in the picture.
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
        click().ok_or_else(|| format!("\"{text}\" is not a place with its pixel, as in \"s(1,1)=320,200\""))
    }
}

/// Locates the board from places whose pixels are given.
pub fn locate_by_clicks(
    clicks: &[Click],
    rules: &RuleSet,
    layout: &Layout,
    lens: Option<&Lens>,
) -> Result<Result<BoardLocation, FindError>, Failure> {
    let pair = |click: &Click| {
        let place = find_place(rules, layout, &click.place).map_err(|error| Failure::Input(error.to_string()))?;
        Ok((layout.spots[place.0], click.pixel))
    };
    let points: Vec<_> = clicks.iter().map(pair).collect::<Result<_, Failure>>()?;
    Ok(perception::locate_by_clicks(&points, lens))
}

/// Describes the method and the accuracy of a board localization.
pub fn location_text(method: &str, BoardLocation { reprojection_error: error, points, .. }: &BoardLocation) -> String {
    let (mean, max) = (error.mean, error.max);
    format!("{method}: found by {points} points, {mean:.2} pixels off on average and {max:.2} at most")
}
