//! Short names of places, as people write them: `e4`, `12`. Moves, boards and drawings use them; records and programs use
//! the full names.

use std::collections::{HashMap, HashSet};

use boardwright_rules::{Location, RuleSet};

/// Largest first index that is written as a letter.
const LETTERS: i32 = 26;
/// Smallest number of letters of a family name that counts as a word for people.
const MIN_WORD: usize = 3;

/// Parts of the short name of each location: those of the game file; else a letter and a number for two indices, or the
/// number of a single one; else the full name.
pub fn place_names(rules: &RuleSet) -> Vec<Vec<String>> {
    let mut taken: HashSet<String> = HashSet::new();
    // The first family has the short names, so that they are unique.
    let first = rules.locations.iter().find(|location| location.is_relevant && !location.indices.is_empty());
    let first = first.map(|location| family(&location.name));
    let name = |location: &Location| {
        if !location.notation.is_empty() {
            return location.notation.clone();
        }
        let short = match location.indices.as_slice() {
            _ if Some(family(&location.name)) != first => None,
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

/// Parts of the name of each location in texts for people: those of [`place_names`], and for the others words and numbers
/// instead of the full name, as `box 8`, `upright d2` or `pit 13`. Interchangeable places share a name.
pub fn readable_place_names(rules: &RuleSet) -> Vec<Vec<String>> {
    let names = place_names(rules);
    let mut taken: HashSet<String> = names.iter().map(|parts| parts.concat()).collect();
    let name = |(parts, location): (Vec<String>, &Location)| {
        if !is_full(&parts.concat()) {
            return parts;
        }
        if !location.is_relevant {
            return vec![readable_name(&rules.location_types[location.kind.index()].name)];
        }
        let family = family(&location.name);
        let kind = self::family(&rules.location_types[location.kind.index()].name);
        let word = if family.chars().count() < MIN_WORD { kind } else { family };
        let name = format!("{word} {}", indices_text(&location.indices));
        vec![if taken.insert(name.clone()) { name } else { readable_name(&location.name) }]
    };
    names.into_iter().zip(&rules.locations).map(name).collect()
}

/// Name of each location in texts for people, different for all of them.
pub fn distinct_readable_place_names(rules: &RuleSet) -> Vec<String> {
    let names: Vec<String> = readable_place_names(rules).iter().map(|parts| parts.concat()).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in &names {
        *counts.entry(name).or_default() += 1;
    }
    let name = |(name, location): (&String, &Location)| {
        if counts[name.as_str()] == 1 { name.clone() } else { readable_name(&location.name) }
    };
    names.iter().zip(&rules.locations).map(name).collect()
}

/// Writes the full names of locations in a text for people, such as the label of a move, by their readable names.
pub fn with_readable_names(rules: &RuleSet, names: &[Vec<String>], text: &str) -> String {
    if !is_full(text) {
        return text.to_owned();
    }
    let word = |word: &str| {
        let end = word.rfind(')').map_or(word.len(), |end| end + 1);
        let location = rules.location_named(&word[..end]).map(|location| names[location.index()].concat());
        location.map_or_else(|| word.to_owned(), |name| format!("{name}{}", &word[end..]))
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// `true` if a name is a full one with indices in parentheses.
fn is_full(name: &str) -> bool {
    name.contains('(')
}

/// Full name without its indices.
fn family(name: &str) -> &str {
    name.split('(').next().unwrap_or_default()
}

/// Full name of a place or of a type as a word and numbers, as `pit 13` for `pit(13)`.
pub fn readable_name(name: &str) -> String {
    name.trim_end_matches(')').replacen('(', " ", 1).replace(',', "-")
}

/// Indices as a letter and a number if they can be a column and a row, else as numbers.
fn indices_text(indices: &[i32]) -> String {
    match indices {
        [column, row] if (1..=LETTERS).contains(column) && *row >= 0 => {
            format!("{}{row}", char::from(b'a' + u8::try_from(column - 1).unwrap_or_default()))
        }
        _ => indices.iter().map(ToString::to_string).collect::<Vec<_>>().join("-"),
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::ids::{LocationTypeId, TextId};
    use boardwright_rules::{Audience, LocationType};

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

    #[test]
    fn readable_names_have_no_parentheses() {
        let mut rules = rules(&[
            ("sq(5,2)", &[5, 2], &[]),
            ("hand(1)", &[1], &[]),
            ("v(4,2)", &[4, 2], &[]),
            ("w(4,2)", &[4, 2], &[]),
            ("v(0,2)", &[0, 2], &[]),
            ("p(13,15)", &[13, 15], &[]),
            ("p(13,16)", &[13, 16], &[]),
        ]);
        let kind = |name: &str| LocationType {
            name: name.to_owned(),
            text: TextId::new(0),
            shape: None,
            indices: Vec::new(),
            picture: None,
            drawing: Vec::new(),
            audience: Audience::All,
            hides_backs: false,
        };
        rules.location_types = vec![kind("upright"), kind("pit(13)")];
        for pit in &mut rules.locations[5..] {
            (pit.kind, pit.is_relevant) = (LocationTypeId::new(1), false);
        }
        let names = readable_place_names(&rules);
        let whole: Vec<String> = names.iter().map(|parts| parts.concat()).collect();
        assert_eq!(whole, ["e2", "hand 1", "upright d2", "w 4-2", "upright 0-2", "pit 13", "pit 13"]);
        assert_eq!(distinct_readable_place_names(&rules)[5..], ["p 13-15", "p 13-16"]);
    }
}
