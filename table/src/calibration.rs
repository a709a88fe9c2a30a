//! Table calibration: selects the next point to touch, decides when the touches suffice, and finds the places that need
//! a correction.

use boardwright_robot::arm::Config;
use boardwright_robot::motion::PlaceId;

use crate::fit::{Fit, FitError, Touch};
use crate::frame::BoardPoint;
use crate::layout::Layout;
use crate::table::{PlaceCorrection, Table};

/// Required accuracy of the arm at a place, in mm.
pub const TOLERANCE: f64 = 1.5;

/// Error of the tip caused by rounding to whole microseconds, in mm.
const ROUNDING_ERROR: f64 = 0.3;

/// Number of standard deviations that bound the error: the worst of many places must be accurate, not a random one.
const CONFIDENCE_FACTOR: f64 = 2.6;

/// Maximum number of touches; beyond it, corrections of single places help more.
const MAX_TOUCHES: usize = 16;

/// The next calibration step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CalibrationStep {
    /// Move the fingertips to the centre of a place, on the board.
    Touch(PlaceId),
    /// Touch the place again: the touch deviates from the others by this distance in mm.
    TouchAgain(PlaceId, f64),
    /// Send the arm to the place and measure its error.
    Visit(PlaceId),
    /// Every place is accurate enough.
    Done,
}

/// A calibration in progress.
#[derive(Clone, Debug)]
pub struct TableCalibration {
    config: Config,
    layout: Layout,
    touches: Vec<(PlaceId, Touch)>,
    corrections: Vec<PlaceCorrection>,
    /// `true` for each place that the arm reached within [`TOLERANCE`].
    visited: Vec<bool>,
}

impl TableCalibration {
    /// Starts a calibration without touches.
    pub fn new(config: Config, layout: Layout) -> Self {
        let places = layout.spots.len();
        let (corrections, visited) = (vec![PlaceCorrection::default(); places], vec![false; places]);
        Self { config, layout, touches: Vec::new(), corrections, visited }
    }

    /// Records the touch of a place; an earlier touch of the same place is replaced.
    pub fn record_touch(&mut self, place: PlaceId, pulses: boardwright_robot::arm::Pulses) {
        self.touches.retain(|(other, _)| *other != place);
        self.touches.push((place, Touch { spot: self.layout.spots[place.0], pulses }));
        self.visited.fill(false);
    }

    /// Records the error of the tip at a visited place, in mm: to the right, up the picture, and in height.
    pub fn record_visit(&mut self, place: PlaceId, u: f64, v: f64, z: f64) {
        self.visited[place.0] = u.hypot(v) <= TOLERANCE && z.abs() <= TOLERANCE;
        if !self.visited[place.0] {
            let correction = &mut self.corrections[place.0];
            correction.u -= u;
            correction.v -= v;
            correction.z -= z;
        }
    }

    /// The touched places, in the order of [`Fit::residuals`].
    pub fn touched_places(&self) -> impl Iterator<Item = PlaceId> {
        self.touches.iter().map(|(place, _)| *place)
    }

    /// The correction of a place from its visits.
    pub fn correction(&self, place: PlaceId) -> PlaceCorrection {
        self.corrections[place.0]
    }

    /// The corrections of the places that were visited; they are zero where the arm needs none.
    pub fn measured_corrections(&self) -> impl Iterator<Item = (PlaceId, PlaceCorrection)> {
        let measured = |place: &usize| self.visited[*place] || self.corrections[*place] != PlaceCorrection::default();
        (0..self.corrections.len()).filter(measured).map(|place| (PlaceId(place), self.corrections[place]))
    }

    /// The fit to the touches so far.
    ///
    /// # Errors
    ///
    /// [`FitError`] when there are too few touches.
    pub fn fit(&self) -> Result<Fit, FitError> {
        let touches: Vec<Touch> = self.touches.iter().map(|(_, touch)| *touch).collect();
        Fit::solve(&self.config, &touches)
    }

    /// The calibrated table so far.
    ///
    /// # Errors
    ///
    /// [`FitError`] when there are too few touches.
    pub fn table(&self) -> Result<Table, FitError> {
        let fit = self.fit()?;
        let mut table = Table::new(&self.config, self.layout.clone(), fit.frame, fit.offsets);
        for (place, correction) in self.corrections.iter().enumerate() {
            table.set_correction(PlaceId(place), *correction);
        }
        Ok(table)
    }

    /// The next calibration step.
    pub fn next_step(&self) -> CalibrationStep {
        let untouched = |place: &PlaceId| self.touches.iter().all(|(other, _)| other != place);
        if let Some(corner) = self.corners().into_iter().find(untouched) {
            return CalibrationStep::Touch(corner);
        }
        let Ok(fit) = self.fit() else {
            // The corners are collinear: the place farthest from them is touched next.
            return self.farthest().map_or(CalibrationStep::Done, CalibrationStep::Touch);
        };
        // A single outlier among consistent touches is a slip; when all deviate, the arm does.
        if let Some((worst, distance)) = fit.outlier().filter(|_| self.touches.len() > 5)
            && self.agrees_without(worst)
        {
            return CalibrationStep::TouchAgain(self.touches[worst].0, distance);
        }
        let spots = &self.layout.spots[..self.layout.board_places];
        let unsure = spots.iter().any(|spot| {
            let (plane, height) = fit.uncertainty(&self.config, *spot);
            let left = TOLERANCE - ROUNDING_ERROR;
            CONFIDENCE_FACTOR * plane > left || CONFIDENCE_FACTOR * height > left
        });
        let strained = self.touches.len() >= 6 && fit.residual_ratio() > 2.0;
        if (unsure || strained) && self.touches.len() < MAX_TOUCHES {
            let left: Vec<BoardPoint> =
                (0..spots.len()).map(PlaceId).filter(untouched).map(|place| spots[place.0]).collect();
            let next = fit
                .most_informative(&self.config, &left)
                .and_then(|spot| spots.iter().position(|other| *other == spot));
            if let Some(place) = next {
                return CalibrationStep::Touch(PlaceId(place));
            }
        }
        let next = self.visited.iter().position(|visited| !visited);
        next.map_or(CalibrationStep::Done, |place| CalibrationStep::Visit(PlaceId(place)))
    }

    /// The extreme places along the diagonals of the board, which are touched first.
    pub fn corners(&self) -> Vec<PlaceId> {
        let board = &self.layout.spots[..self.layout.board_places];
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
        Fit::solve(&self.config, &others).is_ok_and(|fit| fit.residual_ratio() < 1.5)
    }

    /// The place farthest from all touched places.
    fn farthest(&self) -> Option<PlaceId> {
        let near = |place: &usize| {
            let spot = self.layout.spots[*place];
            self.touches.iter().map(|(_, touch)| touch.spot.distance(spot)).fold(f64::INFINITY, f64::min)
        };
        let places = (0..self.layout.spots.len()).filter(|place| near(place) > 1.0);
        places.max_by(|one, other| near(one).total_cmp(&near(other))).map(PlaceId)
    }
}
