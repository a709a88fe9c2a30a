//! Hints for moves with unknown names: similar names, or names of the wrong kind. Legality of moves is not examined.

use crate::load::{LoadedGame, nearest_word};
use boardwright_rules::{IndexedName, RuleSet};

/// Hint for a move with an unknown name, to be appended to the error message; empty if there is none.
pub fn hint(loaded: &LoadedGame, text: &str) -> String {
    let found = loaded.spec().and_then(|game| hint_for_move(game.rules(), text));
    found.map_or_else(String::new, |hint| format!("; {hint}"))
}

/// `true` if `word` is the name of a location.
pub fn is_location(loaded: &LoadedGame, word: &str) -> bool {
    loaded.spec().is_some_and(|game| game.rules().location_named(word).is_some())
}

fn hint_for_move(rules: &RuleSet, text: &str) -> Option<String> {
    let mut words = text.split(' ');
    let first = words.next().filter(|word| !word.is_empty())?;
    if rules.element_named(first).is_none() {
        return hint_for_piece(rules, first, words.next().is_none());
    }
    let is_place = |word: &str| word == "off" || rules.location_named(word).is_some();
    let wrong = words.take(2).find(|word| !is_place(word))?;
    if rules.element_named(wrong).is_some() {
        return Some(format!("\"{wrong}\" is a piece, and a place is needed there"));
    }
    hint_for_name(wrong, &location_names(rules))
}

/// Hint for the first word of a move, if it is not a piece.
fn hint_for_piece(rules: &RuleSet, word: &str, alone: bool) -> Option<String> {
    if rules.location_named(word).is_some() {
        if alone {
            return Some(format!("\"{word}\" is a place, and in no legal move"));
        }
        return Some(format!("\"{word}\" is a place, a move begins with the piece"));
    }
    if let Some(rule) = rules.rules.iter().find(|rule| rule.name == word) {
        let moves = rule.element.is_some();
        return moves.then(|| format!("the rule \"{word}\" moves a piece, with which its moves begin"));
    }
    let names = rules.rules.iter().filter(|rule| rule.element.is_none()).map(|rule| rule.name.as_str());
    let pieces = rules.elements.iter().map(|element| element.name.as_str());
    let pieces: Vec<&str> = pieces.chain(names).collect();
    hint_for_name(word, &pieces).or_else(|| hint_for_name(word, &location_names(rules)))
}

fn location_names(rules: &RuleSet) -> Vec<&str> {
    rules.locations.iter().map(|location| location.name.as_str()).collect()
}

/// Hint for a misspelt name: the index ranges of its family if only the indices are wrong, or else the nearest name.
fn hint_for_name(word: &str, names: &[&str]) -> Option<String> {
    let IndexedName { base, indices } = IndexedName::parse(word);
    let known: Vec<IndexedName> = names.iter().map(|name| IndexedName::parse(name)).collect();
    let alike = known.iter().filter(|name| name.base == base).filter_map(|name| name.indices.as_deref());
    if let Some(ranges) = index_ranges(&alike.collect::<Vec<_>>()) {
        return Some(format!("{base} has the indices {ranges}"));
    }
    let near = nearest_word(&base, known.iter().map(|name| name.base.as_str()))?;
    let same = indices.and_then(|indices| {
        let at = known.iter().position(|name| name.base == near && name.indices.as_ref() == Some(&indices))?;
        Some(names[at])
    });
    let first = || names.iter().zip(&known).find(|(_, name)| name.base == near).map(|(name, _)| *name);
    Some(format!("did you mean \"{}\"?", same.or_else(first)?))
}

/// Range of each index, formatted; `None` without indices.
fn index_ranges(all: &[&[i32]]) -> Option<String> {
    let length = all.iter().map(|indices| indices.len()).max()?;
    let range = |at: usize| {
        let numbers = || all.iter().filter_map(move |indices| indices.get(at));
        Some(format!("{}..{}", numbers().min()?, numbers().max()?))
    };
    Some((0..length).filter_map(range).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;

    #[test]
    fn each_mistake_has_its_hint() {
        let hint = |game: &str, text: &str| hint(&load(game).unwrap(), text);
        for (text, said) in [
            ("mark(9,9)", "; mark has the indices 1..2, 1..5"),
            ("mark", "; mark has the indices 1..2, 1..5"),
            ("marc(1,2) box(1,2) s(1,1)", "; did you mean \"mark(1,2)\"?"),
            ("mark(1,1) box(1,1) s(4,1)", "; s has the indices 1..3, 1..3"),
            ("mark(1,1) mark(1,2)", "; \"mark(1,2)\" is a piece, and a place is needed there"),
            ("s(2,2)", "; \"s(2,2)\" is a place, and in no legal move"),
            ("s(2,2) s(1,1)", "; \"s(2,2)\" is a place, a move begins with the piece"),
            ("s(2,9)", "; s has the indices 1..3, 1..3"),
            ("place", "; the rule \"place\" moves a piece, with which its moves begin"),
            ("mark(1,1) box(1,1) s(1,1)", ""),
            ("", ""),
        ] {
            assert_eq!(hint("tic-tac-toe", text), said, "{text}");
        }
        assert_eq!((hint("pig", "rol"), hint("kuhn", "be")), ("; did you mean \"roll\"?".to_owned(), String::new()));
    }
}
