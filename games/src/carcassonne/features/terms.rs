//! The terms of the thesis's evaluation: 19 functions from a position, with its last turn, to a number. Another term is
//! one function and one line of a list. Its value is seen by the player `me` who made the last turn.
//!
//! Where the source gives only a phrase, the formula is ours; [`Variant`](super::analysis::Variant) has the alternatives. Term 7,
//! the meeple potential, is ours by default, although the source has a formula: a variant has that.

use boardwright_game::features::Feature;

use super::analysis::Analysis;
use crate::carcassonne::tiles::FeatureKind;

/// A term of the evaluation.
#[derive(Clone)]
pub struct Term {
    /// Name and description.
    pub feature: Feature,
    /// Value for the player with an index.
    pub value: fn(&Analysis<'_>, usize) -> f32,
}

const fn term(name: &'static str, about: &'static str, value: fn(&Analysis<'_>, usize) -> f32) -> Term {
    Term { feature: Feature::new(name, about), value }
}

/// The 19 terms, in the order of the thesis.
pub const TERMS: &[Term] = &[
    term("completed cities", "points for cities that the turn completed", completed_cities),
    term("completed roads", "points for roads that the turn completed", completed_roads),
    term("cloisters", "points for completed cloisters, and the present value of open ones", cloisters),
    term("open cities", "points that the open cities would give now", open_cities),
    term("open roads", "points that the open roads would give now", open_roads),
    term("farms", "points that the farms would give now", farms),
    term("meeple potential", "value of the free meeples for the remaining turns", meeple_potential),
    term("placement penalty", "-1 for a placed meeple, if meeples are scarce", placement_penalty),
    term("returned to opponents", "minus the number of meeples that went home to opponents", returned_to_opponents),
    term("distance to completion", "minus the number of tiles that the occupied features lack", distance_to_completion),
    term("city majorities", "number of open cities with a majority", city_majorities),
    term("road majorities", "number of open roads with a majority", road_majorities),
    term("cloister majorities", "number of open cloisters with a meeple", cloister_majorities),
    term("farm majorities", "number of farms with a majority", farm_majorities),
    term("free meeples", "number of free meeples", free_meeples),
    term("city quality", "tiles and shields per open edge of the cities with a majority", city_quality),
    term("farmers per turn", "minus the number of farmers per remaining turn", farmers_per_turn),
    term("returned meeples", "number of own meeples that came home", returned_meeples),
    term("farm city quality", "tiles and shields per open edge of the open cities beside won farms", farm_city_quality),
];

/// The terms of the expected margin, whose values are compared with those of the opponents. They describe the position
/// only, as far as it decides about the points to come.
pub const EXPECTED_TERMS: &[Term] = &[
    term("score", "points scored so far", score),
    term("open cities", "points that the open cities would give now", open_cities),
    term("open roads", "points that the open roads would give now", open_roads),
    term("open cloisters", "points that the open cloisters would give now", open_cloisters),
    term("farms", "points that the farms would give now", farms),
    term("meeple potential", "value of the free meeples for the remaining turns", meeple_potential),
    term("distance to completion", "minus the number of tiles that the occupied features lack", distance_to_completion),
    term("city majorities", "probable extensions of the open cities with a majority", city_majorities),
    term("road majorities", "probable extensions of the open roads with a majority", road_majorities),
    term("cloister majorities", "probable extensions of the open cloisters with a meeple", cloister_majorities),
    term("farm majorities", "number of farms with a majority", farm_majorities),
    term("free meeples", "number of free meeples", free_meeples),
    term("city quality", "tiles and shields per open edge of the cities with a majority", city_quality),
    term("farmers per turn", "minus the number of farmers per remaining turn", farmers_per_turn),
    term("farm city quality", "tiles and shields per open edge of the open cities beside won farms", farm_city_quality),
    term("last turn", "1 for the player who made the last turn", last_turn),
];

fn score(analysis: &Analysis<'_>, me: usize) -> f32 {
    analysis.net(me, |player| f32::from(analysis.state.points[player].total()))
}

fn open_cloisters(analysis: &Analysis<'_>, me: usize) -> f32 {
    present(analysis, me, FeatureKind::Cloister)
}

fn last_turn(analysis: &Analysis<'_>, me: usize) -> f32 {
    if usize::from(analysis.state.last_turn().player) == me { 1.0 } else { 0.0 }
}

fn completed(analysis: &Analysis<'_>, me: usize, kind: FeatureKind) -> f32 {
    analysis.net(me, |player| f32::from(analysis.state.last.points[player].of(kind)))
}

fn present(analysis: &Analysis<'_>, me: usize, kind: FeatureKind) -> f32 {
    analysis.net(me, |player| f32::from(analysis.end_points[player].of(kind)))
}

fn completed_cities(analysis: &Analysis<'_>, me: usize) -> f32 {
    completed(analysis, me, FeatureKind::City)
}

fn completed_roads(analysis: &Analysis<'_>, me: usize) -> f32 {
    completed(analysis, me, FeatureKind::Road)
}

fn cloisters(analysis: &Analysis<'_>, me: usize) -> f32 {
    completed(analysis, me, FeatureKind::Cloister) + present(analysis, me, FeatureKind::Cloister)
}

fn open_cities(analysis: &Analysis<'_>, me: usize) -> f32 {
    present(analysis, me, FeatureKind::City)
}

fn open_roads(analysis: &Analysis<'_>, me: usize) -> f32 {
    present(analysis, me, FeatureKind::Road)
}

fn farms(analysis: &Analysis<'_>, me: usize) -> f32 {
    present(analysis, me, FeatureKind::Field)
}

fn meeple_potential(analysis: &Analysis<'_>, me: usize) -> f32 {
    analysis.meeple_potential(me)
}

fn placement_penalty(analysis: &Analysis<'_>, me: usize) -> f32 {
    let last = analysis.state.last_turn();
    let is_mine = last.has_meeple && usize::from(last.player) == me;
    if is_mine && analysis.free_meeples(me) <= analysis.remaining_turns() { -1.0 } else { 0.0 }
}

fn returned_to_opponents(analysis: &Analysis<'_>, me: usize) -> f32 {
    let others = (0..analysis.players).filter(|&player| player != me);
    -others.map(|player| f32::from(analysis.state.last.returned[player])).sum::<f32>()
}

fn distance_to_completion(analysis: &Analysis<'_>, me: usize) -> f32 {
    let occupied = analysis.features().filter(|occupied| occupied.kind != FeatureKind::Field);
    let distance = |occupied| {
        let probability = analysis.extension_probability(occupied).max(analysis.smallest_probability());
        f32::from(occupied.feature.meeples_of[me]) * analysis.distance_to_completion(occupied) / probability
    };
    -occupied.filter(|occupied| occupied.feature.meeples_of[me] > 0).map(distance).sum::<f32>()
}

fn majorities(analysis: &Analysis<'_>, me: usize, kind: FeatureKind) -> f32 {
    analysis.majorities(kind, me).map(|occupied| analysis.extension_probability(occupied)).sum()
}

fn city_majorities(analysis: &Analysis<'_>, me: usize) -> f32 {
    majorities(analysis, me, FeatureKind::City)
}

fn road_majorities(analysis: &Analysis<'_>, me: usize) -> f32 {
    majorities(analysis, me, FeatureKind::Road)
}

fn cloister_majorities(analysis: &Analysis<'_>, me: usize) -> f32 {
    majorities(analysis, me, FeatureKind::Cloister)
}

fn farm_majorities(analysis: &Analysis<'_>, me: usize) -> f32 {
    analysis.majorities(FeatureKind::Field, me).count() as f32
}

fn free_meeples(analysis: &Analysis<'_>, me: usize) -> f32 {
    analysis.free_meeples(me)
}

fn city_quality(analysis: &Analysis<'_>, me: usize) -> f32 {
    analysis.majorities(FeatureKind::City, me).map(|occupied| quality(occupied.feature)).sum()
}

/// Tiles and shields of a city per open edge.
fn quality(city: &crate::carcassonne::board::Feature) -> f32 {
    f32::from(city.tiles + city.shields) / f32::from(city.open.max(1))
}

fn farmers_per_turn(analysis: &Analysis<'_>, me: usize) -> f32 {
    let farms = analysis.features().filter(|occupied| occupied.kind == FeatureKind::Field);
    let farmers: u8 = farms.map(|occupied| occupied.feature.meeples_of[me]).sum();
    -f32::from(farmers) / analysis.remaining_turns().max(1.0)
}

fn returned_meeples(analysis: &Analysis<'_>, me: usize) -> f32 {
    f32::from(analysis.state.last.returned[me])
}

fn farm_city_quality(analysis: &Analysis<'_>, me: usize) -> f32 {
    let board = analysis.state.board();
    let mut seen = crate::carcassonne::board::SegmentSet::default();
    let farms = analysis.majorities(FeatureKind::Field, me);
    let cities = farms.flat_map(|farm| board.cities_of_farm(farm.root));
    let open = cities.filter(|&city| board.feature(city).open > 0);
    open.filter(|&city| seen.insert(city)).map(|city| quality(board.feature(city))).sum()
}
