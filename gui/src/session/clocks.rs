//! Chess clocks of a match as the window shows them. The arena keeps the time; these clocks repeat its events.

use std::time::{Duration, Instant};

use boardwright_game::ids::Player;

use super::TimeSetting;

/// Clocks of all players.
#[derive(Debug, Default)]
pub struct MatchClocks {
    pace: TimeSetting,
    /// Time left, by player, without the current turn.
    left: Vec<Duration>,
    /// Player whose clock runs, and the start of the turn.
    running: Option<(Player, Instant)>,
}

impl MatchClocks {
    /// Clocks with the times `left`, by player, or with the full time if there are none.
    pub fn new(pace: TimeSetting, players: usize, left: &[Duration]) -> Self {
        let full = match pace {
            TimeSetting::Free => return Self::default(),
            TimeSetting::Move(seconds) | TimeSetting::Game(seconds, _) => Duration::from_secs_f64(seconds),
        };
        let left = if left.len() == players { left.to_vec() } else { vec![full; players] };
        Self { pace, left, running: None }
    }

    /// Starts the clock of a player.
    pub fn start(&mut self, player: Player) {
        if let (TimeSetting::Move(seconds), Some(left)) = (self.pace, self.left.get_mut(player.index())) {
            *left = Duration::from_secs_f64(seconds);
        }
        self.running = Some((player, Instant::now()));
    }

    /// Sets the time left of a player whose turn begins now, as the arena reports it.
    pub fn set(&mut self, player: Player, left: Duration) {
        if let Some(own) = self.left.get_mut(player.index()) {
            *own = left;
            self.running = Some((player, Instant::now()));
        }
    }

    /// Stops the running clock; `moved` is `true` if the player made a move, which earns the increment.
    pub fn stop(&mut self, moved: bool) {
        let Some((player, _)) = self.running else { return };
        let left = self.left(player);
        self.running = None;
        if let (Some(own), Some(left)) = (self.left.get_mut(player.index()), left) {
            *own = match self.pace {
                TimeSetting::Game(_, increment) if moved => left + Duration::from_secs_f64(increment),
                TimeSetting::Move(seconds) if moved => Duration::from_secs_f64(seconds),
                _ => left,
            };
        }
    }

    /// Time left of a player; `None` without clocks.
    pub fn left(&self, player: Player) -> Option<Duration> {
        let left = *self.left.get(player.index())?;
        let spent = self.running.filter(|(runs, _)| *runs == player).map(|(_, since)| since.elapsed());
        Some(left.saturating_sub(spent.unwrap_or_default()))
    }

    /// Player whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player).filter(|_| !self.left.is_empty())
    }
}

/// Time left below which a clock shows tenths of a second.
pub const SHORT_TIME: Duration = Duration::from_secs(10);

/// Formats a time as minutes and seconds, with hours where there are any, and with tenths in the last ten seconds. Seconds
/// and tenths that have begun count.
pub fn clock_text(time: Duration) -> String {
    if time < SHORT_TIME {
        let tenths = time.as_millis().div_ceil(100);
        return format!("00:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = time.as_millis().div_ceil(1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes:02}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_minutes_and_seconds() {
        for (millis, text) in [
            (0, "00:00.0"),
            (1, "00:00.1"),
            (9_301, "00:09.4"),
            (10_000, "00:10"),
            (61_000, "01:01"),
            (3_600_000, "1:00:00"),
        ] {
            assert_eq!(clock_text(Duration::from_millis(millis)), text);
        }
    }

    #[test]
    fn a_move_earns_the_increment() {
        let (first, second) = (Player::new(1).unwrap(), Player::new(2).unwrap());
        let mut clocks = MatchClocks::new(TimeSetting::Game(60.0, 5.0), 2, &[]);
        clocks.start(first);
        assert_eq!(clocks.running(), Some(first));
        clocks.stop(true);
        let left = clocks.left(first).unwrap();
        assert!(left > Duration::from_secs(64) && left <= Duration::from_secs(65), "{left:?}");
        assert_eq!(clocks.left(second), Some(Duration::from_mins(1)));
        assert_eq!(MatchClocks::new(TimeSetting::Free, 2, &[]).left(first), None);
    }
}
