//! Arbitrary edits of a text, told by bytes: what a typing author, a bad merge or a fuzzer does to a game file.

/// What can be put in: words that mean something in a game file, so that many edited files still load.
const WORDS: &[&str] = &[
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

/// The text after the edits that the bytes tell, five bytes an edit. Most edits are after the lists of names.
pub fn edited(text: &str, edits: &[u8]) -> String {
    let mut text = text.to_owned();
    for edit in edits.chunks_exact(5) {
        let rules = text.find("[EXPRESSIONS]").filter(|_| edit[2] & 0b1100 != 0).unwrap_or(0);
        let number = usize::from(u16::from_le_bytes([edit[0], edit[1]])) * 7919;
        let place = boundary(&text, rules + number % (text.len() + 1 - rules));
        let end = boundary(&text, place + usize::from(edit[3] % 24));
        let word = WORDS[usize::from(edit[4]) % WORDS.len()];
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

/// The first boundary between characters from a byte on.
fn boundary(text: &str, from: usize) -> usize {
    (from..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// The run of letters and digits around a place, or the one character there.
fn token(text: &str, place: usize) -> (usize, usize) {
    let word = |c: &char| c.is_ascii_alphanumeric();
    let before = text[..place].chars().rev().take_while(word).count();
    let after = text[place..].chars().take_while(word).count();
    if before + after > 0 {
        return (place - before, place + after);
    }
    (place, place + text[place..].chars().next().map_or(0, char::len_utf8))
}
