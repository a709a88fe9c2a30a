//! Tests of renaming and of structured edits.

use super::*;

#[track_caller]
fn renamed(text: &str, part: &str, new: &str) -> String {
    let edits = analysis(text).rename(at(text, part), new).unwrap_or_else(|refused| panic!("{refused}"));
    apply(text, &edits)
}

#[track_caller]
fn assert_refused(text: &str, part: &str, new: &str, why: &str) {
    let refused = analysis(text).rename(at(text, part), new).expect_err("it is refused");
    assert!(refused.0.contains(why), "{refused}");
}

#[test]
fn names_are_renamed_at_all_their_places() {
    for (part, old, new, times) in [
        ("quiet\ninitial", "quiet", "calm", 4),
        ("square\nshape", "square", "field", 2),
        ("Near($L)", "Near", "Close", 2),
        ("size\nvalues", "size", "n", 3),
        ("plain, crowned", "plain", "bare", 2),
    ] {
        let text = renamed(MILL, part, new);
        assert_eq!(text, MILL.replace(old, new), "{old}");
        assert_eq!(MILL.matches(old).count(), times);
        assert_eq!(analysis(&text).diagnostics(), []);
    }
    let text = renamed(MILL, "man\nstates", "stone");
    assert!(
        text.contains("name = stone\n") && text.contains("name = man($X") && text.contains("type = stone\n"),
        "{text}"
    );
    assert_eq!(renamed(MILL, "dir($A", "way"), MILL.replace("dir(", "way("));
    assert_eq!(renamed(MILL, "step\nfor", "walk"), MILL.replace("name = step", "name = walk"));
    assert_eq!(
        renamed(MILL, "$K, RAY", "M"),
        MILL.replace("$K, RAY(dir(1,0),$L), FULL($K)", "$M, RAY(dir(1,0),$L), FULL($M)")
    );
    let both = renamed(MILL, "$Y > 0", "$V");
    assert_eq!(both, MILL.replace("from = s($X,$Y)\n\n", "from = s($X,$V)\n\n").replace("$Y > 0", "$V > 0"));
}

#[test]
fn invalid_names_are_refused() {
    assert_refused(MILL, "quiet\ninitial", "Near", "is a named expression already, in line 55");
    assert_refused(MILL, "quiet\ninitial", "1st", "names are one word");
    assert_refused(MILL, "quiet\ninitial", "a b", "names are one word");
    assert_refused(MILL, "quiet\ninitial", "", "names are one word");
    assert_refused(MILL, "quiet\ninitial", "CONTENT", "is a word of the language");
    assert_refused(MILL, "CONTENT(", "X", "`CONTENT` is a word of the language");
    assert_refused(MILL, "followup", "X", "`followup` is a word of the language");
    assert_refused(MILL, "Small mill", "X", "there is no name here");
    assert_refused(MILL, "$K, RAY", "$L", "`$L` is already used here, in line 55");
    assert_refused(MILL, "$K, RAY", "$", "is not a variable name");
    assert_refused(MILL, "wait\n", "two words", "must be one word");
    assert!(renamed(MILL, "step\nfor", "two words").contains("name = two words\n"));
    assert_eq!(analysis(MILL).rename(at(MILL, "quiet\n"), "quiet"), Ok(Vec::new()));
}

fn place<'a>(section: &'a str, entry: usize, key: &'a str) -> ValuePath<'a> {
    ValuePath { section, entry, key, nth: 0 }
}

/// The text with one value changed.
#[track_caller]
fn set(text: &str, place: ValuePath<'_>, value: &str) -> String {
    apply(text, &analysis(text).set_value(&place, value).unwrap_or_else(|refused| panic!("{refused}")))
}

#[test]
fn one_value_is_changed_and_all_else_stays() {
    let text = set(MILL, place("LOCATIONS", 0, "point"), "60*$X, 60*$Y");
    assert_eq!(text, MILL.replace("point = 100*$X, 100*$Y", "point = 60*$X, 60*$Y"));
    let text = set(MILL, place("ELEMENT TYPES", 0, "draw"), "ring(owner, 60)");
    let comment = "disc(owner)          // one";
    assert_eq!(text, MILL.replace(comment, "ring(owner, 60)      // one"), "the comment keeps its column");
    let text = set(MILL, place("RULES", 1, "condition"), "Near(TO) > 1");
    assert_eq!(text, MILL.replace("Near(TO) >= 0   // always\n  $Y > 0\n", "Near(TO) > 1    // always\n"));
    let text = set(MILL, place("RULES", 1, "condition"), "Near(TO) > 1\nTURN > 2\nTURN < 9");
    assert!(text.contains("condition = Near(TO) > 1    // always\n  TURN > 2\n  TURN < 9\nfollowup"), "{text}");
    let text = set(MILL, place("RULES", 1, "priority"), "2");
    assert!(text.contains("crowned))\npriority = 2\n\nname = wait"), "{text}");
    let text = set(MILL, place("RULES", 1, "from"), "square");
    assert!(text.contains("for = $D: All\nfrom = square\nto ="), "{text}");
    let text = set(MILL, place("BOARD", 0, "colour"), "#deb887");
    assert!(text.contains("default = 3\n\n[BOARD]\ncolour = #deb887\n\n[PLAYERS]"), "{text}");
    let text = set(MILL, place("TEXTS", 0, "rows"), ". . .\n. . .");
    assert!(text.contains("rows =\n  . . .\n  . . .\n\n[ELEMENT"), "{text}");
    let second = ValuePath { nth: 1, ..place("ELEMENT TYPES", 0, "draw") };
    let text = set(MILL, second, "crown(owner)");
    assert!(text.contains("all states\ndraw = crown(owner)\n\n"), "{text}");
    let text = set(&MILL.replace('\n', "\r\n"), place("RULES", 1, "priority"), "2");
    assert!(text.contains("crowned))\r\npriority = 2\r\n\r\nname"), "{text:?}");
}

#[test]
fn comments_between_the_lines_of_a_value_stay() {
    let text = "[GAME]\nedition = 2026\n[RULES]\nname = a\ncondition = TURN > 1 // one\n  // between\n  TURN > 2 // two\n  TURN > 3\nto = any\n";
    let new = set(text, place("RULES", 0, "condition"), "TURN > 5");
    assert_eq!(new, text.replace("TURN > 1", "TURN > 5").replace("TURN > 2 ", " ").replace("  TURN > 3\n", ""));
}

#[test]
fn invalid_values_are_refused() {
    let analysis = analysis(MILL);
    for (section, entry, key, value) in [
        ("RULES", 9, "to", "any"),
        ("RULES", 0, "colour", "red"),
        ("NOTHING", 0, "to", "any"),
        ("RULES", 0, "to", " \n "),
        ("GAME", 0, "title", "a // b"),
        ("GAME", 0, "title", "// b"),
    ] {
        assert!(analysis.set_value(&place(section, entry, key), value).is_err(), "{section} {key} {value}");
    }
}

#[test]
fn entries_are_added_and_removed() {
    let text = analysis(MILL);
    let new = apply(
        MILL,
        &text.add_entry("RULES", &[("name", "fly"), ("to", "square"), ("condition", "TURN > 1\nTURN < 3")]).unwrap(),
    );
    assert_eq!(
        new,
        MILL.replace("priority = -1\n", "priority = -1\n\nname = fly\nto = square\ncondition = TURN > 1\n  TURN < 3\n")
    );
    let new = apply(MILL, &text.add_entry("ELEMENT TYPES", &[("name", "king"), ("draw", "crown(owner)")]).unwrap());
    assert!(new.contains("// one for all states\nname = king\ndraw = crown(owner)\n\n["), "{new}");
    let new = apply(MILL, &text.add_entry("HEURISTICS", &[("name", "calm"), ("value", "quiet")]).unwrap());
    assert!(new.ends_with("winner = 0\n\n[HEURISTICS]\nname = calm\nvalue = quiet\n"), "{new}");
    assert_eq!(analysis(&new).diagnostics(), []);
    assert_eq!(
        analysis("").add_entry("PLAYERS", &[("1", "White")]).map(|edits| apply("", &edits)),
        Ok("[PLAYERS]\n1 = White\n".to_owned())
    );
    assert!(text.add_entry("RULES", &[("to", "square")]).is_err() && text.add_entry("RULES", &[]).is_err());

    let gone = apply(MILL, &text.remove_entry("RULES", 1).unwrap());
    let (from, to) = (at(MILL, "name = step"), at(MILL, "name = wait"));
    assert_eq!(gone, format!("{}{}", &MILL[..from], &MILL[to - 1..]));
    assert!(text.remove_entry("RULES", 3).is_err());
    let names: Vec<String> =
        analysis(&gone).entries("RULES").iter().map(|entry| entry.pairs[0].value.clone()).collect();
    assert_eq!(names, ["default", "wait"]);
    let gone = apply(MILL, &text.remove_value(&place("RULES", 1, "condition")).unwrap());
    assert_eq!(gone, MILL.replace("condition = Near(TO) >= 0   // always\n  $Y > 0\n", ""));
    assert!(text.remove_value(&place("RULES", 1, "name")).is_err());
}

#[test]
fn formatting_changes_what_differs_only() {
    assert_eq!(
        analysis(MILL).format().map(|edits| apply(MILL, &edits)),
        crate::format(&Source::new("a", MILL.as_bytes()))
    );
    let odd = MILL.replace("player = IF", "player=IF");
    let edits = analysis(&odd).format().unwrap();
    assert_eq!(apply(&odd, &edits), crate::format(&Source::new("a", odd.as_bytes())).unwrap());
    assert!(analysis("[GAME]\nedition = 2026\n[RULES]\nto =\n  (\n").format().is_err());
}
