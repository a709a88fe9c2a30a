//! Chess clocks: the time control of each player and the time left. The current time comes from a [`Watch`], so that
//! tests need no real time.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use boardwright_players::ClockTime;

/// Monotonic time source.
pub trait Watch {
    /// Time since a fixed moment; never decreases.
    fn elapsed(&self) -> Duration;
}

/// Real time since the creation of the value.
#[derive(Clone, Copy, Debug)]
pub struct SystemWatch(Instant);

impl SystemWatch {
    /// Creates a watch that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Watch for SystemWatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Time source for tests: time passes only by [`advance`](Self::advance).
#[derive(Debug, Default)]
pub struct ManualWatch(Mutex<Duration>);

impl ManualWatch {
    /// Advances the time.
    pub fn advance(&self, time: Duration) {
        *self.time() += time;
    }

    fn time(&self) -> std::sync::MutexGuard<'_, Duration> {
        // A panic elsewhere cannot leave the duration half changed.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Watch for ManualWatch {
    fn elapsed(&self) -> Duration {
        *self.time()
    }
}

/// Time control of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Time for every move; unused time is lost.
    Move(Duration),
    /// Time for the whole game, and an increment after every move.
    #[allow(missing_docs)]
    Game { total: Duration, increment: Duration },
}

/// Consequence of running out of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeoutPolicy {
    /// The player loses, even if a move comes in the end.
    #[default]
    Loses,
    /// The host is notified, and the move counts.
    Noted,
}

/// Time that a player may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeAllowance {
    /// Time left for this move.
    Move(Duration),
    /// Time left for the game, and the increment after the move.
    #[allow(missing_docs)]
    Game { left: Duration, increment: Duration },
}

/// Number of further moves that the time left for a game is divided by.
const EXPECTED_MOVES: u32 = 25;

impl TimeAllowance {
    /// Total time left.
    pub fn left(self) -> Duration {
        match self {
            Self::Move(left) | Self::Game { left, .. } => left,
        }
    }

    /// Time to spend on a move: a part of the time left for a game and most of the increment, always less than all that
    /// is left, because making a move takes a moment.
    pub fn move_budget(self) -> Duration {
        let most = self.left().saturating_sub((self.left() / 20).min(Duration::from_millis(20)));
        match self {
            Self::Move(_) => most,
            Self::Game { left, increment } => (left / EXPECTED_MOVES + increment * 3 / 4).min(most),
        }
    }
}

/// Clocks of all players.
#[derive(Debug)]
pub(crate) struct Clocks {
    /// Time control and time left, by player.
    each: Vec<Option<(TimeControl, Duration)>>,
    /// Time by which a player may be late.
    margin: Duration,
}

impl Clocks {
    /// Creates clocks with the full time. If there are fewer controls than players, the last one applies to the others.
    pub fn new(controls: &[Option<TimeControl>], players: usize, margin: Duration) -> Self {
        let control = |index: usize| controls.get(index).or(controls.last()).copied().flatten();
        let wound = |control| match control {
            TimeControl::Move(time) | TimeControl::Game { total: time, .. } => (control, time),
        };
        Self { each: (0..players).map(|index| control(index).map(wound)).collect(), margin }
    }

    /// Starts a turn of this player.
    pub fn begin(&mut self, player: usize) {
        if let Some((TimeControl::Move(time), left)) = &mut self.each[player] {
            *left = *time;
        }
    }

    /// Time that this player may spend.
    pub fn allowance(&self, player: usize) -> Option<TimeAllowance> {
        self.each[player].map(|(control, left)| match control {
            TimeControl::Move(_) => TimeAllowance::Move(left),
            TimeControl::Game { increment, .. } => TimeAllowance::Game { left, increment },
        })
    }

    /// Clocks by player, where players have time for the whole game.
    pub fn game_clocks(&self) -> Vec<Option<ClockTime>> {
        let clock = |(control, left): &(TimeControl, Duration)| match *control {
            TimeControl::Game { increment, .. } => Some(ClockTime { left: *left, increment }),
            TimeControl::Move(_) => None,
        };
        self.each.iter().map(|each| each.as_ref().and_then(clock)).collect()
    }

    /// Deducts `time` from the clock of this player; returns the time overrun, if it exceeds the margin.
    pub fn spend(&mut self, player: usize, time: Duration) -> Option<Duration> {
        let (_, left) = self.each[player].as_mut()?;
        let over = time.saturating_sub(*left);
        *left = left.saturating_sub(time);
        (over > self.margin).then_some(over)
    }

    /// Adds the increment after a move of this player.
    pub fn add_increment(&mut self, player: usize) {
        if let Some((TimeControl::Game { increment, .. }, left)) = &mut self.each[player] {
            *left += *increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn time_for_a_game_runs_down_and_grows_with_each_move() {
        let mut clocks =
            Clocks::new(&[Some(TimeControl::Game { total: seconds(10), increment: seconds(2) })], 2, Duration::ZERO);
        clocks.begin(0);
        assert_eq!(clocks.spend(0, seconds(7)), None);
        clocks.add_increment(0);
        clocks.begin(0);
        assert_eq!(clocks.allowance(0), Some(TimeAllowance::Game { left: seconds(5), increment: seconds(2) }));
        assert_eq!(clocks.spend(0, seconds(5)), None, "the last moment is still in time");
        assert_eq!(clocks.spend(0, seconds(1)), Some(seconds(1)));
        assert_eq!(clocks.allowance(1).map(TimeAllowance::left), Some(seconds(10)), "the other one has not begun");
    }

    #[test]
    fn the_time_for_a_move_is_reset_for_the_next() {
        let mut clocks = Clocks::new(&[Some(TimeControl::Move(seconds(3)))], 1, Duration::ZERO);
        for _ in 0..2 {
            clocks.begin(0);
            assert_eq!((clocks.spend(0, seconds(2)), clocks.spend(0, seconds(2))), (None, Some(seconds(1))));
            clocks.add_increment(0);
        }
    }

    #[test]
    fn the_margin_tolerates_small_overruns() {
        let mut clocks = Clocks::new(&[Some(TimeControl::Move(seconds(3)))], 1, seconds(1));
        clocks.begin(0);
        assert_eq!(clocks.spend(0, seconds(4)), None);
        clocks.begin(0);
        assert_eq!(clocks.spend(0, seconds(5)), Some(seconds(2)));
    }

    #[test]
    fn players_may_have_different_time_controls_or_none() {
        let clocks =
            Clocks::new(&[Some(TimeControl::Move(seconds(1))), Some(TimeControl::Move(seconds(2)))], 3, Duration::ZERO);
        let left = |player| clocks.allowance(player).map(TimeAllowance::left);
        assert_eq!([0, 1, 2].map(left), [Some(seconds(1)), Some(seconds(2)), Some(seconds(2))]);
        assert_eq!(Clocks::new(&[], 1, Duration::ZERO).allowance(0), None);
    }

    #[test]
    fn the_move_budget_leaves_a_reserve() {
        let share = |left, increment| TimeAllowance::Game { left, increment }.move_budget();
        assert_eq!(share(seconds(50), seconds(4)), seconds(5));
        assert_eq!(share(seconds(1), seconds(60)), Duration::from_millis(980), "never more than is left");
        assert_eq!(TimeAllowance::Move(Duration::from_millis(100)).move_budget(), Duration::from_millis(95));
        assert_eq!(TimeAllowance::Move(Duration::ZERO).move_budget(), Duration::ZERO);
    }
}
