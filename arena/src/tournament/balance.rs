//! Balance test of starts: evaluates a position by a strong player, deterministically. It does not choose the starts.

use std::sync::atomic::AtomicBool;

use boardwright_game::game::Turn;
use boardwright_players::PlayerSpec;

use super::game_loader::TournamentGame;
use crate::game_history::GameHistory;
use crate::host::NullHost;
use crate::play::Start;
use crate::seat::{MoveRequest, SeatError};

/// Evaluating player: this number of nodes finds wins within a few moves, in little time.
const JUDGE_PLAYER: &str = "portfolio:nodes=20000,memory=16,seed=1";

/// Evaluates positions by a strong player.
pub struct BalanceJudge<'a> {
    contest: &'a dyn TournamentGame,
    spec: PlayerSpec,
    most: f64,
}

impl<'a> BalanceJudge<'a> {
    /// Creates a judge that accepts values of at most `most` for either side, where 1 is a win.
    ///
    /// # Errors
    /// If the game is not for two players.
    pub fn new(contest: &'a dyn TournamentGame, most: f64) -> Result<Self, String> {
        let players = contest.game().players();
        if players != 2 {
            return Err(format!("start: balanced is for games of 2 players, and this one has {players}"));
        }
        let spec = boardwright_players::parse(JUDGE_PLAYER).map_err(|error| error.to_string())?;
        Ok(Self { contest, spec, most })
    }

    /// `true` if the position after `line` is balanced. A chance node or a finished game is never balanced, because
    /// nothing is searched there.
    ///
    /// # Errors
    /// If the rules fail during the search.
    pub fn is_balanced(&self, line: &[String]) -> Result<bool, String> {
        // A new seat for each position: no transposition table carries over.
        let mut seat = self.contest.seat(&self.spec, 0)?;
        let start = Start { opening: line.to_vec(), ..Start::default() };
        let seats = vec![seat.record_seat(); self.contest.game().players()];
        let history = GameHistory::new(self.contest, seats, &start).map_err(|error| format!("start: {error}"))?;
        let failed = |reason: &dyn std::fmt::Display| format!("start: the rules fail: {reason}");
        let (turn, moves) = self.contest.game().legal_moves(history.state()).map_err(|fault| failed(&fault))?;
        let Turn::Player(me) = turn else { return Ok(false) };
        let stop = AtomicBool::new(false);
        let move_request = MoveRequest {
            history: &history,
            me,
            moves: &moves,
            time: None,
            clocks: &[],
            lost_after: None,
            stop: &stop,
        };
        match seat.decide(&move_request, &mut NullHost) {
            Ok(reply) => {
                let value = reply.report.and_then(|report| report.value);
                Ok(value.is_some_and(|value| value.abs() <= self.most))
            }
            Err(SeatError::Fault(fault)) => Err(failed(&fault)),
            Err(SeatError::HostUnavailable) => Ok(false),
        }
    }
}
