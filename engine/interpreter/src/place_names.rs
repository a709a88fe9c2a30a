//! Short names of places, as people write them: `e4`, `12`. Moves, boards and drawings use them; records and programs use
//! the full names.

use std::collections::{HashMap, HashSet};

use boardwright_rules::{Location, RuleSet};

/// Largest first index that is written as a letter.
const LETTERS: i32 = 26;

/// Parts of the short name of each location: those of the game file; else a letter and a number for two indices, or the
/// number of a single one; else the full name.
pub fn place_names(rules: &RuleSet) -> Vec<Vec<String>> {
    let mut taken: HashSet<String> = HashSet::new();
    let family = |location: &Location| location.name.split('(').next().unwrap_or_default().to_owned();
    // The first family has the short names, so that they are unique.
    let first =
        rules.locations.iter().find(|location| location.is_relevant && !location.indices.is_empty()).map(family);
    let name = |location: &Location| {
        if !location.notation.is_empty() {
            return location.notation.clone();
        }
        let short = match location.indices.as_slice() {
            _ if Some(family(location)) != first => None,
            [column, row] if (1..=LETTERS).contains(column) && *row >= 0 => {
                let letter = char::from(b'a' + u8::try_from(column - 1).unwrap_or_default());
                Some(vec![letter.to_string(), row.to_string()])
            }
            [number] if *number >= 0 => Some(vec![number.to_string()]),
            _ => None,
        };
        let short = short.filter(|parts| taken.insert(parts.concat()));
        short.unwrap_or_else(|| vec![location.name.clone()])
    };
    rules.locations.iter().map(name).collect()
}

/// Name of each location for people, different for all of them: the short name, or the full name where several locations share
/// the short one, such as those of a column of Connect Four.
pub fn distinct_place_names(rules: &RuleSet) -> Vec<String> {
    let short: Vec<String> = place_names(rules).iter().map(|parts| parts.concat()).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in &short {
        *counts.entry(name).or_default() += 1;
    }
    let name = |(short, location): (&String, &Location)| {
        if counts[short.as_str()] == 1 { short.clone() } else { location.name.clone() }
    };
    short.iter().zip(&rules.locations).map(name).collect()
}

#[cfg(test)]
mod tests {
    use boardwright_game::ids::{LocationTypeId, TextId};

    use super::*;

    fn rules(locations: &[(&str, &[i32], &[&str])]) -> RuleSet {
        let location = |&(name, indices, notation): &(&str, &[i32], &[&str])| Location {
            name: name.to_owned(),
            text: TextId::new(0),
            kind: LocationTypeId::new(0),
            indices: indices.to_vec(),
            is_relevant: true,
            owner: None,
            notation: notation.iter().map(|&part| part.to_owned()).collect(),
            drawing: None,
            point: (0, 0),
            camera: None,
            robot: None,
        };
        RuleSet { locations: locations.iter().map(location).collect(), ..RuleSet::default() }
    }

    #[test]
    fn names_are_distinct() {
        let rules = rules(&[
            ("c(1,1)", &[1, 1], &["1"]),
            ("c(1,2)", &[1, 2], &["1"]),
            ("d(1)", &[1], &[]),
            ("e(5,2)", &[5, 2], &["e", "2"]),
        ]);
        assert_eq!(place_names(&rules)[1], ["1"]);
        assert_eq!(distinct_place_names(&rules), ["c(1,1)", "c(1,2)", "d(1)", "e2"]);
    }

    #[test]
    fn the_first_family_of_places_has_short_names() {
        let rules = rules(&[("sq(5,2)", &[5, 2], &[]), ("hand(1)", &[1], &[]), ("sq(30,2)", &[30, 2], &[])]);
        assert_eq!(distinct_place_names(&rules), ["e2", "hand(1)", "sq(30,2)"]);
    }
}
