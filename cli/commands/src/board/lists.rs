//! Compact lists of what lies beside a board: groups of places, numbers of equal pieces, and lines that fit a terminal.

use std::collections::BTreeMap;

use boardwright_game::ids::{LocationId, Player};
use boardwright_rules::RuleSet;

use crate::output::LINE_WIDTH;
use crate::symbols::{Appearance, family_name};

/// Contents of a place as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contained {
    /// No piece.
    Nothing,
    /// A piece by its symbol.
    Symbol(String),
    /// A piece that lies face down somewhere in the group.
    Anonymous,
}

/// Symbol of an empty place of a group.
const EMPTY: &str = ".";

/// Length from which a run of equal symbols is written with its number.
const MIN_RUN: usize = 6;

/// Largest number of pieces of a supply that are listed one by one.
const MAX_SINGLE: usize = 12;

/// Line of a group of places, in their order; places after the last piece are left out.
pub fn group_line(name: &str, contents: &[Contained], piece: &str) -> String {
    let hidden = contents.iter().filter(|it| **it == Contained::Anonymous).count();
    let open: Vec<&Contained> = contents.iter().filter(|it| **it != Contained::Anonymous).collect();
    let last = open.iter().rposition(|it| **it != Contained::Nothing).map_or(0, |last| last + 1);
    let symbol = |it: &&Contained| match it {
        Contained::Symbol(symbol) => symbol.clone(),
        Contained::Nothing | Contained::Anonymous => EMPTY.to_owned(),
    };
    let mut words = runs(&open[..last].iter().map(symbol).collect::<Vec<_>>());
    if hidden > 0 {
        words.push(face_down(hidden, piece));
    }
    if words.is_empty() {
        words.push("empty".to_owned());
    }
    let mut text = String::new();
    let mut line = format!("{name}:");
    for word in words {
        if line.chars().count() + 1 + word.chars().count() > LINE_WIDTH {
            text.push_str(&line);
            text.push('\n');
            " ".clone_into(&mut line);
        }
        line.push(' ');
        line.push_str(&word);
    }
    format!("{text}{line}\n")
}

/// Symbols in their order, runs of equal ones with their number.
fn runs(symbols: &[String]) -> Vec<String> {
    let written = |run: &[String]| {
        let is_run = run.len() >= MIN_RUN && run[0] != EMPTY;
        if is_run { vec![format!("{}x{}", run.len(), run[0])] } else { run.to_vec() }
    };
    symbols.chunk_by(|one, other| one == other).flat_map(written).collect()
}

/// Text for pieces that lie face down.
pub fn face_down(count: usize, piece: &str) -> String {
    format!("{count} {} face down", plural(piece, count))
}

/// A noun after a number.
pub fn plural(word: &str, count: usize) -> String {
    match word {
        _ if count == 1 => word.to_owned(),
        "die" => "dice".to_owned(),
        "man" => "men".to_owned(),
        _ if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// Pieces of a supply: the number of each kind, or single numbers such as those of dice.
pub fn counted(mut pieces: Vec<(Appearance, String)>) -> Vec<String> {
    pieces.sort();
    let is_number = |(_, symbol): &(Appearance, String)| symbol.starts_with(|first: char| first.is_ascii_digit());
    if pieces.len() <= MAX_SINGLE && pieces.iter().all(is_number) {
        let symbols: Vec<String> = pieces.into_iter().map(|(_, symbol)| symbol).collect();
        return if symbols.is_empty() { symbols } else { vec![symbols.join(" ")] };
    }
    let mut counts = BTreeMap::<Appearance, (usize, String)>::new();
    for (look, symbol) in pieces {
        counts.entry(look).or_insert((0, symbol)).0 += 1;
    }
    counts.into_values().map(|(count, symbol)| format!("{count} {symbol}")).collect()
}

/// Names of places with what they show; consecutive places that show the same are one entry: `count(1..6) 4`.
pub fn joined_values(rules: &RuleSet, values: &[(LocationId, String)]) -> Vec<String> {
    let follows =
        |one: &(LocationId, String), other: &(LocationId, String)| one.1 == other.1 && is_next(rules, one.0, other.0);
    let entry = |run: &[(LocationId, String)]| {
        let (first, value) = &run[0];
        let name = match run {
            [_, .., (last, _)] => range_name(rules, *first, *last),
            _ => rules.locations[first.index()].name.clone(),
        };
        match owner_text(rules, rules.locations[first.index()].owner) {
            owner if owner.is_empty() => format!("{name} {value}"),
            owner => format!("{name}{owner}: {value}"),
        }
    };
    values.chunk_by(follows).map(entry).collect()
}

/// Names of places; consecutive ones are one entry: `deck(1..24)`.
pub fn joined_names(rules: &RuleSet, places: &[LocationId]) -> Vec<String> {
    let entry = |run: &[LocationId]| match run {
        [first, _, .., last] => range_name(rules, *first, *last),
        few => few.iter().map(|place| rules.locations[place.index()].name.clone()).collect::<Vec<_>>().join(", "),
    };
    places.chunk_by(|one, other| is_next(rules, *one, *other)).map(entry).collect()
}

/// `true` if a place has the next last index in the same family.
fn is_next(rules: &RuleSet, one: LocationId, other: LocationId) -> bool {
    let [one, other] = [one, other].map(|id| &rules.locations[id.index()]);
    let (Some((last, before)), Some((next, after))) = (one.indices.split_last(), other.indices.split_last()) else {
        return false;
    };
    let is_same = family_name(&one.name) == family_name(&other.name) && one.owner == other.owner && before == after;
    is_same && *next == last + 1
}

/// Owner of a place: ` of White`.
pub fn owner_text(rules: &RuleSet, owner: Option<Player>) -> String {
    let name = owner.and_then(|owner| rules.players.get(owner.index())).filter(|name| !name.is_empty());
    name.map_or_else(String::new, |name| format!(" of {name}"))
}

/// Name of consecutive places.
fn range_name(rules: &RuleSet, first: LocationId, last: LocationId) -> String {
    let location = &rules.locations[first.index()];
    let mut indices: Vec<String> = location.indices.iter().map(i32::to_string).collect();
    if let (Some(index), Some(end)) = (indices.last_mut(), rules.locations[last.index()].indices.last()) {
        index.push_str(&format!("..{end}"));
    }
    format!("{}({})", family_name(&location.name), indices.join(","))
}

/// Formats a list as lines that fit a terminal; returns an empty text for an empty list.
pub fn format_list(head: &str, list: Vec<String>) -> String {
    let mut text = String::new();
    let mut line_length = 0;
    for item in list {
        let length = item.chars().count();
        if text.is_empty() {
            text.push_str(head);
            line_length = head.len();
        } else if line_length + length + ", ,".len() > LINE_WIDTH {
            text.push_str(",\n  ");
            line_length = 2;
        } else {
            text.push_str(", ");
            line_length += 2;
        }
        text.push_str(&item);
        line_length += length;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(text: &str) -> Vec<Contained> {
        let contained = |word: &str| match word {
            "." => Contained::Nothing,
            "?" => Contained::Anonymous,
            _ => Contained::Symbol(word.to_owned()),
        };
        text.split_whitespace().map(contained).collect()
    }

    #[test]
    fn groups_are_one_line() {
        let line = |text: &str| group_line("hand", &symbols(text), "card");
        assert_eq!(line("9c . Kd . ."), "hand: 9c . Kd\n");
        assert_eq!(line(". . ."), "hand: empty\n");
        assert_eq!(line("? ? ? . ."), "hand: 3 cards face down\n");
        assert_eq!(line("?"), "hand: 1 card face down\n");
        assert_eq!(line("As ? ?"), "hand: As 2 cards face down\n");
        assert_eq!(line(&"S ".repeat(90)), "hand: 90xS\n");
        assert_eq!(line("A A A A A B B B B B B"), "hand: A A A A A 6xB\n");
        assert_eq!(line(". . . . . . . A"), "hand: . . . . . . . A\n");
    }

    #[test]
    fn long_groups_fit_a_terminal() {
        let many: Vec<String> = (1..=60).map(|number| format!("c{number}")).collect();
        let text = group_line("pile", &symbols(&many.join(" ")), "card");
        assert!(text.lines().count() == 4 && text.lines().all(|line| line.chars().count() <= LINE_WIDTH), "{text}");
        assert!(text.ends_with("c59 c60\n"), "{text}");
    }

    #[test]
    fn nouns_follow_their_numbers() {
        let words = ["card", "die", "man", "box", "match", "cross"].map(|word| plural(word, 2));
        assert_eq!(words, ["cards", "dice", "men", "boxes", "matches", "crosses"]);
        assert_eq!(plural("die", 1), "die");
    }
}
