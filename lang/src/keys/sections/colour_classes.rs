//! The keys of `[COLOUR CLASSES]`: how a camera knows elements by their colours.
//! It is kept for tables that were set up long ago; new ones have files of their own.

use super::{Form, Key, Opens, Section, dropped, key};

pub(super) const COLOUR_CLASSES: Section = Section {
    name: "COLOUR CLASSES",
    also: &["REALBOARD ELEMENT TYPES"],
    opens: Opens::Key("name"),
    doc: "Which colours and sizes a camera sees where an element of some type and state lies. Settings of a table are \
          better kept beside the game than in it; this section is read for old files.",
    keys: KEYS,
};

const EXAMPLE: &str = "[COLOUR CLASSES]\nname = man\nstate = 1\nhueMin = 340\nhueMax = 20\nsaturationMin = 0.4\n\
                       saturationMax = 1.0\nvalueMin = 0.2\nvalueMax = 1.0\nsizeMin = 200\nsizeMax = 2000";

const KEYS: &[Key] = &[
    key("name", Form::Text, "The element type that is known by what follows.", EXAMPLE),
    key("state", Form::Value, "The state in which its elements look so. Without it, it is the first one.", EXAMPLE),
    key("hueMin", Form::Text, "The least hue, in degrees. Where it is more than `hueMax`, hues go through 0.", EXAMPLE),
    key("hueMax", Form::Text, "The greatest hue, in degrees.", EXAMPLE),
    key("saturationMin", Form::Text, "The least saturation, from 0 to 1.", EXAMPLE),
    key("saturationMax", Form::Text, "The greatest saturation, from 0 to 1.", EXAMPLE),
    key("valueMin", Form::Text, "The least brightness, from 0 to 1.", EXAMPLE),
    key("valueMax", Form::Text, "The greatest brightness, from 0 to 1.", EXAMPLE),
    key("sizeMin", Form::Text, "How many points of the camera's picture such a patch has at least.", EXAMPLE),
    key(
        "sizeMax",
        Form::Text,
        "How many points of the camera's picture such a patch has at most; 0, or without it, any number.",
        EXAMPLE,
    ),
    dropped("[COLOUR CLASSES]\nname = man\ndrop = yes"),
];
