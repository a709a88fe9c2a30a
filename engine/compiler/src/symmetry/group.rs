//! The symmetry group of a game, by symmetry number: images of positions and moves, and canonical keys.

use crate::symmetry::forms::MoveMapping;
use crate::tables::CompiledRules;
use boardwright_game::game::Outcome;
use boardwright_game::ids::{LocationId, Player, RuleId};
use boardwright_game::structure::SymmetrySubset;
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use super::find::find_symmetries;
use super::image::{GameMap, KeyParts, KeyScope, StateImage as _};
use super::map::SymmetryMap;

/// A proven symmetry: the map of locations and pieces, and the mapping of the remaining parts of moves.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    pub(super) map: SymmetryMap,
    pub(super) move_mapping: MoveMapping,
}

/// The symmetry group of a game. Number 0 is the identity; the symmetries that fix every player come first. The list is
/// closed under composition and inversion.
#[derive(Debug)]
pub struct Symmetries {
    list: Vec<Symmetry>,
    key_parts: Vec<KeyParts>,
    inverses: Vec<usize>,
    same_players: usize,
    unsupported: Option<&'static str>,
}

impl Symmetries {
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: Option<&CompiledRules>) -> Self {
        let (mut list, beyond) = find_symmetries(rules, layout, fast);
        list.sort_by_key(|symmetry| !symmetry.map.fixes_players());
        let key_parts =
            list.iter().map(|symmetry| KeyParts::new(GameMap { rules, layout, map: &symmetry.map })).collect();
        let back = |one: &Symmetry| list.iter().position(|other| one.map.compose(&other.map) == list[0].map);
        let inverses = list.iter().map(|one| back(one).expect("a group has inverses")).collect();
        let same_players = list.iter().filter(|symmetry| symmetry.map.fixes_players()).count();
        Self { list, key_parts, inverses, same_players, unsupported: beyond.map(|beyond| beyond.0) }
    }

    /// Number of symmetries in a subgroup, the identity included.
    pub fn count(&self, among: SymmetrySubset) -> usize {
        match among {
            SymmetrySubset::SamePlayers => self.same_players,
            SymmetrySubset::All => self.list.len(),
        }
    }

    /// The unsupported rule that limits the group to the identity, if there is one.
    pub fn unsupported_rule(&self) -> Option<&'static str> {
        self.unsupported
    }

    /// Number of the inverse of a symmetry.
    pub fn inverse(&self, number: usize) -> usize {
        self.inverses[number]
    }

    /// Image of a location.
    pub fn location(&self, number: usize, location: LocationId) -> LocationId {
        self.list[number].map.place(location)
    }

    pub(crate) fn kind(&self, number: usize, kind: PieceKindId) -> PieceKindId {
        self.list[number].map.kind(kind)
    }

    /// Image of a player.
    pub fn player(&self, number: usize, player: Player) -> Player {
        self.list[number].map.player(player)
    }

    /// Image of an outcome.
    pub fn outcome(&self, number: usize, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Draw => Outcome::Draw,
            Outcome::Won(player) => Outcome::Won(self.player(number, player)),
        }
    }

    /// The map of a symmetry.
    fn game_map<'a>(&'a self, rules: &'a RuleSet, layout: &'a Layout, number: usize) -> GameMap<'a> {
        GameMap { rules, layout, map: &self.list[number].map }
    }

    pub(crate) fn image(&self, rules: &RuleSet, layout: &Layout, number: usize, state: &State) -> State {
        state.image(self.game_map(rules, layout, number))
    }

    pub(crate) fn move_image(&self, number: usize, state: &State, mv: Move) -> Option<Move> {
        if number == 0 {
            return Some(mv);
        }
        let Symmetry { map, move_mapping } = &self.list[number];
        let &(rule, choice, for_index) = move_mapping.get(&(state.mover(), mv.rule.0, mv.choice, mv.for_index))?;
        Some(Move {
            element: mv.element.map(|element| map.element(element)),
            from: mv.from.map(|from| map.place(from)),
            to: mv.to.map(|to| map.place(to)),
            rule: RuleId(rule),
            choice,
            for_index,
        })
    }

    /// Canonical key of the remaining game, over the symmetries that fix every player, for games in which the remaining
    /// game does not depend on the whole position. Returns the key and the symmetry that attains it. Variables must be
    /// their own images.
    pub(crate) fn remaining_game_key(&self, rules: &RuleSet, layout: &Layout, state: &State) -> (u64, usize) {
        let key = |number: usize| {
            let game = self.game_map(rules, layout, number);
            state.image_key(game, &self.key_parts[number], KeyScope::RemainingGame)
        };
        let all = (0..self.same_players).map(|number| (key(number), number));
        all.min().expect("the identity is a symmetry")
    }

    pub(crate) fn canonical_key(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        among: SymmetrySubset,
        state: &State,
    ) -> (u64, usize) {
        let here = (state.key(rules, layout), 0);
        let images = (1..self.count(among)).map(|number| {
            let game = self.game_map(rules, layout, number);
            (state.image_key(game, &self.key_parts[number], KeyScope::Position), number)
        });
        images.fold(here, |least, image| if image.0 < least.0 { image } else { least })
    }
}
