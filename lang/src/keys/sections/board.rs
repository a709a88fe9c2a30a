//! The keys of `[BOARD]`: what lies under all places.
//! How places and elements look is said with their types.

use super::{Form, Key, Opens, Section, key};

pub(super) const BOARD: Section = Section {
    name: "BOARD",
    also: &[],
    opens: Opens::Nothing,
    doc: "How the board looks where nothing stands: a picture, or a colour with lines between the places. Nothing here is a \
          rule. Without this section places are drawn on a plain ground.",
    keys: KEYS,
};

const LINES: &str = "[BOARD]\ncolour = #deb887\nlines = beside, three\nline = #444444";

const KEYS: &[Key] = &[
    key(
        "image",
        Form::Text,
        "The file of a picture, SVG or PNG, that lies under everything. It is looked for in the folder of the game file. The \
         points of [LOCATIONS] are counted from its upper left corner.",
        "[BOARD]\nimage = board.svg",
    ),
    key(
        "colour",
        Form::Value,
        "The colour of the ground, behind everything else. It is written `#rrggbb`, or chosen with `IF` by options.",
        LINES,
    ),
    key(
        "lines",
        Form::List,
        "Relations and families of directions whose places are joined by lines, which draws boards such as that of mill. \
         Pairs and neighbours are joined directly; of a relation made of lines each place is joined with the next one in \
         its line.",
        LINES,
    ),
    key("line", Form::Value, "The colour of the lines that `lines` asks for. Without it they are dark.", LINES),
];
