//! Where in a state's bytes each thing is, for one rule set.
//! What no rule of the game changes has no place there.

use crate::ids::{ElementId, Player};
use crate::kinds::{Kind, KindId, Kinds};
use crate::rules::{Action, Expr, Query, RuleSet};
use crate::spec::LimitError;

/// The plan of a state, and the tables that go with it.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Numbers of two bytes instead of one.
    pub(crate) wide: bool,
    /// Offset of the location of each element.
    pub(crate) location: usize,
    /// Offset of a bit for each location, from the lowest of the first byte on: whether something stands there.
    /// Seven bytes follow that are always zero, so that eight can be read from each.
    pub(crate) occupied: usize,
    /// Offset of the kind of each element, if kinds change.
    pub(crate) kind: Option<usize>,
    /// Offset of the height of each element, if heights change.
    pub(crate) zindex: Option<usize>,
    /// Offset of the scores, if they change.
    pub(crate) scores: Option<usize>,
    /// Length of the bytes.
    pub(crate) bytes: usize,
    /// Whether the height of a piece tells positions apart: some expression reads it.
    pub(crate) heights_count: bool,
    /// The kinds of pieces.
    pub kinds: Kinds,
    /// Kind of each element at the start.
    pub(crate) first_kind: Vec<KindId>,
    /// For keys: each relevant location is a place of its own, the irrelevant ones of one type are one place.
    pub(crate) place: Vec<u32>,
    pub(crate) first_zindex: Vec<i32>,
    pub(crate) start_score: i32,
    pub(crate) players: usize,
}

/// Deepest expression.
const MOST_DEPTH: usize = 400;
/// Most things of one kind in a rule set.
const MOST: usize = 60_000;

impl Layout {
    /// Plans the states of a rule set.
    pub(crate) fn new(rules: &RuleSet) -> Result<Self, LimitError> {
        let (elements, locations, players) = (rules.elements.len(), rules.locations.len(), rules.players.len());
        for (what, count) in [("elements", elements), ("locations", locations), ("rules", rules.rules.len())] {
            if count > MOST {
                return Err(LimitError::Count { what, count, most: MOST });
            }
        }
        if players == 0 || players > Player::MOST {
            return Err(LimitError::Players { count: players, most: Player::MOST });
        }
        let depth = rules.exprs.depth();
        if depth > MOST_DEPTH {
            return Err(LimitError::Depth { depth, most: MOST_DEPTH });
        }
        let kinds = Kinds::new(rules)?;
        let acts = |wanted| rules.exprs.iter().any(|(_, e)| matches!(e, Expr::Act(act, _) if *act == wanted));
        let asks = |wanted| rules.exprs.iter().any(|(_, e)| matches!(e, Expr::Query(query, _) if *query == wanted));
        let scored = !rules.scorings.is_empty() || rules.rules.iter().any(|rule| !rule.awards.is_empty());

        let narrow = usize::from(u8::MAX);
        let wide = elements >= narrow || locations >= narrow || kinds.len() >= narrow;
        let width = 1 + usize::from(wide);
        let mut bytes = width * locations;
        let mut reserve = |needed: bool, size: usize| {
            let offset = bytes;
            needed.then(|| {
                bytes += size;
                offset
            })
        };
        let location = reserve(true, width * elements).expect("always needed");
        let occupied = reserve(true, locations.div_ceil(8) + 7).expect("always needed");
        let kind = reserve(acts(Action::SetOwner) || acts(Action::SetState), width * elements);
        let zindex = reserve(acts(Action::SetZIndex), 4 * elements);
        let scores = reserve(scored, 4 * players);

        let first_kind = rules.elements.iter().map(|element| {
            let kind = Kind { element_type: element.kind, owner: element.owner, state: element.state };
            kinds.find(kind).expect("every element's kind at the start is a kind")
        });
        let place = rules.locations.iter().enumerate().map(|(index, location)| {
            if location.relevant { index as u32 } else { (locations + location.kind.index()) as u32 }
        });
        Ok(Self {
            wide,
            location,
            occupied,
            kind,
            zindex,
            scores,
            bytes,
            heights_count: asks(Query::ZIndex),
            first_kind: first_kind.collect(),
            place: place.collect(),
            first_zindex: rules.elements.iter().map(|e| e.zindex).collect(),
            start_score: rules.start_score,
            players,
            kinds,
        })
    }

    /// Elements, in order.
    pub(crate) fn elements(&self) -> impl Iterator<Item = ElementId> + use<> {
        (0..self.first_kind.len()).map(ElementId::new)
    }

    /// Whether the locations of a place are many: irrelevant ones.
    pub(crate) fn is_shared(&self, place: u32) -> bool {
        place as usize >= self.place.len()
    }
}
