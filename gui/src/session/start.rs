//! The terms of a game: its occupants, time control and start position, and how a session begins or changes a game by them.

use std::time::Duration;

use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::{SeatChoice, Session, TimeSetting};
use crate::task::Waker;

/// Start position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StartPosition {
    /// The initial position of the game.
    #[default]
    Initial,
    /// The position after random moves.
    Random {
        /// Number of moves.
        plies: u32,
        /// Seed of the moves.
        seed: u64,
    },
    /// A position or a line of moves, as the user has entered it.
    Entered(String),
}

/// Terms of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameTerms {
    /// Occupants of the seats, by player. Seats that are left out have those of a first game.
    pub seats: Vec<SeatChoice>,
    /// `true` if the occupants are shuffled when the game begins.
    pub shuffled: bool,
    /// Time control.
    pub pace: TimeSetting,
    /// Start position. It is not kept between runs of the program.
    #[serde(skip)]
    pub start: StartPosition,
}

impl GameTerms {
    /// The occupants of a game of this seed: in their order, or shuffled.
    fn seated(&self, players: usize, seed: u64) -> Vec<SeatChoice> {
        let usual = SeatChoice::defaults(players).into_iter().enumerate();
        let mut seats: Vec<SeatChoice> =
            usual.map(|(seat, usual)| self.seats.get(seat).cloned().unwrap_or(usual)).collect();
        if self.shuffled {
            seats.shuffle(&mut Pcg64Mcg::new(u128::from(seed)));
        }
        seats
    }
}

impl Session {
    /// Goes to the start position of a game, from which new games start then.
    ///
    /// # Errors
    /// A message if there is no such position.
    pub fn go_to_start(&mut self, start: &StartPosition) -> Result<(), String> {
        match start {
            StartPosition::Initial => self.go_along([]),
            StartPosition::Random { plies, seed } => self.go_along_random(*plies, *seed),
            StartPosition::Entered(text) => self.go_to(text),
        }?;
        self.start_new_games_here();
        Ok(())
    }

    /// Begins a new game by these terms.
    ///
    /// # Errors
    /// A message if there is no such start position; the session is as it was.
    pub fn begin(&mut self, waker: &Waker, terms: &GameTerms) -> Result<(), String> {
        self.go_to_start(&terms.start)?;
        self.seats = terms.seated(self.loaded().game().players(), self.seed);
        self.pace = terms.pace;
        self.play(waker);
        Ok(())
    }

    /// Changes occupants and time of the running game, which goes on from the visible position. The clocks keep their
    /// times unless the time control changes. Without a running game, the next one has the new terms.
    pub fn change(&mut self, waker: &Waker, seats: Vec<SeatChoice>, pace: TimeSetting) {
        if seats == self.seats && pace == self.pace {
            return;
        }
        let is_current = self.visible_node() == self.match_node();
        let left: Vec<Duration> = self.loaded().players().filter_map(|player| self.clocks.left(player)).collect();
        let left = (pace == self.pace && is_current).then_some(left).unwrap_or_default();
        self.seats = seats;
        self.pace = pace;
        if self.has_open_match() {
            self.start_match(waker, None, &left);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use boardwright_game::ids::Player;

    use super::*;
    use crate::app::open_game;
    use crate::session::{Occupant, Records};

    fn session(game: &str) -> Session {
        let opened = Arc::new(open_game(game).expect("it ships"));
        Session::new(opened, vec![SeatChoice::person(), SeatChoice::person()], 1, Records::default())
    }

    #[test]
    fn shuffled_occupants_are_the_same_for_a_seed_and_sit_everywhere() {
        let terms = GameTerms { shuffled: true, ..GameTerms::default() };
        let first_is_person = |seed| terms.seated(2, seed)[0].who.is_person();
        let sides: Vec<bool> = (0..20).map(first_is_person).collect();
        assert!(sides.contains(&true) && sides.contains(&false), "{sides:?}");
        assert_eq!(sides, (0..20).map(first_is_person).collect::<Vec<_>>());
        let usual = GameTerms::default().seated(3, 5);
        assert_eq!(usual.iter().filter(|seat| seat.who == Occupant::Person).count(), 1);
    }

    #[test]
    fn a_start_position_with_an_error_leaves_the_game_as_it_was() {
        let mut session = session("chess");
        let before = session.loaded().game().state_text(session.state());
        let entered = |text: &str| GameTerms { start: StartPosition::Entered(text.to_owned()), ..GameTerms::default() };
        assert!(session.begin(&Waker::default(), &entered("8/8/9 w - - 0 1")).is_err());
        assert_eq!(session.loaded().game().state_text(session.state()), before);
        assert!(!session.is_running());
        session.begin(&Waker::default(), &entered("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).expect("a position");
        assert_ne!(session.loaded().game().state_text(session.state()), before);
        session.begin(&Waker::default(), &GameTerms::default()).expect("the initial position");
        assert_eq!(session.loaded().game().state_text(session.state()), before);
    }

    #[test]
    fn clocks_keep_their_times_when_an_occupant_changes() {
        let mut session = session("chess");
        let terms =
            GameTerms { seats: session.seats.clone(), pace: TimeSetting::Game(300.0, 2.0), ..GameTerms::default() };
        session.begin(&Waker::default(), &terms).expect("it begins");
        let second = Player::new(2).expect("a player");
        let spent = Duration::from_secs(120);
        session.clocks.set(second, spent);
        session.clocks.stop(false);
        let seats = vec![SeatChoice::person(), SeatChoice::level(1)];
        session.change(&Waker::default(), seats.clone(), terms.pace);
        let left = session.clocks.left(second).expect("a clock");
        assert!(session.is_running() && left <= spent && left > spent / 2, "{left:?}");
        session.change(&Waker::default(), seats, TimeSetting::Game(60.0, 0.0));
        assert_eq!(session.clocks.left(second), Some(Duration::from_mins(1)));
    }
}
