//! The keys of `[GAME]`: which game this is, and for whom it is written down.
//! Nothing here changes how it is played, but `base` and `first`.

use super::{Form, Key, Opens, Section, key};

pub(super) const GAME: Section = Section {
    name: "GAME",
    also: &[],
    opens: Opens::Nothing,
    doc: "What the file is: its edition, and what people are told about the game. It stands first, because the edition \
          decides how all the rest is read. Every file of this edition has it.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    key(
        "edition",
        Form::Text,
        "The edition of the language in which the file is written: 2026 for the one described here. A file without this \
         line is one of 2013, whose words mean other things; if it has sections that only 2026 has, that is told instead.",
        "[GAME]\nedition = 2026",
    ),
    key(
        "base",
        Form::Text,
        "Another game file, from which everything is taken that this one does not say; it lies in the same folder. An entry \
         with a known name replaces the other file's entry of that name, and `drop = yes` takes it out. Keys of [GAME] are \
         replaced one by one. [SCORINGS] and [END OF GAME], whose entries have no names, are replaced as a whole.",
        "[GAME]\nbase = template.game",
    ),
    key(
        "title",
        Form::Text,
        "The game's name as people write it, for lists and windows. Without it the name of the file serves.",
        "[GAME]\ntitle = Three in a row",
    ),
    key(
        "about",
        Form::Text,
        "Tells people how the game is played, or where it differs from what one expects. Lines that begin with a blank go \
         on with the text.",
        "[GAME]\nabout = Men step in all directions and take what they meet.\n  Who cannot move loses.",
    ),
    key("author", Form::Text, "Who wrote the file. It is shown and means nothing else.", "[GAME]\nauthor = A. Author"),
    key(
        "source",
        Form::Text,
        "Where the rules are from: a book, a page, a person. Most old games have many rules, so it is worth telling.",
        "[GAME]\nsource = A book of games, page 12",
    ),
    key(
        "version",
        Form::Text,
        "A number or a date by which versions of the file are told apart. Programs do not compare it; a record of a game \
         knows its file by the contents.",
        "[GAME]\nversion = 3",
    ),
    key(
        "rules",
        Form::Text,
        "Which of the known rules of this game were chosen, in words. It is for people; what can be chosen before a game \
         is in [OPTIONS].",
        "[GAME]\nrules = Captures are not forced.",
    ),
    key(
        "first",
        Form::Value,
        "The number of the player who begins. Without it player 1 does. It may use options.",
        "[GAME]\nfirst = 2",
    ),
];
