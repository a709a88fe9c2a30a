//! A position prepared for painting: what lies where, at which height, and what everything is called.

use std::collections::HashMap;

use boardwright_draw::{Area, Of, Piece, Place, Point, Scene, pieces, places, scene};
use boardwright_engine::game::Game as _;
use boardwright_engine::ids::{ElementId, LocationId, Player};
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

use super::moves::{Origin, Pile, origin, piles};
use super::pictures::Album;
use super::prims::{Thing, colour};
use crate::texts::with;

/// A position prepared for painting.
#[derive(Debug)]
pub struct Table {
    /// What is painted of the board, in its pixels: the same for all positions of a game.
    pub area: Area,
    /// The colour behind everything.
    pub ground: eframe::egui::Color32,
    /// Everything that lies still: what is under the places, and the places.
    pub still: Vec<Thing>,
    /// The pieces on the board, the lowest first.
    pub pieces: Vec<(Piece, Thing)>,
    /// The pieces beside the board.
    pub piles: Vec<(Pile, Thing, Place)>,
    /// By pile: what its pieces are called.
    pub names: Vec<String>,
    /// The places, by location.
    pub places: Vec<Place>,
    /// By location: its name.
    pub called: Vec<String>,
    /// By location: where moves of what lies there begin.
    pub origins: Vec<Origin>,
    /// By location: its name, and what lies there, in words.
    pub told: Vec<String>,
    /// How many pieces lie at one point, where there are several: by location of the topmost.
    pub heaps: HashMap<LocationId, usize>,
}

impl Table {
    /// Prepares a position.
    pub fn new(game: &SpecGame, state: &State, album: &Album) -> Self {
        let rules = game.rules();
        let lying = pieces(game, state);
        let Scene { area, ground, items } = scene(rules, &lying, album);
        let (moving, still): (Vec<_>, Vec<_>) = items.iter().partition(|item| matches!(item.of, Of::Piece(..)));
        let places = places(rules);
        let pieces: Vec<(Piece, Thing)> = lying
            .iter()
            .zip(moving.iter().map(|item| Thing::new(item)))
            .map(|(piece, thing)| (*piece, thing))
            .collect();
        let piles = piles(game, state);
        let beside = |pile: Pile| {
            // A drawing needs a place: any will do, for the piece is moved from there.
            let location = LocationId::new(0);
            let piece = Piece {
                element: pile.element,
                location,
                owner: game.owner(state, pile.element),
                state: game.element_state(state, pile.element),
                zindex: 0,
            };
            let drawn = scene(rules, &[piece], album);
            let item = drawn.items.iter().find(|item| matches!(item.of, Of::Piece(..)))?;
            Some((pile, Thing::new(item), *places.first()?))
        };
        let names = piles.iter().map(|pile| piece(game, state, pile.element)).collect();
        let begins = |place: LocationId| {
            let element = game.content(state, place);
            element.map_or(Origin::Place(place), |element| origin(game, state, element))
        };
        let origins = (0..rules.locations.len()).map(LocationId::new).map(begins).collect();
        let told = (0..rules.locations.len()).map(LocationId::new).map(|place| told(game, state, place)).collect();
        Self {
            area,
            ground: colour(ground),
            still: still.into_iter().map(Thing::new).collect(),
            piles: piles.into_iter().filter_map(beside).collect(),
            names,
            called: rules.locations.iter().map(|location| location.name.clone()).collect(),
            origins,
            told,
            heaps: heaps(&lying, &places),
            places,
            pieces,
        }
    }

    /// The place of a location.
    pub fn place(&self, location: LocationId) -> &Place {
        &self.places[location.index()]
    }

    /// The middle of a location.
    pub fn centre(&self, location: LocationId) -> Point {
        self.place(location).centre
    }
}

/// Where several pieces lie at one point: the topmost's location, and how many there are.
fn heaps(lying: &[Piece], places: &[Place]) -> HashMap<LocationId, usize> {
    let mut at: HashMap<(i64, i64), (LocationId, usize)> = HashMap::new();
    for piece in lying {
        let Point { x, y } = places[piece.location.index()].centre;
        let heap = at.entry((x.round() as i64, y.round() as i64)).or_insert((piece.location, 0));
        *heap = (piece.location, heap.1 + 1);
    }
    at.into_values().filter(|(_, count)| *count > 1).collect()
}

/// A place and what lies there, in words: "c3, white man", or "c3, empty".
fn told(game: &SpecGame, state: &State, location: LocationId) -> String {
    let name = &game.rules().locations[location.index()].name;
    match game.content(state, location) {
        Some(element) => format!("{name}, {}", piece(game, state, element)),
        None => with("board.empty", &[name]),
    }
}

/// A piece in words: whose it is, and what: by the name of its state where that has one, else of its type.
pub fn piece(game: &SpecGame, state: &State, element: ElementId) -> String {
    let rules = game.rules();
    let kind = &rules.element_types[rules.elements[element.index()].kind.index()];
    let owner = game.owner(state, element).map(|player: Player| game.player_name(player));
    let shown = usize::try_from(game.element_state(state, element) - 1).ok();
    let state = shown.and_then(|state| kind.state_names.get(state)).cloned();
    let words = [owner, state.or_else(|| Some(kind.name.clone()))];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_shelf::load;

    #[test]
    fn every_game_file_can_be_laid_on_the_table() {
        for shipped in boardwright_games::shipped() {
            let loaded = load(shipped.name).expect("it ships");
            let start = loaded.game().start();
            let (game, state) = loaded.as_spec(&start).expect("a game file");
            let table = Table::new(game, state, &Album::new(""));
            assert_eq!(table.told.len(), table.places.len(), "{}", shipped.name);
            assert!(table.area.width() > 0.0 && table.area.height() > 0.0, "{}", shipped.name);
        }
    }

    #[test]
    fn places_are_told_with_what_lies_there() {
        let loaded = load("chess").expect("it ships");
        let start = loaded.game().start();
        let (game, state) = loaded.as_spec(&start).expect("a game file");
        let table = Table::new(game, state, &Album::new(""));
        assert!(table.told.iter().any(|told| told == "sq(5,1), White freshking"), "{:?}", table.told);
        assert!(table.told.iter().any(|told| told == "sq(5,4), empty"));
    }
}
