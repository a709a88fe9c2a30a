//! Keys of `[BOARD]`: the background of the board.
//! The appearance of places and elements belongs to their types.

use super::{EntryStart, Key, Section, ValueSyntax, key};

pub(super) const BOARD: Section = Section {
    name: "BOARD",
    aliases: &[],
    entry_start: EntryStart::SingleEntry,
    doc: "The background of the board: a picture, or a colour with lines between the places. Nothing here affects the \
          rules. Without this section, places are drawn on a plain background.",
    keys: KEYS,
};

const LINES: &str = "[BOARD]\ncolour = #deb887\nlines = beside, three\nline = #444444";

const KEYS: &[Key] = &[
    key(
        "image",
        ValueSyntax::Text,
        "The file of the background picture, SVG or PNG. It is searched in the folder of the game file. The points of \
         [LOCATIONS] are relative to its upper left corner.",
        "[BOARD]\nimage = board.svg",
    ),
    key(
        "colour",
        ValueSyntax::Value,
        "The background colour. It is written `#rrggbb`, or selected with `IF` by options.",
        LINES,
    ),
    key(
        "lines",
        ValueSyntax::List,
        "Relations and families of directions whose places are connected by drawn lines, as on a mill board. Pairs and \
         neighbours are connected directly; in a relation made of lines, each place is connected with the next one in \
         its line.",
        LINES,
    ),
    key("line", ValueSyntax::Value, "The colour of the lines that `lines` draws. The default is a dark colour.", LINES),
];
