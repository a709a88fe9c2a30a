//! What a word is, where it is declared and used, and what could stand at a place.

use super::*;

/// The lines, from 1, in which places stand, each with its text.
fn places(text: &str, spans: &[Span]) -> Vec<(usize, String)> {
    let source = Source::new("a", text.as_bytes());
    let place = |span: &Span| {
        let (line, _) = source.position(span.start as usize);
        (line, text[span.start as usize..span.end as usize].to_owned())
    };
    spans.iter().map(place).collect()
}

/// The whole lines in which the word at a part of the text is used.
#[track_caller]
fn used(text: &str, part: &str) -> Vec<String> {
    let analysis = analysis(text);
    let lines: Vec<&str> = text.lines().collect();
    let found = places(text, &analysis.references(at(text, part), true));
    found.into_iter().map(|(line, _)| lines[line - 1].trim().to_owned()).collect()
}

/// What is offered where a mark `|` stands in the text, best first.
#[track_caller]
fn offered(marked: &str) -> Vec<String> {
    let at = at(marked, "|");
    let mut found = analysis(&marked.replacen('|', "", 1)).completion(at);
    found.sort_by_key(|completion| completion.rank);
    found.into_iter().map(|completion| completion.label).collect()
}

#[track_caller]
fn offers(marked: &str, yes: &[&str], no: &[&str]) {
    let found = offered(marked);
    let missing: Vec<&&str> = yes.iter().filter(|word| !found.iter().any(|found| found == **word)).collect();
    let odd: Vec<&&str> = no.iter().filter(|word| found.iter().any(|found| found == **word)).collect();
    assert!(missing.is_empty() && odd.is_empty(), "missing {missing:?}, not wanted {odd:?} in {found:?}");
}

#[test]
fn one_word_of_several_kinds_is_told_apart() {
    assert_eq!(used(MILL, "man\nstates"), ["name = man", "type = man", "element = man"]);
    assert_eq!(used(MILL, "man($X"), ["name = man($X: 1..3, $Y: 1..3)"]);
    assert_eq!(used(MILL, "start\nrows"), ["name = start", "where = AT(start, $X, $Y) == \"m\""]);
    assert_eq!(used(MILL, "plain, crowned").len(), 2);
    assert_eq!(
        used(MILL, "size\nvalues"),
        ["name = size", "name = s($X: 1..size, $Y: 1..size)", "name = s($X: 1..size, $Y: 1..size)"]
    );
}

#[test]
fn variables_are_known_in_their_entry() {
    assert_eq!(used(MILL, "$A: -1").len(), 3);
    assert_eq!(used(MILL, "$L) = OWNER"), ["Mine($L) = OWNER(CONTENT($L)) == PLAYER"; 2]);
    let text = analysis(MILL);
    let second = at(MILL, "$K, RAY");
    assert_eq!(text.references(second, true).len(), 2, "each loop has a variable of its own");
    assert_eq!(used(MILL, "$Y)\n\n// where"), ["from = s($X,$Y)", "$Y > 0"], "`default` shares its variables");
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
    let said = |part: &str| analysis.hover(at(MILL, part)).map(|hover| hover.markdown).unwrap_or_default();
    let s = said("s($X,$Y)\nto");
    assert!(s.starts_with("location `s`: a family of 9") && s.contains("name = s($X: 1..size, $Y: 1..size)"), "{s}");
    assert!(said("size, $Y").contains("option `size`: 3 to 5; without a choice 3"), "{}", said("size, $Y"));
    assert!(said("crowned))").contains("state `crowned`: number 2 of `man`"), "{}", said("crowned))"));
    assert!(said("CONTENT(").contains("CONTENT(location) -> element"));
    assert!(said("followup").contains("of `[RULES]`"));
    assert!(said("END OF GAME").starts_with("section `[END OF GAME]`"));
    assert!(said("$D,FROM").contains("for = $D: All"));
    assert!(said("quiet + 1").contains("initial = 0"));
    assert_eq!(said("Small mill"), "");
}

#[test]
fn sections_and_keys_are_offered() {
    offers("[GAME]\nedition = 2026\n[EL|", &["[ELEMENTS]", "[ELEMENT TYPES]"], &["name"]);
    offers("[GAME]\nedition = 2026\n|", &["title", "about", "[RULES]"], &["edition", "[GAME]"]);
    let rules = "[GAME]\nedition = 2026\n[RULES]\nname = a\nto = any\n";
    offers(&format!("{rules}|"), &["from", "name", "[ELEMENTS]"], &["to", "title"]);
    offers(&format!("{rules}cap|"), &["capture"], &["[ELEMENTS]"]);
    offers(&format!("{rules}capture = |"), &["may", "must"], &["CONTENT"]);
    offers("[GAME]\nedition = 2026\n[PLAYERS]\n1 = White\n|", &["2", "score"], &[]);
}

#[test]
fn words_that_fit_are_offered() {
    let with = |old: &str, new: &str| {
        assert!(MILL.contains(old), "{old}");
        MILL.replacen(old, new, 1)
    };
    offers(&with("type = square", "type = |"), &["square", "IF"], &["man", "start", "CONTENT", "s", "quiet"]);
    offers(&with("type = man", "type = m|"), &["man"], &["square", "step"]);
    offers(&with("CONTENT($L)", "CONTENT(|)"), &["s", "$L", "FROM", "NEXT", "Near"], &["man", "square", "OWNER"]);
    offers(&with("NEIGHBOURS(All,", "NEIGHBOURS(|,"), &["dir", "All"], &["square", "CONTENT"]);
    offers(&with("== plain", "== |"), &["plain", "crowned"], &["square"]);
    offers(&with("AT(start", "AT(|"), &["start"], &["square", "man"]);
    offers(&with("disc(owner)", "|"), &["disc", "knight"], &["OWNER", "s"]);
    offers(&with("disc(owner)", "disc(|)"), &["owner", "IF"], &["disc"]);
    offers(&with("followup = quiet", "followup = |quiet"), &["REMOVE", "quiet", "$D"], &["disc", "off"]);
    offers(&with("condition = Near", "condition = |Near"), &["Near", "FROM"], &["REMOVE"]);
    offers(&with("winner = 0", "winner = |"), &["HIGHEST", "PLAYER"], &["any"]);
    offers(&with("NEXT($D,FROM)", "NEXT($|"), &["$D", "$Y"], &["$K", "$A"]);
    offers(&with("Mine($K)", "Mine($|)"), &["$K", "$L"], &["$D"]);
    for nothing in
        [with("// always", "// al|ways"), with("\"m\"", "\"|m\""), with("Small mill", "Small |"), with(". m .", ". |m")]
    {
        assert_eq!(offered(&nothing), Vec::<String>::new(), "{nothing}");
    }
}

#[test]
fn a_line_that_is_being_written_gets_words_too() {
    let broken = MILL.replacen("condition = Near(TO) >= 0", "condition = OWNER(CONTENT(", 1);
    let place = at(&broken, "CONTENT(   //") + "CONTENT(".len();
    let found = analysis(&broken).completion(place);
    assert!(found.iter().any(|completion| completion.label == "s" && completion.insert == "s("), "{found:?}");
    assert_eq!(used(&broken, "quiet + 1").len(), 4, "other lines are read as before");
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
fn the_file_below_is_looked_at_too() {
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
    assert_eq!(refused.0, "`Near` is declared in mill.game, where it would stay as it is");
}

#[test]
fn other_editions_have_diagnostics_only() {
    let analysis = analysis("[LOCATIONS]\nname=home\ntype=sqare\n");
    assert!(analysis.diagnostics().iter().any(|diagnostic| diagnostic.message.contains("sqare")));
    assert!(analysis.symbols().is_empty() && analysis.completion(14).is_empty() && analysis.hover(14).is_none());
}
