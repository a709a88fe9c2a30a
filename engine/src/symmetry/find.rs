//! Finding the symmetries of a game: maps are guessed, and kept if they are proven.

use rustc_hash::FxHashMap;

use crate::fast::{Beyond, Fast, Links, Proof, Ways};
use crate::ids::{ElementTypeId, LocationId, Player};
use crate::layout::Layout;
use crate::rules::RuleSet;

use super::graph::Graph;
use super::group::Symmetry;
use super::map::Map;

/// Most symmetries; a group that would be larger is left out, what was found before stays.
const MOST: usize = 128;
/// Most permutations of the board that are looked at.
const MOST_GUESSES: usize = 512;
/// Most colourings that are looked at for them.
const MOST_COLOURINGS: usize = 4096;
/// Most players whose permutations are all looked at.
const MOST_PLAYERS: usize = 4;

/// The symmetries of a game, that which changes nothing first; and why there is no other, if the rules are the reason.
pub(super) fn find(rules: &RuleSet, layout: &Layout, fast: Option<&Fast>) -> (Vec<Symmetry>, Option<Beyond>) {
    let identity = Map::identity(layout, rules.element_types.len());
    let mut group = vec![Symmetry { map: identity.clone(), ways: Ways::default() }];
    let Some(fast) = fast else { return (group, Some(Beyond("the plain form"))) };
    let found = Proof::new(rules, layout, fast, &identity).and_then(|proof| search(rules, layout, proof, &mut group));
    (group, found.err())
}

fn search(rules: &RuleSet, layout: &Layout, mut proof: Proof<'_>, group: &mut Vec<Symmetry>) -> Result<(), Beyond> {
    group[0].ways = proof.read(&group[0].map)?;
    let links = proof.links()?;
    let graph = graph(rules, layout, &links);
    let seatings = seatings(layout);
    let mut guesses = 0;
    graph.permutations(MOST_COLOURINGS, &mut |image| {
        guesses += 1;
        for players in &seatings {
            let Some(map) = guessed(rules, layout, &links, image, players) else { continue };
            if group.iter().all(|known| known.map != map)
                && let Ok(ways) = proof.check(&map)
            {
                extend(group, Symmetry { map, ways });
            }
        }
        guesses >= MOST_GUESSES || proof.is_spent()
    });
    Ok(())
}

/// Every permutation of the players, that which changes nothing first.
fn seatings(layout: &Layout) -> Vec<Vec<Player>> {
    let players: Vec<Player> = layout.players().collect();
    if players.len() > MOST_PLAYERS {
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

/// The graph from which maps are guessed: places, then types, then pieces.
fn graph(rules: &RuleSet, layout: &Layout, links: &Links) -> Graph {
    let (mut colours, mut tried) = (Vec::new(), Vec::new());
    for place in &layout.place {
        let shared = layout.is_shared(*place);
        colours.push(if shared { u64::from(*place) + 4 } else { 1 });
        tried.push(!shared);
    }
    for index in 0..links.types {
        // How many pieces there are, in which states; whose they are may be exchanged.
        let of = rules.elements.iter().filter(|element| element.kind.index() == index);
        let sum = of.map(|element| 1 << 20 | u64::from(element.state)).sum::<u64>();
        colours.push(1 << 62 | sum);
        tried.push(true);
    }
    for (element, kind) in rules.elements.iter().zip(&layout.first_kind) {
        let alone = layout.kinds[*kind].alone.is_some();
        colours.push(1 << 63 | u64::from(alone) << 32 | u64::from(element.state));
        tried.push(alone);
    }
    // What nothing has to do with need not be exchanged.
    let mut linked = vec![false; colours.len()];
    for &(from, to, _) in &links.edges {
        linked[from as usize] = true;
        linked[to as usize] = true;
    }
    let tried = tried.into_iter().zip(linked).map(|(tried, linked)| tried && linked).collect();
    Graph::new(colours, tried, links.edges.iter().copied())
}

/// The map of a permutation of the graph, if it is one.
fn guessed(rules: &RuleSet, layout: &Layout, links: &Links, image: &[u32], players: &[Player]) -> Option<Map> {
    let (places, rest) = image.split_at(links.places);
    let (types, pieces) = rest.split_at(links.types);
    let within = |list: &[u32], start: usize| {
        let moved = list.iter().map(|&at| (at as usize).checked_sub(start).filter(|at| *at < list.len()));
        moved.collect::<Option<Vec<usize>>>()
    };
    let places = within(places, 0)?.into_iter().map(LocationId::new).collect();
    let types = within(types, links.places)?.into_iter().chain(links.types..rules.element_types.len());
    let pieces = within(pieces, links.places + links.types)?;
    let alone = |element: crate::ids::ElementId| crate::ids::ElementId::new(pieces[element.index()]);
    Map::new(layout, places, types.map(ElementTypeId::new).collect(), players.to_vec(), alone)
}

/// Adds a symmetry and all that come of it and the others, unless they are too many.
fn extend(group: &mut Vec<Symmetry>, new: Symmetry) {
    let before = group.len();
    let mut generators: Vec<usize> = (1..before).collect();
    generators.push(before);
    group.push(new);
    let mut next = before;
    while next < group.len() {
        for &generator in &generators {
            for (first, second) in [(next, generator), (generator, next)] {
                let map = group[first].map.then(&group[second].map);
                if group.iter().any(|known| known.map == map) {
                    continue;
                }
                if group.len() >= MOST {
                    group.truncate(before);
                    return;
                }
                let ways = composed(&group[first], &group[second]);
                group.push(Symmetry { map, ways });
            }
        }
        next += 1;
    }
}

/// What becomes of the ways to move by one symmetry and then another.
fn composed(first: &Symmetry, second: &Symmetry) -> Ways {
    let then = |(&(player, rule, choice, way), &(next_rule, next_choice, next_way)): (&_, &(u16, u16, u32))| {
        let key: (Player, u16, u16, u32) = (player, rule, choice, way);
        let next = (first.map.player(key.0), next_rule, next_choice, next_way);
        second.ways.get(&next).map(|&last| (key, last))
    };
    first.ways.iter().filter_map(then).collect::<FxHashMap<_, _>>()
}
