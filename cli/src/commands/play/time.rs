//! The time that players have, as it is written on the command line. Clocks are the business of `boardwright-arena`.

use std::time::Duration;

use boardwright_arena::{Control, Late};

/// What becomes of a player without time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OutOfTime {
    /// It loses.
    Loses,
    /// It is told.
    Noted,
}

impl From<OutOfTime> for Late {
    fn from(late: OutOfTime) -> Self {
        match late {
            OutOfTime::Loses => Self::Loses,
            OutOfTime::Noted => Self::Noted,
        }
    }
}

/// More than a day is hardly meant.
const MOST_SECONDS: f64 = 86_400.0;

/// `SECONDS+INCREMENT`, `SECONDS` or `SECONDS/move`.
pub fn parse(text: &str) -> Result<Control, String> {
    let seconds = |text: &str| {
        let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
        seconds.map(Duration::from_secs_f64)
    };
    let control = match text.strip_suffix("/move") {
        Some(time) => seconds(time).map(Control::Move),
        None => {
            let (total, increment) = text.split_once('+').unwrap_or((text, "0"));
            let both = seconds(total).zip(seconds(increment));
            both.map(|(total, increment)| Control::Game { total, increment })
        }
    };
    control.ok_or_else(|| {
        let most = MOST_SECONDS;
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
            Ok(Control::Game { total, increment })
        };
        assert_eq!(parse("60"), game(60.0, 0.0));
        assert_eq!(parse("60+1.5"), game(60.0, 1.5));
        assert_eq!(parse("0.1/move"), Ok(Control::Move(Duration::from_millis(100))));
        for wrong in ["", "x", "-1", "1+", "+1", "1/game", "90000", "nan", "inf", "1+2+3"] {
            assert!(parse(wrong).is_err_and(|error| error.contains("300+2")), "{wrong}");
        }
    }
}
