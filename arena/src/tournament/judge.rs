//! Whether a position is even, as a strong player finds that looks at it: the same position, the same finding. It chooses no starts.

use std::sync::atomic::AtomicBool;

use boardwright_engine::game::Turn;
use boardwright_players::Asked;

use super::contest::Contest;
use crate::course::Course;
use crate::host::Nobody;
use crate::play::Start;
use crate::seat::{Ask, Trouble};

/// Who judges: so many positions tell what is lost within a few moves, in little time.
const PLAYER: &str = "portfolio:nodes=20000,memory=16,seed=1";

/// A strong player that is asked what positions are worth.
pub struct Judge<'a> {
    contest: &'a dyn Contest,
    asked: Asked,
    most: f64,
}

impl<'a> Judge<'a> {
    /// One that calls even what is worth at most so much to either side of a game, where 1 is a win.
    ///
    /// # Errors
    /// If the game is not for two players.
    pub fn new(contest: &'a dyn Contest, most: f64) -> Result<Self, String> {
        let players = contest.game().players();
        if players != 2 {
            return Err(format!("start: balanced is for games of 2 players, and this one has {players}"));
        }
        let asked = boardwright_players::parse(PLAYER).map_err(|error| error.to_string())?;
        Ok(Self { contest, asked, most })
    }

    /// Whether the position behind a line is even. Where nobody has a choice nothing is thought, so that it is not called so.
    ///
    /// # Errors
    /// If the rules fail where the player looks.
    pub fn finds_even(&self, line: &[String]) -> Result<bool, String> {
        // Nothing is remembered of other positions.
        let mut seat = self.contest.seat(&self.asked, 0)?;
        let start = Start { opening: line.to_vec(), ..Start::default() };
        let seats = vec![seat.recorded(); self.contest.game().players()];
        let course = Course::new(self.contest, seats, &start).map_err(|error| format!("start: {error}"))?;
        let failed = |reason: &dyn std::fmt::Display| format!("start: the rules fail: {reason}");
        let (turn, moves) = self.contest.game().turn(course.state()).map_err(|fault| failed(&fault))?;
        let Turn::Player(me) = turn else { return Ok(false) };
        let stop = AtomicBool::new(false);
        let ask = Ask { course: &course, me, moves: &moves, time: None, lost_after: None, stop: &stop };
        match seat.decide(&ask, &mut Nobody) {
            Ok(reply) => {
                let value = reply.thought.and_then(|thought| thought.value);
                Ok(value.is_some_and(|value| value.abs() <= self.most))
            }
            Err(Trouble::Fault(fault)) => Err(failed(&fault)),
            Err(Trouble::Hung) => Ok(false),
        }
    }
}
