//! A series: the same participants at one game again and again, in rotating seats, with a tally of their points and wins.
//! A series keeps no journal and cannot be resumed; [tournaments](crate::tournament) can.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_game::record::GameEnd;
use thiserror::Error;

use crate::clock::SystemWatch;
use crate::ending::Ending;
use crate::game_history::StartError;
use crate::host::NullHost;
use crate::parallel::{available_threads, for_each_result};
use crate::play::{FinishedMatch, Match, Start, Terms};
use crate::seeds::derive_seed;
use crate::statistics::{Sample, wilson_interval};
use crate::tournament::{Entrant, TournamentGame, reason_name};

/// Standard deviations of a 95 % interval.
const DEVIATIONS: f64 = 1.96;

/// Seats of the participants over the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seating {
    /// Everyone sits one seat further in each game.
    #[default]
    Rotating,
    /// Everyone keeps the first seat.
    Fixed,
}

/// Points of a participant over all games.
#[derive(Clone, Debug, Default)]
pub struct SeriesTally {
    /// Sums of points by category, in games whose scores have categories.
    pub details: BTreeMap<String, f64>,
    /// Sum of points.
    pub total: f64,
    /// Games in which nobody had more points, or in which another player failed.
    pub wins: u32,
    /// Points of the finished games.
    points: Sample,
}

impl SeriesTally {
    /// Number of finished games. The points are those of these games.
    pub fn games(&self) -> u32 {
        self.points.count() as u32
    }

    /// Half the length of the 95 % interval of the mean points of a game.
    pub fn half_interval(&self) -> f64 {
        DEVIATIONS * self.points.standard_error().unwrap_or(0.0)
    }

    /// 95 % interval of the number of wins in so many games.
    pub fn win_interval(&self, games: u32) -> (f64, f64) {
        let (low, high) = wilson_interval(self.wins.into(), games.into(), DEVIATIONS);
        (f64::from(games) * low, f64::from(games) * high)
    }

    /// Adds the points of a seat in a finished game, whose highest score is `best`.
    fn add(&mut self, end: &GameEnd, seat: usize, best: f64) {
        let score = end.scores[seat];
        self.total += score;
        self.points.add(score);
        self.wins += u32::from(score >= best);
        for (category, points) in &end.details {
            *self.details.entry(category.clone()).or_default() += points[seat];
        }
    }
}

/// Results of a series.
#[derive(Clone, Debug)]
pub struct SeriesResults {
    /// Points of the participants.
    pub tallies: Vec<SeriesTally>,
    /// Games that a participant did not finish: number of the game, from 1, and a description. The participant has not won.
    pub failures: Vec<(u32, String)>,
}

/// Reason why a series was not played to its end.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// A participant cannot be seated at the game.
    #[error("{0}")]
    Seat(String),
    /// The game cannot begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A game did not end, through no fault of a participant.
    #[error("game {number} did not end: {ending:?}")]
    Unfinished {
        /// Number of the game, from 1.
        number: u32,
        /// End of the game.
        ending: Box<Ending>,
    },
    /// The series was interrupted.
    #[error("the series was interrupted")]
    Stopped,
}

/// A game and its participants.
pub struct Series {
    /// Game.
    pub game: Arc<dyn TournamentGame>,
    /// Participants, in the order of their seats in the first game.
    pub entrants: Vec<Entrant>,
    /// Seats over the games.
    pub seating: Seating,
}

impl Series {
    /// Index of the participant at a seat in game `number`, which counts from 0.
    pub fn participant_at(&self, seat: usize, number: u32) -> usize {
        match self.seating {
            Seating::Rotating => (seat + number as usize) % self.entrants.len(),
            Seating::Fixed => seat,
        }
    }

    /// Plays a number of games on all cores. The seed of each game is the number of the game added to `seed`. `receive` gets
    /// the number of each game, from 0, and the game, in the order in which they end.
    ///
    /// The results do not depend on the number of cores.
    ///
    /// # Errors
    /// If a participant cannot be seated, a game does not end, `stop` is set, or `receive` returns an error.
    pub fn play<E: From<SeriesError>>(
        &self,
        games: u32,
        seed: u64,
        stop: &AtomicBool,
        mut receive: impl FnMut(u32, &FinishedMatch) -> Result<(), E>,
    ) -> Result<SeriesResults, E> {
        let play = |number: usize| self.play_game(number as u32, seed.wrapping_add(number as u64), stop);
        let mut finished: Vec<Option<(Ending, GameEnd)>> = vec![None; games as usize];
        let mut failures = Vec::new();
        for_each_result::<_, E>(games as usize, available_threads(), play, |index, played| {
            let (number, played) = (index as u32, played?);
            receive(number, &played)?;
            failures.extend(self.failure(number, &played).map(|failure| (number + 1, failure)));
            let FinishedMatch { ending, record, .. } = played;
            finished[index] = record.end.map(|end| (ending, end));
            Ok(())
        })?;
        failures.sort();
        let mut tallies = vec![SeriesTally::default(); self.entrants.len()];
        // Sums in the order of the games are the same for all numbers of threads.
        for (number, (ending, end)) in (0..).zip(finished.into_iter().flatten()) {
            self.count(number, &ending, &end, &mut tallies);
        }
        Ok(SeriesResults { tallies, failures })
    }

    /// Plays game `number`.
    fn play_game(&self, number: u32, seed: u64, stop: &AtomicBool) -> Result<FinishedMatch, SeriesError> {
        let seats = (0..self.entrants.len()).map(|seat| {
            let entrant = &self.entrants[self.participant_at(seat, number)];
            entrant.create_seat(&*self.game, derive_seed(seed, seat as u64 + 1))
        });
        let seats = seats.collect::<Result<Vec<_>, _>>().map_err(SeriesError::Seat)?;
        let (start, watch) = (Start { seed, ..Start::default() }, SystemWatch::start());
        let finished = Match::new(&*self.game, seats, &start, Terms::default(), &watch, stop)?.play(&mut NullHost);
        if stop.load(Ordering::Relaxed) {
            return Err(SeriesError::Stopped);
        }
        let is_over = finished.ending.by().is_some() || matches!(finished.ending, Ending::Finished(_));
        if is_over && finished.record.end.is_some() {
            Ok(finished)
        } else {
            Err(SeriesError::Unfinished { number: number + 1, ending: Box::new(finished.ending) })
        }
    }

    /// Adds the points of a game, or the wins of all others if a participant failed.
    fn count(&self, number: u32, ending: &Ending, end: &GameEnd, tallies: &mut [SeriesTally]) {
        let best = end.scores.iter().copied().fold(0.0, f64::max);
        for seat in 0..self.entrants.len() {
            let tally = &mut tallies[self.participant_at(seat, number)];
            match ending.by() {
                Some(failed) => tally.wins += u32::from(failed.index() != seat),
                None => tally.add(end, seat, best),
            }
        }
    }

    /// Description of the failure of a participant, if one failed: game, name, seat, turn, and the move or the message of the
    /// program.
    fn failure(&self, number: u32, finished: &FinishedMatch) -> Option<String> {
        let seat = finished.ending.by()?.index();
        let label = &self.entrants[self.participant_at(seat, number)].label;
        let turn = finished.record.moves.iter().filter(|played| played.player.is_some()).count() + 1;
        let reason = match &finished.ending {
            Ending::Illegal { text, .. } => format!("illegal move \"{text}\""),
            Ending::Crashed { message, .. } => message.clone(),
            Ending::Resigned(_) => "resignation, which the game does not have".to_owned(),
            other => format!("no move: {}", reason_name(other.reason())),
        };
        Some(format!("game {}, turn {turn}, seat {}, {label}: {reason}", number + 1, seat + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_formulas() {
        // Mean 2, sample variance 1.
        let points: Sample = [1.0, 2.0, 3.0].into_iter().collect();
        let tally = SeriesTally { points, wins: 50, ..SeriesTally::default() };
        assert_eq!(tally.games(), 3);
        assert!((tally.half_interval() - 1.96 / 3_f64.sqrt()).abs() < 1e-9);
        let (low, high) = tally.win_interval(100);
        assert!((low - 40.38).abs() < 0.01 && (high - 59.62).abs() < 0.01, "{low} {high}");
    }
}
