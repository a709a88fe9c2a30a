//! Keys of `[COLOUR CLASSES]`: colour ranges by which a camera recognises elements.
//! The section is kept for existing tables; new ones store these settings in separate files.

use super::{EntryStart, Key, Section, ValueSyntax, drop_key, key};

pub(super) const COLOUR_CLASSES: Section = Section {
    name: "COLOUR CLASSES",
    aliases: &["REALBOARD ELEMENT TYPES"],
    entry_start: EntryStart::Key("name"),
    doc: "Colours and sizes by which a camera recognises elements of a type and state. Settings of a table are better \
          stored in a separate file than in the game file; this section is supported for old files.",
    keys: KEYS,
};

const EXAMPLE: &str = "[COLOUR CLASSES]\nname = man\nstate = 1\nhueMin = 340\nhueMax = 20\nsaturationMin = 0.4\n\
                       saturationMax = 1.0\nvalueMin = 0.2\nvalueMax = 1.0\nsizeMin = 200\nsizeMax = 2000";

const KEYS: &[Key] = &[
    key("name", ValueSyntax::Text, "The element type to which the following settings apply.", EXAMPLE),
    key(
        "state",
        ValueSyntax::Value,
        "The state of the elements to which the settings apply. The default is the first state.",
        EXAMPLE,
    ),
    key(
        "hueMin",
        ValueSyntax::Text,
        "The minimum hue, in degrees. If it is greater than `hueMax`, the range wraps around at 0.",
        EXAMPLE,
    ),
    key("hueMax", ValueSyntax::Text, "The maximum hue, in degrees.", EXAMPLE),
    key("saturationMin", ValueSyntax::Text, "The minimum saturation, from 0 to 1.", EXAMPLE),
    key("saturationMax", ValueSyntax::Text, "The maximum saturation, from 0 to 1.", EXAMPLE),
    key("valueMin", ValueSyntax::Text, "The minimum brightness, from 0 to 1.", EXAMPLE),
    key("valueMax", ValueSyntax::Text, "The maximum brightness, from 0 to 1.", EXAMPLE),
    key("sizeMin", ValueSyntax::Text, "The minimum area of a matching region, in pixels of the camera image.", EXAMPLE),
    key(
        "sizeMax",
        ValueSyntax::Text,
        "The maximum area of a matching region, in pixels of the camera image; 0, the default, means no limit.",
        EXAMPLE,
    ),
    drop_key("[COLOUR CLASSES]\nname = man\ndrop = yes"),
];
