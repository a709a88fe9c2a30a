//! Effects of the legal moves on the board: the places that each move changes, and the pieces that lie there after it. The board
//! shows them under the pointer, and in menus of moves. They are computed once for each position.

use std::collections::HashMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{Contents, Piece, pieces, scene};
use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::{ElementTypeId, LocationId, Player};
use boardwright_interpreter::state::State;
use boardwright_library::LoadedGame;

use super::moves::LegalMoves;
use super::pictures::PictureCache;
use super::primitives::PreparedItem;

/// Maximum number of moves of which the effects are computed.
const MAX_MOVES: usize = 600;
/// Greatest number of moves to one place that differ by their direction.
const MAX_DIRECTIONS: usize = 4;

/// Effects of the legal moves, in their order; empty if there are too many of them.
#[derive(Debug, Default)]
pub struct MoveEffects {
    /// The player of the moves.
    player: Option<Player>,
    moves: Vec<MoveEffect>,
    items: Vec<(Piece, PreparedItem)>,
}

/// Effect of a move.
#[derive(Debug, Default)]
struct MoveEffect {
    /// Places whose contents change.
    changed: Vec<LocationId>,
    /// Places that are empty before the move and occupied after it.
    filled: Vec<LocationId>,
    /// Indices of the pieces that lie on the changed places after the move.
    appeared: Vec<usize>,
    /// `true` if the move is one of few to the same place that fill different places around it, as a fence across or upright.
    is_directed: bool,
}

/// Look of a piece on a place.
type Look = (ElementTypeId, Option<Player>, i32);

impl MoveEffects {
    /// `true` if the effects are those of these moves, and not of moves at another turn; without effects always.
    pub fn fit(&self, legal: &LegalMoves) -> bool {
        let is_same = legal.turn.and_then(Turn::player) == self.player && legal.choices.len() == self.moves.len();
        self.moves.is_empty() || is_same
    }

    /// Computes the effects of the legal moves of a player. Where information is hidden, only own pieces that are placed are
    /// known before the move.
    pub fn of(loaded: &LoadedGame, state: &AnyState, legal: &LegalMoves, album: &PictureCache) -> Self {
        let Some((game, before)) = loaded.as_spec(state) else { return Self::default() };
        let Some(Turn::Player(player)) = legal.turn.filter(|_| legal.choices.len() <= MAX_MOVES) else {
            return Self::default();
        };
        let own = loaded.game().has_hidden_information().then_some(player);
        let look = |piece: &Piece| (game.rules().elements[piece.element.index()].kind, piece.owner, piece.state);
        let old = looks(game, before, &look);
        let mut known: HashMap<(LocationId, Look), usize> = HashMap::new();
        let mut seen: Vec<Piece> = Vec::new();
        let mut effect = |mv| -> Option<MoveEffect> {
            let mut after = state.clone();
            loaded.game().apply(&mut after, mv).ok()?;
            let (game, after) = loaded.as_spec(&after)?;
            let lying = pieces(game, after);
            let new: HashMap<LocationId, Look> = lying.iter().map(|piece| (piece.location, look(piece))).collect();
            let is_known = |piece: &&Piece| {
                own.is_none_or(|own| piece.owner == Some(own) && game.location(before, piece.element).is_none())
            };
            let shown = lying.iter().filter(|piece| old.get(&piece.location) != Some(&look(piece))).filter(is_known);
            let mut effect = MoveEffect::default();
            for piece in shown {
                let index = *known.entry((piece.location, look(piece))).or_insert_with(|| {
                    seen.push(*piece);
                    seen.len() - 1
                });
                effect.appeared.push(index);
                effect.changed.push(piece.location);
                if !old.contains_key(&piece.location) {
                    effect.filled.push(piece.location);
                }
            }
            if own.is_none() {
                effect.changed.extend(old.keys().filter(|place| !new.contains_key(place)));
            }
            Some(effect)
        };
        let mut moves: Vec<MoveEffect> =
            legal.choices.iter().map(|choice| effect(&choice.mv).unwrap_or_default()).collect();
        for number in 0..moves.len() {
            moves[number].is_directed = is_directed(&moves, number, legal);
        }
        let drawn = scene(game.rules(), &Contents { pieces: seen.clone(), texts: Vec::new() }, album);
        let drawn = drawn.items.iter().filter(|item| matches!(item.subject, boardwright_draw::Subject::Piece(..)));
        let items = seen.iter().copied().zip(drawn.map(PreparedItem::new)).collect();
        Self { player: Some(player), moves, items }
    }

    /// Pieces that a move puts on the board or changes.
    pub fn appeared(&self, number: usize) -> impl Iterator<Item = &(Piece, PreparedItem)> {
        let indices = self.moves.get(number).map_or(&[][..], |effect| &effect.appeared);
        indices.iter().filter_map(|&index| self.items.get(index))
    }

    /// Places whose contents a move changes.
    pub fn changed(&self, number: usize) -> &[LocationId] {
        self.moves.get(number).map_or(&[], |effect| &effect.changed)
    }

    /// The piece that lies on the target after a move, if it differs from what lies there before.
    pub fn on_target(&self, number: usize, to: LocationId) -> Option<&(Piece, PreparedItem)> {
        self.appeared(number).find(|(piece, _)| piece.location == to)
    }

    /// Moves that fill a place beside their targets and are recognised by that, such as a fence by one of its gaps.
    pub fn filling(&self, place: LocationId) -> Vec<usize> {
        let fills = |(_, effect): &(usize, &MoveEffect)| effect.is_directed && effect.filled.contains(&place);
        self.moves.iter().enumerate().filter(fills).map(|(number, _)| number).collect()
    }

    /// Places that a move fills.
    pub fn filled(&self, number: usize) -> &[LocationId] {
        self.moves.get(number).map_or(&[], |effect| &effect.filled)
    }
}

/// Looks of the pieces of a position, by place.
fn looks(game: &CompiledGame, state: &State, look: &impl Fn(&Piece) -> Look) -> HashMap<LocationId, Look> {
    pieces(game, state).iter().map(|piece| (piece.location, look(piece))).collect()
}

/// `true` if a placement is one of few to the same place that fill equally many but different places.
fn is_directed(moves: &[MoveEffect], number: usize, legal: &LegalMoves) -> bool {
    let choice = &legal.choices[number];
    let count = moves[number].filled.len();
    if choice.word.is_none() || !choice.is_from_supply() || count < 2 {
        return false;
    }
    // All moves of the rule to any place fill as many: where only one direction is left at a place, it is directed as well.
    let mut alternatives: Vec<&str> = Vec::new();
    for (other, effect) in legal.choices.iter().zip(moves) {
        let Some(word) = other.word.as_deref().filter(|_| other.is_from_supply()) else { continue };
        if effect.filled.len() != count {
            return false;
        }
        if !alternatives.contains(&word) {
            alternatives.push(word);
        }
    }
    alternatives.len() <= MAX_DIRECTIONS
}
