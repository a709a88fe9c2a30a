//! Games between participants in rotating seats, and their mean points.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boardwright_arena::tournament::{Entrant, GameLoader as _, TournamentGame, reason_name};
use boardwright_arena::{Ending, FinishedMatch, Match, NullHost, Start, SystemWatch, Terms};
use boardwright_game::game::{Game as _, GameExt as _};
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
    /// Games in which nobody had more points, or in which another player failed.
    pub wins: u32,
    /// Finished games. The points are those of these games.
    pub games: u32,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
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

/// Results of a number of games.
#[derive(Clone, Debug)]
pub struct Results {
    /// Points of the participants.
    pub tallies: Vec<Tally>,
    /// Games that a participant did not finish: number of the game, from 1, and a description. The participant has not won.
    pub failures: Vec<(u32, String)>,
}

impl Results {
    /// The points of the participants.
    ///
    /// # Errors
    /// If a game was not finished.
    pub fn complete(self) -> Result<Vec<Tally>, Failure> {
        match self.failures.into_iter().next() {
            None => Ok(self.tallies),
            Some((_, failure)) => Err(Failure::Input(failure)),
        }
    }

    fn add(&mut self, other: Self) {
        for (sum, tally) in self.tallies.iter_mut().zip(&other.tallies) {
            sum.add(tally);
        }
        self.failures.extend(other.failures);
    }
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

    /// Plays game `number`, which decides about the seats if they rotate; adds the points to `results`.
    fn play(&self, number: u32, seed: u64, results: &mut Results) -> Result<FinishedMatch, Failure> {
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
        if let Some(failed) = finished.ending.by() {
            let failed = failed.index();
            for seat in (0..self.entrants.len()).filter(|&seat| seat != failed) {
                results.tallies[participant_at(seat)].wins += 1;
            }
            let label = &self.entrants[participant_at(failed)].label;
            results.failures.push((number + 1, failure_text(number + 1, label, failed, &finished)));
            return Ok(finished);
        }
        let end = finished.record.end.as_ref().filter(|_| matches!(finished.ending, Ending::Finished(_)));
        let Some(end) = end else {
            return Err(Failure::Input(format!("game {} did not end: {:?}", number + 1, finished.ending)));
        };
        let best = end.scores.iter().copied().fold(0.0, f64::max);
        for (seat, &score) in end.scores.iter().enumerate() {
            let tally = &mut results.tallies[participant_at(seat)];
            tally.games += 1;
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
    ) -> Result<Results, Failure> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let nothing = || Results { tallies: vec![Tally::default(); self.entrants.len()], failures: Vec::new() };
        let play_share = |first: usize| {
            let mut results = nothing();
            for number in (first as u32..games).step_by(threads) {
                let finished = self.play(number, seed.wrapping_add(number.into()), &mut results)?;
                recorded(number, &finished)?;
            }
            Ok::<_, Failure>(results)
        };
        let shares = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || play_share(first))).collect();
            running.into_iter().map(|share| share.join().expect("a thread that plays ends")).collect::<Vec<_>>()
        });
        let mut sums = nothing();
        for share in shares {
            sums.add(share?);
        }
        sums.failures.sort();
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

/// Description of the failure of a participant: game, name, seat, turn, and the move or the message of the program.
fn failure_text(game: u32, label: &str, seat: usize, finished: &FinishedMatch) -> String {
    let turn = finished.record.moves.iter().filter(|played| played.player.is_some()).count() + 1;
    let reason = match &finished.ending {
        Ending::Illegal { text, .. } => format!("illegal move \"{text}\""),
        Ending::Crashed { message, .. } => message.clone(),
        Ending::Resigned(_) => "resignation, which the game does not have".to_owned(),
        other => format!("no move: {}", reason_name(other.reason())),
    };
    format!("game {game}, turn {turn}, seat {}, {label}: {reason}", seat + 1)
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
