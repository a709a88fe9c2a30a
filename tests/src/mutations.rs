//! Mutations of a text, encoded as bytes: typing errors, bad merges and fuzzing of a game file.

/// Fragments inserted into files of the edition 2026: valid words, so that many mutated files still load.
const WORDS_2026: &[&str] = &[
    "EMPTY",
    "FULL",
    "CONTENT",
    "LOCATION",
    "OWNER",
    "STATE",
    "NEXT",
    "NEIGHBOURS",
    "FORALL",
    "FORSOME",
    "COUNT($Q, 1..3, $Q > PLAYER)",
    "SUM",
    "MAX",
    "NOT ",
    " AND ",
    " OR ",
    " UNION ",
    " EXCEPT ",
    "==",
    "!=",
    "<",
    ">=",
    "+",
    "-",
    "*",
    "%",
    "(",
    ")",
    "{",
    "}",
    ", ",
    "..",
    "$X",
    "$L",
    "$D",
    "0",
    "1",
    "2",
    "3",
    "1",
    "TRUE",
    "FALSE",
    "PLAYER",
    "MOVER",
    "TURN",
    "MOVED",
    "FROM",
    "TO",
    "CAPTURED",
    "NOTHING",
    "NOWHERE",
    "any",
    "IF(PLAYER == 1, TRUE, FALSE)",
    "SIZE(ELEMENTS(PLAYER))",
    "SCORE(PLAYER)",
    "\n",
    "\n  TRUE\n",
    "\n  TURN % 3 != 0\n",
    "\ncapture = may\n",
    "\ncapture = must\n",
    "\nowner = any\n",
    "\nowner = 3 - PLAYER\n",
    "\nplayer = 1\n",
    "\nstate = 1\n",
    "\npriority = 1\n",
    "\nprefer = TURN % 2\n",
    "\naward = 1\n",
    "\nafter = FULL(TO)\n",
    "\nchoice = left, right\n",
    "\nnext = PLAYER\n",
    "\nfollowup = SCORE(PLAYER) = TURN\n",
    "\nfollowup = REMOVE(MOVED)\n",
    "\nname = default\nowner = any\n",
    "\nname = more\npriority = -1\n",
    "\n[SCORINGS]\nsituation = CAPTURED != NOTHING\nplayer = MOVER\nscore = 1\n",
    "\n[END OF GAME]\nsituation = TURN > 9\nwinner = HIGHEST\n",
    "\n[RULES]\nname = pass2\npriority = -1\n",
    "reset = move\n",
    "key = no\n",
    "//",
];

/// Groups of interchangeable words of the edition 2026; replacing one by another keeps most files loadable.
const INTERCHANGEABLE: &[&[&str]] = &[
    &["0", "1", "2", "3", "4"],
    &["==", "!=", "<", "<=", ">", ">="],
    &["AND", "OR"],
    &["TRUE", "FALSE"],
    &["EMPTY", "FULL"],
    &["FORALL", "FORSOME"],
    &["UNION", "EXCEPT", "INTERSECT"],
    &["PLAYER", "MOVER", "TURN"],
    &["FROM", "TO"],
    &["MOVED", "NOTHING", "CAPTURED"],
    &["OWNER", "STATE"],
    &["+", "-", "*"],
    &["may", "must", "no"],
    &["MAX", "MIN"],
    &["RAY", "NEIGHBOURS"],
];

/// Fragments inserted into files of the edition 2013.
const WORDS_2013: &[&str] = &[
    "EMPTY",
    "CONTENT",
    "OWNER",
    "STATE",
    "LOCATION",
    "INDEX",
    "UNINDEX",
    "ELTYPE",
    "LOCTYPE",
    "ZINDEX",
    "ABS",
    "NOT",
    "SCORE(1)",
    "PLAYER",
    "NEXTPLAYER",
    "AND",
    "OR",
    "==",
    "!=",
    "<",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "=",
    "(",
    ")",
    "\"",
    "$",
    "$I",
    "$X",
    "$A",
    "0",
    "1",
    "2",
    "7",
    "true",
    "false",
    "{ 1 , 2 }",
    "IN",
    "SUBSET",
    "UNION",
    "FORALL($I,1,3,$I<PLAYER)",
    "FORSOME($J,3,1,STATE(CONTENT(\"p($J,$J)\"))==$J)",
    "IF(PLAYER==1,true,3)",
    "MOVE(CONTENT(\"c(1,1)\"),\"c(1,1)\",\"c(2,2)\")",
    "SETSTATE(\"r(1)\",1)",
    "SETOWNER(\"x(1)\",2)",
    "SETZINDEX(\"r(1)\",INDEX(\"c(3,1)\"))",
    "LOCATION(\"stop\")",
    "Row",
    "More",
    "END\n",
    "\n",
    "name=a\n",
    "condition=",
    "followup=",
    "player=",
    "state=1\n",
    "state=$S\n",
    "player=$W\n",
    "awardPlayer=PLAYER\nwithScore=1\n",
    "[SCORINGS]\nsituation=true\nplayer=1\nscore=2-SCORE(1)\n",
    "situation=true\nwinner=0\n",
    "[EXPRESSIONS]\n",
    "//",
];

/// Applies the mutations that the bytes encode, five bytes each, with words of the text's edition. Most mutations are
/// after the lists of names.
pub fn mutate(text: &str, edits: &[u8]) -> String {
    let mut text = text.to_owned();
    let words = if text.contains("edition = 2026") { WORDS_2026 } else { WORDS_2013 };
    for edit in edits.chunks_exact(5) {
        let rules =
            text.find("[EXPRESSIONS]").or_else(|| text.find("[RULES]")).filter(|_| edit[2] & 0b1100 != 0).unwrap_or(0);
        let number = usize::from(u16::from_le_bytes([edit[0], edit[1]])) * 7919;
        let place = boundary(&text, rules + number % (text.len() + 1 - rules));
        let end = boundary(&text, place + usize::from(edit[3] % 24));
        let sound = words == WORDS_2026 && edit[2] & 0b110_0000 != 0;
        if sound {
            if edit[2] & 0b1_0000 == 0 || edit[3] % 4 != 0 {
                replace_by_interchangeable(&mut text, place, usize::from(edit[4]));
            } else {
                remove_line(&mut text, place);
            }
            continue;
        }
        let word = words[usize::from(edit[4]) % words.len()];
        match edit[2] % 4 {
            0 => text.replace_range(place..end, ""),
            1 => text.insert_str(place, word),
            2 => {
                let (start, end) = token(&text, place);
                text.replace_range(start..end, word);
            }
            _ => {
                let copied = text[place..end].to_owned();
                let target = boundary(&text, rules + usize::from(edit[4]) * 7919 % (text.len() + 1 - rules));
                text.insert_str(target, &copied);
            }
        }
    }
    text
}

/// Replaces the next word that belongs to a group of [`INTERCHANGEABLE`] by another word of that group.
fn replace_by_interchangeable(text: &mut String, from: usize, which: usize) {
    let mut at = from;
    while at < text.len() {
        let two = text.get(at..at + 2).filter(|two| INTERCHANGEABLE[1].contains(two));
        let (start, end) = if two.is_some() { (at, at + 2) } else { token(text, at) };
        if let Some(alike) = INTERCHANGEABLE.iter().find(|alike| alike.contains(&&text[start..end])) {
            text.replace_range(start..end, alike[which % alike.len()]);
            return;
        }
        at = boundary(text, end.max(at + 1));
    }
}

/// Removes the line that contains byte `at`.
fn remove_line(text: &mut String, at: usize) {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    text.replace_range(start..end, "");
}

/// The first character boundary at or after byte `from`.
fn boundary(text: &str, from: usize) -> usize {
    (from..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// The run of letters and digits around `place`, or the single character there.
fn token(text: &str, place: usize) -> (usize, usize) {
    let word = |c: &char| c.is_ascii_alphanumeric();
    let before = text[..place].chars().rev().take_while(word).count();
    let after = text[place..].chars().take_while(word).count();
    if before + after > 0 {
        return (place - before, place + after);
    }
    (place, place + text[place..].chars().next().map_or(0, char::len_utf8))
}
