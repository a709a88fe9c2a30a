//! Visibility of elements, places, variables and moves: which players see them.

use boardwright_game::ids::Player;

use super::RuleSet;

/// Players who see something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// All players.
    #[default]
    All,
    /// The owner only: of the element, or of the place; for a move the player who makes it.
    Owner,
    /// This player only.
    Player(Player),
    /// No player.
    Nobody,
}

impl Audience {
    /// `true` if a player belongs to the audience of something with this owner.
    pub fn includes(self, viewer: Player, owner: Option<Player>) -> bool {
        match self {
            Self::All => true,
            Self::Owner => owner == Some(viewer),
            Self::Player(player) => player == viewer,
            Self::Nobody => false,
        }
    }
}

impl RuleSet {
    /// `true` if something is not seen by all players.
    pub fn has_hidden_information(&self) -> bool {
        let mut audiences = (self.element_types.iter().map(|kind| kind.audience))
            .chain(self.location_types.iter().map(|kind| kind.audience))
            .chain(self.globals.iter().map(|global| global.audience))
            .chain(self.rules.iter().map(|rule| rule.audience));
        audiences.any(|audience| audience != Audience::All)
    }
}
