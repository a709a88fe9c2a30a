//! Keys of `[ELEMENT TYPES]`: types of the pieces on the board.
//! The elements themselves have their own section.

use super::{
    EntryStart, Key, Section, ValueSyntax, WITHOUT_STONES, YES_NO, drop_key, family_condition, key, repeatable_key,
};

pub(super) const ELEMENT_TYPES: Section = Section {
    name: "ELEMENT TYPES",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Types of elements: men, cards, pegs. A type defines the states of its elements and their appearance in each \
          state. Elements with the same type, owner and state are equivalent: moves that differ only in which of them \
          moves are the same.",
    keys: KEYS,
};

const IMAGE: &str = "[ELEMENT TYPES]\nname = lady\nimage = lady.svg\npoint = 30, 30";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the type. With indices, `tile($N: 1..8)`, the entry makes a type for each number.",
        "[ELEMENT TYPES]\nname = tile($N: 1..3)\ndraw = square(#aaaaaa), text($N)",
    ),
    family_condition("[ELEMENT TYPES]\nname = tile($N: 1..3)\nwhere = $N != 2\ndraw = text($N)"),
    key(
        "states",
        ValueSyntax::List,
        "The names of the states, which have the numbers 1, 2 and so on; or just the number of states. Elements begin \
         in the first state unless their entry has a `state`; `SETSTATE` changes it. Without this key there is one \
         state.",
        "[ELEMENT TYPES]\nname = pawn\nstates = fresh, moved\ndraw = pawn(owner)",
    ),
    repeatable_key(
        "draw",
        ValueSyntax::Drawing,
        "The appearance of the elements: marks, painted in order, such as `disc(owner), text(\"K\")`. The first `draw` \
         line is for the first state and each further one for the next; the last one is used for all remaining states.",
        "[ELEMENT TYPES]\nname = lady\nstates = plain, crowned\ndraw = disc(owner, 80)\n\
         draw = disc(owner, 80), crown(#c9962b, 40)",
    ),
    repeatable_key(
        "image",
        ValueSyntax::Text,
        "The file of a picture, SVG or PNG, instead of a drawing. It is searched in the folder of the game file. There \
         may be one for each state, as with `draw`.",
        IMAGE,
    ),
    repeatable_key(
        "point",
        ValueSyntax::List,
        "The point of the picture that is placed on the place's point, measured from the picture's upper left corner. \
         It belongs to the `image` before it. The default is the corner itself.",
        IMAGE,
    ),
    key(
        "turned",
        YES_NO,
        "With `yes`, the drawing is turned by its owner: pieces of player 1 stand as drawn, those of the other players are \
         turned by equal parts of a circle, in a game for two players by half a turn. Letters stay upright, pictures are \
         not turned.",
        "[ELEMENT TYPES]\nname = soldier\nturned = yes\ndraw = wedge(#f7e3b5, 90), text(\"S\", owner, 50)",
    ),
    key(
        "notation",
        ValueSyntax::List,
        "The letter of each state in the notation of moves, as a text; an empty text for pieces that are written without \
         one. With letters, moves are written as in chess: `Nf3`, `exd5`, `e8=Q`, the origin only as far as it is needed. \
         Without them, moves of a piece are written with origin and target, `12-16` or `12x19`.",
        "[ELEMENT TYPES]\nname = lady\nstates = plain, crowned\nnotation = \"\", \"Q\"\ndraw = disc(owner)",
    ),
    key(
        "reserve",
        ValueSyntax::Value,
        "The type of the places to which `REMOVE` moves elements of this type, such as a player's hand. There must be \
         enough of them for all elements; they usually have `relevant = no`. Without this key, removed elements are \
         off the board.",
        "[ELEMENT TYPES]\nname = stone\nreserve = hand\ndraw = ring(#777777)",
    ),
    key(
        "visible",
        ValueSyntax::Words(&["all", "owner", "none"]),
        "The players who see the faces of the elements, wherever these are: all, only the `owner` of the element, or \
         nobody. The others see the back: that an element of this owner is there, but neither its type nor its state. \
         The place can restrict it further.",
        "[ELEMENT TYPES]\nname = scout\nvisible = owner\ndraw = disc(owner)",
    ),
    key(
        "open",
        ValueSyntax::List,
        "The states in which all players see the face of an element, although `visible` hides it otherwise. `SETSTATE` \
         opens an element.",
        "[ELEMENT TYPES]\nname = scout\nstates = secret, known\nvisible = owner\nopen = known\ndraw = disc(owner)",
    ),
    drop_key(WITHOUT_STONES),
];
