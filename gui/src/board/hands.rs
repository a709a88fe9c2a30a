//! Hands of cards: the cards of a row of places that belong to one player are shown sorted, in the order of the game file, which is
//! usually by suit and rank. Only the drawing is sorted; the cards stay on their places.

use std::collections::BTreeMap;

use boardwright_draw::{Contents, Piece, Place, places};
use boardwright_game::ids::LocationId;
use boardwright_interpreter::hidden::view::Side;
use boardwright_rules::{Audience, RuleSet};

/// Least number of places of a hand.
const MIN_PLACES: usize = 4;

/// Returns contents as they are drawn, with the cards of hands sorted, and the place where those of each location are shown.
pub fn drawn_contents(rules: &RuleSet, contents: &Contents) -> (Contents, Vec<Place>) {
    let own_places = places(rules);
    let shown_at = shown_at(rules, &own_places, &contents.pieces);
    let drawn = |piece: &Piece| Piece { location: shown_at[piece.location.index()], ..*piece };
    let pieces = contents.pieces.iter().map(drawn).collect();
    let places = shown_at.iter().map(|place| own_places[place.index()]).collect();
    (Contents { pieces, texts: contents.texts.clone() }, places)
}

/// Returns the place where the contents of each location are shown: another place of the same hand, else the location itself.
fn shown_at(rules: &RuleSet, places: &[Place], lying: &[Piece]) -> Vec<LocationId> {
    let mut shown: Vec<LocationId> = (0..places.len()).map(LocationId::new).collect();
    for hand in hands(rules, places) {
        let mut cards: Vec<&Piece> = lying.iter().filter(|piece| hand.contains(&piece.location)).collect();
        // The order of cards whose faces are not seen would tell something about them.
        if cards.iter().any(|card| card.side != Side::Face) {
            continue;
        }
        cards.sort_by_key(|card| card.element);
        let occupied = cards.iter().map(|card| card.location);
        let empty = hand.iter().copied().filter(|place| cards.iter().all(|card| card.location != *place));
        for (from, at) in occupied.chain(empty).zip(&hand) {
            shown[from.index()] = *at;
        }
    }
    shown
}

/// Rows of equal places that belong to one player, who alone sees the faces on them; each from left to right.
fn hands(rules: &RuleSet, places: &[Place]) -> Vec<Vec<LocationId>> {
    let mut rows: BTreeMap<(usize, usize), Vec<LocationId>> = BTreeMap::new();
    for (index, location) in rules.locations.iter().enumerate() {
        let kind = &rules.location_types[location.kind.index()];
        if let Some(owner) = location.owner.filter(|_| kind.audience == Audience::Owner && !kind.hides_backs) {
            rows.entry((location.kind.index(), owner.index())).or_default().push(LocationId::new(index));
        }
    }
    let is_row = |row: &Vec<LocationId>| {
        let first = &places[row[0].index()];
        row.len() >= MIN_PLACES && row.iter().all(|place| (places[place.index()].centre.y - first.centre.y).abs() < 1.0)
    };
    let mut rows: Vec<Vec<LocationId>> = rows.into_values().filter(is_row).collect();
    for row in &mut rows {
        row.sort_by(|one, other| places[one.index()].centre.x.total_cmp(&places[other.index()].centre.x));
    }
    rows
}

#[cfg(test)]
mod tests {
    use boardwright_game::any::AnyState;
    use boardwright_game::game::Turn;
    use boardwright_game::ids::Player;
    use boardwright_library::load;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use crate::board::pictures::PictureCache;
    use crate::board::prepared::PreparedPosition;

    #[test]
    fn an_own_hand_is_sorted() {
        let loaded = load("nine-tricks").expect("it ships");
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let mut state: AnyState = loaded.game().initial_state();
        while loaded.game().legal_moves(&state).expect("no fault").0 == Turn::Chance {
            let mv = loaded.game().draw_chance(&state, &mut random).expect("no fault");
            loaded.game().apply(&mut state, &mv).expect("it is legal");
        }
        let (game, state) = loaded.as_spec(&state).expect("a game file");
        let table = PreparedPosition::new(game, state, Some(Player::FIRST), &PictureCache::new(""));
        let row = |owner: usize| {
            let on_hand = table.pieces.iter().filter(|(piece, _)| {
                game.rules().locations[piece.location.index()].name.starts_with(&format!("hand({owner}"))
            });
            let mut row: Vec<_> =
                on_hand.map(|(piece, _)| (table.centre(piece.location).x as i64, piece.element)).collect();
            row.sort_unstable();
            row.into_iter().map(|(_, element)| element).collect::<Vec<_>>()
        };
        assert_eq!((row(1).len(), row(2).len()), (9, 9));
        assert!(row(1).is_sorted(), "{:?}", row(1));
    }
}
