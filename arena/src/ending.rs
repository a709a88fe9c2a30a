//! Endings of a match, and the outcome that follows from each. The match decides when it ends.

use boardwright_game::fault::Fault;
use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_game::record::EndReason;

/// Reason why a match ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The rules ended the game.
    Finished(Outcome),
    /// A player resigned.
    Resigned(Player),
    /// A person left, or the host cannot go on.
    Left(Option<Player>),
    /// The match was stopped from outside.
    Stopped,
    /// The limit of moves was reached.
    Limit,
    /// A player ran out of time.
    Time {
        /// The player.
        player: Player,
        /// The move that came too late; `None` if none came.
        late: Option<String>,
    },
    /// A player answered with an illegal move.
    #[allow(missing_docs)]
    Illegal { player: Player, text: String },
    /// The program of a player panicked or could not be reached.
    #[allow(missing_docs)]
    Crashed { player: Player, message: String },
    /// The thread of a player hung and was detached.
    Stalled(Player),
    /// All players agreed on a draw.
    Agreed,
    /// A position occurred this many times.
    Repeated(usize),
    /// The game was adjudicated by the players' own values.
    Adjudicated(Outcome),
    /// The rules failed at run time.
    Fault {
        /// The error.
        fault: Fault,
        /// The move that could not be made; `None` if listing the moves failed, or a player's search.
        text: Option<String>,
    },
}

impl Ending {
    /// Reason as written to records.
    pub fn reason(&self) -> EndReason {
        match self {
            Self::Finished(_) => EndReason::Finished,
            Self::Resigned(_) => EndReason::Resigned,
            Self::Left(_) => EndReason::Left,
            Self::Stopped => EndReason::Stopped,
            Self::Limit => EndReason::Limit,
            Self::Time { .. } => EndReason::Time,
            Self::Illegal { .. } => EndReason::Illegal,
            Self::Crashed { .. } => EndReason::Crash,
            Self::Stalled(_) => EndReason::Stall,
            Self::Agreed => EndReason::Agreement,
            Self::Repeated(_) => EndReason::Repetition,
            Self::Adjudicated(_) => EndReason::Adjudicated,
            Self::Fault { .. } => EndReason::Fault,
        }
    }

    /// Outcome in a game of `players` players; `None` if it is unknown.
    pub fn outcome(&self, players: usize) -> Option<Outcome> {
        match self {
            Self::Finished(outcome) | Self::Adjudicated(outcome) => Some(*outcome),
            Self::Agreed | Self::Repeated(_) => Some(Outcome::Draw),
            Self::Resigned(player)
            | Self::Time { player, .. }
            | Self::Stalled(player)
            | Self::Illegal { player, .. }
            | Self::Crashed { player, .. } => forfeit_outcome(*player, players),
            Self::Left(_) | Self::Stopped | Self::Limit | Self::Fault { .. } => None,
        }
    }

    /// Player who caused the end, if a single one did.
    pub fn by(&self) -> Option<Player> {
        match self {
            Self::Resigned(player)
            | Self::Time { player, .. }
            | Self::Stalled(player)
            | Self::Illegal { player, .. }
            | Self::Crashed { player, .. } => Some(*player),
            Self::Left(player) => *player,
            _ => None,
        }
    }

    /// Further text for the record: the illegal move, the move that came too late, or the error message.
    pub fn note(&self) -> Option<&str> {
        match self {
            Self::Illegal { text, .. } => Some(text),
            Self::Time { late, .. } => late.as_deref(),
            Self::Crashed { message, .. } => Some(message),
            _ => None,
        }
    }
}

/// Outcome of a forfeit: with two players the other one wins, a single player has not won, and with more players the
/// outcome is unknown.
pub fn forfeit_outcome(player: Player, players: usize) -> Option<Outcome> {
    match players {
        1 => Some(Outcome::Draw),
        2 => Some(Outcome::Won(player.next(2))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forfeit_gives_the_game_to_a_single_opponent() {
        let second = Player::FIRST.next(2);
        assert_eq!(Ending::Resigned(Player::FIRST).outcome(2), Some(Outcome::Won(second)));
        assert_eq!(Ending::Time { player: second, late: None }.outcome(2), Some(Outcome::Won(Player::FIRST)));
        assert_eq!(Ending::Time { player: Player::FIRST, late: None }.outcome(1), Some(Outcome::Draw));
        assert_eq!(Ending::Resigned(second).outcome(3), None);
        assert_eq!(Ending::Stopped.outcome(2), None);
    }
}
