//! A position prepared for painting: scene items by layer, piles, and accessible descriptions of the places.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{Area, Contents, Piece, Place, Point, Scene, Stack, Subject, scene, stacks};
use boardwright_game::ids::{ElementTypeId, LocationId, LocationTypeId, Player};
use boardwright_interpreter::hidden::Sight;
use boardwright_interpreter::hidden::view::Side;
use boardwright_interpreter::place_names::distinct_readable_place_names;
use boardwright_interpreter::state::State;
use boardwright_library::seen_moves::describe_piece;
use boardwright_rules::RuleSet;

use super::colours::BoardColours;
use super::hands::drawn_contents;
use super::moves::{Origin, Pile, origin, piles};
use super::pictures::PictureCache;
use super::piece_icon::{LoosePiece, PieceIcon};
use super::primitives::{PreparedItem, colour};
use crate::texts::with;

/// A position prepared for painting.
#[derive(Debug)]
pub struct PreparedPosition {
    /// Visible area in board pixels; the same for all positions of a game.
    pub area: Area,
    /// Background colour.
    pub ground: eframe::egui::Color32,
    /// Static items: the background and the places.
    pub static_items: Vec<(Subject, PreparedItem)>,
    /// Values of the texts on places, in the order of the `place_texts` of the rules.
    pub texts: Vec<String>,
    /// The coordinates at the edges; small pictures of the board leave them out.
    pub coordinates: Vec<PreparedItem>,
    /// Pieces on the board, lowest first.
    pub pieces: Vec<(Piece, PreparedItem)>,
    /// `true` for elements that are drawn turned towards their owner, by element.
    pub is_turned: Vec<bool>,
    /// Types of the places, by location.
    pub place_kinds: Vec<LocationTypeId>,
    /// Types of the elements, by element.
    pub element_kinds: Vec<ElementTypeId>,
    /// `true` if the game is for one player.
    pub is_solitary: bool,
    /// Piles beside the board.
    pub piles: Vec<(Pile, PreparedItem, Place)>,
    /// Names of the pieces, by pile.
    pub pile_names: Vec<String>,
    /// Places, by location.
    pub places: Vec<Place>,
    /// Names of the places for people, by location.
    pub place_names: Vec<String>,
    /// Origin of moves of the piece on the place, by location.
    pub origins: Vec<Origin>,
    /// Accessible description by location: its name and its contents.
    pub descriptions: Vec<String>,
    /// Stacks of pieces, whose numbers are painted over everything that moves.
    pub stacks: Vec<Stack>,
    /// Colours in which squares are drawn.
    pub(super) colours: BoardColours,
    /// The colours of light and dark squares in the file, once others were chosen.
    pub(super) file_squares: Option<[eframe::egui::Color32; 2]>,
}

impl PreparedPosition {
    /// Prepares a position as a player sees it; everything is shown for `None`.
    pub fn new(game: &CompiledGame, state: &State, viewer: Option<Player>, album: &PictureCache) -> Self {
        let rules = game.rules();
        let contents = Contents::seen_by(game, state, viewer);
        let (drawn, places) = drawn_contents(rules, &contents);
        let Scene { area, ground, items } = scene(rules, &drawn, album);
        let stacks = stacks(rules, &places, &contents);
        let Contents { pieces: lying, texts } = contents;
        let (moving, still): (Vec<_>, Vec<_>) =
            items.iter().partition(|item| matches!(item.subject, Subject::Piece(..)));
        let (edge, still): (Vec<_>, Vec<_>) = still
            .into_iter()
            .filter(|item| !matches!(item.subject, Subject::Count(_)))
            .partition(|item| item.subject == Subject::Coordinates);
        let pieces: Vec<(Piece, PreparedItem)> = lying
            .iter()
            .zip(moving.iter().map(|item| PreparedItem::new(item)))
            .map(|(piece, thing)| (*piece, thing))
            .collect();
        let view = viewer.map(|viewer| game.viewpoint(state, viewer));
        let mut piles = piles(game, state);
        piles.retain(|pile| view.is_none_or(|view| view.sight(pile.element) == Sight::Face));
        piles.retain(|pile| belongs_in_tray(rules, pile.element.index()));
        let beside = |pile: Pile| {
            let (owner, state) = (game.owner(state, pile.element), game.element_state(state, pile.element));
            let icon = PieceIcon::new(game, LoosePiece { element: pile.element, owner, state }, album)?;
            let (item, place) = icon.into_parts();
            Some((pile, item, place))
        };
        let pile_names = piles.iter().map(|pile| describe_piece(game, state, pile.element)).collect();
        let begins = |place: LocationId| {
            let element = game.content(state, place);
            element.map_or(Origin::Place(place), |element| origin(game, state, element))
        };
        let origins = (0..rules.locations.len()).map(LocationId::new).map(begins).collect();
        let place_names = distinct_readable_place_names(rules);
        let describe = |(index, name): (usize, &String)| {
            let there = lying.iter().find(|piece| piece.location == LocationId::new(index));
            describe_place(game, state, there, name)
        };
        let descriptions = place_names.iter().enumerate().map(describe).collect();
        let is_turned = |element: &boardwright_rules::Element| rules.element_types[element.kind.index()].is_turned;
        Self {
            area,
            place_kinds: rules.locations.iter().map(|location| location.kind).collect(),
            element_kinds: rules.elements.iter().map(|element| element.kind).collect(),
            is_solitary: rules.players.len() == 1,
            colours: BoardColours::File,
            file_squares: None,
            is_turned: rules.elements.iter().map(is_turned).collect(),
            ground: colour(ground),
            static_items: still.into_iter().map(|item| (item.subject, PreparedItem::new(item))).collect(),
            texts,
            coordinates: edge.into_iter().map(PreparedItem::new).collect(),
            piles: piles.into_iter().filter_map(beside).collect(),
            pile_names,
            place_names,
            origins,
            descriptions,
            stacks,
            places,
            pieces,
        }
    }

    /// Returns the place of a location.
    pub fn place(&self, location: LocationId) -> &Place {
        &self.places[location.index()]
    }

    /// Returns the centre of a location.
    pub fn centre(&self, location: LocationId) -> Point {
        self.place(location).centre
    }
}

/// `true` if the pieces equal to an element mean something to people beside the board: they have an owner, or players move them.
/// Others are means of the game file, such as the parts of a fence.
fn belongs_in_tray(rules: &RuleSet, element: usize) -> bool {
    let kind = rules.elements[element].kind;
    let is_equal = |other: usize| rules.elements[other].kind == kind;
    let is_owned = |other: usize| is_equal(other) && rules.elements[other].owner.is_some();
    let by_players = rules.rules.iter().filter(|rule| rule.chance.is_none());
    let mut moved = by_players.filter_map(|rule| rule.element.as_ref()).flat_map(|matches| &matches.entries);
    (0..rules.elements.len()).any(is_owned) || moved.any(|(other, _)| is_equal(other.index()))
}

/// Describes a place and its contents: "c3, white man", or "c3, empty".
fn describe_place(game: &CompiledGame, state: &State, there: Option<&Piece>, name: &str) -> String {
    match there {
        Some(piece) if piece.side != Side::Face => with("board.face_down", &[&name]),
        Some(piece) => format!("{name}, {}", describe_piece(game, state, piece.element)),
        None => with("board.empty", &[&name]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_library::load;

    #[test]
    fn every_game_file_can_be_prepared() {
        for shipped in boardwright_games::shipped_games() {
            let loaded = load(shipped.name).expect("it ships");
            let start = loaded.game().initial_state();
            let (game, state) = loaded.as_spec(&start).expect("a game file");
            let table = PreparedPosition::new(game, state, None, &PictureCache::new(""));
            assert_eq!(table.descriptions.len(), table.places.len(), "{}", shipped.name);
            assert!(table.area.width() > 0.0 && table.area.height() > 0.0, "{}", shipped.name);
        }
    }

    #[test]
    fn places_are_described_with_their_contents() {
        let loaded = load("chess").expect("it ships");
        let start = loaded.game().initial_state();
        let (game, state) = loaded.as_spec(&start).expect("a game file");
        let table = PreparedPosition::new(game, state, None, &PictureCache::new(""));
        assert!(
            table.descriptions.iter().any(|description| description == "e1, White freshking"),
            "{:?}",
            table.descriptions
        );
        assert!(table.descriptions.iter().any(|description| description == "e4, empty"));
    }
}
