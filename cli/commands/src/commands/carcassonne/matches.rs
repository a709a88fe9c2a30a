//! Games between participants in rotating seats, and their mean points.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boardwright_arena::tournament::{Entrant, GameLoader as _, TournamentGame};
use boardwright_arena::{FinishedMatch, Match, NullHost, Start, SystemWatch, Terms};
use boardwright_game::game::Game as _;
use boardwright_games::carcassonne::text_record::{self, RecordedPlayer};
use boardwright_games::carcassonne::{Carcassonne, CarcassonneState};
use boardwright_library::files;
use boardwright_library::tournament_games::LibraryLoader;

use crate::failure::{Failure, note};
use crate::{interrupt, seeds};

/// Points of a participant over all games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Sums of points by kind: city, road, cloister, farm.
    pub kinds: [f64; 4],
    /// Sum of points.
    pub total: f64,
    /// Sum of squared points.
    squares: f64,
    /// Games in which nobody had more points.
    pub wins: u32,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        for (sum, points) in self.kinds.iter_mut().zip(other.kinds) {
            *sum += points;
        }
        self.total += other.total;
        self.squares += other.squares;
        self.wins += other.wins;
    }

    /// Half the length of the 95 % interval of the mean points of a number of games.
    pub fn half_interval(&self, games: u32) -> f64 {
        let count = f64::from(games);
        let mean = self.total / count;
        let variance = (self.squares / count - mean * mean).max(0.0) * count / (count - 1.0).max(1.0);
        DEVIATIONS * (variance / count).sqrt()
    }

    /// 95 % interval of the number of wins in so many games, by Wilson's score (1927).
    pub fn win_interval(&self, games: u32) -> (f64, f64) {
        let (count, share) = (f64::from(games), f64::from(self.wins) / f64::from(games));
        let square = DEVIATIONS * DEVIATIONS;
        let centre = share + square / (2.0 * count);
        let half = DEVIATIONS * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
        let scale = count / (1.0 + square / count);
        (scale * (centre - half), scale * (centre + half))
    }
}

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

/// Kinds of points, as the game names them.
pub const KINDS: [&str; 4] = ["city", "road", "cloister", "farm"];

/// Participants at a game.
pub struct Table {
    game: Arc<dyn TournamentGame>,
    entrants: Vec<Entrant>,
    seating: Seating,
}

impl Table {
    /// A table for a game, as on the command line.
    pub fn new(game: &str, entrants: Vec<Entrant>) -> Result<Self, Failure> {
        let game = LibraryLoader { warn: note }.load(game).map_err(Failure::Input)?;
        Ok(Self { game, entrants, seating: Seating::default() })
    }

    /// The table with another seating.
    pub fn with_seating(self, seating: Seating) -> Self {
        Self { seating, ..self }
    }

    /// Plays game `number`, which decides about the seats if they rotate; adds the points to `tallies`.
    pub fn play(&self, number: u32, seed: u64, tallies: &mut [Tally]) -> Result<FinishedMatch, Failure> {
        let participant_at = |seat| self.participant_at(seat, number);
        let seats = (0..self.entrants.len()).map(|seat| {
            let entrant = &self.entrants[participant_at(seat)];
            entrant.create_seat(&*self.game, seeds::derive_seed(seed, seat as u64 + 1))
        });
        let seats = seats.collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
        let start = Start { seed, ..Start::default() };
        let watch = SystemWatch::start();
        let game = Match::new(&*self.game, seats, &start, Terms::default(), &watch, interrupt::stop_flag());
        let finished = game.map_err(|error| Failure::Input(error.to_string()))?.play(&mut NullHost);
        if interrupt::stop_flag().load(Ordering::Relaxed) {
            return Err(Failure::Input("the test was interrupted".to_owned()));
        }
        let Some(end) = finished.record.end.as_ref().filter(|end| end.outcome.is_some()) else {
            let note = finished.record.end.as_ref().and_then(|end| end.note.clone()).unwrap_or_default();
            return Err(Failure::Input(format!("game {} did not end: {:?} {note}", number + 1, finished.ending)));
        };
        let best = end.scores.iter().copied().fold(0.0, f64::max);
        for (seat, &score) in end.scores.iter().enumerate() {
            let tally = &mut tallies[participant_at(seat)];
            tally.total += score;
            tally.squares += score * score;
            tally.wins += u32::from(score >= best);
            for (sum, kind) in tally.kinds.iter_mut().zip(KINDS) {
                *sum += end.details.get(kind).map_or(0.0, |points| points[seat]);
            }
        }
        Ok(finished)
    }

    /// Plays a number of games on all cores. The seed of each game is the number of the game added to `seed`. `recorded` gets
    /// each finished game.
    pub fn play_all(
        &self,
        games: u32,
        seed: u64,
        recorded: &(dyn Fn(u32, &FinishedMatch) -> Result<(), Failure> + Sync),
    ) -> Result<Vec<Tally>, Failure> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let play_share = |first: usize| {
            let mut tallies = vec![Tally::default(); self.entrants.len()];
            for number in (first as u32..games).step_by(threads) {
                let finished = self.play(number, seed.wrapping_add(number.into()), &mut tallies)?;
                recorded(number, &finished)?;
            }
            Ok::<_, Failure>(tallies)
        };
        let shares = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || play_share(first))).collect();
            running.into_iter().map(|share| share.join().expect("a thread that plays ends")).collect::<Vec<_>>()
        });
        let mut sums = vec![Tally::default(); self.entrants.len()];
        for share in shares {
            for (sum, tally) in sums.iter_mut().zip(share?) {
                sum.add(&tally);
            }
        }
        Ok(sums)
    }

    /// Index of the participant at a seat in game `number`.
    pub fn participant_at(&self, seat: usize, number: u32) -> usize {
        match self.seating {
            Seating::Rotating => (seat + number as usize) % self.entrants.len(),
            Seating::Fixed => seat,
        }
    }
}

/// Writes the text record of a finished game.
pub fn write_record(
    path: &Path,
    game: &Carcassonne,
    finished: &FinishedMatch,
    players: &[RecordedPlayer],
) -> Result<(), Failure> {
    let state = last_state(game, finished.record.moves.iter().map(|played| &played.text))?;
    Ok(files::write(path, text_record::write(game, &state, players).as_bytes())?)
}

/// State after the moves with these texts.
pub fn last_state<'t>(
    game: &Carcassonne,
    moves: impl IntoIterator<Item = &'t String>,
) -> Result<CarcassonneState, Failure> {
    let mut state = game.initial_state();
    for text in moves {
        let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("the record cannot be replayed: {error}"));
        let mv = game.parse_move(&state, text).map_err(|error| wrong(&error))?;
        game.apply(&mut state, mv).map_err(|error| wrong(&error))?;
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_formulas() {
        // Mean 2, sample variance 1.
        let tally = Tally { total: 6.0, squares: 14.0, wins: 1, ..Tally::default() };
        assert!((tally.half_interval(3) - 1.96 / 3_f64.sqrt()).abs() < 1e-9);
        // Wilson's interval for 50 of 100 is 0.4038 to 0.5962.
        let (low, high) = Tally { wins: 50, ..Tally::default() }.win_interval(100);
        assert!((low - 40.38).abs() < 0.01 && (high - 59.62).abs() < 0.01, "{low} {high}");
    }
}
