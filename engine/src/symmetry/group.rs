//! The symmetries of a game, by their numbers: what each does to positions and moves, and the canonical key.

use crate::fast::{Fast, Ways};
use crate::game::Outcome;
use crate::ids::{LocationId, Player, RuleId};
use crate::kinds::KindId;
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::spec::Move;
use crate::state::State;

use super::find::find;
use super::image::{KeyParts, Of};
use super::map::Map;

/// A map that was proven to be a symmetry, and what becomes of moves besides pieces and places.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    pub(super) map: Map,
    pub(super) ways: Ways,
}

/// Over which symmetries a canonical key is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Those that leave every player in place.
    SamePlayers,
    /// All: the image may be the game as another player sees it.
    All,
}

/// The symmetries of a game that a rule set describes. Number 0 changes nothing; those that leave every player in place
/// come first. Together they are a group: what one and then another does, a third one does.
#[derive(Debug)]
pub struct Symmetries {
    list: Vec<Symmetry>,
    keys: Vec<KeyParts>,
    inverses: Vec<usize>,
    same_players: usize,
    why_none: Option<&'static str>,
}

impl Symmetries {
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: Option<&Fast>) -> Self {
        let (mut list, beyond) = find(rules, layout, fast);
        list.sort_by_key(|symmetry| !symmetry.map.keeps_players());
        let keys = list.iter().map(|symmetry| KeyParts::new(rules, layout, &symmetry.map)).collect();
        let back = |one: &Symmetry| list.iter().position(|other| one.map.then(&other.map) == list[0].map);
        let inverses = list.iter().map(|one| back(one).expect("a group has inverses")).collect();
        let same_players = list.iter().filter(|symmetry| symmetry.map.keeps_players()).count();
        Self { list, keys, inverses, same_players, why_none: beyond.map(|beyond| beyond.0) }
    }

    /// How many there are, that which changes nothing among them.
    pub fn count(&self, among: Among) -> usize {
        match among {
            Among::SamePlayers => self.same_players,
            Among::All => self.list.len(),
        }
    }

    /// Which part of the rules is beyond what can be proven, if that is why there is only one.
    pub fn why_none(&self) -> Option<&'static str> {
        self.why_none
    }

    /// The number of the one that undoes another.
    pub fn inverse(&self, which: usize) -> usize {
        self.inverses[which]
    }

    /// Where a place goes.
    pub fn location(&self, which: usize, location: LocationId) -> LocationId {
        self.list[which].map.place(location)
    }

    pub(crate) fn kind(&self, which: usize, kind: KindId) -> KindId {
        self.list[which].map.kind(kind)
    }

    /// Whom a player becomes.
    pub fn player(&self, which: usize, player: Player) -> Player {
        self.list[which].map.player(player)
    }

    /// How the image of a game ends.
    pub fn outcome(&self, which: usize, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Draw => Outcome::Draw,
            Outcome::Won(player) => Outcome::Won(self.player(which, player)),
        }
    }

    pub(crate) fn image(&self, rules: &RuleSet, layout: &Layout, which: usize, state: &State) -> State {
        state.image(rules, layout, &self.list[which].map)
    }

    pub(crate) fn move_image(&self, which: usize, state: &State, mv: Move) -> Option<Move> {
        if which == 0 {
            return Some(mv);
        }
        let Symmetry { map, ways } = &self.list[which];
        let &(rule, choice, way) = ways.get(&(state.mover(), mv.rule.0, mv.choice, mv.way))?;
        Some(Move {
            element: mv.element.map(|element| map.element(element)),
            from: mv.from.map(|from| map.place(from)),
            to: mv.to.map(|to| map.place(to)),
            rule: RuleId(rule),
            choice,
            way,
        })
    }

    /// The canonical key of what is still to come, with players in place, where that does not depend on all of the position; variables must
    /// be their own images.
    pub(crate) fn to_come(&self, rules: &RuleSet, layout: &Layout, state: &State) -> (u64, usize) {
        let key = |which: usize| state.image_key(rules, layout, &self.list[which].map, &self.keys[which], Of::ToCome);
        let all = (0..self.same_players).map(|which| (key(which), which));
        all.min().expect("one changes nothing")
    }

    pub(crate) fn canonical_key(&self, rules: &RuleSet, layout: &Layout, among: Among, state: &State) -> (u64, usize) {
        let here = (state.key(rules, layout), 0);
        let images = (1..self.count(among)).map(|which| {
            let key = state.image_key(rules, layout, &self.list[which].map, &self.keys[which], Of::Position);
            (key, which)
        });
        images.fold(here, |least, image| if image.0 < least.0 { image } else { least })
    }
}
