//! Why a match ends, and what that means for who has won. When it ends is for the match to see.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Outcome;
use boardwright_engine::ids::Player;
use boardwright_engine::record::Reason;

/// Why no more moves are made.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The rules say so.
    Finished(Outcome),
    /// A player gave up.
    Resigned(Player),
    /// A person left, or nobody can be reached any more.
    Left(Option<Player>),
    /// Somebody stopped it from outside.
    Stopped,
    /// As many moves were made as were asked for.
    Limit,
    /// A player had no time left.
    Time(Player),
    /// A player did what is no move.
    #[allow(missing_docs)]
    Illegal { player: Player, text: String },
    /// The program of a player panicked or could not be reached.
    #[allow(missing_docs)]
    Crashed { player: Player, message: String },
    /// A player did not come back from thinking, and was left behind.
    Stalled(Player),
    /// All players agreed on a draw.
    Agreed,
    /// The position stood so often.
    Repeated(usize),
    /// The players' own values decided it.
    Adjudicated(Outcome),
    /// The rules failed.
    Fault {
        /// How.
        fault: Fault,
        /// With this move; `None` where the moves could not even be listed, or where a player looked ahead.
        text: Option<String>,
    },
}

impl Ending {
    /// As records name it.
    pub fn reason(&self) -> Reason {
        match self {
            Self::Finished(_) => Reason::Finished,
            Self::Resigned(_) => Reason::Resigned,
            Self::Left(_) => Reason::Left,
            Self::Stopped => Reason::Stopped,
            Self::Limit => Reason::Limit,
            Self::Time(_) => Reason::Time,
            Self::Illegal { .. } => Reason::Illegal,
            Self::Crashed { .. } => Reason::Crash,
            Self::Stalled(_) => Reason::Stall,
            Self::Agreed => Reason::Agreement,
            Self::Repeated(_) => Reason::Repetition,
            Self::Adjudicated(_) => Reason::Adjudicated,
            Self::Fault { .. } => Reason::Fault,
        }
    }

    /// Who has won in a game of so many players; `None` where that is not known.
    pub fn outcome(&self, players: usize) -> Option<Outcome> {
        match self {
            Self::Finished(outcome) | Self::Adjudicated(outcome) => Some(*outcome),
            Self::Agreed | Self::Repeated(_) => Some(Outcome::Draw),
            Self::Resigned(player)
            | Self::Time(player)
            | Self::Stalled(player)
            | Self::Illegal { player, .. }
            | Self::Crashed { player, .. } => forfeited(*player, players),
            Self::Left(_) | Self::Stopped | Self::Limit | Self::Fault { .. } => None,
        }
    }

    /// Who brought it about, if a single player did.
    pub fn by(&self) -> Option<Player> {
        match self {
            Self::Resigned(player)
            | Self::Time(player)
            | Self::Stalled(player)
            | Self::Illegal { player, .. }
            | Self::Crashed { player, .. } => Some(*player),
            Self::Left(player) => *player,
            _ => None,
        }
    }

    /// What else there is to say.
    pub fn note(&self) -> Option<&str> {
        match self {
            Self::Illegal { text, .. } => Some(text),
            Self::Crashed { message, .. } => Some(message),
            _ => None,
        }
    }
}

/// What it means that a player gives the game up or must: of two players the other one wins, one alone has not won, and of more it
/// is not said.
pub fn forfeited(player: Player, players: usize) -> Option<Outcome> {
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
    fn who_gives_up_loses_as_far_as_that_can_be_said() {
        let second = Player::FIRST.next(2);
        assert_eq!(Ending::Resigned(Player::FIRST).outcome(2), Some(Outcome::Won(second)));
        assert_eq!(Ending::Time(second).outcome(2), Some(Outcome::Won(Player::FIRST)));
        assert_eq!(Ending::Time(Player::FIRST).outcome(1), Some(Outcome::Draw));
        assert_eq!(Ending::Resigned(second).outcome(3), None);
        assert_eq!(Ending::Stopped.outcome(2), None);
    }
}
