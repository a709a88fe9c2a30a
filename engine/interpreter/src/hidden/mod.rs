//! Hidden information: what each player sees of a position, of the moves, and what that tells about the rest.
//!
//! [`Viewpoint`] applies the audiences of the rule set to a position. [`observation`] records what every player saw of
//! the game so far, by which information states are compared. [`belief`] holds the worlds that agree with what a player
//! saw, from which positions are sampled (determinization).

pub mod belief;
mod filter;
mod knowledge;
pub mod observation;
mod renewal;
pub mod view;

use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_rules::{Audience, RuleSet};

use crate::layout::Layout;
use crate::state::State;

/// Visibility of an element for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The player sees which element it is, and its state.
    Face,
    /// The player sees that an element is there, and its owner.
    Back,
    /// The player does not see that an element is there.
    Nothing,
}

/// A position as one player sees it.
#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The layout of states.
    pub layout: &'a Layout,
    /// The position.
    pub state: &'a State,
    /// The player who looks.
    pub viewer: Player,
}

/// A place as a player distinguishes it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeenPlace {
    /// Off the board.
    Off,
    /// This location.
    Location(LocationId),
    /// Some location of this type and owner; which one is not seen.
    Within {
        /// Index of the location type.
        kind: u16,
        /// Owner of the location.
        owner: Option<Player>,
    },
    /// A place that is not seen at all.
    Unseen,
}

impl Viewpoint<'_> {
    /// `true` if the faces of elements on a location are seen there.
    pub fn sees_faces_on(&self, location: LocationId) -> bool {
        let location = &self.rules.locations[location.index()];
        self.rules.location_types[location.kind.index()].audience.includes(self.viewer, location.owner)
    }

    /// `true` if an element's type lets the viewer see its face.
    fn may_see_face(&self, element: ElementId) -> bool {
        let kind = self.layout.kinds[self.state.kind(self.layout, element)];
        let element_type = &self.rules.element_types[kind.element_type.index()];
        element_type.audience.includes(self.viewer, kind.owner) || element_type.open_states.contains(&kind.state)
    }

    /// Visibility of an element where it is now.
    pub fn sight(&self, element: ElementId) -> Sight {
        if let Some(location) = self.state.location(self.layout, element)
            && !self.sees_faces_on(location)
        {
            let kind = self.rules.locations[location.index()].kind;
            return if self.rules.location_types[kind.index()].hides_backs { Sight::Nothing } else { Sight::Back };
        }
        if self.may_see_face(element) { Sight::Face } else { Sight::Back }
    }

    /// A place as the viewer distinguishes it: of hidden places only type and owner count.
    pub fn place(&self, location: Option<LocationId>) -> SeenPlace {
        let Some(id) = location else { return SeenPlace::Off };
        let location = &self.rules.locations[id.index()];
        if self.sees_faces_on(id) {
            return SeenPlace::Location(id);
        }
        if self.rules.location_types[location.kind.index()].hides_backs {
            return SeenPlace::Unseen;
        }
        SeenPlace::Within { kind: location.kind.0, owner: location.owner }
    }

    /// `true` if the viewer sees the value of a variable.
    pub fn sees_global(&self, global: GlobalId) -> bool {
        self.rules.globals[global.index()].audience.includes(self.viewer, None)
    }

    /// Owner of an element; `None` for neutral elements.
    pub fn owner(&self, element: ElementId) -> Option<Player> {
        self.layout.kinds[self.state.kind(self.layout, element)].owner
    }

    /// `true` if the viewer sees which move of a rule `mover` makes.
    pub fn sees_move(&self, audience: Audience, mover: Player) -> bool {
        audience.includes(self.viewer, Some(mover))
    }
}
