//! Tests of hover, definitions, references, completion and outline.

use super::*;

/// Lines, from 1, and texts of spans.
fn places(text: &str, spans: &[Span]) -> Vec<(usize, String)> {
    let source = Source::new("a", text.as_bytes());
    let place = |span: &Span| {
        let (line, _) = source.position(span.start as usize);
        (line, text[span.start as usize..span.end as usize].to_owned())
    };
    spans.iter().map(place).collect()
}

/// Lines that use the word at a part of the text.
#[track_caller]
fn lines_using(text: &str, part: &str) -> Vec<String> {
    let analysis = analysis(text);
    let lines: Vec<&str> = text.lines().collect();
    let found = places(text, &analysis.references(at(text, part), true));
    found.into_iter().map(|(line, _)| lines[line - 1].trim().to_owned()).collect()
}

/// Labels of the completions at the marker `|`, best first.
#[track_caller]
fn completions_at_marker(marked: &str) -> Vec<String> {
    let at = at(marked, "|");
    let mut found = analysis(&marked.replacen('|', "", 1)).completion(at);
    found.sort_by_key(|completion| completion.rank);
    found.into_iter().map(|completion| completion.label).collect()
}

#[test]
fn completions_are_ranked_by_what_was_typed_and_what_fits() {
    let ranked_at = |marked: &str| {
        let at = at(marked, "|");
        let text = marked.replacen('|', "", 1);
        let found = analysis(&text).completion(at);
        let typed = text[found[0].replace.start as usize..at].to_owned();
        ranked(found, &typed).into_iter().map(|completion| completion.label).collect::<Vec<_>>()
    };
    let rules = "[GAME]\nedition = 2026\n[RULES]\nname = a\nelement = any\n";
    assert_eq!(ranked_at(&format!("{rules}con|"))[0], "condition");
    assert_eq!(ranked_at(&format!("{rules}[loc|"))[..2], ["[LOCATIONS]", "[LOCATION TYPES]"]);
    let mut body = ranked_at(&MILL.replacen("condition = Near", "condition = con|", 1));
    assert_eq!(body.remove(0), "CONTENT");
    assert!(body.iter().all(|label| label != "for" && label != "FORSOME"), "{body:?}");
    assert_eq!(ranked_at(&MILL.replacen("condition = Near(TO)", "condition = ne|", 1))[..2], ["Near", "NEXT"]);
}

#[track_caller]
fn assert_completions(marked: &str, yes: &[&str], no: &[&str]) {
    let found = completions_at_marker(marked);
    let missing: Vec<&&str> = yes.iter().filter(|word| !found.iter().any(|found| found == **word)).collect();
    let unexpected: Vec<&&str> = no.iter().filter(|word| found.iter().any(|found| found == **word)).collect();
    assert!(missing.is_empty() && unexpected.is_empty(), "missing {missing:?}, not wanted {unexpected:?} in {found:?}");
}

#[test]
fn one_word_of_several_kinds_is_resolved() {
    assert_eq!(lines_using(MILL, "man\nstates"), ["name = man", "type = man", "element = man"]);
    assert_eq!(lines_using(MILL, "man($X"), ["name = man($X: 1..3, $Y: 1..3)"]);
    assert_eq!(lines_using(MILL, "start\nrows"), ["name = start", "where = AT(start, $X, $Y) == \"m\""]);
    assert_eq!(lines_using(MILL, "plain, crowned").len(), 2);
    assert_eq!(
        lines_using(MILL, "size\nvalues"),
        ["name = size", "name = s($X: 1..size, $Y: 1..size)", "name = s($X: 1..size, $Y: 1..size)"]
    );
}

#[test]
fn variables_are_known_in_their_entry() {
    assert_eq!(lines_using(MILL, "$A: -1").len(), 3);
    assert_eq!(lines_using(MILL, "$L) = OWNER"), ["Mine($L) = OWNER(CONTENT($L)) == PLAYER"; 2]);
    let text = analysis(MILL);
    let second = at(MILL, "$K, RAY");
    assert_eq!(text.references(second, true).len(), 2, "each loop has a variable of its own");
    assert_eq!(lines_using(MILL, "$Y)\n\n// where"), ["from = s($X,$Y)", "$Y > 0"], "`default` shares its variables");
}

#[test]
fn declarations() {
    let analysis = analysis(MILL);
    let declared = |part: &str| places(MILL, &analysis.definition(at(MILL, part)));
    assert_eq!(declared("Near(TO)"), [(55, "Near".to_owned())]);
    assert_eq!(declared("$D,FROM"), [(64, "$D".to_owned())]);
    assert_eq!(declared("OWNER("), []);
    assert_eq!(analysis.references(at(MILL, "Near(TO)"), false).len(), 1);
}

#[test]
fn words_are_explained() {
    let analysis = analysis(MILL);
    let hover_text = |part: &str| analysis.hover(at(MILL, part)).map(|hover| hover.markdown).unwrap_or_default();
    let s = hover_text("s($X,$Y)\nto");
    assert!(s.starts_with("location `s`: a family of 9") && s.contains("name = s($X: 1..size, $Y: 1..size)"), "{s}");
    assert!(hover_text("size, $Y").contains("option `size`: 3 to 5; default 3"), "{}", hover_text("size, $Y"));
    assert!(hover_text("crowned))").contains("state `crowned`: number 2 of `man`"), "{}", hover_text("crowned))"));
    assert!(hover_text("CONTENT(").contains("CONTENT(location) -> element"));
    assert!(hover_text("followup").contains("of `[RULES]`"));
    assert!(hover_text("END OF GAME").starts_with("section `[END OF GAME]`"));
    assert!(hover_text("$D,FROM").contains("for = $D: All"));
    assert!(hover_text("quiet + 1").contains("initial = 0"));
    assert_eq!(hover_text("Small mill"), "");
}

#[test]
fn sections_and_keys_are_offered() {
    assert_completions("[GAME]\nedition = 2026\n[EL|", &["[ELEMENTS]", "[ELEMENT TYPES]"], &["name"]);
    assert_completions("[GAME]\nedition = 2026\n|", &["title", "about", "[RULES]"], &["edition", "[GAME]"]);
    let rules = "[GAME]\nedition = 2026\n[RULES]\nname = a\nto = any\n";
    assert_completions(&format!("{rules}|"), &["from", "name", "[ELEMENTS]"], &["to", "title"]);
    assert_completions(&format!("{rules}cap|"), &["capture"], &["[ELEMENTS]"]);
    assert_completions(&format!("{rules}capture = |"), &["may", "must"], &["CONTENT"]);
    assert_completions("[GAME]\nedition = 2026\n[PLAYERS]\n1 = White\n|", &["2", "score"], &[]);
}

#[test]
fn words_that_fit_are_offered() {
    let with = |old: &str, new: &str| {
        assert!(MILL.contains(old), "{old}");
        MILL.replacen(old, new, 1)
    };
    assert_completions(
        &with("type = square", "type = |"),
        &["square", "IF"],
        &["man", "start", "CONTENT", "s", "quiet"],
    );
    assert_completions(&with("type = man", "type = m|"), &["man"], &["square", "step"]);
    assert_completions(
        &with("CONTENT($L)", "CONTENT(|)"),
        &["s", "$L", "FROM", "NEXT", "Near"],
        &["man", "square", "OWNER"],
    );
    assert_completions(&with("NEIGHBOURS(All,", "NEIGHBOURS(|,"), &["dir", "All"], &["square", "CONTENT"]);
    assert_completions(&with("== plain", "== |"), &["plain", "crowned"], &["square"]);
    assert_completions(&with("AT(start", "AT(|"), &["start"], &["square", "man"]);
    assert_completions(&with("disc(owner)", "|"), &["disc", "knight"], &["OWNER", "s"]);
    assert_completions(&with("disc(owner)", "disc(|)"), &["owner", "IF"], &["disc"]);
    assert_completions(&with("followup = quiet", "followup = |quiet"), &["REMOVE", "quiet", "$D"], &["disc", "off"]);
    assert_completions(&with("condition = Near", "condition = |Near"), &["Near", "FROM"], &["REMOVE"]);
    assert_completions(&with("winner = 0", "winner = |"), &["HIGHEST", "PLAYER"], &["any"]);
    assert_completions(&with("NEXT($D,FROM)", "NEXT($|"), &["$D", "$Y"], &["$K", "$A"]);
    assert_completions(&with("Mine($K)", "Mine($|)"), &["$K", "$L"], &["$D"]);
    for nothing in
        [with("// always", "// al|ways"), with("\"m\"", "\"|m\""), with("Small mill", "Small |"), with(". m .", ". |m")]
    {
        assert_eq!(completions_at_marker(&nothing), Vec::<String>::new(), "{nothing}");
    }
}

#[test]
fn incomplete_lines_get_completions() {
    let broken = MILL.replacen("condition = Near(TO) >= 0", "condition = OWNER(CONTENT(", 1);
    let place = at(&broken, "CONTENT(   //") + "CONTENT(".len();
    let found = analysis(&broken).completion(place);
    assert!(found.iter().any(|completion| completion.label == "s" && completion.insert == "s("), "{found:?}");
    assert_eq!(lines_using(&broken, "quiet + 1").len(), 4, "other lines are read as before");
}

/// Label, active parameter and parameters of the signature at the marker `|`.
#[track_caller]
fn signature_at_marker(marked: &str) -> Option<(String, Option<String>)> {
    let at = at(marked, "|");
    let help = analysis(&marked.replacen('|', "", 1)).signature(at)?;
    let active = help.active.map(|active| help.label[help.parameters[active].clone()].to_owned());
    assert!(!help.doc.is_empty());
    Some((help.label, active))
}

#[test]
fn signatures_of_calls() {
    let with = |old: &str, new: &str| {
        assert!(MILL.contains(old), "{old}");
        signature_at_marker(&MILL.replacen(old, new, 1))
    };
    let some = |label: &str, active: &str| Some((label.to_owned(), Some(active.to_owned())));
    assert_eq!(with("CONTENT($L)", "CONTENT(|$L)"), some("CONTENT(location) -> element", "location"));
    assert_eq!(with("NEXT($D,FROM)", "NEXT($D,|FROM)"), some("NEXT(direction, location) -> location", "location"));
    assert_eq!(with("NEXT($D,FROM)", "NEXT($D|"), some("NEXT(direction, location) -> location", "direction"));
    assert_eq!(with("Near(TO)", "Near(|TO)"), some("Near($L)", "$L"));
    assert_eq!(with("s($X+$A,$Y+$B)", "s($X+$A,|$Y+$B)"), some("s($X: 1..size, $Y: 1..size)", "$Y: 1..size"));
    let choice = with("IF($X == 1, 1, 2)", "IF($X == 1, 1, 2, 3, {|4})").expect("sets are arguments");
    assert_eq!(choice, ("IF(condition, value, ..., otherwise) -> value".to_owned(), Some("otherwise".to_owned())));
    assert_eq!(with("Near(TO) >= 0", "Near(TO, |FROM) >= 0"), Some(("Near($L)".to_owned(), None)));
    assert_eq!(with("Near(TO) >= 0", "Near(TO) >= |0"), None);
    assert_eq!(with("// always", "// Near(|"), None);
    assert_eq!(with("Small mill", "Near(|"), None);
}

#[test]
fn outline() {
    let symbols = analysis(MILL).symbols();
    let names: Vec<&str> = symbols.iter().map(|section| section.name.as_str()).collect();
    assert_eq!(names[..4], ["GAME", "OPTIONS", "PLAYERS", "TEXTS"]);
    let rules = symbols.iter().find(|section| section.name == "RULES").unwrap();
    let entries: Vec<&str> = rules.children.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(entries, ["default", "step", "wait"]);
    let locations = symbols.iter().find(|section| section.name == "LOCATIONS").unwrap();
    assert_eq!(
        (locations.children[0].name.as_str(), locations.children[0].detail.as_str()),
        ("s($X: 1..size, $Y: 1..size)", "square")
    );
    let expressions = symbols.iter().find(|section| section.name == "EXPRESSIONS").unwrap();
    assert_eq!(expressions.children[1].name, "Mine($L)");
}

#[test]
fn base_files_are_analysed_too() {
    struct One;
    impl Files for One {
        fn read(&self, name: &str) -> Result<Source, String> {
            if name == "mill.game" { Ok(Source::new(name, MILL.as_bytes())) } else { Err("it is not there".to_owned()) }
        }
    }
    let text = "[GAME]\nedition = 2026\nbase = mill.game\n[RULES]\nname = stay\nfrom = square\nto = square\ncondition = Near(FROM) > 1\n";
    let analysis = Analysis::new(&Source::new("other.game", text.as_bytes()), &One, &AllPictures);
    let declared = analysis.definition(at(text, "Near"));
    assert_eq!((declared.len(), declared[0].source), (1, 1));
    assert_eq!(&analysis.sources()[1].text()[declared[0].start as usize..][..4], "Near");
    assert!(analysis.completion(at(text, "square\nto")).iter().any(|found| found.label == "square"));
    let refused = analysis.rename(at(text, "Near"), "Close").unwrap_err();
    assert_eq!(refused.0, "`Near` is declared in mill.game; rename it there");
}

#[test]
fn other_editions_have_diagnostics_only() {
    let analysis = analysis("[LOCATIONS]\nname=home\ntype=sqare\n");
    assert!(analysis.diagnostics().iter().any(|diagnostic| diagnostic.message.contains("sqare")));
    assert!(analysis.symbols().is_empty() && analysis.completion(14).is_empty() && analysis.hover(14).is_none());
}
