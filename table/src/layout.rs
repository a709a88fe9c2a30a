//! A game on a table: how far apart its places are, where the slots beside it are, whether an arm can reach all of it.

use boardwright_engine::game::Game as _;
use boardwright_engine::ids::{ElementTypeId, LocationId};
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_robot::arm::{Config, Unreachable};
use boardwright_vision::find::markers::{Extent, MarkerSize, around};
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Spot};
use super::look::{looks, places, waiting};

/// Pieces as the arm grips them, in mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// Their width.
    pub width: f64,
    /// Their height.
    pub height: f64,
    /// How high above the board the fingertips' middle grips them.
    pub grip: f64,
}

impl Sizes {
    /// The thickness of a finger.
    pub const FINGER: f64 = 5.0;
    /// Between a piece and each open finger.
    pub const CLEAR: f64 = 3.0;
    /// How much narrower than a piece the fingers are closed, so that they press.
    pub const PRESS: f64 = 2.0;
    /// What is carried passes so high over what stands.
    pub const OVER: f64 = 12.0;
    /// The narrowest pieces that are gripped well.
    const NARROWEST: f64 = 14.0;
    /// Between neighbours beyond what fingers need.
    const SPARE: f64 = 2.0;

    /// As large as pieces can be at a pitch: open fingers go down between neighbours.
    pub fn at_pitch(pitch: f64, widest: f64) -> Self {
        let room = pitch - Self::CLEAR - Self::FINGER - Self::SPARE;
        let width = room.min(widest - 2.0 * Self::CLEAR).min(22.0);
        Self { width, height: 8.0, grip: 4.0 }
    }

    /// The least pitch at which fingers get between pieces.
    pub fn least_pitch() -> f64 {
        Self::NARROWEST + Self::CLEAR + Self::FINGER + Self::SPARE
    }

    /// The width between the open fingers.
    pub fn open(&self) -> f64 {
        self.width + 2.0 * Self::CLEAR
    }

    /// The width between the fingers that press.
    pub fn closed(&self) -> f64 {
        self.width - Self::PRESS
    }

    /// The height of the fingertips above the board while something is carried over what stands.
    pub fn travel(&self) -> f64 {
        self.height + self.grip + Self::OVER
    }
}

/// A game on a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The least distance of two places, in mm.
    pub pitch: f64,
    /// Where each place is: those of the board first, then the slots.
    pub spots: Vec<Spot>,
    /// How many of them are the board's.
    pub board: usize,
    /// Where the board should lie.
    pub frame: Frame,
    /// The largest pieces.
    pub sizes: Sizes,
    /// Pieces of types that are not as large.
    pub smaller: Vec<(ElementTypeId, Sizes)>,
}

/// Why a game does not fit before an arm.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Misfit {
    /// A board without places.
    #[error("the game has no place on which it matters what stands there")]
    Empty,
    /// Two places at one point.
    #[error("the places {0} and {1} lie at the same point")]
    OneSpot(String, String),
    /// The board is too large.
    #[error(
        "the board does not fit: its places would be {pitch:.0} mm apart, and fingers need {needed:.0} mm; take a smaller board"
    )]
    TooLarge {
        /// How far apart the places can be at most.
        pitch: f64,
        /// How far apart they must be.
        needed: f64,
    },
    /// There is no room beside it.
    #[error("{needed} slots are needed beside the board, and there is room for {found}; take a smaller board")]
    Slots {
        /// How many are needed.
        needed: usize,
        /// How many there are.
        found: usize,
    },
}

/// The largest pitch that is tried, in mm: a board larger than that is no easier for anybody.
const LARGEST: f64 = 32.0;

impl Layout {
    /// Pieces of a type.
    pub fn sizes_of(&self, kind: ElementTypeId) -> Sizes {
        self.smaller.iter().find(|(smaller, _)| *smaller == kind).map_or(self.sizes, |(_, sizes)| *sizes)
    }

    /// Lays a game before an arm, with slots for all of its pieces if there is room, and for those that wait at the start and one more if
    /// there is not: pieces that change places need a free one.
    ///
    /// # Errors
    ///
    /// What does not fit.
    pub fn of(game: &SpecGame, config: &Config) -> Result<Self, Misfit> {
        let start = game.start();
        let waits = waiting(game, &start).len();
        let all = waits + looks(game, &start).iter().flatten().count();
        Self::plan(game.rules(), config, waits + 1, all + 1)
    }

    /// Lays a game before an arm: as large as it gets, with so many slots beside it or more, up to `wanted`.
    ///
    /// # Errors
    ///
    /// What does not fit.
    pub fn plan(rules: &RuleSet, config: &Config, needed: usize, wanted: usize) -> Result<Self, Misfit> {
        let unit = unit_spots(rules)?;
        let least = Sizes::least_pitch();
        let mut found: Option<Layout> = None;
        let mut fewest = 0;
        let mut pitch = LARGEST;
        while pitch >= least {
            let sizes = Sizes::at_pitch(pitch, config.gripper.widest);
            if let Ok(frame) = board_frame(&unit, pitch, sizes, config) {
                let laid = with_slots(&unit, pitch, sizes, frame, config, wanted);
                let slots = laid.spots.len() - laid.board;
                if slots >= wanted {
                    return Ok(laid);
                }
                fewest = fewest.max(slots);
                // A smaller board leaves room for more slots; the largest with enough of them is kept.
                if slots >= needed && found.is_none() {
                    found = Some(laid);
                }
            }
            pitch -= 1.0;
        }
        if let Some(found) = found {
            return Ok(found);
        }
        match board_frame(&unit, least, Sizes::at_pitch(least, config.gripper.widest), config) {
            Ok(_) => Err(Misfit::Slots { needed, found: fewest }),
            Err(_) => Err(Misfit::TooLarge { pitch: largest_pitch(&unit, config), needed: least }),
        }
    }

    /// A game whose nearest places are so far apart, without slots.
    ///
    /// # Errors
    ///
    /// When it has no places, or two at one point.
    pub fn at_pitch(rules: &RuleSet, pitch: f64, frame: Frame, sizes: Sizes) -> Result<Self, Misfit> {
        let spots = scaled(&unit_spots(rules)?, pitch);
        Ok(Self { pitch, board: spots.len(), spots, frame, sizes, smaller: Vec::new() })
    }

    /// What a place is called.
    pub fn name(&self, rules: &RuleSet, place: usize) -> String {
        match places(rules).get(place) {
            Some(location) => rules.locations[location.index()].name.clone(),
            None => format!("slot {}", place - self.board + 1),
        }
    }

    /// The place nearest to a point of the board's plane, and how far it is.
    pub fn nearest(&self, spot: Spot) -> Option<(usize, f64)> {
        let all = self.spots.iter().enumerate().map(|(place, other)| (place, other.distance(spot)));
        all.min_by(|one, other| one.1.total_cmp(&other.1))
    }
}

/// How the picture of a board is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unit {
    /// How far the nearest two places are apart, in pixels of the board's picture.
    pub pixels: f64,
    /// The middle of all places in it.
    pub middle: (f64, f64),
}

impl Unit {
    /// That of a game.
    ///
    /// # Errors
    ///
    /// When it has no places, or two at one point.
    pub(crate) fn of(rules: &RuleSet) -> Result<Self, Misfit> {
        let places = places(rules);
        let at = |place: LocationId| {
            let (x, y) = rules.locations[place.index()].point;
            Spot { u: f64::from(x), v: f64::from(y) }
        };
        let name = |place: LocationId| rules.locations[place.index()].name.clone();
        let mut least = f64::INFINITY;
        for (count, place) in places.iter().enumerate() {
            for other in &places[..count] {
                let apart = at(*place).distance(at(*other));
                if apart < 0.5 {
                    return Err(Misfit::OneSpot(name(*other), name(*place)));
                }
                least = least.min(apart);
            }
        }
        let middle = |of: fn(Spot) -> f64| {
            let values = places.iter().map(|place| of(at(*place)));
            let ends = (f64::INFINITY, f64::NEG_INFINITY);
            let (least, most) = values.fold(ends, |(least, most), at| (least.min(at), most.max(at)));
            f64::midpoint(least, most)
        };
        if places.is_empty() {
            return Err(Misfit::Empty);
        }
        // A single place is as good as any.
        let pixels = if least.is_finite() { least } else { 1.0 };
        Ok(Self { pixels, middle: (middle(|spot| spot.u), middle(|spot| spot.v)) })
    }
}

/// Where the places are when the nearest two are one apart, around the middle of the board.
fn unit_spots(rules: &RuleSet) -> Result<Vec<Spot>, Misfit> {
    let Unit { pixels, middle } = Unit::of(rules)?;
    let spot = |place: LocationId| {
        let (x, y) = rules.locations[place.index()].point;
        Spot { u: (f64::from(x) - middle.0) / pixels, v: (middle.1 - f64::from(y)) / pixels }
    };
    Ok(places(rules).into_iter().map(spot).collect())
}

fn scaled(unit: &[Spot], pitch: f64) -> Vec<Spot> {
    unit.iter().map(|spot| Spot { u: spot.u * pitch, v: spot.v * pitch }).collect()
}

/// Whether the hand reaches a spot both where it grips and where it travels.
fn reached(config: &Config, frame: &Frame, spot: Spot, sizes: Sizes) -> Result<(), Unreachable> {
    // A table that is taught later lies a little otherwise than planned: so much must be left on all sides.
    const LEEWAY: f64 = 5.0;
    for above in [sizes.grip, sizes.travel() + LEEWAY] {
        config.reach(&frame.pose(spot, above))?;
    }
    Ok(())
}

/// The nearest place for the middle of the board at which all of it is in reach, a few mm beyond the least.
fn board_frame(unit: &[Spot], pitch: f64, sizes: Sizes, config: &Config) -> Result<Frame, Unreachable> {
    let spots = scaled(unit, pitch);
    let mut why = None;
    let mut fits: Vec<f64> = Vec::new();
    for step in 0..80 {
        let y = 60.0 + 4.0 * f64::from(step);
        let frame = Frame { x: 0.0, y, ..Frame::default() };
        match spots.iter().try_for_each(|spot| reached(config, &frame, *spot, sizes)) {
            Ok(()) => fits.push(y),
            // The first reason beyond the nearest places says what a larger arm would need.
            Err(reason) => why = Some(reason),
        }
    }
    // In the middle of what fits: a board that is not laid down quite there is still in reach.
    match fits.get(fits.len() / 2) {
        Some(y) => Ok(Frame { x: 0.0, y: *y, ..Frame::default() }),
        None => Err(why.unwrap_or(Unreachable::NoNumber)),
    }
}

/// The largest pitch at which the board alone is in reach, in mm.
fn largest_pitch(unit: &[Spot], config: &Config) -> f64 {
    let fits = |pitch: &f64| board_frame(unit, *pitch, Sizes { width: 10.0, height: 8.0, grip: 4.0 }, config).is_ok();
    (1..60).rev().map(f64::from).find(fits).unwrap_or(0.0)
}

fn with_slots(unit: &[Spot], pitch: f64, sizes: Sizes, frame: Frame, config: &Config, wanted: usize) -> Layout {
    let mut spots = scaled(unit, pitch);
    let board = spots.len();
    // Slots stand as closely as fingers allow, a little apart from the board.
    let apart = Sizes::least_pitch().max(sizes.width + Sizes::CLEAR + Sizes::FINGER + 2.0);
    let reach = (400.0 / apart) as i32;
    // By the markers around it a camera finds the board.
    let places: Vec<[f64; 2]> = spots.iter().map(|spot| [spot.u, spot.v]).collect();
    let size = MarkerSize::default();
    let markers = around(Extent::of(&places, pitch), size).map(|marker| {
        let [[left, top], _, [right, low], _] = marker.corners;
        Spot { u: f64::midpoint(left, right), v: f64::midpoint(top, low) }
    });
    let beside = |middle: Spot, spot: Spot| {
        let off = |apart: f64| (apart.abs() - size.whole() / 2.0).max(0.0);
        off(middle.u - spot.u).hypot(off(middle.v - spot.v))
    };
    let mut free: Vec<Spot> = Vec::new();
    for column in -reach..=reach {
        for row in -reach..=reach {
            let spot = Spot { u: f64::from(column) * apart, v: f64::from(row) * apart };
            let clear = spots.iter().all(|place| place.distance(spot) >= apart.max(pitch) + 4.0);
            let shown = markers.iter().all(|middle| beside(*middle, spot) >= sizes.width / 2.0 + Sizes::CLEAR);
            if clear && shown && reached(config, &frame, spot, sizes).is_ok() {
                free.push(spot);
            }
        }
    }
    // The nearest to the board; then from left to right, so that pieces of one kind stand together.
    let near = |spot: &Spot| spots.iter().map(|place| place.distance(*spot)).fold(f64::INFINITY, f64::min);
    free.sort_by(|one, other| near(one).total_cmp(&near(other)));
    free.truncate(wanted);
    free.sort_by(|one, other| one.u.total_cmp(&other.u).then(one.v.total_cmp(&other.v)));
    spots.extend(free);
    Layout { pitch, spots, board, frame, sizes, smaller: Vec::new() }
}
