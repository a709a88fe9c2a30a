//! Parser of the time controls of the command line. `boardwright-arena` implements the clocks.

use std::time::Duration;

use boardwright_arena::{TimeControl, TimeoutPolicy};

/// Consequence of running out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OvertimeRule {
    /// The player loses.
    Loses,
    /// The overtime is only reported.
    Noted,
}

impl From<OvertimeRule> for TimeoutPolicy {
    fn from(late: OvertimeRule) -> Self {
        match late {
            OvertimeRule::Loses => Self::Loses,
            OvertimeRule::Noted => Self::Noted,
        }
    }
}

/// Maximum of one day.
const MAX_SECONDS: f64 = 86_400.0;

/// Parses `SECONDS+INCREMENT`, `SECONDS` or `SECONDS/move`.
pub fn parse(text: &str) -> Result<TimeControl, String> {
    let seconds = |text: &str| {
        let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
        seconds.map(Duration::from_secs_f64)
    };
    let control = match text.strip_suffix("/move") {
        Some(time) => seconds(time).map(TimeControl::Move),
        None => {
            let (total, increment) = text.split_once('+').unwrap_or((text, "0"));
            let both = seconds(total).zip(seconds(increment));
            both.map(|(total, increment)| TimeControl::Game { total, increment })
        }
    };
    control.ok_or_else(|| {
        let most = MAX_SECONDS;
        format!("it must be seconds from 0 to {most}, as in 300, 300+2 for an increment, or 5/move for each move")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_three_ways() {
        let game = |total, increment| {
            let [total, increment] = [total, increment].map(Duration::from_secs_f64);
            Ok(TimeControl::Game { total, increment })
        };
        assert_eq!(parse("60"), game(60.0, 0.0));
        assert_eq!(parse("60+1.5"), game(60.0, 1.5));
        assert_eq!(parse("0.1/move"), Ok(TimeControl::Move(Duration::from_millis(100))));
        for wrong in ["", "x", "-1", "1+", "+1", "1/game", "90000", "nan", "inf", "1+2+3"] {
            assert!(parse(wrong).is_err_and(|error| error.contains("300+2")), "{wrong}");
        }
    }
}
