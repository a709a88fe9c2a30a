//! All sections with their keys, in the order of the reference page.
//! Parsing of values is the task of the parser, their semantics that of the edition.

mod board;
mod colour_classes;
mod directions;
mod element_types;
mod elements;
mod end_of_game;
mod expressions;
mod game;
mod heuristics;
mod location_types;
mod locations;
mod options;
mod players;
mod relations;
mod rules;
mod scorings;
mod texts;
mod variables;

use super::{EntryStart, Key, Section, ValueSyntax};

/// All sections.
pub const SECTIONS: &[Section] = &[
    game::GAME,
    options::OPTIONS,
    board::BOARD,
    players::PLAYERS,
    texts::TEXTS,
    element_types::ELEMENT_TYPES,
    location_types::LOCATION_TYPES,
    locations::LOCATIONS,
    elements::ELEMENTS,
    directions::DIRECTIONS,
    relations::RELATIONS,
    variables::VARIABLES,
    expressions::EXPRESSIONS,
    rules::RULES,
    scorings::SCORINGS,
    end_of_game::END_OF_GAME,
    heuristics::HEURISTICS,
    colour_classes::COLOUR_CLASSES,
];

/// Value syntax of boolean keys.
const YES_NO: ValueSyntax = ValueSyntax::Words(&["yes", "no"]);

const fn key(name: &'static str, form: ValueSyntax, doc: &'static str, example: &'static str) -> Key {
    Key { name, syntax: form, is_repeatable: false, doc, example }
}

/// A key that one entry may give several times.
const fn repeatable_key(name: &'static str, form: ValueSyntax, doc: &'static str, example: &'static str) -> Key {
    Key { name, syntax: form, is_repeatable: true, doc, example }
}

/// The key `where` of sections whose entries can be families.
const fn family_condition(example: &'static str) -> Key {
    key(
        "where",
        ValueSyntax::Conditions,
        "Excludes the members of the family for which the condition does not hold; several lines must all hold. The \
         condition may use the family's variables, options and [TEXTS], but nothing that depends on a position.",
        example,
    )
}

/// The key `drop`, common to nearly all sections.
const fn drop_key(example: &'static str) -> Key {
    key(
        "drop",
        YES_NO,
        "With `yes`, the entry of this name is removed from the game that `base` names. It is useful only in a file \
         with a `base`, and the remaining entries must not need the removed one.",
        example,
    )
}

/// Lines that remove the stones and everything that depends on them from the template.
const WITHOUT_STONES: &str = "[ELEMENT TYPES]\nname = stone\ndrop = yes\n[LOCATION TYPES]\nname = hand\ndrop = yes\n\
                              [LOCATIONS]\nname = hand\ndrop = yes\n[ELEMENTS]\nname = stone\ndrop = yes\n\
                              [RULES]\nname = put\ndrop = yes";
