//! Tests of the labels, advice and related source ranges in diagnostics of the edition 2026.
//! Messages and their spans are tested with the cases of `bad2026`.

use boardwright_lang::vocabulary::TEMPLATE;
use boardwright_lang::{AllPictures, Source, load, render};

/// Lines appended to a valid game, each with a text that must be in the rendered diagnostics.
const CASES: &[(&str, &str)] = &[
    (
        "[EXPRESSIONS]\nTakes($L, $D) = EMPTY(NEXT($D, $L))\n[END OF GAME]\nsituation = Takes(up, s(1,1))\nwinner = 0",
        "called here with a direction and a location",
    ),
    ("[ELEMENTS]\nname = x\ntype = man\nlocation = s(3,7)", "there is no `s(3,7)`: `s` has 1 to 3 and 1 to 3"),
    ("[ELEMENTS]\nname = x\ntype = man\nplayer = Black", "Black is player 2, write 2"),
    ("[ELEMENTS]\nname = x($P)\ntype = man", "give it a range: `$P: 1..2`"),
    ("[LOCATIONS]\nname = x($X: 1-7)\ntype = square", "did you mean `$X: 1..7`?"),
    ("[LOCATIONS]\nname = x($X: 15..1)\ntype = square", "did you mean `$X: 1..15`?"),
    ("[LOCATIONS]\nname = x\ntype = square\ntype = hand", "a new entry begins with `name = ...`"),
    ("[RULES]\nname = x\nfor = D: All", "write `for = $D: All`"),
    ("[RULES]\nname = x\nfor = $D = All", "write `for = $D: All`"),
    ("[RULES]\nname = x\ncondition = EMPTY(NEXT($D, s(1,1)))", "or `for = $D: set` in a rule"),
    ("[RULES]\nname = x\ncondition = TURN > 1\ncondition = TURN < 9", "on lines that begin with a blank"),
    ("[RULES]\nname = x\nelement = man\nfrom = all\nto = square", "`any` is every place on the board"),
    ("[RULES]\nname = x\nfollowup = SCORE(2) += 1", "as in `SCORE(2) = SCORE(2) + 1`"),
    ("[RULES]\nname = x\ncondition = TURN == 3..5", "`IN` asks whether a number is in a range"),
    ("[RULES]\nname = x\ncondition = hard == yes", "write a text in double quotes: `\"yes\"`"),
    (
        "[RULES]\nname = x\nelement = man\nfrom = square\nto = square\nfollowup = REMOVE(CAPTURED)",
        "give the rule `capture = may`",
    ),
];

fn said(text: &str) -> String {
    let source = Source::new("case.game", text.as_bytes());
    render(&load(&source, &AllPictures).diagnostics, &[&source], false)
}

#[test]
fn mistakes_get_advice() {
    for (lines, expected) in CASES {
        let output = said(&format!("{TEMPLATE}\n{lines}\n"));
        assert!(output.contains(expected), "{lines}\n\n{output}");
    }
}

#[test]
fn a_missing_edition_is_one_error() {
    let output = said(&TEMPLATE.replace("edition = 2026\n", ""));
    assert!(output.contains("add `edition = 2026` below `[GAME]`"), "{output}");
    assert_eq!(output.matches("error[").count(), 1, "{output}");
}
