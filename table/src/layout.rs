//! Layout planning: the pitch of a game's places, the slots off the board, and the reachability of both by an arm.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_game::ids::{ElementTypeId, LocationId};
use boardwright_interpreter::place_names::distinct_place_names;
use boardwright_robot::arm::{Config, Unreachable};
use boardwright_rules::RuleSet;
use boardwright_vision::find::MarkerIds;
use boardwright_vision::find::markers::{BoardExtent, MarkerSize, PlacedMarker, markers_around};
use serde::{Deserialize, Serialize};

use super::appearance::{board_appearances, relevant_places, waiting_pieces};
use super::frame::{BoardFrame, BoardPoint};

/// Sizes of pieces and their grip, in mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSizes {
    /// Width of the piece.
    pub width: f64,
    /// Height of the piece.
    pub height: f64,
    /// Height of the fingertips' midpoint above the board when gripping.
    pub grip: f64,
}

impl PieceSizes {
    /// Thickness of a finger.
    pub const FINGER_THICKNESS: f64 = 5.0;
    /// Clearance between a piece and each open finger.
    pub const FINGER_CLEARANCE: f64 = 3.0;
    /// Difference between a piece's width and the closed fingers, so that the fingers press.
    pub const SQUEEZE: f64 = 2.0;
    /// Clearance of a carried piece above standing pieces.
    pub const CARRY_CLEARANCE: f64 = 12.0;
    /// Width of the narrowest pieces that are gripped reliably.
    const MIN_WIDTH: f64 = 14.0;
    /// Clearance between neighbours in addition to the fingers.
    const NEIGHBOUR_CLEARANCE: f64 = 2.0;

    /// The largest sizes for a pitch at which open fingers fit between neighbours.
    pub fn at_pitch(pitch: f64, widest: f64) -> Self {
        let room = pitch - Self::FINGER_CLEARANCE - Self::FINGER_THICKNESS - Self::NEIGHBOUR_CLEARANCE;
        let width = room.min(widest - 2.0 * Self::FINGER_CLEARANCE).min(22.0);
        Self { width, height: 8.0, grip: 4.0 }
    }

    /// The sizes at a pitch for people, who need less room for their fingers than an arm.
    pub fn for_people(pitch: f64) -> Self {
        /// The usual width of a piece, as a fraction of the pitch.
        const USUAL_WIDTH: f64 = 0.6;
        let sizes = Self::at_pitch(pitch, f64::INFINITY);
        let width = sizes.width.max(USUAL_WIDTH * pitch);
        Self { width, height: sizes.height.min(width), ..sizes }
    }

    /// The minimum pitch at which fingers fit between pieces.
    pub fn min_pitch() -> f64 {
        Self::MIN_WIDTH + Self::FINGER_CLEARANCE + Self::FINGER_THICKNESS + Self::NEIGHBOUR_CLEARANCE
    }

    /// Width between the open fingers.
    pub fn open_width(&self) -> f64 {
        self.width + 2.0 * Self::FINGER_CLEARANCE
    }

    /// Width between the closed fingers.
    pub fn closed_width(&self) -> f64 {
        self.width - Self::SQUEEZE
    }

    /// Height of the fingertips above the board while a piece is carried over others.
    pub fn travel_height(&self) -> f64 {
        self.height + self.grip + Self::CARRY_CLEARANCE
    }
}

/// The layout of a game on a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The minimum distance of two places, in mm.
    pub pitch: f64,
    /// Positions of the places: those of the board first, then the slots.
    pub spots: Vec<BoardPoint>,
    /// Number of places on the board.
    pub board_places: usize,
    /// The planned location of the board.
    pub frame: BoardFrame,
    /// Sizes of the largest pieces.
    pub sizes: PieceSizes,
    /// Sizes of smaller piece types.
    pub smaller_types: Vec<(ElementTypeId, PieceSizes)>,
}

/// The reason why a game cannot be laid out in front of an arm.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LayoutError {
    /// The board has no relevant places.
    #[error("the game has no place whose contents are relevant")]
    Empty,
    /// Two places coincide.
    #[error("the places {0} and {1} are at the same point")]
    SamePoint(String, String),
    /// The board is too large for the arm's reach.
    #[error(
        "the board does not fit: its places would be {pitch:.0} mm apart, but the fingers need {needed:.0} mm; use a smaller board"
    )]
    TooLarge {
        /// The maximum reachable pitch, in mm.
        pitch: f64,
        /// The minimum pitch for the fingers, in mm.
        needed: f64,
    },
    /// The given pitch is too small for the fingers or too large for the reach of the arm.
    #[error(
        "places {pitch} mm apart do not suit the arm: its fingers need {least:.0} mm, and this board fits its reach up to {most:.0} mm"
    )]
    Pitch {
        /// The given pitch, in mm.
        pitch: f64,
        /// The minimum pitch for the fingers, in mm.
        least: f64,
        /// The maximum reachable pitch, in mm.
        most: f64,
    },
    /// There is no room for the slots.
    #[error("{needed} slots are needed off the board, but there is room for {found}; use a smaller board")]
    Slots {
        /// Number of slots needed.
        needed: usize,
        /// Number of slots found.
        found: usize,
    },
}

/// Rotations of a board before an arm in degrees, in the order of preference: a board in the shape of a cross needs less
/// room if it stands on a corner.
const TURNS: [f64; 2] = [0.0, 45.0];

/// Number of slots of a layout.
#[derive(Clone, Copy, Debug)]
struct SlotCount {
    /// The minimum.
    needed: usize,
    /// The maximum.
    wanted: usize,
}

impl SlotCount {
    /// Slots for all pieces of a game if there is room; at least for the pieces that wait at the start and one more,
    /// because a cyclic exchange of pieces needs a free one.
    fn for_game(game: &CompiledGame) -> Self {
        let start = game.initial_state();
        let waiting = waiting_pieces(game, &start).len();
        let all = waiting + board_appearances(game, &start).iter().flatten().count();
        Self { needed: waiting + 1, wanted: all + 1 }
    }
}

impl Layout {
    /// Maximum planned pitch, in mm; a larger board has no advantage.
    pub const MAX_PITCH: f64 = 32.0;

    /// Sizes of a piece type.
    pub fn sizes_of(&self, kind: ElementTypeId) -> PieceSizes {
        self.smaller_types.iter().find(|(smaller, _)| *smaller == kind).map_or(self.sizes, |(_, sizes)| *sizes)
    }

    /// Plans the largest layout of a game within the reach of an arm, with slots for all of its pieces if there is room.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the game cannot be laid out.
    pub fn for_game(game: &CompiledGame, config: &Config) -> Result<Self, LayoutError> {
        let (unit, slots) = (unit_spots(game.rules())?, SlotCount::for_game(game));
        let mut most_slots = None;
        for turn in TURNS {
            match Self::largest(&unit, turn, slots, config) {
                Ok(layout) => return Ok(layout),
                Err(found) => most_slots = most_slots.max(found),
            }
        }
        Err(match most_slots {
            Some(found) => LayoutError::Slots { needed: slots.needed, found },
            None => LayoutError::TooLarge { pitch: largest_pitch(&unit, config), needed: PieceSizes::min_pitch() },
        })
    }

    /// Plans the layout of a game as [`Layout::for_game`] does, but at the largest pitch at which the board with its markers
    /// can be printed: `is_printable` tells whether there is paper for a board of an extent. A board that no pitch makes
    /// printable is laid out as large as the arm reaches.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the game cannot be laid out.
    pub fn for_game_in_print(
        game: &CompiledGame,
        config: &Config,
        is_printable: impl Fn(BoardExtent) -> bool,
    ) -> Result<Self, LayoutError> {
        let largest = Self::for_game(game, config)?;
        let BoardExtent { width, height } = largest.extent();
        let fits = |pitch: &f64| {
            let scale = pitch / largest.pitch;
            is_printable(BoardExtent { width: width * scale, height: height * scale })
        };
        if fits(&largest.pitch) {
            return Ok(largest);
        }
        let pitches = (PieceSizes::min_pitch() as i32..largest.pitch as i32).rev().map(f64::from);
        let smaller = pitches.filter(fits).find_map(|pitch| Self::for_game_at(game, pitch, config).ok());
        Ok(smaller.unwrap_or(largest))
    }

    /// `true` if a board and its markers can be printed on A3, the paper for which boards are planned.
    pub fn fits_a3(board: BoardExtent) -> bool {
        /// The sides of the paper without the margin of printers, in mm.
        const SIDES: [f64; 2] = [287.0, 410.0];
        let BoardExtent { width, height } = board.with_markers(MarkerSize::default());
        width.min(height) <= SIDES[0] && width.max(height) <= SIDES[1]
    }

    /// The largest layout within reach with the board turned by some degrees; without enough slots the maximum number of
    /// slots found, or `None` if not even the board fits.
    fn largest(unit: &[BoardPoint], turn: f64, slots: SlotCount, config: &Config) -> Result<Self, Option<usize>> {
        let (mut found, mut most_slots) = (None, None);
        let mut pitch = Self::MAX_PITCH;
        while pitch >= PieceSizes::min_pitch() {
            if let Ok(candidate) = Self::within_reach(unit, (pitch, turn), config, slots.wanted) {
                let count = candidate.slots();
                if count >= slots.wanted {
                    return Ok(candidate);
                }
                most_slots = most_slots.max(Some(count));
                // A smaller board leaves room for more slots; the largest board with enough of them is kept.
                if count >= slots.needed && found.is_none() {
                    found = Some(candidate);
                }
            }
            pitch -= 1.0;
        }
        found.ok_or(most_slots)
    }

    /// Plans the layout of a game within the reach of an arm, as [`Layout::for_game`] does, at a given pitch.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the game cannot be laid out at this pitch.
    pub fn for_game_at(game: &CompiledGame, pitch: f64, config: &Config) -> Result<Self, LayoutError> {
        let (unit, slots) = (unit_spots(game.rules())?, SlotCount::for_game(game));
        let least = PieceSizes::min_pitch();
        let unsuitable = || LayoutError::Pitch { pitch, least, most: largest_pitch(&unit, config) };
        if pitch < least {
            return Err(unsuitable());
        }
        let planned = |turn: &f64| Self::within_reach(&unit, (pitch, *turn), config, slots.wanted).ok();
        TURNS.iter().find_map(planned).ok_or_else(unsuitable)?.with_enough(slots)
    }

    /// Lays out a game at a given pitch for people without an arm. Large boards may lack slots for all pieces.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the game cannot be laid out.
    pub fn for_people(game: &CompiledGame, pitch: f64) -> Result<Self, LayoutError> {
        /// The distance between pieces on neighbouring slots.
        const CLEARANCE: f64 = 5.0;
        /// The distance of slots from the board, where its printed sheet has captions.
        const MARGIN: f64 = 9.0;
        let (rules, slots) = (game.rules(), SlotCount::for_game(game));
        let sizes = PieceSizes::for_people(pitch);
        let board = Self::at_pitch(rules, pitch, BoardFrame::default(), sizes)?;
        let (BoardExtent { width, height }, margin) = (board.extent(), MARGIN + sizes.width / 2.0);
        let is_outside = |spot: BoardPoint| spot.u.abs() > width / 2.0 + margin || spot.v.abs() > height / 2.0 + margin;
        Ok(board.with_slots(pitch.max(sizes.width + CLEARANCE), slots.wanted, is_outside))
    }

    /// The layout at a pitch and a rotation within the reach of an arm, with at most `wanted` slots.
    fn within_reach(
        unit: &[BoardPoint],
        (pitch, turn): (f64, f64),
        config: &Config,
        wanted: usize,
    ) -> Result<Self, Unreachable> {
        let sizes = PieceSizes::at_pitch(pitch, config.gripper.widest);
        let frame = place_board(unit, (pitch, turn), sizes, config)?;
        let spots = scale_spots(unit, pitch);
        let board = Self { pitch, board_places: spots.len(), spots, frame, sizes, smaller_types: Vec::new() };
        // The slots are as close together as the fingers allow.
        let fingers = PieceSizes::FINGER_CLEARANCE + PieceSizes::FINGER_THICKNESS;
        let apart = PieceSizes::min_pitch().max(sizes.width + fingers + PieceSizes::NEIGHBOUR_CLEARANCE);
        Ok(board.with_slots(apart, wanted, |spot| check_reach(config, &frame, spot, sizes).is_ok()))
    }

    /// Adds slots beside the board of a layout that has none: at most `wanted`, `apart` mm from one another, at points that
    /// are usable.
    fn with_slots(mut self, apart: f64, wanted: usize, is_usable: impl Fn(BoardPoint) -> bool) -> Self {
        let (spots, sizes) = (&self.spots, self.sizes);
        let extent = self.extent();
        let reach = ((extent.width.max(extent.height) / 2.0 + 100.0).max(400.0) / apart) as i32;
        // The markers around the board must stay visible.
        let size = MarkerSize::default();
        let markers = markers_around(extent, size, MarkerIds::GENERIC).map(|marker| {
            let [[left, top], _, [right, low], _] = marker.corners;
            BoardPoint { u: f64::midpoint(left, right), v: f64::midpoint(top, low) }
        });
        let distance_to_marker = |middle: BoardPoint, spot: BoardPoint| {
            let off = |apart: f64| (apart.abs() - size.side_with_quiet_zone() / 2.0).max(0.0);
            off(middle.u - spot.u).hypot(off(middle.v - spot.v))
        };
        let mut free: Vec<BoardPoint> = Vec::new();
        for column in -reach..=reach {
            for row in -reach..=reach {
                let spot = BoardPoint { u: f64::from(column) * apart, v: f64::from(row) * apart };
                let clear = spots.iter().all(|place| place.distance(spot) >= apart.max(self.pitch) + 4.0);
                let visible = markers.iter().all(|middle| {
                    distance_to_marker(*middle, spot) >= sizes.width / 2.0 + PieceSizes::FINGER_CLEARANCE
                });
                if clear && visible && is_usable(spot) {
                    free.push(spot);
                }
            }
        }
        // The slots nearest to the board, sorted from left to right, so that pieces of one kind stand together.
        let near = |spot: &BoardPoint| spots.iter().map(|place| place.distance(*spot)).fold(f64::INFINITY, f64::min);
        free.sort_by(|one, other| near(one).total_cmp(&near(other)));
        free.truncate(wanted);
        free.sort_by(|one, other| one.u.total_cmp(&other.u).then(one.v.total_cmp(&other.v)));
        self.spots.extend(free);
        self
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.spots.len() - self.board_places
    }

    /// Returns the layout if it has enough slots.
    fn with_enough(self, SlotCount { needed, .. }: SlotCount) -> Result<Self, LayoutError> {
        let found = self.slots();
        if found < needed { Err(LayoutError::Slots { needed, found }) } else { Ok(self) }
    }

    /// The layout of a game at a given pitch, without slots.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the game has no relevant places, or two of them coincide.
    pub fn at_pitch(rules: &RuleSet, pitch: f64, frame: BoardFrame, sizes: PieceSizes) -> Result<Self, LayoutError> {
        let spots = scale_spots(&unit_spots(rules)?, pitch);
        Ok(Self { pitch, board_places: spots.len(), spots, frame, sizes, smaller_types: Vec::new() })
    }

    /// The name of a place.
    pub fn name(&self, rules: &RuleSet, place: usize) -> String {
        match relevant_places(rules).get(place) {
            Some(location) => rules.locations[location.index()].name.clone(),
            None => format!("slot {}", place - self.board_places + 1),
        }
    }

    /// The extent of the board.
    pub fn extent(&self) -> BoardExtent {
        let places: Vec<[f64; 2]> = self.spots[..self.board_places].iter().map(|spot| [spot.u, spot.v]).collect();
        BoardExtent::from_places(&places, self.pitch)
    }

    /// The markers around the board of a game, with the ids that belong to it.
    pub fn markers(&self, rules: &RuleSet) -> [PlacedMarker; 4] {
        markers_around(self.extent(), MarkerSize::default(), MarkerIds::for_board(&rules.name, self.pitch))
    }

    /// The names of all places for people: short ones where the game has them.
    pub fn place_labels(&self, rules: &RuleSet) -> Vec<String> {
        let names = distinct_place_names(rules);
        let mut labels: Vec<String> =
            relevant_places(rules).iter().map(|location| names[location.index()].clone()).collect();
        labels.extend((labels.len()..self.spots.len()).map(|place| self.name(rules, place)));
        labels
    }

    /// The place nearest to a point of the board's plane, and its distance.
    pub fn nearest(&self, spot: BoardPoint) -> Option<(usize, f64)> {
        let all = self.spots.iter().enumerate().map(|(place, other)| (place, other.distance(spot)));
        all.min_by(|one, other| one.1.total_cmp(&other.1))
    }
}

/// The scale and centre of a game's board picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoardScale {
    /// Distance of the nearest two places, in pixels of the board picture.
    pub pixels: f64,
    /// Centre of all places, in pixels of the board picture.
    pub middle: (f64, f64),
}

impl BoardScale {
    /// The scale and centre of a game.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the game has no relevant places, or two of them coincide.
    pub(crate) fn for_game(rules: &RuleSet) -> Result<Self, LayoutError> {
        let places = relevant_places(rules);
        let at = |place: LocationId| {
            let (x, y) = rules.locations[place.index()].point;
            BoardPoint { u: f64::from(x), v: f64::from(y) }
        };
        let name = |place: LocationId| rules.locations[place.index()].name.clone();
        let mut least = f64::INFINITY;
        for (count, place) in places.iter().enumerate() {
            for other in &places[..count] {
                let apart = at(*place).distance(at(*other));
                if apart < 0.5 {
                    return Err(LayoutError::SamePoint(name(*other), name(*place)));
                }
                least = least.min(apart);
            }
        }
        let middle = |of: fn(BoardPoint) -> f64| {
            let values = places.iter().map(|place| of(at(*place)));
            let ends = (f64::INFINITY, f64::NEG_INFINITY);
            let (least, most) = values.fold(ends, |(least, most), at| (least.min(at), most.max(at)));
            f64::midpoint(least, most)
        };
        if places.is_empty() {
            return Err(LayoutError::Empty);
        }
        // A board with a single place has no distance; any scale will do.
        let pixels = if least.is_finite() { least } else { 1.0 };
        Ok(Self { pixels, middle: (middle(|spot| spot.u), middle(|spot| spot.v)) })
    }
}

/// Positions of the places around the centre of the board, in units of the pitch.
fn unit_spots(rules: &RuleSet) -> Result<Vec<BoardPoint>, LayoutError> {
    let BoardScale { pixels, middle } = BoardScale::for_game(rules)?;
    let spot = |place: LocationId| {
        let (x, y) = rules.locations[place.index()].point;
        BoardPoint { u: (f64::from(x) - middle.0) / pixels, v: (middle.1 - f64::from(y)) / pixels }
    };
    Ok(relevant_places(rules).into_iter().map(spot).collect())
}

fn scale_spots(unit: &[BoardPoint], pitch: f64) -> Vec<BoardPoint> {
    unit.iter().map(|spot| BoardPoint { u: spot.u * pitch, v: spot.v * pitch }).collect()
}

/// Checks that the hand reaches a spot at grip height and at travel height.
fn check_reach(config: &Config, frame: &BoardFrame, spot: BoardPoint, sizes: PieceSizes) -> Result<(), Unreachable> {
    // Margin in height: a calibrated table deviates slightly from the plan.
    const LEEWAY: f64 = 5.0;
    for above in [sizes.grip, sizes.travel_height() + LEEWAY] {
        config.reach(&frame.pose(spot, above))?;
    }
    Ok(())
}

/// The location of the board, turned by some degrees, in the middle of the range of distances at which all of it is
/// reachable.
fn place_board(
    unit: &[BoardPoint],
    (pitch, turn): (f64, f64),
    sizes: PieceSizes,
    config: &Config,
) -> Result<BoardFrame, Unreachable> {
    let spots = scale_spots(unit, pitch);
    let mut why = None;
    let mut fits: Vec<f64> = Vec::new();
    for step in 0..80 {
        let y = 60.0 + 4.0 * f64::from(step);
        let frame = BoardFrame { x: 0.0, y, turn, ..BoardFrame::default() };
        match spots.iter().try_for_each(|spot| check_reach(config, &frame, *spot, sizes)) {
            Ok(()) => fits.push(y),
            // The last reason: the board is beyond the reach of this arm.
            Err(reason) => why = Some(reason),
        }
    }
    // The middle of the range: a board that is placed inaccurately remains reachable.
    match fits.get(fits.len() / 2) {
        Some(y) => Ok(BoardFrame { x: 0.0, y: *y, turn, ..BoardFrame::default() }),
        None => Err(why.unwrap_or(Unreachable::NotFinite)),
    }
}

/// The maximum pitch at which the board alone is reachable, in mm.
fn largest_pitch(unit: &[BoardPoint], config: &Config) -> f64 {
    let sizes = PieceSizes { width: 10.0, height: 8.0, grip: 4.0 };
    let fits = |pitch: &f64| TURNS.iter().any(|turn| place_board(unit, (*pitch, *turn), sizes, config).is_ok());
    (1..60).rev().map(f64::from).find(fits).unwrap_or(0.0)
}
