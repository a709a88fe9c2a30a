//! Teaching a table: which point to touch next, whether that is enough, and which places need to be put right one by one.

use boardwright_robot::arm::Config;
use boardwright_robot::motion::PlaceId;

use crate::fit::{Fit, Touch, Unfit};
use crate::frame::Spot;
use crate::layout::Layout;
use crate::table::{Correction, Table};

/// How exactly the arm must come to a place, in mm.
pub const EXACT: f64 = 1.5;

/// What pulses of whole microseconds put the tip off, in mm.
const ROUNDING: f64 = 0.3;

/// So many standard deviations are taken for sure: the worst of many places must be exact, not a place at random.
const SURE: f64 = 2.6;

/// After so many touches more of them help less than looking at each place.
const MOST: usize = 16;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Advice {
    /// Bring the fingertips to the middle of a place, on the board.
    Touch(PlaceId),
    /// This touch is far from where the others have it: touch the place again.
    Again(PlaceId, f64),
    /// Have the arm visit the place, and tell how far it is off.
    Visit(PlaceId),
    /// Every place is known well enough.
    Done,
}

/// A table that is being taught.
#[derive(Clone, Debug)]
pub struct Lesson {
    config: Config,
    layout: Layout,
    touches: Vec<(PlaceId, Touch)>,
    corrections: Vec<Correction>,
    /// By place: whether the arm's visit was within [`EXACT`].
    visited: Vec<bool>,
}

impl Lesson {
    /// Nothing has been touched.
    pub fn new(config: Config, layout: Layout) -> Self {
        let places = layout.spots.len();
        let (corrections, visited) = (vec![Correction::default(); places], vec![false; places]);
        Self { config, layout, touches: Vec::new(), corrections, visited }
    }

    /// A place was touched. What was told of it before is forgotten.
    pub fn touched(&mut self, place: PlaceId, pulses: boardwright_robot::arm::Pulses) {
        self.touches.retain(|(other, _)| *other != place);
        self.touches.push((place, Touch { spot: self.layout.spots[place.0], pulses }));
        self.visited.fill(false);
    }

    /// The arm has visited a place, and the tip was so far to the right, up the picture, and above the board, in mm.
    pub fn visited(&mut self, place: PlaceId, u: f64, v: f64, z: f64) {
        self.visited[place.0] = u.hypot(v) <= EXACT && z.abs() <= EXACT;
        if !self.visited[place.0] {
            let correction = &mut self.corrections[place.0];
            correction.u -= u;
            correction.v -= v;
            correction.z -= z;
        }
    }

    /// The places that were touched, in the order of [`Fit::residuals`].
    pub fn places(&self) -> impl Iterator<Item = PlaceId> {
        self.touches.iter().map(|(place, _)| *place)
    }

    /// How far the tip must go beyond a place, as visits have shown.
    pub fn correction(&self, place: PlaceId) -> Correction {
        self.corrections[place.0]
    }

    /// What is known so far.
    ///
    /// # Errors
    ///
    /// When that is too little.
    pub fn fit(&self) -> Result<Fit, Unfit> {
        let touches: Vec<Touch> = self.touches.iter().map(|(_, touch)| *touch).collect();
        Fit::of(&self.config, &touches)
    }

    /// The table as it is known so far.
    ///
    /// # Errors
    ///
    /// When that is too little.
    pub fn table(&self) -> Result<Table, Unfit> {
        let fit = self.fit()?;
        let mut table = Table::new(&self.config, self.layout.clone(), fit.frame, fit.offsets);
        for (place, correction) in self.corrections.iter().enumerate() {
            table.correct(PlaceId(place), *correction);
        }
        Ok(table)
    }

    /// What to do next.
    pub fn advice(&self) -> Advice {
        let untouched = |place: &PlaceId| self.touches.iter().all(|(other, _)| other != place);
        if let Some(corner) = self.corners().into_iter().find(untouched) {
            return Advice::Touch(corner);
        }
        let Ok(fit) = self.fit() else {
            // Corners in one line: any place beside it will do, the furthest from them is best.
            return self.farthest().map_or(Advice::Done, Advice::Touch);
        };
        // One touch that is far off while the others agree is a slip; when all are, it is the arm.
        if let Some((worst, distance)) = fit.outlier().filter(|_| self.touches.len() > 5)
            && self.agrees_without(worst)
        {
            return Advice::Again(self.touches[worst].0, distance);
        }
        let spots = &self.layout.spots[..self.layout.board];
        let unsure = spots.iter().any(|spot| {
            let (plane, height) = fit.uncertainty(&self.config, *spot);
            let left = EXACT - ROUNDING;
            SURE * plane > left || SURE * height > left
        });
        let strained = self.touches.len() >= 6 && fit.strain() > 2.0;
        if (unsure || strained) && self.touches.len() < MOST {
            let left: Vec<Spot> = (0..spots.len()).map(PlaceId).filter(untouched).map(|place| spots[place.0]).collect();
            let next = fit.next(&self.config, &left).and_then(|spot| spots.iter().position(|other| *other == spot));
            if let Some(place) = next {
                return Advice::Touch(PlaceId(place));
            }
        }
        let next = self.visited.iter().position(|visited| !visited);
        next.map_or(Advice::Done, |place| Advice::Visit(PlaceId(place)))
    }

    /// The places at the ends of the board, which are touched first: the one furthest to each side slantwise.
    pub fn corners(&self) -> Vec<PlaceId> {
        let board = &self.layout.spots[..self.layout.board];
        let mut corners = Vec::new();
        for (right, up) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let far = |place: &usize| board[*place].u * right + board[*place].v * up;
            let corner = (0..board.len()).max_by(|one, other| far(one).total_cmp(&far(other)));
            corners.extend(corner.map(PlaceId).filter(|corner| !corners.contains(corner)));
        }
        corners
    }

    fn agrees_without(&self, left_out: usize) -> bool {
        let others: Vec<Touch> =
            self.touches.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, (_, touch))| *touch).collect();
        Fit::of(&self.config, &others).is_ok_and(|fit| fit.strain() < 1.5)
    }

    /// The place that is furthest from all that were touched.
    fn farthest(&self) -> Option<PlaceId> {
        let near = |place: &usize| {
            let spot = self.layout.spots[*place];
            self.touches.iter().map(|(_, touch)| touch.spot.distance(spot)).fold(f64::INFINITY, f64::min)
        };
        let places = (0..self.layout.spots.len()).filter(|place| near(place) > 1.0);
        places.max_by(|one, other| near(one).total_cmp(&near(other))).map(PlaceId)
    }
}
