//! Clocks: how much time each player has, and what is left of it. What time it is is asked of a [`Watch`] that is handed in, so
//! that tests need none.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Something that tells how much time has passed.
pub trait Watch {
    /// Since some moment that stays the same; it never goes back.
    fn elapsed(&self) -> Duration;
}

/// Real time, from when it was made.
#[derive(Clone, Copy, Debug)]
pub struct SystemWatch(Instant);

impl SystemWatch {
    /// Begins now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Watch for SystemWatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Time that passes only when it is told to.
#[derive(Debug, Default)]
pub struct ManualWatch(Mutex<Duration>);

impl ManualWatch {
    /// Lets time pass.
    pub fn pass(&self, time: Duration) {
        *self.time() += time;
    }

    fn time(&self) -> std::sync::MutexGuard<'_, Duration> {
        // A panic elsewhere cannot have left it half changed.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Watch for ManualWatch {
    fn elapsed(&self) -> Duration {
        *self.time()
    }
}

/// How much time a player gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// So much for every move; what is left of it is lost.
    Move(Duration),
    /// So much for the game, and so much more after every move.
    #[allow(missing_docs)]
    Game { total: Duration, increment: Duration },
}

/// What becomes of a player without time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Late {
    /// The player loses, even if a move comes in the end.
    #[default]
    Loses,
    /// It is told, and the move counts.
    Noted,
}

/// What a player may spend on a move, by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// What is left for this move.
    Move(Duration),
    /// What is left for the game, and what comes after the move.
    #[allow(missing_docs)]
    Game { left: Duration, increment: Duration },
}

/// For how many moves more what is left for a game is meant to last; games differ, and who divides has always something left.
const MOVES_TO_COME: u32 = 25;

impl Allowance {
    /// What is left altogether.
    pub fn left(self) -> Duration {
        match self {
            Self::Move(left) | Self::Game { left, .. } => left,
        }
    }

    /// What to spend on a move: a part of what is left for a game and most of what comes after the move, and never quite all, for
    /// a move takes a moment to be made.
    pub fn share(self) -> Duration {
        let most = self.left().saturating_sub((self.left() / 20).min(Duration::from_millis(20)));
        match self {
            Self::Move(_) => most,
            Self::Game { left, increment } => (left / MOVES_TO_COME + increment * 3 / 4).min(most),
        }
    }
}

/// The clocks of all players.
#[derive(Debug)]
pub(crate) struct Clocks {
    /// By player.
    each: Vec<Option<(Control, Duration)>>,
    /// By so much a player may be late.
    margin: Duration,
}

impl Clocks {
    /// All wound up. Where there are fewer than players, the last is that of all others.
    pub fn new(controls: &[Option<Control>], players: usize, margin: Duration) -> Self {
        let control = |index: usize| controls.get(index).or(controls.last()).copied().flatten();
        let wound = |control| match control {
            Control::Move(time) | Control::Game { total: time, .. } => (control, time),
        };
        Self { each: (0..players).map(|index| control(index).map(wound)).collect(), margin }
    }

    /// A turn of this player begins.
    pub fn begin(&mut self, player: usize) {
        if let Some((Control::Move(time), left)) = &mut self.each[player] {
            *left = *time;
        }
    }

    /// What this player may spend.
    pub fn allowance(&self, player: usize) -> Option<Allowance> {
        self.each[player].map(|(control, left)| match control {
            Control::Move(_) => Allowance::Move(left),
            Control::Game { increment, .. } => Allowance::Game { left, increment },
        })
    }

    /// This player has spent something; gives by how much it was too much, if that is more than the margin.
    pub fn spend(&mut self, player: usize, time: Duration) -> Option<Duration> {
        let (_, left) = self.each[player].as_mut()?;
        let over = time.saturating_sub(*left);
        *left = left.saturating_sub(time);
        (over > self.margin).then_some(over)
    }

    /// This player has made a move.
    pub fn moved(&mut self, player: usize) {
        if let Some((Control::Game { increment, .. }, left)) = &mut self.each[player] {
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
            Clocks::new(&[Some(Control::Game { total: seconds(10), increment: seconds(2) })], 2, Duration::ZERO);
        clocks.begin(0);
        assert_eq!(clocks.spend(0, seconds(7)), None);
        clocks.moved(0);
        clocks.begin(0);
        assert_eq!(clocks.allowance(0), Some(Allowance::Game { left: seconds(5), increment: seconds(2) }));
        assert_eq!(clocks.spend(0, seconds(5)), None, "the last moment is still in time");
        assert_eq!(clocks.spend(0, seconds(1)), Some(seconds(1)));
        assert_eq!(clocks.allowance(1).map(Allowance::left), Some(seconds(10)), "the other one has not begun");
    }

    #[test]
    fn time_for_a_move_is_there_again_for_the_next() {
        let mut clocks = Clocks::new(&[Some(Control::Move(seconds(3)))], 1, Duration::ZERO);
        for _ in 0..2 {
            clocks.begin(0);
            assert_eq!((clocks.spend(0, seconds(2)), clocks.spend(0, seconds(2))), (None, Some(seconds(1))));
            clocks.moved(0);
        }
    }

    #[test]
    fn who_is_hardly_late_is_not_late() {
        let mut clocks = Clocks::new(&[Some(Control::Move(seconds(3)))], 1, seconds(1));
        clocks.begin(0);
        assert_eq!(clocks.spend(0, seconds(4)), None);
        clocks.begin(0);
        assert_eq!(clocks.spend(0, seconds(5)), Some(seconds(2)));
    }

    #[test]
    fn each_may_have_another_time_or_none() {
        let clocks =
            Clocks::new(&[Some(Control::Move(seconds(1))), Some(Control::Move(seconds(2)))], 3, Duration::ZERO);
        let left = |player| clocks.allowance(player).map(Allowance::left);
        assert_eq!([0, 1, 2].map(left), [Some(seconds(1)), Some(seconds(2)), Some(seconds(2))]);
        assert_eq!(Clocks::new(&[], 1, Duration::ZERO).allowance(0), None);
    }

    #[test]
    fn a_share_leaves_something() {
        let share = |left, increment| Allowance::Game { left, increment }.share();
        assert_eq!(share(seconds(50), seconds(4)), seconds(5));
        assert_eq!(share(seconds(1), seconds(60)), Duration::from_millis(980), "never more than is left");
        assert_eq!(Allowance::Move(Duration::from_millis(100)).share(), Duration::from_millis(95));
        assert_eq!(Allowance::Move(Duration::ZERO).share(), Duration::ZERO);
    }
}
