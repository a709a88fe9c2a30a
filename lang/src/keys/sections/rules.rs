//! The keys of `[RULES]`: which moves there are, and what they do.
//! When the game is over is said with its ends.

use super::{Form, Key, Opens, Section, WITHOUT_STONES, dropped, key};

pub(super) const RULES: Section = Section {
    name: "RULES",
    also: &["GAME RULES"],
    opens: Opens::Key("name"),
    doc: "The moves. Each rule says which elements may go from where to where, under which conditions, and what happens \
          then. A rule without `element` moves nothing: a pass, a swap of sides. An entry called `default` gives the keys \
          that the other rules leave out.",
    keys: KEYS,
};

const CROWN: &str = "[RULES]\nname = crown\nelement = man\nstate = plain\nfrom = square\nto = s($X,3)\nchoice = plain, king\n\
                     followup = SETSTATE(MOVED,CHOICE)";
const LEAP: &str = "[RULES]\nname = leap\nfor = $D: All\nelement = man\nfrom = square\nto = NEXT($D,NEXT($D,FROM))\n\
                    condition = $Over = CONTENT(NEXT($D,FROM))\n  OWNER($Over) == 3-PLAYER\nfollowup = REMOVE($Over)";
const PASS: &str = "[RULES]\nname = pass\npriority = -1\ncondition = passes < 2\nfollowup = passes = passes + 1";
const STEP: &str = "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\ncapture = must";
const PUSH: &str = "[RULES]\nname = push\nplayer = 1\nelement = man\nowner = 3-PLAYER\nfrom = square\nto = NEXT(dir(0,1),FROM)\n\
                    next = PLAYER";
const SAFE: &str =
    "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\nafter = EMPTY(s(2,2))";
const BEST: &str = "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\nprefer = INDEX(TO,2)\n\
                    award = INDEX(TO,2)\nlabel = JOIN(FROM, \" goes to \", TO)";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Text,
        "How the rule is called in messages. A move without element is written by it, and then it must be one word. The \
         entry `default` is no rule, but gives the keys that rules leave out.",
        "[RULES]\nname = default\nnext = 3-PLAYER",
    ),
    key(
        "for",
        Form::Binders,
        "Tries the rule with each member of a set as `$V`, such as each direction. Several, with commas between them, are \
         tried in all combinations. All other keys of the rule can use the variable.",
        LEAP,
    ),
    key(
        "element",
        Form::Value,
        "What moves: a type, one element, a pattern such as `man($X,$Y)`, whose variables get the indices, or `any`. Without \
         it the move moves nothing; `none` says so where `default` has an element.",
        LEAP,
    ),
    key(
        "from",
        Form::Value,
        "Where the element comes from: a type of places, a place or a pattern, an expression that gives a place or a set of \
         places, `any` for every place on the board, or `NOWHERE` for off the board.",
        LEAP,
    ),
    key(
        "to",
        Form::Value,
        "Where it goes, said as in `from`; an expression can use `FROM`. The place must be empty, unless `capture` says \
         otherwise, and elements that go to `NOWHERE` leave the board.",
        LEAP,
    ),
    key(
        "condition",
        Form::Conditions,
        "What must hold before the move. Several lines must all hold, and a line `$V = value` among them names a value for \
         the lines and keys after it.",
        LEAP,
    ),
    key(
        "followup",
        Form::Actions,
        "What the move does besides moving: actions, one on each line, done in order. Each sees what those before it did.",
        LEAP,
    ),
    key(
        "capture",
        Form::Words(&["no", "may", "must"]),
        "With `may` the target can hold an element of another player, which is then removed; with `must` it has to hold one. \
         Elements of one's own and of nobody are never captured this way. Without it, or with `no`, the target is empty.",
        STEP,
    ),
    key(
        "player",
        Form::Value,
        "Whose move it can be: a player's number, or a set of them. Without it the rule is for all players.",
        PUSH,
    ),
    key(
        "owner",
        Form::Value,
        "Whose the element must be: a player's number, a set of them, or `any`. Without it, it is `{PLAYER, 0}`: one's own \
         and nobody's.",
        PUSH,
    ),
    key(
        "next",
        Form::Value,
        "The player who moves next, worked out after the followup. Without it, it is the one with the next number, and after \
         the last one the first.",
        PUSH,
    ),
    key(
        "state",
        Form::Value,
        "The state in which the element must be, by name or number, or a set of states. Without it any will do.",
        CROWN,
    ),
    key(
        "choice",
        Form::List,
        "Words of which one is chosen with the move: there is a move for each, written with the word behind it. `CHOICE` is \
         the number of the state of that name, or else the word as a text.",
        CROWN,
    ),
    key(
        "after",
        Form::Conditions,
        "What must hold in the position that the move makes, before the turn passes; `PLAYER` still is who moves. It is for \
         what no move may bring about, such as one's own king in check.",
        SAFE,
    ),
    key(
        "priority",
        Form::Value,
        "Only the moves of the highest priority that has any are legal. Without it, it is 0. Forced captures have 1, and a \
         pass when nothing else is possible has -1.",
        PASS,
    ),
    key(
        "prefer",
        Form::Value,
        "Of the moves of the highest priority only those with the greatest value of this number are legal, over all rules. \
         So a game can ask for the longest capture.",
        BEST,
    ),
    key(
        "award",
        Form::Value,
        "Points for the player who makes the move, worked out in the position before it. Points for anything else are in \
         [SCORINGS].",
        BEST,
    ),
    key(
        "label",
        Form::Value,
        "How people see the move, a text. Programs, records and the command line use its element and places all the same.",
        BEST,
    ),
    dropped(WITHOUT_STONES),
];
