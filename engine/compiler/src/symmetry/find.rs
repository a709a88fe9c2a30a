//! Search for the symmetry group of a game: candidate maps are proposed by a graph and added if they are proven.

use rustc_hash::FxHashMap;

use crate::Unsupported;
use crate::symmetry::forms::MoveMapping;
use crate::symmetry::forms::Proof;
use crate::symmetry::forms::RelationGraph;
use crate::tables::CompiledRules;
use boardwright_game::ids::{ElementTypeId, LocationId, Player};
use boardwright_interpreter::layout::Layout;
use boardwright_rules::RuleSet;

use super::graph::Graph;
use super::group::Symmetry;
use super::map::SymmetryMap;

/// Maximum order of the symmetry group. A generator that would exceed it is dropped; earlier symmetries stay.
const MAX_SYMMETRIES: usize = 128;
/// Maximum number of candidate permutations of the board.
const MAX_CANDIDATES: usize = 512;
/// Maximum number of colourings that the search for candidates examines.
const MAX_COLOURINGS: usize = 4096;
/// Maximum number of players for which all permutations of players are tried.
const MAX_PERMUTED_PLAYERS: usize = 4;

/// Returns the symmetries of a game, the identity first, and the unsupported rule if it prevents all others.
pub(super) fn find_symmetries(
    rules: &RuleSet,
    layout: &Layout,
    fast: Option<&CompiledRules>,
) -> (Vec<Symmetry>, Option<Unsupported>) {
    let identity = SymmetryMap::identity(layout, rules.element_types.len());
    let mut group = vec![Symmetry { map: identity.clone(), move_mapping: MoveMapping::default() }];
    let Some(fast) = fast else { return (group, Some(Unsupported("the missing compiled form"))) };
    let found = Proof::new(rules, layout, fast, &identity).and_then(|proof| search(rules, layout, proof, &mut group));
    (group, found.err())
}

fn search(
    rules: &RuleSet,
    layout: &Layout,
    mut proof: Proof<'_>,
    group: &mut Vec<Symmetry>,
) -> Result<(), Unsupported> {
    group[0].move_mapping = proof.read_unmapped(&group[0].map)?;
    let relations = proof.relation_graph()?;
    let graph = candidate_graph(rules, layout, &relations);
    let player_permutations = player_permutations(layout);
    let mut guesses = 0;
    graph.search_candidates(MAX_COLOURINGS, &mut |image| {
        guesses += 1;
        for players in &player_permutations {
            let Some(map) = candidate_map(rules, layout, &relations, image, players) else { continue };
            if group.iter().all(|known| known.map != map)
                && let Ok(mapping) = proof.prove(&map)
            {
                extend_group(group, Symmetry { map, move_mapping: mapping });
            }
        }
        guesses >= MAX_CANDIDATES || proof.is_exhausted()
    });
    Ok(())
}

/// All permutations of the players, the identity first.
fn player_permutations(layout: &Layout) -> Vec<Vec<Player>> {
    let players: Vec<Player> = layout.players().collect();
    if players.len() > MAX_PERMUTED_PLAYERS {
        return vec![players];
    }
    let mut all = vec![Vec::new()];
    for _ in &players {
        let longer = |seated: &Vec<Player>| {
            let seated = seated.clone();
            let free: Vec<Player> = players.iter().copied().filter(|player| !seated.contains(player)).collect();
            free.into_iter().map(move |player| seated.iter().copied().chain([player]).collect::<Vec<_>>())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Builds the graph from which candidate maps are derived. Vertices: locations, then element types, then pieces.
fn candidate_graph(rules: &RuleSet, layout: &Layout, relations: &RelationGraph) -> Graph {
    let (mut colours, mut is_branched) = (Vec::new(), Vec::new());
    for place in &layout.key_place {
        let shared = layout.is_shared(*place);
        colours.push(if shared { u64::from(*place) + 4 } else { 1 });
        is_branched.push(!shared);
    }
    for index in 0..relations.types {
        // Number and states of the pieces of the type; their owners may be permuted.
        let of = rules.elements.iter().filter(|element| element.kind.index() == index);
        let sum = of.map(|element| 1 << 20 | u64::from(element.state)).sum::<u64>();
        colours.push(1 << 62 | sum);
        is_branched.push(true);
    }
    for (element, kind) in rules.elements.iter().zip(&layout.initial_kind) {
        let alone = layout.kinds[*kind].distinguishable.is_some();
        colours.push(1 << 63 | u64::from(alone) << 32 | u64::from(element.state));
        is_branched.push(alone);
    }
    // A vertex without edges need not be permuted.
    let mut linked = vec![false; colours.len()];
    for &(from, to, _) in &relations.edges {
        linked[from as usize] = true;
        linked[to as usize] = true;
    }
    let is_branched = is_branched.into_iter().zip(linked).map(|(is_branched, linked)| is_branched && linked).collect();
    Graph::new(colours, is_branched, relations.edges.iter().copied())
}

/// Returns the candidate map of a permutation of the graph; `None` if the permutation mixes vertex classes.
fn candidate_map(
    rules: &RuleSet,
    layout: &Layout,
    relations: &RelationGraph,
    image: &[u32],
    players: &[Player],
) -> Option<SymmetryMap> {
    let (places, rest) = image.split_at(relations.places);
    let (types, pieces) = rest.split_at(relations.types);
    let within = |list: &[u32], start: usize| {
        let moved = list.iter().map(|&at| (at as usize).checked_sub(start).filter(|at| *at < list.len()));
        moved.collect::<Option<Vec<usize>>>()
    };
    let places = within(places, 0)?.into_iter().map(LocationId::new).collect();
    let types = within(types, relations.places)?.into_iter().chain(relations.types..rules.element_types.len());
    let pieces = within(pieces, relations.places + relations.types)?;
    let alone =
        |element: boardwright_game::ids::ElementId| boardwright_game::ids::ElementId::new(pieces[element.index()]);
    SymmetryMap::new(layout, places, types.map(ElementTypeId::new).collect(), players.to_vec(), alone)
}

/// Adds a symmetry and closes the group under composition; drops the symmetry if the group would become too large.
fn extend_group(group: &mut Vec<Symmetry>, new: Symmetry) {
    let before = group.len();
    let mut generators: Vec<usize> = (1..before).collect();
    generators.push(before);
    group.push(new);
    let mut next = before;
    while next < group.len() {
        for &generator in &generators {
            for (first, second) in [(next, generator), (generator, next)] {
                let map = group[first].map.compose(&group[second].map);
                if group.iter().any(|known| known.map == map) {
                    continue;
                }
                if group.len() >= MAX_SYMMETRIES {
                    group.truncate(before);
                    return;
                }
                let mapping = compose_mappings(&group[first], &group[second]);
                group.push(Symmetry { map, move_mapping: mapping });
            }
        }
        next += 1;
    }
}

/// Composes the move mappings of two symmetries, `first` applied first.
fn compose_mappings(first: &Symmetry, second: &Symmetry) -> MoveMapping {
    let then =
        |(&(player, rule, choice, for_index), &(next_rule, next_choice, next_for_index)): (&_, &(u16, u16, u32))| {
            let key: (Player, u16, u16, u32) = (player, rule, choice, for_index);
            let next = (first.map.player(key.0), next_rule, next_choice, next_for_index);
            second.move_mapping.get(&next).map(|&last| (key, last))
        };
    first.move_mapping.iter().filter_map(then).collect::<FxHashMap<_, _>>()
}
