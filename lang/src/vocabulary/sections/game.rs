//! Keys of `[GAME]`: metadata of the game file.
//! Only `base` and `first` affect the rules.

use super::{EntryStart, Key, Section, ValueSyntax, key};

pub(super) const GAME: Section = Section {
    name: "GAME",
    aliases: &[],
    entry_start: EntryStart::SingleEntry,
    doc: "Metadata of the game file: its edition, and information for users. This section comes first, because the \
          edition determines how the rest of the file is read. Every file of this edition has it.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    key(
        "edition",
        ValueSyntax::Text,
        "The edition of the language: 2026 for the one described here. A file without this line is read as edition \
         2013, in which the keys have other meanings; if such a file has sections that exist only in edition 2026, an \
         error says so.",
        "[GAME]\nedition = 2026",
    ),
    key(
        "base",
        ValueSyntax::Text,
        "Another game file in the same folder, on which this file is based: everything that this file does not define \
         is taken from it. An entry replaces the entry of the same name in the other file, and `drop = yes` removes \
         it. Keys of [GAME] are replaced one by one. [SCORINGS] and [END OF GAME], whose entries have no names, are \
         replaced as a whole.",
        "[GAME]\nbase = template.game",
    ),
    key(
        "check",
        ValueSyntax::Value,
        "A condition on the position after a move: a move for which it holds is written with a `+`, and a move that wins \
         with a `#`. Without this key neither is written.",
        "[GAME]\ncheck = SIZE(ELEMENTS(PLAYER)) == 1",
    ),
    key(
        "title",
        ValueSyntax::Text,
        "The title of the game, for lists and windows. The default is the name of the file.",
        "[GAME]\ntitle = Three in a row",
    ),
    key(
        "about",
        ValueSyntax::Text,
        "A description of the game for players, especially of what differs from well-known rules. Lines that begin \
         with a blank continue the text.",
        "[GAME]\nabout = Men step in all directions and take what they meet.\n  Who cannot move loses.",
    ),
    key(
        "author",
        ValueSyntax::Text,
        "The author of the file. It is shown to users and has no other effect.",
        "[GAME]\nauthor = A. Author",
    ),
    key(
        "source",
        ValueSyntax::Text,
        "The source of the rules: a book, a web page, a person. Many old games have several sets of rules, so the \
         source is worth giving.",
        "[GAME]\nsource = A book of games, page 12",
    ),
    key(
        "version",
        ValueSyntax::Text,
        "A number or a date that distinguishes versions of the file. Programs do not compare it; a game record \
         identifies its game file by the contents.",
        "[GAME]\nversion = 3",
    ),
    key(
        "rules",
        ValueSyntax::Text,
        "A description of the variant of the rules that the file implements, for people. Rules that can be selected \
         before a game are in [OPTIONS].",
        "[GAME]\nrules = Captures are not forced.",
    ),
    key(
        "first",
        ValueSyntax::Value,
        "The number of the player who moves first; the default is 1. With `0` the game begins with a chance move, after \
         which player 1 moves unless its rule has a `next`. It may use options.",
        "[GAME]\nfirst = 2",
    ),
    key(
        "parts",
        ValueSyntax::Value,
        "The number of parts of a point in which the file counts, 1 to 1000; the default is 1. With `2`, `SCORE` counts half \
         points, and `SCORE(1) = 15` is shown and reported as 7.5 points. It may use options.",
        "[GAME]\nparts = 2",
    ),
    key(
        "payoff",
        ValueSyntax::Value,
        "The range of the points that count for the players, such as `0..100`, in whole points. With this key, players aim at many points at \
         the end of the game, and points outside of the range count as its nearest end; the winner is for the records only. \
         A range with 0 in its middle says that the points of all players always add up to 0. Without it, players aim at a win, a draw being half a win, and the number of points does not matter. It may use \
         options.",
        "[GAME]\npayoff = -10..10",
    ),
];
