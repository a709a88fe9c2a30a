//! The sections in the order in which the reference tells of them, each with its keys.
//! How their values are read is the parser's matter, what they mean that of the edition.

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

use super::{Form, Key, Opens, Section};

/// Every section.
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

/// Values of keys that switch something.
const YES_NO: Form = Form::Words(&["yes", "no"]);

const fn key(name: &'static str, form: Form, doc: &'static str, example: &'static str) -> Key {
    Key { name, form, repeats: false, doc, example }
}

/// A key that one entry can have several times.
const fn keys(name: &'static str, form: Form, doc: &'static str, example: &'static str) -> Key {
    Key { name, form, repeats: true, doc, example }
}

/// `where` of sections whose entries can be families.
const fn of_family(example: &'static str) -> Key {
    key(
        "where",
        Form::Conditions,
        "Leaves out the members of the family for which it does not hold; several lines must all hold. It may use the \
         family's variables, options and [TEXTS], and nothing that looks at a position.",
        example,
    )
}

/// `drop`, which nearly every section has.
const fn dropped(example: &'static str) -> Key {
    key(
        "drop",
        YES_NO,
        "With `yes` the entry of this name is taken out of the game that `base` names. It is of use in a file with a `base` \
         only, and what is left must get along without the entry.",
        example,
    )
}

/// Takes the stones out of the template, with all that belongs to them.
const WITHOUT_STONES: &str = "[ELEMENT TYPES]\nname = stone\ndrop = yes\n[LOCATION TYPES]\nname = hand\ndrop = yes\n\
                              [LOCATIONS]\nname = hand\ndrop = yes\n[ELEMENTS]\nname = stone\ndrop = yes\n\
                              [RULES]\nname = put\ndrop = yes";
