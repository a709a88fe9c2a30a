//! Keys of `[RULES]`: the moves, their conditions and their effects.
//! Terminal conditions have their own section.

use super::{EntryStart, Key, Section, ValueSyntax, WITHOUT_STONES, drop_key, key};

pub(super) const RULES: Section = Section {
    name: "RULES",
    aliases: &["GAME RULES"],
    entry_start: EntryStart::Key("name"),
    doc: "The moves. Each rule defines which elements may move from where to where, under which conditions, and with \
          which effects. A rule without `element` moves nothing: a pass, a swap of sides. An entry called `default` \
          provides the keys that the other rules leave out.",
    keys: KEYS,
};

const CROWN: &str = "[RULES]\nname = crown\nelement = man\nstate = plain\nfrom = square\nto = s($X,3)\nchoice = plain, \
                     king\nfollowup = SETSTATE(MOVED,CHOICE)";
const LEAP: &str = "[RULES]\nname = leap\nfor = $D: All\nelement = man\nfrom = square\nto = NEXT($D,NEXT($D,FROM))\n\
                    condition = $Over = CONTENT(NEXT($D,FROM))\n  OWNER($Over) == 3-PLAYER\nfollowup = REMOVE($Over)";
const PASS: &str = "[RULES]\nname = pass\npriority = -1\ncondition = passes < 2\nfollowup = passes = passes + 1";
const STEP: &str = "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\ncapture = must";
const PUSH: &str = "[RULES]\nname = push\nplayer = 1\nelement = man\nowner = 3-PLAYER\nfrom = square\nto = \
                    NEXT(dir(0,1),FROM)\nnext = PLAYER";
const SAFE: &str =
    "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\nafter = EMPTY(s(2,2))";
const BEST: &str = "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\nprefer = \
                    INDEX(TO,2)\naward = INDEX(TO,2)\nlabel = JOIN(FROM, \" goes to \", TO)";
const DIE: &str = "[RULES]\nname = cast\nnext = 0\nname = die\nplayer = 0\nchoice = 1..3\nweight = 4 - CHOICE\nnext = \
                   3-PLAYER";
const REFUSAL: &str = "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\nrefusal = A man \
                       steps to a free square beside it.";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Text,
        "The name of the rule, used in messages. A move without element is written as the name of its rule, which must \
         then be one word. The entry `default` is not a rule; it provides keys that rules leave out.",
        "[RULES]\nname = default\nnext = 3-PLAYER",
    ),
    key(
        "for",
        ValueSyntax::Binders,
        "Applies the rule with each member of a set as `$V`, such as each direction. Several variables, separated by \
         commas, are combined in all ways. All other keys of the rule can use the variables. Moves of equal element, places \
         and choice are one move: `choice = $V` distinguishes moves that differ by the value only.",
        LEAP,
    ),
    key(
        "element",
        ValueSyntax::Value,
        "The moving element: a type, one element, a pattern such as `man($X,$Y)`, whose variables get the indices, or \
         `any`. Without this key the move moves nothing; `none` overrides an element of `default`.",
        LEAP,
    ),
    key(
        "from",
        ValueSyntax::Value,
        "The origin of the element: a type of places, a place or a pattern, an expression for a place or a set of \
         places, `any` for every place on the board, or `NOWHERE` for off the board.",
        LEAP,
    ),
    key(
        "to",
        ValueSyntax::Value,
        "The target of the element, with the same syntax as `from`; an expression can use `FROM`. The place must be \
         empty unless `capture` allows otherwise. Elements that move to `NOWHERE` leave the board.",
        LEAP,
    ),
    key(
        "condition",
        ValueSyntax::Conditions,
        "The conditions that must hold before the move. Several lines must all hold, and a line `$V = value` among \
         them names a value for the lines and keys after it.",
        LEAP,
    ),
    key(
        "followup",
        ValueSyntax::Actions,
        "The effects of the move besides moving the element: actions, one per line, executed in order. Each sees the \
         effects of those before it.",
        LEAP,
    ),
    key(
        "capture",
        ValueSyntax::Words(&["no", "may", "must"]),
        "With `may`, the target may hold an element of another player, which is then removed; with `must`, it has to \
         hold one. Elements of the moving player and of nobody are never captured this way. With `no`, the default, \
         the target must be empty.",
        STEP,
    ),
    key(
        "player",
        ValueSyntax::Value,
        "The player who can make the move: a player's number, or a set of numbers. The default is all players. With `0` \
         the rule is a chance move, such as the cast of a die, which happens by itself: of all moves of these rules one is \
         drawn. `PLAYER` is then the player in whose turn it happens, and so is `MOVER`.",
        PUSH,
    ),
    key(
        "weight",
        ValueSyntax::Value,
        "In a chance move, its likelihood relative to the other chance moves of the position: a move of weight 2 is twice as \
         likely as one of weight 1, and one of weight 0 does not happen. The default is 1. It may use `CHOICE`.",
        DIE,
    ),
    key(
        "owner",
        ValueSyntax::Value,
        "The owner that the element must have: a player's number, a set of numbers, or `any`. The default is `{PLAYER, \
         0}`: the moving player's own elements and nobody's.",
        PUSH,
    ),
    key(
        "next",
        ValueSyntax::Value,
        "The player who moves next, evaluated after the followup; 0 is chance. The default is the player with the next \
         number, and player 1 after the last one.",
        PUSH,
    ),
    key(
        "state",
        ValueSyntax::Value,
        "The state that the element must have, by name or number, or a set of states. The default is any state.",
        CROWN,
    ),
    key(
        "choice",
        ValueSyntax::List,
        "Words of which one is chosen with the move: there is a move for each word, written with the word after it. \
         `CHOICE` is the number of the state of that name, or otherwise the word as a text. Constant values can be chosen as \
         well: `choice = 1..3` makes a move for each number, and `choice = $I` one for each value of a variable of `for`, \
         whose set must not depend on the position. A rule without element needs it to make several moves.",
        CROWN,
    ),
    key(
        "after",
        ValueSyntax::Conditions,
        "The conditions that must hold in the position after the move, before the turn passes; `PLAYER` is still the \
         moving player. It excludes moves with forbidden results, such as leaving one's own king in check.",
        SAFE,
    ),
    key(
        "priority",
        ValueSyntax::Value,
        "Only moves of the highest priority for which there are any are legal. The default is 0. Forced captures \
         typically have 1, and a pass that is legal only without other moves has -1.",
        PASS,
    ),
    key(
        "prefer",
        ValueSyntax::Value,
        "Of the moves of the highest priority, only those with the maximum of this number, over all rules, are legal. \
         It can, for example, enforce the longest capture.",
        BEST,
    ),
    key(
        "award",
        ValueSyntax::Value,
        "Points for the player who makes the move, evaluated in the position before it. Other points are awarded in \
         [SCORINGS].",
        BEST,
    ),
    key(
        "label",
        ValueSyntax::Value,
        "The text by which the move is shown to people. Programs, game records and the command line always use its \
         element and places.",
        BEST,
    ),
    key(
        "visible",
        ValueSyntax::Words(&["all", "mover", "none"]),
        "The players who see which move of the rule is made: all, only the player who makes it, or nobody. The others see \
         that a move is made, and what it changes as far as they see that. In a chance move, `mover` is the player in \
         whose turn it happens.",
        "[VARIABLES]\nname = bid($P: 1..2)\ninitial = 0\nvisible = $P\n[RULES]\nname = offer\nchoice = 1..3\n\
         visible = mover\nfollowup = bid(PLAYER) = CHOICE",
    ),
    key(
        "refusal",
        ValueSyntax::Text,
        "Explanation for a player whose move this rule refuses: a sentence about what the rule allows, in the words of the \
         game. The refusal of `default` is shown where a condition `after` of `default` fails. Without this key, the first \
         condition that does not hold is described.",
        REFUSAL,
    ),
    drop_key(WITHOUT_STONES),
];
